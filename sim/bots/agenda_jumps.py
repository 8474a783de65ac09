"""Jumps for the sake of agendas: four long ones in a round, three in a turn, three controlled landings, three plunges.

Will Points and re-rolls that agendas ask for can be spent on them, too. On level ground a jump of four inches leads
nearly as far as a run, and most minis that jump succeed in one: whoever has nothing better to do may as well jump where
it goes. What such a jump is worth is what the rest of the turn is worth from where it ends, and its share of the
agenda's points.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

import msgspec
import numpy as np

from sim.bots import candidate_places
from sim.bots.agenda_spending import reroll_wish, will_wish
from sim.bots.agenda_wishes import SHARE, AgendaWishes
from sim.bots.places_in_reach import Rows
from sim.bots.setting_out import after
from sim.bots.turn_plans import TurnPlans
from sim.carnevale.actions.jump import Jump, leap
from sim.carnevale.characters import Character, Point
from sim.carnevale.events import Fell, Jumped, PointsSpent, TurnBegan
from sim.carnevale.legality import WhichAction
from sim.carnevale.odds import jump_chance
from sim.carnevale.optimal_roll import MOST_WILL
from sim.carnevale.state import State
from sim.carnevale.will import will_left
from sim.engine.requests import Measure, measured

__all__ = ["JumpWish", "agenda_jump", "jump_wish", "will_for_jump"]

JUMPS = frozenset(("B6", "C8", "D1", "D3"))  # agendas
FOR_JUMPS = JUMPS | {"A10", "B1", "C7"}  # and those that a jump serves as well as anything else
LEAP = 4.0  # inches of a long jump
LONG = frozenset(range(4, 30))  # inches that a result brings
FOUR = (0.2, 0.3, 0.5, 0.9)  # of the points of C8: for the first of four steps, and each of the others
IN_A_TURN, IN_A_ROUND = 3, 4  # long jumps
LANDINGS = 3  # in a round
NEAREST, FARTHEST = 1.2, 6.3  # inches: jumps that are thought of
LEVEL = 0.25  # inches: so much higher or lower is level ground
APART, TRIED, ENOUGH = 1.5, 16, 4  # inches between places to jump to; so many are looked at, so many that do are enough
FUMBLED, FAILED = 1.0, 2.0  # inches that such a jump leads (JUMP-01)
INTO_WATER, SHALLOW = 2.5, 3.0  # inches: how far a jump into water goes, and how far it may fall
WILL = 0.05  # Victory Points: a Will Point kept


class JumpWish(msgspec.Struct, frozen=True):
    """What a jump now is worth to the agendas of whoever jumps, in Victory Points."""

    long: float = 0.0  # if it leads four inches
    controlled: float = 0.0  # for a controlled landing, its Will Point paid
    plunge: float = 0.0  # into water
    will: float = 0.0  # for each Will Point that is spent on it
    again: float = 0.0  # for the dice that are thrown again


def jump_wish(wishes: AgendaWishes, who: str) -> JumpWish:
    """What the agendas of a mini's seat make of a jump of its."""
    view, me = wishes.view, wishes.view[who]
    long = controlled = plunge = 0.0
    if {"B6", "C8"} & set(wishes.held):
        chance = chance_of(me, will_left(view, who))
        if "C8" in wishes.held:
            need = IN_A_ROUND - _leaps(wishes)
            others = [c for c in view.friends(who) if not c.had_turn]
            able = chance * me.ap + sum(chance_of(c, c.wp) * min(2, c.profile.ap) for c in others)
            if 0 < need <= able:
                long += FOUR[IN_A_ROUND - need] * wishes.vp
        if "B6" in wishes.held:
            need = IN_A_TURN - _leaps_of(wishes, who)
            if 0 < need <= me.usable_ap:
                long += wishes.vp * chance ** (need - 1) / need
    if "D1" in wishes.held and will_left(view, who):
        need = LANDINGS - _landings(wishes)
        others = [c for c in view.friends(who) if not c.had_turn]
        able = min(me.ap, will_left(view, who)) + sum(min(2, c.profile.ap, c.wp) for c in others)
        if 0 < need <= able:
            controlled = SHARE[LANDINGS - need] * wishes.vp - WILL
    if "D3" in wishes.held:
        plunge = SHARE[min(LANDINGS - 1, _plunges(wishes))] * wishes.vp
    return JumpWish(long, controlled, plunge, will_wish(wishes, who), reroll_wish(wishes, who))


def agenda_jump(choice: WhichAction, measure: Measure, plans: TurnPlans, points: int) -> tuple[float, Jump] | None:
    """The jump that serves its agendas best, with what the turn with so many AP is worth by it; None: none does."""
    if plans.laden or plans.touched or plans.wet[0] or not FOR_JUMPS & set(plans.wishes.held):
        return None
    wish = jump_wish(plans.wishes, choice.who)
    spends = wish.will > WILL
    paid = wish.controlled > 0.0 or (spends and plans.me.wp > MOST_WILL)
    chance = chance_of(plans.me, will_left(plans.view, choice.who) - paid)
    level = wish.long > 0.0 or wish.again > 0.0 or spends or paid
    jumps = list(_level_jumps(plans, measure, long=wish.long > 0.0)) if level else []
    if wish.plunge > 0.0:
        jumps += _plunging(plans, measure)
    best: tuple[float, Jump] | None = None
    for to, end in jumps:
        action = Jump(to, controlled=paid)
        if choice.region.refusal(plans.view, measure, action) is None:
            worth = after(plans, end, points) + wish.controlled * paid + wish.again
            worth += (wish.will - WILL) * min(plans.me.wp, MOST_WILL + paid) if spends else 0.0
            if end[2] < to[2] - LEVEL:
                worth += wish.plunge
            elif dist(plans.me.here, end) >= LEAP - 0.01:
                worth += chance * wish.long
            if best is None or worth > best[0]:
                best = worth, action
    return best


