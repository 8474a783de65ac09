"""Weapon abilities about what a hit does. Damage taken counts before the protection roll here; Harmless does none."""

from __future__ import annotations

from typing import ClassVar

from sim.board.model.tableau import Marker
from sim.carnevale import effects, rulings
from sim.carnevale.characters import Character, Effect, Trait
from sim.carnevale.damage import lose_life
from sim.carnevale.dice import SIDES, is_ace
from sim.carnevale.events import CounterGained, DiceThrown, EffectBegan, Killed, Rolled, SpellLaid
from sim.carnevale.hook_values import Hit
from sim.carnevale.hooks import Ability, ability
from sim.carnevale.persistent_effects import HAZE, PersistentEffect
from sim.carnevale.pushing import away, pushed
from sim.carnevale.rolls import NEEDED
from sim.carnevale.state import State
from sim.engine.requests import Roll, Rule

__all__ = ["POISON", "Stun"]

KNOCKED = 2.0  # inches
POISON = {30: 3, 40: 4, 50: 5}  # LP by base size in mm; 6 for larger ones, and those between count as the next
SMOKE = "In Smoke"


@ability
class Knockback(Ability):
    """Whoever takes Damage, saved or not, is moved 2" level and directly away: no charge, no disengaging, no
    attacks of opportunity."""

    name = "Knockback"

    def attacked(self, game: State, bearer: Character, trait: Trait, hit: Hit) -> Rule[None]:
        if hit.follows(self.name) and game[hit.target].on_board and bearer.on_board and hit.target != bearer.id:
            to = away(game, bearer.id, hit.target, KNOCKED)
            push = yield from rulings.push(hit.target, to, KNOCKED)
            yield from pushed(game, hit.target, bearer.id, push, self.name)


@ability
class Poisoned(Ability):
    """Whoever loses 1 LP or more to it rolls a die: a 7 or more shakes it off, else it loses more, 3 LP on a base
    of 30 mm, 4 on 40 mm, 5 on 50 mm, 6 on 60 mm or larger."""

    name = "Poisoned"

    def attacked(self, game: State, bearer: Character, trait: Trait, hit: Hit) -> Rule[None]:
        c = game[hit.target]
        if not hit.follows(self.name, lost=True) or not c.on_board:
            return
        faces: tuple[int, ...] = yield Roll(
            seat=c.seat, who=c.id, purpose="poison", dice=1, sides=SIDES, needed=NEEDED, against=bearer.id
        )
        game.emit(DiceThrown(who=c.id, purpose="poison", faces=faces))
        aces = sum(is_ace(face, NEEDED) for face in faces)
        outcome = "success" if aces else "fail"
        game.emit(Rolled(who=c.id, purpose="poison", faces=faces, needed=NEEDED, aces=aces, outcome=outcome, dice=1))
        if not aces:
            lose_life(game, c.id, self.venom(c), "poison", by=bearer.id)

    def venom(self, target: Character) -> int:
        return next((lost for size, lost in POISON.items() if target.profile.size <= size), 6)


@ability
class Smoke(Ability):
    """Whoever is hit gains a Hidden counter, and is in cover from all out of base contact to the end of the round. With
    Blast the marker lies as long: whoever comes under it is in cover there."""

    name = "Smoke"

    def attacked(self, game: State, bearer: Character, trait: Trait, hit: Hit) -> Rule[None]:
        if game[hit.target].on_board:
            effect = Effect(self.name, "end_of_round", trait=Trait(SMOKE))
            game.emit(EffectBegan(who=hit.target, effect=effect))
            if not game[hit.target].hidden:
                game.emit(CounterGained(who=hit.target, counter="hidden"))
        if hit.target == hit.aimed_at and any(Trait.parse(own).name == "Blast" for own in hit.weapon.abilities):
            self._lay(game, bearer, hit)
        return
        yield

    def _lay(self, game: State, bearer: Character, hit: Hit) -> None:
        """The marker stays where it was laid: centred over the target, alive or not."""
        killed = (e.where for e in reversed(game.log) if isinstance(e, Killed) and e.who == hit.target)
        at = game[hit.target].here if game[hit.target].on_board else next(killed)
        id = f"{self.name.lower()}-{bearer.id}-{len(game.persistent_effects)}"
        marker = Marker(id, HAZE, at, game.options.blast_across / 2)
        haze = PersistentEffect(id, hit.weapon.name, bearer.id, bearer.seat, 0, marker=marker)
        game.emit(SpellLaid(who=bearer.id, effect=haze))


@ability
class InSmoke(Ability):
    """In cover from everybody out of base contact."""

    name = SMOKE
    printed: ClassVar[bool] = False
    always_cover: ClassVar[bool] = True


@ability
class Stun(Ability):
    """Whoever takes Damage, saved or not, is Stunned (ACT-09)."""

    name = "Stun"

    def attacked(self, game: State, bearer: Character, trait: Trait, hit: Hit) -> Rule[None]:
        if hit.follows(self.name):
            effects.stun(game, hit.target, self.name)
        return
        yield
