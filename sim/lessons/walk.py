"""A kept way through a step: the next answer to whatever is asked, from entries as scripts have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sim.carnevale.legality import END, WhichAction
from sim.carnevale.script import Entries
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.engine.requests import Choice
from sim.engine.script import ScriptedAnswer, WrongScript, default_answer
from sim.schemas import misfit
from sim.words import in_english, say

__all__ = ["EndOfWalk", "Walk", "entry_of"]

GRAMMAR = Entries()


class EndOfWalk(Exception):
    """Nothing is left to be done."""


class Walk:
    """Entries that are still to be done, and the answers that the one in hand has for what is asked in its course.

    `joins`: an entry that begins a turn is done already where that turn is under way; else that one ends first.
    """

    def __init__(self, entries: Sequence[dict[str, Any]], *, joins: bool = True) -> None:
        self.joins = joins
        self.left = [dict(entry) for entry in entries]
        self.answers: list[ScriptedAnswer] = []

    def next(self, choice: Choice, state: State) -> Any:
        """The answer to a question. Raises EndOfWalk where an entry is wanted and none is left, and WrongScript."""
        if not isinstance(choice, GRAMMAR.between):
            return self._aside(choice)
        while self.left:
            entry = self.left[0]
            if self.joins and entry.get("turn") is not None and entry["turn"] == state.active:
                self.left.pop(0)  # it has its turn already
                continue
            answers = entry.get("answers", [])
            move = GRAMMAR.move({key: value for key, value in entry.items() if key != "answers"})
            if not isinstance(choice, move.questions):
                return self._between(choice, move.words)
            if isinstance(choice, WhoseTurn) and move.answer not in choice.waiting and _is_there(state, move.answer):
                return choice.waiting[0]  # it has had its turn, and waits for the next round
            self.left.pop(0)
            try:
                self.answers = msgspec.convert(answers, list[ScriptedAnswer])
            except msgspec.ValidationError as error:
                raise WrongScript(say("answers: {words}", words=misfit(error, answers, list[ScriptedAnswer]))) from None
            return move.answer
        raise EndOfWalk

    def _between(self, choice: Choice, words: str) -> Any:
        """Another question stands before an entry: the turn in hand ends, or the only mini that waits has its turn."""
        if isinstance(choice, WhichAction):
            return END
        if isinstance(choice, WhoseTurn) and len(choice.waiting) == 1:
            return choice.waiting[0]
        raise WrongScript(say("the game asks for '{prompt}', and not for {words}", prompt=choice.prompt, words=words))

    def _aside(self, choice: Choice) -> Any:
        for i, answer in enumerate(self.answers):
            if answer.prompt == choice.prompt and answer.seat in (None, choice.seat):
                given = self.answers.pop(i)
                return given.value if given.said is None else given.said
        return default_answer(choice)


def _is_there(state: State, who: object) -> bool:
    return isinstance(who, str) and who in state.characters and state[who].on_board


def entry_of(choice: Choice, answer: object) -> dict[str, Any]:
    """An answer as an entry of a script tells it: what patterns of a lesson are compared with."""
    plain = msgspec.to_builtins(answer, enc_hook=in_english)
    if isinstance(choice, WhoseTurn) and isinstance(plain, str):
        return {"turn": plain}
    if isinstance(choice, WhichAction) and plain == END:
        return {"end": "turn"}
    if isinstance(choice, WhichAction):
        return dict(plain) if isinstance(plain, dict) else {"value": plain}
    return {"prompt": choice.prompt, **(plain if isinstance(plain, dict) else {"value": plain})}
