"""Events of dice."""

from __future__ import annotations

from sim.board.model.verdicts import Sight
from sim.carnevale.dice import Modifier
from sim.carnevale.events.base import Event
from sim.carnevale.state import State

__all__ = ["DiceThrown", "Rerolled", "Rolled"]


class Rolled(Event, frozen=True, tag="rolled"):
    """A roll as it stands after its re-rolls. The first face is the Destiny Die's."""

    who: str
    purpose: str
    faces: tuple[int, ...]
    needed: int
    aces: int
    outcome: str
    dice: int  # the pool, after modifiers
    modifiers: tuple[Modifier, ...] = ()
    needed_modifiers: tuple[Modifier, ...] = ()  # what changed the number needed (Evasion)
    against: str | None = None
    sight: Sight | None = None  # of whoever's stat stands in for its own (ABIL-Companion)


class DiceThrown(Event, frozen=True, omit_defaults=True, tag="dice_thrown"):
    """Dice have left the hand: counts them, so that the next roll throws the next dice."""

    who: str
    purpose: str
    faces: tuple[int, ...]
    secret: str | None = None  # only this seat may see them ("": nobody)

    def seen_by(self, seat: str) -> bool:
        return self.secret in (None, seat)

    @property
    def may_hide(self) -> bool:
        return self.secret is not None

    def apply(self, state: State) -> None:
        state.thrown += len(self.faces)


class Rerolled(Event, frozen=True, tag="rerolled"):
    seat: str
    who: str
    dice: tuple[int, ...]  # which of the roll's dice, from 0
    faces: tuple[int, ...]
    sources: tuple[str, ...]
