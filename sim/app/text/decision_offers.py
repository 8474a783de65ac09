"""What somebody may be answered after a game of a campaign: each answer in a line, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sim.app.table.glossary import explained
from sim.app.text.menus import Menus, titled
from sim.campaign.campaign import Campaign
from sim.campaign.campaign_file import TalentLearned, XpGiven
from sim.campaign.questions import AskHire, AskTalent, AskXp
from sim.campaign.recruits import RecruitOffer
from sim.carnevale import equipment
from sim.carnevale.fields import LONGEST_NAME
from sim.carnevale.magic import spells
from sim.carnevale.recruiting import spell_choice
from sim.carnevale.rosters import Sheet
from sim.words import joined, say, term

__all__ = ["DecisionOffer", "PickOne", "hire_offers", "refused_hires", "talent_lines", "xp_offers"]

PickOne = Callable[[str], str]
"""Asks for a line: a question, and what was typed."""


class DecisionOffer(NamedTuple):
    """An answer: how it is listed, and what is done then. `usual`: is it what would be sensible?"""

    line: str
    does: Callable[[], None]
    usual: bool = False


# --- experience -------------------------------------------------------------------------------------------------


def xp_offers(campaign: Campaign, asked: AskXp, menus: Menus) -> Iterator[DecisionOffer]:
    """Who may be given experience; how much is asked then."""
    entry = campaign.suggested(asked)
    usual = entry if isinstance(entry, XpGiven) else None
    gang = campaign.gang(asked.seat)
    for option in asked.options:
        if option.unique:
            continue
        member = gang.member(option.who)
        is_usual = usual is not None and usual.who == option.who
        most = usual.xp if is_usual and usual is not None else asked.xp

        def give(who: str = option.who, name: str = option.name, usual_xp: int = most) -> None:
            xp = asked.xp
            if xp > 1:
                xp = menus.number(say("How many of {n} XP are for {who}?", n=xp, who=name), xp, usual_xp)
            campaign.decide(XpGiven(asked.seat, who, xp, asked.deed))

        yield DecisionOffer(titled(option.name, say("has {xp} XP", xp=member.xp)), give, is_usual)


# --- talents ----------------------------------------------------------------------------------------------------


def talent_lines(campaign: Campaign, asked: AskTalent, menus: Menus) -> Iterator[DecisionOffer]:
    """The talents that a member can pay for; which spell comes with one is asked then."""
    entry = campaign.suggested(asked)
    for option in asked.options:
        if option.against:
            continue

        def learn(talent: str = option.talent, comes: tuple[str, ...] = option.spells) -> None:
            spell = ""
            if comes:
                words = [titled(term(name), _spell_words(name)) for name in comes]
                spell = comes[menus.one(say("Which spell comes with it?"), words)]
            campaign.decide(TalentLearned(asked.seat, asked.who, talent, spell))

        price = say("{price} XP. {words}", price=option.price, words=explained(option.talent))
        is_usual = isinstance(entry, TalentLearned) and entry.talent == option.talent
        yield DecisionOffer(titled(term(option.talent), price), learn, is_usual)


def _spell_words(name: str) -> str:
    found = spells.named(name)
    return "" if found is None else term(" ".join(found.text.split()))


# --- hiring -----------------------------------------------------------------------------------------------------


def hire_offers(campaign: Campaign, asked: AskHire, menus: Menus, ask: PickOne) -> Iterator[DecisionOffer]:
    """Who may join and what may be bought; the choices of a card, and a name, are asked then."""
    for offer in asked.recruits:
        if not offer.against:

            def hire(offer: RecruitOffer = offer) -> None:
                _hire(campaign, asked.seat, offer, menus, ask)

            yield DecisionOffer(_recruit_line(offer), hire)
    for item in asked.items:
        if not item.against:

            def buy(id: str = item.id) -> None:
                campaign.buy(asked.seat, id)

            told = say("{cost} ducats. {words}", cost=item.cost, words=explained(equipment.title(item.id)))
            yield DecisionOffer(titled(say("Buy {item}", item=term(item.title)), told), buy)


def _recruit_line(offer: RecruitOffer) -> str:
    name = offer.name if offer.again else term(offer.name)
    told = {"rank": term(offer.rank), "cost": offer.cost}
    if offer.again:
        return titled(name, say("{rank}, {cost} ducats, comes back with all that was learned", **told))
    if offer.gifted:
        return titled(name, say("{rank}, {cost} ducats, one of the Gifted", **told))
    return titled(name, say("{rank}, {cost} ducats", **told))


def refused_hires(asked: AskHire) -> list[tuple[str, str]]:
    """Who and what may not be had now, by name, with what speaks against it."""
    found = [
        (each.name if each.again else term(each.name), joined("; ", each.against))
        for each in asked.recruits
        if each.against
    ]
    return found + [(term(each.title), joined("; ", each.against)) for each in asked.items if each.against]


def _hire(campaign: Campaign, seat: str, offer: RecruitOffer, menus: Menus, ask: PickOne) -> None:
    gang = campaign.gang(seat)
    roster = gang.gifted if offer.gifted else gang.roster
    sheet = roster.sheet(offer.name)
    if offer.again or sheet is None:
        campaign.hire(seat, offer.again)
        return
    weapons = tuple(
        choice[menus.one(say("Which weapon?"), [term(weapon.name) for weapon in choice])].name
        for choice in sheet.choices
    )
    known = _spells(sheet, roster.faction, menus)
    name = ask(say("A name of its own? Enter: as its card calls it."))
    campaign.hire(seat, offer.name, name=name[:LONGEST_NAME], weapons=weapons, spells=known)


def _spells(sheet: Sheet, faction: str, menus: Menus) -> tuple[str, ...]:
    """The spells that a mage knows beside the cantrip: all of one discipline."""
    choice = spell_choice(sheet.profile(faction, ()))
    if not choice.number:
        return ()
    disciplines = list(dict.fromkeys(spell.discipline for spell in choice.spells))
    discipline = disciplines[0]
    if len(disciplines) > 1:
        discipline = disciplines[menus.one(say("Which discipline?"), list(map(term, disciplines)))]
    left = [spell for spell in choice.spells if spell.discipline == discipline and not spell.cantrip]
    taken = []
    for number in range(min(choice.number, len(left))):
        words = [titled(term(spell.name), term(" ".join(spell.text.split()))) for spell in left]
        question = say("Which spell, {n} of {most}?", n=number + 1, most=choice.number)
        taken.append(left.pop(menus.one(question, words)).name)
    return tuple(taken)
