"""Times what the table tells of a place that is pointed at: `python tools/bench_table.py [MAP] [--gangs ONE OTHER]`.

A game between greedy bots is played; of every fifth action it is told, as at the table, where the mini may go, what a
way to places near it takes, a jump to them, charges, who sees whom, and *from there*: what comes of standing where the
way ends. Milliseconds of processor time, each for the first time at its state of the game: half of them, nine in ten,
and the longest with where it was.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from math import dist
from random import Random
from typing import Any

import msgspec
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from sim.app.table import previews
from sim.app.table.previews import Lookout, standing
from sim.board.board import Board
from sim.bots import make
from sim.bots.duel import SEATS, setup_of
from sim.carnevale.legality import WhichAction
from sim.carnevale.referee import Referee
from sim.carnevale.replay import kit
from sim.carnevale.state import State
from sim.engine.bots import let_answer
from sim.engine.requests import Choice
from sim.engine.session import Session

EVERY = 5  # actions of the game of which one is looked at
PLACES = 6  # round each mini
ENEMIES = 2  # the nearest, who are charged
AWAY = 5.0  # inches east or west, and north or south, at most
HEIGHTS = (0.0, 0.0, 0.0, 2.0, 5.0)  # over where it stands
Times = dict[str, list[tuple[float, str]]]


def actions(board: Board, scenario: str, gangs: list[str], seed: int) -> list[Session[State]]:
    """The game at some of its actions."""
    setup: dict[str, Any] = msgspec.to_builtins(setup_of(board, board.name, scenario, SEATS, gangs, seed))
    session: Session[State] = kit(board).start(setup)
    bots = {seat: make("greedy", seed + n) for n, seat in enumerate(SEATS)}
    kept, number = [], 0
    while isinstance(session.request, Choice):
        if isinstance(session.request, WhichAction):
            number += 1
            if number % EVERY == 0:
                kept.append(session.clone())
        let_answer(session, bots[session.request.seat], "greedy")
    return kept


def look(board: Board, session: Session[State], before: Lookout | None, rng: Random, times: Times) -> Lookout:
    """All that the table tells of one action. `before`: what it looked out from at the one before."""
    request, state, measure = session.request, session.state, Referee(board)
    assert isinstance(request, WhichAction)
    region, who = request.region, request.who

    def timed(what: str, tell: Callable[[], Any], where: object = "") -> Any:
        begun = time.thread_time()
        told = tell()
        times[what].append((1e3 * (time.thread_time() - begun), f"{who} {where}"))
        return told

    timed("where it may go", lambda: previews.reach_area(state, measure, region))
    timed("who sees whom", lambda: previews.who_sees(state, measure, who))
    for enemy in sorted(state.enemies(who), key=lambda c: dist(c.here, state[who].here))[:ENEMIES]:
        timed("a charge", lambda id=enemy.id: previews.preview_charge(state, measure, region, id), enemy.id)
    lookout = Lookout(state, measure, before)
    x, y, z = state[who].here
    for _ in range(PLACES):
        at = (x + rng.uniform(-AWAY, AWAY), y + rng.uniform(-AWAY, AWAY), z + rng.choice(HEIGHTS))
        if previews.beside(state, who, at) is not None:
            continue  # that means a charge
        way = timed("a way", lambda at=at: previews.preview_path(state, measure, region, at), at)
        timed("a jump", lambda at=at: previews.preview_jump(state, measure, region, at), at)
        there = standing(way, state)
        if there is not None:
            timed("from there", lambda there=there: lookout.from_there(*there), there[1])
    timed("what each place costs", lambda: Lookout(state, measure, before).perils(who))
    return lookout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map", nargs="?", default="san-canciano")
    parser.add_argument("--scenario", default="gang-war")
    parser.add_argument("--gangs", nargs=2, default=["guild", "strigoi"], metavar="GANG")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    kept = actions(Board.load(given.map), given.scenario, given.gangs, given.seed)
    board, rng, times = Board.load(given.map), Random(given.seed), defaultdict(list)
    lookout: Lookout | None = None
    for session in kept:
        lookout = look(board, session, lookout, rng, times)
    rows = []
    for what, told in times.items():
        spent = np.array([ms for ms, _ in told])
        median, most = round(float(np.median(spent)), 1), max(told)
        rows.append(
            {
                "what": what,
                "n": len(told),
                "median_ms": median,
                "nine_in_ten_ms": round(float(np.percentile(spent, 90)), 1),
                "longest_ms": round(most[0], 1),
                "where": most[1],
            }
        )
    if given.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        print(f"{row['what']:<22}", "  ".join(f"{key} {value}" for key, value in row.items() if key != "what"))


if __name__ == "__main__":
    main()
