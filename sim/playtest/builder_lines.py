"""What a play-test tells whoever built the board: what differs between the zones, and pieces near it.

Each line has the figure that it rests on. Nothing is weighed against anything else, and nothing is advised: what is
different is not yet what games are won by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from sim.percent import percent
from sim.playtest.features import FEATURES
from sim.playtest.near_pieces import Nearest, PieceReached, TroubleSpot, Ways, ZoneSurroundings
from sim.playtest.report_numbers import PlaytestReport, ZoneResult
from sim.playtest.zone_facts import MOVE, RUNS, ZoneFacts
from sim.playtest.zone_rows import ZONE_ROWS
from sim.words import counted, joined, listed, say, term

__all__ = ["BuilderLines", "builder_lines", "first_lines"]

APART = 0.1  # of the greater value: what differs by less is not told
FAR = 1.0  # inches that ways differ by at least to be told
LEVEL = 0.05  # inches over or under the street that are not told
MOST_NAMED = 6  # pieces in a line
MOST_WAYS = 3  # objectives whose ways differ most
MOST_LINES = 8  # under a heading, where there is little room
LABELS = {  # of what was measured, where it does not stand below what it is a part of
    "high": say('ground within two turns that is more than 3" over the street'),
    "cover": say("places that see a mini there, from which it is in cover"),
    "to_objectives": say("mean way to where objectives lay"),
}
WATCHED = ("seen", "danger")  # facts that have to do with who sees a zone
KINDS = {
    "roof": say("nearest roof that a way leads up to"),
    "bridge": say("nearest bridge"),
    "ladder": say("nearest ladder"),
    "boat": say("nearest boat"),
}
HAPPENED = {
    "drowned": say("drowned"),
    "swam": say("moves that ended in water"),
    "fell": say("falls"),
}


class BuilderLines(NamedTuple):
    """Lines under a heading."""

    title: str
    lines: list[str]


def builder_lines(report: PlaytestReport) -> list[BuilderLines]:
    """All of them; headings without a line are left out."""
    around, facts = report.around, report.measured
    if len(around.zones) != 2 or len(facts) != 2:
        return []
    used = {use.piece: sum(use.used) for use in report.pieces}
    reached = {use.objective: sum(use.reached) for use in report.objectives}
    idle = [piece for piece in around.pieces if not used.get(piece.piece)]
    found = [
        BuilderLines(say("Whether the games tell the zones apart"), [_verdict(report)]),
        BuilderLines(
            say("What differs between the zones by a tenth or more"),
            [*_facts(facts, around.zones), *_nearest_rows(around.zones)]
            or [say("Nothing that is measured: room, reach, roofs, sight, cover, danger and ways are alike")],
        ),
        BuilderLines(say("Ways to where objectives lay"), list(_objectives(report, reached))),
        BuilderLines(say("Where it went wrong most often"), [_trouble(spot, report.zones) for spot in around.troubles]),
        BuilderLines(
            counted(
                "Used by nobody in {n} game: {idle} of {all} roofs, bridges, ladders and boats",
                "Used by nobody in {n} games: {idle} of {all} roofs, bridges, ladders and boats",
                report.games,
                idle=len(idle),
                all=len(around.pieces),
            ),
            [
                _idle(piece, report, used)
                for piece in sorted(idle, key=lambda each: (FEATURES.index(each.kind), each.piece))
            ],
        ),
    ]
    return [each for each in found if each.lines]


def first_lines(section: BuilderLines, most: int = MOST_LINES) -> list[str]:
    """So many of the lines under a heading, and how many more the report has."""
    more = len(section.lines) - most
    if more <= 0:
        return section.lines
    return [*section.lines[:most], counted("{n} more in the report", "{n} more in the report", more)]


def _verdict(report: PlaytestReport) -> str:
    share = report.zones[0].share
    fields = {
        "zone": term(report.zones[0].name),
        "share": percent(share.share),
        "low": percent(share.low),
        "high": percent(share.high),
    }
    if share.low <= 0.5 <= share.high:
        return say(
            "No: {zone} won {share} of them ({low} to {high}, which has the half in it). Nothing below is shown to "
            "decide games.", **fields,
        )  # fmt: skip
    return say(
        "Yes: {zone} won {share} of them ({low} to {high}). What differs below is where to look first; the same "
        "command on the changed board plays the same pairs again.", **fields,
    )  # fmt: skip


def _facts(facts: Sequence[ZoneFacts], zones: Sequence[ZoneSurroundings]) -> Iterator[str]:
    """What was measured of the zones, the most different first, with what stands near it."""
    rows: list[tuple[float, int, str, str]] = []
    for label, key, told in ZONE_ROWS:
        first, second = (getattr(each, key) for each in facts)
        if first is None or second is None or not _unlike(first, second):
            continue
        line = say(
            "{label}: {zone} {value}, {other} {its}",
            label=LABELS.get(key, label), zone=term(facts[0].zone), value=told(first),
            other=term(facts[1].zone), its=told(second),
        )  # fmt: skip
        rows.append((-abs(first - second) / max(first, second), len(rows), key, line))
    seen = ""
    for _, _, key, line in sorted(rows):
        near = [] if key in WATCHED and seen else [*_near(key, zones)]
        seen = seen or key * (key in WATCHED)
        yield joined(". ", [line, *near])


def _near(key: str, zones: Sequence[ZoneSurroundings]) -> Iterator[str]:
    """The pieces that a fact has to do with."""
    for zone in zones:
        if key in WATCHED and zone.most_seen is not None and zone.beside is not None:
            x, y = zone.most_seen
            yield say(
                'Most seen of the {zone} is ({x:g}, {y:g}), from {share} of the places; nearest to it, {inches:.1f}", '
                'is {piece}', zone=term(zone.zone), x=x, y=y, share=percent(zone.seen), inches=zone.beside.inches,
                piece=zone.beside.piece,
            )  # fmt: skip
        elif key == "cover":
            what = counted(
                'In the {zone} stands {n} piece over 1" high{names}',
                'In the {zone} stand {n} pieces over 1" high{names}',
                len(zone.shelter), zone=term(zone.zone),
                names=say(": {names}", names=_named(zone.shelter)) if zone.shelter else "",
            )  # fmt: skip
            yield what


def _nearest_rows(zones: Sequence[ZoneSurroundings]) -> Iterator[str]:
    """The first roof, bridge, ladder and boat that a mini comes to from each zone, where these ways differ."""
    for kind, label in KINDS.items():
        first, second = (zone.nearest.get(kind) for zone in zones)
        if first is None and second is None:
            continue
        if first is None or second is None or (
            _unlike(first.inches, second.inches) and abs(first.inches - second.inches) >= FAR
        ):  # fmt: skip
            yield say(
                "{label}: {zone} {near}, {other} {its}", label=label, zone=term(zones[0].zone), near=_at(first),
                other=term(zones[1].zone), its=_at(second),
            )  # fmt: skip


def _at(near: Nearest | None) -> str:
    return say("none") if near is None else say('{piece} {inches:.1f}"', piece=near.piece, inches=near.inches)


def _objectives(report: PlaytestReport, reached: dict[str, int]) -> Iterator[str]:
    """Those that nobody walks to from a zone, those whose ways differ most, and those that nobody took."""
    first, second = report.measured
    ways = list(zip(report.around.objectives, first.objectives, second.objectives, strict=False))
    cut = [each for each in ways if each[1] is None or each[2] is None]
    known = [(abs(a - b), at, a, b) for at, a, b in ways if a is not None and b is not None]
    far = [(at, a, b) for off, at, a, b in sorted(known, reverse=True) if off >= FAR and _unlike(a, b)][:MOST_WAYS]
    for (x, y, z), a, b in (*cut, *far):
        led = _ways((a, b), report.zones)
        if z < -LEVEL:
            yield say('At ({x:g}, {y:g}), {low:.1f}" under the street: {ways}', x=x, y=y, low=-z, ways=led)
        elif z > LEVEL:
            yield say('At ({x:g}, {y:g}), {high:.1f}" up: {ways}', x=x, y=y, high=z, ways=led)
        else:
            yield say("At ({x:g}, {y:g}): {ways}", x=x, y=y, ways=led)
    left = [name for name, times in reached.items() if not times]
    if left:
        yield say("Nobody took {names}", names=_named(left))


def _trouble(spot: TroubleSpot, zones: Sequence[ZoneResult]) -> str:
    line = say(
        '{what}: {n} from the {zone}, {its} from the {other}; {here} of them round ({x:g}, {y:g})',
        what=HAPPENED[spot.what], n=spot.times[0], its=spot.times[1], zone=term(zones[0].name),
        other=term(zones[1].name), here=spot.here, x=spot.at[0], y=spot.at[1],
    )  # fmt: skip
    near = [] if spot.beside is None else [say("nearest piece {near}", near=_at(spot.beside))]
    near += [] if spot.bridge is None else [say("nearest bridge {near}", near=_at(spot.bridge))]
    return joined(", ", [line, *near])


def _idle(piece: PieceReached, report: PlaytestReport, used: dict[str, int]) -> str:
    """A piece that nobody used, and what is known of why."""
    return say("{piece}: {why}", piece=piece.piece, why=joined("; ", _why(piece, report, used)))


def _why(piece: PieceReached, report: PlaytestReport, used: dict[str, int]) -> Iterator[str]:
    stranded = piece.ways == (None, None)
    if piece.kind == "roof":
        yield say('a roof {high:.1f}" up', high=piece.high)
        if stranded:
            yield say("no base of 30 mm walks or climbs up there")
            yield (
                say("the nearest ladder is {near} away", near=_at(piece.ladder))
                if piece.ladder
                else say("there is no ladder on the board")
            )
    elif piece.kind == "ladder":
        yield _leads(piece, used)
    elif piece.kind == "bridge" and piece.through is not None and report.around.across is not None:
        yield say(
            'from zone to zone it is {over:.1f}" over it, and {least:.1f}" by the shortest way',
            over=piece.through, least=report.around.across,
        )  # fmt: skip
    if not (stranded and piece.kind == "roof"):
        yield _ways(piece.ways, report.zones)
    if piece.kind in ("roof", "boat") and piece.scores is not None:
        yield say(
            'the nearest objective lay {inches:.1f}" off, at {at}', inches=piece.scores.inches, at=piece.scores.piece
        )


def _leads(piece: PieceReached, used: dict[str, int]) -> str:
    """Where a ladder leads."""
    if not piece.leads_to:
        return say('its top, {high:.1f}" up, is beside nothing with room for a base', high=piece.high)
    times = used.get(piece.leads_to, 0)
    if not times:
        return say("leads up to {roof}, which nobody used either", roof=piece.leads_to)
    return counted(
        "leads up to {roof}, which was used {n} time by other ways",
        "leads up to {roof}, which was used {n} times by other ways",
        times, roof=piece.leads_to,
    )  # fmt: skip


def _ways(ways: Ways, zones: Sequence[ZoneResult]) -> str:
    """How far it is from each zone, and in which turn a mini arrives."""
    if ways == (None, None):
        return say("no base of 30 mm walks, climbs or swims there")
    return joined(", ", (_way(way, zone.name) for way, zone in zip(ways, zones, strict=True)))


def _way(way: float | None, zone: str) -> str:
    if way is None:
        return say("no way from the {zone}", zone=term(zone))
    turn = max(1, ceil(way / (MOVE * RUNS)))
    return say('{inches:.1f}" from the {zone} (turn {turn})', inches=way, zone=term(zone), turn=turn)


def _unlike(one: float, other: float) -> bool:
    return abs(one - other) >= APART * max(one, other) > 0.0


def _named(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return listed([*names[:MOST_NAMED], counted("{n} more", "{n} more", more)] if more > 0 else names)
