"""Paths (MOVE): their legs, costs, rolls, contacts and refusals."""

from __future__ import annotations

import math
from itertools import pairwise
from math import dist

import pytest
from shapely.geometry import Point, Polygon

from sim.board.board import Board
from sim.board.model.queries import DropOf, Mover, PathAlong, PathTo
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Barricade, Kind, Meaning
from sim.board.model.verdicts import Drop, Path
from sim.board.movement.standing import ON
from tests.board.movement.scenes import HOUSE, LADDER, STREET, WATER, R, Scene, afloat, block, board, street, town


@pytest.fixture(scope="module")
def home() -> Board:
    return town()


@pytest.fixture(scope="module")
def stalls() -> Board:
    return Board.load("campiello-dei-remi")


def kinds(path: object) -> list[str]:
    return [leg.kind for leg in path.legs]  # type: ignore[attr-defined]


@pytest.mark.rule("MOVE-01")
def test_a_run_costs_its_length(home: Board) -> None:
    found = Scene(home, (2, 2, 0)).along((5, 2, 0), (5, 5, 0))
    assert found.refusal is None
    assert found.cost == pytest.approx(6)
    assert kinds(found) == ["run"]


@pytest.mark.rule("MOVE-01")
def test_a_longer_way_than_the_move_is_refused(home: Board) -> None:
    found = Scene(home, (2, 2, 0)).along((9, 2, 0), move=5)
    assert found.refusal is not None
    assert found.refusal[0] == "MOVE-01"


def test_what_lies_beyond_the_move_is_looked_for_as_far_as_is_asked() -> None:
    """The way round a wall is longer than the straight line, and is told where it is asked for."""
    walled = board(street(), ("wall", Meaning(climbable=False), block(6, 0, 0, 6.5, 6, 9)))
    scene = Scene(walled, (4, 4, 0))
    known, unknown = (
        walled.answer(PathTo(Mover("a", 5.0), (8.5, 4.0, 0.0), beyond=beyond), scene.tableau) for beyond in (3.0, 0.0)
    )
    assert known.refusal is not None
    assert 6.0 < known.cost < 8.0
    assert unknown.refusal == ("MOVE-01", 'no path leads there, not even one of 5"')
    near = [
        walled.answer(PathTo(Mover("a", 5.0), (4.0, 8.5, 0.0), beyond=beyond), scene.tableau) for beyond in (3.0, 0.0)
    ]
    assert near[0] == near[1]


@pytest.mark.rule("MOVE-01", "TERR-01")
def test_a_crate_of_less_than_an_inch_is_stepped_over(home: Board) -> None:
    found = Scene(home, (2, 12.5, 0)).along((6, 12.5, 0))
    assert found.refusal is None
    assert found.cost == pytest.approx(4)
    assert max(p[2] for p in found.points) == 0.9


def test_steps_are_walked_up_one_by_one(home: Board) -> None:
    found = Scene(home, (10, 14.5, 0)).path((15.5, 14.5, 1.6))
    assert found.rolls == 0
    assert found.cost == pytest.approx(5.5, abs=0.005)


def stair(count: int, tread: float, rise: float) -> Board:
    """A stair up to the east: its first riser at x = 8."""
    steps = [block(8 + k * tread, 4, 0, 16, 12, (k + 1) * rise) for k in range(count)]
    return board(street(), *((f"stair/step-{k}", HOUSE, step) for k, step in enumerate(steps)))


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_steep_steps_that_the_base_walks_up_cost_their_length_only(count: int) -> None:
    top = 0.9 * count
    found = Scene(stair(count, 0.3, 0.9), (6, 8, 0)).path((9.8, 8, round(top, 3)))
    assert found.refusal is None
    assert found.rolls == 0
    assert found.cost == pytest.approx(3.8, abs=0.005)


