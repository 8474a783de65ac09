"""What a learner does that a lesson did not think of: it is stopped, or counted, or there is a way out of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.app.table.lesson_walks import settle, walk_step
from sim.app.table.lessons import LessonModel, begin_lesson
from sim.board.board import Board
from sim.lessons.catalogue import board_source, find_lesson
from sim.lessons.coach import ANSWER_FIRST, HELPED_AFTER, NOTHING_OPEN, READ_FIRST
from sim.lessons.lesson_file import read_lesson
from sim.lessons.walk import EndOfWalk, Walk

END = {"end": "turn"}


def begun(folder: Path, name: str, step: int = 1) -> LessonModel:
    """A lesson at a step, from 1, that is gone to as its file says."""
    path = find_lesson(name)
    assert path is not None
    lesson = read_lesson(path)
    model = begin_lesson(path, lesson, Board.load(board_source(path, lesson)), folder / f"{name}.jsonl")
    settle(model)
    while model.coach.number < step - 1:
        walk_step(model)
    return model


def do(model: LessonModel, *entries: dict[str, Any]) -> bool:
    """Do entries as scripts have them; False where one was stopped or refused."""
    walk = Walk(entries, joins=False)
    while (choice := model.choice) is not None:
        try:
            given = model.answer(walk.next(choice, model.session.state))
        except EndOfWalk:
            return True
        settle(model)
        if not given:
            return False
    return True


def turn(who: str) -> dict[str, Any]:
    return {"turn": who}


def run(*to: float) -> dict[str, Any]:
    return {"act": "run", "to": list(to)}


@pytest.mark.parametrize("name", ["first-steps", "jump-and-fall", "the-duel", "on-the-water", "word-and-spell"])
def test_while_a_step_is_read_nothing_is_done_and_that_is_no_mistake(tmp_path: Path, name: str) -> None:
    model = begun(tmp_path, name)
    assert not do(model, turn(model.session.request.options[0]))  # type: ignore[union-attr]
    assert (model.notice, model.coach.hint, model.coach.slips) == (READ_FIRST, READ_FIRST, 0)


@pytest.mark.parametrize("name", ["who-sees-you", "where-does-he-fall"])
def test_what_is_asked_stays_as_it_was_asked(tmp_path: Path, name: str) -> None:
    model = begun(tmp_path, name)
    right = model.coach.right()
    assert not do(model, turn(model.lesson.characters[0].id))
    assert (model.notice, model.coach.slips) == (ANSWER_FIRST, 0)
    assert model.coach.right() == right != ()


def test_where_points_are_used_up_the_turn_may_go_by(tmp_path: Path) -> None:
    """Run was all that might be done, and there was no point for it: End turn was refused for ever."""
    model = begun(tmp_path, "first-steps", 3)
    assert do(model, run(5, 6.8, 0), run(3, 6.8, 0), run(5, 6.8, 0))
    assert model.coach.hint == NOTHING_OPEN
    assert model.coach.offers_beginning
    assert model.coach.offers_help
    assert do(model, END, turn("zanetta"), run(6.2, 4.6, 0))
    assert model.coach.number == 3


@pytest.mark.parametrize(
    ("name", "step", "before", "way_on"),
    [
        ("on-the-water", 2, [turn("marieta"), run(5, 9.2, -0.75), run(6, 9.2, -0.75), run(5, 9.2, -0.75)], [END]),
        ("word-and-spell", 5, [run(6, 9, 0), run(7, 9, 0), run(6, 9, 0)], [END]),
        ("word-and-spell", 3, [END, turn("lucrezia"), END], [turn("tita")]),
        ("eyes-and-bolts", 8, [turn("orsola"), run(6.5, 9.5, 0), run(6.5, 8.5, 0), run(6.5, 9.5, 0)], [END]),
    ],
)
def test_what_nothing_else_is_left_for_is_not_stopped(
    tmp_path: Path, name: str, step: int, before: list[dict[str, Any]], way_on: list[dict[str, Any]]
) -> None:
    model = begun(tmp_path, name, step)
    assert do(model, *before)
    assert model.coach.offers_beginning
    assert do(model, *way_on)


def test_whoever_was_thrown_elsewhere_can_be_caught_again(tmp_path: Path) -> None:
    model = begun(tmp_path, "the-duel", 7)
    throw = {"act": "grapple", "target": "bepi", "answers": [{"prompt": "push", "value": [12, 6, 0]}]}
    assert do(model, turn("bianca"), throw)
    assert "Catch him again" in model.coach.hint
    assert do(model, run(10, 5.5, 0), END)


def test_an_opponent_who_cannot_do_what_the_step_says_does_something_else(tmp_path: Path) -> None:
    """The program ended: Rocco was to shoot at Orsola, whom he did not see."""
    model = begun(tmp_path, "eyes-and-bolts", 7)
    model.scripted.tell(({"turn": "rocco"}, {"act": "combat", "target": "sandro", "weapon": "Crossbow"}))
    assert do(model, END)
    assert model.coach.failed.startswith("What this step waited for has gone by")
    model.begin_step_again()
    walk_step(model)
    assert model.coach.number == 7


def test_behind_all_cover_the_lesson_goes_on_once_he_sees_something(tmp_path: Path) -> None:
    model = begun(tmp_path, "eyes-and-bolts", 6)
    assert do(model, run(7.75, 8.2, 0))
    assert (model.coach.number, model.coach.hint.startswith("Here he sees nothing of her")) == (5, True)


def test_a_failure_counts_as_a_try_and_brings_the_answer(tmp_path: Path) -> None:
    model = begun(tmp_path, "soft-landing")
    for failures in range(1, HELPED_AFTER + 1):
        assert do(model, turn("tonin"), END)
        assert (bool(model.coach.failed), model.coach.slips) == (True, failures)
        model.begin_step_again()
        settle(model)
    assert model.coach.offers_help
    walk_step(model)
    assert (model.coach.over, model.coach.stars) == (True, 2), "two mistakes, and not the first try"


def test_what_failed_is_not_played_on_and_can_be_taken_back(tmp_path: Path) -> None:
    model = begun(tmp_path, "before-the-bell")
    assert do(model, turn("nives"), END)
    failed = model.coach.failed
    assert failed
    assert not do(model, turn("nives"))
    assert model.notice == failed
    assert model.undo()
    assert (model.coach.failed, model.coach.hint) == ("", "")


def test_who_hides_out_of_sight_has_done_it(tmp_path: Path) -> None:
    model = begun(tmp_path, "out-of-sight")
    assert do(model, turn("pierin"), run(5.05, 11.2, 0), run(5.9, 12.3, 0), {"act": "hide"})
    assert (model.coach.over, model.coach.failed) == (True, "")


def test_without_whom_it_needs_a_step_is_lost(tmp_path: Path) -> None:
    model = begun(tmp_path, "a-better-shot")
    model.session.dice.throws = ()  # type: ignore[attr-defined]
    shot = {"act": "combat", "target": "ugo", "weapon": "Crossbow"}
    for _ in range(12):
        if not do(model, turn("orsola"), shot, shot, shot, END):
            break
    assert model.coach.failed.startswith("Ugo has fallen")


def test_ashore_is_not_aboard(tmp_path: Path) -> None:
    model = begun(tmp_path, "a-friend-in-need")
    chariot = {"prompt": "chariot", "value": run(11.3, 7.9, 0)}
    cast = {"act": "cast", "spell": "Cantrip of the Chariot", "target": "marieta", "answers": [chariot]}
    assert do(model, turn("checo"), run(14.6, 5.7, 0), cast)
    assert model.session.state["marieta"].aboard == "gondola"
    assert not model.coach.over


def test_a_hint_is_not_said_again_of_what_is_done_next(tmp_path: Path) -> None:
    model = begun(tmp_path, "first-steps", 3)
    assert do(model, run(5, 6.8, 0))
    assert "points left" in model.coach.hint
    assert do(model, run(3, 6.8, 0))
    assert model.coach.hint == ""
    assert do(model, run(5, 6.8, 0))
    assert model.undo()
    assert (model.coach.hint, model.coach.offers_beginning) == ("", False)
