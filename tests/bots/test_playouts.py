"""Games are played on in the mind as they would be at the table, and by a policy that remembers as by one that does
not."""

from __future__ import annotations

from typing import Any

import pytest

from sim.bots import make
from sim.bots.base import Bot
from sim.bots.remembering import RememberingBot
from sim.bots.rollouts import roll_out
from sim.carnevale.events import TurnEnded
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.state import State
from sim.engine.bots import let_answer
from sim.engine.dice import SeededDice
from sim.engine.foresight import Foresight, foresight
from sim.engine.playout import Playout
from sim.engine.requests import Choice, Refused
from sim.engine.session import Session
from tests.bots.test_foresight import at_an_action
from tests.bots.test_scenarios import GANGS, game


def positions(scenario: str) -> list[Session[State]]:
    """Every fifth action of a game, before it is chosen."""
    session, bot, kept = game(scenario, GANGS, 3), make("greedy", 1), list[Session[State]]()
    actions = 0
    while isinstance(session.request, Choice) and actions < 60:
        if isinstance(session.request, WhichAction):
            kept += [session.clone()] if actions % 5 == 0 else []
            actions += 1
        let_answer(session, bot, "greedy")
    return kept


def played(game: Session[State] | Playout[State], bot: Bot) -> list[Any]:
    """Answers until two turns have ended, and how the game stands then."""
    answers: list[Any] = []
    begun = len(game.events)
    while isinstance(game.request, Choice) and sum(isinstance(e, TurnEnded) for e in game.events[begun:]) < 2:
        view = game.game.view(game.state, game.request.seat)
        answers.append(bot.choose(view, game.request, game.measure))
        game.answer(answers[-1])
    state = game.state
    return [*answers, state.characters, state.seats, state.objectives, state.round, state.thrown, game.request]


@pytest.mark.parametrize("scenario", ["gang-war", "acquisition"])
def test_playouts_go_as_clones_do_and_a_policy_that_remembers_does_the_same(scenario: str) -> None:
    kept, remembering = positions(scenario), RememberingBot(7)
    assert len(kept) > 5
    for position in kept:
        for dice in range(3):
            clone = position.clone()
            clone.dice = SeededDice(dice)
            expected = played(clone, make("straightforward", 7))
            assert played(Playout(position, SeededDice(dice)), make("straightforward", 7)) == expected
            assert played(Playout(position, SeededDice(dice)), remembering) == expected
            rolled = roll_out(position, remembering, SeededDice(dice))
            assert [rolled.characters, rolled.seats, rolled.objectives, rolled.round, rolled.thrown] == expected[-6:-1]


def test_a_rollout_begins_with_what_is_to_be_weighed_and_ends_with_the_game() -> None:
    session, choice = at_an_action()
    begun, policy = len(session.events), RememberingBot(1)
    log = roll_out(session, policy, first=END, turns=1).log[begun:]
    assert [event.who for event in log if isinstance(event, TurnEnded)] == [choice.who]
    with pytest.raises(Refused):
        roll_out(session, policy, first="nonsense")
    assert roll_out(session, policy, turns=1000).over
    assert len(session.events) == begun


def test_what_it_has_done_somewhere_it_does_there_again_without_a_look_at_the_board() -> None:
    session, choice = at_an_action()
    view, bot, asked = session.game.view(session.state, choice.seat), RememberingBot(1), list[object]()

    def measure(state: State, query: Any) -> Any:
        asked.append(query)
        return session.measure(state, query)

    answer = bot.choose(view, choice, measure)
    assert asked
    asked.clear()
    assert bot.choose(view, choice, measure) == answer
    assert not asked
    view.set(choice.who, lp=view[choice.who].lp - 1)
    bot.choose(view, choice, measure)
    assert asked


def test_another_board_is_looked_at_anew() -> None:
    session, choice = at_an_action()
    view, bot = session.game.view(session.state, choice.seat), RememberingBot(1)
    bot.choose(view, choice, session.measure)
    asked: list[object] = []

    def elsewhere(state: State, query: Any) -> Any:
        asked.append(query)
        return session.measure(state, query)

    bot.choose(view, choice, elsewhere)
    assert asked


class Looker:
    """Notes whether it could look ahead, and ends its turn."""

    def __init__(self) -> None:
        self.could: list[bool] = []

    def foresee(self, foresight: Foresight[State]) -> None:
        self.could.append(foresight.possible)

    def choose(self, view: State, choice: Choice, measure: Any) -> object:
        return choice.default


def test_in_what_is_only_imagined_nobody_looks_ahead() -> None:
    session, choice = at_an_action()
    assert foresight(session, choice.seat).possible
    bot = Looker()
    let_answer(Playout(session), bot, "Looker")
    assert bot.could == [False]
