"""Street Fight (SCEN-09)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from sim.board.model.tableau import MM
from sim.carnevale.agendas.history import History
from sim.carnevale.characters import Character, Point
from sim.carnevale.events import CommandGranted, Escaped, Event, Fell, Jumped, Moved, Pushed, Scored
from sim.carnevale.questions import MustPick
from sim.carnevale.scenario import FEWER, Aim, Scenario, scenario
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.carnevale.zones import Zone
from sim.engine.requests import Rule
from sim.words import counted, joined, say, term

__all__ = ["GrantCommand", "StreetFight", "WhoCommands"]

ATTACKER, DEFENDER = "attacker", "defender"
DEEP = {ATTACKER: 6.0, DEFENDER: 24.0}  # inches from the short edges
RANKS = ("Leader", "Hero", "Henchman")
MORE = 3  # CP for one defender of each gang
AWAY = 1.0  # inches: the far edge as places to reach, so far apart
AT_EDGE = 0.1  # inches: a base whose rim is so near to the edge touches it
MEANT = 0.4  # inches: whoever points at a place from which the rim is so far from the edge means to touch it


@scenario
class StreetFight(Scenario, frozen=True):
    """Through the street and out at its far end, or not."""

    id: ClassVar[str] = "street-fight"
    title: ClassVar[str] = say("Street Fight")
    text: ClassVar[str] = say(
        "Attackers fight their way along a street and over its bridge: whoever touches the far short edge is away, "
        "and scores a point. Whoever kills an attacker scores a point. One character with Command Points in each "
        "defending gang has three more. Seven rounds."
    )
    zones_text: ClassVar[str] = say(
        "Attackers begin within 6 inches of their short edge, defenders within 24 inches of the other."
    )
    sides: ClassVar[tuple[str, ...]] = (ATTACKER, DEFENDER)
    ducats: ClassVar[int] = 100
    size: ClassVar[tuple[float, float]] = (24.0, 48.0)
    rounds: ClassVar[int] = 7

    def zones(self, game: State) -> tuple[Zone, ...]:
        return (*_strips(game, ATTACKER), *_strips(game, DEFENDER))

    def zones_for(self, game: State, seat: str) -> tuple[Zone, ...]:
        return _strips(game, game.seats[seat].side)

    def scenery(self, game: State) -> Sequence[Step]:
        return [GrantCommand(seat.id) for seat in game.seats.values() if seat.side == DEFENDER]

    def action_ended(self, game: State, since: int) -> Rule[None]:
        """Attackers at the far edge are away; who touched it on the way did not run on."""
        passed: dict[str, list[Point]] = {}
        for event in game.log[since:]:
            passed.setdefault(getattr(event, "who", ""), []).extend(_way(event))
        for c in game.on_board():
            if any(self.leaves(game, c.id, at) for at in (c.here, *passed.get(c.id, ()))):
                game.emit(Escaped(who=c.id, where=c.here))
        return
        yield

    def exits(self, game: State) -> Sequence[tuple[Point, Point]]:
        """The far short edge."""
        width, depth = game.size
        return [((width, 0.0 if width > depth else depth, 0.0), (width if width > depth else 0.0, depth, 0.0))]

    def leaves(self, game: State, who: str, at: Point) -> bool:
        is_attacker = game.seats[game[who].seat].side == ATTACKER
        return is_attacker and _to_far_edge(game, at) <= game[who].profile.size * MM / 2 + AT_EDGE

    def way_out(self, game: State, who: str, at: Point) -> Point | None:
        near, far = game[who].profile.size * MM / 2 + AT_EDGE / 2, _to_far_edge(game, at)
        if game.seats[game[who].seat].side != ATTACKER or far > near + MEANT:
            return None
        x, y, z = at
        width, depth = game.size
        return (width - near, y, z) if width > depth else (x, depth - near, z)

    def aims(self, game: State, who: str) -> Sequence[Aim]:
        """Attackers: anywhere at the far edge."""
        if game.seats[game[who].seat].side != ATTACKER:
            return ()
        width, depth = game.size
        long, short = max(game.size), min(game.size)
        near, slack = game[who].profile.size * MM / 2 + AT_EDGE / 2, AT_EDGE / 2  # who is that near touches the edge
        along = (AWAY * (n + 0.5) for n in range(int(short / AWAY)))
        places = ((long - near, s, 0.0) if width > depth else (s, long - near, 0.0) for s in along)
        return [Aim(place, slack, 1, away=True) for place in places]

    def bounty(self, game: State, seat: str, victim: str) -> float:
        return 1.0 if game.seats[game[victim].seat].side == ATTACKER else FEWER

    def score(self, game: State) -> Rule[None]:
        history = History(game)
        for seat in game.seats.values():
            away = sum(isinstance(e, Escaped) and game[e.who].seat == seat.id for e in game.log)
            if away:
                game.emit(Scored(seat=seat.id, vp=away, why=say("{away} away over the far edge", away=away)))
            killed = _attackers_killed(game, history, seat.id)
            if killed:
                why = counted("{n} attacker killed", "{n} attackers killed", killed)
                game.emit(Scored(seat=seat.id, vp=killed, why=why))
        return
        yield


def _attackers_killed(game: State, history: History, seat: str) -> int:
    """How many attackers of others' this gang has killed, and those whom Madness had fight for it."""
    gangs = [history.by_id[kill.who].seat for _, kill in history.kills(seat, 0)]
    return sum(own != seat and game.seats[own].side == ATTACKER for own in gangs)


