"""Places on the board that a bot may think of: within reach, to jump to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from sim.board.model.queries import EVERYWHERE, GroundOf, Mover, ProspectOf
from sim.board.model.verdicts import Ground, Prospect
from sim.carnevale import ways
from sim.carnevale.characters import Point
from sim.carnevale.scenarios.deployment import Place, standing
from sim.carnevale.state import State
from sim.engine.requests import Measure

__all__ = ["Goal", "as_point", "inches", "leads_away", "prospect", "runner", "to_jump_to", "within"]

Goal = tuple[float, float, float, float]  # x, y, z, radius

OVER_HEAD = 3.0  # inches: how much higher a jump may be aimed (JUMP-01)
OUT = 10.0  # inches: no floor of one house takes a longer walk
LEAST = 0.1  # of its reach, within which a bot looks for a place at random
NEAREST, LONGEST = 1.0, 8.0  # inches: no jump that a bot aims is shorter, or longer


def runner(state: State, who: str, measure: Measure, *, spared: bool = False) -> Mover:
    """How a Run/Climb of this character moves; `spared`: out of water, by an access (MOVE-09)."""
    ground: Ground = measure(state, GroundOf(who))
    inches = ways.allowance(state, who, in_water=ground.water, spared=spared).total
    return ways.mover(state, who, inches, in_water=ground.water)


def inches(state: State, who: str, *, in_water: bool) -> float:
    """How far a Run/Climb of this character leads that begins in water, or elsewhere."""
    return ways.mover(state, who, ways.allowance(state, who, in_water=in_water).total, in_water=in_water).move


def prospect(
    state: State,
    mover: Mover,
    measure: Measure,
    *goals: tuple[Goal, ...],
    rolls: bool = True,
    crowd: float = 0.0,
    within: float = EVERYWHERE,
    told: float = EVERYWHERE,
) -> Prospect:
    """Where a move of a character could end, and how far on it is to the nearest goal of each set."""
    verdict: Prospect = measure(state, ProspectOf(mover, goals, rolls, crowd=crowd, within=within, told=told))
    return verdict


def within(state: State, who: str, measure: Measure, rng: Random) -> Iterator[Point]:
    """Places within some part of the reach, at random, without end while there is any.

    What part is drawn first: the nearer, the less there is to look at.
    """
    mover = runner(state, who, measure)
    near = msgspec.structs.replace(mover, move=mover.move * rng.uniform(LEAST, 1.0))
    verdict: Prospect = measure(state, ProspectOf(near))
    places = verdict.at
    while len(places):
        yield as_point(places[rng.randrange(len(places))])


def as_point(row: Sequence[float]) -> Point:
    """A row of a prospect as a place of the game."""
    x, y, z = (round(float(v), 3) for v in row)
    return (x, y, z)


def leads_away(state: State, measure: Measure, place: Place) -> bool:
    """Do runs lead away from where a character would be set up? They do not from a floor that its base cannot leave."""
    there = standing(state, state[place.who], place.at)
    mover = runner(there, place.who, measure)
    if place.aboard is not None or mover.fly:
        return True
    found = prospect(there, msgspec.structs.replace(mover, move=OUT + mover.move), measure)
    return bool((found.cost > OUT).any())


def to_jump_to(state: State, who: str, measure: Measure, rng: Random) -> Iterator[Point]:
    """Places in every direction where a base could land, at random, without end while there is any."""
    x, y, z = state[who].here
    mover = Mover(who, LONGEST, ethereal=True)  # whatever stands between
    verdict: Prospect = measure(state, ProspectOf(mover))
    places = verdict.at
    far = ((places[:, :2] - (x, y)) ** 2).sum(axis=1) ** 0.5
    places = places[(far > NEAREST) & (places[:, 2] < z + OVER_HEAD)]
    while len(places):
        yield as_point(places[rng.randrange(len(places))])
