"""Events of points and of life: spent, gained, lost, and who is out of the game."""

from __future__ import annotations

import msgspec

from sim.board.model.verdicts import Distance, Ground, Sight
from sim.carnevale.characters import Point
from sim.carnevale.events.base import Event
from sim.carnevale.state import State

__all__ = [
    "CommandGranted",
    "CommandUsed",
    "Damaged",
    "Escaped",
    "Killed",
    "LeftOut",
    "LostLife",
    "PointsGained",
    "PointsLost",
    "PointsSpent",
]


class PointsSpent(Event, frozen=True, tag="points_spent"):
    """AP, WP or CP spent, or LP as if they were WP; AP counts towards the 3 of the round (TURN-04)."""

    who: str
    what: str  # "ap", "lp", "wp", "cp"
    points: int
    on: str
    target: str | None = None  # whom a command is given to
    sight: Sight | None = None  # of that one: a command is given in sight (TURN-07, 08)

    @property
    def is_will(self) -> bool:
        """Are these Will Points, or Life Points that serve as such (ABIL-Frenzied)?"""
        return self.what in ("wp", "lp")

    def apply(self, state: State) -> None:
        c = state[self.who]
        if self.what == "ap":
            state.set(self.who, ap=max(0, c.ap - self.points), used_ap=c.used_ap + self.points)
        else:
            state.set(self.who, **{self.what: max(0, getattr(c, self.what) - self.points)})


class PointsGained(Event, frozen=True, tag="points_gained"):
    """Points came back or were given; LP, WP and CP never pass the starting number (TURN-05)."""

    who: str
    what: str  # "ap", "lp", "wp", "cp"
    points: int
    why: str
    near: Distance | None = None  # from where they came, where the range decides who gains them
    sight: Sight | None = None  # of whoever brings them (ABIL-Companion)
    ground: Ground | None = None  # that brings them (ABIL-Boat-Crew)

    def apply(self, state: State) -> None:
        state.set(self.who, **{self.what: getattr(state[self.who], self.what) + self.came(state)})

    def happening(self, state: State) -> PointsGained | None:
        """No more points than there is room for."""
        came = self.came(state)
        if came == self.points:
            return self
        return msgspec.structs.replace(self, points=came) if came else None

    def came(self, state: State) -> int:
        """How many of these points there is room for."""
        c = state[self.who]
        if self.what == "ap":
            return self.points
        room: int = getattr(c.profile, self.what) - getattr(c, self.what)
        return max(0, min(self.points, room))


class PointsLost(Event, frozen=True, tag="points_lost"):
    """Points taken from a character, not spent by it."""

    who: str
    what: str  # "wp", "cp"
    points: int
    why: str

    def apply(self, state: State) -> None:
        state.set(self.who, **{self.what: max(0, getattr(state[self.who], self.what) - self.points)})


class Damaged(Event, frozen=True, tag="damaged"):
    """Damage left after the protection roll; the life that it costs is told by `lost_life`."""

    who: str
    damage: int
    before_protection: int
    by: str | None = None
    why: str = ""


class LostLife(Event, frozen=True, tag="lost_life"):
    """Life Points lost: `lost` may be more than the `had` that there were, and an agenda counts all (AGENDA-C1)."""

    who: str
    lost: int
    why: str
    by: str | None = None
    had: int | None = None  # None: more than it lost, as far as is known

    @property
    def taken(self) -> int:
        """How many it has fewer."""
        return self.lost if self.had is None else min(self.lost, self.had)

    @property
    def is_last(self) -> bool:
        """Are these all that it had?"""
        return self.had is not None and self.lost >= self.had

    def apply(self, state: State) -> None:
        state.set(self.who, lp=max(0, state[self.who].lp - self.lost))


class Killed(Event, frozen=True, tag="killed"):
    """Removed as a casualty (TURN-05); `where` it stood, for agendas and the table."""

    who: str
    by: str | None
    why: str
    where: Point

    def apply(self, state: State) -> None:
        state.set(self.who, alive=False, ap=0, aboard=None, on_wall=False, inside=False, effects=())


class Escaped(Event, frozen=True, tag="escaped"):
    """Left the board by an edge, and is out of the game alive (SCEN-09)."""

    who: str
    where: Point

    def apply(self, state: State) -> None:
        state.set(self.who, escaped=True, ap=0, aboard=None, on_wall=False, inside=False, effects=())


class LeftOut(Event, frozen=True, tag="left_out"):
    """Found no room when its gang was set up, and is out of the game alive (SCEN-14)."""

    who: str

    def apply(self, state: State) -> None:
        state.set(self.who, escaped=True, ap=0)


class CommandGranted(Event, frozen=True, tag="command_granted"):
    """More Command Points than the profile has, from the start (SCEN-09)."""

    who: str
    points: int
    why: str

    def apply(self, state: State) -> None:
        c = state[self.who]
        profile = msgspec.structs.replace(c.profile, cp=c.profile.cp + self.points)
        state.set(self.who, profile=profile, cp=c.cp + self.points)


class CommandUsed(Event, frozen=True, tag="command_used"):
    """A command ability (TURN-09)."""

    who: str
    command: str
    cost: int
    near: Distance | None = None  # to its target, where it has one
