"""The hours at which a board is shown: they look different, lamps light what they see, and no ruling changes."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.app.render.baked_light import LightScene, key_of, plain_light
from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView
from sim.app.render.hours import AFTERNOON, hour_of
from sim.app.render.lamps import Lamps, lamplight, lamps_of
from sim.app.render.patches import board_patches
from sim.app.render.screen import Screen
from sim.app.render.surface import Surface, join, surface
from sim.app.render.textures import make_textures
from sim.board.board import Board
from sim.board.files.mapfile import MapError
from sim.board.model.hours import HOURS
from sim.board.model.queries import CoverOf, DropOf, SightOf
from sim.board.model.tableau import Figure, Tableau
from sim.geometry.ray.ray_scene import RayScene
from tests.app.pictures import SIZE, own_cache, screen
from tests.app.render_boards import box, house_on_a_quay

__all__ = ["own_cache", "screen"]

MAP = """
format = 1
name = "Corte"
size = [12, 12]
{hour}
canals = [{{ id = "rio", outline = [[0, 8], [12, 8], [12, 12], [0, 12]] }}]

[[pieces]]
piece = "lampione"
id = "lampione"
at = [3, 3]
"""


def board_at(folder: Path, hour: str) -> Board:
    path = folder / f"corte-{hour or 'none'}.toml"
    path.write_text(MAP.format(hour=f'hour = "{hour}"' if hour else ""))
    return Board.load(path)


def surface_of(board: Board) -> Surface:
    return join([surface(patch) for patch in board_patches(board)])


def one_lamp(at: tuple[float, float, float], facing: tuple[float, float, float] = (0, 0, 0)) -> Lamps:
    """Of power 1, without panes of its own."""
    return Lamps(np.array([at]), np.ones((1, 3)), np.array([facing], dtype=float), np.zeros(1))


def test_each_hour_looks_different_and_night_is_the_darkest(screen: Screen) -> None:
    if not screen.shaders:
        pytest.skip("only the tiny renderer is here: no shaders")
    shown: dict[str, NDArray[np.float64]] = {}
    for hour in HOURS:
        view = BoardView(screen, house_on_a_quay(), size=SIZE, hour=hour)
        view.look(CameraView((2.0, -4.0, 5.0), (6.0, 4.0, 1.0), fov=60.0))
        shown[hour] = view.picture(2) * 255
        view.close()
    for one, other in itertools.combinations(HOURS, 2):
        assert np.abs(shown[one] - shown[other]).mean() > 6, (one, other)
    brightness = {hour: picture.mean() for hour, picture in shown.items()}
    assert min(brightness, key=brightness.__getitem__) == "night"
    assert shown["night"].std() > 10, "what stands there is told apart by night"


def test_the_hour_of_a_map_is_the_hour_that_is_shown(screen: Screen, tmp_path: Path) -> None:
    board = board_at(tmp_path, "dusk")
    own, asked = BoardView(screen, board, size=SIZE), BoardView(screen, board, size=SIZE, hour="fog")
    assert (own.hour.name, asked.hour.name) == ("dusk", "fog")
    own.close()
    asked.close()


def test_a_map_without_an_hour_is_an_afternoons(tmp_path: Path) -> None:
    assert board_at(tmp_path, "").hour == AFTERNOON.name


def test_a_map_of_an_hour_that_is_none_names_its_line_and_the_hours(tmp_path: Path) -> None:
    with pytest.raises(MapError, match=r"corte-midnight\.toml.*line 5.*hour.*noon"):
        board_at(tmp_path, "midnight")


def test_an_hour_changes_no_ruling(tmp_path: Path) -> None:
    tableau = Tableau((Figure("a", (2.0, 3.0, 0.0)), Figure("b", (5.0, 3.0, 0.0))))
    plain, night = board_at(tmp_path, ""), board_at(tmp_path, "night")
    for query in (SightOf("a", "b"), CoverOf("a", "b"), DropOf("a", (2.0, 7.9, 3.0))):
        assert plain.answer(query, tableau) == night.answer(query, tableau)


def test_light_is_kept_apart_by_hours() -> None:
    whole = surface_of(house_on_a_quay())
    assert len({key_of(whole, 16, hour_of(hour)) for hour in HOURS}) == len(HOURS)


def test_a_lamp_fades_by_the_square_and_lights_only_what_faces_it() -> None:
    nothing = RayScene(box((50, 50, 50), (51, 51, 51)))
    up, down = np.array([[0.0, 0.0, 1.0]]), np.array([[0.0, 0.0, -1.0]])
    near = lamplight(one_lamp((0, 0, 2)), nothing, np.zeros((1, 3)), up)[0, 0]
    far = lamplight(one_lamp((0, 0, 4)), nothing, np.zeros((1, 3)), up)[0, 0]
    assert near > far > 0
    soft, fade = 0.35, lambda far: (1 - (far / 11) ** 2) ** 2
    assert near / far == pytest.approx((16 + soft) / (4 + soft) * fade(2) / fade(4))
    assert lamplight(one_lamp((0, 0, 2)), nothing, np.zeros((1, 3)), down)[0, 0] == 0
    assert lamplight(one_lamp((0, 0, 12)), nothing, np.zeros((1, 3)), up)[0, 0] == 0


def test_a_window_shines_to_its_front_and_a_wall_keeps_a_lamps_light_off() -> None:
    up, street = np.array([[0.0, 0.0, 1.0]]), np.array([[3.0, 0.0, 0.0]])
    nothing, wall = RayScene(box((50, 50, 50), (51, 51, 51))), RayScene(box((1.4, -5, 0), (1.6, 5, 5)))
    assert lamplight(one_lamp((0, 0, 2), (1, 0, 0)), nothing, street, up)[0, 0] > 0
    assert lamplight(one_lamp((0, 0, 2), (-1, 0, 0)), nothing, street, up)[0, 0] == 0
    assert lamplight(one_lamp((0, 0, 2)), wall, street, up)[0, 0] == 0


def test_a_lamp_post_lights_the_paving_round_it_by_night_and_not_by_day(tmp_path: Path) -> None:
    whole = surface_of(board_at(tmp_path, "night"))
    assert len(lamps_of(whole).at) == 1
    near, far = np.array([[3.9, 3.0, 0.01]]), np.array([[10.9, 3.0, 0.01]])
    up, mean = np.array([[0.0, 0.0, 1.0]]), make_textures().mean
    night = LightScene(whole, mean, hour=hour_of("night"))
    assert night.lamplight(near, up).sum() > 20 * night.lamplight(far, up).sum()
    assert night.lamplight(near, up)[0, 0] > night.lamplight(near, up)[0, 2], "warm"
    day = LightScene(whole, mean, hour=AFTERNOON)
    assert day.lamplight(near, up).sum() == 0


def test_lamps_light_what_is_round_them_before_the_light_of_a_board_is_worked_out(tmp_path: Path) -> None:
    whole, mean = surface_of(board_at(tmp_path, "night")), make_textures().mean
    scene = LightScene(whole, mean, hour=hour_of("night"))
    level = (whole.normals[:, 2] > 0.99) & (np.abs(whole.points[:, 2]) < 0.05)
    off = np.linalg.norm(whole.points[:, :2] - (3, 3), axis=1)
    light = plain_light(whole, scene).gi.sum(axis=1)
    near, far = light[level & (off > 0.6) & (off < 1.5)].mean(), light[level & (off > 6)].mean()
    assert near > 2 * far
    day = plain_light(whole, LightScene(whole, mean, hour=AFTERNOON)).gi.sum(axis=1)
    assert np.ptp(day[level]) == pytest.approx(0.0)
