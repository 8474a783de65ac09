"""A board from a size, a style and a number: the same text for the same arguments, wherever it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np
from shapely.geometry import LineString, Polygon, box
from shapely.geometry import Point as Place
from shapely.geometry.base import BaseGeometry

from sim.board.architecture.plans import BridgePlan, Stuff
from sim.board.board import Board
from sim.board.files.mapfile import Canal, PiecePlacement, parse_map
from sim.board.map_checks.checks import Issue, check_board
from sim.board.model.errors import MapError
from sim.board.model.plans import common, union, without
from sim.builder.document import MapDocument
from sim.builder.edits import Remove
from sim.builder.errors import BuilderError
from sim.builder.generator.blocks import blocks_of
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.crossings import Crossing, crossings
from sim.builder.generator.filling import fill
from sim.builder.generator.levels import INTO_WATER, levels_of_both_halves
from sim.builder.generator.muster import musters
from sim.builder.generator.shapes import Point, image, pieces_of
from sim.builder.generator.site import Site
from sim.builder.generator.styles import Style
from sim.builder.generator.waterways import water_of_canals, waterways
from sim.builder.generator.words import Words
from sim.builder.generator.writing import MapGround, map_text_of
from sim.builder.measuring.ladders import useless_ladders
from sim.builder.measuring.land import Land
from sim.builder.measuring.whole import BASE, islands
from sim.words import say

__all__ = ["LARGEST", "MOST_DOUBTFUL", "MOST_SEEDS", "SMALLEST", "made_map"]

SMALLEST, LARGEST = 20.0, 72.0  # inches of a side
LONGEST = 2.5  # of one side over the other
MOST_SEEDS = 1_000_000_000
TRIES = 1500
PATIENCE = 12  # tries after which a great square may be without a church
MOST_DOUBTFUL = 5  # boards with ground that no way leads to, or that the check complains of: then the last is taken of
MOST_WRONG = 25  # which it does not complain, and after so many the last of all
BRIDGES = "Bridges"


def made_map(
    size: Point,
    seed: int,
    style: Style | str,
    symmetric: bool = False,
    name: str = "",
    wanted: Callable[[int, int], bool] = lambda _drafted, _measured: True,
) -> str:
    """The text of a map. Raises BuilderError for a size that is not made, or once it is not `wanted` any more: that is
    asked before each draft, with the numbers of those that were drafted and of those that were measured."""
    style = Style(style)
    _check(size)
    doubtful, wrong = list[str](), list[str]()
    for attempt in range(TRIES):
        if not wanted(attempt, len(doubtful) + len(wrong)):
            raise BuilderError("not wanted any more")  # nobody reads it
        chance = SeededChance("board", f"{size[0]:g}x{size[1]:g}", seed, style, symmetric, attempt)
        site = _drafted(size, style, symmetric, attempt < PATIENCE, chance)
        if site is not None:
            text = _written(site, seed, symmetric, name)
            board = _board_of(text, style)
            if board is None:
                continue
            text, cut = _measured(text, board)
            issues = [*_errors(board), *cut]
            if not issues:
                return text
            is_wrong = any(issue.severity == "error" for issue in issues)
            (wrong if is_wrong else doubtful).append(text)
            tried = len(doubtful) + len(wrong)
            if tried >= MOST_WRONG or (doubtful and tried >= MOST_DOUBTFUL):
                break
    if doubtful or wrong:
        return (doubtful or wrong)[-1]
    raise BuilderError(
        say(
            "nothing came of seed {seed} at {wide:g}x{deep:g}: take another seed", seed=seed, wide=size[0], deep=size[1]
        )
    )


def _board_of(text: str, style: Style) -> Board | None:
    """The board of a draft; None where a house on a plot of odd shape cannot be built: its walls or rubble would have
    faces without area."""
    try:
        return Board.of_map(text, Path(f"{style}.toml"), drawn=False)
    except MapError:
        return None


def _measured(text: str, board: Board) -> tuple[str, list[Issue]]:
    """A draft without ladders that nobody gets up, and its islands."""
    land = Land(board, BASE)
    if useless := tuple(issue.where for issue in useless_ladders(land)):
        document = MapDocument(text, Path("made.toml"))
        document.apply(Remove(useless))
        text = document.text
    return text, islands(land)


def _errors(board: Board) -> list[Issue]:
    """What must be mended, ways apart."""
    return [issue for issue in check_board(board) if issue.severity == "error"]


def _check(size: Point) -> None:
    if not all(SMALLEST <= side <= LARGEST for side in size) or max(size) > LONGEST * min(size):
        raise BuilderError(
            say(
                "a board of {wide:g}x{deep:g} is not made: give sides from "
                '{smallest:g}" to {largest:g}", one at most {longest:g} times the other',
                wide=size[0],
                deep=size[1],
                smallest=SMALLEST,
                largest=LARGEST,
                longest=LONGEST,
            )
        )


def _drafted(size: Point, style: Style, symmetric: bool, patient: bool, chance: SeededChance) -> Site | None:
    """A board; None where chance made none that can be played. `patient`: a great square must have its church."""
    words = Words(chance)
    canals = tuple(
        msgspec.structs.replace(c, id=words.id("rio", "water")) for c in waterways(style, size, chance, symmetric)
    )
    water = water_of_canals(canals, size)
    land = pieces_of(without(box(0, 0, *size), water), 1.0)
    share = water.area / (size[0] * size[1])
    if not 0.235 <= share <= 0.43 or any(p.area < 26 or p.buffer(-2.1).is_empty for p in land):
        return None
    bridges = crossings(canals, water, land, size, symmetric, chance)
    if not bridges:
        return None
    part = _half(canals[0], size) if symmetric else None
    site = Site(size, canals, style, part, words)
    site.bridges, site.shaped = bridges, True
    _lay_bridges(site, chance)
    for quarter in site.quarters:
        feet = [c for c in bridges if c.clear.intersects(quarter)]
        site.blocks += blocks_of(quarter, site.banks, feet, site.manner, chance)

    def promising(built: float, ground: BaseGeometry) -> bool:
        lacks_church = patient and site.manner.great and not site.has_church
        return not lacks_church and _playable(site, built, ground, symmetric)

    if not fill(site, chance, promising) or not promising(site.built, site.open_ground()):
        return None
    if symmetric:
        _mirror(site)
        levels_of_both_halves(site)
    return site


def _lay_bridges(site: Site, chance: SeededChance) -> None:
    """The bridges; the half turn of one is built as that one."""
    placed = list[PiecePlacement]()
    for crossing in site.bridges:
        site.take(crossing.clear)
        turn = float(np.degrees(np.arctan2(crossing.way[1], crossing.way[0]))) + 180.0 * crossing.is_image
        plan = placed[-1].piece if crossing.is_image else _plan_of(crossing, chance)
        id = site.words.id("ponte", "way")
        placed.append(PiecePlacement(piece=plan, at=crossing.at, id=id, turn=round(turn, 1) % 360))
        site.put(BRIDGES, placed[-1])


def _plan_of(crossing: Crossing, chance: SeededChance) -> BridgePlan:
    stuff = chance.weighted(((Stuff.STONE, 0.55), (Stuff.BRICK, 0.2), (Stuff.WOOD, 0.25)))
    length = crossing.length
    rise = round(min(0.17 * length, 1.5, chance.between(1.1, 1.5)), 1)
    return BridgePlan(stuff=stuff, length=length, width=round(chance.between(2.2, crossing.width), 1), rise=rise)


def _half(main: Canal, size: Point) -> BaseGeometry:
    """One side of the canal that divides a symmetric board."""
    line = LineString(main.line)
    (x0, y0), (x1, y1) = line.coords[0], line.coords[-1]
    far = 200.0
    dx, dy = (x1 - x0), (y1 - y0)
    length = float(np.hypot(dx, dy))
    ux, uy = dx / length, dy / length
    across_x = abs(dx) > abs(dy)
    out: list[Point] = [(x1 + ux * far, y1 + uy * far), (x0 - ux * far, y0 - uy * far)]
    up = (0.0, far) if across_x else (far, 0.0)
    ends = [(p[0] + up[0], p[1] + up[1]) for p in out]
    ring = [
        *line.coords,
        *([(x1 + (far if x1 > x0 else -far), y1)] if across_x else [(x1, y1 + (far if y1 > y0 else -far))]),
    ]
    ring += [ends[0], ends[1]]
    ring += [(x0 - (far if x1 > x0 else -far), y0)] if across_x else [(x0, y0 - (far if y1 > y0 else -far))]
    return common(Polygon(ring).buffer(0), box(0, 0, *size))


def _mirror(site: Site) -> None:
    """The other half of a symmetric board: everything once more, after a half turn."""
    w, d = site.size
    for heading, pieces in list(site.headings.items()):
        if heading == BRIDGES:
            continue
        twins = [
            msgspec.structs.replace(
                p,
                at=(round(w - p.at[0], 2), round(d - p.at[1], 2)),
                turn=round((p.turn + 180.0) % 360, 1),
                id=site.words.id(p.id),
            )
            for p in pieces
        ]
        site.headings[f"{heading}, the other half"] = twins


def _playable(site: Site, built: float, ground: BaseGeometry, symmetric: bool) -> bool:
    """Are water, ground and houses about a third each, and do gangs find room on every edge and in every corner?
    `built` and `ground`: square inches of houses, and the open ground; of a symmetric board those of one half."""
    area = site.size[0] * site.size[1]
    share = built * (2 if symmetric else 1) / area
    wet = site.water.area / area
    if not 0.238 <= share <= 0.435 or not 0.235 <= 1 - wet - share <= 0.435:
        return False
    if symmetric:
        ground = union([ground, image(ground, site.size)])
    return not any(one.lacks(ground) for one in musters(site.size))


def _written(site: Site, seed: int, symmetric: bool, name: str) -> str:
    w, d = site.size
    command = f"bauta map generate --size {w:g}x{d:g} --seed {seed} --style {site.style}"
    command += " --symmetric" if symmetric else ""
    title = name or f"{'San ' + site.words.name('saint')} ({site.style} {seed})"
    canals = [(_with_steps(canal, site), _runs(canal, site.canals, site.size)) for canal in site.canals]
    ground = MapGround(canals, site.levels)
    text = map_text_of(title, site.size, ABOUT[site.style], f"Made by: {command}", ground, site.headings)
    parse_map(text, title)
    return text


def _with_steps(canal: Canal, site: Site) -> Canal:
    places = tuple(at for id, at in site.landings if id == canal.id)
    return msgspec.structs.replace(canal, steps=INTO_WATER, steps_at=places) if places else canal


ABOUT = {
    Style.DENSE: "A crowded quarter of high houses, narrow alleys and small squares.",
    Style.CANALS: "A quarter of many canals, with quays, bridges and boats.",
    Style.PIAZZA: "A great square with its church and bell tower, and the streets round it.",
    Style.RUINS: "A quarter that burnt: half of its houses are open to the sky.",
    Style.ISLANDS: "Small islands with broad water between them, joined by bridges.",
}


def _runs(canal: Canal, canals: Sequence[Canal], size: Point) -> str:
    """From where to where a canal runs, in words."""
    ends = []
    for x, y in (canal.line[0], canal.line[-1]):
        edges = (("west", x), ("south", y), ("east", size[0] - x), ("north", size[1] - y))
        edge, gap = min(edges, key=lambda pair: pair[1])
        if gap < 0.05:
            ends.append(f"the {edge} edge")
        else:
            other = min((c for c in canals if c is not canal), key=lambda c: LineString(c.line).distance(Place(x, y)))
            ends.append(other.id)
    return f"from {ends[0]} to {ends[1]}"
