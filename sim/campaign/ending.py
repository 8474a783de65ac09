"""What is kept of a campaign's gangs when it is over (CAMP-08).

Rulings: talents go with their bearers, at 5 ducats each; experience that was not spent, injuries and ducats in hand
stay behind. The Gifted who fought for another faction go their own way.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from sim.board.files.file_names import file_stem
from sim.campaign.errors import CampaignError
from sim.campaign.state import CampaignGang, CampaignMember
from sim.carnevale.fields import LONGEST_NAME, MOST_DUCATS
from sim.carnevale.gangs import Chosen, Gang, checked, own_gangs_dir, own_rosters_dir, shipped_rosters
from sim.gangs.document import roster_path
from sim.gangs.roster_writing import roster_text
from sim.gangs.writing import gang_text
from sim.whole_files import write_whole
from sim.words import say, term

__all__ = ["KeptGang", "export_gang", "kept_gang"]


class KeptGang(msgspec.Struct, frozen=True):
    """A gang's file for the next campaign. `ducats`: its value; `notes`: what it lacks, and who did not come along."""

    path: Path
    name: str
    ducats: int
    notes: tuple[str, ...] = ()


def kept_gang(gang: CampaignGang) -> tuple[Gang, tuple[str, ...]]:
    """The gang with what it has learned, and notes on who is left out. Raises CampaignError where nobody is left."""
    staying = [member for member in gang.present if not member.gifted]
    if not staying:
        raise CampaignError(say("nobody of {gang} is left to be kept", gang=gang.name))
    members = tuple(map(_veteran, staying))
    made = Gang(1, gang.name, gang.faction, members, MOST_DUCATS, gang.equipment)
    check = checked(made, gang.roster, MOST_DUCATS)
    notes = [fault.words for fault in check.faults]
    notes += [say("{who} goes: one of the Gifted", who=member.name) for member in gang.present if member.gifted]
    return msgspec.structs.replace(made, ducats=max(1, check.spent)), tuple(notes)


def _veteran(member: CampaignMember) -> Chosen:
    chosen = member.chosen
    return msgspec.structs.replace(
        chosen, talents=(*chosen.talents, *member.talents), spells=(*chosen.spells, *member.spells)
    )


def export_gang(gang: CampaignGang, campaign: str, folder: Path | None = None) -> KeptGang:
    """Write the gang's file, and its roster's where that does not come with the game, into a folder, or among the
    player's own. Raises CampaignError."""
    made, notes = kept_gang(gang)
    stem = file_stem(f"{gang.name}-{campaign}"[:LONGEST_NAME], "gang") or gang.seat
    home, rosters = folder or own_gangs_dir(), folder or own_rosters_dir()
    try:
        home.mkdir(parents=True, exist_ok=True)
        if gang.roster not in shipped_rosters():
            rosters.mkdir(parents=True, exist_ok=True)
            roster = rosters / f"{stem}-roster.toml"
            write_whole(roster, roster_text(gang.roster).encode())
            made = msgspec.structs.replace(made, roster=roster_path(roster, folder))
        path = home / f"{stem}.toml"
        write_whole(path, gang_text(made).encode())
    except OSError as error:
        raise CampaignError(say("{gang}: its file cannot be written: {why}", gang=term(gang.name),
                                why=error.strerror or error)) from None  # fmt: skip
    return KeptGang(path, made.name, made.ducats, notes)
