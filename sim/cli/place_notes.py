"""What is hardly meant of the places that a measuring command was given: told beside its answer, not in its place."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from sim.cli.boards import extent
from sim.cli.options import tell, typed
from sim.words import in_english, say

if TYPE_CHECKING:
    from sim.api.tabletop import Tabletop
    from sim.board.board import Board
    from sim.board.files.table_file import TableFile
    from sim.board.model.tableau import Figure, Tableau
    from sim.cli.boards import AskedBoard, Spot

__all__ = [
    "PlaceNote", "body_notes", "let_down_notes", "mini_notes", "notes_document", "off_board_notes", "pair_notes",
    "standing_notes", "tell_notes",
]  # fmt: skip

Point = tuple[float, float, float]
NEAR = 0.05  # inches: nobody types where a mini stands more exactly
APART = 0.05  # inches: bases of a real table that overlap by less were set down a little inexactly
OVER = 0.005  # inches that a body reaches over its base: less is how it was sculpted


class PlaceNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is hardly meant, or was left to the ground.

    `kind`: `let_down` (given without a height: it stands at `rest`), `off_board`, `nothing_below` (no base stands
    there, nor below), `rests_elsewhere` (none stands there, below it does, at `rest`), `moved_aside` (a mini of a table
    found no room where it is let down, and is at `rest`), `no_ground` (off a mesh, as beside a house alone),
    `bases_overlap`, `refused` (a game does not take it), `body_unparted` and `body_over_base` (its sight may be another
    than is meant).
    """

    kind: str
    words: str
    at: Point | None = None
    rest: Point | None = None


def notes_document(notes: Iterable[PlaceNote]) -> dict[str, Any]:
    """Notes as a key of a JSON document; none where there is none, and each once."""
    found = [msgspec.to_builtins(note, enc_hook=in_english) for note in dict.fromkeys(notes)]
    return {"notes": found} if found else {}


def tell_notes(notes: Iterable[PlaceNote], *, err: bool = False) -> None:
    """A line for each, once: under an answer in words, or (`err`) beside a document that a program reads."""
    for note in dict.fromkeys(notes):
        tell(say("note: {what}", what=note.words) if err else note.words, err=err)


def off_board_notes(board: Board, *places: Point) -> Iterator[PlaceNote]:
    """Of places that lie off the board: what was typed there is hardly what was meant."""
    if board.map is not None:
        west = south = 0.0
        east, north = board.size
    else:
        (west, south, _), (east, north, _) = extent(board)
    size = f'{east - west:g}" x {north - south:g}"'
    for at in dict.fromkeys(places):
        if west <= at[0] <= east and south <= at[1] <= north:
            continue
        off = {"place": typed(at), "size": size}
        if west == south == 0.0:
            words = say("{place} lies off the board, which is {size}", **off)
        else:
            off["corner"] = f"{west:g},{south:g}"
            words = say("{place} lies off the board, which is {size} from {corner}", **off)
        yield PlaceNote("off_board", words, at)


def let_down_notes(*put: tuple[Spot | None, Figure]) -> Iterator[PlaceNote]:
    """Of bases that were given without a height: where each stands."""
    for spot, figure in put:
        if isinstance(spot, tuple) and len(spot) == 2:
            told = {"place": f"{spot[0]:g},{spot[1]:g}", "rest": typed(figure.at)}
            words = say("let down at {place} from above, it stands at {rest}", **told)
            yield PlaceNote("let_down", words, rest=figure.at)


def standing_notes(board: Board, *figures: Figure, among: Tableau | None = None) -> Iterator[PlaceNote]:
    """Of minis that do not stand where they were put: in the air, in a wall, over nothing. `among`: with the boats and
    markers of a table."""
    from sim.board.model.queries import DropOf
    from sim.board.model.tableau import Tableau
    from sim.board.model.verdicts import Drop

    for figure in {(figure.at, figure.base_mm): figure for figure in figures}.values():
        alone = msgspec.structs.replace(among or Tableau(()), figures=(figure,))
        below = board.answer(DropOf(figure.id, figure.at), alone)
        assert isinstance(below, Drop)
        there = {"place": typed(figure.at)}
        if below.rest is None:
            words = say("no base stands at {place}: nothing below carries it", **there)
            yield PlaceNote("nothing_below", words, figure.at)
        elif math.dist(below.rest, figure.at) > NEAR:
            there["rest"] = typed(below.rest)
            words = say("no base stands at {place}: dropped there it rests at {rest}", **there)
            yield PlaceNote("rests_elsewhere", words, figure.at, below.rest)


