"""What a player has learnt so far: lessons that are done, and the stars of puzzles. Kept in the data folder."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sim.board.files.folders import data_dir
from sim.board.model.errors import BoardError
from sim.lessons.catalogue import lessons_dir
from sim.lessons.lesson_file import read_lesson
from sim.whole_files import write_whole
from sim.words import in_english

__all__ = ["MOST_STARS", "LearnProgress", "finish", "is_finished", "read_progress"]

log = logging.getLogger("sim.lessons")

KEPT, UNREAD = "learnt.json", ".unread.json"
MOST_STARS = 3
Stars = Annotated[int, Meta(ge=0, le=MOST_STARS)]


class LearnProgress(msgspec.Struct, frozen=True):
    """The most stars by the name of a lesson; a lesson that is done has one."""

    stars: dict[str, Stars] = {}

    def of(self, name: str) -> int:
        return self.stars.get(name, 0)


def read_progress() -> LearnProgress:
    """What is kept, as far as this program can read it."""
    return LearnProgress(_stars_of(_kept() or {}))


def finish(name: str, stars: int) -> LearnProgress:
    """Something was played to its end: the most stars stand. What cannot be written is not kept, what could not be read
    stays: a value where it is, a whole file beside the new one."""
    kept = _kept()
    held = LearnProgress(_stars_of(kept or {}))
    won = max(held.of(name), min(stars, MOST_STARS))
    with suppress(OSError, BoardError):
        path = data_dir() / KEPT
        if kept is None:
            path.replace(path.with_suffix(UNREAD))
            log.warning("%s: cannot be read; it is kept as %s, and a new one is begun", path, path.stem + UNREAD)
        whole = kept or {}
        whole["stars"] = whole.get("stars", {}) | {name: won}
        write_whole(path, msgspec.json.encode(whole, enc_hook=in_english))
    return LearnProgress({**held.stars, name: won})


def _kept() -> dict[str, Any] | None:
    """All that the file holds, also what another version of the program wrote; None: it cannot be read."""
    try:
        kept = msgspec.json.decode((data_dir() / KEPT).read_bytes(), type=dict[str, Any])
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, BoardError, RecursionError):
        return None
    return kept if isinstance(kept.get("stars", {}), dict) else None


def _stars_of(kept: dict[str, Any]) -> dict[str, int]:
    """The numbers of stars that can be read."""
    found: dict[str, int] = {}
    for name, stars in kept.get("stars", {}).items():
        with suppress(msgspec.ValidationError):
            found[name] = msgspec.convert(stars, Stars)
    return found


def is_finished(progress: LearnProgress) -> bool:
    """Are all lessons done?"""
    undone = (path for path in sorted(lessons_dir().glob("*.toml")) if not progress.of(path.stem))
    return all(read_lesson(path).kind != "lesson" for path in undone)
