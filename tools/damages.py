"""Damage saves and caches in every way that we know, and count what is lost or silent: `python tools/damages.py`.

Journals of a real game: a flip at every byte of the header and of the last twenty lines, a cut at every byte of these
lines, a disk that is full after so many bytes and in the middle of answers, two writers. Caches: 400 damages, half cuts
and half flips, of each kind that a game leaves: board, lattices, land, sights, figures, light and textures. Folders
that cannot be written and a user without a home. Every one must be told in one line, or change nothing. Ends with 1
where one is not. `--only` does a part of it: all of them take half an hour.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
import numpy as np

from sim.app.table.model import TableModel
from sim.board.board import Board
from sim.board.files.array_cache import read_arrays
from sim.board.model.tableau import Tableau
from sim.board.movement.lattice import lattice_of
from sim.board.movement.nav_scene import nav_scene_of
from sim.carnevale.replay import kit
from sim.engine.journal import Journal, header_of, read_all
from sim.engine.requests import Choice, CorruptJournal, Roll

ROOT = Path(__file__).resolve().parents[1]
DUEL = [
    "duel",
    "--map",
    "calle-lunga",
    "--scenario",
    "street-fight",
    "--seat",
    "north=random",
    "--seat",
    "south=random",
]
LINES = 20
EACH = 400  # damages of a kind of cache
KILLS = 30  # of a program that plays
FULL = 40  # sizes at which the disk is full
PARTS = ("journals", "writers", "caches", "commands", "folders", "answers", "kills", "disks")


class Tally:
    """How many damages were told, changed nothing, or were neither."""

    def __init__(self) -> None:
        self.bad = 0

    def line(self, what: str, told: int, harmless: int, wrong: list[str]) -> None:
        self.bad += len(wrong)
        print(
            f"{what:<34} {told + harmless + len(wrong):>6} told {told:>6}  harmless {harmless:>5}  wrong {len(wrong)}"
        )
        for each in wrong[:5]:
            print(f"    {each}")


def bauta(
    *words: str, limit: int | None = None, as_user: tuple[str, ...] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    """A command of ours; `limit`: bytes to which a file can grow; `as_user`: words that make it somebody else's."""

    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [*as_user, sys.executable, "-m", "sim", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        preexec_fn=limited if limit is not None else None,
    )


def flips(data: bytes, first: int, last: int) -> Iterator[tuple[str, bytes]]:
    by_chance = random.Random(1)
    for at in range(first, last):
        bit = 1 << by_chance.randrange(8)
        yield f"bit {bit} of byte {at} flipped", data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]


def short(path: Path) -> Path:
    """The first answers of a game, without the files of its board: quick to read many times."""
    contents = read_all(path)
    journal = Journal.create(path.with_name("short.jsonl"), contents.header.game, contents.header.setup)
    for answer in contents.answers[: 3 * LINES]:
        journal.write(answer)
    journal.close()
    return journal.path


def journals(path: Path, tally: Tally) -> None:
    """Flips and cuts of a journal."""
    data = path.read_bytes()
    end = data.index(b"\n") + 1
    spoilt = path.with_name("spoilt.jsonl")
    told, wrong = 0, []
    for how, damage in flips(data[:end], 0, end):
        spoilt.write_bytes(damage)
        try:
            header_of(spoilt)
            wrong.append(how)
        except CorruptJournal:
            told += 1
    tally.line("flips of a header", told, 0, wrong)
    path = short(path)
    data, whole = path.read_bytes(), read_all(path)
    tail = len(data) - sum(len(line) + 1 for line in data.split(b"\n")[-LINES - 1 : -1])
    for kind, damages in (
        ("flips of the last lines", flips(data, tail, len(data))),
        ("cuts of the last lines", ((f"cut at {at}", data[:at]) for at in range(tail, len(data)))),
    ):
        told, harmless, wrong = 0, 0, []
        for how, damage in damages:
            spoilt.write_bytes(damage)
            try:
                found = read_all(spoilt)
            except CorruptJournal as error:
                told += "\n" not in str(error)
                continue
            stands = found.answers == whole.answers[: len(found.answers)]
            if found.changed or (found.notice and stands):
                told += 1
            elif stands and damage.endswith(b"\n"):
                harmless += 1  # cut between two lines: as if the game had been left there
            else:
                wrong.append(how)
        tally.line(kind, told, harmless, wrong)


