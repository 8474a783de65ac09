"""Events of places: who moved, jumped, fell, was pushed or rowed, and by what way."""

from __future__ import annotations

from sim.board.model.tableau import VesselAt
from sim.board.model.verdicts import Distance, Drop, Ground, JumpSweep, Leg, Push, Sight, Spot, VesselMove
from sim.carnevale.characters import Point
from sim.carnevale.events.base import Event
from sim.carnevale.objective import carried_along
from sim.carnevale.state import State

__all__ = ["Deployed", "Disengaged", "Fell", "Jumped", "MoveGained", "MoveLost", "Moved", "Pushed", "Rowed", "Shaken"]


class Deployed(Event, frozen=True, tag="deployed"):
    """A mini was set up. `ground` is what it was measured to stand on there."""

    who: str
    at: Point
    facing: float = 0.0
    aboard: str | None = None
    ground: Ground | None = None

    def apply(self, state: State) -> None:
        state.set(self.who, at=self.at, facing=self.facing, aboard=self.aboard)


class Moved(Event, frozen=True, tag="moved"):
    """A figure moved along a path. `how`: run, climb, swim, fly, underwater, rowed, placed, nudged, ...

    `leg` is the stretch of its path that this was; `placing` what was measured where it was moved otherwise.
    """

    who: str
    how: str
    path: tuple[Point, ...]
    cost: float = 0.0
    on_wall: bool = False
    inside: bool = False  # terrain, where it ends (ABIL-Ethereal)
    aboard: str | None = None
    in_water: bool = False  # where it ends
    leg: Leg | None = None
    placing: Spot | Push | None = None
    ends: Ground | None = None

    @property
    def to(self) -> Point:
        return self.path[-1]

    def apply(self, state: State) -> None:
        state.set(
            self.who,
            at=self.path[-1],
            on_wall=self.on_wall,
            aloft=self.on_wall and self.how == "fly",
            inside=self.inside,
            aboard=self.aboard,
            hidden=False,
            guarding=False,
        )


class Jumped(Event, frozen=True, tag="jumped"):
    """A jump, up to where it leaves its way: on the ground, or in mid-air before a fall (`falls`)."""

    who: str
    path: tuple[Point, ...]
    to: Point
    length: float  # inches jumped, along the straight line to the point, and the nudge to stand wholly (JUMP-04)
    rolled: float = 0.0  # inches that the roll allowed
    outcome: str = ""  # of the roll: success, fail, critical, fumble
    aimed_at: Point | None = None
    falls: bool = False
    controlled: bool = False  # meant as a controlled landing (JUMP-08)
    chained: bool = False  # for 0 AP, from an obstacle (JUMP-07)
    stopped_by: str | None = None
    aboard: str | None = None
    sight: Sight | None = None  # of the point aimed at (JUMP-01)
    sweep: JumpSweep | None = None

    @property
    def succeeded(self) -> bool:
        return self.outcome in ("success", "critical")

    def apply(self, state: State) -> None:
        state.set(self.who, at=self.to, on_wall=False, inside=False, aboard=self.aboard, hidden=False, guarding=False)


class Fell(Event, frozen=True, tag="fell"):
    """Fell straight down to `rest`. `fallen` is the height measured, `height` what counts of it (FALL-03)."""

    who: str
    start: Point
    rest: Point
    height: float  # inches that count, landing spot included
    landing: str
    part: str | None
    fallen: float = 0.0  # inches measured, from the start of the jump where one led to it
    why: str = "fall"
    by: str | None = None  # whoever made it fall
    onto: tuple[str, ...] = ()  # the minis that it fell on (FALL-04)
    controlled: bool = False
    aboard: str | None = None
    drop: Drop | None = None

    def apply(self, state: State) -> None:
        state.set(self.who, at=self.rest, on_wall=False, inside=False, aboard=self.aboard, hidden=False, guarding=False)


class Disengaged(Event, frozen=True, tag="disengaged"):
    """A try to leave base contact (MOVE-12). `stays`: it did not come away."""

    who: str
    against: str
    outcome: str
    stays: bool = False
    barricade: str | None = None  # it was the crossing of a barricade (TERR-11)
    touching: Distance | None = None  # the base contact that it leaves
    leg: Leg | None = None  # the stretch that crosses the barricade


class MoveGained(Event, frozen=True, tag="move_gained"):
    """More inches for the move in hand (MOVE-03, MOVE-12)."""

    who: str
    inches: float
    why: str


class MoveLost(Event, frozen=True, tag="move_lost"):
    """The rest of the move in hand is lost."""

    who: str
    inches: float
    why: str


class Rowed(Event, frozen=True, tag="rowed"):
    """A vessel moved on its water, everybody on it with it (TERR-13)."""

    who: str
    piece: str
    start: VesselAt
    to: VesselAt
    length: float  # the most that anyone on it moved
    rolled: float
    riders: tuple[tuple[str, Point], ...] = ()
    row: VesselMove | None = None

    def apply(self, state: State) -> None:
        state.vessels = (*(v for v in state.vessels if v.piece != self.piece), self.to)
        for rider, at in self.riders:
            state.set(rider, at=at, aboard=self.piece, hidden=False, guarding=False)
        for o in list(state.objectives.values()):
            if o.aboard == self.piece:
                state.objectives[o.id] = carried_along(o, self.start, self.to)


class Shaken(Event, frozen=True, tag="shaken"):
    """Unstable ground shook under a character because of another (TERR-03)."""

    who: str
    by: str
    outcome: str
    ground: Ground | None = None  # the unstable ground under it


class Pushed(Event, frozen=True, tag="pushed"):
    """Moved by force: grapple or knockback."""

    who: str
    by: str | None
    path: tuple[Point, ...]
    why: str
    aboard: str | None = None
    in_water: bool = False  # where it ends
    push: Push | None = None
    ends: Ground | None = None

    def apply(self, state: State) -> None:
        state.set(
            self.who, at=self.path[-1], on_wall=False, inside=False, aboard=self.aboard, hidden=False, guarding=False
        )
