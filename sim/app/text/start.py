"""How a game in a terminal begins: what was asked for, one to go on with, or a few questions as on the start screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from sim.app.table.games import NewGame, SavedGame, board_of, new_game, resume_game, saves
from sim.app.table.model import HUMAN, TableModel
from sim.app.table.new_game_form import QUICK, NewGameForm
from sim.app.text import lore
from sim.app.text.game import TextGame
from sim.app.text.matching import fitting, hint
from sim.app.text.terminal import EndOfWords, Terminal
from sim.app.text.wording import joined
from sim.board.board import Board
from sim.bots import base as bots
from sim.carnevale import scenarios
from sim.errors import BautaError

__all__ = ["play_text"]

WELCOME = (
    "Bauta: Carnevale in words. 'help' says what is understood, 'map' tells the board, 'quit' leaves the game; "
    "every answer is kept as it is given."
)
MOST_KEPT = 9  # games that are listed to go on with
DICE = {
    "thrown": "thrown by the program",
    "typed": "real dice: you type in what they show",
    "sealed": "sealed until the end: nobody foretells them",
}


class Nothing(Exception):
    """The player wants no game."""


def play_text(plan: NewGame | None, resume: Path | None, terminal: Terminal | None = None) -> None:
    """Play a game in the terminal until it is over or left. Raises BautaError for a game that cannot be played."""
    terminal = terminal or Terminal()
    try:
        model = _open(terminal, plan, resume)
    except (Nothing, EndOfWords):
        return
    game = TextGame(model, terminal)
    over = False
    try:
        _tell_start(game, resumed=model.session.count > 0)
        over = game.play()
    except EndOfWords:
        terminal.tell("", "There are no more words.")
    finally:
        game.close()
        if not over:
            _tell_how_to_go_on(game)


def _open(terminal: Terminal, plan: NewGame | None, resume: Path | None) -> TableModel:
    if resume is not None:
        model = _resumed(resume)
    elif plan is not None:
        model = _begun(plan)
    else:
        terminal.tell(WELCOME)
        return _chosen(terminal)
    terminal.tell(WELCOME)
    return model


def _chosen(terminal: Terminal) -> TableModel:
    """What the player asks for. Raises Nothing or EndOfWords."""
    while True:
        chosen = _ask(terminal)
        try:
            return _begun(chosen) if isinstance(chosen, NewGame) else _resumed(chosen.path)
        except BautaError as error:
            terminal.tell(f"That cannot be played: {error}")


def _begun(plan: NewGame) -> TableModel:
    return new_game(plan, Board.load(plan.map))


def _resumed(path: Path) -> TableModel:
    source, notice = board_of(path)
    return resume_game(path, Board.load(source), notice=notice)


def _tell_start(game: TextGame, resumed: bool) -> None:
    model = game.model
    state, journal = model.session.state, model.session.journal
    terminal = game.terminal
    who = joined(lore.named(model, seat) for seat in state.seats)
    terminal.tell(f"{model.board.name}: {who}.", *filter(None, (_about(model.board), model.notice)))
    model.notice = ""
    if journal is not None:
        terminal.tell(f"Kept in {journal.path}.")
    terminal.tell(*lore.score(model))
    if resumed:
        last = list(lore.chronicle(model, state.log))[-5:]
        terminal.tell(*(["Last happened:", *last] if last else []))


def _about(board: Board) -> str:
    return board.map.about if board.map is not None else ""


def _tell_how_to_go_on(game: TextGame) -> None:
    """Also where it was stopped by a signal or a fault."""
    journal = game.model.session.journal
    if journal is not None:
        click.echo(f"The game is kept. Go on with: bauta play --text --resume {journal.path}", file=game.terminal.out)


# --- the questions of the start screen ----------------------------------------------------------------------


def _ask(terminal: Terminal) -> NewGame | SavedGame:
    """A new game, or one to go on with. Raises Nothing or EndOfWords."""
    found = saves()
    kept = [each for each in found.games if not each.note.over][:MOST_KEPT]
    terminal.tell(*(f"Left out: {why}" for why in found.left_out))
    quick = [f"A quick game against the {bot} bot" for bot in QUICK if bot in bots.names()]
    first = ["A new game", *quick, *(f"Go on: {_kept(each)}" for each in kept), "Quit"]
    chosen = _one(terminal, "What do you want to play?", first)
    if chosen == len(first) - 1:
        raise Nothing
    if 0 < chosen <= len(quick):
        return NewGameForm().quick([bot for bot in QUICK if bot in bots.names()][chosen - 1])
    return _new(terminal) if chosen == 0 else kept[chosen - 1 - len(quick)]


def _kept(kept: SavedGame) -> str:
    page = scenarios.find(kept.scenario)
    points = " to ".join(str(vp) for vp in kept.note.score.values())
    stage = f"round {kept.note.round}, {points}" if kept.note.round else "setting up"
    gangs = " against ".join(kept.gangs)
    return f"{gangs}, {page.title if page else kept.scenario} on {_nice(kept.board)}, {stage}, {kept.when:%d %B, %H:%M}"


def _new(terminal: Terminal) -> NewGame:
    """A scenario, a board that it fits, who plays, with which gangs and dice; what was said the last time is usual."""
    form = NewGameForm()
    pages = [page for name in form.scenarios if (page := scenarios.find(name)) is not None]
    told = [f"{page.title}: {page.text}" for page in pages]
    chosen = pages[_one(terminal, "Which scenario?", told, form.scenarios.index(form.scenario))].id
    if chosen != form.scenario:
        form.choose_scenario(chosen)
    boards = [name for name in form.maps if not form.misfit(name)]
    usual = boards.index(form.map) if form.map in boards else 0
    form.map = boards[_one(terminal, "Which board?", [_board(form, name) for name in boards], usual)]
    least, most = form.page.players
    if most > least:
        counts = [f"{number} players" for number in range(least, most + 1)]
        form.seat(least + _one(terminal, "How many players?", counts, len(form.players) - least, least))
    for number, seat in enumerate(form.players):
        kinds = ["a person here", *(f"the {kind} bot" for kind in form.kinds if kind != HUMAN)]
        played = form.kinds.index(form.players[seat])
        form.players[seat] = form.kinds[_one(terminal, f"Who plays {seat}?", kinds, played)]
        files = form.choosable(number)
        gangs = [f"{_nice(each.file)}: {each.name}, {each.muster}" for each in map(form.line, files)]
        form.gangs[number] = files[_one(terminal, f"Which gang for {seat}?", gangs, files.index(form.gangs[number]))]
    form.dice = tuple(DICE)[_one(terminal, "Which dice?", list(DICE.values()), list(DICE).index(form.dice))]
    form.seed = ""
    plan = form.begin()
    if plan is None:
        terminal.tell(form.trouble)
        return _new(terminal)
    return plan


def _one(terminal: Terminal, question: str, among: Sequence[str], usual: int = 0, first: int = 1) -> int:
    """One of a list, by its number (from `first`) or words; Enter for the usual one."""
    while True:
        terminal.tell("", question)
        terminal.list(among, first)
        terminal.tell(f"Enter: {usual + first}")
        while True:
            line = terminal.ask()
            if not line:
                return usual
            if line.isdigit() and first <= int(line) < first + len(among):
                return int(line) - first
            if line.casefold() in ("again", "repeat"):
                break
            if line.casefold() == "quit":
                raise Nothing
            found = fitting(line, [each.partition(":")[0] for each in among]) or fitting(line, among)
            if len(found) == 1:
                return found[0]
            if found:
                terminal.tell(f"Which one: {joined((str(i + first) for i in found), last='or')}?")
                continue
            terminal.tell(f"'{line}' is none of them. {hint(line, among) or 'Say a number, or its first words.'}")


def _board(form: NewGameForm, name: str) -> str:
    made = form.map_of(name)
    if made is None:
        return name
    return f"{made.name}: {made.about}" if made.about else made.name


def _nice(name: str) -> str:
    """A file's name as people write it."""
    stem = name.rpartition("/")[2].removesuffix(".toml")
    return " ".join(word[:1].upper() + word[1:] for word in stem.replace("_", "-").split("-"))
