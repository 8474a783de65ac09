"""What is wrong with a map, beyond its format: each issue says what, where, and what would mend it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from shapely.geometry import LineString
from shapely.ops import unary_union

from sim.board.board import Board
from sim.board.files.canals import canal_shape
from sim.board.map_checks.moorings import debris, moorings
from sim.board.map_checks.survey import CLIMB, places, reachable, room, seen_from_above, shares
from sim.board.model.terrain import Kind
from sim.percent import percent

__all__ = ["Issue", "check_board", "check_map"]

THIRD = (0.22, 0.45)  # what passes for a third
NARROW = 4.0  # TERR-04: canals are 4" wide on average
DOZEN = 12
SLACK = 0.05  # inches that a piece may reach over the edge


class Issue(msgspec.Struct, frozen=True):
    """Something to mend (`error`: the map cannot be played as it is; `warning`: it can)."""

    severity: Literal["error", "warning"]
    where: str
    what: str
    mend: str

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
    found += [Issue("error", *wrong) for wrong in (*moorings(board), *debris(board))]
    return sorted(found, key=lambda issue: issue.severity)


def _off_board(board: Board) -> list[Issue]:
    found: dict[str, float] = {}
    for part in board.parts:
        low, high = part.triangles.min((0, 1)), part.triangles.max((0, 1))
        over = max(-low[0], -low[1], high[0] - board.size[0], high[1] - board.size[1])
        if over > SLACK:
            piece = part.name.partition("/")[0]
            found[piece] = max(found.get(piece, 0.0), float(over))
    mend = f"move it in; the board is {board.size[0]:g} x {board.size[1]:g}"
    return [Issue("error", piece, f'reaches {over:.2f}" over the edge', mend) for piece, over in found.items()]


def _overlaps(board: Board) -> list[Issue]:
    """Solid parts of two pieces that stand in one another (bridges and quays in the ground are meant to)."""
    solid = [p for p in board.parts if not p.name.startswith("ground/") and p.meaning.kind is not Kind.WATER]
    bounds = {p.name: (p.triangles.min((0, 1)), p.triangles.max((0, 1))) for p in solid}
    found: dict[tuple[str, str], float] = {}
    for a, b in combinations(solid, 2):
        one, two = a.name.partition("/")[0], b.name.partition("/")[0]
        if one == two:
            continue
        (low_a, high_a), (low_b, high_b) = bounds[a.name], bounds[b.name]
        if ((np.minimum(high_a, high_b) - np.maximum(low_a, low_b)) < (0.05, 0.05, 0.1)).any():
            continue
        common = float(seen_from_above(board, a).intersection(seen_from_above(board, b)).area)
        if common > 0.15:
            found[one, two] = max(found.get((one, two), 0.0), common)
    return [
        Issue("error", f"{one} and {two}", f"stand in one another over {area:.1f} square inches", "move one of them")
        for (one, two), area in found.items()
    ]


def _canals(board: Board) -> list[Issue]:
    if board.map is None or not board.map.canals:
        return [Issue("warning", "canals", "the board has no water", "cut a canal from edge to edge (TERR-04)")]
    found = []
    for canal in board.map.canals:
        shape = canal_shape(canal, board.map)
        wide = shape.buffer(-NARROW / 2 + 0.05).buffer(NARROW / 2)
        share = float(wide.intersection(shape).area / shape.area)
        if share < 0.75:
            found.append(
                Issue("warning", f"canal {canal.id}", 'is under 4" wide for the most part', "move its banks apart")
            )
    w, d = board.size
    edges = [LineString(e) for e in (((0, 0), (w, 0)), ((w, 0), (w, d)), ((w, d), (0, d)), ((0, d), (0, 0)))]
    water = unary_union([canal_shape(c, board.map) for c in board.map.canals]).buffer(1e-6)
    crossing = any(
        sum(float(part.intersection(edge.buffer(0.01)).area) > 0.02 for edge in edges) >= 2
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
