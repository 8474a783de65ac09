"""What an action is: a value that a player gives, one legality check, and the rule that carries it out.

The rulebook's actions stand in `actions`, a module each, and are entered here when that package is imported. So the
rules that speak of actions in general (`legality`, `acting`) need not know them one by one.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import cache, reduce
from typing import Any, ClassVar

import msgspec

from sim.carnevale.names import Names
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import say, term

__all__ = ["Action", "Attack", "How", "attack_kinds", "kinds", "register", "union"]


class How(msgspec.Struct, frozen=True, kw_only=True):
    """How an attack comes about; the default is an action of the character's own turn."""

    opportunity: bool = False  # an attack of opportunity (MOVE-13)
    charging: bool = False  # that of a charge (MOVE-10)
    from_above: bool = False  # of a charge from 3" or more above (MOVE-11)
    ashore: bool = False  # the action that led to it began outside water (WATER-04)
    grapple: bool = True  # may it be a Grapple? Not when it answers a disengage (MOVE-12)


class Action(msgspec.Struct, frozen=True, tag_field="act", forbid_unknown_fields=True):
    """Base of all actions; its tag is its name in scripts (`{"act": "hide"}`).

    `refusal` serves the highlight, the refusal and the bot alike, and asks rulings only. `perform` is the
    rulebook's text; points have been paid when it begins.
    """

    ap: ClassVar[int] = 1
    command: ClassVar[bool] = False  # costs Command Points, and is no action of the character's own
    watched: ClassVar[bool] = False  # guards may answer it (ACT-02)
    laden: ClassVar[bool] = False  # may be made while carrying an objective (SCEN-04)
    ends_turn: ClassVar[bool] = False  # the turn is over with it (ACT-01, ACT-02)

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
        what = term(self.name().replace("_", " ").capitalize())
        return say("{what}: {whom}", what=what, whom=name(self.subject)) if self.subject else what


class Attack(Action, frozen=True):
    """An action that may also be an attack of opportunity: Combat, Grapple, Drown."""

    target: str

    @classmethod
    def against(cls, game: State, who: str, target: str) -> Sequence[Attack]:
        """Every attack of this kind on the target, legal or not."""
        return (cls(target),)

    @property
    def plain(self) -> Attack:
        """The attack alone, without what the player said beforehand about its outcome."""
        return self

    def unsayable(self, game: State) -> Refusal | None:
        """Why what the player said beforehand about its outcome can never come about, or None."""
        return None

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


# --- the actions that there are ---------------------------------------------------------------------------

_KINDS: list[type[Action]] = []  # in the order of the rulebook, in which they are offered


def register(*kinds: type[Action]) -> None:
    """Enter actions of the rulebook, in their order there."""
    _KINDS.extend(kinds)


def kinds() -> tuple[type[Action], ...]:
    """Every kind of action."""
    return tuple(_KINDS)


def attack_kinds() -> tuple[type[Attack], ...]:
    """Those that may also be attacks of opportunity."""
    return tuple(kind for kind in _KINDS if issubclass(kind, Attack))


@cache
def union(kinds: tuple[type[Action], ...]) -> Any:
    """The union of these kinds, as a type of answers."""
    return reduce(operator.or_, kinds)
