"""The Golden Rule (TURN-12): by agreement of all players, anything on the table may be set by hand."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from sim.carnevale.actions.base import Action
from sim.carnevale.actions.favour import Favour
from sim.carnevale.events import Change, Overruled
from sim.carnevale.state import State, rounded
from sim.engine.requests import Choice, Measure, Refusal, Rule

POINTS = ("lp", "wp", "ap", "cp")


class Override(Action, frozen=True, tag="override"):
    """Set characters as the table agrees, with the reason that it gives. It is logged as such."""

    ap: ClassVar[int] = 0
    command: ClassVar[bool] = True  # of the players, at any time between actions

    changes: dict[str, Change]
    why: str

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        return self.wrong(game)
        yield

    def wrong(self, game: State) -> Refusal | None:
        """What cannot be set so, or None."""
        if not self.why.strip():
            return Refusal("TURN-12", "say why: the reason is logged")
        for who, change in self.changes.items():
            c = game.characters.get(who)
            if c is None or not c.on_board:
                return Refusal("TURN-12", f"'{who}' is no character on the board")
            for point in POINTS:
                value, most = getattr(change, point), getattr(c.profile, point)
                if value is not None and not 0 <= value <= most:
                    return Refusal("TURN-05", f"{c.name}'s {point.upper()} stay between 0 and {most}")
            if change.lp == 0:
                return Refusal("TURN-12", f"{c.name} with 0 LP would be a casualty; leave 1")
        return None

    def perform(self, game: State, who: str) -> Rule[None]:
        yield from self.settle(game, game[who].seat)

    def settle(self, game: State, seat: str) -> Rule[None]:
        """Everybody else must agree."""
        said = msgspec.to_builtins(self.changes)
        for other in game.clockwise_from(seat)[1:]:
            facts = {"changes": said, "why": self.why, "by": seat}
            if not (yield Choice(seat=other, prompt="agree", options=(True, False), default=True, facts=facts)):
                return
        for name, change in self.changes.items():
            placed = change if change.at is None else msgspec.structs.replace(change, at=rounded(change.at))
            game.tell(Overruled(who=name, change=placed, why=self.why))


class Overriding(msgspec.Struct, frozen=True, tag="overriding"):
    """The region of a "turn" choice: the Golden Rule and Fortune's Favour may be called between turns too."""

    answers: ClassVar[Any] = Override | Favour

    seat: str

    def refusal(self, state: State, measure: Measure, answer: Override | Favour) -> Refusal | None:
        return answer.wrong(state)
