"""Bodies: what sees stands over its base."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
import trimesh

from sim.board.files.bodies import ON_BASE, load_body, load_on_base
from sim.board.files.folders import assets_dir
from sim.board.model.tableau import BASE_HEIGHT

SIZES: dict[str, float] = {path.stem: 30.0 for path in (assets_dir() / "bodies").glob("*.glb")}
OF_CHARACTERS: dict[str, float] = {}
for path in sorted((assets_dir() / "characters").glob("*.toml")):
    for each in tomllib.loads(path.read_text(encoding="utf-8"))["characters"]:
        OF_CHARACTERS[each["body"]] = min(each["size"], OF_CHARACTERS.get(each["body"], each["size"]))


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize(("body", "size"), sorted((SIZES | OF_CHARACTERS).items()))
def test_head_and_torso_lie_over_the_smallest_base_that_a_body_stands_on(body: str, size: float) -> None:
    """Else a mini whose base touches a thin wall looks through it."""
    radius = size / 25.4 / 2
    corners = load_body(body).target.triangles.reshape(-1, 3)
    assert ((corners[:, 0] ** 2 + corners[:, 1] ** 2) ** 0.5).max() <= radius


def test_how_far_a_body_reaches_over_a_smaller_base() -> None:
    giant = load_body("giant")
    assert giant.beyond(50.0) == 0.0
    assert giant.beyond(25.0) == pytest.approx(0.974 - 25 / 50.8, abs=0.002)


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize(("head", "torso"), [("head", "torso"), ("Head", "Torso.001")])
def test_a_body_of_ones_own_sees_from_its_head_and_not_from_its_weapon(tmp_path: Path, head: str, torso: str) -> None:
    """Its parts say nothing but their names, as any other program writes them."""
    scene = trimesh.Scene()
    for name, low, high in (  # y up, as glTF is
        (torso, (-0.3, 0.0, -0.3), (0.3, 1.0, 0.3)),
        (head, (-0.1, 1.0, -0.1), (0.1, 1.2, 0.1)),
        ("pike", (0.3, 0.0, 0.0), (0.4, 3.0, 0.1)),
    ):
        scene.add_geometry(trimesh.creation.box(bounds=(low, high)), node_name=name, geom_name=name)
    scene.export(tmp_path / "pikeman.glb")
    body = load_body(str(tmp_path / "pikeman.glb"))
    assert body.parted
    assert body.eye.tolist() == pytest.approx([0.0, 0.0, 1.1], abs=1e-6)
    assert body.target.triangles[..., 2].max() == pytest.approx(1.2)
    assert body.height == pytest.approx(3.0)


@pytest.mark.rule("GEO-06")
def test_a_base_that_was_made_with_a_body_does_not_see(tmp_path: Path) -> None:
    scene = trimesh.Scene()
    for name, low, high in (
        ("figure", (-0.1, 0.1, -0.1), (0.1, 1.0, 0.1)),
        ("Base", (-0.5, 0.0, -0.5), (0.5, 0.1, 0.5)),
    ):
        scene.add_geometry(trimesh.creation.box(bounds=(low, high)), node_name=name, geom_name=name)
    scene.export(tmp_path / "pawn.glb")
    body = load_body(str(tmp_path / "pawn.glb"))
    assert body.target.triangles[..., 2].min() == pytest.approx(0.1)
    assert body.whole.rays.triangles[..., 2].min() == pytest.approx(0.0)  # yet it hides, and is hidden


@pytest.mark.rule("GEO-08")
def test_a_body_stands_on_a_round_base() -> None:
    """It lies within the circle of its size, so that where bases touch walls and each other none reaches over."""
    mini, own = load_on_base("human", 40.0), load_body("human").whole
    assert mini.names == ON_BASE
    base = mini.rays.triangles[mini.part_of == ON_BASE.index("base")]
    across = np.hypot(*base[..., :2].reshape(-1, 2).T)
    assert across.max() == pytest.approx(20 / 25.4)
    assert (base[..., 2].min(), base[..., 2].max()) == (0.0, BASE_HEIGHT)
    top = base[(base[..., 2] == BASE_HEIGHT).all(axis=1)]
    area = np.linalg.norm(np.cross(top[:, 1] - top[:, 0], top[:, 2] - top[:, 0]), axis=1).sum() / 2
    assert area == pytest.approx(np.pi * (20 / 25.4) ** 2, rel=0.003)
    assert np.array_equal(mini.rays.triangles[: len(own)], own.rays.triangles)


def test_a_body_without_head_and_torso_says_so(tmp_path: Path) -> None:
    trimesh.creation.box((0.6, 0.6, 1.2)).export(tmp_path / "pawn.stl")
    assert not load_body(str(tmp_path / "pawn.stl")).parted
    assert load_body("human").parted
