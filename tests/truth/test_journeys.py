"""Ways over several actions against analytic answers, and their laws: every action is legal by the rules."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from math import dist

import pytest

from sim.board.board import Board, Part, Vessel
from sim.board.model.errors import TableauError
from sim.board.model.journeys import Journey, Stage
from sim.board.model.queries import PathAlong, ReachOf
from sim.board.model.tableau import Figure, Point, Tableau, VesselAt
from sim.board.model.verdicts import Path, Reach
from sim.builder.measuring.land import Land
from sim.builder.measuring.leaps import hops
from sim.carnevale.actions import Jump, Run
from sim.carnevale.journeys.search import journey
from sim.carnevale.journeys.traveller import WHO, Stance, Traveller, Wayfarer
from sim.carnevale.referee import Referee
from sim.carnevale.ways import path_of_run
from sim.engine.requests import measured
from tests.board.movement.scenes import BARRED, GONDOLA, HOUSE, LADDER, STREET, WATER, R, block, board, street

SIZE = 40.0
shipped = cache(Board.load)  # a board that ships is read once, with what is measured on it


@cache
def land_of(name: str, base_mm: float) -> Land:
    """A board that ships, surveyed once for all who go over it."""
    return Land(shipped(name), base_mm)


HAIR = 0.02


def with_boxes(*boxes: tuple[float, float, float, float, float, float]) -> Board:
    houses = [(f"box-{n}/box", HOUSE, block(*box)) for n, box in enumerate(boxes)]
    return board(street(SIZE), *houses, size=SIZE)


def way(on: Board, start: Point, goal: Point, **who: object) -> Journey:
    traveller = Traveller(**who)  # type: ignore[arg-type]
    found = hops(Land(on, float(traveller.base_mm)), start, goal) if traveller.jumps else ()
    return journey(on, traveller, start, goal, found)


def slots(made: Journey, actions: int = 2) -> int:
    """Actions that are over at its end, those that were passed counted."""
    last = made.stages[-1]
    return (last.turn - 1) * actions + last.action


def is_legal(on: Board, made: Journey, who: Traveller) -> None:
    """Each action begins where the one before ended, and the rules let it be; a turn ends where it may."""
    walker, here, before = Wayfarer(on, who), Stance(made.start), (1, 0)
    for stage in made.stages:
        now = (stage.turn, stage.action)
        assert now > before
        assert 1 <= stage.action <= who.actions
        if stage.turn > before[0]:
            assert walker.may_stay(here), here
        assert dist(stage.points[0], here.at) < HAIR
        if stage.kind == "jump":
            state = walker.standing(here)
            refusal = measured(Jump(stage.corners[0]).refusal(state, WHO), state, Referee(on))
            assert refusal is None
            assert stage.chance >= who.likely
        else:
            state, run = walker.standing(here), Run(path=stage.corners)
            assert measured(run.refusal(state, WHO), state, Referee(on)) is None, stage
            path, inches = measured(path_of_run(state, WHO, run.way), state, Referee(on))
            assert path.cost <= inches + HAIR
            assert inches == stage.move
            assert stage.inches == pytest.approx(path.cost, abs=HAIR)
            assert dist(path.points[-1], stage.points[-1]) < HAIR
        here, before = Stance(stage.points[-1], stage.hangs), now
    if made.arrives:
        assert dist(here.at, made.goal) < 0.1
        assert not here.on_wall
    else:
        assert dist(here.at, made.goal) == pytest.approx(made.left, abs=0.1)


# --- the fewest actions, where they are known ---------------------------------------------------------------------


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize("move", [1, 4, 5, 10])
@pytest.mark.parametrize("far", [0.5, 5.0, 5.1, 12.0, 20.0, 20.1])
def test_on_flat_ground_it_takes_the_distance_over_move(far: float, move: int) -> None:
    turned = 0.4  # radians
    goal = (3 + far * math.cos(turned), 3 + far * math.sin(turned), 0.0)
    made = way(with_boxes(), (3, 3, 0), goal, move=move, jumps=False)
    assert made.arrives
    assert made.actions == slots(made) == math.ceil(far / move - 0.002)
    assert made.turns == math.ceil(made.actions / 2)
    assert made.inches == pytest.approx(far, abs=HAIR)
    assert made.rolls == 0


@pytest.mark.parametrize(("actions", "turns"), [(1, 4), (2, 2), (3, 2)])
def test_turns_hold_as_many_actions_as_are_given(actions: int, turns: int) -> None:
    made = way(with_boxes(), (3, 3, 0), (23, 3, 0), actions=actions)
    assert (made.turns, made.actions) == (turns, 4)


@pytest.mark.rule("MOVE-03", "MOVE-04")
@pytest.mark.parametrize("high", [2.0, 3.5, 5.0, 8.0])
def test_a_wall_is_climbed_in_one_turn(high: float) -> None:
    """From its foot it takes its height, and the width of the base to stand on top: more than MOVE is two actions,
    which are of one turn, since nobody ends one on a wall."""
    made = way(with_boxes((10, 0, 0, 20, 20, high)), (10 - R - 0.001, 10, 0), (10 + R + 0.01, 10, high))
    climb = high + 2 * R
    assert made.arrives
    assert made.actions == math.ceil(climb / 5)
    assert made.turns == 1
    assert made.rolls == made.actions
    assert [stage.hangs for stage in made.stages] == [True] * (made.actions - 1) + [False]
    assert made.inches == pytest.approx(climb, abs=0.05)


@pytest.mark.rule("MOVE-04")
def test_the_rest_of_a_turn_is_passed_before_a_wall_that_takes_a_whole_one() -> None:
    """4" to the foot, and then 9.18" of climb: with 5" and 5" it would hang when its turn ends."""
    made = way(with_boxes((10, 0, 0, 20, 20, 8)), (6 - R, 10, 0), (10 + R + 0.01, 10, 8))
    assert [(stage.turn, stage.action) for stage in made.stages] == [(1, 1), (2, 1), (2, 2)]
    assert (made.turns, made.actions, slots(made)) == (2, 3, 4)


@pytest.mark.rule("MOVE-04")
@pytest.mark.parametrize(("high", "actions", "arrives"), [(8.7, 2, True), (8.9, 2, False), (8.9, 3, True)])
def test_a_wall_higher_than_a_turn_bars_the_way(high: float, actions: int, arrives: bool) -> None:
    """Ten inches of a turn lead 8.82" up, as 1.18" are left to stand on top."""
    made = way(with_boxes((10, 0, 0, 20, 20, high)), (5, 10, 0), (15, 10, high), actions=actions)
    assert made.arrives is arrives
    if not arrives:
        assert [bar.kind for bar in made.bars] == ["height"]
        assert made.bars[0].rule == "MOVE-04"
        assert f'{high + 2 * R:.1f}"' in made.bars[0].words
        assert made.bars[0].at == pytest.approx((10 - R, 10, 0), abs=0.05)


@pytest.mark.rule("MOVE-04")
def test_a_roof_with_eaves_is_climbed_on_to_from_where_one_hangs() -> None:
    """Of a shipped board: under its tiles nothing is held on to, and the second climb leads round them."""
    on = shipped("san-canciano")
    made = way(on, (17.0, 26.0, 0), (18.6, 24.5, 7), jumps=False)
    is_legal(on, made, Traveller(jumps=False))
    assert made.arrives
    assert [stage.hangs for stage in made.stages] == [True, False]
    assert made.goal[2] > 5.0


def test_a_ladder_beside_a_wall_takes_no_roll() -> None:
    """Rolls are not wanted where as many actions do without: a ladder 3" aside."""
    on = board(
        street(SIZE),
        ("house/walls", HOUSE, block(10, 0, 0, 20, 20, 3)),
        ("house/ladder", LADDER, block(9.9, 12.8, 0, 10, 13.2, 3)),
        size=SIZE,
    )
    made = way(on, (6, 10, 0), (11, 12.5, 3))
    bare = way(with_boxes((10, 0, 0, 20, 20, 3)), (6, 10, 0), (11, 12.5, 3))
    assert (made.actions, bare.actions) == (2, 2)
    assert (made.rolls, bare.rolls) == (0, 1)
    assert any(leg.kind == "ladder" for stage in made.stages for leg in stage.legs)


