"""What an action is: a value that a player gives, one legality check, and the rule that carries it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from sim.carnevale.events import ActionBegan, ActionEnded, PointsSpent
from sim.carnevale.state import State
from sim.engine.requests import Measure, Refusal, Rule, measured

MOST_AP = 3  # AP used by a character in a round (TURN-04)


class Action(msgspec.Struct, frozen=True, tag_field="act"):
    """Base of all actions; its tag is its name in scripts (`{"act": "hide"}`).

    `refusal` serves the highlight, the refusal and the bot alike, and asks rulings only. `perform` is the
    rulebook's text; points have been paid when it begins.
    """

    ap: ClassVar[int] = 1

    @classmethod
    def name(cls) -> str:
        return str(cls.__struct_config__.tag)

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        """Why the character may not do this now, its AP apart; or None."""
        raise NotImplementedError

    def perform(self, game: State, who: str) -> Rule[None]:
        """Carry it out."""
        raise NotImplementedError

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        """The actions of this kind that can be listed; none for those that take a place on the board."""
        return ()
        yield

    @property
    def subject(self) -> str | None:
        """Whom the action is aimed at, for the log."""
        return getattr(self, "target", None)


def refusal(game: State, who: str, action: Action) -> Rule[Refusal | None]:
    """The whole legality check of an action in the character's own turn."""
    c = game[who]
    if c.used_ap + action.ap > MOST_AP:
        return Refusal("TURN-04", f"{c.name} has used {c.used_ap} AP this round, and {MOST_AP} is the most")
    if action.ap > c.ap:
        return Refusal("TURN-04", f"{action.name()} costs {action.ap} AP and {c.name} has {c.ap}")
    return (yield from action.refusal(game, who))


def act(game: State, who: str, action: Action, *, free: bool = False, opportunity: bool = False) -> Rule[None]:
    """Pay for an action and carry it out. `free`: for 0 AP."""
    ap = 0 if free or opportunity else action.ap
    game.tell(ActionBegan(who=who, action=action.name(), ap=ap, target=action.subject, opportunity=opportunity))
    if ap:
        game.tell(PointsSpent(who=who, what="ap", points=ap, on=action.name()))
    yield from action.perform(game, who)
    game.tell(ActionEnded(who=who, action=action.name()))


class Acts(msgspec.Struct, frozen=True, tag="acts"):
    """The region of an "act" choice: any action that the character may take now."""

    who: str

    @property
    def answers(self) -> Any:
        from sim.carnevale.actions import AnyAction

        return AnyAction

    def refusal(self, state: State, measure: Measure, answer: Action) -> Refusal | None:
        return measured(refusal(state, self.who, answer), state, measure)
