"""Meshes of others become pieces and boards: at the right size, with meaning, and measured as they were."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from PIL import Image

from sim.app.editor import piece_shapes
from sim.app.editor.piece_shapes import PieceShapes
from sim.app.render.patches import grouped, piece_patches
from sim.board.board import Board
from sim.board.files.folders import assets_dir
from sim.board.files.glb import read_nodes
from sim.board.files.pieces import read_piece
from sim.board.map_checks.solids import DEEP, sunk
from sim.board.map_checks.survey import shares
from sim.board.model.errors import BoardError, MeshError
from sim.board.model.queries import CoverOf, DropOf, SightOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Kind, Landing, Meaning, Obstacle
from sim.board.model.verdicts import Cover, Drop, Sight
from sim.builder.errors import BuilderError
from sim.builder.export.prints import stl_bytes
from sim.builder.importing.foreign import guessed_up, read_foreign
from sim.builder.importing.kinds import WORDS, GuessedKind, guessed_kind, kind_words, meaning_of
from sim.builder.importing.library import changed_kinds, kept, known_piece, own_pieces
from sim.builder.importing.measured import ROUGH, roughness
from sim.builder.importing.parting import RawPart, hanging_together
from sim.builder.importing.pieces import ImportWishes, Split, imported, slug
from sim.builder.importing.scale_guess import guessed_scales
from sim.builder.importing.scans import ScanWishes, scanned
from sim.builder.importing.thinning import deviation, thinned
from sim.builder.measuring.land import Land
from tests.shapes import box, cylinder

Floats = NDArray[np.float64]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    return tmp_path


def house() -> Floats:
    """A house of two storeys with a door, in inches: walls of slabs, so that one sees through its door."""
    walls = [
        box((0, 0, 0), (4, 0.2, 1.5)),  # north of nothing: the back
        box((0, 3, 0), (1.3, 3.2, 1.5)),
        box((2.2, 3, 0), (4, 3.2, 1.5)),
        box((0, 0.2, 0), (0.2, 3, 1.5)),
        box((3.8, 0.2, 0), (4, 3, 1.5)),
        box((0, 0, 1.5), (4, 3.2, 2.4)),
        box((-0.1, -0.1, 2.4), (4.1, 3.3, 2.5)),
        box((0, 0, 2.5), (4, 3.2, 4.7)),
        box((-0.1, -0.1, 4.7), (4.1, 3.3, 4.8)),
    ]
    return np.concatenate(walls)


def y_up(triangles: Floats) -> Floats:
    return np.stack([triangles[..., 0], triangles[..., 2], -triangles[..., 1]], axis=-1)


def write_obj(path: Path, parts: dict[str, Floats]) -> Path:
    lines, count = [], 0
    for name, triangles in parts.items():
        lines += [f"o {name}", *(f"v {x!r} {y!r} {z!r}" for x, y, z in triangles.reshape(-1, 3).tolist())]
        lines += [f"f {k + 1} {k + 2} {k + 3}" for k in range(count, count + 3 * len(triangles), 3)]
        count += 3 * len(triangles)
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def write_stl(path: Path, triangles: Floats) -> Path:
    path.write_bytes(stl_bytes(triangles.astype(np.float32)))
    return path


# --- size and posture -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suffix", "unit", "per_inch"),
    [
        (".stl", "mm", 25.4),
        (".obj", "m", 25.4 * 56 / 1000),
        (".glb", "m", 1.4224),
        (".ply", "mm", 25.4),
        (".obj", "in", 1),
    ],
)
def test_the_unit_is_guessed_from_doors_storeys_and_size(suffix: str, unit: str, per_inch: float) -> None:
    best = guessed_scales(house() * per_inch, suffix)[0]
    fits = {option.unit for option in guessed_scales(house() * per_inch, suffix) if option.weight > best.weight - 1.0}
    assert unit in fits
    assert best.sizes == pytest.approx([4.2, 3.4, 4.8], rel=0.5)
    assert any("door" in why or "storeys" in why for why in best.why)


def test_a_print_in_millimetres_stands_on_its_feet_at_the_size_of_the_minis(data: Path) -> None:
    path = write_stl(data / "House (v2).stl", house() * 25.4 + np.array([500.0, -90.0, 33.0]))
    made = imported(path)
    triangles = made.triangles
    assert made.inches == pytest.approx(1 / 25.4)
    assert triangles.min((0, 1)) == pytest.approx([-2.1, -1.7, 0.0], abs=1e-3)
    assert triangles.max((0, 1)) == pytest.approx([2.1, 1.7, 4.8], abs=1e-3)
    assert made.scales[0].unit == "mm"
    assert slug(path.stem) == "house-v2"


@pytest.mark.parametrize("up", ["y", "z"])
def test_which_way_is_up_is_seen_by_the_foot(up: str) -> None:
    tower = np.concatenate([box((0, 0, 0), (4, 4, 0.5)), box((1, 1, 0.5), (3, 3, 9))])
    turned = tower if up == "z" else y_up(tower)
    assert guessed_up(turned)[0] == up


def test_the_size_is_set_by_two_points_by_a_length_or_by_a_number(data: Path) -> None:
    path = write_stl(data / "x.stl", house())
    for wishes, factor in (
        (ImportWishes(points=((0, 0, 0), (4, 0, 0), 6.0)), 1.5),
        (ImportWishes(size=9.6), 2.0),
        (ImportWishes(scale=3.0), 3.0),
        (ImportWishes(scale="cm"), 1 / 2.54),
    ):
        assert imported(path, wishes).inches == pytest.approx(factor)
    with pytest.raises(BuilderError, match="two points are one"):
        imported(path, ImportWishes(points=((1, 1, 1), (1, 1, 1), 6.0)))
    with pytest.raises(MeshError, match="give --scale"):
        imported(path, ImportWishes(scale=1000.0))


# --- rulings --------------------------------------------------------------------------------------------------------

PLACES = (((2.0, 7.0, 0.0), (1.6, 1.6, 0.0)), ((2.0, 7.0, 0.0), (3.2, 1.2, 0.0)), ((7.0, 2.0, 0.0), (-3.0, 2.0, 0.0)))


def rulings(board: Board, shift: Sequence[float]) -> list[Any]:
    found: list[Any] = []
    for a, b in PLACES:
        at = [tuple(float(v) for v in np.subtract(place, shift)) for place in (a, b)]
        tableau = Tableau((Figure("a", at[0]), Figure("b", at[1])))  # type: ignore[arg-type]
        sight, cover = board.answer(SightOf("a", "b"), tableau), board.answer(CoverOf("a", "b"), tableau)
        drop = board.answer(DropOf("a", (at[1][0], at[1][1], 8.0)), tableau)
        assert isinstance(sight, Sight)
        assert isinstance(cover, Cover)
        assert isinstance(drop, Drop)
        found.append((sight.visible, cover.in_cover, round(cover.hidden, 2), round(drop.height, 2)))
    return found


@pytest.mark.parametrize("kind", ["print", "asset"])
def test_what_is_imported_rules_as_the_file_did(kind: str, data: Path) -> None:
    if kind == "print":
        path, unit, up = write_stl(data / "a.stl", house() * 25.4), 1 / 25.4, None
    else:
        path, unit, up = write_obj(data / "a.obj", {"house": y_up(house()) * 1.4224}), 1 / 1.4224, "y"
    made = imported(path, ImportWishes(scale=unit, up=up, split="none"))
    piece = kept("a", made.content)
    before = rulings(Board.load(path, scale=unit, up=up), (0.0, 0.0, 0.0))
    assert rulings(Board.load(piece), (2.0, 1.6, 0.0)) == before
    assert len({visible for visible, *_ in before}) == 2  # through the door, and not through the wall


# --- parts and kinds ------------------------------------------------------------------------------------------------


def guessed(name: str, triangles: Floats, *others: Floats) -> GuessedKind:
    corners, *beside = (np.array([each.min(axis=(0, 1)), each.max(axis=(0, 1))]) for each in (triangles, *others))
    return guessed_kind(name, corners, np.array(beside).reshape(-1, 2, 3))


def tops() -> dict[str, Floats]:
    """What of a house is modelled by itself and lies on it, each less than 1" high; and a low wall in the street."""
    return {
        "house": house(),
        "roof": box((-0.2, -0.2, 4.8), (4.2, 3.4, 5.6)),
        "stack": box((1, 1, 5.6), (2.5, 1.4, 6.3)),
        "wall": box((-3, -2, 0), (6, -1.8, 0.8)),
    }


