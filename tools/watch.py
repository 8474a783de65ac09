"""Watch bots play: every turn of a game with what was planned and what came of it, and its faults counted.

python tools/watch.py --scenario acquisition --seed 3           one game, turn by turn
python tools/watch.py --games 20 --faults                       faults alone, over scenarios and factions, the most
                                                                frequent first

A fault is what a fair player would ask about: a turn ended with actions left or without a move, an attack or anything
else; there and back again; a charge that struck nobody; a slip off debris; what scores in reach and left in the last
round. Some have good reasons: each is told with its place, so that it can be looked at.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from math import dist
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec

from sim.board.board import Board
from sim.bots.aims import StrictAims
from sim.bots.base import BOTS
from sim.bots.danger import Outlook
from sim.bots.duel import SEATS, setup_of
from sim.bots.seasoned import SeasonedBot
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.carnevale import hooks, scenarios
from sim.carnevale.actions.counter import CounterAction
from sim.carnevale.characters import Point
from sim.carnevale.events import (
    ActionBegan,
    Attacked,
    Event,
    Fell,
    Jumped,
    Killed,
    Moved,
    PointsGained,
    PointsSpent,
    SpellCast,
    TurnBegan,
    TurnEnded,
)
from sim.carnevale.legality import WhichAction
from sim.carnevale.names import names_of, objective_called
from sim.carnevale.narration import sentences
from sim.carnevale.objectives.carrying import carried_by
from sim.carnevale.replay import kit
from sim.carnevale.state import State
from sim.engine.bots import let_answer, reason_of
from sim.engine.reasons import Reason
from sim.engine.requests import Choice
from sim.engine.session import Session
from sim.words import in_english
from tools.ladder import BOARDS, gangs_in_turn

STRIKES = ("combat", "drown", "grapple")
STILL = 0.5  # inches: who moved no further stood
BACK, WALKED = 1.5, 4.0  # inches: so near to where it set out after so long a way is there and back again
AGAIN, EACH = 2.0, 3.0  # inches: so near to where it stood two turns ago, after so long a way in either turn
SLIP = 1.0  # inches: no fall is less
RICH = {"cp": 2, "wp": 3}  # who dies with so many points unspent should have spent some
PLANS = 4  # that are told of each turn
GAIN = 0.25  # Victory Points: an attack worth so much and not made is asked about


class Turn(msgspec.Struct):
    """One turn as it is watched."""

    who: str
    seat: str
    ap: int
    at: Point
    wet: bool
    plans: list[TurnPlan]
    reach: tuple[float, int] | None  # what scores and is free: points, and in how many runs
    carriers: list[str]  # enemies that carry something and could be attacked
    scores: bool  # does it stand where it scores?
    since: int  # events before it
    reasons: list[Reason] = []


class Course(msgspec.Struct):
    """What came of a turn."""

    own: list[Event]
    acts: list[str]
    walked: float
    struck: bool
    ended: Point
    wet: bool
    left: int  # AP


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--bots", nargs=2, default=("seasoned", "seasoned"), metavar=("NORTH", "SOUTH"))
    reader.add_argument("--scenario", choices=sorted(BOARDS), help="only this one [default: all in turn]")
    reader.add_argument("--ducats", type=int, default=75, choices=(75, 100, 150))
    reader.add_argument("--games", type=int, default=1)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--faults", action="store_true", help="tell faults alone")
    asked = reader.parse_args()
    found: Counter[str] = Counter()
    turns = 0
    played = [asked.scenario] if asked.scenario else list(BOARDS)
    pairings = gangs_in_turn(asked.ducats)
    for seed in range(asked.seed, asked.seed + asked.games):
        scenario, gangs = played[seed % len(played)], pairings[seed % len(pairings)]
        watched = Watched(scenario, gangs, asked.bots, seed, told=not asked.faults)
        watched.play()
        turns += watched.turns
        found.update(watched.faults)
        print(f"== {scenario} {gangs[0]} {gangs[1]} seed {seed}: {watched.score()}", flush=True)
    print(f"{turns} turns")
    for fault, times in found.most_common():
        print(f"{times:5d}  {times / max(1, turns):6.1%}  {fault}")


class Watched:
    """A game between two bots that is looked at as it is played."""

    def __init__(self, scenario: str, gangs: tuple[str, str], bots: tuple[str, str], seed: int, *, told: bool) -> None:
        board = Board.load(BOARDS[scenario])
        setup = setup_of(board, BOARDS[scenario], scenario, SEATS, gangs, seed)
        self.session: Session[State] = kit(board).start(msgspec.to_builtins(setup, enc_hook=in_english))
        self.players = BOTS.seated(dict(zip(SEATS, bots, strict=True)), seed)
        self.told, self.game = told, f"{scenario} {seed}"
        self.faults: Counter[str] = Counter()
        self.turns = 0
        self.turn: Turn | None = None
        self._ends: defaultdict[str, list[Course]] = defaultdict(list)
        self._ordered: set[str] = set()
        # who look as the players do, and leave alone what those remember
        self._lookers = BOTS.seated(dict(zip(SEATS, bots, strict=True)), seed)

    @property
    def state(self) -> State:
        return self.session.state

    def score(self) -> str:
        return ", ".join(f"{seat.id} {seat.vp}" for seat in self.state.seats.values())

    def play(self) -> None:
        """To the end."""
        while isinstance(choice := self.session.request, Choice):
            if isinstance(choice, WhichAction) and not isinstance(choice, CounterAction) and self.turn is None:
                self.turn = self._begun(choice)
            player, before = self.players[choice.seat], len(self.session.events)
            let_answer(self.session, player, "bot")
            why = reason_of(player)
            if self.turn is not None and why and choice.seat == self.turn.seat:
                self.turn.reasons.append(why)
            if self.told:
                print(*([f"   {choice.seat} > {why.words(whole=True)}"] if why else []), sep="\n")
                print(*(f"     {line}" for line in sentences(self.state, self.session.events[before:])), sep="\n")
            for event in self.session.events[before:]:
                self._heard(event)

    # --- what there was to do -----------------------------------------------------------------------------

    def _begun(self, choice: WhichAction) -> Turn:
        who, view = choice.who, self.session.game.view(self.state, choice.seat)
        outlook = self._outlook(view, choice.seat)
        outlook.strikes.now = who
        plans, c = TurnPlans(outlook, who, most=view[who].usable_ap), view[who]
        ranked = plans.ranked(c.usable_ap)[:PLANS]
        reach = None
        if plans.aims and len(there := plans.runs[plans.left[len(plans.foes)] <= 0.0]):
            reach = max(a.vp for a in plans.aims), int(there.min())
        carriers = []
        for n, enemy in enumerate(plans.foes):
            runs = plans.runs[plans.left[n] <= 0.0]
            near = enemy.id in plans.touched or (len(runs) and runs.min() < max(1, c.usable_ap))
            if near and carried_by(view, enemy.id) is not None:
                carriers.append(enemy.id)
        scores = bool(StrictAims(view).there(who))
        self.turns += 1
        ap, wet, since = c.usable_ap, outlook.wet(who), len(self.session.events)
        turn = Turn(who, c.seat, ap, c.here, wet, ranked, reach, carriers, scores, since)
        if self.told:
            self._tell(turn, plans)
        return turn

    def _outlook(self, view: State, seat: str) -> Outlook:
        """How a seat's player looks at the game; as the seasoned bot does, where it is none of those who plan."""
        looker = self._lookers[seat]
        if not isinstance(looker, SeasonedBot):
            looker = self._lookers[seat] = SeasonedBot(0)
        looker.known = looker.known.afresh()
        return looker.outlook(view, self.session.measure, seat)

    def _tell(self, turn: Turn, plans: TurnPlans) -> None:
        name, c, o = names_of(self.state), self.state[turn.who], carried_by(self.state, turn.who)
        laden = f" with {objective_called(o.id, name)}" if o else ""
        print(
            f"\n-- round {self.state.round}: {name(turn.who)} ({turn.seat}) {c.lp}/{c.profile.lp} LP {c.usable_ap} AP"
            f" {c.wp} WP {c.cp} CP at {_at(c.here)}{' in water' if turn.wet else ''}{laden};"
            f" {'scores here' if turn.scores else f'what scores: {turn.reach}'}; staying {plans.ending()[0]:+.2f}"
        )
        for plan in turn.plans:
            why = " ".join(plan.why.sentences(turn.who, name))
            print(f"      {plan.worth:+.2f} {why} {_at(plan.to) if plan.to else ''}")
        for foe in plans.foes:
            print(f"      foe {name(foe.id)} {foe.lp} LP at {_at(foe.here)} {'done' if foe.had_turn else ''}")

    # --- what came of it ----------------------------------------------------------------------------------

    def _heard(self, event: Event) -> None:
        match event:
            case TurnEnded(who=who) if self.turn is not None and who == self.turn.who:
                turn, self.turn = self.turn, None
                self._over(turn)
            case TurnBegan(who=who) if self.turn is not None and who != self.turn.who:
                self.turn = None
            case Killed(who=who):
                for points, most in RICH.items():
                    if (unspent := getattr(self.state.characters[who], points)) >= most:
                        self._fault(f"died with {most} {points.upper()} or more unspent", who, str(unspent))
            case PointsSpent(what="cp", target=str(target)):
                self._ordered.add(target)

    def _fault(self, kind: str, who: str, more: str = "") -> None:
        self.faults[kind] += 1
        print(f"  ! {kind}: {self.game} round {self.state.round} {names_of(self.state)(who)} {more}", flush=True)

    def _over(self, turn: Turn) -> None:
        c = self.state.characters.get(turn.who)
        if c is None or not c.on_board:
            return
        own = [e for e in self.session.events[turn.since :] if getattr(e, "who", None) == turn.who]
        began = [e for e in own if isinstance(e, ActionBegan)]
        acts = [e.action for e in began]
        walked = sum(_length(e.path) for e in own if isinstance(e, Moved | Jumped))
        struck = any(isinstance(e, Attacked | SpellCast) for e in own) or any(act in STRIKES for act in acts)
        wet = any(isinstance(e, Moved) and e.in_water for e in own[-3:])
        left = turn.ap - sum(e.ap for e in began)
        left += sum(e.points for e in own if isinstance(e, PointsGained) and e.what == "ap")
        course = Course(own, acts, walked, struck, c.here, wet, left)
        whys = " ".join(why.words(whole=True) for why in turn.reasons[:2])
        told = f"{acts} from {_at(turn.at)} to {_at(c.here)}: {whys}"
        for kind in (*self._idle(turn, course), *self._missed(turn, course), *self._astray(turn, course)):
            self._fault(kind, turn.who, told)
        self._ends[turn.who].append(course)
        self._ordered.discard(turn.who)

    def _idle(self, turn: Turn, course: Course) -> Iterator[str]:
        """Actions thrown away."""
        still = not course.struck and course.walked < STILL
        if course.left > 0 and not {"guard", "hide"} & set(course.acts):
            swims = turn.wet and course.walked < STILL
            laden = carried_by(self.state, turn.who) is not None
            yield "actions left" + (" by a carrier" if laden else " by a swimmer" if swims or course.wet else "")
        if turn.ap > 1 and still:
            done = set(course.acts) - {"run"}
            yield "stood, and hid or guarded or the like" if done else "stood the whole turn"
        if still and turn.who in self._ordered:
            yield "an order for somebody who did nothing"

    def _missed(self, turn: Turn, course: Course) -> Iterator[str]:
        """What could have been struck or held."""
        first = turn.reasons[0].words(whole=False) if turn.reasons else ""  # without the reply that is feared
        if " charges " in first and not course.struck:
            yield "a charge that struck nobody"
        if " shoots " in first and not course.struck:
            yield "meant to shoot, and did not"
        if max((p.gain for p in turn.plans if p.attacks), default=0.0) > GAIN and not course.struck:
            yield "left an attack that was planned as worth a lot"
        hit = {e.target for e in course.own if isinstance(e, Attacked | ActionBegan)}
        if turn.carriers and not hit & set(turn.carriers):
            yield "a carrier in reach was not attacked"
        page, aims = scenarios.of(self.state), StrictAims(self.state).of(turn.who)
        if page is None or carried_by(self.state, turn.who) is not None:
            return
        holds = any(dist(course.ended, a.at) <= a.radius for a in aims)
        if self.state.round >= page.rounds and turn.reach is not None and not holds and turn.reach[1] <= turn.ap:
            yield "last round: what scores was in reach, and is not held"
        friends = self.state.friends(turn.who)
        open_ = [a for a in aims if not any(dist(f.here, a.at) <= a.radius for f in friends)]
        if turn.scores and not holds and any(dist(turn.at, a.at) <= a.radius for a in open_):
            yield "left what scores"

    def _astray(self, turn: Turn, course: Course) -> Iterator[str]:
        """Ways for nothing, and into the water."""
        if not course.struck and course.walked > WALKED and dist(turn.at, course.ended) < BACK:
            yield "there and back again"
        ends = self._ends[turn.who]
        went = len(ends) > 1 and not course.struck and min(ends[-1].walked, course.walked) > EACH
        if went and dist(ends[-2].ended, course.ended) < AGAIN:
            yield "to and fro over two turns"
        if course.wet and turn.wet and not hooks.at_home_in_water(self.state, turn.who):
            yield "in water for two turns"
        if any(isinstance(e, Moved) and e.how == "off debris" for e in course.own):
            yield "slipped off debris into the water"
        if any(isinstance(e, Fell) and e.height > SLIP and e.by is None for e in course.own):
            yield "fell by itself"


def _length(path: tuple[Point, ...]) -> float:
    return sum(dist(a, b) for a, b in itertools.pairwise(path))


def _at(place: Point) -> str:
    return "(" + ", ".join(f"{x:.1f}" for x in place) + ")"


if __name__ == "__main__":
    main()
