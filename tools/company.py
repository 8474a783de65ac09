"""Players that show something together: for recording games that must contain it.

They see everything, the dice to come too, and try every answer that they can think of on a copy of the game. What
they do is legal, and no more: it is no bot to play against.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import cos, dist, inf, pi, sin
from random import Random
from typing import Any

from numpy import argsort

from sim.board.model.queries import GroundOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Ground
from sim.bots import candidate_places
from sim.bots.proposals import proposals
from sim.bots.random_bot import RandomCarnevaleBot
from sim.carnevale.actions import CastOff, Jump, Row, Run
from sim.carnevale.actions.favour import AwardFavour
from sim.carnevale.actions.grapple import ThrowPoints
from sim.carnevale.actions.override import AgreeTo
from sim.carnevale.agendas.check import ScoreOrKeep
from sim.carnevale.agendas.plan import DropAgenda
from sim.carnevale.characters import Point
from sim.carnevale.legality import END, Acts, WhichAction
from sim.carnevale.magic.casting import TryToDispel
from sim.carnevale.scenarios.deployment import SetUpMini
from sim.carnevale.state import State
from sim.carnevale.turn import WhoRolls, WhoseTurn
from sim.engine.requests import Choice, GameError, Measure
from sim.engine.session import Session
from tools.directed import LoadedDice
from tools.goals import DONE, Chart, Goal, Prospects

BETWEEN = (WhichAction, WhoseTurn, SetUpMini, DropAgenda, WhoRolls)  # choices at which a position is judged
QUIET = (
    AgreeTo,
    AwardFavour,
    DropAgenda,
    ScoreOrKeep,
    TryToDispel,
)  # what these ask is answered as nobody was out for anything
LOOKS = 48  # places that are looked at for a move
TRIED = 5  # of them that are tried
MOST = 8  # answers that are tried of those that cannot be listed
ROUND = 12  # directions of a throw that are tried
STEPS = 80  # answers until a position is judged
NEAR = 6.0  # inches to walk from which on it goes by what it sees, not by the way
BESIDE = 1.0  # inches
BOLD = 0.6  # how often it does something else where nothing brings the goal nearer, and
DARING = 4.0  # inches that this may cost
TOUCHES = 18  # directions from which it comes into base contact
ROOFS = 6  # the nearest, that a climber makes for
IDLE = 0.05  # how much nearer an action must bring the goal


class Company:
    """What the players of one game share: its goals in order, the board, and the game itself."""

    def __init__(self, goals: Sequence[str], seed: int) -> None:
        self.goals = tuple(map(Goal.of, goals))
        self.rng = Random(f"company {seed}")
        self.session: Session[State] | None = None
        self.chart: Chart | None = None

    def agendas(self) -> dict[str, list[str]]:
        """What the dice show each seat, in this order."""
        wanted: dict[str, list[str]] = {}
        for goal in self.goals:
            if goal.agenda is not None:
                wanted.setdefault(goal.seat, []).append(goal.agenda)
        return wanted

    def prospects(self, state: State, measure: Measure) -> Prospects | None:
        """The way to the first goal that is open; None where there is none."""
        goal = next((g for g in self.goals if g.is_open(state) and not g.is_reached(state)), None)
        if goal is None or not any(state.on_board()):
            return None
        self.chart = self.chart or Chart(state, measure)
        return Prospects(goal, self.chart, measure)


class Player(RandomCarnevaleBot):
    """One seat of a company."""

    def __init__(self, company: Company, seed: int) -> None:
        super().__init__(seed)
        self._company = company

    def choose(self, view: State, choice: Choice, measure: Measure) -> Any:
        """The answer after which the goal is nearest."""
        session = self._company.session
        assert session is not None
        towards = self._company.prospects(session.state, measure)
        quiet = isinstance(choice, QUIET) and (towards is None or towards.goal.what != f"does:{choice.prompt}")
        if quiet or (towards is None and END in choice.options):
            return _plain(session, choice, self._rng)
        if towards is None:
            return super().choose(view, choice, measure)
        best, answer, tried, others = -1e9, None, False, list[Any]()
        here = towards.nearness(session.state)
        if END in choice.options:
            best, answer, tried = here + IDLE, END, True
        for candidate, promised in self._candidates(session, choice, towards):
            worth = _worth(session, candidate, towards, self._rng)
            if worth is None:
                continue
            if promised and worth < DONE:
                worth = max(worth, here + promised)
            if not tried or worth > best:
                best, answer, tried = worth, candidate, True
            if (
                worth > here - DARING
                and isinstance(choice.region, Acts)
                and towards.wants(session.state, choice.region.who)
            ):
                others.append(candidate)
        if answer == END and here < DONE and others and self._rng.random() < BOLD:
            return self._rng.choice(others)
        return answer if tried else super().choose(view, choice, measure)

    def _candidates(self, session: Session[State], choice: Choice, towards: Prospects) -> Iterator[tuple[Any, float]]:
        """Answers to try, and how much nearer each promises to bring the goal in the end."""
        state, measure, region = session.state, session.measure, choice.region
        if isinstance(region, Acts):
            yield from ((offer, 0.0) for offer in region.offers(state, measure))
            if state[region.who].ap or region.free:
                march = list(_march(session, region.who, towards))
                yield from march
                if not march:
                    yield from ((move, 0.0) for move in _moves(session, region.who, towards, self._rng))
            return
        yield from ((option, 0.0) for option in choice.options[:MOST] if option != END)
        if region is not None and not isinstance(choice, WhoseTurn):
            yield from ((answer, 0.0) for answer in _answers(session, choice, self._rng))


def _answers(session: Session[State], choice: Choice, rng: Random) -> Iterator[Any]:
    """Of a region: for a throw, every direction; else whatever bots think of."""
    region = choice.region
    if isinstance(region, ThrowPoints):
        x, y, z = session.state[region.who].here
        for turn in (2 * pi * k / ROUND for k in range(ROUND)):
            yield (x + region.inches * cos(turn), y + region.inches * sin(turn), z)
    else:
        yield from islice(proposals(session.state, choice, session.measure, rng), MOST)


def _march(session: Session[State], who: str, towards: Prospects) -> Iterator[tuple[Run, float]]:
    """The way to where it would walk, while that is far: the runs that leave the least of it, and what they gain."""
    state = session.state
    lures = tuple((*at, state[who].profile.size * MM / 2 + BESIDE) for at in towards.lures(state, who))
    if not lures:
        return
    found = candidate_places.prospect(
        state, candidate_places.runner(state, who, session.measure), session.measure, lures
    )
    if not len(found.at) or not NEAR < found.now[0] < inf:
        return
    gained = found.now[0] - found.left[0]
    for row in argsort(-gained)[:TRIED]:
        if gained[row] > IDLE:
            yield Run(to=candidate_places.as_point(found.at[row])), float(gained[row])


def _moves(session: Session[State], who: str, towards: Prospects, rng: Random) -> Iterator[Any]:
    """Runs, jumps and rows: to the places that look best, and to some others."""
    state, measure = session.state, session.measure

    def best(found: list[Point]) -> list[Point]:
        moved = {at: towards.nearness(_put(state, who, at)) for at in set(found)}
        return [*sorted(moved, key=lambda at: -moved[at])[:TRIED], *found[:2]]

    for to in towards.lures(state, who):
        yield from (Run(to=at) for at in _beside(session, who, to))
    if towards.climbs(state, who):
        yield from _up(state, who, towards)
    if towards.goal.what == "B9":  # down on whoever is below
        for enemy in state.enemies(who):
            yield from (Jump(at) for at in (enemy.here, *_beside(session, who, enemy.here)))
    within = list(islice(candidate_places.within(state, who, measure, rng), LOOKS))
    yield from (Run(to=at) for at in best(within))
    jumps = list(islice(candidate_places.to_jump_to(state, who, measure, rng), LOOKS))
    far = sorted(jumps, key=lambda at: -dist(at, state[who].here))
    low = sorted(jumps, key=lambda at: at[2])
    yield from (Jump(at) for at in (*best(jumps), *far[:3]))
    yield from (Jump(at, controlled=True) for at in low[:3])
    lies = next((v for v in state.vessels if v.piece == state[who].aboard), None)
    if lies is not None:
        x, y, z = lies.at
        for turn in (2 * pi * k / 6 for k in range(6)):
            to = (x + 2.5 * cos(turn), y + 2.5 * sin(turn), z)
            yield Row(to=to)
            yield CastOff(to)


def _beside(session: Session[State], who: str, to: Point) -> Iterator[Point]:
    """Places in base contact with whoever stands there."""
    state = session.state
    c, other = state[who], next((c for c in state.on_board() if c.here == to), None)
    if other is None or dist(c.here, to) > c.profile.move + BESIDE * 3:
        return
    apart = (c.profile.size + other.profile.size) * MM / 2 + 0.001
    for turn in (2 * pi * k / TOUCHES for k in range(TOUCHES)):
        at = (to[0] + apart * cos(turn), to[1] + apart * sin(turn), to[2])
        ground: Ground = session.measure(state, GroundOf(who, at))
        if ground.whole and ground.free:
            yield candidate_places.as_point(ground.at)


def _up(state: State, who: str, towards: Prospects) -> Iterator[Run]:
    """Straight up the wall that it stands at, with an action left for the edge; from the wall, on to the roof."""
    c = state[who]
    x, y, z = c.here
    if c.ap >= 2:
        yield from (Run(path=((x, y, round(z + up, 3)),)) for up in range(2, c.profile.move + 1))
    roofs = sorted(towards.lures(state, who), key=lambda at: dist(at, c.here))
    yield from (Run(to=at) for at in roofs[:ROOFS])


def _put(state: State, who: str, at: Point) -> State:
    """The state with a character somewhere else: a thought, not a move."""
    thought: State = state.copy()
    thought.set(who, at=at)
    return thought


def _worth(session: Session[State], answer: Any, towards: Prospects, rng: Random) -> float | None:
    """How near the goal is after this answer and what follows from it at once; None where it is refused."""
    if session.refusal(answer) is not None:
        return None
    clone = session.clone()
    assert isinstance(session.dice, LoadedDice)
    clone.dice = session.dice.copy()
    try:
        clone.answer(answer)
        for _ in range(STEPS):
            choice = clone.request
            if not isinstance(choice, Choice) or isinstance(choice, BETWEEN):
                break
            if isinstance(choice.region, ThrowPoints):
                found = (_worth(clone, to, towards, rng) for to in _answers(clone, choice, rng))
                return max((worth for worth in found if worth is not None), default=None)
            clone.answer(_plain(clone, choice, rng))
    except GameError:
        return None
    return towards.nearness(clone.state)


def _plain(session: Session[State], choice: Choice, rng: Random) -> Any:
    """The answer of somebody who wants nothing: to end, the default, the first option, anything legal."""
    if END in choice.options:
        return END
    if choice.default is not None or None in choice.options:
        return choice.default
    if choice.options:
        return choice.options[0]
    return next(proposals(session.state, choice, session.measure, rng))
