"""The lessons and puzzles that come with the program, and those of one's own by their file."""

from __future__ import annotations

from functools import cache
from os.path import isfile
from pathlib import Path

from sim.board.files.folders import assets_dir
from sim.errors import meant
from sim.lessons.lesson_file import Lesson, WrongLesson, read_lesson
from sim.words import say

__all__ = ["board_source", "find_lesson", "lessons_dir", "name_of", "shipped_lessons"]


def lessons_dir() -> Path:
    """Where those lie that come with the program."""
    return assets_dir() / "lessons"


@cache
def shipped_lessons() -> tuple[tuple[str, Lesson], ...]:
    """By name, the lessons first, each kind in its order. Raises WrongLesson."""
    found = [(path.stem, read_lesson(path)) for path in sorted(lessons_dir().glob("*.toml"))]
    return tuple(sorted(found, key=lambda each: (each[1].kind != "lesson", each[1].order, each[0])))


def find_lesson(name_or_path: str) -> Path:
    """The file of a lesson. Raises WrongLesson."""
    if isfile(name_or_path):
        return Path(name_or_path)
    path = lessons_dir() / f"{name_or_path}.toml"
    if "/" not in name_or_path and isfile(path):
        return path
    known = [path.stem for path in sorted(lessons_dir().glob("*.toml"))]
    told = {"name": name_or_path, "mend": meant(name_or_path, known)}
    raise WrongLesson(say("no lesson '{name}': give a file, or a name; {mend}", **told))


def name_of(path: Path) -> str:
    """By which its progress is kept: its name, or for one's own its whole path."""
    return path.stem if path.parent == lessons_dir() else str(path.resolve())


def board_source(path: Path, lesson: Lesson) -> str:
    """The board of a lesson: a file beside it, or any other that commands take."""
    beside = path.parent / lesson.board
    return str(beside) if isfile(beside) else lesson.board