@pytest.mark.parametrize("write", [write_stl, lambda path, t: write_obj(path.with_suffix(".obj"), {"house": t})])
def test_how_far_a_mesh_may_reach_is_asked_once_it_is_scaled(write: Callable[[Path, Floats], Path], data: Path) -> None:
    """In microns, and far from the corner of its file."""
    path = write(data / "house.stl", house() * 25_400.0 + 1e6)
    made = imported(path, ImportWishes(size=6.0, up="z"))
    assert np.ptp(made.triangles.reshape(-1, 3), axis=0).max() == pytest.approx(6.0, abs=1e-3)
    with pytest.raises(MeshError, match="give --scale, or --size INCHES"):
        imported(path, ImportWishes(scale="in"))
    with pytest.raises(MeshError, match="scale it down"):
        imported(write(data / "far.stl", house() + 1e10), ImportWishes(size=6.0))


@pytest.mark.rule("GEO-03")
@pytest.mark.parametrize("split", ["pieces", "names"])
def test_a_mesh_in_parts_of_which_nothing_is_told_rules_as_one(split: Split, data: Path) -> None:
    """Its roof is not low by itself only because it was modelled by itself."""
    file = write_obj(data / "a.obj", tops())
    boards = [Board.load(file)]
    for how in ("none", split):
        made = imported(file, ImportWishes(scale=1.0, up="z", split=how))
        path = kept(how, made.content)
        assert len(known_piece(how).parts) == len(made.parts)
        boards.append(Board.load(path))
    assert len(made.parts) > 3
    found = []
    for board, shift in zip(boards, ((0, 0, 0), (1.5, 0.7, 0), (1.5, 0.7, 0)), strict=True):
        (part,) = board.parts
        triangles = part.triangles
        low = (part.faces(low=True) + shift).max(axis=(1, 2))
        found.append((np.sort(low).round(6).tolist(), rulings(board, shift)))
    assert found[0] == found[1] == found[2]
    assert 0 < len(found[0][0]) < len(triangles)


