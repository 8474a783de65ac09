"""Compiled kernels are made anew when anything that they are made of changes, and only then."""

from __future__ import annotations

from pathlib import Path

from sim.geometry import shafts, walk
from sim.geometry.compiled import folder, kept, made_of


def test_kernels_are_kept_by_all_that_they_are_made_of() -> None:
    assert {"shafts", "kernels", "halves", "sections", "tolerance"} <= made_of("shafts")
    assert "walk" not in made_of("shafts")
    assert "shafts" not in made_of("walk")


def test_each_module_has_its_own_place() -> None:
    for module in (shafts, walk):
        name = Path(str(module.__file__)).stem
        assert folder(name).name.startswith(f"{name}-")
        assert folder(name).is_dir()  # numba has found it
    assert folder("shafts") != folder("walk")


def test_a_kernel_that_was_never_compiled_is_not_there() -> None:
    assert not kept("shafts", "no_such_kernel")
