"""What an enemy mage could do to a mini with the Action Points of a turn: spells that harm, and attacks.

A spell is tried once a round, costs Will Points, and whoever fails one casts no other that turn (MAGIC-02, 03), but may
attack with what Action Points are left. The odds are those of the rules; nobody dispels. What spells do besides harm
is left out, and so are those that make attacks better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.bots.strikes import Losses, Strike, Strikes, after, shock
from sim.carnevale import action_odds
from sim.carnevale.magic.casting import SPENT, Cast
from sim.carnevale.magic.spells import Spell, known, mage_level
from sim.carnevale.objectives.carrying import SHOCK
from sim.carnevale.state import State
from sim.carnevale.will import will_left
from sim.engine.requests import Measure, measured

__all__ = ["Bane", "Banes", "Best", "Worthy", "best_of"]

Floats = NDArray[np.float64]
Worthy = Callable[[Floats, float], float]  # of Life Points lost, and of how likely so many at once that it drops things


class Bane(NamedTuple):
    """A spell that harms, as its mage could cast it: from how far, for how much Will, and what it takes once it has
    come off."""

    spell: str
    reach: float  # inches
    cost: int  # WP
    succeeds: float
    lost: Losses
    sight: bool = True  # does its mage have to see whom it harms?

    @property
    def shocks(self) -> float:
        """The chance that it makes whoever carries something drop it, once it has come off (SCEN-04)."""
        return sum(self.lost[SHOCK:])

    @property
    def pays(self) -> float:
        """The greater, the sooner it is cast: what it takes, by how likely it ends all casting."""
        return self.succeeds * sum(n * p for n, p in enumerate(self.lost)) / max(1.0 - self.succeeds, 1e-9)


class Banes:
    """The harmful spells of the minis of a game."""

    def __init__(self, strikes: Strikes) -> None:
        self._strikes, self._view = strikes, strikes.view
        self._spells: dict[tuple[str, bool], tuple[Spell, ...]] = {}

    def could_cast(self, who: str) -> tuple[object, ...]:
        """What its magic hangs on as things are; empty: it has none that harms."""
        ready = self._ready(who)
        return (will_left(self._view, who), *(spell.name for spell in ready)) if ready else ()

    def of(self, who: str, target: str) -> tuple[Bane, ...]:
        """What it could cast at an enemy, those first which it serves best to try first."""
        found = (self._bane(who, target, s) for s in self._ready(who) if s.harms_whom(self._view, target))
        return tuple(sorted((bane for bane in found if any(bane.lost[1:])), key=lambda bane: -bane.pays))

    def _ready(self, who: str) -> tuple[Spell, ...]:
        """Spells that harm, which it may try in its next turn or, if it acts, in this one."""
        c, now = self._view.characters[who], who == self._strikes.now
        later = c.had_turn and not now
        if (who, later) not in self._spells:
            level = mage_level(c)
            spells = [s for s in known(c) if s.harms(level or 0, 1)] if level is not None else []
            if not later:
                spells = [s for s in spells if f"spell:{s.name}" not in c.used and not (now and SPENT in c.used_turn)]
            self._spells[who, later] = tuple(spells)
        return self._spells[who, later]

    def _bane(self, who: str, target: str, spell: Spell) -> Bane:
        def make(game: State, measure: Measure) -> Bane:
            roll = measured(action_odds.magic_roll(game, who, spell), game, measure)
            loss = action_odds.spell_loss(game, who, spell, target, roll).life_lost
            comes, missed = roll.succeeds, 1.0 - roll.succeeds
            given = tuple((p - missed * (n == 0)) / comes for n, p in enumerate(loss)) if comes else (1.0,)
            return Bane(spell.name, spell.harms_within(game), spell.cost, comes, given, spell.sight)

        return self._strikes.kept((Cast.name(), spell.name), who, target, make)


class Best(NamedTuple):
    """What serves a mage best: the spells that it tries before it attacks, and the probabilities that its target loses
    0, 1, 2, ... Life Points."""

    worth: float
    casts: tuple[Bane, ...]
    lost: Floats


def best_of(
    banes: Sequence[Bane], will: int, ap: int, worth: Worthy, blow: Strike | None, first: Strike | None = None
) -> Best:
    """What so many Action Points bring at best. `blow`: the attack that is made with those which no spell takes;
    `first`: one that comes before all of them, for nothing."""
    found = Best(0.0, (), np.ones(1))
    opened = [] if first is None else [first]
    for casts in _affordable(banes, will, ap):
        lost = np.convolve(after(opened), _lost(casts, blow, ap))
        keeps = (1.0 - shock(opened)) * _keeps(casts, blow, ap)
        value = worth(lost, 1.0 - keeps)
        if value > found.worth:
            found = Best(value, casts, lost)
    return found


def _affordable(banes: Sequence[Bane], will: int, ap: int) -> Iterator[tuple[Bane, ...]]:
    """Which spells to cast, one after the other as they stand: none, one, several."""
    for many in range(min(ap, len(banes)) + 1):
        for casts in combinations(banes, many):
            if sum(bane.cost for bane in casts) <= will:
                yield casts


def _blows(blow: Strike | None, times: int) -> list[Strike]:
    return [] if blow is None else [blow] * max(0, min(times, blow.uses))


def _lost(casts: Sequence[Bane], blow: Strike | None, ap: int) -> Floats:
    """The probabilities of losing 0, 1, 2, ... Life Points to spells until one fails, and to attacks with what is
    left."""
    if not casts or not ap:
        return after(_blows(blow, ap))
    bane, rest = casts[0], after(_blows(blow, ap - 1))
    on = np.convolve(bane.lost, _lost(casts[1:], blow, ap - 1))
    found = np.zeros(max(len(on), len(rest)))
    found[: len(on)] += bane.succeeds * on
    found[: len(rest)] += (1.0 - bane.succeeds) * rest
    return found


def _keeps(casts: Sequence[Bane], blow: Strike | None, ap: int) -> float:
    """How likely none of these takes so many Life Points that whoever carries something drops it."""
    if not casts or not ap:
        return 1.0 - shock(_blows(blow, ap))
    bane = casts[0]
    failed = 1.0 - shock(_blows(blow, ap - 1))
    return (1.0 - bane.succeeds) * failed + bane.succeeds * (1.0 - bane.shocks) * _keeps(casts[1:], blow, ap - 1)
