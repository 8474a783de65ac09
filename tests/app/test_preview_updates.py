"""What is measured for the tool in hand is of the table as it stands, and is there in the end."""

from __future__ import annotations

from pathlib import Path

from sim.app.table.controller import TableController
from sim.carnevale.actions import Run
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import plain_street


def acting(folder: Path) -> TableController:
    """A's turn has begun, on an empty street; B stands 6" away."""
    fight = free_fight(plain_street(), folder, [member("a", (6, 6, 0), wp=2)], [member("b", (6, 12, 0))])
    table = ready(TableController(fight))
    table.click("a", (6, 6, 0))
    ready(table).hover(None, None)
    return ready(table)


def test_perils_after_another_answer_are_of_where_it_led(tmp_path: Path) -> None:
    table = acting(tmp_path)
    table.tinted = True
    table.give(Run(to=(9.0, 6.0, 0.0)))
    before = ready(table).perils
    table.undo()
    table.tinted = False  # nothing looks out until the other answer is given
    ready(table)
    table.give(Run(to=(3.0, 6.0, 0.0)))
    table.tinted = True
    after = ready(table).perils
    assert before is not None
    assert after is not None
    assert before.at[:, 0].max() > 12.0
    assert after.at[:, 0].max() < 8.0
