"""The equipment that can be bought (EQUIP-02 to 11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec

from sim.carnevale.abilities.moving import Infiltration
from sim.carnevale.characters import Effect, Trait, Weapon
from sim.carnevale.dice import Outcome
from sim.carnevale.equipment import Item, find, item, use
from sim.carnevale.events import EffectBegan
from sim.carnevale.hooks import Ability, RollContext, ability
from sim.carnevale.questions import MustPick, Question
from sim.carnevale.scenarios.gondolas import PIECE, SetUpGondola
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.carnevale.weapons.hits import Stun
from sim.carnevale.weapons.use import Harmless
from sim.engine.requests import Gesture, Option, Rule
from sim.words import say, term

__all__ = [
    "BottledCourage",
    "BoughtGondola",
    "BreathingMask",
    "ClimbingGear",
    "FlashGrenade",
    "InLight",
    "InterceptedPapers",
    "Lantern",
    "LaunchGondola",
    "LeatherDoublet",
    "LightLantern",
    "Parachute",
    "Poison",
    "ReadPapers",
    "WhoLightsLantern",
    "WhoReadPapers",
]


@item
class FlashGrenade(Item):
    """EQUIP-02."""

    id = "flash-grenade"
    title = "Flash grenade"
    price = 1
    text = "Once: a disengage is a Critical, without a roll."

    def settles(self, context: RollContext) -> Outcome | None:
        return Outcome.CRITICAL if context.purpose == "disengage" and context.attacker else None


@item
class ClimbingGear(Item):
    """EQUIP-03: the rolls of a Run/Climb action, be they to climb or to cross difficult ground."""

    id = "climbing-gear"
    title = "Climbing gear"
    price = 2
    text = "Once: a climb, or a crossing of difficult ground, in a Run/Climb is a Critical, without a roll."

    def settles(self, context: RollContext) -> Outcome | None:
        return (
            Outcome.CRITICAL if context.action == "run" and context.purpose in ("climb", "difficult ground") else None
        )


@item
class BottledCourage(Item):
    """EQUIP-04."""

    id = "bottled-courage"
    title = "Bottled courage"
    price = 2
    text = "Once: re-roll one die, not the Destiny Die, of a roll of your own."

    def rerolls(self, context: RollContext) -> int:
        return 1


@item
class BreathingMask(Item):
    """EQUIP-05."""

    id = "breathing-mask"
    title = "Breathing mask"
    price = 2
    text = "Once: a Dive is a Critical, without a roll."

    def settles(self, context: RollContext) -> Outcome | None:
        return Outcome.CRITICAL if context.purpose == "dive" else None


@item
class Lantern(Item):
    """EQUIP-06: an aura on friend and foe, to the end of the round."""

    id = "lantern"
    title = "Lantern"
    price = 3
    text = "Once, at the start of a round: nobody within 6 inches of a chosen friend, foes too, gains from cover in it."
    reach: ClassVar[float] = 6.0

    def round_begins(self, seat: str) -> Sequence[Step]:
        return (LightLantern(seat),)


@ability
class InLight(Ability):
    """Gains nothing from cover: a lantern is near."""

    name = "Lantern Light"
    printed: ClassVar[bool] = False
    no_cover: ClassVar[bool] = True


class WhoLightsLantern(Question, frozen=True, kw_only=True, tag="lantern"):
    """Whose lantern is lit this round, if it is."""

    gesture = Gesture.MINI
    declines = say("Not this round")

    friends: tuple[str, ...]
    text: str

    @property
    def options(self) -> tuple[Option, ...]:
        return (*self.friends, None)

    def asks(self, state: State) -> str:
        return say("Light the lantern?")

    def detail(self, state: State) -> str:
        return term(self.text)


class LightLantern(Step, frozen=True, tag="light_lantern"):
    """Whose lantern is lit this round, if it is."""

    seat: str

    def run(self, game: State) -> Rule[None]:
        gear = find(Lantern.id)
        assert gear is not None
        friends = tuple(c.id for c in game.on_board() if c.seat == self.seat)
        if not friends:
            return
        who: str | None = yield WhoLightsLantern(seat=self.seat, friends=friends, text=gear.text)
        if who is None:
            return
        use(game, gear, self.seat, who)
        sides: tuple[Literal["friends", "enemies"], ...] = ("friends", "enemies")
        for side in sides:
            light = Effect(gear.title, "end_of_round", trait=Trait(InLight.name), aura=side, reach=Lantern.reach)
            game.emit(EffectBegan(who=who, effect=light))


@item
class Parachute(Item):
    """EQUIP-07."""

    id = "parachute"
    title = "Parachute"
    price = 3
    text = "Once: the Destiny Die of a falling roll shows a 10."

    def destiny(self, context: RollContext) -> int | None:
        return 10 if context.purpose == "fall" else None


@item
class BoughtGondola(Item):
    """EQUIP-08: set up as any other, its middle in the own zone."""

    id = "gondola"
    title = "Gondola"
    price = 5
    text = "Set up a gondola in water in your zone before you deploy."

    def deploying(self, seat: str) -> Sequence[Step]:
        return (LaunchGondola(seat),)


class LaunchGondola(Step, frozen=True, tag="launch_gondola"):
    """The bought gondola is used up, set up or not."""

    seat: str

    def run(self, game: State) -> Rule[None]:
        gear = find(BoughtGondola.id)
        assert gear is not None
        use(game, gear, self.seat)
        game.then(SetUpGondola(self.seat, f"{PIECE}#{self.seat}-bought", in_zone=True))
        return
        yield


@item
class InterceptedPapers(Item):
    """EQUIP-09."""

    id = "intercepted-papers"
    title = "Intercepted papers"
    price = 5
    text = "Before you deploy, one character gains Infiltration for this game."

    def deploying(self, seat: str) -> Sequence[Step]:
        return (ReadPapers(seat),)


class WhoReadPapers(MustPick, frozen=True, kw_only=True, tag="intercepted-papers"):
    """Who knows the enemy's plans."""

    text: str

    def asks(self, state: State) -> str:
        return say("Who has read the intercepted papers?")

    def detail(self, state: State) -> str:
        return term(self.text)


class ReadPapers(Step, frozen=True, tag="read_papers"):
    """Who knows the enemy's plans."""

    seat: str

    def run(self, game: State) -> Rule[None]:
        gear = find(InterceptedPapers.id)
        assert gear is not None
        able = tuple(c.id for c in game.characters.values() if c.seat == self.seat)
        if not able:
            return
        who: str = yield WhoReadPapers(seat=self.seat, able=able, text=gear.text)
        use(game, gear, self.seat, who)
        game.emit(EffectBegan(who=who, effect=Effect(gear.title, "game", trait=Trait(Infiltration.name))))


@item
class Poison(Item):
    """EQUIP-10."""

    id = "poison"
    title = "Poison"
    price = 5
    text = "Once, before a Combat roll: this attack gains Stun. Of no use with a Harmless weapon."

    def arms(self, context: RollContext) -> Weapon | None:
        if context.purpose != "combat" or context.weapon is None:
            return None
        if any(trait.name == Harmless.name for trait in context.weapon.traits):  # Stun needs Damage: it would be wasted
            return None
        return msgspec.structs.replace(context.weapon, abilities=(*context.weapon.abilities, Stun.name))


@item
class LeatherDoublet(Item):
    """EQUIP-11."""

    id = "leather-doublet"
    title = "Leather doublet"
    price = 10
    text = "Once, before a friend's protection roll: what a D10 shows comes off the Damage."

    def softens(self, context: RollContext) -> bool:
        return context.purpose == "protection"