@pytest.mark.rule("MOVE-01", "MOVE-03")
@pytest.mark.parametrize("tread", [0.1, 0.15, 0.2])
def test_steps_too_close_together_for_the_base_are_climbed_from_the_first_that_it_rests_on(tread: float) -> None:
    """0.9" are stepped up at no cost, as far as the base stands on the first step with its rim; the rest is a climb."""
    top = 8 + 2 * tread + 0.7
    found = Scene(stair(3, tread, 0.9), (6, 8, 0)).along((top, 8, 2.7))
    assert found.refusal is None
    assert kinds(found) == ["run", "climb", "run"]
    assert found.cost == pytest.approx(top - 6 + 1.8, abs=0.01)


@pytest.mark.rule("MOVE-01", "MOVE-03")
@pytest.mark.parametrize("edge", [7.4, 7.8, 8.0, 8.2])
def test_nobody_comes_up_through_an_awning_from_the_table_under_it(edge: float) -> None:
    table = ("stall/table", HOUSE, block(8, 4, 0, 12, 12, 0.66))
    cloth = ("stall/cloth", HOUSE, block(edge, 4, 1.9, 12.4, 12, 2.0))
    found = Scene(board(street(), table, cloth), (5.5, 8, 0), base_mm=25.0).along((10, 8, 2.0))
    assert found.refusal is not None


@pytest.mark.rule("MOVE-01", "MOVE-03")
@pytest.mark.parametrize(
    ("at", "to"), [((8.681, 7.607, 0.0), (5.588, 6.826, 0.28)), ((9.308, 7.757, 0.0), (6.059, 7.286, 0.0))]
)
def test_nobody_passes_over_a_table_that_has_no_room_under_its_awning(
    stalls: Board, at: tuple[float, float, float], to: tuple[float, float, float]
) -> None:
    found = Scene(stalls, at).along(to)
    assert found.refusal is not None
    assert max(z for _, _, z in found.points) < 0.7


@pytest.mark.rule("MOVE-03")
def test_a_stall_is_climbed_up_where_it_is_climbed_down(stalls: Board) -> None:
    """From beside its table, where its awning overhangs the place that is nearest to the table, on to the awning."""
    top, foot = (6.919, 7.929, 2.15), (6.235, 7.929, 0.66)
    down = Scene(stalls, top).along(foot)
    up = Scene(stalls, foot).along(top)
    assert (down.refusal, up.refusal) == (None, None)
    assert up.cost == pytest.approx(down.cost, abs=0.01)


@pytest.mark.rule("MOVE-03", "MOVE-08")
def test_a_climb_that_leads_only_down_is_within_reach() -> None:
    """Down a wall into a canal, which nobody climbs out of."""
    bank = ("bank/wall", HOUSE, block(0, 0, -4, 20, 20, 0))
    home = board(bank, ("canal/water", WATER, block(20, 0, -4, 26, 20, -2)))
    quay, water = (18.0, 10.0, 0.0), (22.0, 10.0, -2.0)
    assert Scene(home, water).along(quay).refusal is not None
    below = Scene(home, quay)
    assert below.path(water, 7.0).refusal is None
    assert any(
        Polygon(polygon[0], polygon[1:]).distance(Point(water[:2])) <= 0.05
        for level in below.reach(7.0).levels
        if level.z[0] <= water[2] <= level.z[1]
        for polygon in level.polygons
    )


@pytest.mark.rule("MOVE-02")
def test_nobody_walks_through_a_mini(home: Board) -> None:
    scene = Scene(home, (2, 2, 0), Figure("b", (5, 2, 0)))
    refused = scene.along((9, 2, 0))
    assert refused.refusal is not None
    assert refused.refusal[0] == "MOVE-02"
    round_it = scene.path((9, 2, 0))
    assert round_it.refusal is None
    assert 7 < round_it.cost < 8


