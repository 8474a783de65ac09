"""What makes a map sound, and the issues of one that is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.board import Board
from sim.board.map_checks.checks import check_map
from sim.board.map_checks.survey import CLIMB, places, reachable, room, shares

RIO = '[[canals]]\nid = "rio"\noutline = [[0, 8], [24, 8], [24, 14], [0, 14]]\n'
HEAD = 'format = 1\nname = "Test"\nsize = [24, 24]\n'


def piece(name: str, x: float, y: float, more: str = "") -> str:
    return f'[[pieces]]\npiece = "{name}"\nat = [{x}, {y}]\n{more}\n'


def issues(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "test.toml"
    path.write_text(HEAD + text)
    return [str(issue) for issue in check_map(path)]


@pytest.fixture(scope="module")
def san_canciano() -> Board:
    return Board.load("san-canciano")


def test_the_map_of_the_program_is_sound() -> None:
    assert check_map("san-canciano") == []


@pytest.mark.rule("TERR-04")
def test_a_third_each_of_water_ground_and_buildings(san_canciano: Board) -> None:
    measured = shares(san_canciano)
    for share in (measured.water, measured.ground, measured.buildings):
        assert share == pytest.approx(1 / 3, abs=0.06)


def test_every_roof_is_reached_without_a_climb_over_eight_inches(san_canciano: Board) -> None:
    standing = places(san_canciano)
    got, missing = reachable(san_canciano, standing)
    assert missing == {}
    assert len(got) == len(standing) > 30
    assert CLIMB == 8.0


def test_two_gangs_can_be_set_up_on_opposite_edges(san_canciano: Board) -> None:
    assert all(room(san_canciano, edge) >= 12 for edge in ("north", "south", "east", "west"))


def test_the_rules_see_about_thirty_thousand_triangles(san_canciano: Board) -> None:
    assert 20_000 < san_canciano.triangle_count < 40_000


def test_a_piece_over_the_edge_is_named(tmp_path: Path) -> None:
    assert any('cassa: reaches 0.40" over the edge' in line for line in issues(tmp_path, RIO + piece("cassa", 0, 4)))


def test_pieces_in_one_another_are_named(tmp_path: Path) -> None:
    found = issues(tmp_path, RIO + piece("casa-rosa", 4, 4) + piece("pozzo", 6, 4))
    assert any("casa-rosa and pozzo: stand in one another" in line for line in found)


@pytest.mark.parametrize(("x", "y", "turn", "told"), [(4, 19.8, 90, False), (6, 18, 90, False), (7, 18.1, 0, True)])
def test_walls_may_meet_at_a_corner_or_cross_and_not_lie_along_one_another(
    x: float, y: float, turn: float, told: bool, tmp_path: Path
) -> None:
    wall = '[[pieces]]\npiece = {{ kind = "wall", length = 4 }}\nid = "{}"\nat = [{}, {}]\nturn = {}\n'
    found = issues(tmp_path, RIO + wall.format("one", 6, 18, 0) + wall.format("two", x, y, turn))
    assert any("one and two: stand in one another" in line for line in found) == told


def test_whatever_overlaps_is_found_among_hundreds(tmp_path: Path) -> None:
    """As by looking at every pair: crates of 1", in rows that come nearer to each other."""
    rows = [(1.5 * i, 2.1 + 0.1 * i) for i in range(1, 16)]
    crates = "".join(
        piece("cassa", x, y, f'id = "c-{i}-{k}"') for i, (x, gap) in enumerate(rows, 1) for k, y in enumerate((2, gap))
    )
    found = {line.partition(": ")[2].partition(":")[0] for line in issues(tmp_path, crates) if "in one another" in line}
    assert "c-1-0 and c-1-1" in found
    assert "c-15-0 and c-15-1" not in found
    assert all(pair.split(" and ")[0][:-1] == pair.split(" and ")[1][:-1] for pair in found)


def test_of_a_heap_not_every_pair_is_told(tmp_path: Path) -> None:
    heap = "".join(piece("cassa", 4 + n / 500, 4) for n in range(150))
    found = [line for line in issues(tmp_path, heap) if "in one another" in line]
    assert len(found) == 10_001
    assert found[-1] == "error: pieces: more than 10,000 pairs stand in one another: move them apart"


def test_a_piece_whose_shadow_no_union_can_be_made_of_is_looked_at_on_a_grid(tmp_path: Path) -> None:
    inn = 'format = 1\nname = "Inn"\nsize = [48, 48]\n' + piece("locanda", 18.01, 29.59, "turn = 302\nz = -0.75")
    path = tmp_path / "inn.toml"
    path.write_text(inn)
    assert any("canals: the board has no water" in str(issue) for issue in check_map(path))


def test_ways_up_lead_over_many_places(tmp_path: Path) -> None:
    """Quays in steps of 7": each is reached from the one before it, and the one that is 9" up is not."""
    steps = "".join(piece("fondamenta", 4 * i, 20, f"z = {7 * i}") for i in range(1, 5))
    lonely = piece("fondamenta", 8, 3, 'z = 9\nid = "lonely"')
    found = [line for line in issues(tmp_path, RIO + steps + lonely) if "without a landing" in line]
    assert len(found) == 1
    assert "lonely/quay" in found[0]


def test_a_canal_that_ends_on_land_is_no_canal(tmp_path: Path) -> None:
    pond = '[[canals]]\nid = "pond"\noutline = [[4, 8], [20, 8], [20, 14], [4, 14]]\n'
    assert any("none runs from edge to edge" in line for line in issues(tmp_path, pond))


