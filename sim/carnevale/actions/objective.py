"""What a character does with an objective in its turn: drop it, or destroy it (SCEN-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sim.carnevale import rulings
from sim.carnevale.action import Action
from sim.carnevale.events.objectives import ObjectiveDestroyed
from sim.carnevale.names import Names, names_of
from sim.carnevale.objectives import carrying
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["Destroy", "DropObjective"]


class DropObjective(Action, frozen=True, tag="drop"):
    """Put down the objective that is carried, after any action of this turn; itself no action, for 0 AP."""

    ap: ClassVar[int] = 0
    command: ClassVar[bool] = True

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        c = game[who]
        if carrying.carried_by(game, who) is None:
            return Refusal("SCEN-04", say("{who} carries no objective", who=names_of(game)(c.id)))
        if not c.acted:
            return Refusal("SCEN-04", say("{who} may drop it after an action", who=names_of(game)(c.id)))
        return None
        yield

    def perform(self, game: State, who: str) -> Rule[None]:
        o = carrying.carried_by(game, who)
        assert o is not None
        yield from carrying.drop(game, o, say("put down"))

    def label(self, name: Names) -> str:
        return say("Put down what it carries")

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        return [cls()] if carrying.carried_by(game, who) is not None else ()
        yield


class Destroy(Action, frozen=True, tag="destroy"):
    """Remove a Destructible objective from the game, for 1 AP; the turn began in base contact with it."""

    objective: str

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        o = game.objectives.get(self.objective)
        if o is None or o.at is None or "destructible" not in o.kinds:
            return Refusal(
                "SCEN-04", say("'{objective}' is no Destructible objective on the board", objective=self.objective)
            )
        called = names_of(game)(o.id)
        if game.active != who or o.id not in game.began_at:
            return Refusal(
                "SCEN-04",
                say(
                    "{who} did not begin its turn in base contact with {objective}",
                    who=names_of(game)(who),
                    objective=called,
                ),
            )
        if not (yield from rulings.touches(game, who, o.id)):
            return Refusal(
                "SCEN-04",
                say(
                    "{who} is no longer in base contact with {objective}",
                    who=names_of(game)(who),
                    objective=called,
                ),
            )
        return None

    def perform(self, game: State, who: str) -> Rule[None]:
        touching = yield from rulings.shown_distance(who, self.objective)
        game.emit(ObjectiveDestroyed(objective=self.objective, who=who, touching=touching))

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        return [cls(id) for id in game.began_at]
        yield
