"""The laws of the table: where everybody stands between two actions, measured with the board."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Any, NoReturn

from sim.board.model.queries import DistanceOf, GroundOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Distance, Ground
from sim.carnevale import hooks
from sim.carnevale.characters import Character
from sim.carnevale.events import TurnEnded
from sim.carnevale.legality import WhichAction
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.engine.requests import Measure
from tests.laws.broken import Broken

ROUNDING = 0.006  # inches: measuring lets bases overlap by 0.004", and both places are kept to 0.001"
UNDER = 1.0  # inches of height that two bases at one place lie apart at least
QUIET = (WhoseTurn, WhichAction)  # between actions: nobody is on the way


class Table:
    """Watches where everybody stands. `look` raises Broken; who has not moved is not measured again."""

    def __init__(self, game: str, measure: Measure) -> None:
        self.game, self.measure = game, measure
        self.seen: dict[str, Any] = {}
        self.ground: dict[str, Ground] = {}  # under everybody who was seen
        self.event = 0

    def look(self, state: State, request: Any) -> None:
        """Measure everybody who has moved since, at a request between two actions or when the game is over."""
        self.event = len(state.log)
        self._carriers(state)
        quiet = request is None or isinstance(request, QUIET)
        if not quiet or state.doing:
            return
        settled = request is None or isinstance(request, WhoseTurn)
        ended = _turn_of(state) if settled else None
        present = list(state.on_board())
        moved = {c.id for c in present if self._sees(state, c)}
        for c in present:
            self._stands(state, c, settled=settled, ended=c.id == ended)
        self._gondolas(state, ended)
        for a, b in combinations(present, 2):
            if a.id not in moved and b.id not in moved:
                continue
            gap = hypot(a.here[0] - b.here[0], a.here[1] - b.here[1]) - (a.profile.size + b.profile.size) * MM / 2
            if gap < -ROUNDING and abs(a.here[2] - b.here[2]) <= UNDER:
                verdict: Distance = self.measure(state, DistanceOf(a.id, b.id))
                if verdict.vertical <= UNDER and verdict.horizontal <= 0:
                    self.broken("MOVE-02", f"{a.id} at {a.here} and {b.id} at {b.here} overlap")

    def broken(self, law: str, why: str) -> NoReturn:
        raise Broken(self.game, self.event, law, why)

    def _sees(self, state: State, c: Character) -> bool:
        """Has it moved, or what may carry it? Then where it stands now is measured."""
        key = (c.here, c.on_wall, c.aboard, state.vessels, state.persistent_effects)
        if self.seen.get(c.id) == key:
            return False
        self.seen[c.id], self.ground[c.id] = key, self.measure(state, GroundOf(c.id))
        r = c.profile.size * MM / 2 - ROUNDING
        if not all(r <= at <= size - r for at, size in zip(c.here, state.size, strict=False)):
            self.broken("SCEN-02", f"{c.id} stands over the edge, at {c.here}")
        return True

    def _stands(self, state: State, c: Character, *, settled: bool, ended: bool) -> None:
        """`settled`: between two turns, where nobody hangs in the air. `ended`: it has just ended its turn."""
        ground = self.ground[c.id]
        if not (ground.whole and ground.free) and (settled or not (c.on_wall or hooks.flies(state, c.id))):
            if not ground.whole:
                self.broken("FALL-01", f"{c.id} at {c.here} stands on nothing: {ground}")
            self.broken("TERR-05", f"{c.id} at {c.here} stands in a wall or on another: {ground}")
        if ground.vessel != c.aboard:
            self.broken("TERR-12", f"{c.id} is aboard {c.aboard}, but stands on {ground.vessel}")
        if ended and ground.obstacle in ("small", "debris"):
            self.broken("TERR-09", f"{c.id}'s turn ended on {ground.part}")

    def _gondolas(self, state: State, who: str | None) -> None:
        """Nobody's turn ends on a gondola that has no room for it (TERR-12)."""
        if who is None or state[who].aboard is None or not state[who].on_board:
            return
        ground = self.ground[who]
        if ground.gondola:
            aboard = [c.profile.size for c in state.on_board() if c.aboard == ground.vessel]
            if sum(1 if size <= 30 else 2 for size in aboard) > 2:
                self.broken("TERR-12", f"{ground.vessel} carries bases of {aboard} mm")

    def _carriers(self, state: State) -> None:
        if state.doing:
            return
        for o in state.objectives.values():
            if o.carrier is not None and not state[o.carrier].on_board:
                self.broken("SCEN-04", f"{o.id} is carried by {o.carrier}, who is off the board")


def _turn_of(state: State) -> str | None:
    """Whose turn has just ended, if one has."""
    return next((event.who for event in state.log[:-4:-1] if isinstance(event, TurnEnded)), None)
