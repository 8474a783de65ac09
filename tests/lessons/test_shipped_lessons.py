"""The lessons and puzzles that come with the program: each is played to its end, and each mistake brings its hint."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table.lesson_walks import faults_of
from sim.app.table.lessons import begin_lesson
from sim.board.board import Board
from sim.board.files.folders import assets_dir
from sim.carnevale import rulebook
from sim.carnevale.script import Entries
from sim.engine.requests import Roll
from sim.lessons.catalogue import board_source, lessons_dir
from sim.lessons.coach import Coach
from sim.lessons.lesson_dice import LessonDice
from sim.lessons.lesson_file import LessonStep, LessonThrow, read_lesson

LESSONS = sorted(lessons_dir().glob("*.toml"))
SPARE = {"the-last-drop": {"combat"}}  # dice of what no kept way does


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_it_is_played_to_its_end_as_its_file_says(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And it tells of no mistake while an action is under way, before it is made; and what dice its file says fall."""
    early = []
    real = Coach._look_for_mistakes

    def watched(coach: Coach, step: LessonStep) -> None:
        slips = coach.slips
        real(coach, step)
        if coach.slips > slips and not isinstance(coach.session.request, Entries().between):
            early.append((coach.hint, coach.session.request))

    thrown: set[LessonThrow] = set()
    throw = LessonDice.throw

    def noted(dice: LessonDice, roll: Roll, times: int) -> tuple[int, ...]:
        thrown.update(each for each in dice.throws if each.purpose == roll.purpose and each.who in ("", roll.who))
        return throw(dice, roll, times)

    monkeypatch.setattr(Coach, "_look_for_mistakes", watched)
    monkeypatch.setattr(LessonDice, "throw", noted)
    lesson = read_lesson(path)
    model = begin_lesson(path, lesson, Board.load(board_source(path, lesson)), tmp_path / "lesson.jsonl")
    assert list(faults_of(model)) == []
    assert early == []
    assert model.coach.slips == 0, "what is shown is no mistake"
    assert model.coach.over
    assert model.coach.stars == 1 + len(lesson.stars)
    said = {each for dice in (lesson.dice, *(step.dice for step in lesson.steps)) for each in dice}
    assert {each.purpose for each in said - thrown} == SPARE.get(path.stem, set()), "dice that nothing throws"


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_it_can_be_shown_and_what_it_teaches_can_be_looked_up(path: Path) -> None:
    lesson = read_lesson(path)
    assert (assets_dir() / "pictures" / "lessons" / f"{path.stem}.jpg").is_file(), "python tools/pictures.py"
    assert [each.rule for each in lesson.learnt if not rulebook.explained(each.rule)] == []
    assert any(step.mistakes for step in lesson.steps), "a mistake of each is tried"
    assert len(lesson.stars) == (2 if lesson.kind == "puzzle" else 0)
