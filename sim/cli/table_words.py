"""Who sees whom on a table, as a matrix of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sim.api.table_page import cell_of
from sim.cli.options import typed
from sim.words import counted, joined, say

if TYPE_CHECKING:
    from sim.api.tabletop import Tabletop
    from sim.board.files.table_file import TableFile
    from sim.board.sight.seen_pairs import SeenPair

__all__ = ["matrix_lines"]


def matrix_lines(
    file: TableFile, top: Tabletop, looking: Sequence[str], at: Sequence[str], pairs: Sequence[SeenPair]
) -> Iterator[str]:
    """Who stands where, and a row for each that looks, a column for each that is looked at."""
    minis = counted("{n} mini on {board}", "{n} minis on {board}", len(file.minis), board=top.board.name)
    yield minis
    sides = {mini.id: mini.side for mini in file.minis}
    for figure in top.tableau.figures:
        where = {"mini": figure.id, "place": typed(figure.at), "mm": figure.base_mm, "body": figure.body}
        line = say("{mini} at {place}, {mm:g} mm, {body}", **where)
        side = sides[figure.id]
        yield joined("", ("  ", say("{side}: {line}", side=side, line=line) if side else line))
    if not pairs:
        return
    yield ""
    yield say(
        "who looks (rows), and at whom (columns): how much is hidden, * in cover, - not seen; then inches, = touching"
    )
    cells = {(pair.looks, pair.at): cell_of(pair) for pair in pairs}
    widths = [max(len(each), *(len(cells.get((one, each), "")) for one in looking)) for each in at]
    first = max(map(len, looking))
    yield "  ".join([" " * first, *(each.ljust(width) for each, width in zip(at, widths, strict=True))]).rstrip()
    for one in looking:
        row = [cells.get((one, each), "").ljust(width) for each, width in zip(at, widths, strict=True)]
        yield "  ".join([one.ljust(first), *row]).rstrip()
    for pair in pairs:
        if not pair.sight.visible and pair.sight.gap_bound > 0:
            names = {"one": pair.looks, "other": pair.at, "inches": pair.sight.gap_bound}
            yield say('? {one} and {other}: an opening under {inches:.3f}" could have been missed', **names)