@pytest.mark.rule("JUMP-01")
@pytest.mark.parametrize("wide", [1.0, 2.0])
def test_a_gap_is_jumped_where_that_saves_actions(wide: float) -> None:
    """Right over it, from where it stands."""
    on = with_boxes((2, 2, 0, 10, 10, 6), (10 + wide, 2, 0, 18 + wide, 10, 6))
    made = way(on, (9, 6, 6), (11 + wide, 6, 6))
    jumps = [stage for stage in made.stages if stage.kind == "jump"]
    assert len(jumps) == 1
    assert wide <= jumps[0].inches <= 2 + wide  # it lies between the two, and where it comes down partly it is helped
    assert made.actions <= 2
    without = way(on, (9, 6, 6), (11 + wide, 6, 6), jumps=False)
    assert without.arrives
    assert without.turns > made.turns


@pytest.mark.rule("JUMP-01")
def test_a_gap_too_wide_to_jump_bars_the_way() -> None:
    """Towers of 14": nobody climbs them in a turn, and 5" between them take a jump of more than most rolls."""
    on = with_boxes((2, 2, 0, 10, 10, 14), (15, 2, 0, 20, 10, 14))
    made = way(on, (4, 6, 14), (18, 6, 14))
    assert not made.arrives
    assert {bar.kind for bar in made.bars} == {"gap", "height"}
    gap = next(bar for bar in made.bars if bar.kind == "gap")
    assert "16% of tries" in gap.words
    assert gap.at[0] == pytest.approx(10 - R, abs=0.3)
    bold = way(on, (4, 6, 14), (18, 6, 14), likely=0.1)
    assert bold.arrives
    assert bold.chance == pytest.approx(0.16, abs=0.01)


