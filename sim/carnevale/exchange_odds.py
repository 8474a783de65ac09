"""Attacks one after the other, until the target falls: exact, will points and re-rolls played optimally (DICE-13).

The model: the attacker makes the chance that its target falls as great as may be, the target as small. Before each
roll its roller spends what will points serve it best for all that is still to come; re-rolls are of misses, or of an
enemy's Aces. A Fumble costs the attacker, and the target strikes back (ACT-03), which may Fumble in turn. Attacks
that come in between (guards, bodyguards, whoever is left behind) are strokes like any others. Every state of both
sides' Life and Will Points is weighed, from the last attack to the first; nothing is sampled.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.carnevale.dice import MOST_DICE, PROTECTION, Outcome
from sim.carnevale.odds import NEEDED, roll_odds
from sim.carnevale.optimal_roll import MOST_WILL, will_for

__all__ = ["POISONED", "Blow", "Side", "Stroke", "fall_chance", "mean_loss", "strikes"]

Values = NDArray[np.float64]
"""The chance that the target falls, by [its LP, the attacker's LP, the attacker's WP, the target's WP]."""

POISONED = 0.6  # the chance that a die shows no Ace on 7+
NEGLIGIBLE = 1e-12  # answers to answers less likely than this are left out


class Blow(msgspec.Struct, frozen=True):
    """The numbers of one Combat action."""

    dice: int
    needed: int
    damage: int = 0  # the weapon's modifier
    protection: int = 0  # the target's dice, after Penetration and cover
    rerolls: int = 0
    parried: int = 0  # dice that the target may make the attacker re-roll
    protection_rerolls: int = 0
    fear: int | None = None  # the target's dice against Fear; without an Ace all failed dice are re-rolled
    harmless: bool = False
    fumble: int = 1  # LP that a Fumble costs
    poison: int = 0  # LP that a target which lost any may lose more (WEAP-Poisoned)


class Stroke(msgspec.Struct, frozen=True):
    """A blow in its turn: the attacker's own, or one that comes in from the target or from somebody else."""

    blow: Blow
    by: str = "attacker"  # "attacker", "target" or "other"


class Side(msgspec.Struct, frozen=True):
    """What a side has left. `answers`: its blows when the other fumbles, of which it takes the best, or none."""

    life: int
    will: int = 0
    answers: tuple[Blow, ...] = ()


@lru_cache(maxsize=4096)
def fall_chance(strokes: tuple[Stroke, ...], attacker: Side, target: Side) -> float:
    """The chance that the target falls by the end of these strokes."""
    return float(_values(strokes, attacker, target)[-1, -1, -1, -1])


@lru_cache(maxsize=4096)
def mean_loss(blow: Blow, life: int) -> float:
    """How many of its Life Points a target loses to a blow on average, after protection; nobody spends Will Points."""
    lost = np.zeros((life + 1, 2, 1, 1)) + np.arange(life, -1, -1).reshape(-1, 1, 1, 1)
    return float(_blow(lost, blow, (), (), counted=False, will=False)[-1, -1, -1, -1])


def strikes(blow: Blow, times: int) -> tuple[Stroke, ...]:
    """The same blow so many times."""
    return (Stroke(blow),) * times


def _values(strokes: tuple[Stroke, ...], attacker: Side, target: Side) -> Values:
    hurt = any(stroke.by != "attacker" for stroke in strokes) or bool(target.answers)
    hurt = hurt or attacker.life <= sum(stroke.blow.fumble for stroke in strokes[:-1])
    lives = attacker.life if hurt else 1  # a life that nothing can end needs no counting
    will = attacker.will if hurt else min(attacker.will, MOST_WILL * len(strokes))
    saved = target.will if hurt else min(target.will, 2 * MOST_WILL * len(strokes))  # against Fear, and in protection
    shape = (target.life + 1, lives + 1, will + 1, saved + 1)
    values = np.zeros(shape)
    values[0] = 1.0
    answers: tuple[tuple[Blow, ...], tuple[Blow, ...]] = (
        attacker.answers,
        (),
    )  # a target that answers the last stroke has nothing to gain by it
    for stroke in reversed(strokes):
        values = _struck(values, stroke, *answers, counted=hurt)
        answers = attacker.answers, target.answers
    return values


# --- one stroke --------------------------------------------------------------------------------------------


def _struck(
    after: Values, stroke: Stroke, own: tuple[Blow, ...], against: tuple[Blow, ...], *, counted: bool
) -> Values:
    """The values before a stroke, from those after it. `own`, `against`: what either side answers a Fumble with."""
    match stroke.by:
        case "attacker":
            return _blow(after, stroke.blow, own, against, counted=counted)
        case "target":
            return _turned(_blow(_turned(after), stroke.blow, against, own, counted=True))
        case _:  # somebody else's will points are in its dice, and its Fumble is no concern of these two
            return _turned(_blow(_turned(after), stroke.blow, (), (), counted=False, will=False))


def _turned(values: Values) -> Values:
    """The same for the other side: its chance that it does not come to this."""
    return 1.0 - values.transpose(1, 0, 3, 2)


def _blow(
    after: Values,
    blow: Blow,
    own: tuple[Blow, ...],
    against: tuple[Blow, ...],
    *,
    counted: bool,
    weight: float = 1.0,
    will: bool = True,
) -> Values:
    """The values before a blow of the side that wants the second side (axis 0) to fall."""
    fumbled = _fumbled(after, blow, own, against, counted=counted, weight=weight) if counted else after
    calm = _rolled(after, fumbled, blow, blow.rerolls, will=will)
    if blow.fear is None:
        before = calm
    else:
        afraid = _rolled(after, fumbled, blow, MOST_DICE, will=will)
        before = np.full_like(after, np.inf)
        for spent in range(will_for(blow.fear, after.shape[3] - 1) + 1):
            fails = roll_odds(min(MOST_DICE, blow.fear + spent)).aces[0]
            mixed = fails * afraid + (1.0 - fails) * calm
            before[..., spent:] = np.minimum(before[..., spent:], mixed[..., : mixed.shape[3] - spent])
    return _settled(before, after)


def _settled(before: Values, after: Values) -> Values:
    """Where either has fallen already, no blow is struck."""
    before[0] = after[0]
    before[:, 0] = after[:, 0]
    return before


def _rolled(after: Values, fumbled: Values, blow: Blow, rerolls: int, *, will: bool) -> Values:
    """The attack roll; with `will`, the will points of whoever strikes spent best."""
    hits = _hits(after, blow)
    before = np.zeros_like(after)
    for spent in range(will_for(blow.dice, will * (after.shape[2] - 1)) + 1):
        odds = roll_odds(min(MOST_DICE, blow.dice + spent), blow.needed, rerolls, blow.parried)
        dealt = np.zeros(hits.shape[:2])
        for outcome, aces, p in odds.joint:
            if outcome.succeeded:
                harm = 0 if blow.harmless else max(0, aces + blow.damage)
                dealt[harm, int(outcome is Outcome.CRITICAL)] += p
        value = odds.of(Outcome.FUMBLE) * fumbled + odds.of(Outcome.FAIL) * after
        value += np.tensordot(dealt, hits, 2)
        left = value.shape[2] - spent
        before[:, :, spent:] = np.maximum(before[:, :, spent:], value[:, :, :left])
    return before


def _fumbled(
    after: Values, blow: Blow, own: tuple[Blow, ...], against: tuple[Blow, ...], *, counted: bool, weight: float
) -> Values:
    """A Fumble costs Life Points, and gives the other side an attack of opportunity (ACT-03)."""
    answered = after
    weight *= roll_odds(blow.dice, blow.needed, blow.rerolls, blow.parried).of(Outcome.FUMBLE)
    if weight > NEGLIGIBLE:
        for answer in against:
            back = _blow(_turned(after), answer, against, own, counted=counted, weight=weight)
            answered = np.minimum(answered, _turned(back))
    hurt = np.zeros_like(after)
    cost = min(blow.fumble, after.shape[1] - 1)
    hurt[:, cost:] = answered[:, : after.shape[1] - cost]
    hurt[:, :cost] = answered[:, :1]
    return hurt


def _hits(after: Values, blow: Blow) -> NDArray[np.float64]:
    """The values before the protection roll, by the Damage that was dealt and the Critical's Life Point on top."""
    most = max(0, MOST_DICE + blow.damage)
    flat = after.reshape(after.shape[0], -1)
    before = np.full((most + 1, 2, *after.shape), np.inf)
    for spent in range(will_for(blow.protection, after.shape[3] - 1) + 1):
        dice = min(MOST_DICE, blow.protection + spent)
        lost = _losses(dice, blow.protection_rerolls, after.shape[0] - 1, most, blow.poison)
        value = (lost @ flat).reshape(before.shape)
        before[..., spent:] = np.minimum(before[..., spent:], value[..., : value.shape[-1] - spent])
    bare = _losses(0, 0, after.shape[0] - 1, 0, blow.poison)  # where there is no Damage, no protection is rolled
    before[0] = (bare[0] @ flat).reshape(before.shape[1:])
    return before


@lru_cache(maxsize=512)
def _losses(dice: int, rerolls: int, life: int, most: int, poison: int) -> NDArray[np.float64]:
    """By Damage (to `most`) and Critical: the chances to come from so many Life Points to so many."""
    found = np.zeros((most + 1, 2, life + 1, life + 1))
    saved = roll_odds(dice, NEEDED, rerolls).read(PROTECTION)
    for damage in range(most + 1):
        for extra in (0, 1):
            for off, p in saved.items():
                lost = extra + max(0, damage - off)
                for more, q in ((poison, POISONED), (0, 1.0 - POISONED)) if lost and poison else ((0, 1.0),):
                    for had in range(life + 1):
                        found[damage, extra, had, max(0, had - lost - more)] += p * q
    return found