def body_notes(figures: Iterable[Figure]) -> Iterator[PlaceNote]:
    """Of bodies on their bases: what may make their sight another one than is meant.

    Raises:
        MeshError: there is no such body.
    """
    from sim.board.files.bodies import load_body

    for name, base in sorted({(figure.body, figure.base_mm) for figure in figures}):
        body = load_body(name)
        if not body.parted:
            words = say(
                "'{body}' has no part named head or torso: all of it sees and is seen, and it looks from its "
                "highest point",
                body=name,
            )
            yield PlaceNote("body_unparted", words)
        over = body.beyond(base)
        if over > OVER:
            words = say(
                "head or torso of '{body}' reach {inches:.2f}\" over the edge of a base of {mm:g} mm: it may see "
                "through a thin wall",
                body=name, inches=over, mm=base,
            )  # fmt: skip
            yield PlaceNote("body_over_base", words)


def mini_notes(file: TableFile, top: Tabletop, ids: Collection[str] | None = None) -> list[PlaceNote]:
    """Of minis of a table, all or those with these ids: off the board, in the air, in one another."""
    figures = [figure for figure in top.tableau.figures if ids is None or figure.id in ids]
    asked = {mini.id: mini.at for mini in file.minis}
    just_there = (each for each in figures if len(asked[each.id]) == 3)
    return [
        *body_notes(figures),
        *off_board_notes(top.board, *(figure.at for figure in figures)),
        *standing_notes(top.board, *just_there, among=top.tableau),
        *_let_down_notes(top.board, figures, asked),
        *_overlap_notes(figures, top.tableau.figures),
    ]


def _let_down_notes(
    board: Board, figures: Iterable[Figure], asked: dict[str, tuple[float, ...]]
) -> Iterator[PlaceNote]:
    for figure in figures:
        at = asked[figure.id]
        if len(at) == 3 or math.dist(at, figure.at[:2]) <= APART:
            continue
        off = list(off_board_notes(board, (at[0], at[1], figure.at[2])))
        yield from off
        if off and board.map is None:
            words = say(
                "a mesh is a whole table, ground and all: of a single building bauta piece import makes a piece"
            )
            yield PlaceNote("no_ground", words)
        told = {"mini": figure.id, "rest": typed(figure.at)}
        words = say("{mini} finds no room where it is let down, and rests at {rest}", **told)
        yield PlaceNote("moved_aside", words, rest=figure.at)


def pair_notes(asked: AskedBoard, one: Figure, other: Figure) -> Iterator[PlaceNote]:
    """Of two that are measured, minis of a table or bases at points: in one another."""
    known = {figure.id for figure in asked.top.tableau.figures} if asked.top is not None else set()
    if one.id in known and other.id in known:
        yield from _overlap_notes((one, other), (one, other))
    elif (into := _overlap(one, other)) is not None:
        places = {"one": typed(one.at), "other": typed(other.at), "inches": into}
        yield PlaceNote("bases_overlap", say('bases at {one} and {other} overlap by {inches:.2f}"', **places), other.at)


def _overlap(one: Figure, other: Figure) -> float | None:
    """How far two bases are in one another; None: no further than such are set down."""
    into = one.radius + other.radius - math.dist(one.at[:2], other.at[:2])
    return into if into > APART and one.touches(other) else None


def _overlap_notes(figures: Collection[Figure], all_of_them: Iterable[Figure]) -> Iterator[PlaceNote]:
    """Each pair of bases that are in one another, once."""
    for one in figures:
        for other in all_of_them:
            if other.id == one.id or (other in figures and other.id < one.id):
                continue
            if (into := _overlap(one, other)) is not None:
                names = {"one": one.id, "other": other.id, "inches": into}
                words = say('the bases of {one} and {other} overlap by {inches:.2f}"', **names)
                yield PlaceNote("bases_overlap", words, one.at)
