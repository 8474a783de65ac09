"""Yields: windows that are passed over this turn, this game, unless it can kill, unless Will Points are held."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.carnevale import yielding
from sim.carnevale.actions.counter import WhoCounters
from sim.carnevale.agendas.check import AgendaAchieved
from sim.carnevale.events.objectives import ObjectiveMarked
from sim.carnevale.replay import kit, replay, resume
from sim.carnevale.window_odds import kill_chance
from sim.carnevale.yielding import SPARING
from sim.engine.dice import SeededDice
from sim.engine.finality import finality
from sim.engine.requests import Choice, Refused
from sim.engine.session import Session
from sim.engine.yields import NOW, Yield
from tests.carnevale.fighters import TOUCH, duel, fighter, strike
from tests.carnevale.questions import examples, kinds
from tests.carnevale.tables import GAME, Table, fight, plain_street, question, take_turn
from tests.carnevale.test_magic import cast, mage
from tests.carnevale.test_objectives import lying
from tests.carnevale.test_objectives import street as objective_street
from tests.golden.games import JOURNALS, played

FIRST = [9, 2]  # initiative: north begins the round
WINDOWS = {"will", "reroll", "counter", "guard", "dispel", "bodyguard", "equipment"}


def prompt(table: Table) -> str:
    return f"{table.request.seat} {table.request.prompt}" if isinstance(table.request, Choice) else "over"


def brawl(dice: list[int] | None = None, **b: Any) -> Table:
    """A and B in contact, with Will Points; A's turn."""
    table = fight(plain_street(), *duel(a={"wp": 3}, b={"wp": 2, **b}), dice=dice or [2] * 60)
    take_turn(table, "a")
    return table


# --- what can be yielded ----------------------------------------------------------------------------------------


def test_windows_are_what_their_default_declines_and_nothing_else() -> None:
    assert {kind.__struct_config__.tag for kind in kinds() if kind.window} == WINDOWS


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind.window], ids=lambda kind: kind.__name__)
def test_the_default_of_a_window_pays_nothing_and_picks_nobody(kind: Any) -> None:
    assert examples()[kind].question.default in (0, (), False, "pass")


@pytest.mark.parametrize("kind", [kind for kind in kinds() if not kind.window], ids=lambda kind: kind.__name__)
def test_costs_and_targets_are_always_asked(kind: Any) -> None:
    asked = examples()[kind].question
    assert asked.topic is None
    assert yielding.offered(examples()[kind].state, lambda *_: None, asked) == ()


def test_what_is_always_asked_cannot_be_yielded() -> None:
    table = brawl()
    assert str(table.refusal(Yield())).startswith("YIELD: 'act' is always asked")
    assert table.refusal(Yield(seat="north", topic="opportunity")) is not None


# --- how long ---------------------------------------------------------------------------------------------------


def test_will_points_are_not_asked_for_again_this_turn() -> None:
    table = brawl([2] * 10 + FIRST + [2] * 40)
    question(table, "a", strike(), "will")
    table.answer(Yield(until="turn"))
    assert prompt(table) == "north act"  # a miss: nobody protects himself
    table.answer(strike())
    assert prompt(table) == "north act"
    assert table.state["a"].wp == 3
    table.answer("end")
    take_turn(table, "b")
    take_turn(table, "a")
    table.answer(strike())
    assert prompt(table) == "north will"


def test_a_yield_for_the_game_outlasts_the_turn_and_is_of_one_kind_of_roll() -> None:
    table = brawl([9] * 5 + [2] * 3 + FIRST + [2] * 40)
    question(table, "a", strike(), "will")
    table.answer(Yield())
    assert prompt(table) == "south will"  # B's protection roll is another's
    table.answer(0)
    table.answer("end")
    take_turn(table, "b")
    take_turn(table, "a")
    table.answer(strike())
    assert prompt(table) == "north act"
    assert [said.topic for said in table.yields("north")] == ["will/a/combat"]


def test_a_yield_of_a_whole_kind_covers_all_of_it() -> None:
    table = brawl([9] * 5 + [2] * 55)
    table.answer(Yield(seat="north", topic="will"))
    table.answer(Yield(seat="south", topic="will"))
    table.answer(strike())
    assert prompt(table) == "north act"
    assert table.times("north", "will", asked=False) == 1


def test_a_yield_that_is_taken_back_is_asked_again() -> None:
    table = brawl()
    table.answer(Yield(seat="north", topic="will"))
    table.answer(Yield(seat="north", topic="will", until=NOW))
    table.answer(strike())
    assert prompt(table) == "north will"


