"""What pieces take up, seen from above: of those from files by their meshes, of made ones by their parameters."""

from __future__ import annotations

from functools import cache

import numpy as np
from shapely import MultiPoint, affinity
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from sim.board.architecture.plans import (
    BridgePlan,
    Building,
    CampanilePlan,
    ChurchPlan,
    QuayPlan,
    ScaffoldingPlan,
    StairsPlan,
    WallPlan,
)
from sim.board.files.mapfile import PiecePlacement
from sim.board.files.pieces import piece_path, read_piece

__all__ = ["lies", "outline_of"]


def lies(placed: PiecePlacement) -> BaseGeometry:
    """What a piece takes up where it stands."""
    own = outline_of(placed)
    if placed.mirror:
        own = affinity.scale(own, -1.0, 1.0, origin=(0, 0))
    return affinity.translate(affinity.rotate(own, placed.turn, origin=(0, 0)), *placed.at)


def outline_of(placed: PiecePlacement) -> BaseGeometry:
    """What a piece takes up about its own origin."""
    plan = placed.piece
    match plan:
        case str():
            return _of_file(plan)
        case Building() if plan.outline:
            return Polygon(plan.outline)
        case Building():
            return box(-plan.width / 2, -plan.depth / 2, plan.width / 2, plan.depth / 2)
        case BridgePlan():
            return box(-plan.length / 2, -plan.width / 2, plan.length / 2, plan.width / 2)
        case QuayPlan():
            return box(-plan.width / 2, -plan.depth - (1.4 if plan.steps else 0), plan.width / 2, 0)
        case StairsPlan():
            if plan.water:
                return box(-plan.width / 2 - 0.25, -1.45, plan.width / 2 + 0.25, 0)
            deep = plan.height / plan.steep + plan.landing
            return box(-plan.width / 2 - 0.2, -deep - 0.12, plan.width / 2 + 0.2, 0)
        case WallPlan():
            return box(-plan.length / 2 - 0.05, -plan.thick / 2 - 0.07, plan.length / 2 + 0.05, plan.thick / 2 + 0.07)
        case ScaffoldingPlan():
            return box(-plan.bays * 0.95 - 0.15, -1.0, plan.bays * 0.95 + 0.15, 1.0)
        case ChurchPlan():
            return box(-plan.width / 2, -plan.length / 2 - 0.85, plan.width / 2, plan.length / 2 + 0.2)
        case CampanilePlan():
            front = plan.width / 2 + (1.45 if plan.gallery else 0.3)
            return box(-plan.width / 2 - 0.3, -front, plan.width / 2 + 0.3, plan.width / 2 + 0.3)
    raise TypeError(f"{placed.called}: no one has said what it takes up")


@cache
def _of_file(name: str) -> BaseGeometry:
    parts = read_piece(piece_path(name))
    corners = np.concatenate([part.triangles.reshape(-1, 3)[:, :2] for part in parts])
    return MultiPoint(corners).convex_hull