def test_a_part_that_is_told_to_be_something_is_one_by_itself(data: Path) -> None:
    made = imported(write_obj(data / "a.obj", tops()), ImportWishes(scale=1.0, up="z", kinds={"stack": "soft"}))
    board = Board.load(kept("a", made.content))
    assert {part.name: part.low for part in board.parts} == {"a": False, "stack": True}
    changed_kinds("a", {"stack": "solid"})
    assert len(Board.load(data / "data" / "pieces" / "a.glb").parts) == 1


def test_what_hangs_together_is_a_part_and_crumbs_go_with_their_neighbours() -> None:
    crumbs = [box((x, 0, 0), (x + 0.01, 0.01, 0.01)) for x in (0.2, 0.5, 9.1)]
    parts = hanging_together(
        RawPart("all", np.concatenate([*crumbs, box((0, 0, 1), (4, 4, 4)), box((8, 0, 0), (9, 1, 1))]))
    )
    assert [len(part.triangles) for part in parts] == [36, 24]
    square = [box((2 * x, 2 * y, 0), (2 * x + 1, 2 * y + 1, 1)) for x in range(7) for y in range(7)]
    assert len(hanging_together(RawPart("many", np.concatenate(square)))) == 40


def test_parts_are_taken_for_what_they_are_called_or_shaped_like(data: Path) -> None:
    ladder = box((5, 0, 0), (5.6, 0.1, 3))
    parts = {"walls": house(), "Hay_01": box((6, 3, 0), (7.5, 4.5, 1)), "l": ladder, "c": box((-2, 0, 0), (-1, 1, 1))}
    path = write_obj(data / "tavern.obj", parts)
    made = imported(path, ImportWishes(scale="in", up="z", kinds={"walls": "ruin+slick"}))
    said = {part.name: part.kind.meaning for part in made.parts}
    assert said["walls"] == Meaning(ruin=True, climbable=False)
    assert said["hay-01"].landing is Landing.SOFT
    assert said["l"].kind is Kind.LADDER
    assert said["c"].obstacle is Obstacle.SMALL
    read = {part.name: part.meaning for part in read_piece(kept("tavern", made.content))}
    assert read == said
    with pytest.raises(BuilderError, match="is it 'walls'"):
        imported(path, ImportWishes(kinds={"wals": "ruin"}))
    with pytest.raises(BuilderError, match="is it 'ruin'"):
        imported(path, ImportWishes(kinds={"walls": "ruine"}))


