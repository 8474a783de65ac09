"""A list that was built in such a program, as a gang of ours with a roster of its own."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import msgspec

from sim.carnevale import equipment
from sim.carnevale.fields import LONGEST_NAME, MOST_DUCATS, MOST_MEMBERS, USUAL_DUCATS
from sim.carnevale.gangs import Chosen, Gang
from sim.carnevale.magic import spells
from sim.carnevale.rosters import Roster, Sheet, WrongData
from sim.gangs.battlescribe.cards import WEAPON, CardParts, card, own_keywords
from sim.gangs.battlescribe.catalogues import faction_of
from sim.gangs.battlescribe.entries import COST, ProfileRow, number_in, tidied
from sim.words import say

__all__ = ["BroughtGang", "gang_of_list"]

SPELL, ITEM = "Spells", "Equipment"


class BroughtGang(msgspec.Struct, frozen=True):
    """A gang, and the cards of its members. `notes`: what was left out, and why."""

    gang: Gang
    roster: Roster
    notes: tuple[str, ...]


def gang_of_list(root: ET.Element, source: str) -> BroughtGang:
    """The gang of a list's first force. Raises WrongData where nobody in it could be read."""
    notes: list[str] = []
    sheets: dict[str, Sheet] = {}
    members: list[Chosen] = []
    force = root.find("forces/force")
    selections = [] if force is None else list(force.iterfind("selections/selection"))
    for selection in selections:
        if selection.get("type") not in ("model", "unit"):
            continue
        made = card(_parts(selection), notes)
        if made is None:
            continue
        name = next(name for name in _names(made) if sheets.get(name, _as(made, name)) == _as(made, name))
        sheets[name] = _as(made, name)
        known = tuple(_spells(selection, notes))
        called = tidied(selection.get("customName", ""))
        members += [Chosen(name, spells=known, name=called[:LONGEST_NAME])] * _number(selection)
    if force is None or not members:
        raise WrongData(say("{file}: nobody in it could be read; {notes}", file=source, notes="; ".join(notes) or "-"))
    name = tidied(root.get("name", "")) or tidied(force.get("catalogueName", ""))
    faction = faction_of(tidied(force.get("catalogueName", "")))
    del members[MOST_MEMBERS:]
    gang = Gang(
        1,
        name[:LONGEST_NAME] or faction,
        faction,
        tuple(members),
        _limit(root),
        tuple(dict.fromkeys(_items(force, notes))),
    )
    own = tuple(sheets.values())
    return BroughtGang(gang, Roster(1, faction, own, own_keywords(own)), tuple(dict.fromkeys(notes)))


def _parts(selection: ET.Element) -> CardParts:
    """Everything that was chosen for it is on the card: a list has no choices any more."""
    profiles = [ProfileRow(each) for each in _below(selection, "profiles/profile")]
    arms = {each.name: each for each in profiles if each.kind == WEAPON}
    names = (tidied(each.get("name", "")) for each in _below(selection, "categories/category"))
    cost = sum(
        number_in(each.get("value")) or 0.0
        for each in _below(selection, "costs/cost")
        if tidied(each.get("name", "")).casefold() == COST
    )
    name, each = tidied(selection.get("name", "")), cost / _number(selection)
    return CardParts(name, each, profiles, list(dict.fromkeys(names)), list(arms.values()))


def _number(selection: ET.Element) -> int:
    """How many of them there are: a list may hold several alike as one, whose costs are those of all."""
    return max(1, min(MOST_MEMBERS, int(number_in(selection.get("number")) or 1)))


def _below(selection: ET.Element, path: str) -> Iterator[ET.Element]:
    """Of a selection and of all that was selected for it; not of companions, which are characters themselves."""
    yield from selection.iterfind(path)
    for each in selection.iterfind("selections/selection"):
        if each.get("type") != "model":
            yield from _below(each, path)


def _spells(selection: ET.Element, notes: list[str]) -> Iterator[str]:
    for each in _below(selection, "profiles/profile"):
        profile = ProfileRow(each)
        if profile.kind != SPELL:
            continue
        known = next((name for name in spells.names() if name.casefold() == profile.name.casefold()), None)
        if known is None:
            notes.append(say("there is no spell '{name}': left out", name=profile.name))
        elif (found := spells.named(known)) is not None and not found.cantrip:
            yield known


def _items(force: ET.Element, notes: list[str]) -> Iterator[str]:
    for each in force.iter("profile"):
        profile = ProfileRow(each)
        if profile.kind == ITEM:
            if (id := equipment.named(profile.name)) is not None:
                yield id
            else:
                notes.append(say("there is no equipment '{name}': left out", name=profile.name))


def _limit(root: ET.Element) -> int:
    for each in root.iterfind("costLimits/costLimit"):
        value = number_in(each.get("value")) or 0.0
        if tidied(each.get("name", "")).casefold() == COST and 1 <= value <= MOST_DUCATS:
            return int(value)
    return USUAL_DUCATS


def _names(made: Sheet) -> Iterator[str]:
    """The same character with other weapons is another card."""
    yield made.name
    if made.weapons:
        yield f"{made.name} ({', '.join(weapon.name for weapon in made.weapons)})"[:LONGEST_NAME]
    yield from (f"{made.name} {number}" for number in range(2, 1000))


def _as(made: Sheet, name: str) -> Sheet:
    return msgspec.structs.replace(made, name=name)
