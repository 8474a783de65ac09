"""Bridges along x: stone stairs over an arch, and planks on timber trusses."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from shapely.geometry import Polygon

from sim.board.architecture import paint
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.plans import BridgePlan, Stuff
from sim.board.architecture.solid import PaintedSolid, beam, box, gather, panel

__all__ = ["STEEPEST", "bridge", "stone_bridge", "wooden_bridge"]

STEEPEST = 0.2  # of its length: the most that a bridge rises
_STONE, _BRICK = Paint("stone", paint.STONE), Paint("brick")
_RISER = 0.1364  # inches


def bridge(model: Model, plan: BridgePlan) -> None:
    """Add all of a bridge to an empty model."""
    rise = min(plan.rise, STEEPEST * plan.length)
    if plan.stuff is Stuff.WOOD:
        wooden_bridge(model, plan.length, plan.width, rise, plan.parapet)
    else:
        stone_bridge(
            model, plan.length, plan.width, rise, plan.parapet, _STONE if plan.stuff is Stuff.STONE else _BRICK
        )


def _arc(span: float, foot: float, crown: float, steps: int) -> list[tuple[float, float]]:
    x = np.linspace(-span / 2, span / 2, steps)
    return [(float(a), float(foot + (crown - foot) * np.sqrt(max(0.0, 1 - (2 * a / span) ** 2)))) for a in x]


def _parapets(model: Model, top: list[tuple[float, float]], half: float, height: float, colour: Paint) -> None:
    """Walls along both edges of a deck whose profile is `top`: low parts of their own."""
    for side, y in (("south", -half), ("north", half - 0.2)):
        outline = Polygon([*((x, z - 0.08) for x, z in top), *((x, z + height) for x, z in reversed(top))])
        frame = Frame((0, y + 0.2, 0), (1, 0, 0), (0, -1, 0))
        model.part(f"parapet-{side}", panel(outline, frame, 0.0, 0.2, colour), material=colour.material)
        cap = Polygon([*((x, z + height) for x, z in top), *((x, z + height + 0.07) for x, z in reversed(top))])
        model.sketch.panel(cap, frame, -0.05, 0.25, "stone", paint.STONE)
        model.sketch.panel(cap, Frame((0, y, 0), (-1, 0, 0), (0, 1, 0)), -0.05, 0.05, "stone", paint.STONE)
        for x, z in (top[0], top[-1]):
            model.sketch.box(
                (x - 0.15, y - 0.03, z - 0.2), (x + 0.15, y + 0.23, z + height + 0.18), "stone", paint.STONE
            )
            model.sketch.lathe(
                [(0.0, 0.0), (0.1, 0.0), (0.14, 0.1), (0.1, 0.2), (0.0, 0.24)][1:],
                (x, y + 0.1, z + height + 0.18),
                "stone",
                paint.STONE,
                sides=10,
            )


def stone_bridge(
    model: Model, length: float, width: float, rise: float, parapet: bool = True, tread: Paint = _STONE
) -> None:
    """The stepped bridge: stone stairs over a brick arch."""
    half, slope_length = width / 2, length / 2 - 0.8
    steps = max(1, round(rise / _RISER))
    run = slope_length / steps
    line = [(-length / 2, 0.0)]
    for k in range(steps):
        x = -length / 2 + run * k + 0.1
        line += [(x, rise * k / steps), (x, rise * (k + 1) / steps)]
    line += [(-p[0], p[1]) for p in reversed(line)]
    pier = length / 2 - 1.35
    deck = [(x, rise * min(1.0, (length / 2 - 0.1 - abs(x)) / slope_length)) for x, _ in _arc(2 * pier - 0.4, 0, 0, 19)]
    arch_line = [
        (x, min(z, top - 0.3))
        for (x, z), (_, top) in zip(_arc(2 * pier - 0.4, -1.2, rise - 0.35, 19), deck, strict=True)
    ]
    body = Polygon(
        [
            *line,
            (length / 2, -0.3),
            (pier, -0.3),
            (pier, -2.0),
            (pier - 0.2, -2.0),
            *reversed(arch_line),
            (0.2 - pier, -2.0),
            (-pier, -2.0),
            (-pier, -0.3),
            (-length / 2, -0.3),
        ]
    ).buffer(0)
    frame = Frame((0, half, 0), (1, 0, 0), (0, -1, 0))
    skin = Paint("brick", "#ffffff", up=tread if tread.material != "brick" else None)
    model.part("bridge", panel(body, frame, 0.0, 2 * half, skin), climbable=True, material="brick")
    if parapet:
        top = [
            (-length / 2 + 0.1, 0.0),
            (-length / 2 + 0.1 + slope_length, rise),
            (length / 2 - 0.1 - slope_length, rise),
            (length / 2 - 0.1, 0.0),
        ]
        _parapets(model, top, half, 0.5, _BRICK)
    ring = Polygon([*arch_line, *((x * 1.09, z + 0.22) for x, z in reversed(arch_line))]).buffer(0)
    for own in (Frame((0, -half, 0), (1, 0, 0), (0, -1, 0)), Frame((0, half, 0), (-1, 0, 0), (0, 1, 0))):
        model.sketch.panel(ring, own, -0.02, 0.05, "stone", paint.STONE)


def wooden_bridge(model: Model, length: float, width: float, rise: float, rails: bool = True) -> None:
    """A bridge of planks on timber trusses, gently arched, walked without a step."""
    half = width / 2
    x = np.linspace(-length / 2, length / 2, 17)
    top = [(float(a), float(rise * np.cos(np.pi * a / length) ** 1.3) if abs(a) < length / 2 else 0.0) for a in x]
    deck = Polygon([*top, *((a, z - 0.16) for a, z in reversed(top))])
    frame = Frame((0, half, 0), (1, 0, 0), (0, -1, 0))
    wood = Paint("wood", "#8a6a46")
    model.part("deck", panel(deck, frame, 0.0, 2 * half, wood))
    post, brace = length * 0.3, length * 0.125
    timber: list[PaintedSolid] = []
    for y in (-half + 0.12, half - 0.12):
        line = [(a, z - 0.22) for a, z in top[2:-2:2]]
        timber += [beam((a[0], y, a[1]), (b[0], y, b[1]), 0.12, wood) for a, b in pairwise(line)]
        timber += [beam((s * post, y, -2.0), (s * post, y, rise - 0.6), 0.14, wood) for s in (-1, 1)]
        timber += [beam((s * post, y, -0.5), (s * brace, y, rise - 0.43), 0.09, wood) for s in (-1, 1)]
    model.part("timber", gather(timber), material="wood")
    for side, y in (("south", -half + 0.06), ("north", half - 0.06)):
        if rails:
            _rail(model, side, y, top)
    for a, b in pairwise(top):
        for k in range(2):
            share = (k + 0.5) / 2
            px, pz = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share + 0.02
            step = np.array([b[0] - a[0], 0.0, b[1] - a[1]])
            wide = float(np.linalg.norm(step)) / 2 - 0.02
            model.sketch.board(
                (px, -half - 0.05, pz), (px, half + 0.05, pz), step / np.linalg.norm(step), wide, 0.06, "#8a6a46"
            )


def _rail(model: Model, side: str, y: float, top: list[tuple[float, float]]) -> None:
    rails: list[PaintedSolid] = []
    pole = Paint("plain", "#86664a")
    for a, b in zip(top[:-1:2], top[2::2], strict=True):
        rails += [beam((a[0], y, a[1] + up), (b[0], y, b[1] + up), 0.04, pole) for up in (0.26, 0.5)]
        rails.append(box((a[0] - 0.045, y - 0.045, a[1] - 0.05), (a[0] + 0.045, y + 0.045, a[1] + 0.54), pole))
    rails.append(box((top[-1][0] - 0.045, y - 0.045, -0.05), (top[-1][0] + 0.045, y + 0.045, 0.54), pole))
    model.part(f"rail-{side}", gather(rails), material="plain")
