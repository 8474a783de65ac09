"""Throws: enemies off roofs and quays, into the water, into the arms of friends, and away from what they hold.

A Grapple takes an Action Point and moves an enemy two inches or more, to where its thrower likes (ACT-06, 07). What
that brings is what a fall would take, by exact odds; a swim that the enemy has to get out of; and the agendas' points,
for one who is thrown into base contact with a friend and for two who are thrown into a canal. In the last round it is
what scores for whoever is near it alone, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, dist, pi, sin
from typing import NamedTuple

import msgspec
import numpy as np

from sim.board.model.queries import DropOf, PushAlong
from sim.board.model.tableau import MM
from sim.board.model.terrain import Landing
from sim.board.model.verdicts import Drop, Push
from sim.bots.contact import gap
from sim.bots.danger import Outlook
from sim.bots.turn_plans import TurnPlans
from sim.carnevale import hooks, preview, scenarios
from sim.carnevale.action import How
from sim.carnevale.action_odds import life_lost_in_fall
from sim.carnevale.actions.grapple import Grapple, ThrowPoints, at_length
from sim.carnevale.agendas.check import achieved, in_canals
from sim.carnevale.characters import Character, Point
from sim.carnevale.dice import GRAPPLE, Outcome, Result
from sim.carnevale.objective import RADIUS
from sim.carnevale.objectives.scoring import REACH
from sim.carnevale.state import State, rounded
from sim.engine.requests import measured

__all__ = ["LEAST", "Throws", "best_throw"]

DIRECTIONS = tuple(n * pi / 6 for n in range(12))
LEAST, FURTHER = 2.0, 3.0  # inches that any throw may lead, and one with an Ace
FIRST, LAST = 0.4, 0.9  # of the points of C3: for the first who is thrown into a canal, and for the second
STUNNED = 0.08  # Victory Points: an enemy stunned, by a critical Grapple
ANSWERED = 0.15  # to be thrown oneself, by a fumble
SWIMS = 0.03  # an enemy who has to get out of the water
COMES_BACK = 0.3  # of what it holds: an enemy who has its turn to come
LEAST_GAIN = 0.02  # what is worth no more than this is not thought of


class Contested(NamedTuple):
    """What scores where a single enemy is near it."""

    at: Point
    vp: float
    foe: str


class Gain(NamedTuple):
    """What a throw brings on average, how likely it comes about, and where it leads."""

    worth: float
    succeeds: float
    to: Point | None


NOTHING = Gain(0.0, 0.0, None)


class Throws:
    """What the throws of one mini bring, as things stand."""

    def __init__(self, outlook: Outlook, by: str) -> None:
        self._outlook, self._view, self._measure, self._by = outlook, outlook.view, outlook.measure, by
        self._wishes = outlook.wishes(self._view[by].seat)
        self._handed = self._canal = 0.0
        self._thrown_in = frozenset[str]()  # enemies who are in a canal already, or have been
        self._held = list(self._held_against())
        if {"A6", "C3"} & set(self._wishes.held):
            self._ask_for_agendas()

    def _ask_for_agendas(self) -> None:
        """What a throw brings to those that are held and not yet met."""
        seat, view = self._wishes.seat, self._view
        met = {each.agenda for each in achieved(view) if each.seat == seat}
        if "A6" in self._wishes.held and "A6" not in met:
            self._handed = self._wishes.vp
        if "C3" in self._wishes.held and "C3" not in met:
            self._thrown_in = in_canals(view, seat)
            self._canal = (LAST if self._thrown_in else FIRST) * self._wishes.vp

    def _held_against(self) -> Iterator[Contested]:
        """What scores at the end of this last round for whoever alone is near it (SCEN-03)."""
        if not self._outlook.last:
            return
        near = [c for c in self._view.on_board() if not hooks.is_so(self._view, c.id, "scores_nothing")]
        for aim in scenarios.aims(self._view, self._by):
            if aim.radius == REACH:
                there = [c for c in near if _within(c, aim.at)]
                foes = [c.id for c in there if c.seat != self._wishes.seat]
                if len(foes) == 1:
                    yield Contested(aim.at, aim.vp, foes[0])

    def gain(self, target: str, how: How) -> Gain:
        """What a Grapple brings, on average."""
        short = self.best(target, LEAST)
        long = self.best(target, FURTHER)
        if long[0] <= LEAST_GAIN:
            return NOTHING
        odds = measured(preview.opposed(self._view, self._by, Grapple(target), how), self._view, self._measure).odds
        found = STUNNED * odds.of(Outcome.CRITICAL) - ANSWERED * odds.of(Outcome.FUMBLE)
        for outcome, aces, chance in odds.joint:
            if outcome.succeeded:
                far = GRAPPLE.read(Result(outcome, aces)) >= FURTHER
                found += chance * (long if far else short)[0]
        return Gain(found, odds.succeeds, (short if short[1] is not None else long)[1])

    def best(self, target: str, inches: float) -> tuple[float, Point | None]:
        """What a throw of at most so many inches is worth, and where to; None: nowhere is worth anything."""
        found: tuple[float, Point | None] = (0.0, None)
        region = ThrowPoints(self._by, target, inches)
        for to in self._points(target, inches):
            worth = self._worth(target, at_length(self._view, target, to, inches), inches)
            if worth > found[0] and region.refusal(self._view, self._measure, to) is None:
                found = worth, to
        return found

    def after(self, target: str, to: Point) -> State | None:
        """The game once it has been thrown there; None: nobody knows where it comes to lie."""
        push, drop = self._thrown(target, at_length(self._view, target, to, LEAST), LEAST)
        rest = push.end if drop is None else drop.rest
        if rest is None:
            return None
        trial = self._view.copy()
        trial.set(target, at=rounded(rest), guarding=False)
        return trial

    def _thrown(self, target: str, to: Point, inches: float) -> tuple[Push, Drop | None]:
        """How it goes there, and falls, if it does."""
        push: Push = self._measure(self._view, PushAlong(target, to, inches, ignore=(self._by,)))
        return push, self._measure(self._view, DropOf(target, push.end)) if push.falls else None

    def _points(self, target: str, inches: float) -> Iterator[Point]:
        """Where to throw it: to each friend who is near and does not touch it, and all about."""
        x, y, z = self._view[target].here
        if self._handed:
            for friend in self._view.friends(self._by):
                if not self._outlook.touch(friend.id, target) and gap(self._view, friend.id, target) <= inches:
                    yield friend.here
        for length in np.arange(LEAST, inches + 0.01):
            for turn in DIRECTIONS:
                yield rounded((x + length * cos(turn), y + length * sin(turn), z))

    def _worth(self, target: str, to: Point, inches: float) -> float:
        """What it is worth that it is thrown there."""
        view, worth = self._view, self._outlook.worth
        push, drop = self._thrown(target, to, inches)
        found, water, end = 0.0, push.in_water, push.end
        if drop is not None:
            water, end = drop.landing is Landing.WATER, drop.rest or end
            found += worth.taken(target, life_lost_in_fall(view, target, drop))
        if water and not self._outlook.wet(target):
            found += 0.0 if target in self._thrown_in else self._canal
            found += 0.0 if hooks.at_home_in_water(view, target) else SWIMS
        thrown = msgspec.structs.replace(view[target], at=end)
        for each in self._held:
            if each.foe == target and not _within(thrown, each.at):
                found += each.vp * (1.0 if thrown.had_turn else COMES_BACK)
        if self._handed and drop is None:
            touched = (each.id for each in push.contacts if not self._outlook.touch(each.id, target))
            found += self._handed * any(view[who].seat == self._wishes.seat for who in touched)
        return found


def _within(c: Character, at: Point) -> bool:
    """Is it near enough to something to hold it?"""
    return dist(c.here, at) - c.profile.size * MM / 2 - RADIUS <= REACH


def best_throw(plans: TurnPlans, points: int) -> tuple[float, Grapple] | None:
    """The throw that is worth most with so many AP, with what the turn is worth by it; None: none is worth anything."""
    if plans.laden or not plans.touched or points < 1:
        return None
    throws, best, target = Throws(plans.outlook, plans.who), NOTHING, ""
    for each in plans.touched:
        gain = throws.gain(each, How())
        if gain.worth > best.worth:
            best, target = gain, each
    then = throws.after(target, best.to) if best.to is not None else None
    if then is None:
        return None
    thrown = TurnPlans(plans.outlook.where(then), plans.who, leaping=False, most=points - 1).best(points - 1).worth
    failed = plans.best(points - 1).worth
    return best.worth + best.succeeds * thrown + (1.0 - best.succeeds) * failed, Grapple(target)
