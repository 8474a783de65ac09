"""Games on disk: new ones, those that can be resumed, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import SystemRandom
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from sim.app.kept_files import read_kept
from sim.app.table.model import HUMAN, TableModel
from sim.board.board import Board
from sim.board.files.finding import own_maps
from sim.board.files.folders import data_dir, maps_dir
from sim.board.model.errors import BoardError
from sim.board.model.hours import HourName
from sim.bots import duel
from sim.carnevale.options import Options
from sim.carnevale.referee import Referee
from sim.carnevale.replay import GAME, kit, replay, resume
from sim.carnevale.saved_boards import BegunOn, begun_on
from sim.carnevale.setup import Setup, WrongSetup
from sim.engine.dice import Dice, SealedDice
from sim.engine.journal import header_of
from sim.engine.requests import CorruptJournal, GameError
from sim.version import __version__
from sim.whole_files import write_whole
from sim.words import in_english, reason, say

__all__ = [
    "SUFFIX",
    "NewGame",
    "Note",
    "SavedGame",
    "board_of",
    "games_dir",
    "new_game",
    "picture_of",
    "played_through",
    "read_note",
    "resume_game",
    "saves",
    "setup_of",
    "shipped_maps",
    "show_at",
    "start",
    "write_note",
    "write_note_of",
]

SUFFIX = ".jsonl"


class NewGame(msgspec.Struct, frozen=True):
    """A game as it is asked for. `gangs`: one for each seat, or none for those that come with the game."""

    map: str = "san-canciano"
    scenario: str = "gang-war"
    players: dict[str, str] = msgspec.field(default_factory=lambda: {"north": HUMAN, "south": HUMAN})
    gangs: tuple[str, ...] = ()
    seed: int | None = None  # None: by chance
    typed_dice: bool = False
    sealed_dice: bool = False  # that nobody can foretell
    morale: bool = False  # do characters take morale tests (CAMP-04)?
    hour: HourName | None = None  # at which the board is shown, in place of its own


class Note(msgspec.Struct, frozen=True):
    """What the table keeps beside a journal: the players, how far the game is, and the hour at which it is shown."""

    players: dict[str, str]
    round: Annotated[int, Meta(ge=0, le=1000)] = 0
    score: dict[str, Annotated[int, Meta(ge=-1000, le=1000)]] = {}
    over: bool = False
    hour: HourName | None = None


class SavedGame(msgspec.Struct, frozen=True):
    """A game that can be resumed, as the list of the start screen shows it."""

    path: Path
    board: str
    scenario: str
    gangs: tuple[str, ...]
    note: Note
    when: datetime
    is_noted: bool = True  # was anything kept beside it, so that it is known how it stands?


class Saves(NamedTuple):
    """The folder of games."""

    games: tuple[SavedGame, ...]
    left_out: tuple[str, ...]  # what cannot be read, and why


class NoGame(GameError):
    """A game cannot be resumed."""


def games_dir() -> Path:
    folder = data_dir() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def shipped_maps() -> tuple[str, ...]:
    found = [p.stem for p in maps_dir().glob("*.toml")] + [str(p) for p in own_maps()]
    return tuple(sorted(found))


def setup_of(plan: NewGame, board: Board) -> Setup:
    """The setup of a new game. Raises WrongSetup, IllegalGang or WrongData."""
    seed = plan.seed if plan.seed is not None else SystemRandom().randrange(1, 1_000_000)
    if plan.sealed_dice and (plan.seed is not None or plan.typed_dice):
        raise WrongSetup(say("sealed dice come of a secret: they have no seed, and nobody types them in"))
    options = Options(typed_dice=plan.typed_dice, morale=plan.morale)
    made = duel.setup_of(board, plan.map, plan.scenario, tuple(plan.players), plan.gangs, seed, options)
    return msgspec.structs.replace(made, seed=None) if plan.sealed_dice else made


def new_game(plan: NewGame, board: Board, journal: Path | None = None) -> TableModel:
    """Begin a game; its journal is kept from the first answer on."""
    setup = setup_of(plan, board)
    dice = SealedDice.new() if plan.sealed_dice else None
    return start(setup, board, plan.players, journal or fresh_path(setup), dice, plan.hour)


def start(
    setup: Setup,
    board: Board,
    players: Mapping[str, str],
    journal: Path,
    dice: Dice | None = None,
    hour: HourName | None = None,
) -> TableModel:
    """Begin a game of this setup, shown at an hour in place of the board's own."""
    plain: dict[str, Any] = msgspec.to_builtins(setup, enc_hook=in_english)
    session = kit(board).start(plain, journal, dice=dice)
    model = TableModel(board, session, players, fresh=True)
    model.hour = hour
    write_note(model)
    return model


def fresh_path(setup: Setup) -> Path:
    """A name for a new journal: the day, the scenario, and a number."""
    stem = f"{datetime.now():%Y-%m-%d}-{setup.scenario}"
    for number in range(1, 10_000):
        path = games_dir() / f"{stem}-{number}{SUFFIX}"
        if not path.exists():
            return path
    raise NoGame(f"{games_dir()} holds too many games of one day; remove some")


