"""Boards that the generator makes, over sizes, styles and seeds: checked, played on, and compared with each other.

python tools/generated.py --boards 300 --workers 8    so many boards, each with a game of bots to its end
python tools/generated.py --report                    the table of what is kept
python tools/generated.py --sheet sheet.png           twenty of them from above; --street: from a square or a street

Lines are kept in a file, one for each board; who is stopped goes on. Begin a new file where the generator has changed.
Each board is made in a process that does nothing else meanwhile: one that hangs is ended after `--limit` seconds, and
told as failed, as one is whose process was ended from outside. Ends with 1 where a board has an error or a game failed.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import statistics
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from multiprocessing.connection import Connection
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.board.board import Board
from sim.board.map_checks.checks import Issue
from sim.board.map_checks.survey import buildings, water_of
from sim.board.model.plans import union
from sim.bots.duel import SEATS, one_game, setup_of
from sim.builder.generator.making import made_map
from sim.builder.generator.styles import Style
from sim.builder.measuring.whole import whole_check
from sim.carnevale.rehearsal import played_on, unready
from sim.words import in_english

if TYPE_CHECKING:
    from PIL import Image

SIZES = ((24.0, 24.0), (36.0, 36.0), (24.0, 48.0), (48.0, 48.0))
FEW = ("guild-75", "rashaar-75")  # gangs: a game on a board tells that it can be played there, not who wins
SYMMETRIC = (
    3  # each so many-th board is symmetric: no divisor of the number of kinds, so that it goes round all of them
)
LIMIT = 900.0  # seconds by the clock
CELL = 1.0  # inches of the squares by which boards are compared
WATER, GROUND, HOUSE = "~", ".", "#"
ON_SHEET, ACROSS, WIDE = 20, 5, 420  # pictures of a sheet, of a row, and pixels of one


class Wanted(msgspec.Struct, frozen=True):
    """One board of the batch."""

    size: tuple[float, float]
    style: str
    symmetric: bool
    seed: int


class Line(msgspec.Struct, frozen=True):
    """What is kept of a board. `plan`: a letter for each square, rows from the south; seconds are the processor's, and
    those of a board that was not done the clock's."""

    wanted: Wanted
    text: str = ""  # of the map
    plan: tuple[str, ...] = ()
    issues: tuple[Issue, ...] = ()
    triangles: int = 0
    scenario: str = ""
    bot: str = ""
    rounds: int = 0
    answers: int = 0
    failed: str = ""
    made_s: float = 0.0
    checked_s: float = 0.0
    played_s: float = 0.0

    @property
    def seconds(self) -> float:
        return self.made_s + self.checked_s + self.played_s

    @property
    def wrong(self) -> bool:
        return bool(self.failed) or any(issue.severity == "error" for issue in self.issues)

    def __str__(self) -> str:
        said = self.failed or f"{self.scenario}, {self.rounds} rounds"
        told = "".join(f"\n    {issue}" for issue in self.issues)
        return f"{words(self.wanted)}: {said}; {self.seconds:.1f} s{told}"


class Hand:
    """A process that makes one board after another for whoever asks. One that hangs is ended, and another begun."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None

    def board(self, one: Wanted, bot: str, limit: float) -> Line:
        """A board's line, whatever becomes of it."""
        began = time.monotonic()
        if self._process is None:
            spawn = multiprocessing.get_context("spawn")
            self._here, there = spawn.Pipe()
            self._process = spawn.Process(target=_at_work, args=(there,), daemon=True)
            self._process.start()
            there.close()
        self._here.send((one, bot))
        try:
            if self._here.poll(limit):
                return msgspec.json.decode(self._here.recv_bytes(), type=Line)
            why = f"was not done in {limit:g} s"
        except EOFError:
            why = "its process was ended"
        self._process.kill()
        self._process.join()
        self._process = None
        return Line(one, bot=bot, failed=why, made_s=round(time.monotonic() - began, 2))


def _at_work(asked: Connection) -> None:
    """The life of a hand: until nobody asks any more."""
    try:
        while True:
            asked.send_bytes(msgspec.json.encode(board(*asked.recv()), enc_hook=in_english))
    except (EOFError, OSError, KeyboardInterrupt):
        return


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--boards", type=int, default=20, help="how many [default: 20, one of each kind]")
    reader.add_argument("--seed", type=int, default=1, help="of the first board")
    reader.add_argument("--bot", default="random", help="who plays on them")
    reader.add_argument("--workers", type=int, default=1, help="processes")
    reader.add_argument("--limit", type=float, default=LIMIT, help="seconds that a board may take")
    reader.add_argument("--keep", type=Path, default=Path("generated.jsonl"), help="the file of lines")
    reader.add_argument("--again", action="store_true", help="what failed is tried once more")
    reader.add_argument("--report", action="store_true", help="make nothing")
    reader.add_argument("--sheet", type=Path, help="a picture of twenty of those that are kept")
    reader.add_argument("--street", action="store_true", help="with --sheet: as a mini sees them")
    asked = reader.parse_args()
    if asked.sheet is None and not asked.report:
        make(asked)
    lines = read(asked.keep)
    if asked.sheet is not None:
        sheet([line for line in lines if line.text], asked.sheet, asked.street)
        return 0
    report(lines)
    return int(any(line.wrong for line in lines))


