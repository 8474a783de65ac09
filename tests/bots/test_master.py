"""The master bot looks ahead with what its seat may know, changes nothing by it, and tells what it saw."""

from __future__ import annotations

from typing import Any

import msgspec

from sim.bots import make, seasoned
from sim.bots.master import MasterBot
from sim.bots.weights import weights_of
from sim.carnevale.agendas.base import find
from sim.carnevale.legality import WhichAction
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.engine.bots import Foreseeing, Reasoned, reason_of
from sim.engine.duel import play
from sim.engine.foresight import foresight
from sim.engine.requests import Choice
from sim.engine.session import Session
from tests.bots.test_scenarios import GANGS, game
from tests.carnevale.tables import GAME, fight, mini, plain_street, take_turn

TWO = {"north": ("n1", "n2"), "south": ("s1", "s2")}


def at_a_turn(scenario: str = "acquisition", seed: int = 3) -> tuple[Session[State], WhoseTurn]:
    """A game between seasoned bots, where one of several minis is to go."""
    session = game(scenario, GANGS, seed)

    def several() -> bool:
        return isinstance(session.request, WhoseTurn) and len(session.request.waiting) > 1

    play(session, {"north": make("seasoned", 1), "south": make("seasoned", 2)}, until=several)
    assert isinstance(session.request, WhoseTurn)
    return session, session.request


def asked(session: Session[State], choice: Choice, seed: int = 9) -> tuple[object, str]:
    """What the master answers, and why."""
    bot = MasterBot(seed)
    bot.foresee(foresight(session, choice.seat))
    return bot.choose(session.game.view(session.state, choice.seat), choice, session.measure), reason_of(bot).words(
        whole=True
    )


def test_it_is_a_bot_that_looks_ahead_and_tells_why() -> None:
    bot = make("master", 1)
    assert isinstance(bot, Foreseeing)
    assert isinstance(bot, Reasoned)


def test_a_decision_tells_who_goes_and_changes_nothing() -> None:
    session, choice = at_a_turn()
    before = GAME.encode(session.state)
    who, reason = asked(session, choice)
    assert who in choice.waiting
    assert " goes next. " in reason
    assert "\n" not in reason
    assert GAME.encode(session.state) == before
    session.answer(who)
    action: Any = session.request
    assert isinstance(action, WhichAction)
    answer, why = asked(session, action)
    assert why
    assert session.refusal(answer) is None


def test_the_same_seed_answers_the_same() -> None:
    session, choice = at_a_turn()
    assert asked(session, choice) == asked(session, choice)


def test_it_answers_the_same_whatever_the_enemy_keeps_secret() -> None:
    session, choice = at_a_turn()
    other = next(seat for seat in session.state.seats if seat != choice.seat)
    answers = [asked(session, choice)]
    for secrets in (("A1", "A2", "A3"), ("B5", "C5", "D4")):
        assert all(find(each) is not None for each in secrets)
        for state in (session.state, session.under_way[0]):
            state.set_seat(other, agendas=secrets)
        answers.append(asked(session, choice))
    assert answers[0] == answers[1] == answers[2]


def test_with_nothing_to_look_ahead_with_it_takes_the_best_at_first_sight() -> None:
    session, choice = at_a_turn()
    view = session.game.view(session.state, choice.seat)
    weighing = seasoned.SeasonedBot(9)
    weighing.weights = weights_of("master")
    assert len({bot.choose(view, choice, session.measure) for bot in (MasterBot(9), weighing)}) == 1


def test_of_plans_that_are_alike_the_reply_decides() -> None:
    """An enemy on either side, as strong and as far off."""
    able = {"weapons": ({"name": "Sword"},)}
    enemies = mini("b", "south", (18, 12, 0), **able), mini("c", "south", (6, 12, 0), **able)
    table = fight(plain_street(), mini("a", "north", (12, 12, 0), **able), *enemies, dice=[5] * 60)
    take_turn(table, "a")
    action = table.request
    assert isinstance(action, WhichAction)
    answer, why = asked(table, action)
    assert table.refusal(answer) is None
    assert "Of 2 plans it is the best: " in why
    assert "The reply that is feared most: " in why


def test_the_same_seed_plays_the_same_game() -> None:
    def played() -> Session[Any]:
        session = game("acquisition", TWO, 5)
        bots = {"north": make("master", 1), "south": make("random", 2)}
        play(
            session,
            bots,
            until=lambda: session.state.round > 1 or session.count > 150,
            told=lambda *said: reasons.append(said),
        )
        return session

    reasons: list[tuple[str, ...]] = []
    one, again = played(), played()
    assert msgspec.to_builtins(one.events, enc_hook=str) == msgspec.to_builtins(again.events, enc_hook=str)
    assert reasons[: len(reasons) // 2] == reasons[len(reasons) // 2 :]
