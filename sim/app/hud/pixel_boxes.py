"""Boxes of whole pixels in a window: what covers them, and which of them are taken together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sim.app.render.screen import Size

__all__ = ["TILE", "Box", "apart", "covering", "inside", "meet", "tiled"]

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""

TILE = 16  # pixels
MOST = 4  # boxes: more are taken together, as each costs something by itself


def meet(one: Box, two: Box) -> bool:
    """Have two boxes a pixel in common?"""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def inside(box: Box, whole: Box) -> Box:
    """What of a box lies in another one."""
    return (max(box[0], whole[0]), max(box[1], whole[1]), min(box[2], whole[2]), min(box[3], whole[3]))


def apart(boxes: Iterable[Box]) -> list[Box]:
    """A few boxes that cover these, of which no two meet."""
    made = list[Box]()
    for box in boxes:
        made = _with(made, box)
    while len(made) > MOST:
        pairs = ((one, two) for n, one in enumerate(made) for two in made[n + 1 :])
        one, two = min(pairs, key=lambda pair: _area(_round(*pair)) - _area(pair[0]) - _area(pair[1]))
        made = _with([each for each in made if each not in (one, two)], _round(one, two))
    return made


def tiled(box: Box) -> Box:
    """The box of whole tiles round this one."""
    left, top, right, bottom = box
    return (left // TILE * TILE, top // TILE * TILE, -(-right // TILE) * TILE, -(-bottom // TILE) * TILE)


def covering(boxes: Iterable[Box], size: Size) -> tuple[Box, ...]:
    """Boxes of whole tiles that cover these, no two of which meet, in a window of so many pixels."""
    wide, tall = size
    grid = np.zeros((-(-tall // TILE), -(-wide // TILE)), np.bool_)
    for box in boxes:
        if box[0] < box[2] and box[1] < box[3]:
            left, top, right, bottom = (max(edge, 0) // TILE for edge in tiled(box))
            grid[top:bottom, left:right] = True
    made, begun = list[Box](), dict[tuple[int, int], int]()  # first and last tile of a run -> the row where it began
    for row in range(len(grid) + 1):
        runs = _runs(grid[row]) if row < len(grid) else []
        for run in [run for run in begun if run not in runs]:
            left, right = run
            made.append((left * TILE, begun.pop(run) * TILE, min(right * TILE, wide), min(row * TILE, tall)))
        for run in runs:
            begun.setdefault(run, row)
    return tuple(sorted(made))


def _runs(row: np.ndarray) -> list[tuple[int, int]]:
    """From where to where a row is True."""
    ends = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(ends[::2], ends[1::2], strict=True)]


def _with(boxes: Sequence[Box], box: Box) -> list[Box]:
    """These and one more, taken together with those that it meets."""
    rest = list(boxes)
    while met := [each for each in rest if meet(each, box)]:
        rest = [each for each in rest if each not in met]
        for each in met:
            box = _round(each, box)
    return [*rest, box]


def _round(one: Box, two: Box) -> Box:
    return (min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3]))


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
