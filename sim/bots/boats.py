"""Trips by gondola and boat, where a walk or swim to an enemy or an objective takes long: rowed (TERR-13), or cast off
by a command (TERR-14).

Whoever is aboard, or can be after one run, looks at the headings that bring it nearer as the crow flies, and goes as
far that way as the water leads. What a trip is worth is what the rest of its turn would be from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, cos, dist, hypot, pi, sin
from typing import NamedTuple

import numpy as np

from sim.board.model.queries import FleetOf, GroundOf, RowTo
from sim.board.model.tableau import VesselAt
from sim.board.model.verdicts import Berth, Fleet, Ground, VesselMove
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
HEADINGS, ABOUT = 16, 0.5  # all round; the cosine of how far off the straight line they may be
SHORTEST, EXACT, HALVED = 1.0, 0.2, 6  # inches: of a trip, and to so much how far it leads is known; looks for that
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
    """The trips from a deck: with one stroke, or with several the same way."""
    stroke, _, cost, dry = deck.means
    for heading in _headings(deck.berth.at, goal):
        move = _farthest(plans, deck, heading)
        if move is None:
            continue
        action: Action = Row(to=move.at) if stroke else CastOff(move.at)
        if measured(action.refusal(deck.game, plans.who), deck.game, plans.measure) is not None:
            continue
        first = action if deck.at == plans.me.here else Run(to=deck.at)
        if not stroke:
            yield Trip(first, _after(plans.who, deck, move, 1.0), deck.points, 1.0, cost)
        for n in range(1, 1 + ceil(move.rider_moved / stroke - SHORT)) if stroke else ():
            there = _after(plans.who, deck, move, min(1.0, n * stroke / move.rider_moved))
            yield Trip(first, there, deck.points - n, dry**n, cost)


def _headings(at: Point, goal: Goal) -> Iterator[tuple[float, float]]:
    """Those that lead nearer to a goal, straight to it first."""
    east, north = goal[0] - at[0], goal[1] - at[1]
    far = hypot(east, north)
    if far <= SHORTEST:
        return
    yield (east / far, north / far)
    for n in range(HEADINGS):
        x, y = cos(2 * pi * n / HEADINGS), sin(2 * pi * n / HEADINGS)
        if x * east + y * north > ABOUT * far:
            yield (x, y)


def _farthest(plans: PlacesInReach, deck: _Deck, heading: tuple[float, float]) -> VesselMove | None:
    """As far as the vessel goes this way; None: hardly at all."""
    (x, y, z), piece, far = deck.berth.at, deck.berth.piece, deck.means.far
    found, least, most, length = None, SHORTEST, far, far
    for _ in range(HALVED):
        to = (round(x + length * heading[0], 3), round(y + length * heading[1], 3), z)
        move: VesselMove = plans.measure(deck.game, RowTo(piece, to, deck.berth.turn, deck.riders, far + ROUNDED))
        if move.refusal is None:
            found, least = move, length
        else:
            most = length
        if most - least < EXACT:
            break
        length = (least + most) / 2
    return found


def _after(who: str, deck: _Deck, move: VesselMove, share: float) -> State:
    """The game with the vessel and its riders where so much of a trip has led."""
    there = deck.game.copy()
    riders = tuple((rider, _between(there[rider].here, at, share)) for rider, at in move.riders)
    start = VesselAt(move.piece, deck.berth.at, deck.berth.turn)
    end = VesselAt(move.piece, _between(start.at, move.at, share), move.turn)
    Rowed(who, move.piece, start, end, move.moved, move.rider_moved, riders).apply(there)
    return there


def _between(start: Point, end: Point, share: float) -> Point:
    return rounded(tuple(a + share * (b - a) for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
