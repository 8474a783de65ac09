"""Whether climbs are the same up and down: `python tools/climbs.py [BOARD...] [--seed N] [--lines N] [--show N]`.

On each board lines are drawn that lead over a wall: straight out from it as the search for ways knows them, and others
beside these at any angle, for bases of three sizes. Each is followed up and down (MOVE-14). One line a board: how many
are climbed both ways, and up or down only, and how many cost more one way than the other; what refuses those that are
climbed one way only, by how often it does. Walls of canals, which are climbed down only (MOVE-08), are left out.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from sim.board.board import Board
from sim.board.model.queries import Mover
from sim.board.model.tableau import MM, Figure, Point, Tableau
from sim.board.movement.climb_search import climb_points, climbs_over
from sim.board.movement.nav_scene import NavScene, body_height, nav_scene_of
from sim.board.movement.paths import Tracer
from sim.board.movement.standing import ON, point
from sim.board.movement.trail import Stop
from sim.geometry.ground.discs import Base
from sim.geometry.ground.footing import OVER_SHORE, WHOLE, footing
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.climb_links import (
    FOOT_REST,
    FOOT_X,
    FOOT_Y,
    SLICK,
    TOP_REST,
    TOP_X,
    TOP_Y,
    find_climb_links,
)
from sim.geometry.tolerance import STEP

MAPS = Path(__file__).resolve().parents[1] / "maps"
BASES = (25.0, 30.0, 40.0)
ASIDE = 0.5  # inches: so far beside a known foot and top others are drawn
ALIKE = 0.05  # inches: what differs by no more costs the same
_NOBODY: Floats = np.zeros((0, 5))


class Line(NamedTuple):
    """A line over a wall, from a foot to a top, for one base."""

    base_mm: float
    foot: Point
    top: Point


class Way(NamedTuple):
    """What a line costs one way, infinite where it is refused; what refuses it, and whether that is a canal's wall."""

    cost: float
    why: str = ""
    slick: bool = False


class Count(msgspec.Struct):
    """Of a board."""

    board: str
    lines: int = 0
    both: int = 0
    up_only: int = 0
    down_only: int = 0
    dearer: int = 0
    why: Counter[str] = msgspec.field(default_factory=Counter)

    def __str__(self) -> str:
        said = "; ".join(f"{n} {why}" for why, n in self.why.most_common(6))
        return (
            f"{self.board}: of {self.lines} lines {self.both} both ways ({self.dearer} dearer one way), "
            f"{self.up_only} up only, {self.down_only} down only{': ' + said if said else ''}"
        )


def lines(nav: NavScene, rng: Random, count: int) -> Iterator[Line]:
    """Lines over walls: half straight, half at any angle."""
    for base_mm in BASES:
        over = climbs_over(nav, climb_points(nav.scene.terrains[0]), base_mm)
        points = np.concatenate([own.points for own in over])
        base = Base(base_mm * MM / 2, body_height(base_mm))
        order = np.array(rng.sample(range(len(points)), min(len(points), 60 * count)))
        drawn = 0
        for some in np.array_split(order, max(1, len(order) // 500)):
            rows = find_climb_links(nav.scene, np.ascontiguousarray(points[some]), base, nav.buf)
            for row in rows[rows[:, SLICK] == 0.0][: count - drawn]:
                known = Line(base_mm, point(*row[[FOOT_X, FOOT_Y, FOOT_REST]]), point(*row[[TOP_X, TOP_Y, TOP_REST]]))
                drawn += 1
                yield known
                askew = beside(nav, rng, known)
                if askew is not None:
                    yield askew
            if drawn >= count:
                break


def beside(nav: NavScene, rng: Random, known: Line) -> Line | None:
    """A line from about the foot of a known one to about its top, if the base stands at both."""
    ends = []
    for x, y, z in (known.foot, known.top):
        turn, far = rng.uniform(0.0, 2 * math.pi), rng.uniform(0.0, ASIDE)
        x, y = round(x + far * math.cos(turn), 3), round(y + far * math.sin(turn), 3)
        size = known.base_mm * MM / 2, body_height(known.base_mm)
        found = footing(nav.scene, x, y, z + STEP / 2, *size, nav.buf)
        if found[4] not in (WHOLE, OVER_SHORE) or abs(found[1] - z) > STEP / 2:
            return None
        ends.append(point(x, y, found[1]))
    foot, top = ends
    return Line(known.base_mm, foot, top) if top[2] - foot[2] > STEP else None


def gone(nav: NavScene, base_mm: float, start: Point, end: Point) -> Way:
    """What a straight line costs, or what refuses it."""
    tracer = Tracer(nav, Mover("", math.inf), Figure("", start, base_mm), _NOBODY)
    try:
        tracer.run(end, last=False)
    except Stop as stop:
        return Way(math.inf, str(stop.refusal[1]), stop.refusal[0] == "MOVE-08")
    if math.dist(tracer.at, end) >= ON:
        return Way(math.inf, "it ends elsewhere")
    return Way(math.fsum(leg.cost for leg in tracer.legs))


def measure(name: str, seed: int, count: int, show: int) -> Count:
    """One board, so many straight lines for each base."""
    home, rng, own = Board.load(name), Random(seed), Count(name)
    nav = nav_scene_of(home, Tableau(), "")
    for line in lines(nav, rng, count):
        up = gone(nav, line.base_mm, line.foot, line.top)
        if up.slick:
            continue
        own.lines += 1
        down = gone(nav, line.base_mm, line.top, line.foot)
        can = math.isfinite(up.cost), math.isfinite(down.cost)
        own.both += can == (True, True)
        own.up_only += can == (True, False)
        own.down_only += can == (False, True)
        dearer = can == (True, True) and abs(up.cost - down.cost) > ALIKE
        own.dearer += dearer
        if can[0] != can[1]:
            own.why["up: " + up.why if can[1] else "down: " + down.why] += 1
        if (dearer or can[0] != can[1]) and show > 0:
            show -= 1
            print(f"  {line} up {up.cost:.3f} {up.why} down {down.cost:.3f} {down.why}")
    print(own, flush=True)
    return own


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", metavar="BOARD", help="all that are shipped, if none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=int, default=100, help="straight ones for each base; as many at any angle")
    parser.add_argument("--show", type=int, default=0, help="print so many lines of each board that differ")
    given = parser.parse_args()
    names = given.boards or sorted(path.stem for path in MAPS.glob("*.toml"))
    made = [measure(name, given.seed, given.lines, given.show) for name in names]
    return 1 if any(own.up_only or own.down_only for own in made) else 0


if __name__ == "__main__":
    sys.exit(main())
