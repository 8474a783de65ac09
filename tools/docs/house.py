"""Draws the picture of the house, `pictures/house.svg`, from the contracts of import-linter in `pyproject.toml`.

`python tools/docs/house.py` writes it anew; a test says when that is due.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parents[2]
PICTURE = Path(__file__).resolve().parent / "pictures" / "house.svg"
WIDE, EDGE, GAP = 1000, 20, 8  # pixels
LETTER = 7.4  # pixels of a letter, about
ROW = 34
DOOR = "rulings"  # the one module of the rules that asks the board

LOOK = """
  .paper { fill: #fffdf8; } .room { fill: #f6f0e3; stroke: #b08d4c; stroke-width: 1.5; }
  .in { fill: #fffdf8; stroke: #d8c7a0; } .door { fill: #f7e3df; stroke: #8c1720; }
  text { font: 13.5px Tuffy, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; fill: #2b1d16; }
  .name { font: 20px "Goudy Bookletter 1911", Georgia, "DejaVu Serif", serif; fill: #8c1720; }
  .say { font-size: 13px; fill: #6b5a48; } .mid { text-anchor: middle; } .end { text-anchor: end; }
  .way { stroke: #8c1720; stroke-width: 1.8; } .tip { fill: #8c1720; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #15100f; } .room { fill: #221917; stroke: #8a6d3a; }
    .in { fill: #15100f; stroke: #4a3a28; } .door { fill: #3a1518; stroke: #e0b45e; }
    text { fill: #eddcc0; } .name { fill: #e0b45e; } .say { fill: #b5a58e; }
    .way { stroke: #e0b45e; } .tip { fill: #e0b45e; }
  }
"""
TITLE = "The house of Bauta"
ABOUT = (
    "Packages as rooms: cli, app and api on top, then playtest, bots, lessons, gangs and sheets, then carnevale, which "
    "stands on engine and on board; board stands on geometry, and builder on board. Imports run downwards only."
)


class Box(NamedTuple):
    """A rectangle of the picture."""

    x: float
    y: float
    w: float
    h: float


def drawn() -> str:
    """The picture, as SVG."""
    rooms = layers()
    across = WIDE - 2 * EDGE
    half = (across - 60) / 2
    parts: list[str] = []
    y = EDGE
    tops = [
        ("sim.cli", "the command", ["a module for each"], 196),
        ("sim.app", "the table, and all that draws", packages_of("app"), 566),
        ("sim.api", "import sim", ["load, plot, play_game"], 182),
    ]
    x: float = EDGE
    for name, say, cells, wide in tops:
        parts += room(Box(x, y, wide, 84), name, say)
        parts += row(Box(x + 14, y + 40, wide - 28, 30), cells)
        parts += arrow(x + wide / 2, y + 84, y + 106)
        x += wide + GAP
    y += 108
    beside = [
        ("sim.playtest", "many games"),
        ("sim.bots", "players"),
        ("sim.lessons", "taught in steps"),
        ("sim.gangs", "kept, shared"),
        ("sim.campaign", "linked games"),
        ("sim.sheets", "on paper"),
    ]
    x, a_letter = EDGE, (across - (len(beside) - 1) * 20) / sum(len(name) for name, _ in beside)
    for name, say in beside:
        parts += low_room(Box(x, y, a_letter * len(name), 58), name, say)
        x += a_letter * len(name) + 20
    first = EDGE + a_letter * len(beside[0][0])
    parts.append(f'<path class="way" d="M{first:g} {y + 29:g}h20" marker-end="url(#tip)"/>')
    parts += arrow(WIDE / 2, y + 58, y + 80)
    y += 82
    rows = rows_of(rooms["sim.carnevale"], across - 28)
    tall = 44 + ROW * len(rows) + 6
    parts += room(Box(EDGE, y, across, tall), "sim.carnevale", "the rulebook: each stands on what follows it here")
    for number, cells in enumerate(rows):
        parts += row(Box(EDGE + 14, y + 40 + ROW * number, across - 28, ROW - 6), cells)
    y += tall
    right = WIDE - EDGE - half
    for middle, say in (
        (EDGE + half / 2, "Choice, Roll, Ruling; events"),
        (right + half / 2, "by rulings: SightOf ..."),
    ):
        parts += arrow(middle, y, y + 44)
        parts.append(f'<text class="say" x="{middle + 14:g}" y="{y + 27:g}">{say}</text>')
    y += 46
    engine, board, geometry = rooms["sim.engine"], rooms["sim.board"], rooms["sim.geometry"]
    tall = stack(parts, Box(EDGE, y, half, 0), "sim.engine", "games in general", engine)
    parts.append(
        f'<text class="say mid" x="{EDGE + half / 2:g}" y="{y + tall + 22:g}">knows no game, no board, no arrays</text>'
    )
    top = left = tall + 42
    left += stack(parts, Box(EDGE, y + left, half, 0), "sim.builder", "making boards", rooms["sim.builder"])
    parts.append(f'<path class="way" d="M{EDGE + half:g} {y + top + 28:g}H{right:g}" marker-end="url(#tip)"/>')
    tall = stack(parts, Box(right, y, half, 0), "sim.board", "what shapes mean", board)
    parts += arrow(right + half / 2, y + tall, y + tall + 24)
    tall += 26 + stack(parts, Box(right, y + tall + 26, half, 0), "sim.geometry", "arrays in, evidence out", geometry)
    y += max(left, tall) + EDGE
    tip = '<path class="tip" d="M0 0L10 5L0 10z"/>'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {y:g}" role="img" aria-labelledby="t d">',
            f'<title id="t">{TITLE}</title>',
            f'<desc id="d">{ABOUT}</desc>',
            f"<style>{LOOK}</style>",
            f'<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
            f'orient="auto">{tip}</marker></defs>',
            f'<rect class="paper" width="{WIDE}" height="{y:g}" rx="6"/>',
            *parts,
            "</svg>\n",
        )
    )


def layers() -> dict[str, list[list[str]]]:
    """For each package with a contract of layers, these from the top: the modules of each."""
    with (CHECKOUT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return {
        contract["containers"][0]: [[each.strip() for each in layer.split("|")] for layer in contract["layers"]]
        for contract in contracts
        if contract["type"] == "layers"
    }


def packages_of(room: str) -> list[str]:
    return sorted(each.parent.name for each in (CHECKOUT / "sim" / room).glob("*/__init__.py"))


def rows_of(found: Sequence[Sequence[str]], wide: float) -> list[list[str]]:
    """Layers side by side as far as there is room, then in the next row."""
    rows: list[list[str]] = [[]]
    for layer in found:
        said = " · ".join(layer)
        if rows[-1] and sum(map(width, [*rows[-1], said])) + GAP * len(rows[-1]) > wide:
            rows.append([])
        rows[-1].append(said)
    return rows


def stack(parts: list[str], box: Box, name: str, say: str, found: Sequence[Sequence[str]]) -> float:
    """A room with its layers one below the other: how tall it became."""
    tall = 44 + ROW * len(found) + 6
    parts += room(Box(box.x, box.y, box.w, tall), name, say)
    for number, layer in enumerate(found):
        parts += row(Box(box.x + 14, box.y + 40 + ROW * number, box.w - 28, ROW - 6), layer)
    return tall


def width(said: str) -> float:
    return len(said) * LETTER + 16


def room(box: Box, name: str, say: str) -> Iterator[str]:
    yield f'<rect class="room" x="{box.x:g}" y="{box.y:g}" width="{box.w:g}" height="{box.h:g}" rx="5"/>'
    yield f'<text class="name" x="{box.x + 14:g}" y="{box.y + 28:g}">{name}</text>'
    yield f'<text class="say end" x="{box.x + box.w - 14:g}" y="{box.y + 27:g}">{say}</text>'


def low_room(box: Box, name: str, say: str) -> Iterator[str]:
    """One that is not looked into: what it is for stands below its name."""
    yield f'<rect class="room" x="{box.x:g}" y="{box.y:g}" width="{box.w:g}" height="{box.h:g}" rx="5"/>'
    yield f'<text class="name" x="{box.x + 14:g}" y="{box.y + 26:g}">{name}</text>'
    yield f'<text class="say" x="{box.x + 14:g}" y="{box.y + 46:g}">{say}</text>'


def row(box: Box, cells: Sequence[str]) -> Iterator[str]:
    """Cells side by side, each as wide as its words ask for, over the whole of a box."""
    spare = (box.w - sum(map(width, cells)) - GAP * (len(cells) - 1)) / len(cells)
    x = box.x
    for said in cells:
        wide = width(said) + spare
        look = "door" if DOOR in said.split(" · ") else "in"
        yield f'<rect class="{look}" x="{x:.1f}" y="{box.y:g}" width="{wide:.1f}" height="{box.h:g}" rx="3"/>'
        yield f'<text class="mid" x="{x + wide / 2:.1f}" y="{box.y + box.h / 2 + 5:g}">{said}</text>'
        x += wide + GAP


def arrow(x: float, start: float, end: float) -> Iterator[str]:
    yield f'<path class="way" d="M{x:g} {start:g}V{end:g}" marker-end="url(#tip)"/>'


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
