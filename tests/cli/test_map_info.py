"""`bauta map info`: is the board its own image, and what differs between its zones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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


def test_symmetries_come_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(capsys, str(PLAYTESTS / "even.toml"), "--json"))
    found = {each["symmetry"]: each for each in told["symmetries"]}
    assert set(found) == {"east-west", "north-south", "half turn", "quarter turns"}
    assert found["half turn"]["odd"] == []
    assert len(found["east-west"]["odd"]) == 2, "the stalls"


def test_zones_are_measured_without_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A canal cuts one of them off; roofs under tiles are roofs."""
    house = 'piece = {{ kind = "house", floors = 2, width = 3, depth = 3, roof = "hip" }}\nid = "{}"\nat = {}\n'
    two = house.format("west", [6, 5]) + "[[pieces]]\n" + house.format("east", [10, 11])
    rio = '[[canals]]\nid = "rio"\nline = [[-2, 9], [9, -2]]\nwidth = 2\n'
    path = tmp_path / "two.toml"
    path.write_text(f'format = 1\nname = "Two"\nsize = [16, 16]\n[[pieces]]\n{two}{rio}', encoding="utf-8")
    told = dict(
        line.split(": ")
        for line in printed(capsys, str(path), "--zones", "--scenario", "acquisition").splitlines()[1:]
        if ": " in line
    )
    assert told["roofs within two turns"] == "north-east corner 2, south-west corner 2"
    room = told["places to set up a mini, an inch apart"]
    north, south = (int(each.rpartition(" ")[2]) for each in room.split(", "))
    assert room.startswith("north-east corner ")
    assert south < north
    assert "way to the objectives that the map lays down" not in told, "it lays none down"


def test_an_objective_that_no_zone_walks_to_is_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marks = "".join(f'[[objectives]]\nid = "{name}"\nat = {at}\nz = {z}\n' for name, at, z in (
        ("well", [8, 8], 0), ("kite", [4, 12], 9),
    ))  # fmt: skip
    path = tmp_path / "two.toml"
    crate = '[[pieces]]\npiece = "pozzo"\nat = [8, 11]\n'
    path.write_text(f'format = 1\nname = "Two"\nsize = [16, 16]\n{crate}{marks}', encoding="utf-8")
    how = (str(path), "--zones", "--scenario", "acquisition")
    told = printed(capsys, *how)
    assert "way to the objective well: north-east corner " in told
    assert (
        "way to the objective kite: north-east corner none, south-west corner none (no base of 30 mm walks, climbs or "
        "swims there: it is left out above)" in " ".join(told.split())
    )
    found = json.loads(printed(capsys, *how, "--json"))
    assert found["objectives"] == ["well", "kite"]
    assert [zone["objectives"][1] for zone in found["zones"]] == [None, None]
    assert all(zone["objectives"][0] == zone["to_objectives"] for zone in found["zones"])
