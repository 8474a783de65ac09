"""A game as one seat may know it, to be played on in the mind: for bots that look ahead.

What a bot is handed holds nothing that its seat may not know: neither the game's dice nor what others keep secret. Each
imagined game draws what is hidden anew, and throws dice of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from sim.engine.dice import SeededDice
from sim.engine.game import Game
from sim.engine.journal import Answer
from sim.engine.playout import Playout
from sim.engine.requests import GameError, Measure
from sim.engine.session import Session

__all__ = ["Foreseeing", "Foresight", "Imaginable", "Unforeseen", "foresight"]

S = TypeVar("S")
T = TypeVar("T")


@runtime_checkable
class Imaginable(Protocol[T]):
    """A game that can say how it might stand, for all that a seat knows."""

    def known(self, state: T, seat: str) -> T | None:
        """A state between two steps as the seat may know it, and how it goes on; None where that would tell more."""
        ...

    def sampled(self, known: T, seat: str, rng: Random) -> T:
        """The same with what is hidden from the seat filled in by chance; the caller's own."""
        ...


class Unforeseen(GameError):
    """What is under way cannot be played on: it hangs on something that the seat does not know."""


class Foresight(Generic[S]):
    """What a bot is handed to look ahead with. Nothing that is done with it changes the game."""

    def __init__(
        self, game: Game[S], seat: str, known: S | None, since: tuple[Answer, ...], before: int, measure: Measure
    ) -> None:
        self._game, self._seat, self._known, self._measure = game, seat, known, measure
        self._since, self._before = since, before

    @property
    def possible(self) -> bool:
        """Can this be played on? Always where a turn or an action is to be chosen; not in the middle of what is
        decided in secret."""
        return self._known is not None

    def imagine(self, seed: int) -> Session[S]:
        """The game at the same question, as it might be: another seed, other dice and other secrets.

        Clone it to try several answers with the same dice. Raises Unforeseen where that is not `possible`.
        """
        if self._known is None:
            raise Unforeseen("this choice hangs on what its seat does not know")
        assert isinstance(self._game, Imaginable)
        key = blake2b(f"imagined {seed}".encode(), digest_size=6).digest()  # never the seed of the game itself
        state: S = self._game.sampled(self._known, self._seat, Random(int.from_bytes(key, "big")))
        dice = SeededDice(int.from_bytes(key, "big"))
        return Session.going_on(self._game, dice, self._measure, state, self._since, self._before)


@runtime_checkable
class Foreseeing(Protocol):
    """A bot that looks ahead."""

    def foresee(self, foresight: Foresight[Any]) -> None:
        """Called before each `choose`, with the game as the bot's seat may know it."""
        ...


def foresight(session: Session[Any] | Playout[Any], seat: str) -> Foresight[Any]:
    """What a seat may foresee of a game, at the choice that it must make now. In a playout nobody looks ahead."""
    game = session.game
    if isinstance(session, Playout):
        return Foresight(game, seat, None, (), 0, session.measure)
    checkpoint, since, before = session.under_way
    known = None
    if isinstance(game, Imaginable):
        happened = len(session.events) - len(game.events(checkpoint))
        seen = len(game.events(game.view(session.state, seat))) - len(game.events(game.view(checkpoint, seat)))
        known = game.known(checkpoint, seat) if happened == seen else None
    return Foresight(game, seat, known, _open(since) if known is not None else (), before, session.measure)


def _open(since: Sequence[Answer]) -> tuple[Answer, ...]:
    """Answers without what seats have yielded, which nobody else may know (see `yields`)."""
    kept = (answer for answer in since if answer.kind != "yield")
    return tuple(Answer("choice", answer.value) if answer.kind == "passed" else answer for answer in kept)
