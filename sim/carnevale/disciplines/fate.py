"""Fateweaving (MAGIC-07)."""

from __future__ import annotations

from typing import ClassVar

from sim.carnevale import hooks, rulings
from sim.carnevale.characters import Character, Effect, Point, Stat, Trait
from sim.carnevale.events import EffectBegan, EffectsEnded, Remembered, SpellLaid, Used
from sim.carnevale.hooks import MOST_STACKED, Ability, RollContext, ability
from sim.carnevale.magic.area_effects import aimed, place_in_sight
from sim.carnevale.magic.spells import Casting, Spell, SpellOption, changed, spell, until_next_turn_ends
from sim.carnevale.names import names_of
from sim.carnevale.persistent_effects import PersistentEffect
from sim.carnevale.state import State
from sim.carnevale.stats import stat
from sim.carnevale.weapons.use import Reload, uses_key
from sim.engine.requests import Label, Refusal, Rule
from sim.words import say, term

__all__ = [
    "AtHomeInOddity",
    "BlessingOfTheSky",
    "Bounty",
    "CantripOfTheStars",
    "CurseOfTheRent",
    "FatesBounty",
    "Fateweaving",
    "GlimpseOfGlory",
    "MarksmansMisfortune",
    "MasterOfDestiny",
    "OtherworldlyOddity",
    "WhichStat",
]

SHARED: tuple[Stat, ...] = ("attack", "dexterity", "mind")  # among which blessing and curse are shared out


class Fateweaving(Spell):
    discipline = "Fateweaving"


@spell
class CantripOfTheStars(Fateweaving):
    """Until the caster's next turn begins, its player may count the Destiny Die among the dice that it re-rolls, of any
    roll."""

    name, cost, difficulty, cantrip = "Cantrip of the Stars", 0, 5, True

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        effect = Effect(self.name, "start_of_next_turn", trait=Trait("Master of Destiny"))
        game.emit(EffectBegan(who=casting.who, effect=effect))
        return
        yield


@ability
class MasterOfDestiny(Ability):
    """Its player may re-roll Destiny Dice."""

    name = "Master of Destiny"
    printed: ClassVar[bool] = False
    rerolls_destiny: ClassVar[bool] = True


@spell
class MarksmansMisfortune(Fateweaving):
    """An enemy in sight within 18": its Reload weapons count as used up for this round."""

    name, cost, difficulty = "Marksman's Misfortune", 1, 4
    on, reach = "enemy", 18.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        for weapon in game[casting.target].profile.armoury:
            for trait in weapon.traits:
                if trait.name == Reload.name:
                    for _ in range(trait.x - game[casting.target].used.count(uses_key(weapon))):
                        game.emit(Used(who=casting.target, what=uses_key(weapon), each="round"))
        return
        yield


class WhichStat(SpellOption, frozen=True, kw_only=True):
    """Which stat the next point of a spell goes to that is shared out among several."""

    things = SHARED

    change: int  # 1, or -1
    left: int  # points to share out, this one included
    shares: dict[Stat, int]  # what was given out before

    def asks(self, state: State) -> str:
        spell, target = term(self.spell), names_of(state)(self.target)
        if self.change > 0:
            return say("{spell}: which stat of {target} gains 1?", spell=spell, target=target)
        return say("{spell}: which stat of {target} loses 1?", spell=spell, target=target)

    def detail(self, state: State) -> str:
        return say("Cast by {who}. {left} left to share out at once.", who=names_of(state)(self.who), left=self.left)

    def label(self, state: State, answer: object) -> Label:
        which = next(stat for stat in SHARED if stat == answer)
        now = stat(state, RollContext(purpose="", who=self.target, stat=which)).total  # what is shared out comes later
        so_far = self.shares[which] + self.change
        hint = say("{number} now, {so_far:+d} by this spell", number=now, so_far=so_far)
        return Label(f"{which.upper()} {self.change:+d}", hint)


class _Share(Fateweaving):
    """+X or -X shared out at once among ATTACK, DEXTERITY and MIND; not on whoever has it already."""

    cost, difficulty, reach = 1, 7, 6.0
    sign: ClassVar[int]

    def refusal(self, game: State, who: str, target: str | None) -> Rule[Refusal | None]:
        refusal = yield from super().refusal(game, who, target)
        if refusal is None and target is not None and any(e.source == self.name for e in game[target].effects):
            return Refusal(
                "MAGIC-07",
                say("{target} is under {spell} already", target=names_of(game)(target), spell=term(self.name)),
            )
        return refusal

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        shares = dict.fromkeys(SHARED, 0)
        for left in range(casting.x, 0, -1):
            stat: Stat = yield WhichStat(
                seat=game[casting.who].seat,
                who=casting.who,
                target=casting.target,
                spell=self.name,
                change=self.sign,
                left=left,
                shares=shares.copy(),
            )
            shares[stat] += self.sign
        for stat, change in shares.items():
            if change:
                changed(game, casting.target, self.name, stat, change)


