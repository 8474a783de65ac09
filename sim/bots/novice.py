"""The novice: it plans as the seasoned bot does, and overlooks what beginners overlook.

It looks but a few inches around each mini, so that it may not see who could come from further off; it takes its minis
by chance, not in the order that serves best; it asks nobody who sees them where they end their turns; it forgets
counters, Will Points and to change its agendas. Its reasons say which enemies it has overlooked.
"""

from __future__ import annotations

from math import dist

from sim.bots.base import bot
from sim.bots.danger import Outlook
from sim.bots.seasoned import SeasonedBot
from sim.carnevale.actions.counter import WhoCounters
from sim.carnevale.agendas.plan import DropAgenda
from sim.carnevale.legality import WhichAction
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.carnevale.will import SpendWill
from sim.engine.reasons import NO_REASON, Reason
from sim.engine.requests import Choice, Measure
from sim.words import listed, say

__all__ = ["NoviceBot"]

NOTICED = 7.0  # inches: enemies so near are seen
NOTICES = 0.4  # how often those further off are


@bot("novice")
class NoviceBot(SeasonedBot):
    """Plays by the rules, and without foresight."""

    sighted = False

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._missed: list[str] = []

    def outlook(self, view: State, measure: Measure, seat: str) -> Outlook:
        """Enemies that are far from all of its minis are often not thought of."""
        own = [c for c in view.on_board() if c.seat == seat]
        far = [
            foe
            for foe in view.on_board()
            if foe.seat != seat and min((dist(foe.here, c.here) for c in own), default=0.0) > NOTICED
        ]
        missed = [foe for foe in far if self._rng.random() > NOTICES]
        self._missed = [names_of(view)(foe.id) for foe in missed]
        return Outlook(view, measure, self.weights, frozenset(foe.id for foe in missed), self.known)

    def choose(self, view: State, choice: Choice, measure: Measure) -> object:
        """As the seasoned bot, but for what it forgets."""
        self.reason = NO_REASON
        match choice:
            case WhoseTurn():
                return self._rng.choice(choice.waiting)
            case WhoCounters() | DropAgenda():
                return choice.default
            case SpendWill():
                return 0
        answer = super().choose(view, choice, measure)
        if isinstance(choice, WhichAction) and self.reason != NO_REASON and self._missed:
            missed = say("It overlooks {enemies}.", enemies=listed(self._missed))
            self.reason = Reason(self.reason.to_all, (*self.reason.after, missed))
        return answer
