"""Water is drawn, and throws light back, where a map has it: each canal's at its own height, none over dry streets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sim.app.render.board_surfaces import BoardSurfaces
from sim.app.render.board_view import BoardView
from sim.app.render.camera import from_above
from sim.app.render.map_view import MapView
from sim.app.render.patches import board_patches, ground_patches
from sim.app.render.screen import NoScreen, Screen, open_screen
from sim.app.render.water_sheets import WATER_LEVEL, WaterSheets, water_sheets
from sim.board.board import Board
from sim.board.files.canals import ground_parts
from sim.board.files.finding import find_map
from sim.board.files.folders import maps_dir
from sim.board.files.mapfile import MapFile, parse_map, read_map
from tests.app.pictures import SIZE, own_cache, screen

__all__ = ["own_cache", "screen"]

HEAD = 'format = 1\nname = "Heights"\nsize = [24, 12]\n'
CANAL = '[[canals]]\nid = "{id}"\noutline = [[{x}, -1], [{end}, -1], [{end}, 13], [{x}, 13]]\nsurface = {z}\nbed = -9\n'
PIT = '[[streets]]\nid = "pit"\noutline = [[18, 2], [23, 2], [23, 10], [18, 10]]\nlevel = {level}\n'
HEIGHTS = (
    HEAD
    + CANAL.format(id="low", x=1, end=5, z=-2.5)
    + CANAL.format(id="usual", x=7, end=10, z=-0.75)
    + CANAL.format(id="high", x=12, end=16, z=-0.3)
    + PIT.format(level=-1.5)
)
NO_CANAL = HEAD + PIT.format(level=-1.5)


def sheets_of(made: MapFile) -> WaterSheets:
    return water_sheets(ground_parts(made), made.size)


def level_at(sheets: WaterSheets, x: float, y: float) -> list[float]:
    """The heights of the water at a place, seen from above."""
    every = np.concatenate([sheets.lagoon(-50, -50, 80, 80), sheets.apart])
    over = [t for t in every if shapely.Polygon(t[:, :2]).contains(shapely.Point(x, y))]
    return sorted({round(float(t[:, 2].mean()), 3) for t in over})


@pytest.mark.parametrize("name", sorted(path.stem for path in maps_dir().glob("*.toml")))
def test_the_boards_that_come_with_the_program_have_the_lagoons_one_sheet(name: str) -> None:
    sheets = sheets_of(read_map(find_map(name)))
    assert sheets.is_usual
    assert len(sheets.lagoon(-450, -450, 450, 450)) == 2


def test_each_canals_water_is_at_its_own_height_and_none_is_over_a_sunken_street() -> None:
    sheets = sheets_of(parse_map(HEIGHTS))
    assert level_at(sheets, 3, 6.37) == [-2.5]
    assert level_at(sheets, 8.5, 6.37) == [WATER_LEVEL]
    assert level_at(sheets, 14, 6.37) == [-0.3]
    assert level_at(sheets, 20, 6.37) == []
    assert level_at(sheets, -5, 6.37) == [WATER_LEVEL], "the lagoon beyond the edge"


@given(st.integers(-40, -8), st.integers(-40, -1))
def test_where_water_is_seen_from_above_it_is_seen_once(surface: int, level: int) -> None:
    text = HEAD + CANAL.format(id="one", x=1, end=5, z=surface / 10) + CANAL.format(id="two", x=5, end=9, z=-0.5)
    sheets = sheets_of(parse_map(text + PIT.format(level=level / 10)))
    assert level_at(sheets, 3, 6.37) == [surface / 10]
    assert level_at(sheets, 7, 6.37) == [-0.5]
    assert level_at(sheets, 20, 6.37) == ([] if level / 10 <= WATER_LEVEL else [WATER_LEVEL])
    assert sheets.lowest <= surface / 10


def test_higher_water_falls_to_lower_so_that_nothing_is_seen_under_it() -> None:
    text = HEAD + CANAL.format(id="one", x=1, end=5, z=-2) + CANAL.format(id="two", x=5, end=9, z=-0.5)
    upright = sheets_of(parse_map(text)).apart
    upright = upright[np.ptp(upright[..., 2], axis=1) > 0.01]
    between = upright[np.ptp(upright[..., 0], axis=1) < 0.01]
    assert set(np.round(np.unique(between[..., 0]), 3)) <= {5.0, 9.0}
    assert between[..., 2].min() < -2
    assert between[..., 2].max() == -0.5
    lagoon = upright[np.ptp(upright[..., 1], axis=1) < 0.01]
    assert set(np.round(np.unique(lagoon[..., 1]), 2)) == {-0.03, 0.0, 12.0, 12.03}


def test_light_falls_onto_each_canals_own_water_and_into_a_sunken_street(tmp_path: Path) -> None:
    surfaces = BoardSurfaces(board_of(tmp_path, HEIGHTS))
    places = np.array([[3.0, 6, 2], [8.5, 6, 2], [14, 6, 2], [20, 6, 2]])
    assert surfaces.light.height_under(places) == pytest.approx([-2.5, WATER_LEVEL, -0.3, -1.5])
    light, _ = surfaces.light.gather(places[3:] - [0, 0, 3.4], np.array([[0.0, 0.0, 1.0]]), 16, 1)
    assert light.min() > 0.1, "the floor of the street sees the sky"


@pytest.fixture(params=["shaders", "plain"])
def any_screen(request: pytest.FixtureRequest, own_cache: None) -> Iterator[Screen]:
    try:
        made = open_screen(SIZE, tiny=request.param == "plain")
    except NoScreen as error:
        pytest.skip(str(error))
    yield made
    made.close()


def redder_at(picture: NDArray[np.float64], x: float) -> bool:
    """Is it more red than blue within an inch of the middle of the board's depth?"""
    per = SIZE[1] / (24.0 / (SIZE[0] / SIZE[1]) * 1.04)
    column, row = int(SIZE[0] / 2 + (x - 12.0) * per), SIZE[1] // 2
    red, _, blue = picture[row - 9 : row + 9, column - 9 : column + 9].mean((0, 1)).tolist()
    return bool(red > blue)


