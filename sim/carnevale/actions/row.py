"""Row (TERR-13)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from sim.board.model.queries import RowTo, SailTo
from sim.board.model.tableau import VesselAt
from sim.board.model.verdicts import VesselMove as Rowing
from sim.carnevale import moving, rulings
from sim.carnevale.action import Action
from sim.carnevale.characters import Point
from sim.carnevale.dice import ROW, Outcome
from sim.carnevale.events import Rowed
from sim.carnevale.fields import Bends, Corners, Turn
from sim.carnevale.hooks import RollContext
from sim.carnevale.landing import full_for, into_water
from sim.carnevale.names import names_of, refusal_of
from sim.carnevale.questions import Declinable
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State, rounded
from sim.engine.requests import Gesture, Measure, Refusal, Rule, measured
from sim.words import say

__all__ = ["FAR", "Berths", "Row", "VesselPose", "WhereRowed", "aimed", "barred", "stroke"]

FAR = 1e3  # inches: longer than any row, to ask whether a pose is possible at all
TRIES = 6  # how often a stroke that falls short is measured


class VesselPose(msgspec.Struct, frozen=True):
    """Where a vessel is meant to lie: the origin of its piece, its turn in degrees (None: as it lies)."""

    to: Point
    turn: Turn | None = None
    by: Bends = ()  # poses on the way; none: straight, or round bends that are looked for


class WhereRowed(Declinable, frozen=True, kw_only=True, tag="row"):
    """Where a vessel goes, once it is known how far (TERR-13)."""

    gesture = Gesture.PLACEMENT
    declines = say("As aimed")

    who: str  # rows
    piece: str
    inches: float
    aim: VesselPose | None = None  # where it was aimed; None: along a path

    @property
    def region(self) -> Berths:
        return Berths(self.who, self.piece, self.inches)

    def asks(self, state: State) -> str:
        return say('{who} may row {inches:g}"', who=names_of(state)(self.who), inches=self.inches)

    def detail(self, state: State) -> str:
        return say("As it was aimed, or elsewhere.")


class Row(Action, frozen=True, tag="row"):
    """Row the gondola that the character rides, as far as the roll carries it, for 1 AP (TERR-13).

    `to` a place and a `turn` in degrees, or along a `path`. To a place it goes straight, or by the poses that are
    given, or else round bends that are looked for.
    """

    to: Point | None = None
    turn: Turn | None = None
    path: Corners = ()
    by: Bends = ()

    def poses(self, lies: VesselAt) -> tuple[VesselPose, ...]:
        if self.to is not None:
            return (VesselPose(self.to, self.turn, self.by),)
        return tuple(VesselPose(corner, self.turn) for corner in self.path)

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        c = game[who]
        if bool(self.path) == (self.to is not None) or (self.by and self.path):
            return Refusal("TERR-13", say("give either the corners of a path or a place to row to"))
        place = yield from rulings.ground(who)
        piece = rulings.gondola_of(place)
        if piece is None or (yield from full_for(game, who, place)):  # to whom it has no room for, it is debris
            return Refusal("TERR-13", say("{who} rides no gondola", who=names_of(game)(c.id)))
        lies = yield from rulings.vessel(piece)
        return (yield from barred(game, piece, self.poses(lies)[0], FAR))

    def perform(self, game: State, who: str) -> Rule[None]:
        place = yield from rulings.ground(who)
        assert place.vessel is not None
        piece = place.vessel
        context = RollContext(purpose="row", who=who, stat="dexterity", action=self.name())
        result = yield from basic_roll(game, context)
        riders = yield from rulings.standing_on(game, piece)
        if result.outcome is Outcome.FUMBLE:
            for rider in riders:
                yield from into_water(game, rider, piece, "overboard")
            return
        inches: float = ROW.read(result)
        lies = yield from rulings.vessel(piece)
        poses: tuple[VesselPose, ...] = self.poses(lies)
        aim = poses[0] if len(poses) == 1 else None
        changed = yield WhereRowed(seat=game[who].seat, who=who, piece=piece, inches=inches, aim=aim)
        if changed is not None:
            poses = (changed,)
        move = yield from moving.begin(game, who, self.name())
        if not (yield from self._cast_off(game, move, piece, poses, inches)):
            return
        inches += move.gained
        rolled = inches
        for pose in poses:
            inches -= yield from stroke(game, who, piece, pose, inches, rolled, whole=changed is not None)
            if inches < moving.WORTH:
                break
        yield from moving.land(game, move)

    def _cast_off(
        self, game: State, move: moving.Movement, piece: str, poses: tuple[VesselPose, ...], inches: float
    ) -> Rule[bool]:
        """Whoever rows away from an enemy beside the gondola disengages; one aboard comes along. False: nobody rows.

        A ruling: so it is for the rower alone. Whoever it carries along neither disengages nor charges.
        """
        if not move.touching:
            return True
        aboard = yield from rulings.standing_on(game, piece)
        beside = [enemy for enemy in move.touching if enemy not in aboard]
        if beside and len(poses) == 1:
            rowed = yield from _as_far(game, piece, poses[0], inches)
            beside = [enemy for enemy in beside if rowed is not None and (move.who, enemy) not in rowed.touching]
        if not beside:
            return True
        match (yield from moving.come_away(game, move, beside)):
            case moving.Parting.GOES:
                return True
            case moving.Parting.STAYS:
                return False
            case moving.Parting.THROWN:
                return move.who in (yield from rulings.standing_on(game, piece))


def stroke(
    game: State, who: str, piece: str, pose: VesselPose, inches: float, rolled: float, *, whole: bool
) -> Rule[float]:
    """Towards a pose, as far as no rider moves further than `inches`; `whole`: the whole way is known to be no longer.
    Returns how far it went."""
    lies = yield from rulings.vessel(piece)
    verdict = yield from _as_far(game, piece, pose, inches, whole)
    if verdict is None:
        return 0.0
    _emit(game, who, lies, verdict, rolled)
    return verdict.rider_moved


def _as_far(game: State, piece: str, pose: VesselPose, inches: float, whole: bool = False) -> Rule[Rowing | None]:
    """Towards a pose, as far as no rider moves further; None where it cannot move."""
    lies = yield from rulings.vessel(piece)
    riders = tuple((yield from rulings.standing_on(game, piece)))
    if pose.by:
        return (yield from _along(lies, pose, riders, inches))
    turned = 0.0 if pose.turn is None else (pose.turn - lies.turn + 180.0) % 360.0 - 180.0
    share = 1.0
    for _ in range(TRIES):
        to = rounded(tuple(a + share * (b - a) for a, b in zip(lies.at, pose.to, strict=True)))  # type: ignore[arg-type]
        verdict = yield from rulings.row(piece, to, round(lies.turn + share * turned, 3), riders, inches)
        if verdict.refusal is None:
            return verdict
        if share == 1.0 and (whole or verdict.barred):
            turn = lies.turn if pose.turn is None else pose.turn
            found = yield from rulings.sail(SailTo(piece, to, turn, riders, inches if whole else FAR))
            if found.refusal is None and found.by:
                return (yield from _along(lies, VesselPose(to, turn, found.by), riders, inches))
        far = verdict.rider_moved
        share *= min(0.98 if far <= inches else inches / far, 0.999)
    return None


def _along(lies: VesselAt, pose: VesselPose, riders: tuple[str, ...], inches: float) -> Rule[Rowing | None]:
    """By other poses, as far as no rider moves further; None where it cannot move."""
    turn = lies.turn if pose.turn is None else pose.turn
    to = rounded(pose.to)
    verdict = yield from rulings.sail(RowTo(lies.piece, to, turn, riders, inches, pose.by, short=True))
    return verdict if verdict.refusal is None else None


def _emit(game: State, who: str, lies: VesselAt, verdict: Rowing, rolled: float) -> None:
    game.emit(
        Rowed(
            who=who,
            piece=lies.piece,
            start=lies,
            to=VesselAt(lies.piece, rounded(verdict.at), verdict.turn),
            length=round(verdict.moved, 3),
            rolled=rolled,
            riders=tuple((rider, rounded(at)) for rider, at in verdict.riders),
            row=verdict,
        )
    )


def aimed(piece: str, pose: VesselPose, turn: float, riders: tuple[str, ...], inches: float) -> RowTo | SailTo:
    """What is asked of the board for a pose: by the poses on the way, where they are given."""
    if pose.by:
        return RowTo(piece, rounded(pose.to), turn, riders, inches, pose.by)
    return SailTo(piece, rounded(pose.to), turn, riders, inches)


def barred(game: State, piece: str, pose: VesselPose, inches: float) -> Rule[Refusal | None]:
    """Why the vessel cannot be moved to this pose, or None."""
    lies = yield from rulings.vessel(piece)
    riders = tuple((yield from rulings.standing_on(game, piece)))
    turn = lies.turn if pose.turn is None else pose.turn
    verdict = yield from rulings.sail(aimed(piece, pose, turn, riders, inches))
    return refusal_of(game, verdict)


class Berths(msgspec.Struct, frozen=True, tag="berths"):
    """What `WhereRowed` takes: anywhere that no rider moves further than the roll allows; None keeps the aim."""

    answers: ClassVar[Any] = VesselPose

    who: str
    piece: str
    inches: float

    def refusal(self, state: State, measure: Measure, answer: VesselPose) -> Refusal | None:
        return measured(barred(state, self.piece, answer, self.inches), state, measure)
