"""Triangles cut where a corner of an open edge lies on another open edge."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.mesh.splitting import split_at_corners
from sim.geometry.mesh.stitching import weld
from sim.geometry.tolerance import STITCH
from tests.shapes import Floats, box


def halved_lid(shift: float = 0.0) -> Floats:
    """A crate whose lid has a corner in the middle of one of its edges, which the side does not have."""
    crate = box((0, 0, 0), (1, 1, 1))
    lid = crate[2:4]
    middle = np.array([0.5, 0.0 + shift, 1.0])
    a, b, c, d = (np.array(p, float) for p in ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)))
    fan = np.array([(a, middle, d), (middle, b, c), (middle, c, d)])
    assert len(lid) == 2
    return np.concatenate([crate[:2], fan, crate[4:]])


def split(triangles: Floats, rounds: int = 8) -> tuple[Floats, Floats, Floats, Floats]:
    points, faces = weld(triangles)
    faces, source, beyond, sound = split_at_corners(points, faces, rounds)
    return points[faces], source, beyond, sound


@pytest.mark.parametrize("shift", [0.0, 0.9 * STITCH])
def test_a_corner_in_the_middle_of_an_edge_closes_the_crack(shift: float) -> None:
    triangles, source, beyond, sound = split(halved_lid(shift))
    assert len(triangles) == len(halved_lid()) + 1
    assert (beyond >= 0).all()
    assert sound.all()
    assert source.tolist().count(source[-1]) == 2


def test_a_corner_further_off_leaves_the_crack_open() -> None:
    triangles, _, beyond, sound = split(halved_lid(2 * STITCH))
    assert len(triangles) == len(halved_lid())
    assert (beyond < 0).any()
    assert not sound.any()


def test_a_closed_surface_is_left_as_it_is() -> None:
    crate = box((0, 0, 0), (1, 1, 1))
    triangles, source, _, sound = split(crate)
    assert np.array_equal(triangles, crate)
    assert source.tolist() == list(range(12))
    assert sound.all()


def test_an_edge_with_several_corners_is_cut_at_the_middlemost_first() -> None:
    wall = np.array([[[0.0, 0, 0], [4, 0, 0], [2, 0, 3]]])
    shelf = np.array([[[x, 0.0, 0], [x + 1, 0, 0], [x + 0.5, -2, -1]] for x in range(4)])
    triangles, source, beyond, _ = split(np.concatenate([wall, shelf]))
    assert source.tolist().count(0) == 4
    once = split(np.concatenate([wall, shelf]), 1)[0]
    assert 2.0 in once[0, :, 0].tolist()
    assert len(triangles) == 8
    assert (beyond[np.array(source) == 0] >= 0).any(axis=1).all()


def test_a_short_edge_is_not_cut() -> None:
    sliver = np.array([[[0.0, 0, 0], [1.5 * STITCH, 0, 0], [0, 1, 0]], [[0.7 * STITCH, 0, 0], [1, -1, 0], [-1, -1, 0]]])
    assert len(split(sliver)[0]) == 2
