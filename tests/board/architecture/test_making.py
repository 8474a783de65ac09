"""Every kind of made piece, over the ranges of its parameters."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
import trimesh
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from scipy.spatial import cKDTree
from shapely.geometry import MultiPoint, Polygon, box

from sim.board.architecture.glb_writer import glb_bytes
from sim.board.architecture.making import MOST, built, built_bytes
from sim.board.architecture.model import Model
from sim.board.architecture.plans import KINDS, Building, HousePlan, Roof
from sim.board.model.terrain import Meaning
from tests.board.architecture.plans import L_SHAPE, OUTLINES, plans

ASIDE = 1.6  # inches: crosses stand so high on churches
SINKS = {"bridge", "quay", "stairs"}  # into the water
FEW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def points(model: Model, part: str) -> np.ndarray:
    """All corners of a part, (n, 3)."""
    solid = next(solid for name, solid, _ in model.parts if name == part)
    return np.concatenate([triangles.reshape(-1, 3) for _, triangles in solid.faces()])


def plot(plan: Building) -> Polygon:
    """The ground plan as the parameters say it."""
    return (
        Polygon(plan.outline) if plan.outline else box(-plan.width / 2, -plan.depth / 2, plan.width / 2, plan.depth / 2)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_of_any_parameters_is_sound(kind: str) -> None:
    @FEW
    @given(plan=plans(kind))
    def holds(plan: Any) -> None:
        model = built(plan)
        assert len(glb_bytes(model)) > 1000  # every part is closed, or it would not be written
        assert model.seen_triangles <= MOST
        assert model.rule_triangles <= MOST / 2
        assert len({name for name, _, _ in model.parts}) == len(model.parts)
        for _, _, meaning in model.parts:
            assert not msgspec.convert(meaning, Meaning).decor
        lowest = min(points(model, name)[:, 2].min() for name, _, _ in model.parts)
        assert lowest == pytest.approx(-2.0 if kind in SINKS and lowest < -0.1 else 0.0, abs=1e-3)

    holds()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_only_drawn_keeps_to_what_is_ruled(kind: str) -> None:
    """No corner of detail is far from the piece that is measured and stood on."""

    @settings(FEW, max_examples=3)
    @example(plan=KINDS[kind]())
    @given(plan=plans(kind))
    def holds(plan: Any) -> None:
        model = built(plan)
        drawn = [layer.points for layer in model.sketch.layers.values()]
        ruled = np.concatenate([t for _, solid, _ in model.parts for _, t in solid.faces()])
        for corners in (np.concatenate(points) for points in drawn):
            assert farthest(np.unique(np.round(corners, 1), axis=0), ruled) < ASIDE

    holds()


def farthest(places: np.ndarray, triangles: np.ndarray) -> float:
    """How far the farthest of some places (n, 3) is from the surface of triangles (m, 3, 3), within a fifth of an
    inch."""
    faces = np.arange(3 * len(triangles)).reshape(-1, 3)
    surface, _ = trimesh.remesh.subdivide_to_size(triangles.reshape(-1, 3), faces, 0.3, max_iter=20)
    far, _ = cKDTree(surface).query(places)
    return float(far.max(initial=0.0))


@pytest.mark.parametrize("kind", ["house", "palazzo"])
def test_a_building_keeps_to_its_ground_plan_and_its_doors_are_in_its_walls(kind: str) -> None:
    @FEW
    @given(plan=plans(kind, ruin=0.0))
    def holds(plan: Building) -> None:
        model = built(plan)
        ground = plot(plan)
        body = points(model, "house")
        assert MultiPoint(body[:, :2]).within(ground.buffer(0.01))
        assert Polygon(MultiPoint(body[np.abs(body[:, 2]) < 1e-6][:, :2]).convex_hull).symmetric_difference(
            ground.convex_hull
        ).area == pytest.approx(0.0, abs=0.05)
        solid = next(solid for name, solid, _ in model.parts if name == "house")
        doors = [triangles for paint, triangles in solid.faces() if paint.material == "wood"]
        for triangles in doors:
            corners = triangles.reshape(-1, 3)
            assert MultiPoint(corners[:, :2]).within(ground.buffer(-0.1))
            assert corners[:, 2].max() < 1.9

    holds()


@FEW
@given(plan=plans("house"), ruin=st.floats(0.05, 1.0))
def test_what_stands_of_a_ruin_is_less_where_more_has_fallen(plan: HousePlan, ruin: float) -> None:
    def standing(share: float) -> float:
        made = built(msgspec.structs.replace(plan, ruin=share))
        return sum(float(s.body.volume()) for name, s, _ in made.parts if name == "walls")

    whole = msgspec.structs.replace(plan, ruin=ruin)
    assert all(meaning["ruin"] for _, _, meaning in built(whole).parts)
    assert standing(ruin) >= standing(min(1.0, ruin + 0.3)) - 1e-6
    assert points(built(whole), "walls")[:, 2].max() <= sum((2.2, 2.1, 1.9, 1.8, 1.8)[: plan.floors]) + 0.01


@pytest.mark.parametrize("outline", OUTLINES)
@pytest.mark.parametrize("roof", [Roof.HIP, Roof.GABLE])
def test_a_roof_covers_its_plan_at_one_pitch(outline: Any, roof: Roof) -> None:
    plan = HousePlan(outline=outline, roof=roof, pitch=0.5)
    solid = next(solid for name, solid, _ in built(plan).parts if name == "roof")
    tiles = np.concatenate([t for paint, t in solid.faces() if paint.material == "tile"])
    normals = np.cross(tiles[:, 1] - tiles[:, 0], tiles[:, 2] - tiles[:, 0])
    area = np.linalg.norm(normals, axis=1)
    slopes = np.hypot(normals[:, 0], normals[:, 1])[area > 0.05] / normals[:, 2][area > 0.05]
    assert slopes == pytest.approx(0.5, abs=0.02)
    assert normals[:, 2].sum() / 2 == pytest.approx(plot(plan).area, rel=0.01)  # as seen from above


def test_the_same_parameters_give_the_same_bytes() -> None:
    plan = HousePlan(outline=L_SHAPE, balconies=2, ruin=0.3, seed=5)
    assert built_bytes(plan) == built_bytes(msgspec.json.decode(msgspec.json.encode(plan), type=HousePlan))
    assert built_bytes(plan) != built_bytes(msgspec.structs.replace(plan, seed=6))


def test_an_arcade_is_walked_under_and_an_awning_landed_on() -> None:
    model = built(HousePlan(width=8, arcade=True))
    body = next(solid for name, solid, _ in model.parts if name == "house")
    assert float(body.body.volume()) < float(built(HousePlan(width=8)).parts[0][1].body.volume())
    shop = {name: meaning for name, _, meaning in built(HousePlan(width=8, awnings=2)).parts}
    assert shop["awning-1"]["landing"] == shop["awning-2"]["landing"] == "soft"
