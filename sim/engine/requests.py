"""What rules can ask: a choice of a player, a roll of the dice, a ruling of the board.

A rule is a generator that yields requests and is sent their answers. It holds no randomness, no geometry and
no screen, so a game is the list of its answers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import wraps
from typing import Any, ClassVar, NamedTuple, ParamSpec, Protocol, TypeVar

import msgspec

from sim.errors import BautaError

T = TypeVar("T")
P = ParamSpec("P")


class Refusal(msgspec.Struct, frozen=True):
    """Why something may not be done: the rule that forbids it, a sentence, and what was measured."""

    rule: str
    why: str
    evidence: Any = None

    def __str__(self) -> str:
        return f"{self.rule}: {self.why}"


class Query(Protocol):
    """A question to the board; `verdict` is the type of its answer."""

    verdict: ClassVar[type[Any]]


Measure = Callable[[Any, Any], Any]
"""(state, query) -> verdict: the board as a referee, measuring at once and recording nothing."""


class Region(Protocol):
    """What answers an open choice takes, where they cannot be listed."""

    answers: ClassVar[Any]  # the type of an answer, for msgspec

    def refusal(self, state: Any, measure: Measure, answer: Any) -> Refusal | None:
        """Why this answer is refused, or None. The one legality check for screen, bot and engine."""
        ...


class Choice(msgspec.Struct, frozen=True, tag="choice", kw_only=True):
    """A seat must choose: one of `options` (plain values), or an answer that `region` takes, or either."""

    seat: str
    prompt: str
    options: tuple[str | int | bool | None, ...] = ()
    region: Any = None
    default: Any = None  # what a script or a hurried player gives
    facts: dict[str, Any] = {}  # what the player should know: who, what for, odds


class Roll(msgspec.Struct, frozen=True, tag="roll", kw_only=True):
    """Dice must be thrown for a character; the first face is the Destiny Die's unless `facts` say otherwise."""

    seat: str
    who: str
    purpose: str
    dice: int
    sides: int = 10
    facts: dict[str, Any] = {}


class Ruling(msgspec.Struct, frozen=True, tag="ruling"):
    """The board must be measured.

    `evidence`: the answer is kept to be shown, and no rule may depend on it. It is what a choice was found legal by,
    which is measured without being written down. A journal of before such a question was put lacks its answer, and
    replays with None.
    """

    query: Any
    evidence: bool = False


Request = Choice | Roll | Ruling


class Passage(NamedTuple):
    """A rule asks that another be run: not to be answered, and made by `passage` alone."""

    rule: Rule[Any]


Rule = Generator[Request | Passage, Any, T]


def passage(rule: Callable[P, Rule[T]]) -> Callable[P, Rule[T]]:
    """A rule that leaves nothing behind but the state and the value it returns, which is frozen (a decorator).

    It is called like any other. A clone in the middle of a long action does not run its passages again that are
    over, but takes over what they left behind.
    """

    @wraps(rule)
    def run(*args: P.args, **kwargs: P.kwargs) -> Rule[T]:
        returned: T = yield Passage(rule(*args, **kwargs))
        return returned

    return run


class GameError(BautaError):
    """Base of the errors of a game."""


class Refused(GameError):
    """An answer was refused; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class CorruptJournal(GameError):
    """A journal or save does not fit the game it belongs to."""


def measured(rule: Rule[T], state: Any, measure: Measure) -> T:
    """Run a rule that asks rulings only, answering each at once; for legality checks, previews and bots."""
    answer: Any = None
    while True:
        try:
            request = rule.send(answer)
        except StopIteration as stop:
            result: T = stop.value
            return result
        if isinstance(request, Passage):
            answer = measured(request.rule, state, measure)
        elif isinstance(request, Ruling):
            answer = measure(state, request.query)
        else:
            raise TypeError(f"a measured rule may only ask rulings, not {request!r}")
