"""Jump, with controlled landings and chained jumps (JUMP-01 to 09)."""

from __future__ import annotations

from math import dist
from typing import Any, ClassVar

import msgspec

from sim.board.model.verdicts import Ground, JumpSweep, Leg, Sight, Spot
from sim.carnevale import forgone, moving, rulings
from sim.carnevale.acting import act
from sim.carnevale.action import Action
from sim.carnevale.characters import Point
from sim.carnevale.dice import JUMP, Result
from sim.carnevale.events import Jumped, Moved, Used
from sim.carnevale.falling import HAIR, fall
from sim.carnevale.hooks import RollContext
from sim.carnevale.landing import where
from sim.carnevale.moving import WORTH, Movement
from sim.carnevale.names import names_of
from sim.carnevale.questions import Question
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State, rounded
from sim.carnevale.will import spend_will, will_left
from sim.engine.requests import Gesture, Label, Measure, Option, Refusal, Rule, measured
from sim.words import say

__all__ = ["Chained", "ChainedJump", "Inches", "Jump", "JumpLength", "RunOn", "jump_context"]

HIGHEST = 3.0  # inches above the base that a jump may be aimed at
CHAINED = "chained_jump"  # once a turn (JUMP-07)


class Jump(Action, frozen=True, tag="jump"):
    """Jump towards a point in sight, for 1 AP (JUMP-01); with a controlled landing, for 1 WP more (JUMP-08).

    `to`: the point. `controlled`: a controlled landing.
    """

    watched: ClassVar[bool] = True

    to: Point
    controlled: bool = False

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        c, to = game[who], rounded(self.to)
        if (yield from rulings.in_water(who)):
            return Refusal("JUMP-01", say("{who} is in water, and nobody jumps out of water", who=names_of(game)(c.id)))
        if to == c.here:
            return Refusal("JUMP-01", say("a jump needs a point to jump to"))
        if rulings.off_board(game, who, to):
            return Refusal("JUMP-01", say("the point lies off the board"))
        if to[2] - c.here[2] > HIGHEST + HAIR:
            return Refusal(
                "JUMP-01",
                say(
                    'the point is {to:.1f}" above the base; {most:g}" is the most',
                    to=to[2] - c.here[2],
                    most=HIGHEST,
                ),
            )
        if self.controlled and will_left(game, who) < 1:
            return Refusal(
                "JUMP-08", say("a controlled landing costs 1 WP, and {who} has none", who=names_of(game)(c.id))
            )
        barred = forgone.bars_jump(game.options, c.here, to)
        if barred is not None:
            return barred
        sight = yield from rulings.sight_to(who, to)
        if not sight.visible:
            return Refusal("JUMP-01", say("{who} does not see that point", who=names_of(game)(c.id)), evidence=sight)
        return None

    def perform(self, game: State, who: str) -> Rule[None]:
        sight = yield from rulings.shown_sight_to(who, rounded(self.to))
        move = yield from moving.begin(game, who, self.name())
        if move.touching and not (yield from moving.come_away(game, move, tuple(move.touching))):
            return
        if not (yield from self._past_defenders(game, move)):
            return
        if self.controlled:
            spend_will(game, who, 1, say("controlled landing"))
        result = yield from basic_roll(game, (yield from jump_context(game, who, rounded(self.to), self.controlled)))
        sweep = yield from self._length(game, move, result, sight)
        if sweep.falls:
            move.fallen = yield from fall(
                game,
                who,
                began=move.start,
                top=sweep.path[0][2],
                controlled=self.controlled,
                why=move.action,
                action=move.action,
            )
        elif sweep.helped:
            path, aside = (game[who].here, rounded(sweep.rest)), Spot(sweep.rest, sweep.helped, sweep.ground)
            game.emit(Moved(who=who, how="nudged", path=path, placing=aside, **where(sweep.ground)))
        place = yield from moving.land(game, move, jumped=True, top=move.start[2], controlled=self.controlled)
        if place is not None and not sweep.falls:
            yield from chain(game, who, place)

    def _past_defenders(self, game: State, move: Movement) -> Rule[bool]:
        """Nobody simply jumps over a defended barricade (TERR-11): it tries as it takes off. False: it stays."""
        here, to = game[move.who].here, rounded(self.to)
        found = yield from rulings.defended_over(move.who, to, tuple(c.id for c in game.enemies(move.who)))
        if not found.by:
            return True
        over = Leg("fly", (here, to), dist(here, to), part=found.part, defenders=found.by)
        return (yield from moving.past_defenders(game, move, over))

    def _length(self, game: State, move: Movement, result: Result, sight: Sight | None) -> Rule[JumpSweep]:
        """How far it carries (JUMP-01), what remains run on (JUMP-03)."""
        who, to, start = move.who, rounded(self.to), game[move.who].here
        most = JUMP.read(result) + move.gained
        length, sweep = most, (yield from rulings.jump(game, who, to, most))
        if sweep.falls and result.aces:
            length, sweep = yield from self._shorter(game, move, most, most - result.aces)
        remaining = length - dist(start, to)
        level = not sweep.falls and not sweep.helped and sweep.stopped_by is None
        if remaining >= WORTH and level and not sweep.contacts:
            run_on: float = yield RunOn(seat=game[who].seat, who=who, to=to, length=length, rest=remaining)
            if run_on:
                sweep = yield from rulings.jump(game, who, to, length, run_on)
        game.emit(
            Jumped(
                who=who,
                path=tuple(map(rounded, sweep.path)),
                to=rounded(sweep.end),
                length=round(sweep.length + sweep.nudged, 3),
                rolled=most,
                outcome=result.outcome.value,
                aimed_at=to,
                run_on=sweep.run_on,
                falls=sweep.falls,
                controlled=self.controlled,
                chained=game.doing[-2:] == (who, who),
                stopped_by=sweep.stopped_by,
                aboard=None if sweep.falls or sweep.helped else sweep.ground.vessel,
                sight=sight,
                sweep=sweep,
            )
        )
        return sweep

    def _shorter(self, game: State, move: Movement, most: float, least: float) -> Rule[tuple[float, JumpSweep]]:
        """Each Ace carries *up to* an inch: where the whole way ends in a fall, a shorter one may not."""
        sweeps = {most: (yield from rulings.jump(game, move.who, rounded(self.to), most))}
        length = most - 1
        while length >= least:
            sweeps[length] = yield from rulings.jump(game, move.who, rounded(self.to), length)
            length -= 1
        if all(sweep.falls for sweep in sweeps.values()):
            return most, sweeps[most]
        lengths = [round(length) for length in sweeps]
        chosen: int = yield JumpLength(
            seat=game[move.who].seat,
            who=move.who,
            lengths=tuple(lengths),
            falls={int(n): sweep.fall_height for n, sweep in sweeps.items() if sweep.falls},
        )
        return next((n, sweep) for n, sweep in sweeps.items() if round(n) == chosen)


