"""Elo from pairs of games, and the sequential test."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.bots.strength import Sprt, elo_of, share_of, strength

SCORES = st.lists(st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0)), min_size=1, max_size=60)


@given(st.floats(-600, 600))
def test_elo_and_share_are_each_other_s_inverse(elo: float) -> None:
    assert elo_of(share_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_four_hundred_elo_are_ten_wins_for_one() -> None:
    assert share_of(400.0) == pytest.approx(10 / 11)


@given(SCORES)
def test_the_interval_holds_the_share_and_turns_with_the_sides(scores: list[float]) -> None:
    found, other = strength(scores), strength([1 - score for score in scores])
    assert found.low <= found.elo <= found.high
    assert other.elo == pytest.approx(-found.elo, abs=1e-6)
    assert other.low == pytest.approx(-found.high, abs=1e-6)


@given(SCORES)
def test_likelihoods_turn_with_the_sides(scores: list[float]) -> None:
    mine = Sprt(-30.0, 30.0).likelihood(scores)
    yours = Sprt(-30.0, 30.0).likelihood([1 - score for score in scores])
    assert mine == pytest.approx(-yours, abs=1e-6)


def _verdict(elo: float, seed: int) -> bool:
    """Of a bot whose games are drawn at random with this strength."""
    rng, test, scores = Random(seed), Sprt(0.0, 100.0), list[float]()
    while (found := test.verdict(scores)) is None:
        scores.append(sum(rng.random() < share_of(elo) for _ in range(2)) / 2)
    return found


@pytest.mark.parametrize(("elo", "stronger"), [(0.0, False), (100.0, True)])
def test_the_test_errs_no_oftener_than_it_says(elo: float, stronger: bool) -> None:
    right = sum(_verdict(elo, seed) is stronger for seed in range(200))
    assert right >= 0.92 * 200  # 5% of errors, and what 200 trials scatter
