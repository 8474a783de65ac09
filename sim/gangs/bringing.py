"""Gangs and rosters from other programs' files and from texts, put where the game finds them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import msgspec

from sim.board.files.file_names import file_stem
from sim.carnevale.gangs import Gang, own_rosters_dir, shipped_rosters
from sim.carnevale.rosters import Roster, WrongData, read_roster, read_text
from sim.gangs.battlescribe.catalogues import roster_of_catalogue
from sim.gangs.battlescribe.entries import Library
from sim.gangs.battlescribe.files import ENDINGS, ZIPPED, kind_of, read_xml
from sim.gangs.battlescribe.lists import gang_of_list
from sim.gangs.document import GangDocument, roster_path
from sim.gangs.files import GangNotSaved, save_gang
from sim.gangs.roster_writing import roster_text
from sim.gangs.share_text import read_share_text
from sim.gangs.writing import gang_text
from sim.whole_files import write_whole
from sim.words import say

__all__ = ["Brought", "bring"]

LONGEST = 60  # letters of a file's name


class Brought(NamedTuple):
    """A file that was made. `gang`: None of a roster; `notes`: what of the source was left out, and why."""

    path: Path
    roster: Roster
    gang: Gang | None
    notes: tuple[str, ...]


def bring(files: Sequence[Path], roster: Path | None = None, folder: Path | None = None) -> list[Brought]:
    """Make gangs of texts and lists, and rosters of catalogues. All catalogues are to be given at once with their game
    system: they refer to one another.

    `roster`: whose characters the texts name; without it, those of the game. `folder`: where files go; without it,
    among the player's own gangs and rosters. Raises WrongData, and GangNotSaved where a file cannot be written.
    """
    made: list[Brought] = []
    roots: list[tuple[Path, ET.Element]] = []
    for path in files:
        if path.suffix.lower() in (*ENDINGS, *ZIPPED):
            roots.append((path, read_xml(path)))
        else:
            made.append(_of_text(path, roster, folder))
    library = Library([root for _, root in roots])
    for path, root in roots:
        if kind_of(root) == "roster":
            made.append(_of_list(path, root, folder))
        elif kind_of(root) == "catalogue":
            made.append(_of_catalogue(path, root, library, folder))
    if not made:
        raise WrongData(say("{file}: a game system alone has no characters: give its catalogues, too", file=files[0]))
    return made


def _of_text(path: Path, own: Path | None, folder: Path | None) -> Brought:
    rosters = shipped_rosters() if own is None else [read_roster(own)]
    shared = read_share_text(read_text(path), rosters, str(path))
    gang = shared.gang if own is None else msgspec.structs.replace(shared.gang, roster=roster_path(own, folder))
    return Brought(_kept(gang, folder), shared.roster, gang, shared.skipped)


def _of_list(path: Path, root: ET.Element, folder: Path | None) -> Brought:
    """A gang, and beside it the roster of its members' cards."""
    found = gang_of_list(root, str(path))
    cards = _written_roster(found.roster, f"{found.gang.name} {found.roster.faction}", path, folder)
    gang = msgspec.structs.replace(found.gang, roster=roster_path(cards, folder))
    return Brought(_kept(gang, folder), found.roster, gang, found.notes)


def _of_catalogue(path: Path, root: ET.Element, library: Library, folder: Path | None) -> Brought:
    found = roster_of_catalogue(root, library)
    if found.roster is None:
        notes = "; ".join(found.notes) or say("it has none of its own")
        raise WrongData(say("{file}: none of its characters could be read; {notes}", file=path, notes=notes))
    return Brought(_written_roster(found.roster, found.source, path, folder), found.roster, None, found.notes)


def _written_roster(roster: Roster, name: str, source: Path, folder: Path | None) -> Path:
    text = roster_text(roster, f"From {source.name}.")
    path = (folder or own_rosters_dir()) / f"{file_stem(name, 'roster', LONGEST) or 'roster'}.toml"
    _write(path, text)
    return path


def _kept(gang: Gang, folder: Path | None) -> Path:
    if folder is None:
        return save_gang(GangDocument(gang))
    path = folder / f"{file_stem(gang.name, 'gang', LONGEST) or 'gang'}.toml"
    _write(path, gang_text(gang))
    return path


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except OSError as error:
        raise GangNotSaved(
            say("{file}: cannot be written: {error}", file=path, error=error.strerror or str(error))
        ) from None
