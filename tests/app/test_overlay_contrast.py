"""Marks over the board are seen on every ground, by day and by night, by every kind of eye, in every palette.

Each mark is drawn on each ground; what it changes must differ from the ground round it by a CIEDE2000 difference that
nobody overlooks, as plain, protan, deutan and tritan eyes and a grey screen see both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView
from sim.app.render.overlay import Overlay
from sim.app.render.palettes import (
    AMBER,
    CALM,
    FALLS,
    FREE,
    GOLD,
    HIDDEN,
    PALETTES,
    ROLLED,
    SEEN,
    TAPE,
    WHITE,
    Colour,
)  # fmt: skip
from sim.app.render.screen import Screen
from sim.board.board import Board
from sim.board.model.terrain import Meaning
from sim.board.model.verdicts import Level, Reach
from tests.app.colour_vision import EYES, difference, seen_by
from tests.app.pictures import own_cache, screen
from tests.app.render_boards import box

__all__ = ["own_cache", "screen"]

GROUNDS = ("paving", "cotto", "ashlar", "stone", "wood", "dark_wood", "timber", "tile", "lead", "earth", "rubble",
           "plaster")  # fmt: skip
WATER = "water"
ACROSS, SIDE = 4, 4.0  # fields in a row; inches of a field
SIZE = (480, 480)
LEAST = 18.0  # CIEDE2000 of a mark against its ground; from 10 on two colours are told apart at a glance
APART = 8.0  # of two colours that stand for different things
STRONG = 88.0  # per cent: the difference that an eighth of a mark's pixels reach

Draw = Callable[[Overlay, tuple[float, float]], None]


def _line(colour: Colour, dashed: float = 0.0) -> Draw:
    return lambda layer, at: layer.line([(at[0] - 1, at[1], 0.05), (at[0] + 1, at[1], 0.05)], colour, 3.0, dashed)


def _ring(colour: Colour) -> Draw:
    return lambda layer, at: layer.ring((*at, 0.0), 0.7, colour)


def _reach(layer: Overlay, at: tuple[float, float], *, rolled: bool) -> None:
    x, y = at
    square = (((x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1), (x - 1, y - 1)),)
    level = Level(z=(0.0, 0.0), polygons=(square,), needs_roll=rolled, area=4.0)
    layer.area(level, ROLLED if rolled else FREE)


MARKS: dict[str, Draw] = {
    "free reach": lambda layer, at: _reach(layer, at, rolled=False),
    "reach with a roll": lambda layer, at: _reach(layer, at, rolled=True),
    "seen": _line(SEEN),
    "in cover": _line(AMBER, 0.5),
    "not seen": _line(HIDDEN, 0.25),
    "a way": _line(GOLD),
    "the best landing": _line(CALM),
    "a fall": _line(FALLS, 0.2),
    "a tape": _line(TAPE),
    "a chosen mini": _ring(GOLD),
    "pointed at": _ring(WHITE),
    "a ghost": lambda layer, at: layer.ghost((*at, 0.0), 0.59, GOLD),
}


def _fields() -> dict[str, tuple[float, float]]:
    return {name: ((i % ACROSS + 0.5) * SIDE, (i // ACROSS + 0.5) * SIDE) for i, name in enumerate((*GROUNDS, WATER))}


@pytest.fixture(scope="module", params=["afternoon", "night"])
def view(request: pytest.FixtureRequest, screen: Screen) -> Iterator[BoardView]:
    """A field of each ground, and water."""
    parts = [
        (
            f"{name}/top",
            Meaning(material=name),
            box((x - SIDE / 2, y - SIDE / 2, -2.0), (x + SIDE / 2, y + SIDE / 2, 0.0)),
        )
        for name, (x, y) in _fields().items()
        if name != WATER
    ]
    board = Board.from_parts(parts, size=(ACROSS * SIDE, ACROSS * SIDE))
    made = BoardView(screen, board, size=SIZE, hour=request.param)
    middle = ACROSS * SIDE / 2
    made.look(CameraView((middle, -6.0, 22.0), (middle, middle - 1, 0.0), fov=44.0))
    yield made
    made.close()


def _patch(view: BoardView, at: tuple[float, float], half: float = 1.4) -> tuple[slice, slice]:
    """The pixels of a field about its middle."""
    corners = [view.to_screen((at[0] + a, at[1] + b, 0.0)) or (0.0, 0.0) for a in (-half, half) for b in (-half, half)]
    x, y = np.array(corners).T
    return slice(int(y.min()), int(y.max()) + 1), slice(int(x.min()), int(x.max()) + 1)


def _contrasts(ground: NDArray[np.float64], marked: NDArray[np.float64]) -> dict[str, float]:
    """How far a mark stands out of its ground, for each eye."""
    changed = np.abs(marked - ground).max(-1) > 0.04
    assert changed.sum() > 20, "nothing is drawn"
    mean = ground.mean((0, 1))
    return {
        eye: float(np.percentile(difference(seen_by(eye, marked[changed]), seen_by(eye, mean)), STRONG)) for eye in EYES
    }


@pytest.mark.parametrize("palette", PALETTES)
def test_every_mark_stands_out_of_every_ground_for_every_eye(view: BoardView, palette: str) -> None:
    plain = view.picture(2)
    faint = []
    for name, draw in MARKS.items():
        layer = Overlay(view.renderer, palette=PALETTES[palette])
        for at in _fields().values():
            draw(layer, at)
        marked = view.picture(2)
        layer.remove()
        for ground, at in _fields().items():
            where = _patch(view, at)
            for eye, found in _contrasts(plain[where], marked[where]).items():
                if found < LEAST:
                    faint.append(f"{name} on {ground} to {eye} eyes: {found:.1f}")
    assert not faint, faint


def test_what_cannot_be_reached_is_darker_and_what_can_be_is_left_as_it_is(view: BoardView) -> None:
    plain = view.picture(2)
    layer = Overlay(view.renderer)
    x, y = _fields()["paving"]
    square = (((x - 1.8, y - 1.8), (x + 1.8, y - 1.8), (x + 1.8, y + 1.8), (x - 1.8, y + 1.8), (x - 1.8, y - 1.8)),)
    layer.reach(Reach(levels=(Level(z=(0.0, 0.0), polygons=(square,), needs_roll=False, area=13.0),), area=13.0))
    marked = view.picture(2)
    layer.remove()
    within = _patch(view, (x, y), 0.9)
    assert np.abs(marked[within] - plain[within]).max() < 0.02
    fields = [_patch(view, _fields()[ground]) for ground in ("cotto", WATER)]
    kept = [marked[where].mean() / plain[where].mean() for where in fields]
    assert 0.5 < kept[0] < kept[1] < 0.95, "what is near is darkened most"


@pytest.mark.parametrize("palette", PALETTES)
def test_colours_that_mean_different_things_are_told_apart_by_every_eye(palette: str) -> None:
    """On a grey screen lines are told by their dashes and words; no colour can say so many things in grey alone."""
    paint = PALETTES[palette].of
    told = {"seen": SEEN, "in cover": AMBER, "not seen": HIDDEN}
    alike = [
        f"{a} and {b} to {eye} eyes"
        for (a, one), (b, two) in combinations(told.items(), 2)
        for eye in EYES
        if eye != "grey"
        and difference(seen_by(eye, np.array(paint(one)[:3])), seen_by(eye, np.array(paint(two)[:3]))) < APART
    ]
    assert not alike, alike


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (50.0, 3.2592, 0.3350), 1.0),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_of_colours_are_those_that_were_published(
    one: tuple[float, ...], two: tuple[float, ...], apart: float
) -> None:
    assert difference(np.array(one), np.array(two)) == pytest.approx(apart, abs=1e-4)
