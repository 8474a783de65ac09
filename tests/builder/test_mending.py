"""What `bauta map check --fix` mends in a map's text, and what it leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.board import Board
from sim.board.map_checks.ashore import overhangs
from sim.board.map_checks.checks import check_board
from sim.board.map_checks.footing import Hanging, hanging, twins
from sim.builder.document import MapDocument
from sim.builder.mending import mend, mendable
from sim.cli.main import run

TEXT = """# my map
format = 1
name = "Fix"
size = [24, 24]
[[canals]]
id = "rio"
outline = [[0, 8], [24, 8], [24, 14], [0, 14]]

[[pieces]]
piece = "cassa"
id = "kept"
at = [4, 4] # here
[[pieces]]
piece = "cassa"
id = "double"
at = [4, 4]
[[pieces]]
piece = "cassa"
id = "in-the-air"
at = [8, 4]
z = 2
[[pieces]]
piece = "cassa"
id = "stacked"
at = [4, 4]
z = 0.72
[[pieces]]
piece = "cassa"
id = "over-the-edge"
at = [0.2, 20]
[[pieces]]
piece = "gondola"
id = "gondola"
at = [12, 11]
"""


def test_pieces_in_the_air_and_twice_are_told() -> None:
    board = Board.of_map(TEXT, Path("fix.toml"))
    assert list(hanging(board)) == [Hanging("in-the-air", 2.0)]
    assert list(twins(board)) == [("double", "kept")]


def test_what_is_safe_is_mended_and_said() -> None:
    document = MapDocument(TEXT, Path("fix.toml"))
    said = mend(document)
    assert sorted(line.partition(":")[0] for line in said) == ["double", "gondola", "in-the-air", "over-the-edge"]
    poses = {p.id: (*p.at, p.z) for p in document.map.pieces}
    assert poses == {
        "kept": (4, 4, 0),
        "in-the-air": (8, 4, 0),
        "stacked": (4, 4, 0.72),
        "over-the-edge": (0.41, 20, 0),
        "gondola": (12, 11, -0.75),
    }
    assert document.text.startswith("# my map\n")
    assert "at = [4, 4] # here" in document.text
    assert mend(document) == []


def test_one_finding_is_mended_by_itself() -> None:
    document = MapDocument(TEXT, Path("fix.toml"))
    assert mend(document, only=("in-the-air",)) == ['in-the-air: lowered by 2" onto what is under it: z = 0']
    assert document.text == TEXT.replace("at = [8, 4]\nz = 2\n", "at = [8, 4]\n")


def test_what_can_be_mended_is_known_beforehand() -> None:
    board = Board.of_map(TEXT, Path("fix.toml"))
    assert mendable(board, check_board(board)) == ("double", "gondola", "in-the-air", "over-the-edge")
    assert mendable(board, ()) == ()


def test_what_the_check_passes_is_left_alone_and_nothing_is_moved_into_something_else() -> None:
    """A crate that reaches over the edge by a hair, and one that has a crate where it would have to stand."""
    head = TEXT.partition("[[pieces]]")[0]
    crates = {"hair": (0.37, 20), "over-the-edge": (0.2, 4), "beside": (1.0, 4)}
    text = head + "".join(f'[[pieces]]\npiece = "cassa"\nid = "{id}"\nat = {list(at)}\n' for id, at in crates.items())
    document = MapDocument(text, Path("fix.toml"))
    assert mend(document) == []
    assert document.text == text


HOUSE = 'piece = { kind = "house", floors = 2, width = 5, depth = 4, roof = "gable" }'


@pytest.mark.parametrize(("y", "moved"), [(15.4, True), (12.0, False)])
def test_what_stands_out_over_the_canal_is_moved_ashore_if_that_is_not_far(y: float, moved: bool) -> None:
    head = TEXT.partition("[[pieces]]")[0]
    house = f'[[pieces]]\n{HOUSE}\nid = "house"\nat = [12, {y}]\n'
    crate = '[[pieces]]\npiece = "cassa"\nid = "crate"\nat = [4, 13.3]\n'
    document = MapDocument(head + house + crate, Path("fix.toml"))
    said = mend(document)
    assert sorted(line.partition(" at =")[0] for line in said) == sorted(
        ["house: moved ashore:"] * moved + ["crate: moved ashore:"]
    )
    board = Board.of_map(document.text, Path("fix.toml"))
    assert [one.id for one in overhangs(board)] == ([] if moved else ["house"])
    assert next(p.at for p in document.map.pieces if p.id == "house")[0] == 12


def test_the_file_is_mended_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fix.toml"
    path.write_text(TEXT, encoding="utf-8")
    assert run(["map", "check", str(path), "--fix"]) == 0
    assert "mended: gondola: laid on its water: z = -0.75" in capsys.readouterr().out
    after = path.read_text(encoding="utf-8")
    assert run(["map", "check", str(path), "--fix"]) == 0
    assert "mended: " not in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == after


def test_a_map_of_the_program_is_not_mended(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", "check", "san-canciano", "--fix"]) == 2
    assert "comes with the program" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("piece", "lies", "mended"),
    [("ladder-4", "at = [12, 17]", (12, 17.9)), ("water-steps", "at = [18, 6.8]", (18, 8.0))],
)
def test_what_ends_short_is_moved_to_what_it_leads_to(piece: str, lies: str, mended: tuple[float, float]) -> None:
    rio, further_south = "[0, 8], [24, 8], [24, 14], [0, 14]", "[0, 2], [24, 2], [24, 8], [0, 8]"
    head = TEXT.partition("[[pieces]]")[0].replace(rio, further_south)
    house = f'[[pieces]]\n{HOUSE}\nid = "house"\nat = [12, 20]\n'
    document = MapDocument(f'{head}{house}[[pieces]]\npiece = "{piece}"\nid = "way"\n{lies}\n', Path("fix.toml"))
    (said,) = mend(document)
    assert said.startswith("way: moved to what it leads to: at = [")
    assert next(p.at for p in document.map.pieces if p.id == "way") == pytest.approx(mended, abs=0.1)


@pytest.mark.parametrize(
    ("y", "turn", "mended"),
    [
        (10.6, 0, (12, 8.0, 180)),  # the wrong way round beside the south bank: 0.4" of it, 2.4" of the other one
        (12.6, 0, (12, 13.0, 0)),  # straight on
        (8.4, 180, (12, 8.0, 180)),
        (10.4, 180, (12, 13.0, 0)),
        (10.23, 0, (12, 8.0, 180)),  # its other end meets the bank
        (11.0, 0, (12, 8.0, 180)),
        (11.9, 0, (12, 13.0, 0)),  # as near to the one as to the other is straight on
    ],
)
def test_a_jetty_is_moved_least_to_the_bank_that_it_lies_at(
    y: float, turn: float, mended: tuple[float, float, float]
) -> None:
    """It was moved across the water to the bank that it faced, however near the other one was."""
    head = TEXT.partition("[[pieces]]")[0].replace("14]", "13]")
    text = f'{head}[[pieces]]\npiece = "jetty"\nid = "jetty"\nat = [12, {y}]\nturn = {turn}\n'
    document = MapDocument(text, Path("fix.toml"))
    (said,) = mend(document)
    (jetty,) = document.map.pieces
    assert (*jetty.at, jetty.turn) == pytest.approx(mended, abs=0.06)
    assert said.startswith("jetty: turned round, and moved" if jetty.turn != turn else "jetty: moved to what it")
    assert mend(document) == []
