"""Fortune's Favour (TURN-11): opponents reward a daring feat; whoever holds it awards it next."""

from __future__ import annotations

from typing import ClassVar

from sim.carnevale.action import Action
from sim.carnevale.events import Event, PointsGained
from sim.carnevale.names import names_of
from sim.carnevale.questions import YesOrNo
from sim.carnevale.state import State
from sim.engine.requests import Label, Refusal, Rule
from sim.words import say

__all__ = ["FAVOUR", "AwardFavour", "Favour", "FavourAwarded"]

FAVOUR = "Fortune's Favour"
WITH_STORY, WITHOUT_STORY = 2, 1  # WP, with a story and without


class FavourAwarded(Event, frozen=True, tag="favour_awarded"):
    """`story`: what the player told of the feat; empty if nothing."""

    who: str
    seat: str  # who holds the favour now
    story: str = ""

    def apply(self, state: State) -> None:
        state.favour = self.seat


class AwardFavour(YesOrNo, frozen=True, kw_only=True, tag="favour"):
    """Whether a character deserves Fortune's Favour (TURN-11)."""

    who: str
    story: str
    by: str  # the seat that calls for it

    def asks(self, state: State) -> str:
        return say("Fortune's Favour for {who}?", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return self.story

    def label(self, state: State, answer: object) -> Label:
        return Label(say("Award it") if answer else say("Not for this"))


class Favour(Action, frozen=True, tag="favour"):
    """Reward the character that performed a feat; a story of it, in a line, is worth a second Will Point. Anybody may
    call for it whenever the game waits for them; those who award it are asked, unless they called.

    `story`: that line.
    """

    ap: ClassVar[int] = 0
    command: ClassVar[bool] = True  # of the players, at any time between actions

    character: str
    story: str = ""

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        return self.wrong(game)
        yield

    def wrong(self, game: State) -> Refusal | None:
        """Why it cannot be awarded to this character, or None."""
        c = game.characters.get(self.character)
        if c is None or not c.on_board:
            return Refusal("TURN-11", say("'{character}' is no character on the board", character=self.character))
        if game.favour == c.seat:
            seat = names_of(game)(c.seat)
            why = say("{favour} is held by {seat}, and can only be awarded to another player", seat=seat, favour=FAVOUR)
            return Refusal("TURN-11", why)
        return None

    def perform(self, game: State, who: str) -> Rule[None]:
        yield from self.settle(game, game[who].seat)

    def settle(self, game: State, seat: str) -> Rule[None]:
        """Its holder awards it; before it has one, all opponents together."""
        c = game[self.character]
        jury = [game.favour] if game.favour is not None else [s for s in game.clockwise_from(c.seat) if s != c.seat]
        for other in jury:
            if other == seat:
                continue
            if not (yield AwardFavour(seat=other, who=c.id, story=self.story, by=seat)):
                return
        game.emit(FavourAwarded(who=c.id, seat=c.seat, story=self.story.strip()))
        points = min(WITH_STORY if self.story.strip() else WITHOUT_STORY, c.profile.wp - c.wp)
        if points > 0:
            game.emit(PointsGained(who=c.id, what="wp", points=points, why=FAVOUR))