# --- unless -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("life", "asked"), [(12, "north act"), (2, "north will")])
def test_unless_it_can_kill(life: int, asked: str) -> None:
    table = brawl(lp=12)
    table.state.set("b", lp=life)
    table.answer(Yield(seat="north", topic="will", unless={"kill": 1}))
    table.answer(strike())
    assert prompt(table) == asked


@pytest.mark.parametrize(("life", "asked"), [(12, "north act"), (3, "south will")])
def test_whoever_may_fall_is_asked_for_its_protection(life: int, asked: str) -> None:
    table = brawl([9] * 5 + [2] * 40, lp=12)
    table.state.set("b", lp=life)
    table.answer(Yield(seat="south", topic="will", unless={"kill": 1}))
    question(table, "a", strike(), "will")
    table.answer(0)
    assert prompt(table) == asked


@pytest.mark.parametrize(("held", "asked"), [(1, "north act"), (2, "north will"), (3, "north will")])
def test_unless_so_many_will_points_are_held(held: int, asked: str) -> None:
    table = brawl()
    table.state.set("a", wp=held)
    table.answer(Yield(seat="north", topic="will", unless={"will": 2}))
    table.answer(strike())
    assert prompt(table) == asked


def test_where_nobody_can_tell_whether_it_kills_it_is_asked() -> None:
    table = fight(plain_street(), *duel(a={"wp": 2}, apart=10), dice=[2] * 40)
    take_turn(table, "a")
    table.answer(Yield(seat="north", topic="will", unless={"kill": 1}))
    table.answer({"act": "jump", "to": [6, 9, 0]})
    assert prompt(table) == "north will"


def test_what_gains_nothing_is_not_asked_where_a_person_began_so() -> None:
    table = brawl([9, 9, 9, 9, 9] + [2] * 40, abilities=("Expert Protection (1)",))
    table.answer(Yield(seat="south", topic="will", unless={"gain": 1}))
    question(table, "a", strike(), "will")
    table.answer(0)
    assert prompt(table) == "south will"  # its protection can gain


# --- each kind of window ------------------------------------------------------------------------------------------


def guarded() -> Table:
    """South's B is on guard, and A comes round in its sight."""
    table = fight(plain_street(), *duel(a={"wp": 1}, apart=8), dice=FIRST + [2] * 60)
    table.answer("a")
    table.answer("end")
    take_turn(table, "b")
    table.answer({"act": "guard"})
    take_turn(table, "a")
    return table


def test_a_guard_that_is_yielded_stays_on_guard() -> None:
    table = guarded()
    table.answer(Yield(seat="south", topic="guard/b", until="turn"))
    table.answer({"act": "run", "path": [(8, 6, 0)]})
    assert prompt(table) == "north act"
    assert table.state["b"].guarding


@pytest.mark.parametrize(("life", "asked"), [(12, "north act"), (2, "south guard")])
def test_a_guard_is_asked_where_it_can_kill(life: int, asked: str) -> None:
    table = guarded()
    table.state.set("a", lp=life)
    table.answer(Yield(seat="south", topic="guard", unless={"kill": 1}))
    table.answer({"act": "run", "path": [(8, 6, 0)]})
    assert prompt(table) == asked


def charged(ward: int = 10) -> Table:
    """A charges a ward of whose bodyguards one is near; the table waits at its question."""
    minis = [
        fighter("a", "north", (6, 7, 0)),
        fighter("ward", "south", (6, 12, 0), keywords=("Leader",)),
        fighter("guard", "south", (9, 12, 0), abilities=("Bodyguard (Leader)",)),
    ]
    table = fight(plain_street(), *minis, dice=[2] * 30)
    table.state.set("ward", lp=ward)
    question(table, "a", {"act": "run", "path": [(6, 12 - TOUCH, 0)]}, "bodyguard")
    return table


@pytest.mark.parametrize(("life", "passes"), [(10, True), (1, False)])
def test_a_bodyguard_is_asked_where_its_ward_can_fall(life: int, passes: bool) -> None:
    table = charged(life)
    table.answer(Yield(unless={"kill": 1}))
    assert (prompt(table) != "south bodyguard") is passes


def test_dispelling_a_spell_is_yielded_for_that_spell() -> None:
    other = fighter("b", "south", (6, 11, 0), **mage("Healing"))
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), **mage("Blood Drain")), other, dice=[2] * 30)
    question(table, "a", cast("Blood Drain", "b"), "dispel")
    offers = yielding.offered(table.state, table.measure, table.request)  # type: ignore[arg-type]
    assert [offer.said for offer in offers] == [Yield(until="turn"), Yield(), Yield(unless={"will": 2})]
    table.answer(Yield())
    assert prompt(table) == "north will"
    assert table.yields("south")[0].topic == "dispel/b/Blood Drain"