@pytest.mark.rule("MOVE-02")
def test_nobody_ends_a_climb_in_a_mini(home: Board) -> None:
    scene = Scene(home, (7, 5, 0), Figure("b", (7, 7, 3)))
    refused = scene.along((7, 6.8, 3))
    assert refused.refusal is not None
    assert refused.refusal[0] == "MOVE-02"


@pytest.mark.rule("MOVE-03", "TERR-06")
def test_a_wall_is_climbed_with_a_roll(home: Board) -> None:
    found = Scene(home, (7, 4, 0)).path((7, 8, 3))
    assert kinds(found) == ["run", "climb", "run"]
    assert found.rolls == 1
    assert found.cost == pytest.approx(4 + 3, abs=0.01)


@pytest.mark.rule("MOVE-03")
def test_climbing_down_is_climbing(home: Board) -> None:
    found = Scene(home, (7, 8, 3)).path((7, 4, 0))
    assert found.rolls == 1
    assert found.cost == pytest.approx(4 + 3, abs=0.02)


def test_who_does_not_climb_stays_below(home: Board) -> None:
    assert Scene(home, (7, 4, 0)).path((7, 8, 3), climb=False).refusal is not None


@pytest.mark.rule("MOVE-04")
def test_a_climb_may_end_on_the_wall_and_go_on_from_there(home: Board) -> None:
    up = Scene(home, (7, 5, 0)).along((7, 6 - R, 0), (7, 6 - R, 2))
    assert up.refusal is None
    assert (up.ends.kind, up.ends.whole) == ("air", False)
    on = Scene(home, up.points[-1]).along((7, 7, 3))
    assert on.refusal is None
    assert on.rolls == 1
    assert on.ends.whole


@pytest.mark.rule("MOVE-03")
def test_a_climb_goes_along_the_wall_too(home: Board) -> None:
    found = Scene(home, (7, 5, 0)).along((7, 6 - R, 0), (7, 6 - R, 2), (8, 6 - R, 2), (8, 8, 3))
    assert found.refusal is None
    assert found.rolls == 1
    assert found.cost == pytest.approx((1 - R) + 2 + 1 + 1 + 2 + R, abs=0.02)


@pytest.mark.rule("MOVE-03")
def test_there_is_nothing_to_climb_in_the_air(home: Board) -> None:
    found = Scene(home, (3, 4, 0)).along((3, 4, 2))
    assert found.refusal is not None


@pytest.mark.rule("MOVE-06")
def test_a_step_over_an_edge_is_the_end_of_a_path(home: Board) -> None:
    found = Scene(home, (7, 8, 3)).along((5, 8, 3))
    assert found.refusal is None
    assert kinds(found) == ["run", "off_edge"]
    assert found.ends.kind == "air"


@pytest.mark.rule("MOVE-06")
def test_whoever_steps_off_an_edge_comes_no_further_than_clear_of_it(home: Board) -> None:
    found = Scene(home, (7, 8, 3)).along((1, 8, 3), move=8)
    assert found.refusal is None
    assert found.points[-1] == pytest.approx((6 - R, 8, 3), abs=0.02)
    assert found.cost == pytest.approx(1 + R, abs=0.02)


@pytest.mark.rule("MOVE-06", "JUMP-01")
@pytest.mark.parametrize("gap", [0.2, 1.0, 3.0])
def test_nobody_walks_through_the_air_to_the_next_roof(gap: float) -> None:
    roofs = board(
        street(),
        ("east/walls", HOUSE, block(2, 2, 0, 6, 6, 3)),
        ("west/walls", HOUSE, block(6 + gap, 2, 0, 12, 6, 3)),
    )
    beyond = (6 + gap + 2 * R, 4, 3)
    found = Scene(roofs, (4, 4, 3)).along(beyond, move=8)
    assert found.refusal is not None or found.ends.kind == "air"
    assert found.points[-1][0] < 6 + gap
    way = Scene(roofs, (4, 4, 3)).path(beyond, move=8)
    assert way.refusal is not None


