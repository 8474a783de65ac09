"""`bauta reach`: the area that a move can reach."""

from __future__ import annotations

from typing import Any

import click

from sim.cli.boards import load_board, note_places
from sim.cli.options import (
    LENGTH,
    POINT,
    base_option,
    board_argument,
    example,
    json_option,
    print_json,
    tell,
    typed,
)
from sim.words import joined, say

__all__ = ["command"]


@click.command("reach", epilog=example("bauta reach san-canciano --at 28,14,0 --move 5 --json"))
@board_argument
@click.option("--at", type=POINT, required=True, help="Where the base stands.")
@click.option("--move", type=LENGTH, required=True, metavar="D", help="Inches of the move.")
@base_option()
@click.option("--no-climb", is_flag=True, help="Without climbs.")
@json_option
def command(
    board: str,
    scale: float,
    up: str | None,
    at: tuple[float, float, float],
    move: float,
    base: float,
    no_climb: bool,
    as_json: bool,
) -> None:
    """The area that a move can reach, by level, and whether it takes a roll to get there."""
    from sim.board.model.queries import DropOf, Mover, ReachOf
    from sim.board.model.tableau import Figure, Tableau
    from sim.board.model.verdicts import Drop, Reach

    loaded = load_board(board, scale, up)
    note_places(loaded, at)
    mover = Mover("base", move, climb=not no_climb)
    tableau = Tableau((Figure("base", at, base),))
    verdict = loaded.answer(ReachOf(mover), tableau)
    assert isinstance(verdict, Reach)
    if as_json:
        levels: list[dict[str, Any]] = [
            {
                "z": level.z,
                "area": {"type": "MultiPolygon", "coordinates": level.polygons},
                "needs_roll": level.needs_roll,
            }
            for level in verdict.levels
        ]
        print_json({"levels": levels, "area": verdict.area})
        return
    tell(say("{area:.2f} square inches", area=verdict.area))
    for level in verdict.levels:
        low, high = level.z
        at_height = {"area": level.area, "low": low, "high": high}
        words = (
            say("{area:8.2f} at z {low:g}", **at_height)
            if low == high
            else say("{area:8.2f} at z {low:g} to {high:g}", **at_height)
        )
        tell(joined("", ("  ", say("{words}, by a roll", words=words) if level.needs_roll else words)))
    if not verdict.levels:
        below = loaded.answer(DropOf("base", at), tableau)
        assert isinstance(below, Drop)
        if below.rest is None:
            tell(say("no base stands at {place}: nothing below carries it", place=typed(at)))
        elif below.rest != at:
            there = {"place": typed(at), "rest": typed(below.rest)}
            tell(say("no base stands at {place}: dropped there it rests at {rest}", **there))
