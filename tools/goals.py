"""What a recorded game is out to show, and how near a position is to it.

A goal is said as `SEAT WHAT`: an agenda (`north A4`), a spell that comes off (`north spell:Madness`) or something done
(`east does:row`). All seats of a company play for the same goal together: their play is legal, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import dist, hypot

import msgspec

from sim.board.model.queries import CoverOf, PlaceAt, SightOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Cover, PointInfo, Sight
from sim.carnevale import events as e
from sim.carnevale.agendas import base as agendas
from sim.carnevale.agendas.check import AgendaAchieved
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.agendas.history import History
from sim.carnevale.agendas.table_b import leaps
from sim.carnevale.characters import Character, Point
from sim.carnevale.events.objectives import ObjectiveDropped
from sim.carnevale.state import State
from sim.engine.requests import Measure

ANYBODY = "any"  # instead of a seat, where it is not played for but must come about
DONE = 1000.0  # worth of a goal that is reached
STEP = 50.0  # of one part of a goal that takes several
LIFE = 2.0  # inches that a Life Point of a victim is worth
HIGH = 6.0  # inches over ground level
EAVES = 3.0  # inches: who charges from so high up charges from above
HEIGHTS = ("B4", "B9", "D2")  # agendas that begin on a roof
FAR = 100.0  # inches: where there is nobody to go to


class Goal(msgspec.Struct, frozen=True):
    """Whose, and what."""

    seat: str
    what: str

    def __str__(self) -> str:
        return f"{self.seat} {self.what}"

    @staticmethod
    def of(said: str) -> Goal:
        seat, _, what = said.partition(" ")
        return Goal(seat, what)

    @property
    def agenda(self) -> str | None:
        return self.what if agendas.find(self.what) is not None else None

    def is_of(self, seat: str) -> bool:
        return self.seat in (seat, ANYBODY)

    def is_reached(self, state: State) -> bool:
        """Has it come about for good?"""
        kind, _, name = self.what.partition(":")
        if self.agenda is not None:
            scored = {(v.seat, v.agenda) for v in state.log if isinstance(v, AgendaAchieved)}
            return any(self.is_of(seat) and agenda == self.what for seat, agenda in scored)
        own = {c.id for c in state.characters.values() if self.is_of(c.seat)}
        if kind == "spell":
            won = ("success", "critical")
            casts = (v for v in state.log if isinstance(v, e.SpellCast) and v.who in own)
            return any(v.spell == name and v.outcome in won for v in casts)
        return any(_done(v) == name and getattr(v, "who", getattr(v, "by", None)) in own for v in state.log)

    def is_open(self, state: State) -> bool:
        """Can it be worked on now? An agenda only by whoever holds it."""
        return self.agenda is None or self.what in state.seats[self.seat].agendas


def _done(event: e.Event) -> str:
    """What was done by this event, as actions are called."""
    match event:
        case e.ActionBegan():
            return event.action
        case e.CommandUsed():
            return "cast_off" if event.command == "Cast Off" else "ability"
        case e.Used():
            return event.what
        case ObjectiveDropped():
            return "drop" if event.why == "put down" else ""
        case _:
            return ""


class Chart:
    """The lie of a board: where its water is, and its heights. Inches."""

    def __init__(self, state: State, measure: Measure) -> None:
        who = next(iter(state.on_board())).id
        self.water: list[Point] = []
        self.heights: list[Point] = []
        self.ledges: list[Point] = []
        width, depth = state.size
        for i in range(1, int(width)):
            for k in range(1, int(depth)):
                place: PointInfo = measure(state, PlaceAt(who, (float(i), float(k), 60.0)))
                if place.water:
                    self.water.append(place.at)
                elif place.part is not None and place.at[2] >= HIGH + 0.3:
                    self.heights.append(place.at)
                elif place.part is not None and place.at[2] >= EAVES + 0.4:
                    self.ledges.append(place.at)


class Prospects:
    """How near a position is to a goal: a number that grows on the way to it. `lure` is what one character would like
    its place to be, less being better."""

    def __init__(self, goal: Goal, chart: Chart, measure: Measure) -> None:
        self.goal, self.chart, self.measure = goal, chart, measure

    def nearness(self, state: State) -> float:
        """Grows on the way to the goal; DONE and more where it is reached."""
        goal, agenda = self.goal, agendas.find(self.goal.what)
        if goal.is_reached(state):
            return DONE
        history = History(state)
        since = drawn_at(state, goal)
        if agenda is not None and agenda.achieved(history, goal.seat, since):
            return DONE
        measured = _WAYS.get(goal.what.partition(":")[0])
        return measured(self, state, history, since) if measured is not None else 0.0

    def lures(self, state: State, who: str) -> list[Point]:
        """Where a character would walk to for the goal; nowhere where there is nothing for it to do."""
        what, c = self.goal.what, state[who]
        mine = c.seat == self.goal.seat
        ranks = KILLERS[what][0] if what in KILLERS else SURROUNDED[what][0] if what in SURROUNDED else ()
        if what in HEIGHTS and mine:
            return self.chart.ledges if what == "B9" else self.chart.heights
        if what in ("B4", "D2"):
            return []
        if what in ("B5", "D4", "D5") or (what in ("B7", "B8", "C3") and not mine):
            return self.chart.water if mine or what in ("B7", "B8", "C3") else []
        if what == "does:drop":
            return [o.at for o in state.objectives.values() if o.at is not None] if mine else []
        if what in ("C2", "C10", "B6", "C8", "B2", "B3", "does:row", "does:cast_off"):
            return []
        if mine:
            return [v.here for v in self.enemies(state)] if not ranks or any(map(c.has_keyword, ranks)) else []
        return [k.here for k in self.own(state, *ranks)]

    def climbs(self, state: State, who: str) -> bool:
        """Is this character out for a roof?"""
        return self.goal.what in HEIGHTS and state[who].seat == self.goal.seat

    def wants(self, state: State, who: str) -> bool:
        """Is there anything for this character to do for the goal?"""
        return state[who].seat == self.goal.seat or bool(self.lures(state, who))

    # --- who is who ---------------------------------------------------------------------------------

    def own(self, state: State, *ranks: str) -> list[Character]:
        """The seat's own on the board, of these ranks."""
        return [
            c for c in state.on_board() if c.seat == self.goal.seat and (not ranks or any(map(c.has_keyword, ranks)))
        ]

    def enemies(self, state: State, *ranks: str) -> list[Character]:
        return [
            c for c in state.on_board() if c.seat != self.goal.seat and (not ranks or any(map(c.has_keyword, ranks)))
        ]

    def dry(self, at: Point) -> float:
        """Inches to the nearest water."""
        return min((hypot(at[0] - w[0], at[1] - w[1]) for w in self.chart.water), default=FAR)

    def low(self, c: Character) -> float:
        """Inches to the nearest height, upwards counted double."""
        if c.here[2] >= HIGH:
            return 0.0
        return min(
            (hypot(h[0] - c.here[0], h[1] - c.here[1]) + 2 * (h[2] - c.here[2]) for h in self.chart.heights),
            default=FAR,
        )


