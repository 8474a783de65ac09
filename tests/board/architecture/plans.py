"""Plans of every kind, over all of their ranges."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st

from sim.board.architecture.fields import PlanField, fields
from sim.board.architecture.plans import KINDS

L_SHAPE = ((-4.0, -4.0), (4.0, -4.0), (4.0, 0.0), (0.0, 0.0), (0.0, 5.0), (-4.0, 5.0))
SLANTED = ((-4.0, -3.0), (3.0, -4.0), (5.0, 2.0), (0.0, 3.5), (-3.5, 2.5))
COURT = ((-5.0, -4.0), (5.0, -4.0), (5.0, 4.0), (2.0, 4.0), (2.0, -1.0), (-2.0, -1.0), (-2.0, 4.0), (-5.0, 4.0))
WEDGE = ((-4.0, -2.5), (4.0, -3.5), (0.5, 3.0))
TEE = ((-6.0, 0.5), (-1.5, 0.5), (-1.5, -4.0), (1.5, -4.0), (1.5, 0.0), (6.0, 0.5), (5.5, 3.5), (-6.0, 3.5))
OUTLINES = ((), L_SHAPE, SLANTED, COURT, WEDGE, TEE)


def value(field: PlanField) -> st.SearchStrategy[Any]:
    """Anything that a key of a plan may hold."""
    match field.make:
        case "number":
            return st.floats(field.low, field.high)
        case "whole":
            return st.integers(int(field.low), int(field.high))
        case "flag":
            return st.booleans()
        case "choice":
            return st.sampled_from(field.choices)
        case "choices":
            return st.lists(st.sampled_from(field.choices), max_size=field.most)
        case "colour":
            return st.sampled_from(["#dfa85a", "#102030"])
        case "points":
            return st.sampled_from(OUTLINES)
    raise AssertionError(field)


def plans(kind: str, **held: Any) -> st.SearchStrategy[Any]:
    """Plans of a kind; `held` are keys that are always so."""
    open_ = {f.name: value(f) for f in fields(KINDS[kind]) if f.name not in held}
    return st.fixed_dictionaries(open_).map(lambda drawn: msgspec.convert({**drawn, **held}, KINDS[kind]))
