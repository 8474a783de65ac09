"""The hand of the editor: what the mouse points at, presses and drags, for the tool that is in use."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

import msgspec
import numpy as np

from sim.app.editor.brush import Brush, brush_of, propose_brush, put_down, turned_brush
from sim.app.editor.game_marks import mark_under
from sim.app.editor.handles import Handle, corner_drag, handle_under, house_corners, propose_corner, without_corner
from sim.app.editor.minis import mini_under, move_mini, put_mini, take_mini
from sim.app.editor.model import EditorModel, Picked
from sim.app.editor.remaking import Remaker
from sim.app.editor.tools import (
    DRAWN,
    SMALLEST,
    STANDS,
    STRETCHED,
    BoxDrag,
    CornerDrag,
    Drag,
    EditorTool,
    Eyes,
    Floats,
    MoveDrag,
    Pixel,
    StrokeDrag,
    boxed,
    brush_edges,
    drawn_edit,
    mark_edit,
    propose_mark,
    propose_move,
    propose_stroke,
    raising,
    snapped_corner,
    still_edges,
    turning,
    widening,
    within,
)
from sim.app.editor.workshop import Workshop
from sim.board.files.map_marks import MapNote, MapObjective
from sim.board.files.mapfile import PiecePlacement
from sim.board.model.tableau import Point
from sim.builder.corners import corners_of, foot_of
from sim.builder.edits import Edit, Remove
from sim.builder.errors import EditRefused
from sim.builder.flat_things import FlatThing
from sim.words import reason

__all__ = ["DOUBLE", "Clipboard", "EditorController"]

FAR = 5.0  # pixels that the mouse moves before a press becomes a drag
DOUBLE = 0.4  # seconds


class Clipboard(Protocol):
    """What keeps copied text."""

    def put(self, text: str) -> None: ...

    def text(self) -> str: ...


class EditorController:
    """Mouse and tools over a model. `eyes`: how the board is seen."""

    def __init__(
        self, model: EditorModel, eyes: Eyes, clipboard: Clipboard, remaker: Remaker, workshop: Workshop
    ) -> None:
        self.model, self.eyes, self.remaker, self.workshop = model, eyes, remaker, workshop
        self.tool = EditorTool.SELECT
        self.brush = Brush()
        self.lift = 0.0  # inches that the brush is held over what is under it
        self.points: tuple[tuple[float, float], ...] = ()  # of the canal that is being drawn
        self.width = 5.0  # of a canal drawn as a line
        self.drag: Drag | None = None
        self.guides: Floats = np.zeros((0, 2, 2))  # edges that what is in hand lies against
        self.hovered: Picked | None = None
        self.handle: Handle | None = None  # under the mouse
        self.corner: Handle | None = None  # that keys hold
        self.clipboard = clipboard
        self.written = ""  # the note that was put down last, until its words can be typed
        self._pressed: Pixel | None = None
        self._mouse: Pixel = (0.0, 0.0)
        self._hit_chosen = False
        self._seen = model.map  # the map that the mouse was last held against

    # -- tools ------------------------------------------------------------------------------------------------

    def take(self, tool: EditorTool) -> None:
        """Use another tool; what is in hand is put back."""
        self.drag, self.points, self.model.tape, self.guides = None, (), (), np.zeros((0, 2, 2))
        if tool is not EditorTool.PLACE:
            self.brush = Brush()
        if tool in DRAWN:
            self.model.selected = ()
        self.tool, self.hovered = tool, None
        self.model.propose(None)

    def hold(self, pieces: Sequence[PiecePlacement], flat: Sequence[FlatThing] = ()) -> None:
        """Have things in hand, to be put down with each click."""
        if not pieces and not flat:
            return
        self.take(EditorTool.PLACE)
        self.brush, self.lift = brush_of(pieces, flat), 0.0
        self._follow(free=False)

    def cancel(self) -> bool:
        """Put back what is in hand; False where there is nothing."""
        if self.drag is not None:
            self.drag = None
            self.model.propose(None)
        elif self.points:
            self.points = ()
            self.model.propose(None)
        elif self.tool is EditorTool.REMAKE and self.remaker.busy:
            self.remaker.stop()
        elif self.tool is not EditorTool.SELECT:
            self.take(EditorTool.SELECT)
        elif self.corner is not None:
            self.corner = None
        elif self.model.selected:
            self.model.selected = ()
        else:
            return False
        return True

    def turn(self, by: float) -> None:
        """Turn what is in hand, or else what is chosen."""
        if self.tool is EditorTool.PLACE:
            self.brush = turned_brush(self.brush, by)
            self._follow(free=False)
        elif isinstance(self.drag, MoveDrag):
            self.drag = msgspec.structs.replace(self.drag, turned=self.drag.turned + by, moved=True)
            self._follow(free=False)
        elif edit := turning(self.model, by):
            self.model.commit(edit)

    def raise_by(self, by: float) -> None:
        """Raise what is in hand, or else what is chosen."""
        if self.tool is EditorTool.PLACE:
            self.lift = round(self.lift + by, 3)
            self._follow(free=False)
        elif edit := raising(self.model, by):
            self.model.commit(edit)

    def widen(self, by: float) -> None:
        """Another width for the line or brush in hand, or the lines that are chosen."""
        if self.tool in (EditorTool.LINE, EditorTool.LANE, EditorTool.WATER):
            self.width = max(self.width + by, SMALLEST)
            self._follow(free=False)
        elif edit := widening(self.model, by):
            self.model.commit(edit)

    def remove(self) -> None:
        """Take away the corner under the mouse or that keys hold, or else what is chosen."""
        model, handle = self.model, self.lit
        if handle is not None and not handle.between:
            try:
                if edit := without_corner(model, handle):
                    model.commit(edit)
            except EditRefused as error:
                model.notify(reason(error), alert=True)
            self.handle = self.corner = None
            return
        if self.tool is EditorTool.MINI:
            take_mini(model)
        elif model.selected:
            model.commit(Remove(model.selected))

    @property
    def lit(self) -> Handle | None:
        """The handle under the mouse, or the corner that keys hold while what it is of is chosen."""
        if self.corner is not None and self.corner.id not in self.model.selected:
            self.corner = None
        return self.handle or self.corner

    # -- the mouse --------------------------------------------------------------------------------------------

    def hover(self, mouse: Pixel, *, free: bool = False) -> None:
        """Once a frame: the mouse is here."""
        moved = mouse != self._mouse
        self._mouse = mouse
        if isinstance(self.drag, BoxDrag):
            self.drag.now = mouse
            return
        if moved or self.hovered is None or self._seen is not self.model.map:
            self._follow(free=free)

    def _follow(self, *, free: bool) -> None:
        """Bring what is in hand to where the mouse is."""
        model, mouse = self.model, self._mouse
        self._seen = model.map
        start, way = self.eyes.ray(mouse)
        self.guides = np.zeros((0, 2, 2))
        match self.drag:
            case MoveDrag(ids=(id,)) if isinstance(mark := model.flat(id), MapObjective | MapNote):
                under = model.pick(start, way)
                if under is not None and (self.drag.moved or self._far(mouse)):
                    self.drag.moved = True
                    propose_mark(model, mark, under.at, free=free)
                return
            case MoveDrag():
                at = model.plane(start, way, self.drag.grip[2])
                if at is not None and (self.drag.moved or self._far(mouse)):
                    self.drag.moved = True
                    self.guides = propose_move(model, self.drag, at, free=free)
                return
            case CornerDrag():
                at = model.plane(start, way, foot_of(self.drag.thing))
                if at is not None and (self.drag.moved or self._far(mouse)):
                    self.drag.moved = True
                    propose_corner(model, self.drag, at, free=free)
                return
        if self.tool is EditorTool.IMPORT:
            self.workshop.point(start, way)
            self.hovered = None
            return
        if self.tool is EditorTool.WATER:
            self._paint(start, way)
            return
        if self.tool is EditorTool.PLACE:
            at, self.guides = propose_brush(model, self.brush, self.lift, start, way, free=free)
            self.hovered = None if at is None else Picked(None, at)
            return
        self.hovered = model.pick(start, way)
        if self.tool is EditorTool.SELECT:
            self.hovered = mark_under(model, self.eyes, mouse, self.hovered)
        if model.mini_held and self.hovered is not None:
            move_mini(model, self.hovered.at)
        self.handle = handle_under(model, self.eyes, mouse) if self.tool is EditorTool.SELECT else None
        if self.tool in DRAWN:
            at = model.plane(start, way, 0.0)
            if at is not None:
                others = house_corners(model) if self.tool is EditorTool.PLOT else None
                line = self.tool in (EditorTool.LINE, EditorTool.LANE)
                corner = snapped_corner(model, at[:2], free=free, line=line, others=others)
                corner = within(model, corner) if self.tool is EditorTool.ZONE else corner
                self.hovered = Picked(None, (*corner, 0.0))
                model.propose(self._tried((*self.points, corner)))

    def _paint(self, start: Point, way: tuple[float, float, float]) -> None:
        """The water brush is here."""
        at = self.model.plane(start, way, 0.0)
        self.hovered = None if at is None else Picked(None, at)
        if at is not None:
            self.guides = brush_edges(at, self.width)
            if isinstance(self.drag, StrokeDrag):
                propose_stroke(self.model, self.drag, at, self.width)

    def press(self, mouse: Pixel, *, more: bool, free: bool = False) -> None:
        """The left button went down. `more`: choose besides what is chosen."""
        self.hover(mouse, free=free)
        self._pressed = mouse
        match self.tool:
            case EditorTool.MINI if mini := mini_under(self.model, self.eyes, mouse):
                self.model.mini, self.model.mini_held = mini, True
            case EditorTool.SELECT:
                self._press_chosen(more=more, free=free)
            case EditorTool.IMPORT:
                self.workshop.press(*self.eyes.ray(mouse))
            case EditorTool.WATER if self.hovered is not None:
                self.drag = StrokeDrag([self.hovered.at[:2]], free)
                self._follow(free=free)

    def _press_chosen(self, *, more: bool, free: bool) -> None:
        """Take hold of what is under the mouse, or begin a box."""
        model, mouse = self.model, self._mouse
        self.corner = None
        if self.handle is not None and (drag := corner_drag(model, self.handle)):
            self.drag = drag
            return
        picked = self.hovered
        wide = picked is not None and bool(corners_of(model.flat(picked.id or "")))
        if picked is None or picked.id is None or (more and wide):
            self.drag = BoxDrag(mouse, mouse, model.selected if more else ())
            return
        self._hit_chosen = picked.id in model.selected
        if more:
            own = (picked.id,) if free else model.whole((picked.id,))
            chosen = [id for id in model.selected if id not in own]
            model.selected = tuple(chosen) if self._hit_chosen else (*chosen, *own)
            return
        if not self._hit_chosen:
            model.selected = (picked.id,) if free else model.whole((picked.id,))
        if wide and not self._hit_chosen:
            self.drag = BoxDrag(mouse, mouse, ())  # water or a zone is chosen by a click, and moved once it is chosen
            return
        self._grab(picked)

    def _grab(self, picked: Picked) -> None:
        model = self.model
        assert picked.id is not None
        held = model.piece(picked.id)
        pieces = model.chosen_pieces()
        own = np.concatenate([model.shapes.edges(p) for p in pieces]) if pieces else np.zeros((0, 2, 2))
        anchor = held.at if held is not None else (0.0, 0.0)
        self.drag = MoveDrag(model.selected, picked.at, still_edges(model, model.selected), own, anchor)

    def release(self, mouse: Pixel, *, more: bool, double: bool = False, free: bool = False) -> None:
        """The left button went up."""
        self.hover(mouse, free=free)
        drag, self.drag = self.drag, None
        self.workshop.release()
        if self.model.mini_held:
            self.model.mini_held, self._pressed = False, None
        was_click = self._pressed is not None and all(
            abs(a - b) <= FAR for a, b in zip(mouse, self._pressed, strict=True)
        )
        self._pressed = None
        match drag:
            case MoveDrag() if drag.moved:
                self.model.commit()
            case MoveDrag():
                if self._hit_chosen and self.hovered is not None and self.hovered.id is not None and not more:
                    self.model.selected = (self.hovered.id,) if free else self.model.whole((self.hovered.id,))
            case StrokeDrag():
                self.model.commit()
            case CornerDrag():
                self.model.commit() if drag.moved else self.model.propose(None)
            case BoxDrag():
                self._choose_boxed(drag, was_click)
            case None if was_click and self.tool is not EditorTool.SELECT:
                self._click(double)
        self._follow(free=free)

    def _choose_boxed(self, drag: BoxDrag, was_click: bool) -> None:
        model = self.model
        if was_click:
            id = self.hovered.id if self.hovered is not None else None
            model.selected = drag.kept if id is None else tuple(dict.fromkeys((*drag.kept, id)))
            return
        model.selected = model.whole((*drag.kept, *boxed(model, self.eyes, drag)))

    def _click(self, double: bool) -> None:
        """A click of a tool that does not choose."""
        match self.tool:
            case EditorTool.PLACE:
                put_down(self.model)
                self._follow(free=False)
            case EditorTool.MINI if self.hovered is not None:
                put_mini(self.model, self.hovered.at)
            case tool if tool in STANDS and self.hovered is not None:
                if self.model.commit(mark_edit(self.model, tool, self.hovered.at, free=False)):
                    self.model.selected = self.model.fresh[:1]
                    if tool is EditorTool.NOTE:  # its words are typed next
                        self.take(EditorTool.SELECT)
                        self.written = self.model.selected[0]
            case EditorTool.MEASURE if self.hovered is not None:
                at = self.hovered.at
                self.model.tape = (at,) if len(self.model.tape) != 1 else (self.model.tape[0], at)
            case tool if tool in DRAWN and self.hovered is not None:
                corner = (self.hovered.at[0], self.hovered.at[1])
                if double or (len(self.points) > 2 and corner == self.points[0]) or corner in self.points[-1:]:
                    self.finish()
                else:
                    self.points = (*self.points, corner)
                    if tool in STRETCHED and len(self.points) == 2:
                        self.finish()

    def finish(self) -> None:
        """End what is drawn."""
        if self.tool is EditorTool.REMAKE:
            if len(self.points) > 2:
                self.remaker.part(self.points)
            self.points = ()
            return
        try:
            edit = drawn_edit(self.tool, self.points, self.width, self.model.map.size)
        except EditRefused as error:
            self.model.notify(reason(error), alert=True)
            self.points = self.points[:-1]
            return
        if edit is None:
            return
        self.points = ()
        if self.model.commit(edit):
            self.take(EditorTool.SELECT)
            self.model.selected = self.model.fresh if len(self.model.fresh) == 1 else ()

    def unpoint(self) -> None:
        """Take the last corner back."""
        self.points = self.points[:-1]
        self._follow(free=False)

    def _tried(self, points: Sequence[tuple[float, float]]) -> Edit | None:
        """What is drawn so far, where anything can be made of it."""
        with suppress(EditRefused):
            return drawn_edit(self.tool, points, self.width, self.model.map.size)
        return None

    def _far(self, mouse: Pixel) -> bool:
        """Is the mouse so far from where it was pressed that this is a drag?"""
        return self._pressed is None or max(abs(a - b) for a, b in zip(mouse, self._pressed, strict=True)) > FAR
