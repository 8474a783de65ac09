"""Where on a board a finding is, by what it names: pieces, canals, edges, corners."""

from __future__ import annotations

import re

from sim.board.board import Board
from sim.board.files.mapfile import GROUND
from sim.board.map_checks.survey import bounds
from sim.board.model.tableau import Point

__all__ = ["names_in", "place_of"]

SIDES = {"north": (0.5, 1.0), "south": (0.5, 0.0), "west": (0.0, 0.5), "east": (1.0, 0.5)}
WAYS = {
    **{f"{side} edge": share for side, share in SIDES.items()},
    **{f"{ns}-{we} corner": (SIDES[we][0], SIDES[ns][1]) for ns in ("north", "south") for we in ("west", "east")},
}
HIGH = 6.0  # inches: a mark is put no higher than half of it


def names_in(where: str) -> set[str]:
    """The pieces, canals and others that a finding names: of a part, which stands after a stroke, only its piece."""
    return set(re.findall(r"(?<![a-z0-9/-])[a-z0-9][a-z0-9-]*", where))


def place_of(board: Board, where: str) -> Point | None:
    """The middle of the pieces and canals that are named; the edge or the corner; None where nothing is."""
    if where in WAYS:
        x, y = WAYS[where]
        return (x * board.size[0], y * board.size[1], 0.0)
    words = names_in(where)
    named = board.derived("numbers of parts", lambda: _numbers(board))
    own = [n for word in sorted(words) for n in named.get(word, ())]
    if own:
        boxes = bounds(board)[own]
        low, high = boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)
        x, y, _ = ((low + high) / 2).tolist()
        return (round(x, 3), round(y, 3), round(min(float(high[2]), HIGH) / 2, 3))
    for vessel in board.vessels:
        if vessel.id in words:
            return vessel.start.at
    return None


def _numbers(board: Board) -> dict[str, list[int]]:
    """The numbers of the parts of each piece and canal."""
    found: dict[str, list[int]] = {}
    for number, part in enumerate(board.parts):
        piece = part.piece
        if piece != GROUND:
            found.setdefault(piece, []).append(number)
    return found
