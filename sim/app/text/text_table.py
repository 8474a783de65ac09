"""What a game at a terminal is between two questions: who may know what, answers, taking back, secrets."""

from __future__ import annotations

from contextlib import suppress

from sim.app.table.games import write_note
from sim.app.table.model import TableModel
from sim.app.table.taken_back import taken_back
from sim.app.text.landmarks import Landmarks
from sim.app.text.seat_view import SeatView
from sim.app.text.terminal import Terminal
from sim.carnevale.scenarios.deployment import SetUpMini
from sim.words import counted, joined, listed, say

__all__ = ["TextTable"]


class TextTable:
    """A game, and the terminal that it is played at."""

    def __init__(self, model: TableModel, terminal: Terminal) -> None:
        self.model, self.terminal = model, terminal
        self.land = Landmarks(model.board, model.names)
        self.taken_back = False
        self.known_texts: set[str] = set()  # what actions do, as far as it was told
        self.knows_yields = False  # was told how not to be asked something again?
        self.more_help: tuple[str, ...] = ()  # what is understood besides
        self.tells_why = False  # is told why bots do what they do?
        self.watching = ""  # the seat that the keyboard was last handed to for a secret

    def view(self, seat: str | None = None) -> SeatView:
        """The game as a seat may know it; where none is named, as the one that is asked."""
        session = self.model.session
        pending = self.model.pending
        whose = seat or (pending.seat if pending is not None else (self.model.humans or self.model.seats)[0])
        return SeatView(session.game.view(session.state, whose), session.measure, self.land, whose)

    # --- answers ---------------------------------------------------------------------------------------

    def give(self, value: object) -> bool:
        """Answer what is asked; a refusal is told."""
        if self.model.answer(value):
            return True
        self.terminal.tell(self.model.notice)
        return False

    def deploy_rest(self, choice: SetUpMini) -> None:
        self.model.deploy_remaining(choice.seat)

    def undo(self) -> None:
        """Take the last choice back that a person made, or the last dice that were typed in, where everybody agrees."""
        model = self.model
        seat = model.undo_seat
        if seat is not None and model.undo_needs_consent and not self._agreed(seat):
            return
        if not model.undo():
            self.terminal.tell(model.notice)
            return
        self.taken_back = True
        self.terminal.tell(say("Taken back."))

    def _agreed(self, seat: str) -> bool:
        """Do all other players agree that the last choice of a seat is taken back?"""
        model = self.model
        others = [model.names(each) for each in model.humans if each != seat]
        deeds, what = taken_back(model), say("The last choice of {name} is taken back.", name=model.names(seat))
        if model.undo_retypes:
            deeds, what = (), say("The dice that were typed in last are to be typed anew.")
        agree = counted("Does {names} agree?", "Do {names} agree?", len(others), names=listed(others))
        return self.terminal.confirms(joined(" ", (*deeds, what, agree)), listed(others))

    # --- secrets ---------------------------------------------------------------------------------------

    def to_keyboard(self, seat: str) -> None:
        """Something secret is to be told to a seat: whoever plays others looks away first."""
        if len(self.model.humans) > 1 and self.watching != seat:
            self.terminal.clear()
            name = self.model.names(seat)
            others = listed(self.model.names(each) for each in self.model.humans if each != seat)
            self.terminal.tell(
                say("A secret of {name} is next. {others}, leave {name} alone with it.", name=name, others=others)
            )
            self.terminal.ask(say("{name}, press Enter", name=name))
            self.watching = seat

    def leave_keyboard(self) -> None:
        """What was secret goes off the screen before others look again."""
        if self.watching:
            self.terminal.clear()
            self.terminal.tell(say("{name}'s secret is over.", name=self.model.names(self.watching)))
            self.watching = ""

    def close(self) -> None:
        """The game is left; its journal has it all."""
        write_note(self.model)
        if (journal := self.model.session.journal) is not None:
            with suppress(OSError):
                journal.close()