def _way(event: Event) -> Iterable[Point]:
    match event:
        case Moved() | Pushed() | Jumped():
            return event.path
        case Fell():
            return (event.start,)
        case _:
            return ()


def _to_far_edge(game: State, at: Point) -> float:
    """Inches to the short edge opposite the attackers', which is the west or the south one."""
    width, depth = game.size
    return width - at[0] if width > depth else depth - at[1]


def _strips(game: State, side: str) -> tuple[Zone, ...]:
    """A side's end of the board, shared out evenly among its gangs."""
    width, depth = game.size
    long, short = max(width, depth), min(width, depth)
    deep = DEEP[side]
    along = (0.0, deep) if side == ATTACKER else (long - deep, long)
    gangs = max(1, sum(seat.side == side for seat in game.seats.values()))
    made = []
    for n in range(gangs):
        across = (n * short / gangs, (n + 1) * short / gangs)
        name = f"{side}s' end" + (f", part {n + 1}" if gangs > 1 else "")
        made.append(Zone(name, along, across) if width > depth else Zone(name, across, along))
    return tuple(made)


class WhoCommands(MustPick, frozen=True, kw_only=True, tag="grant_command"):
    """Who of a defending gang gains Command Points (SCEN-09)."""

    points: int

    def asks(self, state: State) -> str:
        return say("Who commands the defence?")

    def detail(self, state: State) -> str:
        return say(
            "{points} more Command Points for the whole game, before the gang is set up: each round for one plan, one "
            "order, one counter and one command ability. Orders and counters go to friends in sight.",
            points=self.points,
        )

    def hint(self, state: State, c: Character) -> str:
        """What it is, what it has and would have."""
        rank = next((word for word in c.profile.keywords if word in RANKS), "")
        numbers = say("{cp} CP, then {more}", cp=c.cp, more=c.cp + self.points)
        return joined(", ", (term(rank) if rank else "", numbers))


class GrantCommand(Step, frozen=True, tag="grant_command"):
    """One character with Command Points of a defending gang gains 3 more."""

    seat: str

    def run(self, game: State) -> Rule[None]:
        able = tuple(c.id for c in game.characters.values() if c.seat == self.seat and c.cp)
        if not able:
            return
        who: str = yield WhoCommands(seat=self.seat, able=able, points=MORE)
        game.emit(CommandGranted(who=who, points=MORE, why="defender"))
