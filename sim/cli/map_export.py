"""`bauta map export`: a board as a mesh, as prints, as a plan."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.boards import load_board
from sim.cli.errors import UserError
from sim.cli.map_sharing import check_writable, written
from sim.cli.options import (
    FILE,
    FOLDER,
    LengthType,
    board_argument,
    example,
    tell,
)
from sim.words import counted, joined, listed, reason, say
from sim.words.tongues import told

if TYPE_CHECKING:
    from sim.board.board import Board
    from sim.board.files.mapfile import PiecePlacement
    from sim.builder.export.prints import Print

__all__ = ["BED", "RATIO", "export"]


class BedType(click.ParamType[tuple[float, float, float]]):
    """`WxDxH`: the room of a printer in millimetres."""

    name = "WxDxH"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float, float]:
        found = re.fullmatch(r"([0-9]{1,6})[xX]([0-9]{1,6})[xX]([0-9]{1,6})", str(value))
        sides = [float(side) for side in found.groups()] if found else []
        if not sides or not all(20 <= side <= 10_000 for side in sides):
            self.fail(
                say("'{value}': write WIDTHxDEPTHxHEIGHT in mm, 20 to 10000 each, as in 220x220x250", value=value)
            )
        return (sides[0], sides[1], sides[2])


BED = BedType()
RATIO = LengthType(0.01, most=10.0)


@click.command(
    epilog=example(
        "bauta map export san-canciano --plan plan.pdf --paper a3",
        "bauta map export san-canciano --stl prints --bed 220x220x250",
        "bauta map export san-canciano --glb board.glb",
    )
)
@board_argument
@click.option("--glb", "glbs", type=FILE, multiple=True, help="The whole board as one mesh.")
@click.option("--stl", "stls", type=FOLDER, multiple=True, help="A folder for prints, in tiles.")
@click.option("--plan", "plans", type=FILE, multiple=True, help="A plan to scale: .pdf or .svg.")
@click.option("--paper", type=click.Choice(["a4", "a3", "letter"]), default="a4", show_default=True, help="Of a PDF.")
@click.option("--ratio", type=RATIO, default=1.0, show_default=True, help="Of the plan: 1 is full size.")
@click.option("--bed", type=BED, default="220x220x250", show_default=True, help="The printer's room in mm.")
@click.option("--print-scale", type=RATIO, default=1.0, show_default=True, help='Of prints: 1 is 25.4 mm to 1".')
@click.option("--plate", type=LengthType(0.4, most=100.0), default=3.0, show_default=True, help="Mm under the water.")
@click.option("--apart", is_flag=True, help="Print the bare ground in tiles, and each piece by itself.")
def export(
    board: str,
    scale: float,
    up: str | None,
    glbs: tuple[Path, ...],
    stls: tuple[Path, ...],
    plans: tuple[Path, ...],
    paper: Any,
    ratio: float,
    bed: tuple[float, float, float],
    print_scale: float,
    plate: float,
    apart: bool,
) -> None:
    """Write a board as a mesh with its meaning, as prints, or as a plan to lay a real table by.

    The mesh (--glb) is read again as a board with the same rulings. Prints (--stl) are closed solids that fit a
    printer, named by their column and row from the south-west. A plan (--plan) is to scale, with measures and a list
    of the pieces; as a PDF it has the board at full size on sheets that are laid side by side.
    """
    if not (glbs or stls or plans):
        raise UserError(say("say what to write: --glb FILE, --stl FOLDER or --plan FILE"))
    for option, path, endings in (
        *(("--glb", glb, (".glb",)) for glb in glbs),
        *(("--plan", plan, (".pdf", ".svg")) for plan in plans),
    ):
        if path.suffix.lower() not in endings:
            raise UserError(
                say(
                    "{option} {file}: let its name end in {endings}",
                    option=option,
                    file=path,
                    endings=listed(endings, last="or"),
                )
            )
        check_writable(option, path)
    loaded = load_board(board, scale, up)
    for glb in glbs:
        from sim.builder.export.board_mesh import board_glb

        written(glb, board_glb(loaded))
        click.echo(str(glb))
    for plan in plans:
        written(plan, _plan(loaded, plan, paper, ratio))
        click.echo(str(plan))
    for stl in stls:
        _prints(loaded, stl, bed, print_scale, plate, apart)


def _plan(board: Board, path: Path, paper: Any, ratio: float) -> bytes:
    from sim.builder.export.plan import plan_of

    if path.suffix.lower() != ".svg":
        from sim.builder.export.plan_pdf import sheets_of

        sheets_of(board.size, paper, ratio)  # too many are told before anything is drawn
    made = plan_of(board)
    if path.suffix.lower() == ".svg":
        from sim.builder.export.plan_svg import plan_svg

        return plan_svg(made, ratio, told)
    from sim.builder.export.plan_pdf import plan_pdf
    from sim.builder.looks import from_above, look_of_board

    fine = 30 if max(made.size) <= 60 else 15
    return plan_pdf(made, from_above(look_of_board(board), (0, 0), made.size, fine), paper, ratio, told)


def _prints(
    board: Board, folder: Path, bed: tuple[float, float, float], scale: float, plate: float, apart: bool
) -> None:
    from sim.builder.export.prints import board_tiles

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise UserError(
            say(
                "--stl {folder}: cannot be made: {error}",
                folder=folder,
                error=getattr(error, "strerror", None) or reason(error),
            )
        ) from None
    for tile in board_tiles(board, bed, scale, plate, bare=apart):
        _put(tile, 1, folder, bed)
    for piece, times in _loose_pieces(board, scale, apart):
        _put(piece, times, folder, bed)


def _loose_pieces(board: Board, scale: float, apart: bool) -> Iterator[tuple[Print, int]]:
    """What is printed by itself, and how often: vessels, and with `apart` all pieces."""
    from sim.board.files.pieces import piece_name, piece_path, read_piece
    from sim.board.parts import mirrored
    from sim.builder.export.prints import piece_print

    afloat = {vessel.id for vessel in board.vessels}
    alike: dict[tuple[str, bool], list[PiecePlacement]] = {}
    for placed in board.map.pieces if board.map is not None else ():
        if apart or placed.id in afloat:
            alike.setdefault((piece_name(placed.piece), placed.mirror), []).append(placed)
    beside = board.source.parent if board.source else None
    for first, *others in alike.values():
        parts = [part.triangles for part in read_piece(piece_path(first.piece, beside))]
        name = first.piece if isinstance(first.piece, str) else first.id
        if first.mirror:
            parts, name = [mirrored(triangles) for triangles in parts], f"{name}-mirrored"
        yield piece_print(f"piece-{name}", parts, scale), 1 + len(others)


def _put(made: Print, times: int, folder: Path, bed: tuple[float, float, float]) -> None:
    """Write a print into the folder, and tell what it is."""
    from sim.builder.export.prints import stl_bytes

    file = folder / f"{made.name}.stl"
    written(file, stl_bytes(made.triangles))
    x, y, z = made.size
    words = [
        say("{stl}: {x:.0f} x {y:.0f} x {z:.0f} mm, {volume:,.0f} ml", stl=file, x=x, y=y, z=z, volume=made.volume)
    ]
    if times > 1:
        words.append(counted("{n} time", "{n} times", times))
    if max(x - bed[0], y - bed[1], z - bed[2]) > 0.01:
        words.append(say("higher than the printer"))
    if made.loose:
        words.append(
            counted(
                "{n} of its bodies hangs free: with supports",
                "{n} of its bodies hang free: with supports",
                made.loose,
            )
        )
    tell(joined(", ", words))
