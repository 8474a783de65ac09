"""What is wrong with the zones and objectives that a map has of its own, for the scenarios that are played on it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import msgspec
from shapely.geometry import Polygon

from sim.board.files.map_marks import MapObjective, MapZone
from sim.board.files.mapfile import MapFile
from sim.board.map_checks.checks import Issue
from sim.board.model.plans import common
from sim.board.model.tableau import MM
from sim.carnevale import scenarios
from sim.carnevale.board_layout import meant_for
from sim.carnevale.names import names_of, objective_called
from sim.carnevale.objectives.placing import PlaceObjective, may_be_given
from sim.carnevale.scenario import Scenario
from sim.carnevale.state import State
from sim.errors import meant
from sim.words import counted, listed, say

__all__ = [
    "marks_unknown",
    "own_places",
    "own_zone",
    "places_refused",
    "places_unused",
    "size_unplayed",
    "zones_in_one_another",
    "zones_unused",
]

SMALL = 15 * MM  # inches: the radius of a small base


def marks_unknown(made: MapFile) -> Iterator[Issue]:
    """Scenarios and sides that nobody knows, and scenarios that are not played on a board of this size."""
    marks: list[MapZone | MapObjective] = [*made.zones, *made.objectives]
    for mark in marks:
        for id in mark.scenarios:
            page = scenarios.find(id)
            if page is None:
                yield Issue("error", mark.id, say("there is no scenario '{id}'", id=id), meant(id, scenarios.known()))
            elif wrong := scenarios.misfit(page, made.size):
                yield Issue("warning", mark.id, wrong, say("take it out of its scenarios"))
    sides = sorted({side for id in scenarios.known() if (page := scenarios.find(id)) for side in page.sides})
    for zone in made.zones:
        if zone.side and zone.side not in sides:
            yield Issue("error", zone.id, say("there is no side '{side}'", side=zone.side), meant(zone.side, sides))


def size_unplayed(made: MapFile) -> Iterator[Issue]:
    """A board of a size that no scenario is played on."""
    if scenarios.fitting(made.size):
        return
    (w, d), sizes = made.size, sorted({page.size for id in scenarios.known() if (page := scenarios.find(id))})
    named = listed([say('{w:g}" by {d:g}"', w=wide, d=deep) for wide, deep in sizes], last="or")
    what = say('no scenario is played on a board of {w:g}" by {d:g}"', w=w, d=d)
    yield Issue("warning", say("size"), what, say("make it {sizes}", sizes=named))


def zones_in_one_another(made: MapFile) -> Iterator[Issue]:
    """Two zones for one scenario with a place for a base in both: gangs would be set up among each other."""
    pages = [page for page in map(scenarios.find, scenarios.known()) if page is not None and page.map_zones]
    played = [meant_for(made.zones, page) for page in pages if scenarios.misfit(page, made.size) is None]
    for one, two in itertools.combinations(made.zones, 2):
        if not any(one in zones and two in zones for zones in played):
            continue
        shared = common(Polygon(one.outline), Polygon(two.outline))
        room = shared.buffer(-SMALL)
        if not room.is_empty:
            middle = room.representative_point()
            yield Issue(
                "error",
                say("{one} and {two}", one=one.id, two=two.id),
                say("share {area:.1f} square inches, where gangs would deploy mingled", area=shared.area),
                say("draw them apart"),
                (round(middle.x, 3), round(middle.y, 3), 0.0),
            )


def own_zone(made: MapFile | None, zone: str) -> str:
    """The id of the map's own zone that is called so; empty: it is the scenario's."""
    marks = made.zones if made is not None else ()
    return next((mark.id for mark in marks if mark.id.replace("-", " ") == zone), "")


def zones_unused(made: MapFile, page: Scenario, state: State, seats: Sequence[str]) -> Iterator[Issue]:
    """A scenario whose zones on this map are too few, or that takes none."""
    zones = meant_for(made.zones, page)
    if not zones or state.layout.zones:
        return
    named = [zone.id for zone in zones if page.id in zone.scenarios]
    if page.map_zones:
        what = counted(
            "{title}: {n} of the map's zones is for it, and {gangs} gangs want one each",
            "{title}: {n} of the map's zones are for it, and {gangs} gangs want one each",
            len(zones), title=page.title, gangs=len(seats),
        )  # fmt: skip
        yield Issue("warning", zones[0].id, what, say("mark another, or the scenario's own zones are used"))
    elif named:
        yield Issue(
            "warning",
            named[0],
            say("{title} has its own zones always", title=page.title),
            say("take it out of its scenarios"),
        )


def own_places(made: MapFile, page: Scenario, state: State) -> dict[str, MapObjective]:
    """The map's places of objectives, by the objectives of a scenario that take them."""
    laid = [step.objective.id for step in page.objectives(state) if isinstance(step, PlaceObjective)]
    return dict(zip(laid, meant_for(made.objectives, page), strict=False))


def places_refused(made: MapFile, page: Scenario, state: State) -> Iterator[Issue]:
    """Places of objectives that the rules do not allow, so that a player is asked for another."""
    trial, own = state.copy(), own_places(made, page, state)
    for step in page.objectives(state):
        if not isinstance(step, PlaceObjective) or step.given is None:
            continue
        refusal = may_be_given(trial, step.given, step.line)
        if refusal is not None:
            x, y, _ = step.given
            called = objective_called(step.objective.id, names_of(state))
            what = say(
                "{title}: {objective} may not lie at [{x:g}, {y:g}]: {why}",
                title=page.title, objective=called, x=x, y=y, why=refusal.why,
            )  # fmt: skip
            mend = say("move it, or a player places it")
            yield Issue("warning", own[step.objective.id].id, what, mend, step.given)
            continue
        trial.objectives[step.objective.id] = msgspec.structs.replace(step.objective, at=step.given)


def places_unused(made: MapFile, page: Scenario, state: State) -> Iterator[Issue]:
    """Places of objectives beyond those that a scenario lays."""
    laid = own_places(made, page, state)
    for mark in meant_for(made.objectives, page)[len(laid) :]:
        at = (*mark.at, mark.z)
        if laid:
            what = counted(
                "{title} lays {n} objective, which has its place without this one",
                "{title} lays {n} objectives, which have their places without this one",
                len(laid), title=page.title,
            )  # fmt: skip
            yield Issue("warning", mark.id, what, say("take it away"), at)
        elif mark.scenarios:
            what = say("{title} asks for no place of an objective", title=page.title)
            yield Issue("warning", mark.id, what, say("take it out of its scenarios"), at)
