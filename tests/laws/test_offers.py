"""Legal actions agree with refusals: what is offered is accepted, what is not offered is refused with a rule.

Tried on positions out of the golden games, whatever they ask there.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from sim.board.board import Board
from sim.carnevale import rulebook
from sim.carnevale.actions import Order
from sim.carnevale.legality import Acts
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from sim.engine.dice import SeededDice
from sim.engine.journal import read
from sim.engine.requests import Choice, Refusal, Refused
from sim.engine.session import Session
from tests.golden.games import GAME, JOURNALS, no_board
from tests.laws.attempts import aimed, attempts

# Golden games that ask for much, and at how many of their choices everything is tried.
GAMES = {
    "acquisition-4": 4,
    "bait": 4,
    "drowners": 5,
    "justice": 4,
    "madness": 4,
    "orders": 4,
    "porters": 4,
    "rowers": 5,
    "runes-1": 4,
    "runes-2": 4,
    "take-what-is-theirs-4": 3,
    "wild-1": 4,
}
LISTED = ("acts", "attacks", "borrowed", "counters", "dice", "pick", "plans")  # regions whose answers can be listed


@cache
def board(name: str) -> Board:
    return Board.load(name)


@cache
def positions(name: str) -> tuple[Session[State], ...]:
    """Sessions out of a golden game, at choices of every kind that it asks: every prompt once, and some actions."""
    header, answers = read(JOURNALS[name])
    game: Session[State] = Session(GAME, GAME.begin(header.setup), SeededDice(1), no_board, step=True)
    rng, seen, kept = Random(name), set[str](), list[Session[State]]()
    acts: list[Session[State]] = []
    for answer in answers:
        request = game.request
        if isinstance(request, Choice) and request.region is not None:
            kind = f"{request.prompt} {type(request.region).__name__}"
            act = isinstance(request.region, Acts)
            if act or kind not in seen:
                seen.add(kind)
                clone = game.clone()
                clone.measure, clone.step = Referee(board(header.setup["board"])), False
                (acts if act else kept).append(clone)
        game.replay([answer])
    return (*kept, *rng.sample(acts, min(GAMES[name], len(acts))))


def region_of(session: Session[State]) -> Any:
    assert isinstance(session.request, Choice)
    return session.request.region


def offers_of(session: Session[State]) -> list[Any]:
    """What the region of the pending choice lists, where it lists anything."""
    offers = getattr(region_of(session), "offers", ())
    return list(offers(session.state, session.measure) if callable(offers) else offers)


@cache
def explained(rule: str) -> bool:
    return bool(rulebook.find(rule))


def is_known(refusal: Refusal) -> bool:
    """Does it name a rule that the rulebook explains, and say why?"""
    return bool(refusal.why) and explained(refusal.rule)


@pytest.mark.rule("TURN-04", "MOVE-13", "TURN-08")
@pytest.mark.parametrize("name", GAMES)
def test_every_offer_is_accepted_and_can_be_carried_out(name: str) -> None:
    offered = 0
    for session in positions(name):
        for answer in offers_of(session):
            assert session.refusal(answer) is None
            session.clone().answer(answer)
            offered += 1
    assert offered


@pytest.mark.rule("TURN-04", "TURN-07", "TURN-08", "TURN-09", "ACT-03", "ACT-06", "WATER-01", "WATER-05", "MAGIC-02")
@pytest.mark.rule("SCEN-04", "TERR-13", "TERR-14")
@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_offered_is_refused_with_a_rule(name: str) -> None:
    refused = 0
    for session in positions(name):
        region, offers = region_of(session), offers_of(session)
        for answer in attempts(region, session.state, Random(name)):
            refusal = session.refusal(answer)
            if hasattr(region, "offers") and answer not in offers:
                assert refusal is not None, f"{answer} is not offered, and not refused"
            if refusal is not None:
                assert is_known(refusal), f"{answer}: {refusal}"
                refused += 1
    assert refused > 100


@pytest.mark.rule("JUMP-01", "TERR-13", "TERR-14", "SCEN-02")
@pytest.mark.parametrize("name", ["drowners", "rowers", "orders"])
def test_what_takes_a_place_is_carried_out_or_refused_with_a_rule(name: str) -> None:
    taken = refused = 0
    for session in positions(name):
        for answer in aimed(region_of(session), session.state, Random(name)):
            refusal = session.refusal(answer)
            if refusal is None:
                session.clone().answer(answer)
                taken += 1
            else:
                assert is_known(refusal), f"{answer}: {refusal}"
                refused += 1
    assert taken
    assert refused


@pytest.mark.rule("TURN-07")
@pytest.mark.parametrize("name", ["orders", "acquisition-4"])
def test_an_order_of_whoever_can_is_accepted_where_one_is_offered(name: str) -> None:
    for session in positions(name):
        if isinstance(region_of(session), Acts):
            offered = any(isinstance(answer, Order) for answer in offers_of(session))
            assert (session.refusal(Order()) is None) == offered


@pytest.mark.parametrize("name", ["justice", "rowers"])
def test_a_refused_answer_changes_nothing(name: str) -> None:
    for session in positions(name):
        before, asked = session.save(), session.request
        tried = [*attempts(region_of(session), session.state, Random(name))][::25]
        for answer in ["nonsense", 7, *tried]:
            if session.refusal(answer) is None:
                continue
            with pytest.raises(Refused):
                session.answer(answer)
        assert session.save() == before
        assert session.request == asked


@pytest.mark.parametrize("name", GAMES)
def test_only_what_is_asked_is_an_answer(name: str) -> None:
    """Options of other choices, and answers of another type, are refused as no answer to this one."""
    for session in positions(name):
        assert isinstance(session.request, Choice)
        for answer in ("decline", "pass", "end", True, False, None, 0, {"act": "fly"}, [1, 2], 3.5):
            if answer in session.request.options or session.request.prompt in ("run_on", "reroll", "push"):
                continue
            refusal = session.refusal(answer)
            assert refusal is not None
            assert refusal.why


def test_the_positions_ask_for_every_kind_of_answer() -> None:
    kinds = {region_of(session).__struct_config__.tag for name in GAMES for session in positions(name)}
    assert set(LISTED) <= kinds
    assert kinds >= {"deployment", "moorings", "throw", "aim", "berths"}