def test_a_narrow_canal_is_named(tmp_path: Path) -> None:
    ditch = '[[canals]]\nid = "ditch"\noutline = [[0, 8], [24, 8], [24, 10], [0, 10]]\n'
    assert any('canal ditch: is under 4" wide' in line for line in issues(tmp_path, ditch))


def test_a_tower_without_a_landing_is_named(tmp_path: Path) -> None:
    lifted = RIO + piece("cassa", 4, 4) + piece("fondamenta", 12, 20, "z = 9.5")
    assert any('fondamenta/quay: a climb of 9.5" without a landing' in line for line in issues(tmp_path, lifted))


def test_an_edge_full_of_houses_has_no_room(tmp_path: Path) -> None:
    rio = RIO.replace("8]", "16]").replace("14]", "22]")
    houses = "".join(piece("palazzo", x, y) for x in (4, 12, 20) for y in (3, 9))
    assert any("south edge: room for 0 bases" in line for line in issues(tmp_path, rio + houses))


CAMPO = '[[streets]]\nid = "campo"\noutline = [[2, 16], [14, 16], [14, 23], [2, 23]]\n'


def of_campo(tmp_path: Path, text: str) -> list[str]:
    return [line for line in issues(tmp_path, RIO + text) if "campo" in line]


def test_a_house_that_is_sunk_into_a_raised_street_is_named_and_one_that_stands_on_it_is_not(tmp_path: Path) -> None:
    house = piece("casa-rosa", 8, 19.5)
    assert of_campo(tmp_path, CAMPO + "level = 1.0\n" + house) == [
        'warning: casa-rosa: is sunk 1.00" into campo: raise it by 1.00"'
    ]
    assert of_campo(tmp_path, CAMPO + "level = 1.0\n" + house + "z = 1.0\n") == []


def test_a_house_on_a_raised_street_is_a_building_and_takes_room_as_one_on_the_ground_does(tmp_path: Path) -> None:
    found = {}
    for level in (0.0, 2.0):
        path = tmp_path / f"{level}.toml"
        path.write_text(HEAD + RIO + CAMPO + f"level = {level}\n" + piece("casa-rosa", 8, 19.5, f"z = {level}"))
        board = Board.load(path)
        found[level] = shares(board).buildings, room(board, "north")
    assert found[0.0] == found[2.0]
    assert found[0.0][0] > 0.03


def test_a_deep_square_without_steps_is_named_and_so_is_one_under_the_water_beside_it(tmp_path: Path) -> None:
    assert of_campo(tmp_path, CAMPO + "level = -2.0\n") == [
        'warning: campo: lies 2" deep within slick walls: give it steps, or put stairs or a ladder into it'
    ]
    assert of_campo(tmp_path, CAMPO + "level = -2.0\nsteps = 0.3\n") == []
    beside = CAMPO.replace("16]", "14]")
    assert of_campo(tmp_path, beside + "level = -1.0\nsteps = 0.3\n") == [
        "warning: campo: lies at -1, and the water of rio beside it at -0.75: raise it, or let ground lie between"
    ]


def test_a_street_that_canals_cover_is_named(tmp_path: Path) -> None:
    inside = CAMPO.replace("[[2, 16], [14, 16], [14, 23], [2, 23]]", "[[2, 9], [14, 9], [14, 13]]")
    assert of_campo(tmp_path, inside) == [
        "warning: campo: canals and later streets cover all of it: move it, or take it away"
    ]


@pytest.mark.parametrize("turned", [1, 2], ids=["quarter turns", "half turn"])
def test_edges_that_are_images_of_each_other_have_as_much_room(tmp_path: Path, turned: int) -> None:
    lots = [(4.3, 3.1), (9.7, 4.6), (15.2, 2.4), (20.5, 3.8)]
    text = ""
    for x, y in lots:
        for quarter in range(0, 4, turned):
            text += piece("casse", x, y, f"turn = {90 * quarter}")
            x, y = (24 - y, x) if turned == 1 else (24 - x, 24 - y)
    path = tmp_path / "turned.toml"
    path.write_text(HEAD + text)
    board = Board.load(path)
    north, south, east, west = (room(board, edge) for edge in ("north", "south", "east", "west"))
    assert (north, east) == (south, west)
    assert north == east or turned == 2


def test_steps_that_take_all_of_a_raised_street_are_named(tmp_path: Path) -> None:
    square = '[[streets]]\nid = "campo"\noutline = [[0, 0], [5, 0], [5, 5], [0, 5]]\nlevel = 5\nsteps = {steps}\n'
    assert [line for line in of_campo(tmp_path, square.format(steps=1)) if "its steps meet" in line]
    assert not [line for line in of_campo(tmp_path, square.format(steps=0)) if "its steps meet" in line]


def test_a_canal_without_water_of_its_own_and_places_for_steps_that_are_none_are_named(tmp_path: Path) -> None:
    """Both were passed over in silence."""
    twice, places = RIO.replace('"rio"', '"rio-2"'), "steps_at = [[4, 9]]\n"
    assert [line for line in issues(tmp_path, RIO + twice) if "canal rio-2: has no water of its own" in line]
    assert [line for line in issues(tmp_path, RIO + places) if "canal rio: has places for steps" in line]
    assert not [line for line in issues(tmp_path, RIO + places + "steps = 0.4\n") if "places for steps" in line]
