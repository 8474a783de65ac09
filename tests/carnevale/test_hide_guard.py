"""Hide (ACT-01) and Guard (ACT-02)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.model.verdicts import Sight
from sim.carnevale import sighting
from sim.carnevale.characters import Weapon
from sim.carnevale.events import ActionBegan, Charged, CounterGained, CounterLost, Pushed, TurnCutShort
from sim.engine.requests import Choice, Refusal, measured
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, strike
from tests.carnevale.tables import (
    Meaning,
    Table,
    block,
    canal,
    do,
    fight,
    of,
    only,
    plain_street,
    prompts_of,
    refused,
    street,
    take_turn,
)

HIDE, GUARD = {"act": "hide"}, {"act": "guard"}


def run(x: float, y: float) -> dict[str, Any]:
    return {"act": "run", "path": [[x, y, 0]]}


def actors(events: list[Any]) -> list[str]:
    return [event.who for event in of(events, ActionBegan)]


@pytest.mark.rule("ACT-01")
def test_hiding_ends_the_turn() -> None:
    table = fight(plain_street(), *duel(apart=9))
    events = do(table, "a", HIDE)
    assert table.state["a"].hidden
    assert only(events, TurnCutShort).who == "a"
    assert isinstance(table.request, Choice)
    assert table.request.seat == "south"


@pytest.mark.rule("ACT-01", "ACT-02")
def test_neither_hides_nor_guards_in_base_contact_or_in_water() -> None:
    table = fight(plain_street(), *duel())
    assert refused(table, "a", HIDE).rule == "ACT-01"
    assert refused(table, "a", GUARD).rule == "ACT-02"
    wet = fight(canal(), fighter("a", "north", (12, 6, -0.75)), fighter("b", "south", (20, 6, 0)))
    assert refused(wet, "a", HIDE).rule == "ACT-01"
    assert refused(wet, "a", GUARD).rule == "ACT-02"


def behind_a_wall(apart: float, **a: Any) -> Table:
    """A hides, half behind a wall; B is so far away."""
    wall = ("wall/stones", Meaning(), block((6.1, 7, 0), (9, 7.3, 4)))
    return fight(street(wall), *duel(a={"cp": 1, **a}, apart=apart), dice=[2] * 40)


@pytest.mark.rule("ACT-01")
def test_the_hidden_are_not_seen_from_over_six_inches_while_in_cover() -> None:
    table = behind_a_wall(9)
    do(table, "a", HIDE)
    assert refused(table, "b", strike("Bow", "a")).rule == "ACT-01"


@pytest.mark.rule("ACT-01")
def test_the_hidden_are_seen_from_near_by_and_in_the_open() -> None:
    table = behind_a_wall(6)
    do(table, "a", HIDE)
    take_turn(table, "b")
    assert table.refusal(strike("Bow", "a")) is None
    table = fight(plain_street(), *duel(apart=9))
    do(table, "a", HIDE)
    take_turn(table, "b")
    assert table.refusal(strike("Bow", "a")) is None


@pytest.mark.rule("ACT-01")
def test_the_hidden_see_nothing_over_six_inches_away() -> None:
    table = fight(plain_street(), *duel(a={"cp": 1}, apart=9))
    do(table, "a", HIDE)
    do(table, "b", {"act": "hide"})
    assert refused(table, "a", strike("Bow")).rule == "ACT-01"


@pytest.mark.rule("ACT-01")
def test_whoever_acts_is_hidden_no_more() -> None:
    table = fight(plain_street(), *duel(a={"cp": 1}, apart=5), dice=[2] * 40)
    do(table, "a", HIDE)
    events = do(table, "a", strike("Bow"))
    assert only(events, CounterLost).counter == "hidden"


@pytest.mark.rule("ACT-02")
def test_a_guard_attacks_at_the_end_of_an_enemys_run_in_sight() -> None:
    table = fight(plain_street(), *duel(apart=9), dice=[5, 2, 2, 2, 2, 2, 2, 2])
    do(table, "a", GUARD)
    events = do(table, "b", run(8, 12), guard=True)
    assert actors(events) == ["b", "a"]
    assert lp(table, "b") == 9
    assert not table.state["a"].guarding


@pytest.mark.rule("ACT-02")
def test_a_guard_may_keep_its_counter() -> None:
    table = fight(plain_street(), *duel(apart=9))
    do(table, "a", GUARD)
    events = do(table, "b", run(8, 12), guard=False)
    assert actors(events) == ["b"]
    assert table.state["a"].guarding


@pytest.mark.rule("ACT-02", "GEO-06")
def test_what_the_guard_saw_is_told_from_its_own_eyes() -> None:
    table = fight(plain_street(), *duel(apart=9), dice=[2] * 8)
    do(table, "a", GUARD)
    events = do(table, "b", run(8, 12), guard=True)
    seen = next(lost.sight for lost in of(events, CounterLost) if lost.counter == "guarding")
    assert seen is not None
    assert seen.witness is not None
    assert [point[1] for point in seen.witness] == [pytest.approx(6, abs=0.8), pytest.approx(12, abs=0.8)]


@pytest.mark.rule("ACT-02", "MOVE-10")
def test_a_guard_attacks_before_the_charger_does() -> None:
    table = fight(plain_street(), *duel(apart=5), dice=[5, 2, 2, 2, 2, 2, 2, 2] * 2)
    do(table, "a", GUARD)
    events = do(table, "b", run(6, 6 + TOUCH), guard=True)
    assert actors(events) == ["b", "a", "b"]


@pytest.mark.rule("ACT-02", "MOVE-10", "WEAP-Knockback")
@pytest.mark.parametrize(("reach", "who_acted"), [(0, ["b", "a"]), (3, ["b", "a", "b"])], ids=["sword", "spear"])
def test_a_charger_that_is_knocked_back_strikes_with_what_still_reaches(reach: int, who_acted: list[str]) -> None:
    guard = fighter("a", "north", (6, 6, 0), weapons=(Weapon("Maul", abilities=("Knockback",)),))
    charger = fighter("b", "south", (6, 11, 0), weapons=(Weapon("Blade", range=reach),))
    table = fight(plain_street(), guard, charger, dice=[9, 9, 9] + [2] * 18)
    do(table, "a", GUARD)
    events = do(table, "b", run(6, 6 + TOUCH), guard=True)
    assert only(events, Charged).targets == ("a",)
    assert only(events, Pushed).who == "b"
    assert actors(events) == who_acted


@pytest.mark.rule("ACT-02", "MOVE-10")
@pytest.mark.parametrize("to", [run(6, 6 + TOUCH), run(8, 9)], ids=["a charge", "a run"])
def test_a_guard_is_asked_once_an_action(to: dict[str, Any]) -> None:
    table = fight(plain_street(), *duel(apart=5), dice=[2] * 20)
    do(table, "a", GUARD)
    asked = prompts_of(table, "b", to, guard=False)
    assert [choice.prompt for choice in asked].count("guard") == 1
    assert table.state["a"].guarding


@pytest.mark.rule("ACT-02")
def test_a_guard_that_sees_nothing_is_not_asked() -> None:
    wall = ("wall/stones", Meaning(), block((0, 9, 0), (24, 9.5, 4)))
    table = fight(street(wall), *duel(apart=9))
    do(table, "a", GUARD)
    events = do(table, "b", run(8, 14))
    assert actors(events) == ["b"]
    assert table.state["a"].guarding


@pytest.mark.rule("ACT-02")
def test_a_guard_without_a_weapon_that_reaches_is_not_asked() -> None:
    table = fight(plain_street(), *duel(a={"weapons": (Weapon("Knife"),)}, apart=9))
    do(table, "a", GUARD)
    assert "guard" not in [choice.prompt for choice in prompts_of(table, "b", run(8, 12))]
    assert table.state["a"].guarding


@pytest.mark.rule("ACT-02", "TURN-05")
@pytest.mark.parametrize(("life", "asked"), [(1, ["a"]), (2, ["a", "c"])])
def test_a_guard_that_kills_leaves_nothing_for_the_next(life: int, asked: list[str]) -> None:
    minis = [*duel(b={"lp": life}, apart=9), fighter("c", "north", (8, 6, 0))]
    before = [CounterGained(who=who, counter="guarding") for who in "ac"]
    table = fight(plain_street(), *minis, dice=[5, 2, 2, 2, 2, 2, 2, 2] * 2, before=before)
    found = prompts_of(table, "b", run(8, 12), guard=[True] * len(asked))
    assert [choice.who for choice in found if choice.prompt == "guard"] == asked  # type: ignore[attr-defined]
    assert [c for c in "ac" if not table.state[c].guarding] == asked


@pytest.mark.rule("ACT-02")
def test_whoever_acts_is_on_guard_no_more() -> None:
    table = fight(plain_street(), *duel(a={"cp": 1}, apart=5), dice=[2] * 40)
    do(table, "a", GUARD)
    do(table, "a", strike("Bow"))
    assert not table.state["a"].guarding


BESIDE = ("wall/stones", Meaning(), block((6.1, 9, 0), (9, 9.5, 4)))


@pytest.mark.rule("ACT-01", "GEO-08")
@pytest.mark.parametrize(
    ("hidden", "wall", "apart", "seat", "rule"),
    [
        ("", True, 6.1, "south", None),
        ("b", True, 5.99, "south", None),
        ("b", True, 6.01, "south", "ACT-01"),
        ("b", False, 6.1, "south", None),  # it has no cover
        ("b", True, 6.1, "north", None),  # nobody hides from friends
        ("a", False, 5.99, "south", None),
        ("a", False, 6.01, "south", "ACT-01"),
        ("a", True, 6.1, "north", "ACT-01"),  # nor sees them from far
        ("ab", True, 6.1, "south", "ACT-01"),
        ("ab", True, 5.9, "south", None),
    ],
)
def test_who_sees_whom_where_somebody_hides(hidden: str, wall: bool, apart: float, seat: str, rule: str | None) -> None:
    minis = [fighter("a", "north", (6, 6, 0)), fighter("b", seat, (6, round(6 + TOUCH + apart, 3), 0))]
    before = [CounterGained(who=who, counter="hidden") for who in hidden]
    table = fight(street(BESIDE) if wall else plain_street(), *minis, before=before)
    refusal = measured(sighting.sees(table.state, "a", "b"), table.state, table.measure)
    assert (refusal.rule if refusal else None) == rule
    assert refusal is None or refusal.evidence is not None
    assert measured(sighting.sees(table.state, "a", "a"), table.state, table.measure) is None


@pytest.mark.rule("ACT-01", "TURN-12", "GEO-12")
def test_the_beam_of_a_sight_is_shown_where_there_is_one() -> None:
    table = fight(plain_street(), *duel(apart=5))
    state = table.state
    beam = measured(sighting.look(state, "a", "b"), state, table.measure)
    assert isinstance(beam, Sight)
    assert measured(sighting.shown(state, "a", "b"), state, table.measure) == beam
    assert measured(sighting.look(state, "a", "a"), state, table.measure) is None
    assert measured(sighting.shown(state, "a", "a"), state, table.measure) is None
    for turned in (True, False):
        state.agreed = {"a sees b": turned}
        found = measured(sighting.look(state, "a", "b"), state, table.measure)
        assert (found is None) if turned else (isinstance(found, Refusal) and found.rule == "TURN-12")
        assert measured(sighting.shown(state, "a", "b"), state, table.measure) is None
