"""Steps into a canal at one place of its bank: where the mouse is, they are put in or taken away."""

from __future__ import annotations

import math

import msgspec
from shapely.geometry import Point as Place
from shapely.geometry import Polygon

from sim.app.editor.controller import EditorController
from sim.board.files.mapfile import Canal
from sim.builder.edits import SetFlat
from sim.words import say

__all__ = ["TREAD", "steps_here"]

TREAD = 0.4  # inches of a step
NEAR = 4.0  # inches from the mouse to the bank, at most


def steps_here(hand: EditorController) -> None:
    """Into the canal that is chosen, or the nearest one."""
    model = hand.model
    chosen = [thing for thing in model.chosen_flat() if isinstance(thing, Canal)] or list(model.map.canals)
    if hand.hovered is None or not chosen:
        model.notify(say("Point at the bank of a canal"))
        return
    x, y, _ = hand.hovered.at
    at = Place(x, y)
    far, canal = min(
        ((Polygon(model.outline(canal.id)).exterior.distance(at), canal) for canal in chosen), key=lambda pair: pair[0]
    )
    if far > NEAR:
        model.notify(say("Point at the bank of a canal"))
        return
    left = tuple(p for p in canal.steps_at if math.dist(p, (x, y)) > canal.steps_wide)
    places = left if len(left) < len(canal.steps_at) else (*left, (round(x, 1), round(y, 1)))
    model.commit(
        SetFlat(msgspec.structs.replace(canal, steps=(canal.steps or TREAD) if places else 0.0, steps_at=places))
    )
    model.selected = (canal.id,)
