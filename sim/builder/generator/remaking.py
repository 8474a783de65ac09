"""A part of a board made again: what stands in it goes, and houses, squares and what lies about come in its place.

Canals and bridges stay, and so does what stands outside.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from shapely.geometry import Point as Place
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from sim.board.architecture.plans import BridgePlan
from sim.board.board import Board
from sim.board.files.canals import street_places
from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.board.files.pieces import measured_piece
from sim.board.map_checks.checks import check_board
from sim.board.model.errors import BoardError
from sim.board.model.plans import common, union, without
from sim.board.parts import build_parts
from sim.builder.edits import Edit, PlacePieces, Remove, Together, ids_of
from sim.builder.errors import BuilderError, EditRefused
from sim.builder.generator.blocks import blocks_of
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.crossings import ABUTMENT, Crossing
from sim.builder.generator.filling import fill
from sim.builder.generator.footprints import lies, outline_of
from sim.builder.generator.shapes import Point
from sim.builder.generator.site import Site
from sim.builder.generator.styles import Style
from sim.builder.generator.words import Words
from sim.words import say, term

__all__ = ["remade"]

SMALLEST = 40.0  # square inches of a part
TRIES = 8
BESIDE = 0.1  # inches that stay free beside what stands
UNKNOWN = 2.0  # inches round a piece whose shape cannot be read


def remade(
    made: MapFile,
    ring: Sequence[Point],
    style: Style | str,
    seed: int,
    source: Path,
    wanted: Callable[[int, int], bool] = lambda _drafted, _measured: True,
) -> Edit:
    """The edit that makes the part of a map within a ring again. `source`: where the map lies.

    Raises EditRefused where the part is too small, nothing sound comes of it, or it is not `wanted` any more, which is
    asked as by `made_map`.
    """
    style, board = Style(style), box(0, 0, *made.size)
    region = common(Polygon(ring).buffer(0), board) if len(ring) > 2 else Polygon()
    if region.area < SMALLEST:
        raise EditRefused(say("mark a larger part: {area:g} square inches at least", area=SMALLEST))
    bridges = [p for p in made.pieces if _is_bridge(p)]
    gone = [p for p in made.pieces if p not in bridges and region.contains(Place(p.at))]
    stay = [p for p in made.pieces if p not in bridges and p not in gone]
    feet, taken = [_crossing(p) for p in bridges], [_taken(p) for p in stay]
    taken += [place for _, place in street_places(made)]  # what is made stands on the common level
    errors = _errors(made, source)
    measured = 0
    for attempt in range(TRIES):
        if not wanted(attempt, measured):
            raise EditRefused("not wanted any more")  # nobody reads it
        chance = SeededChance("part", seed, style, f"{made.size[0]:g}x{made.size[1]:g}", attempt)
        words = Words(chance, ids_of(made))
        try:
            site = _filled(made, region, style, feet, taken, words, chance)
        except BuilderError:
            continue
        new = tuple(p for pieces in site.headings.values() for p in pieces)
        edits: tuple[Edit, ...] = (Remove(tuple(p.id for p in gone)),) if gone else ()
        edit = Together(
            (*edits, PlacePieces(new)), say("Make a part again: {style} {seed}", style=term(str(style)), seed=seed)
        )
        measured += bool(new)
        if new and _errors(edit.applied(made), source) <= errors:
            return edit
    raise EditRefused(say("nothing sound came of this part: mark another, or take another number"))


def _filled(
    made: MapFile,
    region: BaseGeometry,
    style: Style,
    bridges: list[Crossing],
    taken: list[BaseGeometry],
    words: Words,
    chance: SeededChance,
) -> Site:
    """The part as a site, with all that is made on it."""
    part = without(region, union([shape.buffer(BESIDE) for shape in taken])) if taken else region
    site = Site(made.size, made.canals, style, part, words)
    site.bridges = bridges
    for crossing in bridges:
        site.take(crossing.clear)
    for shape in taken:
        site.take(shape)
    for quarter in site.quarters:
        feet = [c for c in bridges if c.clear.intersects(quarter)]
        site.blocks += blocks_of(quarter, site.banks, feet, site.manner, chance)
    fill(site, chance)
    return site


def _is_bridge(placed: PiecePlacement) -> bool:
    return isinstance(placed.piece, BridgePlan) or (isinstance(placed.piece, str) and placed.piece.startswith("ponte"))


def _crossing(placed: PiecePlacement) -> Crossing:
    """A bridge that stands, as the generator knows one."""
    west, south, east, north = outline_of(placed).bounds
    along = math.radians(placed.turn + (90.0 if north - south > east - west else 0.0))
    long, wide = max(east - west, north - south), min(east - west, north - south)
    return Crossing("", placed.at, (math.cos(along), math.sin(along)), long - 2 * ABUTMENT, (0, 0), wide)


def _taken(placed: PiecePlacement) -> BaseGeometry:
    try:
        return lies(placed)
    except BoardError:  # a piece of the player's own, beside the map
        return Place(placed.at).buffer(UNKNOWN)


def _errors(made: MapFile, source: Path) -> int:
    """How much of a map cannot be played as it is."""
    board = Board.of_parts_of_map(made, source, build_parts(source, made, None, measured_piece))
    return sum(issue.severity == "error" for issue in check_board(board))
