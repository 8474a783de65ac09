"""Times whole games between bots, and says where the time goes: `python tools/bench_games.py [--bots BOT ...]`.

A Gang War on San Canciano. Of each bot: processor seconds a game and a turn, what share of it are the bot's own
thoughts, the rules and the engine, and each kind of question to the board: how often it was asked, how often the answer
was remembered, and what the others took. `--rollouts N`: how many a second can be played from positions of a greedy
game, to the end of the turn and of the reply to it, each with other dice, by a cheap policy for all seats.
`--in-a-row K`: so many from one position before the next, as a search plays them: what is measured for the first is
remembered for the others, and so is what the policy `remembering` did. Times are processor time of one thread; the
first game, which loads the board, is not counted.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import resource
import sys
import time
from collections import defaultdict
from typing import Any

import msgspec

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from sim.board.board import Board
from sim.board.model.queries import Query
from sim.board.model.tableau import Tableau
from sim.board.model.verdicts import Verdict
from sim.bots import make
from sim.bots.base import Bot
from sim.bots.duel import SEATS, setup_of
from sim.bots.remembering import RememberingBot
from sim.bots.rollouts import roll_out
from sim.carnevale.events import TurnBegan, TurnEnded
from sim.carnevale.legality import WhichAction
from sim.carnevale.replay import kit
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.engine.bots import let_answer
from sim.engine.dice import SeededDice
from sim.engine.playout import Playout
from sim.engine.requests import Choice
from sim.engine.session import Session

REMEMBERING = "remembering"  # a policy, and no bot that can be played against
MAP, SCENARIO = "san-canciano", "gang-war"
EVERY = 7  # choices of a greedy game between two positions that rollouts begin at
Row = dict[str, Any]


class Watch:
    """The time that a board takes to answer, by kinds of questions."""

    def __init__(self, board: Board) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.asked: dict[str, int] = defaultdict(int)
        self.measured: dict[str, int] = defaultdict(int)
        self._answer, self._known = board.answer, board._answers_about  # there is no other way to know
        board.answer = self.answer  # type: ignore[method-assign]

    def answer(self, query: Query, tableau: Tableau) -> Verdict:
        """As the board's."""
        kind = type(query).__name__
        known = query in self._known(tableau)
        begun = time.thread_time()
        verdict = self._answer(query, tableau)
        took = time.thread_time() - begun
        self.spent[kind] += took
        self.asked[kind] += 1
        self.measured[kind] += not known
        return verdict

    @property
    def total(self) -> float:
        """Seconds, of all questions."""
        return sum(self.spent.values())


def games(board: Board, bot: str, gangs: list[str], seeds: list[int]) -> list[Row]:
    """What games of a bot with itself take, and what of that goes where."""
    play_one(board, bot, gangs, seeds[0] + 1000, None)
    watch, thought, whole, turns = Watch(board), 0.0, 0.0, 0
    each: list[float] = []
    try:
        for seed in seeds:
            begun = time.thread_time()
            session, own = play_one(board, bot, gangs, seed, watch)
            each.append(time.thread_time() - begun)
            thought += own
            turns += sum(isinstance(event, TurnBegan) for event in session.state.log)
    finally:
        del board.answer
    whole = sum(each)
    rows: list[Row] = [
        {
            "what": f"{bot} against itself",
            "games": len(seeds),
            "seconds_a_game": round(whole / len(seeds), 2),
            "most": round(max(each), 2),
            "ms_a_turn": round(1e3 * whole / turns),
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        },
        share("the bot's own thoughts", thought, whole),
        share("rules and engine", whole - thought - watch.total, whole),
        share("the board", watch.total, whole),
    ]
    for kind, spent in sorted(watch.spent.items(), key=lambda pair: -pair[1]):
        asked, fresh = watch.asked[kind], watch.measured[kind]
        ms = round(1e3 * spent / max(1, fresh), 2)
        rows.append({**share(kind, spent, whole), "asked": asked, "remembered": asked - fresh, "ms_each": ms})
    return rows


def share(what: str, spent: float, whole: float) -> Row:
    """A part of all the time."""
    return {"what": f"  {what}", "seconds": round(spent, 2), "percent": round(100 * spent / whole, 1)}


