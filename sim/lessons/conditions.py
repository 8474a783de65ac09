"""Conditions over a game: what happened since a step began, and what is so now.

They are data, evaluated by the rules' own procedures: who sees whom, who is in cover, what an attack would kill.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import dist
from typing import Annotated, Any, NamedTuple, get_args

import msgspec
from msgspec import Meta

from sim.board.model.ranges import Place
from sim.carnevale import preview, rulings, sighting
from sim.carnevale.actions.combat import Combat
from sim.carnevale.actions.jump import leap
from sim.carnevale.agendas import base as agendas
from sim.carnevale.agendas.history import History
from sim.carnevale.event import BaseEvent
from sim.carnevale.events import Event, PointsSpent
from sim.carnevale.fields import Name
from sim.carnevale.state import State
from sim.engine.requests import Choice, Measure, Refusal, Request, Rule, kinds_of, measured
from sim.engine.stepwise import any_of
from sim.errors import meant
from sim.lessons.facts import Facts, fits_all

__all__ = ["Condition", "KillChance", "LeapTo", "Situation", "SpentPoints", "holds", "wrong_names"]

Count = Annotated[int, Meta(ge=0, le=1000)]
Chance = Annotated[float, Meta(ge=0, le=1)]


class KillChance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chance that one attack from where `who` stands now kills `target`, which it must see and reach."""

    who: Name
    target: Name
    weapon: Name
    least: Chance = 0.0


class SpentPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many points were spent, by `who` or by anybody of a seat."""

    what: Annotated[str, Meta(pattern="^(ap|lp|wp|cp)$")]
    most: Count
    who: str = ""
    seat: str = ""


class LeapTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A jump `to` a place that carries so many inches brings `who` to rest near another."""

    who: Name
    to: Place
    inches: Annotated[float, Meta(ge=0, le=24)]
    near: Place
    within: Annotated[float, Meta(gt=0, le=24)] = 1.0


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"is_": "is", "not_": "not"}):
    """All that is given must hold."""

    event: str = ""  # one of this kind happened
    facts: Facts = {}  # of that event
    times: Annotated[int, Meta(ge=1, le=100)] = 1  # of such events, at least
    who: str = ""  # the mini that the following is about
    is_: Facts = {}  # of its points and counters
    near: Place | None = None
    within: Annotated[float, Meta(gt=0, le=120)] = 1.0  # inches of `near`
    above: Annotated[float, Meta(ge=-100, le=100)] | None = None  # inches over the street, at least
    below: Annotated[float, Meta(ge=-100, le=100)] | None = None
    on: str = ""  # the piece that it stands on
    wet: bool | None = None  # in water
    touches: str = ""  # in base contact with this one
    sees: str = ""
    covered_from: str = ""  # in cover from this one
    kills: KillChance | None = None
    lands: LeapTo | None = None
    spent: SpentPoints | None = None
    asked: str = ""  # the question that is pending, by its name
    turn: str = ""  # whose turn it is
    refused: str = ""  # the rule that refused the last try
    agenda: str = ""  # achieved by the first seat since the step began
    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()
    not_: Condition | None = None


class Situation(NamedTuple):
    """What a condition is asked of: the game now, and where the step began in its log."""

    state: State
    measure: Measure
    since: int = 0
    request: Request | None = None
    refusal: Refusal | None = None

    @property
    def events(self) -> Sequence[Event]:
        """What happened since the step began."""
        return self.state.log[self.since :]

    def ask(self, rule: Rule[Any]) -> Any:
        return measured(rule, self.state, self.measure)


def holds(condition: Condition, now: Situation) -> bool:
    """Is it so?"""
    return (
        _happened(condition, now)
        and _stands(condition, now)
        and _meets(condition, now)
        and _is_asked(condition, now)
        and all(holds(each, now) for each in condition.all)
        and (not condition.any or any(holds(each, now) for each in condition.any))
        and (condition.not_ is None or not holds(condition.not_, now))
    )


def wrong_names(condition: Condition, there: Sequence[str]) -> Iterator[str]:
    """What it names that is not there, and what would mend it: characters (by their ids, `there`), events, questions,
    agendas."""
    named = [condition.who, condition.touches, condition.sees, condition.covered_from, condition.turn]
    if condition.kills is not None:
        named += [condition.kills.who, condition.kills.target]
    if condition.lands is not None:
        named.append(condition.lands.who)
    if condition.spent is not None:
        named.append(condition.spent.who)
    for name, known in (
        *((name, there) for name in named),
        (condition.event, _events()),
        (condition.asked, _questions()),
        (condition.agenda, tuple(agendas.known())),
    ):
        if name and name not in known:
            yield f"names '{name}', which is not there: {meant(name, known)}"
    for part in (*condition.all, *condition.any, *(() if condition.not_ is None else (condition.not_,))):
        yield from wrong_names(part, there)


