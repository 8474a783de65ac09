"""Trips by gondola and boat, where a walk or swim to an enemy or an objective takes long: rowed (TERR-13), or cast off
by a command (TERR-14).

Whoever is aboard, or can be after one run, looks where the vessel can go, round bends and turned too, and picks what
brings it nearest as the crow flies. What a trip is worth is what the rest of its turn would be from there.
"""

from __future__ import annotations

from cmath import exp
from collections.abc import Iterator
from math import ceil, dist, radians
from typing import NamedTuple

import numpy as np

from sim.board.model.queries import FleetOf, GroundOf, SailTo, WatersOf
from sim.board.model.tableau import VesselAt
from sim.board.model.verdicts import Berth, Fleet, Ground, VesselMove, Waters
from sim.bots import candidate_places
from sim.bots.leaps import Goal
from sim.bots.places_in_reach import PlacesInReach
from sim.carnevale.action import Action
from sim.carnevale.actions import CastOff, Row, Run
from sim.carnevale.actions.cast_off import reach
from sim.carnevale.characters import Point
from sim.carnevale.dice import ROW, Outcome
from sim.carnevale.events import Rowed
from sim.carnevale.hooks import RollContext
from sim.carnevale.odds import roll_odds
from sim.carnevale.state import State, rounded
from sim.carnevale.stats import stat
from sim.engine.requests import measured

__all__ = ["Trip", "trips"]

HULL = 5.0  # inches from the middle of a vessel within which minis are looked for places aboard
DECKS = 3  # such places that are asked about
SHORTEST = 1.0  # inches of a trip
PICKED, APART = 2, 3.0  # ends of trips from a deck, and inches between them
DEAR = 0.1  # inches nearer that an inch more of the way must bring, or a radian of a turn
ROUNDED, SHORT = 0.01, 0.1  # inches that poses may be off; of a stroke: no further one is rowed for so little
NEARER = 3.0  # inches that a trip must bring, as the crow flies, more than a walk
KEPT = 2  # trips that are looked at closely


class Trip(NamedTuple):
    """A way over the water: its first action, the game where it has led, the AP that are left then, the chance that
    nobody goes overboard, and the Command Points that it costs."""

    first: Action
    there: State
    left: int
    arrives: float
    cost: int


class _Means(NamedTuple):
    """How a vessel is moved: so far with each stroke of the oars (0: by a command), so far in all, for so many Command
    Points, and the chance that a stroke throws nobody overboard."""

    stroke: float
    far: float
    cost: int
    dry: float


class _Deck(NamedTuple):
    """A place aboard a vessel, the game with the mini there, the AP that it has there, and who rides."""

    berth: Berth
    at: Point
    game: State
    points: int
    riders: tuple[str, ...]
    means: _Means


def trips(plans: PlacesInReach, n: int, goal: Goal, ap: int) -> Iterator[Trip]:
    """The few trips that bring a mini nearest to a goal of the set `n`, and nearer than its feet do with as many AP."""
    on_foot = float(plans.left[n, plans.runs <= ap].min()) - NEARER
    found = [
        (gap, number, trip)
        for deck in _decks(plans, ap)
        if _gap(deck.at, goal) - _most(deck, plans.dry) < on_foot
        for number, trip in enumerate(_from(plans, deck, goal))
        if (gap := _gap(trip.there[plans.who].here, goal) - trip.left * plans.dry) < on_foot
    ]
    yield from (trip for _, _, trip in sorted(found, key=lambda each: each[:2])[:KEPT])


def _most(deck: _Deck, run: float) -> float:
    """Inches: no trip and what can be run after it bring it nearer than that."""
    means = deck.means
    return deck.points * max(means.stroke, run) + (0.0 if means.stroke else means.far)


def _gap(at: Point, goal: Goal) -> float:
    return max(0.0, dist(at, goal[:3]) - goal[3])


def _decks(plans: PlacesInReach, ap: int) -> Iterator[_Deck]:
    """Where it is aboard a vessel that no enemy rides, or would be after one run."""
    fleet: Fleet = plans.measure(plans.view, FleetOf())
    for berth in fleet.berths:
        others = [c for c in plans.view.on_board() if c.aboard == berth.piece and c.id != plans.who]
        row, gondola = _place_aboard(plans, berth, ap)
        if row is None or any(c.seat != plans.me.seat for c in others):
            continue
        game, at = plans.view.copy(), candidate_places.as_point(plans.at[row])
        game.set(plans.who, at=at, aboard=berth.piece)
        riders, points = (*(c.id for c in others), plans.who), ap - int(row > 0)
        means = _oars(game, plans.who, points) if gondola else _command(game, riders, plans.me.seat)
        yield _Deck(berth, at, game, points, riders, means)


