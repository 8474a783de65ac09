"""A game at the terminal: what happens is told, what is asked is listed, and answers are taken in words."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from sim.app.table.games import write_note
from sim.app.table.glossary import roll_words
from sim.app.table.model import TableModel
from sim.app.table.playback import is_redundant
from sim.app.text import lore, surroundings
from sim.app.text.answering import Answering
from sim.app.text.board_layout import vessels_lie
from sim.app.text.commands import Leave, obey, tells
from sim.app.text.matching import numbers_in
from sim.app.text.terminal import Terminal
from sim.app.text.text_table import TextTable
from sim.carnevale.actions.override import AgreeTo
from sim.carnevale.events import Deployed, Event, GameEnded, Overruled, RoundBegan, Rowed
from sim.carnevale.events.objectives import ObjectiveDropped, ObjectivePlaced
from sim.carnevale.legality import Acts
from sim.carnevale.questions import Question
from sim.carnevale.scenarios.gondolas import VesselSetUp
from sim.engine.requests import Roll
from sim.words import counted, say

__all__ = ["TextGame"]

PLACED = ("moved", "jumped", "fell", "pushed", "deployed", "rowed", "swept")  # after these one asks: and where now?


class TextGame(TextTable):
    """One game at a terminal, from question to question."""

    def __init__(self, model: TableModel, terminal: Terminal) -> None:
        super().__init__(model, terminal)
        self._arrived: dict[str, str] = {}  # where those who moved have come to, until it is told
        self._end_told = False  # and with it who has won

    # --- the course -----------------------------------------------------------------------------------------

    def play(self) -> bool:
        """Until the game is over (True), or the player leaves it. Raises EndOfWords."""
        try:
            while not self.model.over:
                self.tell_events()
                self._step()
        except Leave:
            return False
        self.tell_events()
        self._tell_arrived()
        self.terminal.tell(*([] if self._end_told else [lore.verdict(self.model)]), *lore.points_made(self.model))
        write_note(self.model)
        return True

    def _step(self) -> None:
        model = self.model
        if model.stalled:
            self.terminal.tell(model.notice)
            self.terminal.ask(say("Enter tries again"))
            model.go_on()
        elif model.bot_turn:
            asked = model.session.request
            if not model.think():
                self.terminal.tell(model.notice)
                self.terminal.ask(say("Enter tries again"))
            elif isinstance(asked, AgreeTo):
                self._tell_declined(asked)
        elif (choice := model.choice) is not None and not model.is_spared(choice):
            if not model.spare(choice):
                self.terminal.tell(model.notice)
                self.terminal.ask(say("Enter tries again"))
        elif choice is not None:
            self.put(choice)
        elif isinstance(roll := model.pending, Roll):
            self.throw(roll)

    def _tell_declined(self, asked: AgreeTo) -> None:
        """A bot was asked to agree to something: it is told if it does not, as nothing happens then."""
        model = self.model
        if not isinstance(model.session.request, AgreeTo) and not any(isinstance(e, Overruled) for e in model.unseen):
            self.terminal.tell(say("{name} does not agree.", name=model.names(asked.seat)))

    def tell_events(self) -> None:
        """What has happened since, and where those who moved have come to, as soon as they do something else."""
        model = self.model
        unseen = list(model.unseen)
        if not unseen:
            model.show_all()
            return
        shown = len(model.shown.log)
        if not self._goes_on(unseen):
            self._tell_arrived()
        begun = [number for number, event in enumerate(unseen) if isinstance(event, RoundBegan)]
        for first, last in pairwise((0, *begun, len(unseen))):  # who stands where is told before the next round is
            log = unseen[first:last]
            self.terminal.tell(*lore.chronicle(model, [event for event in log if not isinstance(event, Deployed)]))
            self._end_told |= any(isinstance(event, GameEnded) for event in log)
            if self.tells_why:
                self.terminal.tell(*model.reasons(shown + first, shown + last))
            if last == len(unseen):
                model.show_all()
            self._tell_laid(log)
            self._arrive(log)
            if last < len(unseen):
                self._tell_arrived()
        if begun:
            write_note(model)

    def _goes_on(self, log: list[Event]) -> bool:
        """Do those who moved last only move on?"""
        told = [event for event in log if self.model.sentence(event) and not is_redundant(event)]
        return all(_is_placed(event) and getattr(event, "who", None) in self._arrived for event in told)

    def _tell_laid(self, log: list[Event]) -> None:
        """Where objectives and vessels lie that were put down, or dropped."""
        view = self.view()
        laid = {event.objective.id for event in log if isinstance(event, ObjectivePlaced)}
        laid |= {event.objective for event in log if isinstance(event, ObjectiveDropped)}
        self.terminal.tell(*surroundings.objectives(view, only=laid))
        for event in log:
            if isinstance(event, VesselSetUp):
                self.terminal.tell(*vessels_lie(view, event.piece))

    def _arrive(self, log: list[Event]) -> None:
        """Where those who moved are now is to be told."""
        view = self.view()
        moved = [event for event in log if _is_placed(event) and self.model.open_to_all(event)]
        for event in moved:
            riders = [who for who, _ in event.riders] if isinstance(event, Rowed) else []
            for who in (getattr(event, "who", None), *riders):
                if isinstance(who, str) and who in view.state.characters:
                    self._arrived.pop(who, None)
                    if view.state[who].on_board:
                        self._arrived[who] = say("{name} is now {place}.", name=view.name(who), place=view.stands(who))

    def _tell_arrived(self, told: str | None = None) -> None:
        """Where those who moved have come to; not of one whose place is `told` anyway."""
        self.terminal.tell(*(line for who, line in self._arrived.items() if who != told))
        self._arrived.clear()

    # --- questions -----------------------------------------------------------------------------------------

    def put(self, choice: Question) -> None:
        """Ask a person, until it is answered or taken back."""
        self.taken_back = False
        self._tell_arrived(choice.about if isinstance(choice.region, Acts) else None)
        self._hand_over(choice)
        asking = self.asking(choice)
        asking.tell()
        while self.model.session.request is choice and not self.taken_back:
            line = self.terminal.ask(self.model.names(choice.seat) if len(self.model.humans) > 1 else "")
            if asking.is_meant(line) or not obey(self, asking, line):
                asking.take(line)
        following = self.model.session.request
        if not (
            isinstance(following, Question) and following.seat == choice.seat and self.model.tells_secret(following)
        ):
            self.leave_keyboard()

    def asking(self, choice: Question) -> Answering:
        """A question under way; what is looked up before something of it is confirmed leaves it as it is."""
        asking = Answering(self, choice)
        asking.meanwhile = partial(tells, self, asking)
        return asking

    # --- secrets -------------------------------------------------------------------------------------------

    def _hand_over(self, choice: Question) -> None:
        """Before a question tells a secret, its player takes the keyboard."""
        if self.model.tells_secret(choice):
            self.to_keyboard(choice.seat)

    # --- real dice -------------------------------------------------------------------------------------------

    def throw(self, roll: Roll) -> None:
        """Dice that the players throw and type in; those that tell a secret stand on no screen that others see."""
        self._tell_arrived()
        unseen = self.model.is_shared and self.model.is_secret_roll(roll)
        self.terminal.tell(*roll_words(self.model.session.state, roll))
        if unseen:
            self.terminal.tell(say("They are secret: what is typed is not shown."))
        while self.model.session.request is roll and not self.taken_back:
            line = self.terminal.ask(say("Faces"), unseen=unseen)
            if obey(self, None, line):
                continue
            faces = numbers_in(line)
            if not faces:
                self.terminal.tell(
                    counted(
                        "Say {n} number from 1 to {sides}, as in: 7",
                        "Say {n} numbers from 1 to {sides}, as in: 7 3 10",
                        roll.dice,
                        sides=roll.sides,
                    )
                )
            else:
                self.give(tuple(faces))
        self.taken_back = False


def _is_placed(event: Event) -> bool:
    return str(type(event).__struct_config__.tag) in PLACED
