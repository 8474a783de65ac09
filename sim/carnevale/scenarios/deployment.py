"""Setting up: agendas drawn, the roll-off, zones, and deployment (SCEN-01, 02, 14)."""

from __future__ import annotations

from math import hypot
from typing import Any, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import DistanceOf, DropOf, GroundOf, Mover, ProspectOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Distance, Drop, Ground, Prospect
from sim.carnevale import equipment, forgone, hooks, rulings
from sim.carnevale import scenario as base
from sim.carnevale.agendas.draw import DrawAgendas
from sim.carnevale.characters import Character, Point
from sim.carnevale.dice import SIDES
from sim.carnevale.events import Deployed, DiceThrown, Event, LeftOut, Rolled
from sim.carnevale.landing import full_for
from sim.carnevale.names import names_of
from sim.carnevale.questions import Question
from sim.carnevale.state import State, rounded
from sim.carnevale.steps import Step
from sim.carnevale.turn import BeginRound
from sim.carnevale.zones import Zone
from sim.engine.requests import Gesture, Label, Measure, Option, Refusal, Roll, Rule, measured
from sim.words import capital, listed, say, term

__all__ = [
    "Deploy",
    "Deployment",
    "Place",
    "RollOff",
    "SetUp",
    "SetUpMini",
    "TakeZone",
    "WhichZone",
    "ZoneTaken",
    "open_places",
    "standing",
    "undeployed",
    "zone_of",
]

FROM_GROUND = 3.0  # inches above or below street level
FROM_ENEMIES = 4.0
OBSTACLES = {"small": "TERR-09", "debris": "TERR-10"}  # nobody is set up where no turn may end


class SetUp(Step, frozen=True, tag="set_up"):
    """Scenery, objectives, agendas, deployment, and then the first round (SCEN-01)."""

    def run(self, game: State) -> Rule[None]:
        page = base.of(game)
        assert page is not None
        agendas = [DrawAgendas(seat, page.agendas) for seat in game.seats]
        game.then(*page.scenery(game), *page.objectives(game), *agendas, RollOff(), BeginRound(1))
        return
        yield


class ZoneTaken(Event, frozen=True, tag="zone_taken"):
    seat: str
    zone: str

    def apply(self, state: State) -> None:
        state.set_seat(self.seat, zone=self.zone)


class RollOff(Step, frozen=True, tag="roll_off"):
    """One die each, ties again; the highest takes a zone and deploys first, then the next (SCEN-02)."""

    def run(self, game: State) -> Rule[None]:
        ranks: dict[str, tuple[int, ...]] = dict.fromkeys(game.seats, ())
        while True:
            tied = [s for s in game.seats if list(ranks.values()).count(ranks[s]) > 1]
            if not tied:
                break
            for seat in tied:
                faces = yield Roll(
                    seat=seat,
                    who=seat,
                    purpose="deployment",
                    dice=1,
                    sides=SIDES,
                    asks=say("Roll for deployment: {seat}", seat=names_of(game)(seat)),
                    how=say("Throw 1 die: the highest takes its zone first."),
                )
                game.emit(DiceThrown(who=seat, purpose="deployment", faces=faces))
                ranks[seat] += faces
                game.emit(
                    Rolled(who=seat, purpose="deployment", faces=faces, needed=0, aces=0, outcome="success", dice=1)
                )
        order = sorted(game.seats, key=lambda seat: ranks[seat], reverse=True)
        game.then(*(TakeZone(seat) for seat in order))


class WhichZone(Question, frozen=True, kw_only=True, tag="zone"):
    """Which deployment zone a seat takes (SCEN-02)."""

    gesture = Gesture.AREA

    free: tuple[str, ...]

    @property
    def options(self) -> tuple[Option, ...]:
        return self.free

    @property
    def default(self) -> str:
        return self.free[0]

    @property
    def foregone(self) -> bool:
        return len(self.free) == 1

    def asks(self, state: State) -> str:
        return say("Choose a deployment zone")

    def label(self, state: State, answer: object) -> Label:
        return Label(capital(term(str(answer))))


