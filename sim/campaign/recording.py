"""What a game came to: from its journal, or told by hand where it was played at a real table (CAMP-02)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sim.campaign.errors import CampaignError
from sim.campaign.next_game import setup_hash
from sim.campaign.state import CampaignGame, CampaignState
from sim.carnevale.aftermath import AgendaDeed, GameOutcome, SeatOutcome, outcome
from sim.carnevale.replay import GAME, replay
from sim.carnevale.setup import Setup
from sim.engine.header import content_hash
from sim.engine.journal import read_all
from sim.schemas import read_bytes
from sim.version import __version__
from sim.words import say

__all__ = ["TOLD", "journal_outcome", "told_outcome"]

TOLD = "told"  # in place of an agenda's id


def journal_outcome(game: CampaignGame, path: Path) -> tuple[GameOutcome, str]:
    """The outcome, and the hash of the journal. Raises CampaignError where it is another game's, or not over; and
    CorruptJournal."""
    if not path.is_file():
        raise CampaignError(say("{file}: there is no such file; give the journal of the game", file=path))
    header = read_all(path, __version__).header
    try:
        setup = msgspec.convert(header.setup, Setup) if header.game == GAME.name else None
    except msgspec.ValidationError:
        setup = None
    if setup is None or setup_hash(setup) != game.setup:
        raise CampaignError(
            say("{file}: is not game {n} of this campaign: {why}", file=path, n=game.number, why=_other(game, setup))
        )
    session = replay(path).session
    if not session.over:
        raise CampaignError(say("{file}: the game is not over: play it to its end first", file=path))
    return outcome(session.state), content_hash(read_bytes(path, CampaignError))


def _other(game: CampaignGame, setup: Setup | None) -> str:
    """What is other in the setup of another game."""
    if setup is None:
        return say("it is no game of Carnevale")
    if setup.scenario != game.scenario:
        return say("its scenario is {scenario}", scenario=setup.scenario)
    members = {gang.seat: tuple(member.id for member in gang.members) for gang in setup.gangs}
    if members != {seat: fielded.members for seat, fielded in game.fielded.items()}:
        return say("others take part in it")
    if setup.seed != game.seed:
        return say("its dice are others")
    return say("its board, its options or the cards in it are others")


def told_outcome(
    state: CampaignState,
    won: str | None,
    lost: Sequence[str],
    away: Sequence[str] = (),
    points: Mapping[str, int] | None = None,
    kills: Mapping[str, int] | None = None,
    deeds: Sequence[tuple[str, int, Sequence[str]]] = (),
) -> GameOutcome:
    """The game under way, as its players tell it. Members by name, or by id where several gangs have the name.

    `lost`: casualties; `points`: by seat, of the primary objective; `deeds`: agendas, their points, and who did them.
    Raises CampaignError.
    """
    game = state.open_game
    if game is None:
        raise CampaignError(say("no game is under way"))
    primary = dict(points or {})
    for seat in (*primary, *([] if won is None else [won])):
        if seat not in game.fielded:
            raise CampaignError(say("nobody of {seat} plays this game", seat=seat))
    casualties, gone = [_who(state, game, who) for who in lost], [_who(state, game, who) for who in away]
    if both := [who for who in casualties if who in gone]:
        raise CampaignError(say("{who} is either lost or away", who=both[0]))
    killers = {_who(state, game, who): number for who, number in (kills or {}).items()}
    done = [AgendaDeed(TOLD, title, vp, tuple(_who(state, game, who) for who in by)) for title, vp, by in deeds]
    for deed in done:
        if len({_seat(game, who) for who in deed.by}) != 1:
            raise CampaignError(say("{deed}: name those of one gang who did it", deed=deed.title))

    def of(seat: str) -> SeatOutcome:
        members, gang = game.fielded[seat].members, state.gang(seat)
        own = tuple(deed for deed in done if deed.by[0] in members)
        return SeatOutcome(
            seat=seat,
            name=gang.name,
            faction=gang.faction,
            vp=primary.get(seat, 0) + sum(deed.vp for deed in own),
            primary=primary.get(seat, 0),
            deeds=own,
            kills={who: number for who, number in killers.items() if who in members},
            casualties=tuple(who for who in members if who in casualties),
            away=tuple(who for who in members if who in gone),
            standing=tuple(who for who in members if who not in (*casualties, *gone)),
        )

    return GameOutcome(game.scenario, 0, won, tuple(map(of, game.fielded)))


def _seat(game: CampaignGame, who: str) -> str:
    return next(seat for seat, fielded in game.fielded.items() if who in fielded.members)


def _who(state: CampaignState, game: CampaignGame, word: str) -> str:
    """The id of whoever takes part and is called so."""
    found, folded = list[str](), word.casefold()
    for seat, fielded in game.fielded.items():
        for id in fielded.members:
            if folded in (id.casefold(), state.gang(seat).member(id).name.casefold()):
                found.append(id)
    if len(found) == 1:
        return found[0]
    if found:
        raise CampaignError(say("'{who}' may be {ids}: give the id", who=word, ids=", ".join(found)))
    raise CampaignError(say("nobody called '{who}' takes part in this game", who=word))
