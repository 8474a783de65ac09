"""Enter without the mouse: nothing is spent that was not asked for, and how to point is said where it does nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table import key_actions
from sim.app.table.controller import TableController
from sim.app.table.tools import Tool
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import plain_street


def acting(folder: Path) -> TableController:
    """A acts, B is beside it."""
    model = free_fight(plain_street(), folder, [member("a", (7, 6, 0))], [member("b", (8.3, 6, 0))])
    table = ready(TableController(model))
    table.give("a")
    return ready(table)


def test_staying_where_one_is_waits_for_a_second_enter(tmp_path: Path) -> None:
    """Enter after an attack used an action up for a run of no inch."""
    table = acting(tmp_path)
    table.hover("a", (7, 6, 0))
    ready(table)
    before = table.model.session.state["a"].ap
    key_actions.enter(table)
    ready(table)
    assert (table.pinned, table.model.session.state["a"].ap) == (True, before)


@pytest.mark.parametrize(("tool", "words"), [(Tool.ATTACK, "Tab goes to the next"), (Tool.JUMP, "by keys [B] points")])
def test_where_nothing_is_pointed_at_enter_says_how_to_point(tmp_path: Path, tool: Tool, words: str) -> None:
    table = acting(tmp_path)
    assert table.menu is not None
    table.take_up(next(button for button in table.menu.buttons if button.tool is tool))
    table.hover(None, None)
    key_actions.enter(table)
    assert words in table.model.notice


def test_how_to_point_is_said_until_something_is_pointed_at(tmp_path: Path) -> None:
    table = acting(tmp_path)
    table.hover(None, None)
    key_actions.enter(table)
    assert table.model.notice
    table.hover(None, (7, 8, 0))
    ready(table)
    assert not table.model.notice
