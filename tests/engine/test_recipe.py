"""What the engine's page says of itself is so."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import sim.engine

PAGE = sim.engine.__doc__ or ""
MODULES = {path.stem for path in Path(sim.engine.__file__).parent.glob("*.py")} - {"__init__"}


def test_every_module_is_listed() -> None:
    listed = PAGE[PAGE.index("Modules, each") :]
    assert set(re.findall(r"`(\w+)`", listed)) == MODULES


def test_everything_that_the_recipe_names_is_there() -> None:
    named = [found for found in re.findall(r"`(\w+)\.(\w+)", PAGE) if found[0] in MODULES - {"state"}]
    assert len(named) >= 8
    for module, name in named:
        assert hasattr(import_module(f"sim.engine.{module}"), name)


def test_every_module_says_what_it_offers() -> None:
    for module in MODULES - {"requests"}:
        loaded = import_module(f"sim.engine.{module}")
        assert all(hasattr(loaded, name) for name in loaded.__all__)
