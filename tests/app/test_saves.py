"""The folder of games: whatever lies there is listed, or left out with a word."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from sim.app.table import games
from sim.app.table.controller import TableController
from sim.app.table.games import Note, read_note, resume_game, saves, show_at, write_note, write_note_of
from sim.app.text.start import play_text
from sim.carnevale.setup import GangSetup, Setup
from sim.engine.line_file import InUse
from tests.app.table_games import free_fight, member, ready
from tests.app.text_games import terminal
from tests.carnevale.tables import street

SETUP = msgspec.to_builtins(Setup("street", (GangSetup("north", ()), GangSetup("south", ()))))
HEADER = msgspec.json.encode({"game": "carnevale", "setup": SETUP, "format": 1})

DAMAGED = {
    "empty": (b"", "no header"),
    "cut": (HEADER[:40], "no header"),
    "no-text": (HEADER.replace(b"street", b"str\xffet") + b"\n", "line 1: not the header of a game"),
    "no-json": (b"hello\n", "line 1: not the header of a game"),
    "a-list": (b"[]\n", "line 1: not the header of a game"),
    "deep": (b"[" * 100_000 + b"\n", "line 1: not the header of a game"),
    "zeros": (b"\0" * 5000, "no header"),
    "no-setup": (b'{"game":"carnevale","setup":{"board":3},"format":1}\n', "line 1: not the header of a game"),
    "of-chess": (b'{"game":"chess","setup":{},"format":1}\n', "a game of 'chess', not of 'carnevale'"),
    "newer": (b'{"game":"carnevale","setup":{},"format":99}\n', "journal format 99"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_left_out_with_a_word_and_stands_in_nobodys_way(tmp_path: Path, kind: str) -> None:
    data, why = DAMAGED[kind]
    (tmp_path / "sound.jsonl").write_bytes(HEADER + b"\n")
    (tmp_path / f"{kind}.jsonl").write_bytes(data)
    found = saves(tmp_path)
    assert [kept.path.stem for kept in found.games] == ["sound"]
    assert len(found.left_out) == 1
    assert found.left_out[0].startswith(f"{kind}.jsonl")
    assert why in found.left_out[0]
    assert "\n" not in found.left_out[0]


def test_what_is_no_file_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.jsonl")  # whoever opens it waits
    found = saves(tmp_path)
    assert found.games == ()
    assert all(why.endswith("not a file") for why in found.left_out)
    assert len(found.left_out) == len(list(tmp_path.iterdir()))


def test_the_start_in_words_reads_no_more_games_than_it_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    read: list[str] = []

    def noted(journal: Path) -> Note:
        read.append(journal.stem)
        return read_note(journal)

    for number in range(30):
        path = games.games_dir() / f"{number}.jsonl"
        path.write_bytes(HEADER + b"\n")
        os.utime(path, (number, number))
        write_note_of(path, Note({}, over=number == 28))
    monkeypatch.setattr(games, "read_note", noted)
    typed, out = terminal(["quit"])
    play_text(None, None, typed)
    assert out.getvalue().count("Go on: ") == 9
    assert read == [str(number) for number in range(29, 19, -1)], "the one that is over is not listed"


def test_a_damaged_note_beside_a_game_counts_for_none_and_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert read_note(tmp_path / "game.jsonl").players == {}
    assert not caplog.messages
    (tmp_path / "game.jsonl").write_bytes(HEADER + b"\n")
    for data in (b"", b"\xff\xfe", b"[" * 100_000, b'{"players":3}'):
        (tmp_path / "game.players.json").write_bytes(data)
        caplog.clear()
        assert read_note(tmp_path / "game.jsonl").players == {}
        assert "all seats of this game are played at this screen" in caplog.text
        assert len(saves(tmp_path).games) == 1


def test_a_game_at_one_table_is_not_played_at_another(tmp_path: Path) -> None:
    board = street()
    model = free_fight(board, tmp_path, [member("a", (2, 2, 0))], [member("b", (9, 9, 0))])
    path = tmp_path / "game.jsonl"
    with pytest.raises(InUse, match="is being played by another program"):
        resume_game(path, board)
    assert model.session.journal is not None
    model.session.journal.close()
    again = resume_game(path, board)
    assert again.session.count == model.session.count


def test_a_game_is_resumed_at_the_hour_that_it_was_shown_at(tmp_path: Path) -> None:
    model = free_fight(street(), tmp_path, [member("a", (2, 2, 0))], [member("b", (9, 9, 0))])
    journal = model.session.journal
    assert journal is not None
    model.hour = "night"
    write_note(model)
    journal.close()
    assert resume_game(journal.path, model.board).hour == "night"
    show_at(journal.path, "fog")
    assert (read_note(journal.path).hour, read_note(journal.path).players) == ("fog", dict(model.players))


def test_a_note_that_cannot_be_written_ends_no_game(tmp_path: Path) -> None:
    board = street()
    model = free_fight(board, tmp_path, [member("a", (2, 2, 0))], [member("b", (9, 9, 0))])
    note = tmp_path / "game.players.json"
    note.unlink()
    note.mkdir()
    write_note(model)
    assert not list(tmp_path.glob("*.part"))


def test_the_end_of_a_game_is_noted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written, write = list[Note](), games.write_note_of

    def counted(journal: Path, note: Note) -> None:
        written.append(note)
        write(journal, note)

    table = ready(TableController(free_fight(street(), tmp_path, [member("a", (2, 2, 0))], [member("b", (9, 9, 0))])))
    monkeypatch.setattr(games, "write_note_of", counted)
    monkeypatch.setattr(table.model.session, "_running", None)  # nothing is left to do
    for _ in range(20):
        table.tick(0.1)
    assert [note.over for note in written] == [True]
    assert read_note(tmp_path / "game.jsonl").over