def test_a_part_is_cut_by_height_without_changing_its_triangles(data: Path) -> None:
    path = write_stl(data / "x.stl", house())
    made = imported(path, ImportWishes(scale="in", split="none", cuts=(2.45,)))
    assert [part.name for part in made.parts] == ["x-level-1", "x-level-2"]
    assert sum(len(part.triangles) for part in made.parts) == len(house())


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_a_kind_and_told_by_itself(word: str) -> None:
    assert kind_words(meaning_of(word)) == word
    assert kind_words(msgspec.structs.replace(meaning_of(word), material="stone")) == word


def test_a_guess_is_said_with_its_reason() -> None:
    assert guessed("Gondola.001", house()).why == "it is called 'gondola'"
    assert guessed("mesh", house()).words == "solid"


def test_only_what_stands_alone_is_taken_for_an_obstacle() -> None:
    small = box((0, 0, 1), (0.5, 0.5, 1.5))
    assert guessed("a", small, box((5, 5, 0), (9, 9, 4))).words == "obstacle"
    assert guessed("a", small, box((-2, -2, 0), (2, 2, 1))).words == "obstacle", "on something"
    assert guessed("a", small, box((0.52, -2, 0), (2, 2, 4))).words == "solid", "on a wall"
    assert guessed("a", small, box((-2, -2, 1.5), (2, 2, 1.8))).words == "solid", "under a roof"


# --- thinning -------------------------------------------------------------------------------------------------------


def sphere(radius: float, rings: int) -> Floats:
    import trimesh

    made = trimesh.creation.uv_sphere(radius=radius, count=[rings, rings])
    return np.array(made.triangles, dtype=np.float64)


def test_what_is_drawn_is_thinned_and_what_is_measured_is_not(data: Path) -> None:
    ball = sphere(2.0, 40)
    path = write_stl(data / "ball.stl", ball)
    made = imported(path, ImportWishes(scale="in", drawn=600))
    assert made.look is not None
    assert len(made.look) < 800
    radii = np.linalg.norm(made.look.mean(axis=1) - [0, 0, 2], axis=1)
    assert 2.0 - radii.min() < made.off < 0.3
    piece = read_piece(kept("ball", made.content))
    assert [(part.name, part.meaning.material, len(part.triangles)) for part in piece] == [("ball", "none", len(ball))]


def test_a_scan_in_small_triangles_is_no_detail_that_is_left_out_while_the_view_moves(data: Path) -> None:
    for name, radius, rest in (("house", 2.0, ["other"]), ("knob", 0.5, ["detail"])):
        made = imported(write_stl(data / f"{name}.stl", sphere(radius, 60)), ImportWishes(scale="in", drawn=4000))
        assert made.look is not None
        groups = grouped(piece_patches(kept(name, made.content)))
        assert [group for group, patches in groups.items() if patches] == rest


def test_the_bound_is_one() -> None:
    flat = np.array([[[0, 0, 0], [6, 0, 0], [6, 6, 0]], [[0, 0, 0], [6, 6, 0], [0, 6, 0]]], dtype=np.float64)
    assert deviation(flat, flat) < 0.05
    assert 0.3 <= deviation(flat, flat + np.array([0, 0, 0.3])) < 0.35
    assert deviation(flat, flat[:1]) > 3.0  # a corner that is missing is found
    thin = thinned(sphere(1.0, 24), 300)
    assert deviation(sphere(1.0, 24), thin) >= 1.0 - np.linalg.norm(thin.mean(axis=1), axis=1).min() - 0.02
    assert thinned(flat, 500) is flat


# --- scans, which are rough -------------------------------------------------------------------------------------------


