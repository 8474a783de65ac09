"""The kinds of rolls, with will points before them and re-rolls after (DICE-05 to 11)."""

from __future__ import annotations

from collections.abc import Sequence

from sim.carnevale import equipment, hooks
from sim.carnevale.dice import MOST_DICE, SIDES, Modifier, Outcome, Result, read
from sim.carnevale.events import DiceThrown, Rolled
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import names_of
from sim.carnevale.rerolls import rerolled
from sim.carnevale.state import State
from sim.carnevale.stats import Number, number
from sim.carnevale.will import declare
from sim.engine.requests import Roll, Rule, subroutine
from sim.words import say

__all__ = ["NEEDED", "basic_roll", "opposed_roll"]

NEEDED = 7  # an Ace of a basic roll (DICE-07)


@subroutine
def basic_roll(
    game: State,
    context: RollContext,
    needed: int = NEEDED,
    extra: Sequence[Modifier] = (),
    *,
    explained: Sequence[Modifier] = (),
) -> Rule[Result]:
    """Roll a stat on 7+ unless another number is needed (DICE-07).

    `explained`: what changed the needed number.
    """
    settled = yield from _settled(game, context, needed)
    if settled is not None:
        return settled
    dice = yield from number(game, context, extra)
    (spent,) = yield from declare(game, [context], [dice], needed)
    return (yield from _throw(game, context, dice, spent, needed, explained=explained))


@subroutine
def opposed_roll(
    game: State,
    context: RollContext,
    by: RollContext,
    needed: int = NEEDED,
    extra: Sequence[Modifier] = (),
    extra_against: Sequence[Modifier] = (),
    *,
    most_against: int | None = None,
) -> Rule[tuple[Result, Result | None]]:
    """The target (`by`) rolls first; each of its Aces takes a die from the active side's pool (DICE-08).

    `most_against`: how many of those Aces count (MAGIC-04). Returns the result for the active side, and what the
    target rolled; None where something settles it without dice.
    """
    settled = yield from _settled(game, context, needed)
    if settled is not None:
        return settled, None
    dice = yield from number(game, context, extra)
    other = yield from number(game, by, extra_against)
    spent, against = yield from declare(game, [context, by], [dice, other], needed, most_against)
    defence = yield from _throw(game, by, other, against, needed, opposing=True)
    lost = defence.aces if most_against is None else min(defence.aces, most_against)
    return (yield from _throw(game, context, dice, spent, needed, lost=lost)), defence


def _settled(game: State, context: RollContext, needed: int) -> Rule[Result | None]:
    """The result that equipment or a trait brings about without dice (climbing gear, Slippery), told like any other.

    Equipment comes first: where it stands in for the roll, nobody wins that roll as a trait may have it.
    """
    found = (yield from equipment.settled(game, context)) or hooks.forced(game, context)
    if found is None:
        return None
    outcome, source = found
    game.emit(
        Rolled(
            who=context.who,
            purpose=context.purpose,
            faces=(),
            needed=needed,
            aces=0,
            outcome=outcome.value,
            dice=0,
            modifiers=(Modifier(0, source),),
            against=context.against,
        )
    )
    return Result(outcome, 0)


@subroutine
def _throw(
    game: State,
    context: RollContext,
    number: Number,
    will: int,
    needed: int,
    *,
    lost: int = 0,
    opposing: bool = False,
    explained: Sequence[Modifier] = (),
) -> Rule[Result]:
    modifiers = list(number.modifiers)
    if will:
        modifiers.append(Modifier(will, say("Will Point") if will == 1 else say("Will Points")))
    if lost:
        whose = say("Aces of {against}", against=names_of(game)(context.against)) if context.against else say("Aces")
        modifiers.append(Modifier(-lost, whose))
    dice = max(0, min(MOST_DICE, number.total + will) - lost)  # the Aces come off the roll, not off the sum
    c = game[context.who]
    faces: tuple[int, ...] = ()
    if dice:
        destiny = yield from equipment.destiny(game, context)
        faces = yield Roll(
            seat=c.seat,
            who=c.id,
            purpose=context.purpose,
            dice=dice,
            sides=SIDES,
            needed=needed,
            against=context.against,
            modifiers=tuple(map(str, modifiers)),
        )
        game.emit(DiceThrown(who=c.id, purpose=context.purpose, faces=faces))
        if destiny is not None:
            faces = (destiny, *faces[1:])
        faces = yield from rerolled(game, context, faces, needed, defends=opposing)
    result = read(faces, needed)
    if opposing:  # no Critical or Fumble on this side
        result = Result(Outcome.SUCCESS if result.aces else Outcome.FAIL, result.aces, faces)
    game.emit(
        Rolled(
            who=c.id,
            purpose=context.purpose,
            faces=faces,
            needed=needed,
            aces=result.aces,
            outcome=result.outcome.value,
            dice=dice,
            modifiers=tuple(modifiers),
            needed_modifiers=tuple(explained),
            against=context.against,
            sight=number.sight,
        )
    )
    return result
