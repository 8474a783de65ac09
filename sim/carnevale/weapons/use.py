"""Weapon abilities about when and how a weapon may be used."""

from __future__ import annotations

from typing import ClassVar, Literal

from sim.carnevale import hooks, rulings
from sim.carnevale.characters import Character, Trait, Weapon
from sim.carnevale.events import Remembered, Used
from sim.carnevale.hooks import Ability, RollContext, ability
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import counted, say, term

__all__ = ["Harmless", "Reload", "spent", "uses_key"]


@ability
class Aquatic(Ability):
    """May be used while swimming."""

    name = "Aquatic"
    works_in_water: ClassVar[bool] = True


@ability
class BlackPowder(Ability):
    """Useless after a turn that began in water; a Fumble of the attack roll costs 1 LP more."""

    name = "Black Powder"

    def turn_begins(self, game: State, bearer: Character, trait: Trait) -> Rule[None]:
        ground = yield from rulings.ground(bearer.id)
        if bearer.kept.get(self.name, 0) != int(ground.water):
            game.emit(Remembered(who=bearer.id, what=self.name, value=int(ground.water), ground=ground))

    def bars_weapon(self, game: State, bearer: Character, weapon: Weapon, in_contact: bool, x: int) -> Refusal | None:
        if bearer.kept.get(self.name):
            return Refusal(
                "WEAP-Black-Powder",
                say("{bearer} began its turn in water, and the powder is wet", bearer=names_of(game)(bearer.id)),
            )
        return None

    def fumbled(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return 1


@ability
class Blast(Ability):
    """Hits everybody, friend or foe, under the round marker of 3" over the target, with one attack roll on the target's
    DEXTERITY (GEO-13). A ruling: its Aces count alike for all."""

    name = "Blast"
    marker: ClassVar[Literal["", "blast", "teardrop"]] = "blast"


@ability
class Template(Ability):
    """Hits everybody, friend or foe, whom the teardrop template of 8" touches, laid from within its range away from
    the attacker, with one attack roll on the target's DEXTERITY (GEO-14). A ruling: its Aces count alike for all."""

    name = "Template"
    marker: ClassVar[Literal["", "blast", "teardrop"]] = "teardrop"


@ability
class Harmless(Ability):
    """Does no Damage, and so nothing that needs Damage (Stun, Knockback, Poisoned) follows, unless its card says
    that it does without. All else of a Combat action holds: a Critical costs 1 LP."""

    name = "Harmless"
    harmless: ClassVar[bool] = True


@ability
class Reload(Ability):
    """At most X attacks with it in a round. After X attacks in base contact with an enemy, those of the round in which
    that began included, it is empty until its bearer begins a turn out of base contact."""

    name = "Reload"

    def targeted(self, game: State, context: RollContext, bearer: Character, x: int) -> Rule[RollContext]:
        assert context.weapon is not None
        key = uses_key(context.weapon)
        if (yield from rulings.in_contact(game, bearer.id)):
            uses = max(bearer.kept.get(key, 0), bearer.used.count(key)) + 1
            game.emit(Remembered(who=bearer.id, what=key, value=uses))
        game.emit(Used(who=bearer.id, what=key, each="round"))
        return context

    def uses_left(self, bearer: Character, weapon: Weapon, x: int) -> int | None:
        return max(0, x - bearer.used.count(uses_key(weapon)))

    def bars_weapon(self, game: State, bearer: Character, weapon: Weapon, in_contact: bool, x: int) -> Refusal | None:
        empty = not self.uses_left(bearer, weapon, x)
        if bearer.kept.get(uses_key(weapon), 0) >= x or (empty and in_contact):
            return Refusal(
                "WEAP-Reload",
                say("{weapon} stays empty until a turn begins out of base contact", weapon=term(weapon.name)),
            )
        if empty:
            why = counted(
                "{weapon} has been used this round, and is loaded again in the next",
                "{weapon} has been used {n} times this round, and is loaded again in the next",
                x,
                weapon=term(weapon.name),
            )
            return Refusal("WEAP-Reload", why)
        return None

    def turn_begins(self, game: State, bearer: Character, trait: Trait) -> Rule[None]:
        empty = [key for key, uses in bearer.kept.items() if key.startswith("weapon:") and uses]
        if empty and not (yield from rulings.in_contact(game, bearer.id)):
            for key in empty:
                game.emit(Remembered(who=bearer.id, what=key, value=0))

    def round_ends(self, game: State, bearer: Character) -> Rule[None]:
        """Whoever is in base contact does not forget what it has fired before it was."""
        uses = {key: bearer.used.count(key) for key in bearer.used if key.startswith("weapon:")}
        fresh = {key: n for key, n in uses.items() if n > bearer.kept.get(key, 0)}
        if fresh and (yield from rulings.in_contact(game, bearer.id)):
            for key, n in fresh.items():
                game.emit(Remembered(who=bearer.id, what=key, value=n))


def uses_key(weapon: Weapon) -> str:
    """What its uses are counted as."""
    return f"weapon:{weapon.name}"


@ability
class TwoHanded(Ability):
    """Evasion +1 in attacks of opportunity: the target's DEXTERITY counts as one more."""

    name = "Two-handed"

    def modifier(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        return 1 if context.purpose == "evasion" and context.against == bearer.id and context.opportunity else 0


def spent(game: State, who: str) -> dict[str, str]:
    """Of its weapons those that it cannot use for now whoever is attacked, by name, each with what keeps it from that
    (WEAP-Reload, WEAP-Black-Powder)."""
    found: dict[str, str] = {}
    for weapon in game[who].profile.armoury:
        barred = (p.bars_weapon(game, game[who], weapon, False, t.x) for p, t in hooks.traits(game, who, weapon))
        if (refusal := next(filter(None, barred), None)) is not None:
            found[weapon.name] = refusal.why
    return found
