"""What a triangle soup bounds."""

from __future__ import annotations

import numpy as np

from sim.geometry.mesh.shells import Shells, chosen, shells
from tests.shapes import Floats, box

CRATE = box((0, 0, 0), (1, 1, 1))


def found(*solids: Floats, once: bool = False, parts: bool = False) -> Shells:
    triangles = np.concatenate(solids)
    part = np.repeat(np.arange(len(solids), dtype=np.int32) * parts, [len(s) for s in solids])
    return shells(triangles, part, once)


def volume(triangles: Floats) -> float:
    return float(np.einsum("ij,ij->", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])) / 6)


def test_a_solid_is_closed_and_looks_outwards() -> None:
    outward, inside_out = found(CRATE), found(CRATE[:, ::-1])
    assert outward.closed.all()
    assert not outward.two_sided.any()
    assert volume(outward.triangles) == volume(inside_out.triangles) == 1.0


def test_neighbours_are_turned_over_with_their_faces() -> None:
    for each in (found(CRATE), found(CRATE[:, ::-1])):
        for q, row in enumerate(each.neighbour):
            for k, other in enumerate(row):
                edge = {tuple(each.triangles[q, k]), tuple(each.triangles[q, (k + 1) % 3])}
                assert edge <= {tuple(corner) for corner in each.triangles[other]}


def test_a_sheet_is_open_and_looks_up() -> None:
    floor = found(CRATE[:2])
    assert not floor.closed.any()
    assert (floor.triangles[:, :, 2] == 0.0).all()
    up = np.cross(floor.triangles[:, 1] - floor.triangles[:, 0], floor.triangles[:, 2] - floor.triangles[:, 0])
    assert (up[:, 2] > 0).all()
    assert (floor.neighbour < 0).sum() == 4


def test_an_open_surface_wound_both_ways_says_nothing_of_outside() -> None:
    open_crate = CRATE[2:].copy()
    open_crate[4] = open_crate[4, ::-1]
    assert found(open_crate).two_sided.all()
    assert not found(CRATE[2:]).two_sided.any()


def test_each_shell_is_judged_by_itself() -> None:
    both = found(CRATE, CRATE[2:] + 5.0)
    assert both.closed.tolist() == [True] * 12 + [False] * 10


def test_triangles_without_area_are_left_out() -> None:
    flat = CRATE[:1].copy()
    flat[0, 2] = flat[0, 1]
    some = found(flat, CRATE)
    assert some.kept.tolist() == list(range(1, 13))
    none = found(flat)
    assert (len(none.triangles), len(none.closed), none.neighbour.shape) == (0, 0, (0, 3))


def test_doubles_are_left_out_once() -> None:
    assert len(found(CRATE, CRATE[:2], once=True).triangles) == 12
    assert found(CRATE, CRATE[:2], once=True).closed.all()
    assert len(found(CRATE, CRATE[:2]).triangles) == 14


def test_doubles_that_close_two_solids_stay() -> None:
    beside = box((1, 0, 0), (2, 1, 1))
    wall = (CRATE[:, :, 0] == 1.0).all(axis=1)
    third = CRATE[wall]
    both = found(CRATE, beside[(beside[:, :, 0] != 1.0).any(axis=1)], third[:, ::-1], once=True)
    assert both.closed.all()


def test_all_chosen_triangles_are_a_copy() -> None:
    every = chosen(CRATE, np.arange(12))
    assert np.array_equal(every, CRATE)
    assert not np.shares_memory(every, CRATE)
    assert np.array_equal(chosen(CRATE, np.array([3, 5])), CRATE[[3, 5]])
