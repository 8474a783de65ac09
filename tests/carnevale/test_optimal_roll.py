"""Rolls and exchanges of blows played best, against every throw of the dice tried (DICE-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.carnevale.dice import PROTECTION, Outcome, Result, read
from sim.carnevale.exchange_odds import Blow, Side, Stroke, fall_chance, strikes
from sim.carnevale.odds import attack_odds, opposed_odds, roll_odds
from sim.carnevale.optimal_roll import PendingRoll, all_succeed, best, best_with_will, contest_success, success

FACES = range(1, 11)


def among(dice: Iterable[int], most: int) -> list[tuple[int, ...]]:
    """Every choice of up to so many of these dice."""
    each = list(dice)
    return [picked for n in range(most + 1) for picked in combinations(each, n)]


def rerolled(faces: tuple[int, ...], picked: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All that a throw can become, every face of the dice picked."""
    found = []
    for fresh in product(FACES, repeat=len(picked)):
        now = list(faces)
        for die, face in zip(picked, fresh, strict=True):
            now[die] = face
        found.append(tuple(now))
    return found


def tried(throw: PendingRoll, worth: Callable[[Outcome, int], float]) -> float:
    """The worth of a roll by trying every throw, every re-roll and every answer to it, die by die."""

    @cache
    def last(faces: tuple[int, ...], done: tuple[int, ...]) -> float:
        left = [i for i in range(1, throw.dice) if i not in done]
        means = []
        for picked in among(left, throw.forced):
            results = [read(f, throw.needed) for f in rerolled(faces, picked)]
            means.append(sum(worth(r.outcome, r.aces) for r in results) / len(results))
        return min(means)

    def first(faces: tuple[int, ...]) -> float:
        means = []
        for picked in among(range(0 if throw.destiny else 1, throw.dice), throw.rerolls):
            throws = rerolled(faces, picked)
            means.append(sum(last(f, picked) for f in throws) / len(throws))
        return max(means)

    throws = list(product(FACES, repeat=throw.dice))
    return sum(map(first, throws)) / len(throws)


def fits(outcome: Outcome, aces: int) -> float:
    """Worth something at just one Ace: more is worse, as where a jump carries too far."""
    return 1.0 if aces == 1 else 0.3 * (outcome is Outcome.CRITICAL)


def won(outcome: Outcome, aces: int) -> float:
    return float(outcome.succeeded)


@pytest.mark.rule("DICE-13", "DICE-06")
@pytest.mark.parametrize("worth", [won, fits])
@pytest.mark.parametrize(
    "throw",
    [
        PendingRoll(1, 7),
        PendingRoll(2, 7, rerolls=1),
        PendingRoll(2, 9, forced=1),
        PendingRoll(2, 6, rerolls=1, forced=1),
        PendingRoll(2, 7, rerolls=1, destiny=True),
        PendingRoll(2, 10, rerolls=2, forced=1, destiny=True),
        PendingRoll(2, 2, rerolls=1, destiny=True),
        PendingRoll(3, 7, rerolls=1),
        PendingRoll(3, 8, forced=1),
    ],
)
def test_re_rolls_played_best_match_every_throw_tried(
    throw: PendingRoll, worth: Callable[[Outcome, int], float]
) -> None:
    assert best(throw, worth) == pytest.approx(tried(throw, worth), abs=1e-12)


@pytest.mark.rule("DICE-13", "DICE-06")
def test_no_more_dice_are_thrown_again_than_may_be_whatever_they_show() -> None:
    """Of four dice on 2+ one miss is thrown again; an Ace and two misses would be worth more."""
    each = 0.9
    mean = best(PendingRoll(4, 2, rerolls=1, destiny=True), lambda _, aces: float(aces))
    assert mean == pytest.approx(4 * each + (1 - each**4) * each)


