"""`bauta map info`: what a board is, and how even it is for those who play on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from sim.cli.boards import load_board
from sim.cli.options import FOLDER, board_argument, example, json_option, progress, tell
from sim.percent import percent
from sim.words import counted, in_english, joined, say, term

if TYPE_CHECKING:
    from sim.board.board import Board
    from sim.builder.likeness import Likeness
    from sim.playtest.empty_board import EmptyBoard
    from sim.playtest.shipped import ShippedFigures

__all__ = ["info", "measured_zones"]

NAMED = 8  # pieces without an image that are told by name
SYMMETRIES = {
    "east-west": say("east and west mirrored"),
    "north-south": say("north and south mirrored"),
    "half turn": say("half turn"),
    "quarter turns": say("quarter turns"),
}


@click.command(
    epilog=example("bauta map info san-canciano", "bauta map info my-map.toml --zones --scenario acquisition")
)
@board_argument
@click.option("--zones", is_flag=True, help="Measure what is different between the zones: a minute or two.")
@click.option("--maps", type=FOLDER, help="A folder to put pictures in of who sees and reaches what.")
@click.option("--scenario", default="gang-war", show_default=True, help="Whose zones are measured and pictured.")
@json_option
def info(
    board: str, scale: float, up: str | None, zones: bool, maps: Path | None, scenario: str, as_json: bool
) -> None:
    """Size, pieces, triangles, how much is water, ground and buildings, whether the board is its own image, and how
    play-tests of boards that ship went."""
    from sim.board.files.finding import find_map
    from sim.builder.likeness import likenesses
    from sim.playtest.shipped import figures_of

    loaded = load_board(board, scale, up)
    facts = _facts(loaded)
    images = likenesses(loaded)
    if images:
        facts["symmetries"] = msgspec.to_builtins(images, enc_hook=in_english)
    played = () if loaded.map is None else figures_of(find_map(board))
    if played:
        facts["playtests"] = [
            msgspec.to_builtins(each, enc_hook=in_english) | {"command": each.command} for each in played
        ]
    measured = measured_zones(loaded, scenario) if zones or maps is not None else None
    if measured is not None and zones:
        facts["zones"] = msgspec.to_builtins(measured.facts, enc_hook=in_english)
        facts["objectives"] = list(measured.objectives)
    if measured is not None and maps is not None:
        from sim.playtest.map_pictures import write_maps

        facts["maps"] = [str(path) for path in write_maps(loaded, measured, maps)]
    if as_json:
        click.echo(json.dumps(facts, indent=2))
        return
    _tell_facts(loaded, facts)
    for image in images:
        if 2 * len(image.odd) < image.pieces:
            tell(_likeness(image))
    for each in played:
        tell(_played(each))
    if measured is not None and zones:
        _tell_zones(measured)
    if maps is not None:
        tell(say("maps of who sees and reaches what: {maps}", maps=maps))


def _facts(loaded: Board) -> dict[str, object]:
    from sim.board.map_checks.survey import room, shares

    pieces: dict[str, int] = {}
    for placed in loaded.map.pieces if loaded.map else ():
        pieces[placed.called] = pieces.get(placed.called, 0) + 1
    highest = max(float(p.triangles[..., 2].max()) for p in loaded.parts)
    facts: dict[str, object] = {
        "name": loaded.name,
        "size": list(loaded.size),
        "height": round(highest, 2),
        "parts": len(loaded.parts),
        "triangles": loaded.triangle_count,
        "pieces": dict(sorted(pieces.items())),
    }
    if loaded.map is not None:
        facts["canals"] = [canal.id for canal in loaded.map.canals]
        facts["shares"] = msgspec.to_builtins(shares(loaded), enc_hook=in_english)
        facts["room"] = {edge: room(loaded, edge) for edge in ("north", "east", "south", "west")}
    return facts


def measured_zones(loaded: Board, scenario: str) -> EmptyBoard:
    """A board as a scenario finds it; how far that is stands on stderr."""
    from sim.playtest.empty_board import measure_empty

    with progress(100, "measuring") as bar:
        return measure_empty(loaded, scenario, lambda share: bar.update(int(100 * share) - bar.pos))


def _tell_facts(loaded: Board, facts: dict[str, object]) -> None:
    from sim.board.map_checks.survey import shares

    tell(
        say(
            '{name}: {wide:g}" x {deep:g}", {high:.1f}" high',
            name=loaded.name,
            wide=loaded.size[0],
            deep=loaded.size[1],
            high=facts["height"],
        )
    )
    tell(say("{n} parts, {triangles} triangles", n=len(loaded.parts), triangles=loaded.triangle_count))
    if loaded.map is None:
        return
    measured = shares(loaded)
    told = ((term(name), percent(getattr(measured, name))) for name in ("water", "ground", "buildings"))
    tell(joined(", ", (say("{name} {share}", name=name, share=share) for name, share in told)))
    tell(say("canals: {names}", names=", ".join(canal.id for canal in loaded.map.canals)))
    named = ", ".join(f"{n} {name}" if n > 1 else name for name, n in _numbers(facts["pieces"]))
    tell(say("pieces: {names}", names=named))
    edges = (say("{name} {n}", name=term(edge), n=n) for edge, n in _numbers(facts["room"]))
    tell(say('bases of 30 mm within 8" of each edge: {edges}', edges=joined(", ", edges)))


def _numbers(told: object) -> list[tuple[str, int]]:
    assert isinstance(told, dict)
    return list(told.items())


def _likeness(image: Likeness) -> str:
    """Whether a board is its own image, and what of it is not, in a line."""
    symmetry = SYMMETRIES[image.symmetry]
    if image.whole:
        return say("symmetric, {symmetry}: every piece and all water", symmetry=symmetry)
    names = ", ".join(image.odd[:NAMED]) + (" …" if len(image.odd) > NAMED else "")
    odd = counted(
        "{n} piece of {pieces} has no image ({names})",
        "{n} pieces of {pieces} have no image ({names})",
        len(image.odd),
        pieces=image.pieces,
        names=names,
    )
    water = say("{area:g} square inches of water have none", area=image.water)
    told = [*([odd] if image.odd else []), *([water] if image.water else [])]
    return say("symmetric, {symmetry}, but: {told}", symmetry=symmetry, told=joined("; ", told))


def _tell_zones(measured: EmptyBoard) -> None:
    """What is different between zones, a line for each thing that was measured, and for each objective of the map."""
    from sim.playtest.zone_rows import ZONE_ROWS, objective_row

    for label, key, told in ZONE_ROWS:
        values = [getattr(zone, key) for zone in measured.facts]
        if any(value is None for value in values):
            continue
        each = (
            say("{zone} {value}", zone=term(zone.zone), value=told(value))
            for zone, value in zip(measured.facts, values, strict=True)
        )
        tell(say("{label}: {values}", label=label, values=joined(", ", each)))
    for number, name in enumerate(measured.objectives):
        tell(objective_row(name, [(zone.zone, zone.objectives[number]) for zone in measured.facts]))


def _played(figures: ShippedFigures) -> str:
    """How a play-test went, in a line."""
    from sim.carnevale import scenarios

    page = scenarios.find(figures.scenario)
    zones = (
        say(
            "{zone} {share} ({low} to {high})",
            zone=term(zone.name),
            share=percent(zone.share.share),
            low=percent(zone.share.low),
            high=percent(zone.share.high),
        )
        for zone in figures.zones
    )
    return say(
        "{scenario}, {n} games between equal bots: {zones}",
        scenario=term(figures.scenario if page is None else page.title),
        n=figures.games,
        zones=joined(", ", zones),
    )
