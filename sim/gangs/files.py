"""The files of gangs: those that come with the game and the player's own, which are saved, named and deleted."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec

from sim.board.files.file_names import file_stem
from sim.board.model.errors import BoardError
from sim.carnevale.gangs import own_gangs, own_gangs_dir, roster_of, shipped_gangs
from sim.carnevale.rosters import WrongData, read_text
from sim.engine.requests import GameError
from sim.gangs.document import GangDocument
from sim.whole_files import write_whole
from sim.words import reason

__all__ = ["GangFile", "GangNotSaved", "OtherText", "delete_gang", "gang_files", "save_gang"]

LONGEST = 60  # letters of a file's name


class GangNotSaved(GameError):
    """A gang's file cannot be written or deleted."""


class OtherText(GangNotSaved):
    """Another program wrote the file meanwhile."""


class GangFile(msgspec.Struct, frozen=True):
    """A gang as a list shows it. `trouble`: why it cannot be opened."""

    path: Path
    name: str
    faction: str = ""
    ducats: int = 0
    own: bool = True
    trouble: str = ""


def gang_files() -> tuple[GangFile, ...]:
    """All gangs, the player's own first."""
    try:
        own = [_file(path, own=True) for path in own_gangs()]
    except (OSError, BoardError):
        own = []
    return (*own, *(_file(path, own=False) for path in shipped_gangs()))


def _file(path: Path, *, own: bool) -> GangFile:
    try:
        gang, _ = roster_of(read_text(path), path)
    except WrongData as error:
        return GangFile(path, path.stem, own=own, trouble=reason(error))
    return GangFile(path, gang.name, gang.faction, gang.ducats, own)


def save_gang(document: GangDocument, *, over: bool = False) -> Path:
    """Write a gang's file; one that bore the gang's name bears the new name, too, where that was changed.

    `over`: also where another program wrote the file meanwhile. Raises OtherText, and GangNotSaved.
    """
    if not document.gang.members:
        raise GangNotSaved("nobody is in it yet: a gang's file has one member at least")
    old = document.source
    try:
        own_gangs_dir().mkdir(parents=True, exist_ok=True)
        if old is not None and not over and old.is_file() and read_text(old) != document.saved:
            raise OtherText(f"{old}: another program wrote it meanwhile")
        path = _path_for(document)
        write_whole(path, document.text.encode())
        if old is not None and old != path:
            old.unlink(missing_ok=True)
    except WrongData as error:  # what is there is no text
        raise OtherText(str(error)) from None
    except (OSError, BoardError) as error:
        raise GangNotSaved(f"the gang cannot be saved: {getattr(error, 'strerror', None) or error}") from None
    document.was_saved(path)
    return path


def delete_gang(path: Path) -> None:
    """Delete one of the player's own. Raises GangNotSaved."""
    try:
        path.unlink()
    except OSError as error:
        raise GangNotSaved(f"{path}: cannot be deleted: {error.strerror or error}") from None


def _path_for(document: GangDocument) -> Path:
    """Where a gang is saved: where it lies, unless its file bore a name that it has no more."""
    slug = _slug(document.gang.name)
    source = document.source
    if source is not None:
        stems = (source.stem, _stem(source))
        if slug in stems or _slug(_name_in(document.saved or "")) not in stems:
            return source
    taken = {path.stem for path in (*shipped_gangs(), *own_gangs_dir().glob("*.toml"))}
    names = (slug, *(f"{slug}-{number}" for number in range(2, 1000)))
    return own_gangs_dir() / f"{next(name for name in names if name not in taken)}.toml"


def _stem(path: Path) -> str:
    """A file's name without the number that was put behind it."""
    return re.sub(r"-[0-9]{1,3}$", "", path.stem)


def _name_in(text: str) -> str:
    try:
        return str(tomllib.loads(text).get("name", ""))
    except tomllib.TOMLDecodeError:
        return ""


def _slug(name: str) -> str:
    return file_stem(name, "gang", LONGEST) or "gang"
