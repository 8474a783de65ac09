"""What a made piece is known by: its parameters, and the version of what builds it, never the numbers that come out."""

from __future__ import annotations

import hashlib
import re

import msgspec

from sim.board.architecture.plans import PiecePlan

__all__ = ["BUILDER", "GENERATOR", "builder_of", "is_made", "made_name"]

BUILDER = 1  # a change of what any plan comes out as makes all of them anew
GENERATOR = f"bauta architecture {BUILDER}"
_MADE = re.compile(r"made-[0-9a-f]{32}")


def made_name(plan: PiecePlan) -> str:
    """The name of a plan's piece, by its parameters."""
    return f"made-{hashlib.sha256(msgspec.json.encode(plan, order='deterministic')).hexdigest()[:32]}"


def is_made(name: str) -> bool:
    """Is this the name of a made piece?"""
    return _MADE.fullmatch(name) is not None


def builder_of(content: bytes) -> int | None:
    """The version of the builder that wrote a .glb file; None where no builder did."""
    found = re.search(rb'"generator":"bauta architecture (\d{1,6})"', content[:512])
    return int(found[1]) if found else None
