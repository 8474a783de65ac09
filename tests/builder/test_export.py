"""What a board becomes outside: a mesh that rules the same, closed prints, a plan to scale."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import shapely
import trimesh
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.errors import MapError
from sim.board.model.queries import CoverOf, DropOf, JumpAlong, Mover, PathTo, ReachOf, SightOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Meaning
from sim.builder.errors import BuilderError
from sim.builder.export.board_mesh import board_glb
from sim.builder.export.plan import plan_of
from sim.builder.export.plan_pdf import plan_pdf, sheets_of
from sim.builder.export.plan_svg import plan_svg
from sim.builder.export.prints import MM, Print, board_tiles, piece_print, stl_bytes
from sim.geometry.tolerance import SLACK
from tests.shapes import box

MAP = """format = 1
name = "Quay"
size = [18, 16]

[[canals]]
id = "rio"
outline = [[9, 0], [13.3, 0], [13, 16], [9, 16]]

[[pieces]]
piece = { kind = "house", floors = 2, colour = "#b4573f" }
at = [4, 11]
turn = 30

[[pieces]]
piece = "cassa"
at = [6.5, 6]

[[pieces]]
piece = "cassa"
at = [2, 5]
turn = 45

[[pieces]]
piece = "ladder-4"
at = [2, 3]

