"""Rowing to a place (TERR-13)."""

from __future__ import annotations

import msgspec

from sim.carnevale import rulings
from sim.carnevale.action_odds.rolls import pending_roll
from sim.carnevale.actions.row import FAR, Row, VesselPose, aimed
from sim.carnevale.dice import ROW, Outcome, Result
from sim.carnevale.hooks import RollContext
from sim.carnevale.odds import roll_odds
from sim.carnevale.optimal_roll import best, best_with_will
from sim.carnevale.state import State
from sim.carnevale.will import will_left
from sim.engine.requests import Rule

__all__ = ["RowOdds", "row_reach", "rowing"]

SELDOM = 0.05  # the chance of what is shown as reached at best
NEAR = 0.05  # inches: a stroke that ends so close to its pose has come there


class RowOdds(msgspec.Struct, frozen=True):
    """A stroke towards a pose, each number played for itself: the best chances, and the least one to go overboard."""

    dice: int
    arrives: float  # it comes all the way, without Will Points
    with_will: float  # the same with as many as serve
    overboard: float  # all aboard end up in the water


def row_reach(game: State, who: str) -> tuple[float, float]:
    """How far any roll but a fumble carries whoever rows, and how far one roll of twenty does, without Will Points."""
    context = RollContext(purpose="row", who=who, stat="dexterity", action=Row.name())
    odds = roll_odds(pending_roll(game, context).dice)
    told = {inches: chance for inches, chance in odds.read(ROW).items() if inches > 0}
    far = [inches for inches in told if sum(chance for more, chance in told.items() if more >= inches) >= SELDOM]
    return min(told), max(far, default=min(told))


def rowing(game: State, who: str, pose: VesselPose) -> Rule[RowOdds]:
    """How likely one roll carries the gondola that `who` rides to this pose. A rider counts that goes the furthest."""
    context = RollContext(purpose="row", who=who, stat="dexterity", action=Row.name())
    roll = pending_roll(game, context)
    piece = rulings.gondola_of((yield from rulings.ground(who)))
    if piece is None:
        return RowOdds(roll.dice, 0.0, 0.0, 0.0)
    lies = yield from rulings.vessel(piece)
    riders = tuple((yield from rulings.standing_on(game, piece)))
    turn = lies.turn if pose.turn is None else pose.turn
    move = yield from rulings.sail(aimed(piece, pose, turn, riders, FAR))
    far = move.rider_moved

    def arrives(outcome: Outcome, aces: int) -> float:
        carries = outcome is not Outcome.FUMBLE and ROW.read(Result(outcome, aces)) + NEAR >= far
        return float(carries)

    def aboard(outcome: Outcome, aces: int) -> float:
        return float(outcome is not Outcome.FUMBLE)

    held = will_left(game, who)
    return RowOdds(
        roll.dice,
        best(roll, arrives),
        best_with_will(roll, lambda _: arrives, held)[0],
        1.0 - best(roll, aboard),
    )
