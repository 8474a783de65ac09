"""A board: the parts that stand on it, and the answers that it gives to the rules' queries."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from itertools import islice
from os.path import isfile
from pathlib import Path
from threading import RLock
from typing import TypeVar, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.files.cache import content_key, mesh_key
from sim.board.files.finding import find_map
from sim.board.files.mapfile import MapFile, parse_map, read_map
from sim.board.files.pieces import MESHES, PiecePart, measured_piece, parts_of_piece, piece_path
from sim.board.files.thinned import Thinned, thinned_pieces
from sim.board.input_checks import check_named, check_part, check_query, check_size, check_tableau
from sim.board.model.errors import BoardError, MapError, MeshError, MissingError
from sim.board.model.hours import HourName
from sim.board.model.queries import ProspectOf, Query
from sim.board.model.tableau import Tableau, VesselAt
from sim.board.model.terrain import Meaning
from sim.board.model.verdicts import Verdict
from sim.board.parts import (
    Part,
    build_parts,
    key_of_map,
    loaned_parts,
    mesh_parts,
    placed,
    recall,
    remember,
    vessel_parts,
    vessel_starts,
    with_low,
)
from sim.board.spare_memory import give_back
from sim.geometry.ray.rays import bounds
from sim.words import say

__all__ = ["Board", "Part", "Vessel", "placed"]

Floats = NDArray[np.float64]
T = TypeVar("T")

# What measures each query: imported when it is first asked, so that a command loads only what it needs.
_MEASURES = {
    "SightOf": ("sim.board.sight.lines_of_sight", "answer_sight_of"),
    "SightTo": ("sim.board.sight.lines_of_sight", "answer_sight_to"),
    "LinesTo": ("sim.board.sight.lines_of_sight", "answer_lines_to"),
    "CoverOf": ("sim.board.sight.lines_of_sight", "answer_cover_of"),
    "DistanceOf": ("sim.board.sight.lines_of_sight", "answer_distance_of"),
    "UnderBlast": ("sim.board.sight.templates", "answer_under_blast"),
    "UnderTeardrop": ("sim.board.sight.templates", "answer_under_teardrop"),
    "GroundOf": ("sim.board.movement.standing", "answer_ground_of"),
    "PlaceAt": ("sim.board.movement.point_lookup", "answer_place_at"),
    "DropOf": ("sim.board.movement.standing", "answer_drop_of"),
    "NearestSpot": ("sim.board.movement.standing", "answer_nearest_spot"),
    "PathAlong": ("sim.board.movement.paths", "answer_path_along"),
    "PathTo": ("sim.board.movement.shortest_paths", "answer_path_to"),
    "ReachOf": ("sim.board.movement.reach_areas", "answer_reach_of"),
    "ProspectOf": ("sim.board.movement.prospects", "answer_prospect_of"),
    "JumpAlong": ("sim.board.movement.jumps", "answer_jump_along"),
    "PushAlong": ("sim.board.movement.pushes", "answer_push_along"),
    "ShelterOf": ("sim.board.movement.barricades", "answer_shelter_of"),
    "DefendedOver": ("sim.board.movement.barricades", "answer_defended_over"),
    "RowTo": ("sim.board.movement.rowing", "answer_row_to"),
    "SailTo": ("sim.board.movement.vessel_ways", "answer_sail_to"),
    "WatersOf": ("sim.board.movement.vessel_ways", "answer_waters_of"),
    "BerthOf": ("sim.board.movement.vessel_berths", "answer_berth_of"),
    "FleetOf": ("sim.board.movement.vessel_berths", "answer_fleet_of"),
    "MoorAt": ("sim.board.movement.rowing", "answer_moor_at"),
}
# Tableaus whose answers are kept. The table leans on it: the path of one click is asked for by the preview, by two
# checks whether it is legal, and by the rule that goes it, and is measured once.
_REMEMBERED = 64
_PROSPECTS_REMEMBERED = 8  # tableaus whose prospects are, too: up to a megabyte each, which nobody asks for later


class Vessel(msgspec.Struct, frozen=True, eq=False):
    """A gondola or boat: parts about its own origin (on the water line), and where the map puts it."""

    id: str
    parts: tuple[Part, ...]
    start: VesselAt


class Board:
    """Fixed terrain, the vessels that may move on it, and what was measured so far.

    Made by `load`, `from_parts` or `from_triangles`. `parts` leaves out vessels and whatever is only decor.
    """

    def __init__(
        self,
        name: str,
        size: tuple[float, float],
        parts: tuple[Part, ...],
        vessels: tuple[Vessel, ...] = (),
        map: MapFile | None = None,
        source: Path | None = None,
        key: str = "",
        *,
        passing: bool = False,
    ) -> None:
        """`passing`: one of many versions, of which nothing is kept on disk."""
        self.name = name
        self.size = size
        self.parts = parts
        self.vessels = vessels
        self.map = map  # None for a bare mesh and a board built in code
        self.source = source
        self.hour: HourName = map.hour if map is not None else "afternoon"  # at which it is shown: see `model.hours`
        self.passing = passing
        self.key = key if key or passing else content_key(*(_content(part) for part in parts))
        self.awaited: Callable[[Query], None] = _nothing  # called before a query is answered: what it waits for
        self._one_at_a_time = RLock()  # measuring may ask for more
        self._derived: dict[str, object] = {}
        self._loaned: dict[str, Vessel] = {v.id: v for v in vessels}
        self._answers: OrderedDict[Tableau, dict[Query, Verdict]] = OrderedDict()
        self._latest: tuple[Tableau, dict[Query, Verdict]] | None = None  # of these: mostly the same is asked about

    @property
    def corner(self) -> tuple[float, float]:
        """Its south-west: (0, 0) of a map and of what is built in code; a bare mesh may begin anywhere."""
        if self.map is not None or not self.parts:
            return (0.0, 0.0)
        low = np.min([part.triangles.min((0, 1)) for part in self.parts if len(part.triangles)], axis=0)
        return (min(float(low[0]), 0.0), min(float(low[1]), 0.0))

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.parts)} parts, {self.triangle_count} triangles>"

    @property
    def triangle_count(self) -> int:
        """Of the fixed parts."""
        return sum(len(p.triangles) for p in self.parts)

    @property
    def mended(self) -> list[str]:
        """What was wrong with the meshes that it came from: mended where that is safe."""
        if not any(part.mended for part in self.parts):
            return []
        from sim.board.files.mending import repairs_told

        return repairs_told((part.name, part.mended) for part in self.parts)

    @property
    def thinned(self) -> tuple[Thinned, ...]:
        """The pieces of a map that are measured on a simpler mesh than they were made of."""
        return self.derived("thinned pieces", lambda: thinned_pieces(self.map, self.source))

    # -- asking ---------------------------------------------------------------------------------------------

    def answer(self, query: Query, tableau: Tableau) -> Verdict:
        """Measure what the query asks. The same question about the same tableau is measured once.

        Threads are answered one after another: what measures writes to rooms and lists of its own.

        Raises:
            TableauError: the tableau or the query holds what nothing can be measured by.
            MissingError: the query names a figure or piece that is not there.
        """
        self.awaited(query)
        with self._one_at_a_time:
            try:
                return self._answered(query, tableau)
            except (TypeError, AttributeError):  # a list where a tuple should be has no hash
                check_tableau(tableau)
                check_query(query)
                raise

    def _answered(self, query: Query, tableau: Tableau) -> Verdict:
        latest = self._latest
        answers = latest[1] if latest is not None and latest[0] is tableau else self._answers_about(tableau)
        verdict = answers.get(query)
        if verdict is None:
            check_query(query)
            check_named(query, tableau)
            verdict = answers[query] = _measure_of(type(query).__name__)(self, query, tableau)
        return verdict

    def _answers_about(self, tableau: Tableau) -> dict[Query, Verdict]:
        """What was measured about this tableau so far; it is kept the longest now."""
        none: dict[Query, Verdict] = {}
        answers = self._answers.setdefault(tableau, none)
        if answers is none:
            try:
                check_tableau(tableau)
            except BaseException:
                del self._answers[tableau]
                raise
            if len(self._answers) > _REMEMBERED:
                self._answers.popitem(last=False)
            for old in islice(reversed(self._answers.values()), _PROSPECTS_REMEMBERED, _PROSPECTS_REMEMBERED + 1):
                for query in [query for query in old if isinstance(query, ProspectOf)]:
                    del old[query]
        else:
            self._answers.move_to_end(tableau)
        self._latest = tableau, answers
        return answers

    def derived(self, key: str, make: Callable[[], T]) -> T:
        """Geometry prepared from the fixed parts (a ray scene, columns), made when first wanted and kept."""
        if key not in self._derived:
            self._derived[key] = make()
        return cast(T, self._derived[key])

    def known(self, key: str) -> object | None:
        """What `derived` has kept of this; None where nobody has wanted it yet."""
        return self._derived.get(key)

    def vessel(self, id: str) -> Vessel:
        """A vessel of the map, or one brought by a player: "PIECE#anything" is made from that piece.

        Raises:
            KeyError: the map has no such vessel, and the id names no piece.
        """
        if not isinstance(id, str):
            raise MissingError(f"{id!r} is no id of a vessel: give a text")
        if id not in self._loaned:
            piece, mark, _ = id.partition("#")
            if not mark:
                raise MissingError(f"no vessel {id!r} on the board, and it names no piece (as PIECE#anything does)")
            beside = self.source.parent if self.source else None
            parts = loaned_parts(id, piece_path(piece, beside))
            if all(part.meaning.vessel is None for part in parts):
                raise MissingError(f"the piece '{piece}' of {id!r} is no vessel: give one that floats")
            self._loaned[id] = Vessel(id, parts, VesselAt(id, (0.0, 0.0, 0.0)))
        return self._loaned[id]

    def vessels_at(self, tableau: Tableau) -> tuple[VesselAt, ...]:
        """Where every vessel lies: as the tableau says, or as the map puts it."""
        said = {v.piece: v for v in tableau.vessels}
        return tuple(said.pop(v.id, v.start) for v in self.vessels) + tuple(said.values())

    # -- making ---------------------------------------------------------------------------------------------

    @classmethod
    def from_parts(
        cls,
        parts: Iterable[Part | tuple[str, Meaning, Floats]],
        size: tuple[float, float] = (36.0, 36.0),
        name: str = "board",
    ) -> Board:
        """A board built in code, for tests and experiments. Which parts are low is measured here.

        Raises:
            BoardError: a part is no mesh, a corner is no finite number, the size is none.
        """
        size = check_size(size)
        if not isinstance(parts, Iterable):
            raise MeshError(f"the parts of a board are {parts!r}: give a list of them")
        given = [_part(p) for p in parts]
        kept = [p for p in given if not p.meaning.decor]
        fixed = tuple(with_low(p for p in kept if p.meaning.vessel is None))
        afloat: dict[str, list[PiecePart]] = {}
        for part in kept:
            if part.meaning.vessel is not None:
                id, _, own = part.name.rpartition("/")
                afloat.setdefault(id or part.name, []).append(PiecePart(own, part.meaning, part.triangles))
        vessels = (Vessel(i, vessel_parts(i, p), VesselAt(i, (0.0, 0.0, 0.0))) for i, p in afloat.items())
        return cls(name, size, fixed, tuple(vessels))

    @classmethod
    def from_triangles(cls, triangles: Floats, meaning: Meaning | None = None, name: str = "mesh") -> Board:
        """One mesh as the whole board. Its size is how far it reaches to the north-east of (0, 0).

        Raises:
            MeshError: it is no mesh, or a corner is not a finite number.
        """
        meaning = Meaning() if meaning is None else meaning
        sound = check_part(name, meaning, triangles)
        reach = sound.max((0, 1)) if len(sound) else np.zeros(3)
        size = (max(float(reach[0]), 0.0), max(float(reach[1]), 0.0))
        parts = with_low([Part(name, meaning, sound)], bare=True)
        return cls(name, size, tuple(parts))

    @classmethod
    def load(cls, name_or_path: str | Path, scale: float = 1.0, up: str | None = None) -> Board:
        """A map by name or file, or a mesh file with `scale` inches to its unit and `up` its upward axis.

        Raises:
            BoardError: no such map, piece or mesh, or what is wrong in it.
        """
        if not isinstance(name_or_path, str | Path):
            raise BoardError(
                say("a board is named by a text or a path, not by a {name}", name=type(name_or_path).__name__)
            )
        give_back()  # what a board before this one has left
        path = Path(name_or_path)
        if path.suffix.lower() in MESHES:
            return cls._load_mesh(path, scale, up)
        if scale != 1.0 or up is not None:
            raise MapError(say("{file}: --scale and --up are for mesh files; a map is in inches", file=name_or_path))
        return cls._load_map(find_map(path))

    @classmethod
    def is_laid_out(cls, name: str | Path) -> bool:
        """Was a map loaded before, or is it shipped laid out, so that loading it compiles nothing?

        Raises:
            BoardError: as `load`.
        """
        if Path(name).suffix.lower() in MESHES:
            return False
        path = find_map(Path(name))
        return recall(key_of_map(path, read_map(path))) is not None

    @classmethod
    def _load_mesh(cls, path: Path, scale: float, up: str | None) -> Board:
        key = mesh_key(path.read_bytes() if isfile(path) else b"", path.suffix, scale, up)
        parts = recall(key)
        if parts is None:
            parts = mesh_parts(path, scale, up)
            remember(key, parts)
        fixed, afloat = _parted(parts)
        starts = vessel_starts(path, scale, up) if afloat else {}
        vessels = tuple(Vessel(id, tuple(own), starts[id]) for id, own in afloat.items())
        ground = [p for p in fixed if p.is_street] or fixed
        reach = np.max([bounds(p.triangles.reshape(-1, 3))[1] for p in ground], axis=0) if ground else np.zeros(3)
        return cls(path.stem, (float(reach[0]), float(reach[1])), tuple(fixed), vessels, source=path, key=key)

    @classmethod
    def of_map(cls, text: str, source: Path, drawn: bool = True) -> Board:
        """The board of a map's text, as if it stood in the file `source`. `drawn`: false for whoever only measures, who
        need not wait until what is only seen of made pieces is built. Raises BoardError."""
        made = parse_map(text, str(source))
        parts = build_parts(source, made, text, parts_of_piece if drawn else measured_piece)
        return cls.of_parts_of_map(made, source, parts)

    @classmethod
    def _load_map(cls, path: Path) -> Board:
        made = read_map(path)
        key = key_of_map(path, made)
        parts = recall(key)
        if parts is None:
            parts = build_parts(path, made)
            remember(key, parts)
        return cls.of_parts_of_map(made, path, parts, key)

    @classmethod
    def of_parts_of_map(
        cls, made: MapFile, path: Path, parts: Sequence[Part], key: str = "", *, passing: bool = False
    ) -> Board:
        """The board of a map whose parts were built by `build_parts`; `path` is where the map lies."""
        fixed, afloat = _parted(parts)
        vessels = tuple(
            Vessel(p.id, tuple(afloat[p.id]), VesselAt(p.id, (*p.at, p.z), p.turn))
            for p in made.pieces
            if p.id in afloat
        )
        return cls(made.name, made.size, tuple(fixed), vessels, made, path, key, passing=passing)


def _content(part: Part) -> bytes:
    return part.triangles.tobytes() + msgspec.json.encode(part.meaning)


@cache
def _measure_of(query: str) -> Callable[[Board, Query, Tableau], Verdict]:
    """What measures a kind of query."""
    module, function = _MEASURES[query]
    return cast(Callable[[Board, Query, Tableau], Verdict], getattr(import_module(module), function))


def _nothing(_query: Query) -> None:
    """What is measured waits for nothing."""


def _parted(parts: Iterable[Part]) -> tuple[list[Part], dict[str, list[Part]]]:
    """What is fixed, and the parts of each vessel: of a piece, one part that floats is enough."""
    every = [(p.piece, p) for p in parts]
    vessels = {id: list[Part]() for id, part in every if part.meaning.vessel is not None and "/" in part.name}
    for id, part in every:
        if id in vessels:
            vessels[id].append(part)
    return [part for id, part in every if id not in vessels], vessels


def _part(given: Part | tuple[str, Meaning, Floats]) -> Part:
    if not isinstance(given, Part):
        if not (isinstance(given, tuple | list) and len(given) == 3):
            raise MeshError(f"a part is {type(given).__name__!r}: give a Part, or its name, meaning and triangles")
        given = Part(*given)
    triangles = check_part(given.name, given.meaning, given.triangles)
    return given if triangles is given.triangles else msgspec.structs.replace(given, triangles=triangles)
