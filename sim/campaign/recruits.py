"""Who and what a gang may hire and buy between games (CAMP-06, 07).

Rulings: members and equipment stay with the gang from game to game; an item serves once in each. Whoever is dismissed
is gone, and nothing is paid back. One of the Gifted who left and is hired again is the same person, with all that was
learned. A Unique character that died cannot be hired again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from sim.campaign.cards import GIFTED, card, gang_faults, new_card
from sim.campaign.errors import CampaignError
from sim.campaign.state import CampaignGang, CampaignMember
from sim.carnevale import equipment
from sim.carnevale.characters import Profile
from sim.carnevale.fields import MOST_MEMBERS
from sim.carnevale.gangs import Chosen
from sim.carnevale.recruiting import newcomer
from sim.carnevale.rosters import Roster
from sim.errors import meant
from sim.words import counted, say, term

__all__ = ["ItemOffer", "RecruitOffer", "against_item", "against_recruit", "item_offers", "joining", "recruit_offers"]


class RecruitOffer(msgspec.Struct, frozen=True):
    """A character that may join. `again`: the id of whom this is, where it was in the gang before and left."""

    name: str
    rank: str
    cost: int
    gifted: bool = False
    again: str = ""
    against: tuple[str, ...] = ()


class ItemOffer(msgspec.Struct, frozen=True):
    id: str
    title: str
    cost: int
    against: tuple[str, ...] = ()


def recruit_offers(gang: CampaignGang) -> tuple[RecruitOffer, ...]:
    """All whom the gang may think of, with what speaks against each: its own faction, the Gifted, and who left it."""
    return tuple(_offers(gang))


def _offers(gang: CampaignGang) -> Iterator[RecruitOffer]:
    for roster, gifted in _rosters(gang):
        for sheet in roster.characters:
            chosen = newcomer(sheet)
            against = against_recruit(gang, chosen, gifted, made=False)
            yield RecruitOffer(sheet.name, sheet.rank, sheet.cost, gifted, against=against)
    for member in gang.members:
        if member.fate == "left":
            profile = card(gang, member)
            against = against_recruit(gang, member.chosen, member.gifted, member)
            rank = next(rank for rank in ("Leader", "Hero", "Henchman") if rank in profile.keywords)
            yield RecruitOffer(member.name, rank, profile.cost, member.gifted, member.id, against)


def _rosters(gang: CampaignGang) -> Iterator[tuple[Roster, bool]]:
    yield gang.roster, False
    if gang.faction != GIFTED:
        yield gang.gifted, True


def against_recruit(
    gang: CampaignGang, chosen: Chosen, gifted: bool, again: CampaignMember | None = None, *, made: bool = True
) -> tuple[str, ...]:
    """Every reason why a character may not join now; not `made`: its weapons and spells are still to be chosen."""
    check = new_card(gang.gifted if gifted else gang.roster, chosen)
    profile = check.profiles[0]
    found = [fault.words for fault in check.faults if made or fault.about == "character"]
    if profile is None:
        return tuple(found)
    if profile.cost > gang.ducats:
        found.append(_too_dear(profile.name, profile.cost, gang.ducats))
    if "Unique" in profile.keywords and again is None and _died(gang, profile):
        found.append(say("{who} is Unique, and dead", who=profile.name))
    if len(gang.present) >= MOST_MEMBERS:
        found.append(say("a gang has {most} members at most", most=MOST_MEMBERS))
    if chosen.name and any(chosen.name.casefold() == member.name.casefold() for member in gang.present):
        found.append(say("{name} is the name of another", name=chosen.name))
    return (*found, *_worse(gang, profile))


def _died(gang: CampaignGang, profile: Profile) -> bool:
    return any(each.fate == "dead" and card(gang, each).name == profile.name for each in gang.members)


def _worse(gang: CampaignGang, joins: Profile) -> Iterator[str]:
    """What of the gang would be newly wrong, or more so: what is wrong already does not bar who does not add to it."""
    now = [card(gang, member) for member in gang.present]
    before = {(fault.about, fault.name): fault.excess for fault in gang_faults(gang, now, leader=False)}
    for fault in gang_faults(gang, [*now, joins], leader=False):
        if fault.excess > before.get((fault.about, fault.name), 0):
            yield fault.words


def joining(
    gang: CampaignGang, character: str, *, name: str = "", weapons: Sequence[str] = (), spells: Sequence[str] = ()
) -> tuple[Chosen, bool, str]:
    """Whoever is meant: as it joins, whether it is one of the Gifted, and its id where it is hired again.

    Raises CampaignError where nobody is called so, and WrongData for choices that its card does not have.
    """
    from sim.gangs.changing import recruit

    for member in gang.members:
        if member.fate == "left" and character.casefold() in (member.id.casefold(), member.name.casefold()):
            return member.chosen, member.gifted, member.id
    for roster, gifted in _rosters(gang):
        if roster.sheet(character) is not None:
            return recruit(roster, character, name=name, weapons=weapons, spells=spells), gifted, ""
    names = [sheet.name for roster, _ in _rosters(gang) for sheet in roster.characters]
    raise CampaignError(
        say("nobody who would join {gang} is called '{who}'; {mend}", gang=gang.name, who=character,
            mend=meant(character, names))
    )  # fmt: skip


def item_offers(gang: CampaignGang) -> tuple[ItemOffer, ...]:
    """All equipment, with what speaks against each item."""
    return tuple(
        ItemOffer(id, equipment.title(id), equipment.price([id]), against_item(gang, id)) for id in equipment.known()
    )


def against_item(gang: CampaignGang, item: str) -> tuple[str, ...]:
    """Every reason why an item may not be bought now."""
    found = equipment.faults((*gang.equipment, item))
    price = equipment.price([item])
    if price > gang.ducats:
        found.append(_too_dear(equipment.title(item), price, gang.ducats))
    return tuple(found)


def _too_dear(what: str, cost: int, left: int) -> str:
    price = counted("{n} ducat", "{n} ducats", cost)
    return say("{who} costs {price}; there are {left} in hand", who=term(what), price=price, left=left)