@pytest.mark.rule("DICE-13", "DICE-05")
def test_will_points_are_spent_where_they_serve() -> None:
    plain = [roll_odds(dice).succeeds for dice in (3, 4, 5)]
    assert success(PendingRoll(3), held=1) == pytest.approx(plain[1])
    assert success(PendingRoll(3), held=5) == pytest.approx(plain[2])  # no more than two a roll
    assert success(PendingRoll(10), held=5) == pytest.approx(roll_odds(10).succeeds)  # and no more than ten dice
    for throw, odds in ((PendingRoll(2, rerolls=1), roll_odds(2, 7, 1)), (PendingRoll(3), roll_odds(3, 7))):
        assert best(throw, won) == pytest.approx(odds.succeeds)  # on 7, by its roller alone, and not the Destiny Die
    assert best(PendingRoll(0), lambda _, aces: float(aces)) == 0
    assert best(PendingRoll(0, destiny=True, rerolls=1), lambda outcome, _: float(outcome is Outcome.FAIL)) == 1
    assert [best(PendingRoll(0, destiny=each), fits) for each in (False, True)] == [0.0, 0.0]  # no dice are a Fail
    value, spent = best_with_will(PendingRoll(2), lambda n: lambda o, a: fits(o, a) - 0.9 * n, held=2)
    assert (value, spent) == (pytest.approx(best(PendingRoll(2), fits)), 0)


@given(st.integers(0, 9), st.integers(2, 10), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))
def test_more_of_anything_never_hurts_its_owner(dice: int, needed: int, own: int, forced: int, held: int) -> None:
    throw = PendingRoll(dice, needed, own, forced)
    value = success(throw, held)
    assert 0.0 <= value <= 1.0
    assert success(throw.more(1), held) >= value - 1e-12
    assert success(throw, held + 1) >= value - 1e-12
    assert success(PendingRoll(dice, needed, own + 1, forced), held) >= value - 1e-12
    assert success(PendingRoll(dice, needed, own, forced + 1), held) <= value + 1e-12


@pytest.mark.rule("DICE-13", "MOVE-03")
def test_will_points_are_shared_out_over_a_climb_of_several_rolls() -> None:
    """Two rolls of 1 die and 4, one will point: the weaker roll gets it."""
    one, two, four, five = (roll_odds(dice).succeeds for dice in (1, 2, 4, 5))
    assert all_succeed((PendingRoll(1), PendingRoll(4)), 1) == pytest.approx(max(two * four, one * five))
    assert all_succeed((PendingRoll(4), PendingRoll(1)), 1) == pytest.approx(two * four)
    assert all_succeed((), 0) == 1.0


@pytest.mark.rule("DICE-13", "DICE-08", "MAGIC-04")
def test_an_opposed_roll_counts_no_more_aces_than_it_may() -> None:
    assert contest_success(PendingRoll(4), PendingRoll(5), most_against=0) == pytest.approx(roll_odds(4).succeeds)
    assert contest_success(PendingRoll(4), PendingRoll(5), 1, 2) == pytest.approx(opposed_odds(5, 7).succeeds)
    expected = sum(
        p * roll_odds(4 - min(aces, 1)).succeeds for aces, p in enumerate(roll_odds(5).aces)
    )  # one Ace counts
    assert contest_success(PendingRoll(4), PendingRoll(5), most_against=1) == pytest.approx(expected)


# --- exchanges ---------------------------------------------------------------------------------------------


def exchanged(strokes: tuple[Stroke, ...], a: Side, b: Side) -> float:
    """The chance that B falls, by plain recursion over the distributions of each roll."""
    if b.life <= 0 or a.life <= 0 or not strokes:
        return float(b.life <= 0)
    stroke, rest = strokes[0], strokes[1:]
    if stroke.by == "attacker":
        return _blow(stroke.blow, a, b, lambda a, b: exchanged(rest, a, b))
    if stroke.by == "target":
        return 1.0 - _blow(stroke.blow, b, a, lambda b, a: 1.0 - exchanged(rest, a, b))
    somebody = Side(99)  # without will points of its own here
    return 1.0 - _blow(stroke.blow, somebody, a, lambda _, a: 1.0 - exchanged(rest, a, b))


