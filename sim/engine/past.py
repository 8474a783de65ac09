"""What a session keeps of the game behind it: the states between two steps, and the answers since the first of them.

As far back as this goes, choices can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Literal, TypeVar

from sim.engine.journal import Answer
from sim.engine.reasons import GivenReason
from sim.engine.yields import Said, YieldLedger
from sim.words import say

__all__ = ["ANYBODY", "RETYPED", "WHY_CLOSED", "Final", "Past"]

S = TypeVar("S")
Final = Literal["", "dice", "secret"]  # what keeps an answer from being taken back
WHY_CLOSED: dict[Final, str] = {
    "": say("nothing has been chosen yet"),
    "dice": say("dice have been thrown since the last choice"),
    "secret": say("a secret has been shown since the last choice"),
}
ANYBODY = ""  # in place of a seat: whose dice were typed in, which lie open on the players' own table
RETYPED = 12  # rolls, at most, that can be typed anew


class Past(Generic[S]):
    """The past of a game from a state on that `before` answers led to. The states that it keeps nobody changes."""

    def __init__(self, before: int, said: Iterable[Said] = ()) -> None:
        self.base = before  # answers of the game before the first of `answers`
        self.answers: list[Answer] = []
        self.checkpoints: list[tuple[int, S]] = []  # (answers before it, state between two steps)
        self.choices: list[tuple[int, str]] = []  # (answers before it, seat): what can be undone, oldest first
        self.closed: dict[str, Final] = {}  # what last kept choices of a seat from being undone, the last one last
        self.ledger = YieldLedger(said)
        self.reasons: list[GivenReason] = []  # that bots gave, of all answers of the game

    @property
    def count(self) -> int:
        """How many answers the game has had so far."""
        return self.base + len(self.answers)

    @property
    def under_way(self) -> tuple[S, tuple[Answer, ...], int]:
        """The state at the last checkpoint, the answers since, and how many came before."""
        before, checkpoint = self.checkpoints[-1]
        return checkpoint, tuple(self.answers[before - self.base :]), before

    def copy(self) -> Past[S]:
        """The same past, of which this one may forget more, or which may be gone on from otherwise."""
        copy: Past[S] = Past(self.base)
        copy.answers, copy.checkpoints, copy.choices = [*self.answers], [*self.checkpoints], [*self.choices]
        copy.closed = {**self.closed}
        copy.ledger = self.ledger  # which only grows: `back_to` cuts it
        copy.reasons = [*self.reasons]
        return copy

    def in_hand(self) -> Past[S]:
        """That of the step in hand alone."""
        before, checkpoint = self.checkpoints[-1]
        copy: Past[S] = Past(before)
        copy.checkpoints, copy.answers = [(before, checkpoint)], self.answers[before - self.base :]
        copy.choices = [choice for choice in self.choices if choice[0] >= before]
        copy.closed = {**self.closed}
        copy.ledger = self.ledger.first(self.count)
        return copy

    def undoable(self, seat: str) -> int | None:
        """How many answers an undo of the seat's last choice would leave, or of dice that were typed in since."""
        return next((before for before, chooser in reversed(self.choices) if chooser in (seat, ANYBODY)), None)

    def before_undo(self, seat: str) -> tuple[S, tuple[Answer, ...], int, Answer]:
        """What an undo of the seat's last choice goes on from: a state, the answers since, and how many came before;
        and the first answer that it takes back."""
        keep = self.undoable(seat)
        assert keep is not None
        before, checkpoint = next(each for each in reversed(self.checkpoints) if each[0] <= keep)
        *since, given = self.answers[before - self.base : keep - self.base + 1]
        return checkpoint, tuple(since), before, given

    def back_to(self, keep: int) -> tuple[S, list[Answer]]:
        """Back to the last checkpoint before the game's first `keep` answers were given: the state there, and those of
        the answers that are to be given again."""
        while self.checkpoints[-1][0] > keep:
            self.checkpoints.pop()
        before, checkpoint = self.checkpoints.pop()
        since = self.answers[before - self.base : keep - self.base]
        del self.answers[before - self.base :]
        self.choices = [choice for choice in self.choices if choice[0] < before]
        self.ledger = self.ledger.first(before)
        return checkpoint, since

    def close_choices(self, why: Final) -> None:
        """What was chosen so far can no longer be undone, but dice that were typed in can."""
        for _, seat in self.choices:
            if seat != ANYBODY:
                self.closed.pop(seat, None)
                self.closed[seat] = why
        self.choices = [choice for choice in self.choices if choice[1] == ANYBODY]

    def forget(self, why: Final, typed: int | None = None) -> None:
        """Dice have fallen or a secret is out: undo goes no further back. But dice that players typed in, the last of
        them after `typed` answers, may have been mistyped."""
        self.close_choices(why)
        self.choices = [*self.choices, (typed, ANYBODY)][-RETYPED:] if typed is not None else []
        first = self.choices[0][0] if self.choices else self.count
        while len(self.checkpoints) > 1 and self.checkpoints[1][0] <= first:
            self.checkpoints.pop(0)
        before, _ = self.checkpoints[0]
        del self.answers[: before - self.base]
        self.base = before
