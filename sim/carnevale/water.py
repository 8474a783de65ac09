"""What water does at the start of a turn (WATER-03, 06)."""

from __future__ import annotations

from sim.board.model.queries import Mover
from sim.carnevale import hooks, moving, rulings, ways
from sim.carnevale.damage import lose_life
from sim.carnevale.events import CounterLost
from sim.carnevale.moving import Further
from sim.carnevale.names import names_of
from sim.carnevale.questions import Declinable
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Rule
from sim.words import counted, say

__all__ = ["glide", "gulp"]

GULP = 2  # LP that a Stunned swimmer loses (WATER-06)
GLIDE = 4.0  # inches under water a counter (WATER-03)
GLIDE_AT_HOME = 8.0  # for a water creature


def gulp(game: State, who: str) -> Rule[bool]:
    """The start of a turn in water: whoever is Stunned there swallows some (WATER-06). May it move under water then?"""
    c = game[who]
    if not c.on_board or not (c.stunned or c.underwater):
        return False
    if not (yield from rulings.in_water(who)):
        return False
    if c.stunned:
        lose_life(game, who, GULP, say("Stunned in water"))
    return game[who].on_board and bool(c.underwater)


class GlideUnderwater(Declinable, frozen=True, kw_only=True, tag="underwater"):
    """Where somebody goes for its Underwater counters (WATER-03)."""

    gesture = Gesture.PATH
    declines = say("Stay where it is")

    who: str
    inches: float
    counters: int
    by: Mover

    @property
    def region(self) -> Further:
        return Further(self.by)

    def asks(self, state: State) -> str:
        return say('{who} may glide {inches:g}" underwater', who=names_of(state)(self.who), inches=self.inches)

    def detail(self, state: State) -> str:
        return counted("For its {n} Underwater counter.", "For its {n} Underwater counters.", self.counters)


def glide(game: State, who: str) -> Rule[None]:
    """It may give up its Underwater counters for a move within water (WATER-03)."""
    a_counter = GLIDE_AT_HOME if hooks.at_home_in_water(game, who) else GLIDE
    inches = a_counter * game[who].underwater
    enemies = tuple(c.id for c in game.enemies(who))
    by = Mover(who, inches, enemies=enemies, climb=False, water_only=True)
    way = yield GlideUnderwater(seat=game[who].seat, who=who, inches=inches, counters=game[who].underwater, by=by)
    if way is None:
        return
    game.emit(CounterLost(who=who, counter="underwater", why=say("underwater move")))
    move = yield from moving.begin(game, who, "underwater")
    move.inches, move.how, move.mover = inches, "underwater", by
    path = yield from ways.path_for(by, way)
    yield from moving.go(game, move, path)
