"""Exact odds (DICE-13)."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.carnevale.dice import JUMP, PROTECTION, Outcome, read
from sim.carnevale.odds import (
    Odds,
    attack_odds,
    expectation,
    jump_chance,
    jump_inches,
    opposed_odds,
    plain_odds,
    roll_odds,
)

ROLLS = 1_000_000


def thrown(dice: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(1, 11, size=(ROLLS, dice))


@pytest.mark.rule("DICE-13", "DICE-04")
def test_one_die_is_the_destiny_die_and_never_critical() -> None:
    odds = roll_odds(1)
    assert odds.outcomes == pytest.approx({"fail": 0.5, "fumble": 0.1, "success": 0.4, "critical": 0.0}, abs=1e-12)


@pytest.mark.rule("DICE-13", "DICE-04")
def test_no_dice_are_a_fail() -> None:
    assert roll_odds(0).outcomes["fail"] == 1.0


@pytest.mark.rule("DICE-13")
def test_two_dice_by_hand() -> None:
    odds = roll_odds(2)
    assert odds.outcomes["critical"] == pytest.approx(0.1 * 0.4, abs=1e-12)
    assert odds.outcomes["fumble"] == pytest.approx(0.1 * 0.6, abs=1e-12)
    assert odds.aces == pytest.approx((0.36, 0.48, 0.16), abs=1e-12)
    assert odds.read(JUMP) == pytest.approx({1: 0.06, 2: 0.30, 3: 0.48, 4: 0.12, 6: 0.04}, abs=1e-12)


@pytest.mark.rule("DICE-13")
@pytest.mark.parametrize(("dice", "needed"), [(5, 6), (3, 9), (7, 4), (10, 2)])
def test_a_roll_matches_a_million_rolls(dice: int, needed: int) -> None:
    faces = thrown(dice)
    aces = (faces >= needed).sum(axis=1)
    critical = ((faces[:, 0] == 10) & (aces > 1)).mean()
    fumble = ((faces[:, 0] == 1) & (aces == 0)).mean()
    odds = roll_odds(dice, needed)
    assert odds.of(Outcome.CRITICAL) == pytest.approx(critical, abs=0.002)
    assert odds.of(Outcome.FUMBLE) == pytest.approx(fumble, abs=0.002)
    assert odds.aces == pytest.approx(tuple((aces == n).mean() for n in range(dice + 1)), abs=0.002)


@pytest.mark.rule("DICE-13", "DICE-06")
def test_rerolls_of_both_sides_match_a_million_rolls() -> None:
    first, again, parried = thrown(5), thrown(5, 2), thrown(5, 3)
    ace = first >= 6
    plain = ace[:, 1:]
    missed = ~plain & (np.cumsum(~plain, axis=1) <= 2)  # two misses re-rolled
    taken = plain & (np.cumsum(plain, axis=1) <= 1)  # one Ace parried
    after = (plain & ~taken) | (missed & (again[:, 1:] >= 6)) | (taken & (parried[:, 1:] >= 6))
    aces = after.sum(axis=1) + ace[:, 0]
    odds = roll_odds(5, 6, rerolls=2, forced=1)
    assert odds.aces == pytest.approx(tuple((aces == n).mean() for n in range(6)), abs=0.002)


@pytest.mark.rule("DICE-13", "DICE-11", "ACT-03")
def test_life_lost_to_an_attack_matches_a_million_attacks() -> None:
    attack, armour = thrown(5), thrown(4, 2)
    aces = (attack >= 5).sum(axis=1)
    critical = (attack[:, 0] == 10) & (aces > 1)
    dealt = np.where(aces > 0, aces + 1, 0)
    saves = (armour >= 7).sum(axis=1)
    off = np.where((armour[:, 0] == 10) & (saves > 1), saves + 1, saves)
    off = np.where((armour[:, 0] == 1) & (saves == 0), -1, off)
    lost = np.where(dealt > 0, np.maximum(0, dealt - off), 0) + critical
    odds = attack_odds(5, 5, damage=1, protection=4)
    assert odds.life_lost == pytest.approx(tuple((lost == n).mean() for n in range(len(odds.life_lost))), abs=0.002)
    assert odds.kill(4) == pytest.approx((lost >= 4).mean(), abs=0.002)


@pytest.mark.rule("DICE-13", "DICE-08")
def test_an_opposed_roll_loses_a_die_for_each_ace_against_it() -> None:
    target, active = thrown(3), thrown(4, 2)
    against = (target >= 7).sum(axis=1)
    dice = np.maximum(0, 4 - against)
    ace = (active >= 7) & (np.arange(4) < dice[:, None])
    aces = ace.sum(axis=1)
    odds = opposed_odds(4, 3)
    assert odds.aces == pytest.approx(tuple((aces == n).mean() for n in range(5)), abs=0.002)
    fumble = (dice > 0) & (active[:, 0] == 1) & (aces == 0)
    assert odds.of(Outcome.FUMBLE) == pytest.approx(fumble.mean(), abs=0.002)


@given(st.integers(0, 10), st.integers(2, 10), st.integers(0, 4), st.integers(0, 4))
def test_probabilities_add_up_and_agree_with_reading_every_roll(dice: int, needed: int, own: int, forced: int) -> None:
    odds = roll_odds(dice, needed, own, forced)
    assert sum(odds.outcomes.values()) == pytest.approx(1, abs=1e-12)
    assert sum(odds.aces) == pytest.approx(1, abs=1e-12)
    if forced == 0:
        assert roll_odds(dice, needed, own + 1).succeeds >= odds.succeeds - 1e-12


@pytest.mark.rule("DICE-13")
def test_three_dice_agree_with_reading_all_thousand_throws() -> None:
    odds = roll_odds(3, 6)
    throws = [read((a, b, c), 6) for a in range(1, 11) for b in range(1, 11) for c in range(1, 11)]
    for outcome in Outcome:
        assert odds.of(outcome) == pytest.approx(sum(r.outcome is outcome for r in throws) / 1000, abs=1e-12)
    saved = odds.read(PROTECTION)
    assert saved[-1] == pytest.approx(odds.of(Outcome.FUMBLE), abs=1e-12)


@pytest.mark.rule("DICE-13", "JUMP-01")
@pytest.mark.parametrize(
    ("carries", "chance"),
    [
        ({1}, 0.1 * 0.6),  # a Fumble
        ({2}, 1 - 0.1 * 0.6 - 0.04),  # a Fail, and a success whose Aces are not used; but no Critical
        ({3}, 1 - 0.36 - 0.04),
        ({4}, 0.16),
        ({5, 6}, 0.04),
        ({3, 6}, 1 - 0.36),
        ({7}, 0.0),
        (set(), 0.0),
    ],
)
def test_how_likely_a_jump_of_two_dice_carries_so_far(carries: set[int], chance: float) -> None:
    assert jump_chance(2, frozenset(carries)) == pytest.approx(chance)


@pytest.mark.rule("JUMP-01")
@pytest.mark.parametrize(
    ("outcome", "aces", "inches"),
    [("fumble", 0, [1]), ("fail", 0, [2]), ("success", 2, [2, 3, 4]), ("critical", 2, [4, 5, 6])],
)
def test_each_ace_of_a_jump_is_up_to_an_inch(outcome: str, aces: int, inches: list[int]) -> None:
    assert list(jump_inches(Outcome(outcome), aces)) == inches


# --- every throw, told apart by Aces and misses ------------------------------------------------------------------

Exact = dict[tuple[Outcome, int], float]


def exact(dice: int, needed: int = 7, rerolls: int = 0, forced: int = 0) -> Exact:
    """Outcome and Aces of a roll whose misses its roller re-rolls, and whose Aces the other side does."""
    found: Exact = defaultdict(float)
    if not dice:
        return {(Outcome.FAIL, 0): 1.0}
    share = (11 - needed) / 10
    chances = {10: share, 1: 1 - share}  # a plain die: an Ace, or a miss
    for destiny, first in product(range(1, 11), product(chances, repeat=dice - 1)):
        misses = [i for i, face in enumerate(first) if face == 1][:rerolls]
        aces = [i for i, face in enumerate(first) if face == 10][:forced]
        for fresh in product(chances, repeat=len(misses + aces)):
            now = {**dict(enumerate(first)), **dict(zip(misses + aces, fresh, strict=True))}
            result = read((destiny, *now.values()), needed)
            found[result.outcome, result.aces] += prod(chances[face] for face in (*first, *fresh)) / 10
    return dict(found)


def joint(odds: Odds) -> Exact:
    return {(outcome, aces): p for outcome, aces, p in odds.joint}


ROLLED = [
    (0, 7, 1, 1),
    (1, 7, 2, 2),
    (2, 2, 0, 0),
    (2, 10, 1, 0),
    (3, 5, 0, 1),
    (3, 7, 1, 1),
    (4, 7, 2, 1),
    (4, 9, 1, 2),
]


@pytest.mark.rule("DICE-13", "DICE-04", "DICE-06")
@pytest.mark.parametrize(("dice", "needed", "rerolls", "forced"), ROLLED)
def test_a_roll_is_the_sum_of_its_throws(dice: int, needed: int, rerolls: int, forced: int) -> None:
    wanted, odds = exact(dice, needed, rerolls, forced), roll_odds(dice, needed, rerolls, forced)
    assert joint(odds) == pytest.approx({key: p for key, p in wanted.items() if p})
    assert odds.succeeds == pytest.approx(sum(p for (outcome, _), p in wanted.items() if outcome.succeeded))
    assert odds.aces == pytest.approx([sum(p for (_, n), p in wanted.items() if n == aces) for aces in range(dice + 1)])
    for outcome in Outcome:
        share = sum(p for (o, _), p in wanted.items() if o is outcome)
        assert (odds.of(outcome), odds.outcomes[outcome.value]) == (pytest.approx(share), pytest.approx(share))
    mean = sum(p * (aces + 10 * outcome.succeeded) for (outcome, aces), p in wanted.items())
    assert expectation(odds, lambda outcome, aces: aces + 10 * outcome.succeeded) == pytest.approx(mean)


@pytest.mark.rule("DICE-13", "DICE-08", "MAGIC-04")
@pytest.mark.parametrize("most", [0, 1, 2, 10])
@pytest.mark.parametrize(("own", "other"), [((4, 7, 0), (3, 7, 0)), ((2, 5, 1), (3, 5, 2)), ((0, 7, 0), (1, 7, 0))])
def test_an_opposed_roll_is_the_sum_of_both_sides_throws(
    own: tuple[int, int, int], other: tuple[int, int, int], most: int
) -> None:
    wanted: Exact = defaultdict(float)
    for (_, against), p in exact(*other).items():
        for key, q in exact(max(0, own[0] - min(against, most)), *own[1:]).items():
            wanted[key] += p * q
    odds = opposed_odds(own[0], other[0], own[1], own[2], other[2], most)
    assert joint(odds) == pytest.approx(dict(wanted))


@pytest.mark.rule("DICE-13", "ACT-03", "DICE-11")
@pytest.mark.parametrize(
    "numbers",
    [(2, 5, 0, 0, 0, 0, 0), (3, 6, 1, 2, 1, 0, 1), (2, 4, -1, 1, 0, 1, 0), (3, 5, -10, 2, 0, 0, 0), (2, 7, 2, 3)],
)
def test_what_an_attack_costs_is_the_sum_of_both_sides_throws(numbers: tuple[int, ...]) -> None:
    dice, needed, damage, armour, rerolls, forced, saves = (*numbers, 0, 0, 0)[:7]
    wanted: dict[int, float] = defaultdict(float)
    for (outcome, aces), p in exact(dice, needed, rerolls, forced).items():
        dealt = max(0, aces + damage) if outcome.succeeded else 0
        for (saved, shields), q in exact(armour, 7, saves).items() if dealt else [((Outcome.FAIL, 0), 1.0)]:
            off = {"critical": shields + 1, "success": shields, "fail": 0, "fumble": -1}[saved.value]
            left = max(0, dealt - off) if dealt else 0
            wanted[left + (outcome is Outcome.CRITICAL)] += p * q
    loss = attack_odds(*numbers)
    assert dict(enumerate(loss.life_lost)) == pytest.approx({n: wanted[n] for n in range(len(loss.life_lost))})
    assert loss.life_lost[-1] > 0
    assert loss.mean == pytest.approx(sum(n * p for n, p in wanted.items()))
    for life in (-1, 0, 1, 2, 3):
        assert loss.kill(life) == pytest.approx(sum(p for n, p in wanted.items() if n >= life))
    for life in (0, 1, 2, 3):
        assert loss.taken(life) == pytest.approx(sum(min(n, life) * p for n, p in wanted.items()))


@pytest.mark.rule("DICE-02", "DICE-10", "DICE-13")
@pytest.mark.parametrize(("needed", "share"), [(1, 0.9), (2, 0.9), (7, 0.4), (10, 0.1), (11, 0.1)])
def test_a_ten_is_always_an_ace_and_a_one_never(needed: int, share: float) -> None:
    assert plain_odds(1, needed) == pytest.approx([1 - share, share])
    assert plain_odds(2, needed) == pytest.approx([(1 - share) ** 2, 2 * share * (1 - share), share**2])
    assert [roll_odds(1, needed).succeeds, roll_odds(1, needed).aces[1]] == pytest.approx([share, share])
