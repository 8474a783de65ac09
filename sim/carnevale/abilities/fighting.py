"""Abilities of attackers."""

from __future__ import annotations

import msgspec

from sim.carnevale.characters import MOST_AP, UNARMED, Character, Effect, Trait
from sim.carnevale.dice import MOST_DICE, Modifier, Outcome
from sim.carnevale.events import EffectBegan, PointsGained
from sim.carnevale.hooks import Ability, Hit, Situation, ability
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State
from sim.carnevale.stats import number
from sim.engine.requests import Rule


@ability
class Berserk(Ability):
    """With 5 LP or fewer at the start of its turn: 1 AP more, up to the 3 of a round, and +1 ATTACK for that turn."""

    name = "Berserk"

    def turn_begins(self, game: State, bearer: Character, trait: Trait) -> Rule[None]:
        if bearer.lp <= 5:
            if bearer.ap < MOST_AP:
                game.emit(PointsGained(who=bearer.id, what="ap", points=1, why=self.name))
            game.emit(EffectBegan(who=bearer.id, effect=Effect(self.name, "end_of_turn", stat="attack", change=1)))
        return
        yield


@ability
class Brave(Ability):
    """Always passes the MIND roll against Fear, without rolling."""

    name = "Brave"

    def forced(self, game: State, about: Situation, bearer: Character, x: int) -> Outcome | None:
        return Outcome.SUCCESS if about.purpose == "fear" and about.who == bearer.id else None


@ability
class Brawler(Ability):
    """ATTACK +X in base contact with two or more enemies."""

    name = "Brawler"

    def modifier(self, game: State, about: Situation, bearer: Character, x: int) -> int:
        return x if about.stat == "attack" and about.who == bearer.id and about.opponents >= 2 else 0


@ability
class Fear(Ability):
    """The target of its Combat action first rolls MIND -X (at least 1) on 7+; without an Ace, any dice of the
    attack that failed may be re-rolled, never Aces or the Destiny Die."""

    name = "Fear"

    def nerve(
        self, game: State, about: Situation, bearer: Character, x: int
    ) -> Rule[tuple[Situation, list[Modifier]] | None]:
        if about.against is None:
            return None
        roll = Situation(purpose="fear", who=about.against, stat="mind", against=bearer.id, attacker=False)
        mind = yield from number(game, roll)  # that of another, where one stands in for it (ABIL-Companion)
        less = min(x, max(0, mind.total - 1))
        return roll, [Modifier(-less, f"Fear ({x})")]

    def targeted(self, game: State, about: Situation, bearer: Character, x: int) -> Rule[Situation]:
        nerve = yield from self.nerve(game, about, bearer, x)
        if nerve is None:
            return about
        roll, extra = nerve
        result = yield from basic_roll(game, roll, extra=extra)
        return about if result.outcome.succeeded else msgspec.structs.replace(about, afraid=True)

    def rerolls_failed(self, game: State, about: Situation, bearer: Character, x: int) -> int:
        return MOST_DICE if about.afraid and about.who == bearer.id and about.purpose == "combat" else 0


@ability
class FirstStrike(Ability):
    """ATTACK +X in the attack of opportunity of its own charge."""

    name = "First Strike"

    def modifier(self, game: State, about: Situation, bearer: Character, x: int) -> int:
        own = about.who == bearer.id and about.attacker and about.stat == "attack"
        return x if own and about.opportunity and about.charging else 0


@ability
class Hunter(Ability):
    """Penetration -3 against a larger base, but not with Unarmed."""

    name = "Hunter"

    def modifier(self, game: State, about: Situation, bearer: Character, x: int) -> int:
        if about.purpose != "protection" or about.against != bearer.id or about.weapon is None:
            return 0
        larger = game[about.who].profile.size > bearer.profile.size
        return -3 if larger and about.weapon.name != UNARMED.name else 0


@ability
class VampiricAttack(Ability):
    """Regains X LP when its Combat action in base contact costs the target 1 LP or more."""

    name = "Vampiric Attack"

    def attacked(self, game: State, bearer: Character, trait: Trait, hit: Hit) -> Rule[None]:
        if hit.contact and hit.lost >= 1 and bearer.on_board:
            game.emit(PointsGained(who=bearer.id, what="lp", points=trait.x, why=str(trait)))
        return
        yield
