"""Meshes as people have them, and worse: a clear error or a board that says what was mended, never a wrong answer."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import trimesh
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.board.board import Board
from sim.board.files.mending import repairs_told
from sim.board.model.errors import BoardError
from sim.board.model.queries import CoverOf, DropOf, SightOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.verdicts import Cover, Drop, Sight
from sim.board.movement.nav_scene import nav_scene_of
from sim.board.sight.lines_of_sight import sight_scene_of
from sim.geometry.ground.terrain_bins import BINS
from sim.geometry.ground.terrain_mesh import CLOSED
from tests.shapes import Floats, box

WALL = box((4, -20, 0), (4.2, 20, 6))
FLOOR = box((-10, -20, -1), (20, 20, 0))
SCENE = np.concatenate([FLOOR, WALL])


def obj(triangles: Floats) -> bytes:
    points = "".join(f"v {x} {y} {z}\n" for x, y, z in triangles.reshape(-1, 3))
    return (points + "".join(f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}\n" for i in range(len(triangles)))).encode()


def stl(triangles: Floats) -> bytes:
    facets = b"".join(struct.pack("<12fH", 0, 0, 0, *t.ravel(), 0) for t in triangles)
    return bytes(80) + struct.pack("<I", len(triangles)) + facets


def ply(triangles: Floats) -> bytes:
    n = 3 * len(triangles)
    head = f"ply\nformat ascii 1.0\nelement vertex {n}\nproperty float x\nproperty float y\nproperty float z\n"
    head += f"element face {n // 3}\nproperty list uchar int vertex_indices\nend_header\n"
    points = "".join(f"{x} {y} {z}\n" for x, y, z in triangles.reshape(-1, 3))
    return (head + points + "".join(f"3 {i} {i + 1} {i + 2}\n" for i in range(0, n, 3))).encode()


def glb(triangles: Floats, change: Callable[[dict[str, object]], object] | None = None) -> bytes:
    """A .glb whose own axes are turned so that it reads back as these triangles; `change` spoils its document."""
    points = triangles.reshape(-1, 3)[:, [0, 2, 1]] * np.array([1, 1, -1])
    binary = points.astype("<f4").tobytes()
    document: dict[str, object] = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "thing"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": len(points)}],
        "bufferViews": [{"buffer": 0, "byteLength": len(binary)}],
        "buffers": [{"byteLength": len(binary)}],
    }
    if change is not None:
        change(document)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


WRITERS = {".obj": obj, ".stl": stl, ".ply": ply, ".glb": glb}


def loaded(folder: Path, suffix: str, content: bytes) -> Board:
    path = folder / f"terrain{suffix}"
    path.write_bytes(content)
    return Board.load(path)


def over_the_wall(board: Board) -> tuple[Sight, Cover]:
    """Two minis on the floor, the wall between them."""
    minis = Tableau((Figure("a", (1.0, 0.0, 0.001)), Figure("b", (8.0, 0.0, 0.001))))
    sight, cover = board.answer(SightOf("a", "b"), minis), board.answer(CoverOf("a", "b"), minis)
    assert isinstance(sight, Sight)
    assert isinstance(cover, Cover)
    return sight, cover


def turned(triangles: Floats, which: object) -> Floats:
    made = triangles.copy()
    made[which] = made[which][:, ::-1]
    return made


def holed() -> Floats:
    """The scene without one triangle of the wall's end, far from the sight."""
    ends = np.flatnonzero((SCENE[:, :, 1] >= 20).all(axis=1) & (SCENE[:, :, 0] >= 4).all(axis=1))
    return np.delete(SCENE, ends[0], axis=0)


def crumbled() -> Floats:
    """All corners moved a little, each triangle for itself."""
    return SCENE + np.random.default_rng(3).uniform(-3e-6, 3e-6, SCENE.shape)


FLAT = np.array([[[1.0, 1, 1]] * 3, [[0, 0, 0], [1, 1, 1], [2, 2, 2]]])
MENDED: dict[str, tuple[Floats, str]] = {
    "sound": (SCENE, ""),
    "inside out": (SCENE[:, ::-1], "looked the wrong way"),
    "every other triangle turned": (turned(SCENE, slice(None, None, 2)), ""),
    "with a hole": (holed(), "holes"),
    "with cracks": (crumbled(), ""),
    "twice over": (np.concatenate([SCENE, SCENE]), "lay on another"),
    "without area": (np.concatenate([SCENE, FLAT]), "without area"),
    "self-crossing": (np.concatenate([SCENE, box((3.9, -1, -0.5), (4.1, 1, 9)), WALL + np.array([0.1, 0.3, 0.2])]), ""),
    "a sheet for a wall": (np.concatenate([FLOOR, WALL[(WALL[:, :, 0] <= 4).all(axis=1)]]), "holes"),
}


