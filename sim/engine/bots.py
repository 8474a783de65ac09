"""What a bot is: a player that is a program, with the same requests and the same view as a person."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stdout
from importlib import import_module
from pathlib import Path
from random import Random
from traceback import extract_tb
from types import ModuleType
from typing import Any, Generic, Protocol, TextIO, TypeVar, cast, runtime_checkable
from weakref import WeakKeyDictionary

from sim.engine.bot_files import BotFiles
from sim.engine.foresight import Foreseeing, foresight
from sim.engine.playout import Playout
from sim.engine.reasons import NO_REASON, Reason
from sim.engine.requests import Choice, GameError, Measure, Refused
from sim.engine.session import Session
from sim.engine.yields import Yield
from sim.errors import meant
from sim.words import say

__all__ = [
    "BadBot",
    "Bot",
    "Bots",
    "NoAnswer",
    "RandomBot",
    "Reasoned",
    "Reseeded",
    "UnknownBot",
    "chosen_by",
    "give_answer",
    "let_answer",
    "reason_of",
]

_FILES = BotFiles()
_LOOKS_AHEAD = WeakKeyDictionary[type, bool]()  # kinds of bots, those of files that were changed since are let go
V = TypeVar("V")
W = TypeVar("W", contravariant=True)
B = TypeVar("B", bound=Callable[[int], Any])


class Bot(Protocol[W]):
    """Answers choices, given views of type W. A bot keeps its own random numbers: a duel comes out the same again."""

    def choose(self, view: W, choice: Choice, measure: Measure) -> object:
        """An answer to the choice; `measure` answers queries to the board about the view, free of charge."""
        ...


@runtime_checkable
class Reseeded(Protocol):
    """A bot whose random numbers follow from its seed and from how many answers the game has had: at a table, a game
    that is resumed or taken back goes on as it would have."""

    def reseed(self, answers: int) -> None:
        """The game has had so many answers: draw on from there."""
        ...


@runtime_checkable
class Reasoned(Protocol):
    """A bot that can tell why it did what it did."""

    reason: Reason | str
    """Of its last answer. A plain text is a line for its own seat; empty: there is nothing to tell."""


def reason_of(bot: object) -> Reason:
    """Why a bot answered as it did the last time, as far as it tells. Raises BadBot."""
    with _faults_of(bot, f"{type(bot).__name__} cannot tell why it did that") if _is_strange(bot) else nullcontext():
        reason = getattr(bot, "reason", "")  # to ask the protocol takes long, and is done after each answer
        if not reason:
            return NO_REASON
        return reason if isinstance(reason, Reason) else Reason(after=(str(reason),))


def _is_strange(bot: object) -> bool:
    """Does it not come with the program? Then whatever it does wrong is its author's mistake."""
    return type(bot).__module__.partition(".")[0] != __name__.partition(".")[0]


class UnknownBot(GameError):
    """There is no bot of this name."""


class NoAnswer(GameError):
    """A bot found no legal answer; the message says to what."""


class BadBot(GameError):
    """A bot gave an answer that the rules refuse, or fails: an error of the bot."""


class Bots(Generic[V]):
    """The bots of one game, by name; each is made from a seed."""

    def __init__(self) -> None:
        self._makers: dict[str, Callable[[int], Bot[V]]] = {}

    def register(self, name: str) -> Callable[[B], B]:
        """Register a bot by name (a class decorator)."""

        def remember(kind: B) -> B:
            self._makers[name] = kind
            return kind

        return remember

    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted(self._makers))

    def make(self, name: str, seed: int) -> Bot[V]:
        """A bot by name, or by where its class is: `FILE.py:CLASS` or `MODULE:CLASS`. Raises UnknownBot or BadBot."""
        maker = self.maker(name)
        with _faults_of(maker, f"{name} cannot be made of a seed"):
            return maker(seed)

    def maker(self, name: str) -> Callable[[int], Bot[V]]:
        """What makes a bot of a seed: its class. Raises UnknownBot."""
        if name in self._makers:
            return self._makers[name]
        if not isinstance(name, str):
            raise UnknownBot(f"there is no bot {name!r}; {meant(name, self.names())}")
        place, colon, kind = name.rpartition(":")
        if not colon:
            raise UnknownBot(
                say(
                    "there is no bot '{name}'; {mend}; or give FILE.py:CLASS", name=name, mend=meant(name, self.names())
                )
            )
        found: Any = getattr(_module(place), kind, None)
        if not callable(getattr(found, "choose", None)):
            raise UnknownBot(f"{place} has no bot '{kind}': a class that is made of a seed and has a method `choose`")
        return cast(Callable[[int], Bot[V]], found)

    def made_of(self, name: str) -> tuple[Path, ...]:
        """The files that a bot is made of that does not come with the game: its own first, then those beside it.
        Raises UnknownBot."""
        if name in self._makers:
            return ()
        maker, place = self.maker(name), name.rpartition(":")[0]
        if place.endswith(".py"):
            return _FILES.made_of(place)
        file = sys.modules[maker.__module__].__file__
        return () if file is None else (Path(file),)

    def seated(self, players: Mapping[str, str], seed: int) -> dict[str, Bot[V]]:
        """The bots of one game, seat -> name: each seat's has a seed of its own. Raises UnknownBot."""
        return {seat: self.make(name, seed * 1000 + i) for i, (seat, name) in enumerate(players.items())}


def _module(place: str) -> ModuleType:
    """A module by its file or its dotted name. Raises UnknownBot."""
    with _printing_aside():
        return _imported(place)