class SetUpMini(Question, frozen=True, kw_only=True, tag="deploy"):
    """Who of a gang is set up next, and where (SCEN-02), or who is left out for want of room (SCEN-14)."""

    gesture = Gesture.PLACEMENT

    zone: str | None
    waiting: tuple[str, ...]

    @property
    def region(self) -> Deployment:
        return Deployment(self.seat)

    def asks(self, state: State) -> str:
        return say("Set up your gang")

    def detail(self, state: State) -> str:
        zone = self.zone or ""  # by itself: a text in `term` would be gathered for translation
        return say("In the {zone}.", zone=term(zone))

    def label(self, state: State, answer: object) -> Label:
        return Label(say("Leave {who} out", who=names_of(state)(str(answer))))


class TakeZone(Step, frozen=True, tag="take_zone"):
    seat: str

    def run(self, game: State) -> Rule[None]:
        taken = {s.zone for s in game.seats.values()}
        page = base.of(game)
        assert page is not None
        free = tuple(z.name for z in base.zones_for(game, self.seat) if z.name not in taken)
        zone: str = yield WhichZone(seat=self.seat, free=free)
        game.emit(ZoneTaken(seat=self.seat, zone=zone))
        game.then(*page.zone_taken(game, self.seat), *equipment.deploying(game, self.seat), Deploy(self.seat))


class Deploy(Step, frozen=True, tag="deploy"):
    """One character after another, until the whole gang stands; who stands may be put elsewhere until then."""

    seat: str

    def run(self, game: State) -> Rule[None]:
        waiting = undeployed(game, self.seat)
        if not waiting:
            return
        place: Place | str = yield SetUpMini(
            seat=self.seat, zone=game.seats[self.seat].zone, waiting=tuple(c.id for c in waiting)
        )
        game.then(Deploy(self.seat))
        if isinstance(place, str):
            game.emit(LeftOut(who=place))
            return
        at = rounded(place.at)
        ground = yield from rulings.shown_ground_for(place.who, at, game[place.who].profile.size)
        game.emit(Deployed(who=place.who, at=at, facing=place.facing, aboard=place.aboard, ground=ground))


class Place(msgspec.Struct, frozen=True):
    """Who is set up, and where: the centre of the underside of the base."""

    who: str
    at: Point
    facing: float = 0.0
    aboard: str | None = None


class Deployment(msgspec.Struct, frozen=True, tag="deployment"):
    """What `SetUpMini` takes: a place (SCEN-02), or the id of somebody for whom there is none (SCEN-14)."""

    answers: ClassVar[Any] = Place | str

    seat: str

    def refusal(self, state: State, measure: Measure, answer: Place | str) -> Refusal | None:
        if isinstance(answer, str):
            return self._has_room(state, measure, answer)
        c = state.characters.get(answer.who)
        if c is None or c.seat != self.seat or not c.alive:
            name = names_of(state)
            return Refusal("SCEN-02", say("{who} is not for {seat} to set up", who=answer.who, seat=name(self.seat)))
        zone = zone_of(state, self.seat)
        if not zone.holds(answer.at, c.profile.size * MM / 2):
            return Refusal(
                "SCEN-02",
                say("{who} must stand wholly inside the {zone}", who=names_of(state)(c.id), zone=term(zone.name)),
            )
        trial = standing(state, c, answer.at)
        ground: Ground = measure(trial, GroundOf(c.id))
        if not ground.whole or not ground.free or abs(ground.at[2] - answer.at[2]) > 0.01:
            return Refusal("SCEN-02", say("{who} cannot be placed there", who=names_of(state)(c.id)), ground)
        if ground.vessel != answer.aboard:
            return Refusal(
                "SCEN-02",
                say("{who} stands on {value}", who=names_of(state)(c.id), value=ground.vessel or "no vessel"),
                ground,
            )
        if ground.obstacle in OBSTACLES:
            rule = OBSTACLES[ground.obstacle]
            return Refusal(
                rule,
                say("nobody can be placed on {part}", part=names_of(state)(ground.part or ground.obstacle)),
                ground,
            )
        if measured(full_for(trial, c.id, ground), trial, measure):
            return Refusal("TERR-12", say("there is no room left on the gondola"), ground)
        may = _exceptions(state, c)
        if ground.vessel is not None and not ground.gondola and "boat" not in may:
            return Refusal("SCEN-02", say("{who} may not be set up on a boat", who=names_of(state)(c.id)), ground)
        if ground.water and "water" not in may:
            return Refusal("SCEN-02", say("{who} may not be set up in water", who=names_of(state)(c.id)), ground)
        if abs(answer.at[2]) > FROM_GROUND and not ground.water and "height" not in may:
            return Refusal(
                "SCEN-02", say("{who} must stand within 3 inches of ground level", who=names_of(state)(c.id)), ground
            )
        barred = forgone.bars_place(state.options, ground)
        if barred is not None:
            return barred
        return _too_near(trial, measure, c)

    def _has_room(self, state: State, measure: Measure, who: str) -> Refusal | None:
        """Why a mini may not be left out: as its friends stand, there is a place for it."""
        if who not in (c.id for c in undeployed(state, self.seat)):
            return Refusal("SCEN-14", say("{who} does not wait to be set up", who=who))
        for at in open_places(state, measure, who).tolist():
            ground: Ground = measure(standing(state, state[who], rounded((at[0], at[1], at[2]))), GroundOf(who))
            place = Place(who, rounded(ground.at), aboard=ground.vessel)
            if self.refusal(state, measure, place) is None:
                x, y, _ = place.at
                return Refusal(
                    "SCEN-14",
                    say("there is room for {who} at [{x:.1f}, {y:.1f}]", who=names_of(state)(who), x=x, y=y),
                    ground,
                )
        return None

    def settle(self, state: State, measure: Measure, who: str, over: Point) -> Place | None:
        """Where a character comes to stand when it is set down from `over`; None off the board."""
        trial = standing(state, state[who], over)
        drop: Drop = measure(trial, DropOf(who, over))
        if drop.rest is None:
            return None
        aboard = drop.ground.vessel if drop.ground is not None else None
        return Place(who, rounded(drop.rest), aboard=aboard)


