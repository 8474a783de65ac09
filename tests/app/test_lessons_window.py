"""Lessons in the window: their page, the coach's keys and clicks, an answer that is shown, the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.app.hud import action_panel, dialogs
from sim.app.hud.coach_panel import CoachPanel
from sim.app.hud.layout import PanelHeights
from sim.app.hud.loading_screen import Loading
from sim.app.table.lesson_table import LessonTable
from sim.app.table.lesson_walks import settle
from sim.app.table.lessons import begin_lesson
from sim.app.table.playback import DiceTray
from sim.board.board import Board
from sim.engine.line_file import InUse
from sim.lessons.catalogue import board_source, find_lesson
from sim.lessons.coach import HELPED_AFTER
from sim.lessons.lesson_file import read_lesson
from sim.lessons.progress import read_progress
from tests.app.test_table_window import click, key, steps, until
from tests.carnevale.tables import house, street
from tests.lessons.test_coach import TEXT


@pytest.fixture
def lesson(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LessonTable:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    file = tmp_path / "across.toml"
    file.write_text(TEXT, encoding="utf-8")
    board = street(house((4, 12), (8, 18), 5.0))
    window.play(begin_lesson(file, read_lesson(file), board, tmp_path / "lesson.jsonl"))
    table = window.table
    assert isinstance(table, LessonTable)
    until(window, lambda: table.rests and table.menu is not None)
    return table


def test_the_page_lists_them_and_leads_back(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    key(window, "l")
    until(window, lambda: window.rooms.learn.room is not None)
    page = window.rooms.learn.room
    window.step()
    assert page.next == page.lessons[0][0] == "first-steps"
    assert (len(page.lessons), len(page.puzzles)) == (6, 12)
    first, second, *_, last = (name for name, _ in page.puzzles)
    assert (page.after(first), page.after(last)) == (second, first)
    assert page.after("first-steps") == page.lessons[1][0]
    key(window, "escape")
    until(window, lambda: window.start is not None)
    window.close_game()


def test_arrows_choose_a_lesson_or_a_puzzle_and_enter_begins_it(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No key led to a puzzle before all lessons were done, and then to one alone."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    key(window, "l")
    until(window, lambda: window.rooms.learn.room is not None)
    page = window.rooms.learn.room
    puzzles, seen = [name for name, _ in page.puzzles], []
    for name in ("down", "down", "up", "right", "right", "down", "left", "left"):
        key(window, f"arrow_{name}")
        seen.append(page.chosen)
    lessons = [name for name, _ in page.lessons]
    assert seen[:3] == [lessons[1], lessons[2], lessons[1]]
    assert seen[4:7] == [puzzles[puzzles.index(seen[3]) + step] for step in (1, 4, 3)]
    assert seen[7] in lessons
    key(window, "arrow_right")
    opened = []
    monkeypatch.setattr(window.rooms.learn, "open", lambda _, path: opened.append(path.stem))
    key(window, "enter")
    steps(window, 2)
    assert opened == [page.chosen]
    assert opened[0] in puzzles


def test_a_lesson_that_cannot_begin_says_why_on_the_page(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where another window plays it: what was being made is no longer waited for."""

    def taken(_: str) -> None:
        window.load(Loading("The board is read"))
        raise InUse("another program has it")

    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    monkeypatch.setattr(window.boards, "read", taken)
    window.rooms.learn.open(window, find_lesson("first-steps"))
    window.step()
    assert window.loading is None
    assert window.rooms.learn.room.trouble == "another program has it"
    window.rooms.learn.close()


def test_steps_are_gone_through_by_keys_and_clicks(window: Any, lesson: LessonTable) -> None:
    coach, view = lesson.coach, window.scene.view
    key(window, "enter")
    assert coach.number == 1
    key(window, "1")
    until(window, lambda: lesson.model.shown.active == "a" and lesson.menu is not None and lesson.reach is not None)
    key(window, "e")
    until(window, lambda: bool(coach.hint))
    assert coach.hint == "Run, and nothing else."
    place = view.to_screen((8, 4, 0))
    window.hand.move(*place)
    until(window, lambda: lesson.preview is not None and lesson.preview.refusal is None)
    click(window, place)
    until(window, lambda: coach.number == 2 and lesson.quiz is not None)
    key(window, "1")
    assert lesson.options == {0}
    key(window, "enter")
    until(window, lambda: lesson.ended)
    assert read_progress().of(lesson.lesson_model.name) == 2
    key(window, "escape")
    until(window, lambda: window.rooms.learn.room is not None)
    window.rooms.learn.close()


