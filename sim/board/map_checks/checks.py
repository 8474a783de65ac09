"""What is wrong with a map, beyond its format: each issue says what, where, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from shapely.geometry import LineString

from sim.board.architecture.plans import WallPlan
from sim.board.board import Board
from sim.board.files.canals import canal_shape
from sim.board.map_checks.ashore import overhangs
from sim.board.map_checks.bridges import bridges
from sim.board.map_checks.footing import hanging, twins
from sim.board.map_checks.hidden import hidden
from sim.board.map_checks.leading import alone, off_walls, short_steps
from sim.board.map_checks.levels import levels
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
from sim.board.map_checks.waters import uneven
from sim.board.model.plans import common, union
from sim.board.model.tableau import Point
from sim.board.model.terrain import Kind
from sim.percent import percent
from sim.words import say, term

__all__ = ["SLACK", "Issue", "check_board", "check_map", "ordered"]

THIRD = (0.22, 0.45)  # what passes for a third
NARROW = 4.0  # TERR-04: canals are 4" wide on average
DOZEN = 12
SHARED = 0.15  # square inches that two pieces may stand in one another
WALL, CORNER = "muro", 0.5  # and two garden walls that meet, as round a courtyard
MOST_OVERLAPS = 10_000  # pairs of pieces: nobody reads so many
SLACK = 0.05  # inches that a piece may reach over the edge


class Issue(msgspec.Struct, frozen=True):
    """Something to mend (`error`: the map cannot be played as it is; `warning`: it can)."""

    severity: Literal["error", "warning"]
    where: str
    what: str
    mend: str
    at: Point | None = None  # a place on the board, where it has one

    @property
    def words(self) -> str:
        """All of it in a line."""
        said = {"where": self.where, "what": self.what, "mend": self.mend}
        if self.severity == "error":
            return say("error: {where}: {what}: {mend}", **said)
        return say("warning: {where}: {what}: {mend}", **said)

    def __str__(self) -> str:
        return str(self.words)


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
    found += _leading(board)
    found += [Issue("error", *wrong) for wrong in (*moorings(board), *debris(board))]
    found += [Issue("warning", *wrong) for wrong in (*bridges(board), *thin(board), *sunk(board), *costs(board))]
    found += [Issue("warning", *wrong) for wrong in hidden(board)]
    found += [Issue("warning", where, what, mend, at) for where, what, mend, at in (*levels(board), *uneven(board))]
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
            piece = part.piece
            found[piece] = max(found.get(piece, 0.0), float(over))
    mend = say("move it in; the board is {w:g} x {d:g}", w=board.size[0], d=board.size[1])
    return [
        Issue("error", piece, say('reaches {inches:.2f}" over the edge', inches=over), mend)
        for piece, over in found.items()
    ]


def _overlaps(board: Board) -> list[Issue]:
    """Solid parts of two pieces that stand in one another (bridges and quays in the ground are meant to, and walls
    that meet at a corner)."""
    of = [p.piece for p in board.parts]
    solid = [n for n, p in enumerate(board.parts) if p.is_built]
    doubles = {id for id, _ in twins(board)}  # told once
    walls = {p.id for p in board.map.pieces if isinstance(p.piece, WallPlan) or p.piece == WALL} if board.map else set()
    found: dict[tuple[str, str], float] = {}
    for a, b in meeting(bounds(board)[solid], (0.05, 0.05, 0.1)):
        one, two = solid[a], solid[b]
        if of[one] == of[two] or of[one] in doubles or of[two] in doubles:
            continue
        shapes = seen_from_above(board, board.parts[one]), seen_from_above(board, board.parts[two])
        shared = float(common(*shapes).area)
        pair = of[one], of[two]
        if shared > (CORNER if walls.issuperset(pair) else SHARED):
            found[pair] = max(found.get(pair, 0.0), shared)
            if len(found) > MOST_OVERLAPS:
                break
    told = [
        Issue(
            "error",
            say("{one} and {two}", one=one, two=two),
            say("stand in one another over {area:.1f} square inches", area=area),
            say("move one of them"),
        )
        for (one, two), area in found.items()
    ]
    if len(told) > MOST_OVERLAPS:
        told[-1] = Issue(
            "error",
            say("pieces"),
            say("more than {n:,} pairs stand in one another", n=MOST_OVERLAPS),
            say("move them apart"),
        )
    return told


def _footing(board: Board) -> list[Issue]:
    """Pieces put down twice, and those that hang in the air."""
    found = [
        Issue("error", id, say("is the same as {other}, and lies on it", other=other), say("take it away"))
        for id, other in twins(board)
    ]
    air = {one.id: one for one in hanging(board)}
    for out in overhangs(board):
        if out.id not in air:
            what = say("stands over water with {area:.1f} square inches, and nothing is under it there", area=out.area)
            found.append(Issue("warning", out.id, what, say("move it onto the street")))
    for one in air.values():
        what, mend = say("touches nothing"), say("put it onto something")
        if one.out:
            what = say('is held at one side alone, {inches:.1f}" from its middle', inches=one.out)
        elif one.over_water is not None:
            what, mend = (
                say('hovers {inches:.2f}" above its water', inches=one.over_water),
                say("move it onto the street"),
            )
        elif one.gap is not None:
            what = say('touches nothing, and is {inches:g}" above what is under it', inches=one.gap)
            mend = say("lower it")
        found.append(Issue("warning", one.id, what, mend))
    return found


def _leading(board: Board) -> Iterator[Issue]:
    """Ladders and steps that do not lead to what they are there for."""
    for id in alone(board):
        yield Issue("warning", id, say("leads up no wall"), say("put it against one"))
    for one in off_walls(board):
        what = say('stands {inches:.1f}" off the wall that it leads up', inches=one.inches)
        yield Issue("warning", one.id, what, say("move it to that"))
    for one in short_steps(board):
        what = say('ends {inches:.1f}" short of what it leads to', inches=one.inches)
        yield Issue("warning", one.id, what, say("move it to that"))


def _canals(board: Board) -> list[Issue]:
    if board.map is None or not board.map.canals:
        return [
            Issue(
                "warning", say("canals"), say("the board has no water"), say("cut a canal from edge to edge (TERR-04)")
            )
        ]
    found = []
    wet = {part.name for part in board.parts if part.meaning.kind is Kind.WATER}
    for canal in board.map.canals:
        called = say("canal {id}", id=canal.id)
        if f"{canal.id}/water" not in wet:
            what = say("has no water of its own: those before it in the map have all of it")
            found.append(Issue("warning", called, what, say("move it, or take it away")))
        if canal.steps_at and not canal.steps:
            what = say("has places for steps (steps_at), and no steps")
            found.append(Issue("warning", called, what, say("say how far apart they are, as in steps = 0.4")))
        shape = canal_shape(canal, board.map)
        wide = shape.buffer(-NARROW / 2 + 0.05).buffer(NARROW / 2)
        share = float(common(wide, shape).area / shape.area)
        if share < 0.75:
            found.append(
                Issue(
                    "warning",
                    called,
                    say('is under 4" wide for the most part'),
                    say("move its banks apart"),
                )
            )
    w, d = board.size
    edges = [LineString(e) for e in (((0, 0), (w, 0)), ((w, 0), (w, d)), ((w, d), (0, d)), ((0, d), (0, 0)))]
    water = union([canal_shape(c, board.map) for c in board.map.canals]).buffer(1e-6)
    crossing = any(
        sum(float(common(part, edge.buffer(0.01)).area) > 0.02 for edge in edges) >= 2
        for part in getattr(water, "geoms", [water])
    )
    if not crossing:
        found.append(
            Issue("error", say("canals"), say("none runs from edge to edge"), say("let one reach two edges (TERR-04)"))
        )
    return found


def _shares(board: Board) -> list[Issue]:
    measured = shares(board)
    found = []
    for name in ("water", "ground", "buildings"):
        share = getattr(measured, name)
        if not THIRD[0] <= share <= THIRD[1]:
            few = share < THIRD[0]
            mend = (
                say("more of it; a board is about a third of each")
                if few
                else say("less of it; a board is about a third of each")
            )
            found.append(Issue("warning", term(name), say("{share} of the board", share=percent(share)), mend))
    return found


def _heights(board: Board) -> list[Issue]:
    standing = places(board)
    _, missing = reachable(board, standing)
    found = []
    for index, climb in missing.items():
        place = standing[index]
        if np.isfinite(climb):
            what = say('a climb of {climb:.1f}" without a landing; {most:g}" is the most', climb=climb, most=CLIMB)
            found.append(Issue("error", place.part, what, say("add a balcony, a scaffold or a lower roof beside it")))
        elif place.shape.area > 4.0:
            what = say('cannot be reached, {inches:.1f}" up', inches=place.low)
            found.append(Issue("warning", place.part, what, say("add a ladder, or a roof to jump from")))
    return found


def _room(board: Board) -> list[Issue]:
    found = []
    for edge in ("north", "south", "east", "west"):
        count = room(board, edge)
        if count < DOZEN:
            what = say('room for {n} bases of 30 mm at ground level within 8" of the edge', n=count)
            severity: Literal["error", "warning"] = "error" if edge in ("north", "south") else "warning"
            found.append(Issue(severity, _edge(edge), what, say("clear ground for {n}", n=DOZEN)))
    return found


def _edge(side: str) -> str:
    edges = {
        "north": say("north edge"), "south": say("south edge"), "east": say("east edge"), "west": say("west edge"),
    }  # fmt: skip
    return edges[side]
