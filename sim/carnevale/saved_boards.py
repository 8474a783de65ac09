"""What a saved game holds besides its setup: the board that it was begun on, file by file, and what it was agreed by.

With it a game goes on where its map has been changed since, or was never there.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from sim.board.board import Board
from sim.board.files.array_cache import read_arrays, write_arrays
from sim.board.files.bodies import body_content
from sim.board.files.bundle import bundle_key, files_of, known_files
from sim.board.files.laid_out import laid_out
from sim.board.model.errors import BoardError, MapError
from sim.carnevale.scenarios.gondolas import PIECE
from sim.carnevale.setup import WrongSetup, setup_of
from sim.engine.header import Agreed, Header, content_hash
from sim.engine.journal import packed, read_all
from sim.engine.requests import CorruptJournal
from sim.version import __version__
from sim.words import in_english, say

__all__ = ["BegunOn", "agreed_on", "begun_on", "files_held"]


class BegunOn(NamedTuple):
    """The board that a game was begun on."""

    source: str  # for `Board.load`
    notice: str  # what the players should know of it


def agreed_on(board: Board, setup: Mapping[str, Any]) -> Agreed:
    """What a new game's journal keeps.

    Raises MapError where the files of the board are no longer those that it was loaded from.
    """
    files = files_held(board)
    hashes = {
        "board": _board_hash(files) if files else board.key,
        "gangs": _hash(setup.get("gangs")),
        "options": _hash(setup.get("options")),
        **_bodies(setup),
    }
    return Agreed(__version__, hashes, files, packed=_packed(files))


def files_held(board: Board) -> dict[str, bytes]:
    """The files that a board was loaded from, kept with it once they have been asked for: so journals that follow hold
    them, too, whatever becomes of the files. Raises MapError where they are others by now."""

    def read() -> dict[str, bytes]:
        if board.source is None:
            return {}
        files = files_of(board.source, (PIECE,) if board.map is not None else ())
        if bundle_key(files) != board.key:
            raise MapError(f"{board.source}: has been changed since it was opened; open it again")
        return files

    return board.derived("files it was loaded from", read)


def _packed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files as journals hold them, from the cache where they were packed before."""
    name = f"packed-{content_hash(*files.values())}"
    kept = read_arrays(name, ("packed", "ends"))
    if kept is None:
        made = [packed(content) for content in files.values()]
        kept = {"packed": np.frombuffer(b"".join(made), np.uint8), "ends": np.cumsum([0, *map(len, made)])}
        write_arrays(name, kept)
    ends = kept["ends"].tolist()
    return {file: kept["packed"][a:b].tobytes() for file, (a, b) in zip(files, pairwise(ends), strict=True)}


def begun_on(path: Path) -> BegunOn:
    """The board of a saved game: the one that it names, where that is still the same, else the one that it holds.

    Raises CorruptJournal or BoardError.
    """
    contents = read_all(path, __version__)
    header = contents.header
    try:
        named = setup_of(header.setup).board
    except WrongSetup as error:
        raise CorruptJournal(say("{path}, line 1: {error}", path=path, error=error)) from None
    notices = [contents.notice, *_changed_bodies(header)]
    if header.format == 1:
        notices.append(f"an older save, which does not hold its board: it goes on with '{named}' as that is now")
        return BegunOn(named, _sentences(notices))
    try:
        now = _board_hash(files_of(named, (PIECE,)))
        why = f"the board '{named}' has been changed since this game was begun"
    except BoardError:
        now, why = "", f"the board '{named}' is not here"
    if now == header.hashes.get("board") or not header.files:
        return BegunOn(named, _sentences(notices))
    source = str(laid_out(contents.files()))
    notices.append(f"{why}: it goes on with the board that it was begun on, which the save holds")
    return BegunOn(source, _sentences(notices))


def _changed_bodies(header: Header) -> list[str]:
    """Figures that are not as they were: sight and cover may come out otherwise."""
    now = _bodies(header.setup)
    return [
        f"the figure '{name.removeprefix(_BODY)}' has been changed since this game was begun: sight may differ"
        for name, was in header.hashes.items()
        if name.startswith(_BODY) and now.get(name, "") != was
    ]


_BODY = "body "


def _bodies(setup: Mapping[str, Any]) -> dict[str, str]:
    gangs = setup.get("gangs") or ()
    names = {str(m["profile"].get("body", "human")) for gang in gangs for m in gang.get("members", ())}
    return {f"{_BODY}{name}": content_hash(body_content(name)) for name in sorted(names)}


def _board_hash(files: Mapping[str, bytes]) -> str:
    known = known_files(files)
    return content_hash(*(part for name in sorted(known) for part in (name.encode(), known[name])))


def _hash(value: object) -> str:
    return content_hash(msgspec.json.encode(value, order="sorted", enc_hook=in_english))


def _sentences(notices: list[str]) -> str:
    return "; ".join(filter(None, notices))
