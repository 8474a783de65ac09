"""What an attack not yet made would be rolled with: every number with its sources, for the table and for bots.

All of it is measured through free queries (GEO-01): run these rules with `measured`. What whole actions come to,
will points and interrupts played best, is in `action_odds`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from sim.board.model.verdicts import Distance
from sim.carnevale import hooks, rulings, sighting
from sim.carnevale.action import Attack, How
from sim.carnevale.actions.combat import (
    Combat,
    attack_context,
    evasion,
    needed,
    penetration,
    protection_context,
)
from sim.carnevale.actions.drown import Drown
from sim.carnevale.actions.grapple import Grapple, contest_among, crowds_of
from sim.carnevale.dice import MOST_DICE, Outcome
from sim.carnevale.exchange_odds import POISONED
from sim.carnevale.hook_values import Purpose
from sim.carnevale.hooks import RollContext
from sim.carnevale.odds import Loss, Odds, attack_odds, opposed_odds, roll_odds
from sim.carnevale.rerolls import aces_again
from sim.carnevale.sighting import ANY_COVER, CoverFrom
from sim.carnevale.state import State
from sim.carnevale.stats import Number, number, stat
from sim.engine.requests import Rule

__all__ = [
    "CombatPreview",
    "ContestPreview",
    "combat",
    "combat_from",
    "combat_in_any_cover",
    "opposed",
    "opposed_among",
    "rerolls",
]


class CombatPreview(msgspec.Struct, frozen=True):
    """A Combat action against one target. Dice are `attack`, each an Ace on `needed`."""

    distance: Distance
    cover: CoverFrom
    attack: Number
    dexterity: Number  # the target's, after Evasion
    needed: int
    damage: int  # the weapon's modifier
    protection: Number  # the target's, after Penetration and cover
    rerolls: int  # dice that the attacker may re-roll
    parried: int  # dice that it is made to re-roll, by the target or by an injury
    protection_rerolls: int
    fear: Number | None  # the target's MIND against Fear; without an Ace all failed dice are re-rolled
    harmless: bool
    poison: int  # LP that a target which lost any may lose more (WEAP-Poisoned)

    @property
    def loss(self) -> Loss:
        """The exact odds of the Life Points that it costs the target (DICE-13), Fear and poison included."""
        calm = self._loss(self.rerolls)
        if self.fear is None:
            return calm
        afraid = roll_odds(self.fear.total).aces[0]
        return _mixed(afraid, self._loss(MOST_DICE), calm)

    def _loss(self, rerolls: int) -> Loss:
        damage = -10 if self.harmless else self.damage  # no Aces bring it over nothing
        found = attack_odds(
            self.attack.total,
            self.needed,
            damage,
            self.protection.total,
            rerolls,
            self.parried,
            self.protection_rerolls,
        )
        return _poisoned(found, self.poison) if self.poison else found


class ContestPreview(msgspec.Struct, frozen=True):
    """A Grapple or Drown; `against` is None where a friend does not resist."""

    attack: Number
    against: Number | None
    rerolls: int
    against_rerolls: int

    @property
    def odds(self) -> Odds:
        if self.against is None:
            return roll_odds(self.attack.total, rerolls=self.rerolls)
        return opposed_odds(
            self.attack.total, self.against.total, rerolls=self.rerolls, against_rerolls=self.against_rerolls
        )


def combat(game: State, who: str, action: Combat, how: How | None = None) -> Rule[CombatPreview]:
    """The numbers of a Combat action, legal or not; `how` where it is an attack of opportunity."""
    apart = yield from rulings.distance(who, action.target)
    cover = yield from sighting.cover_of(game, who, action.target, apart)
    crowd = yield from rulings.opponents(game, who)
    return (yield from combat_from(game, who, action, how or How(), apart, cover, crowd))


def combat_from(
    game: State, who: str, action: Combat, how: How, apart: Distance, cover: CoverFrom, opponents: int
) -> Rule[CombatPreview]:
    """The same from anywhere: so far apart, in such cover, among so many enemies in base contact."""
    (found,) = yield from _in_covers(game, who, action, how, apart, (cover,), opponents)
    return found


def combat_in_any_cover(game: State, who: str, action: Combat, how: How) -> Rule[tuple[CombatPreview, ...]]:
    """The numbers of a Combat action in each cover that its target might have, so that sight and cover need not be
    measured to know what it comes to at most."""
    apart = yield from rulings.distance(who, action.target)
    crowd = yield from rulings.opponents(game, who)
    return (yield from _in_covers(game, who, action, how, apart, ANY_COVER, crowd))


def _in_covers(
    game: State, who: str, action: Combat, how: How, apart: Distance, covers: Sequence[CoverFrom], opponents: int
) -> Rule[tuple[CombatPreview, ...]]:
    """The numbers of a Combat action in each of these covers: only the protection roll tells one from the other."""
    weapon = game[who].profile.weapon(action.weapon)
    assert weapon is not None, f"{game[who].name} has no {action.weapon}"
    context = attack_context(who, action.target, weapon, how, apart)
    context = msgspec.structs.replace(context, opponents=opponents)
    dexterity = evasion(game, context)
    traits, harmless = hooks.traits(game, who, weapon), hooks.is_so(game, who, "harmless", weapon)
    attack, again = stat(game, context), rerolls(game, context, who)
    parried = MOST_DICE if aces_again(game, context) else rerolls(game, context, action.target)
    fear = yield from _fear(game, context)
    found = []
    for cover in covers:
        guarded = protection_context(context, action.target, in_cover=bool(cover.modifiers))
        preview = CombatPreview(
            distance=apart,
            cover=cover,
            attack=attack,
            dexterity=dexterity,
            needed=needed(dexterity),
            damage=weapon.damage,
            protection=stat(game, guarded, [*penetration(context), *cover.modifiers]),
            rerolls=again,
            parried=parried,
            protection_rerolls=rerolls(game, guarded, action.target),
            fear=fear,
            harmless=harmless,
            poison=0 if harmless else max((plug_in.venom(game[action.target]) for plug_in, _ in traits), default=0),
        )
        found.append(preview)
    return tuple(found)


def opposed(game: State, who: str, action: Attack, how: How | None = None) -> Rule[ContestPreview]:
    """The numbers of a Grapple or Drown."""
    return opposed_among(game, who, action, how or How(), (yield from crowds_of(game, who, action.target)))


def opposed_among(game: State, who: str, action: Attack, how: How, crowds: tuple[int, int]) -> ContestPreview:
    """The same from anywhere: with so many enemies in base contact with either."""
    assert isinstance(action, Grapple | Drown)
    purpose: Purpose = "grapple" if isinstance(action, Grapple) else "drown"
    context, by, bigger, smaller = contest_among(game, purpose, who, action.target, how, crowds)
    own, other = stat(game, context, bigger), stat(game, by, smaller)
    friend = game[action.target].seat == game[who].seat
    return ContestPreview(own, None if friend else other, rerolls(game, context, who), rerolls(game, by, action.target))


def rerolls(game: State, context: RollContext, whose: str) -> int:
    """Dice of a roll that a character's abilities let its player re-roll."""
    plug_ins = hooks.traits(game, whose, hooks.weapon_of(context, whose), "rerolls")
    return sum(plug_in.rerolls(game, context, game[whose], trait.x) for plug_in, trait in plug_ins)


