"""A map while somebody builds it: its text, what it says, and every change of it, there and back."""

from __future__ import annotations

from pathlib import Path

import msgspec

from sim.board.files.map_sense import shapeless
from sim.board.files.mapfile import MapFile, parse_map
from sim.board.files.pieces import piece_path
from sim.board.model.errors import BoardError, MapError
from sim.builder.edits import Edit, Rename
from sim.builder.errors import EditRefused
from sim.builder.map_writing import rewritten
from sim.builder.symmetry import Symmetry, in_step
from sim.schemas import misfit
from sim.words import say

__all__ = ["MapChange", "MapDocument", "new_map_text"]


class MapChange(msgspec.Struct, frozen=True):
    """Characters of the text that took the place of others, at an offset. `words` says what was done."""

    at: int
    old: str
    new: str
    words: str

    def forth(self, text: str) -> str:
        return text[: self.at] + self.new + text[self.at + len(self.old) :]

    def back(self, text: str) -> str:
        return text[: self.at] + self.old + text[self.at + len(self.new) :]


class MapDocument:
    """A map's text and its history. `source` is where it lies, and where pieces of its own lie beside it.

    Raises MapError where the text is no map.
    """

    def __init__(self, text: str, source: Path) -> None:
        self.source = source
        self.text = text
        self.map: MapFile = parse_map(text, str(source))
        self._saved = text
        self._done: list[MapChange] = []
        self._undone: list[MapChange] = []

    @property
    def changed(self) -> bool:
        """Is the text another than the one that was last saved?"""
        return self.text != self._saved

    @property
    def undo_words(self) -> str:
        """What `undo` would take back; empty where nothing is left."""
        return self._done[-1].words if self._done else ""

    @property
    def redo_words(self) -> str:
        return self._undone[-1].words if self._undone else ""

    def apply(self, edit: Edit, symmetry: Symmetry | None = None) -> bool:
        """Make an edit, with its images where a symmetry is kept. False where it changes nothing.

        Raises EditRefused, and nothing was changed.
        """
        try:
            after = edit.applied(self.map)
            if symmetry is not None and not isinstance(edit, Rename):  # which moves nothing
                after = in_step(self.map, after, symmetry)
            if after == self.map:
                return False
            text = rewritten(self.text, self.map, after)
            if text == self.text:
                return False
            made = parse_map(text, str(self.source))
            self._check(made)
        except BoardError as error:
            raise EditRefused(str(error).removeprefix(f"{self.source}: ")) from error
        self._take(text, made, edit.words)
        return True

    def take_text(self, text: str, words: str) -> None:
        """Another text as one change, as a file that was written by another program. Raises EditRefused."""
        try:
            made = parse_map(text, str(self.source))
        except MapError as error:
            raise EditRefused(str(error)) from error
        if text != self.text:
            self._take(text, made, words)

    def undo(self) -> MapChange | None:
        """Take the last change back; None where there is none."""
        if not self._done:
            return None
        change = self._done.pop()
        self._undone.append(change)
        self._set(change.back(self.text))
        return change

    def redo(self) -> MapChange | None:
        """Make the change again that was taken back last."""
        if not self._undone:
            return None
        change = self._undone.pop()
        self._done.append(change)
        self._set(change.forth(self.text))
        return change

    def was_saved(self, text: str) -> None:
        """This text is in the file now."""
        self._saved = text

    def _take(self, text: str, made: MapFile, words: str) -> None:
        self._done.append(_change(self.text, text, words))
        self._undone.clear()
        self.text, self.map = text, made

    def _set(self, text: str) -> None:
        self.text = text
        self.map = parse_map(text, str(self.source))

    def _check(self, made: MapFile) -> None:
        """What a board cannot be made of. Raises BoardError."""
        old = set(self.map.areas) if made.size == self.map.size else set()
        for where, what in shapeless(made):
            thing = (made.canals if where[0] == "canals" else made.streets)[int(where[1])]
            if thing not in old:
                if where[0] == "canals":
                    raise MapError(say("canal '{id}' {what}", id=thing.id, what=what))
                raise MapError(say("street '{id}' {what}", id=thing.id, what=what))
        known = {placed.piece for placed in self.map.pieces}
        for placed in made.pieces:
            if isinstance(placed.piece, str) and placed.piece not in known:  # plans are built when they are wanted
                piece_path(placed.piece, self.source.parent)


def _change(old: str, new: str, words: str) -> MapChange:
    """What differs between two texts, as short as it is."""
    most = min(len(old), len(new))
    first = next((i for i in range(most) if old[i] != new[i]), most)
    last = next((i for i in range(most - first) if old[-1 - i] != new[-1 - i]), most - first)
    return MapChange(first, old[first : len(old) - last], new[first : len(new) - last], words)


def new_map_text(name: str, size: tuple[float, float]) -> str:
    """The text of a map with nothing on it yet. Raises MapError for a name or a size that no board has."""
    import tomlkit

    from sim.builder.map_blocks import number

    asked = {"format": 1, "name": name, "size": [number(side) for side in size]}
    try:
        msgspec.convert(asked, MapFile)
    except msgspec.ValidationError as wrong:  # told without the line of a file that nobody has written yet
        raise MapError(say("a new board: {what}", what=misfit(wrong, asked, MapFile))) from wrong
    document = tomlkit.document()
    for key, value in asked.items():
        document.add(key, tomlkit.item(value))
    text = tomlkit.dumps(document)
    parse_map(text, name)
    return text
