"""What a bot decides after a game; the same is suggested to people.

Experience goes to whoever comes nearest to a talent by it, the dearest characters first. A talent is learned that suits
the card: blades for those who fight hand to hand, an eye for those who shoot, art for mages. Of the recruits the
dearest that the ducats pay and the gang may have are hired, first of all a Leader where there is none; none of the
Gifted, who would soon leave.
"""

from __future__ import annotations

import msgspec

from sim.campaign.campaign_file import CampaignEntry, MemberHired, StageDone, TalentLearned, XpGiven
from sim.campaign.cards import card, cost, is_leader
from sim.campaign.questions import AskHire, AskTalent, AskXp, CampaignQuestion
from sim.campaign.recruits import RecruitOffer, against_recruit
from sim.campaign.state import CampaignGang
from sim.carnevale.characters import Profile, Trait
from sim.carnevale.gangs import Chosen
from sim.carnevale.recruiting import newcomer, spell_choice
from sim.carnevale.talents import TALENTS, with_talents

__all__ = ["suggestion"]

CLOSE, SHOT, ART, MOVING = "close", "shot", "art", "moving"
SUITS = {  # what a talent is good for, and how good it is
    "Berserk": (CLOSE, 3), "Brawler (1)": (CLOSE, 2), "Expert Offence (1)": (CLOSE, 5), "First Strike (1)": (CLOSE, 3),
    "Hunter": (CLOSE, 2), "Knockback": (CLOSE, 2), "Parry (1)": (CLOSE, 4),
    "Expert Marksman (1)": (SHOT, 6),
    "Expert Sorcerer (1)": (ART, 8),
    "Acrobatic (1)": (MOVING, 2), "Fast Swimmer (1)": (MOVING, 1), "Slippery": (MOVING, 2),
    "Brave": ("", 1), "Expert Protection (1)": ("", 4), "Pickpocket": ("", 1), "Universal Shielding (1)": ("", 3),
}  # fmt: skip
USUAL = 2  # of a talent that is not listed
MORE = 0.7  # of one that is known already


def suggestion(gang: CampaignGang, question: CampaignQuestion) -> CampaignEntry | None:
    """What would be sensible; None where only a die can answer."""
    match question:
        case AskXp():
            return _give(gang, question)
        case AskTalent():
            return _learn(gang, question)
        case AskHire():
            return _hire(gang, question)
    return None


def _give(gang: CampaignGang, question: AskXp) -> CampaignEntry:
    """To whoever lacks least to a talent, so much; what is left over goes to the next, at last to the dearest."""
    able = [gang.member(each.who) for each in question.options if not each.unique]
    if not able:
        return StageDone(gang.seat, "experience")
    cheapest = min(TALENTS.values())
    wanting = [member for member in able if member.xp < cheapest]
    nearest = min(wanting or able, key=lambda member: (-member.xp if wanting else 0, -cost(gang, member), member.id))
    return XpGiven(gang.seat, nearest.id, min(question.xp, max(cheapest - nearest.xp, 0) or question.xp), question.deed)


def _learn(gang: CampaignGang, question: AskTalent) -> CampaignEntry:
    member = gang.member(question.who)
    profile = with_talents(card(gang, member), member.talents)
    offers = [offer for offer in question.options if not offer.against]
    best = max(offers, key=lambda offer: (_worth(profile, offer.talent), -offer.price, offer.talent))
    return TalentLearned(gang.seat, member.id, best.talent, next(iter(best.spells), ""))


def _worth(profile: Profile, talent: str) -> float:
    kind, worth = SUITS.get(talent, ("", USUAL))
    mage = any(trait.name == "Mage" for trait in profile.traits)
    shoots = any(weapon.range for weapon in profile.weapons)
    has = sum(trait.name == Trait.parse(talent).name for trait in profile.traits)
    fits = {CLOSE: 1.0 if not (mage or shoots) else 0.5, SHOT: float(shoots), ART: float(mage), MOVING: 1.0, "": 1.0}
    return worth * fits[kind] * (MORE if has else 1.0)


def _hire(gang: CampaignGang, question: AskHire) -> CampaignEntry:
    offers = [offer for offer in question.recruits if not offer.against and not offer.gifted]
    led = any(is_leader(gang, member) for member in gang.present)
    offers.sort(key=lambda offer: (offer.rank == "Leader" and not led, offer.cost, offer.name), reverse=True)
    for offer in offers:
        chosen = _as_it_joins(gang, offer)
        if not against_recruit(gang, chosen, gifted=False):
            return MemberHired(gang.seat, chosen)
    return StageDone(gang.seat, "hiring")


def _as_it_joins(gang: CampaignGang, offer: RecruitOffer) -> Chosen:
    """With the first weapons and spells that its card lets it choose."""
    sheet = gang.roster.sheet(offer.name)
    assert sheet is not None
    chosen = newcomer(sheet)
    choice = spell_choice(sheet.profile(gang.roster.faction, ()))
    if not choice.number:
        return chosen
    discipline = choice.spells[0].discipline
    own = [spell.name for spell in choice.spells if spell.discipline == discipline and not spell.cantrip]
    return msgspec.structs.replace(chosen, spells=tuple(own[: choice.number]))
