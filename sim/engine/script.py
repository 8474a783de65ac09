"""Scripted games: what is done, with which answers and which dice, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from sim.engine.dice import ScriptedDice
from sim.engine.requests import Choice, GameError, Refused
from sim.engine.session import Session
from sim.engine.yields import Yield
from sim.errors import meant
from sim.schemas import misfit
from sim.words import reason, say

__all__ = ["Grammar", "Questions", "ScriptedAnswer", "ScriptedMove", "WrongScript", "default_answer", "run_script"]

S = TypeVar("S")
Questions = tuple[type[Choice], ...]


class WrongScript(GameError):
    """A script cannot be played; the message names the file, the place and the mend."""


class ScriptedMove(NamedTuple):
    """What an entry of a script does: the questions of which it answers the next, and its answer."""

    questions: Questions
    answer: Any
    words: str  # the entry as messages name it


class ScriptedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is answered where the game asks in the course of an entry."""

    prompt: str
    value: Any = None
    seat: str | None = None  # None: whoever is asked
    said: Yield | None = msgspec.field(default=None, name="yield")  # in place of a value, where it is a window


class Grammar(Protocol):
    """How the entries of a game's scripts are read."""

    between: Questions  # that entries answer; all others take an entry's `answers`, or defaults

    def move(self, entry: dict[str, Any]) -> ScriptedMove:
        """What an entry does, its `answers` left out. Raises WrongScript."""
        ...


def run_script(session: Session[S], grammar: Grammar, entries: Sequence[dict[str, Any]], source: str) -> None:
    """Play the entries of a script, and whatever they bring about, in a session made with `step=True`.

    Each entry answers the next choice that it fits; in its course every other choice takes the entry's `answers`
    (a list of `{"prompt": ..., "value": ...}`, and `"seat"` where several are asked), or else its default. A window may
    be answered with a `"yield"` in place of a value, and an entry `{"yield": {...}}` says one between two others.

    Raises WrongScript with the place in `source`: for what is refused, not asked for, or without dice, or leaves some
    over.
    """
    for i, entry in enumerate(entries):
        try:
            _Entry(session, grammar, dict(entry)).play()
        except Refused as refused:
            raise WrongScript(
                say("{file}: do[{n}]: refused by {why}", file=source, n=i, why=refused.refusal.cited)
            ) from None
        except GameError as error:
            raise WrongScript(say("{file}: do[{n}]: {why}", file=source, n=i, why=reason(error))) from None
    dice, thrown = session.dice, session.game.dice_thrown(session.state)
    if isinstance(dice, ScriptedDice) and thrown < len(dice.faces):
        left = len(dice.faces) - thrown
        raise WrongScript(
            say(
                "{file}: dice: {left} of {n} dice are left over after the last roll",
                file=source,
                left=left,
                n=len(dice.faces),
            )
        )


def default_answer(choice: Choice) -> Any:
    """What is answered where nobody says otherwise: what is optional is declined. Raises WrongScript."""
    if choice.default is not None or None in choice.options:
        return choice.default
    if choice.options:
        return choice.options[0]
    raise WrongScript(
        say(
            "the game asks {seat} for '{prompt}', which has no default: give an answer",
            seat=choice.seat,
            prompt=choice.prompt,
        )
    )


class _Entry(Generic[S]):
    """One entry of a script, being played."""

    def __init__(self, session: Session[S], grammar: Grammar, entry: dict[str, Any]) -> None:
        self.session, self.grammar = session, grammar
        self.answers = _answers(entry.pop("answers", []))
        self.asked: list[str] = []  # prompts of its course
        self.entry = entry

    def play(self) -> None:
        if self.entry.keys() == {"yield"}:
            self._settle()
            self.session.answer(_yield(self.entry["yield"]))
            return
        move = self.grammar.move(self.entry)
        self._settle()
        request = self.session.request
        if not isinstance(request, move.questions):
            asks = (
                say("it asks {seat} for '{prompt}'", seat=request.seat, prompt=request.prompt)
                if isinstance(request, Choice)
                else say("it is over")
            )
            raise WrongScript(say("the game does not wait for {words}: {asks}", words=move.words, asks=asks))
        self.session.answer(move.answer)
        self._settle()
        if self.answers:
            prompt = self.answers[0].prompt
            mend = meant(prompt, dict.fromkeys(self.asked)) if prompt not in self.asked else say("it asked once less")
            raise WrongScript(
                say("the game did not ask for '{prompt}' in its course: {mend}", prompt=prompt, mend=mend)
            )

    def _settle(self) -> None:
        """Answer everything but the choices that entries answer."""
        while True:
            self.session.settle()
            request = self.session.request
            if not isinstance(request, Choice) or isinstance(request, self.grammar.between):
                return
            self.asked.append(request.prompt)
            self.session.answer(self._answer(request))

    def _answer(self, request: Choice) -> Any:
        for i, answer in enumerate(self.answers):
            if answer.prompt == request.prompt and answer.seat in (None, request.seat):
                given = self.answers.pop(i)
                return given.value if given.said is None else given.said
        return default_answer(request)


def _yield(plain: object) -> Yield:
    """What an entry says. Raises WrongScript."""
    try:
        return msgspec.convert(plain, Yield)
    except msgspec.ValidationError as error:
        raise WrongScript(say("yield: {words}", words=misfit(error, plain, Yield))) from None


def _answers(plain: object) -> list[ScriptedAnswer]:
    """The answers of an entry. Raises WrongScript."""
    try:
        answers = msgspec.convert(plain, list[ScriptedAnswer])
        for i, each in enumerate(plain if isinstance(plain, list) else []):
            if not each.keys() & {"value", "yield"}:
                raise WrongScript(say("answers[{i}] has no 'value'", i=i))
        return answers
    except msgspec.ValidationError as error:
        words = misfit(error, plain, list[ScriptedAnswer])
        if words.startswith("["):
            raise WrongScript(say("answers{words}", words=words)) from None
        raise WrongScript(say("answers: {words}", words=words)) from None