@pytest.mark.parametrize("suffix", WRITERS)
@pytest.mark.parametrize("name", MENDED)
def test_a_bad_mesh_is_still_a_wall(name: str, suffix: str, tmp_path: Path) -> None:
    triangles, said = MENDED[name]
    board = loaded(tmp_path, suffix, WRITERS[suffix](triangles))
    sight, cover = over_the_wall(board)
    assert not sight.visible
    assert sight.gap_bound < 0.02
    assert cover.hidden == pytest.approx(1.0, abs=1e-6)
    drop = board.answer(DropOf("a", (2.0, 0.0, 5.0)), Tableau((Figure("a", (1.0, 0.0, 0.001)),)))
    assert isinstance(drop, Drop)
    assert drop.rest is not None
    assert drop.rest[2] == pytest.approx(0.0, abs=0.01)
    assert said in " ".join(board.mended)
    if name == "sound":
        assert board.mended == []


@pytest.mark.parametrize("suffix", WRITERS)
def test_a_hole_is_seen_through(suffix: str, tmp_path: Path) -> None:
    # A wall without the two large triangles of each side is but a frame of edges.
    large = np.ptp(WALL[:, :, 1], axis=1) * np.ptp(WALL[:, :, 2], axis=1) > 100
    sight, cover = over_the_wall(loaded(tmp_path, suffix, WRITERS[suffix](np.concatenate([FLOOR, WALL[~large]]))))
    assert sight.visible
    assert cover.hidden < 0.05


def spoiled(**values: object) -> Callable[[dict[str, object]], object]:
    return lambda document: document.update(values)


