"""The characters of a catalogue, as a roster of ours."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

import msgspec

from sim.carnevale.fields import MOST_MEMBERS
from sim.carnevale.gangs import shipped_rosters
from sim.carnevale.rosters import Roster, Sheet
from sim.gangs.battlescribe.cards import WEAPON, CardParts, card, own_keywords
from sim.gangs.battlescribe.entries import CatalogueEntry, Library, ProfileRow, tidied
from sim.words import counted, say

__all__ = ["BroughtRoster", "faction_of", "roster_of_catalogue"]


class BroughtRoster(msgspec.Struct, frozen=True):
    """A roster from a catalogue; None where nobody in it could be read. `notes`: what was left out, and why."""

    source: str
    roster: Roster | None
    notes: tuple[str, ...]


def roster_of_catalogue(root: ET.Element, library: Library) -> BroughtRoster:
    """All characters that a list may take of this catalogue itself; those of other catalogues come with their own."""
    notes: list[str] = []
    sheets: list[Sheet] = []
    name = tidied(root.get("name", ""))
    for entry in library.entries(root):
        if not entry.is_model or entry.is_hidden:
            continue
        made = card(_parts(entry, notes), notes)
        if made is not None:
            sheets.append(_named_apart(made, sheets))
    if len(sheets) > MOST_MEMBERS:
        notes.append(say("of {n} characters the first {most} are taken", n=len(sheets), most=MOST_MEMBERS))
        del sheets[MOST_MEMBERS:]
    if not sheets:
        return BroughtRoster(name, None, tuple(notes))
    return BroughtRoster(name, Roster(1, faction_of(name), tuple(sheets), own_keywords(sheets)), tuple(notes))


def _parts(entry: CatalogueEntry, notes: list[str]) -> CardParts:
    """What belongs to a character whatever a list chooses for it, and what it chooses from."""
    profiles = list(entry.profiles)
    weapons = [each for each in profiles if each.kind == WEAPON]
    choices: list[Sequence[ProfileRow]] = []
    cost, categories, optional, companions = entry.cost, list(entry.categories), 0, 0
    for child in entry.children:
        if child.is_hidden:
            continue
        if child.is_group:
            armed = [arms for each in child.children if not each.is_hidden and (arms := _weapons(each))]
            if armed and child.most() == 1:
                choices.append([arms[0] for arms in armed])
            elif armed and child.least() >= len(armed):
                weapons += [arm for arms in armed for arm in arms]
            else:
                optional += len(armed)
        elif child.least() >= 1 and child.is_model and any(each.kind == "Attributes" for each in profiles):
            companions += 1
        elif child.least() >= 1:
            profiles += child.profiles
            weapons += _weapons(child)
            categories += child.categories
            cost += child.cost
        elif _weapons(child):
            optional += 1
    name = entry.name
    if optional:
        notes.append(
            counted("{name}: {n} optional weapon is left out", "{name}: {n} optional weapons are left out",
                    optional, name=name)
        )  # fmt: skip
    if companions:
        notes.append(
            counted("{name}: {n} companion is left out", "{name}: {n} companions are left out", companions, name=name)
        )
    notes += [say("{name}: the rule '{rule}' is left out", name=name, rule=rule) for rule in entry.rules]
    notes += [say("{name}: '{lost}' is in none of the files given", name=name, lost=lost) for lost in entry.lost]
    return CardParts(name, cost, profiles, list(dict.fromkeys(categories)), _once(weapons), choices)


def _weapons(entry: CatalogueEntry) -> list[ProfileRow]:
    """Of an upgrade and of what must be taken with it."""
    found = [each for each in entry.profiles if each.kind == WEAPON]
    for child in entry.children:
        if child.least() >= 1 and not child.is_hidden:
            found += _weapons(child)
    return found


def _once(weapons: Sequence[ProfileRow]) -> list[ProfileRow]:
    return list({each.name: each for each in weapons}.values())


def _named_apart(made: Sheet, others: Sequence[Sheet]) -> Sheet:
    """The same character may stand there twice, as a Leader and as a Hero."""
    taken = {each.name.casefold() for each in others}
    names = (made.name, f"{made.name}, {made.rank}", *(f"{made.name}, {made.rank} {n}" for n in range(2, 100)))
    return msgspec.structs.replace(made, name=next(name for name in names if name.casefold() not in taken))


def faction_of(catalogue: str) -> str:
    """As our own roster of it calls it, where there is one."""
    for roster in shipped_rosters():
        if catalogue.casefold().removeprefix("the ") == roster.faction.casefold():
            return roster.faction
    return catalogue[:100] or "Faction"
