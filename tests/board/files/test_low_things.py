"""What is low (GEO-03): place by place above the ground or deck below, part by part and surface by surface."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import CoverOf, DistanceOf, SightOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Kind, Meaning, Obstacle
from sim.board.model.verdicts import Cover, Distance, Sight
from tests.shapes import cylinder

Floats = NDArray[np.float64]
SOLID, WATER, CRATE = Meaning(), Meaning(kind=Kind.WATER), Meaning(obstacle=Obstacle.SMALL)


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> Floats:
    return np.array(trimesh.creation.box(bounds=[low, high]).triangles)


def arch(low: float, at: float, wide: float, thick: float, rise: float) -> Floats:
    """A strip along the x axis from 0 to 8, from `low` up at its ends, `rise` higher in the middle."""
    xs = np.linspace(0, 8, 33)
    z = low + rise * (1 - ((xs - 4) / 4) ** 2)
    found = []
    for a, b, i, j in zip(xs[:-1], xs[1:], z[:-1], z[1:], strict=True):
        ends = ((a, i), (b, j))
        c = np.array([[x, y, h + up] for x, h in ends for y in (at, at + wide) for up in (0, thick)])
        found.append(np.array(trimesh.convex.convex_hull(c).triangles))
    return np.concatenate(found)


STREET = ("ground/street", SOLID, block((-20, -20, -1), (40, 40, 0)))


def low(*parts: tuple[str, Meaning, Floats], street: bool = True) -> list[str]:
    board = Board.from_parts([STREET, *parts] if street else parts)
    return [p.name for p in board.parts if p.low]


def sight(board: Board, a: Figure, b: Figure) -> Sight:
    found = board.answer(SightOf("a", "b"), Tableau((a, b)))
    assert isinstance(found, Sight)
    return found


@pytest.mark.rule("GEO-03")
@pytest.mark.parametrize(("height", "is_low"), [(0.5, True), (1.0, True), (1.05, False)])
def test_a_parapet_is_measured_along_its_arched_bridge(height: float, is_low: bool) -> None:
    bridge = ("bridge/deck", SOLID, arch(-0.2, 0, 2.0, 0.2, 1.6))
    parapet = ("bridge/parapet", SOLID, arch(-0.05, 0, 0.2, height + 0.05, 1.6))
    assert ("bridge/parapet" in low(bridge, parapet)) is is_low


@pytest.mark.rule("GEO-03")
def test_a_rail_a_little_outside_its_balcony_stands_on_it() -> None:
    house = ("house/body", SOLID, block((0, 0, 0), (6, 4, 6)))
    balcony = ("house/balcony", SOLID, block((1, -1.5, 2), (5, 0.1, 2.2)))
    rail = block((1, -1.6, 2.15), (5, -1.45, 2.7)), block((0.9, -1.6, 2.15), (1.05, 0, 2.7))
    assert low(house, balcony, ("house/rail", SOLID, np.concatenate(rail))) == ["house/rail"]


@pytest.mark.rule("GEO-03")
def test_what_hangs_far_over_an_edge_is_not_low() -> None:
    house = ("house/body", SOLID, block((0, 0, 0), (6, 4, 6)))
    assert low(house, ("house/balcony", SOLID, block((1, -1.5, 2), (5, 0.1, 2.2)))) == []
    assert low(house, ("house/beam", SOLID, block((5, 1, 6), (9, 2, 6.3)))) == []


@pytest.mark.rule("GEO-03")
@pytest.mark.parametrize(("height", "is_low"), [(0.9, True), (1.1, False)])
def test_a_wall_on_a_slope_is_measured_at_each_place(height: float, is_low: bool) -> None:
    def ramp(at: float, wide: float, bottom: float, top: float) -> Floats:
        c = [[x, y, z] for x, h in ((0, 0), (8, 3)) for y in (at, at + wide) for z in (h + bottom, h + top)]
        return np.array(trimesh.convex.convex_hull(np.array(c)).triangles)

    hill, wall = ("hill/hill", SOLID, ramp(0, 4, -1, 0)), ("wall/wall", SOLID, ramp(2, 0.3, -0.02, height))
    assert ("wall/wall" in low(hill, wall)) is is_low


@pytest.mark.rule("GEO-03")
def test_a_wall_that_is_high_at_one_end_is_low_nowhere() -> None:
    step = ("steps/step", SOLID, block((0, 0, 0), (4, 4, 1.2)))
    assert low(step, ("wall/wall", SOLID, block((-4, 2, 0), (4, 2.2, 2.1)))) == []
    assert low(step, ("wall/wall", SOLID, block((0, 2, 1.2), (4, 2.2, 2.1)))) == ["wall/wall"]


@pytest.mark.rule("GEO-03")
def test_steps_up_to_an_inch_are_low_and_what_stands_on_wide_ones_is_measured_from_them() -> None:
    terrace = ("house/terrace", SOLID, block((0, 0, 0), (6, 6, 0.8)))
    assert low(terrace, ("house/rail", SOLID, block((0, 0, 0.8), (6, 0.2, 1.5)))) == ["house/terrace", "house/rail"]
    upper = ("house/upper", SOLID, block((1, 1, 0.8), (5, 5, 1.6)))
    top = ("house/top", SOLID, block((2, 2, 1.6), (4, 4, 2.4)))
    assert "house/top" not in low(terrace, upper, top)  # a stair of decks is no low terrain


@pytest.mark.rule("GEO-03")
def test_a_crate_on_a_crate_stands_on_the_street() -> None:
    lower, upper = block((0, 0, 0), (2, 2, 0.6)), block((0, 0, 0.6), (2, 2, 1.2))
    assert low(("a/crate", CRATE, lower), ("b/crate", CRATE, upper)) == ["a/crate"]


@pytest.mark.rule("GEO-03")
def test_the_crates_of_a_stack_are_one_thing_and_those_apart_are_not() -> None:
    stack = [block((0, 0, 0), (1, 1, 0.7)), block((0.2, 0.2, 0.705), (0.8, 0.8, 1.3)), block((2, 0, 0), (3, 1, 0.7))]
    board = Board.from_parts([STREET, ("stack/crates", CRATE, np.concatenate(stack))])
    part = board.parts[1]
    assert not part.low
    assert part.low_faces.tolist() == [False] * 24 + [True] * 12


@pytest.mark.rule("GEO-03")
def test_over_water_height_is_above_the_surface_and_what_stands_on_the_bed_is_not_low() -> None:
    water = np.array([[[0, 0, -0.75], [9, 0, -0.75], [9, 9, -0.75]], [[0, 0, -0.75], [9, 9, -0.75], [0, 9, -0.75]]])
    parts = [
        ("canal/water", WATER, water),
        ("jetty/deck", SOLID, block((1, 1, -0.4), (4, 3, -0.25))),
        ("jetty/rail", SOLID, block((1, 1, -0.25), (4, 1.1, 0.6))),  # 0.85" over the deck, 1.35" over the water
        ("beam/beam", SOLID, block((5, 1, 0), (8, 2, 0.3))),
        ("post/post", SOLID, block((5, 5, -2), (5.3, 5.3, 0.2))),
    ]
    assert low(*parts, street=False) == ["jetty/deck", "jetty/rail"]


@pytest.mark.rule("GEO-03")
def test_a_vessels_own_deck_is_the_ground_of_what_stands_on_it() -> None:
    boat = Meaning(vessel="boat")  # type: ignore[arg-type]
    board = Board.from_parts(
        [
            ("boat/hull", boat, block((-4, -1.5, -0.3), (4, 1.5, 1.2))),
            ("boat/chest", boat, block((-1, -1, 1.2), (0, 0, 1.9))),
            ("boat/cabin", boat, block((1, -1, 1.2), (3, 1, 2.6))),
        ]
    )
    assert [p.name for p in board.vessel("boat").parts if p.low] == ["boat/chest"]


def scene(height: float) -> Floats:
    """A street, a house, and a wall across it, as one mesh."""
    return np.concatenate(
        [
            block((0, 0, -0.5), (24, 12, 0)),
            block((0, 8, 0), (6, 12, 5)),
            block((11.9, 1, 0), (12.1, 11, height)),
            block((11.8, 11.2, 0), (12.2, 11.6, 2)),
        ]
    )


HOUNDS = Figure("a", (8.0, 6.0, 0.0), body="hound"), Figure("b", (16.0, 6.0, 0.0), body="hound", facing=180.0)


@pytest.mark.rule("GEO-03")
@pytest.mark.parametrize("suffix", ["stl", "obj", "glb"])
@pytest.mark.parametrize(("height", "visible"), [(0.9, True), (1.1, False)])
def test_a_low_wall_in_a_mesh_without_parts_is_ignored_for_sight_and_hides(
    tmp_path: Path, suffix: str, height: float, visible: bool
) -> None:
    flat = scene(height)
    turned = np.stack([flat[..., 0], flat[..., 2], -flat[..., 1]], axis=-1) if suffix == "glb" else flat
    path = tmp_path / f"scene.{suffix}"
    trimesh.Trimesh(**trimesh.triangles.to_kwargs(turned)).export(path)
    for board in (Board.load(path), Board.load(path)):  # made, and kept
        assert sight(board, *HOUNDS).visible is visible
    found = board.answer(CoverOf("a", "b"), Tableau(HOUNDS))
    assert isinstance(found, Cover)
    assert found.in_cover


@pytest.mark.rule("GEO-03")
def test_a_wall_of_bricks_is_no_low_wall_at_its_foot() -> None:
    """Bricks with a hair between them, in running bond, 3" high: rows of 0.4"."""
    rows = [
        block((11.8, y, 0.4 * row), (12.2, y + 0.997, 0.4 * row + 0.397))
        for row in range(8)
        for y in np.arange(0.0 if row % 2 else -0.5, 12, 1.0)
    ]
    board = Board.from_triangles(np.concatenate([block((0, -1, -0.5), (24, 13, 0)), *rows]))
    assert not board.parts[0].low_faces.any()
    assert not sight(board, *HOUNDS).visible


def slats(thick: float, pitch: float, turn: float) -> Floats:
    """A shutter 3" high of boards that touch nothing, tilted by so many radians."""
    tilted = np.array([[np.cos(turn), 0, -np.sin(turn)], [0, 1, 0], [np.sin(turn), 0, np.cos(turn)]])
    slat = block((-0.1, 1, -thick / 2), (0.1, 11, thick / 2)) @ tilted.T
    return np.concatenate([slat + np.array([12, 0, z]) for z in np.arange(0.1, 3, pitch)])