[[pieces]]
piece = "gondola"
id = "gondola"
at = [11, 8]
z = -0.75
turn = 80
"""
FLOATING = (11.0, 8.0, -0.35)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    path = tmp_path_factory.mktemp("board") / "quay.toml"
    path.write_text(MAP, encoding="utf-8")
    return Board.load(path)


def verdicts(board: Board) -> list[object]:
    tableau = Tableau((Figure("a", (4.0, 4.0, 0.0)), Figure("b", (7.0, 14.0, 0.0)), Figure("c", (15.0, 9.0, 0.0))))
    asked = [SightOf("a", "b"), CoverOf("a", "b"), SightOf("a", "c"), ReachOf(Mover("a", 6.0)), DropOf("b", (4, 11, 9))]
    asked += [JumpAlong("b", (15.0, 14.0, 0.0), 5.0), PathTo(Mover("a", 9.0), (2.0, 8.0, 0.0)), DropOf("b", FLOATING)]
    return [board.answer(query, tableau) for query in asked]


def numbers(verdict: object) -> tuple[list[float], str]:
    """The numbers of a verdict, and what it says beside them."""
    text = str(verdict)
    return [float(n) for n in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", text)], re.sub(r"-?\d+\.\d+(?:e-?\d+)?", "", text)


def test_a_board_that_was_a_mesh_in_between_rules_the_same(board: Board, tmp_path: Path) -> None:
    (tmp_path / "quay.glb").write_bytes(board_glb(board))
    again = Board.load(tmp_path / "quay.glb")
    assert {p.name: (p.meaning, p.low, len(p.triangles)) for p in again.parts} == {
        p.name: (p.meaning, p.low, len(p.triangles)) for p in board.parts
    }
    assert again.size == board.size
    assert again.mended == []
    for before, after in zip(verdicts(board), verdicts(again), strict=True):
        (values, words), (others, same) = numbers(before), numbers(after)
        assert words == same
        assert np.allclose(values, others, atol=SLACK)


def test_a_vessel_lies_where_it_lay_and_floats(board: Board, tmp_path: Path) -> None:
    (tmp_path / "quay.glb").write_bytes(board_glb(board))
    for again in (Board.load(tmp_path / "quay.glb"), Board.load(tmp_path / "quay.glb")):  # then from the cache
        (vessel,), (was,) = again.vessels, board.vessels
        assert vessel.start.at == pytest.approx(was.start.at)
        assert vessel.start.turn == pytest.approx(was.start.turn)
        assert np.allclose(vessel.parts[0].triangles, was.parts[0].triangles, atol=1e-5)
    mesh = Board.load(tmp_path / "quay.glb")
    (tmp_path / "twice.glb").write_bytes(board_glb(mesh))
    assert Board.load(tmp_path / "twice.glb").vessels[0].start.at == pytest.approx(board.vessels[0].start.at)


# --- prints ---------------------------------------------------------------------------------------------------------


def closed(triangles: NDArray[np.float32]) -> bool:
    """Is every edge met as often one way as the other?"""
    _, index = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    faces = index.reshape(-1, 3).astype(np.int64)
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    count = int(edges.max()) + 1
    there, back = edges[:, 0] * count + edges[:, 1], edges[:, 1] * count + edges[:, 0]
    return np.array_equal(np.sort(there), np.sort(back))


def volume(printed: Print) -> float:
    """Of the triangles themselves, in ml."""
    a, b, c = printed.triangles.astype(np.float64).transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6000


def test_tiles_are_closed_fit_the_printer_and_make_the_board(board: Board) -> None:
    tiles = list(board_tiles(board, (160.0, 150.0, 120.0), plate=2.0))
    assert [t.name for t in tiles if t.name[1] == "1"] == ["a1-1", "a1-2", "b1", "c1"]
    assert all(closed(t.triangles) for t in tiles)
    assert all(size <= most + 0.01 for t in tiles for size, most in zip(t.size, (160, 150, 120), strict=True))
    (whole,) = board_tiles(board, (1000.0, 1000.0, 1000.0), plate=2.0)
    assert sum(t.volume for t in tiles) == pytest.approx(whole.volume, rel=1e-4)
    assert volume(whole) == pytest.approx(whole.volume, rel=1e-4)
    assert whole.size[:2] == pytest.approx((18 * MM, 16 * MM), abs=0.1)


def test_the_bare_ground_has_its_water_and_its_plate(board: Board) -> None:
    (ground,) = board_tiles(board, (1000.0, 1000.0, 1000.0), plate=2.0, bare=True)
    assert ground.size[2] == pytest.approx(0.75 * MM + 2.0, abs=0.01)
    street = (18 * 16 - (4.0 + 4.3) / 2 * 16) * MM**2
    assert ground.volume * 1000 == pytest.approx(street * 0.75 * MM + 18 * 16 * MM**2 * 2.0, rel=1e-3)


def test_a_print_is_as_large_as_it_is_asked_for() -> None:
    cube = box((0, 0, 0), (2, 2, 2))
    assert piece_print("cube", [cube]).volume == pytest.approx((2 * MM) ** 3 / 1000, rel=1e-4)
    assert piece_print("cube", [cube, cube + 1.0], 0.5).volume == pytest.approx(15 * (MM / 2) ** 3 / 1000, rel=1e-4)
    assert len(stl_bytes(piece_print("cube", [cube]).triangles)) == 84 + 50 * 12


def test_crumbs_that_hang_free_are_left_out_and_what_else_does_is_counted() -> None:
    table, crumb, arch = box((0, 0, 0), (2, 2, 1)), box((0, 0, 3), (0.1, 0.1, 3.1)), box((0, 0, 3), (1, 1, 3.5))
    assert piece_print("a", [table]).loose == 0
    assert piece_print("a", [table, crumb]).volume == pytest.approx(4 * MM**3 / 1000, rel=1e-4)
    hanging = piece_print("a", [table, crumb, arch])
    assert hanging.loose == 1
    assert hanging.volume == pytest.approx(4.5 * MM**3 / 1000, rel=1e-4)
    assert closed(hanging.triangles)


@pytest.mark.parametrize("turn", [15, 20, 70])
def test_no_triangle_of_a_print_of_ones_own_mesh_is_a_line_and_other_programs_find_it_closed(turn: int) -> None:
    """Rounded to what a file holds, corners fall together where steps cut into a turned arch."""
    opening = shapely.union(shapely.box(-1, -1, 1, 1.2), shapely.Point(0, 1.2).buffer(1, 64))
    arch = trimesh.creation.extrude_polygon(shapely.box(-2, 0, 2, 3).difference(opening), 0.6)
    arch.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2, (1, 0, 0)))
    steps = [box((-3.2, -2 + 0.35 * n, 0), (-1.9, -1.6 + 0.35 * n, 0.5 * (n + 1))) for n in range(6)]
    ground, around = box((10, 0, -2), (30, 10, 0)), trimesh.transformations.rotation_matrix(np.radians(turn), (0, 0, 1))
    turned = [part @ around[:3, :3].T + (20, 6, 0) for part in (np.asarray(arch.triangles), *steps)]
    triangles = piece_print("arch", [*turned, ground]).triangles
    corners, index = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    mesh = trimesh.Trimesh(corners, index.reshape(-1, 3), process=False)
    assert all(len(set(face)) == 3 for face in mesh.faces.tolist())
    assert mesh.is_watertight


def test_a_surface_with_holes_is_given_walls() -> None:
    sheet = np.array([[[0, 0, 1], [2, 0, 1], [2, 2, 1]], [[0, 0, 1], [2, 2, 1], [0, 2, 1]]], dtype=np.float64)
    printed = piece_print("awning", [sheet])
    assert closed(printed.triangles)
    assert printed.volume == pytest.approx(4 * 0.05 * MM**3 / 1000, rel=1e-3)
    with pytest.raises(BuilderError, match="with holes"):
        piece_print("scan", [np.concatenate([sheet + n for n in range(4000)])])


# --- plans ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "ratio"), [("a4", 1.0), ("a3", 1.0), ("letter", 0.5)])
def test_sheets_cover_the_board_and_overlap(paper: str, ratio: float) -> None:
    layout = sheets_of((36.0, 48.0), paper, ratio)  # type: ignore[arg-type]
    assert len(layout.sheets) == layout.columns * layout.rows
    at = {(s.column, s.row): s for s in layout.sheets}
    assert max(s.high for s in layout.sheets) == (36.0, 48.0)
    for (column, row), sheet in at.items():
        room = [(layout.paper[k] - 20 - 9 * k) / 25.4 / ratio for k in (0, 1)]
        assert all(sheet.high[k] - sheet.low[k] <= room[k] + 1e-9 for k in (0, 1))
        if (column + 1, row) in at:
            assert sheet.high[0] - at[column + 1, row].low[0] == pytest.approx(10 / 25.4 / ratio)


def test_a_plan_lists_every_piece_and_is_to_scale(board: Board) -> None:
    plan = plan_of(board)
    assert sorted(p.id for p in plan.pieces) == sorted(p.id for p in board.map.pieces)  # type: ignore[union-attr]
    crate = next(p for p in plan.pieces if p.id == "cassa")
    assert crate.middle == pytest.approx((6.5, 6.0), abs=0.05)
    drawn = ElementTree.fromstring(plan_svg(plan, 0.5))
    wide, across = float(drawn.attrib["width"].removesuffix("mm")), float(drawn.attrib["viewBox"].split()[2])
    assert wide / across == pytest.approx(25.4 / 2, rel=1e-3)
    assert all(p.id in "".join(drawn.itertext()) for p in plan.pieces)


def test_a_plan_says_north_and_names_pieces_only_where_that_can_be_read(board: Board) -> None:
    plan = plan_of(board)
    large, small = (list(ElementTree.fromstring(plan_svg(plan, ratio)).itertext()) for ratio in (1.0, 0.25))
    assert "north" in large
    assert [said for said in large if said.startswith("house, ")]
    assert set(small) < set(large)
    assert not [said for said in small if said.startswith("house, ")]
    rows = ElementTree.fromstring(plan_svg(plan)).findall("{http://www.w3.org/2000/svg}text")
    crate = next(n for n, row in enumerate(rows) if row.text == "cassa")
    assert [row.text for row in rows[crate - 1 : crate + 3]] == ["3", "cassa", "cassa-2", "2.00, 5.00"]


def test_a_pdf_has_its_sheets_and_the_same_bytes_each_time(board: Board) -> None:
    plan = plan_of(board)
    made = plan_pdf(plan, np.zeros((16, 18, 3), np.uint8), "a4", 1.0)
    assert made.count(b"/Type /Page\n") == 2 + len(sheets_of(plan.size, "a4", 1.0).sheets)
    assert made == plan_pdf(plan, np.zeros((16, 18, 3), np.uint8), "a4", 1.0)
    with pytest.raises(BuilderError, match="400 are the most"):
        sheets_of((120.0, 120.0), "a4", 4.0)


def test_a_bare_mesh_has_no_plan() -> None:
    with pytest.raises(MapError, match="is a mesh"):
        plan_of(Board.from_triangles(box((0, 0, 0), (2, 2, 2)), Meaning()))