@pytest.mark.rule("MOVE-06", "FALL-01")
@pytest.mark.parametrize("lower", [0.0, 0.05, 0.2, 0.5, 0.9, 0.99, 1.0, 1.2, 2.5])
def test_whoever_steps_off_an_edge_falls_on_to_what_is_lower_however_little(lower: float) -> None:
    """A roof 3" high, and 0.2" from it another that is as high or lower: only to one as high a jump is wanted."""
    roofs = board(
        street(),
        ("east/walls", HOUSE, block(2, 2, 0, 6, 6, 3)),
        ("west/walls", HOUSE, block(6.2, 2, 0, 12, 6, 3 - lower)),
    )
    scene = Scene(roofs, (4, 4, 3))
    found = scene.along((9, 4, 3), move=8)
    if lower < ON:
        assert found.refusal is not None
        assert found.refusal[0] == "MOVE-06"
        return
    assert found.refusal is None
    assert kinds(found) == ["run", "off_edge"]
    end = found.points[-1]
    assert end == pytest.approx(((6.2 if lower <= 1.0 else 6.0) + R, 4, 3), abs=0.02)
    drop = roofs.answer(DropOf("a", end), scene.tableau)
    assert isinstance(drop, Drop)
    assert drop.height == pytest.approx(lower, abs=0.002)
    assert lower > 1.0 or drop.nudged == 0.0


@pytest.mark.rule("MOVE-06")
def test_nobody_steps_off_an_edge_on_to_what_is_higher() -> None:
    for higher in (0.0, 0.05, 0.5, 0.95):
        roofs = board(
            street(),
            ("east/walls", HOUSE, block(2, 2, 0, 6, 6, 3)),
            ("west/walls", HOUSE, block(6.2, 2, 0, 12, 6, 3 + higher)),
        )
        found = Scene(roofs, (4, 4, 3)).along((9, 4, 3), move=8)
        assert found.refusal is not None
        assert found.refusal[0] == "MOVE-06"


@pytest.mark.rule("MOVE-06")
def test_nobody_walks_on_from_the_air(home: Board) -> None:
    assert Scene(home, (7, 8, 3)).along((5, 8, 3), (3, 8, 3)).refusal is not None


@pytest.mark.rule("TERR-07")
def test_a_ladder_is_climbed_without_a_roll(home: Board) -> None:
    found = Scene(home, (9, 4, 0)).path((9, 8, 3), avoid_rolls=True)
    assert "ladder" in kinds(found)
    assert found.rolls == 0


@pytest.mark.rule("TERR-02")
def test_difficult_ground_takes_a_roll(home: Board) -> None:
    found = Scene(home, (11, 3.5, 0)).along((16, 3.5, 0))
    assert kinds(found) == ["run", "difficult", "run"]
    assert found.rolls == 1


def test_rolls_may_be_shunned(home: Board) -> None:
    found = Scene(home, (11, 3.5, 0)).path((16, 3.5, 0), avoid_rolls=True)
    assert found.refusal is None
    assert found.rolls == 0
    assert found.cost > 5.5


@pytest.mark.rule("MOVE-08")
def test_a_low_quay_is_no_obstacle(home: Board) -> None:
    found = Scene(home, (18, 10, 0)).along((22, 10, -0.75), (27, 10, 0))
    assert found.refusal is None
    assert kinds(found) == ["run", "enter_water", "swim", "leave_water", "run"]
    assert found.cost == pytest.approx(9, abs=0.01)


@pytest.mark.rule("MOVE-08")
def test_a_high_quay_is_too_slick() -> None:
    deep = board(street(), ("rio/water", WATER, block(20, 0, -3, 26, 20, -1.5)))
    assert Scene(deep, (22, 10, -1.5)).path((18, 10, 0)).refusal is not None


