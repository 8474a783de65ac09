"""What a bot is: a player that is a program, with the same requests and the same view as a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from sim.carnevale.state import State
from sim.engine.requests import Choice, GameError, Measure


class Bot(Protocol):
    """Answers choices. A bot keeps its own random numbers, so that a duel comes out the same again."""

    def choose(self, view: State, choice: Choice, measure: Measure) -> Any:
        """An answer to the choice; `measure` answers board queries about the view, free of charge (GEO-01)."""
        ...


class UnknownBot(GameError):
    """There is no bot of this name."""


_BOTS: dict[str, Callable[[int], Bot]] = {}


B = TypeVar("B", bound=Callable[[int], Bot])


def bot(name: str) -> Callable[[B], B]:
    """Register a bot by name; it is made from a seed (a class decorator)."""

    def register(kind: B) -> B:
        _BOTS[name] = kind
        return kind

    return register


def names() -> tuple[str, ...]:
    return tuple(sorted(_BOTS))


def make(name: str, seed: int) -> Bot:
    """A bot by name."""
    if name not in _BOTS:
        raise UnknownBot(f"there is no bot '{name}'; there are {', '.join(names())}")
    return _BOTS[name](seed)
