"""Minis put on the board to measure from: put down, chosen, moved and taken away. No map keeps them."""

from __future__ import annotations

import math

import msgspec

from sim.app.editor.model import EditorModel
from sim.app.editor.tools import Eyes, Pixel
from sim.board.model.tableau import Point
from sim.builder.edits import fresh_id
from sim.builder.measuring.protocol import Mini
from sim.words import say

__all__ = ["DEXTERITIES", "MOST_MINIS", "MOVES", "change", "mini_under", "move_mini", "put_mini", "take_mini"]

TAKES_HOLD = 20.0  # pixels round a mini
WAIST = 0.6  # inches: there a mini is pointed at
MOVES = tuple(range(1, 13))  # inches
DEXTERITIES = (4, 5, 6)
MOST_MINIS = 40


def mini_under(model: EditorModel, eyes: Eyes, mouse: Pixel) -> str:
    """The mini under the mouse, or nothing."""
    found = []
    for mini in model.minis:
        pixel = eyes.pixel((mini.at[0], mini.at[1], mini.at[2] + WAIST))
        if pixel is not None and math.dist(pixel, mouse) <= TAKES_HOLD:
            found.append((math.dist(pixel, mouse), mini.id))
    return min(found)[1] if found else ""


def put_mini(model: EditorModel, at: Point) -> None:
    """Another mini, which is the chosen one from now on."""
    if len(model.minis) >= MOST_MINIS:
        model.notify(say("{n} minis are the most: take some away (Del)", n=MOST_MINIS), alert=True)
        return
    id = fresh_id("mini", {mini.id for mini in model.minis})
    model.minis = (*model.minis, Mini(id, _rounded(at), model.shows.base_mm))
    model.mini = id


def move_mini(model: EditorModel, at: Point) -> None:
    """The chosen mini stands here now."""
    model.minis = tuple(msgspec.structs.replace(m, at=_rounded(at)) if m.id == model.mini else m for m in model.minis)


def take_mini(model: EditorModel) -> None:
    """Take the chosen mini away."""
    model.minis = tuple(m for m in model.minis if m.id != model.mini)
    model.mini = model.minis[-1].id if model.minis else ""


def change(model: EditorModel, what: str, value: float) -> None:
    """Another MOVE, base or DEXTERITY to measure by."""
    shows = model.shows
    match what:
        case "move":
            shows.move = min(max(value, MOVES[0]), MOVES[-1])
        case "base":
            shows.base_mm = value
            model.minis = tuple(msgspec.structs.replace(m, base_mm=value) for m in model.minis)
        case "dexterity":
            shows.dexterity = int(value)
            shows.leaps = True


def _rounded(at: Point) -> Point:
    x, y, z = (round(v, 3) for v in at)
    return (x, y, z)
