"""Secrets on a screen that several people share: a curtain hangs before them until one player is alone with it."""

from __future__ import annotations

from sim.app.table.model import TableModel
from sim.carnevale.questions import Question
from sim.engine.requests import Roll

__all__ = ["Curtain"]


class Curtain:
    """Who may look at what only one player may know (SCEN-10). `before`: the seat that it hangs for now, or None."""

    def __init__(self, model: TableModel) -> None:
        self.model = model
        self.before: str | None = None
        self._forced = False  # a question waits behind it
        self._roll: Roll | None = None  # the dice that were asked for last

    def falls_before(self, choice: Question, is_asked: bool) -> bool:
        """Does it hang before this question, until its player is alone? What was open until now is hidden first."""
        if is_asked:
            return False
        if self.model.alone is not None and not (self.model.alone == choice.seat and self.model.tells_secret(choice)):
            self.hide()
        if self.model.is_shared and self.model.alone != choice.seat and self.model.tells_secret(choice):
            self.before, self._forced = choice.seat, True
            return True
        return False

    def falls_for_dice(self, roll: Roll) -> None:
        """Whoever types in dice looks at the screen: another's secrets that were open until now go off it."""
        if roll is not self._roll and self.model.alone != roll.seat:
            self.hide()
        self._roll = roll

    def ask(self, seat: str) -> None:
        """A player wants to look at their own secrets, or has seen enough of them."""
        if self.model.alone == seat:
            self.hide()
        elif self.model.is_shared and seat in self.model.humans:
            self.before, self._forced = seat, False

    def lift(self) -> None:
        """The player it hangs for is alone with the screen."""
        if self.before is not None:
            self.model.alone, self.before = self.before, None

    def leave(self) -> None:
        """Nobody wants to look, after all; what must be answered waits behind it."""
        if not self._forced:
            self.before = None

    def hide(self) -> None:
        """What only one player may know goes off the screen."""
        self.model.alone = None

    @property
    def whose(self) -> str | None:
        """Who would look now: who is alone already, whoever is asked, else the first person."""
        choice = self.model.choice
        return self.model.alone or (choice.seat if choice is not None else next(iter(self.model.humans), None))

    @property
    def may_leave(self) -> bool:
        """Is it hung by a player's wish, and not before a question?"""
        return self.before is not None and not self._forced
