"""Why bots did what they did: who may be told how much of it, and when."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sim.engine.bots import reason_of
from sim.engine.reasons import NO_REASON, Reason
from sim.engine.table import GameTable
from tests.engine.lagoon import BOTS, KIT, Event, Lagoon

SETUP = {"seats": ["north", "east"], "seed": 3, "turns": 8}


def table(**players: str) -> GameTable[Lagoon, Event]:
    """A game in which every bot tells why, and has something to hide."""
    found = GameTable(KIT.start(SETUP), players, BOTS)
    for bot in found.bots.values():
        told: Any = bot
        told.reason = Reason(("It rows.",), ("It hides what it holds.",))
    return found


def step(game: GameTable[Lagoon, Event]) -> None:
    """One answer, whoever gives it."""
    game.show_all()
    if game.bot_turn:
        assert game.think()
    else:
        assert game.choice is not None
        helper = BOTS.make("random", game.session.count)
        assert game.answer(helper.choose(game.session.state, game.choice, game.session.measure))


def told(game: GameTable[Lagoon, Event]) -> set[str]:
    return set(game.reasons(0, len(game.session.state.log) + 1))


def test_what_a_bot_hides_is_told_once_the_game_is_over() -> None:
    game = table(north="random", east="human")
    while not game.session.over:
        step(game)
        assert game.over or told(game) <= {"It rows."}
    assert game.over or told(game) == {"It rows."}, "its end is not shown yet"
    game.show_all()
    assert told(game) == {"It rows. It hides what it holds."}


def test_where_nobody_plays_all_is_told_at_once() -> None:
    game = table(north="random", east="random")
    step(game)
    assert told(game) == {"It rows. It hides what it holds."}


def test_reasons_belong_to_the_events_that_followed() -> None:
    game = table(north="random", east="random")
    counts = [len(game.session.state.log)]
    for _ in range(6):
        step(game)
        counts.append(len(game.session.state.log))
    assert sum(len(game.reasons(a, b)) for a, b in pairwise(counts)) == 6
    assert game.reasons(counts[-1], counts[-1] + 10) == ()


@pytest.mark.parametrize(
    ("given", "found"),
    [("", NO_REASON), ("it likes to", Reason(after=("it likes to",))), (Reason(("It rows.",)), Reason(("It rows.",)))],
)
def test_a_plain_text_is_for_its_own_seat_alone(given: object, found: Reason) -> None:
    class Teller:
        reason = given

    assert reason_of(Teller()) == found
    assert reason_of(object()) == NO_REASON
