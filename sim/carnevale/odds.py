"""Exact odds of rolls (DICE-13): computed, not sampled.

A roll is one Destiny Die and some plain dice. All that matters of it is what the Destiny Die shows (a 10, a 1,
another Ace, another miss) and how many of the plain dice are Aces, so its distribution is a short sum.
Probabilities are floats; the sums are exact to about 1e-15.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from math import comb

import msgspec

from sim.carnevale.dice import JUMP, MOST_DICE, PROTECTION, Outcome, Result, Table, is_ace

__all__ = [
    "NEEDED",
    "SIDES",
    "Loss",
    "Odds",
    "attack_odds",
    "expectation",
    "jump_chance",
    "jump_inches",
    "loss_of",
    "opposed_odds",
    "outcome_of",
    "plain_odds",
    "roll_odds",
]

SIDES = 10
NEEDED = 7
ALL = MOST_DICE  # re-rolls without limit

Joint = tuple[tuple[Outcome, int, float], ...]  # (outcome, Aces, probability), each pair once


class Odds(msgspec.Struct, frozen=True):
    """The distribution of one roll."""

    joint: Joint

    def of(self, outcome: Outcome) -> float:
        return sum(p for o, _, p in self.joint if o is outcome)

    @property
    def outcomes(self) -> dict[str, float]:
        return {o.value: self.of(o) for o in (Outcome.FAIL, Outcome.FUMBLE, Outcome.SUCCESS, Outcome.CRITICAL)}

    @property
    def succeeds(self) -> float:
        return self.of(Outcome.SUCCESS) + self.of(Outcome.CRITICAL)

    @property
    def aces(self) -> tuple[float, ...]:
        """The probability of 0, 1, 2, ... Aces."""
        most = max(aces for _, aces, _ in self.joint)
        return tuple(sum(p for _, aces, p in self.joint if aces == n) for n in range(most + 1))

    def read(self, table: Table) -> dict[int, float]:
        """The distribution of the number that an outcome table gives."""
        found: defaultdict[int, float] = defaultdict(float)
        for outcome, aces, p in self.joint:
            found[table.read(Result(outcome, aces))] += p
        return dict(sorted(found.items()))


@lru_cache(maxsize=4096)
def roll_odds(dice: int, needed: int = NEEDED, rerolls: int = 0, forced: int = 0) -> Odds:
    """A roll of so many dice with Aces on `needed`.

    `rerolls`: plain dice that the roller may re-roll; the best play is to re-roll misses. `forced`: plain dice
    that an enemy may make it re-roll (Parry); the best play is Aces. No die is re-rolled twice (DICE-06), so these
    are misses and Aces of the first throw, and it is of no account who goes first.
    """
    if dice <= 0:
        return Odds(((Outcome.FAIL, 0, 1.0),))
    plain = _plain_aces(dice - 1, _chance(needed), rerolls, forced)
    joint: defaultdict[tuple[Outcome, int], float] = defaultdict(float)
    for face in range(1, SIDES + 1):
        for others, p in enumerate(plain):
            outcome, aces = outcome_of(face, others, needed)
            joint[outcome, aces] += p / SIDES
    return Odds(tuple((outcome, aces, p) for (outcome, aces), p in joint.items() if p))


def outcome_of(destiny: int, others: int, needed: int) -> tuple[Outcome, int]:
    """What a Destiny Die that shows this makes of so many Aces on the other dice; and the Aces in all (DICE-04)."""
    aces = others + is_ace(destiny, needed)
    if not aces:
        return (Outcome.FUMBLE if destiny == 1 else Outcome.FAIL), 0
    return (Outcome.CRITICAL if destiny == SIDES and aces > 1 else Outcome.SUCCESS), aces


@lru_cache(maxsize=4096)
def opposed_odds(
    dice: int,
    against: int,
    needed: int = NEEDED,
    rerolls: int = 0,
    against_rerolls: int = 0,
    most_against: int = MOST_DICE,
) -> Odds:
    """An opposed roll: each Ace of the other side takes a die from the pool (DICE-08).

    `most_against`: how many of those Aces count (MAGIC-04).
    """
    joint: defaultdict[tuple[Outcome, int], float] = defaultdict(float)
    for aces, p in enumerate(roll_odds(against, needed, against_rerolls).aces):
        for outcome, own, q in roll_odds(max(0, dice - min(aces, most_against)), needed, rerolls).joint:
            joint[outcome, own] += p * q
    return Odds(tuple((outcome, aces, p) for (outcome, aces), p in joint.items()))


def plain_odds(dice: int, needed: int) -> list[float]:
    """The probability of 0, 1, ... Aces on dice of which none is the Destiny Die."""
    return _binomial(dice, _chance(needed))


class Loss(msgspec.Struct, frozen=True):
    """What an attack costs its target, or a roll for its own life whoever makes it: the probability of losing 0, 1,
    2, ... Life Points in all. `roll`: that attack's, or that one."""

    roll: Odds
    life_lost: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum(n * p for n, p in enumerate(self.life_lost))

    def taken(self, life: int) -> float:
        """Life Points that it takes on average of somebody who has so many."""
        return sum(min(n, life) * p for n, p in enumerate(self.life_lost))

    def kill(self, life: int) -> float:
        """The chance that this takes so many Life Points or more."""
        return sum(self.life_lost[life:]) if life > 0 else 1.0


