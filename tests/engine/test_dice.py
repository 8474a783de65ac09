"""Dice: by seed, by script, typed in."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.engine.dice import OutOfDice, ScriptedDice, SeededDice, TypedDice
from sim.engine.requests import Roll

FIVE = Roll(seat="north", who="a", purpose="jump", dice=5, sides=10)


def test_die_number_n_depends_on_the_seed_and_n_alone() -> None:
    dice = SeededDice(7)
    together = dice.throw(FIVE, 0)
    assert together == tuple(SeededDice(7).face(n, 10) for n in range(5))
    assert dice.throw(FIVE, 3)[:2] == together[3:]
    assert SeededDice(8).throw(FIVE, 0) != together


def test_faces_are_fair_within_five_deviations() -> None:
    counts = Counter(SeededDice(1).face(n, 10) for n in range(20_000))
    assert set(counts) == set(range(1, 11))
    assert max(abs(count - 2000) for count in counts.values()) < 5 * (20_000 * 0.1 * 0.9) ** 0.5


def test_a_script_that_runs_out_names_the_roll() -> None:
    dice = ScriptedDice([1, 2, 3])
    assert dice.throw(Roll(seat="north", who="a", purpose="jump", dice=2, sides=10), 1) == (2, 3)
    with pytest.raises(OutOfDice, match=r"the script has 3 dice, but a's jump roll needs dice 1 to 5"):
        dice.throw(FIVE, 0)


def test_a_script_with_an_impossible_face_names_the_die() -> None:
    with pytest.raises(OutOfDice, match="die 2 of the script shows 11"):
        ScriptedDice([1, 11, 1, 1, 1]).throw(FIVE, 0)


def test_typed_dice_wait_for_the_players() -> None:
    assert TypedDice().throw(FIVE, 0) is None
