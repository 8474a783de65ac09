"""What rules can ask: a choice of a player, a roll of the dice, a ruling of the board.

A rule is a generator that yields requests and is sent their answers. It holds no randomness, no geometry and
no screen, so a game is the list of its answers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from enum import StrEnum
from functools import wraps
from re import sub
from typing import Any, ClassVar, NamedTuple, ParamSpec, Protocol, TypeVar, runtime_checkable

import msgspec

from sim.errors import BautaError
from sim.words import capital, say, term

__all__ = [
    "Choice",
    "CorruptJournal",
    "GameError",
    "Gesture",
    "HasVerdict",
    "Label",
    "Measure",
    "Option",
    "Refusal",
    "Refused",
    "Region",
    "Request",
    "Roll",
    "Rule",
    "Ruling",
    "Selection",
    "Subroutine",
    "kinds_of",
    "measured",
    "subroutine",
]

T = TypeVar("T")
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)
P = ParamSpec("P")


UNWRITTEN = frozenset(("CHOICE", "DICE", "OVER", "UNDO", "YIELD"))  # refused by the engine: in no book of rules


class Refusal(msgspec.Struct, frozen=True):
    """Why something may not be done: the rule that forbids it, a sentence, and what was measured."""

    rule: str
    why: str
    evidence: object = None

    def __str__(self) -> str:
        return f"{self.rule}: {self.why}"

    @property
    def words(self) -> str:
        """The sentence, and behind it the rule: as players read it."""
        return self.why if self.rule in UNWRITTEN else say("{why} ({rule})", why=self.why, rule=self.rule)

    @property
    def cited(self) -> str:
        """The rule and the sentence, as programs and scripts are told."""
        return say("{rule}: {why}", rule=self.rule, why=self.why)


class HasVerdict(Protocol[V_co]):
    """What a question to the board must have: `verdict`, the type of its answer (a ClassVar)."""

    @property
    def verdict(self) -> type[V_co]: ...


class Measure(Protocol):
    """The board as a referee, measuring at once and recording nothing."""

    def __call__(self, state: Any, query: HasVerdict[V], /) -> V:
        """The verdict on a query, with everything where the state has it."""
        ...


class Region(Protocol):
    """What answers an open choice takes, where they cannot be listed."""

    @property
    def answers(self) -> Any:
        """The type of an answer, for msgspec."""
        ...

    def refusal(self, state: Any, measure: Measure, answer: Any) -> Refusal | None:
        """Why this answer is refused, or None. The one legality check for screen, bot and engine."""
        ...


@runtime_checkable
class Selection(Protocol):
    """A region whose answer is a selection: up to `most` of `among`."""

    @property
    def among(self) -> Sequence[Any]: ...

    @property
    def most(self) -> int: ...


class Gesture(StrEnum):
    """How a choice is answered: what a hand does at the table, whatever the choice is about."""

    LIST = "list"  # one of a list
    YES_NO = "yes_no"
    NUMBER = "number"
    MINI = "mini"  # one piece on the board
    SEVERAL = "several"  # so many of some pieces
    AREA = "area"  # one of several parts of the board
    POINT = "point"
    PATH = "path"  # corners, or where it leads to
    PLACEMENT = "placement"  # where something is set down, and how it is turned
    DICE = "dice"  # some of the dice that lie on the table
    ACTION = "action"  # one of the game's actions, which has gestures of its own


Option = str | int | bool | None


class Label(NamedTuple):
    """An answer as a button names it, and what comes of it."""

    text: str
    hint: str = ""


def _snake_case(name: str) -> str:
    return sub("(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Choice(msgspec.Struct, frozen=True, kw_only=True, tag_field="prompt", tag=_snake_case):
    """Base of the questions of a game: a seat must choose. Each is one type beside its rule.

    Its fields are what the player should know, its `gesture` is how it is answered, and its words are its own: whoever
    shows or answers it needs no other knowledge of the rule. The answer is one of `options` (plain values), or one
    that `region` takes, or either. Its tag, `prompt`, names it in scripts, saved games and logs.

    All words are for the seat that is asked, and made from what that seat may see; others read the name at most.
    """

    gesture: ClassVar[Gesture]
    window: ClassVar[str] = ""  # what it lets one do, where its default does nothing: neither pays nor picks (`yields`)

    seat: str

    @property
    def prompt(self) -> str:
        """The public name of the question."""
        return str(self.__struct_config__.tag)

    @property
    def about(self) -> str | None:
        """Whom the question is about, where it is about one piece: its field `who`."""
        who: object = getattr(self, "who", None)
        return who if isinstance(who, str) else None

    @property
    def matter(self) -> tuple[str, ...]:
        """What tells one window from another of its kind."""
        return (self.about,) if self.about is not None else ()

    @property
    def topic(self) -> str | None:
        """What a seat may say once that it is not to be asked again; None: it is always asked."""
        return "/".join((self.prompt, *self.matter)) if self.window else None

    @property
    def options(self) -> tuple[Option, ...]:
        return ()

    @property
    def region(self) -> Region | None:
        return None

    @property
    def default(self) -> object:
        """What a script or a hurried player gives; None, unless that is an option: it must be answered."""
        return None

    @property
    def foregone(self) -> bool:
        """Has it one answer, its default, so that nobody at a table need be asked? There is no undo to it."""
        return False

    def asks(self, state: Any) -> str:
        """What is asked, in a line."""
        raise NotImplementedError

    def detail(self, state: Any) -> str:
        """What else one should know; may be empty."""
        return ""

    def offers(self, state: Any, measure: Measure) -> Sequence[object]:
        """Answers besides the options that can be listed, each with its `label`; others are found by the gesture."""
        return ()

    def label(self, state: Any, answer: object) -> Label:
        """What an option or an offer does."""
        if isinstance(answer, bool):
            return Label(say("Yes") if answer else say("No"))
        if answer is None:
            return Label(say("No"))
        return Label(capital(term(str(answer))))

    def by_default(self, state: Any) -> str:
        """What happens by default, in words: the label of the default, where that is an option."""
        if self.default is None and None not in self.options:
            return say("Nothing: it must be answered")
        return self.label(state, self.default).text


def kinds_of(base: type[Choice] = Choice) -> Iterator[type[Choice]]:
    """All questions that have been defined: the types that can be asked, which are the leaves below their bases."""
    for kind in base.__subclasses__():
        if kind.__subclasses__():
            yield from kinds_of(kind)
        else:
            yield kind


class Roll(msgspec.Struct, frozen=True, tag="roll", kw_only=True):
    """Dice must be thrown, `dice` of them with faces from 1 to `sides`; `who` of the seat's they are thrown for."""

    seat: str
    who: str
    purpose: str
    dice: int
    sides: int
    needed: int | None = None  # the face from which a die succeeds
    against: str | None = None  # the other character
    modifiers: tuple[str, ...] = ()  # what changes the number of dice, each with its source
    asks: str = ""  # for those who throw real dice: what for, where `who` and `purpose` do not say it all
    how: str = ""  # and how they are thrown
    apart: int | None = None  # of dice that are thrown again, the one that the game tells from the others


