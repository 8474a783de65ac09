"""What a table goes without by agreement is refused, and whoever is in it gets out (TURN-12, `Options.without`)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.board import Board
from sim.board.model.terrain import Landing
from sim.board.model.verdicts import Ground, Leg, Path
from sim.carnevale.forgone import bars_jump, bars_path, bars_place, shunned
from sim.carnevale.options import Forgone, Options
from sim.carnevale.ways import mover
from tests.carnevale.fighters import fighter
from tests.carnevale.tables import Point, canal, do, fight, house, refused, take_turn

QUAY, SWUM, LOW, HIGH = (8.0, 20.0, 0.0), (13.0, 20.0, -0.75), (6.0, 6.0, 3.0), (6.0, 12.0, 3.5)


def quays() -> Board:
    """A canal from x = 10, and to its west a terrace 3" high, and one of 3.5" beside it; both end where it begins."""
    return canal(house((4, 2), (10, 8), 3.0, "low"), house((4, 8), (10, 16), 3.5, "high"))


def run(to: Point) -> dict[str, Any]:
    return {"act": "run", "path": [to]}


def jump(to: Point) -> dict[str, Any]:
    return {"act": "jump", "to": to}


@pytest.mark.rule("TURN-12")
@pytest.mark.parametrize(
    ("without", "at", "action", "may"),
    [
        ("swimming", QUAY, run((12, 20, -0.75)), False),
        ("swimming", QUAY, run((8, 22, 0)), True),
        ("swimming", SWUM, run((13, 22, -0.75)), True),
        ("swimming", (10.8, 20.0, -0.75), run((9, 20, 0)), True),
        ("swimming", QUAY, jump((10, 18, 1)), True),
        ("jumping", QUAY, run((12, 20, -0.75)), True),
        ("jumping", QUAY, jump((9, 18, 1)), False),
        ("roofs", QUAY, run((12, 20, -0.75)), True),
        ("roofs", LOW, run((6, 7, 3)), True),
        ("roofs", LOW, jump((6, 8.2, 3)), True),
        ("roofs", LOW, jump((6, 9.2, 3.5)), False),
        ("roofs", LOW, run((6, 9.3, 3.5)), False),
        ("roofs", HIGH, run((6, 14, 3.5)), True),
        ("roofs", HIGH, jump((6, 14, 3.5)), True),
        ("roofs", HIGH, jump((6, 14, 3.6)), False),
    ],
)
def test_what_nobody_chooses_to_do_is_refused(without: Forgone, at: Point, action: dict[str, Any], may: bool) -> None:
    runner = fighter("a", "north", at, move=8)
    table = fight(quays(), runner, options={"without": [without]}, dice=[7] * 20)
    if may:
        take_turn(table, "a")
        assert table.refusal(action) is None
        return
    refusal = refused(table, "a", action)
    assert (refusal.rule, without in refusal.why) == ("TURN-12", True)
    free = fight(quays(), runner, dice=[7] * 20)
    take_turn(free, "a")
    assert free.refusal(action) is None


@pytest.mark.rule("TURN-12")
def test_whoever_is_pushed_falls_into_the_water_all_the_same() -> None:
    minis = [fighter("a", "north", (8.1, 20, 0)), fighter("b", "south", (9.28, 20, 0), lp=20)]
    table = fight(quays(), *minis, options={"without": ["swimming"]}, dice=[2] * 5 + [7] * 5 + [2] * 5)
    do(table, "a", {"act": "grapple", "target": "b"}, push=(13, 20, 0))
    assert table.state["b"].here[2] == -0.75


@pytest.mark.rule("TURN-12")
@pytest.mark.parametrize(
    ("without", "in_water", "z", "shuns"),
    [
        ((), False, 0.0, ()),
        (("jumping",), False, 0.0, ()),
        (("swimming",), False, 0.0, ("water",)),
        (("swimming",), True, 0.0, ()),
        (("roofs",), False, 0.0, ("heights",)),
        (("roofs",), True, 3.0, ("heights",)),
        (("roofs",), False, 3.01, ()),
        (("roofs", "swimming"), False, 0.0, ("water", "heights")),
        (("roofs", "swimming"), True, 9.0, ()),
    ],
)
def test_what_is_kept_out_of_depends_on_where_one_is(
    without: tuple[Forgone, ...], in_water: bool, z: float, shuns: tuple[str, ...]
) -> None:
    assert shunned(Options(without=without), in_water, z) == shuns


@pytest.mark.rule("TURN-12")
@pytest.mark.parametrize(("at", "shuns"), [((2, 9, 0), ("heights",)), ((9, 2, 0), ("heights",)), ((9, 2, 3.5), ())])
def test_a_mover_keeps_off_roofs_by_the_height_that_it_stands_at(at: Point, shuns: tuple[str, ...]) -> None:
    state = fight(quays(), fighter("a", "north", at), options={"without": ["roofs"]}).state
    assert mover(state, "a", 5.0).shuns == shuns
    state.options = Options(without=("swimming",))
    assert (mover(state, "a", 5.0).shuns, mover(state, "a", 5.0, in_water=True).shuns) == (("water",), ())
    assert (mover(state, "a", 5.0).fly, mover(state, "a", 5.0, fly=True).fly) == (False, True)


def way(*kinds: str, z: tuple[float, ...] = (0.0, 0.0), water: bool = False) -> Path:
    points = tuple((float(i), 0.0, each) for i, each in enumerate(z))
    legs = tuple(Leg(kind, points, 1.0) for kind in kinds)  # type: ignore[arg-type]
    return Path(points, legs, 1.0, Ground(points[-1], True, Landing.SOLID, water=water))


@pytest.mark.rule("TURN-12")
@pytest.mark.parametrize(
    ("path", "wet", "high"),
    [
        (way("run"), True, True),
        (way("run", "enter_water"), False, True),
        (way("run", "swim"), False, True),
        (way("run", "enter_water", "swim", "leave_water"), False, True),
        (way("off_edge", water=True), False, True),
        (way("swim", water=True), True, True),
        (way("leave_water", "enter_water", water=True), True, True),
        (way("run", "swim", "leave_water"), False, True),
        (way("leave_water", "run"), True, True),
        (way(), True, True),
        (way(water=True), False, True),
        (way("climb", z=(0.0, 3.0)), True, True),
        (way("climb", z=(0.0, 3.01)), True, False),
        (way("climb", z=(0.0, 3.5, 0.0)), True, False),  # over a roof and down
        (way("climb", z=(2.0, 3.5)), True, False),
        (way("run", z=(5.0, 5.0)), True, True),
        (way("off_edge", z=(5.0, 4.0)), True, True),
        (way("climb", z=(5.0, 6.0)), True, False),
        (way(z=(0.0,)), True, True),
    ],
)
def test_which_ways_go_through_water_and_which_over_roofs(path: Path, wet: bool, high: bool) -> None:
    dry, low = (bars_path(Options(without=(each,)), path) for each in ("swimming", "roofs"))  # type: ignore[arg-type]
    assert (dry is None, low is None) == (wet, high)
    for refusal in (dry, low):
        assert refusal is None or (refusal.rule, refusal.evidence) == ("TURN-12", path)
    assert bars_path(Options(), path) is bars_path(Options(without=("jumping",)), path) is None


@pytest.mark.rule("TURN-12")
@pytest.mark.parametrize(
    ("start", "to", "may"), [(0, 3.0, True), (0, 3.01, False), (2, 4.0, False), (5, 5.0, True), (5, 5.1, False)]
)
def test_nobody_jumps_onto_a_roof_higher_than_the_one_it_is_on(start: float, to: float, may: bool) -> None:
    for without, free in ((("roofs",), may), (("jumping",), False), (("swimming",), True), ((), True)):
        barred = bars_jump(Options(without=without), (4.0, 4.0, start), (4.0, 6.0, to))  # type: ignore[arg-type]
        assert (barred is None) is free


@pytest.mark.rule("TURN-12", "SCEN-02")
@pytest.mark.parametrize(
    ("z", "water", "without", "may"),
    [
        (0.0, True, "swimming", False),
        (0.0, False, "swimming", True),
        (9.0, False, "swimming", True),
        (3.0, False, "roofs", True),
        (3.01, False, "roofs", False),
        (0.0, True, "roofs", True),
        (9.0, True, "jumping", True),
    ],
)
def test_nobody_is_set_up_in_what_is_forgone(z: float, water: bool, without: Forgone, may: bool) -> None:
    ground = Ground((9.0, 9.0, z), True, Landing.SOLID, water=water)
    barred = bars_place(Options(without=(without,)), ground)
    assert (barred is None) is may
    assert barred is None or barred.evidence == ground
