"""`bauta jump`: where a jump of a given length ends."""

from __future__ import annotations

import click

from sim.cli.options import LENGTH, POINT, base_option, board_argument, example, json_option, load_board, print_json

__all__ = ["command"]


@click.command("jump", epilog=example("bauta jump san-canciano --from 10,10,4 --to 14,10,4 --distance 5"))
@board_argument
@click.option("--from", "start", type=POINT, required=True, help="Where the base stands.")
@click.option("--to", type=POINT, required=True, help="The point that is jumped to.")
@click.option("--distance", type=LENGTH, required=True, metavar="D", help="Inches that the roll gives.")
@base_option()
@json_option
def command(
    board: str,
    scale: float,
    up: str | None,
    start: tuple[float, float, float],
    to: tuple[float, float, float],
    distance: float,
    base: float,
    as_json: bool,
) -> None:
    """Where a jump of a given length ends (JUMP-02 to 06). What is left beyond the point is run on (JUMP-03)."""
    from sim.board.model.queries import JumpAlong
    from sim.board.model.tableau import Figure, Tableau
    from sim.board.model.verdicts import JumpSweep

    loaded = load_board(board, scale, up)
    query = JumpAlong("base", to, distance, run_on=distance)
    verdict = loaded.answer(query, Tableau((Figure("base", start, base),)))
    assert isinstance(verdict, JumpSweep)
    if as_json:
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
        )
        return
    click.echo("the jump ends at {:g},{:g},{:g}".format(*verdict.end))
    if verdict.stopped_by:
        click.echo(f"stopped by {verdict.stopped_by}")
    if verdict.nudged:
        click.echo(f'moved on by {verdict.nudged:g}" to stand wholly')
    if verdict.run_on:
        click.echo(f'{verdict.run_on:g}" of it run on beyond the point')
    if verdict.falls and verdict.ground.part is None:
        click.echo("falls: nothing below carries the base")
    elif verdict.falls:
        where = "{:g},{:g},{:g}".format(*verdict.rest)
        click.echo(f'falls {verdict.fall_height:g}" (from the height of the start) to {where}, {verdict.ground.part}')
