"""Gangs: their files, and whether they are legal (GANG-01, 02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from os.path import isfile
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.board.files.folders import assets_dir
from sim.carnevale import disciplines, equipment, items  # noqa: F401  (they register themselves)
from sim.carnevale.characters import Profile, Weapon
from sim.carnevale.fields import MOST_MEMBERS, Ducats, Name, Names, OwnName, Source
from sim.carnevale.magic import spells
from sim.carnevale.rosters import Roster, Sheet, WrongData, read_roster, read_text
from sim.carnevale.setup import GangSetup, Member
from sim.carnevale.vocabulary import Place, unknown_spell
from sim.engine.requests import GameError
from sim.errors import meant
from sim.schemas import read_toml, wrong_at

__all__ = ["Chosen", "Gang", "IllegalGang", "faults", "muster", "read_gang"]


class IllegalGang(GameError):
    """A gang that may not be fielded; `reasons` names every one."""

    def __init__(self, name: str, reasons: Iterable[str]) -> None:
        self.reasons = tuple(reasons)
        super().__init__(f"{name}: " + "; ".join(self.reasons))


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member of a gang: a character of the roster, with its weapons and spells fixed (GANG-02)."""

    character: Name
    weapons: Names = ()  # one of each of the sheet's choices, by name
    spells: Names = ()
    name: OwnName = ""  # a name of its own


