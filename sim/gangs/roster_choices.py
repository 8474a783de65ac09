"""The rosters that a gang may be built from: those of the game, those that the player brought, and the gang's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sim.board.model.errors import BoardError
from sim.carnevale.gangs import own_gangs_dir, own_rosters, shipped_rosters
from sim.carnevale.rosters import Roster, WrongData, read_roster
from sim.gangs.document import GangDocument, roster_path

__all__ = ["RosterChoice", "roster_choices"]


class RosterChoice(NamedTuple):
    """`title`: as a list shows it; `file`: as a gang's file names it, None where the roster comes with the game."""

    title: str
    roster: Roster
    file: str | None = None


def roster_choices(document: GangDocument, roster: Roster) -> tuple[RosterChoice, ...]:
    """All that there are, for a gang that is of a `roster` now. One that cannot be read is left out."""
    found = [RosterChoice(each.faction, each) for each in shipped_rosters()]
    file = document.gang.roster
    if file is not None:
        found.append(RosterChoice(_title(roster, Path(file), found), roster, file))
    theirs = _where(document, file) if file is not None else None
    for path, own in _own():
        if path.resolve() != theirs:
            found.append(RosterChoice(_title(own, path, found), own, roster_path(path)))
    return tuple(sorted(found, key=lambda each: each.title.casefold()))


def _where(document: GangDocument, file: str) -> Path:
    """The file of a gang's own roster: seen from its file, or from where that will lie."""
    try:
        beside = document.source.parent if document.source is not None else own_gangs_dir()
    except (OSError, BoardError):
        beside = Path()
    return (beside / file).resolve()


def _own() -> Iterator[tuple[Path, Roster]]:
    try:
        paths = list(own_rosters())
    except (OSError, BoardError):
        return
    for path in paths:
        try:
            yield path, read_roster(path)
        except WrongData:
            continue


def _title(roster: Roster, path: Path, others: list[RosterChoice]) -> str:
    """Its faction, and its file's name where another has that faction."""
    taken = [each.title for each in others]
    names = (roster.faction, f"{roster.faction} ({path.stem})")
    return next((name for name in names if name not in taken), f"{roster.faction} ({path})")
