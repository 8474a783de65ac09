"""How a game in a terminal begins: what was asked for, one to go on with, or a few questions as on the start screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from sim.app.table.games import NewGame, SavedGame, board_of, new_game, resume_game, saves, shipped_maps
from sim.app.table.model import HUMAN, TableModel
from sim.app.text import lore
from sim.app.text.game import TextGame
from sim.app.text.matching import fitting, hint
from sim.app.text.terminal import EndOfWords, Terminal
from sim.app.text.wording import joined
from sim.board.board import Board
from sim.board.files.finding import find_map
from sim.board.files.folders import assets_dir
from sim.board.files.mapfile import read_map
from sim.board.model.errors import MapError
from sim.bots import base as bots
from sim.bots.duel import fielded_in
from sim.carnevale import scenarios
from sim.errors import BautaError

__all__ = ["play_text"]

WELCOME = (
    "Bauta: Carnevale in words. 'help' says what is understood, 'map' tells the board, 'quit' leaves the game; "
    "every answer is kept as it is given."
)
MOST_KEPT = 9  # games that are listed to go on with
DICE = ("thrown by the program", "sealed until the end: nobody foretells them", "real dice: you type in what they show")


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
    first = ["A new game", *(f"Go on: {_kept(each)}" for each in kept), "Quit"]
    chosen = _one(terminal, "What do you want to play?", first)
    if chosen == len(first) - 1:
        raise Nothing
    return _new(terminal) if chosen == 0 else kept[chosen - 1]


def _kept(kept: SavedGame) -> str:
    page = scenarios.find(kept.scenario)
    points = " to ".join(str(vp) for vp in kept.note.score.values())
    stage = f"round {kept.note.round}, {points}" if kept.note.round else "setting up"
    gangs = " against ".join(kept.gangs)
    return f"{gangs}, {page.title if page else kept.scenario} on {_nice(kept.board)}, {stage}, {kept.when:%d %B, %H:%M}"


def _new(terminal: Terminal) -> NewGame:
    """A scenario, a board that it fits, who plays, with which gangs and dice."""
    names = scenarios.known()
    pages = [page for name in names if (page := scenarios.find(name)) is not None]
    page = pages[_one(terminal, "Which scenario?", [f"{p.title}: {p.text}" for p in pages], names.index("gang-war"))]
    boards = [name for name in shipped_maps() if _fits(page, name)]
    board = boards[_one(terminal, "Which board?", [_board(name) for name in boards])]
    players: dict[str, str] = {}
    gangs: list[str] = []
    files = sorted(path.stem for path in (assets_dir() / "gangs").glob("*.toml"))
    kinds = (HUMAN, *bots.names())
    usual = fielded_in(page, 2)
    for seat, gang, kind in zip(("north", "south"), usual, (HUMAN, "seasoned"), strict=True):
        told = ["a person here", *(f"the {each} bot" for each in kinds[1:])]
        players[seat] = kinds[_one(terminal, f"Who plays {seat}?", told, kinds.index(kind))]
        gangs.append(files[_one(terminal, f"Which gang for {seat}?", list(map(_nice, files)), files.index(gang))])
    dice = _one(terminal, "Which dice?", DICE)
    return NewGame(board, page.id, players, tuple(gangs), typed_dice=dice == 2, sealed_dice=dice == 1)


def _one(terminal: Terminal, question: str, among: Sequence[str], usual: int = 0) -> int:
    """One of a list, by its number or words; Enter for the usual one."""
    while True:
        terminal.tell("", question)
        terminal.list(among)
        terminal.tell(f"Enter: {usual + 1}")
        while True:
            line = terminal.ask()
            if not line:
                return usual
            if line.isdigit() and 1 <= int(line) <= len(among):
                return int(line) - 1
            if line.casefold() in ("again", "repeat"):
                break
            if line.casefold() == "quit":
                raise Nothing
            found = fitting(line, [each.partition(":")[0] for each in among]) or fitting(line, among)
            if len(found) == 1:
                return found[0]
            terminal.tell(f"'{line}' is none of them. {hint(line, among) or 'Say a number, or its first words.'}")


def _fits(page: scenarios.Scenario, name: str) -> bool:
    try:
        return scenarios.misfit(page, read_map(find_map(name)).size) is None
    except MapError:
        return False


def _board(name: str) -> str:
    made = read_map(find_map(name))
    return f"{made.name}: {made.about}" if made.about else made.name


def _nice(name: str) -> str:
    """A file's name as people write it."""
    stem = name.rpartition("/")[2].removesuffix(".toml")
    return " ".join(word[:1].upper() + word[1:] for word in stem.replace("_", "-").split("-"))
