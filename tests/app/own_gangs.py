"""Games of the program's own gangs in a window, for looks at what names and cards come to there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.board.board import Board
from sim.board.model.hours import HourName
from sim.carnevale.gangs import muster, read_gang
from sim.carnevale.setup import Member
from sim.engine.session import Session
from tests.app.table_games import free_fight
from tests.app.test_table_window import until
from tests.carnevale.tables import house, street

__all__ = ["between_two_gangs", "take"]


def between_two_gangs(window: Any, folder: Path, board: Board | None = None, hour: HourName | None = None) -> Any:
    """Its table, where Rashaar and Patricians face each other in a street and somebody is asked whose turn it is."""
    lines = []
    for gang, seat, y in (("rashaar", "north", 12.0), ("patricians", "south", 15.0)):
        members = muster(*read_gang(gang), seat, 150).members
        lines.append([Member(each.id, each.profile, (3.0 + 2.2 * i, y, 0.0)) for i, each in enumerate(members)])
    model = free_fight(board or street(house((4, 4), (9, 9), 4.0)), folder, *lines)
    model.hour = hour
    window.play(model)
    until(window, lambda: window.table.menu is not None)
    return window.table


def take(table: Any, session: Session[Any]) -> None:
    """Another game at the same table, as it stands: people play all its seats."""
    model = table.model
    model.session, model.notice, table.failure = session, "", ""
    model.seats = tuple(session.game.seats(session.state))
    model.players = dict.fromkeys(model.seats, "human")
    model.show_all()
    table.drop_question()
    table.curtain.before, table.tray = None, None