def play_one(board: Board, bot: str, gangs: list[str], seed: int, watch: Watch | None) -> tuple[Session[State], float]:
    """A game, and the seconds that its bots thought while the board did not measure."""
    thought = 0.0
    session = begin(board, gangs, seed)
    bots = {seat: make(bot, seed * 1000 + n) for n, seat in enumerate(SEATS)}
    while isinstance(session.request, Choice):
        one = bots[session.request.seat]

        def timed(*asked: Any, choose: Any = one.choose) -> object:
            nonlocal thought
            begun, before = time.thread_time(), watch.total if watch else 0.0
            answer = choose(*asked)
            thought += time.thread_time() - begun - ((watch.total if watch else 0.0) - before)
            return answer

        one.choose = timed  # type: ignore[method-assign,assignment]
        let_answer(session, one, bot)
        del one.choose
    return session, thought


def begin(board: Board, gangs: list[str], seed: int) -> Session[State]:
    """A game at its first choice."""
    setup: dict[str, Any] = msgspec.to_builtins(setup_of(board, MAP, SCENARIO, SEATS, gangs, seed))
    return kit(board).start(setup)


def rollouts(gangs: list[str], seed: int, count: int, in_a_row: int, policy: str) -> Row:
    """How many turns with a reply can be played a second, from positions of a greedy game; `in_a_row`: from each."""
    kept = positions(Board.load(MAP), gangs, seed)
    begun, events = time.thread_time(), 0
    for n in range(count):
        if n % in_a_row == 0:
            position, remembering = kept[n // in_a_row % len(kept)], RememberingBot(seed)
        if policy == REMEMBERING:
            events += len(roll_out(position, remembering, SeededDice(n)).log) - len(position.events)
        else:
            events += let_play(position, make(policy, n), n)
    took = time.thread_time() - begun
    return {
        "what": f"rollouts by {policy}",
        "a_second": round(count / took, 1),
        "ms_each": round(1e3 * took / count, 1),
        "events_each": round(events / count, 1),
        "positions": min(len(kept), -(-count // in_a_row)),
    }


def positions(board: Board, gangs: list[str], seed: int) -> list[Session[State]]:
    """Each seventh turn or action of a greedy game, before it is chosen."""
    kept: list[Session[State]] = []
    session = begin(board, gangs, seed)
    bots = {seat: make("greedy", seed * 1000 + n) for n, seat in enumerate(SEATS)}
    choices = 0
    while isinstance(session.request, Choice):
        if isinstance(session.request, WhoseTurn | WhichAction):
            choices += 1
            if choices % EVERY == 0:
                kept.append(session.clone())
        let_answer(session, bots[session.request.seat], "greedy")
    return kept


def let_play(position: Session[State], bot: Bot, seed: int) -> int:
    """The same by any bot; how many events that were."""
    session = Playout(position, SeededDice(seed))
    before = seen = len(session.events)
    ended = 0
    while ended < 2 and isinstance(session.request, Choice):
        let_answer(session, bot, type(bot).__name__)
        ended += sum(isinstance(event, TurnEnded) for event in session.events[seen:])
        seen = len(session.events)
    return seen - before


def show(rows: list[Row]) -> None:
    for row in rows:
        rest = "  ".join(f"{key} {value:,}" for key, value in row.items() if key != "what")
        print(f"{row['what']:<28} {rest}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", nargs="*", default=["random", "greedy", "seasoned"])
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--gangs", nargs=2, default=[], metavar="GANG", help="as `bauta duel` takes them; 150 ducats")
    parser.add_argument("--rollouts", type=int, default=0, metavar="N")
    parser.add_argument("--in-a-row", type=int, default=1, metavar="K")
    parser.add_argument("--policies", nargs="*", default=["random", "straightforward", REMEMBERING])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    board = Board.load(MAP)
    seeds = list(range(given.seed, given.seed + given.games))
    tables: dict[str, list[Row]] = {}
    for bot in given.bots:
        tables[bot] = games(board, bot, given.gangs, seeds)
        if not given.json:
            show(tables[bot])
    if given.rollouts:
        tables["rollouts"] = [
            rollouts(given.gangs, given.seed, given.rollouts, given.in_a_row, policy) for policy in given.policies
        ]
        if not given.json:
            show(tables["rollouts"])
    if given.json:
        print(json.dumps(tables, indent=2))


if __name__ == "__main__":
    main()
