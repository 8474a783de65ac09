"""Who comes when: interrupts inside interrupts, and a game that can be saved at any of their requests."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from sim.board.board import Board
from sim.carnevale.characters import Weapon
from sim.carnevale.events import ActionBegan
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from sim.engine.dice import SeededDice
from sim.engine.requests import Choice, Roll
from sim.engine.session import Session
from tests.carnevale.fighters import TOUCH, fighter
from tests.carnevale.tables import GAME, do, fight, of, plain_street


def run(*points: tuple[float, float, float]) -> dict[str, Any]:
    return {"act": "run", "path": points}


@pytest.mark.rule("ACT-02", "ABIL-Bodyguard", "MOVE-10", "MOVE-13")
def test_guard_then_bodyguard_then_the_charge_and_a_fumble_in_between() -> None:
    minis = [
        fighter("a", "north", (6, 7, 0), cp=1),
        fighter("ward", "south", (6, 12, 0), keywords=("Leader",)),
        fighter("watch", "south", (12, 12, 0)),
        fighter("guard", "south", (9, 12, 0), abilities=("Bodyguard (Leader)",)),
    ]
    # the watch misses; the bodyguard fumbles, and A strikes back at it; then A strikes the ward
    dice = [2] * 5 + [1, 2, 2, 2, 2] + [2] * 5 + [2] * 5
    table = fight(plain_street(), *minis, dice=dice)
    table.answer("a")
    table.answer("end")
    do(table, "watch", {"act": "guard"})
    events = do(table, "a", run((6, 12 - TOUCH, 0)), guard=True, bodyguard=run((7.18, 10.82, 0)))
    order = [(e.who, e.action) for e in of(events, ActionBegan)]
    assert order == [
        ("a", "run"),
        ("watch", "combat"),
        ("guard", "run"),
        ("guard", "combat"),
        ("a", "combat"),
        ("a", "combat"),
    ]


# --- saved at every request ---------------------------------------------------------------------------------


def melee() -> dict[str, Any]:
    """A fight on 24" of street with whatever interrupts: guards, bodyguards, counters, parries, fear, will."""
    bow = Weapon("Bow", range=10, abilities=("Reload (1)",))
    hook = Weapon("Hook", abilities=("Knockback", "Stun"))
    north = [
        fighter("a", "", (6, 7, 0), cp=3, wp=2, keywords=("Leader",), weapons=(hook, bow), abilities=("Fear (1)",)),
        fighter("c", "", (8, 7, 0), wp=2, abilities=("Expert Offence (2)", "Berserk", "Pickpocket"), lp=6),
        fighter("e", "", (4, 7, 0), wp=1, abilities=("Bodyguard (Leader)", "Primitive")),
    ]
    south = [
        fighter("b", "", (6, 11, 0), cp=3, wp=2, keywords=("Leader",), abilities=("Parry (2)", "Frenzied")),
        fighter("d", "", (8, 11, 0), wp=2, weapons=(hook, bow), abilities=("Brawler (1)", "Slippery")),
        fighter("f", "", (4, 11, 0), size=40, abilities=("Bodyguard (Leader)", "Expert Grappler (2)")),
    ]
    gangs = [
        {"seat": seat, "members": [{k: v for k, v in m.items() if k != "seat"} for m in members]}
        for seat, members in (("north", north), ("south", south))
    ]
    return {"board": "table", "gangs": gangs, "size": (24.0, 24.0)}


def whim(session: Session[State], random: Random) -> Any:
    """Any legal answer to a choice, with a taste for fighting."""
    request = session.request
    assert isinstance(request, Choice)
    answers = list(request.options) if request.options else [request.default]
    if request.prompt == "act":
        answers = [msgspec.to_builtins(a) for a in request.region.offers(session.state, session.measure)]
        answers = [a for a in answers if a["act"] not in ("hide",)] or ["end"]
        who = session.state.active
        if who is not None and random.random() < 0.6:
            charge = _charge(session, session.state, who, random)
            answers = [charge] if charge is not None else answers
    elif request.prompt == "opportunity":
        answers = msgspec.to_builtins(request.offers(session.state, session.measure))
    elif request.prompt == "counter":
        answers += [msgspec.to_builtins(a) for a in request.region.offers(session.state, session.measure)]
    elif request.prompt == "reroll":
        among = request.region.among
        answers = [random.sample(among, min(request.region.most, len(among)))]
    answer = random.choice(answers)
    return answer if session.refusal(answer) is None else request.default


def _charge(session: Session[State], game: State, who: str, random: Random) -> Any:
    enemies = game.enemies(who)
    if not enemies:
        return None
    enemy = random.choice(enemies)
    (x, y, z), (u, v, _) = game[who].here, enemy.here
    gap = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    touch = (game[who].profile.size + enemy.profile.size) / 50.8 - 0.001
    if gap <= touch + 0.01:
        return None
    way = run((u + (x - u) / gap * touch, v + (y - v) / gap * touch, z))
    return way if session.refusal(way) is None else None


def play(seed: int, board: Board, requests: int, *, reload: bool) -> Session[State]:
    """So many requests of a fight by whim; with `reload`, the session is saved and loaded at each."""
    random, dice, measure = Random(seed), SeededDice(seed), Referee(board)
    session = Session(GAME, GAME.begin(melee()), dice, measure, step=True)
    for _ in range(requests):
        if session.over:
            break
        if reload:
            again = Session.load(session.save(), GAME, dice, measure, step=True)
            assert again.request == session.request
            assert again.state == session.state
            session = again
        request = session.request
        if isinstance(request, Choice):
            session.answer(whim(session, random))
        elif isinstance(request, Roll):
            session.answer(dice.throw(request, session.state.thrown))
        else:
            assert request is not None
            session.answer(measure(session.state, request.query))
    return session


@pytest.mark.parametrize("seed", range(4))
def test_a_busy_fight_saved_and_loaded_at_every_request_comes_to_the_same_end(seed: int) -> None:
    plain = play(seed, plain_street(), 500, reload=False)
    saved = play(seed, plain_street(), 500, reload=True)
    assert saved.state == plain.state
    assert saved.request == plain.request
    acts = {event.action for event in of(plain.state.log, ActionBegan)}
    assert {"run", "combat"} <= acts


@pytest.mark.rule("TURN-05", "TURN-04")
@pytest.mark.parametrize("seed", range(4))
def test_points_stay_in_their_bounds_whatever_happens(seed: int) -> None:
    game = play(seed, plain_street(), 800, reload=False).state
    for c in game.characters.values():
        assert 0 <= c.lp <= c.profile.lp
        assert 0 <= c.wp <= c.profile.wp
        assert 0 <= c.cp <= c.profile.cp
        assert 0 <= c.used_ap <= 3
        assert c.alive == (c.lp > 0)
    assert not game.doing or game.active is not None
