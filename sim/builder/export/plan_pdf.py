"""A plan as a PDF file: the board on one page with its picture from above, the list of its pieces, and the board at
full size on sheets laid side by side, with overlap, marks and a ruler that shows whether the printer kept the scale.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.files.folders import assets_dir
from sim.builder.errors import BuilderError
from sim.builder.export.plan import FAINT, INK, PAPER, BoardPlan, PlanLine, PlanWords
from sim.words import counted, joined, say, sense

__all__ = ["MOST_SHEETS", "PAPERS", "Paper", "PlanSheet", "plan_pdf", "sheets_of"]

Paper = Literal["a4", "a3", "letter"]
PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}  # mm
MM = 72 / 25.4  # points of a millimetre
INCH = 72.0
MARGIN, OVERLAP, FOOT = 10.0, 10.0, 9.0  # mm: that printers leave white, of two sheets, below for words
ROW, ROUND_LIST = 5.4, 50.0  # mm of a row of the list, and of what is over and under it on a page
MOST_SHEETS = 400


class PlanSheet(msgspec.Struct, frozen=True):
    """A part of the board on a page: its name (A1 is in the south-west), and what it shows, in inches."""

    name: str
    column: int
    row: int
    low: tuple[float, float]
    high: tuple[float, float]


class SheetLayout(msgspec.Struct, frozen=True):
    """How many sheets, and how the paper lies: millimetres across and up."""

    sheets: tuple[PlanSheet, ...]
    columns: int
    rows: int
    paper: tuple[float, float]


def sheets_of(size: tuple[float, float], paper: Paper, ratio: float) -> SheetLayout:
    """The sheets that a board of `size` inches takes, the paper lying so that there are fewest.

    Raises BuilderError where they are too many.
    """
    short, long = PAPERS[paper]
    ways = [_laid(size, way, ratio) for way in ((long, short), (short, long))]
    best = min(ways, key=lambda way: len(way.sheets))
    if len(best.sheets) > MOST_SHEETS:
        raise BuilderError(
            say(
                "{sheets:,} sheets of {paper}, {most} are the most: a smaller --ratio, or larger paper",
                sheets=len(best.sheets),
                paper=paper.upper(),
                most=MOST_SHEETS,
            )
        )
    return best


def _laid(size: tuple[float, float], paper: tuple[float, float], ratio: float) -> SheetLayout:
    room = (paper[0] - 2 * MARGIN) / 25.4 / ratio, (paper[1] - 2 * MARGIN - FOOT) / 25.4 / ratio
    lap = OVERLAP / 25.4 / ratio
    counts = [max(1, math.ceil((size[k] - lap) / (room[k] - lap) - 1e-9)) for k in (0, 1)]
    if counts[0] * counts[1] > 100 * MOST_SHEETS:
        counts = [100 * MOST_SHEETS, 1]
    sheets = []
    for row in range(counts[1]):
        for column in range(counts[0]):
            low = column * (room[0] - lap), row * (room[1] - lap)
            high = min(low[0] + room[0], size[0]), min(low[1] + room[1], size[1])
            sheets.append(PlanSheet(f"{_letters(column)}{row + 1}", column, row, low, high))
    return SheetLayout(tuple(sheets), counts[0], counts[1], paper)


def _letters(number: int) -> str:
    """A, B, ... Z, AA, AB ..."""
    said = ""
    while number >= 0:
        said = chr(ord("A") + number % 26) + said
        number = number // 26 - 1
    return said


def plan_pdf(
    plan: BoardPlan,
    picture: NDArray[np.uint8] | None,
    paper: Paper = "a4",
    ratio: float = 1.0,
    told: Callable[[str], str] = str,
) -> bytes:
    """The content of a .pdf file; `picture`: the board from above, (height, width, 3); `told`: a message as it is read.

    Raises BuilderError where the library for it is not installed, or the sheets are too many.
    """
    layout = sheets_of(plan.size, paper, ratio)
    try:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise BuilderError(
            say("for a PDF reportlab is needed: pip install 'bauta-tabletop[workshop]'; --svg does without")
        ) from None
    for font in ("Tuffy", "Tuffy-Bold"):
        pdfmetrics.registerFont(TTFont(font, str(assets_dir() / "fonts" / f"{font}.ttf")))
    out = BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.told = told
    canvas.setTitle(plan.name)
    canvas.setCreator("Bauta")
    short, long = PAPERS[paper]
    _overview(canvas, plan, picture, layout, (short * MM, long * MM), ratio)
    for rows in _pages(plan, int((long - ROUND_LIST) / ROW)):
        _list(canvas, plan, rows, (short * MM, long * MM))
    for sheet in layout.sheets:
        _sheet(canvas, plan, sheet, layout, ratio)
    canvas.save()
    return out.getvalue()


def _overview(
    canvas: Any,
    plan: BoardPlan,
    picture: NDArray[np.uint8] | None,
    layout: SheetLayout,
    page: tuple[float, float],
    ratio: float,
) -> None:
    """The whole board on one page: its plan with the sheets, and its picture where there is room."""
    canvas.setPageSize(page)
    wide, deep = plan.size
    left, top = 18 * MM, page[1] - 18 * MM
    _say(canvas, left, top, plan.name, 22, bold=True)
    many = len(layout.sheets)
    measures = counted(
        '{wide:g}" x {deep:g}" ({wide_cm:.1f} x {deep_cm:.1f} cm), {n} piece.',
        '{wide:g}" x {deep:g}" ({wide_cm:.1f} x {deep_cm:.1f} cm), {n} pieces.',
        len(plan.pieces), wide=wide, deep=deep, wide_cm=wide * 2.54, deep_cm=deep * 2.54,
    )  # fmt: skip
    scale = say("full size") if ratio == 1 else f"1 : {1 / ratio:.3g}"
    sheets = counted(
        "At {scale}: {n} sheet, {across} across and {up} up.", "At {scale}: {n} sheets, {across} across and {up} up.",
        many, scale=scale, across=layout.columns, up=layout.rows,
    )  # fmt: skip
    said = joined(" ", (measures, sheets))
    _say(canvas, left, top - 7 * MM, said, 9.5)
    room = page[0] - 2 * left, (page[1] - 50 * MM) / (2 if picture is not None else 1) - 8 * MM
    zoom = min(room[0] / (wide + 2.4), room[1] / (deep + 2.4))
    x0, y0 = (page[0] - wide * zoom) / 2, top - 17 * MM - deep * zoom
    _draw(canvas, plan, (x0, y0), zoom, thin=0.5)
    for sheet in layout.sheets if many > 1 else ():
        (a, b), (c, d) = sheet.low, sheet.high
        canvas.setStrokeColor("#b03a2e")
        canvas.setLineWidth(0.5)
        canvas.setDash(3, 2)
        canvas.rect(x0 + a * zoom, y0 + b * zoom, (c - a) * zoom, (d - b) * zoom)
        canvas.setDash()
        _say(canvas, x0 + a * zoom + 3, y0 + b * zoom + 3, sheet.name, 8, "#b03a2e", bold=True)
    if picture is not None:
        from PIL import Image
        from reportlab.lib.utils import ImageReader

        y1 = y0 - 1.2 * zoom - 6 * MM - deep * zoom
        canvas.drawImage(ImageReader(Image.fromarray(picture)), x0, y1, wide * zoom, deep * zoom)
    canvas.showPage()


def _pages(plan: BoardPlan, most: int) -> Iterator[list[list[str]]]:
    """The rows of the list, a page at a time, `most` on each."""
    rows = [[*piece.cells, f"{piece.at[2]:g}" if piece.at[2] else ""] for piece in plan.pieces]
    for start in range(0, len(rows), most):
        yield rows[start : start + most]


HEADS = (
    "", say("piece"), say("id"), say("middle: x, y"), say("box"), say("top"), sense("of a piece on a plan", "turn"),
    say("raised"),
)  # fmt: skip
PLACES = (0.0, 8.0, 55.0, 101.0, 124.0, 142.0, 155.0, 164.0)  # mm from the left, of an A4 page
LONGEST = 27  # letters of a name
LEAST = 5.5  # points of the smallest letters
SMALL = 7.0  # points of the numbers along a sheet's edges
NUMBERED = 15.0  # mm between those, at the least
FINE = 0.5 * INCH  # points of an inch of the board, from which on fine words can be read


def _list(canvas: Any, plan: BoardPlan, rows: list[list[str]], page: tuple[float, float]) -> None:
    canvas.setPageSize(page)
    left, y = 18 * MM, page[1] - 18 * MM
    stretch = (page[0] - 2 * left) / (174 * MM)
    _say(canvas, left, y, say("{board}: what stands where", board=plan.name), 14, bold=True)
    _say(
        canvas,
        left,
        y - 5.5 * MM,
        say("Inches from the south-west corner; tops over the street; turned counter-clockwise."),
        9,
        FAINT,
    )
    y -= 14 * MM
    for row in (list(HEADS), *rows):
        for place, said in zip(PLACES, row, strict=True):
            words = canvas.told(said)
            short = words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
            _say(canvas, left + place * MM * stretch, y, short, 8.5, bold=row[0] == "")
        y -= ROW * MM
        canvas.setStrokeColor("#d9d2c5")
        canvas.setLineWidth(0.3)
        canvas.line(left, y + 3.6 * MM, page[0] - left, y + 3.6 * MM)
    canvas.showPage()


def _sheet(canvas: Any, plan: BoardPlan, sheet: PlanSheet, layout: SheetLayout, ratio: float) -> None:
    """A part of the board at full size, with what is needed to lay it beside the others."""
    wide, tall = layout.paper[0] * MM, layout.paper[1] * MM
    canvas.setPageSize((wide, tall))
    zoom = INCH * ratio
    x0, y0 = MARGIN * MM - sheet.low[0] * zoom, (MARGIN + FOOT) * MM - sheet.low[1] * zoom
    a, b = MARGIN * MM, (MARGIN + FOOT) * MM
    across, up = wide - 2 * MARGIN * MM, tall - (2 * MARGIN + FOOT) * MM
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(a, b, across, up)
    canvas.clipPath(clip, stroke=0)
    _draw(canvas, plan, (x0, y0), zoom, sheet=sheet)
    _inches(canvas, sheet, (x0, y0), zoom, (a, b, across, up))
    canvas.restoreState()
    _marks(canvas, sheet, layout, (a, b, across, up))
    beside = [(sheet.column - 1, sheet.row, say("west")), (sheet.column + 1, sheet.row, say("east"))]
    beside += [(sheet.column, sheet.row - 1, say("south")), (sheet.column, sheet.row + 1, say("north"))]
    next_to = [
        say("{sheet} {way}", sheet=f"{_letters(c)}{r + 1}", way=way)
        for c, r, way in beside
        if 0 <= c < layout.columns and 0 <= r < layout.rows
    ]
    y = MARGIN * MM
    _say(canvas, a, y, sheet.name, 15, bold=True)
    said = say("{board}; north is up", board=plan.name)
    if next_to:
        said = say("{board}; north is up; beside it {sheets}", board=plan.name, sheets=joined(", ", next_to))
    _say(canvas, a + 16 * MM, y, said, 8, FAINT)
    right = wide - MARGIN * MM
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.8)
    canvas.line(right - 100 * MM, y + 4.6 * MM, right, y + 4.6 * MM)
    for k in range(11):
        canvas.line(right - k * 10 * MM, y + 4.6 * MM, right - k * 10 * MM, y + (6.0 if k % 5 == 0 else 5.4) * MM)
    _say(canvas, right - 100 * MM, y, say("this is 100 mm: else print without fitting to the page"), 8, FAINT)
    canvas.showPage()


def _inches(
    canvas: Any,
    sheet: PlanSheet,
    origin: tuple[float, float],
    zoom: float,
    frame: tuple[float, float, float, float],
) -> None:
    """How many inches from the board's corner the lines of the grid are, along the lower and the left edge."""
    a, b, across, up = frame
    every = max(1, math.ceil(NUMBERED * MM / zoom))
    for k, (low, high, ends) in enumerate(((a, a + across, sheet.high[0]), (b, b + up, sheet.high[1]))):
        for inch in range(0, math.floor(ends) + 1, every):
            place = origin[k] + inch * zoom
            if not low + 2 * SMALL <= place <= high - 2 * SMALL:
                continue
            x, y = (place, b + SMALL) if k == 0 else (a + SMALL, place)
            _centred(canvas, x, y, PlanWords((0.0, 0.0), f'{inch}"', 0.0, FAINT, halo=True), SMALL)


