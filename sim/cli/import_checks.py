"""What `bauta piece import` is told that cannot be done, or that it would not heed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sim.cli.errors import UserError
from sim.words import say

__all__ = ["check_cuts", "check_wishes"]


def check_wishes(files: int, name: str | None, scales: int, *, of_scans: bool) -> None:
    """Raises UserError. `scales`: how many options say how large it is. `of_scans`: are options of scans given?"""
    if of_scans:
        raise UserError(say("--water-below and --crop are for scans: give --level A B C"))
    if name is not None and files > 1:
        raise UserError(say("--name names one piece: give one FILE with it"))
    if scales > 1:
        raise UserError(say("--scale, --size and --scale-by say the same: give one of them"))
    if name is not None:
        from sim.builder.importing.library import check_name

        check_name(name)


def check_cuts(file: Path, cuts: Sequence[float], high: float) -> None:
    """Raises UserError where a piece `high` inches high cannot be parted at one of these heights."""
    for cut in cuts:
        if not 0.0 < cut < high:
            raise UserError(say('--cut {cut:g}: {file} is {high:.3g}" high, from 0', cut=cut, file=file, high=high))
