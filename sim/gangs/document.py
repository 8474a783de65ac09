"""A gang while somebody builds it: its text, what it says, and every change of it, there and back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from os.path import relpath
from pathlib import Path

import msgspec

from sim.board.model.errors import BoardError
from sim.carnevale.gangs import Gang, own_gangs_dir, roster_of
from sim.carnevale.rosters import Roster, read_text
from sim.gangs.writing import gang_text, rewritten_gang

__all__ = ["GangDocument", "GangVersion", "roster_path"]

SCHEMA = "#:schema "  # where editors find the schema: not beside a copy


def roster_path(roster: Path, folder: Path | None = None) -> str:
    """How a gang in a folder, None for that of the player's own, names a roster: from where the gang lies, if both may
    be moved together, as they lie in that folder or in the player's data; else its whole path."""
    found = roster.resolve()
    with suppress(OSError, BoardError):
        home = (folder or own_gangs_dir()).resolve()
        if found.is_relative_to(home if folder else home.parent):
            return Path(relpath(found, home)).as_posix()
    return str(found)


class GangVersion(msgspec.Struct, frozen=True):
    """A gang and its text; `words` says what made it so."""

    text: str
    gang: Gang
    words: str = ""


class GangDocument:
    """A gang and its history. `source`: its file among the player's own, None while there is none.

    `saved`: what the file holds, None while there is none.
    """

    def __init__(self, gang: Gang, text: str = "", source: Path | None = None) -> None:
        self.source = source
        self.saved: str | None = text if source is not None else None
        self._now = GangVersion(text or gang_text(gang), gang)
        self._first = self._now.text
        self._done: list[GangVersion] = []
        self._undone: list[GangVersion] = []

    @classmethod
    def read(cls, path: Path, *, own: bool) -> tuple[GangDocument, Roster]:
        """The gang of a file and its roster; of one that is not the player's `own` a copy. Raises WrongData."""
        text = read_text(path)
        gang, roster = roster_of(text, path)
        if own:
            return cls(gang, text, path), roster
        lines = [line for line in text.splitlines(keepends=True) if not line.startswith(SCHEMA)]
        if gang.roster is not None:  # as seen from where the copy will lie
            moved = msgspec.structs.replace(gang, roster=roster_path(path.parent / gang.roster))
            text = rewritten_gang("".join(lines), gang, moved, range(len(gang.members)))
            return cls(moved, text), roster
        return cls(gang, "".join(lines)), roster

    @property
    def gang(self) -> Gang:
        return self._now.gang

    @property
    def text(self) -> str:
        return self._now.text

    @property
    def changed(self) -> bool:
        """Would anything be lost without saving it?"""
        return self.text != (self._first if self.saved is None else self.saved)

    @property
    def undo_words(self) -> str:
        """What `undo` would take back; empty where nothing is left."""
        return self._now.words if self._done else ""

    @property
    def redo_words(self) -> str:
        return self._undone[-1].words if self._undone else ""

    def apply(self, after: Gang, kept: Sequence[int | None], words: str) -> bool:
        """Make a change; `kept` as `rewritten_gang` has it. False where nothing changes."""
        if after == self.gang:
            return False
        text = rewritten_gang(self.text, self.gang, after, kept)
        self._done.append(self._now)
        self._undone.clear()
        self._now = GangVersion(text, after, words)
        return True

    def undo(self) -> str:
        """Take the last change back; what it was."""
        if not self._done:
            return ""
        words = self._now.words
        self._undone.append(self._now)
        self._now = self._done.pop()
        return words

    def redo(self) -> str:
        """Make the change again that was taken back last."""
        if not self._undone:
            return ""
        self._done.append(self._now)
        self._now = self._undone.pop()
        return self._now.words

    def was_saved(self, source: Path) -> None:
        """The file holds this text now."""
        self.source, self.saved = source, self.text