def make(asked: argparse.Namespace) -> None:
    """Each board that has no line yet."""
    from sim.cli.compile_progress import prepare_kernels

    done = {line.wanted for line in read(asked.keep) if not (asked.again and line.failed)}
    todo = [each for each in itertools.islice(wanted(asked.seed), asked.boards) if each not in done]
    prepare_kernels()  # else each process would compile for itself
    hands = local()

    def made(one: Wanted) -> Line:
        if not hasattr(hands, "own"):
            hands.own = Hand()
        line: Line = hands.own.board(one, asked.bot, asked.limit)
        return line

    with asked.keep.open("ab") as file, ThreadPoolExecutor(asked.workers) as pool:
        for count, future in enumerate(as_completed([pool.submit(made, one) for one in todo]), 1):
            line = future.result()
            file.write(msgspec.json.encode(line, enc_hook=in_english) + b"\n")
            file.flush()
            print(f"{count}/{len(todo)} {line}", flush=True)


def wanted(seed: int) -> Iterator[Wanted]:
    """Over styles and sizes, each with another number."""
    kinds = itertools.cycle((style, size) for size in SIZES for style in Style)
    for number, (style, size) in enumerate(kinds):
        yield Wanted(size, str(style), number % SYMMETRIC == SYMMETRIC - 1, seed + number)


def words(one: Wanted) -> str:
    return f"{one.size[0]:g}x{one.size[1]:g} {one.style} {one.seed}{' symmetric' if one.symmetric else ''}"


def board_of(text: str, drawn: bool = True) -> Board:
    return Board.of_map(text, Path("generated.toml"), drawn)


def board(one: Wanted, bot: str) -> Line:
    """Make, check and play on one board. What is raised is told in its line: the others are still to be made."""
    times = [time.process_time()]
    line = Line(one, bot=bot)
    try:
        text = made_map(one.size, one.seed, one.style, one.symmetric)
        made = board_of(text, drawn=False)
        times.append(time.process_time())
        line = msgspec.structs.replace(line, text=text, plan=plan_of(made), triangles=made.triangle_count)
        line = msgspec.structs.replace(line, issues=tuple(whole_check(made, unready)))
        times.append(time.process_time())
        pages = played_on(made.size)
        scenario = pages[one.seed % len(pages)].id
        line = msgspec.structs.replace(line, scenario=scenario)
        setup = setup_of(made, "generated.toml", scenario, SEATS, FEW, one.seed)
        record, session = one_game(made, setup, dict.fromkeys(SEATS, bot), "generated.toml")
        ended = "" if session.over else "the game did not end"
        line = msgspec.structs.replace(line, rounds=record.rounds, answers=record.answers, failed=ended)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        failed = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
        line = msgspec.structs.replace(line, failed=failed)
    times.append(time.process_time())
    spent = [round(b - a, 2) for a, b in itertools.pairwise(times)] + [0.0, 0.0]
    return msgspec.structs.replace(line, made_s=spent[0], checked_s=spent[1], played_s=spent[2])


def plan_of(board: Board) -> tuple[str, ...]:
    """Water, ground or house in each square."""
    across, up = (np.arange(CELL / 2, side, CELL) for side in board.size)
    xs, ys = (grid.ravel() for grid in np.meshgrid(across, up))
    wet = shapely.contains_xy(water_of(board), xs, ys)
    built = shapely.contains_xy(union(list(buildings(board).values())), xs, ys)
    letters = np.where(wet, WATER, np.where(built, HOUSE, GROUND)).reshape(len(up), len(across))
    return tuple("".join(row) for row in letters)


def read(path: Path) -> list[Line]:
    """The lines that are kept; of a board that was made again, the last."""
    if not path.exists():
        return []
    lines = (msgspec.json.decode(line, type=Line) for line in path.read_bytes().splitlines() if line.endswith(b"}"))
    return list({line.wanted: line for line in lines}.values())


# -- the table ----------------------------------------------------------------------------------------------------


