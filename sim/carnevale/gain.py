"""What a will point or a re-roll gains, from the facts of the question alone (DICE-05, 06, 13).

The rules ask whenever a player may spend: agendas count Will Points spent and dice re-rolled, and no roll of dice is
certain. So a table shows beside the question what each answer is worth, and where none is worth anything says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sim.carnevale.dice import (
    DIVE,
    DROWN,
    FALL_SAVED,
    GRAPPLE,
    JUMP,
    MOST_DICE,
    PROTECTION,
    ROW,
    Outcome,
    Result,
)
from sim.carnevale.odds import SIDES, Odds, opposed_odds, outcome_of, plain_odds, roll_odds
from sim.carnevale.played import MOST_WILL
from sim.percent import percent

Facts = Mapping[str, Any]
Reading = Callable[[Outcome, int, int], float]  # outcome, Aces, what is at stake -> how much

SAME = 1e-9

READ: dict[str, tuple[str, Reading]] = {  # by a roll's purpose: what its result counts for, in what; more is better
    "jump": ("inches", lambda o, n, _: JUMP.read(Result(o, n))),
    "row": ("inches", lambda o, n, _: ROW.read(Result(o, n))),
    "grapple": ("inches", lambda o, n, _: GRAPPLE.read(Result(o, n))),
    "dive": ("Underwater counters", lambda o, n, _: DIVE.read(Result(o, n))),
    "drown": ("Life Points taken", lambda o, n, _: DROWN.read(Result(o, n))),
    "combat": ("Damage", lambda o, n, stake: max(0, n + stake) if o.succeeded else 0),
    "cast": ("Aces", lambda _o, n, _: n),
    "fall": ("Life Points lost", lambda o, n, stake: -max(0, stake - FALL_SAVED.read(Result(o, n)))),
    "protection": ("Life Points lost", lambda o, n, stake: -max(0, stake - PROTECTION.read(Result(o, n)))),
}
LOST = ("fall", "protection")  # here a success is nothing in itself: what it saves is


class Chance(msgspec.Struct, frozen=True):
    """What an answer comes to, for whoever is asked.

    For the side that an opposed roll is made against, `succeeds` is the chance to hold the other off, and the rest is
    the other's. `mean`: how much of what (`of`), on average; None where only the outcome counts.
    """

    succeeds: float
    critical: float
    fumble: float
    mean: float | None = None
    of: str = ""
    dice: tuple[int, ...] = ()  # of a re-roll: which to pick, by their places

    def like(self, other: Chance) -> bool:
        """Is it all the same?"""
        mine = (self.succeeds, self.critical, self.fumble, self.mean or 0.0)
        theirs = (other.succeeds, other.critical, other.fumble, other.mean or 0.0)
        return all(abs(a - b) < SAME for a, b in zip(mine, theirs, strict=True))


# --- will points ------------------------------------------------------------------------------------------


def will(facts: Facts) -> tuple[Chance, ...]:
    """What 0, 1 and 2 Will Points come to, as far as there is room for more dice; re-rolls by abilities included."""
    room = max(0, min(MOST_WILL, MOST_DICE - facts["dice"]))
    return tuple(_with(facts, facts["dice"] + spent) for spent in range(room + 1))


def _with(facts: Facts, dice: int) -> Chance:
    needed, rerolls, forced = facts["needed"], facts.get("rerolls", 0), facts.get("forced", 0)
    theirs = facts.get("against_rerolls", 0)
    if facts["opposing"] is None:
        return _chance(facts, roll_odds(dice, needed, rerolls, forced))
    if facts["defends"]:
        odds = opposed_odds(facts["opposing"], dice, needed, theirs, rerolls, facts["most_against"])
        return msgspec.structs.replace(_chance(facts, odds), succeeds=1 - odds.succeeds)
    return _chance(facts, opposed_odds(dice, facts["opposing"], needed, rerolls, theirs, facts["most_against"]))


def _chance(facts: Facts, odds: Odds, dice: tuple[int, ...] = ()) -> Chance:
    of, reading = READ.get(facts["purpose"], ("", None))
    mean = None
    if reading is not None:
        mean = abs(sum(p * reading(outcome, aces, facts.get("stake", 0)) for outcome, aces, p in odds.joint))
    return Chance(odds.succeeds, odds.of(Outcome.CRITICAL), odds.of(Outcome.FUMBLE), mean, of, dice)


# --- re-rolls -----------------------------------------------------------------------------------------------


def reroll(facts: Facts) -> tuple[Chance, Chance]:
    """The roll as it lies, and re-rolled as serves best whoever is asked (the same, where nothing serves)."""
    now = best = _rerolled(facts, ())
    for dice in _picks(facts):
        found = _rerolled(facts, dice)
        if _worth(facts, found) > _worth(facts, best) + SAME:
            best = found
    return now, best


def _picks(facts: Facts) -> list[tuple[int, ...]]:
    """Dice to try: misses of one's own roll, Aces of an enemy's; with and without the Destiny Die where it may be."""
    wanted = [die for die in facts["among"] if facts["aces"][die] != facts["own"]]
    plain = [die for die in wanted if die]
    most = facts["most"] if facts["own"] else facts["free"]
    found = [tuple(plain[:n]) for n in range(1, min(most, len(plain)) + 1)]
    if 0 in facts["among"] and (facts["free"] or not facts["aces"][0]):
        found += [(0, *plain[:n]) for n in range(min(most - 1, len(plain)) + 1)]
    return found


def _rerolled(facts: Facts, dice: tuple[int, ...]) -> Chance:
    """The chances once these dice have been thrown again."""
    faces, needed = facts["faces"], facts["needed"]
    kept = sum(ace for die, ace in enumerate(facts["aces"]) if die and die not in dice)
    plain = plain_odds(sum(die > 0 for die in dice), needed)
    destinies = [(face, 1 / SIDES) for face in range(1, SIDES + 1)] if 0 in dice else [(faces[0], 1.0)]
    joint: defaultdict[tuple[Outcome, int], float] = defaultdict(float)
    for face, p in destinies:
        for aces, q in enumerate(plain):
            joint[outcome_of(face, kept + aces, needed)] += p * q
    if facts.get("defends"):  # neither Critical nor Fumble on this side (DICE-08)
        read: defaultdict[tuple[Outcome, int], float] = defaultdict(float)
        for (_, aces), p in joint.items():
            read[(Outcome.SUCCESS if aces else Outcome.FAIL), aces] += p
        joint = read
    odds = Odds(tuple((outcome, aces, p) for (outcome, aces), p in joint.items()))
    if facts.get("defends"):
        mean = sum(p * aces for _, aces, p in odds.joint)
        return Chance(odds.succeeds, 0.0, 0.0, mean, "Aces", dice)
    return _chance(facts, odds, dice)


def _worth(facts: Facts, chance: Chance) -> float:
    """What a re-roll is chosen by: the mean where there is one, else success, then a Critical and no Fumble."""
    outcome = chance.succeeds + 0.1 * chance.critical - 0.1 * chance.fumble
    mean = chance.mean or 0.0
    worth = (-mean if facts["purpose"] in LOST and not facts["defends"] else mean) + 1e-3 * outcome
    worth = outcome if chance.mean is None else worth
    return worth if facts["own"] else -worth


# --- in words -------------------------------------------------------------------------------------------------


def words(prompt: str, facts: Facts) -> str:
    """A line for a "will" or "reroll" question: what each answer comes to, or that there is nothing to gain."""
    chances = will(facts) if prompt == "will" else reroll(facts)
    if all(chance.like(chances[0]) for chance in chances):
        return "Nothing to gain."
    parts = []
    if facts["purpose"] not in LOST:
        label = "held off" if facts.get("defends") and prompt == "will" else "success"
        parts.append(_arrows(label, [percent(chance.succeeds) for chance in chances]))
    if chances[0].mean is not None:
        parts.append(_arrows(chances[0].of, [f"{chance.mean:.1f}" for chance in chances]))
    if facts["purpose"] not in READ or facts["purpose"] in ("combat", "grapple", "cast"):  # else the mean has it
        parts.append(_arrows("Critical", [percent(chance.critical) for chance in chances]))
    parts.append(_arrows("Fumble", [percent(chance.fumble) for chance in chances]))
    told = [part for part in parts if part]
    if prompt == "reroll":
        dice = len(chances[-1].dice)
        return f"Re-rolling {dice} {'die' if dice == 1 else 'dice'}: {', '.join(told)}."
    spent = "1 or 2 WP" if len(chances) > 2 else "1 WP"
    return f"With {spent}: {', '.join(told)}."


def _arrows(what: str, values: list[str]) -> str:
    """A number before and after; empty where it stays."""
    return f"{what} {' → '.join(values)}" if len(set(values)) > 1 else ""
