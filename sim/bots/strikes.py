"""What one mini can do to another with so many attacks, by exact odds.

The odds are those of a Combat action as it would be rolled now, abilities, Fear and re-rolls included; will points
are left out. Where the two would stand is not asked: an attack is in base contact, the first of them that of a charge
or not, or from afar, against a target that is not in cover unless it is said to be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.verdicts import Distance
from sim.bots.heard import ON_OTHERS, ON_TURNS, THE_GAME, Memory
from sim.carnevale import hooks, preview, rulings
from sim.carnevale.action import How
from sim.carnevale.actions import Combat, Drown
from sim.carnevale.characters import MOST_AP, Character, Weapon
from sim.carnevale.dice import DROWN, Outcome, Result
from sim.carnevale.objectives.carrying import SHOCK
from sim.carnevale.odds import Odds
from sim.carnevale.sighting import ANY_COVER, CoverFrom
from sim.carnevale.state import State
from sim.engine.requests import Measure, measured

__all__ = ["DROWNING", "DRY", "Footholds", "Known", "Losses", "Strike", "Strikes", "after", "shock"]

Load = dict[tuple[str, bool], int | None]  # how often a weapon can be used, by its name, in base contact or not
Losses = tuple[float, ...]  # the probability of losing 0, 1, 2, ... Life Points
BARE = CoverFrom(False, "")
DROWNING = "drowning"  # in place of a weapon
CHARGE, BLOW = How(opportunity=True, charging=True, ashore=True), How()


T = TypeVar("T")


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

    @property
    def shocks(self) -> float:
        """The chance that it makes whoever carries something drop it (SCEN-04)."""
        return sum(self.lost[SHOCK:])


class Footholds(NamedTuple):
    """Where the two are when they fight hand to hand."""

    wet: bool = False  # the attacker is in water
    swims: bool = False  # its target is


DRY = Footholds()


class Known(dict[tuple[object, ...], Any]):
    """Attacks that were computed: those that may hang on where anybody stands, and in `lasting` those that hang on
    nothing but the two, however the game goes on."""

    def __init__(self, lasting: Memory | None = None) -> None:
        super().__init__()
        self.lasting = Memory() if lasting is None or lasting.is_full else lasting

    def afresh(self) -> Known:
        """What of it holds where others stand elsewhere."""
        return Known(self.lasting)


class Pair:
    """What is known of the attacks of one mini on another, as they are."""

    __slots__ = ("best", "shots", "tables")

    def __init__(self) -> None:
        self.best: dict[tuple[Footholds, bool, tuple[int, ...]], Strike | None] = {}
        self.shots: tuple[Strike, ...] | None = None
        self.tables: dict[tuple[object, ...], Any] = {}  # what others make of them


class Strikes:
    """The attacks of minis on each other, each computed once: of those who have had their turn, those of the next."""

    def __init__(self, view: State, measure: Measure, known: Known | None = None) -> None:
        """`known`: what was computed of the same minis a moment ago, or in an imagined game."""
        self.view, self._measure = view, measure
        self.known = Known() if known is None else known
        self._marks: dict[tuple[str, tuple[str, ...]], int] = {}
        self._pairs: dict[tuple[object, ...], Pair] = {}
        self._crowds: dict[str, int] = {}
        self._loads: dict[tuple[str, bool, bool], Load] = {}
        self._age = self.known.lasting.age
        self.now = (
            ""  # who acts now: its weapons are as they are, those of others who have had their turn are loaded again
        )

    def charge(self, who: str, target: str, stand: Footholds = DRY) -> Strike | None:
        """The attack of opportunity of a charge that began ashore; None: it has nothing to attack with."""
        return self._best(who, target, stand, CHARGE)

    def blow(self, who: str, target: str, stand: Footholds = DRY) -> Strike | None:
        """The best attack in base contact."""
        return self._best(who, target, stand, BLOW)

    def shots(self, who: str, target: str) -> Sequence[Strike]:
        """What it can do from afar."""
        pair = self.pair(who, target)
        if pair.shots is None:
            made = [
                self._attack(who, target, w, BLOW, contact=False) for w in self.view[who].profile.weapons if w.range
            ]
            pair = self.pair(who, target)
            pair.shots = tuple(s for s in made if s is not None and s.mean > 0.0)
        return pair.shots

    def at_cover(self, who: str, target: str, shot: Strike, worth: int) -> Strike:
        """The same shot at a target in cover that gives it so many dice of PROTECTION (GEO-10, TERR-11)."""

        def make(game: State, measure: Measure) -> Strike:
            attack = Combat(target, shot.weapon)
            return self._strike(game, measure, attack, who, BLOW, contact=False, cover=ANY_COVER[worth])

        strike = self.kept((shot.weapon, "at cover", worth), who, target, make)
        return strike if strike.uses == shot.uses else msgspec.structs.replace(strike, uses=shot.uses)

    def pair(self, who: str, target: str) -> Pair:
        """What is known of these two; another one, once that turns out to hang on more."""
        self._look_again()
        hangs = self.known.lasting.hangs.get((who, target), 0)
        turns = self._turns(who, target) if hangs & ON_TURNS else ()
        own = (who, target, self.view.characters[who].had_turn, who == self.now, *turns)
        pair = self._pairs.get(own)
        if pair is None:
            kept = self.known if hangs & ON_OTHERS else self.known.lasting.kept
            load = tuple(self._load(who).values())
            key = ("pair", who, target, load, *turns, *self._as_they_are(who, target))
            pair = self._pairs[own] = kept.setdefault(key, Pair())
        return pair

    def _look_again(self) -> None:
        """Marks are made anew where they tell too little."""
        if self._age != self.known.lasting.age:
            self._age = self.known.lasting.age
            self._marks.clear()
            self._pairs.clear()

    def _turns(self, who: str, target: str) -> tuple[bool, bool, bool]:
        c, t = self.view.characters[who], self.view.characters[target]
        return c.had_turn, t.had_turn, who == self.now

    def _as_they_are(self, who: str, target: str) -> tuple[int, int, int]:
        """Numbers for all that results about these two hang on."""
        two = (who, target)
        return self._mark(two, who), self._mark(two, target), self._mark(two, THE_GAME)

    def _mark(self, two: tuple[str, str], who: str) -> int:
        fields = self.known.lasting.asked(two, who)
        if (who, fields) not in self._marks:
            self._marks[who, fields] = self.known.lasting.mark(self.view, who, fields)
        return self._marks[who, fields]

    def _best(self, who: str, target: str, stand: Footholds, how: How) -> Strike | None:
        pair, key = self.pair(who, target), (stand, how.charging, self.crowds(who, target, swims=stand.swims))
        if key not in pair.best:
            able = [
                self._attack(who, target, w, how, contact=True)
                for w in self.view[who].profile.armoury
                if not stand.wet or how.ashore or self._works_in_water(who, target, w)
            ]
            if stand.swims and not self._at_home_in_water(who, target):
                able.append(self.drowning(who, target, how))
            pair = self.pair(who, target)
            pair.best[key] = max((s for s in able if s is not None), key=lambda s: s.mean, default=None)
        return pair.best[key]

    def _works_in_water(self, who: str, target: str, weapon: Weapon) -> bool:
        what = ("works in water", weapon.name)
        return self.kept(what, who, target, lambda game, _: hooks.is_so(game, who, "works_in_water", weapon))

    def _at_home_in_water(self, who: str, target: str) -> bool:
        return self.kept(("at home",), who, target, lambda game, _: hooks.at_home_in_water(game, target))

    def _attack(self, who: str, target: str, weapon: Weapon, how: How, *, contact: bool) -> Strike | None:
        """An attack with one weapon, in base contact wherever that is, or from afar; None: not with this one."""
        uses = self._load(who)[weapon.name, contact]
        if uses is None or (contact and weapon.range and uses < MOST_AP):
            return None  # what can be used but once is kept for afar

        def make(game: State, measure: Measure) -> Strike:
            return self._strike(game, measure, Combat(target, weapon.name), who, how, contact=contact)

        strike = self.kept((weapon.name, how.charging, contact), who, target, make)
        return strike if strike.uses == uses else msgspec.structs.replace(strike, uses=uses)

    def _load(self, who: str) -> Load:
        """How often it can use each weapon when it attacks next, in base contact or not; None: not at all."""
        c = self.view.characters[who]
        now = (who, c.had_turn, who == self.now)
        if now not in self._loads:
            each = ((w, contact) for w in c.profile.armoury for contact in (False, True))
            self._loads[now] = {(w.name, contact): self._uses(c, w, contact=contact) for w, contact in each}
        return self._loads[now]

    def _uses(self, c: Character, weapon: Weapon, *, contact: bool) -> int | None:
        left, later = MOST_AP, c.had_turn and c.id != self.now
        for plug_in, trait in hooks.traits(self.view, c.id, weapon):
            if not later and plug_in.bars_weapon(self.view, c, weapon, contact, trait.x) is not None:
                return None
            uses = plug_in.uses_left(c, weapon, trait.x)
            if uses is not None:
                left = min(left, (uses or trait.x) if later else uses)
        return left

    def kept(self, what: tuple[object, ...], who: str, target: str, make: Callable[[State, Measure], T]) -> T:
        """A result about two minis, computed once for what it hangs on."""
        kept, key = self._where(what, who, target)
        if key not in kept:
            made = self.known.lasting.hear(self.view, self._measure, (who, target), what, make)
            kept, key = self._where(what, who, target)
            kept[key] = made
        found: T = kept[key]
        return found

    def _where(
        self, what: tuple[object, ...], who: str, target: str
    ) -> tuple[dict[tuple[object, ...], Any], tuple[object, ...]]:
        """Where a result is kept, and by what."""
        self._look_again()
        lasting = self.known.lasting
        hangs = lasting.hangs.get((*what, who, target), 0)
        turns = self._turns(who, target) if hangs & ON_TURNS else ()
        key = (*what, who, target, *turns, *self._as_they_are(who, target))
        return self.known if hangs & ON_OTHERS else lasting.kept, key

    def drowning(self, who: str, target: str, how: How) -> Strike:
        """Holding it under water."""
        crowds = self._crowd(who), self._crowd(target)

        def make(game: State, _: Measure) -> Strike:
            return _drowning(preview.opposed_among(game, who, Drown(target), how, crowds).odds)

        return self.kept((DROWNING, how.charging, how.opportunity, crowds), who, target, make)

    def crowds(self, who: str, target: str, *, swims: bool) -> tuple[int, ...]:
        """How many enemies are in base contact with either, where the target may be drowned: a Brawler's odds hang on
        it."""
        return (self._crowd(who), self._crowd(target)) if swims else ()

    def _crowd(self, who: str) -> int:
        """How many enemies are in base contact with a mini."""
        if who not in self._crowds:
            self._crowds[who] = len(measured(rulings.in_contact(self.view, who), self.view, self._measure))
        return self._crowds[who]

    def _strike(
        self,
        game: State,
        measure: Measure,
        action: Combat,
        who: str,
        how: How,
        *,
        contact: bool,
        cover: CoverFrom = BARE,
    ) -> Strike:
        weapon = game[who].profile.weapon(action.weapon)
        assert weapon is not None
        apart, ends = 0.0 if contact else float(weapon.range), (self.view[who].here, self.view[action.target].here)
        distance = Distance(apart, apart, 0.0, contact, ends)
        rule = preview.combat_from(game, who, action, how, distance, cover, int(contact))
        loss = measured(rule, game, measure).loss
        return Strike(weapon.name, 0.0 if contact else apart, MOST_AP, loss.life_lost, loss.roll.of(Outcome.FUMBLE))


def _drowning(odds: Odds) -> Strike:
    lost = [0.0] * 16
    for outcome, aces, p in odds.joint:
        lost[DROWN.read(Result(outcome, aces))] += p
    return Strike(DROWNING, 0.0, MOST_AP, tuple(lost), 2.0 * odds.of(Outcome.FUMBLE))


def shock(strikes: Sequence[Strike]) -> float:
    """How likely one of them takes so many Life Points that whoever carries something drops it."""
    keeps = 1.0
    for strike in strikes:
        keeps *= 1.0 - strike.shocks
    return 1.0 - keeps


def after(strikes: Sequence[Strike]) -> NDArray[np.float64]:
    """The probabilities of losing 0, 1, 2, ... Life Points in attacks one after the other."""
    found = np.ones(1)
    for strike in strikes:
        found = np.convolve(found, strike.lost)
    return found
