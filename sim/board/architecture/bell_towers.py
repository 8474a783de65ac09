"""Bell towers: a brick shaft, an open belfry, and what it ends in."""

from __future__ import annotations

from shapely.geometry import box as rect

from sim.board.architecture import paint
from sim.board.architecture.balcony import balcony
from sim.board.architecture.frame import walls_of
from sim.board.architecture.model import Model
from sim.board.architecture.openings import Opening, cutter, draw
from sim.board.architecture.paint import Paint
from sim.board.architecture.plans import CampanilePlan, Spire
from sim.board.architecture.solid import PaintedSolid, box, hull, join, lathe

__all__ = ["campanile"]

_STONE, _BRICK = Paint("stone", paint.STONE), Paint("brick")
_STAGE = 3.2  # inches from window to window


def campanile(model: Model, plan: CampanilePlan) -> None:
    """Add all of a bell tower to an empty model; its pyramid is too steep to stand on."""
    h, top = plan.width / 2, plan.height
    gallery = min(plan.gallery, top - 2.0) if plan.gallery >= 2.5 else 0.0
    tower = (
        box((-h, -h, 0), (h, h, top), _BRICK)
        + box((-h - 0.15, -h - 0.15, 0), (h + 0.15, h + 0.15, 0.6), _STONE)
        + box((-h - 0.3, -h - 0.3, top), (h + 0.3, h + 0.3, top + 0.25), _STONE)
    )
    walls = walls_of(plan.width, plan.width)
    for side, frame in walls.items():
        for opening in _openings(side, h, top, gallery):
            tower = tower - cutter(opening, frame, "#b07a5a")
            draw(opening, frame, model.sketch)
        for along in (0.16, 2 * h - 0.16):
            strip = rect(along - 0.16, 0.6, along + 0.16, top - 0.3)
            model.sketch.panel(strip, frame, 0.0, 0.07, "brick", "#ffffff")
        panel = rect(h - 0.6, top - 3.9, h + 0.6, top - 3.1)
        if gallery:
            panel = panel.union(rect(0.3, gallery - 0.5, 2 * h - 0.3, gallery - 0.38))
        model.sketch.panel(panel, frame, 0.0, 0.05, "stone", paint.STONE)
    model.part("tower", tower, material="brick")
    if gallery:
        balcony(model, "gallery", walls["s"], h, gallery, min(2.8, 2 * h - 0.4), 1.4)
    _belfry(model, h, top + 0.2)
    _spire(model, plan.spire, h, top + 2.65)
    for z, out in ((top - 0.2, 0.12), (top, 0.3), (top + 2.4, 0.12)):
        w = h + (0.14 if z > top + 0.8 else 0.0)
        model.sketch.box((-w - out, -w - out, z - 0.14), (w + out, w + out, z), "stone", paint.STONE)


def _openings(side: str, h: float, top: float, gallery: float) -> list[Opening]:
    """The windows of one side, one over the other, the door to the gallery and the one to the street."""
    stages = range(1, int((top - 1.7) / _STAGE) + 1)
    odd = [_STAGE * k for k in stages if k % 2]
    even = [_STAGE * k + 0.2 for k in stages if not k % 2]
    ahead = side == "s"
    doors = [gallery + 0.02] if gallery and ahead else []
    clear = [[z for z in own if not any(abs(z - d) < 1.6 for d in doors)] for own in (odd, even)]
    if ahead:
        clear[0] = [z for z in clear[0] if z > 2.0]
    found = [Opening(h, z, 0.42, 0.9, "round") for z in clear[0]]
    found += [Opening(h, z, 0.7, 1.5, "round") for z in doors]
    found += [Opening(h, z, 0.42, 0.9, "round") for z in clear[1]]
    if ahead:
        found.append(Opening(h, 0.0, 1.15, 1.62, "round", door="#4a3626"))
    return found


def _belfry(model: Model, h: float, foot: float) -> None:
    s = h - 0.1
    posts = join(
        box((x - 0.22, y - 0.22, foot), (x + 0.22, y + 0.22, foot + 2.3), _STONE) for x in (-s, s) for y in (-s, s)
    )
    posts = posts + box((-h - 0.15, -h - 0.15, foot + 2.1), (h + 0.15, h + 0.15, foot + 2.5), _STONE)
    model.part("belfry", posts)


def _spire(model: Model, spire: Spire, h: float, foot: float) -> None:
    """What stands on the belfry, whose bell hangs under `foot`."""
    w, lead = h + 0.1, Paint("lead", paint.LEAD)
    tip = foot + 4.75
    if spire is Spire.PYRAMID:
        base = [(x, y, z) for z in (foot, foot + 0.35) for y in (-w, w) for x in (-w, w)]
        model.part("spire", hull([*base, (0, 0, tip)], lead))
    elif spire is Spire.DOME:
        drum = lathe([(w - 0.1, foot - 0.05), (w - 0.1, foot + 0.9)], _STONE, 16)
        onion = [
            (w, 0.0),
            (w * 1.02, 0.35),
            (w * 0.92, 0.95),
            (w * 0.68, 1.5),
            (w * 0.36, 1.85),
            (0.16, 2.05),
            (0.1, 2.6),
        ]
        model.part("spire", drum + lathe([(r, foot + 0.9 + z) for r, z in onion], lead, 16))
        tip = foot + 3.5
    else:
        model.part("terrace", _terrace(w, foot - 0.05))
        tip = 0.0
    model.sketch.lathe(
        [(0.0, 0.0), (0.3, 0.0), (0.34, -0.06), (0.28, 0.06), (0.22, 0.4), (0.12, 0.55), (0.0, 0.58)][2:],
        (0, 0, foot - 1.15),
        "gold",
        "#9a6a2a",
        sides=14,
    )
    model.sketch.tube([(0, 0, foot - 0.65), (0, 0, foot - 0.25)], 0.04, "iron", paint.IRON)
    if tip:
        model.sketch.lathe(
            [(0.02, 0.0), (0.02, 0.3), (0.1, 0.36), (0.13, 0.45), (0.1, 0.54), (0.02, 0.6), (0.02, 0.85), (0.0, 0.9)],
            (0, 0, tip - 0.1),
            "gold",
            paint.GILT,
            sides=10,
        )


def _terrace(w: float, foot: float) -> PaintedSolid:
    """A flat roof with a low parapet."""
    floor = box((-w, -w, foot), (w, w, foot + 0.1), Paint("stone", paint.STONE, up=Paint("cotto", "#b98a6a")))
    wall = box((-w, -w, foot + 0.05), (w, w, foot + 0.55), _STONE)
    return floor + (wall - box((0.16 - w, 0.16 - w, foot), (w - 0.16, w - 0.16, foot + 1.0), _STONE))
