"""What made pieces are known by: saves and caches lean on it that a version of the builder always builds the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.board.architecture.identity import BUILDER, made_name
from sim.board.architecture.making import built
from sim.board.architecture.plans import BridgePlan, HousePlan, PalazzoPlan, PiecePlan, Roof, StairsPlan, WallPlan
from tests.board.architecture.plans import L_SHAPE, SLANTED

AS_BUILT = Path(__file__).parent / "as-built.json"
PLANS: dict[str, PiecePlan] = {
    "house": HousePlan(balconies=2, awnings=1),
    "arcade": HousePlan(width=8, arcade=True, roof=Roof.TERRACE),
    "drawn": HousePlan(outline=SLANTED, roof=Roof.GABLE),
    "ruin": HousePlan(outline=L_SHAPE, ruin=0.4, seed=3),
    "palazzo": PalazzoPlan(roof=Roof.FLAT, merlons=True),
    "bridge": BridgePlan(),
    "stairs": StairsPlan(),
    "wall": WallPlan(gate=True, height=2.5, ruin=0.3),
}


def measured(plan: PiecePlan) -> dict[str, list[float]]:
    """The volume of each part and how high it reaches, rounded beyond what differs from machine to machine."""
    found = {}
    for name, solid, _ in built(plan).parts:
        high = max(float(triangles[..., 2].max()) for _, triangles in solid.faces())
        found[name] = [round(float(solid.body.volume()), 2), round(high, 2)]
    return found


def test_a_builder_builds_what_it_always_built() -> None:
    """Where this fails on purpose: raise BUILDER, delete as-built.json, and run it once more."""
    now = {"builder": BUILDER, "pieces": {name: measured(plan) for name, plan in PLANS.items()}}
    if not AS_BUILT.exists():
        AS_BUILT.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    then = json.loads(AS_BUILT.read_text(encoding="utf-8"))
    assert then["builder"] == BUILDER
    for name, parts in now["pieces"].items():
        assert list(parts) == list(then["pieces"][name]), name
        for part, numbers in parts.items():
            assert numbers == pytest.approx(then["pieces"][name][part], abs=0.02), (name, part)


def test_a_name_is_of_what_is_said_and_not_of_how_it_is_said() -> None:
    assert made_name(WallPlan(length=5)) == made_name(WallPlan(length=5.0, height=1.8))
    assert made_name(WallPlan(length=5)) != made_name(WallPlan(length=5.1))
    assert made_name(HousePlan()) != made_name(PalazzoPlan())
