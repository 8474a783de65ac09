"""What a scenario is: a table of numbers, its zones, and what it adds to the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple

import msgspec

from sim.board.model.verdicts import Distance, Sight
from sim.carnevale.characters import Point, Trait
from sim.carnevale.objective import Objective
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.carnevale.zones import Zone
from sim.engine.requests import Rule
from sim.words import joined, say

__all__ = [
    "FEWER",
    "AgendaRule",
    "Aim",
    "Gift",
    "Scenario",
    "aims",
    "bounty",
    "exits",
    "find",
    "fitting",
    "known",
    "leaves",
    "may_claim",
    "may_pick_up",
    "misfit",
    "of",
    "page_words",
    "scenario",
    "spoils",
    "way_out",
    "zones",
    "zones_for",
]

AgendaRule = Literal["cycle", "double", "secret", "secondary", "total"]


FEWER = 0.4  # points: an enemy less to fight


class Aim(msgspec.Struct, frozen=True):
    """Somewhere to be: within `radius` inches of a place, to hold or do what is worth so many points.

    `away`: whoever gets there has left the board.
    """

    at: Point
    radius: float
    vp: float
    away: bool = False


STANDS_IN = {(36.0, 36.0): (48.0, 48.0)}  # four feet by four for three by three, as three and four players like it


class Gift(NamedTuple):
    """Abilities that a character has where it stands: near what gives them, or in sight of it."""

    traits: tuple[Trait, ...] = ()
    near: Distance | None = None
    sight: Sight | None = None


class Scenario(msgspec.Struct, frozen=True):
    """A scenario's page. Subclasses say how zones lie, what is set up, and what scores at the end."""

    id: ClassVar[str]
    title: ClassVar[str]
    text: ClassVar[str]
    zones_text: ClassVar[str] = ""  # where gangs deploy on a board that has no zones of its own; else `text` tells it
    players: ClassVar[tuple[int, int]] = (2, 4)
    sides: ClassVar[tuple[str, ...]] = ()  # where gangs have different parts: dealt in turn, unless the setup says
    ducats: ClassVar[int] = 150
    size: ClassVar[tuple[float, float]] = (36.0, 36.0)
    rounds: ClassVar[int] = 5
    agendas: ClassVar[int] = 3
    agenda_vp: ClassVar[int] = 1
    agenda_tables: ClassVar[str] = "ABCD"  # the four that are drawn from; a ten shows the last (SCEN-11)
    agenda_rules: ClassVar[frozenset[AgendaRule]] = frozenset()
    needs_leader: ClassVar[bool] = True
    map_zones: ClassVar[bool] = True  # may a map put its own zones in place of these?
    holders_score: ClassVar[bool] = False  # do objectives score for those at them? The Mindless are passed over then

    def words(self, board_zones: bool = False) -> str:
        """What is played, how it is won and where gangs deploy; `board_zones`: in zones that the board has of its own
        (SCEN-02)."""
        where = say("Zones are the board's own, and marked on it.") if board_zones else self.zones_text
        return joined(" ", (self.text, where)) if where else self.text

    def zones(self, game: State) -> tuple[Zone, ...]:
        """Where gangs may deploy, as the scenario says: a map may say otherwise, see `zones`."""
        raise NotImplementedError

    def zones_for(self, game: State, seat: str) -> tuple[Zone, ...]:
        """Those of these zones that this seat may take."""
        return self.zones(game)

    def scenery(self, game: State) -> Sequence[Step]:
        """What players set up before objectives are placed."""
        return ()

    def objectives(self, game: State) -> Sequence[Step]:
        """Objectives that are placed before agendas are drawn (SCEN-03)."""
        return ()

    def zone_taken(self, game: State, seat: str) -> Sequence[Step]:
        """What is set up when a seat has taken its zone, before it deploys."""
        return ()

    def may_claim(self, game: State, o: Objective, seat: str) -> bool:
        """May this seat claim it, as far as earlier claims go? By default, once and for all."""
        return o.claimed is None

    def may_pick_up(self, game: State, o: Objective, seat: str) -> bool:
        """May this seat's characters pick up this Mobile objective?"""
        return True

    def gifts(self, game: State) -> Rule[Mapping[str, Gift]]:
        """What characters have here and now, by where they stand."""
        return {}
        yield

    def action_ended(self, game: State, since: int) -> Rule[None]:
        """After an action, and at the end of a turn: what happened since event number `since`."""
        return
        yield

    def exits(self, game: State) -> Sequence[tuple[Point, Point]]:
        """The edges of the board by which characters leave it and score."""
        return ()

    def leaves(self, game: State, who: str, at: Point) -> bool:
        """Has this character left the board by one of them once it stands, or passes, here?"""
        return False

    def way_out(self, game: State, who: str, at: Point) -> Point | None:
        """Where this character would leave the board, of a place that is there, beside it or beyond the edge: whoever
        points there means to leave."""
        return None

    def aims(self, game: State, who: str) -> Sequence[Aim]:
        """Where this character would score for its gang, enemies apart: what programs steer by."""
        return ()

    def spoils(self, game: State, who: str) -> Sequence[Aim]:
        """Where what this character carries would score for an enemy."""
        return ()

    def bounty(self, game: State, seat: str, victim: str) -> float:
        """About how many points it is worth to a gang that an enemy is gone: fewer are left to stop it."""
        return FEWER

    def score(self, game: State) -> Rule[None]:
        """The primary objective, when the game ends."""
        raise NotImplementedError


