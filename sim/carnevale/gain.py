"""What a will point or a re-roll gains, as its question tells it (DICE-05, 06, 13).

The rules ask whenever a player may spend: agendas count Will Points spent and dice re-rolled, and no roll of dice is
certain. So a table shows beside the question what each answer is worth, and where none is worth anything says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import msgspec

from sim.carnevale.dice import (
    DIVE,
    DROWN,
    FALL_SAVED,
    GRAPPLE,
    JUMP,
    PROTECTION,
    ROW,
    Outcome,
    Result,
)
from sim.carnevale.odds import Loss, Odds
from sim.percent import percent
from sim.words import joined, say

__all__ = ["LOST", "NOTHING", "READ", "SAME", "SUCCESS", "Chance", "chance_of", "in_words", "life_lost"]

Reading = Callable[[Outcome, int, int], float]  # outcome, Aces, what is at stake -> how much

SAME = 1e-9
NOTHING = say("Nothing to gain for the roll.")
SUCCESS = say("success")

READ: dict[str, tuple[str, Reading]] = {  # by a roll's purpose: what its result counts for, in what; more is better
    "jump": (say("inches"), lambda o, n, _: JUMP.read(Result(o, n))),
    "row": (say("inches"), lambda o, n, _: ROW.read(Result(o, n))),
    "grapple": (say("inches"), lambda o, n, _: GRAPPLE.read(Result(o, n))),
    "dive": (say("Underwater counters"), lambda o, n, _: DIVE.read(Result(o, n))),
    "drown": (say("Life Points taken"), lambda o, n, _: DROWN.read(Result(o, n))),
    "combat": (say("Damage"), lambda o, n, stake: max(0, n + stake) if o.succeeded else 0),
    "cast": (say("Aces"), lambda _o, n, _: n),
    "fall": (say("Life Points lost"), lambda o, n, stake: -max(0, stake - FALL_SAVED.read(Result(o, n)))),
    "protection": (say("Life Points lost"), lambda o, n, stake: -max(0, stake - PROTECTION.read(Result(o, n)))),
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

    @property
    def without_aces(self) -> Chance:
        """The same of a roll whose outcome alone counts."""
        return msgspec.structs.replace(self, mean=None, of="")

    def like(self, other: Chance) -> bool:
        """Is it all the same?"""
        mine = (self.succeeds, self.critical, self.fumble, self.mean or 0.0)
        theirs = (other.succeeds, other.critical, other.fumble, other.mean or 0.0)
        return all(abs(a - b) < SAME for a, b in zip(mine, theirs, strict=True))


def chance_of(purpose: str, stake: int, odds: Odds, dice: tuple[int, ...] = (), besides: int = 0) -> Chance:
    """What a roll for this purpose comes to; `stake`: Damage or Life Points that it is about, `besides`: those that are
    lost whatever it shows."""
    of, reading = READ.get(purpose, ("", None))
    mean = None
    if purpose in LOST:
        mean = life_lost(purpose, stake, odds, besides).mean
    elif reading is not None:
        mean = sum(p * reading(outcome, aces, stake) for outcome, aces, p in odds.joint)
    return Chance(odds.succeeds, odds.of(Outcome.CRITICAL), odds.of(Outcome.FUMBLE), mean, of, dice)


def life_lost(purpose: str, stake: int, odds: Odds, besides: int = 0) -> Loss:
    """What a protection or falling roll costs whoever rolls it, in all (DICE-11, FALL-02).

    `besides`: Life Points that go whatever it shows: a Critical's (ACT-03), and those that are paid as Will Points
    (ABIL-Frenzied).
    """
    _, reading = READ[purpose]
    lost: defaultdict[int, float] = defaultdict(float)
    for outcome, aces, p in odds.joint:
        lost[besides - int(reading(outcome, aces, stake))] += p
    return Loss(odds, tuple(lost.get(n, 0.0) for n in range(max(lost) + 1)))


def in_words(begins: str, purpose: str, chances: Sequence[Chance], success: str = SUCCESS) -> str:
    """A line for a question: what its answers change, from the first chance to the last, or that nothing does."""
    parts = []
    if purpose not in LOST:
        parts.append(_arrows(success, [percent(chance.succeeds) for chance in chances]))
    if chances[0].mean is not None:
        parts.append(_arrows(chances[0].of, [say("{mean:.1f}", mean=chance.mean) for chance in chances]))
    if purpose not in READ or purpose in ("combat", "grapple", "cast"):  # else the mean has it
        parts.append(_arrows(say("Critical"), [percent(chance.critical) for chance in chances]))
    parts.append(_arrows(say("Fumble"), [percent(chance.fumble) for chance in chances]))
    if not any(parts) or all(chance.like(chances[0]) for chance in chances):
        return NOTHING
    return say("{begins}: {changes}.", begins=begins, changes=joined(", ", parts))


def _arrows(what: str, values: list[str]) -> str:
    """A number before and after; empty where it stays."""
    return say("{what} {values}", what=what, values=joined(" → ", values)) if len(set(values)) > 1 else ""