@lru_cache(maxsize=4096)
def attack_odds(
    dice: int,
    needed: int,
    damage: int = 0,
    protection: int = 0,
    rerolls: int = 0,
    forced: int = 0,
    protection_rerolls: int = 0,
) -> Loss:
    """A Combat action (ACT-03): attack, protection, and the Critical's extra Life Point.

    `damage` is the weapon's modifier, `protection` the target's dice after penetration and cover.
    """
    return loss_of(roll_odds(dice, needed, rerolls, forced), damage, protection, protection_rerolls)


def loss_of(attack: Odds, damage: int, protection: int, protection_rerolls: int = 0) -> Loss:
    """What an attack roll costs its target; the rest is as in `attack_odds`."""
    saved = roll_odds(protection, NEEDED, protection_rerolls).read(PROTECTION)
    lost: defaultdict[int, float] = defaultdict(float)
    for outcome, aces, p in attack.joint:
        dealt = max(0, aces + damage) if outcome.succeeded else 0
        extra = 1 if outcome is Outcome.CRITICAL else 0
        if not dealt:
            lost[extra] += p
            continue
        for off, q in saved.items():
            lost[max(0, dealt - off) + extra] += p * q
    return Loss(attack, tuple(lost.get(n, 0.0) for n in range(max(lost) + 1)))


@lru_cache(maxsize=4096)
def jump_chance(dice: int, carries: frozenset[int]) -> float:
    """The chance that a jump arrives for which its result must be one of these inches, without Will Points.

    Where its whole way ends in a fall, each Ace carries *up to* an inch (JUMP-01).
    """
    return expectation(roll_odds(dice), lambda outcome, aces: float(bool(carries & set(jump_inches(outcome, aces)))))


def jump_inches(outcome: Outcome, aces: int) -> range:
    """The inches that this result of a jump leaves to choose from, if its whole way ends in a fall (JUMP-01)."""
    most = int(JUMP.read(Result(outcome, aces)))
    return range(most - aces, most + 1)


def expectation(odds: Odds, worth: Callable[[Outcome, int], float]) -> float:
    """The mean worth of a roll."""
    return sum(p * worth(outcome, aces) for outcome, aces, p in odds.joint)


def _chance(needed: int) -> float:
    """Of an Ace on one die."""
    return sum(is_ace(face, needed) for face in range(1, SIDES + 1)) / SIDES


def _plain_aces(dice: int, chance: float, rerolls: int, forced: int) -> list[float]:
    """The probability of 0, 1, ... Aces among the plain dice, after both sides' re-rolls."""
    found = [0.0] * (dice + 1)
    for first, p in enumerate(_binomial(dice, chance)):
        again = min(rerolls, dice - first)  # misses that are rolled once more
        parried = min(forced, first)  # Aces that must be
        for won, q in enumerate(_binomial(again, chance)):
            for kept, r in enumerate(_binomial(parried, chance)):
                found[first - parried + kept + won] += p * q * r
    return found


def _binomial(n: int, p: float) -> list[float]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
