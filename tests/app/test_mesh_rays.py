"""What is pointed at of a large mesh is found as in one tree, and what builds its trees keeps no window waiting."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.app.editor import mesh_rays, piece_shapes
from sim.app.editor.mesh_rays import MeshRays
from sim.app.editor.piece_shapes import PieceShapes
from sim.geometry.ray.ray_scene import RayScene
from tests.shapes import box


def steps() -> np.ndarray:
    """Seven boxes, each higher than the one before."""
    return np.concatenate([box((x, 0, 0), (x + 1, 4, 1 + x)) for x in range(7)])


def test_the_nearest_of_all_trees_is_met_and_faces_have_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_rays, "CHUNK", 5)
    rays, whole = MeshRays(steps()), RayScene(steps())
    for start, way in (((-2, 1.3, 0.4), (1, 0, 0)), ((9, 2.2, 3.3), (-1, 0, 0)), ((4.3, 1.1, 20), (0.01, 0.02, -1))):
        (face,), (far,) = whole.first_hits(np.array([start], float), np.array([way], float))
        met = rays.first_hit(start, way)
        assert met is not None
        assert met[0] == face
        assert met[1] == pytest.approx(far)
    assert rays.first_hit((0, 0, 30), (0, 0, 1)) is None
    assert MeshRays(np.zeros((0, 3, 3))).first_hit((0, 0, 30), (0, 0, -1)) is None


@pytest.mark.parametrize(("large", "built"), [(1, 1), (10**9, 0)])
def test_the_trees_of_a_large_piece_are_there_before_it_is_pointed_at(
    large: int, built: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = list[MeshRays]()
    monkeypatch.setattr(piece_shapes, "LARGE", large)
    monkeypatch.setattr(MeshRays, "prepare", lambda rays: prepared.append(rays))
    shapes = PieceShapes(tmp_path)
    assert shapes.shape("casa-rosa") is not None
    assert len(prepared) == built
