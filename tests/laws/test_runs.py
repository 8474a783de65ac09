"""A run ends anywhere within the reach that is shown, and nowhere beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from shapely import Point, Polygon, unary_union

from sim.board.model.queries import DropOf, PathTo, ReachOf
from sim.board.model.verdicts import Drop, Level, Path, Reach
from sim.bots import candidate_places
from sim.bots.base import make
from sim.carnevale.actions import Run
from sim.carnevale.legality import Acts
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from sim.engine.dice import SeededDice
from sim.engine.requests import Choice
from sim.engine.session import Session
from tests.laws.games import GAME, board_of, setup_of

POSITIONS = 6  # of each game
EVERY = 7  # choices of an action between two of them
PLACES = 4  # of each kind, for each position
MARGIN = 0.15  # inches from the edge of a reach: it is drawn, not exact


def positions(seed: int) -> list[Session[State]]:
    """Sessions at which somebody chooses an action, out of a game between random bots."""
    setup = setup_of(seed, members=2)
    state = GAME.begin(msgspec.to_builtins(setup))
    session: Session[State] = Session(GAME, state, SeededDice(seed), Referee(board_of(setup.scenario)))
    players = {gang.seat: make("random", seed + i) for i, gang in enumerate(setup.gangs)}
    found: list[Session[State]] = []
    asked = 0
    while isinstance(session.request, Choice) and len(found) < POSITIONS:
        request = session.request
        if isinstance(request.region, Acts):
            asked += 1
            if asked % EVERY == 0:
                found.append(session.clone())
        view = GAME.view(session.state, request.seat)
        session.answer(players[request.seat].choose(view, request, session.measure))
    return found


def region_of(session: Session[State]) -> Acts:
    assert isinstance(session.request, Choice)
    assert isinstance(session.request.region, Acts)
    return session.request.region


@pytest.fixture(scope="module", params=(20, 11))
def sessions(request: Any) -> list[Session[State]]:
    return positions(request.param)


@pytest.mark.rule("MOVE-01")
def test_a_run_ends_nowhere_beyond_its_reach(sessions: list[Session[State]]) -> None:
    """A place where nobody can stand is run to as near as one can: what counts is where the run ends."""
    refused = 0
    for session in sessions:
        state, who = session.state, region_of(session).who
        mover = candidate_places.runner(state, who, session.measure)
        area = unary_union([_shape(level) for level in _reach(session, who).levels]).buffer(MARGIN)
        here = state[who].here
        for x, y in _within(Point(here[:2]).buffer(10).difference(area), Random(3), PLACES):
            if session.refusal(Run(to=(x, y, here[2]))) is not None:
                refused += 1
                continue
            path: Path = session.measure(state, PathTo(mover, (x, y, here[2])))
            assert area.contains(Point(path.ends.at[:2])), f"{who} can run to {path.ends.at}, which is beyond its reach"
    assert refused > len(sessions)


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize("seed", [20, 11, 22])
def test_a_run_ends_anywhere_within_its_reach(seed: int) -> None:
    accepted, rng = 0, Random(3)
    for session in positions(seed):
        who = region_of(session).who
        spent = session.refusal(Run(to=session.state[who].here))
        if spent is not None and spent.rule == "TURN-04":
            continue
        for level in _reach(session, who).levels:
            for x, y in _within(_shape(level).buffer(-MARGIN), rng, PLACES):
                drop: Drop = session.measure(session.state, DropOf(who, (x, y, level.z[1] + 0.05)))
                if drop.rest is None or not level.z[0] - 0.05 <= drop.rest[2] <= level.z[1] + 0.05:
                    continue
                refusal = session.refusal(Run(to=drop.rest))
                assert refusal is None, f"{who} cannot run to {drop.rest}, which is within reach: {refusal}"
                accepted += 1
    assert accepted


def _reach(session: Session[State], who: str) -> Reach:
    reach: Reach = session.measure(session.state, ReachOf(candidate_places.runner(session.state, who, session.measure)))
    return reach


def _shape(level: Level) -> Any:
    return unary_union([Polygon(rings[0], rings[1:]).buffer(0) for rings in level.polygons])


def _within(area: Any, rng: Random, count: int) -> Iterator[tuple[float, float]]:
    """A few places inside an area, at random."""
    if area.is_empty:
        return
    x0, y0, x1, y1 = area.bounds
    tries = ((round(rng.uniform(x0, x1), 3), round(rng.uniform(y0, y1), 3)) for _ in range(40 * count))
    yield from islice((at for at in tries if area.contains(Point(at))), count)