@pytest.mark.rule("MOVE-08")
def test_no_house_is_climbed_out_of_the_water() -> None:
    palace = board(
        ("palace/walls", HOUSE, block(10, 0, -2, 20, 20, 3)), ("rio/water", WATER, block(20, 0, -3, 26, 20, -0.75))
    )
    found = Scene(palace, (22, 10, -0.75)).along((18, 10, 3))
    assert found.refusal is not None
    assert found.refusal[0] == "MOVE-08"


@pytest.mark.rule("MOVE-09")
def test_a_ladder_in_the_water_beats_a_high_quay() -> None:
    rungs = Meaning(kind=Kind.LADDER, access=True)
    deep = board(
        street(),
        ("rio/water", WATER, block(20, 0, -3, 26, 20, -1.5)),
        ("rungs/rails", rungs, block(20, 9.8, -2, 20.1, 10.2, 0)),
    )
    found = Scene(deep, (22, 10, -1.5)).path((18, 10, 0))
    assert found.refusal is None
    assert found.rolls == 0
    assert any(leg.access for leg in found.legs)


@pytest.mark.rule("MOVE-09")
def test_steps_out_of_the_water_are_a_water_access() -> None:
    stone = Meaning(access=True)
    deep = board(
        street(),
        ("rio/water", WATER, block(20, 0, -3, 26, 20, -1.5)),
        ("steps/stone", stone, block(20, 8, -3, 22, 12, -0.7)),
    )
    found = Scene(deep, (24, 10, -1.5)).path((18, 10, 0))
    assert found.refusal is None
    assert any(leg.kind == "leave_water" and leg.access for leg in found.legs)


@pytest.mark.rule("MOVE-10")
def test_a_path_ends_at_the_first_enemy_that_it_touches(home: Board) -> None:
    found = Scene(home, (2, 2, 0), Figure("b", (5, 2 + 1.5 * R, 0))).along((9, 2, 0), enemies=("b",))
    assert found.refusal is None
    assert [c.id for c in found.contacts] == ["b"]
    assert found.cost < 3


@pytest.mark.rule("MOVE-10")
def test_the_way_to_an_enemy_is_a_charge(home: Board) -> None:
    found = Scene(home, (2, 2, 0), Figure("b", (6, 2, 0))).path((6, 2, 0), enemies=("b",))
    assert found.refusal is None
    assert [c.id for c in found.contacts] == ["b"]
    assert found.cost == pytest.approx(4 - 2 * R, abs=0.02)


def test_a_way_past_an_enemy_keeps_clear_of_it(home: Board) -> None:
    found = Scene(home, (2, 2, 0), Figure("b", (5, 2, 0))).path((8, 2, 0), enemies=("b",))
    assert found.refusal is None
    assert found.contacts == ()


@pytest.mark.rule("MOVE-12")
def test_a_path_tells_whom_it_leaves(home: Board) -> None:
    found = Scene(home, (2, 2, 0), Figure("b", (2 + 2 * R, 2, 0))).along((2, 5, 0), enemies=("b",))
    assert [c.id for c in found.left] == ["b"]
    assert found.contacts == ()


@pytest.mark.rule("TERR-06")
def test_nobody_walks_through_a_wall(home: Board) -> None:
    found = Scene(home, (4, 8, 0)).along((12, 8, 0))
    assert found.refusal is not None
    assert found.refusal[0] == "TERR-06"
    assert found.points[-1][0] == pytest.approx(6 - R, abs=0.005)


@pytest.mark.rule("TERR-08")
def test_floors_of_a_ruin_are_climbed_between_anywhere() -> None:
    ruin = Meaning(ruin=True)
    house = board(
        street(), ("ruin/floor", ruin, block(5, 5, 0, 11, 11, 0.2)), ("ruin/upper", ruin, block(5, 5, 2.2, 11, 11, 2.4))
    )
    found = Scene(house, (8, 8, 0.2)).path((8, 8, 2.4))
    assert kinds(found) == ["ruin"]
    assert found.rolls == 1
    assert found.cost == pytest.approx(2.2, abs=0.01)