def _fear(game: State, context: RollContext) -> Rule[Number | None]:
    """What the target would roll against the attacker's Fear; None where there is nothing to fear."""
    for plug_in, trait in hooks.traits(game, context.who, hook="nerve"):
        nerve = yield from plug_in.nerve(game, context, game[context.who], trait.x)
        if nerve is not None:
            of, extra = nerve
            return None if hooks.forced(game, of) else (yield from number(game, of, extra))
    return None


def _poisoned(loss: Loss, more: int) -> Loss:
    """Whoever lost any loses so much more, unless a die shows a 7 or more."""
    lost: defaultdict[int, float] = defaultdict(float)
    for life, p in enumerate(loss.life_lost):
        if life:
            lost[life + more] += POISONED * p
        lost[life] += (1.0 - POISONED) * p if life else p
    return Loss(loss.roll, tuple(lost.get(n, 0.0) for n in range(max(lost) + 1)))


def _mixed(chance: float, a: Loss, b: Loss) -> Loss:
    """With this chance the one, else the other."""
    joint: defaultdict[tuple[Outcome, int], float] = defaultdict(float)
    lost: defaultdict[int, float] = defaultdict(float)
    for share, loss in ((chance, a), (1.0 - chance, b)):
        for outcome, aces, p in loss.roll.joint:
            joint[outcome, aces] += share * p
        for life, p in enumerate(loss.life_lost):
            lost[life] += share * p
    odds = Odds(tuple((outcome, aces, p) for (outcome, aces), p in joint.items()))
    return Loss(odds, tuple(lost[n] for n in range(max(lost) + 1)))
