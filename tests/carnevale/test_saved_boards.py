"""A saved game holds its board: it goes on with that where the map was changed, and where there is none."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from sim.board.architecture.identity import BUILDER
from sim.board.board import Board
from sim.board.files.folders import assets_dir
from sim.board.model.errors import MapError
from sim.carnevale import saved_boards
from sim.carnevale.characters import Profile
from sim.carnevale.referee import Referee
from sim.carnevale.replay import kit, replay, resume
from sim.carnevale.saved_boards import begun_on
from sim.carnevale.setup import GangSetup, Member, Setup
from sim.engine.header import Agreed
from sim.engine.journal import Journal, read_all
from sim.engine.requests import CorruptJournal

MAP = """
format = 1
name = "Small"
size = [14, 14]
[[canals]]
id = "rio"
outline = [[0, 6], [14, 6], [14, 8], [0, 8]]
[[pieces]]
piece = "mine"
at = [3, 3]
[[pieces]]
piece = "cassa"
at = [10, 3]
"""


def begin(folder: Path, text: str = MAP) -> Path:
    """A game on a map with a piece of its own beside it."""
    shutil.copy(assets_dir() / "pieces" / "botti.glb", folder / "mine.glb")
    (folder / "small.toml").write_text(text, encoding="utf-8")
    board = Board.load(folder / "small.toml")
    gangs = tuple(
        GangSetup(seat, (Member(seat[0], Profile(seat), (2.0, y, 0.0)),))
        for seat, y in (("north", 12.0), ("south", 1.0))
    )
    setup: dict[str, Any] = msgspec.to_builtins(Setup(str(folder / "small.toml"), gangs, size=board.size, seed=1))
    session = kit(board).start(setup, folder / "game.jsonl")
    assert session.journal is not None
    session.journal.close()
    return folder / "game.jsonl"


def test_the_files_of_a_board_are_packed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a large board take a quarter of a second with every new game."""
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))
    first, second = ((tmp_path / name) for name in ("first", "second"))
    first.mkdir()
    second.mkdir()
    one = begin(first)
    monkeypatch.setattr(saved_boards, "packed", lambda _: pytest.fail("packed again"))
    assert read_all(begin(second)).files() == read_all(one).files()


def board_of(path: Path) -> tuple[Board, str]:
    session = resume(path)
    assert isinstance(session.measure, Referee)
    assert session.journal is not None
    session.journal.close()
    return session.measure.board, session.journal.notice


def test_a_game_goes_on_with_its_map_without_a_word(tmp_path: Path) -> None:
    board, notice = board_of(begin(tmp_path))
    assert (board.source, notice) == (tmp_path / "small.toml", "")


def test_a_changed_map_is_named_and_the_game_goes_on_with_the_one_that_it_was_begun_on(tmp_path: Path) -> None:
    path = begin(tmp_path)
    was = Board.load(tmp_path / "small.toml")
    (tmp_path / "small.toml").write_text(MAP[: MAP.rindex("[[pieces]]")], encoding="utf-8")
    board, notice = board_of(path)
    assert "small.toml' has been changed since this game was begun" in notice
    assert board.key == was.key != Board.load(tmp_path / "small.toml").key
    assert replay(path, verify=True).differences == []


def test_a_made_piece_goes_on_as_it_was_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))
    made = MAP.replace('piece = "cassa"', 'piece = { kind = "house", width = 3, depth = 3, ruin = 0.5 }')
    path = begin(tmp_path, made.replace("at = [10, 3]", "at = [11, 3]"))
    was, notice = board_of(path)
    assert (was.source, notice) == (tmp_path / "small.toml", "")
    monkeypatch.setattr("sim.board.files.made_pieces.BUILDER", BUILDER + 1)  # a later version of the program
    board, notice = board_of(path)
    assert "small.toml' has been changed since this game was begun" in notice
    assert board.source != was.source
    for one, other in zip(was.parts, board.parts, strict=True):
        assert one.name == other.name
        assert np.array_equal(one.triangles, other.triangles)


def test_a_changed_piece_is_a_changed_map(tmp_path: Path) -> None:
    path = begin(tmp_path)
    was = Board.load(tmp_path / "small.toml")
    shutil.copy(assets_dir() / "pieces" / "pozzo.glb", tmp_path / "mine.glb")
    board, notice = board_of(path)
    assert "has been changed" in notice
    assert board.key == was.key


def test_a_game_that_was_sent_to_somebody_else_brings_its_board(tmp_path: Path) -> None:
    path = begin(tmp_path)
    was = Board.load(tmp_path / "small.toml")
    for name in ("small.toml", "mine.glb"):
        (tmp_path / name).unlink()
    board, notice = board_of(path)
    assert "is not here" in notice
    assert (board.key, board.name, board.size) == (was.key, was.name, was.size)
    assert board.vessel("gondola#north-bought").parts  # which is no part of the map


def test_a_board_in_a_save_that_was_damaged_is_refused_in_words(tmp_path: Path) -> None:
    path = begin(tmp_path)
    data = path.read_bytes()
    at = data.index(b'"xz":"') + 40
    path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    board, notice = board_of(path)  # which needs it not
    assert board.source == tmp_path / "small.toml"
    assert "line 2 (small.toml) was changed after it was written" in notice
    (tmp_path / "small.toml").unlink()
    with pytest.raises(CorruptJournal, match=r"game\.jsonl: its file 'small\.toml' is not as it was written"):
        begun_on(path)


def test_a_name_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    path = begin(tmp_path)
    contents = read_all(path)
    evil = tmp_path / "evil.jsonl"
    files = {"../../out.toml": contents.files()["small.toml"]}
    agreed = Agreed(hashes={"board": "?"}, files=files)
    Journal.create(evil, "carnevale", {**contents.header.setup, "board": "nowhere"}, agreed).close()
    with pytest.raises(MapError, match="outside its folder"):
        begun_on(evil)


def test_an_older_save_says_that_it_does_not_hold_its_board(tmp_path: Path) -> None:
    path = begin(tmp_path)
    header = read_all(path).header
    plain = {"game": header.game, "setup": header.setup, "format": 1}
    old = tmp_path / "old.jsonl"
    old.write_bytes(msgspec.json.encode(plain) + b"\n")
    board, notice = board_of(old)
    assert board.source == tmp_path / "small.toml"
    assert notice.startswith("an older save, which does not hold its board")


def test_a_map_that_was_changed_under_an_open_board_begins_no_game(tmp_path: Path) -> None:
    begin(tmp_path)
    board = Board.load(tmp_path / "small.toml")
    setup = read_all(tmp_path / "game.jsonl").header.setup
    (tmp_path / "small.toml").write_text(MAP.replace("[10, 3]", "[10, 4]"), encoding="utf-8")
    with pytest.raises(MapError, match="has been changed since it was opened"):
        kit(board).start(setup, tmp_path / "second.jsonl")
    assert not (tmp_path / "second.jsonl").exists()


def test_the_header_names_what_was_agreed_by_its_content(tmp_path: Path) -> None:
    header = read_all(begin(tmp_path)).header
    assert header.program
    assert {"board", "gangs", "options", "body human"} == set(header.hashes)
    assert list(header.files) == ["small.toml", "cassa.glb", "mine.glb", "gondola.glb"]
