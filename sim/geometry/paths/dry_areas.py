"""Which places of a lattice hang together dry-shod: areas, and where each ends. Inches, z up.

Connected components by union and find, as Tarjan has it; each is numbered by its first place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.paths.heightfield import LEVELS, Heightfield
from sim.geometry.paths.neighbours import DI, DJ, Steps

__all__ = ["AFLOAT", "NOWHERE", "Areas", "Labels", "dry_areas"]

Labels = NDArray[np.int32]
Bools = NDArray[np.bool_]

AFLOAT = -1  # the number of places in water
NOWHERE = -2  # of those to and from which no step leads
_PERCH, _WATER = bits.PERCH, bits.WATER


class Areas(NamedTuple):
    """Of each of all places, LEVELS to a column: the number of its area, or AFLOAT, or NOWHERE; whether a move can end
    there dry; and of those, whether some step leads to none of its area."""

    label: Labels
    stays: Bools
    edge: Bools


def dry_areas(field: Heightfield, steps: Steps) -> Areas:
    """The areas of a field of which all steps are known."""
    size = field.rest_z.size
    label = np.full(size, NOWHERE, np.int32)
    stays, edge = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
    _join(field, steps, label, np.arange(size, dtype=np.int32))
    _end(field, steps, Areas(label, stays, edge))
    return Areas(label, stays, edge)


@njit_noref
def _root(parent: Labels, node: int) -> int:
    """The first place that is known to hang together with one; the way there is halved."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@njit_noref
def _following(field: Heightfield, steps: Steps, node: int, way: int) -> int:
    """The place to which a step one of eight ways leads, or -1."""
    column, level = node // LEVELS, node % LEVELS
    to = steps[column, level, way]
    return (column + DJ[way] * field.columns + DI[way]) * LEVELS + to if to >= 0 else -1


@njit_noref
def _join(field: Heightfield, steps: Steps, label: Labels, parent: Labels) -> None:
    """Number the areas. `parent`: of each place itself."""
    for node in range(label.size):
        column, level = node // LEVELS, node % LEVELS
        if level >= field.count[column]:
            continue
        wet = field.bits[column, level] & _WATER != 0
        for way in range(8):
            to = _following(field, steps, node, way)
            if to < 0:
                continue
            label[node] = label[to] = AFLOAT
            if not wet and field.bits[to // LEVELS, to % LEVELS] & _WATER == 0:
                one, two = _root(parent, node), _root(parent, to)
                parent[max(one, two)] = min(one, two)
    count = 0
    for node in range(label.size):
        if label[node] == NOWHERE or field.bits[node // LEVELS, node % LEVELS] & _WATER != 0:
            continue
        first = _root(parent, node)
        if first == node:
            label[node] = count
            count += 1
        else:
            label[node] = label[first]


@njit_noref
def _end(field: Heightfield, steps: Steps, areas: Areas) -> None:
    """Find where moves can end, and the edges."""
    label, stays = areas.label, areas.stays
    for node in range(label.size):
        column, level = node // LEVELS, node % LEVELS
        dry = label[node] >= 0 and field.bits[column, level] & _PERCH == 0
        stays[node] = dry and field.stay_clearance[column, level] >= 0.0
    for node in range(label.size):
        if stays[node]:
            for way in range(8):
                to = _following(field, steps, node, way)
                if to < 0 or not stays[to] or label[to] != label[node]:
                    areas.edge[node] = True
                    break
