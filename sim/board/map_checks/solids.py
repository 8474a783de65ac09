"""What is wrong with what pieces are made of: too thin to be ruled on, sunk into the street, dear to measure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.files.thinned import FEWER, is_shipped
from sim.board.map_checks.survey import bounds, seen_from_above, water_of
from sim.board.model.plans import common, union
from sim.board.model.terrain import Obstacle
from sim.words import say

__all__ = ["DEAR", "DEEP", "costs", "sunk", "thin"]

Floats = NDArray[np.float64]
Wrong = tuple[str, str, str]  # where, what, and what would mend it

THIN = 0.02  # inches: what is narrower may be missed by who looks (docs: measuring)
DEEP = 0.06  # inches that the feet of a piece may reach into the street
UNDER = 0.1  # square inches of a piece under the street
WADES = 0.01  # square inches of it in water: a bridge, steps, a post
OPEN = 1e-3  # of its surface: a part with a border, whose volume says nothing
DEAR = 300_000  # triangles of a board up to which rulings were timed


def thin(board: Board) -> Iterator[Wrong]:
    """Solid parts that are sheets or slabs under 0.02", of each piece the thinnest."""
    found: dict[str, tuple[float, str]] = {}
    solid = [p for p in board.parts if p.is_built]
    for part, thick in zip(solid, _thicknesses([p.triangles for p in solid]), strict=True):
        piece = part.piece
        if thick < found.get(piece, (THIN, ""))[0]:
            found[piece] = thick, part.name
    for thick, name in found.values():
        yield (
            name,
            say('is {inches:.3f}" thick: sights may pass it, and bases too', inches=thick),
            say('make it {inches:g}" thick or more', inches=THIN),
        )


def _thicknesses(parts: list[Floats]) -> list[float]:
    """How thick each part is: by its volume and its surface where it is closed, else across its narrowest way."""
    if not parts:
        return []
    begin = np.cumsum([0, *(len(p) for p in parts[:-1])])
    every = np.concatenate([p - p[0, 0] for p in parts])
    normals = np.cross(every[:, 1] - every[:, 0], every[:, 2] - every[:, 0])
    area = np.add.reduceat(np.linalg.norm(normals, axis=1), begin) / 2
    border = np.linalg.norm(np.add.reduceat(normals, begin), axis=1) / 2
    volume = np.abs(np.add.reduceat(np.einsum("ij,ij->i", every[:, 0], normals), begin)) / 6
    thick = 2 * volume / np.maximum(area, 1e-12)
    for number in np.flatnonzero(border > OPEN * area):
        thick[number] = _across(parts[number].reshape(-1, 3))
    return [float(v) for v in thick]


def _across(corners: Floats) -> float:
    """The least of how far corners lie apart along their three main ways."""
    _, ways = np.linalg.eigh(np.cov((corners - corners.mean(axis=0)).T))
    return float(np.ptp(corners @ ways[:, 0]))


def sunk(board: Board) -> Iterator[Wrong]:
    """Pieces whose feet lie under the street, none of them in water. Vessels and debris are not among them."""
    boxes = bounds(board)
    wet = water_of(board)
    on_street = {p.id for p in board.map.pieces if p.z > -DEEP} if board.map is not None else set()
    pieces: dict[str, list[int]] = {}
    for number, part in enumerate(board.parts):
        if part.is_built:
            pieces.setdefault(part.piece, []).append(number)
    for id, own in pieces.items():
        low, high = float(boxes[own, 0, 2].min()), float(boxes[own, 1, 2].max())
        if low >= -DEEP or any(board.parts[n].meaning.obstacle is Obstacle.DEBRIS for n in own):
            continue
        under = union([seen_from_above(board, board.parts[n]) for n in own if boxes[n, 0, 2] < -DEEP])
        if float(common(under, wet).area) > WADES or float(under.area) <= UNDER:
            continue
        wades = id in on_street  # a bridge, a quay, a jetty: made to stand in the water
        if abs(high) <= DEEP:
            mend = say("move it to the water, or take it away") if wades else say("raise it, or take it away")
            yield id, say("lies in the street, and nothing of it stands out"), mend
        elif high < 0:
            yield id, say('lies under the street, {inches:.2f}" deep', inches=-high), say("raise it, or take it away")
        elif wades:
            what = say('goes {inches:.2f}" down, and no water is under it', inches=-low)
            yield id, what, say('move it to the water, or raise it by {inches:.2f}"', inches=-low)
        else:
            yield (
                id,
                say('is sunk {inches:.2f}" into the street', inches=-low),
                say('raise it by {inches:.2f}"', inches=-low),
            )


def costs(board: Board) -> Iterator[Wrong]:
    """Whether a board has more triangles than rulings were timed on, and which piece has the most."""
    if board.triangle_count <= DEAR:
        return
    each: Counter[str] = Counter()
    for part in board.parts:
        each[part.piece] += len(part.triangles)
    most, count = each.most_common(1)[0]
    what = say(
        "{all:,} triangles, {here:,} of them here: rulings take long over {dear:,}",
        all=board.triangle_count, here=count, dear=DEAR,
    )  # fmt: skip
    yield most, what, _lighter(board, most)


def _lighter(board: Board, id: str) -> str:
    """What would leave fewer triangles of a piece: a mesh that somebody brought is taken in anew."""
    placed = next((p for p in board.map.pieces if p.id == id), None) if board.map is not None else None
    if placed is None or not isinstance(placed.piece, str) or is_shipped(placed.piece, board.source):
        return say("use fewer of it, or a coarser one")
    if any(id in thinned.ids for thinned in board.thinned):
        return say("use fewer of it, or take its mesh in anew, in fewer triangles: bauta piece import --measured")
    return say(
        "use fewer of it, or measure it thinned: bauta piece import MESH --name {piece} --measured {n} --replace",
        piece=placed.piece, n=FEWER,
    )  # fmt: skip
