"""What a mirror makes of a piece."""

from __future__ import annotations

import msgspec

from sim.board.architecture.plans import Building, PiecePlan, Towards
from sim.board.files.mapfile import PiecePlacement

__all__ = ["mirrored"]


def mirrored(placed: PiecePlacement) -> PiecePlacement:
    """A piece made the other way round where it can be: a made one. A mesh stays as it is."""
    return placed if isinstance(placed.piece, str) else msgspec.structs.replace(placed, piece=_plan(placed.piece))


def _plan(plan: PiecePlan) -> PiecePlan:
    """A plan with east and west swapped. Small details, which follow from the seed, are not mirrored."""
    if not isinstance(plan, Building):
        return plan
    swap = {Towards.EAST: Towards.WEST, Towards.WEST: Towards.EAST}
    return msgspec.structs.replace(
        plan,
        outline=tuple((-x, y) for x, y in reversed(plan.outline)),
        doors=tuple(swap.get(side, side) for side in plan.doors),
        blind=tuple(swap.get(side, side) for side in plan.blind),
    )
