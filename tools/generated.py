"""Boards that the generator makes, over sizes, styles and seeds: checked, played on, and compared with each other.

python tools/generated.py --boards 300 --seed 1      so many boards, each with a game of random bots to its end
python tools/generated.py --report                   the table of what is kept
python tools/generated.py --sheet sheet.png          twenty of them from above; --street: from a square or a street

Lines are kept in a file, one for each board; who is stopped goes on. Begin a new file where the generator has changed.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image

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

SIZES = ((24.0, 24.0), (36.0, 36.0), (24.0, 48.0), (48.0, 48.0))
FEW = ("guild-75", "rashaar-75")  # gangs: a game on a board tells that it can be played there, not who wins
SYMMETRIC = 5  # each so many-th board is symmetric
POLITE = 10  # niceness
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
    """What is kept of a board. `plan`: a letter for each square, rows from the south; seconds are the processor's."""

    wanted: Wanted
    text: str  # of the map
    plan: tuple[str, ...]
    issues: tuple[Issue, ...]
    triangles: int
    scenario: str
    rounds: int
    answers: int
    failed: str
    made_s: float
    checked_s: float
    played_s: float


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--boards", type=int, default=30, help="how many [default: 30]")
    reader.add_argument("--seed", type=int, default=1, help="of the first board")
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--kept", type=Path, default=Path("generated.jsonl"), help="the file of lines")
    reader.add_argument("--report", action="store_true", help="make nothing")
    reader.add_argument("--sheet", type=Path, help="a picture of twenty of those that are kept")
    reader.add_argument("--street", action="store_true", help="with --sheet: as a mini sees them")
    asked = reader.parse_args()
    if asked.sheet is None and not asked.report:
        make(asked)
    lines = read(asked.kept)
    if asked.sheet is not None:
        sheet(lines, asked.sheet, asked.street)
    else:
        report(lines)


def make(asked: argparse.Namespace) -> None:
    """Each board that has no line yet."""
    done = {line.wanted for line in read(asked.kept)}
    todo = [each for each in itertools.islice(wanted(asked.seed), asked.boards) if each not in done]
    os.nice(POLITE)
    with asked.kept.open("ab") as file, ProcessPoolExecutor(asked.workers) as pool:
        for one, line in zip(todo, map(_tried, todo) if asked.workers == 1 else pool.map(_tried, todo), strict=True):
            if isinstance(line, str):
                print(words(one), line, flush=True)
                continue
            file.write(msgspec.json.encode(line, enc_hook=in_english) + b"\n")
            file.flush()
            said = line.failed or f"{line.scenario}, {line.rounds} rounds"
            print(words(line.wanted), said, *(f"\n    {issue}" for issue in line.issues), flush=True)


def wanted(seed: int) -> Iterator[Wanted]:
    """Over styles and sizes, each with another number."""
    kinds = itertools.cycle((style, size) for size in SIZES for style in Style)
    for number, (style, size) in enumerate(kinds):
        yield Wanted(size, str(style), number % SYMMETRIC == SYMMETRIC - 1, seed + number)


def words(one: Wanted) -> str:
    return f"{one.size[0]:g}x{one.size[1]:g} {one.style} {one.seed}{' symmetric' if one.symmetric else ''}"


def board_of(text: str, drawn: bool = True) -> Board:
    return Board.of_map(text, Path("generated.toml"), drawn)


def _tried(one: Wanted) -> Line | str:
    """A board's line; where it could not even be made, why, and it is tried again at the next start."""
    try:
        return board(one)
    except Exception as error:  # told with the board: the others are still to be made
        return f"was not made: {type(error).__name__}: {error}"