@spell
class BlessingOfTheSky(_Share):
    """A friend in sight within 6": +X, shared out at once among ATTACK, DEXTERITY and MIND, to the end of its next
    turn. Not on whoever has it already."""

    name, on, sign = "Blessing of the Sky", "friend", 1


@spell
class CurseOfTheRent(_Share):
    """An enemy in sight within 6": -X, shared out at once among ATTACK, DEXTERITY and MIND, to the end of its next
    turn. Not on whoever has it already."""

    name, on, sign = "Curse of the Rent", "enemy", -1


@spell
class GlimpseOfGlory(Fateweaving):
    """A friend in sight within 6": Parry (X), Expert Offence (X), Expert Marksman (X) and Expert Protection (X) to
    the end of its next turn."""

    name, cost, difficulty = "Glimpse of Glory", 1, 8
    on, reach = "friend", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        gifts = ("Parry", "Expert Offence", "Expert Marksman", "Expert Protection")
        until_next_turn_ends(game, casting.target, self.name, *(Trait(gift, casting.x) for gift in gifts))
        return
        yield


@spell
class OtherworldlyOddity(Fateweaving):
    """A piece of terrain in sight, at most 6" long and with nobody on it: until the caster's next turn begins, friends
    moving on it have Acrobatic (X), and to enemies it is impassable."""

    name, cost, difficulty = "Otherworldly Oddity", 1, 5
    longest: ClassVar[float] = 6.0

    def place_refusal(self, game: State, who: str, to: Point) -> Rule[Refusal | None]:
        found = yield from place_in_sight(game, who, self.name, to, None, "ground")
        if isinstance(found, Refusal):
            return found
        if found.piece is None or not found.long:  # a marker is no piece, and has no length
            return Refusal("MAGIC-07", say("there is no piece of terrain"), found)
        if found.long > self.longest:
            why = say(
                '{piece} is {long:.1f}" long, and {most:g}" is the most',
                piece=names_of(game)(found.piece),
                long=found.long,
                most=self.longest,
            )
            return Refusal("MAGIC-07", why, found)
        on_it = yield from rulings.somebody_over(game, found.piece)
        if on_it is not None:
            return Refusal("MAGIC-07", say("{who} stands on it", who=names_of(game)(on_it)), found)
        return None

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        place = yield from aimed(game, casting, self)
        if place is None:
            return
        c = game[casting.who]
        id = f"otherworldly-oddity-{c.id}"
        persistent = PersistentEffect(id, self.name, c.id, c.seat, casting.x, until="start_of_turn", piece=place.piece)
        sight = yield from rulings.shown_sight_to(c.id, place.at)
        game.emit(SpellLaid(who=c.id, effect=persistent, place=place, sight=sight))
        for friend in [c, *game.friends(c.id)]:
            game.emit(EffectBegan(who=friend.id, effect=self._gift(persistent)))

    def lifted(self, game: State, persistent: PersistentEffect, above: list[str]) -> Rule[None]:
        gift = self._gift(persistent)
        for c in game.on_board():
            if gift in c.effects:
                game.emit(EffectsEnded(who=c.id, effects=(gift,)))
        return
        yield

    def _gift(self, persistent: PersistentEffect) -> Effect:
        return Effect(self.name, "game", trait=Trait(AtHomeInOddity.name, persistent.x, of=persistent.piece or ""))


@ability
class AtHomeInOddity(Ability):
    """Acrobatic (X) in moves over the piece of terrain that it names."""

    name = OtherworldlyOddity.name
    printed: ClassVar[bool] = False

    def rerolls(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        if context.who != bearer.id or context.stat != "dexterity" or context.action not in ("run", "jump"):
            return 0
        own = sum(trait.x for trait in bearer.profile.traits if trait.name == "Acrobatic")
        over = [e.trait for e in bearer.effects if e.source == self.name and e.trait is not None]
        part = context.part or ""
        gained = sum(t.x for t in over if t.of in (part, part.rpartition("/")[0]))
        return max(0, min(MOST_STACKED - own, gained))


@spell
class FatesBounty(Fateweaving):
    """To the end of the caster's next turn its player may re-roll Aces + X dice in all, never Destiny Dice, in any
    rolls."""

    name, cost, difficulty = "Fate's Bounty", 2, 4
    counts_aces = True

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        left = game[casting.who].kept.get(self.name, 0) if hooks.has(game, casting.who, self.name) else 0
        dice = left + casting.result.aces + casting.x
        game.emit(Remembered(who=casting.who, what=self.name, value=dice))
        until_next_turn_ends(game, casting.who, self.name, Trait(self.name))
        return
        yield


@ability
class Bounty(Ability):
    """Dice that its bearer's player may still re-roll, in rolls of its choice."""

    name = FatesBounty.name

    def stored_rerolls(self, bearer: Character) -> int:
        return bearer.kept.get(self.name, 0)

    def spend_rerolls(self, game: State, bearer: Character, dice: int) -> None:
        game.emit(Remembered(who=bearer.id, what=self.name, value=bearer.kept[self.name] - dice))