Way = Callable[[Prospects, State, History, int], float]
_WAYS: dict[str, Way] = {}


def way(*names: str) -> Callable[[Way], Way]:
    """Register how the nearness to these agendas, or kinds of goals, is measured (a decorator)."""

    def register(measured: Way) -> Way:
        for name in names:
            _WAYS[name] = measured
        return measured

    return register


def drawn_at(state: State, goal: Goal) -> int:
    """Where in the log an agenda begins to count."""
    for number, event in enumerate(state.log):
        if isinstance(event, AgendaDrawn) and (event.seat, event.agenda) == (goal.seat, goal.what):
            return number
    return 0


def gap(a: Character, b: Character) -> float:
    """Between two bases; height counts double beyond a step, as it must be climbed."""
    flat = hypot(a.here[0] - b.here[0], a.here[1] - b.here[1]) - (a.profile.size + b.profile.size) * MM / 2
    return max(0.0, flat) + 2 * max(0.0, abs(a.here[2] - b.here[2]) - 1.0)


def least(values: Iterable[float], number: int) -> float:
    """The sum of the least; what is not there counts as far away."""
    found = sorted(values)[:number]
    return sum(found) + FAR * (number - len(found))


# --- killing --------------------------------------------------------------------------------------------

KILLERS: dict[str, tuple[tuple[str, ...], tuple[str, ...], int]] = {
    "A1": (("Leader",), ("Leader",), 1),
    "A2": (("Hero",), ("Leader",), 1),
    "A3": (("Henchman",), ("Leader", "Hero"), 1),
    "A7": (("Leader",), (), 3),
    "A8": (("Hero",), (), 3),
    "A9": (("Henchman",), (), 3),
}


@way(*KILLERS)
def _kill(p: Prospects, state: State, history: History, since: int) -> float:
    ranks, victims, number = KILLERS[p.goal.what]
    killed = sum(
        history.ranked(event.by, *ranks) and (not victims or history.ranked(event.who, *victims))
        for _, event in history.kills(p.goal.seat, since)
    )
    return STEP * killed - _hunt(p, state, p.own(state, *ranks), p.enemies(state, *victims), number - killed)


def _hunt(p: Prospects, state: State, killers: list[Character], victims: list[Character], number: int) -> float:
    """How far it is to so many kills: the nearest pair, the life of the weakest victims, and whether there are any."""
    pair = min((gap(k, v) + LIFE * v.lp for k in killers for v in victims), default=FAR)
    return pair + 0.5 * least((v.lp for v in victims), number) + 0.05 * sum(gap(k, v) for k in killers for v in victims)


