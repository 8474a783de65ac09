"""A disk that is full at any line of a game: nothing happens that was not written, and the game goes on with room."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from sim.engine.journal import read
from sim.engine.line_file import LineFile, Unwritten
from sim.engine.requests import Choice
from sim.engine.table import HUMAN, GameTable
from tests.engine.lagoon import BOTS, KIT, Event, Lagoon, Sail, measure

SETUP = {"seats": ["north", "east"], "seed": 1, "turns": 6}
PEOPLE = {"north": HUMAN, "east": HUMAN}


class Disk:
    """Takes lines until it is full at line number `full`, and after so many tries has room again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, full: int = -1, tries: int = 2) -> None:
        self.lines = self.durable = 0
        append = LineFile.append

        def take(file: LineFile, line: bytes, *, durable: bool = False) -> None:
            nonlocal tries
            if self.lines == full and tries:
                tries -= 1
                with monkeypatch.context() as patch:
                    patch.setattr(os, "fsync", self._no_room)
                    append(file, line, durable=True)  # every byte is taken, and then does not reach the disk
            append(file, line, durable=durable)
            self.lines += 1
            self.durable += durable

        monkeypatch.setattr(LineFile, "append", take)

    @staticmethod
    def _no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def table(folder: Path, players: dict[str, str] = PEOPLE) -> GameTable[Lagoon, Event]:
    return GameTable(KIT.start(SETUP, folder / "game.jsonl"), players, BOTS)


def answer_of(game: GameTable[Lagoon, Event]) -> Any:
    choice = game.session.request
    assert isinstance(choice, Choice)
    if not isinstance(choice, Sail):
        return True
    state = game.session.state
    return next(way for way in choice.offers(state, measure) if choice.refusal(state, measure, way) is None)


def play(game: GameTable[Lagoon, Event]) -> list[str]:
    """Give every answer until it has happened, and whatever follows from it; what the players are told meanwhile."""
    notices = []
    while not game.session.over:
        before = game.session.count
        assert game.answer(answer_of(game)) == (game.session.count > before)
        notices.append(game.notice)
        while game.stalled:
            assert game.pending is None
            game.go_on()
            notices.append(game.notice)
        game.show_all()
    return [words for words in notices if words]


def test_a_disk_that_is_full_at_any_line_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "whole").mkdir()
    straight = table(tmp_path / "whole")
    assert play(straight) == []
    lines = (tmp_path / "whole" / "game.jsonl").read_bytes()
    assert lines.count(b"\n") > 20
    for full in range(lines.count(b"\n") - 1):
        folder = tmp_path / str(full)
        folder.mkdir()
        with monkeypatch.context() as patch:
            Disk(patch, full)
            game = table(folder)
            notices = play(game)
        assert len(notices) == 2
        assert all("No space left on device. It has not happened: make room" in words for words in notices)
        assert game.session.state == straight.session.state
        assert (folder / "game.jsonl").read_bytes() == lines


def test_what_is_in_the_journal_is_what_has_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch, 0, tries=1)
    game = table(tmp_path)
    assert not game.answer(answer_of(game))
    assert game.session.count == len(read(tmp_path / "game.jsonl")[1]) == 0
    assert game.answer(answer_of(game))
    assert game.session.count == len(read(tmp_path / "game.jsonl")[1]) == disk.lines


def test_an_answer_of_a_person_is_put_on_the_disk_and_what_follows_from_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    game = table(tmp_path)
    play(game)
    assert disk.durable == sum(answer.kind == "choice" for answer in read(tmp_path / "game.jsonl")[1])
    assert disk.lines > disk.durable


def test_a_bot_waits_for_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Disk(monkeypatch, 0, tries=1)
    game = table(tmp_path, {"north": "random", "east": HUMAN})
    assert not game.think()
    assert "No space left" in game.notice
    assert game.bot_turn
    assert game.session.count == 0
    assert game.think()
    assert game.session.count == len(read(tmp_path / "game.jsonl")[1]) > 0


def test_what_cannot_be_taken_back_on_the_disk_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(tmp_path)
    assert game.answer("pass")
    with monkeypatch.context() as patch:
        Disk(patch, 0, tries=1)
        assert not game.undo()
        assert "No space left" in game.notice
        assert game.session.count == 1
        assert game.undo()
    assert game.session.count == len(read(tmp_path / "game.jsonl")[1]) == 0


def test_a_game_without_people_ends_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Disk(monkeypatch, 0)
    session = KIT.start(SETUP, tmp_path / "game.jsonl")
    with pytest.raises(Unwritten, match=r"game\.jsonl cannot be written: No space left on device"):
        session.answer("pass")
