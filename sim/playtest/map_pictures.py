"""Pictures of what a board is like, without a game: who sees each place, in what cover it is, how dangerous it is, when
zones reach it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from sim.api.plot import plot
from sim.board.board import Board
from sim.board.model.tableau import Tableau
from sim.carnevale.zones import Zone
from sim.engine.requests import GameError
from sim.playtest.board_maps import BoardMaps
from sim.playtest.empty_board import EmptyBoard
from sim.playtest.heat_maps import BANDS, SHARES, Ramp, banded_picture, shaded_picture
from sim.playtest.plain_enemy import FROM_A_ZONE, FROM_ANYWHERE, as_share, legend
from sim.playtest.zone_facts import MOVE, RUNS

__all__ = ["write_maps"]

PIXELS = 1000  # of the board's longer side
PALE = 0.45  # of the board's picture, towards white and grey
FOOT, SWATCH, EDGE = 64, 26, 14  # pixels: of the legend
INK, PAPER = (42, 26, 23), (245, 236, 217)
ZONE = ((194, 87, 15), (28, 101, 155))


def write_maps(board: Board, measured: EmptyBoard, folder: Path) -> list[Path]:
    """Write a picture of each map of a board into a folder. Raises GameError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        made = []
        for name, picture in _pictures(board, measured.zones, measured.maps):
            made.append(folder / f"{name}.png")
            picture.save(made[-1])
    except OSError as error:
        raise GameError(f"{folder}: the maps cannot be written: {error.strerror or error}") from error
    return made


def _pictures(board: Board, zones: Sequence[Zone], maps: BoardMaps) -> Iterator[tuple[str, Image.Image]]:
    under = plot(board, Tableau(), size=PIXELS).convert("RGB")
    grey = under.convert("L").convert("RGB")
    under = Image.blend(Image.blend(under, grey, PALE), Image.new("RGB", under.size, "white"), PALE / 2)
    of_all = ("none", "", "half", "", "all")
    turns = (*(f"turn {n}" for n in range(1, len(BANDS))), "later")

    def shaded(values: NDArray[np.float64], title: str, words: Sequence[str] = of_all) -> Image.Image:
        layer = shaded_picture(values, maps.at, maps.side, board.size)
        return _framed(under, layer, zones, board.size, title, SHARES, words)

    yield "seen", shaded(maps.seen, "The share of places all over the board that see a mini there")
    yield "cover", shaded(maps.cover, "Of those that see it, the share from which it is in cover")
    told = "Life Points that a plain enemy takes from a mini there in a turn, on average"
    danger = as_share(maps.danger, FROM_ANYWHERE)
    yield "danger", shaded(danger, f"{told}, from all over the board", legend(FROM_ANYWHERE))
    for zone, way, seen, lost in zip(zones, maps.way, maps.seen_from, maps.danger_from, strict=True):
        name = zone.name.replace(" ", "-").replace("'", "").replace(",", "")
        yield f"sight-{name}", shaded(seen, f"The share of the places of the {zone.name} that see a mini there")
        danger = as_share(lost, FROM_A_ZONE)
        yield f"danger-{name}", shaded(danger, f"{told}, from the {zone.name}", legend(FROM_A_ZONE))
        layer = banded_picture(way, maps.at, maps.side, board.size, MOVE * RUNS)
        title = f'When a mini from the {zone.name} arrives, with {RUNS} runs of {MOVE:g}" a turn'
        yield f"reach-{name}", _framed(under, layer, zones, board.size, title, BANDS, turns)


def _framed(
    under: Image.Image,
    layer: Image.Image,
    zones: Sequence[Zone],
    size: tuple[float, float],
    title: str,
    ramp: Ramp,
    words: Sequence[str],
) -> Image.Image:
    """A map over the board's picture, the zones' outlines, and its legend below."""
    wide, tall = under.size
    made = Image.new("RGB", (wide, tall + FOOT), PAPER)
    laid = layer.convert("RGBA").resize((wide, tall), Image.Resampling.NEAREST)
    made.paste(Image.alpha_composite(under.convert("RGBA"), laid).convert("RGB"))
    pen = ImageDraw.Draw(made)
    for zone, line in zip(zones, ZONE, strict=False):
        corners = [(x / size[0] * wide, tall - y / size[1] * tall) for x, y in zone.outline]
        pen.line([*corners, corners[0]], fill=line, width=4)
    pen.text((EDGE, tall + 8), title, fill=INK, font_size=17)
    at = float(EDGE)
    for colour, word in zip(ramp, words, strict=True):
        pen.rectangle((at, tall + 38, at + SWATCH, tall + 52), fill=colour[:3])
        pen.text((at + SWATCH + 6, tall + 37), word, fill=INK, font_size=14)
        at += SWATCH + 14 + pen.textlength(word, font_size=14) + 6
    return made