@pytest.mark.rule("TERR-08")
def test_a_floor_of_a_ruin_is_not_climbed_to_from_what_is_none() -> None:
    """A floor that overhangs the street: no wall leads up to it, and no floor of the ruin lies below."""
    upper = ("ruin/upper", Meaning(ruin=True), block(5, 5, 2.2, 11, 11, 2.4))
    scene = Scene(board(street(), upper), (8, 8, 0))
    assert [level.z for level in scene.reach(10.0).levels] == [(0.0, 0.0)]
    assert scene.path((8, 8, 2.4), move=10.0).refusal is not None


@pytest.mark.rule("TERR-08")
def test_a_window_of_a_ruin_is_passed() -> None:
    ruin = Meaning(ruin=True)
    wall = [
        ("ruin/left", ruin, block(8, 0, 0, 8.4, 9.2, 4)),
        ("ruin/right", ruin, block(8, 10.8, 0, 8.4, 20, 4)),
        ("ruin/sill", ruin, block(8, 9.2, 0, 8.4, 10.8, 0.8)),
        ("ruin/lintel", ruin, block(8, 9.2, 3, 8.4, 10.8, 4)),
    ]
    found = Scene(board(street(), *wall), (5, 10, 0)).path((11, 10, 0))
    assert found.rolls == 0
    assert found.cost == pytest.approx(6, abs=0.02)


@pytest.mark.rule("TERR-11")
def test_crossing_a_barricade_is_told(home: Board) -> None:
    sacks = Meaning(barricade=Barricade.LIGHT)
    lane = board(street(), ("sacks/pile", sacks, block(8, 5, 0, 8.5, 15, 0.8)))
    found = Scene(lane, (6, 10, 0)).along((11, 10, 0))
    assert kinds(found) == ["run", "barricade", "run"]
    assert found.cost == pytest.approx(5, abs=0.005)


@pytest.mark.rule("ABIL-Flight")
def test_flight_goes_straight_and_may_end_in_the_air(home: Board) -> None:
    found = Scene(home, (2, 8, 0)).along((2, 8, 4), fly=True)
    assert found.refusal is None
    assert (kinds(found), found.cost, found.ends.kind) == (["fly"], 4, "air")


@pytest.mark.rule("ABIL-Flight")
def test_flight_does_not_go_through_walls(home: Board) -> None:
    assert Scene(home, (2, 8, 0)).along((14, 8, 0), fly=True).refusal is not None
    over = Scene(home, (2, 8, 0)).path((14, 8, 0), fly=True)
    assert over.refusal is None
    assert over.cost > 12


@pytest.mark.rule("ABIL-Ethereal")
def test_ethereal_movers_go_through_walls_and_end_on_ground_or_inside(home: Board) -> None:
    scene = Scene(home, (4, 8, 0))
    assert scene.along((12, 8, 0), ethereal=True).refusal is None
    for height in (0, 1, 2):
        within = scene.along((8, 8, height), ethereal=True)
        assert (kinds(within), within.refusal) == (["inside"], None)


@pytest.mark.rule("ABIL-Ethereal")
@pytest.mark.parametrize("place", ["in the air", "cut by a wall", "in the ground", "in another mini"])
def test_ethereal_movers_do_not_end_where_they_neither_stand_nor_are_inside(place: str) -> None:
    walls = board(street(), ("house", HOUSE, block(6, 6, 0, 10, 10, 5)))
    scene = Scene(walls, (4, 8, 0), Figure("b", (8, 8, 0)))
    ends = {"in the air": (2, 8, 2), "cut by a wall": (5.6, 9, 0), "in the ground": (4, 4, -1)}
    assert scene.along(ends.get(place, (8.2, 8, 0)), ethereal=True).refusal is not None
    assert scene.along((8, 9.3, 0), ethereal=True).refusal is None


