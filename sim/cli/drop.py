"""`bauta drop`: where a base comes to rest below a point."""

from __future__ import annotations

import click

from sim.cli.boards import AskedBoard, thinned_document
from sim.cli.options import (
    SPOT,
    base_option,
    board_argument,
    example,
    json_option,
    print_json,
    tell,
    typed,
)
from sim.cli.place_notes import notes_document, off_board_notes, tell_notes
from sim.words import say

__all__ = ["command"]


@click.command(
    "drop",
    epilog=example("bauta drop san-canciano --at 10,10,12", "bauta drop roof.stl --at 3,4,9 --base 40 --json"),
)
@board_argument
@click.option("--at", type=SPOT, required=True, help="The centre of the base before it falls.")
@base_option()
@json_option
def command(
    board: str, scale: float, up: str | None, at: tuple[float, float, float] | str, base: float, as_json: bool
) -> None:
    """Where a base comes to rest below a point (FALL-01), and on what."""
    from sim.board.model.part_names import part_called
    from sim.board.model.queries import DropOf, PlaceAt
    from sim.board.model.rests_on import borne_up_by
    from sim.board.model.tableau import Point
    from sim.board.model.verdicts import Drop, PointInfo
    from sim.carnevale.sentence_parts import LANDINGS

    asked = AskedBoard.opened(board, scale, up, at)
    loaded, figure = asked.board, asked.figure("base", at, base)
    notes = list(off_board_notes(loaded, figure.at))
    tableau = asked.with_figures(figure)
    verdict = loaded.answer(DropOf(figure.id, figure.at), tableau)
    assert isinstance(verdict, Drop)

    def under(place: Point) -> PointInfo:
        found = loaded.answer(PlaceAt(figure.id, place), tableau)
        assert isinstance(found, PointInfo)
        return found

    if as_json:
        tell_notes(notes, err=True)
        print_json(
            {
                "rest": verdict.rest,
                "height": verdict.height,
                "landing": verdict.landing.value,
                "part": verdict.part,
                "whole": verdict.whole,
            }
            | notes_document(notes)
            | thinned_document(loaded)
        )
        return
    if verdict.rest is None:
        tell(say("nothing below carries the base"))
        tell_notes(notes)
        return
    told = {"place": typed(verdict.rest), "landing": LANDINGS[verdict.landing.value], "inches": verdict.height}
    if verdict.part is None:
        tell(say('comes to rest at {place} ({landing}), {inches:g}" down', **told))
    else:
        on = part_called(borne_up_by(verdict.rest, figure.radius, under) or verdict.part)
        tell(say('comes to rest at {place} on {part} ({landing}), {inches:g}" down', part=on, **told))
    if verdict.nudged:
        tell(say('put {inches:g}" aside: the base does not find room straight below', inches=verdict.nudged))
    if verdict.whole:
        tell(say("the whole base stands where it is"))
    tell_notes(notes)
