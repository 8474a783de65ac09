"""What is told of pieces that nothing holds, and of bridges that join nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.board import Board
from sim.board.files.folders import maps_dir
from sim.board.map_checks.ashore import overhangs
from sim.board.map_checks.bridges import bridges
from sim.board.map_checks.checks import check_board
from sim.board.map_checks.footing import Hanging, hanging

HEAD = 'format = 1\nname = "Test"\nsize = [24, 24]\n[[canals]]\nid = "rio"\nline = [[0, 12], [24, 12]]\nwidth = 8\n'
HOUSE = 'piece = { kind = "house", floors = 2, width = 5, depth = 4, roof = "gable" }\nid = "house"\n'
TOWER = 'piece = { kind = "campanile", width = 2.4, height = 8, gallery = 4, spire = "flat" }\nat = [16, 21]'


def made(*pieces: str) -> Board:
    return Board.of_map(HEAD + "".join(f"[[pieces]]\n{each}\n" for each in pieces), Path("test.toml"), drawn=False)


def bridge(length: float, at: tuple[float, float], stuff: str = "stone") -> str:
    plan = f'{{ kind = "bridge", stuff = "{stuff}", length = {length} }}'
    return f'piece = {plan}\nid = "bridge"\nat = {list(at)}\nturn = 90'


@pytest.mark.parametrize("piece", ["pozzo", "barricata-pesante", "stall"])
def test_what_stands_at_the_height_of_the_street_hovers_where_water_is_under_it(piece: str) -> None:
    board = made(f'piece = "{piece}"\nat = [4, 12]')
    assert list(hanging(board)) == [Hanging(piece, over_water=0.75)]
    told = [str(issue) for issue in check_board(board) if issue.where == piece]
    assert told == [f'warning: {piece}: hovers 0.75" above its water: move it onto the street']


def test_what_stands_in_the_water_or_mostly_on_the_bank_does_not_hang() -> None:
    pole, jetty = 'piece = "palo"\nat = [4, 12]', 'piece = "jetty"\nat = [12, 8]\nturn = 180'
    assert list(hanging(made(pole, jetty, 'piece = "pozzo"\nat = [20, 7.8]'))) == []


def test_a_house_is_not_held_by_an_eave_that_touches_the_tower_next_door() -> None:
    (one,) = hanging(made(HOUSE + "at = [12, 19]\nz = 2", TOWER))
    assert (one.id, one.gap) == ("house", 2.0)
    assert one.out == pytest.approx(2.5, abs=0.1)
    assert list(hanging(made(HOUSE + "at = [12, 19]", TOWER))) == []


def test_what_lies_across_two_crates_is_held_and_what_juts_far_out_from_one_is_not() -> None:
    crates = [f'piece = "cassa"\nid = "c-{x}"\nat = [{x}, 4]' for x in (4, 7)]
    wall = 'piece = { kind = "wall", length = 4, height = 1 }\nid = "wall"\nat = [5.5, 4]\nz = 0.72'
    assert list(hanging(made(*crates, wall))) == []
    (one,) = hanging(made(crates[0], wall))
    assert (one.id, one.gap, one.out) == ("wall", None, pytest.approx(1.1, abs=0.1))


@pytest.mark.parametrize("stuff", ["stone", "wood"])
def test_a_bridge_meets_both_banks_and_no_wall_stands_before_it(stuff: str) -> None:
    lie = (8, (6, 12)), (5, (6, 12)), (8, (6, 13))
    whole, short, aside = (list(bridges(made(bridge(*each, stuff)))) for each in lie)
    assert whole == []
    assert [(where, what) for where, what, _ in short] == [("bridge", 'ends 1.5" short of the bank')]
    assert [(where, what) for where, what, _ in aside] == [("bridge", 'ends 1.0" short of the bank')]
    before, beside = (list(bridges(made(bridge(8.8, (6, 12), stuff), HOUSE + f"at = [{x}, 18.4]"))) for x in (6, 9.5))
    assert [(where, what) for where, what, _ in before] == [("bridge", "an end of it is walled up")]
    assert beside == []


@pytest.mark.parametrize("name", sorted(path.stem for path in maps_dir().glob("*.toml")))
def test_on_the_boards_of_the_program_everything_stands(name: str) -> None:
    board = Board.load(name)
    assert [*hanging(board), *bridges(board)] == []


@pytest.mark.parametrize(("y", "out"), [(18.0, None), (17.0, 2.8), (15.5, 9.25)])
def test_a_house_that_reaches_out_over_the_canal_is_told(y: float, out: float | None) -> None:
    # 5" wide and 4" deep, the bank at y = 16: its walls, less the 0.35" that a sill or an eave may reach out.
    found = list(overhangs(made(HOUSE + f"at = [12, {y}]")))
    assert [one.id for one in found] == ([] if out is None else ["house"])
    assert all(one.area == pytest.approx(out, abs=0.9) for one in found)


def test_what_goes_down_into_the_water_or_stands_on_that_reaches_over_none() -> None:
    jetty = 'piece = "jetty"\nat = [12, 8]\nturn = 180'
    crate = 'piece = "cassa"\nat = [12, 9.5]\nz = -0.25'
    quay, pole = 'piece = "fondamenta"\nat = [4, 16]\nz = -0.75', 'piece = "palo"\nat = [20, 12]'
    assert list(overhangs(made(jetty, crate, quay, pole, bridge(9, (17, 12))))) == []


@pytest.mark.parametrize("name", ["san-canciano", "riva-del-mercato"])
def test_no_piece_of_the_boards_that_ship_reaches_over_water(name: str) -> None:
    assert list(overhangs(Board.load(name))) == []
