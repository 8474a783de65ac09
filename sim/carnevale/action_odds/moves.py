"""Jumps to land, runs and climbs to arrive (JUMP-01 to 08, MOVE-01 to 12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import dist

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.terrain import Landing
from sim.board.model.verdicts import Drop, JumpSweep, Path
from sim.carnevale import disengaging, hooks, rulings
from sim.carnevale.action import How
from sim.carnevale.action_odds.attacks import BARE, blows, harm_of
from sim.carnevale.action_odds.rolls import pending_roll
from sim.carnevale.actions.jump import Jump, differ, jump_context, leap
from sim.carnevale.actions.run import Run
from sim.carnevale.characters import Point
from sim.carnevale.dice import FALL_SAVED, JUMP, MOST_DICE, Outcome, Result
from sim.carnevale.exchange_odds import Side, fall_chance, strikes
from sim.carnevale.falling import CONTROLLED, above, counted, harm, unsaved
from sim.carnevale.hooks import RollContext
from sim.carnevale.moving import crossing
from sim.carnevale.odds import jump_inches, roll_odds
from sim.carnevale.optimal_roll import PendingRoll, Worth, all_succeed, best, best_with_will, contest_success, will_for
from sim.carnevale.rolls import NEEDED
from sim.carnevale.state import State, rounded
from sim.carnevale.ways import path_of_run
from sim.carnevale.will import will_left
from sim.engine.requests import Rule

__all__ = ["ClimbOdds", "JumpChance", "JumpEnd", "JumpOdds", "climb", "jump", "jump_chances", "life_lost_in_fall"]

NEAR = 0.05  # inches: a jump that ends so close to its point has come there


class JumpChance(msgspec.Struct, frozen=True):
    """A jump with so many Will Points on its roll: what a player may choose by, and be asked."""

    will: int
    lands: float
    arrives: float
    life_lost: float | None = None  # Life Points, on average, that its falls cost at least, if asked for


class JumpEnd(msgspec.Struct, frozen=True):
    """Where a result ends that carries so many inches, to the letter, and the Life Points at stake in its fall; those
    that it costs on average, without Will Points."""

    length: int
    sweep: JumpSweep
    harm: int
    life_lost: float


class JumpOdds(msgspec.Struct, frozen=True):
    """A jump, each number played for itself: the best chances, and the least that its falls may cost."""

    lands: float  # it stands where it ends, and does not fall
    arrives: float  # it comes to the point that it was aimed at, and stands there
    life_lost: float  # Life Points, on average
    unaided: float  # the same without Will Points
    dies: float
    will: int  # the will points on the roll that serve landing best
    by_will: tuple[JumpChance, ...]
    ends: tuple[JumpEnd, ...]
    breaks_away: float  # the best chance to leave base contact, before any of this; 1 where there is none to leave


class _Fall(msgspec.Struct, frozen=True):
    """What a fall would be rolled with: Life Points at stake."""

    harm: int
    roll: PendingRoll


def jump(game: State, who: str, action: Jump) -> Rule[JumpOdds]:
    """A jump as it is rolled: where each result ends, which Aces are worth using, and what a fall costs."""
    held = max(0, will_left(game, who) - action.controlled)
    return (yield from _jump(game, who, rounded(action.to), action.controlled, held))


def jump_chances(game: State, who: str, aim: Point, controlled: bool) -> Rule[tuple[JumpChance, ...]]:
    """The same chances when a jump has begun, and its player is asked for Will Points: the landing is paid for."""
    return (yield from _jump(game, who, rounded(aim), controlled, will_left(game, who), costs=True)).by_will


def _jump(game: State, who: str, to: Point, controlled: bool, held: int, *, costs: bool = False) -> Rule[JumpOdds]:
    roll = pending_roll(game, (yield from jump_context(game, who, to, controlled)))
    ends: dict[int, tuple[JumpSweep, _Fall | None]] = {}
    for length in range(1, JUMP.critical.base + MOST_DICE + 1):
        sweep: JumpSweep = yield from leap(game, who, to, float(length))
        ends[length] = (sweep, (yield from _fall(game, who, sweep, controlled)))
    life, here = game[who].lp, game[who].here

    def ways(outcome: Outcome, aces: int) -> list[tuple[JumpSweep, _Fall | None]]:
        """The ends that this result leaves to choose from: each Ace carries *up to* an inch, where that helps."""
        lengths = jump_inches(outcome, aces)
        whole, all_ends = ends[lengths[-1]], [ends[length] for length in lengths]
        return all_ends if whole[1] is not None and differ(sweep for sweep, _ in all_ends) else [whole]

    def lands(outcome: Outcome, aces: int) -> float:
        return float(any(fall is None for _, fall in ways(outcome, aces)))

    def arrives(outcome: Outcome, aces: int) -> float:
        return float(any(_there(sweep, here, to) for sweep, fall in ways(outcome, aces) if fall is None))

    def spared(left: int) -> Worth:
        return lambda outcome, aces: -min(_loss(fall, left, life)[0] for _, fall in ways(outcome, aces))

    def kept(spent: int) -> Worth:
        return spared(held - spent)

    def survives(spent: int) -> Worth:
        return lambda outcome, aces: 1 - min(_loss(fall, held - spent, life)[1] for _, fall in ways(outcome, aces))

    spends = range(will_for(roll.dice, held) + 1)
    by_will = tuple(
        JumpChance(n, best(rolled, lands), best(rolled, arrives), -best(rolled, kept(n)) if costs else None)
        for n, rolled in ((n, roll.more(n)) for n in spends)
    )
    serves = max(by_will, key=lambda each: (round(each.lands, 9), -each.will))  # sums of chances differ by a hair
    return JumpOdds(
        lands=serves.lands,
        arrives=max(each.arrives for each in by_will),
        life_lost=-best_with_will(roll, kept, held)[0],
        unaided=-best(roll, spared(0)),
        dies=1 - best_with_will(roll, survives, held)[0],
        will=serves.will,
        by_will=by_will,
        ends=tuple(
            JumpEnd(length, sweep, fall.harm if fall else 0, _loss(fall, 0, life)[0])
            for length, (sweep, fall) in ends.items()
        ),
        breaks_away=(yield from _comes_away(game, who, to)),
    )


def _comes_away(game: State, who: str, to: Point) -> Rule[float]:
    """The best chance to set out on a jump unharmed, from base contact and over a barricade that is defended; the
    opponent picks who holds on (MOVE-12, TERR-11)."""
    over = yield from rulings.defended_over(who, to, tuple(c.id for c in game.enemies(who)))
    touched = yield from rulings.in_contact(game, who)
    return _held_on_to(game, who, touched) * _held_on_to(game, who, over.by)


def _held_on_to(game: State, who: str, enemies: Sequence[str]) -> float:
    """The same from whoever of these is hardest to leave."""
    chances = [1.0]
    for enemy in enemies:
        mine, theirs, extra, against = disengaging.contest(game, who, enemy, "jump")
        settled = hooks.forced(game, mine)
        own, other = pending_roll(game, mine, extra=extra), pending_roll(game, theirs, extra=against)
        won = contest_success(own, other, will_left(game, who), will_left(game, enemy))
        chances.append(won if settled is None else float(settled[0].succeeded))
    return min(chances)


def _there(sweep: JumpSweep, start: Point, to: Point) -> bool:
    """Has it come to its point? A stop at an enemy there, and an inch more to stand wholly, count as coming there; an
    inch more that leaves it short does not."""
    carried = sweep.length >= dist(start, to) - NEAR
    return bool(sweep.contacts) or carried or dist(sweep.rest[:2], to[:2]) <= NEAR


def _fall(game: State, who: str, sweep: JumpSweep, controlled: bool) -> Rule[_Fall | None]:
    """What a jump that ends so costs; None where it does not fall (FALL-02, 03)."""
    if not sweep.falls:
        return None
    drop = yield from rulings.drop(who, rounded(sweep.end))
    met = (*drop.onto, *(contact.id for contact in sweep.contacts))
    charged = [enemy.id for enemy in game.enemies(who) if enemy.id in met]
    context = RollContext(
        purpose="fall",
        who=who,
        stat="dexterity",
        action="jump",
        controlled=controlled,
        part=sweep.ground.part,
        from_above=bool(above(game, game[who].here, charged)),
    )
    return _at_stake(game, context, sweep.ground.landing, sweep.fall_height)


def _at_stake(game: State, context: RollContext, landing: Landing, fallen: float) -> _Fall:
    """What a fall onto such ground would be rolled with."""
    context = msgspec.structs.replace(context, stake=harm(counted(fallen, landing)))
    return _Fall(
        unsaved(game, context, landing), pending_roll(game, context, CONTROLLED if context.controlled else NEEDED)
    )


def life_lost_in_fall(game: State, who: str, drop: Drop) -> NDArray[np.float64]:
    """The probabilities of losing 0, 1, 2, ... Life Points by a fall that somebody else makes it take (FALL-02, 03),
    will points left out."""
    context = RollContext(purpose="fall", who=who, stat="dexterity", action="grapple", part=drop.part)
    fall = _at_stake(game, context, drop.landing, drop.height)
    found = np.zeros(max(0, fall.harm) + 1)
    if fall.harm <= 0:
        found[0] = 1.0
        return found
    for outcome, aces, chance in roll_odds(fall.roll.dice, fall.roll.needed, fall.roll.rerolls, fall.roll.forced).joint:
        found[max(0, fall.harm - int(FALL_SAVED.read(Result(outcome, aces))))] += chance
    return found


@lru_cache(maxsize=4096)
def _loss(fall: _Fall | None, held: int, life: int) -> tuple[float, float]:
    """The Life Points that a fall costs on average, and the chance that it kills; each played for itself."""
    if fall is None or fall.harm <= 0:
        return 0.0, 0.0
    at_stake = fall.harm

    def lost(outcome: Outcome, aces: int) -> int:
        return max(0, at_stake - int(FALL_SAVED.read(Result(outcome, aces))))

    kept = best_with_will(fall.roll, lambda _: lambda o, n: -float(min(life, lost(o, n))), held)[0]
    alive = best_with_will(fall.roll, lambda _: lambda o, n: float(lost(o, n) < life), held)[0]
    return -kept, 1 - alive


# --- runs and climbs to arrive (MOVE-01 to 12) ----------------------------------------


class ClimbOdds(msgspec.Struct, frozen=True):
    """A Run/Climb: whether it comes to its end."""

    arrives: float
    rolls: tuple[PendingRoll, ...]  # one a climb or crossing
    breaks_away: float = 1.0  # the best chance to leave base contact unharmed, where there is any to leave


def climb(game: State, who: str, action: Run) -> Rule[ClimbOdds]:
    """A run or climb along its way. A failed disengage is answered by the best attack there is (MOVE-12)."""
    path: Path
    path, _ = yield from path_of_run(game, who, action.way, fly=action.fly)
    rolls = tuple(pending_roll(game, crossing(who, leg)) for leg in path.legs if leg.roll)
    held = will_left(game, who)
    if not path.left:
        return ClimbOdds(all_succeed(rolls, held), rolls)
    shown: list[ClimbOdds] = []
    for contact in path.left:  # the opponent picks which
        shown += [(yield from _breaking(game, who, contact.id, rolls, held))]
    return min(shown, key=lambda each: each.arrives)


def _breaking(game: State, who: str, enemy: str, rolls: tuple[PendingRoll, ...], held: int) -> Rule[ClimbOdds]:
    """The disengage first: Success, on; Fail, an attack, and on for those it leaves alive; Fumble, no further."""
    mine, theirs, extra, against = disengaging.contest(game, who, enemy, "run")
    settled = hooks.forced(game, mine)
    own, other = pending_roll(game, mine, extra=extra), pending_roll(game, theirs, extra=against)
    apart = yield from rulings.distance(enemy, who)
    found = yield from blows(game, enemy, who, apart, BARE, How(opportunity=True, grapple=False))
    blow = max(found, key=lambda each: harm_of(each, game[who].lp))  # there are always fists
    foe, life = will_left(game, enemy), game[who].lp

    def survives(left: int) -> float:
        """It lives through the attack, and comes to its end with the will points that are left."""
        eager = msgspec.structs.replace(blow, dice=min(MOST_DICE, blow.dice + will_for(blow.dice, foe)))
        shares = range(will_for(blow.protection, left) + 1)
        return max(
            (1 - fall_chance(strikes(eager, 1), Side(99), Side(life, n))) * all_succeed(rolls, left - n) for n in shares
        )

    if settled is not None:
        won = settled[0].succeeded
        return ClimbOdds(all_succeed(rolls, held) if won else survives(held), rolls, float(won))
    defence = other.more(will_for(other.dice, foe))

    def worth(spent: int) -> Worth:
        gone, hurt = all_succeed(rolls, held - spent), survives(held - spent)
        return lambda outcome, _: gone if outcome.succeeded else 0.0 if outcome is Outcome.FUMBLE else hurt

    arrives = max(_opposed(own.more(n), defence, worth(n)) for n in range(will_for(own.dice, held) + 1))
    return ClimbOdds(arrives, rolls, contest_success(own, other, held, foe))


def _opposed(own: PendingRoll, other: PendingRoll, worth: Worth) -> float:
    """The mean worth of an opposed roll, its re-rolls played best."""
    against = roll_odds(other.dice, other.needed, other.rerolls, other.forced).aces
    left = [msgspec.structs.replace(own, dice=max(0, own.dice - aces)) for aces in range(len(against))]
    return sum(p * best(roll, worth) for roll, p in zip(left, against, strict=True))
