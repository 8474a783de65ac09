"""What the `extras` of the nodes of a mesh file say of our rules, among what other programs keep there."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from sim.board.files.glb import Node
from sim.board.model.errors import MeshError
from sim.board.model.terrain import Meaning
from sim.schemas import fitting

__all__ = ["meanings"]

ALMOST = 0.8  # alike, of 1: `obstakle` is one of ours, `cycles` is not


def meanings(nodes: Sequence[Node], path: Path) -> list[Meaning | None]:
    """What each node means; None where it says nothing in keys of ours.

    Other programs' keys are passed over, and all of a file in which no key of ours has a value that it can have. Where
    one has, a value that does not fit is a slip, and so is a key that is written almost as one of ours: what a part
    was meant to be is not dropped without a word.

    Raises:
        MeshError: such a slip; names the part, the key and the mend.
    """
    if not any(_fits(key, value) for node in nodes for key, value in node.extras.items()):
        return [None] * len(nodes)
    found: list[Meaning | None] = []
    for node in nodes:
        own = {key: value for key, value in node.extras.items() if _is_own(key)}
        found.append(fitting(own, Meaning, f"{path}: extras of part '{node.name}'", MeshError) if own else None)
    return found


def _fits(key: str, value: Any) -> bool:
    """Is it a key of ours, with a value that it can have?"""
    try:
        return key in Meaning.__struct_fields__ and msgspec.convert({key: value}, Meaning) is not None
    except msgspec.ValidationError:
        return False


def _is_own(key: str) -> bool:
    """Is it a key of ours, or written almost so?"""
    return bool(difflib.get_close_matches(key.casefold(), Meaning.__struct_fields__, n=1, cutoff=ALMOST))
