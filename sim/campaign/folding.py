"""A campaign's state is the fold of its log: each entry is checked against the rules and applied to what was before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from sim.campaign.aftermath import experienced, gains_xp, injured, paid, recorded, with_xp
from sim.campaign.campaign_file import (
    STAGES,
    CampaignEnded,
    CampaignEntry,
    CampaignFile,
    CampaignPlayer,
    DecisionUndone,
    DieFell,
    GameAbandoned,
    GameBegun,
    GameRecorded,
    ItemBought,
    MemberDismissed,
    MemberHired,
    StageDone,
    TalentLearned,
    XpGiven,
)
from sim.campaign.cards import cost
from sim.campaign.dice import due_after_talents, injury_dice
from sim.campaign.errors import CampaignError
from sim.campaign.fielding import fielding_faults
from sim.campaign.learning import against_learning
from sim.campaign.recruits import against_item, against_recruit
from sim.campaign.stages import stage_of
from sim.campaign.state import CampaignGame, CampaignGang, CampaignMember, CampaignState
from sim.carnevale import equipment, scenarios
from sim.carnevale.gangs import Chosen, IllegalGang, checked
from sim.carnevale.rosters import Roster
from sim.carnevale.talents import TALENTS
from sim.errors import meant
from sim.words import joined, reason, say

__all__ = ["DECISIONS", "applied", "last_decision", "started", "state_of", "steps_of"]

DECISIONS = (XpGiven, TalentLearned, MemberHired, ItemBought, MemberDismissed, StageDone)


def state_of(file: CampaignFile, source: str) -> CampaignState:
    """Where the campaign stands. Raises CampaignError with the entry that may not be."""
    state = _begun_with(file, source)
    for _, _, after in steps_of(file, source):
        state = after
    abandoned = sum(isinstance(entry, GameAbandoned) for entry in file.log)
    return msgspec.structs.replace(state, abandoned=abandoned)


def steps_of(file: CampaignFile, source: str) -> Iterator[tuple[int, CampaignState, CampaignState]]:
    """The entries that stand, each by its place in the log, with the states before and after it. Raises as
    `state_of`."""
    state = _begun_with(file, source)
    try:
        standing = _standing(file.log)
    except CampaignError as wrong:
        raise CampaignError(say("{file}: {why}", file=source, why=reason(wrong))) from None
    for number in standing:
        try:
            after = applied(state, file.log[number])
        except CampaignError as wrong:
            raise CampaignError(say("{file}: log[{n}]: {why}", file=source, n=number, why=reason(wrong))) from None
        yield number, state, after
        state = after


def _begun_with(file: CampaignFile, source: str) -> CampaignState:
    try:
        return started(file)
    except (CampaignError, IllegalGang) as wrong:
        raise CampaignError(say("{file}: {why}", file=source, why=reason(wrong))) from None


def _standing(log: Sequence[CampaignEntry]) -> list[int]:
    """The places of what counts: no decision that was taken back, and no game that was abandoned."""
    standing: list[int] = []
    for number, entry in enumerate(log):
        if isinstance(entry, DecisionUndone):
            place = last_decision(log, standing, entry.seat)
            if place is None:
                raise CampaignError(say("log[{n}]: there is no decision to take back", n=number))
            standing.remove(place)
        elif isinstance(entry, GameAbandoned):
            if not standing or not isinstance(log[standing[-1]], GameBegun):
                raise CampaignError(say("log[{n}]: no game is under way", n=number))
            standing.pop()
        else:
            standing.append(number)
    return standing


def last_decision(log: Sequence[CampaignEntry], standing: Sequence[int] | None, seat: str) -> int | None:
    """The place of the last decision of a gang since the last game that stands; None where there is none."""
    for number in reversed(_standing(log) if standing is None else standing):
        entry = log[number]
        if isinstance(entry, DECISIONS) and entry.seat == seat:
            return number
        if isinstance(entry, (GameBegun, GameRecorded, CampaignEnded)):
            return None
    return None


# --- the beginning --------------------------------------------------------------------------------------------


def started(file: CampaignFile) -> CampaignState:
    """The campaign before anything has happened. Raises IllegalGang, and CampaignError of seats."""
    seats = [player.seat for player in file.players]
    if len(set(seats)) < len(seats):
        raise CampaignError(say("two players have the same seat"))
    gangs = {player.seat: _founded(file, player) for player in file.players}
    return CampaignState(file.name, gangs)


def _founded(file: CampaignFile, player: CampaignPlayer) -> CampaignGang:
    check = checked(player.gang, player.roster, file.ducats)
    if check.faults:
        raise IllegalGang(player.gang.name, [fault.words for fault in check.faults])
    gang = CampaignGang(
        seat=player.seat,
        player=player.player,
        name=player.gang.name,
        faction=player.gang.faction,
        roster=player.roster,
        gifted=file.gifted,
        ducats=check.left,
        members=(),
        equipment=player.gang.equipment,
    )
    several = Counter(chosen.character.casefold() for chosen in player.gang.members)
    for chosen in player.gang.members:
        gang = joined_by(gang, chosen, numbered=several[chosen.character.casefold()] > 1)
    return gang


def joined_by(
    gang: CampaignGang, chosen: Chosen, *, gifted: bool = False, numbered: bool = False, games: int = 0
) -> CampaignGang:
    """With one more member. Those of a kind are numbered as they join."""
    kind = _kind(gang.gifted if gifted else gang.roster, chosen)
    slug = "-".join(kind.casefold().replace("'", "").split())
    taken = {member.id for member in gang.members}
    number = next(n for n in range(1, len(taken) + 2) if f"{gang.seat}-{slug}-{n}" not in taken)
    name = chosen.name or (f"{kind} {number}" if numbered or number > 1 else kind)
    member = CampaignMember(id=f"{gang.seat}-{slug}-{number}", name=name, chosen=chosen, gifted=gifted, joined=games)
    return msgspec.structs.replace(gang, members=(*gang.members, member))


def _kind(roster: Roster, chosen: Chosen) -> str:
    sheet = roster.sheet(chosen.character)
    if sheet is None:
        raise CampaignError(say("the roster has no '{who}'", who=chosen.character))
    return sheet.name


# --- what happens ---------------------------------------------------------------------------------------------


def applied(state: CampaignState, entry: CampaignEntry) -> CampaignState:
    """The state after an entry. Raises CampaignError where the rules do not allow it."""
    if state.over:
        raise CampaignError(say("the campaign has ended"))
    match entry:
        case GameBegun():
            return _begun(state, entry)
        case GameRecorded():
            return _recorded(state, entry)
        case CampaignEnded():
            _check_between_games(state)
            return msgspec.structs.replace(state, over=True)
        case DecisionUndone() | GameAbandoned():
            raise AssertionError(entry)  # they strike out what is before them, and are never applied
    _check_between_games(state)
    gang = state.gang(entry.seat)
    if isinstance(entry, DieFell):
        return state.with_gang(_die_fell(state, gang, entry))
    if next(injury_dice(gang), None) is not None:
        raise CampaignError(say("dice for injuries of {gang} are still to fall", gang=gang.name))
    return state.with_gang(_decided(state, gang, entry))


def _check_between_games(state: CampaignState) -> None:
    if state.open_game is not None:
        raise CampaignError(say("game {n} is under way: play it to its end first", n=state.open_game.number))


def _begun(state: CampaignState, entry: GameBegun) -> CampaignState:
    _check_between_games(state)
    page = scenarios.find(entry.scenario)
    if page is None:
        mend = meant(entry.scenario, scenarios.known())
        raise CampaignError(say("there is no scenario '{scenario}'; {mend}", scenario=entry.scenario, mend=mend))
    for seat, fielded in entry.fielded.items():
        gang = state.gang(seat)
        if next(injury_dice(gang), None) or next(due_after_talents(gang), None):
            raise CampaignError(say("dice after the last game of {gang} are still to fall", gang=gang.name))
        if wrong := fielding_faults(gang, fielded, entry.ducats, leader=page.needs_leader):
            raise CampaignError(say("{gang}: {why}", gang=gang.name, why=joined("; ", wrong)))
        lost = msgspec.structs.replace(gang, points=0, deeds=(), done=STAGES)  # what was not given (CAMP-02)
        state = state.with_gang(lost)
    game = CampaignGame(
        number=len(state.games) + 1,
        map=entry.map,
        scenario=entry.scenario,
        ducats=entry.ducats,
        seed=entry.seed,
        fielded=entry.fielded,
        setup=entry.setup,
        journal=entry.journal,
    )
    return msgspec.structs.replace(state, games=(*state.games, game))


def _recorded(state: CampaignState, entry: GameRecorded) -> CampaignState:
    game = state.open_game
    if game is None:
        raise CampaignError(say("no game is under way"))
    if entry.outcome.scenario != game.scenario:
        raise CampaignError(say("the outcome is of another scenario than {scenario}", scenario=game.scenario))
    over = msgspec.structs.replace(game, outcome=entry.outcome, content=entry.content)
    state = msgspec.structs.replace(state, games=(*state.games[:-1], over))
    for seat in game.fielded:
        state = state.with_gang(_with_experience(state, recorded(state.gang(seat), game, entry)))
    return state


def _with_experience(state: CampaignState, gang: CampaignGang) -> CampaignGang:
    """Kills and deeds count as soon as all injuries are known."""
    outcome = state.games[-1].outcome
    if gang.experienced or outcome is None or next(injury_dice(gang), None) is not None:
        return gang
    return experienced(gang, outcome)


def _die_fell(state: CampaignState, gang: CampaignGang, entry: DieFell) -> CampaignGang:
    if entry.purpose in ("injury", "mortal wound"):
        return _with_experience(state, injured(gang, entry))
    return paid(gang, entry)


# --- what players decide --------------------------------------------------------------------------------------


def _decided(state: CampaignState, gang: CampaignGang, entry: CampaignEntry) -> CampaignGang:
    match entry:
        case XpGiven():
            return _xp_given(gang, entry)
        case TalentLearned():
            return _learned(gang, entry)
        case MemberHired():
            return _hired(state, gang, entry)
        case ItemBought():
            _check_hiring(gang)
            _refuse(against_item(gang, entry.item))
            left = gang.ducats - equipment.price([entry.item])
            return msgspec.structs.replace(gang, ducats=left, equipment=(*gang.equipment, entry.item))
        case MemberDismissed():
            return _dismissed(gang, entry)
        case StageDone():
            if stage_of(gang) != entry.stage:
                raise CampaignError(say("that is not asked of {gang} now", gang=gang.name))
            return msgspec.structs.replace(gang, done=(*gang.done, entry.stage))
    raise AssertionError(entry)


def _xp_given(gang: CampaignGang, entry: XpGiven) -> CampaignGang:
    member = _present(gang, entry.who)
    if not gains_xp(gang, member):
        raise CampaignError(say("{who} is Unique, and gains no experience", who=member.name))
    left = gang.points
    if entry.deed is not None:
        if entry.deed >= len(gang.deeds):
            raise CampaignError(say("there is no such deed to divide"))
        deed = gang.deeds[entry.deed]
        if entry.who not in deed.by:
            raise CampaignError(say("{who} had no part in {deed}", who=member.name, deed=deed.title))
        left = deed.xp
    if entry.xp > left:
        raise CampaignError(say("{n} XP are left to give, not {xp}", n=left, xp=entry.xp))
    gang = gang.with_member(with_xp(member, entry.xp))
    if entry.deed is None:
        return msgspec.structs.replace(gang, points=left - entry.xp)
    deeds = list(gang.deeds)
    deeds[entry.deed] = msgspec.structs.replace(deeds[entry.deed], xp=left - entry.xp)
    return msgspec.structs.replace(gang, deeds=tuple(deeds))


def _learned(gang: CampaignGang, entry: TalentLearned) -> CampaignGang:
    member = _present(gang, entry.who)
    if entry.talent not in TALENTS:
        raise CampaignError(say("there is no talent '{talent}'; {mend}", talent=entry.talent,
                                mend=meant(entry.talent, TALENTS)))  # fmt: skip
    _refuse(tuple(against_learning(gang, member, entry.talent, entry.spell)))
    after = msgspec.structs.replace(
        member,
        xp=member.xp - TALENTS[entry.talent],
        talents=(*member.talents, entry.talent),
        spells=(*member.spells, entry.spell) if entry.spell else member.spells,
    )
    return msgspec.structs.replace(gang.with_member(after), learned=(*gang.learned, member.id))


def _hired(state: CampaignState, gang: CampaignGang, entry: MemberHired) -> CampaignGang:
    _check_hiring(gang)
    again = gang.member(entry.again) if entry.again else None
    if again is not None and (again.fate != "left" or (again.chosen, again.gifted) != (entry.chosen, entry.gifted)):
        raise CampaignError(say("{who} did not leave the gang", who=again.name))
    if again is None and entry.chosen.talents:
        raise CampaignError(say("whoever is hired has no talents yet"))
    _refuse(against_recruit(gang, entry.chosen, entry.gifted, again))
    games = len(state.games)
    if again is not None:
        gang = gang.with_member(msgspec.structs.replace(again, fate="", joined=games))
        joins = again
    else:
        gang = joined_by(gang, entry.chosen, gifted=entry.gifted, games=games)
        joins = gang.members[-1]
    return msgspec.structs.replace(gang, ducats=gang.ducats - cost(gang, joins))


def _dismissed(gang: CampaignGang, entry: MemberDismissed) -> CampaignGang:
    _check_hiring(gang)
    member = _present(gang, entry.who)
    if len(gang.present) == 1:
        raise CampaignError(say("nobody would be left of {gang}", gang=gang.name))
    return gang.with_member(msgspec.structs.replace(member, fate="dismissed"))


def _check_hiring(gang: CampaignGang) -> None:
    """Who joins and leaves is decided once the Heroes have earned their bread (CAMP-06)."""
    if stage_of(gang) not in ("hiring", None):
        raise CampaignError(say("first experience and talents of {gang}: decide them, or say 'done'", gang=gang.name))
    if next(due_after_talents(gang), None) is not None:
        raise CampaignError(say("dice for the income of {gang} are still to fall", gang=gang.name))


def _present(gang: CampaignGang, who: str) -> CampaignMember:
    member = gang.member(who)
    if member.fate:
        raise CampaignError(say("{who} is no more of the gang", who=member.name))
    return member


def _refuse(reasons: Sequence[str]) -> None:
    if reasons:
        raise CampaignError(joined("; ", reasons))
