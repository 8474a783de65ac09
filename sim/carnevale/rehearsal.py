"""What a board lacks for the scenarios that are played on its size: each is set up on it, by the rules themselves, with
gangs of plain minis who stand and lay things wherever they may first."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from sim.board.board import Board
from sim.board.files.map_marks import MapObjective
from sim.board.map_checks.checks import Issue
from sim.board.map_checks.survey import clear_ground
from sim.board.model.tableau import MM, Point
from sim.board.refused_places import refused_places
from sim.carnevale import scenarios
from sim.carnevale.board_layout import layout_of
from sim.carnevale.board_marks import (
    marks_unknown,
    own_places,
    own_zone,
    places_refused,
    places_unused,
    size_unplayed,
    zones_in_one_another,
    zones_unused,
)
from sim.carnevale.characters import Profile
from sim.carnevale.events import Deployed
from sim.carnevale.objectives.placing import WhereObjectiveLies
from sim.carnevale.objectives_laid import first_place, placeless, unsettled, without_laying
from sim.carnevale.referee import Referee
from sim.carnevale.replay import GAME
from sim.carnevale.scenario import Scenario
from sim.carnevale.scenarios.deployment import Deployment, Place, SetUpMini, WhichZone, open_places, zone_of
from sim.carnevale.scenarios.gondolas import Mooring, Moorings, WhereMoored
from sim.carnevale.setup import GangSetup, Member, Setup, begin, dealt_sides
from sim.carnevale.state import State, rounded
from sim.carnevale.zones import Zone
from sim.engine.dice import SeededDice
from sim.engine.requests import Choice
from sim.engine.session import Session
from sim.words import counted, in_english, say, term

__all__ = ["played_on", "unready"]

SEATS = ("one", "two", "three", "four")
BASE = 30  # mm
LARGE = 60  # mm: the largest base that there is; a gang has one of them at most
WORTH = 2  # minis on small bases that a large one costs as much as
DUCATS = 14  # a gang has about one mini for so many
RIM = 24  # places on the plan's clear ground that are tried before the base itself is measured
SLACK = 0.01  # inches: so much more room is looked for than a large base takes
SMALL = BASE * MM / 2  # inches: the radius of a small base
STEP = 2.02 * SMALL  # inches between minis
ALONG, ACROSS = 0.5, 0.25  # inches between places on a canal where a gondola is tried
HAIR = 0.1  # inches: what lies no further from a hull may tell on whether it floats there
DICE = 1  # any will do

Floats = NDArray[np.float64]

NOWHERE: Floats = np.zeros((0, 3))


def played_on(size: tuple[float, float]) -> tuple[Scenario, ...]:
    """The scenarios for boards of this size."""
    pages = (scenarios.find(id) for id in scenarios.known())
    return tuple(page for page in pages if page is not None and scenarios.misfit(page, size) is None)


def unready(board: Board) -> Iterator[Issue]:
    """What players would miss who set up each of the board's scenarios: for two gangs, and as advice for four; for
    three where four lack something."""
    if board.map is not None:
        yield from marks_unknown(board.map)
        yield from zones_in_one_another(board.map)
        yield from size_unplayed(board.map)
    for page in played_on(board.size):
        found = list(_SettingUp(board, page, 2).issues())
        yield from found
        more = list(_SettingUp(board, page, 4).issues()) if not found and page.players[1] >= 4 else []
        yield from more
        if more:
            yield from _SettingUp(board, page, 3).issues()


class _Spots:
    """Places of a zone that a small base may take. `left`: those that are not tried yet, (n, 3); `searched`: was the
    board itself asked for them?"""

    def __init__(self, left: Floats) -> None:
        self.left, self.searched = left, False

    def tried(self, state: State, who: str) -> Iterator[Place]:
        """One after another, but for those where others stand."""
        for c in state.on_board():
            x, y, _ = c.here
            apart = np.hypot(self.left[:, 0] - x, self.left[:, 1] - y)
            self.left = self.left[apart > c.profile.size * MM / 2 + SMALL]
        while len(self.left):
            x, y, z = self.left[0].tolist()
            self.left = self.left[1:]
            yield Place(who, rounded((x, y, z)))


class _SettingUp:
    """One scenario as it is set up on a board."""

    def __init__(self, board: Board, page: Scenario, players: int) -> None:
        self.board, self.page = board, page
        self.measure = Referee(board)
        self.bases = math.ceil(page.ducats / DUCATS)
        self.players = players
        self.gangs = dict.fromkeys(SEATS[:players], self.bases)
        self.large = set(self.gangs)  # gangs with a mini on a large base
        self._packed = set[str]()  # gangs that find no room but when they stand as close as may be
        self._spots: dict[str, _Spots] = {}
        self._zones: dict[str, str] = {}  # by seat: whoever comes first, each tries its own

    def issues(self) -> Iterable[Issue]:
        """What is lacking. A gang that finds no room is set up once more, as close as may be, then without its large
        mini, and of one that finds none then, no more than there was room for."""
        found: dict[Issue, None] = {}
        for_large: dict[str, Issue] = {}  # told where there is room for small bases only
        while (crowded := self._set_up(found)) is not None:
            seat, stood, issue = crowded
            if stood and seat not in self._packed:
                self._packed.add(seat)
            elif seat in self.large:
                self.large.remove(seat)
                for_large[seat] = issue
            else:
                found[issue] = None
                for_large.pop(seat, None)
                self.gangs[seat] = stood
            self._spots.clear()
        return found | dict.fromkeys(for_large.values())

    def _set_up(self, found: dict[Issue, None]) -> tuple[str, int, Issue] | None:
        """Until the first round begins, or somebody finds no room: whose gang, how many of it stand, what to tell."""
        state = begin(self._setup())
        found.update(dict.fromkeys(self._unheeded(state)))
        session = self._session(state)
        while isinstance(session.request, Choice) and session.state.round == 0:
            question, state = session.request, session.state
            answer = self._answer(state, question)
            if isinstance(answer, Issue):
                if isinstance(question, SetUpMini):
                    return question.seat, _stood(state, question.seat), answer
                found[answer] = None
                if isinstance(question, WhereObjectiveLies):
                    session = self._session(without_laying(state))  # gangs are set up all the same
                    continue
                answer = None
            session.answer(answer)
        found.update(dict.fromkeys(self._issue(*told) for told in unsettled(session.state, self._own_places(state))))
        return None

    def _session(self, state: State) -> Session[State]:
        return Session(GAME, state, SeededDice(DICE), self.measure)

    def _unheeded(self, state: State) -> Iterator[Issue]:
        """Zones and places of the map's own that this scenario does not take."""
        if self.board.map is not None and self.players == 2:
            yield from zones_unused(self.board.map, self.page, state, tuple(self.gangs))
            yield from places_refused(self.board.map, self.page, state)
            yield from places_unused(self.board.map, self.page, state)

    def _own_places(self, state: State) -> dict[str, MapObjective]:
        return own_places(self.board.map, self.page, state) if self.board.map is not None else {}

    def _setup(self) -> dict[str, object]:
        gangs = tuple(
            GangSetup(seat, tuple(Member(f"{seat}-{n}", profile) for n, profile in enumerate(self._minis(seat))))
            for seat in self.gangs
        )
        made = Setup("board", gangs, self.board.size, self.page.id, seed=DICE)
        layout = layout_of(self.board.map, self.page, dealt_sides(made, self.page.sides))
        made = msgspec.structs.replace(made, layout=layout)
        plain: dict[str, object] = msgspec.to_builtins(made, enc_hook=in_english)
        return plain

    def _minis(self, seat: str) -> list[Profile]:
        """A gang; whoever needs the most room is set up first."""
        small, count = Profile("Mini", cp=1), self.gangs[seat]
        if seat not in self.large:
            return [small] * count
        return [msgspec.structs.replace(small, size=LARGE), *[small] * (count - WORTH)]

    def _answer(self, state: State, question: Choice) -> object:
        """The first answer that the rules take; an issue where there is none."""
        match question:
            case SetUpMini():
                return self._stand(state, question)
            case WhereObjectiveLies(region=region):
                lies = first_place(self.board, self.measure, region, state)
                return lies or self._issue(say("objectives"), *placeless(question, state))
            case WhereMoored(region=region) if self._water():
                none = say("no water has room for a gondola")
                return self._moored(region, state) or self._issue(say("canals"), none, say("widen a canal"), "warning")
            case WhichZone(seat=seat, free=free):
                taken = {zone for other, zone in self._zones.items() if other != seat}
                own = self._zones.get(seat) or next((zone for zone in free if zone not in taken), "")
                self._zones[seat] = own if own in free else free[0]
                return self._zones[seat]
            case _:
                return question.default if question.default is not None else next(iter(question.options), None)

    def _moored(self, region: Moorings, state: State) -> Mooring | None:
        """The first place where the rules let a gondola be moored."""
        hull = np.concatenate([part.triangles.reshape(-1, 3) for part in self.board.vessel(region.piece).parts])
        reach = float(np.hypot(hull[:, 0], hull[:, 1]).max()) + HAIR
        refused = refused_places(self.board, ("moored", region.piece, region.zone, state.tableau()), reach)
        for lies in itertools.chain(region.candidates(state), self._along_canals()):
            where = (lies.x, lies.y, lies.turn)
            if where in refused:
                continue
            if region.refusal(state, self.measure, lies) is None:
                return lies
            refused.add(where)
        return None

    def _along_canals(self) -> Iterator[Mooring]:
        """Places on the canals, turned as these run: on a bent one a gondola fits in no other way."""
        for canal in self.board.map.canals if self.board.map is not None else ():
            for (x, y), (u, v) in itertools.pairwise(canal.line):
                length = max(math.hypot(u - x, v - y), 1e-6)
                along, turn = ((u - x) / length, (v - y) / length), math.degrees(math.atan2(v - y, u - x)) % 180
                for far in np.arange(0.0, length, ALONG).tolist():
                    for aside in np.arange(-canal.width / 2 + 1, canal.width / 2 - 1 + 1e-6, ACROSS).tolist():
                        at = (x + along[0] * far - along[1] * aside, y + along[1] * far + along[0] * aside)
                        yield Mooring(round(at[0], 3), round(at[1], 3), round(turn, 3))

    def _stand(self, state: State, question: SetUpMini) -> object:
        """The next place of the seat's zone where a mini may be set up."""
        seat, who = question.seat, question.waiting[0]
        region, large = Deployment(seat), state[who].profile.size == LARGE
        for place in self._large(state, who) if large else self._small(state, who):
            if region.refusal(state, self.measure, place) is None:
                return place
        return self._crowded(zone_of(state, seat).name, large, _stood(state, seat), seat in self.large)

    def _large(self, state: State, who: str) -> Iterator[Place]:
        """Where a large base has room: as a plan of the board has it, then wherever the base itself comes to stand."""
        zone, radius = Polygon(zone_of(state, state[who].seat).outline), LARGE * MM / 2 + SLACK
        rim = shapely.get_coordinates(clear_ground(self.board, zone, radius))  # close to what stands there
        rim = np.unique(rim.round(2), axis=0)
        for x, y in rim[np.unique(np.linspace(0, len(rim) - 1, RIM).astype(int))].tolist() if len(rim) else ():
            yield Place(who, rounded((x, y, 0.0)))
        for x, y, z in open_places(state, self.measure, who).tolist():
            yield Place(who, rounded((x, y, z)))

    def _small(self, state: State, who: str) -> Iterator[Place]:
        """Where a small one may stand beside those who do: on the street, as a plan of the board has it, then wherever
        the base itself finds a place; there at once, where no room must be lost."""
        seat = state[who].seat
        if seat not in self._spots:
            self._spots[seat] = _Spots(NOWHERE if seat in self._packed else self._on_plan(zone_of(state, seat)))
        spots = self._spots[seat]
        yield from spots.tried(state, who)
        if not spots.searched:
            spots.searched = True
            found = open_places(state, self.measure, who, dry=True)
            spots.left = found[np.lexsort((found[:, 0], found[:, 1]))]
            yield from spots.tried(state, who)

    def _on_plan(self, zone: Zone) -> Floats:
        """Places on the street of a zone, as near to each other as bases stand."""
        (x0, x1), (y0, y1) = zone.x, zone.y
        rows = enumerate(np.arange(y0 + SMALL, y1 - SMALL + 1e-6, STEP * 0.87))
        ways = [(np.arange(x0 + SMALL + (STEP / 2 if n % 2 else 0.0), x1 - SMALL + 1e-6, STEP), y) for n, y in rows]
        spots = np.concatenate([np.zeros((0, 3)), *(_row(xs, y) for xs, y in ways)])
        clear = clear_ground(self.board, Polygon(zone.outline), SMALL + SLACK)
        held: Floats = spots[shapely.contains_xy(clear, spots[:, :2])]
        return held

    def _crowded(self, zone: str, large: bool, stood: int, beside_large: bool) -> Issue:
        """What is told of a zone where the large base, or the next small one, finds no place."""
        own = own_zone(self.board.map, zone)
        called = own or term(zone)
        room = say("draw it larger, or clear ground in it") if own else say("clear ground in it")
        if large:
            none = say("has no room for a base of {mm} mm", mm=LARGE)
            mend = say('clear a place {inches:.1f}" wide in it', inches=LARGE * MM)
            return self._issue(called, none, mend, "warning")
        if beside_large:
            beside, small = stood - 1, self.bases - WORTH
            few = say(
                "holds {n} bases of {mm} mm beside one of {large} mm, and a gang has about {bases}",
                n=beside, mm=BASE, large=LARGE, bases=small,
            )  # fmt: skip
            return self._issue(called, few, room, "warning")
        what = counted(
            "holds {n} base of {mm} mm, and a gang has about {bases}",
            "holds {n} bases of {mm} mm, and a gang has about {bases}",
            stood, mm=BASE, bases=self.bases,
        )  # fmt: skip
        return self._issue(called, what, room)

    def _water(self) -> bool:
        return self.board.map is None or bool(self.board.map.canals)

    def _issue(self, where: str, what: str, mend: str, severity: str = "error", at: Point | None = None) -> Issue:
        advice = severity == "warning" or self.players > 2  # two can play on it all the same
        words = _titled(self.page.title, self.players, what)
        return Issue("warning" if advice else "error", where, words, mend, at)


def _titled(title: str, players: int, what: str) -> str:
    """A finding of a scenario that so many play."""
    match players:
        case 3:
            return say("{title} for three: {what}", title=title, what=what)
        case 4:
            return say("{title} for four: {what}", title=title, what=what)
        case _:
            return say("{title}: {what}", title=title, what=what)


def _stood(state: State, seat: str) -> int:
    """How many of a gang were set up."""
    return sum(isinstance(event, Deployed) and state[event.who].seat == seat for event in state.log)


def _row(xs: Floats, y: float) -> Floats:
    return np.column_stack([xs, np.full(len(xs), y), np.zeros(len(xs))])
