"""What the tool in hand would do where one points: which preview is wanted, and the work that makes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sim.app.table import previews
from sim.app.table.previews import End, Preview
from sim.app.table.tools import Tool
from sim.board.model.tableau import Point
from sim.carnevale.abilities.bodyguard import StepIn
from sim.carnevale.action import Attack
from sim.carnevale.actions.grapple import Throw
from sim.carnevale.landing import Footing
from sim.carnevale.objectives.placing import ObjectiveSpots
from sim.carnevale.questions import OfOne
from sim.carnevale.scenarios.deployment import Deployment
from sim.carnevale.scenarios.gondolas import Moorings
from sim.carnevale.state import State
from sim.engine.requests import Region

if TYPE_CHECKING:
    from sim.app.table.controller import Table

GRAVE = (previews.Leap, previews.Strike, previews.Shove)
"""Previews that are confirmed by a second click; others are given at once where nothing is at stake."""


def is_grave(preview: Preview) -> bool:
    """Is so much at stake that a second click confirms it?"""
    if isinstance(preview, previews.Way) and preview.path is not None:
        path = preview.path
        falls = any(leg.kind == "off_edge" for leg in path.legs)
        return bool(path.rolls or path.contacts or path.left or falls)
    return isinstance(preview, GRAVE)


class Stretched(NamedTuple):
    """A tape between two ends."""

    start: End
    end: End


class Struck(NamedTuple):
    """An attack that is pointed at."""

    attack: Attack


class Charged(NamedTuple):
    """An enemy that a run would charge, and the side of it that is pointed at, if one is."""

    target: str
    toward: Point | None


class Placed(NamedTuple):
    """A place that is pointed at with the tool in hand."""

    tool: Tool
    at: Point
    corners: tuple[Point, ...]
    controlled: bool
    turn: float
    turned: bool
    deploying: str | None


Wanted = Stretched | Struck | Charged | Placed


def wanted(table: Table) -> Wanted | None:
    """What should be previewed, as a value to compare."""
    if table.tool is Tool.TAPE:
        end: End | None = table.hovered or table.point
        return None if table.tape_from is None or end is None else Stretched(table.tape_from, end)
    if table.asked is None or table.tool in (Tool.LOOK, Tool.PICK, Tool.ZONE, Tool.MANY, Tool.AGREED):
        return None
    if table.tool is Tool.ATTACK:
        own = [a for a in table.attacks if a.target == table.hovered]
        return Struck(own[table.weapon % len(own)]) if own else None
    if table.point is None:
        return None
    at = (round(table.point[0], 2), round(table.point[1], 2), round(table.point[2], 2))
    if table.tool is Tool.RUN and not table.corners:
        charged = _charged(table, at)
        if charged is not None:
            return charged
    if table.hovered is not None and table.tool is Tool.RUN:
        at = table.model.shown[table.hovered].here
    return Placed(table.tool, at, table.corners, table.controlled, table.turn, table.turned, table.deploying)


def work(table: Table, wanted: Wanted) -> Callable[[], Preview | None]:
    """The measuring of what is wanted."""
    state, measure = table.model.session.state, table.model.session.measure
    region = table.asked.region if table.asked is not None else None
    match wanted:
        case Stretched():
            return lambda: previews.tape(state, measure, wanted.start, wanted.end)
        case Struck() if region is not None and table.asked is not None:
            who = table.asked.about
            assert who is not None
            return lambda: previews.strike(state, measure, who, wanted.attack, region)
        case Charged() if isinstance(region, OfOne):
            return lambda: previews.charge(state, measure, region, wanted.target, wanted.toward)
        case Placed() if region is not None:
            return _placed(table, region, wanted)
    return lambda: None


def _placed(table: Table, region: Region, wanted: Placed) -> Callable[[], Preview | None]:
    """What the answer at a place comes to; some questions show it in a way of their own."""
    state, measure, at = table.model.session.state, table.model.session.measure, wanted.at
    lies = wanted.turn if wanted.turned else None
    match region:
        case Throw():
            return lambda: previews.shove(state, measure, region, at)
        case Footing():
            return lambda: previews.stride(state, measure, region, at)
        case Deployment() if wanted.deploying is not None:
            who = wanted.deploying
            return lambda: previews.placing(state, measure, region, who, at)
        case ObjectiveSpots():
            return lambda: previews.marking(state, measure, region, at)
        case Moorings():
            return lambda: previews.mooring(state, measure, region, at, lies)
    if wanted.tool is Tool.POINT:
        return lambda: previews.place(state, measure, region, at)
    if isinstance(region, OfOne):
        match wanted.tool:
            case Tool.RUN:
                to = _beside(table, state, at)
                return lambda: previews.way(state, measure, region, to, wanted.corners)
            case Tool.JUMP:
                return lambda: previews.leap(state, measure, region, at, controlled=wanted.controlled)
            case Tool.ROW:
                return lambda: previews.rowing(state, measure, region, at, lies)
    return lambda: None


def _charged(table: Table, at: Point) -> Charged | None:
    """The enemy that a run would charge which points here, and the side that is pointed at, if one is."""
    who = table.menu.who if table.menu is not None else None
    state = table.model.shown
    if who is None or table.asked is None or isinstance(table.asked, StepIn):
        return None
    if table.hovered is not None:
        return Charged(table.hovered, None) if state[table.hovered].seat != state[who].seat else None
    target = previews.beside(state, who, at)
    return None if target is None else Charged(target, at)


def _beside(table: Table, state: State, at: Point) -> Point:
    """A run that points at an enemy means base contact with it."""
    target = table.hovered
    if target is None or table.menu is None or table.menu.who is None or target == table.menu.who:
        return at
    return previews.touching(state, table.menu.who, target)
