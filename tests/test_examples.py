"""The examples in docstrings are run as they stand."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
WITH_EXAMPLES = sorted(
    ".".join(file.relative_to(CHECKOUT).with_suffix("").parts).removesuffix(".__init__")
    for file in (CHECKOUT / "sim").rglob("*.py")
    if ">>> " in file.read_text(encoding="utf-8")
)


def test_the_front_door_is_shown_by_examples() -> None:
    assert {"sim.api.tabletop", "sim.api.boards", "sim.api.shapes", "sim.api.games"} <= set(WITH_EXAMPLES)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_come_out_as_they_say(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted > 0
    assert found.failed == 0
