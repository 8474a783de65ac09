"""The table without its window: a game being played, what is shown of it, and who must answer.

The state of the session runs ahead of what players have seen: a bot's turn is decided at once, and shown event by
event. `shown` is the state as it has been shown; `show_next` brings it forward by one event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.board.board import Board
from sim.bots.base import Bot, make
from sim.carnevale.agendas.draw import is_secret
from sim.carnevale.events import Event
from sim.carnevale.names import Names, names_of
from sim.carnevale.questions import Question
from sim.carnevale.scenarios.deployment import SetUpMini
from sim.carnevale.state import State
from sim.carnevale.telling import tell, veiled
from sim.engine.requests import Choice, GameError, Refusal, Refused, Roll
from sim.engine.session import Session

HUMAN = "human"


class BotFailed(GameError):
    """A bot gave an answer that the rules refuse."""


class TableModel:
    """One game at the table. `players` says for each seat "human" or a bot's name."""

    def __init__(
        self, board: Board, session: Session[State], players: Mapping[str, str], *, fresh: bool = False
    ) -> None:
        self.board, self.session = board, session
        self.players = {seat: players.get(seat, HUMAN) for seat in session.state.seats}
        self.bots: dict[str, Bot] = {
            seat: make(kind, i + 1) for i, (seat, kind) in enumerate(self.players.items()) if kind != HUMAN
        }
        self.shown: State = session.game.begin(session.state.setup) if fresh else session.state.copy()
        self.notice: str = ""  # the last refusal or advice, for the player

    # --- what is shown ------------------------------------------------------------------------------

    @property
    def unseen(self) -> Sequence[Event]:
        """Events that have happened and were not shown yet, oldest first."""
        return self.session.state.log[len(self.shown.log) :]

    @property
    def caught_up(self) -> bool:
        return len(self.shown.log) >= len(self.session.state.log)

    def show_next(self) -> Event:
        """Show one more event."""
        event = self.session.state.log[len(self.shown.log)]
        event.apply(self.shown)
        self.shown.log.append(event)
        if self.caught_up:
            self.shown = self.session.state.copy()
        return event

    def show_all(self) -> None:
        self.shown = self.session.state.copy()

    @property
    def names(self) -> Names:
        return names_of(self.session.state)

    def sentence(self, event: Event) -> str:
        return tell(event, self.names) if self.open_to_all(event) else veiled(event, self.names)

    def open_to_all(self, event: Event) -> bool:
        """May everybody at this screen see it (SCEN-10, Secret)?"""
        return all(event.seen_by(seat) for seat in self.humans)

    def agendas(self, seat: str) -> tuple[str, ...]:
        """The open agendas of a seat; "?" for those that whoever looks at the screen may not see (SCEN-10)."""
        held = self.shown.seats[seat]
        if not is_secret(self.shown) or self.shown.over or not self.humans or self._looks(seat):
            return held.agendas
        return tuple(id if id in held.doubled else "?" for id in held.agendas)

    def _looks(self, seat: str) -> bool:
        """Is it this seat's player, and nobody else, who looks?"""
        choice = self.choice
        return self.humans == (seat,) or (choice is not None and choice.seat == seat)

    def seat_number(self, seat: str) -> int:
        return list(self.session.state.seats).index(seat)

    # --- who must answer ----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.session.over and self.caught_up

    @property
    def pending(self) -> Choice | Roll | None:
        """What the game waits for, whoever must answer it; None while events are still to be shown."""
        request = self.session.request
        return request if self.caught_up and isinstance(request, (Choice, Roll)) else None

    @property
    def choice(self) -> Question | None:
        """The choice that a person must make now."""
        pending = self.pending
        return pending if isinstance(pending, Question) and pending.seat not in self.bots else None

    @property
    def bot_turn(self) -> bool:
        pending = self.pending
        return isinstance(pending, Choice) and pending.seat in self.bots

    @property
    def humans(self) -> tuple[str, ...]:
        return tuple(seat for seat, kind in self.players.items() if kind == HUMAN)

    def answer(self, value: object) -> bool:
        """Answer the pending request. False: it was refused, `notice` says why, and nothing has changed."""
        try:
            self.session.answer(value)
        except Refused as refused:
            self.notice = str(refused.refusal)
            return False
        self.notice = ""
        return True

    def refusal(self, value: object) -> Refusal | None:
        return self.session.refusal(value)

    def think(self) -> None:
        """Let the bot whose choice is pending answer it. Raises BotFailed."""
        choice = self.session.request
        assert isinstance(choice, Choice)
        view = self.session.game.view(self.session.state, choice.seat)
        answer = self.bots[choice.seat].choose(view, choice, self.session.measure)
        try:
            self.session.answer(answer)
        except Refused as refused:
            kind = self.players[choice.seat]
            raise BotFailed(f"{kind} ({choice.seat}) answered {answer!r} to '{choice.prompt}': {refused}") from refused

    def deploy_rest(self, seat: str) -> None:
        """Set up what is left of a gang at places by chance, as a bot would."""
        helper = make("random", self.session.count)
        while isinstance(choice := self.session.request, SetUpMini) and choice.seat == seat:
            view = self.session.game.view(self.session.state, seat)
            if not self.answer(helper.choose(view, choice, self.session.measure)):
                return

    # --- taking back --------------------------------------------------------------------------------

    @property
    def undo_seat(self) -> str | None:
        """The person whose last choice can be taken back now; dice and secrets are never taken back."""
        if not self.caught_up or self.session.request is None:
            return None
        counts = {seat: self.session.undoable(seat) for seat in self.humans}
        able = {seat: count for seat, count in counts.items() if count is not None}
        return max(able, key=lambda seat: able[seat]) if able else None

    @property
    def undo_needs_consent(self) -> bool:
        """Is there another person at the table who has to agree?"""
        return len(self.humans) > 1

    def undo(self) -> bool:
        """Take the last choice of a person back, and all that followed."""
        seat = self.undo_seat
        if seat is None:
            self.notice = "Nothing to take back: dice have been thrown or a secret shown."
            return False
        self.session.undo(seat)
        self.show_all()
        self.notice = ""
        return True
