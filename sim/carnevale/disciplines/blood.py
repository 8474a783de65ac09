"""Blood Rites (MAGIC-05)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from sim.board.model.verdicts import Under
from sim.carnevale import rulings
from sim.carnevale.characters import Character, Point
from sim.carnevale.damage import lose_life, saving, spell_damage
from sim.carnevale.events import PointsGained, TemplateTouched
from sim.carnevale.magic.area_effects import MarkerSpell, PlacedSpell, aimed, stun_under
from sim.carnevale.magic.spells import (
    Casting,
    Spell,
    SpellHarm,
    SpellOption,
    changed,
    damaged,
    pick,
    reached,
    spell,
)
from sim.carnevale.names import names_of
from sim.carnevale.persistent_effects import PersistentEffect
from sim.carnevale.state import State, rounded
from sim.carnevale.stats import stat
from sim.engine.requests import Label, Rule
from sim.words import say, term

__all__ = [
    "AbyssalMist",
    "BloodDrain",
    "BloodRite",
    "Bloodlust",
    "BoilingVeins",
    "CantripOfTheDevil",
    "KrakensBreath",
    "LifeOrDamage",
    "MotherHydrasClaws",
]

DAMAGE, PENETRATION = 2, -2  # of the Cantrip of the Devil


class BloodRite(Spell):
    discipline = "Blood Rites"


class LifeOrDamage(SpellOption, frozen=True, kw_only=True, tag="devil"):
    """What the Cantrip of the Devil does to its target."""

    things = ("life", "damage")

    def asks(self, state: State) -> str:
        return say("{spell}: what does it do to {target}?", spell=term(self.spell), target=names_of(state)(self.target))

    def detail(self, state: State) -> str:
        c = state[self.target]
        has = say(
            "has {lp} of {most} Life Points and PROTECTION {protection}",
            lp=c.lp,
            most=c.profile.lp,
            protection=stat(state, saving(self.who, self.target)).total,
        )
        return say(
            "Cast by {who}. {target} {has}.",
            who=names_of(state)(self.who),
            target=names_of(state)(self.target),
            has=has,
        )

    def label(self, state: State, answer: object) -> Label:
        if answer == "life":
            return Label(say("It loses 1 Life Point"), say("no roll saves it"))
        return Label(
            say("It takes {damage} Damage", damage=DAMAGE),
            say("saved by PROTECTION {penetration}", penetration=PENETRATION),
        )


@spell
class CantripOfTheDevil(BloodRite):
    """An enemy in sight within 3" loses 1 LP, or takes 2 Damage with PROTECTION -2: the caster's choice."""

    name, cost, difficulty, cantrip = "Cantrip of the Devil", 0, 7, True
    on, reach = "enemy", 3.0

    def harms(self, x: int, aces: int) -> tuple[SpellHarm, ...]:
        return SpellHarm(1, None), SpellHarm(DAMAGE, PENETRATION)

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        how = yield LifeOrDamage(seat=game[casting.who].seat, who=casting.who, target=casting.target, spell=self.name)
        if how == "life":
            lose_life(game, casting.target, 1, self.name, by=casting.who)
        else:
            yield from spell_damage(game, casting.who, casting.target, DAMAGE, self.name, PENETRATION)


@spell
class BoilingVeins(BloodRite):
    """An enemy in sight within 8" takes Aces - X Damage at Penetration -X. If it dies of it, all under a blast
    marker over it lose an LP for each Ace."""

    name, cost, difficulty = "Boiling Veins", 1, 3
    on, reach = "enemy", 8.0
    meets_when = "target dies"
    counts_aces = True

    def harms(self, x: int, aces: int) -> tuple[SpellHarm, ...]:
        return (SpellHarm(aces - x, -x),)

    def meets(self, game: State, who: str, aim: str | Point) -> Rule[Under | None]:
        found = yield from rulings.under_blast_at(game, game[aim].here if isinstance(aim, str) else aim)
        return msgspec.structs.replace(found, hit=tuple(each for each in found.hit if each != aim))

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        aces = casting.result.aces
        yield from damaged(game, self, casting, casting.target)
        if game[casting.target].alive:
            return
        under = yield from rulings.under_blast_at(game, game[casting.target].here)
        game.emit(TemplateTouched(who=casting.who, source=self.name, under=under))
        for who in under.hit:
            lose_life(game, who, aces, self.name, by=casting.who)


