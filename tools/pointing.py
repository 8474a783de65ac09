"""Points at everything: `python tools/pointing.py [BOARD ...] [--games N] [--seed K]`.

Bots play, and at each of their choices the table is asked what it would tell a player who points: at places near and
far, with every tool, at every enemy, at every spell, and what comes of standing there. A find is a fault of the program
(an exception), or a preview that the rules do not bear out: it refuses an answer that they take, or the other way
round. Each is told once, with what leads there again: the board, the seed, and how many answers the game has had.

`--games N` on each board, of gangs and scenarios by chance; `--each N` questions of a game that are pointed at.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.app.table import previews
from sim.app.table.aimed_buttons import target_of
from sim.app.table.preview_requests import (
    AimRequest,
    AttackRequest,
    ChargeRequest,
    PlaceRequest,
    PreviewRequest,
    TapeRequest,
    preview_job,
)
from sim.app.table.tools import Button, Menu, Tool, menu
from sim.board.board import Board
from sim.board.files.folders import assets_dir, maps_dir
from sim.board.model.queries import GroundOf
from sim.board.model.tableau import Figure, Tableau
from sim.bots import make
from sim.bots.duel import SEATS, setup_of
from sim.carnevale import scenarios
from sim.carnevale.characters import Point
from sim.carnevale.questions import Question
from sim.carnevale.replay import kit
from sim.carnevale.scenarios.deployment import Deployment
from sim.carnevale.state import State
from sim.engine.bots import let_answer
from sim.engine.finality import finality
from sim.engine.requests import Choice
from sim.engine.session import Session

ON_BOARD = (Tool.RUN, Tool.JUMP, Tool.ROW, Tool.PUSH, Tool.STRIDE, Tool.DEPLOY, Tool.MOOR, Tool.POINT, Tool.OBJECTIVE)
PLACES = 6  # that each tool points at
NEAR = 6.0  # inches: most of them lie so near to whoever is asked
DOT = Figure("pointer", (0.0, 0.0, 0.0))  # to ask what lies there
BOTS = ("random", "random", "greedy")  # chance leads to what bots who think never do


class Pointer:
    """A hand that points at a game, and notes what is amiss."""

    def __init__(self, board: Board, name: str, seed: int) -> None:
        self.board, self.name, self.seed = board, name, seed
        self.rng = Random(seed)
        self.finds: dict[str, str] = {}
        self.pointed = 0

    def game(self, each: int) -> None:
        """Point at some choices of a game that bots play."""
        rng = self.rng
        fits = [id for id in scenarios.known() if self._fits(id)]
        scenario = rng.choice(fits)
        page = scenarios.find(scenario)
        assert page is not None
        files = {path.stem for path in (assets_dir() / "gangs").glob("*.toml")}
        gangs = sorted(name for name in files if f"{name}-75" in files)
        small = "" if page.ducats >= 150 else f"-{page.ducats}"
        chosen = [gang + small for gang in rng.sample(gangs, 2)]
        setup = setup_of(self.board, self.name, scenario, SEATS, chosen, self.seed)
        session: Session[State] = kit(self.board).start(msgspec.to_builtins(setup))
        bots = {seat: make(rng.choice(BOTS), self.seed * 1000 + n) for n, seat in enumerate(SEATS)}
        skip = 0
        while isinstance(session.request, Choice) and each:
            if isinstance(session.request, Question) and not skip:
                self._point(session, session.request)
                each, skip = each - 1, rng.randrange(6)
            else:
                skip = max(0, skip - 1)
            let_answer(session, bots[session.request.seat], "bot")

    def _fits(self, scenario: str) -> bool:
        page = scenarios.find(scenario)
        return page is not None and scenarios.misfit(page, self.board.size) is None and page.players[0] <= 2

    def _point(self, session: Session[State], asked: Question) -> None:
        """At everything that one question can be answered with."""
        where = f"{self.name}, seed {self.seed}, after {session.count} answers, '{asked.prompt}'"
        shown = self._try(f"{where}: menu", lambda: menu(session.state, session.measure, asked))
        if shown is None:
            return
        lookout = previews.Lookout(session.state, session.measure)
        for request in self._requests(session.state, asked, shown):
            self.pointed += 1
            told = f"{where}: {request}"
            found = self._try(told, preview_job(request, asked, session.state, session.measure))
            if found is None:
                continue
            if found.answer is not None and not isinstance(request, TapeRequest):
                refusal = session.refusal(found.answer)
                if (refusal is None) != (found.refusal is None):
                    self._note(f"told {found.refusal} of {type(found).__name__}, and is {refusal}", told)
                elif refusal is None:
                    self._try(f"{told}: finality", lambda found=found: finality(session, found.answer))
            place = self._try(f"{told}: standing", lambda found=found: previews.standing(found, session.state))
            if place is not None:
                self._try(f"{told}: from there {place}", lambda place=place: lookout.from_there(*place))

    def _requests(self, state: State, asked: Question, shown: Menu) -> Iterator[PreviewRequest]:
        buttons = [*shown.buttons, *(inner for button in shown.buttons for inner in button.within)]
        tools = dict.fromkeys([shown.tool, *(button.tool for button in buttons if button.tool and not button.why)])
        for tool in tools:
            if tool in ON_BOARD:
                yield from self._places(state, asked, tool)
        attacks = {attack for button in buttons for attack in button.targets} | set(shown.attacks)
        yield from map(AttackRequest, sorted(attacks, key=repr))
        yield from (AimRequest(button) for button in buttons if self._is_aimed(button))
        who = asked.about
        if who in state.characters and state[who].on_board:
            foes = state.enemies(who)
            if Tool.RUN in tools:
                yield from (ChargeRequest(foe.id, toward) for foe in foes for toward in (None, self._beside(foe.here)))
            for other in self.rng.sample(foes, min(2, len(foes))):
                yield TapeRequest(who, other.id, who)
                yield TapeRequest(self._beside(other.here), other.id, who)

    def _is_aimed(self, button: Button) -> bool:
        return not button.why and button.tool is None and target_of(button.answer) is not None

    def _places(self, state: State, asked: Question, tool: Tool) -> Iterator[PlaceRequest]:
        rng = self.rng
        region = asked.region
        seat = region.seat if isinstance(region, Deployment) else ""
        apart = [c.id for c in state.characters.values() if c.seat == seat and c.at is None and c.alive]
        for _ in range(PLACES):
            corners = tuple(
                self._at(state, asked) for _ in range(rng.choice((0, 0, 0, 1, 2)) if tool is Tool.RUN else 0)
            )
            at, controlled, turned = self._at(state, asked), rng.random() < 0.5, rng.random() < 0.5
            yield PlaceRequest(
                tool, at, corners, controlled, rng.uniform(0, 360), turned, rng.choice(apart or [None]), None
            )

    def _at(self, state: State, asked: Question) -> Point:
        """Somewhere: mostly near whoever is asked, or near another; now and then anywhere, at any height."""
        rng, who = self.rng, asked.about
        there = [c.here for c in state.on_board()]
        near = state[who].here if who in state.characters and state[who].on_board else None
        if near is not None and rng.random() < 0.6:
            return self._beside(near, NEAR)
        if there and rng.random() < 0.6:
            return self._beside(rng.choice(there), 2.0)
        (x, y), (width, depth) = state.corner, state.size
        return self._on_ground(rng.uniform(x, width), rng.uniform(y, depth), rng.uniform(-1, 12))

    def _beside(self, at: Point, far: float = 1.5) -> Point:
        rng = self.rng
        x, y = at[0] + rng.uniform(-far, far), at[1] + rng.uniform(-far, far)
        return self._on_ground(x, y, at[2] + rng.choice((0.0, 0.0, 0.05, 3.0, 6.0, -2.0)))

    def _on_ground(self, x: float, y: float, top: float) -> Point:
        """As the mouse finds it: mostly on what lies below."""
        place = self.board.answer(GroundOf(DOT.id, (x, y, top)), Tableau((DOT,))).at
        x, y, z = place if self.rng.random() < 0.9 else (x, y, top)
        return (round(x, 2), round(y, 2), round(z, 2))

    def _try(self, what: str, work: Any) -> Any:
        try:
            return work()
        except Exception as error:  # that is what is looked for
            frame = traceback.extract_tb(error.__traceback__)[-1]
            self._note(f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})", what)
            return None

    def _note(self, find: str, where: str) -> None:
        kind = find[:90]
        if kind not in self.finds:
            self.finds[kind] = where
            print(f"{find}\n    {where}", flush=True)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("boards", nargs="*", default=sorted(path.stem for path in maps_dir().glob("*.toml")))
    words.add_argument("--games", type=int, default=1)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--each", type=int, default=60)
    given = words.parse_args()
    pointed, finds = 0, 0
    for name in given.boards:
        board = Board.load(name)
        for n in range(given.games):
            pointer = Pointer(board, name, given.seed + n)
            pointer.game(given.each)
            pointed, finds = pointed + pointer.pointed, finds + len(pointer.finds)
            told = f"pointed {pointer.pointed} times, {len(pointer.finds)} finds"
            print(f"{name}, seed {given.seed + n}: {told}", flush=True)
    print(f"pointed {pointed:,} times, {finds} finds")
    sys.exit(1 if finds else 0)


if __name__ == "__main__":
    main()
