"""`bauta measure`: distance and contact between two bases."""

from __future__ import annotations

import click

from sim.cli.boards import AskedBoard, Spot
from sim.cli.options import (
    STAND,
    base_option,
    board_argument,
    example,
    json_option,
    print_json,
    tell,
)
from sim.cli.place_notes import let_down_notes, notes_document, off_board_notes, pair_notes, standing_notes, tell_notes
from sim.words import say

__all__ = ["command"]


@click.command(epilog=example("bauta measure san-canciano --from 10,10,0 --to 20,14,3 --to-base 40"))
@board_argument
@click.option("--from", "from_", type=STAND, required=True, help="Centre of the underside of the one base.")
@click.option("--to", type=STAND, required=True, help="Centre of the underside of the other.")
@base_option("--from-base", "from_base", "the one base")
@base_option("--to-base", "to_base", "the other")
@json_option
def command(
    board: str,
    scale: float,
    up: str | None,
    from_: Spot,
    to: Spot,
    from_base: float,
    to_base: float,
    as_json: bool,
) -> None:
    """How far are two bases from each other, and do they touch?

    The distance runs straight between the closest points of the bases, in 3D.
    """
    from sim.board.model.part_names import part_called
    from sim.board.model.queries import DistanceOf
    from sim.board.model.verdicts import Distance

    asked = AskedBoard.opened(board, scale, up, from_, to)
    one, other = asked.pair(asked.figure("from", from_, from_base), asked.figure("to", to, to_base))
    notes = [
        *let_down_notes((from_, one), (to, other)),
        *off_board_notes(asked.board, one.at, other.at),
        *standing_notes(asked.board, one, other, among=asked.with_figures()),
        *pair_notes(asked, one, other),
    ]
    found = asked.board.answer(DistanceOf(one.id, other.id), asked.with_figures(one, other))
    assert isinstance(found, Distance)
    if as_json:
        tell_notes(notes, err=True)
        print_json(
            {
                "distance": found.distance,
                "horizontal": found.horizontal,
                "vertical": found.vertical,
                "base_contact": found.base_contact,
            }
            | notes_document(notes)
        )
        return
    told: dict[str, object] = {"distance": found.distance, "across": found.horizontal, "up": found.vertical}
    if found.base_contact:
        tell(say('{distance:.3f}" ({across:.3f}" across, {up:.3f}" up or down), in base contact', **told))
    elif found.obstacle:
        told["part"] = part_called(found.obstacle)
        tell(say('{distance:.3f}" ({across:.3f}" across, {up:.3f}" up or down), in contact over {part}', **told))
    else:
        tell(say('{distance:.3f}" ({across:.3f}" across, {up:.3f}" up or down)', **told))
    tell_notes(notes)
