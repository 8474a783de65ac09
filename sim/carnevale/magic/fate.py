"""Fateweaving (MAGIC-07)."""

from __future__ import annotations

from typing import ClassVar

from sim.carnevale.characters import Effect, Stat, Trait
from sim.carnevale.events import EffectBegan, Used
from sim.carnevale.hooks import Ability, ability
from sim.carnevale.magic.spells import Casting, Spell, changed, spell, until_next_turn_ends
from sim.carnevale.state import State
from sim.carnevale.weapons.use import Reload, uses_key
from sim.engine.requests import Choice, Refusal, Rule

SHARED: tuple[Stat, ...] = ("attack", "dexterity", "mind")  # among which blessing and curse are shared out


class Fateweaving(Spell):
    discipline = "Fateweaving"


@spell
class CantripOfTheStars(Fateweaving):
    """Until its next turn begins, the caster may count Destiny Dice among those that it re-rolls."""

    name, cost, difficulty, cantrip = "Cantrip of the Stars", 0, 5, True

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        effect = Effect(self.name, "start_of_next_turn", trait=Trait("Master of Destiny"))
        game.tell(EffectBegan(who=casting.who, effect=effect))
        return
        yield


@ability
class MasterOfDestiny(Ability):
    """May re-roll the Destiny Die."""

    name = "Master of Destiny"
    rerolls_destiny: ClassVar[bool] = True


@spell
class MarksmansMisfortune(Fateweaving):
    """An enemy within 18": its Reload weapons count as used up for this round."""

    name, cost, difficulty = "Marksman's Misfortune", 1, 4
    on, reach = "enemy", 18.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        for weapon in game[casting.target].profile.armoury:
            for trait in weapon.traits:
                if trait.name == Reload.name:
                    for _ in range(trait.x - game[casting.target].used.count(uses_key(weapon))):
                        game.tell(Used(who=casting.target, what=uses_key(weapon), each="round"))
        return
        yield


class _Share(Fateweaving):
    """+X or -X shared out at once among ATTACK, DEXTERITY and MIND; not on whoever has it already."""

    cost, difficulty, reach = 1, 7, 6.0
    sign: ClassVar[int]

    def refusal(self, game: State, who: str, target: str | None) -> Rule[Refusal | None]:
        refusal = yield from super().refusal(game, who, target)
        if refusal is None and target is not None and any(e.source == self.name for e in game[target].effects):
            return Refusal("MAGIC-07", f"{game[target].name} is under {self.name} already")
        return refusal

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        shares = dict.fromkeys(SHARED, 0)
        for left in range(casting.x, 0, -1):
            stat: Stat = yield Choice(
                seat=game[casting.who].seat,
                prompt="which_stat",
                options=SHARED,
                default=SHARED[0],
                facts={"who": casting.who, "target": casting.target, "change": self.sign, "left": left},
            )
            shares[stat] += self.sign
        for stat, change in shares.items():
            if change:
                changed(game, casting.target, self.name, stat, change)


@spell
class BlessingOfTheSky(_Share):
    """A friend within 6" to the end of its next turn."""

    name, on, sign = "Blessing of the Sky", "friend", 1


@spell
class CurseOfTheRent(_Share):
    """An enemy within 6" to the end of its next turn."""

    name, on, sign = "Curse of the Rent", "enemy", -1


@spell
class GlimpseOfGlory(Fateweaving):
    """A friend within 6": Parry and Expert Offence, Marksman and Protection (X) to the end of its next turn."""

    name, cost, difficulty = "Glimpse of Glory", 1, 8
    on, reach = "friend", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        gifts = ("Parry", "Expert Offence", "Expert Marksman", "Expert Protection")
        until_next_turn_ends(game, casting.target, self.name, *(Trait(gift, casting.x) for gift in gifts))
        return
        yield