def _marks(canvas: Any, sheet: PlanSheet, layout: SheetLayout, frame: tuple[float, float, float, float]) -> None:
    """Where the next sheets begin: dashed lines within the overlap, and crosses in its corners."""
    a, b, across, up = frame
    lap = OVERLAP * MM
    canvas.setStrokeColor("#b03a2e")
    canvas.setLineWidth(0.5)
    canvas.setDash(4, 3)
    if sheet.column + 1 < layout.columns:
        canvas.line(a + across - lap, b, a + across - lap, b + up)
    if sheet.row + 1 < layout.rows:
        canvas.line(a, b + up - lap, a + across, b + up - lap)
    canvas.setDash()
    for x in (a + lap, a + across - lap):
        for y in (b + lap, b + up - lap):
            canvas.line(x - 2 * MM, y, x + 2 * MM, y)
            canvas.line(x, y - 2 * MM, x, y + 2 * MM)


def _draw(
    canvas: Any,
    plan: BoardPlan,
    origin: tuple[float, float],
    zoom: float,
    thin: float = 1.0,
    sheet: PlanSheet | None = None,
) -> None:
    """The plan, `zoom` points to an inch; of a sheet only what it shows."""
    x0, y0 = origin
    canvas.setLineJoin(1)
    for line in plan.lines:
        if sheet is None or _shown(line, sheet):
            _line(canvas, line, origin, zoom, thin)
    for words in plan.words:
        x, y = words.at
        if words.fine and zoom < FINE:
            continue
        near = sheet is None or all(sheet.low[k] - 2 <= words.at[k] <= sheet.high[k] + 2 for k in (0, 1))
        if near:
            _centred(canvas, x0 + x * zoom, y0 + y * zoom, words, max(words.tall * zoom, LEAST))


