"""What is told of pieces that are too thin, sunk into the street, or dear; and where a finding is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.board.board import Board
from sim.board.map_checks import solids
from sim.board.map_checks.checks import check_board
from sim.board.map_checks.placing import place_of
from sim.board.map_checks.solids import costs, sunk, thin
from sim.board.model.terrain import Meaning
from tests.shapes import box

HEAD = 'format = 1\nname = "Test"\nsize = [24, 24]\n[[canals]]\nid = "rio"\nline = [[0, 11], [24, 11]]\nwidth = 6\n'


def made(*pieces: str) -> Board:
    text = HEAD + "".join(f"[[pieces]]\n{each}\n" for each in pieces)
    return Board.of_map(text, Path("test.toml"))


def of(*parts: tuple[str, np.ndarray]) -> Board:
    return Board.from_parts([(name, Meaning(), shape) for name, shape in parts], size=(24.0, 24.0))


def test_a_slab_and_a_sheet_are_too_thin_and_a_plank_is_not() -> None:
    sheet = np.array([[(9, 9, 0), (12, 9, 0), (12, 9, 3)], [(9, 9, 0), (12, 9, 3), (9, 9, 3)]], dtype=float)
    board = of(
        ("slab/wall", box((2, 2, 0), (5, 2.01, 3))), ("sheet/wall", sheet), ("plank/wall", box((2, 6, 0), (5, 6.03, 3)))
    )
    assert [(where, what.partition(" thick")[0]) for where, what, _ in thin(board)] == [
        ("slab/wall", 'is 0.010"'),
        ("sheet/wall", 'is 0.000"'),
    ]


def test_of_a_piece_the_thinnest_part_is_told() -> None:
    board = of(("wall/a", box((2, 2, 0), (5, 2.015, 3))), ("wall/b", box((2, 4, 0), (5, 4.005, 3))))
    assert [where for where, _, _ in thin(board)] == ["wall/b"]


def test_a_house_in_the_street_is_sunk_and_a_bridge_in_water_is_not() -> None:
    board = made(
        'piece = "casa-rosa"\nat = [6, 4]\nz = -0.75',
        'piece = "ponte-di-pietra"\nat = [12, 11]\nturn = 90',
        'piece = "cassa"\nat = [20, 3]\nz = -2',
        'piece = { kind = "quay" }\nat = [6, 20]',
        'piece = "ponte-di-legno"\nat = [16, 20]',
    )
    told = {where: what for where, what, _ in sunk(board)}
    mends = {where: mend for where, _, mend in sunk(board)}
    assert mends["ponte-di-legno"].startswith(
        "move it to the water, or raise it"
    )  # no raising of a bridge makes it one
    assert mends["quay"] == "move it to the water, or take it away"
    assert told == {
        "casa-rosa": 'is sunk 0.75" into the street',
        "cassa": 'lies under the street, 1.28" deep',
        "quay": "lies in the street, and nothing of it stands out",
        "ponte-di-legno": 'goes 2.00" down, and no water is under it',
    }


def test_a_board_with_more_triangles_than_were_timed_names_its_dearest_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    board = made('piece = "casa-rosa"\nat = [6, 4]', 'piece = "cassa"\nat = [20, 3]')
    assert list(costs(board)) == []
    monkeypatch.setattr(solids, "DEAR", 100)
    ((where, what, _),) = costs(board)
    assert where == "casa-rosa"
    assert f"{board.triangle_count:,} triangles" in what


def test_findings_have_places() -> None:
    board = made('piece = "cassa"\nat = [6, 4]', 'piece = "cassa"\nat = [6.2, 4]')
    (stand,) = [issue for issue in check_board(board) if "in one another" in issue.what]
    assert stand.at is not None
    assert stand.at[:2] == pytest.approx((6.1, 4.0), abs=0.01)
    assert place_of(board, "south edge") == (12, 0, 0)
    assert place_of(board, "north-east corner") == (24, 24, 0)
    part = place_of(board, "cassa-2/canal")  # of a part, which may be called as something else is
    assert part is not None
    assert part[:2] == pytest.approx((6.2, 4.0), abs=0.01)
    assert place_of(board, "canal rio") == pytest.approx((12, 11, -0.375), abs=0.01)
    assert place_of(board, "buildings") is None
