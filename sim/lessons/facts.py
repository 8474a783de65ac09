"""What a lesson says of a value: that it is this one, or lies within bounds, or near a place."""

from __future__ import annotations

from math import dist
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sim.board.model.ranges import FARTHEST, Place

__all__ = ["Fact", "Facts", "ValueTest", "fits", "fits_all"]

Bound = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]


class ValueTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is given must hold of a value."""

    least: Bound | None = None
    most: Bound | None = None
    near: Place | None = None
    within: Annotated[float, Meta(gt=0, le=120)] = 1.0  # inches of `near`, height included
    among: tuple[str, ...] = ()

    def holds(self, value: Any) -> bool:
        """Does the value pass?"""
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        if self.least is not None and (number is None or number < self.least):
            return False
        if self.most is not None and (number is None or number > self.most):
            return False
        if self.among and value not in self.among:
            return False
        if self.near is not None:
            return isinstance(value, tuple | list) and len(value) == 3 and dist(value, self.near) <= self.within
        return True


Fact = str | bool | int | float | ValueTest
Facts = dict[str, Fact]


def fits(fact: Fact, value: Any) -> bool:
    """Is the value so? Of several in a row, one at least must be."""
    if isinstance(fact, ValueTest):
        return fact.holds(value)
    if isinstance(value, tuple | list):
        return fact in value
    return (type(value) is type(fact) and value == fact) or (_is_number(value) and _is_number(fact) and value == fact)


def fits_all(facts: Facts, values: Any) -> bool:
    """Has whatever it is, a table or a value with fields, all of these?"""
    table = values if isinstance(values, dict) else None
    return all(
        (name in table and fits(fact, table[name]))
        if table is not None
        else (hasattr(values, name) and fits(fact, getattr(values, name)))
        for name, fact in facts.items()
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