def test_with_the_pointer_of_the_board_led_there_enter_answers_the_coach_and_leads_on(
    window: Any, lesson: LessonTable
) -> None:
    """What lay over the board did not hear it, and nothing told why."""
    key(window, "enter")
    key(window, "1")
    until(window, lambda: lesson.model.shown.active == "a" and lesson.menu is not None and lesson.reach is not None)
    place = window.scene.view.to_screen((8, 4, 0))
    window.hand.move(*place)
    until(window, lambda: lesson.preview is not None and lesson.preview.refusal is None)
    click(window, place)
    until(window, lambda: lesson.coach.number == 2 and lesson.quiz is not None)
    key(window, "b")
    assert window.scene.pointer.at is not None
    key(window, "1")
    key(window, "enter")
    until(window, lambda: lesson.ended)
    assert window.scene.pointer.at is not None
    key(window, "escape")
    until(window, lambda: window.rooms.learn.room is not None)
    window.rooms.learn.close()


@pytest.mark.parametrize("command", ["coach step", "coach show"])
def test_dice_and_evidence_of_what_was_begun_again_are_shown_no_longer(
    window: Any, lesson: LessonTable, command: str
) -> None:
    key(window, "enter")
    key(window, "1")
    until(window, lambda: lesson.model.shown.active == "a" and lesson.menu is not None)
    lesson.coach.mistakes = HELPED_AFTER
    lesson.tray, lesson.evidence = DiceTray("a", "climb", [9, 2], 7, "success"), 1
    lesson.obey(command)
    until(window, lambda: not lesson.busy)
    assert (lesson.tray, lesson.evidence, lesson.coach.number) == (None, None, 1)


def test_a_new_round_of_a_lesson_is_announced_without_what_the_last_one_came_to(lesson: LessonTable) -> None:
    assert lesson.model.shown.round
    assert lesson.model.round_told(lesson.model.shown.round) == ""


