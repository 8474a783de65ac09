"""What a game leaves behind in a gang: injuries, experience, income, and who goes by night (CAMP-02, 05 to 07).

Rulings where the rulebook is silent. Injuries come first: whoever dies gains nothing, and Amnesia takes what was saved
before this game. An injury holds in the gang's next game, whether or not its bearer is chosen for it. Points of a
deed go to whoever did it; where several did, to be divided among those of them who can gain experience. Members who
were left out may be given points of the primary objective, too: they are of the gang.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sim.campaign.campaign_file import DieFell, GameRecorded
from sim.campaign.cards import card
from sim.campaign.dice import FATAL, OwedDie, due_after_talents, injury_dice
from sim.campaign.errors import CampaignError
from sim.campaign.state import CampaignGame, CampaignGang, CampaignMember, SharedDeed
from sim.carnevale.aftermath import GameOutcome, SeatOutcome
from sim.words import say

__all__ = [
    "AMNESIA",
    "EARNS",
    "HARDENED",
    "INCOME",
    "INJURIES",
    "STAYS",
    "experienced",
    "gains_xp",
    "injured",
    "paid",
    "recorded",
    "with_xp",
]

INCOME, EARNS = 5, 7  # ducats for a face of so much and more
STAYS = 7  # of the Gifted
AMNESIA, HARDENED = 4, 10
INJURIES = {2: "Broken Leg", 3: "Broken Arm"}  # of the next game, by their faces


def recorded(gang: CampaignGang, game: CampaignGame, entry: GameRecorded) -> CampaignGang:
    """The gang right after a game: kills, deeds and points are known; no die has fallen yet."""
    outcome = entry.outcome
    own = _of(outcome, gang.seat)
    fielded = game.fielded[gang.seat].members
    for who in (*own.casualties, *own.away, *own.standing, *own.kills, *(by for deed in own.deeds for by in deed.by)):
        if who not in fielded:
            raise CampaignError(say("{who} did not take part in this game", who=who))
    members = tuple(
        msgspec.structs.replace(
            member,
            injuries=(),
            misses=False,
            games=member.games + (member.id in fielded),
            kills=member.kills + own.kills.get(member.id, 0),
        )
        for member in gang.members
    )
    return msgspec.structs.replace(
        gang,
        members=members,
        points=max(0, own.primary),
        deeds=(),
        learned=(),
        hurt=own.casualties,
        experienced=False,
        fallen={},
        done=(),
        last=game.number,
        played=gang.played + 1,
        won=gang.won + (outcome.winner == gang.seat),
        drawn=gang.drawn + (outcome.winner is None),
        vp=gang.vp + own.vp,
    )


def _of(outcome: GameOutcome, seat: str) -> SeatOutcome:
    for each in outcome.seats:
        if each.seat == seat:
            return each
    raise CampaignError(say("the outcome tells nothing of {seat}", seat=seat))


def gains_xp(gang: CampaignGang, member: CampaignMember) -> bool:
    """Unique characters learn nothing more, and the dead do not either (CAMP-02)."""
    return not member.fate and "Unique" not in card(gang, member).keywords


def with_xp(member: CampaignMember, xp: int) -> CampaignMember:
    return msgspec.structs.replace(member, xp=member.xp + xp, earned=member.earned + xp)


def injured(gang: CampaignGang, die: DieFell) -> CampaignGang:
    """A die of the table of injuries has fallen (CAMP-05)."""
    _check_owed(die, injury_dice(gang))
    member = gang.member(die.who)
    if die.purpose == "mortal wound":
        dead = die.face <= FATAL
        member = msgspec.structs.replace(member, fate="dead" if dead else "", misses=not dead)
    elif die.face == HARDENED and gains_xp(gang, member):
        member = with_xp(member, 1)
    elif die.face == AMNESIA:
        member = msgspec.structs.replace(member, xp=0)
    elif die.face in INJURIES:
        member = msgspec.structs.replace(member, injuries=(*member.injuries, INJURIES[die.face]))
    return _fell(gang.with_member(member), die)


def experienced(gang: CampaignGang, outcome: GameOutcome) -> CampaignGang:
    """Once all injuries are known: with what kills and deeds bring; what several did is left to be divided."""
    own = _of(outcome, gang.seat)
    for who, kills in own.kills.items():
        if gains_xp(gang, gang.member(who)):
            gang = gang.with_member(with_xp(gang.member(who), kills))
    shared = []
    for deed in own.deeds:
        doers = [who for who in deed.by if gains_xp(gang, gang.member(who))]
        if len(doers) == 1:
            gang = gang.with_member(with_xp(gang.member(doers[0]), deed.vp))
        elif doers and deed.vp > 0:
            shared.append(SharedDeed(deed.title, deed.vp, tuple(doers)))
    return msgspec.structs.replace(gang, deeds=tuple(shared), experienced=True)


def paid(gang: CampaignGang, die: DieFell) -> CampaignGang:
    """A die for income has fallen (CAMP-06), or one for one of the Gifted (CAMP-07)."""
    _check_owed(die, due_after_talents(gang))
    if die.purpose == "income" and die.face >= EARNS:
        gang = msgspec.structs.replace(gang, ducats=gang.ducats + INCOME)
    elif die.purpose == "gifted" and die.face < STAYS:
        gang = gang.with_member(msgspec.structs.replace(gang.member(die.who), fate="left"))
    return _fell(gang, die)


def _check_owed(die: DieFell, owed: Iterable[OwedDie]) -> None:
    if (die.purpose, die.who) not in [(each.purpose, each.who) for each in owed]:
        raise CampaignError(say("no die for {purpose} of {who} is to fall", purpose=die.purpose, who=die.who))


def _fell(gang: CampaignGang, die: DieFell) -> CampaignGang:
    return msgspec.structs.replace(gang, fallen={**gang.fallen, (die.purpose, die.who): die.face})
