"""Pictures without a screen: what is seen is where it should be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import sim
from sim.api.overlays import SEEN, caption
from sim.api.plot import plot


@pytest.fixture(scope="module")
def top() -> sim.Tabletop:
    """A street of 12" by 12" with a canal along its west, a wall, and two minis that see each other past it."""
    board = sim.from_parts(
        {
            "ground/street": sim.box((3, 0, -1), (12, 12, 0)),
            "rio/water": (sim.box((0, 0, -3), (3, 12, -1)), sim.Meaning(kind=sim.Kind.WATER)),
            "wall": sim.box((6, 2, 0), (7, 8, 3)),
        }
    )
    return board.with_mini("a", (5, 10, 0)).with_mini("b", (9, 10, 0))


def pixels(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB"), np.float64)


def test_from_above_a_board_lies_as_on_the_map(top: sim.Tabletop) -> None:
    seen = pixels(top.plot(size=240))
    inch = seen.shape[1] / (12 * 1.04)
    at = {"water": (1.5, 6.0), "street": (10.0, 4.0), "wall": (6.5, 5.0)}
    colour = {
        name: seen[round(seen.shape[0] - (y + 0.24) * inch), round((x + 0.24) * inch)] for name, (x, y) in at.items()
    }
    assert colour["water"][2] > colour["water"][0]  # more blue than red
    assert colour["street"].min() > colour["water"].max()
    assert np.abs(colour["wall"] - colour["street"]).max() > 5


def test_a_clear_beam_is_drawn_from_one_to_the_other(top: sim.Tabletop) -> None:
    sight = top.sight("a", "b")
    assert sight.visible
    green = np.abs(pixels(top.plot(sight, size=480)) - np.array(SEEN[:3])).max(axis=2) < 12
    assert np.abs(pixels(top.plot(size=480)) - np.array(SEEN[:3])).max(axis=2).min() > 12
    columns = np.flatnonzero(green.any(axis=0)) / 480 * 12 * 1.04 - 0.24
    assert columns.min() < 6.0
    assert columns.max() > 8.0


def test_every_verdict_is_drawn_and_told_in_a_line(top: sim.Tabletop) -> None:
    bare = top.plot(size=240)
    asked = [
        top.sight("a", "b"),
        top.cover("a", "b"),
        top.distance("a", "b"),
        top.drop("a", (6.5, 5, 9)),
        top.jump("a", (8, 10, 0), 3),
        top.reach("a", 3),
        top.path("a", (8, 10, 0), move=6),
        top.push("a", (8, 10, 0), 2),
        top.blast("b"),
        top.way("a", (10, 3, 0), move=3),
    ]
    for verdict in asked:
        image = top.plot(verdict, size=240)
        assert image.height > bare.height, caption(verdict)
        drawn = pixels(image)[: bare.height] != pixels(bare)
        assert drawn.any(), caption(verdict)


def test_a_verdict_is_told_with_its_reasons(top: sim.Tabletop) -> None:
    assert caption(top.sight("a", "b")) == "visible: the green beam is clear"
    hidden = top.moved("a", (5, 5, 0)).moved("b", (9, 5, 0)).sight("a", "b")
    assert caption(hidden) == "not visible, blocked by wall (proven)"
    assert caption(top.distance("a", "b")) == '2.82" apart'
    assert caption(top.path("a", (8, 10, 0), move=1)).startswith("no way: ")
    assert caption(top.blast("b")) == "hits b"
    assert caption(top.way("a", (5, 4, 0), move=3)) == "a way of 1 turn, 2 actions, 6.0\"; each number is a turn's end"
    house = sim.from_parts({"street": sim.box((0, 0, -1), (12, 12, 0)), "house": sim.box((6, 2, 0), (10, 8, 5))})
    barred = caption(house.with_mini("a", (3, 5)).way("a", (8, 5, 5), move=3))
    assert barred.startswith("no way: ")
    assert 'a climb of 6.2" from wall to place to stand, and a turn has 6"' in barred


@pytest.mark.parametrize("view", ["top", "bird", "south", "east", "north", "west"])
def test_every_view_is_a_picture_of_the_size_asked_for(top: sim.Tabletop, view: str, tmp_path: Path) -> None:
    top.plot(view=view, size=200, to=tmp_path / "view.png")
    with Image.open(tmp_path / "view.png") as image:
        assert max(image.size) == pytest.approx(200, abs=2)
        assert len(image.getcolors(1 << 16) or range(99)) > 20


def test_a_part_of_a_board_is_shown_alone(top: sim.Tabletop) -> None:
    water = pixels(top.plot(size=120, around=(0, 0, 2.9, 12)))
    assert (water[10:-10, 10:-10, 2] > water[10:-10, 10:-10, 0]).mean() > 0.9


def test_smoke_is_drawn_where_it_lies(top: sim.Tabletop) -> None:
    plain, smoky = (pixels(each.plot()) for each in (top, top.with_marker("fog", "smoke", (9, 5, 0), 2.0)))
    changed = np.argwhere(np.abs(plain - smoky).max(2) > 8)
    south, east = np.median(changed, 0) / (plain.shape[0] / 12)  # half of it lies in shade
    assert (east, 12 - south) == pytest.approx((9, 5), abs=0.6)


def test_a_notebook_shows_it(top: sim.Tabletop) -> None:
    assert top._repr_png_().startswith(b"\x89PNG")


def test_minis_of_one_side_have_one_colour(top: sim.Tabletop) -> None:
    """Without sides each has its own."""

    def base_colours(sides: dict[str, str] | None) -> list[np.ndarray]:
        image = pixels(plot(top.board, top.tableau, around=(0, 0, 12, 12), size=480, sides=sides))
        inch = 480 / (12 * 1.04)
        rims = [(x - 0.5, y - 0.1) for x, y, _ in (figure.at for figure in top.tableau.figures)]
        return [image[round(image.shape[0] - (y + 0.24) * inch), round((x + 0.24) * inch)] for x, y in rims]

    for sides, alike in ((None, False), ({"a": "guild", "b": "strigoi"}, False), ({"a": "guild", "b": "guild"}, True)):
        one, other = base_colours(sides)
        assert bool(np.abs(one - other).max() < 20) is alike