@pytest.mark.rule("WATER-03")
def test_an_underwater_move_stays_in_water(home: Board) -> None:
    scene = Scene(home, (22, 10, -0.75))
    assert scene.along((24, 12, -0.75), water_only=True).refusal is None
    assert scene.along((27, 10, 0), water_only=True).refusal is not None


@pytest.mark.rule("TERR-12")
def test_a_gondola_is_boarded_from_the_quay_and_swum_through() -> None:
    land, lies = afloat((21.2, 10, -0.75))
    scene = Scene(land, (18, 10, 0), vessels=(lies,))
    aboard = scene.path((21.2, 10, -0.35))
    assert aboard.refusal is None
    assert aboard.ends.vessel == "gondola"
    swimmer = Scene(land, (23.5, 10, -0.75), vessels=(lies,))
    assert swimmer.along((21.2, 10, -0.35), (19, 10, 0)).refusal is None


@pytest.mark.rule("MOVE-01", "MOVE-08")
@pytest.mark.parametrize(
    ("gap", "kinds"),
    [(0.1, ["run"]), (2 * R - 0.1, ["run"]), (2 * R + 0.1, ["run", "enter_water", "swim", "leave_water", "run"])],
)
def test_a_gap_between_a_quay_and_a_boat_is_swum_where_a_base_fits_into_it(gap: float, kinds: list[str]) -> None:
    lies = 20 + gap + 0.65
    land, boat = afloat((lies, 10, -0.75))
    there, back = (
        Scene(land, a, vessels=(boat,)).path(b)
        for a, b in pairwise([(18, 10, 0), (lies, 10, -0.35), (18, 10, 0)])  # the quay, the middle of the boat
    )
    assert [leg.kind for leg in there.legs] == kinds
    assert [leg.kind for leg in back.legs] == kinds
    assert there.cost == back.cost == pytest.approx(lies - 18, abs=0.01)


def test_a_base_that_a_wall_overlaps_may_walk_away(home: Board) -> None:
    stuck = Scene(home, (6 - R + 0.1, 8, 0))
    assert stuck.along((3, 8, 0)).refusal is None
    assert stuck.path((3, 8, 0)).cost == pytest.approx(3 - R + 0.1, abs=0.01)


def test_the_end_of_a_thin_wall_is_turned_tightly() -> None:
    scene = Scene(board(street(), ("fence/wall", STREET, block(9.99, 0, 0, 10.01, 10, 3))), (8, 10, 0))
    found = scene.path((12, 10, 0), climb=False)
    straight = math.sqrt(1.99**2 - R**2)
    assert found.refusal is None
    assert found.cost == pytest.approx(2 * straight + 2 * R * math.asin(R / 1.99) + 0.02, abs=0.01)


def test_ladders_stand_in_nobodys_way() -> None:
    lane = board(street(), ("l/l", LADDER, block(8, 9.8, 0, 8.1, 10.2, 4)))
    assert Scene(lane, (6, 10, 0)).along((11, 10, 0)).refusal is None


@pytest.mark.rule("MOVE-03")
@pytest.mark.parametrize("x", [19.125, 19.5, 19.875])
def test_a_climb_over_an_edge_can_be_gone_again_as_it_is_told(x: float) -> None:
    """The foot of the climb, told to 0.001", lies a hair in the wall, and its top a hair over the eaves."""
    remi = Board.load("campiello-dei-remi")
    here = Tableau((Figure("a", (x, 15.0, 0.0)),))
    way = remi.answer(PathTo(Mover("a", 12.0), (x, 13.375, 4.22)), here)
    assert isinstance(way, Path)
    assert way.refusal is None
    assert [leg.kind for leg in way.legs if leg.kind in ("climb", "ladder")]
    again = remi.answer(PathAlong(Mover("a", 12.0), way.points[1:]), here)
    assert isinstance(again, Path)
    assert again.refusal is None
    assert dist(again.points[-1], way.points[-1]) < 0.03
    assert again.cost == pytest.approx(way.cost, abs=0.02)
