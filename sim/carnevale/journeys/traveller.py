"""Who is on the way, and what one action of it does: asked of the same rules that a game asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from sim.board.board import Board
from sim.board.model.errors import TableauError
from sim.board.model.journeys import Stage
from sim.board.model.queries import Mover, PathTo, ProspectOf, Query
from sim.board.model.tableau import Figure, Point
from sim.board.model.verdicts import Drop, Ground, Path, Prospect
from sim.board.movement.way_cuts import CLIMBED
from sim.carnevale import rulings, ways
from sim.carnevale.actions import Jump, Run
from sim.carnevale.actions.jump import leap
from sim.carnevale.characters import MOST_AP, Character, Profile
from sim.carnevale.dice import MOST_DICE
from sim.carnevale.fields import Base, Names
from sim.carnevale.odds import jump_chance, roll_odds
from sim.carnevale.referee import Referee
from sim.carnevale.state import Seat, State, rounded
from sim.carnevale.turn_end import put_off
from sim.engine.requests import measured
from sim.words import say

__all__ = [
    "FAR",
    "LEAST_BASE",
    "MOST_MOVE",
    "WHO",
    "JumpThere",
    "Ran",
    "Stance",
    "Traveller",
    "Wayfarer",
    "traveller_of",
]

WHO = "who"
FAR = 1000.0  # inches: to everywhere on a board
LONGEST = 14  # inches that the best roll of a jump carries
LANDS, HELPED = 0.3, 1.5  # inches from where a jump was aimed at: so near it arrives, and where it is helped on
MOST_MOVE = 10  # no stat is more (DICE-01)
LEAST_BASE = 10  # mm
KNOWN = ("actions", "dexterity", "climbs", "jumps", "likely")
AIMS = (0.0, 0.5, 1.0)  # inches over the place: its floor may be out of sight
AT_GOAL = 0.3  # inches from a goal, from where no more is to be gone
THERE = 0.06  # inches from where it shall go


class Traveller(msgspec.Struct, frozen=True):
    """Who is on the way. `actions`: in each of its turns. `jumps`: does it jump? `likely`: the least chance of a jump
    that it tries."""

    move: Annotated[int, Meta(ge=1, le=MOST_MOVE)] = 5
    actions: Annotated[int, Meta(ge=1, le=MOST_AP)] = 2
    base_mm: Base = 30
    dexterity: Annotated[int, Meta(ge=1, le=MOST_DICE)] = 5
    climbs: bool = True
    jumps: bool = True
    likely: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.5
    abilities: Names = ()


def traveller_of(move: object, base_mm: float, how: Mapping[str, object]) -> Traveller:
    """A traveller of what somebody has given. Raises TableauError."""
    for name in how:
        if name not in Traveller.__struct_fields__ or name in ("move", "base_mm", "abilities"):
            raise TableauError(f"{name}: a way knows no such thing; it knows {', '.join(KNOWN)}")
    if base_mm != round(base_mm) or base_mm < LEAST_BASE:
        raise TableauError(
            say("a base of {mm:g} mm: give whole millimetres, {least} at least", mm=base_mm, least=LEAST_BASE)
        )
    given = {**how, "move": move, "base_mm": round(base_mm)}
    try:
        return msgspec.convert(given, Traveller)
    except msgspec.ValidationError as error:
        raise TableauError(f"a way: {error}") from None


class Stance(NamedTuple):
    """Where somebody is between two actions; `on_wall`: it hangs there (MOVE-04)."""

    at: Point
    on_wall: bool = False


class JumpThere(NamedTuple):
    """A jump that arrives: its way, what it is aimed at, the whole inches of a roll that do, and the chance."""

    points: tuple[Point, ...]
    aim: Point
    carries: frozenset[int]
    chance: float


class Ran(NamedTuple):
    """A Run/Climb: its path, the inches that it has, and the corners that it was given."""

    path: Path
    inches: float
    corners: tuple[Point, ...]

    @property
    def ends(self) -> Stance:
        return Stance(self.path.points[-1], not self.path.ends.whole)


class Wayfarer:
    """A traveller on a board, with nobody on it but `others`, who stand in the way."""

    def __init__(self, board: Board, traveller: Traveller, others: Sequence[Figure] = ()) -> None:
        self.board, self.traveller, self._measure = board, traveller, Referee(board)
        profile = Profile(
            WHO, size=traveller.base_mm, move=traveller.move, dexterity=traveller.dexterity, wp=0, body="human",
            abilities=traveller.abilities,
        )  # fmt: skip
        seat = Seat("one")
        minis = {other.id: _bystander(other) for other in others}
        minis[WHO] = Character(WHO, seat.id, profile, lp=profile.lp, wp=0, ap=profile.ap, cp=0)
        self._state = State(seats={seat.id: seat}, characters=minis, size=board.size, corner=board.corner)

    def standing(self, here: Stance) -> State:
        """The game with it there."""
        state = self._state.copy()
        state.set(WHO, at=here.at, on_wall=here.on_wall)
        return state

    def ask(self, here: Stance, query: Query) -> object:
        return self._measure(self.standing(here), query)

    # -- places -----------------------------------------------------------------------------------------------

    def ground(self, here: Stance) -> Ground:
        return measured(rulings.ground(WHO), self.standing(here), self._measure)

    def let_down(self, at: Point) -> Point | None:
        """Where its base comes to rest below a place, or beside what is in the way there; None off the board."""
        fallen: Drop = measured(rulings.drop(WHO, at), self.standing(Stance(at)), self._measure)
        return None if fallen.rest is None else rounded(fallen.rest)

    def may_stay(self, here: Stance) -> bool:
        """May its turn end there (MOVE-04, TERR-09, 10)?"""
        if not self.ground(here).whole:
            return False
        return measured(put_off(self.standing(here), WHO), self.standing(here), self._measure) is None

    # -- ways that may take many actions -------------------------------------------------------------------------

    def mover(self, inches: float, here: Stance) -> Mover:
        """It as the board moves it, with so many inches."""
        return msgspec.structs.replace(ways.mover(self.standing(here), WHO, inches), climb=self.traveller.climbs)

    def way(self, here: Stance, to: Point, *, inches: float = FAR, avoid_rolls: bool = False) -> Path | None:
        """The shortest way, however many actions that takes; None where there is none."""
        query = PathTo(self.mover(inches, here), to, avoid_rolls)
        path = self._measure(self.standing(here), query)
        return path if path.refusal is None else None

    def prospect(self, here: Stance, inches: float, goals: Sequence[Point] = (), *, dry: bool = False) -> Prospect:
        """Where so many inches lead, and how far on it is to each goal; `dry`: without swimming."""
        mover = self.mover(inches, here)
        if dry:
            mover = msgspec.structs.replace(mover, shuns=("water",))
        query = ProspectOf(mover, tuple(((*goal, AT_GOAL),) for goal in goals), care=0.0)
        return self._measure(self.standing(here), query)

    # -- one action ---------------------------------------------------------------------------------------------

    def allowance(self, here: Stance) -> tuple[float, ...]:
        """The inches of one Run/Climb from there, the most first: who starts in water has fewer unless it leaves it by
        an access (MOVE-07, 09)."""
        state = self.standing(here)
        wet = measured(rulings.in_water(WHO), state, self._measure)
        all_inches = (ways.allowance(state, WHO, in_water=wet, spared=spared).total for spared in (True, False))
        return tuple(dict.fromkeys(float(inches) for inches in all_inches))

    def run(self, here: Stance, corners: tuple[Point, ...]) -> Ran | None:
        """The Run/Climb along some corners, where the rules let it go there, to stand or to hang."""
        state, run = self.standing(here), Run(path=tuple(map(rounded, corners)))
        if measured(run.refusal(state, WHO), state, self._measure) is not None:
            return None
        path, inches = measured(ways.path_of_run(state, WHO, run.way), state, self._measure)
        kinds = {leg.kind for leg in path.legs}
        if "off_edge" in kinds or (not self.traveller.climbs and kinds & set(CLIMBED)):
            return None
        hangs = not path.ends.whole and bool(path.legs) and path.legs[-1].kind in CLIMBED
        if not (path.ends.whole or hangs) or dist(path.points[-1][:2], corners[-1][:2]) > THERE:
            return None
        return Ran(path, inches, run.path)

    def jump(self, here: Stance, to: Point) -> JumpThere | None:
        """The jump to a place, where the rules let it be tried and some roll of it arrives."""
        state = self.standing(here)
        for up in AIMS:
            aim = rounded((to[0], to[1], to[2] + up))
            if measured(Jump(aim).refusal(state, WHO), state, self._measure) is not None:
                continue
            found, carries = None, list[int]()
            for length in range(1, LONGEST + 1):
                sweep = measured(leap(state, WHO, aim, float(length)), state, self._measure)
                if not sweep.falls and dist(sweep.end, to) <= (HELPED if sweep.nudged or sweep.helped else LANDS):
                    carries.append(length)
                    found = sweep
            if found is not None:
                chance = jump_chance(self.traveller.dexterity, frozenset(carries))
                points = tuple(map(rounded, (*found.path[:-1], found.rest)))
                return JumpThere(points, aim, frozenset(carries), chance)
        return None

    def chance_of(self, rolls: int) -> float:
        """That so many rolls to climb, or over difficult ground, succeed one after another."""
        return float(roll_odds(self.traveller.dexterity).succeeds ** rolls)

    def stage_of(self, ran: Ran, slot: int) -> Stage:
        """A Run/Climb as a stage; `slot`: how many actions were done or passed before it."""
        turn, action = divmod(slot, self.traveller.actions)
        path = ran.path
        return Stage(
            "run", turn + 1, action + 1, path.points, ran.corners, round(path.cost, 3), ran.inches, path.legs,
            path.rolls, self.chance_of(path.rolls), not path.ends.whole,
        )  # fmt: skip

    def stage_of_jump(self, jumped: JumpThere, slot: int) -> Stage:
        turn, action = divmod(slot, self.traveller.actions)
        least = float(min(jumped.carries))
        return Stage(
            "jump", turn + 1, action + 1, jumped.points, (jumped.aim,), least, 0.0, rolls=1, chance=jumped.chance
        )


def _bystander(figure: Figure) -> Character:
    size = round(figure.base_mm)
    profile = Profile(figure.id, size=size, body=figure.body)
    return Character(figure.id, "one", profile, lp=profile.lp, wp=0, ap=0, cp=0, at=figure.at, facing=figure.facing)
