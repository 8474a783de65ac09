"""The report as one HTML page with all its pictures in it, which opens anywhere and asks nobody for anything."""

from __future__ import annotations

import shlex
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sim.api.plot import plot
from sim.board.board import Board
from sim.board.files.folders import assets_dir
from sim.board.model.tableau import Tableau
from sim.carnevale import scenarios
from sim.carnevale.zones import Zone
from sim.percent import percent
from sim.playtest.board_maps import BoardMaps
from sim.playtest.builder_lines import builder_lines
from sim.playtest.features import FEATURES
from sim.playtest.games import SeenEvent
from sim.playtest.heat_maps import (
    BANDS,
    BOTH,
    SHARES,
    ZONES,
    HeatMap,
    Ramp,
    as_jpeg,
    as_png,
    banded_picture,
    heat,
    shaded_picture,
)
from sim.playtest.plain_enemy import FROM_A_ZONE, FROM_ANYWHERE, as_share, legend
from sim.playtest.report_numbers import FEW, PlaytestReport
from sim.playtest.running import PlayedTest
from sim.playtest.zone_facts import MOVE, RUNS

__all__ = ["page_of"]

PIXELS = 900  # of the board's longer side
ARROWS = 160  # jumps, falls and shots that are drawn as lines on a map
A_TURN = MOVE * RUNS  # inches
KINDS = (
    ("stood", "Where minis stood", "at the end of their turns", False),
    ("fought", "Where they fought", "hand to hand, whoever struck", False),
    ("shot", "Shot from", "and the lines of the shots", True),
    ("shot to", "Shot at", "where the targets stood", False),
    ("died", "Where they died", "other than by water", False),
    ("drowned", "Where they drowned", "or died in the water", False),
    ("fell", "Where they fell from", "of their own will or not", True),
    ("jumped", "Where they jumped", "and where to", True),
    ("swam", "Where they swam", "a move that ended in water", False),
    ("lay", "Where objectives lay", "at the start of the game", False),
)
"""What is drawn: how it is kept, title, explanation, and whether its ways are drawn as lines."""


class MapLayer(NamedTuple):
    """One picture over the board: of which minis, and how often it was."""

    name: str
    picture: HeatMap
    times: int
    arrows: list[tuple[float, float, float, float]]


class PlaceMap(NamedTuple):
    """What happened where: a layer for all minis and one for each zone's."""

    title: str
    told: str
    layers: list[MapLayer]


class MeasuredMap(NamedTuple):
    """What was measured of the empty board."""

    title: str
    told: str
    picture: str
    legend: list[tuple[str, str]]  # colour, words