@way("C9")
def _kill_larger(p: Prospects, state: State, history: History, since: int) -> float:
    pairs = [(k, v) for k in p.own(state) for v in p.enemies(state) if v.profile.size > k.profile.size]
    return -min((gap(k, v) + LIFE * v.lp for k, v in pairs), default=FAR)


@way("C2")
def _shoot(p: Prospects, state: State, history: History, since: int) -> float:
    return _marks(p, state, HIGH + 0.2, cover=False)


@way("C10")
def _shoot_in_cover(p: Prospects, state: State, history: History, since: int) -> float:
    return _marks(p, state, 1.2, cover=True)


def _marks(p: Prospects, state: State, nearest: float, *, cover: bool) -> float:
    """The best shot: in sight, in range, no nearer than so, at whoever has least life; where wanted, in cover."""
    best = -FAR * 2
    for k in p.own(state):
        reach = max((w.range for w in k.profile.weapons), default=0.0)
        for v in p.enemies(state):
            apart = dist(k.here, v.here) - (k.profile.size + v.profile.size) * MM / 2
            if reach <= nearest:
                continue
            off = max(0.0, apart - reach) + 3 * max(0.0, nearest - apart)
            worth = -off - LIFE * v.lp
            if off == 0.0:
                seen: Sight = p.measure(state, SightOf(k.id, v.id))
                worth += 4.0 if seen.visible else 0.0
                if seen.visible and cover:
                    hidden: Cover = p.measure(state, CoverOf(k.id, v.id))
                    worth += 6.0 if hidden.in_cover else 0.0
            best = max(best, worth)
    return best


@way("B7", "B8")
def _drown(p: Prospects, state: State, history: History, since: int) -> float:
    each = p.goal.what == "B8"
    moments = [s.event for s in history.since(since)] if each else []
    held = {
        v.target
        for v in moments
        if isinstance(v, e.ActionBegan) and v.action == "drown" and history.own(v.who, p.goal.seat)
    }
    best = min(
        (
            gap(k, v) + 1.5 * p.dry(v.here) + 0.5 * p.dry(k.here) + (0.0 if each else LIFE * v.lp)
            for k in p.own(state)
            for v in p.enemies(state)
            if v.id not in held and not history.has_trait(v.id, "Water Creature")
        ),
        default=FAR,
    )
    return STEP * len(held) - best - 0.2 * least((p.dry(v.here) for v in p.enemies(state) if v.id not in held), 2)


# --- standing -------------------------------------------------------------------------------------------


SURROUNDED: dict[str, tuple[tuple[str, ...], int]] = {"A4": (("Leader",), 2), "A5": (("Hero", "Henchman"), 3)}


@way(*SURROUNDED)
def _surround(p: Prospects, state: State, history: History, since: int) -> float:
    ranks, number = SURROUNDED[p.goal.what]
    enemies = p.enemies(state)
    return -min((least((gap(c, v) for v in enemies), number) for c in p.own(state, *ranks)), default=FAR)


@way("B4")
def _climb(p: Prospects, state: State, history: History, since: int) -> float:
    zone = history.zone(p.goal.seat)
    return -least((p.low(c) + 4 * (zone is not None and zone.has(c.here)) for c in p.own(state)), 3)


@way("B5")
def _wade(p: Prospects, state: State, history: History, since: int) -> float:
    zone = history.zone(p.goal.seat)
    wet = history.moments[-1].in_water
    own = [c for c in p.own(state) if not history.has_trait(c.id, "Water Creature")]
    return -least((p.dry(c.here) + 4 * (zone is not None and zone.has(c.here)) + 2 * (c.id not in wet) for c in own), 3)


@way("D4", "D5")
def _dive(p: Prospects, state: State, history: History, since: int) -> float:
    wet = history.moments[-1].in_water
    dived = [
        s.event.who
        for s in history.since(since)
        if isinstance(s.event, e.ActionBegan)
        and s.event.action == "dive"
        and history.own(s.event.who, p.goal.seat)
        and s.round == state.round
    ]
    own = [c for c in p.own(state) if c.id not in dived]
    return STEP * len(dived) - least((p.dry(c.here) + 2 * (c.id not in wet) for c in own), 3 - len(dived))


# --- moving ---------------------------------------------------------------------------------------------


@way("B6", "C8")
def _leap(p: Prospects, state: State, history: History, since: int) -> float:
    moments = leaps(history, p.goal.seat, since)
    here = [s for s, _ in moments if s.round == state.round and (p.goal.what == "C8" or s.turn == state.active)]
    return STEP * len(here)


