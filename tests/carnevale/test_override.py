"""The Golden Rule (TURN-12)."""

from __future__ import annotations

import pytest

from sim.carnevale.events import Overruled
from sim.engine.requests import Choice, Refused
from tests.carnevale.tables import Table, fight, mini, plain_street, take_turn

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
        ({"b": {"hat": 1}}, "x", "unknown field `hat`"),
    ],
)
def test_even_the_golden_rule_keeps_to_what_can_be(changes: object, why: str, error: str) -> None:
    session = table()
    take_turn(session, "a")
    with pytest.raises(Refused, match=error):
        session.answer({"act": "override", "changes": changes, "why": why})
