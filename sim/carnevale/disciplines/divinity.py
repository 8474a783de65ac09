"""Divinity (MAGIC-06)."""

from __future__ import annotations

from typing import ClassVar

from sim.board.model.verdicts import Under
from sim.carnevale import effects, rulings
from sim.carnevale.characters import Character, Effect, Point, Trait
from sim.carnevale.damage import lose_life
from sim.carnevale.events import EffectBegan, PointsGained
from sim.carnevale.magic.area_effects import lay, under
from sim.carnevale.magic.spells import (
    Casting,
    Spell,
    SpellHarm,
    SpellOption,
    changed,
    mage_level,
    reached,
    spell,
    until_next_turn_ends,
)
from sim.carnevale.names import names_of
from sim.carnevale.persistent_effects import PersistentEffect
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Label, Option, Rule
from sim.words import say, term

__all__ = [
    "AquaCurativa",
    "CantripOfTheSun",
    "DefenderOfDestiny",
    "Devotion",
    "EldritchArmour",
    "HolyLight",
    "LifeOrWill",
    "ProtectionOfTheEye",
    "Rejuvenation",
    "WhoHeals",
]


class Devotion(Spell):
    discipline = "Divinity"


class LifeOrWill(SpellOption, frozen=True, kw_only=True, tag="sun"):
    """Which point a friend regains by the Cantrip of the Sun."""

    things = ("lp", "wp")

    def asks(self, state: State) -> str:
        name = names_of(state)
        return say(
            "{spell}: what does {who} give {target}?",
            spell=term(self.spell),
            who=name(self.who),
            target=name(self.target),
        )

    def detail(self, state: State) -> str:
        return say("1 point, no more than it began with.")

    def label(self, state: State, answer: object) -> Label:
        c = state[self.target]
        if answer == "lp":
            return Label(say("1 Life Point"), say("has {lp} of {most}", lp=c.lp, most=c.profile.lp))
        return Label(say("1 Will Point"), say("has {wp} of {most}", wp=c.wp, most=c.profile.wp))


@spell
class CantripOfTheSun(Devotion):
    """A friend in sight within 6" regains 1 LP or 1 WP: the caster's choice."""

    name, cost, difficulty, cantrip = "Cantrip of the Sun", 0, 7, True
    on, reach = "friend", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        what: str = yield LifeOrWill(
            seat=game[casting.who].seat, who=casting.who, target=casting.target, spell=self.name
        )
        game.emit(PointsGained(who=casting.target, what=what, points=1, why=self.name))


@spell
class ProtectionOfTheEye(Devotion):
    """A friend in sight within 6" has Universal Shielding (X + 3) to the end of its next turn."""

    name, cost, difficulty = "Protection of the Eye", 1, 5
    on, reach = "friend", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        until_next_turn_ends(game, casting.target, self.name, Trait("Universal Shielding", casting.x + 3))
        return
        yield


@spell
class EldritchArmour(Devotion):
    """A friend in sight within 6" has PROTECTION +X to the end of its next turn."""

    name, cost, difficulty = "Eldritch Armour", 1, 6
    on, reach = "friend", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        changed(game, casting.target, self.name, "protection", casting.x)
        return
        yield


class WhoHeals(Question, frozen=True, kw_only=True, tag="rejuvenate"):
    """Who regains the next of the Life Points that Rejuvenation shares out."""

    gesture = Gesture.MINI
    declines = say("Nobody else")

    who: str  # casts
    spell: str
    hurt: tuple[str, ...]
    left: int  # Life Points to share out, this one included
    first: str | None  # the first friend among them

    @property
    def options(self) -> tuple[Option, ...]:
        return (*self.hurt, None)

    @property
    def default(self) -> str | None:
        return self.first

    def asks(self, state: State) -> str:
        return say("{spell} of {who}: who regains a Life Point?", spell=term(self.spell), who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say("{left} left to share out.", left=self.left)

    def hint(self, state: State, c: Character) -> str:
        return say("has {lp} of {most} LP", lp=c.lp, most=c.profile.lp)


@spell
class Rejuvenation(Devotion):
    """Aces + X LP, shared out as the caster likes among those in sight within 12"."""

    name, cost, difficulty = "Rejuvenation", 1, 7
    counts_aces = True

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        everybody = [game[casting.who], *game.friends(casting.who), *game.enemies(casting.who)]
        near = yield from reached(game, casting.who, everybody, 12.0, self.name)
        for left in range(casting.result.aces + casting.x, 0, -1):
            hurt = tuple(who for who in near if game[who].lp < game[who].profile.lp)
            if not hurt:
                return
            own = [who for who in hurt if game[who].seat == game[casting.who].seat]
            who: str | None = yield WhoHeals(
                seat=game[casting.who].seat,
                who=casting.who,
                spell=self.name,
                hurt=hurt,
                left=left,
                first=own[0] if own else None,
            )
            if who is None:
                return
            game.emit(PointsGained(who=who, what="lp", points=1, why=self.name))


@spell
class HolyLight(Devotion):
    """Every enemy mage within 6", seen or not, is Stunned and loses X LP."""

    name, cost, difficulty, sight = "Holy Light", 1, 8, False
    glare: ClassVar[float] = 6.0

    def harms(self, x: int, aces: int) -> tuple[SpellHarm, ...]:
        return (SpellHarm(x, None),)

    def harms_within(self, game: State) -> float:
        return self.glare

    def harms_whom(self, game: State, target: str) -> bool:
        return mage_level(game[target]) is not None

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        mages = [c for c in game.enemies(casting.who) if mage_level(c) is not None]
        for who in (yield from reached(game, casting.who, mages, self.glare, self.name, sight=False)):
            effects.stun(game, who, self.name)
            lose_life(game, who, casting.x, self.name, by=casting.who)


@spell
class DefenderOfDestiny(Devotion):
    """Every friend within 6", seen or not, has Parry (X) and Expert Protection (X) to the end of the round."""

    name, cost, difficulty = "Defender of Destiny", 1, 8

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        friends = [game[casting.who], *game.friends(casting.who)]
        for who in (yield from reached(game, casting.who, friends, 6.0, self.name, sight=False)):
            for trait in (Trait("Parry", casting.x), Trait("Expert Protection", casting.x)):
                game.emit(EffectBegan(who=who, effect=Effect(self.name, "end_of_round", trait=trait)))


@spell
class AquaCurativa(Devotion):
    """A blast marker under a friend in sight within 6". At the end of the round it gives all friends that it
    touches X + 2 LP back, stuns all enemies that it touches, and dries up."""

    name, cost, difficulty = "Aqua Curativa", 2, 8
    on, reach = "friend", 6.0
    meets_when = "round ends"

    def meets(self, game: State, who: str, aim: str | Point) -> Rule[Under | None]:
        return (yield from rulings.under_blast_at(game, game[aim].here if isinstance(aim, str) else aim))

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        lay(game, casting, self, "font", game[casting.target].here)
        return
        yield

    def round_ends(self, game: State, persistent: PersistentEffect) -> Rule[None]:
        for who in (yield from under(game, persistent)):
            if game[who].seat == persistent.seat:
                game.emit(PointsGained(who=who, what="lp", points=persistent.x + 2, why=self.name))
            else:
                effects.stun(game, who, self.name)
