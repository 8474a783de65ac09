"""Round a board its quarter goes on: beyond its edge only, with its canals, and never before it."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from shapely.geometry import Point, box

from sim.app.render.beyond import hidden_blocks
from sim.app.render.camera import CameraView, bird
from sim.app.render.quarters_beyond import LEVEL, Quarters, quarters_beyond
from sim.board.files.canals import land_and_water
from sim.board.files.finding import find_map
from sim.board.files.folders import maps_dir
from sim.board.files.mapfile import MapFile, parse_map, read_map

SHIPPED = sorted(path.stem for path in maps_dir().glob("*.toml"))
STREET = 'format = 1\nname = "A Street"\nsize = [24, 24]\n'
CANAL = '[[canals]]\nid = "rio"\noutline = [[10, 0], [14, 0], [14, 24], [10, 24]]\n'


def houses(quarters: Quarters) -> list[shapely.Geometry]:
    return [
        shapely.MultiPoint(patch.triangles[..., :2].reshape(-1, 2)).convex_hull
        for block in quarters.blocks
        for patch in block.patches
        if patch.material.startswith("stucco")
    ]


def streets(quarters: Quarters) -> shapely.Geometry:
    made = [t[:, :2] for p in quarters.ground if p.material.startswith("paving") for t in p.triangles]
    return shapely.union_all([shapely.Polygon(t) for t in made])


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_beyond_stands_on_the_board(name: str) -> None:
    made = read_map(find_map(name))
    quarters = quarters_beyond(made)
    board = box(0, 0, *made.size)
    assert len(quarters.blocks) > 20
    assert not any(plot.intersects(board) for plot in houses(quarters))
    every = [*quarters.ground, *quarters.islands, *(p for block in quarters.blocks for p in block.patches)]
    corners = np.concatenate([patch.triangles.reshape(-1, 3) for patch in every])
    inside = np.all((corners[:, :2] > 0.0) & (corners[:, :2] < made.size), axis=1)
    assert not inside.any()
    assert np.isfinite(corners).all()


def test_canals_go_on_over_the_edge_and_streets_beside_them() -> None:
    made = parse_map(STREET + CANAL, "street.toml")
    land = streets(quarters_beyond(made))
    for y in (-2.0, 26.0, 40.0):
        assert not land.contains(Point(12.0, y))
        assert land.contains(Point(8.0, y)) or y < -3.0
    assert land.contains(Point(8.0, -2.0))
    assert all(patch.triangles[..., 2].max() <= LEVEL + 0.05 for patch in quarters_beyond(made).ground[:1])


def test_no_house_stands_in_a_canal() -> None:
    made = parse_map(STREET + CANAL, "street.toml")
    water = box(10, 24, 14, 60)
    assert not any(plot.intersection(water).area > 0.01 for plot in houses(quarters_beyond(made)))


def test_the_same_map_has_the_same_quarters_and_another_name_has_others() -> None:
    one, again = (quarters_beyond(parse_map(STREET, "street.toml")) for _ in range(2))
    other = quarters_beyond(parse_map(STREET.replace("A Street", "Another"), "street.toml"))
    tops = [np.concatenate([block.corners for block in each.blocks]) for each in (one, again, other)]
    assert np.array_equal(tops[0], tops[1])
    assert tops[0].shape != tops[2].shape or not np.allclose(tops[0], tops[2])


def hides(made: MapFile, view: CameraView, places: np.ndarray, quarters: Quarters) -> bool:
    """Does a block that is shown stand before one of these places of the board?"""
    from sim.geometry.ray.ray_scene import RayScene

    shown = [block for block, away in zip(quarters.blocks, hidden_blocks(quarters.blocks, view, made.size), strict=True)
             if not away]  # fmt: skip
    scene = RayScene(np.concatenate([p.triangles for block in shown for p in block.patches]))
    return bool(scene.occluded(np.tile(view.eye, (len(places), 1)), places).any())


@pytest.mark.parametrize("turn", range(0, 360, 30))
@pytest.mark.parametrize("steep", [15.0, 42.0, 70.0])
def test_what_stands_before_the_board_is_cut_away(turn: float, steep: float) -> None:
    made = read_map(find_map("san-canciano"))
    quarters = quarters_beyond(made)
    xs, ys = np.meshgrid(np.arange(4.0, 33.0, 2.0), np.arange(4.0, 33.0, 2.0))
    ground = np.column_stack([xs.ravel(), ys.ravel(), np.zeros(xs.size)])
    view = bird(made.size, turn=turn, steep=steep)
    assert not hides(made, view, ground, quarters)
    assert hidden_blocks(quarters.blocks, view, made.size).mean() < 0.6


def test_from_a_street_of_the_board_all_of_it_is_seen() -> None:
    made = read_map(find_map("san-canciano"))
    assert land_and_water(made)[1]
    quarters = quarters_beyond(made)
    view = CameraView((30.0, 30.0, 1.4), (36.0, 36.0, 2.0))
    assert not hidden_blocks(quarters.blocks, view, made.size).any()