def _shown(line: PlanLine, sheet: PlanSheet) -> bool:
    points = np.array([point for ring in line.rings for point in ring])
    return bool((points.max(0) >= sheet.low).all() and (points.min(0) <= sheet.high).all())


def _line(canvas: Any, line: PlanLine, origin: tuple[float, float], zoom: float, thin: float) -> None:
    path = canvas.beginPath()
    for ring in line.rings:
        for n, (x, y) in enumerate(ring):
            (path.lineTo if n else path.moveTo)(origin[0] + x * zoom, origin[1] + y * zoom)
        if line.fill:
            path.close()
    if line.pen:
        canvas.setStrokeColor(line.pen)
        canvas.setLineWidth(line.wide * thin)
    if line.fill:
        canvas.setFillColor(line.fill)
    canvas.drawPath(path, stroke=int(bool(line.pen)), fill=int(bool(line.fill)), fillMode=0)


def _centred(canvas: Any, x: float, y: float, words: PlanWords, size: float) -> None:
    said, text = canvas.beginText(), canvas.told(words.text)
    said.setFont("Tuffy", size)
    said.setTextOrigin(x - canvas.stringWidth(text, "Tuffy", size) / 2, y - size * 0.35)
    if words.halo:
        said.setTextRenderMode(1)
        said.setStrokeColor(PAPER)
        canvas.setLineWidth(size * 0.18)
        said.textOut(text)
        said.setTextOrigin(x - canvas.stringWidth(text, "Tuffy", size) / 2, y - size * 0.35)
    said.setTextRenderMode(0)
    said.setFillColor(words.ink)
    said.textOut(text)
    canvas.drawText(said)


def _say(canvas: Any, x: float, y: float, text: str, size: float, ink: str = INK, *, bold: bool = False) -> None:
    canvas.setFont("Tuffy-Bold" if bold else "Tuffy", size)
    canvas.setFillColor(ink)
    canvas.drawString(x, y, canvas.told(text))