def test_will_points_are_no_reason_where_none_are_spent() -> None:
    def spared(table: Table) -> bool:
        asked: Any = table.request
        return Yield(unless={"will": 2}) in [each.said for each in yielding.offered(table.state, table.measure, asked)]

    table = countering(4)
    table.state.set("b", wp=3)
    table.answer({"act": "run", "path": [(6, 5.5, 0)]})
    assert prompt(table) == "south counter"
    assert not spared(table), "a counter costs Command Points"
    table = brawl(abilities=("Parry (1)",))
    question(table, "a", strike(), "reroll", will=0)
    assert not spared(table), "an ability costs nothing"
    table = brawl()
    question(table, "a", strike(), "will")
    assert spared(table)


def countering(apart: float) -> Table:
    """South may counter A's run: C commands B."""
    minis = [
        fighter("a", "north", (6, 6, 0)),
        fighter("b", "south", (6, 6 + apart, 0)),
        fighter("c", "south", (8, 6 + apart, 0), cp=2),
    ]
    table = fight(plain_street(), *minis, dice=[2] * 30)
    take_turn(table, "a")
    return table


@pytest.mark.parametrize(("apart", "asked"), [(4.0, "south counter"), (17.5, "north act")])
def test_counters_are_asked_about_where_an_enemy_is_near(apart: float, asked: str) -> None:
    table = countering(apart)
    (near,) = (said for said in SPARING if said.topic == "counter")
    table.answer(msgspec.structs.replace(near, seat="south"))
    table.answer({"act": "run", "path": [(6, 5.5, 0)]})
    assert prompt(table) == asked


def test_whoever_has_no_ap_left_is_not_said_to_go_on() -> None:
    table = countering(4)
    table.answer({"act": "run", "path": [(6, 5.5, 0)]})
    assert isinstance(table.request, WhoCounters)
    left = table.state["a"].ap
    assert f"A goes on with {left} AP." in table.request.detail(table.state)
    table.state.set("a", ap=0)
    words = table.request.detail(table.state)
    assert "goes on" not in words
    assert "A has no AP left." in words


@pytest.mark.rule("ACT-01", "ACT-02")
@pytest.mark.parametrize("act", ["guard", "hide"])
def test_whoever_stands_guard_or_hides_is_not_said_to_go_on(act: str) -> None:
    """Its turn is over with that, whatever it has left."""
    table = countering(4)
    table.answer({"act": act})
    assert isinstance(table.request, WhoCounters)
    assert table.state["a"].ap > 0
    assert table.request.detail(table.state).endswith("Then the turn of A is over.")


def test_counters_of_this_turn_come_again_in_the_next() -> None:
    table = countering(4)
    table.answer({"act": "run", "path": [(6, 5.5, 0)]})
    table.answer(Yield(until="turn"))
    table.answer({"act": "run", "path": [(6, 6, 0)]})
    assert prompt(table) == "north act"
    assert len(table.yields("south")) == 1
    table.answer("end")
    assert table.yields("south") == ()


def test_a_reroll_is_yielded_for_that_roll() -> None:
    table = brawl(abilities=("Parry (1)",), wp=0)
    table.state.set("a", wp=0)
    table.answer(Yield(seat="south", topic="reroll/a/combat"))
    table.answer(strike())
    assert prompt(table) == "north act"


# --- kept, replayed, verified --------------------------------------------------------------------------------------


def kept(folder: Path) -> tuple[Path, Session[Any]]:
    """A game with a journal in which Will Points are yielded, taken back, and yielded again."""
    gangs = [
        {"seat": seat, "members": [{k: v for k, v in mini.items() if k != "seat"}]}
        for seat, mini in zip(("north", "south"), duel(a={"wp": 3}, b={"wp": 2}), strict=True)
    ]
    path = folder / "game.jsonl"
    setup = {"board": "table", "gangs": gangs, "size": (24.0, 24.0), "seed": 4}
    session = kit(plain_street()).start(setup, path, dice=SeededDice(4))
    session.answer("a")
    session.answer(strike())
    session.answer(Yield(until="turn"))
    session.answer(strike()) if session.request and session.request.prompt == "act" else None  # type: ignore[union-attr]
    return path, session