def test_a_gap_that_no_roll_carries_over_tells_how_wide_it_is() -> None:
    on = with_boxes((2, 2, 0, 10, 10, 14), (19, 2, 0, 24, 10, 14))
    gap = next(bar for bar in way(on, (4, 6, 14), (22, 6, 14)).bars if bar.kind == "gap")
    assert '10.2"' in gap.words  # 9" and a base, to a quarter of an inch


def canal(deep: float, wide: float = 6.0) -> Board:
    """Two banks with water between them, from x = 10 on."""
    return board(
        ("ground/west", STREET, block(0, 0, -4, 10, SIZE, 0)),
        ("ground/east", STREET, block(10 + wide, 0, -4, SIZE, SIZE, 0)),
        ("canal/water", WATER, block(10, 0, -4, 10 + wide, SIZE, -deep)),
        size=SIZE,
    )


@pytest.mark.rule("MOVE-07")
@pytest.mark.parametrize(("start", "actions"), [(9.4, 3), (13.0, 3)])
def test_an_action_that_starts_in_water_has_two_inches_less(start: float, actions: int) -> None:
    """From the bank 5" lead into the water, and 3" more, out of it, and then 5". From the middle of it, the first
    action ends before the bank, over which no base can rest in part, and the next has 3" too."""
    goal = {9.4: 9.4 + 5 + 3 + 4.9, 13.0: (16 - R) + 3 + 4.9}[start]
    made = way(canal(0.5), (start, 10, -0.5 if start > 10 else 0), (goal, 10, 0))
    assert made.arrives
    assert made.actions == actions
    assert {stage.move for stage in made.stages} == {3.0, 5.0}
    assert way(canal(0.5), made.start, (goal + 0.2, 10, 0)).actions == actions + 1


@pytest.mark.rule("MOVE-08")
@pytest.mark.parametrize("deep", [0.9, 1.1])
def test_water_behind_a_wall_of_more_than_an_inch_bars_the_way(deep: float) -> None:
    made = way(canal(deep), (5, 10, 0), (20, 10, 0))
    assert made.arrives is (deep < 1.0)
    if not made.arrives:
        assert [(bar.kind, bar.rule) for bar in made.bars] == [("water", "MOVE-08")]
        assert made.stages[-1].points[-1] == pytest.approx((10 - R, 10, 0), abs=0.13)
        out = way(canal(deep), (13, 10, -deep), (20, 10, 0))
        assert [(bar.kind, bar.rule) for bar in out.bars] == [("water", "MOVE-08")]


@pytest.mark.parametrize(("base", "arrives"), [(20, True), (30, False)])
def test_a_passage_is_too_narrow_for_a_base(base: int, arrives: bool) -> None:
    """A passage of 0.9": 20 mm are 0.79", 30 mm are 1.18"."""
    walls = [("a/wall", BARRED, block(10, 0, 0, 11, 19.55, 12)), ("b/wall", BARRED, block(10, 20.45, 0, 11, SIZE, 12))]
    made = way(board(street(SIZE), *walls, size=SIZE), (5, 20, 0), (20, 20, 0), base_mm=base)
    assert made.arrives is arrives
    if not arrives:
        assert [bar.kind for bar in made.bars] == ["room"]
        assert 10 - R - 0.5 <= made.bars[0].at[0] <= 11 + R


def test_who_does_not_climb_is_told_that_a_climb_leads_on() -> None:
    made = way(with_boxes((10, 0, 0, 20, 20, 3)), (5, 10, 0), (15, 10, 3), climbs=False)
    assert [bar.kind for bar in made.bars] == ["climb"]
    assert f'{3 + 2 * R:.1f}"' in made.bars[0].words


def test_where_no_base_rests_there_is_no_way() -> None:
    with pytest.raises(TableauError, match="no base comes to rest at \\(99, 99, 0\\)"):
        way(with_boxes(), (3, 3, 0), (99, 99, 0))


def test_who_is_there_takes_no_action() -> None:
    made = way(with_boxes(), (3, 3, 0), (3, 3, 0))
    assert (made.arrives, made.turns, made.actions, made.stages) == (True, 0, 0, ())


