"""What happens to objectives."""

from __future__ import annotations

from sim.board.model.verdicts import Distance, Ground, Spot
from sim.carnevale.characters import Point
from sim.carnevale.events.base import Event
from sim.carnevale.objective import Objective
from sim.carnevale.state import State

__all__ = [
    "ObjectiveClaimed",
    "ObjectiveDestroyed",
    "ObjectiveDropped",
    "ObjectiveMarked",
    "ObjectivePlaced",
    "ObjectiveRevealed",
    "ObjectiveSettled",
    "ObjectiveTaken",
    "TurnBeganAt",
]


class ObjectivePlaced(Event, frozen=True, tag="objective_placed"):
    objective: Objective
    seat: str | None = None  # who placed it

    def apply(self, state: State) -> None:
        state.objectives[self.objective.id] = self.objective


class ObjectiveMarked(Event, frozen=True, tag="objective_marked"):
    """What the underside of a hidden objective shows; nobody sees it."""

    objective: str
    value: int

    def apply(self, state: State) -> None:
        state.set_objective(self.objective, value=self.value)

    def seen_by(self, seat: str) -> bool:
        return False


class ObjectiveSettled(Event, frozen=True, tag="objective_settled"):
    """Put where it can lie."""

    objective: str
    at: Point
    aboard: str | None = None
    ground: Ground | None = None
    placing: Spot | None = None  # it could not lie where it was put

    def apply(self, state: State) -> None:
        state.set_objective(self.objective, at=self.at, aboard=self.aboard)


class ObjectiveClaimed(Event, frozen=True, tag="objective_claimed"):
    objective: str
    seat: str
    who: str | None = None  # None: claimed at the start
    touching: Distance | None = None

    def apply(self, state: State) -> None:
        state.set_objective(self.objective, claimed=self.seat)


class ObjectiveRevealed(Event, frozen=True, tag="objective_revealed"):
    objective: str
    who: str
    value: int | None
    touching: Distance | None = None

    def apply(self, state: State) -> None:
        state.set_objective(self.objective, revealed=True)

    @property
    def reveals(self) -> bool:
        return True


class ObjectiveTaken(Event, frozen=True, tag="objective_taken"):
    """Picked up, handed over by a friend, or stolen from an enemy (`source`)."""

    objective: str
    who: str
    source: str | None = None
    why: str = ""
    touching: Distance | None = None  # the objective, or whoever hands it over

    def apply(self, state: State) -> None:
        state.set_objective(self.objective, at=None, aboard=None, carrier=self.who)


class ObjectiveDropped(Event, frozen=True, tag="objective_dropped"):
    objective: str
    who: str
    at: Point
    why: str

    def apply(self, state: State) -> None:
        state.set_objective(self.objective, at=self.at, aboard=None, carrier=None)


class ObjectiveDestroyed(Event, frozen=True, tag="objective_destroyed"):
    objective: str
    who: str
    touching: Distance | None = None

    def apply(self, state: State) -> None:
        state.set_objective(self.objective, at=None, aboard=None, carrier=None, destroyed=True)


class TurnBeganAt(Event, frozen=True, tag="turn_began_at"):
    """A turn began in base contact with these objectives (SCEN-04, Destructible)."""

    who: str
    objectives: tuple[str, ...]
    touching: tuple[Distance, ...] = ()

    def apply(self, state: State) -> None:
        state.began_at = self.objectives
