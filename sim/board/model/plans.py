"""Shapes seen from above, put together and cut.

GEOS stumbles over some corners that nearly meet. What it cannot do with the shapes as they are is done with their
corners on a grid much finer than anything that is measured here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

__all__ = ["common", "union", "without"]

GRID = 1e-6  # inches


def union(shapes: Sequence[BaseGeometry] | Any) -> BaseGeometry:
    """All of some shapes."""
    return _steady(shapely.union_all, shapes)


def common(one: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """What two shapes share."""
    return _steady(shapely.intersection, one, other)


def without(one: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """What of one shape the other does not cover."""
    return _steady(shapely.difference, one, other)


def _steady(operation: Callable[..., BaseGeometry], *shapes: Any) -> BaseGeometry:
    try:
        return operation(*shapes)
    except shapely.errors.GEOSException:
        return operation(*(shapely.make_valid(each) for each in shapes), grid_size=GRID)