def test_others_stand_in_the_way() -> None:
    """In a passage as wide as a base."""
    walls = [("a/wall", BARRED, block(10, 0, 0, 11, 19.3, 12)), ("b/wall", BARRED, block(10, 20.7, 0, 11, SIZE, 12))]
    on = board(street(SIZE), *walls, size=SIZE)
    made = journey(on, Traveller(), (5, 20, 0), (20, 20, 0), (), (Figure("other", (10.5, 20, 0)),))
    assert [bar.kind for bar in made.bars] == ["base"]
    assert journey(on, Traveller(), (5, 20, 0), (20, 20, 0)).arrives


# --- laws ---------------------------------------------------------------------------------------------------------

PLACES: dict[str, list[Point]] = {
    "san-canciano": [(8, 4, 0), (28, 24, 0), (28, 14, 0), (4, 12, 0), (20, 33, 0)],
    "le-do-rive": [(6, 6, 0), (30, 20, 0), (14, 28, 0)],
}


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("who", [Traveller(), Traveller(move=4, actions=3, dexterity=3), Traveller(climbs=False)])
def test_every_action_of_a_way_is_legal(name: str, who: Traveller) -> None:
    land = land_of(name, float(who.base_mm))
    on = land.board
    for start, goal in pairwise(PLACES[name]):
        made = journey(on, who, start, goal, hops(land, start, goal))
        is_legal(on, made, who)
        assert made.actions == len(made.stages)
        assert made.arrives or made.bars


@pytest.mark.parametrize("start", PLACES["san-canciano"][:3])
def test_no_single_action_leads_where_the_area_of_a_move_does_not(start: Point) -> None:
    """Places round a mini: one action, and no jump, is told just where its reach says that one leads there."""
    import shapely

    on, who = shipped("san-canciano"), Traveller(jumps=False)
    walker = Wayfarer(on, who)
    here = walker.let_down(start)
    assert here is not None
    (inches, *_) = walker.allowance(Stance(here))
    reach = on.answer(ReachOf(walker.mover(inches, Stance(here))), Tableau((Figure(WHO, here),)))
    assert isinstance(reach, Reach)
    tried = 0
    for n in range(14):
        far, turned = 2.5 + 0.3 * n, 2.4 * n
        goal = walker.let_down((here[0] + far * math.cos(turned), here[1] + far * math.sin(turned), here[2] + 1.0))
        if goal is None or dist(goal, here) < 1.0:
            continue
        areas = [
            shapely.Polygon(rings[0], rings[1:])
            for level in reach.levels
            if level.z[0] - 0.3 <= goal[2] <= level.z[1] + 0.3
            for rings in level.polygons
        ]
        apart = min((area.boundary.distance(shapely.Point(goal[:2])) for area in areas), default=1.0)
        if apart < 0.3:  # its edges are good to a little
            continue
        inside = any(area.contains(shapely.Point(goal[:2])) for area in areas)
        made = journey(on, who, here, goal)
        assert (made.arrives and made.actions == 1) is inside, (goal, made.actions)
        tried += 1
    assert tried >= 5


def test_a_stage_goes_as_it_is_told_on_the_board() -> None:
    """The way of a run, given to the board by its corners, leads there for what it is said to take."""
    on = shipped("san-canciano")
    made = way(on, (8, 4, 0), (28, 24, 0))
    here = made.start

    def along(stage: Stage) -> Path:
        asked = PathAlong(Wayfarer(on, Traveller()).mover(5.0, Stance(here)), stage.corners)
        found = on.answer(asked, Tableau((Figure(WHO, here),)))
        assert isinstance(found, Path)
        return found

    for stage in made.stages:
        path = along(stage)
        assert path.refusal is None
        assert path.cost == pytest.approx(stage.inches, abs=0.01)
        here = stage.points[-1]
    assert here == pytest.approx(made.goal, abs=0.1)


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize(("x", "told"), [(12.0, ("gondola",)), (18.5, ()), (30.0, ())])
def test_a_boat_beside_which_the_first_turn_may_end_is_told(x: float, told: tuple[str, ...]) -> None:
    # Two runs of 5" along a quay: at most 10", and 1.5" between the middle of the base and the hull, 0.65" half wide.
    hull = Part("gondola/hull", GONDOLA, block(-3.5, -0.65, -0.2, 3.5, 0.65, 0.4))
    gondola = Vessel("gondola", (hull,), VesselAt("gondola", (x, 13, -0.75)))
    quay = ("ground/quay", STREET, block(0, 0, -2, SIZE, 12, 0))
    land = board(quay, ("canal/water", WATER, block(0, 12, -2, SIZE, SIZE, -0.75)), size=SIZE)
    found = way(Board("quay", land.size, land.parts, (gondola,)), (3, 10, 0), (6, 10, 0))
    assert found.arrives
    assert found.boats == told