def test_a_game_with_yields_is_replayed_verified_and_resumed_exactly(tmp_path: Path) -> None:
    path, session = kept(tmp_path)
    while isinstance(session.request, Choice) and session.count < 60:
        session.answer(session.request.default)
    assert session.journal is not None
    session.journal.close()
    assert {answer.kind for answer in session.journal.answers} >= {"yield", "passed"}
    assert replay(path).session.state == session.state
    found = replay(path, verify=True, board=plain_street())
    assert found.differences == []
    again = resume(path, plain_street())
    assert (again.state, again.request, again.yields("north")) == (
        session.state,
        session.request,
        session.yields("north"),
    )


def test_a_reroll_that_was_passed_over_is_verified(tmp_path: Path) -> None:
    """Its default is no dice at all, which a journal keeps as a list."""
    parry = fighter("b", "south", (6, 6 + TOUCH, 0), abilities=("Parry (1)",))
    path = tmp_path / "game.jsonl"
    gangs = [
        {"seat": mini["seat"], "members": [{k: v for k, v in mini.items() if k != "seat"}]}
        for mini in (fighter("a", "north", (6, 6, 0)), parry)
    ]
    setup = {"board": "table", "gangs": gangs, "size": (24.0, 24.0), "seed": 4}
    session = kit(plain_street()).start(setup, path, dice=SeededDice(4))
    session.answer(Yield(seat="south", topic="reroll"))
    session.answer("a")
    session.answer(strike())
    assert session.times("south", "reroll", asked=False) == 1
    assert session.journal is not None
    session.journal.close()
    assert replay(path, verify=True, board=plain_street()).differences == []


def test_nobody_sees_what_another_seat_has_yielded() -> None:
    plain, other = brawl(), brawl()
    other.answer(Yield(seat="north", topic="will/a/combat", unless={"kill": 1}))
    for seat in ("north", "south"):
        views = [GAME.encode(GAME.view(table.state, seat)) for table in (plain, other)]
        assert views[0] == views[1]
    assert other.yields("south") == ()


@pytest.mark.parametrize("name", ["slippery", "street-fight-2"])
def test_journals_of_before_are_the_same_games(name: str) -> None:
    assert b'"passed"' not in gzip.decompress(JOURNALS[name].read_bytes())
    assert played(name).over
    assert played(name).yields("north") == ()


def test_the_chance_to_kill_is_that_of_the_attack_in_hand() -> None:
    table = brawl()
    table.state.set("b", lp=2)
    asked = question(table, "a", strike(), "will")
    assert kill_chance(table.state, table.measure, asked) == pytest.approx(0.5, abs=0.49)  # type: ignore[arg-type]


def test_a_whole_kind_is_told_in_words() -> None:
    table = brawl()
    assert yielding.topic_in_words(table.state, "will/a/combat") == "Will Points (A, combat)"
    assert yielding.said_in_words(Yield(unless={"will": 3})) == "this game, unless 3 Will Points are held"
    assert WhoCounters.window == "counters"


def test_a_refused_yield_changes_nothing() -> None:
    table = brawl()
    before = table.save()
    with pytest.raises(Refused, match="no exception 'luck'"):
        table.answer(Yield(seat="north", topic="will", unless={"luck": 1}))
    assert table.save() == before


# --- what cannot be taken back -------------------------------------------------------------------------------------


def test_a_secret_that_an_answer_shows_is_told_before() -> None:
    table = objective_street(before=[lying("hidden"), ObjectiveMarked(objective="chest-1", value=5)])
    take_turn(table, "a")
    table.answer("end")
    assert isinstance(table.request, Choice)
    assert [finality(table, option) for option in table.request.options] == ["secret", ""]


def test_nobody_is_told_beforehand_what_anothers_secret_brings() -> None:
    achieved = AgendaAchieved(seat="south", agenda="A1", secret=True)
    assert achieved.reveals
    assert (achieved.is_foreseen("south"), achieved.is_foreseen("north")) == (True, False)


def test_a_yield_of_another_tells_nothing_of_what_is_final() -> None:
    finals = []
    for yields in (False, True):
        table = brawl([9] * 60)
        if yields:
            table.answer(Yield(seat="south", topic="will"))
        question(table, "a", strike(), "will")
        finals.append([finality(table, points) for points in (0, 1, 2)])
    assert finals == [["dice"] * 3] * 2


def test_dice_that_ones_own_yield_lets_fall_at_once_are_told_beforehand() -> None:
    """Not to be asked for Will Points: the dice of an attack fall as soon as it is chosen."""
    finals = []
    for yields in (False, True):
        table = brawl([9] * 60)
        if yields:
            table.answer(Yield(seat="north", topic="will"))
        finals.append(finality(table, strike()))
    assert finals == ["", "dice"]
