"""Who may take part in the next game, and what selection of a gang is legal (CAMP-01).

Rulings where the rulebook is silent. A gang that has no Leader able to fight, because he is dead or misses the game,
plays without one. Where it has neither a Leader nor a Henchman that is able, one Hero may fight alone. Where everybody
would miss the game, everybody comes all the same: there is nobody left to fight in their place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sim.campaign.campaign_file import Fielded
from sim.campaign.cards import card, cost, gang_faults
from sim.campaign.state import CampaignGang, CampaignMember
from sim.carnevale import equipment
from sim.carnevale.characters import Profile
from sim.errors import meant
from sim.words import say

__all__ = ["able", "equipped", "fielding_faults", "usual_fielding"]


def able(gang: CampaignGang) -> tuple[CampaignMember, ...]:
    """Those who can take part in the next game."""
    return tuple(member for member in gang.present if not member.misses) or gang.present


def fielding_faults(gang: CampaignGang, fielded: Fielded, ducats: int, *, leader: bool) -> list[str]:
    """Every reason why this selection may not take the field; `leader`: whether the scenario demands one."""
    there = {member.id: member for member in able(gang)}
    strangers = [who for who in fielded.members if who not in there]
    if strangers:
        return [_why_not(gang, who) for who in strangers]
    found = [say("{who} is named twice", who=there[who].name) for who, n in Counter(fielded.members).items() if n > 1]
    if not fielded.members:
        found.append(say("nobody is chosen: a gang is one character at least"))
    found += [
        say("the gang has no {item}; {mend}", item=equipment.title(item), mend=meant(item, gang.equipment))
        for item in fielded.equipment
        if item not in gang.equipment
    ]
    cards = {id: card(gang, member) for id, member in there.items()}
    chosen = [cards[who] for who in dict.fromkeys(fielded.members)]
    spent = sum(each.cost for each in chosen) + equipment.price(fielded.equipment)
    if spent > ducats:
        found.append(say("{cost} ducats; {limit} is the limit", cost=spent, limit=ducats))
    return found + _frequency(gang, chosen, list(cards.values()), leader=leader)


def _why_not(gang: CampaignGang, who: str) -> str:
    for member in gang.present:
        if member.id == who:
            return say("{who} misses this game", who=member.name)
    names = [member.name for member in able(gang)]
    return say("nobody of {gang} is called '{who}'; {mend}", gang=gang.name, who=who, mend=meant(who, names))


def _frequency(
    gang: CampaignGang, chosen: Sequence[Profile], able_cards: Sequence[Profile], *, leader: bool
) -> list[str]:
    led = any("Leader" in each.keywords for each in able_cards)
    alone = len(chosen) == 1 and not led and not any("Henchman" in each.keywords for each in able_cards)
    found = gang_faults(gang, chosen, leader=leader and led)
    return [fault.words for fault in found if not (fault.about == "heroes" and alone)]


def usual_fielding(gang: CampaignGang, ducats: int, *, leader: bool) -> Fielded:
    """The legal selection that spends most of the ducats: members first, then equipment, as it is listed."""
    members = able(gang)
    everybody = Fielded(tuple(member.id for member in members), gang.equipment)
    if not fielding_faults(gang, everybody, ducats, leader=leader):
        return everybody
    cards = [card(gang, member) for member in members]
    needed = leader and any("Leader" in each.keywords for each in cards)
    best: dict[tuple[int, int, int], tuple[str, ...]] = {(0, 0, 0): ()}  # by cost, leaders, and Heroes over Henchmen
    for member, profile in zip(members, cards, strict=True):
        for (spent, leaders, heroes), taken in list(best.items()):
            led = leaders + ("Leader" in profile.keywords)
            over = heroes + ("Hero" in profile.keywords) - ("Henchman" in profile.keywords)
            if spent + profile.cost <= ducats and led <= 1:
                best.setdefault((spent + profile.cost, led, over), (*taken, member.id))
    legal = [key for key, taken in best.items() if taken and key[2] <= 0 and (key[1] or not needed)]
    if not legal:  # a Hero alone, or nobody that these ducats pay
        legal = [key for key, taken in best.items() if len(taken) == 1]
    if not legal:
        return Fielded(())
    return equipped(gang, best[max(legal)], ducats)


def equipped(gang: CampaignGang, members: Sequence[str], ducats: int) -> Fielded:
    """These members, with as much of the gang's equipment, as it is listed, as the ducats still pay."""
    left = ducats - sum(cost(gang, gang.member(who)) for who in members)
    items = list[str]()
    for item in gang.equipment:
        if equipment.price([item]) <= left:
            items.append(item)
            left -= equipment.price([item])
    return Fielded(tuple(members), tuple(items))
