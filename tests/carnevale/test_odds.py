"""Exact odds (DICE-13)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.carnevale.dice import JUMP, PROTECTION, Outcome, read
from sim.carnevale.odds import attack_odds, jump_chance, jump_inches, opposed_odds, roll_odds

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
