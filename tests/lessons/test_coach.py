"""The coach of a lesson: what ends a step, what is objected to, what is taken back, and how many stars it is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.app.table.lesson_walks import faults_of, settle
from sim.app.table.lessons import LessonModel, begin_lesson
from sim.lessons.coach import SPENT
from sim.lessons.lesson_file import WrongLesson, read_lesson
from sim.lessons.progress import finish, read_progress
from tests.carnevale.tables import house, street

TEXT = """
format = 1
kind = "puzzle"
title = "Across"
about = "A street is crossed."
board = "table"

[[characters]]
id = "a"
seat = "north"
at = [4, 4, 0]
wp = 0

[[characters]]
id = "b"
seat = "south"
at = [18, 18, 0]

[[steps]]
title = "Read"
say = "It is told."

[[steps]]
title = "Go"
say = "Go east."
done = { who = "a", near = [8, 4, 0] }
only = [{ act = "run" }, { turn = "a" }]
instead = "Run, and nothing else."
hints = [{ answer = { act = "run", to = { near = [4, 8, 0] } }, say = "That is north." }]
show = [{ turn = "a" }, { act = "run", to = [8, 4, 0] }]
mistakes = [{ do = [{ turn = "a" }, { act = "run", to = [4, 8, 0] }], says = "north" }]

[[steps]]
title = "Who"
say = "Who sees you?"
pick = [1]
mistakes = [{ do = [{ pick = 2 }], says = "No." }]

[steps.quiz]
right = "Yes."
wrong = "No."
options = [
    { say = "B", who = "b", when = { who = "b", sees = "a" } },
    { say = "Nobody", when = { not = { who = "b", sees = "a" } } },
]

[[stars]]
say = "with one Action Point"
when = { spent = { what = "ap", seat = "north", most = 1 } }
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "across.toml"
    file.write_text(TEXT, encoding="utf-8")
    return file


@pytest.fixture
def model(path: Path, tmp_path: Path) -> LessonModel:
    made = begin_lesson(path, read_lesson(path), street(house((4, 12), (8, 18), 5.0)), tmp_path / "lesson.jsonl")
    settle(made)
    return made


def give(model: LessonModel, answer: Any) -> bool:
    given = model.answer(answer)
    settle(model)
    return given


def test_it_goes_on_when_it_was_read_and_when_it_was_done(model: LessonModel) -> None:
    coach = model.coach
    assert coach.reads
    coach.go_on()
    assert give(model, "a")
    assert coach.number == 1
    assert give(model, {"act": "run", "to": [8, 4, 0]})
    assert coach.number == 2
    assert coach.pick({0})
    assert (coach.over, coach.stars, coach.praise) == (True, 2, "Yes.")


def test_a_mistake_is_stopped_and_told_and_counted(model: LessonModel) -> None:
    model.coach.go_on()
    assert give(model, "a")
    before = model.session.count
    assert not give(model, {"act": "run", "to": [4, 8, 0]})
    assert model.coach.hint == model.notice == "That is north."
    assert not give(model, "end")
    assert model.coach.hint == "Run, and nothing else."
    assert model.coach.offers_help
    assert model.session.count == before


def test_what_the_rules_refuse_is_told_too(model: LessonModel) -> None:
    model.coach.go_on()
    give(model, "a")
    assert not give(model, {"act": "run", "to": [10, 4, 0]})
    assert model.notice.endswith(" (MOVE-01)")
    assert model.coach.hint.startswith("This takes 6")


def test_a_wrong_answer_to_a_question_is_told(model: LessonModel) -> None:
    model.coach.go_on()
    give(model, "a")
    give(model, {"act": "run", "to": [8, 4, 0]})
    assert not model.coach.pick({1})
    assert model.coach.hint == "No."
    assert model.coach.right() == (0,)


def test_it_goes_back_where_answers_are_taken_back(model: LessonModel) -> None:
    model.coach.go_on()
    give(model, "a")
    give(model, {"act": "run", "to": [8, 4, 0]})
    assert model.coach.number == 2
    assert model.undo()
    assert model.coach.number == 1


def test_a_step_begins_again_where_it_began_and_the_journal_with_it(model: LessonModel) -> None:
    model.coach.go_on()
    give(model, "a")
    give(model, {"act": "run", "to": [4, 6, 0]})
    assert model.session.state["a"].here == (4, 6, 0)
    model.begin_step_again()
    assert model.session.state["a"].here == (4, 4, 0)
    assert model.session.journal is not None
    assert len(model.session.journal.answers) == model.session.count == model.coach.answers_before
    assert model.coach.number == 1


