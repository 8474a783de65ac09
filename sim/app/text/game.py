"""A game at the terminal: what happens is told, what is asked is listed, and answers are taken in words."""

from __future__ import annotations

from itertools import pairwise

from sim.app.table.games import write_note
from sim.app.table.glossary import roll_words
from sim.app.text import lore, surroundings
from sim.app.text.answering import Answering
from sim.app.text.commands import Leave, obey
from sim.app.text.matching import numbers_in
from sim.app.text.text_table import TextTable
from sim.carnevale.actions.override import AgreeTo
from sim.carnevale.events import Event, Overruled, RoundBegan
from sim.carnevale.events.objectives import ObjectivePlaced
from sim.carnevale.questions import Question
from sim.engine.requests import Roll
from sim.words import counted, say

__all__ = ["TextGame"]

PLACED = ("moved", "jumped", "fell", "pushed", "deployed", "rowed", "swept")  # after these one asks: and where now?


class TextGame(TextTable):
    """One game at a terminal, from question to question."""

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
        self.terminal.tell(*lore.ending(self.model))
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
        """What has happened since, and where those who moved have come to."""
        model = self.model
        unseen = list(model.unseen)
        if not unseen:
            model.show_all()
            return
        shown = len(model.shown.log)
        begun = [number for number, event in enumerate(unseen) if isinstance(event, RoundBegan)]
        for first, last in pairwise((0, *begun, len(unseen))):  # who stands where is told before the next round is
            self.terminal.tell(*lore.chronicle(model, unseen[first:last]))
            if self.tells_why:
                self.terminal.tell(*model.reasons(shown + first, shown + last))
            if last == len(unseen):
                model.show_all()
            self._tell_places(unseen[first:last])
        if begun:
            write_note(model)

    def _tell_places(self, log: list[Event]) -> None:
        view = self.view()
        laid = {event.objective.id for event in log if isinstance(event, ObjectivePlaced)}
        self.terminal.tell(*surroundings.objectives(view, only=laid))
        moved: dict[str, None] = {}
        for event in log:
            if str(type(event).__struct_config__.tag) in PLACED and self.model.open_to_all(event):
                who = getattr(event, "who", None)
                if isinstance(who, str) and who in view.state.characters:
                    moved[who] = None
        for who in moved:
            if view.state[who].on_board:
                self.terminal.tell(say("{name} is now {place}.", name=view.name(who), place=view.stands(who)))

    # --- questions -----------------------------------------------------------------------------------------

    def put(self, choice: Question) -> None:
        """Ask a person, until it is answered or taken back."""
        self.taken_back = False
        self._hand_over(choice)
        asking = Answering(self, choice)
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

    # --- secrets -------------------------------------------------------------------------------------------

    def _hand_over(self, choice: Question) -> None:
        """Before a question tells a secret, its player takes the keyboard."""
        if self.model.tells_secret(choice):
            self.to_keyboard(choice.seat)

    # --- real dice -------------------------------------------------------------------------------------------

    def throw(self, roll: Roll) -> None:
        """Dice that the players throw and type in; those that tell a secret stand on no screen that others see."""
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
