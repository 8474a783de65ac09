"""Runes of Sovereignty (MAGIC-08)."""

from __future__ import annotations

from sim.carnevale.characters import Effect, Trait
from sim.carnevale.events import CounterLost, EffectBegan, PointsGained
from sim.carnevale.magic.spells import Casting, Spell, pick, reached, spell, until_next_turn_ends
from sim.carnevale.state import State
from sim.engine.requests import Rule


class Rune(Spell):
    discipline = "Runes of Sovereignty"


@spell
class RenewedVigour(Rune):
    """X friends in sight within 12" are Stunned no more, and cannot be for the rest of the round."""

    name, cost, difficulty = "Renewed Vigour", 1, 6

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        friends = [game[casting.who], *game.friends(casting.who)]
        near = yield from reached(game, casting.who, friends, 12.0)
        for who in (yield from pick(game, casting.who, near, casting.x, self.name)):
            if game[who].stunned:
                game.tell(CounterLost(who=who, counter="stunned", why=self.name))
            game.tell(EffectBegan(who=who, effect=Effect(self.name, "end_of_round", trait=Trait("Steadfast"))))


@spell
class FieryRhetoric(Rune):
    """A friend within 1" regains 1 CP."""

    name, cost, difficulty = "Fiery Rhetoric", 1, 7
    on, reach = "friend", 1.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        game.tell(PointsGained(who=casting.target, what="cp", points=1, why=self.name))
        return
        yield


@spell
class WalkBetweenWorlds(Rune):
    """A friend within 6" is Ethereal and Slippery, with Flight, to the end of its next turn."""

    name, cost, difficulty = "Walk Between Worlds", 2, 6
    on, reach = "friend", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        gifts = (Trait("Ethereal"), Trait("Flight"), Trait("Slippery"))
        until_next_turn_ends(game, casting.target, self.name, *gifts)
        return
        yield
