"""How true the area of a move is: `python tools/reaches.py [BOARD...] [--seed N] [--scenes N] [--json]`.

On each board somebody stands somewhere, again and again, with up to four others near, beside, above and below. Places
are drawn that the area told for its move leaves out, and places that are in it, most of them near its edge; to each a
legal path is looked for. What the area promises is that no place more than 0.05" outside it has one, and that every
place more than 0.05" inside it has one, or another has that is no further from it: it may close a crack. One line a
find, and one a board; the exit code is 1 where there is a find.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shapely.geometry import MultiPolygon, Point

from sim.board.board import Board
from sim.board.model.queries import Mover
from sim.board.model.tableau import Figure, Tableau
from tests.board.movement.agreement import BOUND, Areas, Spot, area_of, dropped, led, off, path, reach, scenes

MAPS = Path(__file__).resolve().parents[1] / "maps"
FAR = 0.7  # inches: places near an edge are drawn up to so far outside it
DEEP = 0.4  # inches: and up to so far inside
OUTSIDE, INSIDE = 20, 8  # places a scene, and a level
TRIES = 10  # places drawn for each that counts
HERE = 0.02  # inches: so near to a place its path ends there


class Find(msgspec.Struct, frozen=True):
    """A place where area and paths disagree: how far it is outside, or inside, and what shows it again."""

    board: str
    outside: bool
    by: float
    figures: tuple[Figure, ...]
    move: float
    to: Spot
    cost: float
    said: str

    def __str__(self) -> str:
        where = "outside, with a path" if self.outside else "inside, without one"
        return f'{self.board}: {self.by:.3f}" {where}: {self.figures}, MOVE {self.move:g}, to {self.to}: {self.said}'


class Tally(msgspec.Struct):
    """Of a board: places that were looked at, and what was found."""

    board: str
    outside: int = 0
    inside: int = 0
    finds: list[Find] = msgspec.field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        out = sorted((f.by for f in self.finds if f.outside), reverse=True)
        into = sorted((f.by for f in self.finds if not f.outside), reverse=True)
        return (
            f"{self.board}: of {self.outside} places outside {len(out)} had a path{_furthest(out)}; "
            f"of {self.inside} inside {len(into)} had none{_furthest(into)}; {self.seconds:.0f} s"
        )


def _furthest(by: list[float]) -> str:
    return " (" + ", ".join(f'{inches:.3f}"' for inches in by[:8]) + ")" if by else ""


def _beside(areas: Areas, rng: Random) -> tuple[float, float, float, float]:
    """A place near the edge of an area that is drawn by its length, as a box."""
    edges = [area.boundary for _, area in areas]
    edge = rng.choices(edges, [e.length for e in edges])[0]
    at = edge.interpolate(rng.uniform(0.0, edge.length))
    turn, far = rng.uniform(0.0, 2 * math.pi), rng.uniform(BOUND, FAR)
    return (at.x + far * math.cos(turn), at.y + far * math.sin(turn)) * 2


def outside(home: Board, tableau: Tableau, mover: Mover, areas: Areas, rng: Random) -> Iterator[Spot]:
    """Places that the area leaves out, most of them near its edge."""
    x, y, _ = tableau.figure("a").at
    far = mover.move + 1.0
    for n in range(TRIES * OUTSIDE):
        box = _beside(areas, rng) if areas and n % 4 else (x - far, y - far, x + far, y + far)
        to = dropped(home, tableau, rng, box)
        if to is not None and off(areas, to) > BOUND:
            yield to


def inside(area: MultiPolygon, rng: Random) -> Iterator[tuple[float, float]]:
    """Points in an area, but at its very edge; half of them near it."""
    rings = area.buffer(-BOUND), area.buffer(-BOUND).difference(area.buffer(-DEEP))
    for n in range(TRIES * INSIDE):
        ring = rings[n % 2]
        if ring.is_empty:
            continue
        x0, y0, x1, y1 = ring.bounds
        at = round(rng.uniform(x0, x1), 3), round(rng.uniform(y0, y1), 3)
        if ring.contains(Point(at)):
            yield at


def look(name: str, home: Board, tableau: Tableau, mover: Mover, rng: Random, tally: Tally) -> Iterator[Find]:
    """One mover: what is found."""
    areas = [(level, area_of(level)) for level in reach(home, tableau, mover).levels]
    for to in islice(outside(home, tableau, mover, areas, rng), OUTSIDE):
        tally.outside += 1
        found = path(home, tableau, mover, to)
        if found.refusal is None and math.dist(found.ends.at, to) <= HERE:
            said = f"{found.cost:.3f} by {', '.join(leg.kind for leg in found.legs)}"
            yield Find(name, True, round(off(areas, to), 3), tableau.figures, mover.move, to, found.cost, said)
    for level, area in areas:
        for x, y in islice(inside(area, rng), INSIDE):
            tally.inside += 1
            if not led(home, tableau, mover, level, x, y):
                said = f"level {level.z}"
                by = round(area.boundary.distance(Point(x, y)), 3)
                yield Find(name, False, by, tableau.figures, mover.move, (x, y, level.z[0]), 0.0, said)


def measure(name: str, seed: int, count: int) -> Tally:
    """One board, so many movers."""
    home, rng, tally = Board.load(name), Random(seed), Tally(name)
    begun = time.process_time()
    for tableau, mover in islice(scenes(home, seed), count):
        for find in look(name, home, tableau, mover, rng, tally):
            tally.finds.append(find)
            print(find, flush=True)
    tally.seconds = time.process_time() - begun
    print(tally, flush=True)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", metavar="BOARD", help="all that are shipped, if none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=20, help="movers on each board")
    parser.add_argument("--json", action="store_true", help="the tallies as JSON, at the end")
    given = parser.parse_args()
    names = given.boards or sorted(path.stem for path in MAPS.glob("*.toml"))
    tallies = [measure(name, given.seed, given.scenes) for name in names]
    if given.json:
        print(msgspec.json.encode(tallies).decode())
    return 1 if any(tally.finds for tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