def board(one: Wanted) -> Line:
    """Make, check and play on one board."""
    times = [time.process_time()]
    text = made_map(one.size, one.seed, one.style, one.symmetric)
    made = board_of(text, drawn=False)
    times.append(time.process_time())
    issues = tuple(whole_check(made, unready))
    times.append(time.process_time())
    pages = played_on(made.size)
    scenario = pages[one.seed % len(pages)].id
    rounds = answers = 0
    failed = ""
    try:
        setup = setup_of(made, "generated.toml", scenario, SEATS, FEW, one.seed)
        record, session = one_game(made, setup, dict.fromkeys(SEATS, "random"), "generated.toml")
        rounds, answers = record.rounds, record.answers
        failed = "" if session.over else "the game did not end"
    except Exception as error:  # told in the table: the other boards are still to be made
        failed = f"{type(error).__name__}: {error}"
    times.append(time.process_time())
    made_s, checked_s, played_s = (round(b - a, 2) for a, b in itertools.pairwise(times))
    return Line(one, text, plan_of(made), issues, made.triangle_count, scenario, rounds, answers, failed,
                made_s, checked_s, played_s)  # fmt: skip


def plan_of(board: Board) -> tuple[str, ...]:
    """Water, ground or house in each square."""
    across, up = (np.arange(CELL / 2, side, CELL) for side in board.size)
    xs, ys = (grid.ravel() for grid in np.meshgrid(across, up))
    wet = shapely.contains_xy(water_of(board), xs, ys)
    built = shapely.contains_xy(union(list(buildings(board).values())), xs, ys)
    letters = np.where(wet, WATER, np.where(built, HOUSE, GROUND)).reshape(len(up), len(across))
    return tuple("".join(row) for row in letters)


def read(path: Path) -> list[Line]:
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=Line) for line in path.read_bytes().splitlines() if line.endswith(b"}")]


# -- the table ----------------------------------------------------------------------------------------------------


def report(lines: Sequence[Line]) -> None:
    """A row for each style and size, and what was found."""
    if not lines:
        print("nothing is kept")
        return
    groups: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for line in lines:
        groups[f"{line.wanted.size[0]:g}x{line.wanted.size[1]:g}", line.wanted.style].append(line)
    print(f"{'size':>6} {'style':8} boards sound errors warned ended  make check  game  apart least")
    for (size, style), own in sorted(groups.items()):
        print(f"{size:>6} {style:8} {row(own)}")
    print(f"{'all':>6} {'':8} {row(lines)}")
    for what, count in Counter(i.what.partition(",")[0] for line in lines for i in line.issues).most_common(12):
        print(f"{count:5} x {what}")
    for line in lines:
        if line.failed:
            print(f"{words(line.wanted)}: {line.failed}")


def row(lines: Sequence[Line]) -> str:
    """Counts, mean seconds of the processor, and how far from each other the plans are: in the mean, and the nearest
    two."""
    errors = sum(any(i.severity == "error" for i in line.issues) for line in lines)
    warned = sum(bool(line.issues) for line in lines) - errors
    seconds = [statistics.mean(getattr(line, f"{what}_s") for line in lines) for what in ("made", "checked", "played")]
    apart = list(differences(lines))
    told = f"{statistics.mean(apart):5.2f} {min(apart):5.2f}" if apart else ""
    ended = sum(not line.failed for line in lines)
    return (
        f"{len(lines):6} {len(lines) - errors - warned:5} {errors:6} {warned:6} {ended:5} "
        f"{seconds[0]:5.1f} {seconds[1]:5.1f} {seconds[2]:5.1f}  {told}"
    )


def differences(lines: Iterable[Line]) -> Iterator[float]:
    """Of each two boards of one size: in what share of the squares they differ, laid on each other as well as may be by
    turning and mirroring."""
    plans = [np.array([list(row) for row in line.plan]) for line in lines]
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
    from sim.builder.looks import from_above, look_of_board

    seen = Image.fromarray(from_above(look_of_board(made), (0.0, 0.0), made.size, 20.0))
    seen.thumbnail((WIDE - 8, WIDE * 2))
    return seen


def from_street(made: Board) -> Image.Image:
    """By the renderer, from a place of the street that sees far."""
    import tempfile

    from sim.app.render import render_picture
    from sim.app.render.outlook import from_street as street_view

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "seen.png"
        render_picture(made, None, street_view(made), (WIDE - 8, 270), path, "play")
        return Image.open(path).convert("RGB")


if __name__ == "__main__":
    main()
