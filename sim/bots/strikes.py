"""What one mini can do to another with so many attacks, by exact odds.

The odds are those of a Combat action as it would be rolled now, abilities, Fear and re-rolls included; will points
are left out. Where the two would stand is not asked: an attack is in base contact, the first of them that of a charge
or not, or from afar, against a target that is not in cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.verdicts import Distance
from sim.carnevale import hooks, preview
from sim.carnevale.action import How
from sim.carnevale.actions import Combat, Drown
from sim.carnevale.characters import MOST_AP, Character, Weapon
from sim.carnevale.dice import DROWN, Outcome, Result
from sim.carnevale.sighting import CoverFrom
from sim.carnevale.state import State
from sim.engine.requests import Measure, measured

__all__ = ["DROWNING", "DRY", "Footholds", "Known", "Strike", "Strikes", "after"]

Losses = tuple[float, ...]  # the probability of losing 0, 1, 2, ... Life Points
BARE = CoverFrom(False, "")
MOST_KEPT = 50_000  # attacks: more than a game has
DROWNING = "drowning"  # in place of a weapon


class Strike(msgspec.Struct, frozen=True):
    """One attack: with what, from how far at most, how often in a turn, and what it costs either side."""

    weapon: str
    reach: float  # inches; 0: base contact
    uses: int
    lost: Losses
    fumbles: float  # the chance

    @property
    def mean(self) -> float:
        return sum(n * p for n, p in enumerate(self.lost))


class Footholds(NamedTuple):
    """Where the two are when they fight hand to hand."""

    wet: bool = False  # the attacker is in water
    swims: bool = False  # its target is


DRY = Footholds()


class Known(dict[tuple[object, ...], Any]):
    """Attacks that were computed, by what they hang on: those that may hang on where anybody stands, and in `lasting`
    those that hang on nothing but the two, however the game goes on."""

    def __init__(self, lasting: dict[tuple[object, ...], Any] | None = None) -> None:
        super().__init__()
        self.lasting: dict[tuple[object, ...], Any] = {} if lasting is None or len(lasting) > MOST_KEPT else lasting

    def afresh(self) -> Known:
        """What of it holds where others stand elsewhere."""
        return Known(self.lasting)


class _Overheard(dict[str, Character]):
    """The characters of a game, which notes whether anybody asks for others than two."""

    def __init__(self, characters: dict[str, Character], *two: str) -> None:
        super().__init__(characters)
        self._two, self.others = two, False

    def __getitem__(self, who: str) -> Character:
        self.others |= who not in self._two
        return super().__getitem__(who)

    def __iter__(self) -> Iterator[str]:
        self.others = True
        return super().__iter__()

    def keys(self) -> Any:
        self.others = True
        return super().keys()

    def items(self) -> Any:
        self.others = True
        return super().items()

    def values(self) -> Any:
        self.others = True
        return super().values()

    def get(self, who: str, default: Any = None) -> Any:
        self.others |= who not in self._two
        return super().get(who, default)


class Strikes:
    """The attacks of minis on each other, each computed once: of those who have had their turn, those of the next."""

    def __init__(self, view: State, measure: Measure, known: Known | None = None) -> None:
        """`known`: what was computed of the same minis a moment ago, or in an imagined game."""
        self.view, self._measure = view, measure
        self.known = Known() if known is None else known
        self._marks: dict[str, int] = {}
        self._lasts: dict[str, int] = {}  # as `_marks`, and for longer
        self.now = (
            ""  # who acts now: its weapons are as they are, those of others who have had their turn are loaded again
        )

    def later(self, who: str) -> bool:
        """Does it attack in its next turn, and not in this one?"""
        return self.view[who].had_turn and who != self.now

    def charge(self, who: str, target: str, stand: Footholds = DRY) -> Strike | None:
        """The attack of opportunity of a charge that began ashore; None: it has nothing to attack with."""
        return self._best(who, target, stand, How(opportunity=True, charging=True, ashore=True))

    def blow(self, who: str, target: str, stand: Footholds = DRY) -> Strike | None:
        """The best attack in base contact."""
        return self._best(who, target, stand, How())

    def shots(self, who: str, target: str) -> Sequence[Strike]:
        """What it can do from afar."""
        key = ("shots", *self.marks(who, target))
        if key not in self.known:
            made = [
                self._lasting(who, target, w, How(), contact=False) for w in self.view[who].profile.weapons if w.range
            ]
            self.known[key] = tuple(s for s in made if s is not None and s.mean > 0.0)
        found: Sequence[Strike] = self.known[key]
        return found

    def marks(self, who: str, target: str) -> tuple[object, ...]:
        """What their attacks hang on, of the two themselves: nothing else makes them others within a turn."""
        return who, target, self.later(who), self._mark(who), self._mark(target)

    def _mark(self, who: str) -> int:
        """A number for what a mini is now; the same for the same."""
        if who not in self._marks:
            c = self.view[who]
            state = (c.lp, c.wp, c.stunned, c.hidden, c.guarding, c.underwater, c.effects, c.used, str(c.kept))
            self._marks[who] = self.known.setdefault(("mark", *state), len(self.known))
        return self._marks[who]

    def _best(self, who: str, target: str, stand: Footholds, how: How) -> Strike | None:
        key = (stand, how.charging, *self.marks(who, target))
        if key not in self.known:
            able = [
                self._hand_to_hand(who, target, w, how)
                for w in self.view[who].profile.armoury
                if not stand.wet or how.ashore or hooks.is_so(self.view, who, "works_in_water", w)
            ]
            if stand.swims and not hooks.at_home_in_water(self.view, target):
                able.append(self.drowning(who, target, how))
            self.known[key] = max((s for s in able if s is not None), key=lambda s: s.mean, default=None)
        found: Strike | None = self.known[key]
        return found

    def _hand_to_hand(self, who: str, target: str, weapon: Weapon, how: How) -> Strike | None:
        """An attack with one weapon in base contact, wherever that is."""
        key = ("hand", weapon.name, how.charging, *self.marks(who, target))
        if key not in self.known:
            self.known[key] = self._lasting(who, target, weapon, how, contact=True)
        found: Strike | None = self.known[key]
        return found

    def _lasting(self, who: str, target: str, weapon: Weapon, how: How, *, contact: bool) -> Strike | None:
        """The same as `_strike`, computed once a game for two minis that are as they were."""
        kept, turns = self.known.lasting, (self.view[who].had_turn, self.view[target].had_turn, self.later(who))
        hand = (weapon.name, how.charging, contact)
        key = (who, target, *hand, *turns, self._lasting_mark(who), self._lasting_mark(target), self._lasting_mark(""))
        if key not in kept:
            two = _Overheard(self.view.characters, who, target)
            alone = Strikes(msgspec.structs.replace(self.view, characters=two), self._measure)
            alone.now = self.now
            made = alone._strike(who, target, weapon, how, contact=contact)
            if two.others:
                return made
            kept[key] = made
        found: Strike | None = kept[key]
        return found

    def _lasting_mark(self, who: str) -> int:
        """A number for what of a mini its attacks, and those on it, may hang on, wherever it stands and whatever it
        has left to do; and for what of the whole game (of nobody)."""
        if who not in self._lasts:
            state: tuple[object, ...]
            if who:
                c = self.view[who]
                state = (c.lp, c.wp, c.stunned, c.hidden, c.guarding, c.underwater, c.on_wall, c.aboard)
                state += (c.effects, c.used, c.used_turn, str(c.kept))
            else:
                v = self.view
                state = (v.round, v.options, v.persistent_effects, *(seat.equipment for seat in v.seats.values()))
            self._lasts[who] = self.known.lasting.setdefault(("mark", *state), len(self.known.lasting))
        return self._lasts[who]

    def drowning(self, who: str, target: str, how: How) -> Strike:
        odds = measured(preview.opposed(self.view, who, Drown(target), how), self.view, self._measure).odds
        lost = [0.0] * 16
        for outcome, aces, p in odds.joint:
            lost[DROWN.read(Result(outcome, aces))] += p
        return Strike(DROWNING, 0.0, MOST_AP, tuple(lost), 2.0 * odds.of(Outcome.FUMBLE))

    def _strike(self, who: str, target: str, weapon: Weapon, how: How, *, contact: bool) -> Strike | None:
        view, c, later = self.view, self.view[who], self.later(who)
        left = [MOST_AP]
        for plug_in, trait in hooks.traits(view, who, weapon):
            if plug_in.bars_weapon(view, c, weapon, contact, trait.x) is not None and not later:
                return None
            uses = plug_in.uses_left(c, weapon, trait.x)
            if uses is not None:
                left.append((uses or trait.x) if later else uses)
        if contact and weapon.range and min(left) < MOST_AP:
            return None  # what can be used but once is kept for afar
        apart = 0.0 if contact else float(weapon.range)
        distance = Distance(apart, apart, 0.0, contact, (c.here, view[target].here))
        rule = preview.combat_from(view, who, Combat(target, weapon.name), how, distance, BARE, int(contact))
        loss = measured(rule, view, self._measure).loss
        return Strike(weapon.name, 0.0 if contact else apart, min(left), loss.life_lost, loss.attack.of(Outcome.FUMBLE))


def after(strikes: Sequence[Strike]) -> NDArray[np.float64]:
    """The probabilities of losing 0, 1, 2, ... Life Points in attacks one after the other."""
    found = np.ones(1)
    for strike in strikes:
        found = np.convolve(found, strike.lost)
    return found
