"""Places of a board that were found not to do for something, kept from one version of it to the next where nothing near
them changed. A program that tries the same places on every version of a board need not try those again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence

from sim.board.board import Board

__all__ = ["refused_places", "take_over_refused"]

Places = set[tuple[float, ...]]  # x, y, and whatever else tells one from another

_KEPT = 256  # things for which places were tried
_NAME = "refused places"


def refused_places(board: Board, what: Hashable, reach: float) -> Places:
    """The places that are known not to do for `what`; whoever finds another adds it.

    `what`: all but the board itself on which it depends whether a place does. `reach`: what of the board lies further
    from a place than so many inches does not tell on that.
    """
    kept: OrderedDict[tuple[Hashable, float], Places] = board.derived(_NAME, OrderedDict)
    key = (what, reach)
    if key not in kept:
        kept[key] = set()
        if len(kept) > _KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]


def take_over_refused(board: Board, before: Board, boxes: Sequence[tuple[float, float, float, float]]) -> None:
    """What is known of an earlier version, which differs from this one within boxes (x, y, X, Y) and nowhere else."""
    old: OrderedDict[tuple[Hashable, float], Places] = before.derived(_NAME, OrderedDict)
    kept: OrderedDict[tuple[Hashable, float], Places] = board.derived(_NAME, OrderedDict)
    for (what, reach), places in old.items():
        kept[what, reach] = {
            at
            for at in places
            if not any(w - reach <= at[0] <= e + reach and s - reach <= at[1] <= n + reach for w, s, e, n in boxes)
        }
