"""Falling (FALL-01 to 04)."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor

import msgspec

from sim.board.model.terrain import Landing
from sim.board.model.verdicts import Drop, Ground
from sim.carnevale import effects, hooks, rulings
from sim.carnevale.characters import Point
from sim.carnevale.damage import lose_life
from sim.carnevale.dice import FALL_SAVED, Outcome
from sim.carnevale.events import Fell, Moved
from sim.carnevale.hooks import RollContext
from sim.carnevale.rolls import NEEDED, basic_roll
from sim.carnevale.state import State, rounded
from sim.engine.requests import GameError, Rule, subroutine

__all__ = [
    "CONTROLLED",
    "HAIR",
    "Fallen",
    "above",
    "counted",
    "fall",
    "harm",
    "unsaved",
]

LANDING_SPOTS = {  # inches on top of those fallen (FALL-03)
    Landing.SOFT: -4,
    Landing.WATER: -2,
    Landing.SOLID: 0,
    Landing.DIFFICULT: 2,
    Landing.DANGEROUS: 4,
}
FREE = 1.0  # a fall of no more than this harms nobody (FALL-02)
CONTROLLED = 5  # an Ace of the falling roll after a controlled landing (JUMP-08)
ABOVE = 3.0  # charging from above begins so much higher (MOVE-11)
HAIR = 0.005  # inches forgiven where a height is compared or cut to whole inches: positions are rounded


class Fallen(msgspec.Struct, frozen=True):
    """How a fall went: where it ended, the inches fallen, and on whom it came down."""

    ground: Ground | None
    height: float
    onto: tuple[str, ...] = ()


@subroutine
def fall(
    game: State,
    who: str,
    *,
    began: Point | None = None,
    top: float | None = None,
    controlled: bool = False,
    by: str | None = None,
    why: str = "fall",
    action: str = "",
    met: Iterable[str] = (),
) -> Rule[Fallen]:
    """A character drops straight down from where it is (FALL-01), and is hurt by it (FALL-02).

    `began` is where its action began, if it is its own; `top` the height to count from instead of its place
    (JUMP-05); `by` whoever made it fall, to whom a casualty counts; `met` the enemies that it has charged already, by
    the jump that ends in this fall.
    """
    start = game[who].here
    drop = yield from rulings.drop(who, start)
    if drop.rest is None:
        drop = yield from _nowhere(game, who, drop)
    assert drop.rest is not None
    fallen = round((start[2] if top is None else top) - drop.rest[2], 3)
    spot = drop.landing
    counts = counted(fallen, spot)
    game.emit(
        Fell(
            who=who,
            start=start,
            rest=rounded(drop.rest),
            height=max(0.0, round(counts, 3)),
            fallen=max(0.0, fallen),
            landing=spot.value,
            part=drop.part,
            why=why,
            by=by,
            onto=drop.onto,
            controlled=controlled,
            aboard=drop.ground.vessel if drop.ground is not None else None,
            drop=drop,
        )
    )
    lost = harm(counts)
    if lost:
        charged = [*met, *(each for each in drop.onto if game[each].seat != game[who].seat)]
        charged += [] if began is None else (yield from rulings.in_contact(game, who))
        context = RollContext(
            purpose="fall",
            who=who,
            stat="dexterity",
            action=action,
            controlled=controlled,
            from_above=began is not None and bool(above(game, began, charged)),
            part=drop.part,
            stake=lost,
        )
        yield from _hurt(game, msgspec.structs.replace(context, stake=unsaved(game, context, spot)), why, by)
    return Fallen(drop.ground, fallen, drop.onto)


def _hurt(game: State, context: RollContext, why: str, by: str | None) -> Rule[None]:
    """The roll of whoever falls, and the Life Points that it loses (FALL-02, 03)."""
    result = yield from basic_roll(game, context, CONTROLLED if context.controlled else NEEDED)
    lose_life(game, context.who, context.stake - FALL_SAVED.read(result), why, by)
    if result.outcome is Outcome.FUMBLE:
        effects.stun(game, context.who, why)


def counted(fallen: float, spot: Landing) -> float:
    """The inches that a fall counts for, onto such a landing spot (FALL-03)."""
    return fallen + LANDING_SPOTS[spot] if fallen > FREE + HAIR else fallen


def unsaved(game: State, context: RollContext, spot: Landing) -> int:
    """Life Points that the fall of a roll costs of which its Aces save nothing; they are taken off this."""
    twice = 2 if spot is Landing.WATER and game.options.water_fall_twice else 0
    return hooks.fall_loss(game, context, context.stake - twice)


def harm(inches: float) -> int:
    """Life Points that a fall of so many inches costs before the roll: whole inches, none up to 1" (FALL-02)."""
    return floor(inches + HAIR) if inches > FREE + HAIR else 0


def above(game: State, began: Point, enemies: Iterable[str]) -> list[str]:
    """Those of these enemies that an action begun there began 3" or more above (MOVE-11)."""
    return [enemy for enemy in enemies if began[2] - game[enemy].here[2] >= ABOVE - HAIR]


def _nowhere(game: State, who: str, drop: Drop) -> Rule[Drop]:
    """Nothing below carries the base (the edge of the board): down at the nearest place that does."""
    spot = yield from rulings.spot(who, drop.start, rulings.across(game))
    ground = spot.ground
    if ground is None:
        raise GameError(f"{game[who].name} falls from {drop.start}, and the board has no place to land")
    x, y, z = ground.at
    game.emit(Moved(who=who, how="placed", path=(game[who].here, rounded((x, y, drop.start[2]))), placing=spot))
    return Drop(drop.start, ground.at, drop.start[2] - z, ground.landing, ground.part, False, ground)
