"""Lessons for whoever plays by keys: what texts name, where Tab leads, what is said of a place that is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sim.app.hud import widgets
from sim.app.hud.key_words import IN_TEXT, with_keys
from sim.app.key_map import FREE, KeyMap, pressed_for
from sim.app.table.lesson_table import LessonTable
from sim.app.table.lessons import begin_lesson
from sim.app.table.tools import Tool
from sim.board.board import Board
from sim.lessons.catalogue import board_source, find_lesson, lessons_dir
from sim.lessons.lesson_file import Lesson, read_lesson
from sim.words.tongues import load, speak, spoken
from tests.app.test_table_window import key, steps, until
from tests.carnevale.tables import house, street
from tests.lessons.test_coach import TEXT

OWN = KeyMap().with_key("r", "k").with_key("tab", "insert")
HINTS = """hints = [
    { when = { refused = "MOVE-01" }, say = "Too far: run with [R] as far as it is light." },
"""
LESSON = (
    TEXT.replace('kind = "puzzle"', 'kind = "lesson"', 1)
    .replace("hints = [", 'marks = [{ at = [8, 4, 0], say = "here" }]\n' + HINTS, 1)
    .replace('say = "Go east."', 'say = "Go east with [R]."')
    .split("[[stars]]")[0]
)
OF_A_MOUSE = re.compile(r"\b[Cc]lick|\b[Dd]rag|\bwheel|\bmouse")
OF_KEYS = re.compile(r"\[\w+\]|\bkeys\b")
BARE = re.compile(r"\b[Pp]ress [A-Z]\b|\bwith [A-Z]\b|\b[A-Z] and two\b")


def begun(window: Any, folder: Path, text: str) -> LessonTable:
    file = folder / "across.toml"
    file.write_text(text, encoding="utf-8")
    board = street(house((4, 12), (8, 18), 5.0))
    window.play(begin_lesson(file, read_lesson(file), board, folder / "lesson.jsonl"))
    table = window.table
    assert isinstance(table, LessonTable)
    until(window, lambda: table.rests and table.menu is not None)
    key(window, "enter")
    key(window, "1")
    until(window, lambda: table.rests and table.tool is Tool.RUN and table.reach is not None)
    return table


@pytest.fixture
def lesson(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LessonTable:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    return begun(window, tmp_path, LESSON)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "K, Ins, Enter, [4] and [x y]"), ("fr", "K, Inser, Enter, [4] and [x y]")]
)
def test_a_key_in_brackets_is_told_as_its_player_has_it(language: str, words: str) -> None:
    before = spoken()
    speak(load(language))
    try:
        assert with_keys("[R], [Tab], Enter, [4] and [x y]", OWN) == words
    finally:
        speak(before)


def texts(lesson: Lesson) -> list[str]:
    """All that the window tells of a lesson."""
    found = [each.say for each in lesson.failed]
    for step in lesson.steps:
        found += [step.say, step.instead, *(hint.say for hint in step.hints), *(mark.say for mark in step.marks)]
        found += [step.quiz.right, step.quiz.wrong] if step.quiz is not None else []
    return found


def test_shipped_lessons_speak_to_whoever_has_no_mouse_and_to_whoever_has_keys_of_their_own() -> None:
    """They told of clicks alone, and of keys as they are at first."""
    told = [text for path in sorted(lessons_dir().glob("*.toml")) for text in texts(read_lesson(path))]
    assert [text for text in told if OF_A_MOUSE.search(text) and not OF_KEYS.search(text)] == []
    assert [text for text in told if BARE.search(text)] == []
    named = {found for text in told for found in IN_TEXT.findall(text)}
    assert {"R", "A", "J", "G", "E", "Tab"} <= named
    assert {pressed_for(each) for each in named} <= FREE


def test_the_coach_and_what_is_not_done_yet_name_the_players_own_keys(
    window: Any, lesson: LessonTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    real = widgets.wrapped
    monkeypatch.setattr(widgets, "wrapped", lambda text, *paint: (said.append(text), real(text, *paint))[1])
    monkeypatch.setattr(window.controls.own, "map", OWN)
    lesson.coach.hint = lesson.model.notice = "Run with [R]."
    steps(window, 2)
    assert "Go east with K." in said
    assert said.count("Run with K.") >= 2
    assert not [text for text in said if "[R]" in text]


def test_tab_leads_the_pointer_to_what_the_coach_points_out(window: Any, lesson: LessonTable) -> None:
    """Arrows alone led there, a second for an inch or two."""
    key(window, "b")
    pointer = window.scene.pointer
    assert pointer.at == pytest.approx((4, 4, 0))
    key(window, "tab")
    assert pointer.at == pytest.approx((8, 4, 0))
    until(window, lambda: lesson.preview is not None and lesson.preview.refusal is None)
    key(window, "tab")
    assert pointer.under()[0] == "b"
    key(window, "tab")
    assert pointer.at == pytest.approx((8, 4, 0))
    until(window, lambda: lesson.previewed is not None and lesson.previewed == lesson.preview_request())
    key(window, "enter")
    until(window, lambda: lesson.coach.number == 2)


def refused(window: Any, table: LessonTable) -> None:
    """Choose a place that is too far."""
    pointer = window.scene.pointer
    if pointer.at is None:
        key(window, "b")
    pointer.go_to((20.0, 4.0, 0.0))
    until(window, lambda: table.preview is not None and table.preview.refusal is not None)
    key(window, "enter")
    until(window, lambda: bool(table.model.notice))
    steps(window, 2)


def test_the_coach_has_a_word_for_a_place_that_the_rules_refuse_and_offers_help(
    window: Any, lesson: LessonTable
) -> None:
    """It never heard of it: the table refuses such a place before it is an answer."""
    refused(window, lesson)
    assert lesson.coach.hint == "Too far: run with [R] as far as it is light."
    assert "MOVE-01" in lesson.model.notice
    assert not lesson.coach.offers_help
    refused(window, lesson)
    assert lesson.coach.offers_help


def test_trying_places_costs_no_star_of_a_puzzle(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    table = begun(window, tmp_path, TEXT)
    refused(window, table)
    assert (table.coach.slips, table.coach.hint) == (0, "")


def test_the_whole_lesson_begins_anew_by_a_key(
    window: Any, lesson: LessonTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(window.rooms.learn, "open", lambda _, path: opened.append(path))
    key(window, "f9")
    assert opened == [lesson.lesson_model.path]


def test_who_picks_an_answer_after_measuring_has_the_tape_put_away(window: Any, tmp_path: Path) -> None:
    """Enter measured on, though the coach's button said that it answers."""
    path = find_lesson("who-sees-you")
    asked = read_lesson(path)
    window.play(begin_lesson(path, asked, Board.load(board_source(path, asked)), tmp_path / "lesson.jsonl"))
    table = window.table
    until(window, lambda: table.quiz is not None)
    table.take(Tool.TAPE)
    key(window, "1")
    assert (table.tool is Tool.TAPE, table.options) == (False, {0})
