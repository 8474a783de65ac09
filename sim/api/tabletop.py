"""A board with minis on it, and every question that can be asked of it in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from sim.board.board import Board
from sim.board.model.errors import MissingError, TableauError
from sim.board.model.given import in_a_row, inches, spot, word
from sim.board.model.journeys import Journey
from sim.board.model.queries import (
    DistanceOf,
    DropOf,
    GroundOf,
    Mover,
    PathAlong,
    PathTo,
    PushAlong,
    Query,
    ReachOf,
    SightOf,
    SightTo,
    UnderBlast,
    UnderTeardrop,
)
from sim.board.model.tableau import Figure, Marker, Point, Tableau, VesselAt
from sim.board.model.verdicts import Cover, Distance, Drop, Ground, JumpSweep, Path, Push, Reach, Sight, Under, Verdict
from sim.errors import meant

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["Tabletop"]

V = TypeVar("V", bound=Verdict)
NAMING = ("enemies", "ignore")  # what of a move names minis
MARKERS = ("smoke", "ice", "chasm")


class Tabletop(msgspec.Struct, frozen=True, eq=False):
    """A board, and what stands on it at one moment. It never changes: `with_mini` and the like return another one.

    Minis are named by ids of your own. Questions that were asked once are remembered by the board.

    >>> import sim
    >>> street, wall = sim.box((0, 0, -1), (12, 12, 0)), sim.box((5, 2, 0), (6, 10, 3))
    >>> top = sim.from_parts({"street": street, "wall": wall})
    >>> top = top.with_mini("a", (2, 6, 0)).with_mini("b", (9, 6, 0))
    >>> top.sight("a", "b").visible, top.sight("a", "b").blocker
    (False, 'wall')
    >>> round(top.distance("a", "b").distance, 2)
    5.82
    """

    board: Board
    tableau: Tableau = Tableau()
    abilities: Mapping[str, tuple[str, ...]] = {}  # of minis, by id: those that have any

    def __repr__(self) -> str:
        there = ", ".join(f.id for f in self.tableau.figures) or "no minis"
        return f"<Tabletop {self.board.name}: {there}>"

    def _repr_png_(self) -> bytes:
        """The picture that a notebook shows."""
        from sim.api.plot import as_png

        return as_png(self.plot())

    # -- setting up -----------------------------------------------------------------------------------------

    def with_mini(
        self,
        id: str,
        at: Sequence[float],
        base: float = 30.0,
        body: str = "human",
        facing: float = 0.0,
        abilities: Sequence[str] = (),
    ) -> Tabletop:
        """The same with one more mini.

        Args:
            id: what it is called from now on.
            at: the centre of the underside of its base, (x, y, z) in inches; (x, y) puts it on the ground there.
            base: the diameter of its base in millimetres.
            body: a name of `assets/bodies`, or a mesh file: see `bauta los --help`.
            facing: degrees, counter-clockwise from east.
            abilities: of its card, as "Ethereal": its moves and jumps are measured by them.

        Raises:
            BautaError: the id is taken, `at` is no point or has no ground, `base` is no size, there is no such body or
                ability.
        """
        from sim.board.files.bodies import load_body

        if word("a mini's id", id) in self._ids():
            raise TableauError(f"there is {id!r} already: move it with moved({id!r}, (x, y, z)), or give another id")
        load_body(word("a body", body))
        figure = Figure(id, self._stood(id, at, base), base, body, facing)
        made = self._with(figures=(*self.tableau.figures, figure))
        row = in_a_row(abilities)
        if not isinstance(row, tuple) or not all(isinstance(each, str) for each in row):
            raise TableauError(f"mini {id!r}: abilities is {abilities!r}: give a list of names, as ['Ethereal']")
        if not row:
            return made
        from sim.carnevale.plain_minis import known_abilities

        return msgspec.structs.replace(made, abilities={**self.abilities, id: known_abilities(row, id)})

    def moved(self, id: str, to: Sequence[float]) -> Tabletop:
        """The same with a mini somewhere else, whether or not it could walk there. Raises BautaError."""
        figure = self._mini(id)
        there = self.without(id)._stood(id, to, figure.base_mm)
        figures = self.tableau.figures
        return self._with(figures=tuple(msgspec.structs.replace(f, at=there) if f is figure else f for f in figures))

    def without(self, id: str) -> Tabletop:
        """The same without a mini or marker. Raises BautaError where there is none of this id."""
        if id not in self._ids():
            raise self._missing(id)
        fewer = msgspec.structs.replace(self, abilities={k: v for k, v in self.abilities.items() if k != id})
        return fewer._with(
            figures=tuple(f for f in self.tableau.figures if f.id != id),
            markers=tuple(m for m in self.tableau.markers if m.id != id),
        )

    def with_marker(
        self, id: str, kind: str, at: Sequence[float], radius: float = 1.5, height: float = 3.0
    ) -> Tabletop:
        """The same with a round marker: "smoke" blocks sight, "ice" is ground on water, "chasm" is impassable.

        Raises:
            BautaError: the id is taken, or a number is none.
        """
        if word("a marker's id", id) in self._ids():
            raise TableauError(f"there is {id!r} already: give another id")
        if kind not in MARKERS:
            raise TableauError(f"marker {id!r}: kind is {kind!r}: {meant(kind, MARKERS)}")
        radius, height = inches(f"marker {id!r}: radius", radius), inches(f"marker {id!r}: height", height)
        return self._with(
            markers=(*self.tableau.markers, Marker(id, kind, spot(f"marker {id!r}: at", at), radius, height))
        )

    def with_vessel(self, piece: str, at: Sequence[float], turn: float = 0.0) -> Tabletop:
        """The same with a gondola or boat somewhere else: `piece` is its id on the map, or "PIECE#anything" for one
        that players bring. `turn` is in degrees. Raises BautaError."""
        self.board.vessel(word("a vessel's piece", piece))
        others = tuple(v for v in self.tableau.vessels if v.piece != piece)
        return self._with(vessels=(*others, VesselAt(piece, spot(f"vessel {piece!r}: at", at), turn)))

    # -- asking ---------------------------------------------------------------------------------------------

    def sight(self, a: str, b: str | Sequence[float], minis_block: bool = True) -> Sight:
        """Does a mini see another one, or a point (GEO-06)? From any point of head or torso.

        `minis_block`: others stand in the way; of sight to a point none do. The verdict has the clear beam
        (`witness`), or what blocks and how wide an opening could have been missed. Raises BautaError.
        """
        self._mini(a)
        if isinstance(b, str):
            self._mini(b)
            return self._ask(SightOf(a, b, minis_block), Sight)
        return self._ask(SightTo(a, spot("the point to be seen", b)), Sight)

    def cover(self, attacker: str, target: str, minis_block: bool = True, low_terrain: bool = True) -> Cover:
        """How much of the target does the attacker not see from the centre of its head (GEO-08), 0 to 1?

        `in_cover` of it is as a game rules it (GEO-11): never in base contact, always in water, over an obstacle that
        both touch and behind a barricade. `low_terrain`: terrain up to 1" high hides too. Raises BautaError.
        """
        from sim.board.sight.ruled_cover import ruled_cover

        self._two(attacker, target)
        return ruled_cover(self.board, self.tableau, attacker, target, minis_block, low_terrain).cover

    def distance(self, a: str, b: str) -> Distance:
        """Between two bases, along the ground plan and in height (GEO-02, 04, 05). Raises BautaError."""
        self._two(a, b)
        return self._ask(DistanceOf(a, b), Distance)

    def ground(self, id: str, at: Sequence[float] | None = None) -> Ground:
        """What a mini stands on, where it is or at a point. Raises BautaError."""
        self._mini(id)
        return self._ask(GroundOf(id, None if at is None else spot("the place", at)), Ground)

    def drop(self, id: str, at: Sequence[float] | None = None) -> Drop:
        """Where a mini comes to rest below a point, or below where it is (FALL-01). Raises BautaError."""
        figure = self._mini(id)
        return self._ask(DropOf(id, figure.at if at is None else spot("the place", at)), Drop)

    def jump(self, id: str, to: Sequence[float], length: float, run_on: float = 0.0) -> JumpSweep:
        """Where a jump of so many inches towards a point ends (JUMP-02 to 06).

        `run_on`: inches that it runs on beyond the point, of what is left (JUMP-03). Raises BautaError.
        """
        from sim.carnevale.plain_minis import jump_of_mini

        self._mini(id)
        lengths = inches("length", length), inches("run_on", run_on)
        own, place = self.abilities.get(id, ()), spot("the point jumped to", to)
        return jump_of_mini(self.board, self.tableau, id, own, place, *lengths)

    def reach(self, id: str, move: float, **how: Any) -> Reach:
        """Everywhere that a move of so many inches can end (MOVE). `how`: see `path`. Raises BautaError.

        >>> import sim
        >>> top = sim.from_parts({"street": sim.box((0, 0, -1), (12, 12, 0))}).with_mini("a", (6, 6))
        >>> round(top.reach("a", 2.0).area)  # a circle of 2 inches
        13
        """
        return self._ask(ReachOf(self._mover(id, move, how)), Reach)

    def path(self, id: str, to: Sequence[float], move: float, **how: Any) -> Path:
        """The shortest legal way to a place with so many inches of move; its `refusal` where there is none.

        `how`: any field of `sim.board.model.queries.Mover`, as `climb=False`, `fly=True`, `enemies=("b",)`.

        >>> import sim
        >>> street, wall = sim.box((0, 0, -1), (12, 12, 0)), sim.box((5, 2, 0), (6, 10, 3))
        >>> top = sim.from_parts({"street": street, "wall": wall}).with_mini("a", (2, 6))
        >>> way = top.path("a", (9, 6, 0), move=20, climb=False)
        >>> round(way.cost, 1), way.refusal
        (12.2, None)
        """
        return self._ask(PathTo(self._mover(id, move, how), spot("the place to go to", to)), Path)

    def way(self, id: str, to: str | Sequence[float], move: int = 5, **how: Any) -> Journey:
        """The way to a place that takes several actions: which, in how many turns, with which rolls; or what bars it.

        Each action is legal by the rules. They are the fewest of what is looked for: ways on foot by a few plans, and
        jumps over the narrowest places between roofs; a cleverer way may take fewer. Nobody falls on purpose, and no
        boat is rowed: `boats` are those that lie within reach of the first turn.

        Args:
            id: whose way, all others stand in it.
            to: where to, or a mini: into base contact with it, where the way is shortest.
            move: its MOVE, 1 to 10.
            how: `actions` in a turn (2), `dexterity` (5), `climbs` and `jumps` (True), `likely`, the least chance of a
                jump that is tried (0.5).

        Raises:
            BautaError: what was given wrongly, or no base comes to rest at a place.

        >>> import sim
        >>> street, wall = sim.box((0, 0, -1), (24, 12, 0)), sim.box((5, 2, 0), (6, 10, 3))
        >>> top = sim.from_parts({"street": street, "wall": wall}).with_mini("a", (2, 6))
        >>> way = top.way("a", (20, 6, 0), climbs=False)
        >>> way.arrives, way.turns, way.actions, [stage.inches for stage in way.stages][:2]
        (True, 3, 5, [5.0, 5.0])
        """
        from sim.builder.measuring.land import Land
        from sim.builder.measuring.leaps import hops
        from sim.carnevale.journeys.beside import place_beside, without_contact
        from sim.carnevale.journeys.search import journey
        from sim.carnevale.journeys.traveller import traveller_of

        figure, whom = self._mini(id), self._mini(to) if isinstance(to, str) else None
        known = traveller_of(move, figure.base_mm, how)
        traveller = msgspec.structs.replace(known, abilities=self.abilities.get(id, ()))
        others = tuple(other for other in self.tableau.figures if other.id != id)
        beside = None if whom is None else place_beside(self.board, traveller, figure.at, whom, others)
        goal = beside or spot("the place to go to", whom.at if whom is not None else to)
        jumps = hops(Land(self.board, figure.base_mm), figure.at, goal) if traveller.jumps else ()
        found = journey(self.board, traveller, figure.at, goal, jumps, others)
        return found if whom is None or beside is not None else without_contact(found, traveller, whom)

    def path_along(self, id: str, corners: Sequence[Sequence[float]], move: float, **how: Any) -> Path:
        """A way of your own, by its corners after where the mini stands: legs, cost, rolls, refusal.

        Raises BautaError.
        """
        row = in_a_row(corners)
        if not isinstance(row, tuple):
            raise TableauError(f"corners is {corners!r}: give a list of points")
        points = tuple(spot(f"corner {i + 1}", corner) for i, corner in enumerate(row))
        return self._ask(PathAlong(self._mover(id, move, how), points), Path)

    def push(self, id: str, to: Sequence[float], length: float) -> Push:
        """Where a mini ends that is pushed so many inches towards a point (ACT-07). Raises BautaError."""
        self._mini(id)
        return self._ask(PushAlong(id, spot("the point pushed to", to), inches("length", length)), Push)

    def blast(self, target: str | Sequence[float], across: float = 3.0) -> Under:
        """Whom a round marker hits, laid level over a mini or at a point (GEO-13). Raises BautaError."""
        if isinstance(target, str):
            self._mini(target)
            return self._ask(UnderBlast(target, across=inches("across", across)), Under)
        return self._ask(UnderBlast(None, spot("the marker", target), inches("across", across)), Under)

    def teardrop(self, attacker: str, target: str | Sequence[float], start: float = 0.0) -> Under:
        """Whom a teardrop template hits, laid from a mini towards another one or a point, `start` inches off (GEO-14).
        Raises BautaError."""
        if isinstance(target, str):
            self._two(attacker, target)
            return self._ask(UnderTeardrop(attacker, target, inches("start", start)), Under)
        self._mini(attacker)
        at = spot("where the template points", target)
        return self._ask(UnderTeardrop(attacker, None, inches("start", start), at=at), Under)

    def ask(self, query: Query) -> Verdict:
        """Any other question: see `sim.board.model.queries`. Raises BautaError."""
        if not hasattr(type(query), "verdict"):
            raise TableauError(f"{query!r} is no question to a board: give one of sim.board.model.queries")
        return self.board.answer(query, self.tableau)

    # -- showing --------------------------------------------------------------------------------------------

    def plot(
        self,
        *verdicts: Verdict,
        to: str | FilePath | None = None,
        view: str = "top",
        size: int = 1000,
        around: Sequence[float] | None = None,
    ) -> Image:
        """A picture of the board, the minis and what was measured, as an image of Pillow. Needs no screen.

        Args:
            verdicts: what the questions above answered; each is drawn, and said in a line below the picture.
            to: a file to save it to as well, .png or .jpg.
            view: "top", "bird" (from the south, aslant), or from the "south", "east", "north" or "west" side.
            size: of the longer side in pixels.
            around: (west, south, east, north) in inches, where only a part of the board is wanted.

        Raises:
            BautaError: there is no such view, a size or frame that shows nothing, or the file cannot be written.
        """
        from sim.api.plot import plot

        return plot(self.board, self.tableau, verdicts, to, view, size, around)

    # -- looking at what was given --------------------------------------------------------------------------

    def _with(self, **changed: Any) -> Tabletop:
        from sim.board.input_checks import check_tableau

        tableau = msgspec.structs.replace(self.tableau, **changed)
        check_tableau(tableau)
        return msgspec.structs.replace(self, tableau=tableau)

    def _ids(self) -> tuple[str, ...]:
        return (*(f.id for f in self.tableau.figures), *(m.id for m in self.tableau.markers))

    def _missing(self, id: object) -> MissingError:
        there = ", ".join(repr(each) for each in self._ids()) or "none yet"
        return MissingError(f"there is no mini {id!r}; there are: {there}. Put it there: with_mini({id!r}, (x, y, z))")

    def _mini(self, id: str) -> Figure:
        for figure in self.tableau.figures:
            if figure.id == id:
                return figure
        raise self._missing(id)

    def _two(self, a: str, b: str) -> None:
        self._mini(a)
        self._mini(b)

    def _mover(self, id: str, move: float, how: Mapping[str, Any]) -> Mover:
        from sim.carnevale.plain_minis import mover_of_mini

        self._mini(id)
        known = Mover.__struct_fields__[2:]
        for name in how:
            if name not in known:
                raise TableauError(f"{name}: a move knows no such thing; it knows {', '.join(known)}")
        given: dict[str, Any] = {name: in_a_row(value) for name, value in how.items()}
        for name in NAMING:
            if isinstance(given.get(name), str):
                raise TableauError(f"{name} is {given[name]!r}: give a list of ids, as in [{given[name]!r}]")
        own = self.abilities.get(id, ())
        return msgspec.structs.replace(mover_of_mini(self.board, self.tableau, id, own, inches("move", move)), **given)

    def _stood(self, id: str, at: Sequence[float], base: float) -> Point:
        """The place of a base: as given, or where it comes to rest when it is let down at (x, y)."""
        place = in_a_row(at)
        if not (isinstance(place, tuple) and len(place) == 2):
            return spot(f"mini {id!r}: at", at)
        x, y, _ = spot(f"mini {id!r}: at", (*place, 0.0))
        high = max((float(p.triangles[..., 2].max()) for p in self.board.parts if len(p.triangles)), default=0.0)
        above = self._with(figures=(*self.tableau.figures, Figure(id, (x, y, high + 1.0), base)))
        rest = above._ask(DropOf(id, (x, y, high + 1.0)), Drop).rest
        if rest is None:
            wide, deep = self.board.size
            off = self.board.map is not None and not (0.0 <= x <= wide and 0.0 <= y <= deep)
            mend = f'the board is {wide:g}" x {deep:g}"' if off else "give (x, y, z), or another place"
            raise TableauError(f"mini {id!r}: there is no ground at ({x:g}, {y:g}): {mend}")
        return rest

    def _ask(self, query: Query, kind: type[V]) -> V:
        verdict = self.board.answer(query, self.tableau)
        assert isinstance(verdict, kind)
        return verdict
