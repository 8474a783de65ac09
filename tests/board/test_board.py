"""Boards: loading, the cache, low parts, vessels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from sim.board.board import Board, placed
from sim.board.files.cache import read_stored
from sim.board.model.errors import MeshError
from sim.board.model.tableau import Tableau, VesselAt
from sim.board.model.terrain import UNTOLD, Kind, Meaning, Obstacle

CANAL = """format = 1
name = "Test"
size = [12, 12]
[[canals]]
id = "rio"
outline = [[0, 4], [12, 4], [12, 8], [0, 8]]
[[pieces]]
piece = "gondola"
id = "barca"
at = [6, 6]
z = -0.75
turn = 90
"""


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> np.ndarray:
    return np.array(trimesh.creation.box(bounds=[low, high]).triangles)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def canal(tmp_path: Path) -> Path:
    path = tmp_path / "canal.toml"
    path.write_text(CANAL)
    return path


def test_canals_cut_the_street_into_banks_with_slick_walls(canal: Path) -> None:
    board = Board.load(canal)
    names = {p.name: p for p in board.parts}
    assert sorted(names) == ["ground/street-1", "ground/street-2", "rio/water"]
    assert not names["ground/street-1"].meaning.climbable
    assert names["rio/water"].meaning.kind is Kind.WATER
    assert np.allclose(names["rio/water"].triangles[..., 2], -0.75)


def test_a_board_is_the_same_from_its_cache(canal: Path) -> None:
    first = Board.load(canal)
    assert read_stored(first.key) is not None
    again = Board.load(canal)
    assert [(p.name, p.meaning, p.low) for p in again.parts] == [(p.name, p.meaning, p.low) for p in first.parts]
    for a, b in zip(first.parts, again.parts, strict=True):
        assert np.array_equal(a.triangles, b.triangles)


def test_a_broken_cache_is_made_anew(canal: Path, tmp_path: Path) -> None:
    first = Board.load(canal)
    stored = next((tmp_path / "cache").glob("board-*.npz"))
    stored.write_bytes(stored.read_bytes()[:200])
    assert Board.load(canal).triangle_count == first.triangle_count


def test_another_outline_is_another_board(canal: Path) -> None:
    key = Board.load(canal).key
    canal.write_text(CANAL.replace("[12, 8]", "[12, 9]"))
    assert Board.load(canal).key != key


def test_vessels_lie_where_the_tableau_says_or_the_map(canal: Path) -> None:
    board = Board.load(canal)
    assert [v.id for v in board.vessels] == ["barca"]
    assert board.vessels_at(Tableau())[0] == VesselAt("barca", (6.0, 6.0, -0.75), 90.0)
    moved = VesselAt("barca", (8.0, 6.0, -0.75), 80.0)
    brought = VesselAt("gondola#north", (2.0, 6.0, -0.75), 0.0)
    assert board.vessels_at(Tableau(vessels=(moved, brought))) == (moved, brought)
    assert board.vessel("gondola#north").parts[0].name == "gondola#north/hull"
    with pytest.raises(KeyError):
        board.vessel("nothing")


@pytest.mark.rule("GEO-03")
def test_parts_up_to_an_inch_above_the_ground_they_stand_on_are_low() -> None:
    board = Board.from_parts(
        [
            ("ground/street", Meaning(), block((0, 0, -1), (12, 12, 0))),
            ("stack/lower", Meaning(obstacle=Obstacle.SMALL), block((1, 1, 0), (2, 2, 0.6))),
            ("stack/upper", Meaning(obstacle=Obstacle.SMALL), block((1, 1, 0.6), (2, 2, 1.0))),
            ("stack/top", Meaning(obstacle=Obstacle.SMALL), block((1, 1, 1.0), (2, 2, 1.2))),
            ("house/body", Meaning(), block((5, 5, 0), (9, 9, 4))),
            ("house/parapet", Meaning(), block((5, 5, 4), (9, 5.2, 4.5))),
            ("house/balcony", Meaning(), block((5, 4, 2), (9, 5, 2.2))),
            ("house/wall", Meaning(), block((3, 5, 0), (3.3, 9, 1.001))),
        ]
    )
    assert [p.name for p in board.parts if p.low] == ["stack/lower", "stack/upper", "house/parapet"]


def test_decor_takes_no_part() -> None:
    board = Board.from_parts([("a/b", Meaning(decor=True), block((0, 0, 0), (1, 1, 1)))])
    assert board.parts == ()


def test_turning_is_counter_clockwise_about_the_origin() -> None:
    corner = np.array([[[1.0, 0, 0], [2, 0, 0], [1, 1, 0]]])
    assert np.allclose(placed(corner, (10, 0, 1), 90.0)[0, 0], (10, 1, 1))


@pytest.mark.parametrize("suffix", ["obj", "stl", "ply", "glb"])
def test_any_mesh_is_solid_terrain_z_up_in_inches(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"box.{suffix}"
    high = (10.0, 30.0, 20.0) if suffix == "glb" else (10.0, 20.0, 30.0)  # glTF is y-up
    trimesh.creation.box(bounds=[(0, 0, 0), high]).export(path)
    board = Board.load(path, scale=0.1)
    reach = np.concatenate([p.triangles for p in board.parts]).reshape(-1, 3)
    assert np.allclose(np.ptp(reach, axis=0), (1, 2, 3), atol=1e-5)
    assert board.parts[0].meaning == UNTOLD


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("gone.stl", None, "no such file"),
        ("noise.stl", b"this is not a mesh", "cannot be read as a mesh|no triangles"),
        ("empty.obj", b"# nothing\n", "cannot be read as a mesh|no triangles"),
        ("short.glb", b"glTF\x02\x00\x00\x00", "broken glTF"),
        ("nan.obj", b"v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "not finite"),
        ("flat.obj", b"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "no triangles"),
    ],
)
def test_a_bad_mesh_is_one_clear_line(tmp_path: Path, name: str, content: bytes | None, said: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(MeshError, match=said) as caught:
        Board.load(path)
    assert "\n" not in str(caught.value)
    assert name in str(caught.value)
