"""Whether the scenarios of a board's size can be set up on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.board import Board
from sim.carnevale.rehearsal import played_on, unready

WIDE = '[[canals]]\nid = "rio"\nline = [[0, {y}], [{w}, {y}]]\nwidth = {wide}\n'


def board(size: tuple[int, int], *canals: tuple[float, float]) -> Board:
    text = f'format = 1\nname = "Test"\nsize = [{size[0]}, {size[1]}]\n'
    for n, (y, wide) in enumerate(canals):
        text += WIDE.format(y=y, w=size[0], wide=wide).replace("rio", f"rio-{n}")
    return Board.of_map(text, Path("test.toml"))


def told(board: Board) -> list[tuple[str, str, str]]:
    return [(issue.severity, issue.where, issue.what) for issue in unready(board)]


def test_a_board_is_looked_at_for_what_is_played_on_its_size() -> None:
    assert [page.id for page in played_on((24.0, 24.0))] == ["acquisition"]
    assert [page.id for page in played_on((48.0, 24.0))] == ["street-fight"]
    assert played_on((30.0, 30.0)) == ()
    assert told(board((30, 30), (15, 25))) == [("warning", "size", 'no scenario is played on a board of 30" by 30"')]
    (one,) = unready(board((30, 30), (15, 25)))
    assert one.mend == 'make it 24" by 24", 24" by 48" or 36" by 36"'


@pytest.mark.parametrize("size", [(24, 24), (36, 36), (24, 48)])
def test_open_ground_on_both_sides_of_a_canal_serves_every_scenario(size: tuple[int, int]) -> None:
    assert told(board(size, (size[1] / 2, 5))) == []


@pytest.mark.rule("SCEN-02")
def test_a_zone_in_water_holds_nobody() -> None:
    """The defenders' end is dry enough, the attackers' is a strip of 1" before the canal."""
    assert told(board((24, 48), (4, 6))) == [
        ("error", "attackers' end", "Street Fight: holds 0 bases of 30 mm, and a gang has about 8")
    ]


def walled_corner(apart: float, edge: float = 0.0) -> Board:
    """Walls through the south-west corner, with so much street between them."""
    text = 'format = 1\nname = "Walls"\nsize = [24, 24]\n' + WIDE.format(y=12, w=24, wide=5)
    for n in range(5):
        y = edge + (n + 0.5) * (apart + 0.4)
        text += (
            f'[[pieces]]\npiece = {{ kind = "wall", length = 8.5, height = 3, thick = 0.4 }}\n'
            f'id = "w-{n}"\nat = [4.4, {y}]\n'
        )
    return Board.of_map(text, Path("walls.toml"))


@pytest.mark.rule("SCEN-02")
def test_a_zone_must_have_a_place_for_the_largest_base() -> None:
    """Alleys of 1.6" hold a gang on 30 mm bases; one on a base of 60 mm has no place there."""
    assert told(walled_corner(1.6)) == [
        ("warning", "south-west corner", "Acquisition: has no room for a base of 60 mm")
    ]
    assert told(walled_corner(2.6)) == []


@pytest.mark.rule("SCEN-05")
def test_both_gangs_are_told_of_and_a_canal_too_narrow_for_a_gondola_once() -> None:
    found = told(board((36, 36), (4, 12), (32, 12), (18, 1)))
    assert [(where, what) for _, where, what in found if what.startswith("Gang War")] == [
        ("north edge", "Gang War: holds 0 bases of 30 mm, and a gang has about 11"),
        ("south edge", "Gang War: holds 0 bases of 30 mm, and a gang has about 11"),
    ]
    ditch = told(board((36, 36), (18, 1)))
    assert ditch == [("warning", "canals", "Gang War: no water has room for a gondola")]


@pytest.mark.rule("SCEN-05")
@pytest.mark.parametrize(("wide", "wrong"), [(2.6, []), (1.9, ["Gang War: no water has room for a gondola"])])
def test_a_gondola_is_tried_along_a_canal_that_runs_askew(wide: float, wrong: list[str]) -> None:
    text = 'format = 1\nname = "Askew"\nsize = [36, 36]\n'
    text += f'[[canals]]\nid = "rio"\nline = [[0, 11], [36, 25]]\nwidth = {wide}\n'
    found = told(Board.of_map(text, Path("askew.toml")))
    assert [what for _, where, what in found if where == "canals"] == wrong


@pytest.mark.rule("SCEN-12")
def test_what_only_three_and_four_gangs_lack_is_advice() -> None:
    """A canal along the west edge: north and south have room, the third or fourth gang has none."""
    text = 'format = 1\nname = "Riva"\nsize = [36, 36]\n'
    text += '[[canals]]\nid = "rio"\noutline = [[0, 8], [8, 8], [8, 28], [0, 28]]\n'
    found = [issue for issue in told(Board.of_map(text, Path("riva.toml"))) if "Gang War" in issue[2]]
    assert found
    assert all(severity == "warning" for severity, _, _ in found)
    assert ("warning", "west edge", "Gang War for four: holds 0 bases of 30 mm, and a gang has about 11") in found


@pytest.mark.rule("SCEN-02")
def test_a_gang_that_fits_only_close_to_each_other_is_not_told_of() -> None:
    """Alleys hardly wider than a base: they lie between the places that are tried first."""
    assert [where for _, where, what in told(walled_corner(1.3)) if "of 30 mm" in what] == []
    assert [where for _, where, what in told(walled_corner(1.1)) if "holds" in what] == ["south-west corner"]


def walled_off(canal: str) -> Board:
    """A wall all along the middle: no chest can lie on the centre line."""
    text = 'format = 1\nname = "Row"\nsize = [24, 24]\n' + canal
    for x in (3, 9, 15, 21):
        text += f'[[pieces]]\npiece = {{ kind = "wall", length = 6, height = 3 }}\nid = "w-{x}"\nat = [{x}, 12]\n'
    return Board.of_map(text, Path("row.toml"))


@pytest.mark.rule("SCEN-03")
def test_an_objective_without_a_place_is_told() -> None:
    found = told(walled_off(canal=WIDE.format(y=18, w=24, wide=5)))
    assert [(severity, where) for severity, where, _ in found] == [("error", "objectives")]
    assert "on the centre line, from [0, 12] to [24, 12]" in found[0][2], "nothing on the board shows where it is"


@pytest.mark.rule("SCEN-02")
def test_zones_are_looked_at_although_an_objective_has_no_place() -> None:
    """They were told only once the objective was mended."""
    found = told(walled_off(canal=WIDE.format(y=4, w=24, wide=7)))
    assert [where for severity, where, _ in found if severity == "error"] == ["objectives", "south-west corner"]
