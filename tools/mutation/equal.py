"""Mutants that are equal by nature: what they change makes no difference that a test could notice.

They stand in `tests/mutants_equal.toml`, each with its reason, and are found by function and text, not by number of
line:

    [[mutant]]
    module = "sim/carnevale/moving.py"
    function = "crossing"
    was = "if b <= a:"
    now = "if (b < a):"
    reason = "where both are equal, nothing is added either way"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from tools.mutation.operators import Mutant
from tools.mutation.reached import CHECKOUT

LISTED = CHECKOUT / "tests" / "mutants_equal.toml"


class Equal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One mutant, or all of a function that read alike."""

    module: str
    function: str
    was: str
    now: str
    reason: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mutant: tuple[Equal, ...] = ()


def listed(file: Path = LISTED) -> tuple[Equal, ...]:
    """The mutants that are known to be equal."""
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _File).mutant


def stale(equal: Iterable[Equal], mutants: Iterable[Mutant]) -> list[Equal]:
    """Those that no longer stand in the source."""
    there = {(m.module, m.function, m.was, m.now) for m in mutants}
    return [each for each in equal if (each.module, each.function, each.was, each.now) not in there]
