"""The game as one seat may know it, with what measures it and what its places are called."""

from __future__ import annotations

from typing import NamedTuple

from sim.app.text.landmarks import BASE, LADDERS, Landmarks
from sim.app.text.wording import EVEN, inches, level, towards
from sim.board.model.part_names import STREET, on
from sim.board.model.queries import GroundOf, PlaceAt
from sim.board.model.rests_on import borne_up_by
from sim.board.model.verdicts import Ground, PointInfo
from sim.carnevale.characters import Character, Point
from sim.carnevale.names import names_of
from sim.carnevale.objectives.carrying import carried_by
from sim.carnevale.scenarios.deployment import standing
from sim.carnevale.state import State
from sim.engine.requests import Measure
from sim.words import joined, say

__all__ = ["SeatView"]

SKY = 80.0  # inches: over all that stands on a board
HEADROOM = 1.2  # inches under a floor, from which the next one below is looked for
STEP = 0.4  # inches
FLUSH = 0.05  # inches: water that is no farther below the street is level with it
MOST_LEVELS = 5
SIGNS = (
    ("stunned", say("stunned")),
    ("hidden", say("hidden")),
    ("guarding", say("on guard")),
    ("underwater", say("underwater")),
)


class SeatView(NamedTuple):
    """What a seat may know: nothing that is told of it tells more."""

    state: State
    measure: Measure
    land: Landmarks
    seat: str

    def name(self, who: str) -> str:
        return names_of(self.state, gangs=True)(who)

    # --- places -----------------------------------------------------------------------------------------

    def under(self, x: float, y: float, top: float = SKY) -> PointInfo:
        """What lies there, as seen from `top` down."""
        state = self.state
        who = next(iter(state.on_board()), None)
        if who is None:  # nobody is set up: somebody is put there for the measuring alone
            who = next(iter(state.characters.values()))
            state = standing(state, who, (round(x, 3), round(y, 3), SKY))
        found: PointInfo = self.measure(state, PlaceAt(who.id, (round(x, 3), round(y, 3), round(top, 3))))
        return found

    def levels(self, x: float, y: float) -> list[PointInfo]:
        """All grounds over one another at a place, the highest first."""
        found: list[PointInfo] = []
        top = SKY
        while len(found) < MOST_LEVELS:
            place = self.under(x, y, top)
            if place.part is None:
                break
            found.append(place)
            top = place.at[2] - HEADROOM
        return found

    def beneath(self, place: PointInfo) -> str:
        """What lies under a bridge, or whatever else spans water, where one can be there; empty elsewhere."""
        x, y, high = place.at
        found = self.under(x, y, high - HEADROOM)
        if found.part is None or not (found.water or self.land.is_bridge(place.part)):
            return ""
        return self.land.part(found.part, found.at[2])

    def over(self, at: Point) -> str:
        """The bridge that one is under at a place; empty elsewhere."""
        top = self.under(*at[:2])
        spans = self.land.is_bridge(top.part) and top.at[2] > at[2] + HEADROOM
        return self.land.part(top.part, top.at[2]) if spans else ""

    def ground(self, at: Point) -> str:
        """What one stands on at a place: `the roof of Ca Rosa`, `the street beside the well`."""
        place = self.under(at[0], at[1], at[2] + 0.3)
        part, water = place.part, place.water
        who = next(iter(self.state.on_board()), None)
        if who is not None and at[2] - place.at[2] > STEP:  # it stands on what is beside the middle of its base
            beside: Ground = self.measure(self.state, GroundOf(who.id, at))
            part, water = beside.part or part, beside.water
        on = self.land.part(part, at[2])
        if on == STREET and at[2] > EVEN:
            bearing = borne_up_by(at, BASE, lambda place: self.under(*place))
            if bearing is not None:
                return self.land.part(bearing, at[2])
            return self.land.top(at) or say("something {length} high", length=inches(at[2]))
        if bridge := self.over(at):
            return say("{ground} under {bridge}", ground=on, bridge=bridge)
        near = self.land.near(at) if on == STREET or water else ""
        return joined(" ", (on, near)) if near else on

    def wall(self, at: Point) -> str:
        """What one hangs on at a place: `the wall of Ca Rosa`, `Scala Magazzino`."""
        found = self.land.wall(at)
        if found is None:
            return say("a wall")
        name = self.land.name(found.id.partition("/")[0])
        return name if found.kind in LADDERS else say("the wall of {name}", name=name)

    def stands(self, who: str) -> str:
        """Where a mini is: `on the street beside the well, at 9.0, 4.1, on street level`."""
        c = self.state[who]
        here: Ground = self.measure(self.state, GroundOf(who))
        x, y, high = c.here
        at = {"x": x, "y": y, "level": level(high)}
        if c.inside:
            around = self.land.around(c.here)
            what = around.name if around is not None else say("what is solid")
            return say("inside {what}, at {x:.1f}, {y:.1f}, {level}", what=what, **at)
        if c.on_wall or here.kind == "air":
            below = self.under(*c.here)
            return say(
                "on {wall} over {ground}, at {x:.1f}, {y:.1f}, {level}",
                wall=self.wall(c.here),
                ground=self.land.part(below.part, below.at[2]),
                **at,
            )
        if here.vessel:
            return say("aboard {vessel}, at {x:.1f}, {y:.1f}, {level}", vessel=self.land.name(here.vessel), **at)
        if here.water:
            at["level"] = level(high, even=FLUSH)
            return say("in {ground}, at {x:.1f}, {y:.1f}, {level}", ground=self.ground(c.here), **at)
        return say("{place}, at {x:.1f}, {y:.1f}, {level}", place=on(self.ground(c.here)), **at)

    def objective(self, id: str) -> str:
        """An objective as one says it: `chest 2`."""
        return self.name(id)

    def away(self, start: Point, end: Point) -> str:
        return towards(start, end)

    # --- minis ------------------------------------------------------------------------------------------

    def points(self, c: Character) -> str:
        """Its points and signs: `12 of 12 LP, 3 AP, 2 WP, stunned`."""
        said = [say("{lp} of {most} LP", lp=c.lp, most=c.profile.lp)]
        said += [say("{n} AP", n=c.ap)] if c.ap else []
        said += [say("{n} WP", n=c.wp)] if c.wp else []
        said += [say("{n} CP", n=c.cp)] if c.cp else []
        said += [word for field, word in SIGNS if getattr(c, field)]
        held = carried_by(self.state, c.id)
        if held is not None:
            said.append(say("carries {what}", what=self.objective(held.id)))
        if c.had_turn and c.id != self.state.active:
            said.append(say("has had its turn"))
        return joined(", ", said)

    def whose(self, c: Character) -> str:
        """`yours`, `enemy`, with the gang where there are several."""
        if c.seat == self.seat:
            return say("yours")
        if len(self.state.seats) == 2:
            return say("enemy")
        return say("enemy of {gang}", gang=names_of(self.state)(c.seat))

    def named_with_gang(self, c: Character) -> str:
        """Its name, with its gang where there are several enemies."""
        if c.seat == self.seat or len(self.state.seats) == 2:
            return self.name(c.id)
        return say("{name} of {gang}", name=self.name(c.id), gang=self.name(c.seat))
