"""How a game in a terminal begins: what was asked for, one to go on with, or a few questions as on the start screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from sim.app.table.games import NewGame, SavedGame, board_of, new_game, resume_game, saves
from sim.app.table.model import HUMAN, TableModel
from sim.app.table.new_game_form import QUICK, NewGameForm
from sim.app.text import lore
from sim.app.text.campaign_menu import (
    CampaignDecisionsAsked,
    CampaignGameAsked,
    asked_of_campaign,
    campaigns_to_play,
    opened_table,
    tell_what_follows,
)
from sim.app.text.decisions import Decisions
from sim.app.text.game import TextGame
from sim.app.text.menus import Back, Menus, Nothing, titled
from sim.app.text.terminal import EndOfWords, Terminal
from sim.board.board import Board
from sim.board.files.file_names import nice
from sim.bots import base as bots
from sim.campaign.campaign import Campaign
from sim.carnevale import rulebook, scenarios
from sim.errors import BautaError
from sim.words import counted, joined, listed, reason, say, term
from sim.words.tongues import told

__all__ = ["play_text"]

WELCOME = say(
    "Bauta: Carnevale in words. 'help' says what is understood, 'map' tells the board, 'quit' leaves the game; "
    "every answer is kept as it is given."
)
CHOOSING = say(
    "Bauta: Carnevale in words. 'help' says what is understood, 'back' asks the question before once more, 'quit' "
    "leaves."
)
MOST_KEPT = 9  # games that are listed to go on with
DICE = {
    "thrown": say("thrown by the program"),
    "typed": say("real dice: you type in what they show"),
    "sealed": say("sealed until the end: nobody foretells them"),
}
PLAYS = {  # the weakest bot first
    "random": say("plays at random"),
    "straightforward": say("attacks by the best odds, or else runs at the nearest enemy"),
    "greedy": say("looks one action ahead, and goes for what scores"),
    "novice": say("plans whole turns, and overlooks what beginners overlook"),
    "seasoned": say("plans whole turns, and knows what enemies could do next"),
    "master": say("looks at the best reply as well, and thinks longer"),
}


def play_text(plan: NewGame | None, resume: Path | None, terminal: Terminal | None = None) -> None:
    """Play a game in the terminal until it is over or left; one of a campaign leads on to what is decided after it, and
    to the next. Raises BautaError for a game that cannot be played."""
    terminal = terminal or Terminal()
    try:
        model, campaign = _open(terminal, plan, resume)
        while _play(model, terminal) and campaign is not None:
            tell_what_follows(terminal, campaign)
            model, campaign = _chosen(terminal, campaign)
    except (Nothing, EndOfWords):
        return


def _play(model: TableModel, terminal: Terminal) -> bool:
    """Until it is over (True), or left."""
    game = TextGame(model, terminal)
    over = False
    try:
        _tell_start(game)
        over = game.play()
    except EndOfWords:
        terminal.tell("", say("There are no more words."))
    finally:
        game.close()
        if not over:
            _tell_how_to_go_on(game)
    return over


def _open(terminal: Terminal, plan: NewGame | None, resume: Path | None) -> tuple[TableModel, Campaign | None]:
    """The game, and the campaign that it is of where that was asked for here."""
    campaign = None
    if resume is not None:
        model = _resumed(resume)
    elif plan is not None:
        model = _begun(plan)
    else:
        terminal.tell(CHOOSING)
        model, campaign = _chosen(terminal)
    terminal.tell(WELCOME)
    return model, campaign


def _chosen(terminal: Terminal, campaign: Campaign | None = None) -> tuple[TableModel, Campaign | None]:
    """What the player asks for, in a campaign where one is in hand. Raises Nothing or EndOfWords."""
    menus = Menus(terminal)
    while True:
        try:
            chosen = _ask(terminal, menus) if campaign is None else asked_of_campaign(menus, campaign)
        except Back:
            menus.go_back()
            continue
        try:
            if isinstance(chosen, CampaignDecisionsAsked):
                campaign, menus = chosen.campaign, Menus(terminal)
                if not Decisions(campaign, terminal).run():
                    raise Nothing
                continue
            if isinstance(chosen, CampaignGameAsked):
                return opened_table(chosen), chosen.campaign
            return (_begun(chosen) if isinstance(chosen, NewGame) else _resumed(chosen.path)), None
        except BautaError as error:
            terminal.tell(say("That cannot be played: {why}", why=reason(error)))
            menus = Menus(terminal)


def _begun(plan: NewGame) -> TableModel:
    return new_game(plan, Board.load(plan.map))


def _resumed(path: Path) -> TableModel:
    source, notice = board_of(path)
    return resume_game(path, Board.load(source), notice=notice)


def _tell_start(game: TextGame) -> None:
    model = game.model
    state, journal = model.session.state, model.session.journal
    terminal = game.terminal
    who = listed(lore.named(model, seat) for seat in state.seats)
    begun = say("{board}: {gangs}.", board=model.board.name, gangs=who)
    terminal.tell(begun, *filter(None, (_about(model.board), model.notice)))
    model.notice = ""
    if journal is not None:
        terminal.tell(say("Kept in {path}.", path=journal.path))
    terminal.tell(*lore.score(model, whole=True))
    last = list(lore.chronicle(model, model.shown.log))[-5:]  # what a new game begins with is told as it goes on
    terminal.tell(*([say("Last happened:"), *last] if last else []))


def _about(board: Board) -> str:
    return term(board.map.about) if board.map is not None else ""


def _tell_how_to_go_on(game: TextGame) -> None:
    """Also where it was stopped by a signal or a fault."""
    journal = game.model.session.journal
    if journal is not None:
        how = say("The game is kept. Go on with: bauta play --text --resume {path}", path=journal.path)
        click.echo(told(how), file=game.terminal.out)  # in one piece, however long, to be copied


# --- the questions of the start screen ----------------------------------------------------------------------


def _ask(terminal: Terminal, menus: Menus) -> NewGame | SavedGame | CampaignGameAsked | CampaignDecisionsAsked:
    """A new game, one to go on with, or one of a campaign. Raises Nothing, Back or EndOfWords."""
    found = saves(most=MOST_KEPT, over=False)
    kept = found.games
    terminal.tell(*(say("Left out: {why}", why=why) for why in found.left_out))
    quick = [say("A quick game against the {bot} bot", bot=term(bot)) for bot in QUICK if bot in bots.names()]
    first = [say("A new game"), *quick, *(say("Go on: {game}", game=_kept(each)) for each in kept)]
    campaigns = campaigns_to_play(terminal)
    first += [
        say("Campaign {name}: {stands}", name=campaign.file.name, stands=stands) for campaign, stands in campaigns
    ]
    first.append(say("Quit"))
    chosen = menus.one(say("What do you want to play?"), first)
    if chosen == len(first) - 1:
        raise Nothing
    if 0 < chosen <= len(quick):
        return NewGameForm().quick([bot for bot in QUICK if bot in bots.names()][chosen - 1])
    if chosen == 0:
        return _new(terminal, menus)
    place = chosen - 1 - len(quick)
    if place < len(kept):
        return kept[place]
    return asked_of_campaign(menus, campaigns[place - len(kept)][0])


def _kept(kept: SavedGame) -> str:
    page = scenarios.find(kept.scenario)
    stage = say("setting up") if kept.is_noted else say("not looked at yet")
    if kept.note.round:
        points = joined("–", map(str, kept.note.score.values()))
        stage = say("round {round}, {points}", round=kept.note.round, points=points)
    return say(
        "{gangs}, {scenario} on {board}, {stage}, {when:%d/%m, %H:%M}",
        gangs=_against(kept.gangs), scenario=term(page.title) if page else kept.scenario, board=nice(kept.board),
        stage=stage, when=kept.when,
    )  # fmt: skip


def _against(gangs: Sequence[str]) -> str:
    """Gangs that play against each other."""
    first, *others = gangs or [""]
    for other in others:
        first = say("{one} against {other}", one=first, other=other)
    return first


def _new(terminal: Terminal, menus: Menus) -> NewGame:
    """A scenario, a board that it fits, who plays, with which gangs and dice; what was said the last time is usual."""
    form = NewGameForm()
    pages = [page for name in form.scenarios if (page := scenarios.find(name)) is not None]
    scenes = [titled(term(page.title), rulebook.scenario_numbers(page)) for page in pages]
    about = {"title": term(pages[form.scenarios.index(form.scenario)].title)}
    asked = say("Which scenario? What one is about is told by 'rules' and its name, as in 'rules {title}'.", **about)
    chosen = pages[menus.one(asked, scenes, form.scenarios.index(form.scenario))].id
    if chosen != form.scenario:
        form.choose_scenario(chosen)
    boards = [name for name in form.maps if not form.misfit(name)]
    usual = boards.index(form.map) if form.map in boards else 0
    form.map = boards[menus.one(say("Which board?"), [_board(form, name) for name in boards], usual)]
    least, most = form.page.players
    if most > least:
        counts = [counted("{n} player", "{n} players", number) for number in range(least, most + 1)]
        form.seat(least + menus.one(say("How many players?"), counts, len(form.players) - least, least))
    for number, seat in enumerate(form.players):
        kinds = sorted(form.kinds, key=lambda kind: [*PLAYS].index(kind) if kind in PLAYS else -1)
        asked = say("Who plays gang {number}? The weakest bot comes first, the strongest last.", number=number + 1)
        form.players[seat] = kinds[menus.one(asked, list(map(_player, kinds)), kinds.index(form.players[seat]))]
        files = form.choosable(number)
        gangs = [titled(nice(each.file), _gang(each.name, each.muster)) for each in map(form.line, files)]
        asked = say("Which gang is number {number}?", number=number + 1)
        form.gangs[number] = files[menus.one(asked, gangs, files.index(form.gangs[number]))]
    form.dice = tuple(DICE)[menus.one(say("Which dice?"), list(DICE.values()), list(DICE).index(form.dice))]
    calm = [say("no"), say("yes: gangs that lose too much take morale tests, and may flee")]
    form.morale = bool(menus.one(say("With morale?"), calm, int(form.morale)))
    form.seed = ""
    plan = form.begin()
    if plan is None:
        terminal.tell(form.trouble)
        return _new(terminal, menus)
    return plan


def _gang(name: str, muster: str) -> str:
    """A gang and who is in it, which is no one of them."""
    return say("{gang}, with {members}", gang=name, members=muster) if muster else name


def _player(kind: str) -> str:
    """Who may play a gang, and how well."""
    if kind == HUMAN:
        return say("a person here")
    return titled(say("the {kind} bot", kind=term(kind)), PLAYS.get(kind, ""))


def _board(form: NewGameForm, name: str) -> str:
    made = form.map_of(name)
    if made is None:
        return name
    return titled(form.title_of(name) or made.name, term(made.about))
