"""Do two boards rule the same? Asked at many places of both: a map and its package, an export, a piece and its print.

python tools/same_rulings.py san-canciano board.glb --places 300 --seed 1
python tools/same_rulings.py --shipped --places 100     each board that ships, against its package and its export
python tools/same_rulings.py --blender PYTHON           each, against itself with its pieces as Blender saves them
                                                        (of another Python that has it: pip install bpy)

Minis stand where they come to rest, dropped over the board, and every question is put to both boards. Numbers may
differ by `--within` inches. Where an answer is another one, the first board is asked again with the minis a step of
that size aside: what changes so too is a matter of the last digits, and counted as `marginal`; the rest is `wrong`.
Ends with 1 where anything is.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.board.board import Board
from sim.board.files.finding import find_map
from sim.board.files.folders import assets_dir, maps_dir
from sim.board.model.queries import (
    CoverOf,
    DistanceOf,
    DropOf,
    GroundOf,
    JumpAlong,
    Mover,
    PathTo,
    PushAlong,
    Query,
    ReachOf,
    SightOf,
)
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import (
    Cover,
    Distance,
    Drop,
    Ground,
    JumpSweep,
    Push,
    Reach,
    Sight,
    Verdict,
)
from sim.board.model.verdicts import (
    Path as Way,
)
from sim.builder.document import MapDocument
from sim.builder.edits import Move, PlacePieces
from sim.builder.export.board_mesh import board_glb
from sim.builder.packages.packing import packed
from sim.builder.packages.unpacking import unpacked
from sim.geometry.tolerance import SLACK

PICTURE = b"\x89PNG\r\n\x1a\n"
AROUND = 8  # directions that the minis are moved aside in
FAR = 12.0  # inches: about as far as minis look at each other, or go
AREA = 0.02  # share of a reach that may differ: its edges are drawn to 0.08"
REACHES = 12  # places for each reach, which takes a hundred times as long as another answer
PATH = 0.02  # inches of a way that is searched for, for each inch of it

Told = tuple[tuple[object, ...], tuple[float, ...]]  # what an answer says, and its numbers


class Tally(msgspec.Struct):
    """What came of a comparison: questions by kind, the largest difference of numbers by kind, and what differs."""

    asked: Counter[str] = msgspec.field(default_factory=Counter)
    marginal: Counter[str] = msgspec.field(default_factory=Counter)
    largest: dict[str, float] = msgspec.field(default_factory=dict)
    wrong: list[str] = msgspec.field(default_factory=list)

    def lines(self) -> Iterator[str]:
        for kind, count in sorted(self.asked.items()):
            yield f"{kind:10} {count:6,} asked, {self.marginal[kind]:3} marginal, off by {self.largest[kind]:.5f}"
        yield from self.wrong
        total = sum(self.asked.values())
        yield f"{total:,} answers: {len(self.wrong)} wrong, {sum(self.marginal.values())} marginal"


def compared(one: Board, other: Board, places: int, seed: int, within: float = SLACK, reaches: bool = True) -> Tally:
    """Ask two boards that lie alike. `places`: where a mini stands; each looks at three others and goes to one."""
    chance, tally = random.Random(seed), Tally()
    spots = list(_spots(one, other, places, chance, tally, within))
    for number, spot in enumerate(spots):
        near = sorted(spots, key=lambda each: (math.dist(each, spot), each))[1:]
        near = [each for each in near if math.dist(each, spot) > 1.3]
        close = [each for each in near if math.dist(each, spot) < FAR] or near[:1]
        for target in chance.sample(close, min(3, len(close))) + chance.sample(near, min(1, len(near))):
            tableau = Tableau((Figure("a", spot), Figure("b", target, chance.choice((25.0, 30.0, 40.0)))))
            for query in (SightOf("a", "b"), CoverOf("a", "b"), CoverOf("b", "a"), DistanceOf("a", "b")):
                _ask(one, other, query, tableau, tally, within)
        if not close:
            continue
        alone, goal = Tableau((Figure("a", spot),)), chance.choice(close)
        flat = (goal[0], goal[1], spot[2])
        for query in (
            PathTo(Mover("a", 9.0), goal),
            JumpAlong("a", goal if goal[2] <= spot[2] + 1.0 else flat, 6.0),
            PushAlong("a", goal, 4.0),
        ):
            _ask(one, other, query, alone, tally, within)
        if reaches and number % REACHES == 0:
            _ask(one, other, ReachOf(Mover("a", 5.0)), alone, tally, within)
    return tally


def _spots(
    one: Board, other: Board, places: int, chance: random.Random, tally: Tally, within: float
) -> Iterator[Point]:
    """Where minis stand that are dropped over the board, and at times under its roofs."""
    wide, deep = one.size
    top = max(float(part.triangles[..., 2].max()) for part in one.parts) + 0.5
    found = 0
    for _ in range(20 * places):
        start = (chance.uniform(0, wide), chance.uniform(0, deep), chance.choice((top, top, 2.2, 0.6)))
        start = (round(start[0], 3), round(start[1], 3), start[2])
        tableau = Tableau((Figure("a", (start[0], start[1], top)),))
        drop = _ask(one, other, DropOf("a", start), tableau, tally, within)
        if not isinstance(drop, Drop) or drop.rest is None or drop.nudged > 0.5:
            continue
        ground = _ask(one, other, GroundOf("a", drop.rest), tableau, tally, within)
        if isinstance(ground, Ground) and ground.free:
            found += 1
            yield drop.rest
        if found == places:
            return


def _ask(one: Board, other: Board, query: Query, tableau: Tableau, tally: Tally, within: float) -> Verdict:
    kind = type(query).__name__.removesuffix("Of")
    mine, theirs = one.answer(query, tableau), other.answer(query, tableau)
    tally.asked[kind] += 1
    tally.largest.setdefault(kind, 0.0)
    a, b = told(mine), told(theirs)
    if _same(a, b, mine, within):
        off = max((abs(x - y) for x, y in zip(a[1], b[1], strict=True)), default=0.0)
        tally.largest[kind] = max(tally.largest[kind], off)
    elif any(_same(told(again), b, again, within) for again in _aside(one, query, tableau, within)):
        tally.marginal[kind] += 1
    else:
        tally.wrong.append(f"{query} on {tableau.figures}: {a} here, {b} there")
    return mine


def _aside(board: Board, query: Query, tableau: Tableau, within: float) -> Iterator[Verdict]:
    """The answers of a board about minis that stand a step aside: level, and up and down."""
    for n in range(AROUND):
        way = 2 * math.pi * n / AROUND
        for lift in (0.0, within, -within):
            by = (within * math.cos(way), within * math.sin(way), lift)
            figures = [msgspec.structs.replace(tableau.figures[0], at=_moved(tableau.figures[0].at, by))]
            figures += tableau.figures[1:]
            asked: Query = query
            if isinstance(query, (DropOf, GroundOf)) and query.at is not None:
                asked = msgspec.structs.replace(query, at=_moved(query.at, by))
            elif isinstance(query, (JumpAlong, PushAlong, PathTo)):
                asked = msgspec.structs.replace(query, to=_moved(query.to, by))
            yield board.answer(asked, Tableau(tuple(figures)))


def _moved(at: Point, by: Sequence[float]) -> Point:
    return (at[0] + by[0], at[1] + by[1], at[2] + by[2])


def _same(a: Told, b: Told, verdict: Verdict, within: float) -> bool:
    if a[0] != b[0] or len(a[1]) != len(b[1]):
        return False
    return all(abs(x - y) <= _most(verdict, x, within) for x, y in zip(a[1], b[1], strict=True))


def _most(verdict: Verdict, number: float, within: float) -> float:
    """By how much a number of a verdict may differ: what is searched for, or counted, is good to what it says."""
    if isinstance(verdict, Cover):
        return max(2 * verdict.error, within)
    if isinstance(verdict, Reach):
        return AREA * max(number, 1.0)
    if isinstance(verdict, Way):
        return max(PATH * number, 2 * within)
    return 2 * within


def told(verdict: Verdict) -> Told:
    """What a verdict says that a rule goes by, and its numbers. Witnesses of it may be others."""
    return _TOLD[type(verdict)](verdict)


def _ground(ground: Ground | None) -> tuple[object, ...]:
    if ground is None:
        return (None,)
    keys = ("whole", "landing", "kind", "water", "access", "ruin", "unstable", "vessel", "gondola", "free")
    return tuple(getattr(ground, key) for key in keys)


_TOLD: dict[type[Verdict], Callable[[Any], Told]] = {
    Sight: lambda v: ((v.visible,), ()),
    Cover: lambda v: ((v.in_cover,), (v.hidden,)),
    Distance: lambda v: ((v.base_contact,), (v.distance, v.horizontal, v.vertical)),
    Ground: lambda v: (_ground(v), v.at),
    Drop: lambda v: ((v.landing, v.whole, v.onto, *_ground(v.ground)), (*(v.rest or ()), v.height, v.nudged)),
    Reach: lambda v: ((), (v.area,)),
    Way: lambda v: ((v.refusal and v.refusal[0], v.rolls, *_ground(v.ends)), () if v.refusal else (v.cost,)),
    JumpSweep: lambda v: ((v.falls, *_ground(v.ground)), (*v.end, *v.rest, v.fall_height, v.length)),
    Push: lambda v: ((v.falls, *_ground(v.ground)), (*v.end, v.moved)),
}


def trips(name: str, folder: Path) -> Iterator[tuple[str, Board, Board]]:
    """A board that ships, and what becomes of it: packed and opened by somebody else, exported from there and read
    again; and the same with a house of it moved and put there once more, as the editor does."""
    document = MapDocument(find_map(name).read_text("utf-8"), find_map(name))
    yield from _there_and_back(name, document, folder / "as it ships")
    house = next((p for p in document.map.pieces if not isinstance(p.piece, str)), document.map.pieces[0])
    wide, deep = document.map.size
    document.apply(Move((house.id,), (0.37, -0.21, 0.0)))
    document.apply(PlacePieces((msgspec.structs.replace(house, at=(wide / 2, deep / 2), turn=33.3, id="more"),)))
    yield from _there_and_back(f"{name}, edited", document, folder / "edited")


def _there_and_back(name: str, document: MapDocument, folder: Path) -> Iterator[tuple[str, Board, Board]]:
    folder.mkdir()
    (folder / "board.toml").write_text(document.text, encoding="utf-8")
    board = Board.load(folder / "board.toml")
    (folder / "board.bauta").write_bytes(packed(folder / "board.toml", PICTURE, []))
    os.environ["BAUTA_DATA"] = str(folder / "somebody else")
    there = Board.load(unpacked(folder / "board.bauta"))
    yield f"{name}, packed", board, there
    (folder / "board.glb").write_bytes(board_glb(there))
    yield f"{name}, packed and exported", board, Board.load(folder / "board.glb")


def shipped(names: Sequence[str], places: int, seed: int, within: float) -> int:
    """Every board that ships there and back; 1 where an answer is another one."""
    wrong = 0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            for what, one, other in trips(name, Path(folder)):
                tally = compared(one, other, places, seed, within)
                wrong += len(tally.wrong)
                *_, total = tally.lines()
                print(f"{what}: {total}", *tally.wrong, sep="\n    ", flush=True)
    return int(wrong > 0)


SAVED_BY_BLENDER = """
import os, sys
import bpy
*pieces, to = sys.argv[1:]
for piece in pieces:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=piece)
    bpy.ops.export_scene.gltf(filepath=os.path.join(to, os.path.basename(piece)), export_extras=True)
