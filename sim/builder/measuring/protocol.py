"""What the window asks the process that measures, and what that answers: a line of JSON each."""

from __future__ import annotations

from typing import Any

import msgspec

from sim.board.files.map_marks import MapNote, MapObjective, MapZone
from sim.board.files.mapfile import Canal, MapFile, PiecePlacement, Street
from sim.board.map_checks.checks import Issue
from sim.board.model.journeys import Journey
from sim.board.model.tableau import Point
from sim.board.model.verdicts import Cover, Distance, Reach, Sight
from sim.board.movement.relaid_lattice import Box
from sim.builder.measuring.leaps import Leap
from sim.builder.measuring.views import PlaceView
from sim.words import in_english

__all__ = [
    "AnyAnswer",
    "Ask",
    "AskedWay",
    "Checked",
    "Done",
    "Joined",
    "Looked",
    "MeasureAnswer",
    "Mendable",
    "Mini",
    "Overlooked",
    "ReachFound",
    "ReadyToPlay",
    "WayMeasured",
    "WaysFound",
    "received",
    "sent",
]


LISTS: dict[str, type[msgspec.Struct]] = {
    "canals": Canal,
    "streets": Street,
    "pieces": PiecePlacement,
    "zones": MapZone,
    "objectives": MapObjective,
    "notes": MapNote,
}
"""The lists of a map, and what they hold."""


class Mini(msgspec.Struct, frozen=True):
    """A base that somebody put on the board to measure from."""

    id: str
    at: Point
    base_mm: float = 30.0


class AskedWay(msgspec.Struct, frozen=True):
    """From where to where a way is wanted, and of whom: with its MOVE, and the dice of its rolls."""

    start: Point
    goal: Point
    move: float = 4.0
    base_mm: float = 30.0
    dexterity: int = 5


class Ask(msgspec.Struct, frozen=True):
    """A map as it stands, and what is wanted of it. `held`: a hand still moves something, only what is near counts.

    `chosen`: the mini whose reach, with a MOVE of `move` inches, and whose view of the others is wanted.
    """

    number: int
    source: str
    map: dict[str, Any]  # as `sent` has it
    text: str = ""  # of the map, where something that is wrong in it shall be told by its line
    held: bool = False
    base_mm: float = 30.0  # of whoever jumps and walks
    minis: tuple[Mini, ...] = ()
    chosen: str = ""
    move: float = 4.0
    outlook: bool = False
    way: AskedWay | None = None


class MeasureAnswer(msgspec.Struct, frozen=True, tag=True):
    """Base of the answers; `number` is that of what was asked."""

    number: int


class Joined(MeasureAnswer, frozen=True):
    """The jumps between areas; `near`: only those that reach into this box were measured, the others stay."""

    leaps: tuple[Leap, ...]
    near: Box | None = None


class ReachFound(MeasureAnswer, frozen=True):
    """Where the chosen mini can go; `at` is where it stands. None where no base can stand."""

    at: Point
    reach: Reach | None


class Looked(MeasureAnswer, frozen=True):
    """What the chosen mini sees of each other, how well that is covered, as it is ruled, and how far it is."""

    views: tuple[tuple[str, Sight, Cover | None, Distance], ...]


class WayMeasured(MeasureAnswer, frozen=True):
    """The way that was asked for, by which one goes in some turns; None where no base stands at one of its ends."""

    asked: AskedWay
    way: Journey | None


class Checked(MeasureAnswer, frozen=True):
    """What the check says of the map."""

    issues: tuple[Issue, ...]


class Mendable(MeasureAnswer, frozen=True):
    """The pieces that the check told of, and that can be mended without asking."""

    ids: tuple[str, ...]


class WaysFound(MeasureAnswer, frozen=True):
    """What is wrong with its ways."""

    issues: tuple[Issue, ...]


class ReadyToPlay(MeasureAnswer, frozen=True):
    """What it lacks for what is played on it."""

    issues: tuple[Issue, ...]


class Overlooked(MeasureAnswer, frozen=True):
    """How much of the board places see, on squares of so many inches."""

    apart: float
    places: tuple[PlaceView, ...]


class Done(MeasureAnswer, frozen=True):
    """All that was asked is answered."""


def sent(made: MapFile) -> dict[str, Any]:
    """A map as it is sent: without what is not said of it, as in its file."""
    plain: dict[str, Any] = msgspec.to_builtins(made, enc_hook=in_english)
    for name, kind in LISTS.items():
        unsaid = {field.name: field.default for field in msgspec.structs.fields(kind)}
        plain[name] = [{key: v for key, v in entry.items() if v != unsaid[key]} for entry in plain[name]]
    return plain


def received(plain: dict[str, Any]) -> MapFile:
    """The map that was sent."""
    return msgspec.convert(plain, MapFile)


AnyAnswer = (
    Joined | ReachFound | Looked | WayMeasured | Checked | Mendable | WaysFound | ReadyToPlay | Overlooked | Done
)
