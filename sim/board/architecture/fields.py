"""What can be set of each kind of made piece, for whoever shows it: ranges, steps, choices, and what each means."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import inspect

from sim.board.architecture.plans import Planned

__all__ = ["PlanField", "fields"]

Make = Literal["number", "whole", "flag", "choice", "choices", "colour", "points"]


class PlanField(msgspec.Struct, frozen=True):
    """One key of a plan.

    `low`, `high` and `step` are of numbers (of `points`: of their coordinates), `choices` the words that may stand
    there, one (`choice`) or several (`choices`); `most` is how many of several.
    """

    name: str
    make: Make
    default: Any
    says: str = ""
    low: float = 0.0
    high: float = 0.0
    step: float = 1.0
    choices: tuple[str, ...] = ()
    most: int = 0


@cache
def fields(kind: type[Planned]) -> tuple[PlanField, ...]:
    """The keys of a kind of made piece, those of its own before those of all.

    >>> from sim.board.architecture.plans import BridgePlan
    >>> [(field.name, field.low, field.high, field.step) for field in fields(BridgePlan)][1]
    ('length', 5.0, 16.0, 0.2)
    """
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    own = [field for field in info.fields if field.name != "seed"]
    shared = [field for field in info.fields if field.name == "seed"]
    return tuple(_field(field) for field in (*own, *shared))


def _field(field: inspect.Field) -> PlanField:
    type_, says, step = _bare(field.type)
    default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    match type_:
        case inspect.BoolType():
            return PlanField(field.name, "flag", default, says)
        case inspect.IntType(ge=low, le=high):
            return PlanField(field.name, "whole", default, says, float(low or 0), float(high or 0), step or 1.0)
        case inspect.FloatType(ge=low, le=high):
            return PlanField(field.name, "number", default, says, float(low or 0), float(high or 0), step or 0.1)
        case inspect.EnumType(cls=cls):
            return PlanField(field.name, "choice", default, says, choices=tuple(str(word) for word in cls))
        case inspect.VarTupleType(item_type=inspect.EnumType(cls=cls), max_length=most):
            words = tuple(str(word) for word in cls)
            return PlanField(field.name, "choices", default, says, choices=words, most=most or len(words))
        case inspect.VarTupleType(item_type=inspect.TupleType(item_types=(ordinate, *_)), max_length=most):
            bare = _bare(ordinate)[0]
            assert isinstance(bare, inspect.FloatType)
            low, high = float(bare.ge or 0), float(bare.le or 0)
            return PlanField(field.name, "points", default, says, low, high, 0.1, most=most or 0)
        case inspect.StrType():
            return PlanField(field.name, "colour", default, says)
    raise TypeError(f"{field.name}: no one has said how a {type_} is shown")


def _bare(type_: inspect.Type) -> tuple[inspect.Type, str, float | None]:
    """A type without what is said of it, what that says, and its step."""
    if not isinstance(type_, inspect.Metadata):
        return type_, "", None
    says = str((type_.extra_json_schema or {}).get("description", ""))
    step = (type_.extra or {}).get("step")
    return type_.type, says, None if step is None else float(step)