def full_disks(folder: Path, size: int, tally: Tally) -> None:
    """A disk that is full after so many bytes: one line, and a journal that is whole as far as it goes."""
    told, wrong = 0, []
    for number, limit in enumerate(np.linspace(size // 8, size - 1, FULL).astype(int).tolist()):
        place = folder / f"full-{number}"
        made = bauta(*DUEL, "--seed", "3", "--journals", str(place), limit=limit)
        journal = place / "street-fight-3.jsonl"
        lines = made.stderr.strip().splitlines()
        ok = made.returncode == 2 and len(lines) == 1 and "cannot be written" in lines[0]
        if ok and journal.exists():
            found = read_all(journal)
            ok = not found.changed and not found.notice and found.size == journal.stat().st_size
        told += ok
        if not ok:
            wrong.append(f"full after {limit} bytes: {made.returncode} {made.stderr.strip()[-200:]}")
    tally.line("disks full at a line", told, 0, wrong)


def full_at_answers(path: Path, tally: Tally) -> None:
    """A disk that is full in the middle of answers, all through a game: the table waits, and goes on when it can.

    Room comes some bytes at a time, so that every few lines one is cut short. Afterwards the game is verified.
    """
    board, made = Board.load("calle-lunga"), path.with_name("short-of-room.jsonl")
    setup = msgspec.to_builtins(read_all(path).header.setup)
    model = TableModel(board, kit(board).start(setup, made), {"north": "random", "south": "random"}, fresh=True)
    by_chance, usual = random.Random(6), resource.getrlimit(resource.RLIMIT_FSIZE)
    waits, room, wrong = Counter[str](), 0, []
    while not model.session.over:
        model.show_all()
        count, size = model.session.count, made.stat().st_size
        room = by_chance.choice((1, 60, 200)) if room == 0 else 2 * room
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + room, usual[1]))
        try:
            went = model.think() if model.bot_turn and not model.stalled else model.go_on()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        if went:
            room = 0
            continue
        asked = model.session.request
        waits[
            "at a choice" if isinstance(asked, Choice) else "at a roll" if isinstance(asked, Roll) else "at a ruling"
        ] += 1
        with made.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            whole = file.read() == b"\n"
        if (
            not whole
            or "cannot be written" not in model.notice
            or (model.session.count == count) != (made.stat().st_size == size)
        ):
            wrong.append(f"answer {count}: {model.notice}")
        if model.session.count > count:
            room = 0
    journal = model.session.journal
    assert journal is not None
    journal.close()
    found = read_all(made)
    if found.changed or len(found.answers) != model.session.count:
        wrong.append(f"{len(found.answers)} answers were kept of {model.session.count}")
    if bauta("replay", str(made), "--verify").returncode:
        wrong.append("the game is not the same afterwards")
    told = waits.total() - len(wrong)
    tally.line(f"full disks in {model.session.count} answers", told, 0, wrong)
    print("    " + ", ".join(f"{count} {where}" for where, count in sorted(waits.items())))


def kills(folder: Path, whole: Path, tally: Tally) -> None:
    """A program that is killed while it plays: what it has written stands, and is how the game began."""
    answers, size = read_all(whole).answers, whole.stat().st_size
    content = whole.read_bytes()
    first = content.index(b"\n", content.rindex(b'"xz"')) + 2  # the files of the board are written at once
    by_chance = random.Random(4)
    told, wrong = 0, []
    for number in range(KILLS):
        place = folder / f"killed-{number}"
        journal = place / whole.name
        most = by_chance.randrange(first, size)
        words = [sys.executable, "-m", "sim", *DUEL, "--seed", "3", "--journals", str(place)]
        game = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while game.poll() is None and not (journal.exists() and journal.stat().st_size >= most):
            time.sleep(0.002)
        game.kill()
        game.wait()
        found = read_all(journal)
        if not found.changed and found.answers == answers[: len(found.answers)] and found.answers:
            told += 1
        else:
            wrong.append(f"killed after {journal.stat().st_size} bytes: {found.notice or found.changed[:1]}")
    tally.line("programs killed while they play", told, 0, wrong)


