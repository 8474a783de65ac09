"""Yields: said once, kept in the journal, and the questions that they pass over, on a toy game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.engine.dice import SeededDice
from sim.engine.foresight import foresight
from sim.engine.journal import Answer, Journal, read
from sim.engine.kit import GameKit
from sim.engine.replay import replay, resume
from sim.engine.requests import Choice, Refused
from sim.engine.session import Session
from sim.engine.yields import NOW, Yield
from tests.engine.toy import Purse, Toy, measure

KIT: GameKit[Purse] = GameKit(Toy(), lambda _: measure, lambda _: SeededDice(5))


def begun(path: Path | None = None) -> Session[Purse]:
    return KIT.start({}, path)


def prompt(session: Session[Purse]) -> str:
    assert isinstance(session.request, Choice)
    return f"{session.request.seat} {session.request.prompt}"


def at_sure(path: Path | None = None) -> Session[Purse]:
    """North has bet, and is asked whether it is sure."""
    session = begun(path)
    session.answer({"coins": 3})
    return session


def rest(session: Session[Purse], coins: int = 1) -> Session[Purse]:
    """To the end: bets, and everybody is ready; asked whether it is sure, a seat is not."""
    while isinstance(session.request, Choice):
        answers: dict[str, Any] = {"bet": {"coins": coins}, "sure": False, "ready": "yes"}
        session.answer(answers[session.request.prompt])
    return session


def test_a_window_is_passed_over_until_the_span_ends() -> None:
    session = at_sure()
    session.answer(Yield(until="game"))
    assert prompt(session) == "south ready"
    for answer in ("yes", {"coins": 1}, True, "yes"):
        session.answer(answer)
    session.answer({"coins": 1})
    assert prompt(session) == "south ready"  # step 3 is north's again
    assert session.times("north", "sure", asked=False) == 2


def test_a_yield_for_a_span_ends_with_it() -> None:
    session = at_sure()
    session.answer(Yield(until="step"))
    for answer in ("yes", {"coins": 1}, True, "yes", {"coins": 1}):
        session.answer(answer)
    assert prompt(session) == "north sure"
    assert session.yields("north") == ()


def test_what_was_said_before_it_for_longer_stands_again_after_it() -> None:
    """Whoever says "not this turn" once is not asked more often than before in the next one."""
    session = at_sure()
    before = Yield(seat="north", topic="sure", unless={"rich": 100})
    session.answer(before)
    session.answer(Yield(seat="north", topic="sure", until="step"))
    assert [each.until for each in session.yields("north")] == ["step"], "the last word while it lasts"
    for answer in ("yes", {"coins": 1}, True, "yes", {"coins": 1}):
        session.answer(answer)
    assert session.yields("north") == (before,)
    assert prompt(session) != "north sure"
    session.answer(Yield(seat="north", topic="sure", until=NOW))
    assert session.yields("north") == ()


def test_a_question_is_asked_where_the_exception_holds() -> None:
    session = at_sure()
    session.answer(Yield(unless={"rich": 10}))
    assert prompt(session) == "north sure"  # it holds 10 coins
    poor = at_sure()
    poor.answer(Yield(unless={"rich": 11}))
    assert prompt(poor) == "south ready"


def test_a_yield_is_taken_back_and_is_asked_again() -> None:
    session = at_sure()
    session.answer(Yield())
    session.answer(Yield(seat="north", topic="sure", until=NOW))
    assert session.yields("north") == ()
    for answer in ("yes", {"coins": 1}, True, "yes", {"coins": 1}):
        session.answer(answer)
    assert prompt(session) == "north sure"


def test_nobody_says_the_same_twice_or_takes_back_what_does_not_stand() -> None:
    session = at_sure()
    stubborn = Yield(unless={"rich": 1})
    session.answer(stubborn)
    assert "stands already" in str(session.refusal(stubborn))
    assert "nothing to take back" in str(session.refusal(Yield(seat="south", topic="sure", until=NOW)))


def test_a_yield_is_one_seats_alone() -> None:
    session = at_sure()
    session.answer(Yield())
    assert [each.topic for each in session.yields("north")] == ["sure"]
    assert session.yields("south") == ()
    session.answer("yes")
    session.answer({"coins": 1})
    assert prompt(session) == "south sure"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Yield(), "YIELD: 'bet' is always asked"),
        (Yield(seat="north", topic="bet"), "YIELD: 'bet' is always asked"),
        (Yield(seat="north", topic="sure", until="week"), "until step, game, now, not 'week'"),
        (Yield(seat="north", topic="sure", unless={"poor": 1}), "no exception 'poor'; there are rich"),
        (Yield(seat="east", topic="sure"), "no seat 'east'"),
    ],
)
def test_what_cannot_be_yielded_is_refused(said: Yield, words: str) -> None:
    session = begun()
    assert words in str(session.refusal(said))
    with pytest.raises(Refused):
        session.answer(said)
    assert session.count == 0


def test_the_journal_has_what_was_said_and_what_was_passed(tmp_path: Path) -> None:
    session = at_sure(tmp_path / "game.jsonl")
    session.answer(Yield(until="game"))
    kept = read(tmp_path / "game.jsonl")[1]
    said = {"seat": "north", "topic": "sure"}
    assert kept[1:3] == (Answer("yield", said), Answer("passed", True))


def test_a_game_with_yields_replays_resumes_and_verifies(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = at_sure(path)
    session.answer(Yield(unless={"rich": 11}))
    session.answer(Yield(seat="south", topic="sure", until="game"))
    session.answer(Yield(seat="south", topic="sure", until=NOW))
    assert session.journal is not None
    session.journal.close()
    again = resume(KIT, path)
    assert again.yields("north") == session.yields("north") == (Yield(seat="north", topic="sure", unless={"rich": 11}),)
    assert (again.request, again.count, again.undoable("north")) == (session.request, session.count, 1)
    rest(again)
    found = replay(KIT, path, verify=True)
    assert found.differences == []
    assert found.session.state == again.state


def test_a_session_saved_at_every_answer_has_what_was_said() -> None:
    session = at_sure()
    session.answer(Yield(unless={"rich": 11}))
    for answer in ("yes", {"coins": 1}, False, "yes"):
        again = Session.load(session.save(), Toy(), SeededDice(5), measure)
        assert (again.yields("north"), again.request) == (session.yields("north"), session.request)
        assert session.clone().yields("north") == session.yields("north")
        session.answer(answer)


@pytest.mark.parametrize("value", [False, 7])
def test_a_forged_pass_is_named(tmp_path: Path, value: Any) -> None:
    journal = Journal.create(tmp_path / "forged.jsonl", "toy", {})
    for answer in (Answer("choice", {"coins": 3}), Answer("yield", {"seat": "north", "topic": "sure"})):
        journal.write(answer)
    journal.write(Answer("passed", value))
    journal.close()
    (fault, *_) = replay(KIT, journal.path, verify=True).differences
    assert "not its default" in str(fault)


def test_a_pass_that_nobody_yielded_is_named(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "forged.jsonl", "toy", {})
    for answer in (Answer("choice", {"coins": 3}), Answer("passed", True)):
        journal.write(answer)
    journal.close()
    (fault,) = replay(KIT, journal.path, verify=True).differences
    assert "who had not yielded it" in str(fault)


def test_undo_takes_back_a_yield_with_the_question_that_it_answered() -> None:
    session = at_sure()
    session.answer(Yield())
    session.undo("north")
    assert prompt(session) == "north sure"
    assert session.yields("north") == ()


def test_what_was_passed_over_is_no_choice_to_be_taken_back(tmp_path: Path) -> None:
    session = begun(tmp_path / "game.jsonl")
    session.answer(Yield(seat="north", topic="sure"))
    session.answer({"coins": 3})
    session.undo("north")
    assert prompt(session) == "north bet"
    assert [each.topic for each in session.yields("north")] == ["sure"]
    assert len(read(tmp_path / "game.jsonl")[1]) == 1


def test_whoever_looks_ahead_is_told_of_no_yields() -> None:
    session = at_sure()
    session.answer(Yield())
    ahead = foresight(session, "south")
    assert {answer.kind for answer in ahead._since} <= {"choice", "roll", "ruling"}
