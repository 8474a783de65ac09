"""`bauta jump`: where a jump of a given length ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from sim.cli.boards import AskedBoard, Spot, thinned_document
from sim.cli.options import (
    LENGTH,
    STAND,
    ability_option,
    base_option,
    board_argument,
    example,
    json_option,
    print_json,
    tell,
    typed,
)
from sim.cli.place_notes import PlaceNote, let_down_notes, notes_document, off_board_notes, standing_notes, tell_notes
from sim.words import joined, say

if TYPE_CHECKING:
    from sim.board.model.verdicts import JumpSweep

__all__ = ["command"]


@click.command("jump", epilog=example("bauta jump san-canciano --from 28,14,0 --to 28,10,0 --distance 5"))
@board_argument
@click.option("--from", "start", type=STAND, required=True, help="Where the base stands.")
@click.option("--to", type=STAND, required=True, help="The point that is jumped to, or a mini.")
@click.option("--distance", type=LENGTH, required=True, metavar="D", help="Inches that the roll gives.")
@base_option()
@ability_option()
@json_option
def command(
    board: str,
    scale: float,
    up: str | None,
    start: Spot,
    to: Spot,
    distance: float,
    base: float,
    abilities: tuple[str, ...],
    as_json: bool,
) -> None:
    """Where a jump of a given length ends (JUMP-02 to 06). What is left beyond the point is run on (JUMP-03)."""
    from sim.carnevale.plain_minis import jump_barred, jump_of_mini

    asked = AskedBoard.opened(board, scale, up, start, to)
    loaded, figure, own = asked.board, asked.figure("base", start, base), asked.abilities(start, abilities)
    target = asked.figure("to", to, base)
    aim = asked.pair(figure, target)[1].at if isinstance(to, str) else target.at
    notes = [*off_board_notes(loaded, figure.at, aim), *standing_notes(loaded, figure, among=asked.with_figures())]
    among = asked.with_figures(figure)
    name = start if isinstance(start, str) else say("this base")
    barred = None if notes or aim == figure.at else jump_barred(loaded, among, figure.id, own, aim, name)
    if barred is not None:
        notes.append(PlaceNote("refused", say("a game does not take this jump: {why}", why=barred.words), aim))
    notes[:0] = let_down_notes((start, figure), (to, target))
    verdict = jump_of_mini(loaded, among, figure.id, own, aim, distance, run_on=distance)
    if as_json:
        tell_notes(notes, err=True)
        print_json(
            {
                "end": verdict.end,
                "stopped_by": verdict.stopped_by,
                "nudged": verdict.nudged,
                "run_on": verdict.run_on,
                "falls": verdict.falls,
                "fall_height": verdict.fall_height,
                "rest": verdict.rest,
            }
            | notes_document(notes)
            | thinned_document(loaded)
        )
        return
    _tell_jump(verdict, frozenset(each.id for each in among.figures))
    if isinstance(to, str) and msgspec.structs.replace(figure, at=verdict.rest).touches(asked.figure("to", to, base)):
        tell(say("it ends in base contact with {mini}", mini=to))
    tell_notes(notes)


def _tell_jump(verdict: JumpSweep, known: frozenset[str]) -> None:
    """`known`: the ids of minis, which are names as they stand."""
    from sim.board.model.part_names import part_called
    from sim.carnevale.push_words import fall_cost

    tell(say("the jump ends at {place}", place=typed(verdict.end)))
    if verdict.stopped_by:
        by = verdict.stopped_by
        tell(say("stopped by {what}", what=by if by in known else part_called(by)))
    if verdict.nudged:
        tell(say('moved on by {inches:g}" to stand wholly', inches=verdict.nudged))
    if verdict.run_on:
        tell(say('{inches:g}" of it run on beyond the point', inches=verdict.run_on))
    if verdict.falls and verdict.ground.part is None:
        tell(say("falls: nothing below carries the base"))
    elif verdict.falls and verdict.fall_height <= 0.0:
        down = {"place": typed(verdict.rest), "part": part_called(verdict.ground.part or "")}
        tell(say("comes down to {place}, on {part}, no lower than it stood", **down))
    elif verdict.falls:
        falls = say(
            'falls {inches:g}" (from the height of the start) to {place}, on {part}',
            inches=verdict.fall_height, place=typed(verdict.rest), part=part_called(verdict.ground.part or ""),
        )  # fmt: skip
        cost = fall_cost(verdict.fall_height, verdict.ground.landing)
        tell(joined(", ", (falls, cost)) if cost else falls)