def _imported(place: str) -> ModuleType:
    try:
        module = _FILES.module(place) if place.endswith(".py") else import_module(place)
    except GameError:
        raise
    except (Exception, SystemExit) as error:  # whatever is wrong in a program of somebody else's
        raise UnknownBot(f"{place}, of a bot, cannot be imported: {_said(error, place)}") from error
    if module is None:
        raise UnknownBot(say("{file}: there is no such file with a bot", file=place))
    return module


def _printing_aside() -> redirect_stdout[TextIO]:
    """What bots print goes to stderr: stdout may be a document, which it would spoil."""
    return redirect_stdout(sys.stderr)


def _said(error: BaseException, place: str = "") -> str:
    """An error of somebody else's program, with the line of it."""
    frames = [each for each in extract_tb(error.__traceback__) if not place or each.filename == place]
    line = f" (line {frames[-1].lineno} of {frames[-1].filename})" if frames else ""
    return f"{type(error).__name__}: {error}{line}"


@contextmanager
def _faults_of(made: Any, what: str) -> Iterator[None]:
    """What a bot that was named by its file does wrong is its author's mistake, told in a line as BadBot."""
    try:
        with _printing_aside():
            yield
    except (GameError, KeyboardInterrupt):
        raise
    except BaseException as error:
        ours = not _FILES.has(str(getattr(made, "__module__", "")))
        if ours and isinstance(error, Exception):  # a bot that leaves the program is told whoever's it is
            raise
        raise BadBot(f"{what}: {_said(error)}") from error


class RandomBot(Generic[V]):
    """Plays any legal answer that it can think of, nothing weighed.

    Options and what a question offers are at hand; where neither is enough, a game says in `proposals` what could be
    answered.
    """

    def __init__(self, seed: int) -> None:
        self._seed, self._rng = seed, Random(seed)

    def reseed(self, answers: int) -> None:
        """Draw on from so many answers."""
        self._rng = Random(f"{self._seed}/{answers}")

    def choose(self, view: V, choice: Choice, measure: Measure) -> object:
        """An answer to the choice. Raises NoAnswer."""
        rng = self._rng
        if choice.options and (choice.region is None or rng.random() < self.takes_option(choice)):
            return rng.choice(choice.options)
        for answer in self.proposals(view, choice, measure, rng):
            return answer
        if choice.options:
            return rng.choice(choice.options)
        raise self.no_answer(choice)

    def proposals(self, view: V, choice: Choice, measure: Measure, rng: Random) -> Iterable[object]:
        """Legal answers to a choice that has not only options; the first is taken. Here: what it offers, by chance."""
        offers = list(choice.offers(view, measure))
        rng.shuffle(offers)
        region = choice.region
        return (each for each in offers if region is None or region.refusal(view, measure, each) is None)

    def takes_option(self, choice: Choice) -> float:
        """How often it takes an option where it might answer freely, 0 to 1."""
        return 0.5

    def no_answer(self, choice: Choice) -> NoAnswer:
        """What is to be said where there was no answer."""
        return NoAnswer(f"the bot of {choice.seat} found no answer to '{choice.prompt}'")


def _looks_ahead(kind: type) -> bool:
    """Is this a kind of `Foreseeing`? To ask a protocol takes long, and is done before each answer."""
    if kind not in _LOOKS_AHEAD:
        _LOOKS_AHEAD[kind] = issubclass(kind, Foreseeing)
    return _LOOKS_AHEAD[kind]


def let_answer(session: Session[Any] | Playout[Any], bot: Bot[Any], name: str) -> None:
    """Let a bot answer the choice that is pending, from its seat's view. Raises BadBot, and changes nothing then."""
    give_answer(session, chosen_by(session, bot, name), name, reason_of(bot))


def chosen_by(session: Session[Any] | Playout[Any], bot: Bot[Any], name: str) -> Any:
    """What a bot chooses of the choice that is pending, from its seat's view. Raises BadBot."""
    choice = session.request
    assert isinstance(choice, Choice)
    seat, prompt = choice.seat, choice.prompt
    view = session.game.view(session.state, seat)
    watched = _FILES.has(type(bot).__module__)
    before = _as_it_is(session) if watched else None
    with _faults_of(bot, f"{name} ({seat}) fails at '{prompt}'") if _is_strange(bot) else nullcontext():
        if _looks_ahead(type(bot)):
            cast(Foreseeing, bot).foresee(foresight(session, seat))
        answer = bot.choose(view, choice, session.measure)
    if watched and _as_it_is(session) != before:
        raise BadBot(f"{name} ({seat}) changed the game itself at '{prompt}', instead of answering")
    return answer


def _as_it_is(session: Session[Any] | Playout[Any]) -> tuple[bytes, str]:
    """A game and its question, to be compared: values are frozen and shared with bots, but can be forced to change."""
    return session.game.encode(session.state), repr(session.request)


def give_answer(session: Session[Any] | Playout[Any], answer: Any, name: str, why: Reason = NO_REASON) -> None:
    """Give what a bot has chosen of the choice that is pending, and why. Raises BadBot, and changes nothing then."""
    choice = session.request
    assert isinstance(choice, Choice)
    if isinstance(answer, Yield) and answer.seat not in ("", choice.seat):  # any seat may yield, but each for itself
        raise BadBot(f"{name} ({choice.seat}) answered '{choice.prompt}' for another seat, {answer.seat}")
    try:
        session.answer(answer, why=why)
    except Refused as refused:
        raise BadBot(f"{name} ({choice.seat}) answered {_shown(answer)} to '{choice.prompt}': {refused}") from refused


def _shown(answer: object) -> str:
    """An answer as it is told; some cannot be."""
    try:
        return repr(answer)
    except Exception:  # whatever is wrong in a class of somebody else's
        return f"a {type(answer).__name__} that cannot be shown"
