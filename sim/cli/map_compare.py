"""`bauta map compare`: what is different between two versions of a map, and what that changes for play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.boards import load_board
from sim.cli.errors import UserError
from sim.cli.map_info import measured_zones
from sim.cli.options import PICTURE, example, json_option, print_json, tell
from sim.percent import percent
from sim.words import counted, joined, say, term

if TYPE_CHECKING:
    from sim.board.board import Board
    from sim.builder.comparing import MapComparison, PieceDifference, ThingDifference
    from sim.playtest.zone_facts import ZoneFacts

__all__ = ["compare"]

HOW = {"added": say("added"), "removed": say("removed"), "moved": say("moved"), "changed": say("changed")}
VERSION = re.compile(r"(.+)~([0-9]{1,3})")  # an earlier version of a map


@click.command(
    epilog=example(
        "bauta map compare old.toml new.toml --picture changes.png",
        "bauta map compare my-quarter~1 my-quarter --zones",
    )
)
@click.argument("old")
@click.argument("new")
@click.option("--zones", is_flag=True, help="Measure what changed for each zone: a minute or two for each version.")
@click.option("--scenario", default="gang-war", show_default=True, help="Whose zones are measured.")
@click.option("--picture", type=PICTURE, help="A picture of both from above, with the differences marked.")
@json_option
def compare(old: str, new: str, zones: bool, scenario: str, picture: Path | None, as_json: bool) -> None:
    """What is different between two versions of a map.

    Pieces added, removed, moved, changed; water, streets, zones, objectives and notes; shares of the board, and with
    --zones what each zone reaches, sees and fears. OLD and NEW are maps by their names, files, or packages (.bauta);
    MAP~1 is the version of a map that the editor kept last, MAP~2 the one before. Pieces are the same where they stand
    alike, then by their id, then as the nearest of their kind.
    """
    from sim.builder.comparing import compare_maps

    before, after = _version(old), _version(new)
    assert before.map is not None
    assert after.map is not None
    found = compare_maps(before.map, after.map)
    facts = _facts(before, after)
    measured = (_zones(before, scenario), _zones(after, scenario)) if zones else None
    if picture is not None:
        from sim.builder.comparison_pictures import comparison_picture

        _written(picture, comparison_picture(before, after, found))
    if as_json:
        told: dict[str, Any] = {"old": old, "new": new, "alike": found.alike, "changes": found, "facts": facts}
        if measured is not None:
            told["zones"] = [{"zone": zone, "old": one, "new": two} for zone, one, two in _side_by_side(*measured)]
        print_json(told)
        return
    _tell_changes(found)
    _tell_facts(facts)
    if measured is not None:
        _tell_zones(*measured)


def _version(name: str) -> Board:
    """The board of a map, or of an earlier version of it. Raises UserError for what is no map."""
    kept = VERSION.fullmatch(name)
    board = load_board(name) if kept is None or isfile(name) else _kept(kept[1], int(kept[2]))
    if board.map is None:
        raise UserError(say("{name}: is a mesh, and no map: give a map, which has pieces", name=name))
    return board


def _kept(name: str, number: int) -> Board:
    """The board of a version that the editor has kept; 1 is the latest."""
    from sim.board.files.finding import find_map
    from sim.board.files.mapfile import parse_map
    from sim.builder.drafts import kept_versions
    from sim.builder.measuring.versions import Boards

    path = find_map(name)
    versions = kept_versions(path)
    if not 1 <= number <= len(versions):
        kept = counted(
            "{map}: the editor has kept {n} earlier version of it",
            "{map}: the editor has kept {n} earlier versions of it",
            len(versions),
            map=name,
        )
        raise UserError(
            say("{kept}: give {map}~1 to {map}~{n}", kept=kept, map=name, n=len(versions)) if versions else kept
        )
    try:
        text = versions[number - 1].text
    except (OSError, UnicodeDecodeError):
        raise UserError(say("{file}: cannot be read", file=versions[number - 1].path)) from None
    return Boards(path).board(parse_map(text, str(versions[number - 1].path)), text)


def _zones(board: Board, scenario: str) -> tuple[ZoneFacts, ...]:
    return measured_zones(board, scenario).facts


def _written(path: Path, picture: Any) -> None:
    try:
        picture.save(path)
    except OSError as error:
        raise UserError(say("{file}: cannot be written: {error}", file=path, error=error.strerror or error)) from error


# -- what is different ------------------------------------------------------------------------------------------------


def _tell_changes(found: MapComparison) -> None:
    if found.alike:
        tell(say("the two are alike"))
    for key, (was, now) in found.board.items():
        tell(say("{key}: {was}, now {now}", key=term(key), was=_value(was), now=_value(now)))
    for piece in found.pieces:
        tell(_piece(piece))
    for thing in found.things:
        tell(_thing(thing))


def _piece(piece: PieceDifference) -> str:
    name = piece.id if piece.id == piece.piece else say("{id} ({piece})", id=piece.id, piece=piece.piece)
    told = []
    if piece.how in ("added", "removed"):
        at = piece.end or piece.start
        assert at is not None
        return say("{how}: {what}, at {place}", how=HOW[piece.how], what=name, place=_place(at))
    if piece.moved and piece.start is not None and piece.end is not None:
        ends = {"start": _place(piece.start), "end": _place(piece.end)}
        told.append(say('moved {inches:.2f}", from {start} to {end}', inches=piece.moved, **ends))
    if piece.turned:
        told.append(say("turned {degrees:+g}°", degrees=piece.turned))
    told += _keys(piece.keys)
    return say("{how}: {what}, {told}", how=HOW[piece.how], what=name, told=joined(", ", told))


def _thing(thing: ThingDifference) -> str:
    what = say("{kind} {id}", kind=term(thing.kind), id=thing.id)
    if thing.how != "changed":
        return say("{how}: {what}", how=HOW[thing.how], what=what)
    return say("{how}: {what}, {told}", how=HOW[thing.how], what=what, told=joined(", ", _keys(thing.keys)))


def _keys(keys: dict[str, tuple[Any, Any]]) -> list[str]:
    """What changed of a thing: outlines and the like are named alone."""
    return [
        say("{key} is another", key=key)
        if isinstance(was, (list, tuple, dict)) or isinstance(now, (list, tuple, dict))
        else say("{key} {was}, now {now}", key=key, was=_value(was), now=_value(now))
        for key, (was, now) in keys.items()
    ]


def _value(value: Any) -> str:
    if value is None or value == "":
        return say("none")
    if isinstance(value, tuple):
        return " x ".join(_value(each) for each in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _place(at: tuple[float, float, float]) -> str:
    return "{:g},{:g},{:g}".format(*(round(v, 2) + 0.0 for v in at))


# -- what it changes for play -----------------------------------------------------------------------------------------


def _facts(old: Board, new: Board) -> dict[str, Any]:
    """Shares of the board, and room at its edges, before and after."""
    from sim.board.map_checks.survey import room, shares

    facts: dict[str, Any] = {}
    one, two = shares(old), shares(new)
    for name in ("water", "ground", "buildings"):
        facts[name] = (round(getattr(one, name), 4), round(getattr(two, name), 4))
    for edge in ("north", "east", "south", "west"):
        facts[f"room_{edge}"] = (room(old, edge), room(new, edge))
    facts["triangles"] = (old.triangle_count, new.triangle_count)
    return facts


def _tell_facts(facts: dict[str, tuple[float, float]]) -> None:
    for name, (was, now) in facts.items():
        if was == now:
            continue
        if name.startswith("room_"):
            edge = term(name.removeprefix("room_"))
            words = say('bases of 30 mm within 8" of the {edge} edge: {was}, now {now}', edge=edge, was=was, now=now)
        elif name == "triangles":
            words = say("triangles: {was}, now {now}", was=was, now=now)
        else:
            words = say("{what}: {was}, now {now}", what=term(name), was=percent(was), now=percent(now))
        tell(words)


def _side_by_side(
    old: Sequence[ZoneFacts], new: Sequence[ZoneFacts]
) -> list[tuple[str, ZoneFacts | None, ZoneFacts | None]]:
    """The zones of both by their names, in their order."""
    before, after = {each.zone: each for each in old}, {each.zone: each for each in new}
    return [(zone, before.get(zone), after.get(zone)) for zone in dict.fromkeys((*before, *after))]


def _tell_zones(old: Sequence[ZoneFacts], new: Sequence[ZoneFacts]) -> None:
    """For each zone what was measured otherwise, a line each."""
    from sim.playtest.zone_rows import ZONE_ROWS

    for zone, one, two in _side_by_side(old, new):
        if one is None or two is None:
            tell(say("{how}: {what}", how=HOW["added" if one is None else "removed"], what=term(zone)))
            continue
        rows = []
        for label, key, told in ZONE_ROWS:
            was, now = getattr(one, key), getattr(two, key)
            if was != now:
                values = [say("none") if value is None else told(value) for value in (was, now)]
                rows.append(say("{label}: {was}, now {now}", label=label, was=values[0], now=values[1]))
        tell(say("{zone}: measured as before", zone=term(zone)) if not rows else say("{zone}:", zone=term(zone)))
        for row in rows:
            tell(row, indent=2)
