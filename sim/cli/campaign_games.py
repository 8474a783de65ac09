"""`bauta campaign play`, `record` and `abandon`: the games of a campaign."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.carnevale.fields import MOST_DUCATS, USUAL_DUCATS
from sim.cli.campaign_decisions import opened, told_since
from sim.cli.compile_progress import prepare_kernels
from sim.cli.errors import UserError
from sim.cli.options import FILE, PIXELS, WORDS, WholeType, example, json_option, tell
from sim.errors import meant
from sim.words import listed, say

if TYPE_CHECKING:
    from sim.campaign.campaign import Campaign
    from sim.campaign.campaign_file import Fielded

__all__ = ["abandon", "play", "record"]


@click.command(
    epilog=example(
        "bauta campaign play carnival --map campiello-dei-remi --scenario acquisition",
        "bauta campaign play carnival --text",
    )
)
@click.argument("name", type=WORDS)
@click.option("--map", "map_", default="san-canciano", show_default=True, help="A map's name or file.")
@click.option("--scenario", default="gang-war", show_default=True, help="The scenario.")
@click.option("--ducats", type=WholeType(1, MOST_DUCATS), help="The limit for each gang [default: the scenario's].")
@click.option("--between", "between", multiple=True, type=WORDS, metavar="SEAT", help="Who plays; default: all.")
@click.option(
    "--field", "field", multiple=True, type=WORDS, metavar="WHO",
    help="Takes part, by name or id; for a gang of which nobody is named, as many as the ducats pay.",
)  # fmt: skip
@click.option("--ready", is_flag=True, help="Decide nothing more before it begins; what was not given is lost.")
@click.option("--text", is_flag=True, help="In the terminal: all is told in lines, and answered in words.")
@click.option("--begin", "only_begin", is_flag=True, help="Begin it, to be played at a real table: see record.")
@click.option("--size", type=PIXELS, default="1280x800", show_default=True, help="Of the window, in pixels.")
@json_option
def play(
    name: str,
    map_: str,
    scenario: str,
    ducats: int | None,
    between: tuple[str, ...],
    field: tuple[str, ...],
    ready: bool,
    text: bool,
    only_begin: bool,
    size: tuple[int, int],
    as_json: bool,
) -> None:
    """Play the next game, or go on with the one that was broken off; bots alone play without a window.

    Once it is over, what comes after it is told, and asked. Morale is tested in a campaign's games.
    """
    campaign = opened(name)
    in_words = text and not as_json
    if in_words and not ready:
        campaign = _decided(campaign)
    since = len(campaign.file.log)
    if campaign.state.open_game is None:
        _begin(campaign, map_, scenario, ducats, between, field, ready)
    game = campaign.state.open_game
    assert game is not None
    if not only_begin:
        journal = campaign.journal_of(game)
        _begin_journal(campaign, journal)
        _play(campaign, journal, text, size)
        campaign = opened(name)  # the window leads on to the campaign, and records the game there
        if campaign.state.open_game == game and _is_over(journal):
            campaign.record()
    told_since(campaign, since, as_json)
    if in_words and not only_begin:
        _decided(campaign)


def _decided(campaign: Campaign) -> Campaign:
    """The campaign once its people have decided in words what they are asked, as far as they like."""
    from sim.app.text.decisions import Decisions
    from sim.app.text.terminal import EndOfWords, Terminal

    with suppress(EndOfWords):
        Decisions(campaign, Terminal()).run()
    return campaign


def _begin(
    campaign: Campaign,
    map_: str,
    scenario: str,
    ducats: int | None,
    between: Sequence[str],
    field: Sequence[str],
    ready: bool,
) -> None:
    from sim.board.board import Board
    from sim.carnevale import scenarios

    asked = [] if ready else list(dict.fromkeys(question.seat for question in campaign.questions()))
    if asked:
        gangs = listed(campaign.gang(seat).name for seat in asked)
        how = f"bauta campaign show {campaign.path.stem}"
        raise UserError(
            say("there is still something to decide for {gangs}: {how}; or play with --ready", gangs=gangs, how=how)
        )
    page = scenarios.find(scenario)
    limit = ducats or (page.ducats if page is not None else USUAL_DUCATS)  # `plan` says that there is none
    plan = campaign.plan(map_, scenario, ducats, between, _fielded(campaign, field, limit))
    campaign.begin(plan, Board.load(map_))


def _fielded(campaign: Campaign, names: Sequence[str], ducats: int) -> dict[str, Fielded]:
    """Who of which gang takes part, with as much of its equipment as the ducats pay."""
    from sim.campaign.fielding import equipped

    chosen: dict[str, list[str]] = {}
    for word in names:
        found = [
            (seat, member.id)
            for seat, gang in campaign.state.gangs.items()
            for member in gang.present
            if word.casefold() in (member.id.casefold(), member.name.casefold())
        ]
        if len(found) > 1:
            ids = listed([id for _, id in found], last="or")
            raise UserError(say("--field {who}: give an id: {ids}", who=word, ids=ids))
        if not found:
            everybody = [member.name for gang in campaign.state.gangs.values() for member in gang.present]
            raise UserError(say("--field {who}: there is nobody of this name; {mend}", who=word,
                                mend=meant(word, everybody)))  # fmt: skip
        seat, id = found[0]
        chosen.setdefault(seat, []).append(id)
    return {seat: equipped(campaign.gang(seat), ids, ducats) for seat, ids in chosen.items()}


def _begin_journal(campaign: Campaign, journal: Path) -> None:
    """The journal of the game under way, with who plays beside it, unless it is there."""
    from sim.app.table.games import start
    from sim.board.board import Board

    game = campaign.state.open_game
    assert game is not None
    if journal.is_file():
        return
    board = Board.load(game.map)
    journal.parent.mkdir(parents=True, exist_ok=True)
    players = {seat: campaign.players[seat] for seat in game.fielded}
    model = start(campaign.setup_of_open_game(board), board, players, journal)
    if model.session.journal is not None:
        model.session.journal.close()


def _play(campaign: Campaign, journal: Path, text: bool, size: tuple[int, int]) -> None:
    """Until the game is over or left."""
    from sim.engine.table import HUMAN

    game = campaign.state.open_game
    assert game is not None
    players = {seat: campaign.players[seat] for seat in game.fielded}
    if _is_over(journal):
        return
    if HUMAN not in players.values():
        prepare_kernels()
        _let_bots_play(journal, players, game.seed)
        return
    if text:
        from sim.app.table.view_choices import ViewSettings
        from sim.app.text.start import play_text

        prepare_kernels()
        ViewSettings()  # in the language that was chosen in the window, where none is asked for
        play_text(None, journal)
        return
    from sim.app.system import has_display, missing_table

    if missing := missing_table():
        raise UserError(say("{missing}; without it, play in words: bauta campaign play NAME --text", missing=missing))
    if not has_display():
        raise UserError(say("there is no display to open a window on; in words: bauta campaign play NAME --text"))
    from sim.app.window.table_window import TableWindow

    TableWindow((max(size[0], 960), max(size[1], 640))).run(resume=journal)


def _let_bots_play(journal: Path, players: dict[str, str], seed: int) -> None:
    """Bots play a game from where its journal is."""
    from sim.app.table.games import Note, write_note_of
    from sim.bots.base import BOTS
    from sim.carnevale.replay import resume
    from sim.engine import duel

    session = resume(journal)
    try:
        duel.play(session, BOTS.seated(players, seed))
    finally:
        if session.journal is not None:
            session.journal.close()
    state = session.state
    score = {seat.id: seat.vp for seat in state.seats.values()}
    write_note_of(journal, Note(players, state.round, score, session.over))


def _is_over(journal: Path) -> bool:
    from sim.carnevale.replay import replay

    return replay(journal).session.over


@click.command(
    epilog=example(
        "bauta campaign record carnival game.jsonl",
        'bauta campaign record carnival --won north --points north=6 --lost "Bravo 1" --kills Capodecina=2',
    )
)
@click.argument("name", type=WORDS)
@click.argument("journal", required=False, type=FILE)
@click.option("--won", type=WORDS, metavar="SEAT", help="Who won at a real table; --won draw: nobody.")
@click.option("--points", "points", multiple=True, type=WORDS, metavar="SEAT=N", help="Of the primary objective.")
@click.option("--lost", "lost", multiple=True, type=WORDS, metavar="WHO", help="A casualty.")
@click.option("--away", "away", multiple=True, type=WORDS, metavar="WHO", help="Left the board, or fled.")
@click.option("--kills", "kills", multiple=True, type=WORDS, metavar="WHO=N", help="Enemies that it removed.")
@click.option("--deed", "deeds", multiple=True, type=WORDS, metavar="TITLE=N:WHO,WHO", help="An agenda, by whom.")
@json_option
def record(
    name: str,
    journal: Path | None,
    won: str | None,
    points: tuple[str, ...],
    lost: tuple[str, ...],
    away: tuple[str, ...],
    kills: tuple[str, ...],
    deeds: tuple[str, ...],
    as_json: bool,
) -> None:
    """The game under way is over: it was played elsewhere, and JOURNAL is its own; or at a real table, and is told.

    `bauta campaign play NAME --begin` begins a game for a real table. Members are named by name, or by id where two
    gangs have the same name.
    """
    from sim.campaign.recording import told_outcome

    campaign = opened(name)
    told = bool(won or points or lost or away or kills or deeds)
    if told == (journal is not None):
        raise UserError(say("give the JOURNAL of the game, or tell it with --won and so on"))
    since = len(campaign.file.log)
    if journal is not None:
        campaign.record(journal)
    else:
        if won is None:
            raise UserError(say("say who won: --won SEAT, or --won draw"))
        campaign.record_told(
            told_outcome(
                campaign.state,
                None if won == "draw" else won,
                lost,
                away,
                dict(_pair("--points", each) for each in points),
                dict(_pair("--kills", each) for each in kills),
                [_deed(each) for each in deeds],
            )
        )
    told_since(campaign, since, as_json)


def _pair(option: str, text: str) -> tuple[str, int]:
    who, _, number = text.rpartition("=")
    if not who or not (number.isascii() and number.isdigit()) or not 0 <= int(number[:9]) <= 1000:
        raise UserError(say("{option} {text}: write WHO=N, as in north=6", option=option, text=text))
    return who, int(number)


def _deed(text: str) -> tuple[str, int, list[str]]:
    head, _, names = text.partition(":")
    by = [name.strip() for name in names.split(",") if name.strip()]
    title, number = _pair("--deed", head)
    if not by:
        raise UserError(say("--deed {text}: name who did it, as in Ambitious=1:Bravo 1", text=text))
    return title, number, by


@click.command(name="abandon", epilog=example("bauta campaign abandon carnival"))
@click.argument("name", type=WORDS)
@json_option
def abandon(name: str, as_json: bool) -> None:
    """Give up the game that is under way: all is as it was before it. Its journal stays."""
    campaign = opened(name)
    since = len(campaign.file.log)
    campaign.abandon()
    if not as_json:
        tell(say("The game is abandoned; its journal stays in {folder}.", folder=campaign.journals))
    told_since(campaign, since, as_json)