print("saved", flush=True)
os._exit(0)  # it is known to fall over while it ends
"""


def through_blender(python: str, names: Sequence[str], places: int, seed: int, within: float) -> int:
    """Boards that ship against the same with all pieces as Blender saves them; 1 where an answer is another one."""
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        pieces = sorted((assets_dir() / "pieces").glob("*.glb"))
        subprocess.run([python, "-c", SAVED_BY_BLENDER, *map(str, pieces), folder], check=True, capture_output=True)
        assert all((Path(folder) / piece.name).exists() for piece in pieces), "Blender left some out"
        for name in names:
            beside = Path(folder) / f"{name}.toml"
            beside.write_bytes(find_map(name).read_bytes())
            tally = compared(Board.load(name), Board.load(beside), places, seed, within)
            wrong += len(tally.wrong)
            *_, total = tally.lines()
            print(f"{name}, its pieces saved by Blender: {total}", *tally.wrong, sep="\n    ", flush=True)
    return int(wrong > 0)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("boards", nargs="*", help="two, or with --shipped those that are meant")
    words.add_argument("--shipped", action="store_true", help="each board that ships against what becomes of it")
    words.add_argument("--blender", metavar="PYTHON", help="one that has Blender as a module")
    words.add_argument("--places", type=int, default=200)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--within", type=float, default=SLACK, help="inches that numbers may differ by")
    given = words.parse_args()
    names = given.boards or sorted(path.stem for path in maps_dir().glob("*.toml"))
    if given.blender:
        return through_blender(given.blender, names, given.places, given.seed, given.within)
    if given.shipped:
        return shipped(names, given.places, given.seed, given.within)
    if len(given.boards) != 2:
        words.error("name two boards")
    one, other = (Board.load(each) for each in given.boards)
    tally = compared(one, other, given.places, given.seed, given.within)
    print("\n".join(tally.lines()))
    return int(bool(tally.wrong))


if __name__ == "__main__":
    sys.exit(main())
