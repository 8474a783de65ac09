"""In which lines of a map's text the things stand that a finding is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from sim.board.files.mapfile import MapFile
from sim.board.map_checks.checks import Issue
from sim.board.map_checks.placing import names_in
from sim.builder.map_blocks import blocks_of
from sim.words import joined, listed, say

__all__ = ["lines_of", "placed_words"]

KINDS = ("canals", "streets", "pieces", "zones", "objectives", "notes")


def lines_of(text: str, made: MapFile) -> dict[str, int]:
    """The line, from 1, in which the table of each piece, canal, street, zone, objective and note begins, by its id.

    One that stands in a list of its own (`pieces = [...]`) has none.
    """
    found: dict[str, int] = {}
    seen, line = Counter[str](), 1
    for block in blocks_of(text):
        things = getattr(made, block.kind) if block.kind in KINDS else ()
        number = seen[block.kind]
        seen[block.kind] += 1
        if number < len(things):
            found[things[number].id] = line
        line += block.text.count("\n")
    return found


def placed_words(issue: Issue, lines: Mapping[str, int]) -> str:
    """A finding in a line, with where in the map's file and where on the board it is."""
    there = sorted(lines[name] for name in names_in(issue.where) if name in lines)
    places = []
    if there:
        one = len(there) == 1
        places = [say("line {n}", n=there[0]) if one else say("lines {numbers}", numbers=listed(there))]
    if issue.at is not None:
        places.append(say("at {x:g},{y:g}", x=round(issue.at[0], 1), y=round(issue.at[1], 1)))
    return say("{finding} ({where})", finding=issue.words, where=joined(", ", places)) if places else issue.words
