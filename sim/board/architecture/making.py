"""Pieces from their parameters: from a plan to a model, and to the content of a file."""

from __future__ import annotations

from sim.board.architecture import bell_towers, bridges, buildings, carpentry, churches, stonework
from sim.board.architecture.glb_writer import glb_bytes
from sim.board.architecture.identity import GENERATOR
from sim.board.architecture.model import Model
from sim.board.architecture.plans import (
    BridgePlan,
    CampanilePlan,
    ChurchPlan,
    HousePlan,
    PalazzoPlan,
    PiecePlan,
    QuayPlan,
    ScaffoldingPlan,
    StairsPlan,
    WallPlan,
)

__all__ = ["MOST", "built", "built_bytes"]

MOST = 20_000  # triangles of a piece


def built(plan: PiecePlan, drawn: bool = True) -> Model:
    """The model of a plan: closed solids with their meaning, and what is seen of it, unless it is not to be `drawn`,
    which takes a fifth of the time."""
    if isinstance(plan, HousePlan | PalazzoPlan):
        return _building(plan, drawn)
    model = Model(f"made {plan.seed}", drawn)
    match plan:
        case BridgePlan():
            bridges.bridge(model, plan)
        case QuayPlan():
            stonework.quay(model, plan)
        case StairsPlan():
            stonework.stairs(model, plan)
        case WallPlan():
            stonework.garden_wall(model, plan)
        case ScaffoldingPlan():
            carpentry.scaffold(model, plan.bays, plan.decks, plan.storey, plan.ladders)
        case ChurchPlan():
            churches.church(model, plan)
        case CampanilePlan():
            bell_towers.campanile(model, plan)
    return model


def _building(plan: HousePlan | PalazzoPlan, drawn: bool) -> Model:
    """With as much detail as fits. The solids go by it, so that what is only reckoned to be too much is drawn after
    all."""
    detail = 2
    while True:
        model = Model(f"made {plan.seed}", drawn)
        used = buildings.building(model, plan, detail)
        if not used or model.seen_triangles <= MOST:
            return model
        if not drawn:
            return _building(plan, drawn=True)
        detail = used - 1


def built_bytes(plan: PiecePlan) -> bytes:
    """A plan's piece as the content of a .glb file, which says what made it."""
    return glb_bytes(built(plan), GENERATOR)