@pytest.mark.rule("GEO-03")
@pytest.mark.parametrize(("thick", "pitch", "turn"), [(0.02, 0.12, 0.6), (0.02, 0.12, 0.9), (0.3, 0.36, 0.0)])
def test_no_slat_of_a_shutter_is_the_ground_of_those_above_it(thick: float, pitch: float, turn: float) -> None:
    shutter = slats(thick, pitch, turn)
    board = Board.from_parts([STREET, ("house/shutter", SOLID, shutter)])
    tops = shutter.reshape(-1, 36, 3)[..., 2].max(axis=1)
    assert board.parts[1].low_faces.reshape(-1, 12).all(axis=1).tolist() == (tops <= 1).tolist()


@pytest.mark.rule("GEO-03")
def test_a_rail_is_measured_from_a_deck_of_boards_with_gaps() -> None:
    boards = np.concatenate([block((4, 2 + 0.3 * i, 2.9), (12, 2.28 + 0.3 * i, 3)) for i in range(10)])
    stage = ("stage/boards", SOLID, boards), ("stage/rail", SOLID, block((4, 2, 3), (12, 2.1, 3.6)))
    assert low(*stage) == ["stage/rail"]


@pytest.mark.rule("GEO-03")
@pytest.mark.parametrize("finest", [9.0, 0.4, 0.08])
@pytest.mark.parametrize(("wide", "is_low"), [(1.17, False), (1.19, True)])
def test_a_terrace_with_room_for_a_mini_is_the_ground_of_what_stands_on_it_however_fine_its_mesh(
    wide: float, is_low: bool, finest: float
) -> None:
    """A 30 mm base is 1.181" wide: on a narrower terrace, 0.7" high, a box of 0.5" is 1.2" above the street."""
    terrace = block((2, 2, 0), (2 + wide, 9, 0.7))
    corners, faces = trimesh.remesh.subdivide_to_size(
        terrace.reshape(-1, 3), np.arange(36).reshape(-1, 3), max_edge=finest, max_iter=20
    )
    box = block((2.2, 2.2, 0.7), (2.4, 2.9, 1.2))
    found = Board.from_triangles(np.concatenate([block((-5, -5, -1), (20, 20, 0)), box, corners[faces]])).parts[0]
    assert found.low_faces[12:24].all() == is_low
    assert found.low_faces[24:].all()


