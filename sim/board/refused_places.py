"""Places of a board that were found not to do for something, kept from one version of it to the next where nothing near
them changed. A program that tries the same places on every version of a board need not try those again."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sim.board.board import Board
from sim.board.most_recent import MostRecent

__all__ = ["refused_places", "take_over_refused"]

Places = set[tuple[float, ...]]  # x, y, and whatever else tells one from another

_KEPT = 256  # things for which places were tried


def refused_places(board: Board, what: Hashable, reach: float) -> Places:
    """The places that are known not to do for `what`; whoever finds another adds it.

    `what`: all but the board itself on which it depends whether a place does. `reach`: what of the board lies further
    from a place than so many inches does not tell on that.
    """
    return _of(board).of((what, reach), set)


def take_over_refused(board: Board, before: Board, boxes: Sequence[tuple[float, float, float, float]]) -> None:
    """What is known of an earlier version, which differs from this one within boxes (x, y, X, Y) and nowhere else."""
    for (what, reach), places in _of(before).items():
        refused_places(board, what, reach).update(
            at
            for at in places
            if not any(w - reach <= at[0] <= e + reach and s - reach <= at[1] <= n + reach for w, s, e, n in boxes)
        )


def _of(board: Board) -> MostRecent[tuple[Hashable, float], Places]:
    return board.derived("refused places", lambda: MostRecent[tuple[Hashable, float], Places](_KEPT))
