"""Who sees whom on a table, as one HTML page for a phone: its picture, a matrix, and a sentence for each pair."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sim.carnevale.pair_words import pair_sentence
from sim.percent import hidden_share
from sim.words import say
from sim.words.tongues import spoken, told

if TYPE_CHECKING:
    from PIL.Image import Image

    from sim.api.tabletop import Tabletop
    from sim.board.files.table_file import TableFile
    from sim.board.model.verdicts import Verdict
    from sim.board.sight.seen_pairs import SeenPair

__all__ = ["cell_of", "page_of", "picture_of"]

MARGIN = 4.0  # inches of the board round the minis in a picture


def page_of(table: Path, file: TableFile, top: Tabletop, pairs: Sequence[SeenPair], picture: Image) -> str:
    """The page. Its template is `assets/reports/table.html`; it holds its picture and asks nobody for anything."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from sim.board.files.folders import assets_dir

    held = io.BytesIO()
    picture.convert("RGB").save(held, "JPEG", quality=85)
    loader = FileSystemLoader(assets_dir() / "reports")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    looking, at = (list(dict.fromkeys(ids)) for ids in ([p.looks for p in pairs], [p.at for p in pairs]))
    found = {(pair.looks, pair.at): pair for pair in pairs}
    rows = [(one, [_shown(found.get((one, other))) for other in at]) for one in looking]
    what = say(
        "who looks (rows), and at whom (columns): how much is hidden, * in cover, - not seen; then inches, = touching"
    )
    return environment.get_template("table.html").render(
        language=spoken().language,
        title=table.stem,
        board=top.board.name,
        picture=b64encode(held.getvalue()).decode(),
        sides={mini.id: mini.side for mini in file.minis},
        at=at,
        rows=rows,
        told=told(what),
        sentences=[(pair.looks, pair.at, told(pair_sentence(pair))) for pair in pairs],
    )


def picture_of(
    file: TableFile,
    top: Tabletop,
    verdicts: Sequence[Verdict],
    among: Collection[str] | None = None,
    to: Path | None = None,
) -> Image:
    """A table from above with what was measured on it, round all minis or those `among` them; each has the colour of
    its side, or one of its own where nobody has a side. Raises BautaError where it cannot be written."""
    from sim.api.plot import plot

    sides = {mini.id: mini.side for mini in file.minis}
    return plot(
        top.board,
        top.tableau,
        verdicts,
        to,
        around=_round_minis(top, among),
        sides=sides if any(sides.values()) else None,
    )


def _round_minis(top: Tabletop, among: Collection[str] | None) -> tuple[float, float, float, float] | None:
    """West, south, east and north of minis, with some of the board round them; the whole board without any."""
    at = [figure.at for figure in top.tableau.figures if among is None or figure.id in among]
    if not at:
        return None
    (west, south, _), (east, north, _) = (tuple(map(edge, zip(*at, strict=True))) for edge in (min, max))
    return west - MARGIN, south - MARGIN, east + MARGIN, north + MARGIN


def cell_of(pair: SeenPair) -> str:
    """A pair as few signs: what is hidden, * in cover, - where nothing is seen; then inches, or = in contact."""
    seen = "-"
    if pair.sight.visible:
        seen = told(hidden_share(pair.ruled.cover.hidden)) + ("*" if pair.ruled.cover.in_cover else "")
    elif pair.sight.gap_bound > 0:
        seen = "-?"
    apart = "=" if pair.distance.base_contact else f'{pair.distance.distance:.2f}"'
    return f"{seen} {apart}"


def _shown(pair: SeenPair | None) -> tuple[str, str]:
    """A cell: how it is coloured, and what stands in it."""
    if pair is None:
        return "self", ""
    if not pair.sight.visible:
        return "unseen", cell_of(pair)
    return "cover" if pair.ruled.cover.in_cover else "clear", cell_of(pair)