def _blow(blow: Blow, a: Side, b: Side, then: Callable[[Side, Side], float]) -> float:
    """A's blow: A makes the value as great as may be, B as small; `then`: what comes after."""
    if a.life <= 0 or b.life <= 0:
        return then(a, b)
    if blow.fear is None:
        return _struck(blow, blow.rerolls, a, b, then)
    means = []
    for spent in range(max(0, min(2, b.will, 10 - blow.fear)) + 1):
        fails, left = 0.6 ** (blow.fear + spent), Side(b.life, b.will - spent, b.answers)
        afraid, calm = (_struck(blow, again, a, left, then) for again in (10, blow.rerolls))
        means.append(fails * afraid + (1 - fails) * calm)
    return min(means)


def _struck(blow: Blow, rerolls: int, a: Side, b: Side, then: Callable[[Side, Side], float]) -> float:
    means = []
    for spent in range(max(0, min(2, a.will, 10 - blow.dice)) + 1):
        left = Side(a.life, a.will - spent, a.answers)
        mean = 0.0
        for outcome, aces, p in roll_odds(blow.dice + spent, blow.needed, rerolls, blow.parried).joint:
            mean += p * _result(blow, outcome, aces, left, b, then)
        means.append(mean)
    return max(means)


def _result(blow: Blow, outcome: Outcome, aces: int, a: Side, b: Side, then: Callable[[Side, Side], float]) -> float:
    if outcome is Outcome.FUMBLE:
        hurt = Side(a.life - blow.fumble, a.will, a.answers)
        if hurt.life <= 0:
            return then(hurt, b)
        back = [1.0 - _blow(x, b, hurt, lambda b, a: 1.0 - then(a, b)) for x in b.answers]
        return min([then(hurt, b), *back])
    if not outcome.succeeded:
        return then(a, b)
    damage, extra = 0 if blow.harmless else max(0, aces + blow.damage), int(outcome is Outcome.CRITICAL)
    if not damage:
        return _lost(blow, extra, b, lambda b: then(a, b))
    means = []
    for spent in range(max(0, min(2, b.will, 10 - blow.protection)) + 1):
        mean, left = 0.0, Side(b.life, b.will - spent, b.answers)
        for o, n, p in roll_odds(blow.protection + spent, 7, blow.protection_rerolls).joint:
            lost = max(0, damage - PROTECTION.read(Result(o, n))) + extra
            mean += p * _lost(blow, lost, left, lambda b: then(a, b))
        means.append(mean)
    return min(means)


def _lost(blow: Blow, lost: int, b: Side, then: Callable[[Side], float]) -> float:
    """B loses so much, and by poison more unless a die shows 7 or more."""
    plain, worse = (then(Side(b.life - lost - more, b.will, b.answers)) for more in (0, blow.poison))
    return 0.6 * worse + 0.4 * plain if lost else plain


@pytest.mark.rule("DICE-13", "ACT-03")
def test_one_blow_without_will_is_the_attack_alone() -> None:
    loss = attack_odds(5, 6, 1, 3, 2, 1, 1)
    blow = Blow(5, 6, 1, 3, 2, 1, 1)
    for life in (1, 2, 4, 7):
        assert fall_chance(strikes(blow, 1), Side(10), Side(life)) == pytest.approx(loss.kill(life), abs=1e-12)


