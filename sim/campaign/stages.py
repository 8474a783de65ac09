"""Where a gang is after a game: what its player decides first, and what after that, as the rulebook goes."""

from __future__ import annotations

from sim.campaign.campaign_file import STAGES, Stage
from sim.campaign.learning import can_learn
from sim.campaign.recruits import item_offers, recruit_offers
from sim.campaign.state import CampaignGang

__all__ = ["stage_of"]


def stage_of(gang: CampaignGang) -> Stage | None:
    """The first stage that is not done and in which there is anything to decide; None: the gang is ready."""
    for stage in STAGES:
        if stage not in gang.done and _asks(gang, stage):
            return stage
    return None


def _asks(gang: CampaignGang, stage: Stage) -> bool:
    if stage == "experience":
        return bool(gang.points or any(deed.xp for deed in gang.deeds))
    if stage == "talents":
        return any(can_learn(gang, member) for member in gang.present)
    against = [offer.against for offer in recruit_offers(gang)] + [offer.against for offer in item_offers(gang)]
    return not all(against)
