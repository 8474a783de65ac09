"""Pieces brought into line: aligned by an edge or their middles, or spread evenly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from sim.board.files.mapfile import MapFile
from sim.builder.edits import Axis, Edit, PiecePose, Poses

__all__ = ["Side", "aligned", "distributed"]

Side = Literal["west", "east", "south", "north", "middle x", "middle y"]
Box = tuple[float, float, float, float]  # west, south, east, north


def aligned(made: MapFile, boxes: Mapping[str, Box], side: Side) -> Edit:
    """Pieces moved so that this side of their boxes lies on one line: that of the outermost, or the mean middle."""
    axis = 0 if side in ("west", "east", "middle x") else 1
    spots = {id: _spot(box, side) for id, box in boxes.items()}
    match side:
        case "west" | "south":
            line = min(spots.values())
        case "east" | "north":
            line = max(spots.values())
        case _:
            line = sum(spots.values()) / len(spots)
    return _shifted(made, {id: line - spot for id, spot in spots.items()}, axis, "Align")


def distributed(made: MapFile, boxes: Mapping[str, Box], axis: Axis) -> Edit:
    """Pieces moved along an axis so that the gaps between their boxes are alike; the outermost two stay."""
    low, high = (0, 2) if axis == "x" else (1, 3)
    order = sorted(boxes, key=lambda id: boxes[id][low] + boxes[id][high])
    first, last = boxes[order[0]], boxes[order[-1]]
    room = last[low] - first[high] - sum(boxes[id][high] - boxes[id][low] for id in order[1:-1])
    gap = room / max(len(order) - 1, 1)
    shift: dict[str, float] = {}
    edge = first[high]
    for id in order[1:-1]:
        shift[id] = edge + gap - boxes[id][low]
        edge = boxes[id][high] + shift[id]
    return _shifted(made, shift, low, "Spread")


def _spot(box: Box, side: Side) -> float:
    west, south, east, north = box
    spots: dict[Side, float] = {
        "west": west,
        "east": east,
        "south": south,
        "north": north,
        "middle x": (west + east) / 2,
        "middle y": (south + north) / 2,
    }
    return spots[side]


def _shifted(made: MapFile, shift: Mapping[str, float], axis: int, did: str) -> Edit:
    poses: Sequence[PiecePose] = [
        PiecePose(
            p.id, (p.at[0] + shift[p.id], p.at[1]) if axis == 0 else (p.at[0], p.at[1] + shift[p.id]), p.z, p.turn
        )
        for p in made.pieces
        if p.id in shift
    ]
    return Poses(tuple(poses), did)
