"""Jump, with controlled landings and chained jumps (JUMP-01 to 09)."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist
from typing import Any, ClassVar, NamedTuple

import msgspec

from sim.board.model.verdicts import Ground, JumpSweep, Leg, Path, Sight, Spot
from sim.carnevale import forgone, moving, rulings
from sim.carnevale.acting import act
from sim.carnevale.action import Action
from sim.carnevale.characters import Point
from sim.carnevale.dice import JUMP, Result
from sim.carnevale.events import Jumped, Moved, Used
from sim.carnevale.falling import HAIR, counted, fall, harm
from sim.carnevale.ground_line import cut, inches_along
from sim.carnevale.hooks import RollContext
from sim.carnevale.landing import where
from sim.carnevale.moving import WORTH, Movement, Parting
from sim.carnevale.names import names_of, refusal_of
from sim.carnevale.questions import Declinable, Question
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State, rounded
from sim.carnevale.ways import Way, barred, mover, path_for
from sim.carnevale.will import spend_will, will_left
from sim.engine.requests import Gesture, Label, Measure, Option, Refusal, Rule, measured
from sim.words import say

__all__ = ["Chained", "ChainedJump", "Inches", "Jump", "JumpLength", "RunOn", "differ", "jump_context", "leap"]

HIGHEST = 3.0  # inches above the base that a jump may be aimed at
CHAINED = "chained_jump"  # once a turn (JUMP-07)
_FAR_ON = 6.0  # inches: the line ahead is found so much further, for what a Critical adds


class Jump(Action, frozen=True, tag="jump"):
    """Jump towards a point in sight, for 1 AP (JUMP-01); with a controlled landing, for 1 WP more (JUMP-08).

    `to`: the point. `controlled`: a controlled landing.
    """

    watched: ClassVar[bool] = True

    to: Point
    controlled: bool = False

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        c, to = game[who], rounded(self.to)
        swims = yield from self.barred_anywhere(game, who)
        if swims is not None:
            return swims
        if to == c.here:
            return Refusal("JUMP-01", say("a jump needs a point to jump to"))
        if rulings.off_board(game, who, to):
            return Refusal("JUMP-01", say("the point lies off the board"))
        above = to[2] - c.here[2]
        if above > HIGHEST + HAIR:
            why = say('the point is {to:.1f}" above the base; {most:g}" is the most', to=above, most=HIGHEST)
            return Refusal("JUMP-01", why)
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

    @staticmethod
    def barred_anywhere(game: State, who: str) -> Rule[Refusal | None]:
        """Why the character can jump to no point at all from where it is, or None."""
        if not (yield from rulings.in_water(who)):
            return None
        return Refusal("JUMP-01", say("{who} is in water, and nobody jumps out of water", who=names_of(game)(who)))

    def perform(self, game: State, who: str) -> Rule[None]:
        sight = yield from rulings.shown_sight_to(who, rounded(self.to))
        move = yield from moving.begin(game, who, self.name())
        if not (yield from self._sets_out(game, move)):
            yield from moving.watched(game, move)
            return
        if game[who].here != move.start:
            sight = yield from rulings.shown_sight_to(who, rounded(self.to))
        if self.controlled and will_left(game, who):  # its last may have gone into getting away
            spend_will(game, who, 1, say("controlled landing"))
            yield from self._leap(game, move, sight)
        else:
            yield from self._uncontrolled._leap(game, move, sight)

    @property
    def _uncontrolled(self) -> Jump:
        return msgspec.structs.replace(self, controlled=False)

    def _sets_out(self, game: State, move: Movement) -> Rule[bool]:
        """Away from those in base contact, and past those beyond a barricade. One who was thrown from its place sets
        out if it may jump to that point from where it is now."""
        if move.touching:
            parting = yield from moving.come_away(game, move, tuple(move.touching))
            if parting is Parting.STAYS:
                return False
            if parting is Parting.THROWN and (yield from self._uncontrolled.refusal(game, move.who)) is not None:
                return False
        return (yield from self._past_defenders(game, move))

    def _leap(self, game: State, move: Movement, sight: Sight | None) -> Rule[None]:
        """The roll and the jump, once it is away and a controlled landing is paid for."""
        who, takes_off = move.who, game[move.who].here
        result = yield from basic_roll(game, (yield from jump_context(game, who, rounded(self.to), self.controlled)))
        sweep, rest = yield from self._length(game, move, result, sight)
        if sweep.falls:
            move.touched = yield from moving.met(game, move)  # it has charged them, wherever it falls
            move.fallen = yield from fall(
                game,
                who,
                began=move.start,
                top=sweep.path[0][2],
                controlled=self.controlled,
                why=move.action,
                action=move.action,
                met=tuple(move.touched),
            )
        elif sweep.helped:
            path, aside = (game[who].here, rounded(sweep.rest)), Spot(sweep.rest, sweep.helped, sweep.ground)
            game.emit(Moved(who=who, how="nudged", path=path, placing=aside, **where(sweep.ground)))
        else:
            yield from run_on(game, move, rest)
        onto = None if sweep.falls else sweep.ground
        place = yield from moving.land(game, move, jumped=onto, top=takes_off[2], controlled=self.controlled)
        if place is not None and onto is not None and rulings.piece_of(place) == rulings.piece_of(onto):
            yield from chain(game, who, place)

    def _past_defenders(self, game: State, move: Movement) -> Rule[bool]:
        """Nobody simply jumps over a defended barricade (TERR-11): it tries as it takes off. False: it stays."""
        here, to = game[move.who].here, rounded(self.to)
        found = yield from rulings.defended_over(move.who, to, tuple(c.id for c in game.enemies(move.who)))
        if not found.by:
            return True
        over = Leg("fly", (here, to), dist(here, to), part=found.part, defenders=found.by)
        return (yield from moving.past_defenders(game, move, over))

    def _length(
        self, game: State, move: Movement, result: Result, sight: Sight | None
    ) -> Rule[tuple[JumpSweep, Remainder]]:
        """How far it carries (JUMP-01), and what remains of it (JUMP-03)."""
        who, to, start = move.who, rounded(self.to), game[move.who].here
        most = JUMP.read(result) + move.gained
        length, sweep = most, (yield from leap(game, who, to, most))
        if sweep.falls and result.aces:
            length, sweep = yield from self._shorter(game, move, most, most - result.aces)
        remaining = length - dist(start, to)
        line: tuple[Point, ...] = ()
        level = not sweep.falls and not sweep.helped and sweep.stopped_by is None
        if remaining >= WORTH and level and not sweep.contacts:
            ahead = yield from leap(game, who, to, length + _FAR_ON, remaining + _FAR_ON)
            line = tuple(map(rounded, ahead.path[len(sweep.path) - 1 :]))
        game.emit(
            Jumped(
                who=who,
                path=tuple(map(rounded, sweep.path)),
                to=rounded(sweep.end),
                length=round(sweep.length + sweep.nudged, 3),
                rolled=most,
                outcome=result.outcome.value,
                aimed_at=to,
                falls=sweep.falls,
                controlled=self.controlled,
                chained=game.doing[-2:] == (who, who),
                stopped_by=sweep.stopped_by,
                aboard=None if sweep.falls or sweep.helped else sweep.ground.vessel,
                sight=sight,
                sweep=sweep,
            )
        )
        return sweep, Remainder(remaining, line)

    def _shorter(self, game: State, move: Movement, most: float, least: float) -> Rule[tuple[float, JumpSweep]]:
        """Each Ace carries *up to* an inch: where the whole way ends in a fall, a shorter one may not, or less deep."""
        sweeps = {most: (yield from leap(game, move.who, rounded(self.to), most))}
        length = most - 1
        while length >= least:
            sweeps[length] = yield from leap(game, move.who, rounded(self.to), length)
            length -= 1
        if not differ(sweeps.values()):
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
    line: tuple[Point, ...]  # over the ground ahead, from where it stands
    rest: float  # inches that are left of the jump

    @property
    def options(self) -> tuple[Option, ...]:
        return (0,)

    @property
    def most(self) -> float:
        """Inches that it can be: the line may end sooner, at a wall or the board's edge."""
        return min(self.rest, round(inches_along(self.line), 3))

    @property
    def region(self) -> Inches:
        return Inches(self.rest, self.who, self.line)  # who names more runs to the end of the line

    @property
    def default(self) -> int:
        return 0

    def asks(self, state: State) -> str:
        return say("Does {who} run on along the line?", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        if self.most < self.rest:
            return say(
                'Of the {rest:.1f}" of the jump that are left, {most:.1f}" can be run.', rest=self.rest, most=self.most
            )
        return say('Up to {rest:.1f}" of the jump are left.', rest=self.rest)

    def offers(self, state: State, measure: Measure) -> list[float]:
        whole = [float(n) for n in range(1, int(self.most) + 1)]
        found = [*whole, self.most] if self.most % 1 > 0.05 else whole
        return [inches for inches in found if self.region.refusal(state, measure, inches) is None]

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


def differ(sweeps: Iterable[JumpSweep]) -> bool:
    """Do so many lengths of a jump, whose whole way ends in a fall, come to anything else than that: a stand, a fall
    that costs more or less, one into water or ashore?"""
    return len({(_at_stake(sweep), sweep.ground.water) if sweep.falls else None for sweep in sweeps}) > 1


def _at_stake(sweep: JumpSweep) -> int:
    return harm(counted(sweep.fall_height, sweep.ground.landing))


def leap(game: State, who: str, to: Point, length: float, run_on: float = 0.0) -> Rule[JumpSweep]:
    """Where a jump of this length leads; an ethereal one through terrain (ABIL-Ethereal)."""
    return (yield from rulings.jump(game, who, to, length, run_on, ethereal=mover(game, who, length).ethereal))


def jump_context(game: State, who: str, to: Point, controlled: bool) -> Rule[RollContext]:
    """What the roll of a jump is about."""
    marked = any(persistent.piece for persistent in game.persistent_effects)
    under = (yield from rulings.ground(who)).part if marked else None
    return RollContext(
        purpose="jump", who=who, stat="dexterity", action="jump", controlled=controlled, aim=to, part=under
    )


class Inches(msgspec.Struct, frozen=True, tag="inches"):
    """What `RunOn` takes: up to so many inches, as far as a run leads along the line."""

    answers: ClassVar[Any] = float

    most: float
    who: str
    line: tuple[Point, ...]

    def refusal(self, state: State, measure: Measure, answer: float) -> Refusal | None:
        if not 0 <= answer <= self.most + HAIR:
            return Refusal(
                "JUMP-03", say('0" to {most:.1f}" may be run on, not {answer:g}"', most=self.most, answer=answer)
            )
        if not answer:
            return None
        path = measured(_along(state, self.who, self.line, answer), state, measure)
        return refusal_of(state, path) or barred(state, self.who, path)


class Remainder(NamedTuple):
    """What is left of a jump where it comes down: inches, and the line over the ground ahead."""

    inches: float
    line: tuple[Point, ...]


def run_on(game: State, move: Movement, left: Remainder) -> Rule[None]:
    """What is left of a jump is moved along its line as in a Run/Climb (JUMP-03), with all that a run comes to."""
    line, move.inches, gained = left.line, left.inches, move.gained
    while line and dist(line[0], line[-1]) >= WORTH and not (yield from moving.met(game, move)):
        rest = round(move.inches - move.spent, 3)
        if rest < WORTH:
            return
        inches: float = yield RunOn(seat=game[move.who].seat, who=move.who, line=line, rest=rest)
        if not inches:
            return
        arrived = yield from moving.walk(game, move, (yield from _along(game, move.who, line, inches)))
        if not arrived or move.gained == gained:  # only a Critical lets it go further
            return
        gained, (_, line) = move.gained, cut(line, inches)


def _along(game: State, who: str, line: tuple[Point, ...], inches: float) -> Rule[Path]:
    """The run over so many inches of the line."""
    return (yield from path_for(mover(game, who, inches), Way(path=cut(line, inches)[0])))


# --- chained jumps (JUMP-07) ----------------------------------------------------------------------------


class ChainedJump(Declinable, frozen=True, kw_only=True):
    """Whether somebody who has jumped onto an obstacle jumps once more, and where to (JUMP-07)."""

    gesture = Gesture.POINT
    declines = say("No jump")

    who: str
    obstacle: str

    @property
    def region(self) -> Chained:
        return Chained(self.who)

    def asks(self, state: State) -> str:
        return say("{who} may jump once more", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say("From debris, for 0 AP.") if self.obstacle == "debris" else say("From the obstacle, for 0 AP.")


def chain(game: State, who: str, place: Ground) -> Rule[None]:
    """Once a turn, a jump onto an obstacle or debris gives another for 0 AP, from there: whom an attack has thrown off
    it since has none."""
    if not game[who].on_board or place.obstacle is None or CHAINED in game[who].used_turn:
        return
    if dist(game[who].here, place.at) > HAIR:  # something has moved it since
        now = yield from rulings.ground(who)
        if now.obstacle is None or rulings.piece_of(now) != rulings.piece_of(place):
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
