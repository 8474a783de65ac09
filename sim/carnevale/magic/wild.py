"""Wild Magic (MAGIC-09)."""

from __future__ import annotations

from sim.carnevale.characters import Effect, Trait
from sim.carnevale.damage import spell_damage
from sim.carnevale.events import EffectBegan, PointsGained
from sim.carnevale.magic.spells import Casting, Spell, changed, pick, reached, spell
from sim.carnevale.state import State
from sim.engine.requests import Rule


class WildMagic(Spell):
    discipline = "Wild Magic"


@spell
class TheySleepUnderwater(WildMagic):
    """X friends in sight within 12" have Fast Swimmer (X) to the end of the round."""

    name, cost, difficulty = "They Sleep Underwater", 1, 5

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        friends = [game[casting.who], *game.friends(casting.who)]
        near = yield from reached(game, casting.who, friends, 12.0)
        for who in (yield from pick(game, casting.who, near, casting.x, self.name)):
            swift = Effect(self.name, "end_of_round", trait=Trait("Fast Swimmer", casting.x))
            game.tell(EffectBegan(who=who, effect=swift))


@spell
class Healing(WildMagic):
    """A friend within 6" regains X LP."""

    name, cost, difficulty = "Healing", 1, 5
    on, reach = "friend", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        game.tell(PointsGained(who=casting.target, what="lp", points=casting.x, why=self.name))
        return
        yield


@spell
class SummonVermin(WildMagic):
    """An enemy within 12" takes X + 1 Damage."""

    name, cost, difficulty = "Summon Vermin", 1, 5
    on, reach = "enemy", 12.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        yield from spell_damage(game, casting.who, casting.target, casting.x + 1, self.name)


@spell
class SunderArmour(WildMagic):
    """An enemy within 6" has PROTECTION -(X + 3) to the end of the round."""

    name, cost, difficulty = "Sunder Armour", 2, 7
    on, reach = "enemy", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        changed(game, casting.target, self.name, "protection", -(casting.x + 3), this_round=True)
        return
        yield
