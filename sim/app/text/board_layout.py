"""The whole board told: in squares, with the zones, and what floats on its canals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from sim.app.text.described import described
from sim.app.text.matching import plain
from sim.app.text.seat_view import SeatView
from sim.app.text.wording import inches
from sim.board.model.verdicts import PointInfo
from sim.carnevale.characters import Point
from sim.carnevale.scenario import zones
from sim.carnevale.zones import Zone
from sim.words import capital, joined, listed, say, term

__all__ = ["layout", "square_of", "vessels_lie", "zone_lies", "zones_lie"]

SQUARE = 6.0  # inches of the told layout's squares


def layout(view: SeatView) -> Iterator[str]:
    """The board square by square, from the north-west: what lies in each, and who stands there."""
    wide, deep = view.state.size
    columns, rows = _squares(view)
    yield say(
        "{wide} from west to east, {deep} from south to north, in squares of {square}. "
        "Columns A to {last} go east, rows 1 to {rows} go north; A1 is the south-west corner. "
        "Of a place like 12, 3.5 the first number is inches from the west edge, the second inches from the south edge.",
        wide=inches(wide), deep=inches(deep), square=inches(SQUARE), last=chr(64 + columns), rows=rows,
    )  # fmt: skip
    for row in reversed(range(rows)):
        for column in range(columns):
            yield _square_told(view, column, row)


def square_of(view: SeatView, words: str) -> list[str] | None:
    """One square by its name, as C4, with how far each thing in it reaches; None where the words are no name of one."""
    found = re.fullmatch(r"([a-z])\s*(\d{1,2})", plain(words).strip())
    if found is None:
        return None
    column, row = ord(found[1]) - ord("a"), int(found[2]) - 1
    columns, rows = _squares(view)
    if not (column < columns and 0 <= row < rows):
        return [say("Squares go from A1 to {last}{rows}.", last=chr(64 + columns), rows=rows)]
    west, south = column * SQUARE, row * SQUARE
    things = [
        mark for mark in view.land.all.values()
        if mark.low[0] < west + SQUARE and mark.high[0] > west and mark.low[1] < south + SQUARE and mark.high[1] > south
    ]  # fmt: skip
    reach = [joined("", ("  ", line)) for mark in things for line in islice(described(view, mark), 1)]
    return [_square_told(view, column, row), *reach]


def _squares(view: SeatView) -> tuple[int, int]:
    """How many squares there are from west to east, and from south to north."""
    wide, deep = view.state.size
    return round(wide / SQUARE), round(deep / SQUARE)


def _square_told(view: SeatView, column: int, row: int) -> str:
    words = listed(_square(view, column * SQUARE, row * SQUARE))
    return say("{square}: {words}.", square=f"{chr(65 + column)}{row + 1}", words=words)


def _square(view: SeatView, x: float, y: float) -> list[str]:
    """Of most of a square's ground, what it is; then landmarks whose middle lies in it, then minis."""
    half = SQUARE / 6
    soundings: list[PointInfo] = [
        view.under(x + half * (1 + 2 * i), y + half * (1 + 2 * j)) for i in range(3) for j in range(3)
    ]
    share: dict[str, int] = {}
    for place in soundings:
        what = view.land.part(place.part, place.at[2])
        share[what] = share.get(what, 0) + 1
    words = [what for what, count in sorted(share.items(), key=lambda each: -each[1]) if count >= 2]

    def within(at: Point) -> bool:
        return x <= at[0] < x + SQUARE and y <= at[1] < y + SQUARE

    said = " ".join(words)
    words += [mark.full for mark in view.land.all.values() if within(mark.middle) and mark.name not in said]
    words += [
        say("{name} ({whose})", name=view.name(c.id), whose=view.whose(c))
        for c in view.state.on_board()
        if within(c.here)
    ]
    return words or [say("nothing")]


def zones_lie(view: SeatView) -> Iterator[str]:
    """Where the deployment zones lie, and whose they are as soon as they are taken."""
    owners = {seat.zone: seat.id for seat in view.state.seats.values() if seat.zone}
    for zone in zones(view.state):
        name, lies = term(zone.name), zone_lies(zone)
        if zone.name in owners:
            yield say("Zone of {gang} ({zone}): {lies}.", gang=view.name(owners[zone.name]), zone=name, lies=lies)
        else:
            yield say("Deployment zone ({zone}): {lies}.", zone=name, lies=lies)


def zone_lies(z: Zone) -> str:
    """Where a zone lies, and how large it is."""
    (west, east), (south, north) = z.x, z.y
    if z.corner is not None:
        x, y = z.corner
        return say("a quarter of a circle, {length} about the corner at {x:g}, {y:g}", length=inches(z.reach), x=x, y=y)
    return say(
        "{wide} from west to east, {deep} from south to north, from {west:g}, {south:g} to {east:g}, {north:g}",
        wide=inches(east - west), deep=inches(north - south), west=west, south=south, east=east, north=north,
    )  # fmt: skip


def vessels_lie(view: SeatView, only: str = "") -> Iterator[str]:
    """Every vessel: where it lies, and who is aboard. `only`: the one with this id."""
    for vessel in view.land.afloat(view.state.vessels):
        if only and vessel.piece != only:
            continue
        at = say("at {x:.1f}, {y:.1f}", x=vessel.at[0], y=vessel.at[1])
        lies = joined(", ", (at, view.land.near((*vessel.at[:2], 0.0)), view.land.lies(vessel)))
        name = capital(view.land.name(vessel.piece))
        crew = listed(view.name(c.id) for c in view.state.on_board() if c.aboard == vessel.piece)
        if crew:
            yield say("  {vessel}: {lies}; aboard: {crew}.", vessel=name, lies=lies, crew=crew)
        else:
            yield say("  {vessel}: {lies}; nobody is aboard.", vessel=name, lies=lies)
