"""Secrets on a screen that several people share: a curtain hangs before them until one player is alone with it."""

from __future__ import annotations

from sim.app.table.fresh_question import FreshQuestion
from sim.app.table.model import TableModel
from sim.carnevale.questions import Question
from sim.engine.requests import Roll

__all__ = ["Curtain"]


class Curtain:
    """Who may look at what only one player may know (SCEN-10). `before`: the seat that it hangs for now, or None."""

    def __init__(self, model: TableModel, fresh: FreshQuestion) -> None:
        self.model, self._fresh = model, fresh
        self.before: str | None = None
        self._forced = False  # a question waits behind it
        self._roll: Roll | None = None  # the dice that were asked for last
        self._drawn: frozenset[str] = frozenset()  # agendas that whoever is alone got by their answer

    def falls_before(self, choice: Question, is_asked: bool) -> bool:
        """Does it hang before this question, until its player is alone? What was open until now is hidden first."""
        if is_asked:
            return False
        if self.model.alone is not None and not (self.model.alone == choice.seat and self.model.tells_secret(choice)):
            self.hide()
        if self.model.is_shared and self.model.alone != choice.seat and self.model.tells_secret(choice):
            self._fall(choice.seat)
            return True
        return False

    def falls_for_dice(self, roll: Roll) -> None:
        """Whoever types in dice looks at the screen: another's secrets that were open until now go off it.

        Before secret dice it hangs until their player is alone, and after them nothing of theirs stays open.
        """
        model, secret = self.model, self.model.is_secret_roll(roll)
        others = model.alone != roll.seat or (
            self._roll is not None and model.is_secret_roll(self._roll) and not secret
        )
        if roll is not self._roll and others:
            self.hide()
        self._roll = roll
        if secret and model.is_shared and roll.seat in model.humans and model.alone != roll.seat:
            self._fall(roll.seat)

    def _fall(self, seat: str) -> None:
        """Hang before what a seat is asked; where it was not yet, no click is meant for it."""
        if self.before != seat:
            self._fresh.appear()
        self.before, self._forced = seat, True

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

    def answered(self, *, by_dice: bool) -> None:
        """What one player alone could read goes off the screen before all are shown what follows, unless the same
        player is asked on in secret, types in dice, or has to read what was drawn for them. `by_dice`: it was dice
        that they typed in, face by face."""
        asked, alone = self.model.session.request, self.model.alone
        typed_in = isinstance(asked, Roll) and asked.seat == alone
        secret = isinstance(asked, Question) and asked.seat == alone and self.model.tells_secret(asked)
        if alone is not None and not (typed_in or secret):
            held = () if by_dice else self.model.session.state.seats[alone].agendas
            self._drawn = frozenset(held).difference(self.model.shown.seats[alone].agendas)
            if not self._drawn:
                self.hide()

    @property
    def reader(self) -> str | None:
        """Who is alone with an agenda that they have just drawn: until they hide it, nothing goes on."""
        alone = self.model.alone
        reads = alone is not None and self._drawn and self._drawn.issubset(self.model.shown.seats[alone].agendas)
        return alone if reads else None

    def hide(self) -> None:
        """What only one player may know goes off the screen."""
        self.model.alone, self._drawn = None, frozenset()

    @property
    def whose(self) -> str | None:
        """Who would look now: who is alone already, whoever is asked, else the first person."""
        choice = self.model.choice
        return self.model.alone or (choice.seat if choice is not None else next(iter(self.model.humans), None))

    @property
    def may_leave(self) -> bool:
        """Is it hung by a player's wish, and not before a question?"""
        return self.before is not None and not self._forced
