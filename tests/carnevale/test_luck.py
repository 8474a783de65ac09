"""Luck: the dice of a game against all that they might have shown, exactly."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.carnevale.dice import is_ace, read
from sim.carnevale.events import DiceThrown, Event, Rerolled, Rolled, RoundBegan, Swayed
from sim.carnevale.luck import LuckCount, luck_of, luck_words, share_words, sum_of, throws_of
from sim.carnevale.replay import replay
from sim.carnevale.setup import begin

GOLDEN = Path(__file__).parents[1] / "golden"
SEATS = {"a": "north", "b": "south"}


def roll(who: str, faces: tuple[int, ...], needed: int = 7, purpose: str = "combat") -> list[Event]:
    result = read(faces, needed)
    return [
        DiceThrown(who=who, purpose=purpose, faces=faces),
        Rolled(
            who=who, purpose=purpose, faces=faces, needed=needed, aces=result.aces, outcome=result.outcome.value,
            dice=len(faces),
        ),
    ]  # fmt: skip


@given(st.lists(st.floats(0, 1), max_size=9))
@settings(max_examples=60, deadline=None)
def test_a_sum_of_unlike_coins_is_what_all_their_ways_of_falling_come_to(chances: list[float]) -> None:
    by_hand = Counter[int]()
    for fallen in product((0, 1), repeat=len(chances)):
        by_hand[sum(fallen)] += prod(p if up else 1 - p for up, p in zip(fallen, chances, strict=True))
    assert sum_of(chances) == pytest.approx([by_hand[n] for n in range(len(chances) + 1)], abs=1e-12)


def test_aces_and_successes_of_three_dice_are_counted_out() -> None:
    log = [*roll("a", (8, 2), 7), *roll("a", (3,), 5)]
    (north, south) = luck_of(log, SEATS)
    aces, successes = Counter[int](), Counter[int]()
    for faces in product(range(1, 11), repeat=3):
        first, second = read(faces[:2], 7), read(faces[2:], 5)
        aces[first.aces + second.aces] += 1
        successes[first.outcome.succeeded + second.outcome.succeeded] += 1
    assert north.aces.odds == pytest.approx([aces[n] / 1000 for n in range(4)], abs=1e-12)
    assert north.successes.odds == pytest.approx([successes[n] / 1000 for n in range(3)], abs=1e-12)
    assert (north.aces.had, north.successes.had) == (1, 1)
    assert north.aces.expected == pytest.approx(2 * 0.4 + 0.6, abs=1e-12)
    assert north.faces == (0, 1, 1, 0, 0, 0, 0, 1, 0, 0)
    assert (south.throws, south.aces) == ((), LuckCount(0, (1.0,)))


def test_re_rolled_dice_are_a_throw_of_their_own_and_no_roll() -> None:
    log: list[Event] = [
        RoundBegan(round=3),
        DiceThrown(who="a", purpose="jump", faces=(10, 2, 3)),
        DiceThrown(who="a", purpose="jump", faces=(9,)),
        Rerolled(seat="north", who="a", dice=(1,), faces=(9,), sources=("Acrobatic (1)",)),
        Rolled(who="a", purpose="jump", faces=(10, 9, 3), needed=7, aces=2, outcome="critical", dice=3),
    ]
    first, second = throws_of(log, SEATS)
    assert (first.faces, first.again, first.round, first.number) == ((10, 2, 3), False, 3, 2)
    assert (second.faces, second.again, second.aces) == ((9,), True, 1)
    luck = luck_of(log, SEATS)[0]
    assert (luck.aces.had, len(luck.aces.odds)) == (2, 5)
    assert (luck.successes.had, len(luck.successes.odds)) == (1, 2)
    assert (luck.tens.had, luck.tens.odds) == (1, (0.9, 0.1))
    assert (luck.ones.had, luck.ones.odds) == (0, (0.9, 0.1))


def test_of_an_opposed_roll_each_side_has_its_own_dice() -> None:
    (a_dice, a_roll), (b_dice, b_roll) = roll("a", (8,), purpose="grapple"), roll("b", (9, 2), purpose="grapple")
    found = throws_of([a_dice, b_dice, a_roll, b_roll], SEATS)
    assert [(throw.who, throw.faces) for throw in found] == [("a", (8,)), ("b", (9, 2))]


def test_dice_that_have_no_aces_are_left_out() -> None:
    log: list[Event] = [
        DiceThrown(who="north", purpose="agenda", faces=(10, 3), secret="north"),
        DiceThrown(who="a", purpose="smoke", faces=(4,)),
        Rolled(who="north", purpose="deployment", faces=(9,), needed=0, aces=0, outcome="success", dice=1),
        *roll("a", (), 7),
    ]
    assert throws_of(log, SEATS) == []


def test_the_first_die_of_the_initiative_is_no_destiny_die() -> None:
    assert luck_of(roll("a", (10, 1), purpose="initiative"), SEATS)[0].tens == LuckCount(0, (1.0,))


def test_who_is_swayed_throws_for_the_other_side() -> None:
    log: list[Event] = [*roll("b", (7,)), Swayed(who="b", seat="north", why="Madness"), *roll("b", (8,))]
    north, south = luck_of(log, SEATS)
    assert [throw.faces for throw in north.throws] == [(8,)]
    assert [throw.faces for throw in south.throws] == [(7,)]


@pytest.mark.parametrize(("faces", "least"), [((1, 1), 1.0), ((7, 2), 0.64), ((7, 10), 0.16)])
def test_a_throw_knows_the_chance_of_so_many_aces_or_more(faces: tuple[int, ...], least: float) -> None:
    assert throws_of(roll("a", faces), SEATS)[0].at_least() == pytest.approx(least, abs=1e-12)


@pytest.mark.parametrize(
    ("had", "words"),
    [
        (0, "very unlucky: more would have come over 99% of the time"),
        (3, "unlucky: more would have come 93% of the time"),
        (4, "a little unlucky: more would have come 83% of the time"),
        (6, "as expected: fewer would have come 33% of the time, more 47%"),
        (7, "as expected: fewer would have come 53% of the time, more 28%"),
        (8, "a little lucky: fewer would have come 72% of the time"),
        (9, "lucky: fewer would have come 86% of the time"),
        (12, "very lucky: fewer would have come over 99% of the time"),
    ],
)
def test_luck_is_told_by_how_much_more_or_less_might_have_come(had: int, words: str) -> None:
    share = LuckCount(had, sum_of([0.4] * 16))
    assert luck_words(share) == words
    assert share_words("Aces", share) == f"Aces: {had}, 6.4 expected; {words}"


def test_of_what_nobody_wants_few_are_lucky() -> None:
    odds = sum_of([0.1] * 20)
    assert luck_words(LuckCount(0, odds), low=True) == "lucky: more would have come 88% of the time"
    assert luck_words(LuckCount(6, odds), low=True) == "very unlucky: fewer would have come 99% of the time"


@pytest.mark.parametrize(("had", "kind"), [(0, "as expected"), (1, "as expected")])
def test_up_to_two_thirds_either_way_is_as_expected(had: int, kind: str) -> None:
    assert luck_words(LuckCount(had, (1 / 3, 2 / 3))).startswith(kind)
    assert luck_words(LuckCount(1 - had, (2 / 3, 1 / 3))).startswith(kind)
    assert luck_words(LuckCount(0, (0.33, 0.67))).startswith("a little unlucky")
    assert luck_words(LuckCount(1, (0.67, 0.33))).startswith("a little lucky")


def test_the_rank_counts_half_of_what_is_the_same() -> None:
    assert LuckCount(1, (0.5, 0.3, 0.2)).rank == pytest.approx(0.65)


def test_without_dice_there_is_no_luck() -> None:
    assert luck_words(LuckCount(0, (1.0,))) == "no dice yet"


@pytest.mark.parametrize("game", ["marksmen", "acquisition-2", "gang-war-2"])
def test_the_luck_of_a_whole_game_is_of_its_own_dice(game: str) -> None:
    state = replay(GOLDEN / f"{game}.jsonl.gz").session.state
    seats = {c.id: c.seat for c in begin(state.setup).characters.values()}
    every = luck_of(state.log, seats)
    assert {luck.seat for luck in every} == set(state.seats)
    for luck in every:
        dice = sum(len(throw.faces) for throw in luck.throws)
        assert len(luck.aces.odds) == dice + 1
        assert sum(luck.aces.odds) == pytest.approx(1.0, abs=1e-9)
        assert luck.aces.expected == pytest.approx(sum(throw.expected for throw in luck.throws), abs=1e-9)
        assert luck.aces.had == sum(is_ace(f, throw.needed) for throw in luck.throws for f in throw.faces)
        assert luck.aces.fewer + luck.aces.more + luck.aces.odds[luck.aces.had] == pytest.approx(1.0, abs=1e-9)
    throws = sum(isinstance(event, DiceThrown) and event.purpose not in ("agenda", "deployment") for event in state.log)
    assert sum(len(luck.throws) for luck in every) <= throws
