"""All that a game needs to be played, and how one begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from sim.engine.dice import Dice, SealedDice, TypedDice
from sim.engine.game import Game
from sim.engine.header import Agreed
from sim.engine.journal import Journal
from sim.engine.requests import Measure
from sim.engine.session import Session

__all__ = ["GameKit", "no_dice", "nothing_more"]

S = TypeVar("S")
Setup = dict[str, Any]  # plain, as a journal's header keeps it


def no_dice(setup: Setup) -> Dice:
    """For games without dice: a roll, were there one, would wait for its faces."""
    return TypedDice()


def nothing_more(setup: Setup) -> Agreed:
    """For games whose setup holds all that they need."""
    return Agreed()


@dataclass(frozen=True)
class GameKit(Generic[S]):
    """A game's rules, its board and its dice: the last two as the setup of each game says.

    `measure` makes the referee of a setup's board, where a game is begun, resumed or verified; it raises a BautaError
    where there is no such board. `agreed` is what a new journal keeps besides the setup, `program` the version of this
    program: journals of newer ones are refused.
    """

    game: Game[S]
    measure: Callable[[Setup], Measure]
    dice: Callable[[Setup], Dice] = no_dice
    agreed: Callable[[Setup], Agreed] = nothing_more
    program: str = ""

    def start(
        self, setup: Setup, journal: Path | None = None, *, dice: Dice | None = None, step: bool = False
    ) -> Session[S]:
        """A new game of this setup, at its first request; kept in a journal from the first answer on.

        Raises GameError where the setup is wrong or the journal is there already, or cannot be written.
        """
        state, measure = self.game.begin(setup), self.measure(setup)
        kept = None if journal is None else self._journal(journal, setup, dice)
        return Session(self.game, state, dice or self.dice(setup), measure, kept, step=step)

    def _journal(self, path: Path, setup: Setup, dice: Dice | None) -> Journal:
        agreed = self.agreed(setup)
        if isinstance(dice, SealedDice):
            agreed = msgspec.structs.replace(agreed, dice=dice.seal)
        journal = Journal.create(path, self.game.name, setup, agreed)
        if isinstance(dice, SealedDice):
            dice.keep(path)
        return journal
