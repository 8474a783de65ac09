"""A lesson played through by itself: its kept answers must lead to its end, and its mistakes to their hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sim.app.table.lessons import LessonModel
from sim.engine.requests import GameError
from sim.lessons.lesson_file import LessonStep
from sim.lessons.walk import EndOfWalk, Walk

__all__ = ["faults_of", "settle", "walk_step"]

MOST_ANSWERS = 400  # to a step
SOLVED = "{}: it is done as soon as it begins: nothing is left to do in it"


def faults_of(model: LessonModel) -> Iterator[str]:
    """Play a lesson from its first step to its last. What is wrong with it, in words; it ends at what stops it."""
    coach = model.coach
    settle(model)
    if coach.number:
        yield SOLVED.format(_where(model, 0))
        return
    while (step := coach.step) is not None:
        number, where = coach.number, _where(model, coach.number)
        for each in step.mistakes:
            yield from (f"{where}: {words}" for words in _mistaken(model, step, each.do, each.says))
        try:
            walk_step(model)
        except GameError as error:
            yield f"{where}: show: {error}"
            return
        if coach.number > number + 1:
            yield SOLVED.format(_where(model, number + 1))
            return
        if coach.number == number:
            yield f"{where}: what `show` does is not the end of it: {model.notice or coach.hint or 'nothing is said'}"
            return
        if coach.failed:
            yield f"{where}: what `show` does loses it: {coach.failed}"
            return
    if coach.stars < 1 + len(model.lesson.stars):
        yield f"stars: what `show` does earns {coach.stars} of {1 + len(model.lesson.stars)}"


def _where(model: LessonModel, number: int) -> str:
    return f'steps[{number}] "{model.lesson.steps[number].title}"'


def _mistaken(model: LessonModel, step: LessonStep, do: Sequence[dict[str, Any]], says: str) -> Iterator[str]:
    """A wrong way from the beginning of a step, and back."""
    coach = model.coach
    said: list[str] = []
    try:
        if step.quiz is not None:
            coach.pick({int(each["pick"]) - 1 for each in do})
            said.append(coach.hint)
        else:
            said.extend(_walked(model, do))
    except GameError as error:
        said.append(str(error))
    if not any(says in words for words in said):
        yield f"a mistake brings no hint with '{says}', but: {' | '.join(dict.fromkeys(filter(None, said))) or 'none'}"
    model.begin_step_again()
    coach.slips = 0  # that was to try it
    settle(model)


def walk_step(model: LessonModel) -> None:
    """Go through the step in hand as its answer does. Raises GameError."""
    coach, step = model.coach, model.coach.step
    assert step is not None
    if coach.reads:
        coach.go_on()
    elif step.quiz is not None:
        coach.pick({number - 1 for number in step.pick})
    else:
        number = coach.number
        for _ in _walked(model, step.show):
            if coach.number != number:
                break
    settle(model)


def _walked(model: LessonModel, entries: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Do entries one by one; what the coach says after each."""
    walk = Walk(entries)
    for _ in range(MOST_ANSWERS):
        settle(model)
        choice = model.choice
        if choice is None:
            return
        try:
            answer = walk.next(choice, model.session.state)
        except EndOfWalk:
            return
        given = model.answer(answer)
        yield model.coach.failed or model.coach.hint
        if not given:
            return


def settle(model: LessonModel) -> None:
    """Let the opponent act, until the player is asked."""
    for _ in range(MOST_ANSWERS):
        model.show_all()
        choice = model.choice
        if model.bot_turn:
            model.think()
        elif choice is None or model.is_spared(choice):
            return
        else:
            model.spare(choice)
