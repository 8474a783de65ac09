"""The game as one seat may know it, with what measures it and what its places are called."""

from __future__ import annotations

from typing import NamedTuple

from sim.app.text.landmarks import Landmarks
from sim.app.text.wording import EVEN, inches, level, towards
from sim.board.model.queries import GroundOf, PlaceAt
from sim.board.model.verdicts import Ground, PointInfo
from sim.carnevale.characters import Character, Point
from sim.carnevale.names import names_of
from sim.carnevale.objectives.carrying import carried_by
from sim.carnevale.scenarios.deployment import standing
from sim.carnevale.state import State
from sim.engine.requests import Measure

__all__ = ["SeatView"]

SKY = 80.0  # inches: over all that stands on a board
HEADROOM = 1.2  # inches under a floor, from which the next one below is looked for
STEP = 0.4  # inches
MOST_LEVELS = 5
SIGNS = (("stunned", "stunned"), ("hidden", "hidden"), ("guarding", "on guard"), ("underwater", "underwater"))


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
        who = next(state.on_board(), None)
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

    def ground(self, at: Point) -> str:
        """What one stands on at a place: `the roof of Ca Rosa`, `the street beside the well`."""
        place = self.under(at[0], at[1], at[2] + 0.3)
        part, water = place.part, place.water
        who = next(self.state.on_board(), None)
        if who is not None and at[2] - place.at[2] > STEP:  # it stands on what is beside the middle of its base
            beside: Ground = self.measure(self.state, GroundOf(who.id, at))
            part, water = beside.part or part, beside.water
        on = self.land.part(part, at[2])
        if on == "the street" and at[2] > EVEN:
            return self.land.top(at) or f"something {inches(at[2])} high"
        near = self.land.near(at) if on == "the street" or water else ""
        return " ".join(filter(None, (on, near)))

    def stands(self, who: str) -> str:
        """Where a mini is: `on the street beside the well, at 9.0, 4.1, on street level`."""
        c = self.state[who]
        here: Ground = self.measure(self.state, GroundOf(who))
        if c.on_wall or here.kind == "air":
            below = self.under(*c.here)
            on = f"on a wall over {self.land.part(below.part, below.at[2])}"
        elif here.water:
            on = f"in {self.ground(c.here)}"
        else:
            name = self.land.name(here.vessel) if here.vessel else self.ground(c.here)
            on = f"{'aboard' if here.vessel else 'on'} {name}"
        return f"{on}, at {c.here[0]:.1f}, {c.here[1]:.1f}, {level(c.here[2])}"

    def away(self, start: Point, end: Point) -> str:
        return towards(start, end)

    # --- minis ------------------------------------------------------------------------------------------

    def points(self, c: Character) -> str:
        """Its points and signs: `12 of 12 LP, 3 AP, 2 WP, stunned`."""
        said = [f"{c.lp} of {c.profile.lp} LP"]
        said += [f"{value} {name}" for value, name in ((c.ap, "AP"), (c.wp, "WP"), (c.cp, "CP")) if value]
        said += [word for field, word in SIGNS if getattr(c, field)]
        held = carried_by(self.state, c.id)
        if held is not None:
            said.append(f"carries the {held.name}")
        if c.had_turn and c.id != self.state.active:
            said.append("has had its turn")
        return ", ".join(said)

    def whose(self, c: Character) -> str:
        """`yours`, `enemy`, with the gang where there are several."""
        if c.seat == self.seat:
            return "yours"
        return "enemy" if len(self.state.seats) == 2 else f"enemy of {self.state.seats[c.seat].gang or c.seat}"
