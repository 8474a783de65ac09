"""Morale, where the table plays with it (CAMP-04, `Options.morale`).

At the end of a round each character of a gang takes a test, if a quarter or less of the gang still fights, or if it
lost a Leader in this round. Whoever fails is tested again as its next turn begins.

Rulings. A test is a basic roll of MIND with all that belongs to such a roll: Will Points, re-rolls, equipment; Brave
and Mindless say nothing of it, and exempt nobody. The French rules let a character choose a Critical in place of the
roll, which would make every test void; read with their first sentence, of those who withdraw to fight another day, it
is the Fumble that may be chosen: to flee. Lost are casualties and those who fled; whoever left by an edge as a scenario
asks still counts with its gang, and whoever found no room at the start never did. Tests come once what lasts to the end
of the round is over, and before agendas and points are looked at, in the last round too: whoever flees then holds
nothing. All of a gang are tested, and once, whatever befalls their Leader meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.carnevale.characters import Character
from sim.carnevale.dice import Outcome
from sim.carnevale.effects import in_order, stun
from sim.carnevale.events import Event, Fled, Killed, LeftOut, PointsGained, PointsLost, Rolled, RoundBegan, Wavered
from sim.carnevale.hook_values import Purpose
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import names_of
from sim.carnevale.objectives.carrying import dropped_by_the_gone
from sim.carnevale.odds import Odds, roll_odds
from sim.carnevale.questions import Question
from sim.carnevale.rolls import NEEDED, basic_roll
from sim.carnevale.state import State
from sim.carnevale.stats import number
from sim.carnevale.steps import Step
from sim.carnevale.will import dice_rerolled
from sim.engine.requests import Gesture, Label, Option, Rule
from sim.percent import percent
from sim.words import say

__all__ = ["FLEE", "ROLL", "CheckMorale", "MoraleTest", "RollOrFlee", "tests", "turn_begins"]

ROLL, FLEE = "roll", "flee"
PURPOSE: Purpose = "morale"
WHY = say("morale")
FEW = 4  # a gang of which a quarter or less is left


class RollOrFlee(Question, frozen=True, kw_only=True, tag="morale"):
    """Whether a character rolls for its morale or flees, and all that the odds of the roll follow from."""

    gesture = Gesture.LIST

    who: str
    dice: int  # without Will Points
    needed: int
    explained: str  # where the dice come from
    rerolls: int  # dice that the seat's abilities re-roll
    forced: int  # dice that it is made to

    @property
    def options(self) -> tuple[Option, ...]:
        return (ROLL, FLEE)

    @property
    def default(self) -> str:
        return ROLL

    @property
    def odds(self) -> Odds:
        """Of the roll, without Will Points."""
        return roll_odds(self.dice, self.needed, self.rerolls, self.forced)

    def asks(self, state: State) -> str:
        return say("Morale: does {who} stand, or flee?", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        odds = self.odds
        return say(
            "Dice {explained}; an Ace on {needed}+. Success {success}, of that Critical {critical}: 1 WP more; Fail "
            "{fail}: Stunned, 1 WP lost, and tested again; Fumble {fumble}: it flees.",
            explained=self.explained,
            needed=self.needed,
            success=percent(odds.succeeds),
            critical=percent(odds.of(Outcome.CRITICAL)),
            fail=percent(odds.of(Outcome.FAIL)),
            fumble=percent(odds.of(Outcome.FUMBLE)),
        )

    def label(self, state: State, answer: object) -> Label:
        if answer == FLEE:
            return Label(say("Flee"), say("out of the game, but no casualty"))
        return Label(say("Stand, and roll"))


class CheckMorale(Step, frozen=True, tag="check_morale"):
    """At the end of a round: a gang that has lost too much takes its tests."""

    seat: str

    def run(self, game: State) -> Rule[None]:
        here, wavers = [c.id for c in in_order(game) if c.seat == self.seat], _wavers(game, self.seat)
        if here and wavers is not None:
            game.emit(wavers)
            game.then(*map(MoraleTest, here))
        return
        yield


class MoraleTest(Step, frozen=True, tag="morale_test"):
    """A character takes a morale test."""

    who: str

    def run(self, game: State) -> Rule[None]:
        if game[self.who].on_board:
            yield from _test(game, self.who)


def tests(game: State) -> list[CheckMorale]:
    """What the end of a round has to do with morale, gang by gang in the order of initiative."""
    return [CheckMorale(seat) for seat in game.initiative or tuple(game.seats)] if game.options.morale else []


def turn_begins(game: State, who: str) -> Rule[None]:
    """Whoever has failed its last test takes another."""
    if game.options.morale and game[who].on_board and _failed_last(game, who):
        yield from _test(game, who)


def _test(game: State, who: str) -> Rule[None]:
    context = RollContext(purpose=PURPOSE, who=who, stat="mind")
    mind, seat = (yield from number(game, context)), game[who].seat
    rerolls, forced = dice_rerolled(game, context, seat)
    answer = yield RollOrFlee(
        seat=seat,
        who=who,
        dice=mind.total,
        needed=NEEDED,
        explained=str(mind),
        rerolls=rerolls,
        forced=forced,
    )
    outcome = Outcome.FUMBLE
    if answer == ROLL:
        outcome = (yield from basic_roll(game, context)).outcome
    match outcome:
        case Outcome.FUMBLE:
            game.emit(Fled(who=who, where=game[who].here))
            yield from dropped_by_the_gone(game)
        case Outcome.FAIL:
            stun(game, who, WHY)
            if game[who].wp:
                game.emit(PointsLost(who=who, what="wp", points=1, why=WHY))
        case Outcome.CRITICAL:
            game.emit(PointsGained(who=who, what="wp", points=1, why=WHY))
        case Outcome.SUCCESS:
            pass


def _failed_last(game: State, who: str) -> bool:
    """Has it failed the last test that it took?"""
    last = (e for e in reversed(game.log) if isinstance(e, Rolled) and e.purpose == PURPOSE and e.who == who)
    return next((event.outcome == Outcome.FAIL.value for event in last), False)


def _wavers(game: State, seat: str) -> Wavered | None:
    """Whether a gang is to be tested, and why."""
    absent = {event.who for event in game.log if isinstance(event, LeftOut)}
    began = [c for c in game.characters.values() if c.seat == seat and c.id not in absent]
    fled = {event.who for event in game.log if isinstance(event, Fled)}
    left = sum(c.alive and c.id not in fled for c in began)
    leaders = tuple(who for who in _lost_this_round(game) if _leads(game[who], seat))
    if FEW * left > len(began) and not leaders:
        return None
    return Wavered(seat=seat, left=left, began=len(began), leaders=leaders)


def _leads(c: Character, seat: str) -> bool:
    return c.seat == seat and c.has_keyword("Leader")


def _lost_this_round(game: State) -> Iterator[str]:
    """Casualties of this round, and those who fled in it."""
    events: list[Event] = []
    for event in reversed(game.log):
        if isinstance(event, RoundBegan):
            break
        events.append(event)
    return (event.who for event in reversed(events) if isinstance(event, Killed | Fled))
