"""A board of the editor's, with pieces of one's own, goes to somebody else, becomes a mesh, and rules as it did."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from sim.board.board import Board
from sim.board.files.map_marks import MapNote, MapObjective, MapZone
from sim.board.files.mapfile import Canal, PiecePlacement
from sim.builder.document import MapDocument, new_map_text
from sim.builder.edits import AddFlat, Edit, Mirror, PlacePieces
from sim.builder.errors import EditRefused
from sim.builder.export.board_mesh import board_glb
from sim.builder.fragments import copied, pasted, read_fragment
from sim.builder.importing.library import kept
from sim.builder.importing.pieces import ImportWishes, imported
from sim.builder.packages.packing import packed
from sim.builder.packages.unpacking import unpacked
from tests.shapes import box, cylinder
from tools.same_rulings import compared, trips

PICTURE = b"\x89PNG\r\n\x1a\n"
QUARTER: tuple[Edit, ...] = (
    AddFlat(Canal("rio", line=((0.0, 4.5), (7.25, 6.1), (18.0, 4.0)), width=3.3)),
    AddFlat(Canal("cavana", ((1.2, 11.0), (5.0, 10.2), (4.4, 14.7)), surface=-1.1, bed=-2.3)),
    AddFlat(MapZone("north", ((0.0, 12.0), (18.0, 12.0), (18.0, 16.0), (0.0, 16.0)))),
    AddFlat(MapObjective("well", (9.0, 9.0))),
    AddFlat(MapNote("note", "The tide takes these steps.", (2.0, 3.0))),
    PlacePieces(
        (
            PiecePlacement("tower", (13.2, 11.35), turn=33.3),
            PiecePlacement("tower", (5.5, 1.8), turn=101.7, mirror=True, id="fallen"),
            PiecePlacement("casa-rosa", (8.9, 12.1), turn=12.5, colour="#b4573f"),
            PiecePlacement("cassa", (10.1, 8.4), turn=7.0),
            PiecePlacement("gondola", (10.0, 5.6), z=-0.75, turn=170.0),
        )
    ),
    Mirror(("cassa",), "x", 9.0),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    lives_in(tmp_path / "here", monkeypatch)
    return tmp_path


def lives_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose machine this is from now on."""
    monkeypatch.setenv("BAUTA_DATA", str(folder / "data"))
    monkeypatch.setenv("BAUTA_CACHE", str(folder / "cache"))


def tower_of_ones_own(folder: Path) -> None:
    """A print of a leaning tower with a ladder, in the player's library."""
    leaning = cylinder(1.3, 4.2, 17) @ np.array([[1.0, 0, 0], [0, 1.0, 0], [0.08, 0.03, 1.0]])
    parts = {"keep": leaning, "ladder": box((1.2, -0.4, 0.0), (1.35, 0.4, 4.2)), "hay": box((-3, -1, 0), (-1.6, 1, 1))}
    lines, count = [], 1
    for name, triangles in parts.items():
        lines.append(f"o {name}")
        lines += [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in triangles.reshape(-1, 3) * 25.4]
        lines += [f"f {k} {k + 1} {k + 2}" for k in range(count, count + 3 * len(triangles), 3)]
        count += 3 * len(triangles)
    path = folder / "tower.obj"
    path.write_text("\n".join(lines), encoding="utf-8")
    kept("tower", imported(path, ImportWishes("mm", "z", kinds={"hay": "soft+difficult"})).content)


def built(path: Path) -> MapDocument:
    document = MapDocument(new_map_text("Quarter", (18.0, 16.0)), path)
    for edit in QUARTER:
        assert document.apply(edit)
    path.write_text(document.text, encoding="utf-8")
    return document


def test_packed_opened_elsewhere_exported_and_read_again_it_rules_the_same(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tower_of_ones_own(home)
    document = built(home / "quarter.toml")
    board = Board.load(home / "quarter.toml")
    (home / "quarter.bauta").write_bytes(packed(home / "quarter.toml", PICTURE, [], "Zanetta", "CC0"))
    lives_in(home / "elsewhere", monkeypatch)
    there = Board.load(unpacked(home / "quarter.bauta"))
    assert there.map == document.map
    (home / "quarter.glb").write_bytes(board_glb(there))
    again = Board.load(home / "quarter.glb")
    for other in (there, again):
        tally = compared(board, other, places=12, seed=5)
        assert tally.wrong == []
        assert tally.marginal.total() == 0
        assert sum(tally.asked.values()) > 200


def test_a_board_that_ships_packed_and_exported_also_with_a_house_put_down_rules_the_same(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python tools/same_rulings.py --shipped` asks more of all of them."""
    monkeypatch.setenv("BAUTA_DATA", str(home))  # whose it is changes meanwhile
    told = [(what, compared(one, other, 3, 11, reaches=False)) for what, one, other in trips("corte-nova", home)]
    assert [what for what, _ in told] == [
        "corte-nova, packed", "corte-nova, packed and exported",
        "corte-nova, edited, packed", "corte-nova, edited, packed and exported",
    ]  # fmt: skip
    assert [tally.wrong for _, tally in told] == [[], [], [], []]


def test_the_comparison_sees_a_piece_that_was_moved_and_a_kind_that_was_changed(home: Path) -> None:
    tower_of_ones_own(home)
    document = built(home / "quarter.toml")
    board = Board.load(home / "quarter.toml")
    document.apply(PlacePieces((PiecePlacement("pozzo", (9.0, 9.0)),)))
    (home / "more.toml").write_text(document.text, encoding="utf-8")
    assert compared(board, Board.load(home / "more.toml"), 12, 5, reaches=False).wrong
    slick = [(p.name, msgspec.structs.replace(p.meaning, unstable=True), p.triangles) for p in board.parts]
    assert compared(board, Board.from_parts(slick, size=board.size), 4, 5, reaches=False).wrong
    same = [(p.name, p.meaning, p.triangles) for p in board.parts]
    assert compared(board, Board.from_parts(same, size=board.size), 2, 5, reaches=False).wrong == []


def test_a_part_of_it_is_pasted_into_the_board_of_somebody_who_has_its_pieces(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tower_of_ones_own(home)
    document = built(home / "quarter.toml")
    text = copied(document.map, ("rio", "tower", "cassa", "casa-rosa", "gondola", "north", "well", "note"))
    board = Board.load(home / "quarter.toml")
    corner = (0.0, 3.0)  # where the note stands
    other = MapDocument(new_map_text("Other", (18.0, 16.0)), home / "other.toml")
    assert other.apply(pasted(read_fragment(f"> {text}".replace("\n", "\n> ")), corner))
    assert other.apply(QUARTER[1])
    assert other.apply(PlacePieces((PiecePlacement("tower", (5.5, 1.8), turn=101.7, mirror=True, id="fallen"),)))
    (home / "other.toml").write_text(other.text, encoding="utf-8")
    assert compared(board, Board.load(home / "other.toml"), 8, 5, reaches=False).wrong == []
    lives_in(home / "elsewhere", monkeypatch)
    without = MapDocument(new_map_text("Without", (18.0, 16.0)), home / "without.toml")
    with pytest.raises(EditRefused, match="no piece 'tower'"):
        without.apply(pasted(read_fragment(text), corner))
