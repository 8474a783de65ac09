"""Learners who try this and that: no lesson is left in a state where it cannot go on and nobody says so."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from sim.app.table.lesson_walks import settle, walk_step
from sim.app.table.lessons import LessonModel, begin_lesson
from sim.board.board import Board
from sim.bots.base import BOTS
from sim.carnevale.legality import WhichAction
from sim.carnevale.turn import WhoseTurn
from sim.engine.requests import Choice, GameError
from sim.lessons.catalogue import board_source, lessons_dir
from sim.lessons.lesson_file import read_lesson

LESSONS = sorted(lessons_dir().glob("*.toml"))
TRIES = 10  # answers of a learner in a step, objected to or not
MOST_TIMES = 6
BETWEEN = (WhoseTurn, WhichAction)


def tried(model: LessonModel, choice: Choice, chance: Random) -> None:
    """An answer by chance; where the coach has something against it, the next one that the game goes on by."""
    bot = BOTS.make("random", chance.randrange(1 << 30))
    if any(model.answer(bot.choose(model.session.state, choice, model.session.measure)) for _ in range(4)):
        return
    for way_on in choice.options:
        if model.answer(way_on):
            return


def told_or_open(model: LessonModel) -> bool:
    """Does the coach say that the step begins again, or leave open something that can be done?"""
    coach, choice = model.coach, model.choice
    if coach.over or coach.reads or coach.quiz is not None or coach.offers_beginning:
        return True
    return choice is not None and (not isinstance(choice, BETWEEN) or coach.leaves_open())


def begin_again_and_be_shown(model: LessonModel) -> None:
    """The step, and where it cannot be done from its beginning those before it, up to the end of its answer."""
    coach = model.coach
    number = coach.number
    for _ in range(MOST_TIMES):
        model.begin_step_again()
        settle(model)
        while coach.number <= number and not coach.failed:
            before = coach.number
            with suppress(GameError):
                walk_step(model)
            if coach.number == before:
                coach.cannot_be_shown()
        if coach.number > number:
            return


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_whatever_is_tried_the_step_can_be_done_or_begun_again(path: Path, tmp_path: Path) -> None:
    lesson = read_lesson(path)
    board = Board.load(board_source(path, lesson))
    model = begin_lesson(path, lesson, board, tmp_path / "lesson.jsonl")
    coach, chance = model.coach, Random(path.stem)
    settle(model)
    while not coach.over:
        number, step = coach.number, coach.step
        for _ in range(TRIES):
            choice = model.choice
            if choice is None or coach.number != number:
                break
            tried(model, choice, chance)
            settle(model)
            assert told_or_open(model), step
        if coach.number == number:
            begin_again_and_be_shown(model)
            assert coach.number > number, (step, coach.failed, coach.hint, model.notice)
