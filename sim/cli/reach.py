"""`bauta reach`: the area that a move can reach, or the way to a place over several actions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from sim.cli.boards import AskedBoard, Spot, thinned_document
from sim.cli.errors import UserError
from sim.cli.options import (
    LENGTH,
    PICTURE,
    STAND,
    WholeType,
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
from sim.words import counted, in_english, joined, listed, say

if TYPE_CHECKING:
    from sim.board.model.journeys import Journey
    from sim.board.model.tableau import Figure, Point

__all__ = ["command"]

OF_A_WAY = ("actions", "dexterity", "no_jump", "picture")  # options that nothing but a way has


@click.command(
    "reach",
    epilog=example(
        "bauta reach san-canciano --at 28,14,0 --move 5 --json",
        "bauta reach san-canciano --at 8,4,0 --to 28,24,0 --move 5 --picture way.png",
    ),
)
@board_argument
@click.option("--at", type=STAND, required=True, help="Where the base stands.")
@click.option("--move", type=LENGTH, required=True, metavar="D", help="Inches of the move; of a way: MOVE, 1 to 10.")
@base_option()
@ability_option()
@click.option("--no-climb", is_flag=True, help="Without climbs.")
@click.option("--to", type=STAND, help="Where to, a point, or a mini to come into base contact with: the way is told.")
@click.option("--actions", type=WholeType(1, 3), help="Of a way: actions in each turn.  [default: 2]")
@click.option("--dexterity", type=WholeType(1, 10), help="Of a way: the dice of its rolls.  [default: 5]")
@click.option("--no-jump", is_flag=True, help="Of a way: without jumps.")
@click.option("--picture", type=PICTURE, help="Of a way: draw it to this picture.")
@json_option
@click.pass_context
def command(
    context: click.Context,
    board: str,
    scale: float,
    up: str | None,
    at: Spot,
    move: float,
    base: float,
    abilities: tuple[str, ...],
    no_climb: bool,
    to: Spot | None,
    actions: int | None,
    dexterity: int | None,
    no_jump: bool,
    picture: Path | None,
    as_json: bool,
) -> None:
    """The area that a move can reach, by level, and whether it takes a roll to get there.

    With --to, the way to a place instead: in how many turns and actions, by which way (walks, climbs, ladders, swims,
    jumps), with which rolls; or how near one comes, and what bars the way. Every action is legal by the rules. They are
    the fewest that are found: on foot by the shortest way, the one with the fewest rolls and the driest, and by jumps
    over the narrowest places between roofs that arrive in half of all tries. A cleverer way may take fewer: nobody
    falls on purpose, and no boat is rowed; one that lies within reach is told.
    """
    if to is None:
        for name in OF_A_WAY:
            if context.params[name]:
                raise UserError(say("--{option} is for a way: give --to too", option=name.replace("_", "-")))
        asked = AskedBoard.opened(board, scale, up, at)
        own = asked.abilities(at, abilities)
        figure = asked.figure("base", at, base)
        _tell_reach(asked, figure, own, move, not no_climb, list(let_down_notes((at, figure))), as_json)
        return
    how = {"actions": actions or 2, "dexterity": dexterity or 5, "climbs": not no_climb, "jumps": not no_jump}
    if move != round(move) or not 1 <= move <= 10:
        raise UserError(say("--move {move:g}: of a way it is MOVE, a whole number from 1 to 10", move=move))
    asked = AskedBoard.opened(board, scale, up, at, to)
    figure, own = asked.figure("at", at, base), asked.abilities(at, abilities)
    target = asked.figure("to", to, base)
    notes = list(let_down_notes((at, figure), (to, target)))
    if isinstance(to, str):
        asked.pair(figure, target)
    _tell_way(asked, figure, own, to if isinstance(to, str) else target.at, round(move), how, picture, notes, as_json)


def _tell_reach(
    asked: AskedBoard,
    figure: Figure,
    own: tuple[str, ...],
    move: float,
    climb: bool,
    notes: list[PlaceNote],
    as_json: bool,
) -> None:
    from sim.board.model.queries import ReachOf
    from sim.board.model.verdicts import Reach
    from sim.carnevale.plain_minis import mover_of_mini

    loaded = asked.board
    tableau = asked.with_figures(figure)
    mover = msgspec.structs.replace(mover_of_mini(loaded, tableau, figure.id, own, move), climb=climb)
    verdict = loaded.answer(ReachOf(mover), tableau)
    assert isinstance(verdict, Reach)
    notes = [*notes, *off_board_notes(loaded, figure.at)]
    if not verdict.levels:
        notes.extend(standing_notes(loaded, figure, among=asked.with_figures()))
    if as_json:
        tell_notes(notes, err=True)
        levels: list[dict[str, Any]] = [
            {
                "z": level.z,
                "area": {"type": "MultiPolygon", "coordinates": level.polygons},
                "needs_roll": level.needs_roll,
            }
            for level in verdict.levels
        ]
        print_json({"levels": levels, "area": verdict.area} | notes_document(notes) | thinned_document(loaded))
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
    tell_notes(notes)


def _tell_way(
    asked: AskedBoard,
    figure: Figure,
    own: tuple[str, ...],
    to: Point | str,
    move: int,
    how: dict[str, Any],
    picture: Path | None,
    notes: list[PlaceNote],
    as_json: bool,
) -> None:
    from sim.api.tabletop import Tabletop

    notes = [*notes, *off_board_notes(asked.board, figure.at, *(() if isinstance(to, str) else (to,)))]
    way = Tabletop(asked.board, asked.with_figures(figure), {figure.id: own}).way(figure.id, to, move, **how)
    if picture is not None:
        moved = msgspec.structs.replace(figure, at=way.start)
        Tabletop(asked.board, asked.with_figures(moved)).plot(way, to=picture)
    if as_json:
        tell_notes(notes, err=True)
        print_json(msgspec.to_builtins(way, enc_hook=in_english) | notes_document(notes))
        return
    _tell_rests(figure.at, way.start)
    if not isinstance(to, str):
        _tell_rests(to, way.goal)
    _tell_stages(way)
    if isinstance(to, str) and way.arrives:
        tell(say("it ends in base contact with {mini}", mini=to), indent=2)
    tell_notes(notes)


def _tell_rests(asked: tuple[float, float, float], rest: tuple[float, float, float]) -> None:
    """Say where a base comes to rest, if that is not where it was asked for."""
    if max(abs(a - b) for a, b in zip(asked, rest, strict=True)) > 0.01:
        there = {"place": typed(asked), "rest": typed(rest)}
        tell(say("no base stands at {place}: dropped there it rests at {rest}", **there))


def _tell_stages(way: Journey) -> None:
    from sim.carnevale.journeys.words import stage_words, whole_words

    tell(whole_words(way))
    turn = 0
    for stage in way.stages:
        if stage.turn != turn:
            turn = stage.turn
            tell(say("turn {n}", n=turn), indent=2)
        where = typed(tuple(round(v, 2) + 0.0 for v in stage.points[-1]))  # type: ignore[arg-type]
        tell(say("{n}. {what}, to {place}", n=stage.action, what=stage_words(stage), place=where), indent=4)
    for bar in way.bars:
        place = typed(tuple(round(v, 2) + 0.0 for v in bar.at))  # type: ignore[arg-type]
        tell(say("in the way at {place}: {what}", place=place, what=bar.words), indent=2)
    if way.boats:
        names = listed(way.boats)
        tell(
            counted(
                "a boat lies within reach: {names}; ways by boat are not looked for",
                "boats lie within reach: {names}; ways by boat are not looked for",
                len(way.boats),
                names=names,
            ),
            indent=2,
        )
