"""The table without its window: a game of Carnevale being played, what is shown of it, and who must answer."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

import msgspec

from sim.app.table.rest_of_gang import next_place
from sim.board.board import Board
from sim.board.model.hours import HourName
from sim.bots.base import BOTS
from sim.carnevale import yielding
from sim.carnevale.agendas.draw import is_secret
from sim.carnevale.events import Event
from sim.carnevale.film import FilmMoment, FilmPose
from sim.carnevale.film_making import FilmMaker
from sim.carnevale.names import Names, names_of, seat_called
from sim.carnevale.narration import narrate, narrate_hidden
from sim.carnevale.questions import Question
from sim.carnevale.scenarios.deployment import SetUpMini
from sim.carnevale.state import State
from sim.carnevale.summary import round_words, standings_of
from sim.engine.bots import Bots
from sim.engine.requests import Roll
from sim.engine.session import Session
from sim.engine.table import HUMAN, GameTable
from sim.engine.yields import NOW, Yield
from sim.words import in_english, say

__all__ = ["HUMAN", "KeptYield", "TableModel"]


class KeptYield(NamedTuple):
    """What a player has yielded, in words, and how many questions that has saved."""

    said: Yield
    topic: str
    words: str
    saved: int


class TableModel(GameTable[State, Event]):
    """One game of Carnevale at the table. `players` says for each seat "human" or a bot's name."""

    def __init__(
        self,
        board: Board,
        session: Session[State],
        players: Mapping[str, str],
        *,
        fresh: bool = False,
        bots: Bots[State] = BOTS,
    ) -> None:
        super().__init__(session, players, bots, fresh=fresh)
        self.board = board
        self.hour: HourName | None = None  # at which it is shown, in place of the board's own
        self.alone: str | None = None  # the seat whose player is alone with the screen, by their own word
        self._film: FilmMaker | None = None

    def show_all(self) -> None:
        """Show at once all that has happened."""
        super().show_all()
        self._film = None  # begun anew from what is shown now

    def filmed(self, event: Event) -> tuple[FilmMoment, Mapping[str, FilmPose]]:
        """The event that is shown next, as the film of this game has it, and how all stood before it."""
        if self._film is None:
            self._film = FilmMaker(self.shown.copy(), self.names, self.humans, len(self.shown.log))
        before = self._film.poses
        return self._film.show(event), before

    @property
    def names(self) -> Names:
        return names_of(self.session.state, gangs=True)

    def sentence(self, event: Event) -> str:
        return narrate(event, self.names) if self.open_to_all(event) else narrate_hidden(event, self.names)

    def round_told(self, number: int) -> str:
        """What a round came to, a line for each gang; empty before the first."""
        seats, shown = self.shown.seats, self.shown
        standings = standings_of(shown.setup, shown.log) if number else []
        return round_words(standings, number, lambda seat: seat_called(seat, seats[seat].gang), "\n")

    def agendas(self, seat: str) -> tuple[str, ...]:
        """The open agendas of a seat; "?" for those that whoever looks at the screen may not see (SCEN-10)."""
        held = self.shown.seats[seat]
        if not self.keeps_secrets or not self.humans or self.humans == (seat,) or self.alone == seat:
            return held.agendas
        return tuple(id if id in held.doubled else "?" for id in held.agendas)

    # --- secrets --------------------------------------------------------------------------------------

    @property
    def keeps_secrets(self) -> bool:
        """Are agendas still kept from others (SCEN-10)?"""
        return is_secret(self.shown) and not self.shown.over

    @property
    def is_shared(self) -> bool:
        """Do several people look at this screen, in a game that keeps secrets?"""
        return len(self.humans) > 1 and self.keeps_secrets

    def tells_secret(self, choice: Question, state: State | None = None) -> bool:
        """Does it name an agenda that only its seat may know? `state`: in which it is asked; None: as the game is."""
        state = state or self.session.state
        held = state.seats[choice.seat]
        told = texts_in(msgspec.to_builtins(choice, enc_hook=in_english)) | texts_in(list(choice.options))
        return is_secret(state) and bool((set(held.agendas) - set(held.doubled)) & told)

    def is_secret_roll(self, roll: Roll) -> bool:
        """Do these dice tell an agenda that only their seat may know?"""
        return roll.purpose == "agenda" and is_secret(self.session.state)

    @property
    def choice(self) -> Question | None:
        """The choice that a person must make now."""
        choice = super().choice
        return choice if isinstance(choice, Question) else None

    # --- yields ---------------------------------------------------------------------------------------

    @property
    def onlooker(self) -> str | None:
        """The seat whose player, and nobody else, looks at the screen now."""
        return next((seat for seat in self.humans if self._looks(seat)), None)

    def spare(self, choice: Question) -> bool:
        """A person is asked nothing where there is nothing to decide, unless it has said otherwise before.

        False: that could not be written.
        """
        new = (said for said in yielding.SPARING if not self.session.has_spoken(choice.seat, said.topic))
        said = all(self.answer(msgspec.structs.replace(said, seat=choice.seat)) for said in new)
        return said and (not choice.foregone or self.answer(choice.default))

    def is_spared(self, choice: Question) -> bool:
        """Has a person said all that it begins with, and is there something to decide?"""
        spoken = (self.session.has_spoken(choice.seat, said.topic) for said in yielding.SPARING)
        return not choice.foregone and all(spoken)

    def revoke(self, said: Yield) -> None:
        """Take a yield back."""
        self.answer(Yield(seat=said.seat, topic=said.topic, until=NOW))

    def kept_yields(self) -> tuple[KeptYield, ...]:
        """What the player who looks at the screen has yielded."""
        seat = self.onlooker
        return tuple(
            KeptYield(
                said,
                yielding.topic_in_words(self.session.state, said.topic),
                yielding.said_in_words(said),
                self.session.times(said.seat, said.topic, asked=False),
            )
            for said in (self.session.yields(seat) if seat is not None else ())
        )

    def _looks(self, seat: str) -> bool:
        """Is it this seat's player, and nobody else, who looks?"""
        choice = self.choice
        return self.humans == (seat,) or (choice is not None and choice.seat == seat)

    def deploy_remaining(self, seat: str) -> None:
        """Set up what is left of a gang, where the table thinks best."""
        chance = Random(self.session.count)  # of the places that are looked at
        while isinstance(choice := self.session.request, SetUpMini) and choice.seat == seat:
            view = self.session.game.view(self.session.state, seat)
            place = next_place(view, choice, self.session.measure, chance)
            if place is None:
                self.notice = say("No place was found for the others: set them up by hand.")
            if place is None or not self.answer(place):
                return


def texts_in(value: object) -> set[str]:
    """All texts within a plain value."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*map(texts_in, value.values())) if value else set()
    if isinstance(value, list | tuple):
        return set().union(*map(texts_in, value)) if value else set()
    return set()