def page_of(
    findings: PlaytestReport,
    played: PlayedTest,
    board: Board,
    zones: Sequence[Zone],
    maps: BoardMaps,
    folder: str = "",
) -> str:
    """The page. Its template is `assets/reports/playtest.html`.

    `folder`: of the games and journals, as it is reached from where the page lies ("" beside them, else with a "/" at
    its end).
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(assets_dir() / "reports")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["percent"] = percent
    environment.filters["quoted"] = shlex.quote
    environment.filters["signed"] = lambda share: f"{100 * share:+.0f}%".replace("-", "−").replace("+0%", "0%")
    page = scenarios.find(findings.scenario)
    return environment.get_template("playtest.html").render(
        found=findings,
        few=FEW,
        scenario=page.title if page is not None else findings.scenario,
        board=as_jpeg(plot(board, Tableau(), size=PIXELS)),
        wide=board.size[0],
        tall=board.size[1],
        font=b64encode((assets_dir() / "fonts" / "GoudyBookletter1911.otf").read_bytes()).decode(),
        zones=[_outline(zone, board.size[1]) for zone in zones],
        places=_place_maps(played),
        measured=_measured_maps(zones, maps, board.size),
        charts=[
            _chart("Rounds played", findings.rounds, "games"),
            _chart("Victory Points between the gangs", findings.margins, "games"),
            _chart("Decided after round", findings.decided, "games; from there on the winner never was behind"),
        ],
        builder=builder_lines(findings),
        kinds=[(kind, [use for use in findings.pieces if use.kind == kind]) for kind in FEATURES],
        command=_command(findings),
        folder=folder,
    )


def _outline(zone: Zone, depth: float) -> str:
    """A zone as the points of a polygon, y downwards."""
    return " ".join(f"{x:.2f},{depth - y:.2f}" for x, y in zone.outline)


def _place_maps(played: PlayedTest) -> list[PlaceMap]:
    tally, found = played.tally, []
    names = ("All", *played.asked.zones)
    for kept, title, told, with_arrows in KINDS:
        what, _, ends = kept.partition(" ")
        grids = (tally.ends if ends else tally.grids).get(what)
        if grids is None:
            continue
        drawn = tally.drawn.get(what, []) if with_arrows else []
        counted = [(grids[0] + grids[1], BOTH), (grids[0], ZONES[0]), (grids[1], ZONES[1])]
        if kept == "lay":
            counted = counted[:1]
        layers = []
        for k, (grid, ramp) in enumerate(counted):
            own = [event for event in drawn if not k or event.zone == k - 1]
            layers.append(MapLayer(names[k], heat(grid, ramp), int(grid.sum()), _arrows(own)))
        found.append(PlaceMap(title, told, layers))
    return found


def _arrows(events: Iterable[SeenEvent]) -> list[tuple[float, float, float, float]]:
    """The first of them, from where to where, y upwards from the south."""
    ways = [(e.at[0], e.at[1], e.to[0], e.to[1]) for e in events if e.to is not None and e.at[:2] != e.to[:2]]
    return ways[:ARROWS]


def _measured_maps(zones: Sequence[Zone], maps: BoardMaps, size: tuple[float, float]) -> list[MeasuredMap]:
    def shaded(
        values: Any, title: str, told: str, words: Sequence[str] = ("none", "", "half", "", "all")
    ) -> MeasuredMap:
        colours = [_css(SHARES, k / 4) for k in range(5)]
        picture = as_png(shaded_picture(values, maps.at, maps.side, size))
        return MeasuredMap(title, told, picture, list(zip(colours, words, strict=True)))

    lost = "Life Points that a plain enemy {} takes from a mini there in a turn"
    found = [
        shaded(maps.seen, "Seen", "the share of places all over the board that see a mini there"),
        shaded(maps.cover, "Cover", "of those that see it, the share from which it is in cover"),
        shaded(
            as_share(maps.danger, FROM_ANYWHERE), "Danger", lost.format("somewhere on the board"), legend(FROM_ANYWHERE)
        ),
    ]
    for zone, way, seen, danger in zip(zones, maps.way, maps.seen_from, maps.danger_from, strict=True):
        turns = [(_rgb(colour), f"turn {k + 1}" if k < len(BANDS) - 1 else "later") for k, colour in enumerate(BANDS)]
        told = f'when a mini from there arrives, with {RUNS} runs of {MOVE:g}" a turn'
        picture = as_png(banded_picture(way, maps.at, maps.side, size, A_TURN))
        found.append(MeasuredMap(f"Reach of the {zone.name}", told, picture, turns))
        told = "the share of its places that see a mini there"
        found.append(shaded(np.asarray(seen), f"Sight from the {zone.name}", told))
        told = lost.format("set up there")
        danger_there = as_share(np.asarray(danger), FROM_A_ZONE)
        found.append(shaded(danger_there, f"Danger from the {zone.name}", told, legend(FROM_A_ZONE)))
    return found


def _css(ramp: Ramp, share: float) -> str:
    return _rgb(ramp[round(share * (len(ramp) - 1))])


def _rgb(colour: tuple[int, int, int, int]) -> str:
    return f"rgb({colour[0]} {colour[1]} {colour[2]})"


def _chart(title: str, counts: dict[int, int], unit: str) -> dict[str, Any]:
    """Bars of all numbers from the least to the greatest."""
    numbers = range(min(counts, default=0), max(counts, default=0) + 1)
    most = max(counts.values(), default=1)
    bars = [(number, counts.get(number, 0), counts.get(number, 0) / most) for number in numbers]
    total = sum(counts.values())
    mean = sum(number * count for number, count in counts.items()) / max(1, total)
    return {"title": title, "bars": bars, "unit": unit, "mean": mean}


def _command(findings: PlaytestReport) -> str:
    """What plays the same again."""
    words = ["bauta", "map", "playtest", findings.map, "--scenario", findings.scenario]
    words += [word for gang in findings.gangs for word in ("--gang", gang)]
    words += ["--bot", findings.bot, "--games", str(findings.games), "--seed", str(findings.seed)]
    if findings.stopping is not None:
        words += ["--until", str(findings.stopping.until)]
    return shlex.join([*words, *(word for worth in findings.without for word in ("--without", worth.without))])