def scanned_box(fine: int, noise: float) -> Floats:
    """A closed box of 4 by 3 by 3 inches in small triangles, the corners moved by up to `noise` inches."""
    made = trimesh.creation.box(extents=(4.0, 3.0, 3.0))
    for _ in range(fine):
        made = made.subdivide()
    moved = np.random.default_rng(7).uniform(-noise, noise, made.vertices.shape)
    return np.asarray((made.vertices + moved)[made.faces], np.float64)


def test_a_scan_is_rough_and_planes_in_small_triangles_and_round_towers_are_not() -> None:
    assert roughness(scanned_box(5, 0.012)) > ROUGH
    assert roughness(scanned_box(5, 0.0)) < 0.05
    assert roughness(sphere(2.0, 90)) < 0.05
    assert roughness(scanned_box(3, 0.012)) == 0.0  # so few triangles take no time


def test_a_scan_is_measured_on_a_thinned_surface_that_is_off_by_no_more_than_is_said(data: Path) -> None:
    rough = scanned_box(5, 0.012)
    made = imported(write_stl(data / "scan.stl", rough), ImportWishes(scale="in", measured=1000))
    assert made.instead is not None
    assert made.instead.triangles == len(rough)
    assert len(made.triangles) <= 1100
    x, y, z = made.feet
    apart = deviation(rough, made.triangles + np.array([x, y, z]))
    assert 0.0 < apart <= made.instead.off + 0.01 < 0.2
    path = kept("scan", made.content)
    assert sum(len(part.triangles) for part in read_piece(path)) == len(made.triangles)
    assert known_piece("scan").instead == made.instead
    changed_kinds("scan", {made.parts[0].name: "difficult"})
    assert known_piece("scan").instead == made.instead


def test_a_mesh_of_few_triangles_is_measured_itself(data: Path) -> None:
    made = imported(write_stl(data / "box.stl", box((0, 0, 0), (2, 2, 2))), ImportWishes(scale="in", measured=500))
    assert made.instead is None
    assert known_piece(kept("box", made.content).stem).instead is None


@pytest.mark.parametrize("measured", [None, 1500])
def test_nobody_stands_under_the_uneven_foot_of_a_scan(measured: int | None, data: Path) -> None:
    """Set down on its lowest point it would hover over the street by the roughness of its foot."""
    rough = scanned_box(5, 0.012)
    made = imported(write_stl(data / "scan.stl", rough), ImportWishes(scale="in", measured=measured))
    assert 0.01 < made.sunk <= DEEP
    kept("scan", made.content)
    (data / "m.toml").write_text('format = 1\nname = "m"\nsize = [12, 12]\n\n[[pieces]]\npiece = "scan"\nat = [6, 6]\n')
    land = Land(Board.load(data / "m.toml"), 30.0)
    low = [nodes for nodes in land.areas.values() if np.median(land.at(nodes)[:, 2]) < 1.0]
    assert len(low) == 1
    assert not list(sunk(land.board))


def test_a_plane_foot_stands_on_the_street(data: Path) -> None:
    made = imported(write_stl(data / "plain.stl", scanned_box(5, 0.0)), ImportWishes(scale="in"))
    assert made.sunk == 0.0
    assert made.triangles[..., 2].min() == 0.0


def test_parts_that_say_what_they_are_are_not_thinned(data: Path) -> None:
    made = imported(write_stl(data / "ball.stl", sphere(2.0, 40)), ImportWishes(scale="in"))
    (data / "ball.glb").write_bytes(made.content)
    with pytest.raises(BuilderError, match="--measured"):
        imported(data / "ball.glb", ImportWishes(measured=500))