def writers(path: Path, tally: Tally) -> None:
    """Two programs that go on with one game."""
    script = (
        "import sys; from pathlib import Path; from sim.engine.journal import Journal\n"
        "journal = Journal.open(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    before, told, wrong = path.read_bytes(), 0, []
    command = [sys.executable, "-c", script, str(path)]
    first = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    first.stdout.readline()
    for _ in range(5):
        second = subprocess.run(command, cwd=ROOT, input="", capture_output=True, text=True)
        if "is being played by another program" in second.stderr and path.read_bytes() == before:
            told += 1
        else:
            wrong.append(second.stderr[-200:])
    first.communicate("")
    tally.line("second writers", told, 0, wrong)


def caches(folder: Path, tally: Tally) -> None:
    """Damages of each kind of file in a cache."""
    logging.disable(logging.CRITICAL)
    kinds = {path.stem.split("-")[0]: path for path in sorted(folder.glob("*.npz"))}
    by_chance = random.Random(2)
    for kind, path in kinds.items():
        data = path.read_bytes()
        with zipfile.ZipFile(path) as held:
            names = [name.removesuffix(".npy") for name in held.namelist()]
        whole = read_arrays(path.stem, names)
        assert whole is not None
        told, harmless, wrong = 0, 0, []
        for number in range(EACH):
            at = by_chance.randrange(len(data))
            cut = number % 2 == 0
            path.write_bytes(data[:at] if cut else data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
            how = f"{'cut' if cut else 'flipped'} at {at}"
            try:
                found = read_arrays(path.stem, names)
            except Exception as error:
                wrong.append(f"{how}: {type(error).__name__}: {error}")
                continue
            if found is None:
                told += 1
            elif all(np.array_equal(found[name], whole[name]) for name in names):
                harmless += 1
            else:
                wrong.append(how)
        path.write_bytes(data)
        tally.line(f"cache: {kind}", told, harmless, wrong)
    logging.disable(logging.NOTSET)


def commands(folder: Path, tally: Tally) -> None:
    """Real commands with every file of the cache cut: they go on, and say a line for each."""
    place = {"BAUTA_CACHE": str(folder)}
    words = ["los", "calle-lunga", "--from", "12,12,0", "--to", "14,20,0", "--json"]
    sound = bauta(*words, **place).stdout
    whole = {path: path.read_bytes() for path in folder.glob("*.npz")}
    for path, data in whole.items():
        path.write_bytes(data[: len(data) // 2])
    made = bauta(*words, **place)
    for path, data in whole.items():
        path.write_bytes(data)
    lines = made.stderr.strip().splitlines()
    ok = made.returncode == 0 and made.stdout == sound and lines and all("made anew" in line for line in lines)
    tally.line("commands with a cut cache", int(bool(ok)), 0, [] if ok else [made.stderr[-300:]])


def folders(folder: Path, tally: Tally) -> None:
    """Commands whose folders cannot be written, or who have no home: they answer as ever, or refuse in one line.

    Root may write everywhere: where `setpriv` is there it takes that right away, and makes a user without a home.
    """
    closed, journals = folder / "closed", folder / "closed" / "games"
    shutil.copytree(folder / "cache", closed)
    for path in (closed, *closed.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)
    (folder / "file").write_bytes(b"")
    setpriv = shutil.which("setpriv") if os.geteuid() == 0 else None
    plain = (setpriv, "--bounding-set=-dac_override,-dac_read_search") if setpriv else ()
    nobody = (setpriv, "--reuid=54321", "--regid=54321", "--clear-groups") if setpriv else ()
    los = ("los", "calle-lunga", "--from", "12,12,0", "--to", "14,20,0", "--json")
    sound = bauta(*los, BAUTA_CACHE=str(folder / "cache")).stdout
    kernels = str(_kernels(folder))
    told, harmless, wrong = 0, 0, []
    for user, environment in (
        (plain, {"BAUTA_CACHE": str(closed), "BAUTA_DATA": str(closed)}),
        (plain, {"BAUTA_CACHE": str(folder / "file" / "x"), "BAUTA_DATA": str(folder / "file" / "x")}),
        (nobody, {"HOME": "", "BAUTA_CACHE": "", "NUMBA_CACHE_DIR": kernels}),
        (nobody, {"HOME": "/nowhere", "BAUTA_CACHE": "", "NUMBA_CACHE_DIR": kernels}),
        (nobody, {"HOME": "/", "BAUTA_CACHE": "", "NUMBA_CACHE_DIR": kernels, "TMPDIR": str(closed)}),
    ):
        for words in (los, ("rules", "fear"), (*DUEL, "--journals", str(journals)), ("play", "--seat", "north=random")):
            whole_game = words[0] == "play" and "BAUTA_DATA" not in environment
            if whole_game or (user is nobody and not nobody):
                continue
            made = bauta(*words, as_user=user, DISPLAY="", **environment)
            lines = made.stderr.strip().splitlines()
            refused = made.returncode == 2 and len(lines) == 1
            answers = made.returncode == 0 and len(lines) <= 1 and (words != los or made.stdout == sound)
            told, harmless = told + refused, harmless + answers
            if not refused and not answers:
                said = f"{made.returncode} {made.stderr.strip()[-300:]}"
                wrong.append(f"{' '.join(words)[:60]} with {environment}: {said}")
    for path in (closed, *closed.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    tally.line("folders that cannot be written", told, harmless, wrong)


def _kernels(folder: Path) -> Path:
    """The kernels of this version, where anybody may read them and nobody may write."""
    from sim.geometry.compile.folders import present

    place = folder / "kernels"
    for each in present():
        if each.is_dir():
            shutil.copytree(each, place / each.name)
    for path in (folder, place, *place.glob("**/*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return place


def keep_lattice(folder: Path) -> None:
    """A lattice in the cache, of a small map: only bots that look far ahead keep one."""
    (folder / "small.toml").write_text('format = 1\nname = "Small"\nsize = [9, 9]\n', encoding="utf-8")
    board = Board.load(folder / "small.toml")
    lattice_of(board, nav_scene_of(board, Tableau(())), 30.0, whole=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="leave out full disks and kills (some minutes)")
    parser.add_argument("--only", action="append", choices=PARTS, help="may be given more than once")
    given = parser.parse_args()
    tally = Tally()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        cache = folder / "cache"
        os.environ["BAUTA_CACHE"] = str(cache)
        made = bauta(*DUEL, "--seed", "3", "--journals", str(folder))
        assert made.returncode == 0, made.stderr
        bauta("map", "render", "calle-lunga", "--out", str(folder / "map.png"))
        keep_lattice(folder)
        path = folder / "street-fight-3.jsonl"
        parts: dict[str, Callable[[], None]] = {
            "journals": lambda: journals(path, tally),
            "writers": lambda: writers(path, tally),
            "caches": lambda: caches(cache, tally),
            "commands": lambda: commands(cache, tally),
            "folders": lambda: folders(folder, tally),
            "answers": lambda: full_at_answers(path, tally),
            "kills": lambda: kills(folder, path, tally),
            "disks": lambda: full_disks(folder, path.stat().st_size, tally),
        }
        for name in given.only or PARTS:
            if given.only or not given.quick or name not in ("kills", "disks"):
                parts[name]()
    sys.exit(1 if tally.bad else 0)


if __name__ == "__main__":
    main()
