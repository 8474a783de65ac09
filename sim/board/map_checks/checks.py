"""What is wrong with a map, beyond its format: each issue says what, where, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from shapely.geometry import LineString

from sim.board.board import Board
from sim.board.files.canals import canal_shape
from sim.board.map_checks.footing import hanging, twins
from sim.board.map_checks.moorings import debris, moorings
from sim.board.map_checks.placing import place_of
from sim.board.map_checks.solids import costs, sunk, thin
from sim.board.map_checks.survey import (
    CLIMB,
    bounds,
    meeting,
    places,
    reachable,
    room,
    seen_from_above,
    shares,
)
from sim.board.model.plans import common, union
from sim.board.model.tableau import Point
from sim.board.model.terrain import Kind
from sim.percent import percent

__all__ = ["Issue", "check_board", "check_map", "ordered"]

THIRD = (0.22, 0.45)  # what passes for a third
NARROW = 4.0  # TERR-04: canals are 4" wide on average
DOZEN = 12
MOST_OVERLAPS = 10_000  # pairs of pieces: nobody reads so many
SLACK = 0.05  # inches that a piece may reach over the edge


class Issue(msgspec.Struct, frozen=True):
    """Something to mend (`error`: the map cannot be played as it is; `warning`: it can)."""

    severity: Literal["error", "warning"]
    where: str
    what: str
    mend: str
    at: Point | None = None  # a place on the board, where it has one

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.what}: {self.mend}"


def check_map(name_or_path: str | Path) -> list[Issue]:
    """Everything that is wrong with a map, worst first.

    Raises:
        MapError: the file does not hold a map at all.
    """
    return check_board(Board.load(name_or_path))


def check_board(board: Board) -> list[Issue]:
    """As `check_map`, of a board that is in memory."""
    found = [*_off_board(board), *_overlaps(board), *_canals(board), *_shares(board), *_heights(board), *_room(board)]
    found += _footing(board)
    found += [Issue("error", *wrong) for wrong in (*moorings(board), *debris(board))]
    found += [Issue("warning", *wrong) for wrong in (*thin(board), *sunk(board), *costs(board))]
    return ordered(board, found)


def ordered(board: Board, issues: Iterable[Issue]) -> list[Issue]:
    """The worst first, each with its place."""
    placed = (i if i.at else msgspec.structs.replace(i, at=place_of(board, i.where)) for i in issues)
    return sorted(placed, key=lambda issue: issue.severity)


def _off_board(board: Board) -> list[Issue]:
    found: dict[str, float] = {}
    for part, (low, high) in zip(board.parts, bounds(board), strict=True):
        over = max(-low[0], -low[1], high[0] - board.size[0], high[1] - board.size[1])
        if over > SLACK:
            piece = part.name.partition("/")[0]
            found[piece] = max(found.get(piece, 0.0), float(over))
    mend = f"move it in; the board is {board.size[0]:g} x {board.size[1]:g}"
    return [Issue("error", piece, f'reaches {over:.2f}" over the edge', mend) for piece, over in found.items()]


def _overlaps(board: Board) -> list[Issue]:
    """Solid parts of two pieces that stand in one another (bridges and quays in the ground are meant to)."""
    of = [p.name.partition("/")[0] for p in board.parts]
    solid = [
        n for n, p in enumerate(board.parts) if not p.name.startswith("ground/") and p.meaning.kind is not Kind.WATER
    ]
    doubles = {id for id, _ in twins(board)}  # told once
    found: dict[tuple[str, str], float] = {}
    for a, b in meeting(bounds(board)[solid], (0.05, 0.05, 0.1)):
        one, two = solid[a], solid[b]
        if of[one] == of[two] or of[one] in doubles or of[two] in doubles:
            continue
        shapes = seen_from_above(board, board.parts[one]), seen_from_above(board, board.parts[two])
        shared = float(common(*shapes).area)
        if shared > 0.15:
            pair = of[one], of[two]
            found[pair] = max(found.get(pair, 0.0), shared)
            if len(found) > MOST_OVERLAPS:
                break
    told = [
        Issue("error", f"{one} and {two}", f"stand in one another over {area:.1f} square inches", "move one of them")
        for (one, two), area in found.items()
    ]
    if len(told) > MOST_OVERLAPS:
        told[-1] = Issue(
            "error", "pieces", f"more than {MOST_OVERLAPS:,} pairs stand in one another", "move them apart"
        )
    return told


def _footing(board: Board) -> list[Issue]:
    """Pieces put down twice, and those that hang in the air."""
    found = [
        Issue("error", id, f"is the same as {other}, and lies on it", "take it away") for id, other in twins(board)
    ]
    for one in hanging(board):
        what = "touches nothing" + (f', and is {one.gap:g}" above what is under it' if one.gap is not None else "")
        found.append(Issue("warning", one.id, what, "lower it" if one.gap is not None else "put it onto something"))
    return found


def _canals(board: Board) -> list[Issue]:
    if board.map is None or not board.map.canals:
        return [Issue("warning", "canals", "the board has no water", "cut a canal from edge to edge (TERR-04)")]
    found = []
    for canal in board.map.canals:
        shape = canal_shape(canal, board.map)
        wide = shape.buffer(-NARROW / 2 + 0.05).buffer(NARROW / 2)
        share = float(common(wide, shape).area / shape.area)
        if share < 0.75:
            found.append(
                Issue("warning", f"canal {canal.id}", 'is under 4" wide for the most part', "move its banks apart")
            )
    w, d = board.size
    edges = [LineString(e) for e in (((0, 0), (w, 0)), ((w, 0), (w, d)), ((w, d), (0, d)), ((0, d), (0, 0)))]
    water = union([canal_shape(c, board.map) for c in board.map.canals]).buffer(1e-6)
    crossing = any(
        sum(float(common(part, edge.buffer(0.01)).area) > 0.02 for edge in edges) >= 2
        for part in getattr(water, "geoms", [water])
    )
    if not crossing:
        found.append(Issue("error", "canals", "none runs from edge to edge", "let one reach two edges (TERR-04)"))
    return found


def _shares(board: Board) -> list[Issue]:
    measured = shares(board)
    found = []
    for name in ("water", "ground", "buildings"):
        share = getattr(measured, name)
        if not THIRD[0] <= share <= THIRD[1]:
            mend = f"{'more' if share < THIRD[0] else 'less'} of it; a board is about a third of each"
            found.append(Issue("warning", name, f"{percent(share)} of the board", mend))
    return found


def _heights(board: Board) -> list[Issue]:
    standing = places(board)
    _, missing = reachable(board, standing)
    found = []
    for index, climb in missing.items():
        place = standing[index]
        if np.isfinite(climb):
            what = f'a climb of {climb:.1f}" without a landing; {CLIMB:g}" is the most'
            found.append(Issue("error", place.part, what, "add a balcony, a scaffold or a lower roof beside it"))
        elif place.shape.area > 4.0:
            what = f'cannot be reached, {place.low:.1f}" up'
            found.append(Issue("warning", place.part, what, "add a ladder, or a roof to jump from"))
    return found


def _room(board: Board) -> list[Issue]:
    found = []
    for edge in ("north", "south", "east", "west"):
        count = room(board, edge)
        if count < DOZEN:
            what = f'room for {count} bases of 30 mm at ground level within 8" of the edge'
            severity: Literal["error", "warning"] = "error" if edge in ("north", "south") else "warning"
            found.append(Issue(severity, f"{edge} edge", what, f"clear ground for {DOZEN}"))
    return found
