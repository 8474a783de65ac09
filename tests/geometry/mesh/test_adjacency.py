"""Which edges of triangles meet, and what hangs together."""

from __future__ import annotations

import numpy as np

from sim.geometry.mesh.adjacency import Ints, connected_pieces, pair_edges, pair_open_edges, sound
from sim.geometry.mesh.stitching import weld
from tests.shapes import Floats, box

CRATE = box((0, 0, 0), (1, 1, 1))


def faces_of(triangles: Floats) -> Ints:
    return weld(triangles)[1]


def pieces(triangles: Floats, part: list[int] | None = None) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    faces = faces_of(triangles)
    found: tuple[Ints, Ints, Ints, Ints, Ints] = connected_pieces(
        faces, np.array(part if part is not None else [0] * len(faces), np.int32)
    )
    return found


def test_edges_of_a_solid_are_paired_both_ways() -> None:
    beyond = pair_edges(faces_of(CRATE), True)
    assert (beyond >= 0).all()
    assert all(q in beyond[other] for q, row in enumerate(beyond) for other in row)


def test_an_edge_alone_is_open() -> None:
    assert (pair_edges(faces_of(CRATE[:1]), False) == -1).all()


def test_an_edge_without_length_leads_nowhere_else() -> None:
    sliver_and_more = np.array([[0, 0, 1], [0, 1, 2]], np.int32)
    assert pair_edges(sliver_and_more, False)[0, 0] == 0


def test_edges_that_run_one_way_are_paired_only_where_winding_does_not_matter() -> None:
    faces = np.array([[0, 1, 2], [0, 1, 3]], np.int32)
    assert pair_edges(faces, True)[:, 0].tolist() == [-1, -1]
    assert pair_edges(faces, False)[:, 0].tolist() == [1, 0]


def test_an_edge_of_four_triangles_joins_those_that_run_against_each_other() -> None:
    faces = np.array([[0, 1, 2], [1, 0, 3], [0, 1, 4], [1, 0, 5]], np.int32)
    assert pair_edges(faces, True)[:, 0].tolist() == [1, 0, 3, 2]


def test_open_edges_are_joined_two_by_two() -> None:
    faces = np.array([[0, 1, 2], [0, 1, 3], [0, 1, 4]], np.int32)
    beyond = np.full((3, 3), -1, np.int32)
    pair_open_edges(faces, beyond)
    assert sorted(beyond[:, 0].tolist()) == [-1, 0, 1]


def test_a_closed_surface_wound_one_way_is_sound() -> None:
    faces = faces_of(np.concatenate([CRATE, CRATE[2:] + 5.0]))
    assert sound(faces, pair_edges(faces, False)).tolist() == [1] * 12 + [0] * 10


def test_one_face_the_other_way_round_spoils_its_surface() -> None:
    faces = faces_of(CRATE)
    faces[3] = faces[3, ::-1]
    assert not sound(faces, pair_edges(faces, False)).any()


def test_what_has_an_edge_in_common_is_one_surface_within_its_part() -> None:
    both = np.concatenate([CRATE, CRATE + 5.0])
    assert pieces(both)[0].tolist() == [0] * 12 + [1] * 12
    top_apart = pieces(CRATE, [0, 0, *[1] * 10])[0]
    assert len(set(top_apart.tolist())) == 2


def test_a_closed_surface_runs_as_often_there_as_back() -> None:
    _, beyond, uneven, clashes, doubles = pieces(np.concatenate([CRATE, CRATE[2:] + 5.0]))
    assert uneven.tolist() == [0, 4]
    assert clashes.tolist() == [0, 0]
    assert not len(doubles)
    assert (beyond[:12] >= 0).all()
    assert (beyond[12:] < 0).sum() == 4


def test_a_face_the_other_way_round_clashes_with_those_beside_it() -> None:
    crate = CRATE.copy()
    crate[3] = crate[3, ::-1]
    _, _, uneven, clashes, _ = pieces(crate)
    assert uneven.tolist() == [3]
    assert clashes.tolist() == [6]


def test_faces_that_repeat_others_are_told() -> None:
    again = np.concatenate([CRATE, CRATE[3:5, [1, 2, 0]]])
    assert pieces(again)[4].tolist() == [12, 13]
    assert not len(pieces(again, [0] * 12 + [1] * 2)[4])