@pytest.mark.rule("DICE-13", "ACT-03", "DICE-05")
@pytest.mark.parametrize(
    ("strokes", "a", "b"),
    [
        (strikes(Blow(3, 6), 2), Side(9, 2), Side(3, 0)),
        (strikes(Blow(3, 6, 1, 2), 2), Side(9, 3), Side(4, 2)),
        ((Stroke(Blow(2, 7)), Stroke(Blow(4, 5, 1, 1))), Side(5, 2), Side(3, 1)),
        (strikes(Blow(2, 7, 1, 1), 2), Side(2, 1, (Blow(2, 7),)), Side(3, 1, (Blow(3, 6, 1, 1), Blow(1, 2)))),
        ((Stroke(Blow(3, 6, 2, 1), "target"), *strikes(Blow(3, 6, 1, 1), 1)), Side(3, 1), Side(2, 2)),
        (strikes(Blow(2, 6, 0, 1), 1), Side(9, 7), Side(2, 9)),  # no more will than serves
        (strikes(Blow(2, 6, 1, 1, fear=1), 1), Side(9, 9), Side(3, 9)),  # which is two points against Fear too
        (strikes(Blow(2, 6, 1, 1, fear=9), 1), Side(1, 1), Side(2, 3)),
        (strikes(Blow(3, 8, 9, 10, fear=1), 1), Side(9), Side(5, 5)),  # no more than two of them
        (strikes(Blow(3, 8, 2, 1), 1), Side(9, 5), Side(3, 5)),
        (strikes(Blow(9, 9, -3, 9), 1), Side(9, 3), Side(2, 3)),  # and no more dice than ten
        (strikes(Blow(2, 6, 1, 1, fumble=2), 2), Side(2, 1), Side(3)),
        (strikes(Blow(2, 6, 1, 1, fumble=2), 2), Side(3, 0, (Blow(1, 5),)), Side(3, 0, (Blow(3, 4, 1), Blow(2, 9)))),
        (strikes(Blow(2, 7), 1), Side(1), Side(2, 1, (Blow(2, 3),))),
        ((Stroke(Blow(2, 6), "target"),), Side(2, 0, (Blow(4, 4, 1), Blow(3, 8))), Side(2)),
        ((Stroke(Blow(2, 6), "target"),) * 2, Side(3, 0, (Blow(4, 4, 1),)), Side(2)),  # who lives on may answer
        ((Stroke(Blow(1, 6), "target"), Stroke(Blow(2, 6))), Side(2, 2, (Blow(2, 4),)), Side(2, 1, (Blow(2, 5),))),
    ],
)
def test_exchanges_match_plain_recursion(strokes: tuple[Stroke, ...], a: Side, b: Side) -> None:
    assert fall_chance(strokes, a, b) == pytest.approx(exchanged(strokes, a, b), abs=1e-10)


@pytest.mark.rule("DICE-13", "ABIL-Fear", "WEAP-Harmless", "WEAP-Poisoned", "ABIL-Parry")
@pytest.mark.parametrize(
    ("blow", "a", "b"),
    [
        (Blow(3, 7, fear=1), Side(2, 1), Side(2, 1)),
        (Blow(2, 6, 1, 1, rerolls=1, fear=9), Side(1, 2), Side(3, 2)),
        (Blow(2, 7, fear=0), Side(1), Side(2, 3, (Blow(3, 5),))),
        (Blow(3, 5, 2, harmless=True), Side(2, 1), Side(1, 1)),
        (Blow(3, 5, 0, 1, poison=2), Side(2, 1), Side(4, 1)),
        (Blow(4, 5, -3, 1, poison=1), Side(2), Side(3)),
        (Blow(4, 5, 1, 2, 1, 2, 1), Side(2, 1), Side(4, 1)),
        (Blow(4, 5, 1, 2, 2, 1), Side(2, 1), Side(4, 1)),
    ],
)
def test_whatever_a_blow_brings_matches_plain_recursion(blow: Blow, a: Side, b: Side) -> None:
    for strokes in (strikes(blow, 2), (Stroke(blow, "target"), Stroke(blow))):
        assert fall_chance(strokes, a, b) == pytest.approx(exchanged(strokes, a, b), abs=1e-10)


