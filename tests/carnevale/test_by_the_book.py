"""What the rulebook allows, asks or ends where the engine once did otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.events import (
    Charged,
    Disengaged,
    Jumped,
    Moved,
    MoveLost,
    Rolled,
)
from sim.engine.requests import Choice
from tests.carnevale.fighters import TOUCH
from tests.carnevale.tables import (
    Barricade,
    Kind,
    Meaning,
    Table,
    do,
    fight,
    house,
    mini,
    of,
    only,
    plain_street,
    prompts_of,
    question,
    sheet,
    street,
)

R = 0.5906  # inches: half a base of 30 mm
FIVE = [9, 9, 9, 2, 2]  # a jump of 5"


def jump(x: float, y: float, z: float = 0.0) -> dict[str, Any]:
    return {"act": "jump", "to": (x, y, z)}


def why(table: Table, answer: object) -> str | None:
    refusal = table.refusal(answer)
    return None if refusal is None else refusal.rule


def prompt(table: Table) -> str:
    assert isinstance(table.request, Choice)
    return table.request.prompt


# --- what is run on after a jump (JUMP-03) --------------------------------------------------------------------


def rubble() -> Any:
    """Difficult ground that begins at x = 9 on a street."""
    return ("rubble/stones", Meaning(kind=Kind.DIFFICULT), sheet((9, 3), (14, 9), 0.02))


@pytest.mark.rule("JUMP-03", "TERR-02")
@pytest.mark.parametrize(("roll", "ends"), [([9, 2, 2, 2, 2], 9.5), ([2] * 5, 8.4)])
def test_difficult_ground_is_rolled_for_by_what_is_run_on_after_a_jump(roll: list[int], ends: float) -> None:
    table = fight(street(rubble()), mini("a", "north", (4.5, 6, 0)), dice=FIVE + roll)
    events = do(table, "a", jump(7.5, 6), run_on=2)
    assert [each.purpose for each in of(events, Rolled)] == ["jump", "difficult ground"]
    assert bool(of(events, MoveLost)) is (ends < 9)
    assert table.state["a"].here[0] == pytest.approx(ends, abs=0.65 if ends < 9 else 0.01)


@pytest.mark.rule("JUMP-03", "TERR-02")
def test_what_a_critical_on_difficult_ground_adds_is_run_on_along_the_same_line() -> None:
    table = fight(street(rubble()), mini("a", "north", (4.5, 6, 0)), dice=[*FIVE, 10, 9, 2, 2, 2, 9, 2, 2, 2, 2])
    question(table, "a", jump(7.5, 6), "run_on")
    table.answer(2)
    assert prompt(table) == "run_on"
    assert why(table, 2.1) == "JUMP-03"
    table.answer(2)
    assert table.state["a"].here[:2] == (pytest.approx(11.5), 6)


@pytest.mark.rule("JUMP-03", "TERR-11")
@pytest.mark.parametrize("stays", [False, True])
def test_a_defended_barricade_is_tried_by_what_is_run_on_after_a_jump(stays: bool) -> None:
    fence = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    minis = [mini("a", "north", (3.5, 6, 0)), mini("b", "south", (8.3 + R, 8, 0))]
    table = fight(street(fence), *minis, dice=[10, 9, 9, 9, 2, *[2] * 5, 1 if stays else 9, *[2] * 40])
    events = do(table, "a", jump(5.5, 6), run_on=4)
    tried = only(events, Disengaged)
    assert (tried.against, tried.barricade, tried.stays) == ("b", "fence/walls", stays)
    assert (table.state["a"].here[0] > 8.3) is not stays


@pytest.mark.rule("JUMP-03", "MOVE-10")
def test_an_enemy_brushed_by_what_is_run_on_after_a_jump_is_charged() -> None:
    minis = [mini("a", "north", (4, 6, 0)), mini("b", "south", (9, 6 + TOUCH - 0.005, 0))]
    table = fight(plain_street(), *minis, dice=FIVE + [2] * 40)
    table.state.set("a", at=(4.5, 6, 0))
    events = do(table, "a", jump(7, 6), run_on=2.5)
    assert only(events, Charged).targets == ("b",)
    assert table.state["a"].here[0] == pytest.approx(9.0, abs=0.15)


@pytest.mark.rule("JUMP-03")
def test_what_is_run_on_after_a_jump_is_told_as_a_run() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), dice=FIVE)
    events = do(table, "a", jump(7, 6), run_on=1.5)
    assert only(events, Jumped).to == (7, 6, 0)
    ran = only(events, Moved)
    assert (ran.how, ran.cost, ran.path[-1]) == ("run", 1.5, (8.5, 6, 0))


@pytest.mark.rule("JUMP-03")
def test_no_run_is_offered_where_a_wall_ends_the_jump_at_its_point() -> None:
    table = fight(street(house((9, 4), (12, 8), 3.0)), mini("a", "north", (5.4, 6, 0)), dice=FIVE)
    assert not prompts_of(table, "a", jump(9 - R - 0.001, 6))
