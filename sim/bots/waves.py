"""Waves of Force: worth what it is worth that the enemies whom they catch are thrown, and where to send them."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

import numpy as np

from sim.bots import candidate_places
from sim.bots.danger import Outlook
from sim.bots.throws import LEAST, Throws
from sim.bots.turn_plans import TurnPlans
from sim.carnevale.characters import Point
from sim.carnevale.dice import GRAPPLE, Outcome, Result
from sim.carnevale.disciplines.runes import CREST, Wave, WavesOfForce, WhereWaveEnds, caught_by_wave
from sim.carnevale.magic.casting import Cast
from sim.carnevale.odds import Odds
from sim.engine.requests import measured

__all__ = ["wave_ends", "wave_starts", "wave_worth"]

STARTS = 2  # places in water that are looked at beside each enemy, the nearest first
TOSSED = 0.05  # Victory Points: a friend who is thrown somewhere


def wave_starts(plans: TurnPlans) -> Iterator[Cast]:
    """The spell, begun in water from where the wave reaches an enemy."""
    wet = plans.at[plans.wet]
    for foe in plans.foes:
        swims = [foe.here] if plans.outlook.wet(foe.id) else []
        apart = np.linalg.norm(wet - np.array(foe.here), axis=1)
        near = [candidate_places.as_point(wet[row]) for row in np.argsort(apart, kind="stable")[:STARTS]]
        for start in (*swims, *near):
            reached = dist(start, foe.here) <= Wave.longest and foe.here[2] <= start[2] + CREST
            cast = Cast(WavesOfForce.name, to=start)
            if reached and measured(cast.refusal(plans.view, plans.who), plans.view, plans.measure) is None:
                yield cast


def wave_worth(outlook: Outlook, who: str, start: Point, odds: Odds) -> float:
    """What it brings on average to begin it there, sent the best way; less than nothing is nothing."""
    return max((worth for worth, _ in _ways(outlook, who, start, odds)), default=0.0)


def wave_ends(outlook: Outlook, choice: WhereWaveEnds) -> Point:
    """Where to send a wave that begins there: over whom it serves best to throw."""
    sure = Odds(((Outcome.SUCCESS, 1, 1.0),))
    ways = list(_ways(outlook, choice.who, choice.start, sure))
    return max(ways, key=lambda each: each[0])[1] if ways else choice.start


def _ways(outlook: Outlook, who: str, start: Point, odds: Odds) -> Iterator[tuple[float, Point]]:
    """Ends of a wave, each with what it is worth."""
    view, throws, known = outlook.view, Throws(outlook, who), dict[str, float]()
    inches = [(GRAPPLE.read(Result(outcome, aces)), p) for outcome, aces, p in odds.joint if outcome.succeeded]
    most = max((far for far, _ in inches), default=LEAST)
    for foe in view.enemies(who):
        if dist(start, foe.here) > Wave.longest:
            continue
        found = 0.0
        for caught in caught_by_wave(view, start, foe.here):
            if view[caught].seat == view[who].seat:
                found -= TOSSED
                continue
            if caught not in known:
                known[caught] = throws.best(caught, min(float(most), LEAST + 1.0))[0]
            found += known[caught]
        yield found * sum(p for _, p in inches), foe.here
