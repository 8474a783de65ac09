"""Abilities of attackers."""

from __future__ import annotations

import msgspec

from sim.carnevale.characters import MOST_AP, UNARMED, Character, Effect, Trait
from sim.carnevale.dice import MOST_DICE, Modifier, Outcome
from sim.carnevale.events import EffectBegan, PointsGained
from sim.carnevale.hook_values import Hit, TurnBoost
from sim.carnevale.hooks import Ability, RollContext, ability
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State
from sim.carnevale.stats import number
from sim.engine.requests import Rule

__all__ = ["Berserk", "Brave", "Brawler", "Fear", "FirstStrike", "Hunter", "VampiricAttack"]


@ability
class Berserk(Ability):
    """With 5 LP or fewer at the start of its turn: 1 AP more, up to the 3 of a round, and +1 ATTACK for that turn."""

    name = "Berserk"

    def turn_begins(self, game: State, bearer: Character, trait: Trait) -> Rule[None]:
        boost = self.turn_boost(bearer)
        if boost.ap:
            game.emit(PointsGained(who=bearer.id, what="ap", points=boost.ap, why=self.name))
        for effect in boost.effects:
            game.emit(EffectBegan(who=bearer.id, effect=effect))
        return
        yield

    def turn_boost(self, bearer: Character) -> TurnBoost:
        if bearer.lp > 5:
            return TurnBoost()
        return TurnBoost(int(bearer.ap < MOST_AP), (Effect(self.name, "end_of_turn", stat="attack", change=1),))


@ability
class Brave(Ability):
    """Always passes the MIND roll against Fear, without rolling."""

    name = "Brave"

    def forced(self, game: State, context: RollContext, bearer: Character, x: int) -> Outcome | None:
        return Outcome.SUCCESS if context.purpose == "fear" and context.who == bearer.id else None


@ability
class Brawler(Ability):
    """ATTACK +X in base contact with two or more enemies."""

    name = "Brawler"

    def modifier(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return x if context.stat == "attack" and context.who == bearer.id and context.opponents >= 2 else 0


@ability
class Fear(Ability):
    """The target of its Combat action first rolls MIND -X (at least 1) on 7+; without an Ace, any dice of the
    attack that failed may be re-rolled, never Aces or the Destiny Die."""

    name = "Fear"

    def nerve(
        self, game: State, context: RollContext, bearer: Character, x: int
    ) -> Rule[tuple[RollContext, list[Modifier]]]:
        assert context.against is not None
        roll = RollContext(purpose="fear", who=context.against, stat="mind", against=bearer.id, attacker=False)
        mind = yield from number(game, roll)  # that of another, where one stands in for it (ABIL-Companion)
        now = mind.base + sum(modifier.change for modifier in mind.modifiers)  # of which not even 1 may be left
        return roll, [Modifier(max(1, now - x) - now, f"Fear ({x})")]

    def targeted(self, game: State, context: RollContext, bearer: Character, x: int) -> Rule[RollContext]:
        roll, extra = yield from self.nerve(game, context, bearer, x)
        result = yield from basic_roll(game, roll, extra=extra)
        return context if result.outcome.succeeded else msgspec.structs.replace(context, afraid=True)

    def rerolls_failed(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return MOST_DICE if context.afraid and context.who == bearer.id and context.purpose == "combat" else 0


@ability
class FirstStrike(Ability):
    """ATTACK +X in the attack of opportunity of its own charge."""

    name = "First Strike"

    def modifier(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        own = context.who == bearer.id and context.stat == "attack"
        return x if own and context.charging else 0


@ability
class Hunter(Ability):
    """Penetration -3 against a larger base, but not with Unarmed."""

    name = "Hunter"

    def modifier(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        if context.purpose != "protection" or context.weapon is None:
            return 0
        prey = game[context.who]
        larger = prey.profile.size > bearer.profile.size and prey.seat != bearer.seat
        return -3 if larger and context.weapon.name != UNARMED.name else 0


@ability
class VampiricAttack(Ability):
    """Regains X LP when its Combat action in base contact costs the target 1 LP or more."""

    name = "Vampiric Attack"

    def attacked(self, game: State, bearer: Character, trait: Trait, hit: Hit) -> Rule[None]:
        if hit.target == hit.aimed_at and hit.contact and hit.lost >= 1 and bearer.on_board:
            game.emit(PointsGained(who=bearer.id, what="lp", points=trait.x, why=str(trait)))
        return
        yield