@pytest.mark.rule("GEO-03")
def test_what_is_fused_with_the_ground_stays_ground() -> None:
    ground = trimesh.creation.box(bounds=[(0, 0, -0.5), (24, 12, 0)])
    wall = trimesh.creation.box(bounds=[(11.9, 1, -0.1), (12.1, 11, 0.9)])
    fused = trimesh.boolean.union([ground, wall], engine="manifold")
    board = Board.from_triangles(np.array(fused.triangles))
    assert not board.parts[0].low_faces.any()


@pytest.mark.rule("GEO-05")
def test_an_obstacle_of_a_mesh_is_one_low_thing_not_all_of_them() -> None:
    walls = [block((12, 2, 0), (12.2, 6, 0.9)), block((12, 6.5, 0), (12.2, 10, 0.9))]
    board = Board.from_triangles(np.concatenate([block((0, 0, -0.5), (24, 12, 0)), *walls]))

    def contact(y: float, other: float) -> str | None:
        a, b = Figure("a", (12 - 15 / 25.4, y, 0.0)), Figure("b", (12.2 + 15 / 25.4, other, 0.0))
        found = board.answer(DistanceOf("a", "b"), Tableau((a, b)))
        assert isinstance(found, Distance)
        return found.obstacle

    assert contact(4.0, 4.0) == "mesh"
    assert contact(5.9, 6.6) is None