def test_large_pieces_are_read_beside_the_window(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = imported(write_stl(data / "scan.stl", scanned_box(4, 0.012)), ImportWishes(scale="in"))
    kept("scan", made.content)
    monkeypatch.setattr(piece_shapes, "LARGE", 1000)
    shapes, aside = PieceShapes(data), PieceShapes(data)
    aside.aside = True
    assert aside.shape("scan") is None
    assert aside.is_awaited("scan")
    assert aside.reading
    while aside.reading:
        aside.take_read()
    found, same = aside.shape("scan"), shapes.shape("scan")
    assert found is not None
    assert same is not None
    assert found.sides == same.sides
    assert not aside.reading


# --- there and back -------------------------------------------------------------------------------------------------


def given_back(content: bytes, change: dict[str, dict[str, object]], move: Sequence[float]) -> bytes:
    """As a modelling program writes it: another maker, its objects moved, other custom properties."""
    length: int = struct.unpack_from("<I", content, 12)[0]
    document = json.loads(content[20 : 20 + length])
    document["asset"] = {"version": "2.0", "generator": "Khronos glTF Blender I/O v4.2"}
    for node in document["nodes"]:
        node["extras"] = {**node.get("extras", {}), **change.get(node["name"], {})}
        node["translation"] = list(move)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = content[20 + length :]
    return struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest


def test_a_piece_comes_back_from_blender_with_its_meaning_and_the_changes(data: Path) -> None:
    parts = {"walls": house(), "hay": box((6, 3, 0), (7.5, 4.5, 1))}
    made = imported(write_obj(data / "inn.obj", parts), ImportWishes(scale="in", up="z", licence="CC0, Zanetta"))
    back = data / "inn.glb"
    back.write_bytes(given_back(made.content, {"walls": {"ruin": True, "cycles": 3}}, (0.0, 0.5, 0.0)))
    again = imported(back)
    assert again.scale_said == "as it is"
    assert {part.name: part.kind.meaning for part in again.parts} == {
        "walls": Meaning(ruin=True),
        "hay": meaning_of("soft"),
    }
    lifted = made.triangles + np.array([0, 0, 0.5])
    assert np.allclose(again.triangles, lifted, atol=1e-5)
    read = read_piece(kept("inn", again.content))
    assert {part.name for part in read} == {"walls", "hay"}


def test_a_shipped_piece_is_taken_with_its_detail() -> None:
    path = assets_dir() / "pieces" / "gondola.glb"
    made = imported(path)
    there = kept("my-gondola", made.content)
    assert read_piece(there)[0].meaning == read_piece(path)[0].meaning
    assert np.allclose(read_piece(there)[0].triangles, read_piece(path)[0].triangles, atol=1e-6)


# --- the library ----------------------------------------------------------------------------------------------------


def test_the_library_is_seen_by_every_map_and_by_the_editor(data: Path) -> None:
    made = imported(write_stl(data / "x.stl", house()), ImportWishes(scale="in", split="none", licence="CC0"))
    kept("my-house", made.content)
    (data / "m.toml").write_text('format = 1\nname = "M"\nsize = [9, 9]\n[[pieces]]\npiece = "my-house"\nat = [4, 4]\n')
    assert "my-house/x" in {part.name for part in Board.load(data / "m.toml").parts}
    assert "my-house" in PieceShapes(data).names()
    assert own_pieces() == ["my-house"]
    assert known_piece("my-house").licence == "CC0"
    changed_kinds("my-house", {"x": "difficult"})
    assert known_piece("my-house").parts[0].kind == "difficult"
    assert (data / "data" / "pieces" / "my-house.png").read_bytes().startswith(b"\x89PNG")


def test_no_piece_takes_the_place_of_another_without_a_word(data: Path) -> None:
    made = imported(write_stl(data / "x.stl", house()), ImportWishes(scale="in"))
    kept("mine", made.content)
    kept("mine", made.content)  # the same once more
    other = imported(write_stl(data / "y.stl", house()), ImportWishes(scale="in", split="none"))
    with pytest.raises(BuilderError, match="in your library already"):
        kept("mine", other.content)
    kept("mine", other.content, over=True)
    for name, says in (("pozzo", "comes with the program"), ("../x", "--name"), ("", "--name")):
        with pytest.raises(BuilderError, match=says):
            kept(name, made.content)
    with pytest.raises(BuilderError, match="comes with the program"):
        changed_kinds("pozzo", {"well": "solid"})
    with pytest.raises(BuilderError, match="has no part 'roof'"):
        changed_kinds("mine", {"roof": "solid"})


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"solid x\nendsolid x",
        b"\0" * 84,
        b"glTF",
        bytes(range(256)),
        stl_bytes(np.full((1, 3, 3), np.nan, np.float32)),
    ],
)
@pytest.mark.parametrize("suffix", [".stl", ".obj", ".ply", ".glb"])
def test_what_is_no_mesh_is_refused(content: bytes, suffix: str, data: Path) -> None:
    (data / f"x{suffix}").write_bytes(content)
    with pytest.raises(BoardError):
        imported(data / f"x{suffix}")


