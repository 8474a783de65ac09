"""`bauta map mirror`: one half of a board made the image of the other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.errors import UserError
from sim.cli.map_changes import change_map, own_map
from sim.cli.options import FILE, example, tell
from sim.words import counted, listed, reason, say

if TYPE_CHECKING:
    from sim.board.files.mapfile import MapFile
    from sim.builder.document import MapDocument

__all__ = ["mirror"]

HOW = {"half-turn": "half turn", "east-west": "east-west", "north-south": "north-south"}


@click.command(
    epilog=example(
        "bauta map mirror my-quarter.toml --keep south",
        "bauta map mirror my-quarter.toml --keep west --how east-west --out even.toml",
    )
)
@click.argument("map_", metavar="MAP")
@click.option(
    "--keep", type=click.Choice(["west", "east", "south", "north"]), required=True, help="The half that stays as it is."
)
@click.option(
    "--how", type=click.Choice(list(HOW)), default="half-turn", show_default=True,
    help="Turned about the middle, or mirrored.",
)  # fmt: skip
@click.option("--out", type=FILE, help="Another file for the board; default: the map itself is changed.")
def mirror(map_: str, keep: Any, how: str, out: Path | None) -> None:
    """Make one half of a board the image of the other, so that both gangs find the same.

    Pieces and their groups, water, streets, zones and objectives of the half that is kept have their images in the
    other one, and what else stands there goes. What has its image already stays as it is. Water that crosses the
    middle is led on there. Without --out, what the file was is kept as its earlier version.
    """
    from sim.board.board import Board
    from sim.board.map_checks.survey import plans_of_pieces
    from sim.builder.halves import HALVES, MirrorHalf, across_middle

    symmetry: Any = HOW[how]
    if keep not in HALVES[symmetry]:
        halves = listed(HALVES[symmetry], last="or")
        raise UserError(say("--how {how}: keep {halves}, of which the other half is the image", how=how, halves=halves))
    path, document = _copied(map_, out) if out is not None else own_map(map_)
    before, edit = document.map, MirrorHalf(keep, symmetry)
    change_map(path, document, edit)
    tell(say("{path}: {what}", path=path, what=_told(before, document)))
    odd = across_middle(edit, document.map, plans_of_pieces(Board.of_map(document.text, path)))
    if odd:
        tell(
            counted(
                "{n} piece stands across the middle and so in its own image: move it, and do this again ({names})",
                "{n} pieces stand across the middle and so in their own images: move them, and do this again ({names})",
                len(odd), names=", ".join(odd),
            ),
            err=True,
        )  # fmt: skip


def _copied(map_: str, out: Path) -> tuple[Path, MapDocument]:
    """A map's text as a file that is not there yet."""
    from sim.board.files.finding import find_map
    from sim.builder.document import MapDocument
    from sim.builder.drafts import read_text

    if out.exists():
        raise UserError(say("{path}: is there already: give another --out", path=out))
    try:
        return out, MapDocument(read_text(find_map(map_)), out)
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(say("{path}: cannot be read: {error}", path=map_, error=reason(error))) from None


def _told(before: MapFile, document: MapDocument) -> str:
    """What went, and what came."""
    from sim.builder.flat_things import flat_things

    old, new = ({t.id for t in (*m.pieces, *flat_things(m))} for m in (before, document.map))
    if not document.changed:
        return say("is its own image already")
    return say(
        "kept {stay}, taken away {gone}, images made {come}",
        stay=len(old & new),
        gone=len(old - new),
        come=len(new - old),
    )
