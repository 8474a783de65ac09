"""The sheet of a gang as a PDF file: A4, two columns of cards, boxes drawn as lines."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from sim.board.files.folders import assets_dir
from sim.sheets.errors import SheetNotWritten
from sim.sheets.gang_sheet import GangSheet, SheetCard, SheetWord, TickRow
from sim.words import say
from sim.words.tongues import told

__all__ = ["sheet_pdf"]

MM = 72 / 25.4  # points of a millimetre
PAGE = (210 * MM, 297 * MM)
EDGE, GUTTER, HEAD = 11 * MM, 5 * MM, 19 * MM
COLUMN = (PAGE[0] - 2 * EDGE - GUTTER) / 2
INNER = COLUMN - 4 * MM  # of a card
INK, FAINT, RED = "#1c1512", "#7a6a58", "#7a1420"
BOX = 3.2 * MM


def sheet_pdf(sheet: GangSheet) -> bytes:
    """The content of a .pdf file. Raises SheetNotWritten where the library for it is not installed."""
    try:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate
    except ImportError:
        raise SheetNotWritten(
            say("for a PDF reportlab is needed: pip install 'bauta-tabletop[workshop]'; .html does without")
        ) from None
    for font in ("Tuffy", "Tuffy-Bold"):
        pdfmetrics.registerFont(TTFont(font, str(assets_dir() / "fonts" / f"{font}.ttf")))
    pdfmetrics.registerFontFamily("Tuffy", normal="Tuffy", bold="Tuffy-Bold", italic="Tuffy", boldItalic="Tuffy-Bold")
    out = BytesIO()
    document = BaseDocTemplate(out, pagesize=PAGE, title=sheet.name, creator="Bauta", invariant=1)
    pages = []
    for name, top in (("first", HEAD), ("later", 0.0)):
        frames = [
            Frame(EDGE + n * (COLUMN + GUTTER), EDGE, COLUMN, PAGE[1] - 2 * EDGE - top, 0, 0, 0, 0, id=f"{name}{n}")
            for n in (0, 1)
        ]
        pages.append(PageTemplate(name, frames, onPage=_head(sheet) if name == "first" else _foot(sheet)))
    document.addPageTemplates(pages)
    document.build(_story(sheet))
    return out.getvalue()


def _head(sheet: GangSheet) -> Any:
    def draw(canvas: Any, _: Any) -> None:
        left, top = EDGE, PAGE[1] - EDGE
        canvas.setFillColor(INK)
        canvas.setFont("Tuffy-Bold", 20)
        canvas.drawString(left, top - 6 * MM, sheet.name[:60])
        canvas.setFillColor(FAINT)
        canvas.setFont("Tuffy", 9.5)
        canvas.drawString(left, top - 11.5 * MM, sheet.line)
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(0.8)
        canvas.line(left, top - 14.5 * MM, PAGE[0] - EDGE, top - 14.5 * MM)

    return draw


def _foot(sheet: GangSheet) -> Any:
    def draw(canvas: Any, document: Any) -> None:
        canvas.setFillColor(FAINT)
        canvas.setFont("Tuffy", 7.5)
        canvas.drawRightString(
            PAGE[0] - EDGE, 6 * MM, told(say("{name}, page {page}", name=sheet.name[:60], page=document.page))
        )

    return draw


def _story(sheet: GangSheet) -> list[Any]:
    from reportlab.platypus import NextPageTemplate, Spacer

    story: list[Any] = [NextPageTemplate("later")]
    if sheet.faults:
        story += [_text(escape(sheet.wrong), 8.5, RED), Spacer(1, 2 * MM)]
    story += [_framed(_game(sheet)), Spacer(1, 2.5 * MM)]
    for card in sheet.cards:
        story += [_framed(_card(card, sheet)), Spacer(1, 2.5 * MM)]
    return story


def _game(sheet: GangSheet) -> list[Any]:
    """What a game is kept by: rounds, agendas, equipment."""
    rows = [_bold(say("Rounds"), 9), _boxes([TickRow("", sheet.rounds)]), _bold(say("Agendas"), 9)]
    rows += [_blank() for _ in range(sheet.agendas)]
    if sheet.items:
        rows.append(_bold(say("Equipment, each once"), 9))
        rows += [_ticked(item) for item in sheet.items]
    return rows


def _card(card: SheetCard, sheet: GangSheet) -> list[Any]:
    """A card as rows of one table."""
    from reportlab.platypus import Spacer

    heading: list[Any] = [_text(f"<b>{escape(card.name)}</b>", 11), _text(escape(card.line), 7.2, FAINT)]
    heading += [Spacer(1, 0.8 * MM), _stats(card)]
    rows: list[Any] = [_beside(heading, sheet.pictures.get(card.picture))]
    for name, points in card.who:
        rows.append(_boxes(points, name))
    rows.append(_weapons(card, sheet))
    for heading_, words in (("", card.words), (say("Spells"), card.spells), (say("Commands"), card.commands)):
        if words and heading_:
            rows.append(_bold(heading_, 7.6, RED))
        rows += [_text(_told(word), 7.2) for word in words]
    return rows


def _told(word: SheetWord) -> str:
    return f"<b>{escape(word.name)}</b> {escape(word.text)}"


def _bold(words: str, size: float, ink: str = INK) -> Any:
    return _text(f"<b>{escape(told(words))}</b>", size, ink)


def _text(words: str, size: float, ink: str = INK) -> Any:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph

    return Paragraph(words, ParagraphStyle("own", fontName="Tuffy", fontSize=size, leading=size * 1.2, textColor=ink))


def _framed(rows: list[Any]) -> Any:
    """Rows in a frame; one that is higher than a page goes on on the next."""
    from reportlab.platypus import KeepTogether, Table

    table = Table([[row] for row in rows], colWidths=[COLUMN])
    table.setStyle(
        [
            ("BOX", (0, 0), (-1, -1), 0.7, INK),
            ("LEFTPADDING", (0, 0), (-1, -1), 2 * MM),
            ("RIGHTPADDING", (0, 0), (-1, -1), 2 * MM),
            ("TOPPADDING", (0, 0), (-1, -1), 0.5 * MM),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0.5 * MM),
            ("TOPPADDING", (0, 0), (-1, 0), 1.4 * MM),
            ("BOTTOMPADDING", (0, -1), (-1, -1), 1.6 * MM),
        ]
    )
    return KeepTogether([table])


def _beside(heading: list[Any], png: bytes | None) -> Any:
    """What heads a card, with its picture where there is one."""
    from reportlab.platypus import Image, Table

    bare = [*_padded(0.0), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    if png is None:
        return Table([[heading]], colWidths=[INNER], style=bare)
    wide = 15 * MM
    picture = Image(BytesIO(png), wide, wide * 168 / 144)
    return Table([[picture, heading]], colWidths=[wide + 2 * MM, INNER - wide - 2 * MM], style=bare)


def _stats(card: SheetCard) -> Any:
    from reportlab.platypus import Table

    cells = [*card.stats, (told(say("AP")), card.action_points)]
    style = [
        ("GRID", (0, 0), (-1, -1), 0.4, FAINT),
        ("FONT", (0, 0), (-1, 0), "Tuffy", 6),
        ("FONT", (0, 1), (-1, 1), "Tuffy-Bold", 9.5),
        ("TEXTCOLOR", (0, 0), (-1, 0), FAINT),
        ("ALIGN", (0, 0), (-1, -1), "CENTER"),
        ("TOPPADDING", (0, 0), (-1, -1), 0.3 * MM),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0.7 * MM),
    ]
    grid = [[label for label, _ in cells], [str(value) for _, value in cells]]
    return Table(grid, colWidths=[11.2 * MM] * len(cells), style=style, hAlign="LEFT")


def _weapons(card: SheetCard, sheet: GangSheet) -> Any:
    from reportlab.platypus import Table

    grid: list[list[Any]] = [[_text(head, 6, FAINT) for head in sheet.heads]]
    grid += [[_text(escape(cell), 7.2) for cell in weapon] for weapon in card.weapons]
    style = _padded(0.2 * MM)
    style.append(("LINEBELOW", (0, 0), (-1, -1), 0.25, FAINT))
    style.append(("VALIGN", (0, 0), (-1, -1), "TOP"))
    fixed = [25 * MM, 11.5 * MM, 6.5 * MM, 7.5 * MM, 7.5 * MM]
    return Table(grid, colWidths=[*fixed, INNER - sum(fixed)], style=style)


def _padded(room: float) -> list[Any]:
    """A table's style with as much room round what stands in it."""
    return [(f"{side}PADDING", (0, 0), (-1, -1), room) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]