NAN = np.where(np.arange(SCENE.size).reshape(SCENE.shape) == 5, math.nan, SCENE)
REFUSED: dict[str, tuple[str, bytes]] = {
    "empty obj": (".obj", b""),
    "empty stl": (".stl", b""),
    "empty ply": (".ply", b""),
    "empty glb": (".glb", b""),
    "obj of words": (".obj", b"this is no mesh at all\n"),
    "obj of points": (".obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\n"),
    "obj with a far index": (".obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"),
    "obj of zeros": (".obj", obj(np.zeros((4, 3, 3)))),
    "nan in obj": (".obj", obj(NAN)),
    "nan in stl": (".stl", stl(NAN)),
    "nan in ply": (".ply", ply(NAN)),
    "nan in glb": (".glb", glb(NAN)),
    "infinite stl": (".stl", stl(np.where(np.isnan(NAN), np.inf, SCENE))),
    "huge stl": (".stl", stl(SCENE * 1e9)),
    "huge glb": (".glb", glb(SCENE * 1e9)),
    "stl that says more than it holds": (".stl", bytes(80) + struct.pack("<I", 1 << 31) + stl(SCENE)[84:]),
    "truncated glb": (".glb", glb(SCENE)[:700]),
    "truncated ply": (".ply", ply(SCENE)[: len(ply(SCENE)) // 2]),
    "ply of another kind": (".ply", b"ply\nformat whatever 1.0\nend_header\n"),
    "glb version 1": (".glb", struct.pack("<4sII", b"glTF", 1, 12)),
    "glb with a loop": (".glb", glb(SCENE, spoiled(nodes=[{"children": [0]}]))),
    "glb with a far node": (".glb", glb(SCENE, spoiled(scenes=[{"nodes": [7]}]))),
    "glb with a list for a node": (".glb", glb(SCENE, spoiled(nodes=[[]]))),
    "glb with a count of 10^12": (
        ".glb",
        glb(SCENE, spoiled(accessors=[{"componentType": 5126, "type": "VEC3", "count": 10**12}])),
    ),
    "glb with a count below zero": (
        ".glb",
        glb(SCENE, spoiled(accessors=[{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": -3}])),
    ),
    "glb of 10^7 points that are nowhere": (
        ".glb",
        glb(SCENE, spoiled(accessors=[{"componentType": 5126, "type": "VEC3", "count": 10**7}])),
    ),
    "glb that stands in a thousand places": (
        ".glb",
        glb(np.tile(SCENE, (1000, 1, 1)), spoiled(scenes=[{"nodes": [0] * 1000}], nodes=[{"mesh": 0}] * 1000)),
    ),
    "glb in a colour that is none": (
        ".glb",
        glb(
            SCENE,
            spoiled(
                materials=[{"pbrMetallicRoughness": {"baseColorFactor": ["red"]}}],
                meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
            ),
        ),
    ),
    "glb cut off": (".glb", glb(SCENE)[:-40]),
    "stl cut off": (".stl", stl(SCENE)[:-40]),
    "glb with nodes far apart": (".glb", glb(SCENE, spoiled(nodes=[{"mesh": 0, "translation": [1e300, 0, 0]}]))),
    "glb flattened": (".glb", glb(SCENE, spoiled(nodes=[{"mesh": 0, "scale": [0, 0, 0]}]))),
    "glb turned by nothing": (".glb", glb(SCENE, spoiled(nodes=[{"mesh": 0, "rotation": [math.inf, 0, 0, 0]}]))),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_mesh_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    suffix, content = REFUSED[name]
    with pytest.raises(BoardError) as refused:
        loaded(tmp_path, suffix, content)
    assert f"terrain{suffix}" in str(refused.value)
    assert len(str(refused.value)) < 400


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(sorted(WRITERS)),
    st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=6)), max_size=4),
    st.floats(0.02, 1),
)
def test_bytes_that_are_spoiled_or_cut_off_never_crash(
    tmp_path: Path, suffix: str, bites: list[tuple[float, bytes]], kept: float
) -> None:
    content = bytearray(WRITERS[suffix](SCENE))
    for where, what in bites:
        at = int(where * (len(content) - len(what)))
        content[at : at + len(what)] = what
    try:
        board = loaded(tmp_path, suffix, bytes(content[: int(len(content) * kept)]))
    except BoardError:
        return
    sight, cover = over_the_wall(board)
    assert sight.visible or sight.proven or sight.gap_bound > 0
    assert 0 <= cover.hidden <= 1
    for part in board.parts:
        assert np.isfinite(part.triangles).all()


def test_the_second_start_reads_what_the_first_mended(tmp_path: Path) -> None:
    first = loaded(tmp_path, ".stl", stl(MENDED["inside out"][0]))
    again = Board.load(tmp_path / "terrain.stl")
    assert again.key == first.key
    assert again.mended == first.mended != []
    assert np.array_equal(again.parts[0].triangles, first.parts[0].triangles)


ONE = np.array([[[5.0, 5, 0], [9, 5, 0], [5, 9, 0]]])
MINI = Tableau((Figure("a", (1.0, 0.0, 0.001)),))


def dropped(board: Board) -> Drop:
    drop = board.answer(DropOf("a", (6.0, 6.0, 5.0)), MINI)
    assert isinstance(drop, Drop)
    return drop


@pytest.mark.parametrize("apart", [0.0, 1e-7])
def test_a_hundred_thousand_doubles_are_one(apart: float) -> None:
    heap = np.repeat(ONE, 100_000, axis=0)
    heap += np.random.default_rng(1).uniform(-apart, apart, heap.shape)
    board = Board.from_triangles(heap)
    assert dropped(board).rest == dropped(Board.from_triangles(ONE)).rest == (6.0, 6.0, 0.0)
    assert len(sight_scene_of(board).blockers.trees()[0].triangles) >= 100_000


def test_a_face_that_two_solids_have_in_common_closes_both() -> None:
    low, high = box((0, 0, 0), (12, 12, 2)), box((0, 0, 0), (12, 12, 4))
    boxes = np.concatenate([low, high])  # their floors are the same triangles
    scene = nav_scene_of(Board.from_triangles(boxes), MINI).scene
    assert (scene.terrains[0].flag & CLOSED > 0).all()
    assert dropped(Board.from_triangles(boxes)).rest == (6.0, 6.0, 4.0)


def test_a_mesh_in_millimetres_is_only_large(tmp_path: Path) -> None:
    for scale in (25.4, 1000.0):
        board = loaded(tmp_path, ".stl", stl(SCENE * scale))
        assert dropped(board).rest == (6.0, 6.0, 0.0)
        terrain = nav_scene_of(board, MINI).scene.terrains[0]
        assert terrain.columns * terrain.rows * terrain.slabs <= BINS


@pytest.mark.parametrize("far", [1e6, 1e12, 1e300])
def test_what_reaches_beyond_any_table_is_refused(far: float, tmp_path: Path) -> None:
    for triangles in (SCENE * far, np.concatenate([SCENE, ONE + far])):
        with pytest.raises(BoardError, match=r"part 'mesh': triangle \d+ has a corner at .* scale it down"):
            Board.from_triangles(triangles)
    if far < 1e30:
        with pytest.raises(BoardError, match=r"terrain.stl: part 'terrain': triangle 0 .* scale it down"):
            loaded(tmp_path, ".stl", stl(SCENE * far))
    (tmp_path / "terrain.stl").write_bytes(stl(SCENE))
    with pytest.raises(BoardError, match="scale it down"):
        Board.load(tmp_path / "terrain.stl", scale=far)


def test_a_heap_of_sheets_is_refused_where_somebody_would_stand() -> None:
    sheets = np.repeat(ONE, 20_000, axis=0)
    sheets[:, :, 2] += np.linspace(0, 10, len(sheets))[:, None]
    board = Board.from_triangles(sheets)
    sight = board.answer(SightOf("a", "b"), Tableau((*MINI.figures, Figure("b", (20.0, 0.0, 0.001)))))
    assert isinstance(sight, Sight)
    assert sight.visible
    with pytest.raises(BoardError, match=r"part 'mesh': 20,000 faces .* near \d+,\d+: leave out"):
        dropped(board)


@pytest.mark.parametrize("size", [0.1, 1.0, 24.0])
def test_random_triangles_come_to_an_answer_or_an_error(size: float, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    heap = rng.uniform(0, 1, (20_000, 1, 3)) * (48, 48, 12) + rng.uniform(-size / 2, size / 2, (20_000, 3, 3))
    board = loaded(tmp_path, ".stl", stl(heap))
    sight, cover = over_the_wall(board)
    assert sight.visible or sight.proven or sight.gap_bound > 0
    assert 0 <= cover.hidden <= 1
    if size > 10:
        with pytest.raises(BoardError, match="lie over one another"):
            dropped(board)
    else:
        rest = dropped(board).rest
        assert rest is None or np.isfinite(rest).all()


def test_a_fan_of_many_triangles_round_one_point() -> None:
    turns = np.linspace(0, 2 * np.pi, 50_001)
    rim = np.column_stack([20 + 15 * np.cos(turns), 20 + 15 * np.sin(turns), np.zeros(len(turns))])
    top = np.broadcast_to([20.0, 20.0, 1.0], (50_000, 3))
    board = Board.from_triangles(np.stack([top, rim[:-1], rim[1:]], axis=1))
    beyond = sight_scene_of(board).tall.tree["beyond"]
    assert (beyond < 0).sum() == 50_000  # the rim
    assert (nav_scene_of(board, MINI).scene.terrains[0].ledges[:, 6] > 0).all()


def test_a_model_of_a_hundred_parts_is_told_in_a_line_for_each_kind_of_repair() -> None:
    parts = [(f"arm-{n}", ("12 triangles of surfaces with holes: nothing is inside them",)) for n in range(100)]
    parts += [("leg", ("1 triangle of surfaces with holes: nothing is inside them", "left out 2 parts that lay on it"))]
    assert repairs_told(parts) == [
        "arm-0, arm-1 and 99 more parts: 1,201 triangles of surfaces with holes: nothing is inside them",
        "leg: left out 2 parts that lay on it",
    ]
    assert repairs_told(
        [("a", ("left out 1 triangle without area",)), ("b", ("left out 3 triangles without area",))]
    ) == ["a, b: left out 4 triangles without area"]


def scene_file(path: Path, **nodes: tuple[tuple[float, float, float], tuple[float, float, float]]) -> Path:
    """A .glb of boxes as another program writes it, each a node of that name."""
    scene = trimesh.Scene()
    for name, ends in nodes.items():
        made = trimesh.creation.box(bounds=ends)
        scene.add_geometry(made, node_name=name, geom_name=name)
    scene.export(path)
    return path


def test_a_node_that_is_water_by_name_alone_is_told_to_be_ground(tmp_path: Path) -> None:
    path = scene_file(tmp_path / "x.glb", floor=((0, 0, -1), (9, 9, 0)), the_water=((0, 0, 0), (4, 4, 0.1)))
    for _ in range(2):  # made, and as it was kept
        assert any("'the_water' by name alone, and solid ground here" in told for told in Board.load(path).mended)
    plain = scene_file(tmp_path / "y.glb", floor=((0, 0, -1), (9, 9, 0)), waterfront=((0, 0, 0), (4, 4, 0.1)))
    assert not any("by name alone" in told for told in Board.load(plain).mended)


def test_a_part_that_lies_on_another_is_told_when_it_is_made_and_as_it_was_kept(tmp_path: Path) -> None:
    floor = ((0, 0, -1), (9, 9, 0))
    path = scene_file(tmp_path / "x.glb", **{"one/x": floor, "other/x": floor})
    first, again = Board.load(path), Board.load(path)
    assert again.mended == first.mended == ["one/x: left out 1 part that lay on it"]
