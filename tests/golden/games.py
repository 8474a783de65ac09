"""The golden games, replayed from their journals without a board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from sim.carnevale.game import Carnevale
from sim.carnevale.replay import replay
from sim.carnevale.state import State
from sim.engine.dice import TypedDice
from sim.engine.journal import Answer, Header
from sim.engine.session import Session

FOLDER = Path(__file__).parent
JOURNALS = {path.name.removesuffix(".jsonl.gz"): path for path in sorted(FOLDER.glob("*.jsonl.gz"))}
GAME = Carnevale()


@cache
def played(name: str) -> Session[State]:
    """A golden game at its end."""
    return replay(JOURNALS[name]).session


def no_board(state: State, query: object) -> object:
    raise AssertionError("a replay needs no board")


def resumed(header: Header, answers: Sequence[Answer], every: int = 1) -> bool:
    """Does a game that is saved and loaded at every request (or every so many) ask the same, and end the same?"""
    session: Session[State] = Session(GAME, GAME.begin(header.setup), TypedDice(), no_board, step=True)
    straight: Session[State] = Session(GAME, GAME.begin(header.setup), TypedDice(), no_board, step=True)
    for number, answer in enumerate(answers):
        session.replay([answer])
        straight.replay([answer])
        if number % every:
            continue
        again = Session.load(session.save(), GAME, TypedDice(), no_board, step=True)
        if (again.request, again.count) != (session.request, session.count):
            return False
        session = again
    return session.over and GAME.encode(session.state) == GAME.encode(straight.state)
