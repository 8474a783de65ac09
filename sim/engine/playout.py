"""A game that is played on only to see what comes of it, as bots do many hundred times a second.

It goes as the session would that it begins at, answer for answer. But it keeps nothing of what is behind it: it has no
journal, and can be neither saved nor cloned, and no answer is taken back. Nobody has yielded anything in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from sim.engine.answers import checked
from sim.engine.dice import Dice
from sim.engine.reasons import NO_REASON, Reason
from sim.engine.requests import Choice, GameError, Roll, Ruling
from sim.engine.running import Running
from sim.engine.session import Session
from sim.engine.yields import Yield

__all__ = ["Playout"]

S = TypeVar("S")


class Playout(Generic[S]):
    """The rest of a game, from where a session waits. `request` is what it waits for now; None: the game is over.

    The state is its own, and where an answer breaks down, or dice are to be typed in, it is of no more use.
    """

    def __init__(self, session: Session[S], dice: Dice | None = None) -> None:
        """`dice`: others than those of the session. Raises GameError where they are players' own."""
        self.game, self.measure, self.dice = session.game, session.measure, dice or session.dice
        self.state, self._running = session.fork(keeps=False)
        self.request: Choice | None = None
        self._settle()

    @property
    def events(self) -> Sequence[Any]:
        """All events so far, oldest first."""
        return self.game.events(self.state)

    def answer(self, value: Any, *, why: Reason = NO_REASON) -> None:
        """Answer the pending request. Raises Refused, and changes nothing, where it may not be answered so; `why` is
        told to nobody. A `Yield` answers the window in hand by its default, and no other."""
        if isinstance(value, Yield) and self.request is not None and self.request.topic is not None:
            value = self.request.default
        self.take(checked(self.request, value, self.state, self.measure))

    def take(self, value: Any) -> None:
        """Answer with what is known to be legal, as the rules take it: nobody looks at it again."""
        assert self._running is not None
        self._running.answer(value)
        self._settle()

    def _settle(self) -> None:
        """On to the next choice. What is only measured to be shown is not, as nobody sees it."""
        while self._running is not None:
            running, request = self._running, self._running.request
            if isinstance(request, Ruling):
                running.answer(None if request.evidence else self.measure(self.state, request.query))
            elif isinstance(request, Roll):
                running.answer(self._thrown(request))
            elif isinstance(request, Choice):
                self.request = request
                return
            else:
                self._running = Running.of(self.game, self.state, keeps=False)
        self.request = None

    def _thrown(self, roll: Roll) -> tuple[int, ...]:
        faces = self.dice.throw(roll, self.game.dice_thrown(self.state))
        if faces is None:
            raise GameError("nobody types in the dice of a game that is only imagined")
        return faces
