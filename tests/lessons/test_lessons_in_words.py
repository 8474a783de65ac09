"""The shipped lessons as a terminal tells them: nothing is clicked, and the words that they quote are understood."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pytest

from sim.app.table.lesson_walks import walk_step
from sim.app.table.lessons import begin_lesson
from sim.app.text.lesson_game import LessonGame
from sim.app.text.terminal import Terminal
from sim.board.board import Board
from sim.lessons.catalogue import board_source, lessons_dir
from sim.lessons.lesson_file import Lesson, in_words, read_lesson
from sim.words import term
from sim.words.tongues import LANGUAGES, load, speak, spoken, told

LESSONS = [path for path in sorted(lessons_dir().glob("*.toml")) if "_in_words" in path.read_text(encoding="utf-8")]
OF_THE_WINDOW = re.compile(  # mouse, keys and what is drawn
    r"click|mouse|\bdrag|wheel|button|\[\w+\]|\b[Pp]ress|Ctrl|\bpanel|\bring\b|\bwith [A-Z]\b|\b[A-Z] and two"
    r"|(?<!Command )\b[Pp]oint (?:at|nearer|right|where|to|her|him)\b"
    r"|\b[Cc]li[cq]|souris|molette|\b[Aa]ppuy|\b[Pp]ointe[rz]\b|panneau|anneau|bouton|\bavec [A-Z]\b"
    r"|\b[Pp]remi\b|tasto|rotella|pulsante|pannello|anello|\b[Pp]unta\b|\bcon [A-Z]\b"
)
QUOTED = re.compile(r"(?<!\w)'([^']+)'(?!\w)|«\s*([^»]+?)\s*»")
NOT_UNDERSTOOD = ("no answer", "No place", "Nobody is", "nothing there", "Nothing is", "Do you mean", "nothing to try")
ENTERS = 12  # to all that is asked meanwhile
board_of = cache(Board.load)  # of each lesson once: what is measured on it is the same in every language


def texts(lesson: Lesson) -> list[str]:
    """All that is told in words."""
    found = [lesson.about]
    for step in lesson.steps:
        found += [step.title, step.say, step.instead, *(hint.say for hint in step.hints)]
        found += [step.quiz.right, step.quiz.wrong] if step.quiz is not None else []
    return [text for text in (*found, *(hint.say for hint in lesson.failed)) if text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_in_words_speaks_of_no_mouse_and_no_keys(language: str) -> None:
    before = spoken()
    speak(load(language))
    try:
        lessons = [in_words(read_lesson(path)) for path in sorted(lessons_dir().glob("*.toml"))]
        words = [told(term(each)) for lesson in lessons for each in texts(lesson)]
    finally:
        speak(before)
    assert [each for each in words if OF_THE_WINDOW.search(each)] == []


class Pupil(Terminal):
    """Types what each step quotes, Enter to what is asked besides; what no words are quoted for is shown instead."""

    def __init__(self, path: Path, folder: Path) -> None:
        super().__init__(self.typed, io.StringIO())
        lesson = read_lesson(path)
        self.model = begin_lesson(path, lesson, board_of(board_source(path, lesson)), folder / "lesson.jsonl")
        self.number, self.left, self.enters, self.quotes = -1, list[str](), 0, False
        self.heard: list[str] = []
        self.unfinished: list[str] = []  # steps that what they quote did not end

    def tell(self, *lines: str) -> None:
        self.heard += map(str, lines)  # a message is its English text, whatever is spoken
        super().tell(*lines)

    def typed(self, sign: str) -> str:
        number, step = self.model.coach.number, self.model.coach.step
        assert step is not None
        if number != self.number:
            words = told(term(self.model.lesson.steps[number].say_in_words))
            self.number, self.enters, self.left = number, 0, [a or b for a, b in QUOTED.findall(words)]
            self.quotes = bool(self.left)
        if self.left:
            return self.left.pop(0)
        if step.quiz is not None:
            return " ".join(map(str, step.pick))
        if step.done is None or (self.quotes and self.enters < ENTERS):
            self.enters += 1
            return ""
        if self.quotes:
            self.unfinished.append(step.title)
        self.model.begin_step_again()
        walk_step(self.model)
        return "score"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_the_words_that_a_lesson_quotes_are_understood(
    path: Path, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    before, pupil = spoken(), Pupil(path, tmp_path)
    speak(load(language))
    try:
        assert LessonGame(pupil.model, pupil).play()
    finally:
        speak(before)
    assert [line for line in pupil.heard if any(each in line for each in NOT_UNDERSTOOD)] == []
    assert pupil.model.lesson.kind == "puzzle" or pupil.unfinished == []