def report(lines: Sequence[Line]) -> None:
    """A row for each style and size, and what was found."""
    if not lines:
        print("nothing is kept")
        return
    kinds: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for line in lines:
        size = f"{line.wanted.size[0]:g}x{line.wanted.size[1]:g}"
        for kind in ((size, line.wanted.style), (size, ""), ("all", line.wanted.style), ("all", "")):
            kinds[kind].append(line)
    print(f"{'':15} boards sound warned errors failed | median seconds of a processor, worst   | variety")
    print(f"{'size':>6} {'style':8} {'':34} | make check  game   all worst           | mean least")
    for (size, style), own in sorted(kinds.items()):
        print(f"{size:>6} {style:8} {row(own)}")
    count = Counter(f"{i.severity}: {i.what}" for line in lines for i in line.issues)
    print(*(f"{n:5} x {what}" for what, n in count.most_common(12)), sep="\n")
    print(*(line for line in lines if line.wrong), sep="\n")


def row(lines: Sequence[Line]) -> str:
    """Counts, seconds of the processor, and how far from each other the plans are: in the mean, and the nearest two."""
    failed = sum(bool(line.failed) for line in lines)
    errors = sum(any(i.severity == "error" for i in line.issues) for line in lines)
    warned = sum(bool(line.issues) for line in lines) - errors
    sound = sum(not line.issues and not line.failed for line in lines)
    parts = [statistics.median(getattr(line, f"{what}_s") for line in lines) for what in ("made", "checked", "played")]
    times = [line.seconds for line in lines]
    slowest = max(lines, key=lambda line: line.seconds)
    apart = list(differences(lines))
    told = f"{statistics.mean(apart):5.2f} {min(apart):5.2f}" if apart else ""
    return (
        f"{len(lines):6} {sound:5} {warned:6} {errors:6} {failed:6} | {parts[0]:4.1f} {parts[1]:5.1f} {parts[2]:5.1f} "
        f"{statistics.median(times):5.1f} {max(times):5.1f} (seed {slowest.wanted.seed:4}) | {told}"
    )


def differences(lines: Iterable[Line]) -> Iterator[float]:
    """Of each two boards of one size: in what share of the squares they differ, laid on each other as well as may be by
    turning and mirroring."""
    plans = [np.array([list(row) for row in line.plan]) for line in lines if line.plan]
    images = [list(laid(plan)) for plan in plans]
    for (_, one), (plan, _) in itertools.combinations(zip(plans, images, strict=True), 2):
        same = [image for image in one if image.shape == plan.shape]
        if same:
            yield min(float((image != plan).mean()) for image in same)


def laid(plan: NDArray[np.str_]) -> Iterator[NDArray[np.str_]]:
    """A plan in its eight positions."""
    for quarter in range(4):
        yield np.rot90(plan, quarter)
        yield np.rot90(plan, quarter)[::-1]


# -- pictures -----------------------------------------------------------------------------------------------------


def sheet(lines: Sequence[Line], path: Path, street: bool) -> None:
    """Twenty boards on one picture: as many of each style, over its sizes."""
    from PIL import Image

    chosen = spread(lines, ON_SHEET)
    seen = [from_street(board_of(one.text)) if street else from_sky(board_of(one.text)) for one in chosen]
    tall = max(image.height for image in seen)
    page = Image.new("RGB", (ACROSS * WIDE, -(-len(seen) // ACROSS) * tall), (246, 240, 228))
    for number, image in enumerate(seen):
        page.paste(image, (number % ACROSS * WIDE, number // ACROSS * tall))
    page.save(path)
    print(path, *(words(one.wanted) for one in chosen), sep="\n")


def spread(lines: Sequence[Line], count: int) -> list[Line]:
    """So many of the lines, one of each style in turn, and of that one of each size in turn."""
    kinds: dict[str, dict[tuple[float, float], list[Line]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        kinds[line.wanted.style][line.wanted.size].append(line)
    styles = [[one for row in itertools.zip_longest(*sizes.values()) for one in row if one] for sizes in kinds.values()]
    return [one for row in itertools.zip_longest(*styles) for one in row if one][:count]


def from_sky(made: Board) -> Image.Image:
    """North up."""
    from PIL import Image

    from sim.builder.looks import from_above, look_of_board

    seen = Image.fromarray(from_above(look_of_board(made), (0.0, 0.0), made.size, 20.0))
    seen.thumbnail((WIDE - 8, WIDE * 2))
    return seen


def from_street(made: Board) -> Image.Image:
    """By the renderer, from a place of the street that sees far."""
    import tempfile

    from PIL import Image

    from sim.app.render import render_picture
    from sim.app.render.outlook import from_street as street_view

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "seen.png"
        render_picture(made, None, street_view(made), (WIDE - 8, 270), path, "play")
        return Image.open(path).convert("RGB")


if __name__ == "__main__":
    sys.exit(main())
