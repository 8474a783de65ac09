"""`bauta learn`: lessons and puzzles."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from sim.cli.compile_progress import prepare_kernels
from sim.cli.errors import UserError
from sim.cli.options import PIXELS, example, json_option, print_json
from sim.words import phrase, say, term
from sim.words.tongues import told

__all__ = ["command"]


@click.command(epilog=example("bauta learn", "bauta learn first-steps --text", "bauta learn my-puzzle.toml --check"))
@click.argument("name", required=False)
@click.option("--text", is_flag=True, help="In the terminal: all is told in lines, and answered in words.")
@click.option("--list", "list_", is_flag=True, help="Say what there is, and what is done.")
@click.option("--check", is_flag=True, help="Play it by its kept answers, and say what is wrong with it.")
@json_option
@click.option("--size", type=PIXELS, default="1280x800", show_default=True, help="Of the window, in pixels.")
def command(name: str | None, text: bool, list_: bool, check: bool, as_json: bool, size: tuple[int, int]) -> int:
    """Learn Carnevale: six short games, then puzzles. NAME is one of them, or the file of one of your own.

    Without NAME the page of all of them opens. --text tells it in lines in the terminal, and takes answers in words;
    without NAME it lists them. --check plays a lesson as its file says it is done, and each mistake
    that it names, which must bring its hint: no window is needed for it.
    """
    from sim.lessons.catalogue import find_lesson

    if as_json and not (list_ or check):
        raise UserError(say("--json: say of what: --list or --check"))
    if list_ or (text and name is None):
        _list(as_json)
        return 0
    path = find_lesson(name) if name is not None else None
    if check:
        return _check(path, as_json)
    if text and path is not None:
        from sim.app.table.view_choices import ViewSettings
        from sim.app.text.lesson_game import learn_text

        prepare_kernels()
        ViewSettings()  # in the language that was chosen in the window, where none is asked for
        learn_text(path)
        return 0
    from sim.app.system import has_display, missing_table

    if missing := missing_table():
        raise UserError(say("{missing}; without it, learn in words: bauta learn NAME --text", missing=missing))
    if not has_display():
        raise UserError(say("there is no display to open a window on; in words: bauta learn NAME --text"))
    from sim.app.window.table_window import TableWindow

    TableWindow((max(size[0], 960), max(size[1], 640))).run(learn=path or True)
    return 0


def _list(as_json: bool) -> None:
    from sim.lessons.catalogue import shipped_lessons
    from sim.lessons.progress import MOST_STARS, read_progress

    progress = read_progress()
    if as_json:
        print_json(
            {
                "lessons": [
                    {"name": name, "kind": each.kind, "title": each.title, "about": each.about,
                     "done": bool(progress.of(name)), "stars": progress.of(name)}
                    for name, each in shipped_lessons()
                ]
            }
        )  # fmt: skip
        return
    for name, lesson in shipped_lessons():
        stars = progress.of(name)
        done = say("{stars} of {all} stars.", stars=stars, all=MOST_STARS)
        if lesson.kind == "lesson":
            done = say("done") if stars else ""
        title, about = told(term(lesson.title)), told(term(lesson.about))
        click.echo(
            f"{told(term(lesson.kind)):7} {name:22} {title}: {about}{f' ({told(phrase(done))})' if done else ''}"
        )


def _check(path: Path | None, as_json: bool) -> int:
    """One lesson, or all that come with the program; how it ends."""
    from sim.app.table.lesson_walks import faults_of
    from sim.app.table.lessons import begin_lesson
    from sim.board.board import Board
    from sim.lessons.catalogue import board_source, lessons_dir
    from sim.lessons.lesson_file import read_lesson

    prepare_kernels()
    checked: dict[str, list[str]] = {}
    for each in [path] if path is not None else sorted(lessons_dir().glob("*.toml")):
        lesson = read_lesson(each)
        with tempfile.TemporaryDirectory() as folder:
            model = begin_lesson(each, lesson, Board.load(board_source(each, lesson)), Path(folder) / "lesson.jsonl")
            checked[each.stem] = found = list(faults_of(model))
        if not as_json:
            sound = "can be played to its end, and each mistake brings its hint"
            click.echo(f"{each.stem}: {'; '.join(found) or sound}")
    wrong = sum(map(bool, checked.values()))
    if as_json:
        lessons = [{"name": name, "faults": found} for name, found in checked.items()]
        print_json({"ok": not wrong, "lessons": lessons})
        return 2 if wrong else 0
    if wrong:
        raise UserError(say("{wrong} of them cannot be played as their files say", wrong=wrong))
    return 0
