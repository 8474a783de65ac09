"""What happened in a campaign, in sentences: a die, a decision, a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sim.board.files.file_names import nice
from sim.campaign.aftermath import AMNESIA, EARNS, HARDENED, INCOME, INJURIES, STAYS, gains_xp
from sim.campaign.campaign_file import (
    CampaignEnded,
    CampaignEntry,
    DieFell,
    GameBegun,
    GameRecorded,
    ItemBought,
    MemberDismissed,
    MemberHired,
    StageDone,
    TalentLearned,
    XpGiven,
)
from sim.campaign.dice import FATAL, MORTAL_WOUND
from sim.campaign.state import CampaignGang, CampaignState
from sim.carnevale import equipment, scenarios
from sim.carnevale.characters import Trait
from sim.words import counted, joined, listed, say, term

__all__ = ["deeds_told", "entry_told", "injury_told", "outcome_told", "talents_told"]


def entry_told(before: CampaignState, entry: CampaignEntry, after: CampaignState) -> str:
    """A sentence; empty for what only keeps books."""
    match entry:
        case DieFell():
            return _die(after.gang(entry.seat), entry)
        case GameBegun():
            return _begun(after, entry)
        case GameRecorded():
            return outcome_told(after)
        case CampaignEnded():
            return say("The campaign has ended.")
        case XpGiven() | TalentLearned() | MemberHired() | ItemBought() | MemberDismissed():
            return _decision(before.gang(entry.seat), entry, after.gang(entry.seat))
        case StageDone(stage="experience"):
            gang = before.gang(entry.seat)
            left = gang.points + sum(deed.xp for deed in gang.deeds)
            return say("{xp} XP left ungiven by {gang}.", gang=gang.name, xp=left)
        case StageDone(stage="talents"):
            return say("No more talents for {gang}.", gang=before.gang(entry.seat).name)
        case StageDone():
            return say("{ducats} ducats kept by {gang}.", gang=before.gang(entry.seat).name,
                       ducats=before.gang(entry.seat).ducats)  # fmt: skip
    return ""


def _begun(state: CampaignState, entry: GameBegun) -> str:
    page = scenarios.find(entry.scenario)
    title = term(page.title) if page is not None else entry.scenario
    gangs = [
        counted("{gang} with {n} character", "{gang} with {n} characters", len(fielded.members),
                gang=state.gang(seat).name)
        for seat, fielded in entry.fielded.items()
    ]  # fmt: skip
    told = {
        "n": len(state.games),
        "title": title,
        "map": nice(entry.map),
        "ducats": entry.ducats,
        "gangs": listed(gangs),
    }
    return say("Game {n} is begun: {title} on {map}, {ducats} ducats; {gangs}.", **told)


def outcome_told(state: CampaignState) -> str:
    """Who won the last game, and how."""
    game = state.games[-1]
    outcome = game.outcome
    if outcome is None:
        return ""
    score = joined(", ", (say("{gang} {vp} VP", gang=state.gang(each.seat).name, vp=each.vp)
                          for each in outcome.seats))  # fmt: skip
    if outcome.winner is None:
        return say("Game {n} is a draw: {score}.", n=game.number, score=score)
    return say("Game {n} is won by {gang}: {score}.", gang=state.gang(outcome.winner).name, n=game.number, score=score)


def deeds_told(state: CampaignState, seat: str) -> list[str]:
    """What the last game brought a gang besides: kills, and agendas with those who did them."""
    game, gang = state.games[-1], state.gang(seat)
    own = next((each for each in game.outcome.seats if each.seat == seat), None) if game.outcome is not None else None
    if own is None:
        return []
    told = [
        counted("{who} kills {n} enemy.", "{who} kills {n} enemies.", n, who=gang.member(id).name)
        for id, n in own.kills.items()
    ]
    for deed in own.deeds:
        by = listed(gang.member(id).name for id in deed.by)
        title = term(deed.title)
        told.append(
            say("“{title}” by {who}: {vp} XP.", title=title, who=by, vp=deed.vp)
            if deed.by
            else say("“{title}”: {vp} VP.", title=title, vp=deed.vp)
        )
    return told


def _die(gang: CampaignGang, die: DieFell) -> str:
    who = gang.member(die.who).name
    told: dict[str, object] = {"who": who, "face": die.face}
    match die.purpose:
        case "injury":
            return injury_told(die.face, who, learns=gains_xp(gang, gang.member(die.who)))
        case "mortal wound" if die.face <= FATAL:
            return say("{who} dies of the wound ({face}).", **told)
        case "mortal wound":
            return say("{who} lives, but misses the next game ({face}).", **told)
        case "income" if die.face >= EARNS:
            return say("{who} earns {ducats} ducats ({face}).", ducats=INCOME, **told)
        case "income":
            return say("{who} earns nothing ({face}).", **told)
        case _ if die.face < STAYS:
            return say("{who} goes by night, and would have to be hired again ({face}).", **told)
    return say("{who} stays another day ({face}).", **told)


def injury_told(face: int, who: str, *, learns: bool = True) -> str:
    """What the table of injuries says of a face (CAMP-05); `learns`: can it gain experience?"""
    told = {"who": who, "face": face}
    if face == MORTAL_WOUND:
        return say("{who} is mortally wounded ({face}).", **told)
    if INJURIES.get(face) == "Broken Leg":
        return say("{who} has a broken leg, and moves less in the next game ({face}).", **told)
    if INJURIES.get(face) == "Broken Arm":
        return say("{who} has a broken arm, and re-rolls its hits in the next game ({face}).", **told)
    if face == AMNESIA:
        return say("{who} forgets all experience that was not spent ({face}).", **told)
    if face == HARDENED and learns:
        return say("{who} is hardened, and gains 1 XP ({face}).", **told)
    return say("{who} recovers in full ({face}).", **told)


def _decision(
    before: CampaignGang,
    entry: XpGiven | TalentLearned | MemberHired | ItemBought | MemberDismissed,
    after: CampaignGang,
) -> str:
    match entry:
        case XpGiven(deed=None):
            return say("{who} is given {xp} XP.", who=after.member(entry.who).name, xp=entry.xp)
        case XpGiven():
            title = term(before.deeds[entry.deed or 0].title)
            return say(
                "{who} is given {xp} XP of “{title}”.", who=after.member(entry.who).name, xp=entry.xp, title=title
            )
        case TalentLearned():
            told: dict[str, object] = {"who": after.member(entry.who).name, "talent": term(entry.talent)}
            if entry.spell:
                return say("{who} learns {talent}, and the spell {spell}.", spell=term(entry.spell), **told)
            return say("{who} learns {talent}.", **told)
        case MemberHired():
            who = after.member(entry.again) if entry.again else after.members[-1]
            told = {"who": who.name, "ducats": before.ducats - after.ducats, "gang": after.name}
            return say("{who} joins {gang} for {ducats} ducats.", **told)
        case ItemBought():
            told = {"gang": after.name, "item": term(equipment.title(entry.item))}
            return say("{item} bought by {gang} for {ducats} ducats.", ducats=before.ducats - after.ducats, **told)
    return say("{who} is dismissed.", who=after.member(entry.who).name)


def talents_told(talents: Iterable[str]) -> list[str]:
    """Talents as they count together: Parry (1) and Parry (1) as Parry (2)."""
    stacked = Counter[str]()
    for trait in map(Trait.parse, talents):
        stacked[trait.name] += trait.x
    return [term(str(Trait(name, x))) for name, x in stacked.items()]
