"""A game at a table without its window: who sits where, who must answer, and what has been shown."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any, TypeVar

from sim.engine.bots import Bot, Bots, Reseeded, chosen_by, give_answer, reason_of
from sim.engine.events import GameEvent
from sim.engine.line_file import Unwritten
from sim.engine.past import WHY_CLOSED
from sim.engine.playback import Playback
from sim.engine.requests import Choice, Refusal, Refused, Roll
from sim.engine.session import Session
from sim.engine.state import GameState
from sim.words import capital, reason, say

__all__ = ["HUMAN", "GameTable"]

S = TypeVar("S", bound=GameState[Any, Any])
E = TypeVar("E", bound=GameEvent[Any])
HUMAN = "human"


class GameTable(Playback[S, E]):
    """One game, played by people at one screen and by bots. `players` says for each seat "human" or a bot's name.

    Raises UnknownBot.
    """

    def __init__(
        self, session: Session[S], players: Mapping[str, str], bots: Bots[Any], *, fresh: bool = False
    ) -> None:
        super().__init__(session, fresh=fresh)
        self.seats = tuple(session.game.seats(session.state))
        self.players = {seat: players.get(seat, HUMAN) for seat in self.seats}
        self.bots: dict[str, Bot[Any]] = {
            seat: bots.make(kind, i + 1) for i, (seat, kind) in enumerate(self.players.items()) if kind != HUMAN
        }
        self.notice: str = ""  # the last refusal or advice, for the player
        self.stalled = False  # a roll or a ruling could not be written: the game waits for `go_on`
        self._left = False  # does nobody play on here?
        self._bot_answers = Lock()  # held while a bot's answer is given, which is on a thread of its own

    def seat_number(self, seat: str) -> int:
        """Its place in the order round the table, from 0."""
        return self.seats.index(seat)

    def open_to_all(self, event: E) -> bool:
        """May everybody at this screen see it?"""
        return self.open_to(self.humans, event)

    # --- who must answer ----------------------------------------------------------------------------

    @property
    def humans(self) -> tuple[str, ...]:
        """The seats that people play."""
        return tuple(seat for seat, kind in self.players.items() if kind == HUMAN)

    @property
    def over(self) -> bool:
        """Is the game over, and its end shown?"""
        return self.session.over and self.caught_up

    @property
    def pending(self) -> Choice | Roll | None:
        """What the game waits for, whoever must answer it; None while events are still to be shown."""
        request = self.session.request
        return request if self.caught_up and not self.stalled and isinstance(request, (Choice, Roll)) else None

    @property
    def choice(self) -> Choice | None:
        """The choice that a person must make now."""
        pending = self.pending
        return pending if isinstance(pending, Choice) and pending.seat not in self.bots else None

    @property
    def bot_turn(self) -> bool:
        """Is it a bot that must choose now?"""
        pending = self.pending
        return isinstance(pending, Choice) and pending.seat in self.bots

    def refusal(self, value: Any) -> Refusal | None:
        """Why this answer to the pending request would be refused, or None."""
        return self.session.refusal(value)

    def answer(self, value: Any) -> bool:
        """Answer the pending request. False: it was refused or could not be written, `notice` says why, and nothing has
        changed."""
        before = self.session.count
        try:
            self.session.answer(value, durable=True)
        except Refused as refused:
            self.notice = capital(refused.refusal.words)
            return False
        except Unwritten as error:
            self._wait(error)
            return self.session.count > before
        self.notice = ""
        return True

    def think(self) -> bool:
        """Let the bot whose choice is pending answer it. False: that could not be written, or the game was left
        meanwhile. Raises BadBot."""
        choice = self.session.request
        assert isinstance(choice, Choice)
        bot, name = self.bots[choice.seat], self.players[choice.seat]
        if isinstance(bot, Reseeded):
            bot.reseed(self.session.count)
        answer = chosen_by(self.session, bot, name)
        with self._bot_answers:
            if self._left:
                return False
            try:
                give_answer(self.session, answer, name, reason_of(bot))
            except Unwritten as error:
                self._wait(error)
                return False
        return True

    # --- why bots did what they did -----------------------------------------------------------------

    @property
    def tells_all(self) -> bool:
        """Is nothing kept secret any more from whoever looks: the game is over, or nobody plays in it?"""
        return self.over or not self.humans

    def reasons(self, first: int, last: int) -> tuple[str, ...]:
        """Why bots gave the answers that led to these events, by their numbers in the log, `last` left out: as much of
        it as may be told now."""
        given = (each for each in self.session.reasons if first <= each.events < last)
        told = (each.words(whole=self.tells_all) for each in given)
        return tuple(words for words in told if words)

    def leave(self) -> None:
        """Nobody plays on here, and the journal is closed. A bot that still thinks may do so, and answers no more."""
        with self._bot_answers:
            self._left = True
        if self.session.journal is not None:
            self.session.journal.close()

    def go_on(self) -> bool:
        """Go on where a roll or a ruling could not be written. False: it still cannot."""
        try:
            self.session.settle()
        except Unwritten as error:
            self._wait(error)
            return False
        self.stalled, self.notice = False, ""
        return True

    def _wait(self, error: Unwritten) -> None:
        """Tell that something could not be written. A choice is asked again; what follows from it waits for room."""
        self.stalled = not isinstance(self.session.request, Choice)
        self.notice = say("{error}. It has not happened: make room, and the game goes on.", error=reason(error))

    # --- taking back --------------------------------------------------------------------------------

    @property
    def undo_seat(self) -> str | None:
        """The person whose last choice can be taken back now, or after whose last choice dice were typed in. Dice of
        the program and secrets are never taken back."""
        if not self.caught_up or self.session.request is None:
            return None
        counts = {seat: self.session.undoable(seat) for seat in self.humans}
        able = {seat: count for seat, count in counts.items() if count is not None}
        return max(able, key=lambda seat: able[seat]) if able else None

    @property
    def undo_barred(self) -> str:
        """Why nothing that a person at the table chose can be taken back, where nothing can."""
        return WHY_CLOSED[self.session.closed(self.humans)]

    @property
    def undo_retypes(self) -> bool:
        """Would an undo ask for dice again that were typed in?"""
        seat = self.undo_seat
        return seat is not None and self.session.retypes(seat)

    @property
    def undo_needs_consent(self) -> bool:
        """Is there another person at the table who has to agree?"""
        return len(self.humans) > 1

    def undo(self) -> bool:
        """Take the last choice of a person back, or dice that were typed in, and all that followed."""
        if not self.take_back():
            return False
        self.show_all()
        return True

    def take_back(self) -> bool:
        """As `undo`, but what was taken back is still shown, until `show_all`: for another thread than that which
        draws."""
        seat = self.undo_seat
        if seat is None:
            self.notice = say("Nothing to take back: {why}.", why=self.undo_barred)
            return False
        try:
            self.session.undo(seat)
        except Unwritten as error:
            self._wait(error)
            return False
        self.notice = ""
        return True
