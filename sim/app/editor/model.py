"""What the editor has in hand: the document, what is chosen, what would be done, and how it looks then."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from shapely.geometry import Point as ShapelyPoint

from sim.app.editor.piece_shapes import PieceShapes, outline_of
from sim.board.files.canals import canal_shape, street_places
from sim.board.files.map_sense import shapeless
from sim.board.files.mapfile import Canal, MapFile, PiecePlacement, Street
from sim.board.model.errors import BoardError
from sim.board.model.tableau import Point
from sim.builder.document import MapDocument
from sim.builder.drafts import Drafts, LeftDraft
from sim.builder.edits import Edit, ids_of
from sim.builder.errors import BuilderError
from sim.builder.flat_things import FlatThing, flat_things
from sim.builder.following import following
from sim.builder.measuring.protocol import Mini
from sim.builder.symmetry import Symmetry, in_step
from sim.words import capital, reason, say

__all__ = ["EditorModel", "Picked"]

Vector = tuple[float, float, float]
MARGIN = 3.0  # inches beside the board that can still be pointed at


class Picked(msgspec.Struct, frozen=True):
    """What lies under the mouse: a thing, if any, the place, and whether one may stand something on it."""

    id: str | None
    at: Point
    level: bool = True


class Shows(msgspec.Struct):
    """What is measured and drawn beside the map: jumps, for whom; the reach of a mini; what places see."""

    leaps: bool = False
    dexterity: int = 5
    move: float = 4.0  # inches
    base_mm: float = 30.0
    outlook: Literal["", "seen", "covered"] = ""


class EditorModel:
    """One map being built. `shown` is the map with what is in hand done to it; `pending` is that."""

    def __init__(self, document: MapDocument, drafts: Drafts) -> None:
        self.document = document
        self.drafts = drafts
        self.shapes = PieceShapes(document.source.parent)
        self.selected: tuple[str, ...] = ()
        self.symmetry: Symmetry | None = None
        self.grid = 0.5  # inches; 0: none
        self.snaps = True
        self.pending: Edit | None = None
        self.shown: MapFile = document.map
        self.notice = ""  # what was refused, or done
        self.alert = False  # is the notice a refusal?
        self.changes = 0  # of the document, so far
        self.shows = Shows()
        self.minis: tuple[Mini, ...] = ()  # to measure from
        self.mini = ""  # the chosen one
        self.mini_held = False  # does a hand move it?
        self.tape: tuple[Point, ...] = ()  # the ends of the measuring tape
        self._carried: tuple[MapFile | None, MapFile | None, set[str]] = (None, None, set())  # of two versions

    @property
    def map(self) -> MapFile:
        return self.document.map

    @property
    def source(self) -> Path:
        return self.document.source

    # -- edits ------------------------------------------------------------------------------------------------

    def propose(self, edit: Edit | None) -> None:
        """Show what an edit would do; None: nothing is in hand."""
        self.pending = edit
        self.shown = self.document.map
        if edit is None:
            return
        try:
            self.pending = edit = self._with_what_stands(edit)
            self.shown = self._after(edit)
            if self.shown.ground != self.map.ground and any(shapeless(self.shown)):  # a corner over its neighbour
                self.shown = msgspec.structs.replace(self.shown, canals=self.map.canals, streets=self.map.streets)
        except (BoardError, BuilderError):
            self.shown = self.document.map

    def commit(self, edit: Edit | None = None) -> bool:
        """Make an edit, or the one in hand. False where it was refused or changes nothing."""
        edit = edit if edit is not None else self.pending
        self.pending = None
        before = ids_of(self.map)
        done = False
        if edit is not None:
            try:
                done = self.document.apply(self._with_what_stands(edit), self.symmetry)
                if done:
                    self.notify(edit.words)
            except (BoardError, BuilderError) as error:
                self.notify(reason(error), alert=True)
        self._settle(done)
        now = [thing.id for thing in (*self.map.pieces, *flat_things(self.map))]
        self.fresh = tuple(id for id in now if id not in before)
        return done

    def _after(self, edit: Edit) -> MapFile:
        """The map as an edit makes it, in step with its symmetry. Raises BoardError or BuilderError."""
        after = edit.applied(self.map)
        return after if self.symmetry is None else in_step(self.map, after, self.symmetry)

    def _with_what_stands(self, edit: Edit) -> Edit:
        """The same, and what stands on a street stays on it, in the same step."""
        after = self._after(edit)
        if after.streets == self.map.streets or any(shapeless(after)):
            return edit
        return following(self.map, edit, after, self.shapes.polygons(self.map))

    fresh: tuple[str, ...] = ()  # what the last edit brought onto the board

    def undo(self) -> None:
        change = self.document.undo()
        self.notify(
            say("Taken back: {what}", what=change.words) if change is not None else say("Nothing is left to take back")
        )
        self._settle(change is not None)

    def redo(self) -> None:
        change = self.document.redo()
        self.notify(
            say("Done again: {what}", what=change.words) if change is not None else say("Nothing was taken back")
        )
        self._settle(change is not None)

    def take_text(self, text: str, words: str) -> bool:
        """Another text as one change. False where it was refused; then the draft stays what it is."""
        done = False
        try:
            self.document.take_text(text, words)
            self.notify(words)
            done = True
        except BuilderError as error:
            self.notify(reason(error), alert=True)
        self._settle(done)
        return done

    def take_draft(self, left: LeftDraft) -> None:
        """The draft that was left. One that this version cannot read becomes a version: the next edit writes another
        draft over it."""
        self.drafts.take_up()
        if self.take_text(left.text, say("Take up the draft")):
            return
        self.drafts.acknowledge()
        try:
            self.drafts.keep_version(left.text)
        except BuilderError as error:
            self.notify(reason(error), alert=True)
        else:
            kept = say("The draft cannot be read, and is kept with the earlier versions: {why}", why=self.notice)
            self.notify(kept, alert=True)

    def _settle(self, changed: bool) -> None:
        self.pending, self.shown = None, self.document.map
        here = ids_of(self.map)
        self.selected = tuple(id for id in self.selected if id in here)
        if changed:
            self.changes += 1
            self.drafts.keep(self.document.text)

    def save(self, *, over: bool = False) -> None:
        """Raises ChangedOutside or BuilderError."""
        self.drafts.save(self.document.text, over=over)
        self.document.was_saved(self.document.text)
        self.notify(say("Saved: {file}", file=self.source))

    def notify(self, words: str, *, alert: bool = False) -> None:
        """Tell what was done or refused."""
        self.notice, self.alert = capital(words), alert

    # -- what is there ----------------------------------------------------------------------------------------

    def piece(self, id: str, shown: bool = False) -> PiecePlacement | None:
        made = self.shown if shown else self.map
        return next((p for p in made.pieces if p.id == id), None)

    @property
    def the_mini(self) -> Mini | None:
        """The chosen mini."""
        return next((mini for mini in self.minis if mini.id == self.mini), None)

    def canal(self, id: str, shown: bool = False) -> Canal | None:
        made = self.shown if shown else self.map
        return next((c for c in made.canals if c.id == id), None)

    def chosen_pieces(self) -> list[PiecePlacement]:
        return [p for p in self.map.pieces if p.id in self.selected]

    def flat(self, id: str, shown: bool = False) -> FlatThing | None:
        """A canal, street, zone, objective or note."""
        return next((thing for thing in flat_things(self.shown if shown else self.map) if thing.id == id), None)

    def chosen_flat(self, shown: bool = False) -> list[FlatThing]:
        return [thing for thing in flat_things(self.shown if shown else self.map) if thing.id in self.selected]

    def whole(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Things, and with each piece of a group all of the group."""
        asked = dict.fromkeys(ids)
        groups = {p.group for p in self.map.pieces if p.id in asked and p.group}
        return tuple(dict.fromkeys((*asked, *(p.id for p in self.map.pieces if p.group in groups))))

    def outline(self, id: str) -> np.ndarray:
        """Of a thing as it is shown, (n, 2)."""
        return outline_of(self.shown, id, self.shapes)

    def middle(self, ids: Iterable[str]) -> Point | None:
        """The middle of the box round things."""
        rings = [ring for id in ids if len(ring := self.outline(id))]
        if not rings:
            return None
        corners = np.concatenate(rings)
        x, y = (corners.min(0) + corners.max(0)) / 2
        heights = [p.z for p in self.shown.pieces if p.id in set(ids)]
        return (float(x), float(y), min(heights, default=0.0))

    def carried(self) -> set[str]:
        """The pieces that are not where the document has them."""
        if self.pending is None:
            return set()
        if self._carried[0] is not self.map or self._carried[1] is not self.shown:
            old = {p.id: p for p in self.map.pieces}
            moved = {p.id for p in self.shown.pieces if (was := old.get(p.id)) is not p and was != p}
            self._carried = (self.map, self.shown, moved)
        return set(self._carried[2])

    def carried_pieces(self) -> list[PiecePlacement]:
        """The same, as they are shown."""
        carried = self.carried()
        return [p for p in self.shown.pieces if p.id in carried]

    def water_at(self, x: float, y: float) -> Canal | None:
        """The canal at a place, as it is shown."""
        for canal in self.shown.canals:
            try:
                if canal_shape(canal, self.shown).contains(ShapelyPoint(x, y)):
                    return canal
            except BoardError:
                continue
        return None

    def pick(self, start: Point, way: Vector, without: Iterable[str] = ()) -> Picked | None:
        """What a line of sight meets first, of what is shown but for the pieces `without`; None beside the board."""
        hidden = set(without)
        best: tuple[float, str | None, bool] | None = None
        for placed in self.shapes.before(self.shown, start, way):
            if placed.id in hidden:
                continue
            hit = self.shapes.hit(placed, start, way)
            if hit is not None and (best is None or hit[0] < best[0]):
                best = (hit[0], placed.id, hit[1])
        ground, street = self.ground(start, way)
        canal = None if ground is None or street is not None else self.water_at(ground[0], ground[1])
        if canal is not None:
            ground = self.plane(start, way, canal.surface)
        far = np.inf if ground is None else float(np.linalg.norm(np.subtract(ground, start)))
        if best is not None and best[0] < far:
            at = (start[0] + way[0] * best[0], start[1] + way[1] * best[0], start[2] + way[2] * best[0])
            return Picked(best[1], at, best[2])
        if ground is None:
            return None
        w, d = self.shown.size
        if not (-MARGIN <= ground[0] <= w + MARGIN and -MARGIN <= ground[1] <= d + MARGIN):
            return None
        under = canal or street
        return Picked(under.id if under is not None else None, ground)

    def ground(self, start: Point, way: Vector) -> tuple[Point | None, Street | None]:
        """Where a line of sight meets the streets, and which of those with a level of their own."""
        for street, place in sorted(street_places(self.shown), key=lambda each: -each[0].level):
            at = self.plane(start, way, street.level)
            if at is not None and place.contains(ShapelyPoint(at[0], at[1])):
                return at, street
        return self.plane(start, way, 0.0), None

    @staticmethod
    def plane(start: Point, way: Vector, z: float) -> Point | None:
        """Where a line of sight meets the level of height z."""
        if way[2] > -1e-3:
            return None
        far = (z - start[2]) / way[2]
        return None if far <= 0 else (start[0] + way[0] * far, start[1] + way[1] * far, z)