class Ruling(msgspec.Struct, frozen=True, tag="ruling"):
    """The board must be measured.

    `evidence`: the answer is kept to be shown, and no rule may depend on it. It is what a choice was found legal by,
    which is measured without being written down. A journal of before such a question was put lacks its answer, and
    replays with None.
    """

    query: HasVerdict[Any]
    evidence: bool = False


Request = Choice | Roll | Ruling


class Subroutine(NamedTuple):
    """A rule asks that another be run: not to be answered, and made by `subroutine` alone."""

    rule: Rule[Any]


Rule = Generator[Request | Subroutine, Any, T]


def subroutine(rule: Callable[P, Rule[T]]) -> Callable[P, Rule[T]]:
    """A rule that leaves nothing behind but the state and the value it returns, which is frozen (a decorator).

    It is called like any other. A clone in the middle of a long action does not run its subroutines again that are
    over, but takes over what they left behind.
    """

    @wraps(rule)
    def run(*args: P.args, **kwargs: P.kwargs) -> Rule[T]:
        returned: T = yield Subroutine(rule(*args, **kwargs))
        return returned

    return run


class GameError(BautaError):
    """Base of the errors of a game."""


class Refused(GameError):
    """An answer was refused; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.cited)
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
        if isinstance(request, Subroutine):
            answer = measured(request.rule, state, measure)
        elif isinstance(request, Ruling):
            answer = measure(state, request.query)
        else:
            raise TypeError(f"a measured rule may only ask rulings, not {request!r}")