def test_a_speck_and_a_sheet_are_told() -> None:
    with pytest.raises(BuilderError, match="no letters"):
        slug("()")


# --- scans ----------------------------------------------------------------------------------------------------------


def scan(folder: Path, *, island: bool = False) -> tuple[Path, Any]:
    """A table of 24 inches in metres, tilted: a street with a canal, a house, and noise; or with water round an
    `island`. Its file, and what puts a point of the table into it."""
    chance = np.random.default_rng(3)
    side = np.linspace(0.0, 24.0, 97)
    x, y = np.meshgrid(side, side, indexing="ij")
    far = np.hypot(x - 15, y - 12)
    wet = (far > 3) & (far < 6) if island else (y > 10) & (y < 14)
    z = np.where(wet, -1.2, 0.0) + chance.normal(0, 0.015, x.shape)
    points = np.stack([x, y, z], axis=-1).reshape(-1, 3)
    k = np.arange(97 * 97).reshape(97, 97)
    corners = [
        np.stack(c, -1).reshape(-1, 3)
        for c in ((k[:-1, :-1], k[1:, :-1], k[1:, 1:]), (k[:-1, :-1], k[1:, 1:], k[:-1, 1:]))
    ]
    triangles = np.concatenate([points[np.concatenate(corners)], box((4, 3, -0.2), (9, 7, 5))])
    angle = np.radians(12)
    tilt = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])

    def put(point: Sequence[float]) -> tuple[float, float, float]:
        a, b, c = (tilt @ (np.asarray(point, dtype=np.float64) * 0.0254) + [0.3, -2.0, 0.7]).tolist()
        return (a, b, c)

    made = np.array([[put(corner) for corner in triangle] for triangle in triangles])
    return write_stl(folder / "table.stl", made), put


def test_a_scan_of_a_table_becomes_a_map_with_its_water(data: Path) -> None:
    path, put = scan(data)
    level = (put((0, 0, 0)), put((20, 0, 0)), put((0, 20, 0)))
    wishes = ScanWishes(level, (put((0, 0, 0)), put((24, 0, 0)), 24.0), water=-0.5, crop=(0.0, 0.0, 24.0, 24.0))
    made = scanned(path, "table-scan", "Table", wishes)
    assert made.tilt == pytest.approx(12, abs=0.1)
    (data / "table-scan.glb").write_bytes(made.piece)
    (data / "table.toml").write_text(made.text, encoding="utf-8")
    board = Board.load(data / "table.toml")
    assert board.size == (24.0, 24.0)
    built = shares(board).buildings * 24 * 24
    assert built == pytest.approx(5 * 4, abs=0.5), "its house is a part of its own, and a building"
    water = next(part.triangles for part in board.parts if part.meaning.kind is Kind.WATER)
    assert water.min((0, 1)) == pytest.approx([0, 10, -0.5], abs=0.3)
    assert water.max((0, 1)) == pytest.approx([24, 14, -0.5], abs=0.3)
    tableau = Tableau((Figure("a", (6.0, 1.5, 0.0)), Figure("b", (6.0, 8.5, 0.0)), Figure("c", (14.0, 5.0, 0.0))))
    behind, beside = board.answer(SightOf("a", "b"), tableau), board.answer(SightOf("a", "c"), tableau)
    assert isinstance(behind, Sight)
    assert isinstance(beside, Sight)
    assert (behind.visible, beside.visible) == (False, True)
    roof = board.answer(DropOf("a", (6.0, 5.0, 8.0)), tableau)
    assert isinstance(roof, Drop)
    assert roof.height == pytest.approx(3.0, abs=0.02)


def test_an_island_of_a_scan_stays_dry(data: Path) -> None:
    path, put = scan(data, island=True)
    level = (put((0, 0, 0)), put((20, 0, 0)), put((0, 20, 0)))
    wishes = ScanWishes(level, (put((0, 0, 0)), put((24, 0, 0)), 24.0), water=-0.5, crop=(0.0, 0.0, 24.0, 24.0))
    (data / "table-scan.glb").write_bytes((made := scanned(path, "table-scan", "Table", wishes)).piece)
    (data / "table.toml").write_text(made.text, encoding="utf-8")
    board = Board.load(data / "table.toml")
    tableau = Tableau((Figure("a", (1.0, 1.0, 0.0)),))
    landed = [board.answer(DropOf("a", (x, 12.0, 3.0)), tableau) for x in (15.0, 19.5, 22.5)]
    assert [each.ground.water for each in landed if isinstance(each, Drop) and each.ground] == [False, True, False]


