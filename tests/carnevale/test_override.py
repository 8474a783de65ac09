"""The Golden Rule (TURN-12)."""

from __future__ import annotations

import pytest

from sim.carnevale.events import Overruled
from sim.carnevale.narration import sentences
from sim.engine.requests import Choice, Refused
from tests.carnevale.tables import Table, canal, fight, gondola, mini, plain_street, take_turn

AGREED = {"act": "override", "changes": {"b": {"at": [9, 9, 0], "lp": 4}}, "why": "the mini had slipped"}


def table() -> Table:
    return fight(plain_street(), mini("a", "north", (6, 6, 0)), mini("b", "south", (12, 6, 0)))


@pytest.mark.rule("TURN-12")
def test_what_all_players_agree_on_is_set_and_logged_with_their_reason() -> None:
    session = table()
    take_turn(session, "a")
    session.answer(AGREED)
    assert isinstance(session.request, Choice)
    assert (session.request.seat, session.request.prompt) == ("south", "agree")
    session.answer(True)
    assert (session.state["b"].at, session.state["b"].lp) == ((9.0, 9.0, 0.0), 4)
    assert [event.why for event in session.events if isinstance(event, Overruled)] == ["the mini had slipped"]
    assert session.state["a"].ap == 3


@pytest.mark.rule("TURN-12")
def test_whoever_is_asked_is_told_who_would_be_set_how_and_why() -> None:
    session = table()
    take_turn(session, "a")
    session.answer({"act": "override", "changes": {"b": {"lp": 4, "stunned": True}}, "why": "a slip"})
    assert isinstance(session.request, Choice)
    assert session.request.detail(session.state) == "B has 4 Life Points, is Stunned. a slip"


@pytest.mark.rule("TURN-12")
def test_one_player_who_does_not_agree_is_enough() -> None:
    session = table()
    session.answer(AGREED)
    session.answer(False)
    assert session.state["b"].lp == 10
    assert isinstance(session.request, Choice)
    assert session.request.prompt == "turn"


@pytest.mark.rule("TURN-12", "TURN-05")
@pytest.mark.parametrize(
    ("changes", "why", "error"),
    [
        ({"b": {"lp": 11}}, "x", "TURN-05"),
        ({"b": {"lp": 0}}, "x", "casualty"),
        ({"z": {"lp": 1}}, "x", "'z' is no character"),
        ({"b": {"lp": 1}}, " ", "say why"),
        ({"b": {"hat": 1}}, "x", "changes.b.hat is unknown here: is it 'at'"),
    ],
)
def test_even_the_golden_rule_keeps_to_what_can_be(changes: object, why: str, error: str) -> None:
    session = table()
    take_turn(session, "a")
    with pytest.raises(Refused, match=error):
        session.answer({"act": "override", "changes": changes, "why": why})


@pytest.mark.rule("TURN-12", "TURN-04")
def test_action_points_may_be_set_to_the_three_of_a_round() -> None:
    session = fight(plain_street(), mini("a", "north", (6, 6, 0), ap=2), mini("b", "south", (12, 6, 0)))
    take_turn(session, "a")
    session.answer({"act": "override", "changes": {"a": {"ap": 3}}, "why": "an order was forgotten"})
    session.answer(True)
    assert session.state["a"].ap == 3
    with pytest.raises(Refused, match="TURN-05"):
        session.answer({"act": "override", "changes": {"a": {"ap": 4}}, "why": "x"})


@pytest.mark.rule("TURN-12", "TERR-12")
def test_whoever_is_put_aboard_or_into_the_water_is_there() -> None:
    board = canal(gondola(13, 12))
    session = fight(board, mini("a", "north", (6, 6, 0)), mini("b", "south", (20, 6, 0)))
    take_turn(session, "a")
    for at, aboard in (((13, 12, -0.45), "gondola"), ((13, 20, -0.75), None)):
        session.answer({"act": "override", "changes": {"a": {"at": at}}, "why": "as agreed"})
        session.answer(True)
        last = [event for event in session.events if isinstance(event, Overruled)][-1]
        assert (session.state["a"].aboard, last.in_water) == (aboard, aboard is None)


@pytest.mark.rule("TURN-12")
def test_the_log_says_what_was_agreed_on() -> None:
    session = table()
    take_turn(session, "a")
    change = {"at": [9, 9, 0], "lp": 1, "stunned": True, "sees": {"a": False}}
    session.answer({"act": "override", "changes": {"b": change}, "why": "a slip"})
    session.answer(True)
    said = sentences(session.state, session.events)[-1]
    assert said == "By agreement, B is put at 9, 9, 0, has 1 Life Point, is Stunned, does not see A: a slip."