def test_a_sunken_street_is_drawn_dry(any_screen: Screen, tmp_path: Path) -> None:
    view = BoardView(any_screen, board_of(tmp_path, HEIGHTS), size=SIZE)
    view.look(from_above((24.0, 12.0), SIZE[0] / SIZE[1]))
    picture = view.picture()
    view.close()
    assert redder_at(picture, 20.5), "paving, no water"
    assert not redder_at(picture, 3.0)
    assert not redder_at(picture, 14.0)


SUNKEN = """format = 1
name = "Sunken"
size = [24, 24]
[[canals]]
id = "rio"
line = [[4, 0], [4, 24]]
width = 4
[[streets]]
id = "fossa"
outline = [[12, 8], [20, 8], [20, 16], [12, 16]]
level = -1.5
"""


@pytest.mark.parametrize("at_the_table", [True, False])
def test_no_weed_grows_on_the_walls_of_a_sunken_street_but_on_those_of_a_canal(
    tmp_path: Path, at_the_table: bool
) -> None:
    patches = board_patches(board_of(tmp_path, SUNKEN)) if at_the_table else ground_patches(parse_map(SUNKEN))
    weedy = np.concatenate([patch.triangles for patch in patches if patch.material == "ashlar"]).mean(axis=1)
    weedy = weedy[weedy[:, 2] > -1.4]  # what is seen
    inside = (weedy[:, 0] > 11.5) & (weedy[:, 0] < 20.5) & (weedy[:, 1] > 7.5) & (weedy[:, 1] < 16.5)
    assert not inside.any()
    assert ((weedy[:, 0] > 1.9) & (weedy[:, 0] < 6.1)).sum() >= 4  # down to the canal


def test_the_editor_draws_water_where_the_map_has_it_while_it_is_changed(screen: Screen) -> None:
    if not screen.shaders:
        pytest.skip("only the tiny renderer is here: no shaders")
    view = MapView(screen, (24.0, 12.0), SIZE)
    view.show_ground(parse_map(HEIGHTS))
    low, high = view.renderer.water.apart.get_tight_bounds()
    assert (low[2], high[2]) == pytest.approx((-2.6, -0.3))
    view.show_ground(parse_map(NO_CANAL.replace("-1.5", "-0.5")))
    assert view.renderer.water.apart.get_tight_bounds() is None
    view.close()


def board_of(folder: Path, text: str) -> Board:
    path = folder / "heights.toml"
    path.write_text(text)
    return Board.load(path)