@spell
class Bloodlust(BloodRite):
    """Anybody in sight within 6" loses 1 LP and has ATTACK +X to the end of its next turn."""

    name, cost, difficulty = "Bloodlust", 1, 6
    on, reach = "any", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        lose_life(game, casting.target, 1, self.name, by=casting.who)
        if game[casting.target].alive:
            changed(game, casting.target, self.name, "attack", casting.x)
        return
        yield


@spell
class BloodDrain(BloodRite):
    """An enemy in sight within 6" takes X Damage at Penetration -4; if that costs it an LP, all friends within 6"
    of it regain X LP."""

    name, cost, difficulty = "Blood Drain", 1, 7
    on, reach = "enemy", 6.0
    drinkers: ClassVar[float] = 6.0

    def harms(self, x: int, aces: int) -> tuple[SpellHarm, ...]:
        return (SpellHarm(x, -4),)

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        friends = [game[casting.who], *game.friends(casting.who)]
        near = yield from reached(game, casting.target, friends, self.drinkers, self.name, sight=False)
        lost = yield from damaged(game, self, casting, casting.target)
        if lost:
            for who in near:
                game.emit(PointsGained(who=who, what="lp", points=casting.x, why=self.name))


@spell
class KrakensBreath(PlacedSpell, BloodRite):
    """All under the teardrop template, its small end at the caster and pointed at anybody or at a place in sight within
    8", take X + 2 Damage at Penetration -X."""

    name, cost, difficulty = "Kraken's Breath", 2, 6
    on, reach, at_places = "any", 8.0, True

    def harms(self, x: int, aces: int) -> tuple[SpellHarm, ...]:
        return (SpellHarm(x + 2, -x),)

    def concerned(self, game: State, who: str) -> list[Character]:
        """Anybody whom the template may point at: not the caster itself, from whom it leads away."""
        return [c for c in super().concerned(game, who) if c.id != who]

    def meets(self, game: State, who: str, aim: str | Point) -> Rule[Under | None]:
        target, at = (aim, None) if isinstance(aim, str) else (None, rounded(aim))
        return (yield from rulings.under_teardrop(game, who, target, 0.0, at))

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        place = None if casting.target is not None else (yield from aimed(game, casting, self))
        if casting.target is None and place is None:
            return
        at = place.at if place is not None else None
        under = yield from rulings.under_teardrop(game, casting.who, casting.target, 0.0, at)
        game.emit(TemplateTouched(who=casting.who, source=self.name, under=under))
        for who in under.hit:
            if game[who].on_board:
                yield from damaged(game, self, casting, who)


@spell
class MotherHydrasClaws(BloodRite):
    """Aces + X LP are lost, shared as evenly as may be by X characters in sight within 6"; the caster stands in for
    those missing."""

    name, cost, difficulty = "Mother Hydra's Claws", 2, 6
    counts_aces = True
    claws: ClassVar[float] = 6.0

    def harms(self, x: int, aces: int) -> tuple[SpellHarm, ...]:
        return (SpellHarm(-(-(aces + x) // max(1, x)), None),)

    def harms_within(self, game: State) -> float:
        return self.claws

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        everybody = [*game.enemies(casting.who), *game.friends(casting.who)]
        near = yield from reached(game, casting.who, everybody, self.claws, self.name)
        torn = list((yield from pick(game, casting.who, near, casting.x, self.name, least=casting.x)))
        torn += [casting.who] * (casting.x - len(torn))
        each, more = divmod(casting.result.aces + casting.x, max(1, len(torn)))
        for i, who in enumerate(torn):
            lose_life(game, who, each + (i < more), self.name, by=casting.who)


@spell
class AbyssalMist(MarkerSpell, BloodRite):
    """A blast marker of mist on firm ground in sight within 12": nobody sees through it. At the end of the round
    all that it touches are Stunned, and it clears."""

    name, cost, difficulty = "Abyssal Mist", 2, 8
    reach, kind, lies_on = 12.0, "smoke", "ground"
    meets_when = "round ends"

    def round_ends(self, game: State, persistent: PersistentEffect) -> Rule[None]:
        yield from stun_under(game, persistent)