def _blank() -> Any:
    """A line to write an agenda on, with a box."""
    return _ticked(None)


def _ticked(word: SheetWord | None) -> Any:
    from reportlab.platypus import Table

    words = _text(_told(word) if word is not None else "&nbsp;", 7.2 if word is not None else 11)
    style = _padded(0.3 * MM)
    style.append(("VALIGN", (0, 0), (-1, -1), "MIDDLE" if word is None else "TOP"))
    if word is None:
        style.append(("LINEBELOW", (1, 0), (1, 0), 0.4, FAINT))
    return Table([[_boxes([TickRow("", 1)]), words]], colWidths=[6 * MM, INNER - 6 * MM], style=style)


def _boxes(rows: Any, name: str = "") -> Any:
    """Rows of boxes; those that do not fit go on below."""
    from reportlab.platypus import Flowable

    left = (5 * MM if name else 0.0) + (16 * MM if any(row.label for row in rows) else 0.0)
    room = max(1, int((INNER - left) / (BOX + 0.9 * MM)))
    lines = [(row.label if start == 0 else "", min(room, row.boxes - start), start)
             for row in rows for start in range(0, row.boxes, room)]  # fmt: skip

    class Boxes(Flowable):  # type: ignore[misc]  # the library has no types
        def wrap(self, *_: Any) -> tuple[float, float]:
            return (INNER if left else room * (BOX + 0.9 * MM), len(lines) * (BOX + 1 * MM))

        def draw(self) -> None:
            canvas = self.canv
            high = len(lines) * (BOX + 1 * MM)
            canvas.setFillColor(INK)
            if name:
                canvas.setFont("Tuffy-Bold", 8)
                canvas.drawString(0, high - BOX + 0.4 * MM, f"{name}.")
            canvas.setStrokeColor(INK)
            canvas.setLineWidth(0.5)
            for number, (label, count, start) in enumerate(lines):
                y = high - (number + 1) * (BOX + 1 * MM) + 0.5 * MM
                canvas.setFont("Tuffy", 7.5)
                canvas.drawString(5 * MM if name else 0, y + 0.7 * MM, label)
                for n in range(count):
                    fives = (start + n) // 5 - start // 5  # a little room after each five
                    canvas.rect(left + n * (BOX + 0.6 * MM) + fives * 1.2 * MM, y, BOX, BOX, fill=0)

    return Boxes()
