"""How triangles hang together."""

from __future__ import annotations

import numpy as np

from sim.geometry.seams import paired
from sim.geometry.surface import closed, outward, refined, stitched, weld
from tests.shapes import box, frame, sphere


def test_corners_that_are_close_are_one() -> None:
    crate = box((0, 0, 0), (1, 1, 1))
    points, faces = weld(crate + np.random.default_rng(0).uniform(-2e-6, 2e-6, crate.shape))
    assert len(points) == 8
    assert closed(faces)


def test_corners_mirrored_about_the_origin_stay_apart() -> None:
    both = np.concatenate([box((-1.5, -1.5, -0.1), (-1.4, 1.5, 3)), box((1.4, -1.5, -0.1), (1.5, 1.5, 3))])
    points, faces = weld(both)
    assert len(points) == 16
    assert np.abs(points[faces] - both).max() < 1e-9


def test_every_edge_of_a_closed_surface_has_a_neighbour() -> None:
    for shape in (box((0, 0, 0), (1, 2, 3)), sphere(1, (0, 0, 0), 2), frame(4, 0.1, (0, 1, 1, 2))):
        _, faces = weld(shape)
        beyond = paired(faces, False)
        assert (beyond >= 0).all()
        for triangle, row in enumerate(beyond):
            assert all(triangle in beyond[other] for other in row)


def test_an_open_surface_ends_at_its_edges() -> None:
    _, faces = weld(box((0, 0, 0), (1, 1, 1))[2:])
    assert (paired(faces, False) < 0).sum() == 4
    assert not closed(faces)


def test_a_corner_in_the_middle_of_an_edge_is_no_crack() -> None:
    # The same square as two triangles on one side and four on the other, folded along the edge between them.
    left = [[(0, 0, 0), (0, 2, 0), (-1, 1, 0)]]
    right = [[(0, 2, 0), (0, 1, 0), (1, 1, 0)], [(0, 1, 0), (0, 0, 0), (1, 1, 0)]]
    triangles, source, beyond, _ = stitched(np.array(left + right, np.float64))
    assert len(triangles) == 4
    assert sorted(source.tolist()) == [0, 0, 1, 2]
    assert (beyond < 0).sum() == 4  # the outline only


def test_a_surface_wound_inwards_is_turned() -> None:
    crate = box((0, 0, 0), (1, 1, 1))
    assert np.array_equal(outward(crate), crate)
    assert np.array_equal(outward(crate[:, ::-1]), crate)
    assert len(outward(crate[:-1])) == 22  # an open one gets its backs as well


def test_refined_triangles_cover_the_same_area() -> None:
    shape = frame(4, 0.1, (0, 1, 1, 2))
    fine = refined(shape, 0.5)

    def areas(t: np.ndarray) -> np.ndarray:
        return np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1)

    assert np.linalg.norm(fine - np.roll(fine, -1, axis=1), axis=2).max() <= 0.5
    assert np.isclose(areas(fine).sum(), areas(shape).sum())
