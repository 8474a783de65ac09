"""A plan as one SVG drawing, to scale: an inch of the board is an inch of the drawing times `ratio`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.etree import ElementTree

from sim.builder.export.plan import FAINT, INK, PAPER, BoardPlan, PlanLine, PlanWords
from sim.words import say, sense

__all__ = ["plan_svg"]

MARGIN = 1.6  # inches round the board
ROW = 0.42  # inches of a row of the list
COLUMN = 13.0  # inches of a column of the list
ENDS = (0.0, 0.6, 4.2, 7.4, 9.0, 10.4, 11.4)  # inches from the left of it, of what is said of a piece
HEADS = (
    "",
    say("piece"),
    say("id"),
    say("middle: x, y"),
    say("box"),
    say("top"),
    sense("of a piece on a plan", "turn"),
)
MM = 25.4
POINT = 1 / 72  # inch
LONGEST = 24  # letters of a name
FINE = 0.5  # the least ratio at which fine words can be read


def plan_svg(plan: BoardPlan, ratio: float = 1.0, told: Callable[[str], str] = str) -> bytes:
    """The content of an .svg file; its list of pieces stands below the board. `told`: a message as it is read."""
    wide, deep = plan.size
    columns = max(1, int((wide + MARGIN) / COLUMN))
    rows = -(-len(plan.pieces) // columns)
    across, down = max(wide, COLUMN) + 2 * MARGIN, deep + 2 * MARGIN + 1.6 + (rows + 1) * ROW
    root = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": f"{across * MM * ratio:.2f}mm",
            "height": f"{down * MM * ratio:.2f}mm",
            "viewBox": f"0 0 {across:.3f} {down:.3f}",
            "font-family": "Tuffy, Helvetica, Arial, sans-serif",
        },
    )
    ElementTree.SubElement(root, "title").text = plan.name
    ElementTree.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": PAPER})
    top = MARGIN + 0.9
    board = ElementTree.SubElement(root, "g", {"transform": f"translate({MARGIN} {top + deep:.3f})"})
    for line in plan.lines:
        _line(board, line, ratio)
    for words in plan.words:
        if not words.fine or ratio >= FINE:
            _words(board, words)
    measures = {"wide": wide, "deep": deep, "wide_cm": wide * 2.54, "deep_cm": deep * 2.54}
    title = say('{board}, {wide:g}" x {deep:g}" ({wide_cm:.0f} x {deep_cm:.0f} cm)', board=plan.name, **measures)
    _text(root, (MARGIN, 1.25), title, 0.7)
    note = say("Inches from the south-west corner; tops over the street; turned counter-clockwise.")
    _text(root, (MARGIN, top + deep + MARGIN - 0.35), note, 0.26, FAINT)
    for n, piece in enumerate(plan.pieces):
        column, row = n // rows, n % rows
        x, y = MARGIN + column * COLUMN, top + deep + MARGIN + (row + 1) * ROW
        if row == 0:
            _row(root, (x, y - ROW), tuple(map(told, HEADS)), FAINT)
        _row(root, (x, y), tuple(map(told, piece.cells)))
    for drawn in root.iter("text"):
        drawn.text = told(drawn.text or "")
    content: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return content


def _row(parent: ElementTree.Element, at: tuple[float, float], said: Sequence[str], ink: str = INK) -> None:
    for end, words in zip(ENDS, said, strict=True):
        short = words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
        _text(parent, (at[0] + end, at[1]), short, 0.26, ink)


def _text(parent: ElementTree.Element, at: tuple[float, float], said: str, tall: float, ink: str = INK) -> None:
    """Words that begin at a point of the drawing, y down."""
    style = {"x": f"{at[0]:.2f}", "y": f"{at[1]:.2f}", "font-size": f"{tall:g}", "fill": ink}
    ElementTree.SubElement(parent, "text", style).text = said


def _line(parent: ElementTree.Element, line: PlanLine, ratio: float) -> None:
    closed = " Z" if line.fill else ""
    path = " ".join("M " + " L ".join(f"{x:.3f} {-y:.3f}" for x, y in ring) + closed for ring in line.rings)
    style = {"d": path, "fill": line.fill or "none", "fill-rule": "evenodd", "stroke-linejoin": "round"}
    if line.pen:
        style |= {"stroke": line.pen, "stroke-width": f"{line.wide * POINT / ratio:.4f}"}
    if line.dashed:
        style["stroke-dasharray"] = "0.12 0.08"
    ElementTree.SubElement(parent, "path", style)


def _words(parent: ElementTree.Element, words: PlanWords) -> None:
    x, y = words.at
    style = {
        "x": f"{x:.3f}",
        "y": f"{-y + words.tall * 0.35:.3f}",
        "font-size": f"{words.tall:.3f}",
        "text-anchor": "middle",
        "fill": words.ink,
    }
    if words.halo:
        style |= {"stroke": PAPER, "stroke-width": f"{words.tall * 0.16:.3f}", "paint-order": "stroke"}
    ElementTree.SubElement(parent, "text", style).text = words.text
