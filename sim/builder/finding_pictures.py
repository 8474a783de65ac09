"""A board from above with a number at the place of each finding."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import numpy as np

from sim.board.board import Board
from sim.board.map_checks.checks import Issue
from sim.builder.looks import from_above, look_of_board

__all__ = ["finding_picture"]

WIDEST = 1800  # pixels
MARGIN = 0.9  # inches round the board: edges and corners are marked on it
RADIUS = 0.55  # inches of a mark
PAPER, ERROR, WARNING, INK = (246, 240, 228), (178, 38, 30), (196, 138, 24), (255, 255, 255)


def finding_picture(board: Board, issues: Sequence[Issue]) -> bytes:
    """A PNG, north up: marks are numbered from 1 in the order of the findings, errors red."""
    from PIL import Image, ImageDraw, ImageFont

    wide, deep = board.size
    per_inch = min(40.0, WIDEST / (max(wide, deep) + 2 * MARGIN))
    seen = from_above(look_of_board(board), (0.0, 0.0), (wide, deep), per_inch)
    border = round(MARGIN * per_inch)
    image = Image.fromarray(np.pad(seen, ((border, border), (border, border), (0, 0)), constant_values=255))
    draw = ImageDraw.Draw(image)
    size = image.size
    for box in ((0, 0, size[0], border), (0, size[1] - border, size[0], size[1]), (0, 0, border, size[1]),
                (size[0] - border, 0, size[0], size[1])):  # fmt: skip
        draw.rectangle(box, fill=PAPER)
    radius = RADIUS * per_inch
    letters = ImageFont.load_default(size=radius * 1.2)
    taken: list[tuple[float, float]] = []
    for number, issue in enumerate(issues, 1):
        if issue.at is None:
            continue
        x, y = border + issue.at[0] * per_inch, border + (deep - issue.at[1]) * per_inch
        while any(abs(x - u) < 1.5 * radius and abs(y - v) < 1.5 * radius for u, v in taken):
            x += 1.6 * radius  # beside those that are there
        taken.append((x, y))
        circle = (x - radius, y - radius, x + radius, y + radius)
        draw.ellipse(circle, fill=ERROR if issue.severity == "error" else WARNING, outline=INK, width=2)
        draw.text((x, y), str(number), fill=INK, font=letters, anchor="mm")
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()
