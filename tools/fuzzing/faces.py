"""The public faces that a case is given to, and what they did with it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from sim.cli.main import run
from sim.errors import BautaError
from tools.fuzzing import seeds
from tools.fuzzing.case import Case, lay_out

__all__ = ["Outcome", "peak_memory", "run_case"]

ANSWERS = 15  # that bots give in a game that is begun


class Outcome(msgspec.Struct, frozen=True):
    """How a command ended."""

    code: int
    out: str
    err: str
    folder: str
    seconds: float = 0.0
    memory: int = 0  # bytes that it took at most, above what there was
    same: bool = True  # it ended the same when it was tried once more: what a cache hands out is what was made


def run_case(case: Case, folder: Path) -> Outcome:
    """Give a case to its face, in this process. Its files are laid out in `folder`, and taken away again."""
    folder.mkdir(parents=True, exist_ok=True)
    before, began, stdin = os.getcwd(), time.perf_counter(), sys.stdin
    out, err = io.StringIO(), io.StringIO()
    try:
        words = lay_out(case, folder)
        os.chdir(folder)
        sys.stdin = io.StringIO()  # nobody types
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
            warnings.simplefilter("always")  # in one process, each would be told but once
            code = _ended(words)
    finally:
        os.chdir(before)
        sys.stdin = stdin
        shutil.rmtree(folder, ignore_errors=True)
    return Outcome(code, out.getvalue(), err.getvalue(), str(folder), time.perf_counter() - began)


def _ended(words: list[str]) -> int:
    """The code that a command or a face of the library ends with; tracebacks go to stderr."""
    try:
        if words and words[0] in FACES:
            return FACES[words[0]](Path(words[1]))
        return run(words)
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 1
    except BaseException:
        traceback.print_exc()
        return 1


def _told(face: Callable[[Path], None]) -> Callable[[Path], int]:
    """A face of the library as a command: 2 and a line where it refuses."""

    def command(path: Path) -> int:

        try:
            face(path)
        except BautaError as error:
            print(error, file=sys.stderr)
            return 2
        return 0

    return command


def _resume(path: Path) -> None:
    """Go on with a game, and read it again: nothing of it may be lost."""
    from sim.carnevale.replay import resume
    from sim.engine.journal import read

    session = resume(path)
    assert session.journal is not None
    kept, lies = len(session.journal.answers), session.journal.path
    session.journal.close()
    assert len(read(lies)[1]) >= kept, "answers were lost"


def _saves(folder: Path) -> None:
    """The list of saved games: always there, in lines."""
    from sim.app.table.games import saves

    for line in saves(folder).left_out:
        assert "\n" not in line, f"no line: {line[:200]!r}"


def _begin(path: Path) -> None:
    """A fight of a gang against itself, for some answers of bots."""
    from sim.board.board import Board
    from sim.bots.base import BOTS
    from sim.carnevale.gangs import muster, read_gang
    from sim.carnevale.replay import kit
    from sim.carnevale.setup import GangSetup, Member, Setup
    from sim.engine.duel import play

    gang, roster = read_gang(str(path))
    board = Board.load("campiello-dei-remi")
    fielded = []
    for seat, y in (("north", 9.0), ("south", 15.5)):
        made = muster(gang, roster, seat, gang.ducats)
        places = [(16.5 + 2.2 * (n % 3), y + 2.2 * (n // 3), 0.0) for n in range(len(made.members))]
        members = [Member(m.id, m.profile, place) for m, place in zip(made.members, places, strict=True)]
        fielded.append(GangSetup(seat, tuple(members), made.name, made.faction, made.equipment))
    setup = Setup(board="campiello-dei-remi", gangs=tuple(fielded), size=board.size, seed=1)
    session = kit(board).start(msgspec.to_builtins(setup))
    play(session, BOTS.seated({"north": "random", "south": "random"}, 1), lambda: session.count >= ANSWERS)


def _library(path: Path) -> None:
    """Calls of the library one after another, each told by its name and its arguments; verdicts are printed as JSON."""
    import sim

    table: Any = sim.load(path.parent / "map.toml")
    answers: list[Any] = []
    for name, arguments in json.loads(path.read_bytes()):
        answer = getattr(table, name)(**{key: _tuples(value) for key, value in arguments.items()})
        if isinstance(answer, type(table)):
            table = answer
        else:
            answers.append(msgspec.to_builtins(answer))
    print(json.dumps(answers))


def _say(path: Path) -> int:
    """A game in the terminal by lines of words, which the file holds behind the options of `bauta play`."""
    options, _, lines = path.read_bytes().decode(errors="surrogateescape").partition("\n")
    sys.stdin = io.StringIO(lines)
    return run(["play", "--text", *options.split()])


def _film(path: Path) -> None:
    """Look at every moment of a film."""
    from sim.carnevale.film import read_film, still_at, tableau_of

    film = read_film(path)
    for number in range(len(film.moments) + 1):
        tableau_of(film, still_at(film, number))


def _kept(folder: Path) -> None:
    """All that the program reads of a player's own folder: whatever lies there, it opens."""
    from sim.app.sound.choices import kept_choices
    from sim.app.table.games import saves
    from sim.app.table.new_game_form import NewGameForm
    from sim.gangs.files import gang_files

    with _data(folder):
        kept_choices()
        form = NewGameForm()
        form.seat(3)
        form.choose_scenario(form.scenarios[0])
        form.begin()
        for line in (*saves().left_out, *(gang.trouble for gang in gang_files())):
            assert "\n" not in line, f"no line: {line[:200]!r}"
        _drafts(folder)