@pytest.mark.rule("DICE-13", "ACT-03")
def test_a_fumble_costs_the_attacker_one_life_point() -> None:
    """One die on 7+: 0.4 hit, 0.1 fumble. Who has fumbled its last Life Point away does not strike again."""
    twice = strikes(Blow(1, 7), 2)
    assert fall_chance(twice, Side(1), Side(1)) == pytest.approx(0.4 + 0.5 * 0.4)
    assert fall_chance(twice, Side(2), Side(1)) == pytest.approx(0.4 + 0.6 * 0.4)
    assert fall_chance(twice, Side(1), Side(2)) == pytest.approx(0.4 * 0.4)
    assert fall_chance(strikes(Blow(1, 7), 3), Side(1), Side(1)) == pytest.approx(0.4 + 0.5 * (0.4 + 0.5 * 0.4))
    assert fall_chance(strikes(Blow(1, 7), 3), Side(2), Side(1)) == pytest.approx(1 - 0.6**3 - 0.1 * 0.1 * 0.4)


@pytest.mark.rule("DICE-13", "ACT-03", "ACT-04")
def test_a_blow_that_shows_no_more_than_its_dice_is_plain() -> None:
    """Without anything else told of it: no modifiers, no protection, no re-rolls, no poison, no fear; and no will."""
    assert fall_chance(strikes(Blow(2, 7), 1), Side(9), Side(2)) == pytest.approx(0.4 * 0.4)
    assert fall_chance(strikes(Blow(2, 7), 1), Side(9), Side(1)) == pytest.approx(1 - 0.6 * 0.6)
    assert fall_chance(strikes(Blow(2, 7), 1), Side(9), Side(3)) == pytest.approx(0.1 * 0.4)  # a Critical's third


@pytest.mark.rule("DICE-13", "ABIL-Fear")
def test_fear_is_rolled_before_the_blow_with_will_points_of_its_own() -> None:
    blow = Blow(3, 7, fear=2)
    calm, afraid = attack_odds(3, 7).kill(2), attack_odds(3, 7, rerolls=10).kill(2)
    for will, dice in ((0, 2), (1, 3), (4, 4)):
        fails = roll_odds(dice).aces[0]
        shown = fall_chance(strikes(blow, 1), Side(9), Side(2, will))
        saving = fall_chance(strikes(Blow(3, 7, fear=dice), 1), Side(9), Side(2))
        assert saving == pytest.approx(fails * afraid + (1 - fails) * calm)
        assert shown <= saving + 1e-12


@pytest.mark.rule("DICE-13", "ACT-02", "ABIL-Bodyguard")
def test_a_stroke_that_comes_in_first_may_end_it() -> None:
    """A guard that always kills leaves nothing; one that may kill costs just its chance."""
    own = strikes(Blow(4, 5, 1), 1)
    alone = fall_chance(own, Side(3), Side(2))
    sure = Stroke(Blow(10, 2, 10), "other")
    assert fall_chance((sure, *own), Side(3), Side(2)) < 1e-6
    some = Blow(3, 7, 1)
    survives = 1 - attack_odds(3, 7, 1).kill(3)
    assert fall_chance((Stroke(some, "other"), *own), Side(3), Side(2)) == pytest.approx(alone * survives)


@settings(max_examples=40)
@given(
    st.integers(1, 8), st.integers(3, 9), st.integers(-1, 2), st.integers(0, 5), st.integers(1, 8), st.integers(0, 3)
)
def test_more_attacks_or_will_never_hurt(
    dice: int, needed: int, damage: int, armour: int, life: int, will: int
) -> None:
    blow = Blow(dice, needed, damage, armour)
    chances = [fall_chance(strikes(blow, times), Side(20), Side(life, will)) for times in (1, 2, 3)]
    assert chances == sorted(chances)
    assert all(-1e-12 <= chance <= 1 + 1e-12 for chance in chances)
    assert fall_chance(strikes(blow, 2), Side(20, 2), Side(life, will)) >= chances[1] - 1e-12
    assert fall_chance(strikes(blow, 2), Side(20), Side(life, will + 1)) <= chances[1] + 1e-12
    better = Blow(min(10, dice + 1), needed, damage, armour)
    assert fall_chance(strikes(better, 2), Side(20), Side(life, will)) >= chances[1] - 1e-12
