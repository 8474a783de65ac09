"""Who and what may still join a gang: what it costs, and the reasons against it, as `gangs.checked` gives them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sim.carnevale import equipment
from sim.carnevale.characters import Profile
from sim.carnevale.gangs import FAULTY, Chosen, Gang, GangCheck, GangFault, checked
from sim.carnevale.magic import spells
from sim.carnevale.rosters import Roster, Sheet

__all__ = ["GangOffer", "GangOffers", "SpellChoice", "newcomer", "offers", "spell_choice"]

CHOICES: tuple[FAULTY, ...] = ("weapons", "spells")  # of a newcomer: made once it is there


class GangOffer(msgspec.Struct, frozen=True):
    """A character or an item. `taken`: how often the gang has it; `against`: why one more makes the gang worse."""

    name: str  # an item's is its id
    cost: int
    taken: int = 0
    against: tuple[str, ...] = ()


class GangOffers(msgspec.Struct, frozen=True):
    """All that a gang may choose from."""

    characters: tuple[GangOffer, ...]
    equipment: tuple[GangOffer, ...]


class SpellChoice(msgspec.Struct, frozen=True):
    """What a mage chooses from: `number` spells beside the cantrip, all of one of these disciplines (MAGIC-01)."""

    number: int
    spells: tuple[spells.Spell, ...]


def newcomer(sheet: Sheet) -> Chosen:
    """A character as it joins: with the first of the weapons that its card lets it choose, and no spells yet."""
    return Chosen(sheet.name, weapons=tuple(choice[0].name for choice in sheet.choices))


def offers(gang: Gang, roster: Roster, check: GangCheck, *, leader: bool = True) -> GangOffers:
    """What may be added to a gang that was `checked`, and what speaks against each."""
    names = [chosen.character for chosen in gang.members]

    def against(after: Gang) -> tuple[str, ...]:
        return _worse(check.faults, checked(after, roster, check.limit, leader=leader).faults, len(gang.members))

    def joined(sheet: Sheet) -> Gang:
        return msgspec.structs.replace(gang, members=(*gang.members, newcomer(sheet)))

    characters = [
        GangOffer(sheet.name, sheet.cost, names.count(sheet.name), against(joined(sheet)))
        for sheet in roster.characters
    ]
    items = [
        GangOffer(
            id,
            equipment.price([id]),
            gang.equipment.count(id),
            against(msgspec.structs.replace(gang, equipment=(*gang.equipment, id))),
        )
        for id in equipment.known()
    ]
    return GangOffers(tuple(characters), tuple(items))


def spell_choice(profile: Profile) -> SpellChoice:
    """The spells that a card lets its character choose; none for whoever is no mage."""
    number, disciplines = spells.allowance(profile)
    own = (spells.named(name) for name in spells.names())
    return SpellChoice(number, tuple(s for s in own if s is not None and s.discipline in disciplines))


def _worse(before: Iterable[GangFault], after: Iterable[GangFault], newest: int) -> tuple[str, ...]:
    """What is newly wrong, or more so; the choices of the newest member apart."""
    there = {(fault.about, fault.name): fault.excess for fault in before}
    return tuple(
        fault.words
        for fault in after
        if not (fault.about in CHOICES and newest in fault.members)
        and fault.excess > there.get((fault.about, fault.name), 0)
    )
