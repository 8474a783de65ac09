"""A mirrored piece is its mirror image in all that is measured and drawn of it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from sim.app.render.patches import board_patches
from sim.board.board import Board
from sim.board.files.mapfile import Canal, MapFile, PiecePlacement, parse_map
from sim.board.model.queries import CoverOf, GroundOf, SightOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.verdicts import Cover, Ground, Sight
from sim.builder.document import MapDocument, new_map_text
from sim.builder.edits import AddFlat, Mirror, PlacePieces
from sim.builder.export.board_mesh import board_glb
from sim.builder.looks import look_of_board

SIZE = (24.0, 24.0)
HANDED = 0.04  # of a body: a mini that looks north is not its own mirror image, and the minis are not mirrored
PIECES = (
    PiecePlacement("casa-rosa", (6.0, 5.0), turn=35.0),
    PiecePlacement("bottega", (15.5, 6.0), turn=250.0),
    PiecePlacement("palazzo", (8.0, 19.0), turn=100.0),
    PiecePlacement("rovina", (18.0, 18.0), turn=15.0),
    PiecePlacement("gondola", (20.0, 12.0), z=-0.75, turn=20.0),
)


def document() -> MapDocument:
    made = MapDocument(new_map_text("Mirrored", SIZE), Path("mirrored.toml"))
    made.apply(AddFlat(Canal("rio", line=((0.0, 12.0), (24.0, 12.0)), width=4.0)))
    made.apply(PlacePieces(PIECES))
    return made


@pytest.fixture(scope="module")
def boards() -> tuple[Board, Board]:
    """A board, and the same mirrored east and west."""
    made = document()
    plain = Board.of_map(made.text, made.source)
    made.apply(Mirror((*(p.id for p in made.map.pieces), "rio"), "x", SIZE[0] / 2))
    assert all(p.mirror for p in made.map.pieces)
    return plain, Board.of_map(made.text, made.source)


def reflected(at: tuple[float, float, float]) -> tuple[float, float, float]:
    return (round(SIZE[0] - at[0], 3), at[1], at[2])


def tableaus(seed: int) -> tuple[Tableau, Tableau]:
    rng = np.random.default_rng(seed)
    spots = [(round(float(x), 3), round(float(y), 3), 0.0) for x, y in rng.uniform((1, 1), (23, 9.5), (2, 2))]
    one = tuple(Figure(name, at, 30.0, facing=90.0) for name, at in zip("ab", spots, strict=True))
    other = tuple(msgspec.structs.replace(figure, at=reflected(figure.at)) for figure in one)
    return Tableau(one), Tableau(other)


@pytest.mark.parametrize("seed", range(12))
def test_sight_on_a_mirrored_board_is_the_mirrored_sight(boards: tuple[Board, Board], seed: int) -> None:
    found = [board.answer(SightOf("a", "b"), tableau) for board, tableau in zip(boards, tableaus(seed), strict=True)]
    assert all(isinstance(sight, Sight) for sight in found)
    assert found[0].visible == found[1].visible
    ground = [board.answer(GroundOf("a"), tableau) for board, tableau in zip(boards, tableaus(seed), strict=True)]
    assert [isinstance(each, Ground) for each in ground] == [True, True]
    assert (ground[0].whole, ground[0].part) == (ground[1].whole, ground[1].part)


@pytest.mark.parametrize("seed", range(4))
def test_cover_on_a_mirrored_board_is_the_mirrored_cover(boards: tuple[Board, Board], seed: int) -> None:
    found = [board.answer(CoverOf("a", "b"), tableau) for board, tableau in zip(boards, tableaus(seed), strict=True)]
    assert all(isinstance(cover, Cover) for cover in found)
    assert found[0].hidden == pytest.approx(found[1].hidden, abs=found[0].error + found[1].error + HANDED)


def test_parts_keep_their_names_and_meaning_and_look_outward(boards: tuple[Board, Board]) -> None:
    plain, other = boards
    assert [(p.name, p.meaning) for p in plain.parts] == [(p.name, p.meaning) for p in other.parts]
    for one, two in zip(plain.parts, other.parts, strict=True):
        if not one.name.startswith(("ground/", "rio/")):
            turned = two.triangles[:, ::-1] * (-1, 1, 1) + (SIZE[0], 0, 0)
            assert np.abs(one.triangles - turned).max() < 1e-9, one.name
            assert volume(one.triangles) == pytest.approx(volume(two.triangles), rel=1e-6, abs=1e-6)


def volume(triangles: np.ndarray) -> float:
    return float(np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum() / 6)


def test_what_is_drawn_is_mirrored_too(boards: tuple[Board, Board]) -> None:
    """Its triangles, and the normals with them."""
    one, two = ([p for p in board_patches(b) if p.normals is not None] for b in boards)
    assert one
    for a, b in zip(one, two, strict=True):
        assert np.abs(a.triangles - (b.triangles[:, ::-1] * (-1, 1, 1) + (SIZE[0], 0, 0))).max() < 1e-6
        assert a.normals is not None
        assert b.normals is not None
        assert np.abs(a.normals - b.normals[:, ::-1] * (-1, 1, 1)).max() < 1e-6
    looks = [look_of_board(board) for board in boards]
    assert looks[0].triangles[..., 0].min() == pytest.approx(SIZE[0] - looks[1].triangles[..., 0].max(), abs=1e-6)


def test_an_exported_board_rules_as_the_map_does(boards: tuple[Board, Board], tmp_path: Path) -> None:
    path = tmp_path / "mirrored.glb"
    path.write_bytes(board_glb(boards[1]))
    again = Board.load(path)
    own = {part.name: part.triangles for part in boards[1].parts}
    for part in again.parts:
        assert np.abs(part.triangles - own[part.name]).max() < 1e-3, part.name
    seen = [board.answer(SightOf("a", "b"), tableaus(3)[1]) for board in (boards[1], again)]
    assert seen[0].visible == seen[1].visible


def test_a_mirror_twice_is_none_and_leaves_the_text() -> None:
    made = document()
    before = made.text
    ids = tuple(p.id for p in made.map.pieces)
    made.apply(Mirror(ids, "x", 12.0))
    assert made.text.count("mirror = true") == len(PIECES)
    made.apply(Mirror(ids, "x", 12.0))
    assert parse_map(made.text) == parse_map(before)
    assert "mirror" not in made.text


@pytest.mark.parametrize("axis", ["x", "y"])
def test_symmetry_keeps_meshes_as_mirror_images(axis: str) -> None:
    made = MapDocument(new_map_text("Mirrored", SIZE), Path("mirrored.toml"))
    made.apply(PlacePieces(PIECES[:2]), "east-west" if axis == "x" else "north-south")
    by: MapFile = made.map
    assert [p.mirror for p in by.pieces] == [False, False, True, True]
    board = Board.of_map(made.text, made.source)
    pairs = [(p.id, next(q.id for q in by.pieces[2:] if q.piece == p.piece)) for p in by.pieces[:2]]
    for one, two in pairs:
        own, image = (
            np.concatenate([p.triangles for p in board.parts if p.name.startswith(f"{id}/")]) for id in (one, two)
        )
        back = image[:, ::-1] * ((-1, 1, 1) if axis == "x" else (1, -1, 1)) + (
            (SIZE[0], 0, 0) if axis == "x" else (0, SIZE[1], 0)
        )
        assert np.abs(own - back).max() < 1e-3
