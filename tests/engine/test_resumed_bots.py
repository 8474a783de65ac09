"""Bots at a table go on after a resume as they would have."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.engine.journal import read
from sim.engine.replay import resume
from sim.engine.table import GameTable
from tests.engine.lagoon import BOTS, KIT, Event, Lagoon

SETUP = {"seats": ["north", "east"], "seed": 3, "turns": 8}
BOTH = {"north": "random", "east": "random"}


def play(table: GameTable[Lagoon, Event], until: int = 10**9) -> None:
    while not table.session.over and table.session.count < until:
        table.show_all()
        assert table.think()


@pytest.fixture
def straight(tmp_path: Path) -> bytes:
    table = GameTable(KIT.start(SETUP, tmp_path / "straight.jsonl"), BOTH, BOTS)
    play(table)
    return (tmp_path / "straight.jsonl").read_bytes()


@pytest.mark.parametrize("answers", range(0, 24, 3))
def test_a_resumed_game_goes_on_byte_for_byte(tmp_path: Path, straight: bytes, answers: int) -> None:
    path = tmp_path / "game.jsonl"
    table = GameTable(KIT.start(SETUP, path), BOTH, BOTS)
    play(table, until=answers)
    assert table.session.journal is not None
    table.session.journal.close()
    play(GameTable(resume(KIT, path), BOTH, BOTS))
    assert path.read_bytes() == straight


def test_two_choices_are_not_drawn_alike(straight: bytes, tmp_path: Path) -> None:
    (tmp_path / "whole.jsonl").write_bytes(straight)
    chosen = [str(answer.value) for answer in read(tmp_path / "whole.jsonl")[1] if answer.kind == "choice"]
    assert len(set(chosen)) > 2
