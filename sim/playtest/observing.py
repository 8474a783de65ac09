"""What is kept of a game that was played: who stood, fought and fell where, what was used, and how the score stood."""

from __future__ import annotations

from collections.abc import Sequence

from sim.board.model.part_names import piece_of
from sim.carnevale import scenario
from sim.carnevale.characters import Point
from sim.carnevale.events import (
    Attacked,
    Escaped,
    Event,
    Fell,
    InitiativeTaken,
    Jumped,
    Killed,
    Moved,
    RoundBegan,
    Rowed,
    TurnEnded,
)
from sim.carnevale.events.objectives import (
    ObjectiveClaimed,
    ObjectiveDestroyed,
    ObjectivePlaced,
    ObjectiveRevealed,
    ObjectiveSettled,
    ObjectiveTaken,
)
from sim.carnevale.scenarios.deployment import ZoneTaken
from sim.carnevale.state import State
from sim.engine.requests import Measure, measured
from sim.playtest.games import RoundScore, SeenEvent

__all__ = ["Observer"]

IN_WATER = ("drown", "fumbled drown", "Stunned in water")  # why somebody died who drowned
FAR_EDGE = "the far edge"


class Observer:
    """Follows a game from its first state, event by event."""

    def __init__(self, begun: State, zones: Sequence[str], measure: Measure) -> None:
        """`zones`: the names of the zones that are told apart, in their order."""
        self.state, self._zones, self._measure = begun, tuple(zones), measure
        self._zone_of: dict[str, int] = {}
        self._seat_of = {c.id: c.seat for c in begun.characters.values()}  # whoever they are swayed to fight for
        self.began = self.deployed = -1
        self.seen: list[SeenEvent] = []
        self.lay: list[SeenEvent] = []  # where objectives lay at first
        self.standings: list[RoundScore] = []
        self.used: dict[str, list[int]] = {}
        self.objectives: dict[str, list[int]] = {}

    def follow(self, events: Sequence[Event]) -> None:
        """What happened next."""
        for event in events:
            self._note(event)
            self.state.apply(event)

    def by_zone(self, by_seat: dict[str, int]) -> tuple[int, int]:
        """Numbers of seats in the order of the zones."""
        first, second = sorted(by_seat, key=lambda seat: self._zone_of[seat])
        return by_seat[first], by_seat[second]

    def _note(self, event: Event) -> None:
        match event:
            case ZoneTaken():
                self._zone_of[event.seat] = self._zones.index(event.zone)
                self.deployed = self._zone_of[event.seat] if self.deployed < 0 else self.deployed
            case InitiativeTaken() if self.began < 0:
                self.began = self._zone_of[event.seat]
            case RoundBegan() if event.round > 1:
                self._stand(event.round - 1)
            case TurnEnded():
                c = self.state[event.who]
                if c.on_board:
                    self._see("stood", event.who, c.here)
            case Killed():
                self._see("drowned" if event.why in IN_WATER else "died", event.who, event.where)
            case Attacked():
                target = self.state[event.target]
                if target.at is not None and self.state[event.who].at is not None:
                    what = "fought" if event.contact else "shot"
                    self._see(what, event.who, self.state[event.who].here, target.here)
            case Escaped():
                self._reach(FAR_EDGE, event.who)
            case Moved() | Jumped() | Fell() | Rowed():
                self._move(event)
            case _:
                self._touch_objective(event)

    def _move(self, event: Moved | Jumped | Fell | Rowed) -> None:
        match event:
            case Moved():
                if event.in_water:
                    self._see("swam", event.who, event.to)
                parts = [event.leg.part if event.leg else None, event.ends.part if event.ends else None]
                self._use(event.who, *parts)
            case Jumped():
                self._see("jumped", event.who, event.path[0], event.to)
                if event.sweep is not None and not event.falls:
                    self._use(event.who, event.sweep.ground.part)
            case Fell():
                self._see("fell", event.who, event.start, event.rest)
            case Rowed():
                self._use(event.who, event.piece)

    def _touch_objective(self, event: Event) -> None:
        match event:
            case ObjectivePlaced():
                self.objectives.setdefault(event.objective.id, [0, 0])
            case ObjectiveSettled() if self.state.round == 0:
                self.lay.append(SeenEvent("lay", 0, _tenths(event.at)))
            case ObjectiveTaken() | ObjectiveRevealed() | ObjectiveDestroyed():
                self._reach(event.objective, event.who)
            case ObjectiveClaimed() if event.who is not None:
                self._reach(event.objective, event.who)

    def _see(self, what: str, who: str, at: Point, to: Point | None = None) -> None:
        self.seen.append(SeenEvent(what, self._zone(who), _tenths(at), None if to is None else _tenths(to)))

    def _use(self, who: str, *parts: str | None) -> None:
        for piece in {piece_of(part) for part in parts if part is not None}:
            self.used.setdefault(piece, [0, 0])[self._zone(who)] += 1

    def _reach(self, objective: str, who: str) -> None:
        self.objectives.setdefault(objective, [0, 0])[self._zone(who)] += 1

    def _zone(self, who: str) -> int:
        return self._zone_of[self._seat_of[who]]

    def _stand(self, after: int) -> None:
        """What each would have had, had the game ended there: the scenario's own score, on a copy."""
        would = self.state.copy()
        page = scenario.of(would)
        if page is not None:
            measured(page.score(would), would, self._measure)
        self.standings.append(RoundScore(after, self.by_zone({seat.id: seat.vp for seat in would.seats.values()})))


def _tenths(at: Point) -> Point:
    x, y, z = at
    return (round(x, 1), round(y, 1), round(z, 1))
