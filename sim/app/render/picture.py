"""Still pictures of boards and of evidence, made without a display."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Progress
from sim.app.render.board_view import BoardView
from sim.app.render.camera import EYE_HEIGHT, CameraView, bird
from sim.app.render.cutaway import Cutaway
from sim.app.render.figures import FigureLook
from sim.app.render.overlay import Overlay
from sim.app.render.palettes import HIDDEN, SEEN, WHITE, Colour
from sim.app.render.screen import Size, open_screen
from sim.board.board import Board
from sim.board.model.part_names import part_called
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Cover, Distance, Drop, JumpSweep, Reach, Sight, Verdict
from sim.board.model.verdicts import Path as Way
from sim.errors import BautaError
from sim.percent import hidden_share, percent
from sim.words import joined, reason, say

__all__ = ["evidence_picture", "render_picture", "save"]

Floats = NDArray[np.float64]
Draw = Callable[[BoardView], None]

NEAREST = 6.0  # inches from which two minis are looked at
HIGHEST_LABEL = 1.0  # inches over a head
WITHIN = 0.8  # of half the picture: there is room for a label
OVER_HAT, LINE = 0.35, 25.0  # inches over a head where words begin, and pixels from line to line
BYSTANDER = FigureLook(tint=(0.45, 0.45, 0.43), edge=(0.55, 0.55, 0.53))  # neither of the two
FLOOR = 1.5  # inches: heads that are no further apart in height are on one floor
ROUND = 6.0  # inches round a head that are opened over it
OVER_HEAD = 0.4  # inches over a head from which on they are


def render_picture(
    board: Board,
    tableau: Tableau | None,
    camera: CameraView | None,
    size: Size,
    path: str | Path,
    preset: str = "play",
    overlays: Draw | None = None,
    looks: Mapping[str, FigureLook] | None = None,
    progress: Progress | None = None,
    hour: str | None = None,
) -> str:
    """Draw a board to a picture file; `overlays` may draw evidence on the view. Without a camera: from the air; without
    an hour: at the board's own.

    Returns the renderer's name: "TinyPanda" where there are no shaders and the picture is plain.

    Raises:
        NoScreen: nothing here can draw.
        BautaError: the file cannot be written.
    """
    screen = open_screen(size)
    try:
        view = BoardView(screen, board, tableau, preset, size, looks, progress, hour=hour)
        view.look(camera if camera is not None else bird(board.size))
        if overlays is not None:
            overlays(view)
        picture = view.picture()
        view.close()
    finally:
        screen.close()
    save(finished(picture) if preset == "photo" else picture, path)
    return screen.renderer


def evidence_picture(
    board: Board,
    tableau: Tableau,
    verdicts: Sequence[Verdict],
    path: str | Path,
    size: Size = (1280, 800),
    camera: CameraView | None = None,
    named: Collection[str] = (),
) -> str:
    """What the board answered, drawn on it: sight, cover, distance, paths, reach, falls and jumps.

    Without a camera, the first two figures are in the picture, seen from the side: the verdicts are about them, and
    others stand about, grey; a roof over one that would not be seen is left out. `named`: those of the two whose names
    stand over them. Returns the renderer's name.
    """

    def draw(view: BoardView) -> None:
        if camera is None:
            view.look(_both(view, tableau))
            view.renderer.open(_over_hidden(view, tableau))
        layer = Overlay(view.renderer, through=0.4)
        for verdict in verdicts:
            draw_verdict(layer, verdict, tableau)
        for number, figure in enumerate(tableau.figures[:2]):
            name = [(figure.id, WHITE)] if figure.id in named else []
            _write_over(layer, view, figure, [*name, *(_told_of_target(verdicts) if number else ())])

    looks = {figure.id: FigureLook(seat=n) if n < 2 else BYSTANDER for n, figure in enumerate(tableau.figures)}
    return render_picture(board, tableau, camera, size, path, overlays=draw, looks=looks)


def _told_of_target(verdicts: Sequence[Verdict]) -> Iterator[tuple[str, Colour]]:
    """A line whether the second of two is seen, and one of its cover."""
    sight = next((verdict for verdict in verdicts if isinstance(verdict, Sight)), None)
    if sight is not None and sight.visible:
        yield say("seen"), SEEN
    elif sight is not None:
        blocker = sight.blocker and part_called(sight.blocker)
        yield say("not visible, blocked by {part}", part=blocker) if blocker else say("not seen"), HIDDEN
    for cover in verdicts:
        if isinstance(cover, Cover):
            share = hidden_share(cover.hidden) if sight is not None and sight.visible else percent(cover.hidden)
            hidden = say("{share} hidden", share=share)
            yield joined(", ", (hidden, say("in cover") if cover.in_cover else say("no cover"))), WHITE


def _write_over(layer: Overlay, view: BoardView, figure: Figure, lines: Sequence[tuple[str, Colour]]) -> None:
    """Lines over a head, the first the lowest, as far apart in the picture however far away that is."""
    x, y, z = head_of(figure)
    forward = view.view.forward
    depth = view.view.project((x, y, z), view.aspect)[2]
    across = 2 * depth * math.tan(math.radians(view.view.fov) / 2)
    step = LINE * across / view.size[0] / max(math.hypot(*forward[:2]), 0.3)  # what stands upright is foreshortened
    for number, (words, colour) in enumerate(lines):
        layer.label((x, y, z + OVER_HAT + step * (number + 0.5)), words, colour)


def draw_verdict(layer: Overlay, verdict: Verdict, tableau: Tableau) -> None:
    """Draw any verdict that has a place on the board; those without one are passed over."""
    heads = [head_of(figure) for figure in tableau.figures]
    match verdict:
        case Sight() if len(heads) > 1:
            layer.sight(verdict, heads[0], heads[1])
        case Distance():
            a, b = verdict.closest
            layer.tape(
                (a[0], a[1], a[2] + 0.05), (b[0], b[1], b[2] + 0.05), say('{distance:.2f}"', distance=verdict.distance)
            )
        case Reach():
            layer.reach(verdict)
        case Way():
            layer.path(verdict)
        case Drop() if verdict.rest is not None:
            layer.drop(verdict.start, verdict.rest, say('{distance:.1f}"', distance=verdict.height))
        case JumpSweep():
            layer.arc(verdict.path)
            layer.ring(verdict.end, 0.6)
            if verdict.falls and verdict.fall_height > 0.05:
                layer.drop(verdict.end, verdict.rest, say('{distance:.1f}"', distance=verdict.fall_height))
        case _:
            pass


def head_of(figure: Figure) -> Point:
    x, y, z = figure.at
    return (x, y, z + EYE_HEIGHT * figure.base_mm / 30.0)


def _both(view: BoardView, tableau: Tableau) -> CameraView:
    """A view that holds the first two figures, from the side where the board hides fewest of them."""
    if not tableau.figures:
        return view.view
    points = np.array([head_of(figure) for figure in tableau.figures[:2]])
    middle = points.mean(0) - np.array([0, 0, 0.6])
    along = points[-1] - points[0]
    square = math.atan2(along[1], along[0]) - math.pi / 2
    far = max(float(np.linalg.norm(np.ptp(points, axis=0))) * 1.45, NEAREST)
    best: tuple[float, CameraView] | None = None
    for steep in (34.0, 50.0, 66.0):
        for aside in (0.0, 180.0, 35.0, -35.0, 145.0, -145.0):
            turn, lift = square + math.radians(aside), math.radians(steep)
            level = far * math.cos(lift)
            eye = middle + np.array([level * math.cos(turn), level * math.sin(turn), far * math.sin(lift)])
            hidden = view.light.hides(eye, points)
            if best is None or hidden < best[0]:
                best = (hidden, CameraView(_point(eye), _point(middle), fov=50.0))
    assert best is not None
    return _wide_enough(best[1], points, view.aspect)


def _wide_enough(camera: CameraView, heads: Floats, aspect: float) -> CameraView:
    """The view, from so far away that bases and what is written over heads lie within it."""
    marks = [_point(head + np.array([0.0, 0.0, lift])) for head in heads for lift in (-EYE_HEIGHT, HIGHEST_LABEL)]
    middle = np.array(camera.at)
    for _ in range(12):
        seen = [camera.project(mark, aspect) for mark in marks]
        if all(depth > 0 and max(abs(x), abs(y)) <= WITHIN for x, y, depth in seen):
            break
        eye = _point(middle + (np.array(camera.eye) - middle) * 1.1)
        camera = msgspec.structs.replace(camera, eye=eye)
    return camera


def _over_hidden(view: BoardView, tableau: Tableau) -> Cutaway | None:
    """What is left out of the board: all over the heads of those of the two that would not be seen, or over the lower
    one where they stand on different floors."""
    eye = np.array(view.view.eye)
    hidden = [head for head in map(head_of, tableau.figures[:2]) if view.light.hides(eye, np.array([head])) > 0]
    if not hidden:
        return None
    above = min(z for _, _, z in hidden)
    places = np.array([head[:2] for head in hidden if head[2] < above + FLOOR])
    middle, half = (places.min(0) + places.max(0)) / 2, np.ptp(places, axis=0) / 2 + ROUND
    return Cutaway((float(middle[0]), float(middle[1])), (float(half[0]), float(half[1])), above + OVER_HEAD)


def _point(values: Floats) -> Point:
    return (float(values[0]), float(values[1]), float(values[2]))


def finished(picture: Floats) -> Floats:
    """A photo's last touches: a glow round what is brightest, and corners a little darker."""
    from scipy.ndimage import gaussian_filter

    tall, wide, _ = picture.shape
    bright = np.clip(picture - 0.86, 0.0, None) * 2.2
    glow = gaussian_filter(bright, (tall / 60, tall / 60, 0)) + 0.5 * gaussian_filter(bright, (tall / 18, tall / 18, 0))
    y, x = np.mgrid[-0.5 : 0.5 : tall * 1j, -0.5 : 0.5 : wide * 1j]
    return np.asarray(np.clip((picture + glow) * (1 - 0.32 * (x * x + y * y))[..., None], 0, 1))


def save(picture: Floats, path: str | Path) -> None:
    """Write screen values to a picture file of the kind that its name says.

    Raises:
        BautaError: the file cannot be written, or its kind is not known.
    """
    from PIL import Image

    try:
        Image.fromarray((np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)).save(path)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or reason(error)
        raise BautaError(say("cannot write the picture {path}: {error}", path=path, error=why)) from error
