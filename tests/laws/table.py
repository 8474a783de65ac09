"""The laws of the table: where everybody stands between two actions, measured with the board."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Any

from sim.board.queries import DistanceOf, GroundOf
from sim.board.tableau import MM
from sim.board.verdicts import Distance, Ground
from sim.carnevale import hooks
from sim.carnevale.events import TurnEnded
from sim.carnevale.state import State
from sim.engine.requests import Choice, Measure
from tests.laws.broken import Broken

ROUNDING = 0.005  # inches: positions are kept to 0.001"
UNDER = 1.0  # inches of height that two bases at one place lie apart at least
QUIET = ("turn", "act")  # between actions: nobody is on the way


class Table:
    """Watches where everybody stands. `look` raises Broken; who has not moved is not measured again."""

    def __init__(self, game: str, measure: Measure) -> None:
        self.game, self.measure = game, measure
        self.seen: dict[str, Any] = {}
        self.event = 0

    def look(self, state: State, request: Any) -> None:
        """Measure everybody who has moved since, at a request between two actions or when the game is over."""
        self.event = len(state.log)
        self._carriers(state)
        quiet = request is None or (isinstance(request, Choice) and request.prompt in QUIET)
        if not quiet or state.doing:
            return
        settled = request is None or request.prompt == "turn"
        afloat = (state.vessels, state.laid)
        for c in state.on_board():
            key = (c.here, c.on_wall, c.aboard, settled, afloat)
            if self.seen.get(c.id) != key:
                self._stands(state, c.id, settled=settled)
                self.seen[c.id] = key
        if settled:
            self._gondolas(state)
        for a, b in combinations(state.on_board(), 2):
            gap = hypot(a.here[0] - b.here[0], a.here[1] - b.here[1]) - (a.profile.size + b.profile.size) * MM / 2
            if gap < -ROUNDING and abs(a.here[2] - b.here[2]) <= UNDER:
                verdict: Distance = self.measure(state, DistanceOf(a.id, b.id))
                apart = verdict.vertical > UNDER or verdict.horizontal > 0
                self.must(apart, "MOVE-02", f"{a.id} at {a.here} and {b.id} at {b.here} overlap")

    def must(self, holds: bool, law: str, why: str) -> None:
        if not holds:
            raise Broken(self.game, self.event, law, why)

    def _stands(self, state: State, who: str, *, settled: bool) -> None:
        c = state[who]
        r = c.profile.size * MM / 2 - ROUNDING
        inside = all(r <= at <= size - r for at, size in zip(c.here, state.size, strict=False))
        self.must(inside, "SCEN-02", f"{who} stands over the edge, at {c.here}")
        ground: Ground = self.measure(state, GroundOf(who))
        held = (c.on_wall or hooks.flies(state, who)) and not settled
        if not held:
            self.must(ground.whole, "FALL-01", f"{who} at {c.here} stands on nothing: {ground}")
            self.must(ground.free, "TERR-05", f"{who} at {c.here} stands in a wall or on another: {ground}")
        self.must(ground.vessel == c.aboard, "TERR-12", f"{who} is aboard {c.aboard}, but stands on {ground.vessel}")
        if settled and who == _turn_of(state):
            self.must(ground.obstacle not in ("small", "debris"), "TERR-09", f"{who}'s turn ended on {ground.part}")

    def _gondolas(self, state: State) -> None:
        """Nobody's turn ends on a gondola that has no room for it (TERR-12)."""
        who = _turn_of(state)
        if who is None or state[who].aboard is None or not state[who].on_board:
            return
        ground: Ground = self.measure(state, GroundOf(who))
        if ground.gondola:
            aboard = [c.profile.size for c in state.on_board() if c.aboard == ground.vessel]
            room = sum(1 if size <= 30 else 2 for size in aboard)
            self.must(room <= 2, "TERR-12", f"{ground.vessel} carries bases of {aboard} mm")

    def _carriers(self, state: State) -> None:
        if state.doing:
            return
        for o in state.objectives.values():
            there = o.carrier is None or state[o.carrier].on_board
            self.must(there, "SCEN-04", f"{o.id} is carried by {o.carrier}, who is off the board")


def _turn_of(state: State) -> str | None:
    """Whose turn has just ended, if one has."""
    return next((event.who for event in state.log[:-4:-1] if isinstance(event, TurnEnded)), None)
