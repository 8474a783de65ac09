"""How likely each gang is to win from a position, as far as games between seasoned bots tell.

What is looked at is open to everybody: the Victory Points that are made, those that each would score besides if the
game ended here (by the scenario's own rule), the minis that still stand, and how much of the game is over. Agendas in
hand are not reckoned with, nor Life, which told no more in those games. The numbers are fitted by `tools/chances.py`,
which also says how far they can be trusted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import dist, exp
from typing import NamedTuple, TypeVar, cast

import msgspec

from sim.board.files.folders import assets_dir
from sim.board.model.queries import DistanceOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Distance
from sim.carnevale import scenario
from sim.carnevale.characters import Point
from sim.carnevale.objective import RADIUS
from sim.carnevale.state import State
from sim.engine.requests import HasVerdict, measured

__all__ = [
    "CHANCES",
    "ChanceAccuracy",
    "ChanceSwing",
    "ChanceWeights",
    "FittedChances",
    "GamePosition",
    "chances_of",
    "fitted",
    "likely",
    "position_of",
    "swings_of",
]

V = TypeVar("V")

CHANCES = assets_dir() / "bots" / "chances.json"
LEAST, MOST = 0.1, 6  # of swings: by how much, and how many are told


class GamePosition(NamedTuple):
    """What tells of the end. `progress`: the share of the game that is over, from 0 to 1."""

    progress: float
    made: dict[str, float]  # Victory Points of each seat
    open: dict[str, float]  # those that it would score besides, if the game ended here
    minis: dict[str, float]  # how many stand on the board


class ChanceWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a point and a mini are worth, at each of the knots; in natural logarithms of odds."""

    made: tuple[float, ...]
    open: tuple[float, ...]
    minis: tuple[float, ...]


class ChanceAccuracy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mean squares of how far chances were from what came (Brier scores): of each tenth of the games, as they were told
    by a fit to the others."""

    positions: int
    chances: float
    rival: str  # the best of what is simpler: one thing alone, fitted in the same way
    rivals: float


class FittedChances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers, what made them, and how good they are."""

    made_by: str
    games: int
    knots: tuple[float, ...]
    weights: ChanceWeights
    accuracy: ChanceAccuracy


@cache
def fitted() -> FittedChances:
    return msgspec.json.decode(CHANCES.read_bytes(), type=FittedChances)


def chances_of(state: State) -> dict[str, float]:
    """How likely each seat is to win from here, in shares of one; a draw is shared. Empty in a free fight."""
    if scenario.of(state) is None:
        return {}
    if state.over:
        return {seat: (1 / len(state.winners) if seat in state.winners else 0.0) for seat in state.seats}
    position = position_of(state)
    return likely(position, fitted().knots, fitted().weights)


def position_of(state: State) -> GamePosition:
    """What tells of the end, in a game with a scenario. Before the first round all gangs are as good as another."""
    page = scenario.of(state)
    assert page is not None
    if state.round == 0:
        return GamePosition(0.0, *(dict.fromkeys(state.seats, 0.0) for _ in range(3)))
    here = state.on_board()
    gone = state.round - 1 + (sum(c.had_turn for c in here) / len(here) if here else 1.0)
    would = state.copy()
    measured(page.score(would), would, _between_centres)
    return GamePosition(
        min(1.0, gone / page.rounds),
        {seat.id: float(seat.vp) for seat in state.seats.values()},
        {seat.id: float(would.seats[seat.id].vp - seat.vp) for seat in state.seats.values()},
        {seat: float(sum(c.seat == seat for c in here)) for seat in state.seats},
    )


def likely(position: GamePosition, knots: tuple[float, ...], weights: ChanceWeights) -> dict[str, float]:
    """The chances that a position gives by these weights: odds go as exp of what each seat has."""
    made, open, mini = (_at(position.progress, knots, each) for each in (weights.made, weights.open, weights.minis))
    worth = {
        seat: made * vp + open * position.open[seat] + mini * position.minis[seat] for seat, vp in position.made.items()
    }
    best = max(worth.values())
    odds = {seat: exp(each - best) for seat, each in worth.items()}
    return {seat: each / sum(odds.values()) for seat, each in odds.items()}


def _at(progress: float, knots: tuple[float, ...], values: tuple[float, ...]) -> float:
    """A weight between two knots."""
    for left, right, a, b in zip(knots, knots[1:], values, values[1:], strict=False):
        if progress <= right:
            return a + (b - a) * (progress - left) / (right - left)
    return values[-1]


def _between_centres(state: State, query: HasVerdict[V], /) -> V:
    """How far bases are apart, seen from centre to centre: near enough for a chance, and asks no board."""
    assert isinstance(query, DistanceOf)
    return cast(V, _apart(state, query))


def _apart(state: State, query: DistanceOf) -> Distance:
    (p, a), (q, b) = _disc(state, query.a), _disc(state, query.b)
    apart = max(0.0, dist(p, q) - a - b)
    return Distance(apart, max(0.0, dist(p[:2], q[:2]) - a - b), abs(p[2] - q[2]), False, (p, q))


def _disc(state: State, id: str) -> tuple[Point, float]:
    """Where a mini or an objective stands, and how wide it is."""
    c = state.characters.get(id)
    if c is not None:
        return c.here, c.profile.size * MM / 2
    at = state.objectives[id].at
    assert at is not None
    return at, RADIUS


# --- swings ---------------------------------------------------------------------------------------------------------


class ChanceSwing(NamedTuple):
    """A large change: after event `before` and after event `number`, the chances of the seat that gained most by it."""

    before: int
    number: int
    seat: str
    was: float
    now: float


def swings_of(told: Sequence[tuple[int, Mapping[str, float]]]) -> list[ChanceSwing]:
    """The largest changes between chances that follow each other, the largest first. `told`: after so many events."""
    found = []
    for (before, was), (number, now) in pairwise([each for each in told if each[1]]):
        seat = max(now, key=lambda each: now[each] - was[each])
        if now[seat] - was[seat] >= LEAST:
            found.append(ChanceSwing(before, number, seat, was[seat], now[seat]))
    return sorted(found, key=lambda swing: swing.was - swing.now)[:MOST]