def _place_aboard(plans: PlacesInReach, berth: Berth, ap: int) -> tuple[int | None, bool]:
    """The first place of the plans that is aboard a vessel, where the mini stands or one run leads, as near to its
    middle as may be, and whether the vessel is a gondola; None: it cannot be aboard."""
    apart = np.hypot(plans.at[:, 0] - berth.at[0], plans.at[:, 1] - berth.at[1])
    rows = np.flatnonzero((apart <= HULL) & ~plans.afloat & (plans.runs <= min(1, ap)))
    rows = rows[np.argsort(apart[rows], kind="stable")][:: max(1, len(rows) // DECKS)][:DECKS]
    for row in [0] if plans.me.aboard == berth.piece else rows.tolist():
        ground: Ground = plans.measure(plans.view, GroundOf(plans.who, candidate_places.as_point(plans.at[row])))
        if ground.vessel == berth.piece:
            return row, ground.gondola
    return None, False


def _oars(game: State, who: str, points: int) -> _Means:
    odds = roll_odds(stat(game, RollContext(purpose="row", who=who, stat="dexterity", action=Row.name())).total)
    dry = 1.0 - odds.of(Outcome.FUMBLE)
    stroke = sum(inches * chance for inches, chance in odds.read(ROW).items()) / max(dry, 0.01)
    return _Means(stroke, points * stroke, 0, dry)


def _command(game: State, riders: tuple[str, ...], seat: str) -> _Means:
    cost, far = reach(game, [*riders], seat)
    return _Means(0.0, far, cost, 1.0)


def _from(plans: PlacesInReach, deck: _Deck, goal: Goal) -> Iterator[Trip]:
    """The trips from a deck: with one stroke, or with several on the same way."""
    stroke, _, cost, dry = deck.means
    for move in _farthest(plans, deck, goal):
        action = Row(move.at, move.turn, by=move.by) if stroke else CastOff(move.at, move.turn, move.by)
        if measured(action.refusal(deck.game, plans.who), deck.game, plans.measure) is not None:
            continue
        first = action if deck.at == plans.me.here else Run(to=deck.at)
        if not stroke:
            yield Trip(first, _after(plans.who, deck, move, 1.0), deck.points, 1.0, cost)
        for n in range(1, 1 + ceil(move.rider_moved / stroke - SHORT)) if stroke else ():
            there = _after(plans.who, deck, move, min(1.0, n * stroke / move.rider_moved))
            yield Trip(first, there, deck.points - n, dry**n, cost)


def _farthest(plans: PlacesInReach, deck: _Deck, goal: Goal) -> Iterator[VesselMove]:
    """Moves that bring it nearest to a goal as the crow flies, by those ways that the water leads; the shorter of two
    that bring it as near."""
    berth, far = deck.berth, deck.means.far
    waters: Waters = plans.measure(deck.game, WatersOf(berth.piece, deck.riders, far))
    turned = np.exp(1j * np.radians(waters.poses[:, 2] - berth.turn))
    seat = complex(deck.at[0] - berth.at[0], deck.at[1] - berth.at[1]) * turned
    ends = waters.poses[:, :2] + np.column_stack([seat.real, seat.imag])
    gap = np.maximum(np.hypot(*(ends - goal[:2]).T) - goal[3], 0.0) + waters.cost * DEAR
    gap += np.abs(np.angle(turned)) * DEAR  # it turns for nothing only where the riders stand
    left = waters.cost > SHORTEST
    for _ in range(PICKED):
        if not left.any():
            return
        n = int(np.flatnonzero(left)[np.argmin(gap[left])])
        x, y, turn = waters.poses[n].tolist()
        move: VesselMove = plans.measure(
            deck.game, SailTo(berth.piece, (x, y, berth.at[2]), turn, deck.riders, far + ROUNDED)
        )
        if move.refusal is None:
            yield move
        left &= np.hypot(*(ends - ends[n]).T) > APART


def _after(who: str, deck: _Deck, move: VesselMove, share: float) -> State:
    """The game with the vessel and its riders where so much of a trip has led."""
    there = deck.game.copy()
    start = VesselAt(move.piece, deck.berth.at, deck.berth.turn)
    end = start
    if share >= 1.0:
        end = VesselAt(move.piece, move.at, move.turn)
    elif move.way:
        x, y, turn = move.way[min(int(share * len(move.way)), len(move.way) - 1)]
        end = VesselAt(move.piece, (x, y, start.at[2]), turn)
    else:
        turned = (move.turn - start.turn + 180.0) % 360.0 - 180.0
        end = VesselAt(move.piece, _between(start.at, move.at, share), start.turn + share * turned)
    riders = tuple((rider, _carried(there[rider].here, start, end)) for rider, _ in move.riders)
    Rowed(who, move.piece, start, end, move.moved, move.rider_moved, riders).apply(there)
    return there


def _carried(seat: Point, start: VesselAt, end: VesselAt) -> Point:
    """Where a vessel takes a rider."""
    turned = exp(1j * radians(end.turn - start.turn))
    at = complex(*end.at[:2]) + complex(seat[0] - start.at[0], seat[1] - start.at[1]) * turned
    return rounded((at.real, at.imag, seat[2]))


def _between(start: Point, end: Point, share: float) -> Point:
    return rounded(tuple(a + share * (b - a) for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
