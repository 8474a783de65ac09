"""Numba is imported without `coverage`, unless that measures already."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(("before", "there"), [("", False), ("import coverage\n", True)])
def test_numba_starts_without_coverage_unless_that_is_there(before: str, there: bool) -> None:
    program = f"{before}import sys, sim.geometry.compile, numba\nprint('coverage' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.strip() == str(there)


def test_coverage_can_be_imported_afterwards() -> None:
    program = "import sim.geometry.compile, coverage\nprint(coverage.__name__)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.strip() == "coverage"