def resume_game(
    path: Path, board: Board | None = None, players: Mapping[str, str] | None = None, notice: str = ""
) -> TableModel:
    """Go on with a game, at the request that it was at. `notice`: what is to be said of it besides.

    Raises CorruptJournal, InUse, Unwritten or NoGame.
    """
    session = resume(path, board)
    assert isinstance(session.measure, Referee)
    note = read_note(path if session.journal is None else session.journal.path)
    model = TableModel(session.measure.board, session, {**note.players, **(players or {})})
    model.hour = note.hour
    words = notice or (session.journal.notice if session.journal is not None else "")
    model.notice = words[:1].upper() + words[1:]
    return model


def board_of(path: Path) -> BegunOn:
    """Which board a journal is played on, and what is to be said of it. Raises CorruptJournal, BoardError or NoGame."""
    if not path.is_file():
        raise NoGame(f"{path}: there is no such file; give the journal of a game ({SUFFIX})")
    return begun_on(path)


# --- what is kept beside the journal ----------------------------------------------------------------------


def _note_path(journal: Path) -> Path:
    return journal.with_suffix(".players.json")


def picture_of(journal: Path) -> Path:
    """Where the picture of a game is kept, as it was left."""
    return journal.with_suffix(".png")


def write_note(model: TableModel) -> None:
    """Keep who plays, and how far the game is. What cannot be written is tried again at the next round."""
    journal, state = model.session.journal, model.session.state
    if journal is not None:
        score = {seat.id: seat.vp for seat in state.seats.values()}
        write_note_of(journal.path, Note(dict(model.players), state.round, score, model.session.over, model.hour))


def show_at(journal: Path, hour: HourName) -> None:
    """From now on a game that can be resumed is shown at this hour."""
    write_note_of(journal, msgspec.structs.replace(read_note(journal), hour=hour))


def write_note_of(journal: Path, note: Note) -> None:
    """Keep a note beside a journal, if it can be written."""
    with suppress(OSError):
        write_whole(_note_path(journal), msgspec.json.encode(note, enc_hook=in_english))


def read_note(journal: Path) -> Note:
    """What was kept; everybody human where nothing is, or where it cannot be read, which is told."""
    return read_kept(_note_path(journal), Note, "all seats of this game are played at this screen") or Note({})


def saves(folder: Path | None = None, most: int | None = None, *, over: bool = True) -> Saves:
    """What lies among the games: what can be resumed, the latest first, and what cannot be read, each in a line.

    `most`: so many of those that are over, and as many of the others; the rest is not looked at. Not `over`: none of
    those that are.
    """
    games: list[SavedGame] = []
    left_out: list[str] = []
    try:
        lying = sorted((folder or games_dir()).glob(f"*{SUFFIX}"))
    except (OSError, BoardError) as error:
        return Saves((), (f"the folder of the games cannot be read: {error}",))
    room = {is_over: len(lying) if most is None else most for is_over in (over, False)}
    for path in sorted(lying, key=_changed_at, reverse=True):
        if not any(room.values()):
            break
        note = read_note(path)
        if not room.get(note.over):
            continue
        try:
            games.append(_kept(path, note))
            room[note.over] -= 1
        except CorruptJournal as error:
            left_out.append(str(error).removeprefix(str(path.parent)).lstrip("/\\"))
    return Saves(tuple(games), tuple(left_out))


def _changed_at(path: Path) -> float:
    """As a file system has it; of what is not there, long ago."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _kept(path: Path, note: Note) -> SavedGame:
    """A game of the list, from its header alone. Raises CorruptJournal for whatever is none."""
    if not path.is_file():
        raise CorruptJournal(say("{file}: not a file", file=path))
    header = header_of(path, __version__)
    if header.game != GAME.name:
        raise CorruptJournal(
            say("{path}: a game of '{game}', not of '{name}'", path=path, game=header.game, name=GAME.name)
        )
    try:
        setup = msgspec.convert(header.setup, Setup)
        when = datetime.fromtimestamp(path.stat().st_mtime)
    except (msgspec.ValidationError, OSError, ValueError, OverflowError) as error:
        raise CorruptJournal(
            say("{path}, line 1: not the header of a game: {error}", path=path, error=reason(error))
        ) from None
    gangs = tuple(gang.name or gang.seat for gang in setup.gangs)
    return SavedGame(path, setup.board, setup.scenario, gangs, note, when, _note_path(path).exists())


def played_through(kept: SavedGame) -> SavedGame:
    """A game beside which nothing was kept, as it stands by its answers; that is kept from now on, but who plays it is
    not in them. Raises BautaError."""
    session = replay(kept.path).session
    state = session.state
    note = Note({}, state.round, {seat.id: seat.vp for seat in state.seats.values()}, session.over)
    if not _note_path(kept.path).exists():
        write_note_of(kept.path, note)
    return msgspec.structs.replace(kept, note=note, is_noted=True)
