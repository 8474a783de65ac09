"""Each player sets up a gondola anywhere in water (SCEN-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from sim.board.model.queries import MoorAt
from sim.board.model.tableau import VesselAt
from sim.board.model.verdicts import VesselMove
from sim.carnevale.characters import Point
from sim.carnevale.events import Event
from sim.carnevale.names import refusal_of
from sim.carnevale.questions import Declinable
from sim.carnevale.scenarios.deployment import zone_of
from sim.carnevale.state import State, rounded
from sim.carnevale.steps import Step
from sim.carnevale.zones import Zone
from sim.engine.requests import Gesture, Measure, Refusal, Rule, Ruling
from sim.words import say, term

__all__ = ["PIECE", "Mooring", "Moorings", "SetUpGondola", "VesselSetUp", "WhereMoored"]

PIECE = "gondola"


class VesselSetUp(Event, frozen=True, tag="vessel_set_up"):
    seat: str
    piece: str
    at: Point
    turn: float
    row: VesselMove | None = None

    def apply(self, state: State) -> None:
        others = tuple(v for v in state.vessels if v.piece != self.piece)
        state.vessels = (*others, VesselAt(self.piece, self.at, self.turn))


class Mooring(msgspec.Struct, frozen=True):
    """Where a gondola is to lie: the middle of its water line, and its turn in degrees."""

    x: float
    y: float
    turn: float = 0.0


class Moorings(msgspec.Struct, frozen=True, tag="moorings"):
    """What `WhereMoored` takes: anywhere in water where the gondola fits."""

    answers: ClassVar[Any] = Mooring

    piece: str
    zone: Zone | None = None  # its middle must lie in this

    def refusal(self, state: State, measure: Measure, answer: Mooring) -> Refusal | None:
        if self.zone is not None and not self.zone.has((answer.x, answer.y, 0.0)):
            return Refusal("EQUIP-08", say("this gondola is set up in the {zone}", zone=term(self.zone.name)))
        verdict: VesselMove = measure(state, MoorAt(self.piece, (answer.x, answer.y), answer.turn))
        return refusal_of(state, verdict)

    def candidates(self, state: State) -> Iterator[Mooring]:
        """Places to try, all over the board; most are no water."""
        width, depth = state.size
        for turn in (0.0, 90.0, 45.0, 135.0):
            for x in range(2, int(width), 2):
                for y in range(2, int(depth), 2):
                    if self.zone is None or self.zone.has((x, y, 0.0)):
                        yield Mooring(float(x), float(y), turn)


class WhereMoored(Declinable, frozen=True, kw_only=True, tag="gondola"):
    """Where a player's gondola lies when the game begins (SCEN-02)."""

    gesture = Gesture.PLACEMENT
    declines = say("No gondola")

    piece: str
    zone: Zone | None  # that it must lie in

    @property
    def region(self) -> Moorings:
        return Moorings(self.piece, self.zone)

    def asks(self, state: State) -> str:
        return say("Moor your gondola")

    def detail(self, state: State) -> str:
        if self.zone is not None:
            return say("Anywhere in water of the {zone}.", zone=term(self.zone.name))
        return say("Anywhere in water.")


class SetUpGondola(Step, frozen=True, tag="set_up_gondola"):
    seat: str
    id: str = ""  # of the piece; by default the seat's own
    in_zone: bool = False  # in the zone that the seat has taken (EQUIP-08)

    def run(self, game: State) -> Rule[None]:
        piece = self.id or f"{PIECE}#{self.seat}"
        zone = zone_of(game, self.seat) if self.in_zone else None
        at: Mooring | None = yield WhereMoored(seat=self.seat, piece=piece, zone=zone)
        if at is None:  # a board without water, or a player who wants none
            return
        verdict: VesselMove = yield Ruling(MoorAt(piece, (at.x, at.y), at.turn))
        game.emit(VesselSetUp(seat=self.seat, piece=piece, at=rounded(verdict.at), turn=at.turn, row=verdict))
