"""States: copied, made the same again, told events, and read from their JSON."""

from __future__ import annotations

import msgspec
import pytest

from sim.engine import duel
from sim.engine.stepwise import any_of
from tests.engine.lagoon import BOTS, KIT, CardDrawn, Event, HandsTraded, Lagoon, Sailed, Turn

SEATS = ("north", "east")


def begun() -> Lagoon:
    return KIT.game.begin({"seats": list(SEATS), "seed": 3, "turns": 4})


def ended() -> Lagoon:
    setup = begun().setup
    return duel.one_game(KIT, setup, BOTS.seated(dict.fromkeys(SEATS, "random"), 3)).session.state


def test_a_copy_is_the_same_and_independent() -> None:
    state = begun()
    copy = state.copy()
    assert copy == state
    copy.emit(CardDrawn(seat="north", card=copy.deck[0]))
    copy.todo.clear()
    copy.setup["seed"] = 4
    assert state == begun()


def test_an_event_or_another_step_changes_a_state_and_a_copy_does_not() -> None:
    state = begun()
    kept = state.copy()
    assert KIT.game.unchanged(state, kept)
    state.then(Turn("west"))
    assert not KIT.game.unchanged(state, kept)
    kept = state.copy()
    state.todo[-1] = Turn("east")
    assert not KIT.game.unchanged(state, kept)
    kept = state.copy()
    state.emit(CardDrawn(seat="north", card=state.deck[0]))
    assert not KIT.game.unchanged(state, kept)


def test_a_state_becomes_another_and_what_rules_hold_of_it_stays() -> None:
    state, other = begun(), ended()
    hands, log = state.hands, state.log
    state.become(other)
    assert state == other
    assert state.hands is hands
    assert state.log is log
    state.hands.clear()
    state.log.clear()
    assert other == ended()


def test_what_is_gone_in_another_is_gone() -> None:
    state, other = begun(), begun()
    state.hands["west"] = ()
    state.become(other)
    assert list(state.hands) == list(SEATS)


def test_steps_come_in_the_order_told_and_before_what_was_to_come() -> None:
    state = begun()
    first, second = Turn("east"), Turn("west")
    before = list(state.todo)
    state.then(first, second)
    assert [state.todo.pop(), state.todo.pop()] == [first, second]
    assert state.todo == before


def test_an_event_that_is_told_takes_effect_and_is_kept() -> None:
    state = begun()
    event = HandsTraded(seat="north", other="east")
    before = dict(state.hands)
    state.emit(event)
    assert (state.hands["north"], state.hands["east"]) == (before["east"], before["north"])
    assert state.log[-1] is event


def test_a_state_comes_back_from_its_json() -> None:
    game = KIT.game
    for state in (begun(), ended()):
        again = game.decode(game.encode(state))
        assert again == state
        assert list(map(type, again.log)) == list(map(type, state.log))


def test_json_of_something_else_is_refused() -> None:
    data = msgspec.json.decode(KIT.game.encode(begun()))
    data["log"] = [{"event": "sunk"}]
    with pytest.raises(msgspec.ValidationError, match="sunk"):
        KIT.game.decode(msgspec.json.encode(data))


def test_a_step_and_the_base_of_events_are_known_by_their_kinds() -> None:
    assert any_of(Turn) is Turn
    assert set(any_of(Event).__args__) == {CardDrawn, Sailed, HandsTraded}
