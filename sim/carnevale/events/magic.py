"""Events of spells."""

from __future__ import annotations

import msgspec

from sim.board.model.verdicts import Distance, PointInfo, Sight, Under
from sim.carnevale.events.base import Event
from sim.carnevale.persistent_effects import PersistentEffect
from sim.carnevale.state import State

__all__ = ["DispelTried", "SpellCast", "SpellLaid", "SpellLifted", "SpellReached", "Swayed"]


class SpellCast(Event, frozen=True, tag="spell_cast"):
    """A spell was tried: the outcome of its magic roll (MAGIC-03)."""

    who: str
    spell: str
    target: str | None
    outcome: str
    sight: Sight | None = None  # of its target, or of the place that it was aimed at beforehand
    near: Distance | None = None  # to its target


class SpellReached(Event, frozen=True, tag="spell_reached"):
    """Whom a spell concerns, out of all within its range and, where it needs that, in sight (MAGIC-02).

    `near` and `seen` are of the targets in their order; whoever it comes from needs neither.
    """

    who: str  # whom the range is measured from
    spell: str
    targets: tuple[str, ...]
    near: tuple[Distance, ...] = ()
    seen: tuple[Sight, ...] = ()


class Swayed(Event, frozen=True, tag="swayed"):
    """A character fights for this seat from now on (Madness), until it is swayed back."""

    who: str
    seat: str
    why: str

    def apply(self, state: State) -> None:
        state.set(self.who, seat=self.seat)


class DispelTried(Event, frozen=True, tag="dispel_tried"):
    """A mage paid to dispel an enemy's spell (MAGIC-04)."""

    who: str
    against: str
    spell: str
    sight: Sight | None = None  # of the caster


class SpellLaid(Event, frozen=True, tag="spell_laid"):
    who: str
    effect: PersistentEffect = msgspec.field(name="laid")
    place: PointInfo | None = None  # that it was aimed at
    sight: Sight | None = None  # of that place

    def apply(self, state: State) -> None:
        state.persistent_effects = (*state.persistent_effects, self.effect)


class SpellLifted(Event, frozen=True, tag="spell_lifted"):
    id: str
    spell: str
    under: Under | None = None  # who is under the marker as it is taken up

    def apply(self, state: State) -> None:
        state.persistent_effects = tuple(
            persistent for persistent in state.persistent_effects if persistent.id != self.id
        )
