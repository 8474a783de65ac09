"""`bauta piece`: pieces of one's own, from meshes of any kind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from sim.cli.errors import UserError
from sim.cli.import_checks import check_cuts, check_wishes
from sim.cli.import_onto import PieceSpot, ground_of, put_down
from sim.cli.import_told import facts, say_drawn, say_measured, say_piece, words_of_instead
from sim.cli.map_export import RATIO
from sim.cli.map_sharing import check_writable, written
from sim.cli.options import (
    DEGREES,
    FILE,
    LENGTH,
    POINT,
    WORDS,
    LengthType,
    WholeType,
    example,
    json_option,
    tell,
)
from sim.cli.spoken_help import CommandGroup
from sim.words import in_english, reason, say
from sim.words.tongues import told

if TYPE_CHECKING:
    from sim.builder.importing.pieces import ImportWishes
    from sim.builder.importing.scans import ScanWishes

__all__ = ["command", "export", "import_", "kind", "list_", "show"]

INCHES = LengthType(0.05, most=400.0)
Point = tuple[float, float, float]


class ScaleType(click.ParamType[str | float]):
    """`auto`, the name of a unit, or inches in a unit of the file."""

    name = "UNIT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str | float:
        from sim.builder.importing.scale_guess import UNITS

        text = str(value)
        if text == "auto" or text in UNITS:
            return text
        try:
            number = float(text)
        except ValueError:
            number = 0.0
        if not 1e-9 <= number <= 1e9 or "_" in text:
            self.fail(say("'{value}': give auto, {names}, or a number of inches", value=value, names=", ".join(UNITS)))
        return number


SCALE = ScaleType()


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Pieces of your own, from meshes: prints, models of games, scans.

    They lie in the data folder, and every map can name them.
    """