def test_the_menu_of_a_lesson_says_where_it_leads_and_saves_nothing(
    window: Any, lesson: LessonTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It promised to save a lesson, which begins anew, and to go to the start."""
    labels: list[str] = []
    real = dialogs.key_button
    monkeypatch.setattr(
        dialogs, "key_button", lambda f, label, *a, **k: (labels.append(label), real(f, label, *a, **k))[1]
    )
    key(window, "escape")
    assert window.dialog == "pause"
    labels.clear()
    steps(window)
    assert labels[-2:] == ["All lessons", "Quit"]
    assert not [label for label in labels if "Save" in label]
    window.run_command("leave")
    until(window, lambda: window.rooms.learn.room is not None)
    window.rooms.learn.close()


def test_an_answer_is_shown_after_two_mistakes_from_where_the_step_began(window: Any, lesson: LessonTable) -> None:
    coach = lesson.coach
    key(window, "enter")
    key(window, "1")
    until(window, lambda: lesson.model.shown.active == "a" and lesson.menu is not None)
    key(window, "f6")
    assert not lesson.shows, "nothing is shown before two mistakes"
    for _ in range(2):
        before = coach.mistakes
        key(window, "e")
        until(window, lambda before=before: coach.mistakes > before and lesson.menu is not None)
    key(window, "f6")
    until(window, lambda: coach.number == 2)
    assert lesson.model.session.state["a"].here == (8, 4, 0)
    assert coach.helped


def test_a_mini_that_is_an_answer_is_clicked(window: Any, lesson: LessonTable) -> None:
    lesson.coach.go_on()
    for answer in ("a", {"act": "run", "to": [8, 4, 0]}):
        lesson.model.answer(answer)
        settle(lesson.lesson_model)
    until(window, lambda: lesson.quiz is not None)
    lesson.click("b", None)
    assert lesson.options == {0}


def test_while_the_coach_asks_no_other_button_has_its_digits(
    window: Any, lesson: LessonTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Pierin 1` stood below, and `Ada 1` beside the board."""
    keys: list[str] = []
    real = action_panel.tall_button

    def noted(fonts: Any, label: str, key: str = "", **how: Any) -> bool:
        keys.append(key)
        return real(fonts, label, key, **how)

    monkeypatch.setattr(action_panel, "tall_button", noted)
    steps(window, 2)
    assert keys
    lesson.coach.go_on()
    for answer in ("a", {"act": "run", "to": [8, 4, 0]}):
        lesson.model.answer(answer)
        settle(lesson.lesson_model)
    until(window, lambda: lesson.quiz is not None and lesson.menu is not None)
    keys.clear()
    steps(window, 2)
    assert keys == []


def test_the_coach_folds_without_the_agendas_of_other_games(window: Any, lesson: LessonTable) -> None:
    window.hud._heights = PanelHeights(agendas=300.0)
    before = window.hud.layout(1280, 800).agendas.h
    key(window, "f8")
    window.hud._heights = PanelHeights(agendas=300.0)
    assert window.hud.layout(1280, 800).agendas.h < before
    assert "agendas" not in window.hud.settings.choices.folded
    key(window, "f8")


def test_while_the_coach_asks_enter_begins_no_turn(window: Any, lesson: LessonTable) -> None:
    """Pierin could be moved, and the question then had another answer."""
    lesson.coach.go_on()
    for answer in ("a", {"act": "run", "to": [8, 4, 0]}):
        lesson.model.answer(answer)
        settle(lesson.lesson_model)
    until(window, lambda: lesson.quiz is not None and lesson.menu is not None)
    before = lesson.model.session.count
    key(window, "enter")
    steps(window, 3)
    assert (lesson.model.session.count, lesson.coach.number, lesson.coach.hint) == (before, 2, "")


def test_where_a_step_cannot_be_done_the_panel_says_how_it_begins_again(window: Any, lesson: LessonTable) -> None:
    coach, panel = lesson.coach, CoachPanel(lesson, window.hud.fonts, [])
    key(window, "enter")
    coach.hint = "Not there."
    assert panel.news() == "Not there."
    coach.failed = "Lost."
    assert panel.news() == "Lost. F7 begins the step again."


@pytest.fixture
def who_sees_her(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LessonTable:
    """The question of the fifth lesson: Sandro stands behind a wall, and Rocco stood under the coach's words."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    file = find_lesson("eyes-and-bolts")
    assert file is not None
    lesson = read_lesson(file)
    window.play(begin_lesson(file, lesson, Board.load(board_source(file, lesson)), tmp_path / "lesson.jsonl"))
    table = window.table
    assert isinstance(table, LessonTable)
    until(window, lambda: table.rests and table.menu is not None)
    key(window, "enter")
    until(window, lambda: table.quiz is not None and not window.scene.camera.gliding)
    steps(window, 2)
    until(window, lambda: not window.scene.camera.gliding)
    return table


def test_every_mini_that_is_an_answer_is_clicked_where_it_is_seen(window: Any, who_sees_her: LessonTable) -> None:
    table, view = who_sees_her, window.scene.view
    coach = window.hud.layout(1280, 800).agendas
    for number, who in enumerate(("ugo", "rocco", "sandro")):
        x, y, z = table.model.shown[who].here
        place = view.to_screen((x, y, z + 0.6))
        assert not (coach.x <= place[0] <= coach.right and coach.y <= place[1] <= coach.bottom), who
        click(window, place)
        assert number in table.options, who


def test_what_is_measured_of_minis_is_no_answer(window: Any, who_sees_her: LessonTable) -> None:
    table = who_sees_her
    key(window, "m")
    table.click("ugo", None)
    table.click("orsola", None)
    assert table.options == set()


def test_every_mini_that_may_be_the_answer_has_its_name_over_it(window: Any, who_sees_her: LessonTable) -> None:
    table, marks = who_sees_her, window.scene.coach_marks
    names = {words.text for words in marks.overlay.labels}
    assert {table.model.names(who) for who in ("ugo", "rocco", "sandro")} <= names
    assert {"ugo", "rocco", "sandro"} <= marks.named