class RunOn(Question, frozen=True, kw_only=True):
    """How much of what is left of a jump is run on along its line (JUMP-03)."""

    gesture = Gesture.NUMBER

    who: str
    to: Point
    length: float  # inches of the jump
    rest: float  # inches that are left of it

    @property
    def options(self) -> tuple[Option, ...]:
        return (0,)

    @property
    def region(self) -> Inches:
        return Inches(self.rest, self.who, self.to, self.length)

    @property
    def default(self) -> int:
        return 0

    def asks(self, state: State) -> str:
        return say("Does {who} run on along the line?", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say('Up to {rest:.1f}" of the jump are left.', rest=self.rest)

    def offers(self, state: State, measure: Measure) -> list[float]:
        whole = [float(n) for n in range(1, int(self.rest) + 1)]
        return [*whole, self.rest] if self.rest % 1 > 0.05 else whole

    def label(self, state: State, answer: object) -> Label:
        assert isinstance(answer, int | float)
        if not answer:
            return Label(say("Stop there"))
        return Label(say('Run on {inches:g}"', inches=round(answer, 1)))


class JumpLength(Question, frozen=True, kw_only=True):
    """How far a jump carries whose whole way ends in a fall (JUMP-01)."""

    gesture = Gesture.NUMBER

    who: str
    lengths: tuple[int, ...]  # inches
    falls: dict[int, float]  # of these lengths, how deep those end that fall

    @property
    def options(self) -> tuple[Option, ...]:
        return self.lengths

    @property
    def default(self) -> int:
        return self.lengths[0]

    def asks(self, state: State) -> str:
        return say("How far does {who} jump?", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say("The whole way ends in a fall.")

    def label(self, state: State, answer: object) -> Label:
        assert isinstance(answer, int)
        return Label(
            f'{answer}"',
            say('falls {height:.1f}"', height=self.falls[answer]) if answer in self.falls else say("stands"),
        )


def jump_context(game: State, who: str, to: Point, controlled: bool) -> Rule[RollContext]:
    """What the roll of a jump is about."""
    under = (
        (yield from rulings.ground(who)).part
        if any(persistent.piece for persistent in game.persistent_effects)
        else None
    )
    return RollContext(
        purpose="jump", who=who, stat="dexterity", action="jump", controlled=controlled, aim=to, part=under
    )


class Inches(msgspec.Struct, frozen=True, tag="inches"):
    """What `RunOn` takes: up to so many inches, on the board."""

    answers: ClassVar[Any] = float

    most: float
    who: str
    to: Point
    length: float  # that is jumped

    def refusal(self, state: State, measure: Measure, answer: float) -> Refusal | None:
        if not 0 <= answer <= self.most + HAIR:
            return Refusal(
                "JUMP-03", say('0" to {most:.1f}" may be run on, not {answer:g}"', most=self.most, answer=answer)
            )
        sweep = measured(rulings.jump(state, self.who, self.to, self.length, answer), state, measure)
        if rulings.off_board(state, self.who, sweep.end):
            return Refusal("JUMP-03", say("this leaves the board"), evidence=sweep)
        return None


# --- chained jumps (JUMP-07) ----------------------------------------------------------------------------


class ChainedJump(Question, frozen=True, kw_only=True):
    """Whether somebody who has jumped onto an obstacle jumps once more, and where to (JUMP-07)."""

    gesture = Gesture.POINT
    declines = say("No jump")

    who: str
    obstacle: str

    @property
    def options(self) -> tuple[Option, ...]:
        return (None,)

    @property
    def region(self) -> Chained:
        return Chained(self.who)

    def asks(self, state: State) -> str:
        return say("{who} may jump once more", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say("From debris, for 0 AP.") if self.obstacle == "debris" else say("From the obstacle, for 0 AP.")


def chain(game: State, who: str, place: Ground) -> Rule[None]:
    """Once a turn, a jump onto an obstacle or debris gives another for 0 AP."""
    if not game[who].on_board or place.obstacle is None or CHAINED in game[who].used_turn:
        return
    jump = yield ChainedJump(seat=game[who].seat, who=who, obstacle=place.obstacle)
    if jump is not None:
        game.emit(Used(who=who, what=CHAINED, each="turn"))
        yield from act(game, who, jump, free=True)


class Chained(msgspec.Struct, frozen=True, tag="chained"):
    """What `ChainedJump` takes: any jump that is legal from here."""

    answers: ClassVar[Any] = Jump

    who: str

    def refusal(self, state: State, measure: Measure, answer: Jump) -> Refusal | None:
        return measured(answer.refusal(state, self.who), state, measure)