@command.command(
    "import",
    epilog=example(
        "bauta piece import house.stl",
        "bauta piece import house.stl --onto my-quarter.toml --at 12,9 --turn 90",
        "bauta piece import prints/*.stl --scale mm --licence 'CC BY 4.0, Zanetta B.'",
        "bauta piece import tavern.obj --up y --kind sign=decor --kind hay=soft",
        "bauta piece import table.glb --level 0,0,0 1,0,0 0,1,0 --scale-by 0,0,0 0.914,0,0 36 --water-below -0.5",
    ),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--name", type=WORDS, default=None, help="Of the piece, or of the map of a scan; default: the file's.")
@click.option("--scale", type=SCALE, default="auto", show_default=True, help="Unit of the file, or inches in one.")
@click.option("--up", type=click.Choice(["y", "z"]), help="Which axis points up; else by kind, or by a guess.")
@click.option("--size", type=INCHES, help="Inches of its longest side, in place of --scale.")
@click.option("--scale-by", type=(POINT, POINT, INCHES), metavar="P Q INCHES", help="Two points, and what is between.")
@click.option(
    "--split", type=click.Choice(["auto", "none", "names", "pieces"]), default="auto", show_default=True,
    help="Parts: none, the file's own names, or what hangs together.",
)  # fmt: skip
@click.option("--cut", "cuts", multiple=True, type=LENGTH, help="Part it at this height in inches; may be repeated.")
@click.option("--kind", "kinds", multiple=True, metavar="PART=KIND", help="What a part is; kinds are joined by +.")
@click.option("--licence", type=WORDS, default="", help="Who made it, and what may be done with it.")
@click.option("--drawn", type=WholeType(100, 1_000_000), default=20_000, show_default=True, help="Triangles.")
@click.option("--measured", type=WholeType(500, 1_000_000), help="Triangles that are measured; default: all.")
@click.option("--replace", is_flag=True, help="Take the place of a piece of that name.")
@click.option("--level", type=(POINT, POINT, POINT), metavar="A B C", help="Of a scan: three points of its street.")
@click.option("--water-below", type=LengthType(-20.0, most=-0.01), help="Of a scan: inches from the street to water.")
@click.option("--street", type=LengthType(most=2.0), default=0.1, show_default=True, help="Of a scan: what is street.")
@click.option("--crop", metavar="W,S,E,N", help="Of a scan: the ends of the board, in inches.")
@click.option("--onto", metavar="MAP", help="A map of yours that the piece is put down on.")
@click.option("--at", metavar="X,Y", help="Where on it: inches from its south-west corner.")
@click.option("--turn", type=DEGREES, default=0.0, help="How it is turned there: degrees, counter-clockwise.")
@json_option
def import_(
    files: tuple[Path, ...],
    name: str | None,
    scale: str | float,
    up: str | None,
    size: float | None,
    scale_by: tuple[Point, Point, float] | None,
    split: Any,
    cuts: tuple[float, ...],
    kinds: tuple[str, ...],
    licence: str,
    drawn: int,
    measured: int | None,
    replace: bool,
    level: tuple[Point, Point, Point] | None,
    water_below: float | None,
    street: float,
    crop: str | None,
    onto: str | None,
    at: str | None,
    turn: float,
    as_json: bool,
) -> None:
    """Make pieces of meshes: STL, OBJ, PLY, GLB.

    Each is scaled to the minis, set on its feet and parted; what was guessed is said, with what else it may be. What
    is measured is the mesh itself, or with --measured a thinned one; a large one is drawn thinned. A .glb whose parts
    carry their rules, as Blender gives back one of ours, is taken as it is. With --level a scan of a table becomes a
    map.
    """
    if len(licence) > 2000:
        raise UserError(say("--licence: is longer than 2000 letters"))
    if level is not None:
        from sim.builder.importing.scans import ScanWishes

        if scale_by is None:
            needed = say("--level: give --scale-by P Q INCHES too: two points of the scan, and what is between them")
            raise UserError(needed)
        ends = None if crop is None else _ends(crop)
        if replace:
            raise UserError(say("--replace takes the place of a piece; a scan becomes a map: give another --name"))
        wanted = ScanWishes(level, scale_by, water_below, street, ends, licence, up, measured)
        _import_scan(files, name, wanted, as_json)
        return
    scales = (size is not None) + (scale_by is not None) + (scale != "auto")
    check_wishes(len(files), name, scales, of_scans=water_below is not None or crop is not None)
    from sim.builder.importing.pieces import ImportWishes

    wishes = ImportWishes(scale, up, size, scale_by, split, _kinds(kinds), cuts, licence, drawn, measured=measured)
    _import_pieces(files, name, wishes, replace, as_json, ground_of(files, onto, at, turn))


def _import_pieces(
    files: tuple[Path, ...],
    name: str | None,
    wishes: ImportWishes,
    replace: bool,
    as_json: bool,
    ground: PieceSpot | None,
) -> None:
    """Meshes become pieces of the library."""
    from sim.builder.importing.library import check_free, check_name, kept
    from sim.builder.importing.pieces import imported, slug

    for file in files:
        (check_name if replace else check_free)(name if name is not None else slug(file.stem))
    told = []
    for file in files:
        called = name if name is not None else slug(file.stem)
        made = imported(file, wishes)
        check_cuts(file, wishes.cuts, float(made.triangles[..., 2].max()))
        path = kept(called, made.content, over=replace)
        placed = put_down(path.stem, ground) if ground is not None else ""
        if as_json:
            told.append({"name": called, "file": str(path), **facts(made)})
        else:
            say_piece(file, called, path, made, wishes, placed)
    if as_json:
        click.echo(json.dumps(told, indent=2))


def _kinds(given: Sequence[str]) -> dict[str, str]:
    found = {}
    for each in given:
        part, mark, words = each.partition("=")
        if not mark or not part or not words:
            raise UserError(say("--kind {each}: write PART=KIND, as in roof=difficult", each=each))
        found[part] = words
    return found


def _import_scan(files: tuple[Path, ...], name: str | None, wishes: ScanWishes, as_json: bool) -> None:
    """A scan becomes a map of one's own, in a folder with its mesh."""
    if len(files) != 1:
        raise UserError(say("--level lays down one scan: give one FILE"))
    from sim.builder.importing.laying import laid_down

    path, made = laid_down(files[0], name or files[0].stem, wishes)
    called = path.stem
    if as_json:
        told_of = {"map": str(path), "size": made.size, "triangles": made.triangles, "drawn": made.drawn,
                   "off": made.off, "tilt": made.tilt, "below": made.below, "instead": made.instead}  # fmt: skip
        click.echo(json.dumps(msgspec.to_builtins(told_of, enc_hook=in_english)))
        return
    wide, deep = made.size
    tell(
        say(
            '{called}: a board of {wide:g}" x {deep:g}"; the scan was tilted by {tilt:.1f} degrees',
            called=called, wide=wide, deep=deep, tilt=made.tilt,
        )
    )  # fmt: skip
    say_drawn(made.triangles, made.drawn, made.off)
    say_measured(made.instead, made.triangles)
    if made.below > 1:
        tell(
            say(
                "{below:.0f} square inches lie over an inch under the street, which covers them there",
                below=made.below,
            ),
            indent=2,
        )
    click.echo(f"  {path}")


def _ends(crop: str) -> tuple[float, float, float, float]:
    try:
        west, south, east, north = (float(part) for part in crop.split(","))
    except ValueError:
        west = south = east = north = 0.0
    if not (-1e4 < west < east < 1e4 and -1e4 < south < north < 1e4):
        raise UserError(say("--crop {crop}: write WEST,SOUTH,EAST,NORTH in inches, as in 0,0,36,36", crop=crop))
    return west, south, east, north


@command.command("list", epilog=example("bauta piece list"))
@json_option
def list_(as_json: bool) -> None:
    """The pieces of your library."""
    from sim.board.model.errors import BoardError
    from sim.builder.importing.library import known_piece, own_pieces

    found: list[dict[str, Any]] = []
    for name in own_pieces():
        try:
            found.append(msgspec.to_builtins(known_piece(name), enc_hook=in_english))
        except BoardError as error:
            found.append({"name": name, "broken": reason(error)})
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    for piece in found:
        if "broken" in piece:
            tell(say("{file}: {what}", file=piece["name"], what=piece["broken"]), err=True)
        else:
            tell(_line(piece))
    if not found:
        tell(say("no pieces of your own yet: bauta piece import FILE"), err=True)


def _line(piece: dict[str, Any]) -> str:
    x, y, z = piece["size"]
    kinds = sorted({part["kind"] for part in piece["parts"]})
    return say(
        '{name}: {x:.1f}" x {y:.1f}", {z:.1f}" high, {triangles:,} triangles, {kinds}',
        name=piece["name"], x=x, y=y, z=z, triangles=piece["triangles"], kinds=", ".join(kinds),
    )  # fmt: skip


@command.command(epilog=example("bauta piece show pozzo", "bauta piece show my-house --json"))
@click.argument("name")
@click.option("--picture", type=FILE, help="A PNG of it.")
@json_option
def show(name: str, picture: Path | None, as_json: bool) -> None:
    """What a piece is, part by part: one of your library, or of the program's."""
    from sim.builder.importing.library import known_piece

    if picture is not None:
        if picture.suffix.lower() != ".png":
            told_of = {"option": "--picture", "file": picture, "endings": ".png"}
            raise UserError(say("{option} {file}: let its name end in {endings}", **told_of))
        check_writable("--picture", picture)
    piece = known_piece(name)
    if picture is not None:
        from sim.builder.looks import look_of_piece
        from sim.builder.looks import picture as drawn

        written(picture, drawn(look_of_piece(Path(piece.file)), (960, 720)))
    plain = msgspec.to_builtins(piece, enc_hook=in_english)
    if as_json:
        click.echo(json.dumps(plain, indent=2))
        return
    tell(_line(plain))
    for part in piece.parts:
        x, y, z = part.size
        words = say(
            '{name}: {kind}; {x:.1f}" x {y:.1f}" x {z:.1f}", {triangles:,} triangles',
            name=part.name, kind=part.kind, x=x, y=y, z=z, triangles=part.triangles,
        )  # fmt: skip
        tell(words, indent=2)
    if piece.instead is not None:
        tell(words_of_instead(piece.instead, piece.triangles), indent=2)
    click.echo(f"  {piece.licence or told(say('no licence is said'))}\n  {piece.file}")


@command.command(epilog=example("bauta piece kind my-house roof=difficult hay=soft+difficult"))
@click.argument("name")
@click.argument("kinds", metavar="PART=KIND...", nargs=-1, required=True)
def kind(name: str, kinds: tuple[str, ...]) -> None:
    """Say what parts of a piece of your library are to the rules."""
    from sim.builder.importing.library import changed_kinds

    click.echo(str(changed_kinds(name, _kinds(kinds))))


@command.command(
    epilog=example("bauta piece export my-house --glb house.glb", "bauta piece export pozzo --stl well.stl")
)
@click.argument("name")
@click.option("--glb", type=FILE, help="As it is, for Blender.")
@click.option("--stl", type=FILE, help="A closed solid in mm, for a printer.")
@click.option("--print-scale", type=RATIO, default=1.0, show_default=True, help='Of the print: 1 is 25.4 mm to 1".')
def export(name: str, glb: Path | None, stl: Path | None, print_scale: float) -> None:
    """Write a piece as glTF, with the rules of its parts, or as a print."""
    if glb is None and stl is None:
        raise UserError(say("say what to write: --glb FILE or --stl FILE"))
    for option, path, ending in (("--glb", glb, ".glb"), ("--stl", stl, ".stl")):
        if path is not None:
            if path.suffix.lower() != ending:
                raise UserError(
                    say("{option} {file}: let its name end in {endings}", option=option, file=path, endings=ending)
                )
            check_writable(option, path)
    from sim.board.files.pieces import piece_path, read_piece

    file = piece_path(name)
    parts = read_piece(file)
    if glb is not None:
        written(glb, file.read_bytes())
        click.echo(str(glb))
    if stl is not None:
        from sim.builder.export.prints import piece_print, stl_bytes

        made = piece_print(name, [part.triangles for part in parts], print_scale)
        written(stl, stl_bytes(made.triangles))
        x, y, z = made.size
        tell(say("{stl}: {x:.0f} x {y:.0f} x {z:.0f} mm, {volume:,.0f} ml", stl=stl, x=x, y=y, z=z, volume=made.volume))
