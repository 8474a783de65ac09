"""Blows that one mini could strike at another in a turn: how many Life Points they take, and how likely."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.carnevale import action_odds
from sim.carnevale.dice import DROWN, Result
from sim.carnevale.odds import Odds
from sim.carnevale.state import State

__all__ = ["Blows", "at_most", "blows_of", "drownings", "mean_of", "worth_of"]


class Blows(NamedTuple):
    """Attacks with one weapon, one after the other, or spells before them; or an enemy held under water."""

    weapon: str
    how: str
    attacks: int
    kill: float
    chances: tuple[float, ...]  # of each number of Life Points lost, from none to all that there are
    each: tuple[float, ...] = ()  # the same of a single attack, as far as it goes

    @property
    def lost(self) -> float:
        """Life Points, on average."""
        return sum(number * chance for number, chance in enumerate(self.chances))


def worth_of(blows: Blows) -> tuple[float, float]:
    return (blows.kill, blows.lost)


def blows_of(state: State, target: str, weapon: str, how: str, odds: action_odds.KillOdds) -> Blows:
    """The same attack as often as it can be made."""
    each, life = odds.first.loss.life_lost, state[target].lp
    return Blows(weapon, how, odds.attacks, odds.kill, _again(each, odds.attacks, life), each)


def drownings(odds: Odds, life: int, how: str, attempts: int) -> Blows:
    """Somebody with so many Life Points held under water again and again; `odds`: of one attempt (WATER-05)."""
    once = np.zeros(1 + max(DROWN.read(Result(outcome, aces)) for outcome, aces, _ in odds.joint))
    for outcome, aces, p in odds.joint:
        once[DROWN.read(Result(outcome, aces))] += p
    each = tuple(map(float, once))
    chances = _again(each, attempts, life)
    return Blows("", how, attempts, chances[life] if len(chances) > life else 0.0, chances, each)


def mean_of(lost: NDArray[np.float64], life: int) -> float:
    """Life Points, on average, where there are so many."""
    return float(lost @ np.minimum(np.arange(len(lost)), life))


def at_most(lost: NDArray[np.float64], life: int) -> NDArray[np.float64]:
    """Chances of numbers of Life Points, where no more can be lost than there are."""
    return lost if len(lost) <= life + 1 else np.append(lost[:life], lost[life:].sum())


def _again(each: tuple[float, ...], times: int, life: int) -> tuple[float, ...]:
    """How likely so many of the same take each number of Life Points, from none to all that there are."""
    lost = np.ones(1)
    for _ in range(times):
        lost = np.convolve(lost, np.array(each))
    return tuple(map(float, at_most(lost, life)))
