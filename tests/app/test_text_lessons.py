"""Lessons in a terminal: the coach's words, a mistake, an answer that is shown, and the end."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from sim.app.table.lessons import begin_lesson
from sim.app.text.lesson_game import LessonGame
from sim.app.text.terminal import EndOfWords
from sim.board.board import Board
from sim.lessons.catalogue import board_source, lessons_dir
from sim.lessons.lesson_file import read_lesson
from sim.lessons.progress import read_progress
from tests.app.text_games import terminal
from tests.carnevale.tables import house, street
from tests.lessons.test_coach import TEXT


def told(folder: Path, *words: str) -> str:
    file = folder / "across.toml"
    file.write_text(TEXT, encoding="utf-8")
    board = street(house((4, 12), (8, 18), 5.0))
    typed, out = terminal(words)
    game = LessonGame(begin_lesson(file, read_lesson(file), board, folder / "lesson.jsonl"), typed)
    try:
        game.play()
    except EndOfWords:
        return out.getvalue()
    return out.getvalue()


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


def test_a_lesson_is_played_in_words_to_its_end(tmp_path: Path) -> None:
    text = told(tmp_path, "", "1", "go to 8, 4", "1")
    assert "1 of 3. Read." in text
    assert "2 of 3. Go." in text
    assert "Across is done. 2 of 2 stars." in text
    assert sum(read_progress().stars.values()) == 2


def test_a_mistake_brings_its_hint_and_the_answer_is_shown_after_two(tmp_path: Path) -> None:
    text = told(tmp_path, "", "1", "end", "end", "show", "2", "1")
    assert "Run, and nothing else." in text
    assert "3 of 3. Who." in text
    assert "No." in text
    assert "Across is done." in text


def test_a_step_can_begin_again(tmp_path: Path) -> None:
    text = told(tmp_path, "", "1", "go to 6, 4", "step again", "1")
    assert text.count("2 of 3. Go.") == 2


def test_before_two_mistakes_show_says_when_it_is_understood(tmp_path: Path) -> None:
    text = told(tmp_path, "", "show", "1", "end", "show")
    assert "so far there were 0." in text
    assert "so far there was 1." in text
    assert "is no answer here" not in text


def test_help_in_a_lesson_names_the_words_of_lessons(tmp_path: Path) -> None:
    assert told(tmp_path, "", "help").count("'step again' begins the step again") == 2


def test_again_tells_a_step_once_more_where_it_is_read_and_where_it_asks(tmp_path: Path) -> None:
    text = told(tmp_path, "again", "", "1", "go to 8, 4", "again")
    assert (text.count("1 of 3. Read."), text.count("3 of 3. Who.")) == (2, 2)


def test_what_a_step_that_is_read_speaks_of_can_be_tried(tmp_path: Path) -> None:
    file = lessons_dir() / "jump-and-fall.toml"
    lesson = read_lesson(file)
    typed, out = terminal(["", "tonin", "go up", "try jump 8.4, 7, 3.7"])
    game = LessonGame(begin_lesson(file, lesson, Board.load(board_source(file, lesson)), tmp_path / "l.jsonl"), typed)
    with suppress(EndOfWords):
        game.play()
    assert "likeliest it ends" in out.getvalue()


def shipped(folder: Path, name: str, *words: str) -> str:
    file = lessons_dir() / f"{name}.toml"
    lesson = read_lesson(file)
    typed, out = terminal(words)
    board = Board.load(board_source(file, lesson))
    game = LessonGame(begin_lesson(file, lesson, board, folder / f"{len(words)}.jsonl"), typed)
    with suppress(EndOfWords):
        game.play()
    return out.getvalue()


def test_after_a_failure_the_way_out_is_named_and_after_two_the_answer_is_shown(tmp_path: Path) -> None:
    """It said 'Once more.' after every answer, and the game went on."""
    once = ("nives", "end!", "step again")
    assert "The bell rings, and she is not there. Once more.\n'step again' begins" in shipped(
        tmp_path, "before-the-bell", *once[:2]
    )
    text = shipped(tmp_path, "before-the-bell", *once, *once[:2], "nives", "show")
    assert "'step again' begins the step again, 'show' plays its answer." in text
    assert "2. Turn of" not in text
    assert "Before the bell is done." in text
