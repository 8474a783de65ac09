"""Clones of golden games: the same game, their own from there on, and no more than one action is run again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from sim.carnevale.agendas import check
from sim.carnevale.legality import Acts
from sim.carnevale.state import State
from sim.engine.dice import TypedDice
from sim.engine.journal import Answer, read
from sim.engine.requests import Choice
from sim.engine.session import Saved, Session
from tests.golden.games import GAME, JOURNALS, no_board

NAMES = ("acquisition-4", "divers", "ladder")  # many counters; agendas scored late, and many plans; long charges
MOST_AGAIN = 80  # answers that are given again for a clone


def course(name: str) -> Iterator[tuple[Session[State], Answer]]:
    """A golden game at each of its requests, with the answer that it got."""
    header, answers = read(JOURNALS[name])
    session: Session[State] = Session(GAME, GAME.begin(header.setup), TypedDice(), no_board, step=True)
    for answer in answers:
        yield session, answer
        session.replay([answer])


def since_rest(session: Session[State]) -> int:
    """How many answers a clone is given again."""
    return len(msgspec.json.decode(session.save(), type=Saved).since)


def begins_a_step(request: Choice) -> bool:
    """Is this asked between two steps of the game, and not in the middle of one?"""
    own = isinstance(request.region, Acts) and not request.region.out_of_sequence
    return own or request.prompt in ("turn", "counter", "double")


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_is_the_same_game_and_goes_on_alone(name: str) -> None:
    for number, (session, answer) in enumerate(course(name)):
        if number % 3 == 0:
            before, events = session.save(), list(session.events)
            clone = session.clone()
            assert (clone.request, clone.count, clone.state) == (session.request, session.count, session.state)
            clone.replay([answer])
            assert (session.save(), list(session.events)) == (before, events)


@pytest.mark.parametrize("name", NAMES)
def test_little_is_run_again_for_a_clone(name: str) -> None:
    asked = set()
    for session, _ in course(name):
        again = since_rest(session)
        assert again <= MOST_AGAIN
        if isinstance(session.request, Choice) and begins_a_step(session.request):
            assert again == 0, session.request
            asked.add(session.request.prompt)
    assert asked == {"turn", "act", "counter", "double"}


@pytest.mark.parametrize("name", NAMES)
def test_no_history_is_made_again_for_a_clone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folds: list[str] = []

    class Counted(check.History):
        def __init__(self, game: State) -> None:
            folds.append("once")
            super().__init__(game)

    monkeypatch.setattr(check, "History", Counted)
    for session, _ in course(name):
        before = len(folds)
        session.clone()
        assert len(folds) == before
    assert folds
