"""Which actions are legal: the whole check of one, and the question that each action of a turn answers (TURN-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sim.carnevale import hooks
from sim.carnevale.action import Action, attack_kinds, kinds, union
from sim.carnevale.characters import MOST_AP
from sim.carnevale.names import names_of
from sim.carnevale.objectives import carrying
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Label, Measure, Option, Refusal, Rule, measured
from sim.words import say

__all__ = ["END", "Acts", "WhichAction", "forbidden", "forbidden_by_ability", "refusal"]

END = "end"  # of a turn, in place of an action


def refusal(
    game: State, who: str, action: Action, *, out_of_sequence: bool = False, free: bool = False
) -> Rule[Refusal | None]:
    """The whole legality check of an action, in the character's own turn or out of sequence (TURN-08).

    `free`: it is made for 0 AP.
    """
    c = game[who]
    if not free and c.used_ap + action.ap > MOST_AP:
        return Refusal(
            "TURN-04",
            say(
                "{who} has used {used} AP this round, and {most} is the most",
                who=names_of(game)(c.id),
                used=c.used_ap,
                most=MOST_AP,
            ),
        )
    if out_of_sequence and (action.command or action.ap != 1):
        return Refusal("TURN-08", say("{action} is not an action of 1 AP", action=action.name()))
    if not out_of_sequence and action.ap > c.ap:
        return Refusal(
            "TURN-04",
            say(
                "{action} costs {ap} AP and {who} has {left}",
                action=action.name(),
                ap=action.ap,
                who=names_of(game)(c.id),
                left=c.ap,
            ),
        )
    return forbidden(game, who, action) or (yield from action.refusal(game, who))


def forbidden(game: State, who: str, action: Action) -> Refusal | None:
    """Why a character may take no action of this kind now, whatever it is aimed at: by its abilities, or by what it
    carries."""
    return forbidden_by_ability(game, who, action) or carrying.forbids(game, who, action)


def forbidden_by_ability(game: State, who: str, action: Action) -> Refusal | None:
    """Why a character's abilities keep it from this action."""
    for plug_in, trait in hooks.traits(game, who, hook="forbids"):
        refused = plug_in.forbids(game, game[who], action, trait)
        if refused is not None:
            return refused
    return None


class Acts(msgspec.Struct, frozen=True, tag="acts"):
    """What `WhichAction` takes, and whatever else lets somebody act: any action that it may take now."""

    who: str
    out_of_sequence: bool = False  # one action of 1 AP in another's turn (TURN-08)
    free: bool = False  # for 0 AP

    @property
    def answers(self) -> Any:
        return union(kinds())

    def refusal(self, state: State, measure: Measure, answer: Action) -> Refusal | None:
        rule = refusal(state, self.who, answer, out_of_sequence=self.out_of_sequence, free=self.free)
        return measured(rule, state, measure)

    def offers(self, state: State, measure: Measure) -> list[Action]:
        """Every action that can be listed and may be taken now; moves and jumps are found on the board."""
        return self._offered(kinds(), state, measure)

    def attacks(self, state: State, measure: Measure) -> list[Action]:
        """Those of them that are attacks."""
        return self._offered(attack_kinds(), state, measure)

    def _offered(self, of: Sequence[type[Action]], state: State, measure: Measure) -> list[Action]:
        return [
            action
            for kind in of
            for action in measured(kind.offers(state, self.who), state, measure)
            if self.refusal(state, measure, action) is None
        ]


class WhichAction(Question, frozen=True, kw_only=True, tag="act"):
    """What a character does next in its turn (TURN-04)."""

    gesture = Gesture.ACTION

    who: str

    @property
    def options(self) -> tuple[Option, ...]:
        return (END,)

    @property
    def region(self) -> Acts:
        return Acts(self.who)

    @property
    def default(self) -> str | None:
        return END

    def asks(self, state: State) -> str:
        return say("{who} acts", who=names_of(state)(self.who))

    def label(self, state: State, answer: object) -> Label:
        return Label(say("End turn")) if answer == END else super().label(state, answer)