def will_for_jump(view: State, seat: str, who: str) -> int | None:
    """Will Points to put on the roll of a jump that is made for agendas; None: for none of them."""
    if not FOR_JUMPS & set(view.seats[seat].agendas):
        return None
    wish = jump_wish(AgendaWishes(view, seat), who)
    if wish.will > WILL:
        return MOST_WILL
    if wish.long > 0.0:
        return 1
    return 0 if wish.controlled > 0.0 or wish.plunge > 0.0 else None


def chance_of(c: Character, will: int) -> float:
    """That a jump of its leads four inches, with a Will Point if it has any."""
    return jump_chance(c.profile.dexterity + min(1, max(0, will)), LONG)


def _level_jumps(plans: TurnPlans, measure: Measure, long: bool) -> Iterator[tuple[Point, Point]]:
    """Where to aim, and where an ordinary jump ends: nowhere on the way is there a fall, water or anybody."""
    here = plans.me.here
    far = np.hypot(plans.at[:, 0] - here[0], plans.at[:, 1] - here[1])
    able = (far <= FARTHEST) & (far >= (LEAP if long else NEAREST)) & (abs(plans.at[:, 2] - here[2]) <= LEVEL)
    found = 0
    for row in _best_apart(plans, np.flatnonzero(able & ~plans.afloat)):
        to = candidate_places.as_point(plans.at[row])
        end = _end(plans, measure, to, float(far[row]))
        if end is not None:
            yield to, end
            found += 1
            if found >= ENOUGH:
                return


def _plunging(plans: TurnPlans, measure: Measure) -> Iterator[tuple[Point, Point]]:
    """Points in mid-air to aim at, over water that a jump falls into at any length, and where it comes to swim."""
    here = plans.me.here
    far = np.hypot(plans.at[:, 0] - here[0], plans.at[:, 1] - here[1])
    rows = np.flatnonzero(plans.wet & (far <= INTO_WATER) & (plans.at[:, 2] < here[2] - LEVEL))
    for row in _best_apart(plans, rows):
        x, y, _z = plans.at[row]
        to = (round(float(x), 3), round(float(y), 3), here[2])
        short, long = (
            measured(leap(plans.view, plans.who, to, length), plans.view, measure) for length in (FAILED, LEAP)
        )
        if all(sweep.falls and sweep.ground.water and sweep.fall_height <= SHALLOW for sweep in (short, long)):
            yield to, short.rest


def _best_apart(plans: TurnPlans, rows: Rows) -> Iterator[int]:
    """Of places, a few that are best to end a turn at, none near another."""
    rows = rows[np.argsort(-plans.ending()[rows], kind="stable")]
    for _ in range(TRIED):
        if not len(rows):
            return
        yield int(rows[0])
        rows = rows[np.linalg.norm(plans.at[rows] - plans.at[rows[0]], axis=1) > APART]


def _end(plans: TurnPlans, measure: Measure, to: Point, far: float) -> Point | None:
    """Where four inches towards a place lead; None: some result leads where it should not."""
    found: Point | None = None
    for length in sorted({FUMBLED, FAILED, min(LEAP, far), far}):
        sweep = measured(leap(plans.view, plans.who, to, length), plans.view, measure)
        if sweep.falls or sweep.stopped_by is not None or sweep.contacts or sweep.ground.water or sweep.ground.obstacle:
            return None
        if length <= LEAP:
            found = sweep.rest
    return found


def _leaps(wishes: AgendaWishes) -> int:
    """Long jumps of the seat in this round."""
    return sum(_is_leap(event, wishes) for event in wishes.rounds[-1])


def _leaps_of(wishes: AgendaWishes, who: str) -> int:
    """Long jumps in this turn."""
    found = 0
    for event in wishes.rounds[-1]:
        if isinstance(event, TurnBegan):
            found = 0
        found += _is_leap(event, wishes) and isinstance(event, Jumped) and event.who == who
    return found


def _is_leap(event: msgspec.Struct, wishes: AgendaWishes) -> bool:
    if not isinstance(event, Jumped) or wishes.view[event.who].seat != wishes.seat:
        return False
    return event.succeeded and event.length >= LEAP


def _plunges(wishes: AgendaWishes) -> int:
    """Falls of the seat into water."""
    fell = (event for round_ in wishes.rounds for event in round_ if isinstance(event, Fell))
    return sum(event.landing == "water" and wishes.view[event.who].seat == wishes.seat for event in fell)


def _landings(wishes: AgendaWishes) -> int:
    """Controlled landings of the seat in this round."""
    return sum(
        isinstance(event, PointsSpent)
        and event.on == "controlled landing"
        and wishes.view[event.who].seat == wishes.seat
        for event in wishes.rounds[-1]
    )
