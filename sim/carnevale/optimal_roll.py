"""A roll played optimally: will points before it and re-rolls after it, for any worth of its results (DICE-05, 06, 13).

The model: whoever rolls makes the mean worth as great as may be, whoever may force re-rolls as small; each knows all
that lies on the table and the odds of what does not. No sampling: every state of the dice is weighed. What matters
of a roll is what its Destiny Die shows (a 1, another miss, another Ace, a 10), how many of the plain dice show an
Ace, and which of them were re-rolled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise
from math import comb

import msgspec

from sim.carnevale.dice import MOST_DICE, Outcome, is_ace
from sim.carnevale.odds import NEEDED, SIDES, opposed_odds, outcome_of, roll_odds

__all__ = [
    "MOST_WILL",
    "PendingRoll",
    "Worth",
    "all_succeed",
    "best",
    "best_with_will",
    "contest_success",
    "success",
    "will_for",
]

MOST_WILL = 2  # a roll (DICE-05)

Worth = Callable[[Outcome, int], float]
WorthByAces = tuple[float, ...]  # the worth of 0, 1, 2, ... Aces on the plain dice


class PendingRoll(msgspec.Struct, frozen=True):
    """A roll about to be made: dice, the number that an Ace needs, and who may re-roll how many of them."""

    dice: int
    needed: int = NEEDED
    rerolls: int = 0  # by the roller's side
    forced: int = 0  # by the other side, after it
    destiny: bool = False  # may the roller's side re-roll the Destiny Die too?

    def more(self, dice: int) -> PendingRoll:
        """With so many dice on top, to 10."""
        return msgspec.structs.replace(self, dice=min(MOST_DICE, self.dice + dice))


def will_for(dice: int, held: int) -> int:
    """The Will Points that may be spent on a roll of so many dice, by one that holds so many (DICE-05)."""
    return max(0, min(MOST_WILL, held, MOST_DICE - dice))


def best(roll: PendingRoll, worth: Worth) -> float:
    """The mean worth of a roll whose re-rolls both sides play best."""
    if roll.dice <= 0:
        return worth(Outcome.FAIL, 0)
    rows = _rows(roll.dice - 1, roll.needed, worth)
    if not roll.destiny and all(a <= b for row in rows for a, b in pairwise(row)):
        odds = roll_odds(roll.dice, roll.needed, roll.rerolls, roll.forced)  # misses, then Aces: nothing to weigh
        return sum(p * worth(outcome, aces) for outcome, aces, p in odds.joint)
    return _weighed(roll, rows)


def best_with_will(roll: PendingRoll, worth: Callable[[int], Worth], held: int) -> tuple[float, int]:
    """The same, with the will points that serve it best; `worth(n)`: of the results, once n have been spent."""
    spent = range(will_for(roll.dice, held) + 1)
    return max(((best(roll.more(n), worth(n)), n) for n in spent), key=lambda each: (each[0], -each[1]))


def success(roll: PendingRoll, held: int) -> float:
    """The chance that a roll succeeds, will points and re-rolls played best."""
    return best_with_will(roll, lambda _: _succeeds, held)[0]


@lru_cache(maxsize=4096)
def contest_success(
    own: PendingRoll, other: PendingRoll, held: int = 0, other_held: int = 0, most_against: int = MOST_DICE
) -> float:
    """The chance to win an opposed roll, both sides playing best (DICE-08).

    A die more never hurts the one that rolls it, so that both spend all they may, whoever declares first.
    """
    own, other = own.more(will_for(own.dice, held)), other.more(will_for(other.dice, other_held))
    return opposed_odds(own.dice, other.dice, own.needed, own.rerolls, other.rerolls, most_against).succeeds


# --- climbs: several rolls, one after the other ------------------------------------------------------------


@lru_cache(maxsize=4096)
def all_succeed(rolls: tuple[PendingRoll, ...], held: int) -> float:
    """The chance that every one of these rolls succeeds, the will points shared out best."""
    if not rolls:
        return 1.0
    first, remaining = rolls[0], rolls[1:]

    def worth(spent: int) -> Worth:
        ahead = all_succeed(remaining, held - spent)
        return lambda outcome, _: ahead * outcome.succeeded

    return best_with_will(first, worth, held)[0]


def _succeeds(outcome: Outcome, _: int) -> float:
    return float(outcome.succeeded)


# --- re-rolls weighed, where what is best is not plain ------------------------------------------------------

_CLASSES = 4  # of the Destiny Die: a 1, another miss, another Ace, a 10


def _faces(needed: int) -> list[list[int]]:
    """The faces of each class of the Destiny Die."""
    faces = range(1, SIDES + 1)
    kinds = [0 if f == 1 else 3 if f == SIDES else 2 if is_ace(f, needed) else 1 for f in faces]
    return [[f for f, kind in zip(faces, kinds, strict=True) if kind == each] for each in range(_CLASSES)]


def _rows(plain: int, needed: int, worth: Worth) -> list[WorthByAces]:
    """The worth of each class of the Destiny Die and each number of Aces on the plain dice."""
    shown = [faces[0] if faces else SIDES for faces in _faces(needed)]
    return [tuple(worth(*outcome_of(face, aces, needed)) for aces in range(plain + 1)) for face in shown]


def _weighed(roll: PendingRoll, rows: list[WorthByAces]) -> float:
    """All re-rolls of both sides tried, on every throw: the roller's side first, as the active player."""
    chance = sum(is_ace(face, roll.needed) for face in range(1, SIDES + 1)) / SIDES
    shares = [len(faces) / SIDES for faces in _faces(roll.needed)]
    plain = roll.dice - 1

    @cache
    def answered(kind: int, done: int, aces: int, misses: int) -> float:
        """The other side has its re-rolls of what has not been re-rolled; `done`: Aces that have."""
        tries = []
        for lost in range(min(aces, roll.forced) + 1):
            for gained in range(min(misses, roll.forced - lost) + 1):
                fresh = _binomial(lost + gained, chance)
                tries.append(sum(p * rows[kind][done + aces - lost + n] for n, p in enumerate(fresh)))
        return min(tries)

    def played(kind: int, aces: int) -> float:
        """The roller's side has its own first."""
        misses, tries = plain - aces, []
        for again in range(1 + (roll.destiny and roll.rerolls > 0)):
            kinds = list(enumerate(shares)) if again else [(kind, 1.0)]
            left = roll.rerolls - again
            for lost in range(min(aces, left) + 1):
                for gained in range(min(misses, left - lost) + 1):
                    fresh = _binomial(lost + gained, chance)
                    tries.append(
                        sum(
                            share * p * answered(k, n, aces - lost, misses - gained)
                            for k, share in kinds
                            for n, p in enumerate(fresh)
                        )
                    )
        return max(tries)

    first = _binomial(plain, chance)
    return sum(share * p * played(kind, aces) for kind, share in enumerate(shares) for aces, p in enumerate(first))


@lru_cache(maxsize=512)
def _binomial(n: int, p: float) -> WorthByAces:
    return tuple(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1))
