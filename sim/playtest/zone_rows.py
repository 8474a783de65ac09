"""What is measured of zones, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sim.percent import percent
from sim.words import joined, say, term

__all__ = ["ZONE_ROWS", "objective_row"]


def _number(value: float) -> str:
    return f"{value:g}"


def _area(value: float) -> str:
    return say("{area:g} square inches", area=value)


def _inches(value: float) -> str:
    return f'{value:.1f}"'


ZONE_ROWS: tuple[tuple[str, str, Callable[[Any], str]], ...] = (
    (say("places to set up a mini, an inch apart"), "places", _number),
    (say('within two turns of two runs of 5"'), "reach", _area),
    (say('of these more than 3" over the street'), "high", _area),
    (say("roofs within two turns"), "roofs", _number),
    (say("places of the board that see a mini there"), "seen", percent),
    (say("of these, from which it is in cover"), "cover", percent),
    (say("Life Points that a plain enemy takes there in a turn"), "danger", _number),
    (say("way to the middle of the board"), "to_middle", _inches),
    (say("way to the objectives that the map lays down"), "to_objectives", _inches),
)
"""What is measured of zones: in words, the key of `ZoneFacts`, and how a value is told."""


def objective_row(name: str, ways: Sequence[tuple[str, float | None]]) -> str:
    """The way to one objective from each zone; one that none leads to is told as such."""
    each = (
        say("{zone} {value}", zone=term(zone), value=say("none") if way is None else _inches(way)) for zone, way in ways
    )
    row = say("way to the objective {name}: {values}", name=name, values=joined(", ", each))
    if all(way is not None for _, way in ways):
        return row
    return say("{row} (no base of 30 mm walks, climbs or swims there: it is left out above)", row=row)
