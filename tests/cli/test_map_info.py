"""`bauta map info`: is the board its own image, and what differs between its zones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.board.files.folders import maps_dir
from sim.cli.main import run

PLAYTESTS = Path(__file__).parents[1] / "playtest"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["map", "info", *words]) == 0
    return capsys.readouterr().out


def test_a_board_that_is_its_own_half_turn_is_told_so_and_what_of_it_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    even = PLAYTESTS / "even.toml"
    assert "symmetric, half turn: every piece and all water" in printed(capsys, str(even))
    odd = tmp_path / "odd.toml"
    odd.write_text(even.read_text(encoding="utf-8").replace("at = [15, 19]", "at = [15.2, 19]"), encoding="utf-8")
    told = printed(capsys, str(odd))
    assert "symmetric" not in told, "half of its pieces have no image"
    wet = PLAYTESTS / "uneven.toml"
    assert "symmetric, half turn, but: " in printed(capsys, str(wet))
    assert "symmetric" not in printed(capsys, "san-canciano")


def test_zones_are_measured_without_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    uneven = str(PLAYTESTS / "uneven.toml")
    told = json.loads(printed(capsys, uneven, "--zones", "--scenario", "acquisition", "--json"))
    assert {each["symmetry"] for each in told["symmetries"]} == {
        "east-west",
        "north-south",
        "half turn",
        "quarter turns",
    }
    north, south = told["zones"]
    assert (north["zone"], south["zone"]) == ("north-east corner", "south-west corner")
    assert south["reach"] < north["reach"] - 10, "it is cut off by a canal"
    assert south["to_objectives"] is None, "the map lays none down"


def test_roofs_under_tiles_are_counted_and_where_zones_are_alike_so_are_they(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = 'piece = {{ kind = "house", floors = 2, width = 4, depth = 4, roof = "hip" }}\nid = "{}"\nat = {}\n'
    two = house.format("west", [7, 6]) + "[[pieces]]\n" + house.format("east", [17, 18])
    path = tmp_path / "two.toml"
    path.write_text(f'format = 1\nname = "Two"\nsize = [24, 24]\n[[pieces]]\n{two}', encoding="utf-8")
    told = printed(capsys, str(path), "--zones", "--scenario", "acquisition")
    assert "roofs within two turns: north-east corner 1, south-west corner 1" in told
    assert "symmetric, half turn: every piece and all water" in told


def test_the_play_test_of_a_board_that_ships_is_told_beside(capsys: pytest.CaptureFixture[str]) -> None:
    assert (maps_dir() / "campiello-dei-remi.toml").exists()
    assert "games between equal bots" in printed(capsys, "campiello-dei-remi")
