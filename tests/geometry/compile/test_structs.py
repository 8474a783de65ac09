"""Structures that kernels take by reference."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numba
import numpy as np
import pytest
from numba import njit

from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ground.terrain_mesh import Floats, Ints


@dataclass(frozen=True, eq=False)
class Leaf(KernelStruct):
    values: Floats
    yes: bool
    scale: float


class Flags(NamedTuple):
    first: bool
    second: bool
    third: bool


class Mixed(NamedTuple):
    count: int
    scale: float


@dataclass(frozen=True, eq=False)
class Bearer(KernelStruct):
    """Named tuples, and switches side by side, each in a machine word of its own."""

    flags: Flags
    mixed: Mixed
    last: Floats


@dataclass(frozen=True, eq=False)
class Tree(KernelStruct):
    """A field of every sort, the odd ones between arrays: what lies behind them is found if their size is right."""

    line: Ints
    yes: bool
    sheet: Floats
    scale: float
    block: Floats
    count: int
    leaves: tuple[Leaf, Leaf]
    own: Leaf


@njit
def read(tree: Tree, i: int, j: int, k: int) -> tuple[int, bool, float, float, float, int, float, float]:
    total = 0.0
    for leaf in tree.leaves:
        total += leaf.values[i] * leaf.scale if leaf.yes else 0.0
    return (
        tree.line[i],
        tree.yes,
        tree.sheet[i, j],
        tree.scale,
        tree.block[i, j, k],
        tree.count,
        total,
        tree.leaves[j % 2].values.sum() + tree.own.values[k],
    )


@njit
def read_named(bearer: Bearer) -> tuple[bool, bool, bool, int, float, float]:
    flags = bearer.flags
    return flags.first, flags.second, flags.third, bearer.mixed.count, bearer.mixed.scale, bearer.last[1]


@njit
def write(tree: Tree) -> None:
    tree.sheet[1, 2] = 99.0
    tree.own.values[0] = -1.0


def tree() -> Tree:
    first, second = Leaf(np.arange(4.0), True, 10.0), Leaf(np.arange(4.0) + 100, False, -3.5)
    return Tree(
        np.arange(5, dtype=np.int32) - 2,
        True,
        np.arange(12.0).reshape(3, 4),
        -0.125,
        np.arange(24.0).reshape(2, 3, 4),
        -7,
        (first, second),
        Leaf(np.array([0.5, 0.25]), False, 0.0),
    )


def test_a_kernel_reads_every_sort_of_field() -> None:
    assert read(tree(), 1, 2, 1) == (-1, True, 6.0, -0.125, 21.0, -7, 10.0, 6.25)
    assert read(tree(), 0, 1, 0) == (-2, True, 1.0, -0.125, 4.0, -7, 0.0, 406.5)


def test_a_kernel_reads_named_tuples_by_their_names() -> None:
    bearer = Bearer(Flags(True, False, True), Mixed(7, 0.5), np.array([1.0, 2.0]))
    assert read_named(bearer) == (True, False, True, 7, 0.5, 2.0)


def test_what_a_kernel_writes_into_an_array_is_there() -> None:
    given = tree()
    write(given)
    assert (given.sheet[1, 2], given.own.values[0]) == (99.0, -1.0)
    assert read(given, 1, 2, 0)[2] == 99.0


def test_a_copy_with_another_field_is_a_structure_of_its_own() -> None:
    given = tree()
    other = replace(given, scale=8.0, line=given.line + 10)
    assert (read(given, 1, 2, 1)[0], read(given, 1, 2, 1)[3]) == (-1, -0.125)
    assert (read(other, 1, 2, 1)[0], read(other, 1, 2, 1)[3]) == (9, 8.0)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_what_no_kernel_can_read_is_refused() -> None:
    with pytest.raises(TypeError, match="str: a KernelStruct holds numbers, arrays, and tuples of them"):
        read(replace(tree(), line="much"), 0, 0, 0)  # type: ignore[arg-type]


class _Away(Exception):
    """As a signal raises that is handled just then."""


@dataclass(frozen=True, eq=False)
class Hurried(Leaf):
    @property
    def _address(self) -> int:  # type: ignore[override]
        raise _Away


def test_what_is_raised_while_a_structure_is_written_down_is_raised_by_the_call_and_ends_no_process() -> None:
    leaf = Leaf(np.zeros(2), True, 0.5)
    assert scale_of(leaf) == 0.5
    with pytest.raises(_Away):
        scale_of(Hurried(np.zeros(2), True, 0.25))
    assert scale_of(Leaf(np.zeros(2), True, 0.125)) == 0.125


@njit
def scale_of(leaf: Leaf) -> float:
    return leaf.scale
