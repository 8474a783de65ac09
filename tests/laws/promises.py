"""What is promised happens: the verdict that an answer was accepted on, and the events that followed, agree.

Two looks at it. A *way* (of a run, of what is left after a Critical) is promised when it is accepted: its points, its
inches, where it ends, whom it meets. And every event that a measurement decided says what was measured: a jump and
where it ends, a fall, a push, a vessel, an attack.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import dist
from typing import Any, NoReturn

import msgspec

from sim.board.model.queries import DistanceOf, DropOf, GroundOf, JumpAlong, Mover, PathAlong, PathTo, PushAlong, RowTo
from sim.board.model.tableau import Figure
from sim.board.model.verdicts import Distance, Drop, JumpSweep, Path, Push, VesselMove
from sim.carnevale import events as e
from sim.carnevale import moving, ways
from sim.carnevale.actions import Run
from sim.carnevale.characters import Point
from sim.carnevale.state import State, rounded
from sim.engine.requests import Choice, Measure, measured
from tests.laws.broken import Broken
from tests.laws.table import QUIET

INCHES = 0.01  # that costs may differ by: every leg's is told to 0.001
STEP = 1.0  # inches
HAIR = 0.0015  # inches: places are told to 0.001
RISE = 0.002 + HAIR  # inches: by so much a fall may rise, as the places of both its ends are rounded (`placement`)
HELPED = ("nudged", "placed")  # how a character is moved that was not to be moved so


class Way(msgspec.Struct):
    """A way that was accepted, and what is still to be seen of it."""

    who: str
    path: Path
    start: Point
    touching: tuple[str, ...]
    depth: int = 0  # of the actions within the one that it is part of
    events: list[e.Moved] = []
    broken_off: str = ""  # why it may end before its end
    met: tuple[str, ...] = ()
    over: bool = False


class Promises:
    """Watches one game. `measure` is to be what the session measures by; `accept` comes before an answer is given."""

    def __init__(self, game: str, measure: Measure, live: State) -> None:
        self.game, self._measure, self._live = game, measure, live
        self.asked: dict[tuple[Any, ...], Any] = {}  # the last verdict on each question about each figure
        self._accepted: dict[str, Path] = {}
        self.high: dict[str, float] = {}  # where a figure that falls is, on what its rim lies on
        self.jumped: dict[str, JumpSweep] = {}
        self.ways: list[Way] = []
        self.read = 0
        self.events: list[e.Event] = []
        self.seen = {"ways": 0, "charges": 0, "jumps": 0, "falls": 0, "pushes": 0, "attacks": 0, "vessels": 0}
        self.lost: list[str] = []  # ways that lead elsewhere, or nowhere, when they are given back as they are told

    # --- what is asked and told, as it is asked and told --------------------------------------------------

    def measure(self, state: State, query: Any) -> Any:
        verdict = self._measure(state, query)
        if state is self._live:  # and nobody only thinks
            self.note(state, query, verdict)
            if isinstance(query, DropOf):
                under = self._measure(state, GroundOf(query.figure, query.at))
                self.high[query.figure] = max(query.at[2], under.at[2])
        return verdict

    def note(self, state: State, query: Any, verdict: Any) -> None:
        """The rules have asked, and are about to get this verdict."""
        self._read(state.log)
        match query:
            case PathTo() | PathAlong() if verdict.refusal is None:
                self._promise(state, query.mover, verdict)
            case JumpAlong():
                self.asked.setdefault((JumpAlong, query.figure), []).append(verdict)
            case PushAlong():
                self.asked[PushAlong, query.figure] = verdict
            case DropOf():
                self.asked[DropOf, query.figure] = verdict
            case RowTo():
                self.asked[RowTo, query.piece] = verdict
            case DistanceOf():
                self.asked[DistanceOf, *sorted((query.a, query.b))] = verdict

    def look(self, state: State, request: Any) -> None:
        """Read what has been told since; between two actions, and at the end, every way must have been gone."""
        self._read(state.log)
        quiet = request is None or isinstance(request, QUIET)
        if quiet and not state.doing:
            for way in self.ways:
                self._gone(way)
            self.ways.clear()

    def _read(self, log: list[e.Event]) -> None:
        for event in log[self.read :]:
            self.read += 1
            for way in self.ways:
                self._follow(way, event)
            self._compare(event)
            self.events.append(event)

    # --- ways ---------------------------------------------------------------------------------------------

    def accept(self, state: State, choice: Choice, answer: Any) -> None:
        """An answer is about to be given that was found legal."""
        region, who = choice.region, getattr(choice.region, "who", None)
        if isinstance(region, moving.Further) and isinstance(answer, ways.Way):
            by = region.by
            path: Path = measured(ways.path_for(by, answer), state, self._measure)
        elif isinstance(answer, Run) and who is not None:
            way = answer.way
            path, inches = measured(ways.path_of_run(state, who, way, fly=answer.fly), state, self._measure)
            water = self._measure(state, GroundOf(who)).water
            by, answer = ways.mover(state, who, inches, in_water=water, fly=answer.fly), way
        else:
            return
        if path.refusal is not None:
            return
        self._finish(by.figure)
        self._promise(state, by, path)
        self._accepted[by.figure] = path
        self.seen["ways"] += 1
        self._again(state, path, by)

    def _finish(self, who: str) -> None:
        for earlier in [way for way in self.ways if way.who == who]:
            self._gone(earlier)
            self.ways.remove(earlier)

    def _promise(self, state: State, by: Mover, path: Path) -> None:
        """A way is measured that may be gone; before it is, another may be measured in its stead."""
        who = by.figure
        waiting = [
            way for way in self.ways if way.who == who and not way.events and not way.broken_off and not way.over
        ]
        if waiting and self._accepted.get(who) == path:
            return
        self.ways = [way for way in self.ways if way not in waiting]
        self._finish(who)
        own = Figure(who, state[who].here, state[who].profile.size)
        foes = [Figure(c.id, c.here, c.profile.size) for c in state.enemies(who)]
        self.ways.append(Way(who, path, state[who].here, tuple(f.id for f in foes if own.touches(f))))

    def _again(self, state: State, path: Path, by: Mover) -> None:
        """What is logged can be played: the same corners lead the same way."""
        if len(path.points) < 2 or by.fly or by.ethereal:
            return
        again: Path = self._measure(state, PathAlong(by, path.points[1:]))
        same = again.refusal is None and dist(again.points[-1], path.points[-1]) < 0.03
        same = same and [c.id for c in again.contacts] == [c.id for c in path.contacts]
        if not same:
            self.lost.append(f"{self.game}: {by.figure} {path.points}: {again.refusal} {again.points[-1]}")

    def _follow(self, way: Way, event: e.Event) -> None:
        """What an event tells of a way that is being gone."""
        match event:
            case e.ActionBegan():
                way.depth += way.depth > 0 or event.who != way.who or event.opportunity or bool(way.events)
            case e.ActionEnded():
                way.depth -= way.depth > 0
            case e.Moved() if event.who == way.who:
                self._goes(way, event)
            case e.Charged() if event.who == way.who and not way.met:
                way.met = event.targets
                self._meets(way)
            case e.MoveLost() if event.who == way.who:
                way.broken_off = way.broken_off or event.why
            case e.Disengaged() if event.who == way.who:
                way.broken_off = way.broken_off or ("disengage" if event.stays else "")
            case e.Killed() | e.Pushed() | e.Overruled() | e.Fell() | e.Escaped() if event.who == way.who:
                self._displaced(way, event)
            case e.Killed() | e.Pushed() | e.Fell() | e.Rowed() | e.Entered():
                way.over = True  # the board is another: what it meets now was not promised
            case _:
                pass

    def _goes(self, way: Way, event: e.Moved) -> None:
        if way.over or way.broken_off or way.met:
            return
        if self._arrived(way):
            ends = way.path.ends
            helped = event.how in HELPED and ends.whole and ends.free
            if helped:
                self.broken(
                    "where a way ends it stands", f"{way.who} comes to {way.path.points[-1]}, and is {event.how}"
                )
            way.over = True
        elif event.how in HELPED:
            way.broken_off = event.how
        else:
            way.events.append(event)

    def _displaced(self, way: Way, event: Any) -> None:
        if way.over or way.broken_off:
            return
        off = bool(way.path.legs) and way.path.legs[-1].kind in ("off_edge", "fly", "climb")
        falls = isinstance(event, e.Fell) and self._arrived(way) and not way.met and not way.depth  # in a chained jump
        if falls and way.path.ends.whole and not off:
            self.broken("where a way ends it stands", f"{way.who} comes to {way.path.points[-1]}, and falls: {event}")
        promised = {contact.id for contact in way.path.contacts} - set(way.touching)
        if falls and promised and way.path.legs[-1].kind != "off_edge":  # over an edge it meets them as it falls
            self.broken("whom a way meets it charges", f"{way.who} was to meet {promised}, and falls: {event}")
        way.broken_off = way.broken_off or type(event).__name__

    def _points(self, way: Way) -> list[Point]:
        points: list[Point] = []
        for event in way.events:
            points += [p for p in event.path if not points or p != points[-1]]
        return points

    def _arrived(self, way: Way) -> bool:
        points = self._points(way)
        return bool(points) and points[-1] == rounded(way.path.points[-1])

    def _meets(self, way: Way) -> None:
        """MOVE-10: it charges those whom the way promised, and nobody else."""
        self.seen["charges"] += 1
        if way.over or way.broken_off or not self._arrived(way):
            return
        promised = {contact.id for contact in way.path.contacts}
        old = set(way.touching)
        if set(way.met) - old != promised - old:
            self.broken("whom a way meets it charges", f"{way.who} was to meet {promised}, and charges {way.met}")

    def _gone(self, way: Way) -> None:
        """A way is over: was it gone as promised?"""
        if way.over and not way.events:
            return
        points, path = self._points(way), list(way.path.points)
        whole = [rounded(p) for p in path]
        if not _begins(points, whole, way.start, _divided(way.path)):
            self.broken("a way is gone as promised", f"{way.who} was to go {whole}, and goes {points}")
        if way.broken_off or way.over:
            return
        if len(path) > 1 and not self._arrived(way):
            self.broken("a way is gone to its end", f"{way.who} was to go {whole}, and goes {points}")
        cost = sum(event.cost for event in way.events)
        if abs(cost - way.path.cost) > INCHES:
            self.broken("a way costs what was promised", f"{way.who}: {way.path.cost}, and it costs {cost}")
        promised = {contact.id for contact in way.path.contacts} - set(way.touching)
        if promised and not way.met:
            self.broken("whom a way meets it charges", f"{way.who} was to meet {promised}, and charges nobody")
        last = way.events[-1] if way.events else None
        if last is not None and way.path.ends.whole and last.in_water != way.path.ends.water:
            self.broken("where a way ends is told", f"{way.who} ends in water: {way.path.ends.water}, {last}")
        if last is not None and way.path.ends.whole and last.aboard != way.path.ends.vessel:
            self.broken("where a way ends is told", f"{way.who} ends on {way.path.ends.vessel}: {last}")

    # --- what was measured --------------------------------------------------------------------------------

    def _compare(self, event: e.Event) -> None:
        """An event that a measurement decided says what was measured."""
        match event:
            case e.Jumped():
                self.seen["jumps"] += 1
                self._jumps(event, self.asked.pop((JumpAlong, event.who)))
            case e.Fell():
                self.seen["falls"] += 1
                drop = self.asked.get((DropOf, event.who))
                if drop is not None and drop.rest is not None:
                    self._falls(event, drop)
            case e.Pushed():
                push = self.asked.pop((PushAlong, event.who), None)
                if push is not None:
                    self.seen["pushes"] += 1
                    self._pushed(event, push)
            case e.Rowed():
                self.seen["vessels"] += 1
                row: VesselMove = self.asked[RowTo, event.piece]
                riders = tuple((who, rounded(at)) for who, at in row.riders)
                self.must(riders == event.riders, "riders come along as measured", f"{event}, measured {row}")
                self.must(rounded(row.at) == event.to.at, "a vessel goes as measured", f"{event}, measured {row}")
            case e.Attacked():
                self.seen["attacks"] += 1
                self._attacks(event)
            case _:
                pass

    def _jumps(self, event: e.Jumped, sweeps: list[JumpSweep]) -> None:
        """It is one of the jumps that were measured: of what may be jumped, a player chooses."""
        found = [sweep for sweep in sweeps if tuple(map(rounded, sweep.path)) == event.path]
        self.must(bool(found), "a jump goes as measured", f"{event}, measured {sweeps}")
        sweep = found[-1]
        self.must(event.to == rounded(sweep.end), "a jump ends as measured", f"{event}, measured {sweep}")
        self.must(event.falls == sweep.falls, "a jump falls as measured", f"{event}, measured {sweep}")
        self.jumped[event.who] = sweep

    def _falls(self, event: e.Fell, drop: Drop) -> None:
        assert drop.rest is not None
        self.must(event.rest == rounded(drop.rest), "a fall ends as measured", f"{event}, measured {drop}")
        self.must(event.landing == drop.landing.value, "a fall lands as measured", f"{event}, measured {drop}")
        self.must(event.onto == drop.onto, "a fall hits as measured", f"{event}, measured {drop}")
        straight = not drop.nudged and not drop.onto
        if straight and drop.start == event.start:
            flat = dist(event.start[:2], event.rest[:2])
            self.must(flat <= 0.006, "a fall goes straight down", f"{event}, measured {drop}")
        high = self.high.get(event.who, event.start[2] + STEP)  # its rim may lie on what is stepped on to
        self.must(event.rest[2] <= high + RISE, "a fall never rises", f"{event}, measured {drop}")
        last = self.events[-1] if self.events else None
        if isinstance(last, e.Jumped) and last.who == event.who and last.falls:
            sweep = self.jumped[event.who]
            same = dist(event.rest, sweep.rest) < HAIR and abs(event.fallen - sweep.fall_height) < 2 * HAIR
            self.must(same, "a jump's fall is as measured with it", f"{event}, measured {sweep}")

    def _pushed(self, event: e.Pushed, push: Push) -> None:
        path = tuple(map(rounded, push.path))
        self.must(event.path == path, "a push goes as measured", f"{event}, measured {push}")

    def _attacks(self, event: e.Attacked) -> None:
        apart: Distance | None = self.asked.get((DistanceOf, *sorted((event.who, event.target))))
        if apart is None:
            return
        contact = apart.base_contact or apart.obstacle is not None  # GEO-05: it counts as such for an attack
        self.must(contact == event.contact, "an attack is in contact as measured", f"{event}, {apart}")
        self.must(abs(apart.distance - event.distance) < HAIR, "an attack is as far as measured", f"{event}, {apart}")

    # --- saying so ----------------------------------------------------------------------------------------

    def must(self, holds: bool, law: str, why: str) -> None:
        if not holds:
            self.broken(law, why)

    def broken(self, law: str, why: str) -> NoReturn:
        raise Broken(self.game, self.read, law, why)


def _divided(path: Path) -> list[tuple[Point, Point]]:
    """The stretches of a path on which it stops short of a defended barricade, to try that (TERR-11)."""
    before = [leg for leg, ahead in pairwise(path.legs) if ahead.defenders]
    return [(rounded(leg.points[-2]), rounded(leg.points[-1])) for leg in before]


def _begins(points: list[Point], whole: list[Point], start: Point, divided: list[tuple[Point, Point]]) -> bool:
    """Does a way as it was told begin as it was promised? Barricades divide a leg where they are tried: there it stands
    on the ground, which may be a step lower or higher than the points before and after it."""
    if not points:
        return True
    stretch = points if points[0] == start or not whole else [start, *points]
    known = [p for p in stretch[:-1] if p in whole]
    on = (
        p in whole or any(_beside(p, *two, STEP if two in divided else HAIR) for two in pairwise(whole))
        for p in stretch
    )
    return all(on) and _length([*known, stretch[-1]]) <= _length(whole) + INCHES


def _beside(p: Point, a: Point, b: Point, high: float) -> bool:
    """Is a place on a straight line, no more than so much lower or higher than both its ends?"""
    aside = abs(dist(a[:2], p[:2]) + dist(p[:2], b[:2]) - dist(a[:2], b[:2]))
    return aside < HAIR and min(a[2], b[2]) - high <= p[2] <= max(a[2], b[2]) + high


def _length(points: Iterable[Point]) -> float:
    return sum(dist(a, b) for a, b in pairwise(points))
