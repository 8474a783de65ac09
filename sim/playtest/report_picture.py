"""The report as one picture: who won, where it happened, what was measured, and what differs between the zones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from sim.api.plot import plot
from sim.board.board import Board
from sim.board.files.folders import assets_dir
from sim.board.model.tableau import Tableau
from sim.carnevale import scenarios
from sim.carnevale.zones import Zone
from sim.playtest.board_maps import BoardMaps
from sim.playtest.builder_lines import builder_lines
from sim.playtest.heat_maps import BANDS, BOTH, SHARES, Ramp, banded_picture, heat_picture, shaded_picture
from sim.playtest.plain_enemy import FROM_ANYWHERE, as_share, legend
from sim.playtest.report_numbers import PlaytestReport
from sim.playtest.running import PlayedTest
from sim.playtest.zone_facts import MOVE, RUNS
from sim.words import counted

__all__ = ["report_picture"]

COLUMNS = 4
WIDE, GAP, EDGE = 400, 24, 36  # pixels: of a map, between maps, round all
CAPTION, LEGEND = 52, 30  # pixels over a map, and under it
PALE = 0.45  # of the board's picture, towards white and grey
INK, FADED, PAPER, LINE = (42, 26, 23), (122, 102, 80), (245, 236, 217), (217, 199, 162)
ZONES = ((194, 87, 15), (28, 101, 155))
HAPPENED = (
    ("stood", "Where minis stood", "at the end of their turns"),
    ("fought", "Where they fought", "hand to hand"),
    ("shot", "Shot from", "where who shot stood"),
    ("died", "Where they died", "other than by water"),
    ("drowned", "Where they drowned", "or died in the water"),
    ("swam", "Where they swam", "a move that ended in water"),
    ("fell", "Where they fell from", "of their own will or not"),
    ("jumped", "Where they jumped", "from"),
)
MOST_LINES = 9  # of what differs between the zones


class MapTile(NamedTuple):
    """A map as it is laid over the board. `words`: what its colours stand for."""

    title: str
    told: str
    layer: Image.Image
    ramp: Ramp
    words: Sequence[str]


def report_picture(
    findings: PlaytestReport, played: PlayedTest, board: Board, zones: Sequence[Zone], maps: BoardMaps, said: str
) -> Image.Image:
    """`said`: the report in a few lines."""
    tiles = [*_happened(played), *_measured(zones, maps, board)]
    tall = round(WIDE * board.size[1] / board.size[0])
    row = CAPTION + tall + LEGEND + GAP
    across = 2 * EDGE + COLUMNS * WIDE + (COLUMNS - 1) * GAP
    made = Image.new("RGB", (across, 4000), PAPER)
    pen = ImageDraw.Draw(made)
    y = _head(pen, findings, zones, said, across)
    under = _under(board, tall)
    for number, tile in enumerate(tiles):
        column, line = number % COLUMNS, number // COLUMNS
        _draw(made, pen, tile, under, zones, board.size, (EDGE + column * (WIDE + GAP), y + line * row))
    y += -(-len(tiles) // COLUMNS) * row
    y = _lines(pen, findings, y, across)
    return made.crop((0, 0, across, min(made.height, y + EDGE)))


def _happened(played: PlayedTest) -> Iterator[MapTile]:
    """What happened where, of those things that did."""
    for what, title, told in HAPPENED:
        grids = played.tally.grids.get(what)
        if grids is not None:
            counts = grids[0] + grids[1]
            layer, _ = heat_picture(counts, BOTH)
            often = counted("{n} time", "{n} times", int(counts.sum()))
            yield MapTile(title, f"{told}: {often}", layer, BOTH[1:], ("seldom", "", "", "often"))


def _measured(zones: Sequence[Zone], maps: BoardMaps, board: Board) -> Iterator[MapTile]:
    """What was measured of the empty board."""
    of_all = ("none", "", "half", "", "all")
    danger = as_share(maps.danger, FROM_ANYWHERE)
    for title, told, values, words in (
        ("Seen", "the share of places that see a mini there", maps.seen, of_all),
        ("Cover", "of those, from which it is in cover", maps.cover, of_all),
        ("Danger", "Life Points that a plain enemy takes in a turn", danger, legend(FROM_ANYWHERE)),
    ):
        yield MapTile(title, told, shaded_picture(values, maps.at, maps.side, board.size), SHARES, words)
    turns = (*(f"turn {n}" for n in range(1, len(BANDS))), "later")
    for zone, way in zip(zones, maps.way, strict=True):
        layer = banded_picture(way, maps.at, maps.side, board.size, MOVE * RUNS)
        yield MapTile(f"Reach of the {zone.name}", f'with {RUNS} runs of {MOVE:g}" a turn', layer, BANDS, turns)


def _head(pen: ImageDraw.ImageDraw, findings: PlaytestReport, zones: Sequence[Zone], said: str, across: int) -> int:
    """Title and the report in a few lines; how far down they reach."""
    page = scenarios.find(findings.scenario)
    played = page.title if page is not None else findings.scenario
    pen.text((EDGE, EDGE - 8), f"{findings.title}: a play-test of {played}", fill=INK, font=_font(34, bold=True))
    y = EDGE + 42
    for line in said.splitlines():
        zone = next((n for n, zone in enumerate(zones) if line.startswith(f"{zone.name}:")), None)
        x = EDGE
        if zone is not None:
            pen.rectangle((x, y + 3, x + 13, y + 16), fill=ZONES[zone])
            x += 22
        pen.text((x, y), line, fill=INK, font=_font(17))
        y += 24
    pen.line((EDGE, y + 10, across - EDGE, y + 10), fill=LINE, width=2)
    return y + 30


def _under(board: Board, tall: int) -> Image.Image:
    """The board from above, pale."""
    under = plot(board, Tableau(), size=2 * max(WIDE, tall)).convert("RGB").resize((WIDE, tall))
    grey = under.convert("L").convert("RGB")
    return Image.blend(Image.blend(under, grey, PALE), Image.new("RGB", under.size, "white"), PALE / 2)


def _draw(
    made: Image.Image,
    pen: ImageDraw.ImageDraw,
    tile: MapTile,
    under: Image.Image,
    zones: Sequence[Zone],
    size: tuple[float, float],
    at: tuple[int, int],
) -> None:
    """One map with its caption, the zones' outlines and its legend."""
    x, y = at
    wide, tall = under.size
    pen.text((x, y), tile.title, fill=INK, font=_font(20, bold=True))
    pen.text((x, y + 26), tile.told, fill=FADED, font=_font(15))
    laid = tile.layer.convert("RGBA").resize((wide, tall), Image.Resampling.NEAREST)
    made.paste(Image.alpha_composite(under.convert("RGBA"), laid).convert("RGB"), (x, y + CAPTION))
    for zone, line in zip(zones, ZONES, strict=False):
        corners = [
            (x + u / size[0] * wide, y + CAPTION + tall - v / size[1] * tall)
            for u, v in (*zone.outline, zone.outline[0])
        ]
        pen.line(corners, fill=line, width=3)
    left = float(x)
    for colour, word in zip(tile.ramp, tile.words, strict=True):
        pen.rectangle((left, y + CAPTION + tall + 8, left + 18, y + CAPTION + tall + 20), fill=colour[:3])
        pen.text((left + 23, y + CAPTION + tall + 5), word, fill=FADED, font=_font(14))
        left += 34 + pen.textlength(word, font=_font(14))


def _lines(pen: ImageDraw.ImageDraw, findings: PlaytestReport, y: int, across: int) -> int:
    """What differs between the zones, and whether it is shown to tell."""
    for section in builder_lines(findings)[:2]:
        pen.text((EDGE, y), section.title, fill=INK, font=_font(20, bold=True))
        y += 30
        for line in section.lines[:MOST_LINES]:
            for part in _wrapped(pen, f"\u2022 {line}", across - 2 * EDGE):
                pen.text((EDGE, y), part, fill=INK, font=_font(16))
                y += 22
        y += 14
    return y


def _wrapped(pen: ImageDraw.ImageDraw, line: str, room: float) -> Iterator[str]:
    row = ""
    for word in line.split():
        longer = f"{row} {word}".strip()
        if row and pen.textlength(longer, font=_font(16)) > room:
            yield row
            row = word
        else:
            row = longer if row else word
    yield row


def _font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    name = "Tuffy-Bold.ttf" if bold else "Tuffy.ttf"
    return ImageFont.truetype(str(assets_dir() / "fonts" / name), size)