_SCENARIOS: dict[str, Scenario] = {}


def scenario(kind: type[Scenario]) -> type[Scenario]:
    """Register a scenario (a class decorator)."""
    _SCENARIOS[kind.id] = kind()
    return kind


def known() -> tuple[str, ...]:
    return tuple(sorted(_SCENARIOS))


def find(id: str) -> Scenario | None:
    return _SCENARIOS.get(id)


def of(game: State) -> Scenario | None:
    """The scenario of a game; None in a free fight."""
    return _SCENARIOS.get(game.scenario)


def page_words(game: State) -> str:
    """What is played in a game, as its page says it of the board that it is played on; nothing in a free fight."""
    page = of(game)
    return "" if page is None else page.words(bool(game.layout.zones))


def zones(game: State) -> tuple[Zone, ...]:
    """Where gangs may deploy: the board's own zones, or else the scenario's; none in a free fight."""
    page = of(game)
    return () if page is None else game.layout.zones or page.zones(game)


def zones_for(game: State, seat: str) -> tuple[Zone, ...]:
    """The zones that this seat may take."""
    page = of(game)
    if page is None or not game.layout.zones:
        return () if page is None else page.zones_for(game, seat)
    return tuple(zone for zone in game.layout.zones if zone.side in ("", game.seats[seat].side))


def aims(game: State, who: str) -> Sequence[Aim]:
    page = of(game)
    return () if page is None else page.aims(game, who)


def exits(game: State) -> Sequence[tuple[Point, Point]]:
    page = of(game)
    return () if page is None else page.exits(game)


def leaves(game: State, who: str, at: Point) -> bool:
    page = of(game)
    return page is not None and page.leaves(game, who, at)


def way_out(game: State, who: str, at: Point) -> Point | None:
    page = of(game)
    return None if page is None else page.way_out(game, who, at)


def spoils(game: State, who: str) -> Sequence[Aim]:
    page = of(game)
    return () if page is None else page.spoils(game, who)


def bounty(game: State, seat: str, victim: str) -> float:
    page = of(game)
    return 1.0 if page is None else page.bounty(game, seat, victim)


def may_claim(game: State, o: Objective, seat: str) -> bool:
    page = of(game)
    return o.claimed is None if page is None else page.may_claim(game, o, seat)


def may_pick_up(game: State, o: Objective, seat: str) -> bool:
    page = of(game)
    return page is None or page.may_pick_up(game, o, seat)


def fitting(size: tuple[float, float]) -> tuple[str, ...]:
    """The scenarios that a board of this size is right for, by id."""
    return tuple(id for id in known() if (page := find(id)) is not None and misfit(page, size) is None)


def misfit(page: Scenario, size: tuple[float, float]) -> str | None:
    """Why a board of this size is wrong for a scenario, in a line; None where it fits, lengthwise or across, or may
    stand in for the size that the page asks for (SCEN-13)."""
    if sorted(size) in (sorted(page.size), sorted(STANDS_IN.get(page.size, page.size))):
        return None
    (w, d), (x, y) = page.size, size
    return say(
        '{scenario} is played on a board of {w:g}" by {d:g}"; this one is {x:g}" by {y:g}"',
        scenario=page.title,
        w=w,
        d=d,
        x=x,
        y=y,
    )