def test_more_points_than_it_takes_cost_a_star(model: LessonModel) -> None:
    model.coach.go_on()
    give(model, "a")
    give(model, {"act": "run", "to": [6, 4, 0]})
    give(model, {"act": "run", "to": [8, 4, 0]})
    model.coach.pick({0})
    assert model.coach.stars == 1


def test_a_lesson_that_does_not_come_out_is_told(path: Path, tmp_path: Path) -> None:
    assert_faults = {
        "to = [8, 4, 0] }]\nmistakes": ("to = [7, 5, 0] }]\nmistakes", "is not the end of it"),
        "pick = [1]": ("pick = [2]", "is not the end of it"),
        'says = "north"': ('says = "south"', "brings no hint with 'south'"),
        "most = 1": ("most = 0", "earns 1 of 2"),
        "near = [8, 4, 0]": ("near = [4, 4, 0]", 'steps[1] "Go": it is done as soon as it begins'),
    }
    for number, (old, (new, words)) in enumerate(assert_faults.items()):
        path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
        model = begin_lesson(path, read_lesson(path), street(), tmp_path / f"{number}.jsonl")
        assert any(words in fault for fault in faults_of(model)), words


def test_a_lesson_that_is_solved_at_its_start_is_told(path: Path, tmp_path: Path) -> None:
    begun = TEXT.replace('[[steps]]\ntitle = "Read"\nsay = "It is told."\n', "").replace(
        "[8, 4, 0] }\n", "[4, 4, 0] }\n"
    )
    path.write_text(begun, encoding="utf-8")
    model = begin_lesson(path, read_lesson(path), street(), tmp_path / "lesson.jsonl")
    assert list(faults_of(model)) == ['steps[0] "Go": it is done as soon as it begins: nothing is left to do in it']


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('who = "a", near', 'who = "c", near', "names 'c'"),
        ('kind = "puzzle"', 'kind = "riddle"', "kind is 'riddle'"),
        ("pick = [1]", "pick = [3]", "there are 2"),
        ('show = [{ turn = "a" }, { act = "run", to = [8, 4, 0] }]', "", "must be shown"),
        ("when = { spent", 'when = { event = "mooved", spent', "is it 'moved'?"),
        ("format = 1", "format = 2", "format = 1"),
        ('seat = "south"', 'seat = "east"', "seat is 'east'"),
    ],
)
def test_what_means_nothing_is_told_with_its_place(path: Path, old: str, new: str, said: str) -> None:
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(WrongLesson, match=r"across\.toml") as caught:
        read_lesson(path)
    assert said in str(caught.value)


def test_the_most_stars_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    assert read_progress().of("across") == 0
    finish("across", 2)
    assert finish("across", 1).of("across") == read_progress().of("across") == 2


def test_progress_that_another_version_wrote_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    kept = tmp_path / "learnt.json"
    kept.write_bytes(b'{"stars":{"across":2,"hidden":"gold"},"since":1}')
    assert (read_progress().of("across"), read_progress().of("hidden")) == (2, 0)
    finish("first", 1)
    assert msgspec.json.decode(kept.read_bytes()) == {"stars": {"across": 2, "hidden": "gold", "first": 1}, "since": 1}


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"stars":3}', b"\xff"])
def test_progress_that_cannot_be_read_is_told_and_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, data: bytes
) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    (tmp_path / "learnt.json").write_bytes(data)
    assert read_progress().of("across") == 0
    assert finish("across", 1).of("across") == read_progress().of("across") == 1
    assert (tmp_path / "learnt.unread.json").read_bytes() == data
    assert "learnt.json: cannot be read" in caplog.text


def test_where_the_points_are_gone_the_coach_says_to_end_the_turn(path: Path, tmp_path: Path) -> None:
    """Not as a mistake, and not before; and in no puzzle, which may have to be done in one turn."""
    text = TEXT.replace('{ act = "run" }, { turn = "a" }', '{ act = "run" }, { turn = "a" }, { end = "turn" }')
    path.write_text(text.replace('kind = "puzzle"', 'kind = "lesson"\norder = 1'))
    board = street(house((4, 12), (8, 18), 5.0))
    model = begin_lesson(path, read_lesson(path), board, tmp_path / "lesson.jsonl")
    settle(model)
    coach = model.coach
    coach.go_on()
    give(model, "a")
    for x in (4.5, 5.0):
        give(model, {"act": "run", "to": [x, 4, 0]})
        assert coach.hint == ""
    give(model, {"act": "run", "to": [5.5, 4, 0]})
    assert (coach.hint, coach.slips) == (SPENT, 0)
    give(model, "end")
    assert coach.hint == ""
