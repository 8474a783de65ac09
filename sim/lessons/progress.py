"""What a player has learnt so far: lessons that are done, and the stars of puzzles. Kept in the data folder."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta

from sim.board.files.folders import data_dir
from sim.board.model.errors import BoardError
from sim.lessons.catalogue import lessons_dir
from sim.lessons.lesson_file import read_lesson
from sim.whole_files import write_whole
from sim.words import in_english

__all__ = ["MOST_STARS", "LearnProgress", "finish", "is_finished", "read_progress"]

KEPT = "learnt.json"
MOST_STARS = 3
Stars = Annotated[int, Meta(ge=0, le=MOST_STARS)]


class LearnProgress(msgspec.Struct, frozen=True):
    """The most stars by the name of a lesson; a lesson that is done has one."""

    stars: dict[str, Stars] = {}

    def of(self, name: str) -> int:
        return self.stars.get(name, 0)


def read_progress() -> LearnProgress:
    """What is kept; nothing where that cannot be read."""
    with suppress(OSError, ValueError, BoardError, RecursionError):
        return msgspec.json.decode((data_dir() / KEPT).read_bytes(), type=LearnProgress)
    return LearnProgress()


def finish(name: str, stars: int) -> LearnProgress:
    """Something was played to its end: the most stars stand. What cannot be written is not kept."""
    held = read_progress()
    new = LearnProgress({**held.stars, name: max(held.of(name), min(stars, MOST_STARS))})
    with suppress(OSError, BoardError):
        write_whole(data_dir() / KEPT, msgspec.json.encode(new, enc_hook=in_english))
    return new


def is_finished(progress: LearnProgress) -> bool:
    """Are all lessons done?"""
    undone = (path for path in sorted(lessons_dir().glob("*.toml")) if not progress.of(path.stem))
    return all(read_lesson(path).kind != "lesson" for path in undone)
