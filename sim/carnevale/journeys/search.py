"""From one place to another in the fewest actions that are found: on foot, and by jumps between roofs.

On foot it goes by one of a few ways (`plans`), cut into actions; a jump is tried where it might save some. What is
found is legal action by action, each asked of the rules. It is the least of what is looked for, and not proved to be
the least of all: nobody falls on purpose, and no boat is rowed.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import count
from math import dist, inf, isfinite
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board, placed
from sim.board.model.errors import TableauError
from sim.board.model.journeys import Hop, Journey, Stage
from sim.board.model.tableau import Figure, Point
from sim.carnevale.journeys.bars import bars_between
from sim.carnevale.journeys.plans import walks_to
from sim.carnevale.journeys.traveller import Stance, Traveller, Wayfarer
from sim.carnevale.journeys.walks import least_slots
from sim.carnevale.odds import jump_chance
from sim.words import say

__all__ = ["journey"]

MOST = 80  # actions of a way
EVERYWHERE = 250.0  # inches
EXPANDED = 12  # places from where jumps are looked for
TRIED = 8  # ways with jumps that are tried, the most promising first
FARTHEST = 8.0  # inches: a longer jump is not looked for
CLOSE, AT_ENDS = 3.0, 4  # inches from either end of the way at which a jump begins or ends there, and how many
BESIDE = 0.3  # inches: from the place of a lattice to where a jump begins
ALTERNATIVES = 12  # places near a goal to which no way leads
APART = 1.0  # inches between them
FLOODED, SAMPLED = 100, 24  # places from where all that a turn leads to is looked at, and how many of those in turn
NEAREST = 400  # of these places, which may be the nearest of all
ABOARD = 1.5  # inches between a base's middle and a hull that it steps onto
CELL = 4.0  # inches of a cube in which one place will do
Floats = NDArray[np.float64]
Stages = tuple[Stage, ...]


class _Node(NamedTuple):
    """Where a jump, or the way itself, begins: the end of the last of some `hops`, of which the last is made from where
    one goes to from `before`; `slots`: about how many actions; `sure`: measured, with no climb too high for a turn."""

    here: Stance
    hops: tuple[Hop, ...] = ()
    slots: int = 0
    before: _Node | None = None
    sure: bool = True


class _Flood(NamedTuple):
    """The places that one can come to, turn by turn and by jumps: of some `fields`, (n, 3) each, which jumps lead
    there; and all jumps that begin there, also those that are not made."""

    fields: list[Floats]
    chains: list[tuple[Hop, ...]]
    begun: list[Hop]


def journey(
    board: Board,
    traveller: Traveller,
    start: Point,
    goal: Point,
    hops: Sequence[Hop] = (),
    others: Sequence[Figure] = (),
) -> Journey:
    """The way from one place to another, or what bars it. `hops`: jumps that may be worth making; `others` stand in the
    way. Raises TableauError where no base comes to rest."""
    walker = Wayfarer(board, traveller, others)
    begun, there = walker.let_down(start), walker.let_down(goal)
    for asked, rests in ((start, begun), (goal, there)):
        if rests is None:
            raise TableauError(say("no base comes to rest at ({x:g}, {y:g}, {z:g}), nor below", **_named(asked)))
    assert begun is not None
    assert there is not None
    search = _Search(walker, (*hops, *_of_its_own(walker, begun, there, hops)) if traveller.jumps else hops)
    stages = search.least(Stance(begun), there)
    found = search.nearest(Stance(begun), there, others) if stages is None else Journey.of(begun, there, stages)
    return msgspec.structs.replace(found, boats=tuple(_boats(walker, Stance(begun))))


def _boats(walker: Wayfarer, here: Stance) -> Iterator[str]:
    """Vessels beside which its first turn may end: they are no part of the way, which is said."""
    import shapely

    vessels = walker.board.vessels
    if not vessels:
        return
    places = walker.prospect(here, float(walker.traveller.move * walker.traveller.actions)).at
    near = shapely.points(np.vstack([places[:, :2], [here.at[:2]]]))
    for vessel in vessels:
        hull = np.concatenate([part.triangles.reshape(-1, 3) for part in vessel.parts])
        lies = placed(hull, vessel.start.at, vessel.start.turn)
        if shapely.distance(shapely.MultiPoint(lies[:, :2]).convex_hull, near).min() <= ABOARD:
            yield vessel.id


def _of_its_own(walker: Wayfarer, start: Point, goal: Point, hops: Sequence[Hop]) -> Iterator[Hop]:
    """Jumps right from where it stands, and right to where it goes: over gaps nearby, of which some `hops` are."""
    leaps = [(start, goal)] if dist(start, goal) <= FARTHEST else []
    for hop in sorted(hops, key=lambda each: dist(each.start, start))[:AT_ENDS]:
        leaps += [(start, hop.end)] if dist(hop.start, start) <= CLOSE else []
    for hop in sorted(hops, key=lambda each: dist(each.end, goal))[:AT_ENDS]:
        leaps += [(hop.start, goal)] if dist(hop.end, goal) <= CLOSE else []
    for begin, end in dict.fromkeys(leaps):
        jumped = walker.jump(Stance(begin), end)
        if jumped is not None:
            yield Hop(begin, end, jumped.carries)


def _named(at: Point) -> dict[str, float]:
    return dict(zip("xyz", at, strict=True))


class _Search:
    """`hops`: those jumps that are likely enough; `turn`: inches of a turn."""

    def __init__(self, walker: Wayfarer, hops: Sequence[Hop]) -> None:
        self.walker, self.traveller = walker, walker.traveller
        likely = self.traveller.likely if self.traveller.jumps else inf
        self.hops = [hop for hop in hops if jump_chance(self.traveller.dexterity, hop.carries) >= likely]
        self.all_hops = tuple(hops)
        self.turn = float(self.traveller.move * self.traveller.actions)

    def least(self, start: Stance, goal: Point) -> Stages | None:
        """The fewest actions, those counted that are passed; of as many, with the fewest rolls."""
        best = self._walked(start, goal, 0, MOST)
        most = MOST if best is None else _slots(best, self.traveller) - 1
        for hops in self._with_jumps(start, goal, most):
            found = self._realized(start, goal, hops, most)
            if found is not None:
                best, most = found, _slots(found, self.traveller) - 1
        return best

    def _walked(self, start: Stance, goal: Point, slot: int, most: int) -> Stages | None:
        best: Stages | None = None
        for walk in walks_to(self.walker, goal):
            if best is not None and self._is_least(best, slot):
                break
            found = walk.stages(start, slot, most)
            if found is not None and (best is None or _worth(found, self.traveller) < _worth(best, self.traveller)):
                best, most = found, min(most, max(_slots(found, self.traveller), slot))
        return best

    def _is_least(self, stages: Stages, slot: int) -> bool:
        """Does the shortest way take as few actions as its inches can, and no roll?"""
        inches = sum(stage.inches for stage in stages)
        least = slot + least_slots(inches, self.traveller.move)
        return _slots(stages, self.traveller) <= least and not any(stage.rolls for stage in stages)

    # -- by jumps ---------------------------------------------------------------------------------------------

    def _with_jumps(self, start: Stance, goal: Point, most: int) -> list[tuple[Hop, ...]]:
        """Jumps one after another that may lead there in no more actions, the most promising first."""
        found = list[tuple[int, tuple[Hop, ...]]]()
        order, queue = count(1), [(0, 0, _Node(start))]
        settled, expanded = set[Point](), 0
        while queue and expanded < EXPANDED and self.hops:
            node = heapq.heappop(queue)[2]
            if node.here.at in settled:
                continue
            if not node.sure:
                measured = self._made_sure(node)
                if measured.slots <= most:
                    heapq.heappush(queue, (measured.slots, next(order), measured))
                continue
            settled.add(node.here.at)
            total = node.slots + least_slots(self._far(node.here, goal), self.traveller.move)
            if node.hops and total <= most:
                found.append((total, node.hops))
            if node.slots + 1 >= most:
                continue
            expanded += 1
            for hop, inches in self._begun_within(node.here):
                slots = node.slots + least_slots(inches, self.traveller.move) + 1
                if slots <= most and hop.end not in settled:
                    further = _Node(Stance(hop.end), (*node.hops, hop), slots, node, sure=False)
                    heapq.heappush(queue, (slots, next(order), further))
        return [hops for _, hops in sorted(found, key=lambda each: (each[0], len(each[1])))[:TRIED]]

    def _made_sure(self, node: _Node) -> _Node:
        """With the way to where its last jump begins measured; more actions than any way has if there is none."""
        assert node.before is not None
        inches = self._far(node.before.here, node.hops[-1].start)
        return node._replace(slots=node.before.slots + least_slots(inches, self.traveller.move) + 1, sure=True)

    def _far(self, here: Stance, to: Point) -> float:
        """About how many inches it is, with no climb too high for a turn; more than any way is long if none leads."""
        now = float(self.walker.prospect(here, self.turn, (to,)).now[0])
        return now if isfinite(now) else MOST * self.turn

    def _begun_within(self, here: Stance) -> list[tuple[Hop, float]]:
        """The jumps that begin where one can go, and about how far that is, walls of any height climbed."""
        field = self.walker.prospect(here, EVERYWHERE)
        return [(self.hops[n], float(field.cost[at])) for n, at in _near(self.hops, field.at)]

    def _realized(self, start: Stance, goal: Point, hops: tuple[Hop, ...], most: int) -> Stages | None:
        """The way over some jumps; None where it takes more actions, or the rules do not let it be."""
        stages: Stages = ()
        here, slot = start, 0
        for hop in hops:
            walked = self._walked(here, hop.start, slot, most - 1) if here.at != hop.start else ()
            if walked is None:
                return None
            stages, slot = (*stages, *walked), _slots(walked, self.traveller) or slot
            here = Stance(walked[-1].points[-1]) if walked else here
            jumped = self.walker.jump(here, hop.end) if self._goes_on(here, slot) else None
            if jumped is None or jumped.chance < self.traveller.likely or slot >= most:
                return None
            stages = (*stages, self.walker.stage_of_jump(jumped, slot))
            here, slot = Stance(jumped.points[-1]), slot + 1
        walked = self._walked(here, goal, slot, most) if self._goes_on(here, slot) else None
        return None if walked is None else (*stages, *walked)

    def _goes_on(self, here: Stance, slot: int) -> bool:
        """May it do another action from there: where its turn ends before that, may that end there?"""
        return slot % self.traveller.actions != 0 or self.walker.may_stay(here)

    # -- where there is no way --------------------------------------------------------------------------------

    def nearest(self, start: Stance, goal: Point, others: Sequence[Figure]) -> Journey:
        """To the nearest place that can be reached, and what bars the way from there."""
        flood = self._flooded(start, goal)
        stages: Stages = ()
        left, here = dist(start.at, goal), start
        for place, hops in _apart(flood, goal):
            if dist(place, goal) >= left - BESIDE:
                break
            found = self._realized(start, place, hops, MOST)
            if found is not None:
                stages, left, here = found, dist(place, goal), Stance(found[-1].points[-1])
                break
        made = set(self.hops)
        bars = bars_between(self.walker, here, goal, [hop for hop in flood.begun if hop not in made], others)
        return Journey.of(start.at, goal, stages, max(round(left, 3), 0.001), bars)

    def _flooded(self, start: Stance, goal: Point) -> _Flood:
        """What is nearest to the goal is looked at first."""
        fields, chains, begun = [np.array([start.at])], [tuple[Hop, ...]()], dict[Hop, None]()
        queue: list[tuple[float, Point, tuple[Hop, ...]]] = [(dist(start.at, goal), start.at, ())]
        seen, made = set[tuple[int, ...]](), set(self.hops)
        for _ in range(FLOODED):
            if not queue:
                break
            _, at, chain = heapq.heappop(queue)
            chains.append(chain)
            field = self.walker.prospect(Stance(at), self.turn).at
            fields.append(field[np.argsort(np.linalg.norm(field - np.array(goal), axis=1), kind="stable")[:NEAREST]])
            further = [((float(x), float(y), float(z)), chain) for x, y, z in field[:: max(1, len(field) // SAMPLED)]]
            for hop in (self.all_hops[n] for n, _ in _near(self.all_hops, field)):
                begun[hop] = None
                further += [(hop.end, (*chain, hop))] if hop in made else []
            for place, hops in further:
                cell = tuple(int(v // CELL) for v in place)
                if cell not in seen:
                    seen.add(cell)
                    heapq.heappush(queue, (dist(place, goal), place, hops))
        return _Flood(fields, chains, list(begun))


def _slots(stages: Stages, traveller: Traveller) -> int:
    """How many actions are over at the end, those that were passed counted."""
    return (stages[-1].turn - 1) * traveller.actions + stages[-1].action if stages else 0


def _worth(stages: Stages, traveller: Traveller) -> tuple[int, int, float]:
    return _slots(stages, traveller), sum(stage.rolls for stage in stages), sum(stage.inches for stage in stages)


def _near(hops: Sequence[Hop], places: Floats) -> Iterator[tuple[int, int]]:
    """The numbers of the jumps that begin at one of some places (n, 3), and of the place."""
    from scipy.spatial import cKDTree

    if not hops or not len(places):
        return
    starts = np.array([hop.start for hop in hops])
    low, high = places.min(axis=0) - BESIDE, places.max(axis=0) + BESIDE
    within = np.flatnonzero(((starts >= low) & (starts <= high)).all(axis=1))
    if len(within):
        far, index = cKDTree(places).query(starts[within], k=1)
        for number in np.flatnonzero(far <= BESIDE).tolist():
            yield int(within[number]), int(index[number])


def _apart(flood: _Flood, goal: Point) -> Iterator[tuple[Point, tuple[Hop, ...]]]:
    """Some places, nearest to a goal first, each apart from the others; and the jumps that lead there."""
    places = np.concatenate(flood.fields)
    of = np.repeat(np.arange(len(flood.fields)), [len(field) for field in flood.fields])
    order = np.argsort(np.linalg.norm(places - np.array(goal), axis=1), kind="stable")
    left, of = places[order], of[order]
    for _ in range(ALTERNATIVES):
        if not len(left):
            return
        x, y, z = left[0].tolist()
        yield (round(x, 3), round(y, 3), round(z, 3)), flood.chains[int(of[0])]
        beyond = np.linalg.norm(left - left[0], axis=1) >= APART
        left, of = left[beyond], of[beyond]