class Gang(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gang file."""

    format: Literal[1]
    name: Name
    faction: Name
    members: Annotated[tuple[Chosen, ...], Meta(min_length=1, max_length=MOST_MEMBERS)]
    ducats: Ducats = 150
    equipment: Names = ()  # each item once (EQUIP-01)
    roster: Source | None = None  # a roster file of the player's own, relative to the gang's


def find_gang(name_or_path: str) -> Path:
    """A gang's file by path, or by its name among those that come with the game."""
    path = Path(name_or_path)
    if path.suffix == ".toml":
        return path
    folder = assets_dir() / "gangs"
    path = folder / f"{name_or_path}.toml"
    if not isfile(path):  # also where such a path cannot be
        known = sorted(p.stem for p in folder.glob("*.toml"))
        raise WrongData(
            f"there is no gang '{name_or_path}': give a .toml file, or a name; {meant(name_or_path, known)}"
        )
    return path


def read_gang(name_or_path: str) -> tuple[Gang, Roster]:
    """A gang and the roster of its faction, every name in it understood. Raises WrongData."""
    path = find_gang(name_or_path)
    text = read_text(path)
    gang = read_toml(text, Gang, str(path), WrongData)
    if gang.roster is not None:
        rosters = [read_roster(path.parent / gang.roster)]
    else:
        rosters = [read_roster(p) for p in sorted((assets_dir() / "characters").glob("*.toml"))]
    named = [r for r in rosters if r.faction.casefold() == gang.faction.casefold()]
    if not named:
        known = [r.faction for r in rosters]
        words = f"is '{gang.faction}': {meant(gang.faction, known)}"
        raise WrongData(wrong_at(str(path), ("faction",), words, text))
    for place, words in _unknown(gang, named[0]):
        raise WrongData(wrong_at(str(path), place, words, text))
    return gang, named[0]


def _unknown(gang: Gang, roster: Roster) -> Iterator[tuple[Place, str]]:
    """Characters, weapons, spells and equipment that there are not."""
    for i, chosen in enumerate(gang.members):
        sheet = roster.sheet(chosen.character)
        if sheet is None:
            names = [each.name for each in roster.characters]
            words = f"the roster of the {roster.faction} has nobody of this name; {meant(chosen.character, names)}"
            yield ("members", i, "character"), f"is '{chosen.character}': {words}"
            continue
        arms = [weapon.name for choice in sheet.choices for weapon in choice]
        for j, weapon in enumerate(chosen.weapons):
            if weapon not in arms:
                yield (
                    ("members", i, "weapons", j),
                    f"is '{weapon}': {sheet.name} has no such choice; {meant(weapon, arms)}",
                )
        for j, spell in enumerate(chosen.spells):
            if words := unknown_spell(spell):
                yield ("members", i, "spells", j), f"is '{spell}': {words}"
    for i, item in enumerate(gang.equipment):
        if item not in equipment.known():
            yield ("equipment", i), f"is '{item}': there is no such equipment; {meant(item, equipment.known())}"


def muster(gang: Gang, roster: Roster, seat: str, ducats: int, *, leader: bool = True) -> GangSetup:
    """The gang as a game needs it. Raises IllegalGang with every reason (GANG-01, 02).

    `ducats` is the scenario's limit; `leader`: whether the scenario demands one.
    """
    reasons: list[str] = []
    members: list[Member] = []
    counts: Counter[str] = Counter()
    for chosen in gang.members:
        sheet = roster.sheet(chosen.character)
        if sheet is None:
            names = [each.name for each in roster.characters]
            mend = meant(chosen.character, names)
            reasons.append(f"the roster of the {roster.faction} has no '{chosen.character}'; {mend}")
            continue
        weapons, wrong = _weapons(sheet, chosen)
        reasons.extend(wrong)
        counts[sheet.name] += 1
        number = f"-{counts[sheet.name]}" if [m.character for m in gang.members].count(chosen.character) > 1 else ""
        profile = sheet.profile(roster.faction, weapons)
        if chosen.spells:
            profile = msgspec.structs.replace(profile, spells=chosen.spells)
        if chosen.name:
            profile = msgspec.structs.replace(profile, name=chosen.name)
        reasons.extend(spells.faults(profile))
        slug = "-".join(sheet.name.casefold().replace("'", "").split())
        members.append(Member(f"{seat}-{slug}{number}", profile))
    reasons.extend(equipment.faults(gang.equipment))
    spent = equipment.price(gang.equipment)
    reasons.extend(faults([m.profile for m in members], ducats, leader=leader, equipment=spent))
    if reasons:
        raise IllegalGang(gang.name, reasons)
    return GangSetup(seat, tuple(members), gang.name, roster.faction, gang.equipment)


def faults(profiles: Iterable[Profile], ducats: int, *, leader: bool = True, equipment: int = 0) -> list[str]:
    """Every reason why these characters, with so many ducats of equipment, are no legal gang (GANG-01)."""
    gang = list(profiles)
    reasons = []
    factions = sorted({k for p in gang for k in p.keywords if k.startswith("Faction")})
    if len(factions) > 1:
        reasons.append(f"characters of more than one faction: {', '.join(factions)}")
    ranks = {rank: sum(rank in p.keywords for p in gang) for rank in ("Leader", "Hero", "Henchman")}
    if ranks["Leader"] > 1 or (leader and ranks["Leader"] == 0):
        reasons.append(f"{ranks['Leader']} Leaders; exactly one is wanted")
    if ranks["Hero"] > ranks["Henchman"]:
        reasons.append(f"{ranks['Hero']} Heroes but {ranks['Henchman']} Henchmen; there may not be more Heroes")
    reasons.extend(
        f"{name} is Unique and appears {times} times"
        for name, times in Counter(p.name for p in gang if "Unique" in p.keywords).items()
        if times > 1
    )
    cost = sum(p.cost for p in gang) + equipment
    if cost > ducats:
        reasons.append(f"{cost} ducats; {ducats} is the limit")
    return reasons


def _weapons(sheet: Sheet, chosen: Chosen) -> tuple[tuple[Weapon, ...], list[str]]:
    """The weapons taken where a card says "or", and what is wrong with the choice."""
    left = list(chosen.weapons)
    taken: list[Weapon] = []
    reasons = []
    for choice in sheet.choices:
        names = [w.name for w in choice]
        named = [name for name in left if name in names]
        if len(named) != 1:
            reasons.append(f"{sheet.name} takes exactly one of {' or '.join(names)}")
            continue
        left.remove(named[0])
        taken.append(choice[names.index(named[0])])
    if left:
        reasons.append(f"{sheet.name} has no choice of {', '.join(left)}")
    return tuple(taken), reasons