def _too_near(trial: State, measure: Measure, c: Character) -> Refusal | None:
    """Why a character may not be set up where it stands on trial: by all enemies that are too near, or None."""
    apart: dict[str, Distance] = {e.id: measure(trial, DistanceOf(c.id, e.id)) for e in trial.enemies(c.id)}
    near = [enemy for enemy, verdict in apart.items() if verdict.distance < FROM_ENEMIES]
    if not near:
        return None
    name = names_of(trial)
    words = say("{who} must be 4 inches from {enemy}", who=name(c.id), enemy=listed(map(name, near)))
    return Refusal("SCEN-02", words, apart[near[0]])


def open_places(state: State, measure: Measure, who: str, *, dry: bool = False) -> NDArray[np.float64]:
    """Where in its seat's zone a character's base finds a place among what stands there, (n, 3), on a lattice of 1/8";
    not all of them need be legal. `dry`: out of the water."""
    c, zone = state[who], zone_of(state, state[who].seat)
    (x0, x1), (y0, y1) = zone.x, zone.y
    trial = standing(state, c, ((x0 + x1) / 2, (y0 + y1) / 2, 0.0))
    everywhere = Mover(who, hypot(x1 - x0, y1 - y0) / 2 + FROM_GROUND, ethereal=True)
    found: Prospect = measure(trial, ProspectOf(everywhere))
    x, y, z = found.at.T
    near = found.at[(x > x0) & (x < x1) & (y > y0) & (y < y1) & (abs(z) <= FROM_GROUND) & ~(dry & found.wet)]
    radius = c.profile.size * MM / 2
    held: NDArray[np.float64] = near[zone.holds_each(near, radius)]
    return held


def undeployed(game: State, seat: str) -> list[Character]:
    """The seat's characters that still wait to be set up."""
    return [c for c in game.characters.values() if c.seat == seat and c.alive and not c.escaped and c.at is None]


def zone_of(game: State, seat: str) -> Zone:
    """The zone that a seat took; the whole board in a free fight."""
    name = game.seats[seat].zone
    for zone in base.zones(game):
        if zone.name == name:
            return zone
    width, depth = game.size
    return Zone("board", (0.0, width), (0.0, depth))


def standing(state: State, c: Character, at: Point) -> State:
    """The state with a character standing there, to measure on."""
    trial = state.copy()
    trial.set(c.id, at=at)
    return trial


def _exceptions(state: State, c: Character) -> set[str]:
    """Where abilities let a character deploy beyond the rule: "height", "water", "boat"."""
    return {place for plug_in, _ in hooks.traits(state, c.id) for place in plug_in.deploys}
