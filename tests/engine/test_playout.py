"""A game that is played on to see what comes of it goes as the session would, and keeps nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.engine.dice import SeededDice, TypedDice
from sim.engine.playout import Playout
from sim.engine.requests import Choice, GameError, Refused
from sim.engine.session import Session
from sim.engine.yields import Yield
from tests.engine.lagoon import KIT
from tests.engine.test_evidence import Shown
from tests.engine.test_session import GAME, TOY, play, table
from tests.engine.toy import measure


@given(st.integers(0, len(GAME)), st.integers(0, 3))
def test_it_goes_as_the_session_does_from_wherever_it_begins(at: int, dice: int) -> None:
    session = play(table(), GAME[:at])
    played_on, clone = Playout(session, SeededDice(dice)), session.clone()
    clone.dice = SeededDice(dice)
    for answer in GAME[at:]:
        assert played_on.request == clone.request
        played_on.answer(answer)
        clone.answer(answer)
    assert (played_on.request, played_on.state) == (None, clone.state)
    assert clone.over


@given(st.data())
def test_subroutines_in_hand_go_on_and_those_that_are_over_stay_so(data: st.DataObject) -> None:
    session = KIT.start({"seats": ["a", "b", "c"], "seed": data.draw(st.integers(0, 9)), "turns": 3})
    several = data.draw(st.integers(0, 12))
    for n in range(40):
        if not isinstance(choice := session.request, Choice):
            break
        if n == several:
            played_on = Playout(session)
        offers = choice.offers(session.state, session.measure)
        answers = [answer for answer in offers if session.refusal(answer) is None]
        answer = data.draw(st.sampled_from([*choice.options, *answers]))
        session.answer(answer)
        if n >= several:
            played_on.answer(answer)
            assert (played_on.state, played_on.request) == (session.state, session.request)


def test_the_session_that_it_begins_at_stays_as_it_is() -> None:
    session = play(table(), GAME[:4])
    before = session.save()
    played_on = Playout(session)
    for answer in GAME[4:]:
        played_on.answer(answer)
    assert session.save() == before


def test_a_refused_answer_changes_nothing() -> None:
    played_on = Playout(table())
    with pytest.raises(Refused, match="BET: 11 of 10 coins"):
        played_on.answer({"coins": 11})
    played_on.answer({"coins": 3})
    assert isinstance(played_on.request, Choice)
    assert played_on.request.prompt == "sure"


def test_what_is_measured_only_to_be_shown_is_not() -> None:
    asked: list[Any] = []

    def counting(state: Any, query: Any) -> Any:
        asked.append(query.step)
        return measure(state, query)

    session: Session[Any] = Session(Shown(), Shown().begin({}), SeededDice(5), counting)
    asked.clear()
    played_on = Playout(session)
    for answer in GAME:
        played_on.answer(answer)
    assert asked == [0, 2]  # not what is shown: 101 and 102


def test_dice_that_players_type_in_are_not_waited_for() -> None:
    session: Session[Any] = Session(TOY, TOY.begin({}), TypedDice(), measure)
    played_on = Playout(session)
    played_on.answer({"coins": 1})
    played_on.answer(True)
    with pytest.raises(GameError, match="types in"):
        played_on.answer("yes")


def test_nobody_has_yielded_anything_in_it_and_a_yield_answers_the_question_in_hand_alone() -> None:
    session = table()
    session.answer(Yield(seat="north", topic="sure"))
    played_on = Playout(session)
    prompts = []
    for answer in [{"coins": 3}, Yield(), "yes", {"coins": 2}, False, "yes", {"coins": 1}]:
        played_on.answer(answer)
        assert isinstance(played_on.request, Choice)
        prompts.append(played_on.request.prompt)
    assert prompts == ["sure", "ready", "bet", "sure", "ready", "bet", "sure"]
