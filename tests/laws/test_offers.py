"""Legal actions agree with refusals: what is offered is accepted, what is not offered is refused with a rule."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.bots.base import make
from sim.carnevale.actions import Acts, Combat
from sim.carnevale.rulings import Referee
from sim.carnevale.state import State
from sim.engine.dice import SeededDice
from sim.engine.requests import Choice
from sim.engine.session import Session
from tests.laws.games import GAME, board_of, setup_of

POSITIONS = 6  # of each game
EVERY = 7  # choices of an action between two of them


def positions(seed: int) -> list[Session[State]]:
    """Sessions at which somebody chooses an action, out of a game between random bots."""
    setup = setup_of(seed, members=2)
    state = GAME.begin(msgspec.to_builtins(setup))
    session: Session[State] = Session(GAME, state, SeededDice(seed), Referee(board_of(setup.scenario)))
    players = {gang.seat: make("random", seed + i) for i, gang in enumerate(setup.gangs)}
    found: list[Session[State]] = []
    asked = 0
    while isinstance(session.request, Choice) and len(found) < POSITIONS:
        request = session.request
        if isinstance(request.region, Acts):
            asked += 1
            if asked % EVERY == 0:
                found.append(session.clone())
        view = GAME.view(session.state, request.seat)
        session.answer(players[request.seat].choose(view, request, session.measure))
    return found


def region_of(session: Session[State]) -> Acts:
    assert isinstance(session.request, Choice)
    assert isinstance(session.request.region, Acts)
    return session.request.region


@pytest.fixture(scope="module", params=(11, 20))
def sessions(request: Any) -> list[Session[State]]:
    return positions(request.param)


@pytest.mark.rule("TURN-04")
def test_every_offer_is_accepted(sessions: list[Session[State]]) -> None:
    offered = 0
    for session in sessions:
        for action in region_of(session).offers(session.state, session.measure):
            assert session.refusal(action) is None
            session.clone().answer(action)
            offered += 1
    assert offered > len(sessions)


@pytest.mark.rule("TURN-04", "ACT-03")
def test_an_attack_that_is_not_offered_is_refused_with_a_rule(sessions: list[Session[State]]) -> None:
    refused = 0
    for session in sessions:
        state, region = session.state, region_of(session)
        offers = region.offers(state, session.measure)
        weapons = [weapon.name for weapon in state[region.who].profile.armoury] + ["Trident of Neptune"]
        targets = [*state.characters, "nobody"]
        for action in (Combat(target, weapon) for target in targets for weapon in weapons):
            if action in offers:
                continue
            refusal = session.refusal(action)
            assert refusal is not None, f"{action} is not offered, and not refused"
            assert refusal.rule.partition("-")[0].isupper()
            assert refusal.why
            refused += 1
    assert refused > 20
