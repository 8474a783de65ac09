"""Procedures that are run for a clone: as the first was, but for the subroutines that are over."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sim.engine.requests import Choice, Gesture, Option, Rule, subroutine
from sim.engine.running import Running

Script = list[Any]  # what a rule does: None asks a choice, a list is a subroutine with a script of its own
SCRIPTS = st.recursive(st.none(), lambda inner: st.lists(inner, max_size=4), max_leaves=24).map(lambda s: s or [None])


class Bet(Choice, frozen=True):
    """How much is bet."""

    gesture = Gesture.NUMBER

    @property
    def options(self) -> tuple[Option, ...]:
        return (1, 2, 3)


BET = Bet(seat="north")


class Tally:
    """A game that adds up what is bet; each rule returns the sum of its own bets. `asked` counts, and is no state."""

    name = "tally"

    def __init__(self, script: Script) -> None:
        self.script, self.asked = script, 0

    def procedure(self, state: list[int]) -> Rule[None]:
        state.append((yield from self._rule(state, self.script)))

    def _rule(self, state: list[int], script: Script) -> Rule[int]:
        own = 0
        for line in script:
            if line is None:
                self.asked += 1
                bet: int = yield BET
                state.append(bet)
                own += bet
            else:
                own += yield from self._subroutine(state, line)
        return own

    @subroutine
    def _subroutine(self, state: list[int], script: Script) -> Rule[int]:
        return (yield from self._rule(state, script))

    def copy(self, state: list[int]) -> list[int]:
        return list(state)

    def unchanged(self, state: list[int], kept: list[int]) -> bool:
        return state == kept

    def restore(self, state: list[int], kept: list[int]) -> None:
        state[:] = kept


def in_hand(script: Script, answers: int) -> tuple[int, int]:
    """Of the requests up to the one after so many answers: those outside subroutines that are over by then; and all."""
    asked = kept = 0
    for line in script:
        if asked > answers:
            break
        own, all_ = (1, 1) if line is None else in_hand(line, answers - asked)
        asked += all_
        kept += own if line is None or asked > answers else 0
    return kept, asked


@given(SCRIPTS.filter(lambda s: isinstance(s, list)), st.integers(0, 24))
def test_a_fork_goes_on_as_the_first_does_and_runs_no_subroutine_again_that_is_over(
    script: Script, answers: int
) -> None:
    game: Any = Tally(script)
    state: list[int] = []
    first: Running[list[int]] = Running(game, state, game.procedure(state))
    first.go_on()
    for n in range(answers):
        if first.request is None:
            return
        first.answer(1 + n % 3)
    if first.request is None:
        return
    game.asked = 0
    other: list[int] = []
    fork = first.fork(other).fork(again := [])
    assert game.asked == 2 * in_hand(script, answers)[0]
    assert (fork.request, again, other) == (first.request, state, state)
    before = list(state)
    ends = []
    for running, kept in ((fork, again), (first, state)):
        while running.request is not None:
            running.answer(2)
        ends.append(list(kept))
        assert other == before
    assert ends[0] == ends[1]