@way("D2")
def _fall(p: Prospects, state: State, history: History, since: int) -> float:
    return -min((p.low(c) - 0.2 * c.lp for c in p.own(state)), default=FAR)


@way("B9")
def _eaves(p: Prospects, state: State, history: History, since: int) -> float:
    """Twice the same character: from 3" up, with an enemy below."""
    best = -FAR * 2
    for c in p.own(state):
        times = sum(
            isinstance(s.event, e.Charged) and bool(s.event.from_above) and s.event.who == c.id
            for s in history.since(since)
        )
        off = min((_to_eaves(p, c, v) for v in p.enemies(state)), default=FAR)
        best = max(best, STEP * times - off)
    return best


def _to_eaves(p: Prospects, c: Character, v: Character) -> float:
    """How far it is for a character to be over an enemy: by the best ledge, where it is not up already."""
    if c.here[2] - v.here[2] >= EAVES:
        return 0.8 * max(0.0, hypot(c.here[0] - v.here[0], c.here[1] - v.here[1]) - 2.0)
    return min(
        (
            hypot(c.here[0] - at[0], c.here[1] - at[1])
            + 2 * (at[2] - c.here[2])
            + 0.8 * max(0.0, hypot(v.here[0] - at[0], v.here[1] - at[1]) - 2.0)
            for at in p.chart.ledges
        ),
        default=FAR,
    )


@way("B10")
def _slip(p: Prospects, state: State, history: History, since: int) -> float:
    best = -FAR
    for c in p.own(state):
        times = sum(
            isinstance(s.event, e.Disengaged) and s.event.who == c.id and s.event.outcome in ("success", "critical")
            for s in history.since(since)
        )
        best = max(best, STEP * times - least((gap(c, v) for v in p.enemies(state)), 1) + 0.1 * c.lp)
    return best


# --- throwing -------------------------------------------------------------------------------------------


@way("A6")
def _pass(p: Prospects, state: State, history: History, since: int) -> float:
    """An enemy beside one of the seat's own, with another 2" or so behind it."""
    best = -FAR
    for k in p.own(state):
        for v in p.enemies(state):
            for friend in p.own(state):
                if friend.id != k.id:
                    best = max(best, -gap(k, v) - abs(gap(friend, v) - 1.6))
    return best


@way("C3")
def _to_the_rio(p: Prospects, state: State, history: History, since: int) -> float:
    thrown = len(
        {
            s.event.who
            for s in history.since(since)
            if isinstance(s.event, e.Pushed)
            and s.event.why == "grapple"
            and history.own(s.event.by, p.goal.seat)
            and s.event.who in history.moments[-1].in_water
        }
    )
    wet = history.moments[-1].in_water
    pairs = (
        gap(k, v) + 1.5 * max(0.0, p.dry(v.here) - 1.0)
        for k in p.own(state)
        for v in p.enemies(state)
        if v.id not in wet
    )
    return STEP * thrown - min(pairs, default=FAR)


# --- spending -------------------------------------------------------------------------------------------


@way("B2", "A10")
def _spend_out(p: Prospects, state: State, history: History, since: int) -> float:
    what, number = {"B2": ("cp", 2), "A10": ("wp", 3)}[p.goal.what]
    return -3 * least((getattr(c, what) for c in p.own(state) if getattr(history.by_id[c.id].profile, what)), number)


@way("B3")
def _command(p: Prospects, state: State, history: History, since: int) -> float:
    used = [
        s for s in history.since(since) if isinstance(s.event, e.CommandUsed) and history.own(s.event.who, p.goal.seat)
    ]
    return STEP * sum(s.round == state.round for s in used)


# --- spells and deeds -----------------------------------------------------------------------------------


@way("spell")
def _cast(p: Prospects, state: State, history: History, since: int) -> float:
    name = p.goal.what.partition(":")[2]
    mages = [c for c in p.own(state) if name in c.profile.spells or "Mage" in (t.name for t in c.profile.traits)]
    return -min((gap(c, v) for c in mages for v in p.enemies(state)), default=FAR)


@way("does")
def _deed(p: Prospects, state: State, history: History, since: int) -> float:
    """For what is done aboard: whoever is; for what is carried: whoever carries it."""
    deed = p.goal.what.partition(":")[2]
    own = p.own(state)
    if deed == "drop":
        carried = [
            o for o in state.objectives.values() if o.carrier is not None and state[o.carrier].seat == p.goal.seat
        ]
        lie = [o.at for o in state.objectives.values() if o.at is not None]
        return STEP * len(carried) - min((dist(c.here, at) for c in own for at in lie), default=FAR)
    afloat = STEP * sum(c.aboard is not None for c in own)
    return afloat - min((dist(c.here, v.at) for c in own for v in state.vessels), default=FAR)
