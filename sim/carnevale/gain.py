"""What a will point or a re-roll gains, from the question alone (DICE-05, 06, 13).

The rules ask whenever a player may spend: agendas count Will Points spent and dice re-rolled, and no roll of dice is
certain. So a table shows beside the question what each answer is worth, and where none is worth anything says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from sim.carnevale.rerolls import RerollDice
    from sim.carnevale.will import SpendWill

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


def will(asked: SpendWill) -> tuple[Chance, ...]:
    """What 0, 1 and 2 Will Points come to, as far as there is room for more dice; re-rolls by abilities included."""
    room = max(0, min(MOST_WILL, MOST_DICE - asked.dice))
    return tuple(_with(asked, asked.dice + spent) for spent in range(room + 1))


def _with(asked: SpendWill, dice: int) -> Chance:
    needed, own, theirs = asked.needed, asked.rerolls, asked.opposing_rerolls
    if asked.opposing is None:
        return _chance(asked, roll_odds(dice, needed, own, asked.forced))
    if asked.defends:
        odds = opposed_odds(asked.opposing, dice, needed, theirs, own, asked.most_against)
        return msgspec.structs.replace(_chance(asked, odds), succeeds=1 - odds.succeeds)
    return _chance(asked, opposed_odds(dice, asked.opposing, needed, own, theirs, asked.most_against))


def _chance(asked: SpendWill | RerollDice, odds: Odds, dice: tuple[int, ...] = ()) -> Chance:
    of, reading = READ.get(asked.purpose, ("", None))
    mean = None
    if reading is not None:
        mean = abs(sum(p * reading(outcome, aces, asked.stake) for outcome, aces, p in odds.joint))
    return Chance(odds.succeeds, odds.of(Outcome.CRITICAL), odds.of(Outcome.FUMBLE), mean, of, dice)


# --- re-rolls -----------------------------------------------------------------------------------------------


def reroll(asked: RerollDice) -> tuple[Chance, Chance]:
    """The roll as it lies, and re-rolled as serves best whoever is asked (the same, where nothing serves)."""
    now = best = _rerolled(asked, ())
    for dice in _picks(asked):
        found = _rerolled(asked, dice)
        if _worth(asked, found) > _worth(asked, best) + SAME:
            best = found
    return now, best


def _picks(asked: RerollDice) -> list[tuple[int, ...]]:
    """Dice to try: misses of one's own roll, Aces of an enemy's; with and without the Destiny Die where it may be."""
    wanted = [die for die in asked.among if (die in asked.aces) != asked.own]
    plain = [die for die in wanted if die]
    most = asked.most if asked.own else asked.free
    found = [tuple(plain[:n]) for n in range(1, min(most, len(plain)) + 1)]
    if 0 in asked.among and (asked.free or 0 not in asked.aces):
        found += [(0, *plain[:n]) for n in range(min(most - 1, len(plain)) + 1)]
    return found


def _rerolled(asked: RerollDice, dice: tuple[int, ...]) -> Chance:
    """The chances once these dice have been thrown again."""
    faces, needed = asked.faces, asked.needed
    kept = sum(die > 0 and die not in dice for die in asked.aces)
    plain = plain_odds(sum(die > 0 for die in dice), needed)
    destinies = [(face, 1 / SIDES) for face in range(1, SIDES + 1)] if 0 in dice else [(faces[0], 1.0)]
    joint: defaultdict[tuple[Outcome, int], float] = defaultdict(float)
    for face, p in destinies:
        for aces, q in enumerate(plain):
            joint[outcome_of(face, kept + aces, needed)] += p * q
    if asked.defends:  # neither Critical nor Fumble on this side (DICE-08)
        read: defaultdict[tuple[Outcome, int], float] = defaultdict(float)
        for (_, aces), p in joint.items():
            read[(Outcome.SUCCESS if aces else Outcome.FAIL), aces] += p
        joint = read
    odds = Odds(tuple((outcome, aces, p) for (outcome, aces), p in joint.items()))
    if asked.defends:
        mean = sum(p * aces for _, aces, p in odds.joint)
        return Chance(odds.succeeds, 0.0, 0.0, mean, "Aces", dice)
    return _chance(asked, odds, dice)


def _worth(asked: RerollDice, chance: Chance) -> float:
    """What a re-roll is chosen by: the mean where there is one, else success, then a Critical and no Fumble."""
    outcome = chance.succeeds + 0.1 * chance.critical - 0.1 * chance.fumble
    mean = chance.mean or 0.0
    worth = (-mean if asked.purpose in LOST and not asked.defends else mean) + 1e-3 * outcome
    worth = outcome if chance.mean is None else worth
    return worth if asked.own else -worth


# --- in words -------------------------------------------------------------------------------------------------

NOTHING = "Nothing to gain."


def of_will(asked: SpendWill) -> str:
    """A line for a question about Will Points: what each answer comes to, or that there is nothing to gain."""
    chances = will(asked)
    changes = _changes(asked, chances, "held off" if asked.defends else "success")
    spent = "1 or 2 WP" if len(chances) > 2 else "1 WP"
    return f"With {spent}: {', '.join(changes)}." if changes is not None else NOTHING


def of_reroll(asked: RerollDice) -> str:
    """A line for a question about re-rolls: what the best of them comes to, or that there is nothing to gain."""
    chances = reroll(asked)
    changes = _changes(asked, chances, "success")
    dice = len(chances[-1].dice)
    return (
        f"Re-rolling {dice} {'die' if dice == 1 else 'dice'}: {', '.join(changes)}." if changes is not None else NOTHING
    )


def _changes(asked: SpendWill | RerollDice, chances: tuple[Chance, ...], success: str) -> list[str] | None:
    """What the answers change, one thing after the other; None: nothing."""
    if all(chance.like(chances[0]) for chance in chances):
        return None
    parts = []
    if asked.purpose not in LOST:
        parts.append(_arrows(success, [percent(chance.succeeds) for chance in chances]))
    if chances[0].mean is not None:
        parts.append(_arrows(chances[0].of, [f"{chance.mean:.1f}" for chance in chances]))
    if asked.purpose not in READ or asked.purpose in ("combat", "grapple", "cast"):  # else the mean has it
        parts.append(_arrows("Critical", [percent(chance.critical) for chance in chances]))
    parts.append(_arrows("Fumble", [percent(chance.fumble) for chance in chances]))
    return [part for part in parts if part]


def _arrows(what: str, values: list[str]) -> str:
    """A number before and after; empty where it stays."""
    return f"{what} {' → '.join(values)}" if len(set(values)) > 1 else ""
