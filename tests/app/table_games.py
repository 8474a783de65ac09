"""Games at the table for tests: small boards, scripted dice, journals in a test's own folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from sim.app.table.controller import TableController
from sim.app.table.games import start
from sim.app.table.model import TableModel
from sim.board.board import Board
from sim.carnevale.characters import Profile
from sim.carnevale.setup import GangSetup, Member, Setup
from sim.engine.dice import ScriptedDice, SeededDice, TypedDice


def member(id: str, at: tuple[float, float, float], **profile: Any) -> Member:
    return Member(id, Profile(profile.pop("name", id.upper()), **profile), at)


def free_fight(
    board: Board,
    folder: Path,
    north: Sequence[Member],
    south: Sequence[Member],
    players: dict[str, str] | None = None,
    dice: Sequence[int] | TypedDice | None = None,
) -> TableModel:
    """A free fight whose first turn is north's."""
    gangs = (GangSetup("north", tuple(north), "The North"), GangSetup("south", tuple(south), "The South"))
    setup = Setup("street", gangs, size=board.size, seed=1)
    thrown = ScriptedDice(dice) if isinstance(dice, Sequence) else SeededDice(1)
    faces = dice if isinstance(dice, TypedDice) else thrown
    return start(setup, board, players or {}, folder / "game.jsonl", faces)


def ready(table: TableController, most: int = 4000) -> TableController:
    """Let time pass until a person is asked, or the game is over, and what is pointed at is measured."""
    quiet = 0
    for _ in range(most):
        table.tick(0.1)
        waits = table.menu is not None or table.roll is not None or table.model.over
        quiet = quiet + 1 if waits and not table.worker.busy else 0
        if quiet > 3:
            return table
    raise AssertionError(f"nobody is asked: {table.failure or table.model.session.request}")


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value)