@cache
def _questions() -> tuple[str, ...]:
    """The kinds of questions that there are."""
    return tuple(sorted(str(kind.__struct_config__.tag) for kind in kinds_of()))


@cache
def _events() -> tuple[str, ...]:
    """The kinds of events that there are."""
    return tuple(sorted(str(kind.__struct_config__.tag) for kind in get_args(any_of(BaseEvent))))


def _happened(condition: Condition, now: Situation) -> bool:
    """The events since, and what was spent in them."""
    if condition.event:
        fitting = [e for e in now.events if _tag(e) == condition.event and fits_all(condition.facts, e)]
        if len(fitting) < condition.times:
            return False
    if condition.spent is not None and _spent(condition.spent, now) > condition.spent.most:
        return False
    if condition.agenda:
        card, seat = agendas.find(condition.agenda), next(iter(now.state.seats))
        return card is not None and card.achieved(History(now.state), seat, now.since)
    return True


def _spent(points: SpentPoints, now: Situation) -> int:
    return sum(
        event.points
        for event in now.events
        if isinstance(event, PointsSpent)
        and event.what == points.what
        and points.who in ("", event.who)
        and points.seat in ("", now.state[event.who].seat)
    )


def _stands(condition: Condition, now: Situation) -> bool:
    """A mini's points, and where it stands."""
    if not condition.who:
        return True
    c = now.state.characters.get(condition.who)
    if c is None or not fits_all(condition.is_, c):
        return False
    placed = (condition.near, condition.above, condition.below, condition.wet)
    if not (condition.on or any(each is not None for each in placed)):
        return True
    if not c.on_board:
        return False
    if condition.near is not None and dist(c.here, condition.near) > condition.within:
        return False
    if condition.above is not None and c.here[2] < condition.above:
        return False
    if condition.below is not None and c.here[2] > condition.below:
        return False
    if condition.on or condition.wet is not None:
        ground = now.ask(rulings.ground(c.id))
        on = rulings.piece_of(ground) or ground.vessel or ""
        return condition.on in ("", on, ground.vessel or "") and condition.wet in (None, ground.water)
    return True


def _meets(condition: Condition, now: Situation) -> bool:
    """A mini and another: contact, sight, cover, odds."""
    state, who = now.state, condition.who
    if condition.touches:
        if not _both(state, who, condition.touches):
            return False
        if not now.ask(rulings.distance(who, condition.touches)).base_contact:
            return False
    if condition.sees and not _sees(now, who, condition.sees):
        return False
    if condition.covered_from:
        if not _both(state, who, condition.covered_from):
            return False
        apart = now.ask(rulings.distance(condition.covered_from, who))
        if not now.ask(sighting.cover_of(state, condition.covered_from, who, apart)).in_cover:
            return False
    if condition.lands is not None and not _lands(condition.lands, now):
        return False
    return condition.kills is None or _kill_chance(condition.kills, now) >= condition.kills.least


def _both(state: State, *two: str) -> bool:
    return all(who in state.characters and state[who].on_board for who in two)


def _sees(now: Situation, who: str, other: str) -> bool:
    return _both(now.state, who, other) and now.ask(sighting.sees(now.state, who, other)) is None


def _lands(aim: LeapTo, now: Situation) -> bool:
    if not _both(now.state, aim.who):
        return False
    sweep = now.ask(leap(now.state, aim.who, aim.to, aim.inches))
    return dist(sweep.rest, aim.near) <= aim.within


def _kill_chance(kill: KillChance, now: Situation) -> float:
    """Of one attack, which must be allowed but for its Action Points; else -1."""
    state, action = now.state, Combat(kill.target, kill.weapon)
    if not _both(state, kill.who, kill.target) or now.ask(action.refusal(state, kill.who)) is not None:
        return -1.0
    shown: preview.CombatPreview = now.ask(preview.combat(state, kill.who, action))
    return shown.loss.kill(state[kill.target].lp)


def _is_asked(condition: Condition, now: Situation) -> bool:
    """What the game waits for, and what it refused."""
    if condition.asked and not (isinstance(now.request, Choice) and now.request.prompt == condition.asked):
        return False
    if condition.turn and now.state.active != condition.turn:
        return False
    return not condition.refused or (now.refusal is not None and now.refusal.rule == condition.refused)


def _tag(event: Event) -> str:
    return str(type(event).__struct_config__.tag)