def test_a_scan_that_cannot_be_laid_down_is_refused(data: Path) -> None:
    path, put = scan(data)
    row = (put((0, 0, 0)), put((5, 0, 0)), put((20, 0, 0)))
    level = (put((0, 0, 0)), put((20, 0, 0)), put((0, 20, 0)))
    apart = (put((0, 0, 0)), put((24, 0, 0)), 24.0)
    with pytest.raises(BuilderError, match="in a row"):
        scanned(path, "x", "x", ScanWishes(row, apart))
    with pytest.raises(BuilderError, match="two points are one"):
        scanned(path, "x", "x", ScanWishes(level, (apart[0], apart[0], 3.0)))
    with pytest.raises(MeshError, match="are played on"):
        scanned(path, "x", "x", ScanWishes(level, (apart[0], apart[1], 300.0)))
    with pytest.raises(MeshError, match="nothing"):
        scanned(path, "x", "x", ScanWishes(level, apart, crop=(50, 50, 60, 60)))


def test_a_post_is_no_ladder() -> None:
    assert guessed("post", cylinder(0.4, 4.0), house()).words == "solid"


# --- colours --------------------------------------------------------------------------------------------------------


def drawn_colours(content: bytes, folder: Path) -> dict[str, Floats]:
    """The colours of the corners of each node, as they are drawn."""
    (folder / "drawn.glb").write_bytes(content)
    nodes = read_nodes(folder / "drawn.glb")
    return {
        node.name: np.concatenate([s.colours[:, :3] for s in node.skins if s.colours is not None]) for node in nodes
    }


def test_a_picture_on_two_triangles_is_drawn_and_they_are_measured(data: Path) -> None:
    picture = np.zeros((64, 64, 3), np.uint8)
    picture[:, ::16], picture[:, 8::16] = (255, 0, 0), (0, 0, 255)
    wall = trimesh.creation.box((4.0, 4.0, 1.0))
    corners = wall.vertices[wall.faces].reshape(-1, 3)
    look = trimesh.visual.TextureVisuals(
        uv=corners[:, :2] / 4 + 0.5,
        material=trimesh.visual.material.PBRMaterial(baseColorTexture=Image.fromarray(picture)),
    )
    trimesh.Trimesh(corners, np.arange(36).reshape(-1, 3), visual=look, process=False).export(data / "wall.glb")
    made = imported(data / "wall.glb", ImportWishes(scale=1.0, drawn=4000))
    assert len(made.triangles) == 12
    assert made.look is not None
    assert 1000 < len(made.look) <= 4000
    assert made.off == 0.0
    colours = drawn_colours(made.content, data)["look"]
    assert {"red" if red > 0.4 else "blue" for red, _, blue in colours if max(red, blue) > 0.4} == {"red", "blue"}
    assert deviation(made.triangles, made.look) < 0.1


def test_plain_colours_of_materials_are_kept_and_none_is_made_up(data: Path) -> None:
    scene = trimesh.Scene()
    for n, colour in enumerate(([200, 30, 30, 255], [30, 30, 200, 255])):
        part = trimesh.creation.box((2.0, 2.0, 2.0))
        part.apply_translation((3.0 * n, 0.0, 0.0))
        part.visual = trimesh.visual.TextureVisuals(
            material=trimesh.visual.material.PBRMaterial(baseColorFactor=colour)
        )
        scene.add_geometry(part, node_name=f"block-{n}")
    scene.export(data / "blocks.glb")
    made = imported(data / "blocks.glb", ImportWishes(scale=1.0))
    colours = drawn_colours(made.content, data)
    assert [int(np.argmax(colours[part.name].mean(axis=0))) for part in made.parts] == [0, 2]
    trimesh.creation.box((2.0, 2.0, 2.0)).export(data / "bare.glb")
    assert read_foreign(data / "bare.glb").colours is None
