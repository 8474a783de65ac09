"""Changes of a gang's file by words: who joins with what, who leaves, what is bought and given back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from sim.carnevale import equipment
from sim.carnevale.gangs import Chosen, Gang, roster_of
from sim.carnevale.magic.spells import names
from sim.carnevale.recruiting import newcomer
from sim.carnevale.rosters import Roster, WrongData, read_text
from sim.carnevale.vocabulary import unknown_spell
from sim.errors import meant
from sim.gangs.writing import rewritten_gang
from sim.words import say

__all__ = ["GangText", "added", "read_gang_text", "recruit", "removed"]


class GangText(NamedTuple):
    """A gang, its roster, and the text of its file."""

    gang: Gang
    roster: Roster
    text: str


def read_gang_text(path: Path) -> GangText:
    """Raises WrongData."""
    text = read_text(path)
    return GangText(*roster_of(text, path), text)


def recruit(
    roster: Roster, character: str, *, name: str = "", weapons: Sequence[str] = (), spells: Sequence[str] = ()
) -> Chosen:
    """A character of the roster as it joins: of the weapons that its card lets it choose those named, else the first.

    Raises WrongData where nobody is called so, its card has no such choice, or there is no such spell.
    """
    sheet = roster.sheet(character)
    if sheet is None:
        mend = meant(character, [each.name for each in roster.characters])
        raise WrongData(
            say("the roster of the {faction} has no '{character}'; {mend}",
                faction=roster.faction, character=character, mend=mend)
        )  # fmt: skip
    taken = list(newcomer(sheet).weapons)
    for named in weapons:
        places = [i for i, choice in enumerate(sheet.choices) if named in [weapon.name for weapon in choice]]
        if not places:
            arms = [weapon.name for choice in sheet.choices for weapon in choice]
            raise WrongData(
                say(
                    "{name} has no choice of '{weapon}'; {mend}", name=sheet.name, weapon=named, mend=meant(named, arms)
                )
                if arms
                else say("{name} has no weapons to choose from", name=sheet.name)
            )
        taken[places[0]] = named
    known = tuple(next((each for each in names() if _is(named, each)), named) for named in spells)
    for spell in known:
        if words := unknown_spell(spell):
            raise WrongData(say("'{spell}': {words}", spell=spell, words=words))
    return Chosen(sheet.name, tuple(taken), known, name)


def added(was: GangText, joining: Sequence[Chosen], bought: Sequence[str] = ()) -> GangText:
    """With some more members, and with equipment by its ids or titles. Raises WrongData of what there is not."""
    gang = msgspec.structs.replace(
        was.gang,
        members=(*was.gang.members, *joining),
        equipment=(*was.gang.equipment, *(_item(each) for each in bought)),
    )
    return _changed(was, gang, [*range(len(was.gang.members)), *(None for _ in joining)])


def removed(was: GangText, leaving: Sequence[str]) -> GangText:
    """Without members, each by its own name or by its character (the last of several), and without equipment.

    Raises WrongData where nobody is called so, or nobody would be left.
    """
    kept = list(range(len(was.gang.members)))
    items = list(was.gang.equipment)
    for who in leaving:
        of_name = [i for i in kept if _is(who, was.gang.members[i].name)]
        found = of_name or [i for i in kept if _is(who, was.gang.members[i].character)]
        goods = [id for id in items if id == equipment.named(who)]
        if found:
            kept.remove(found[-1])
        elif goods:
            items.remove(goods[0])
        else:
            left = [was.gang.members[i].name or was.gang.members[i].character for i in kept]
            mend = meant(who, [*dict.fromkeys(left), *map(equipment.title, items)])
            raise WrongData(say("nobody of {gang} is called '{who}'; {mend}", gang=was.gang.name, who=who, mend=mend))
    if not kept:
        raise WrongData(
            say("nobody would be left of {gang}: a gang's file has one member at least", gang=was.gang.name)
        )
    gang = msgspec.structs.replace(was.gang, members=tuple(was.gang.members[i] for i in kept), equipment=tuple(items))
    return _changed(was, gang, kept)


def _changed(was: GangText, gang: Gang, kept: Sequence[int | None]) -> GangText:
    return GangText(gang, was.roster, rewritten_gang(was.text, was.gang, gang, kept))


def _item(named: str) -> str:
    id = equipment.named(named)
    if id is None:
        raise WrongData(say("there is no equipment '{id}'; {near}", id=named, near=meant(named, equipment.known())))
    return id


def _is(one: str, other: str) -> bool:
    return bool(other) and one.casefold() == other.casefold()
