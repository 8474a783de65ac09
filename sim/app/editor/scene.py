"""The board in the editor: its camera, its pieces as they are shown, and the marks over them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress

from sim.app.editor.controller import EditorController
from sim.app.editor.game_marks import GameMarks
from sim.app.editor.making_ready import ReadyMap
from sim.app.editor.marks import EditorMarks
from sim.app.editor.model import EditorModel
from sim.app.editor.tools import EditorTool, Pixel, Vector
from sim.app.editor.workshop import MODEL
from sim.app.render.camera import OrbitCamera
from sim.app.render.first_frames import draw_by_groups
from sim.app.render.map_view import MapView, StandingPiece
from sim.app.render.materials import hex_colour
from sim.app.render.overlay import Overlay
from sim.app.render.piece_models import PieceModel
from sim.app.render.screen import Screen, Size
from sim.app.render.tiles import WHOLE
from sim.app.table.worker import Worker
from sim.board.architecture.plans import PiecePlan
from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.board.files.pieces import piece_name
from sim.board.model.errors import BoardError
from sim.board.model.tableau import Point

__all__ = ["FAR", "EditorScene"]

FAR = 2.8  # of the board's size: from so far it is seen between the panels
BETWEEN = (0.54, 0.72)  # of the window, across and up: what the panels leave free
ABOVE = 0.06  # of the window: so much lower than its middle lies that of what is free
ROUNDS = 12  # in which a view is found that shows all of a board
PIECE = 0.02  # seconds in which pieces are put up between two frames
NEAR = 22.0  # inches: from no farther away a finding is looked at


class EditorScene:
    """Draws a model. `worker` makes the models of pieces ready, one after another."""

    def __init__(
        self, screen: Screen, model: EditorModel, size: Size, worker: Worker, pause: Callable[[], None] = lambda: None
    ) -> None:
        """`pause`: called between pieces of what takes long, while it is made."""
        self.screen, self.model, self.worker = screen, model, worker
        self.view = MapView(screen, model.map.size, size, pause=pause)
        self.orbit = OrbitCamera(model.map.size)
        self.marks = EditorMarks(self.view.renderer, model)
        self.game_marks = GameMarks(self.view.renderer, model)
        self._glide: Point | None = None
        self._wanted: list[str | PiecePlan] = []
        self._hopeless: set[str | PiecePlan] = set()
        self._shown: tuple[MapFile | None, frozenset[str], int] = (None, frozenset(), 0)
        self._mesh: list[Point] = []  # corners of the box round what is taken in
        self._known = self._made = 0  # models, as they were last drawn, and as they are
        self.free = WHOLE  # of the window: what the panels leave of it
        self._light = Worker(threaded=worker.threaded)
        self._unlit: list[str | PiecePlan] = []  # those whose light is still to be worked out
        self.resize(size)
        self.home()

    def stand(self, ready: ReadyMap, pause: Callable[[], None]) -> None:
        """Show the map with the pieces that were made ready for it, a piece after another, and draw it for the first
        time; `pause` draws the window meanwhile."""
        for piece, model in ready.models.items():
            if model is None:
                self._hopeless.add(piece)
            else:
                self._know(piece, model)
        self._unlit += ready.unlit
        self.view.show_ground(self.model.map, ready.ground)
        pause()
        self.home()
        self.view.look(self.orbit.view)
        standing, last = dict[str, StandingPiece](), time.perf_counter()
        for placed in self.model.map.pieces:
            standing[placed.id] = _standing(placed)
            self.view.show(standing)
            self.view.renderer.lod.choose(self.view.view, None)  # here, not in the first frame: it measures all of them
            if time.perf_counter() - last > PIECE:
                pause()
                last = time.perf_counter()
        self.view.attach()
        draw_by_groups(self.view.renderer, pause)

    def _know(self, piece: str | PiecePlan, model: PieceModel) -> None:
        self.view.know(piece_name(piece), model)
        self._made += 1

    def forget(self, piece: str) -> None:
        """Its file may be another now: it is drawn anew when it is wanted."""
        self.view.unknow(piece)
        self._hopeless.discard(piece)

    # -- frames -----------------------------------------------------------------------------------------------

    @property
    def in_motion(self) -> bool:
        """Does something move, or is it being made? While light is worked out the window may rest: that takes seconds,
        and the processor."""
        lights = self._light.ready or (bool(self._unlit) and not self._light.busy)
        made = self.worker.busy or bool(self._wanted) or self.model.shapes.reading
        return self._glide is not None or made or lights

    def sync(self, seconds: float, hand: EditorController) -> None:
        """Bring the picture to what the model shows."""
        model = self.model
        self.worker.poll()
        self._light.poll()
        model.shapes.take_read()
        self._next_model()
        carried = frozenset(model.carried())
        shop = hand.workshop if hand.tool is EditorTool.IMPORT else None
        state = (model.shown, carried, 0 if shop is None else shop.version)
        if state != self._shown or self._known != self._made:
            self._shown, self._known = state, self._made
            self._want([p.piece for p in model.shown.pieces])
            with suppress(BoardError, ValueError):  # an outline that crosses itself while a corner is dragged
                self.view.show_ground(model.shown)
            standing = {p.id: _standing(p) for p in model.shown.pieces}
            if shop is not None and shop.drawn is not None:
                self.view.know(MODEL, shop.drawn)
                standing[MODEL] = StandingPiece(MODEL, shop.spot, 0.0)
            self.view.show(standing, carried)
            self._see_mesh([] if shop is None else shop.corners())
        if self._glide is not None:
            share = min(1.0, 6 * seconds)
            x, y, z = (a + (b - a) * share for a, b in zip(self.orbit.centre, self._glide, strict=True))
            self.orbit.look_at((x, y, z))
            if math.dist(self.orbit.centre, self._glide) < 0.1:
                self._glide = None
        self.view.look(self.orbit.view)
        self.marks.sync(hand)
        self.game_marks.sync(hand.tool)

    def _see_mesh(self, corners: list[Point]) -> None:
        """All of a mesh that is taken in is seen, when it is new or becomes far larger or smaller."""
        before, self._mesh = self._mesh, corners
        if corners and (not before or not 0.5 < math.dist(*corners[::7]) / max(math.dist(*before[::7]), 1e-9) < 2.0):
            self.home()

    def _want(self, pieces: list[str | PiecePlan]) -> None:
        """What is shown and has no model yet; what a hand has gone past in the meantime is not made."""
        here = dict.fromkeys(pieces)
        self._wanted = [p for p in here if piece_name(p) not in self.view.models and p not in self._hopeless]
        self._unlit = [p for p in self._unlit if p in here]

    def _next_model(self) -> None:
        """Make one model that is not drawn at all; beside that, the light of one that is drawn for now."""
        shapes, mean, levels = self.model.shapes, self.view.textures.mean, self.screen.software
        if self._wanted and not self.worker.busy:
            piece = self._wanted.pop(0)
            self.worker.submit(lambda: _tried(lambda: shapes.first_model(piece, mean, levels=levels)),
                               lambda made: self._take(piece, made))  # fmt: skip
        if self._unlit and not self._light.busy and self.model.pending is None:
            dark = self._unlit.pop(0)
            self._light.submit(lambda: _tried(lambda: (shapes.model(dark, mean, levels=levels), True)),
                               lambda made: self._take(dark, made))  # fmt: skip

    def _take(self, piece: str | PiecePlan, made: tuple[PieceModel, bool] | None) -> None:
        if made is None:
            self._hopeless.add(piece)
            return
        self._know(piece, made[0])
        if not made[1]:
            self._unlit.append(piece)

    # -- the camera -------------------------------------------------------------------------------------------

    def home(self) -> None:
        """From the south, and so far away that the panels hide no roof."""
        self._glide = None
        orbit = self.orbit
        orbit.home()
        orbit.distance = FAR * max(self.model.map.size) * max(orbit.aspect / 1.6, 1.0)
        orbit.turn, orbit.steep = -90.0, 55.0
        left, right, bottom, top = (2 * edge - 1 for edge in self.free)
        corners = self._corners()
        for _ in range(ROUNDS):
            seen = [orbit.view.project(corner, orbit.aspect) for corner in corners]
            (x0, x1), (y0, y1) = ((min(p[n] for p in seen), max(p[n] for p in seen)) for n in (0, 1))
            over = max((x1 - x0) / (right - left), (y1 - y0) / (top - bottom))
            if over > 1.0:
                orbit.distance *= min(over * 1.02, 1.5)
            elif left <= x0 and x1 <= right and bottom <= y0 and y1 <= top:
                break
            else:
                orbit.pan((x0 + x1 - left - right) * orbit.aspect / 4, (y0 + y1 - bottom - top) / 4)

    def _corners(self) -> list[Point]:
        """Of the board and of all that stands on it, at its top, and of a mesh that is taken in."""
        w, d = self.model.map.size
        corners: list[Point] = [(x, y, 0.0) for x in (0.0, w) for y in (0.0, d)] + self._mesh
        for placed in self.model.map.pieces:
            with suppress(BoardError):
                _, high = self.model.shapes.heights(placed)
                corners += [(float(x), float(y), high) for x, y in self.model.shapes.outline(placed)]
        return corners

    def top(self) -> None:
        """Straight from above, the whole board between the panels; or back from there."""
        orbit, (w, d) = self.orbit, self.model.map.size
        orbit.top()
        if orbit.mode == "top":
            self._glide = None
            tall = max(d / BETWEEN[1], w / orbit.aspect / BETWEEN[0])
            orbit.zoom_top = max(d, w / orbit.aspect) / tall
            orbit.look_at((w / 2, d / 2 + ABOVE * tall, 0.0))

    def go_to(self, at: Point) -> None:
        """Glide to a place; who looks straight down goes on doing so."""
        self._glide = at
        if self.orbit.mode != "top":
            self.orbit.mode = "orbit"
            self.orbit.distance = min(self.orbit.distance, NEAR)

    def drag(self, button: str, dx: float, dy: float, size: tuple[int, int]) -> None:
        """Right turns the view; middle moves it."""
        self._glide = None
        if button == "mouse3":
            self.orbit.orbit(-dx * 0.3, dy * 0.25)
        else:
            self.orbit.pan(-dx / size[1], dy / size[1])

    def fly(self, keys: set[str], seconds: float, *, nudging: bool) -> None:
        """W, A, S, D move the view; arrows too while nothing is chosen, and turn it with Shift."""
        arrows = not nudging or "shift" in keys
        right = ("d" in keys) - ("a" in keys) + arrows * (("arrow_right" in keys) - ("arrow_left" in keys))
        up = ("w" in keys) - ("s" in keys) + arrows * (("arrow_up" in keys) - ("arrow_down" in keys))
        if "control" in keys or (not right and not up):
            return
        self._glide = None
        if "shift" in keys:
            self.orbit.orbit(-right * 90 * seconds, up * 50 * seconds)
        else:
            self.orbit.pan(right * 0.7 * seconds, up * 0.7 * seconds)

    def zoom(self, factor: float, toward: Point | None) -> None:
        self._glide = None
        self.orbit.zoom(factor, toward)

    def resize(self, size: Size) -> None:
        self.orbit.aspect = size[0] / size[1]
        self.view.resize(size)

    def ray(self, mouse: Pixel) -> tuple[Point, Vector]:
        return self.view.ray(*mouse)

    def pixel(self, point: Point) -> Pixel | None:
        return self.view.to_screen(point)

    @property
    def labelled(self) -> tuple[Overlay, ...]:
        """The layers with words: those of the hand first, which stay where they are."""
        return self.marks.hand, self.game_marks.layer

    def close(self) -> None:
        self._light.close(wait=False)  # it takes seconds, and is kept for the next time
        self.marks.close()
        self.game_marks.close()
        self.view.close()


def _standing(placed: PiecePlacement) -> StandingPiece:
    colour = hex_colour(placed.colour) if placed.colour else None
    return StandingPiece(piece_name(placed.piece), (*placed.at, placed.z), placed.turn, colour, placed.mirror)


def _tried(make: Callable[[], tuple[PieceModel, bool]]) -> tuple[PieceModel, bool] | None:
    """None for a piece that nothing can be made of."""
    try:
        return make()
    except BoardError:
        return None
