"""What an action is: a value that a player gives, one legality check, and the rule that carries it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from sim.carnevale import effects, hooks
from sim.carnevale.characters import MOST_AP
from sim.carnevale.events import ActionBegan, ActionEnded, Charged, CounterLost, PointsSpent
from sim.carnevale.names import Names, names_of
from sim.carnevale.objectives import carrying
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Label, Measure, Option, Refusal, Rule, measured, subroutine

END = "end"  # of a turn, in place of an action


class How(msgspec.Struct, frozen=True, kw_only=True):
    """How an attack comes about; the default is an action of the character's own turn."""

    opportunity: bool = False  # an attack of opportunity (MOVE-13)
    charging: bool = False  # that of a charge (MOVE-10)
    from_above: bool = False  # of a charge from 3" or more above (MOVE-11)
    ashore: bool = False  # the action that led to it began outside water (WATER-04)
    grapple: bool = True  # may it be a Grapple? Not when it answers a disengage (MOVE-12)


class Action(msgspec.Struct, frozen=True, tag_field="act"):
    """Base of all actions; its tag is its name in scripts (`{"act": "hide"}`).

    `refusal` serves the highlight, the refusal and the bot alike, and asks rulings only. `perform` is the
    rulebook's text; points have been paid when it begins.
    """

    ap: ClassVar[int] = 1
    command: ClassVar[bool] = False  # costs Command Points, and is no action of the character's own
    watched: ClassVar[bool] = False  # guards may answer it (ACT-02)
    laden: ClassVar[bool] = False  # may be made while carrying an objective (SCEN-04)

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

    def label(self, name: Names) -> str:
        """The action as a button names it."""
        return self.name().capitalize() + (f": {name(self.subject)}" if self.subject else "")


class Attack(Action, frozen=True):
    """An action that may also be an attack of opportunity: Combat, Grapple, Drown."""

    target: str

    @property
    def plain(self) -> Attack:
        """The attack alone, without what the player said beforehand about its outcome."""
        return self

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        return (yield from self.barred(game, who, How()))

    def perform(self, game: State, who: str) -> Rule[None]:
        yield from self.strike(game, who, How())

    def barred(self, game: State, who: str, how: How) -> Rule[Refusal | None]:
        """Why the character may not attack so, or None."""
        raise NotImplementedError

    def strike(self, game: State, who: str, how: How) -> Rule[None]:
        """Carry it out."""
        raise NotImplementedError


def refusal(
    game: State, who: str, action: Action, *, out_of_sequence: bool = False, free: bool = False
) -> Rule[Refusal | None]:
    """The whole legality check of an action, in the character's own turn or out of sequence (TURN-08).

    `free`: it is made for 0 AP.
    """
    c = game[who]
    if not action.command and not free and c.used_ap + action.ap > MOST_AP:
        return Refusal("TURN-04", f"{c.name} has used {c.used_ap} AP this round, and {MOST_AP} is the most")
    if out_of_sequence and (action.command or action.ap != 1):
        return Refusal("TURN-08", f"{action.name()} is not an action of 1 AP")
    if not out_of_sequence and action.ap > c.ap:
        return Refusal("TURN-04", f"{action.name()} costs {action.ap} AP and {c.name} has {c.ap}")
    for plug_in, trait in hooks.traits(game, who):
        forbidden = plug_in.forbids(game, c, action, trait)
        if forbidden is not None:
            return forbidden
    burdened = carrying.forbids(game, who, action)
    if burdened is not None:
        return burdened
    return (yield from action.refusal(game, who))


@subroutine
def act(game: State, who: str, action: Action, *, free: bool = False, how: How | None = None) -> Rule[None]:
    """Pay for an action and carry it out. `free`: for 0 AP; `how`: as an attack of opportunity, for 0 AP too."""
    if action.command:
        yield from action.perform(game, who)
        return
    first_event, opportunity = len(game.log), how is not None
    ap = 0 if free or opportunity else action.ap
    from sim.carnevale.scenarios import course

    yield from course.before_action(game)
    yield from effects.auras(game)
    game.emit(ActionBegan(who=who, action=action.name(), ap=ap, target=action.subject, opportunity=opportunity))
    if ap:
        game.emit(PointsSpent(who=who, what="ap", points=ap, on=action.name()))
    drop_counters(game, who, action.name())
    if how is not None:
        assert isinstance(action, Attack)
        yield from action.strike(game, who, how)
    else:
        yield from action.perform(game, who)
    charged = any(isinstance(event, Charged) and event.who == who for event in game.log[first_event:])
    if action.watched and not charged:  # a charge was answered before its own attack
        from sim.carnevale.actions.guard import answer_guards

        yield from answer_guards(game, who)
    from sim.carnevale.landing import overboard

    yield from overboard(game, first_event)
    yield from course.after_action(game, first_event)
    for plug_in, trait in hooks.traits(game, who) if game[who].on_board else ():
        yield from plug_in.action_ends(game, game[who], trait)
    game.emit(ActionEnded(who=who, action=action.name()))
    if not game.doing:
        effects.end(game, "end_of_action")


def drop_counters(game: State, who: str, why: str) -> None:
    """Whoever acts is no longer hidden, on guard or underwater (ACT-01, ACT-02, WATER-02)."""
    for counter in ("hidden", "guarding", "underwater"):
        if getattr(game[who], counter):
            game.emit(CounterLost(who=who, counter=counter, why=why))


class Acts(msgspec.Struct, frozen=True, tag="acts"):
    """What `WhichAction` takes, and whatever else lets somebody act: any action that it may take now."""

    who: str
    out_of_sequence: bool = False  # one action of 1 AP in another's turn (TURN-08)
    free: bool = False  # for 0 AP

    @property
    def answers(self) -> Any:
        from sim.carnevale.actions import AnyAction

        return AnyAction

    def refusal(self, state: State, measure: Measure, answer: Action) -> Refusal | None:
        rule = refusal(state, self.who, answer, out_of_sequence=self.out_of_sequence, free=self.free)
        return measured(rule, state, measure)

    def offers(self, state: State, measure: Measure) -> list[Action]:
        """Every action that can be listed and may be taken now; moves and jumps are found on the board."""
        from sim.carnevale.actions import KINDS

        return [
            action
            for kind in KINDS
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
        return f"{names_of(state)(self.who)} acts"

    def label(self, state: State, answer: object) -> Label:
        return Label("End turn") if answer == END else super().label(state, answer)
