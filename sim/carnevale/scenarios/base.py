"""What a scenario is: a table of numbers, its zones, and what it adds to the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec

from sim.carnevale.scenarios.zones import Zone
from sim.carnevale.state import State
from sim.carnevale.steps import Step

AgendaRule = Literal["cycle", "double", "secret", "secondary", "total"]


class Scenario(msgspec.Struct, frozen=True):
    """A scenario's page. Subclasses say how zones lie, what is set up, and what scores at the end."""

    id: ClassVar[str]
    title: ClassVar[str]
    text: ClassVar[str]
    players: ClassVar[tuple[int, int]] = (2, 4)
    ducats: ClassVar[int] = 150
    size: ClassVar[tuple[float, float]] = (36.0, 36.0)
    rounds: ClassVar[int] = 5
    agendas: ClassVar[int] = 3
    agenda_vp: ClassVar[int] = 1
    agenda_rules: ClassVar[frozenset[AgendaRule]] = frozenset()
    needs_leader: ClassVar[bool] = True

    def zones(self, game: State) -> tuple[Zone, ...]:
        """Where gangs may deploy."""
        raise NotImplementedError

    def scenery(self, game: State) -> Sequence[Step]:
        """What players set up before agendas are drawn."""
        return ()

    def score(self, game: State) -> None:
        """The primary objective, when the game ends."""
        raise NotImplementedError


_SCENARIOS: dict[str, Scenario] = {}


def scenario(kind: type[Scenario]) -> type[Scenario]:
    """Register a scenario (a class decorator)."""
    _SCENARIOS[kind.id] = kind()
    return kind


def known() -> tuple[str, ...]:
    return tuple(sorted(_SCENARIOS))


def find(id: str) -> Scenario | None:
    return _SCENARIOS.get(id)


def of(game: State) -> Scenario | None:
    """The scenario of a game; None in a free fight."""
    return _SCENARIOS.get(game.scenario)