def _drafts(folder: Path) -> None:
    """A draft that was left is a version once it is dropped, or lies beside them, whatever it holds."""
    from sim.builder.drafts import Drafts

    source, draft = folder / "data" / "maps" / "own.toml", (folder / "draft.toml").read_bytes()
    Drafts(source).close()
    (place,) = (folder / "data" / "drafts").iterdir()
    (folder / "draft.toml").rename(place / "draft.toml")
    (folder / "version.toml").rename(place / "version-20200101-000000-0.toml")
    drafts = Drafts(source)
    drafts.keep_version(seeds.MAP)
    drafts.drop()
    drafts.close()
    assert draft in [source.read_bytes(), *(path.read_bytes() for path in place.glob("*.toml"))], "a draft was lost"


def _desk(folder: Path) -> None:
    """Build on a gang: what is on the desk is what its text says, and all can be taken back."""
    from sim.app.gang_builder.desk import GangDesk
    from sim.carnevale.gangs import roster_of
    from sim.gangs.document import GangDocument
    from sim.gangs.files import save_gang

    path = folder / "gang.toml"
    document, roster = GangDocument.read(path, own=True)
    desk, text = GangDesk(document, roster), document.text
    for name, *given in json.loads((folder / "edits.json").read_bytes()):
        places = [each for each in given[:1] if isinstance(each, int)]
        if name in ("call", "arm", "learn", "remove", "move") and places[0] >= len(desk.gang.members):
            continue  # there is no such row to click on
        if name == "arm":
            sheet = desk.roster.sheet(desk.gang.members[given[0]].character)
            if sheet is None or given[1] >= len(sheet.choices):
                continue
        getattr(desk, name)(*given)
        if desk.gang.members:
            assert roster_of(document.text, path)[0] == desk.gang, "the text says something else"
    with _data(folder):
        if desk.gang.members:
            assert save_gang(document).read_bytes().decode() == document.text, "not what was saved"
    while document.undo():
        pass
    assert document.text == text, "not all was taken back"


def _doctor(folder: Path) -> int:
    """`bauta doctor` with folders of its own."""
    words = [word for word in ("--json", "--clean") if word in (folder / "words").read_text().split()]
    with _data(folder):
        return run(["doctor", *words])


@contextlib.contextmanager
def _data(folder: Path) -> Iterator[None]:
    """With the data and cache folders that lie in a folder."""
    before = {name: os.environ[name] for name in ("BAUTA_DATA", "BAUTA_CACHE")}
    os.environ |= {"BAUTA_DATA": str(folder / "data"), "BAUTA_CACHE": str(folder / "cache")}
    try:
        yield
    finally:
        os.environ |= before


def _tuples(value: Any) -> Any:
    """What JSON has only lists for."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


FACES: dict[str, Callable[[Path], int]] = {
    "@resume": _told(_resume),
    "@saves": _told(_saves),
    "@begin": _told(_begin),
    "@library": _told(_library),
    "@say": _say,
    "@film": _told(_film),
    "@kept": _told(_kept),
    "@desk": _told(_desk),
    "@doctor": _doctor,
}


def peak_memory() -> int:
    """The most bytes that this process has held since it was last asked (Linux; elsewhere 0)."""
    try:
        status = Path("/proc/self/status").read_text()
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return 0
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found.group(1)) << 10 if found else 0
