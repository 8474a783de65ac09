"""The boards that come with the program, together: sizes, hours, scenarios, boats, ruins, a market."""

from __future__ import annotations

import pytest

from sim.board.files.finding import find_map
from sim.board.files.folders import maps_dir
from sim.board.files.mapfile import MapFile, read_map
from sim.carnevale import scenarios

FIRST = ("calle-lunga", "campiello-dei-remi", "san-canciano")
BOARDS = {path.stem: read_map(find_map(path.stem)) for path in sorted(maps_dir().glob("*.toml"))}


def pieces(made: MapFile) -> list[str]:
    return [placed.called for placed in made.pieces]


def test_there_are_ten_of_all_sizes_and_hours() -> None:
    assert len(BOARDS) == 10
    assert {tuple(sorted(made.size)) for made in BOARDS.values()} == {(24, 24), (24, 48), (36, 36), (48, 48)}
    assert {made.hour for made in BOARDS.values()} >= {"noon", "afternoon", "dusk", "night"}


@pytest.mark.parametrize("scenario", scenarios.known())
def test_each_scenario_has_a_board_besides_the_first_three(scenario: str) -> None:
    page = scenarios.find(scenario)
    assert page is not None
    assert [name for name, made in BOARDS.items() if name not in FIRST and scenarios.misfit(page, made.size) is None]


@pytest.mark.parametrize("name", [name for name in BOARDS if name not in FIRST])
def test_boats_lie_on_every_board_but_the_first_three(name: str) -> None:
    assert BOARDS[name].canals
    assert "gondola" in pieces(BOARDS[name])


def test_one_is_in_ruins_and_one_says_that_it_was_made_by_chance() -> None:
    ruined = [p.piece for p in BOARDS["calle-brusada"].pieces if getattr(p.piece, "ruin", 0) > 0]
    assert len(ruined) > 8
    assert "Made by chance" in BOARDS["isole-di-san-marcuola"].about


def test_the_market_is_on_the_water() -> None:
    there = pieces(BOARDS["riva-del-mercato"])
    assert there.count("barca-del-mercato") > 8
    assert there.count("stall") > 7
    arcades = [p for p in BOARDS["riva-del-mercato"].pieces if getattr(p.piece, "arcade", False)]
    assert len(arcades) > 3


def test_a_barge_lies_at_each_quay_of_the_basin_which_is_its_own_half_turn() -> None:
    basin = BOARDS["bacino-orseolo"]
    assert pieces(basin).count("peata") == 2
    width, height = basin.size
    middle = (width / 2, height / 2)
    lie = {(each.called, *each.at[:2], each.turn % 360) for each in basin.pieces if each.at[:2] != middle}
    assert {
        (called, round(width - x, 2), round(height - y, 2), (turn + 180) % 360) for called, x, y, turn in lie
    } == lie
    shores = {frozenset(canal.outline) for canal in basin.canals}
    assert {frozenset((round(width - x, 2), round(height - y, 2)) for x, y in shore) for shore in shores} == shores