@pytest.mark.rule("GEO-03")
@pytest.mark.parametrize("name", ["calle-lunga", "campiello-dei-remi", "san-canciano"])
def test_the_rails_of_all_bridges_are_low(name: str) -> None:
    parts = [
        p for p in Board.load(name).parts if p.name.startswith("ponte-") and ("rail" in p.name or "para" in p.name)
    ]
    assert parts
    assert all(p.low for p in parts)


@pytest.mark.rule("GEO-03")
def test_hounds_on_either_side_of_a_bridges_rail_see_each_other() -> None:
    board = Board.load("campiello-dei-remi")
    a = Figure("a", (8.362, 10.602, 0.0), body="hound")
    assert sight(board, a, Figure("b", (8.683, 17.595, 0.0), body="hound")).visible


@pytest.mark.rule("GEO-03")
def test_nobody_sees_through_a_row_of_posts_or_a_box_up_through_a_slab() -> None:
    a, b = Figure("a", (8, 11.5, 0)), Figure("b", (16, 11.5, 0))
    posts = [(f"post-{i}", Meaning(), cylinder(0.21, 1.2, 64, (12, 11 + 0.5 * i, 0))) for i in range(5)]
    assert low(*posts) == []
    wall = [(f"pile-{i}", Meaning(), cylinder(0.21, 2.5, 64, (12, 6.5 + 0.4 * i, 0))) for i in range(26)]
    assert not sight(Board.from_parts([STREET, *wall]), a, b).visible
    slab = ("slab", Meaning(), block((4.6, 10.8, 1.2), (7.6, 13.8, 1.4)))
    c, d = Figure("a", (5.2, 7.4, 0)), Figure("b", (5.2, 17.3, 0))
    for height in (2.0, 2.39, 2.41, 2.5):
        through = ("box", Meaning(), block((4.7, 11.6, 0), (6.4, 13.2, height)))
        assert not sight(Board.from_parts([STREET, slab, through]), c, d).visible
