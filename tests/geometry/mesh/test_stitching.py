"""How triangles hang together."""

from __future__ import annotations

import numpy as np

from sim.geometry.mesh.adjacency import connected_pieces, pair_edges
from sim.geometry.mesh.stitching import closed, outside, outward, refined, stitched, weld
from sim.geometry.mesh.vertices import rounded, unique_rows, without_doubles
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
        beyond = pair_edges(faces, False)
        assert (beyond >= 0).all()
        for triangle, row in enumerate(beyond):
            assert all(triangle in beyond[other] for other in row)


def test_an_open_surface_ends_at_its_edges() -> None:
    _, faces = weld(box((0, 0, 0), (1, 1, 1))[2:])
    assert (pair_edges(faces, False) < 0).sum() == 4
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


def test_rows_are_numbered_in_the_order_of_the_first_of_each() -> None:
    rows = np.random.default_rng(2).integers(-3, 30, (40_000, 3))
    number, first = unique_rows(rows)
    seen: dict[tuple[int, ...], int] = {}
    assert number.tolist() == [seen.setdefault(tuple(row), len(seen)) for row in rows.tolist()]
    assert np.array_equal(rows[first][number], rows)
    assert (np.diff(first) > 0).all()


def test_corners_that_round_to_one_place_are_one() -> None:
    corners = np.random.default_rng(3).integers(0, 9, (500, 3)) + np.random.default_rng(4).uniform(-0.2, 0.2, (500, 3))
    corners[0] = (-0.1, -0.1, -0.1)
    number, first = rounded(corners, 1.0)
    place = np.rint(corners - corners.min(axis=0))
    assert np.array_equal(place[first][number], place)
    assert len(np.unique(place, axis=0)) == len(first)


def test_edges_of_many_triangles_join_opposites_first_in_their_order() -> None:
    faces = np.random.default_rng(5).integers(0, 12, (400, 3)).astype(np.int32)
    edges: dict[tuple[int, int], list[tuple[int, int, bool]]] = {}
    expected = np.full(faces.shape, -1)
    for q, face in enumerate(faces.tolist()):
        for e in range(3):
            a, b = face[e], face[(e + 1) % 3]
            waiting = edges.setdefault((min(a, b), max(a, b)), [])
            if a == b:
                expected[q, e] = q
            elif waiting and waiting[0][2] != (a < b):
                other, k, _ = waiting.pop(0)
                expected[q, e], expected[other, k] = other, q
            else:
                waiting.append((q, e, a < b))
    assert np.array_equal(pair_edges(faces, True), expected)
    whatever = pair_edges(faces, False)
    assert (whatever < 0).sum() <= 12 * 11 / 2  # at most one of each edge is left
    assert np.array_equal(whatever[expected >= 0], expected[expected >= 0])


def test_triangles_that_repeat_another_are_told() -> None:
    once = sphere(1, (0, 0, 0), 2)
    heap = np.concatenate([once, once[:7][:, [1, 2, 0]], once[:5][:, ::-1]])
    assert without_doubles(heap).tolist() == [*range(len(once)), *range(len(once) + 7, len(heap))]
    vertex = rounded(heap.reshape(-1, 3), 1e-4)[0].reshape(-1, 3)
    part = np.zeros(len(heap), np.int32)
    assert connected_pieces(vertex, part)[4].tolist() == [*range(len(once), len(once) + 7)]
    part[len(once) :] = 1
    assert connected_pieces(vertex, part)[4].tolist() == []


def test_what_lies_outside_a_solid_is_cut_off_at_its_faces() -> None:
    hull = box((0, 0, 0), (2, 2, 2))
    slab = box((1, -1, 1), (3, 3, 1.5))[:2]  # its underside: 2 by 4, of which 1 by 2 is within
    left = outside(slab, hull)
    assert np.linalg.norm(np.cross(left[:, 1] - left[:, 0], left[:, 2] - left[:, 0]), axis=1).sum() / 2 == 6.0
    assert not ((left > 1e-9) & (left < 2 - 1e-9)).all(axis=(1, 2)).any()


def test_what_is_wholly_outside_or_inside_is_kept_or_dropped_as_it_is() -> None:
    hull = box((0, 0, 0), (2, 2, 2))
    away, within = box((3, 3, 3), (4, 4, 4)), box((0.5, 0.5, 0.5), (1, 1, 1))
    assert np.array_equal(outside(np.concatenate([away, within]), hull), away)


def test_nothing_is_no_closed_surface() -> None:
    assert not closed(np.zeros((0, 3), np.int32))
