"""A procedure under way, from one checkpoint to the next, and how the same one is run for a clone.

A rule that waits cannot be copied, so a clone runs the procedure from its checkpoint again; but not the subroutines
that are over. All that these left behind was kept: the state, and what they returned.
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from sim.engine.game import Game
from sim.engine.requests import Request, Rule, Subroutine

__all__ = ["Completed", "Running"]

S = TypeVar("S")


class Completed(NamedTuple, Generic[S]):
    """What a subroutine left behind; clones share it, and nobody changes it."""

    returned: Any
    state: S
    answers: int  # that the procedure had taken by then


class Running(Generic[S]):
    """A procedure that changes `state`, and waits at `request`; None: it is over.

    `keeps`: what subroutines leave behind, for forks.
    """

    def __init__(self, game: Game[S], state: S, rule: Rule[None], *, keeps: bool = True) -> None:
        self._game, self._state, self._keeps = game, state, keeps
        self._rules: list[Rule[Any]] = [rule]  # in hand, each a subroutine of the one before it
        self._completed: list[list[Completed[S]]] = [[]]  # the subroutines of each of them that are over
        self._answers: list[Any] = []  # so far, as the rules took them
        self._kept: S | None = None  # the last copy of the state
        self.request: Request | None = None

    @staticmethod
    def of(game: Game[S], state: S, *, keeps: bool = True) -> Running[S] | None:
        """The step that comes next, at its first request; None: the game is over."""
        rule = game.procedure(state)
        if rule is None:
            return None
        running = Running(game, state, rule, keeps=keeps)
        running.go_on()
        return running

    def answer(self, value: Any) -> None:
        """Answer the request, and go on to the next."""
        self._answers.append(value)
        self.go_on(value)

    def go_on(self, value: Any = None) -> None:
        """To the first request, or from an answer to the next one."""
        while self._rules:
            try:
                asked = self._rules[-1].send(value)
            except StopIteration as stop:
                value = stop.value
                self._leave(value)
                continue
            if not isinstance(asked, Subroutine):
                self.request = asked
                return
            value = None
            self._enter(asked)
        self.request = None

    def fork(self, state: S, *, keeps: bool = True) -> Running[S]:
        """The same procedure at the same request, over another state, which is as this one's was when it began."""
        rule = self._game.procedure(state)
        assert rule is not None
        fork = Running(self._game, state, rule, keeps=keeps)
        fork._follow(self)
        return fork

    def _follow(self, other: Running[S]) -> None:
        """Go the way that another has gone, and leave out the subroutines that are over there."""
        self._answers = list(other._answers)
        value, given = None, 0
        while True:
            asked = self._rules[-1].send(value)
            completed, known = self._completed[-1], other._completed[len(self._completed) - 1]
            if isinstance(asked, Subroutine) and len(completed) < len(known):
                over = known[len(completed)]
                completed.append(over)
                self._game.restore(self._state, over.state)
                value, given = over.returned, over.answers
            elif isinstance(asked, Subroutine):
                value = None
                self._enter(asked)
            elif given < len(self._answers):
                value = self._answers[given]
                given += 1
            else:
                self.request = asked
                return

    def _enter(self, subroutine: Subroutine) -> None:
        self._rules.append(subroutine.rule)
        self._completed.append([])

    def _leave(self, returned: Any) -> None:
        self._rules.pop()
        self._completed.pop()
        if self._rules and self._keeps:
            if self._kept is None or not self._game.unchanged(self._state, self._kept):
                self._kept = self._game.copy(self._state)
            self._completed[-1].append(Completed(returned, self._kept, len(self._answers)))
