"""Where abilities, weapon traits, effects and equipment take hold of the rules.

The core never asks for an ability by name: it asks every hook of every trait that a character has. A plug-in
is one `Ability` registered under the trait's name, in `abilities/` or `weapons/`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Literal, TypeVar

import msgspec

from sim.board.model.queries import Mover
from sim.board.model.verdicts import Path
from sim.carnevale.action import Action
from sim.carnevale.characters import Character, Point, Stat, Trait, Weapon
from sim.carnevale.dice import Modifier, Outcome
from sim.carnevale.hook_values import Flag, Hit, Lent, Purpose, TurnBoost
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule

__all__ = [
    "MOST_STACKED",
    "Ability",
    "RollContext",
    "ability",
    "at_home_in_water",
    "bars_path",
    "borrowed",
    "carried",
    "changed_mover",
    "disengaged",
    "every",
    "fall_loss",
    "flies",
    "forced",
    "has",
    "is_so",
    "least",
    "names",
    "stat_modifiers",
    "traits",
    "turn_boost",
    "weapon_of",
]

MOST_STACKED = 3  # ABIL-Stacking


class RollContext(msgspec.Struct, frozen=True, kw_only=True):
    """What a number or a roll is about, as far as any trait may care."""

    purpose: Purpose
    who: str  # whose number or roll it is
    stat: Stat
    against: str | None = None  # the other character
    weapon: Weapon | None = None
    attacker: bool = True  # False: `who` is the target
    opportunity: bool = False  # in an attack of opportunity
    charging: bool = False  # in the attack of opportunity of a charge
    from_above: bool = False  # MOVE-11
    contact: bool = False  # of a Combat action: base or obstacle contact between the two
    opponents: int = 0  # enemies in base contact with `who`
    in_cover: bool = False  # `who` has cover from `against`
    in_water: bool = False  # `who` began the action in water
    afraid: bool = False  # the target of the attack failed against Fear
    controlled: bool = False  # a controlled landing (JUMP-08)
    aim: Point | None = None  # the point that a jump is aimed at
    action: str = ""  # the action that the roll belongs to
    stake: int = 0  # Damage before a protection roll, Life Points before a falling roll
    besides: int = 0  # Life Points that are lost however a protection roll falls: a Critical's (ACT-03)
    part: str | None = None  # the part of terrain that is climbed, crossed, jumped from or fallen on, where known
    spell: str = ""  # what is cast or dispelled
    aces_count_once: bool = False  # beyond the first one they do nothing

    @property
    def sides(self) -> tuple[str, ...]:
        """Whose number or roll it is, and the other character where there is one."""
        return (self.who,) if self.against is None else (self.who, self.against)


class Ability:
    """A trait's part in the rules. Every hook does nothing unless it is overridden.

    `x` and `trait` are the trait's own; the bearer of a weapon's trait is whoever uses the weapon.
    """

    name: ClassVar[str]
    printed: ClassVar[bool] = True  # stands on cards; False: only effects give it, or what befell its bearer
    of_somebody: ClassVar[bool] = False  # a name or keyword stands behind it: `Bodyguard (Leader)`
    most: ClassVar[int] = MOST_STACKED  # how far it stacks
    deploys: ClassVar[frozenset[str]] = frozenset()  # "height", "water": where the bearer may be set up (SCEN-02)

    # --- numbers and rolls ---------------------------------------------------------------------------

    def modifier(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        """A change of the number that `context` tells of; the bearer is `context.who` or `context.against`."""
        return 0

    def least(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        """A floor under a stat of the bearer's, after all modifiers; never above what the stat started from."""
        return 0

    def borrows(self, game: State, context: RollContext, bearer: Character, trait: Trait) -> Rule[Lent | None]:
        """A number that stands in for the bearer's own stat in a roll."""
        return None
        yield

    def forced(self, game: State, context: RollContext, bearer: Character, x: int) -> Outcome | None:
        """An outcome that comes without a roll; the bearer is `context.who` or `context.against`."""
        return None

    def rerolls(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        """How many dice of this roll the bearer's player may re-roll, be it the bearer's roll or another's."""
        return 0

    def rerolls_failed(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        """How many dice more, of those that show no Ace."""
        return 0

    def aces_again(self, game: State, context: RollContext, bearer: Character, x: int) -> bool:
        """Must every Ace of this roll of the bearer's be thrown again, the Destiny Die's apart?"""
        return False

    def stored_rerolls(self, bearer: Character) -> int:
        """How many dice the bearer's player may still re-roll, in any rolls that it likes."""
        return 0

    def spend_rerolls(self, game: State, bearer: Character, dice: int) -> None:
        """So many of those have been re-rolled."""

    def life_as_will(self, bearer: Character) -> int:
        """How many Life Points the bearer may spend as Will Points."""
        return 0

    # --- the bearer's turn and actions ---------------------------------------------------------------

    def turn_begins(self, game: State, bearer: Character, trait: Trait) -> Rule[None]:
        """At the start of the bearer's turn."""
        return
        yield

    def turn_boost(self, bearer: Character) -> TurnBoost:
        """What of that is known beforehand, as long as nothing befalls the bearer."""
        return TurnBoost()

    def round_ends(self, game: State, bearer: Character) -> Rule[None]:
        """At the end of a round; of weapons, as their bearer carries them."""
        return
        yield

    def action_ends(self, game: State, bearer: Character, trait: Trait) -> Rule[None]:
        """At the end of an action of the bearer's."""
        return
        yield

    def forbids(self, game: State, bearer: Character, action: Action, trait: Trait) -> Refusal | None:
        """An action that the bearer may not take."""
        return None

    # --- moving -------------------------------------------------------------------------------------

    def mover(self, bearer: Character, x: int, mover: Mover, *, in_water: bool) -> Mover:
        """How the bearer moves in a run, changed; `in_water`: the run begins there."""
        return mover

    def bars_path(self, game: State, bearer: Character, path: Path) -> Refusal | None:
        """Why the bearer cannot go this way in a Run/Climb."""
        return None

    def flies(self, game: State, bearer: Character) -> bool:
        """May its Run/Climb actions be flown?"""
        return False

    def at_home_in_water(self, game: State, bearer: Character) -> bool:
        """Water is its element: swims its full MOVE, dives twice as far, is never drowned."""
        return False

    def fall_loss(self, game: State, context: RollContext, bearer: Character, x: int, lost: int) -> int:
        """What a fall costs the bearer, changed; `context.from_above`: it charges from above by falling."""
        return lost

    def disengaged(self, game: State, bearer: Character, other: str) -> Rule[None]:
        """The bearer has disengaged from an enemy with success."""
        return
        yield

    def enemy_charges(
        self, game: State, bearer: Character, trait: Trait, charger: str, targets: tuple[str, ...]
    ) -> Rule[None]:
        """An enemy has charged `targets`; before its attack of opportunity."""
        return
        yield

    # --- attacks -------------------------------------------------------------------------------------

    def bars_weapon(self, game: State, bearer: Character, weapon: Weapon, in_contact: bool, x: int) -> Refusal | None:
        """Why the bearer may not use this weapon of its own now; `in_contact`: with any enemy."""
        return None

    def uses_left(self, bearer: Character, weapon: Weapon, x: int) -> int | None:
        """How often the bearer may still use this weapon of its own in this round; None: as often as it likes."""
        return None

    def targeted(self, game: State, context: RollContext, bearer: Character, x: int) -> Rule[RollContext]:
        """The bearer makes an attack roll, its target named: before the roll. Returns what the roll is about."""
        return context
        yield

    def nerve(
        self, game: State, context: RollContext, bearer: Character, x: int
    ) -> Rule[tuple[RollContext, list[Modifier]] | None]:
        """The roll that the target of the bearer's attack must make first, and what changes it (Fear)."""
        return None
        yield

    def venom(self, target: Character) -> int:
        """Life Points that a target which lost any to the bearer's weapon loses more, on a die under 7."""
        return 0

    def fumbled(self, game: State, context: RollContext, bearer: Character, x: int) -> int:
        """Life Points that the bearer loses on top for a Fumble of an attack roll."""
        return 0

    def attacked(self, game: State, bearer: Character, trait: Trait, hit: Hit) -> Rule[None]:
        """The bearer's Combat action has hit a character; both may be casualties."""
        return
        yield

    # --- what the bearer, or a weapon, is (see `is_so`) -----------------------------------------------

    no_cover: ClassVar[bool] = False  # gains nothing from cover (ABIL-Bulky)
    always_cover: ClassVar[bool] = False  # in cover from everybody out of contact (WEAP-Smoke)
    rerolls_destiny: ClassVar[bool] = False  # may re-roll the Destiny Die (DICE-06)
    steadfast: ClassVar[bool] = False  # receives no Stunned counters
    works_in_water: ClassVar[bool] = False  # of a weapon (WEAP-Aquatic)
    harmless: ClassVar[bool] = False  # of a weapon: no Damage (WEAP-Harmless)
    marker: ClassVar[Literal["", "blast", "teardrop"]] = ""  # of a weapon: hits all under it (GEO-13, 14)
    sails: ClassVar[bool] = False  # boats go further at its hands (ABIL-Boat-Crew)
    carries_nothing: ClassVar[bool] = False  # no Mobile objectives (ABIL-Limited-Movement)
    scores_nothing: ClassVar[bool] = False  # not counted for objectives (ABIL-Mindless)


A = TypeVar("A", bound=type[Ability])
_ABILITIES: dict[str, Ability] = {}


def ability(kind: A) -> A:
    """Register a plug-in (a class decorator)."""
    _ABILITIES[kind.name] = kind()
    return kind


def names() -> Collection[str]:
    return _ABILITIES.keys()


def every() -> Iterable[Ability]:
    """All plug-ins; the docstring of each tells what it does."""
    return _ABILITIES.values()


def traits(game: State, who: str, weapon: Weapon | None = None, hook: str = "") -> Sequence[tuple[Ability, Trait]]:
    """The traits that a character has now, its profile's, its effects' and its weapon's, stacked (ABIL-Stacking);
    `hook`: only those that have one of their own, as few have."""
    c = game[who]
    given = tuple([e.trait for e in c.effects if e.trait is not None and not e.aura]) if c.effects else ()
    return _stacked(c.profile.abilities, given, weapon.abilities if weapon is not None else (), hook)


@lru_cache(maxsize=8192)  # asked for many times a roll, of the same few characters
def _stacked(
    own: tuple[str, ...], given: tuple[Trait, ...], weapons: tuple[str, ...], hook: str
) -> tuple[tuple[Ability, Trait], ...]:
    found: dict[tuple[str, str], int] = {}
    for trait in (*map(Trait.parse, own), *given, *map(Trait.parse, weapons)):
        key = (trait.name, trait.of)
        found[key] = found.get(key, 0) + trait.x
    plug_ins = [(_ABILITIES[name], name, of, x) for (name, of), x in found.items()]
    return tuple(
        (plug_in, Trait(name, min(x, plug_in.most), of))
        for plug_in, name, of, x in plug_ins
        if not hook or getattr(type(plug_in), hook) is not getattr(Ability, hook)
    )


def carried(game: State, who: str) -> Iterator[tuple[Ability, Trait]]:
    """The traits of all weapons that a character carries, each ability once."""
    seen = {trait.name: trait for weapon in game[who].profile.armoury for trait in weapon.traits}
    return ((_ABILITIES[name], trait) for name, trait in seen.items())


def weapon_of(context: RollContext, bearer: str) -> Weapon | None:
    """The weapon of the roll, if it is in this character's hand."""
    return context.weapon if (bearer == context.who) == context.attacker else None


def is_so(game: State, who: str, flag: Flag, weapon: Weapon | None = None) -> bool:
    """Does any trait of the character (and its weapon) say so?"""
    return any(getattr(plug_in, flag) for plug_in, _ in traits(game, who, weapon, flag))


def borrowed(game: State, context: RollContext) -> Rule[Lent | None]:
    """The number that stands in for a character's own stat, if any."""
    for plug_in, trait in traits(game, context.who, hook="borrows"):
        instead = yield from plug_in.borrows(game, context, game[context.who], trait)
        if instead is not None:
            return instead
    return None


def least(game: State, context: RollContext) -> Modifier | None:
    """The highest floor under a stat, with its source."""
    own = traits(game, context.who, hook="least")
    floors = [(plug_in.least(game, context, game[context.who], t.x), str(t)) for plug_in, t in own]
    floor, source = max(floors, default=(0, ""))
    return Modifier(floor, source) if floor else None


def has(game: State, who: str, name: str) -> bool:
    """For plug-ins that meet one another (Engage against Slippery); the core asks hooks instead."""
    return any(trait.name == name for _, trait in traits(game, who))


def stat_modifiers(game: State, context: RollContext) -> list[Modifier]:
    """Every change of the number that `context` tells of, each with its source."""
    c = game[context.who]
    found = [Modifier(e.change, e.source) for e in c.effects if e.stat == context.stat and e.change and not e.aura]
    for bearer in context.sides:
        for plug_in, trait in traits(game, bearer, weapon_of(context, bearer), "modifier"):
            change = plug_in.modifier(game, context, game[bearer], trait.x)
            if change:
                found.append(Modifier(change, str(trait)))
    return found


def forced(game: State, context: RollContext) -> tuple[Outcome, str] | None:
    """An outcome that some trait brings about without a roll, and that trait; the roller's own come first."""
    for bearer in context.sides:
        for plug_in, trait in traits(game, bearer, hook="forced"):
            outcome = plug_in.forced(game, context, game[bearer], trait.x)
            if outcome is not None:
                return outcome, str(trait)
    return None


def turn_boost(game: State, who: str) -> TurnBoost:
    """What a character's next turn begins with beside what it has; of whoever has its turn now, nothing more."""
    found = [plug_in for plug_in, _ in traits(game, who, hook="turn_boost")]
    c = game[who]
    if not found or (game.active == who and not c.had_turn):
        return TurnBoost()
    fresh = msgspec.structs.replace(c, ap=c.profile.ap) if c.had_turn else c
    each = [plug_in.turn_boost(fresh) for plug_in in found]
    effects = tuple(effect for boost in each for effect in boost.effects if effect not in c.effects)
    return TurnBoost(sum(boost.ap for boost in each), effects)


def disengaged(game: State, who: str, other: str) -> Rule[None]:
    """A character has disengaged from an enemy with success: what its abilities make of it."""
    for plug_in, _ in traits(game, who):
        yield from plug_in.disengaged(game, game[who], other)


def changed_mover(game: State, mover: Mover, *, in_water: bool) -> Mover:
    """How a character moves, as its traits change it; `in_water`: the move begins there."""
    for plug_in, trait in traits(game, mover.figure, hook="mover"):
        mover = plug_in.mover(game[mover.figure], trait.x, mover, in_water=in_water)
    return mover


def bars_path(game: State, who: str, path: Path) -> Refusal | None:
    """Why a character's abilities keep it from this way."""
    for plug_in, _ in traits(game, who, hook="bars_path"):
        refusal = plug_in.bars_path(game, game[who], path)
        if refusal is not None:
            return refusal
    return None


def flies(game: State, who: str) -> bool:
    return any(plug_in.flies(game, game[who]) for plug_in, _ in traits(game, who, hook="flies"))


def at_home_in_water(game: State, who: str) -> bool:
    return any(plug_in.at_home_in_water(game, game[who]) for plug_in, _ in traits(game, who, hook="at_home_in_water"))


def fall_loss(game: State, context: RollContext, lost: int) -> int:
    """Life Points that a fall costs, as the faller's traits change it; never under 0."""
    for plug_in, trait in traits(game, context.who, hook="fall_loss"):
        lost = plug_in.fall_loss(game, context, game[context.who], trait.x, lost)
    return max(0, lost)
