"""Combat actions one after the other, until the target falls (ACT-03, MOVE-10)."""

from __future__ import annotations

import msgspec

from sim.board.model.verdicts import Distance
from sim.carnevale import hooks, preview, rulings, sighting
from sim.carnevale.abilities.spirit import is_called
from sim.carnevale.action import How
from sim.carnevale.actions.combat import Combat, in_reach
from sim.carnevale.dice import MOST_DICE
from sim.carnevale.exchange_odds import Blow, Side, Stroke, fall_chance, mean_loss, strikes
from sim.carnevale.falling import above
from sim.carnevale.hooks import RollContext
from sim.carnevale.objectives.carrying import carried_by
from sim.carnevale.optimal_roll import will_for
from sim.carnevale.sighting import CoverFrom
from sim.carnevale.state import State
from sim.carnevale.will import will_left
from sim.engine.requests import Rule
from sim.words import say

__all__ = ["BARE", "KillOdds", "blows", "charge_to_kill", "harm_of", "kill"]

BARE = CoverFrom(False, say("base contact"))


class KillOdds(msgspec.Struct, frozen=True):
    """Combat actions one after the other against one target."""

    first: preview.CombatPreview
    strokes: tuple[Stroke, ...]
    attacker: Side
    target: Side
    before: tuple[str, ...] = ()  # who may strike first: guards, bodyguards

    @property
    def attacks(self) -> int:
        """How many of the strokes are the attacker's own."""
        return sum(stroke.by == "attacker" for stroke in self.strokes)

    @property
    def kill(self) -> float:
        """The chance that the target falls, what answers a Fumble included."""
        return fall_chance(self.strokes, self.attacker, self.target)

    @property
    def by_attack(self) -> tuple[float, ...]:
        """The chance that it has fallen after the first own attack, the second, ..., each number played for itself."""
        ends = [n for n, stroke in enumerate(self.strokes, start=1) if stroke.by == "attacker"]
        return tuple(fall_chance(self.strokes[:end], self.attacker, self.target) for end in ends)


def kill(game: State, who: str, action: Combat, attacks: int | None = None) -> Rule[KillOdds]:
    """The same Combat action again and again; `attacks`: as many as its AP and its weapon allow, unless given."""
    shown = yield from preview.combat(game, who, action)
    times = _times(game, who, action.weapon) if attacks is None else attacks
    answers = yield from _answers(game, action.target, who, shown.distance, shown.cover)
    strokes = strikes(_blow(game, who, action, shown), max(1, times))
    return KillOdds(shown, strokes, _side(game, who), _side(game, action.target, answers))


def charge_to_kill(game: State, who: str, action: Combat) -> Rule[KillOdds]:
    """A Run/Climb into base contact, the attack of opportunity that this gives, and what AP are left after it.

    Guards that see the charger and bodyguards of the target strike first, with no cover between (MOVE-10, ACT-02).
    """
    target, apart = action.target, _touching(game, who, action.target)
    coming = yield from _interrupters(game, who, target)
    crowd = 1 + sum(enemy != target and distance.base_contact for enemy, distance in coming)
    from_above = bool(above(game, game[who].here, [target]))
    how = How(opportunity=True, charging=True, from_above=from_above)
    first = yield from preview.combat_from(game, who, action, how, apart, BARE, crowd)
    next_ = yield from preview.combat_from(game, who, action, How(), apart, BARE, crowd)
    before, names = [], []
    for enemy, distance in coming:
        found = yield from blows(game, enemy, who, distance, BARE, How(opportunity=True))
        if found:
            worst = max(found, key=lambda blow: harm_of(blow, game[who].lp))
            if enemy == target:
                before.append(Stroke(worst, "target"))
            else:
                eager = min(MOST_DICE, worst.dice + will_for(worst.dice, will_left(game, enemy)))
                before.append(Stroke(msgspec.structs.replace(worst, dice=eager), "other"))
            names.append(enemy)
    times = max(0, _times(game, who, action.weapon) - 1)
    own = (Stroke(_blow(game, who, action, first)), *strikes(_blow(game, who, action, next_), times))
    answers = yield from _answers(game, target, who, apart, BARE)
    return KillOdds(first, (*before, *own), _side(game, who), _side(game, target, answers), tuple(names))


def _interrupters(game: State, who: str, target: str) -> Rule[list[tuple[str, Distance]]]:
    """Enemies with free hands that may strike before a charge's attack, and from how far: guards, then bodyguards
    (MOVE-10, SCEN-04)."""
    found = []
    for enemy in game.enemies(who):
        if carried_by(game, enemy.id) is not None:
            continue
        if enemy.guarding and (yield from sighting.sees(game, enemy.id, who)) is None:
            apart = _touching(game, enemy.id, who)
            if enemy.id != target:
                apart = yield from rulings.distance(enemy.id, target)
            found.append((enemy.id, apart))
    for enemy in game.enemies(who):
        wards = [t.of for p, t in hooks.traits(game, enemy.id) if p.name == "Bodyguard"]
        if enemy.id == target or enemy.seat != game[target].seat or not any(is_called(game[target], w) for w in wards):
            continue
        near = rulings.apart(game, enemy.id, target) <= enemy.profile.move + 1
        if near and not (yield from rulings.in_contact(game, enemy.id)):
            found.append((enemy.id, _touching(game, enemy.id, who)))
    return found


def _touching(game: State, a: str, b: str) -> Distance:
    """The two in base contact."""
    return Distance(0.0, 0.0, 0.0, True, (game[a].here, game[b].here))


def _times(game: State, who: str, weapon: str) -> int:
    """How often a weapon may be used with the AP that are left, and may still be used in this round (TURN-04)."""
    c = game[who]
    used = c.profile.weapon(weapon)
    assert used is not None
    left = [plug_in.uses_left(c, used, trait.x) for plug_in, trait in hooks.traits(game, who, used)]
    return min([c.usable_ap, *(n for n in left if n is not None)])


def _side(game: State, who: str, answers: tuple[Blow, ...] = ()) -> Side:
    return Side(game[who].lp, will_left(game, who), answers)


def _blow(game: State, who: str, action: Combat, shown: preview.CombatPreview) -> Blow:
    weapon = game[who].profile.weapon(action.weapon)
    assert weapon is not None
    context = RollContext(purpose="combat", who=who, stat="attack", against=action.target, weapon=weapon)
    traits = list(hooks.traits(game, who, weapon))
    return Blow(
        dice=shown.attack.total,
        needed=shown.needed,
        damage=shown.damage,
        protection=shown.protection.total,
        rerolls=shown.rerolls,
        parried=shown.parried,
        protection_rerolls=shown.protection_rerolls,
        fear=None if shown.fear is None else shown.fear.total,
        harmless=shown.harmless,
        fumble=1 + sum(plug_in.fumbled(game, context, game[who], trait.x) for plug_in, trait in traits),
        poison=shown.poison,
    )


def blows(game: State, who: str, target: str, apart: Distance, cover: CoverFrom, how: How) -> Rule[tuple[Blow, ...]]:
    """The Combat actions that a character could make against another from so far, each once."""
    found = []
    touching = apart.base_contact
    for weapon in game[who].profile.armoury:
        barred = [p.bars_weapon(game, game[who], weapon, touching, t.x) for p, t in hooks.traits(game, who, weapon)]
        if in_reach(weapon, apart) and not any(barred):
            action = Combat(target, weapon.name)
            shown = yield from preview.combat_from(game, who, action, how, apart, cover, int(touching))
            found.append(_blow(game, who, action, shown))
    return tuple(dict.fromkeys(found))


def _answers(game: State, who: str, target: str, apart: Distance, cover: CoverFrom) -> Rule[tuple[Blow, ...]]:
    """What a character answers a Fumble with: its best Combat action against whoever fumbled."""
    found = yield from blows(game, who, target, apart, cover, How(opportunity=True))
    return (max(found, key=lambda blow: harm_of(blow, game[target].lp)),) if found else ()


def harm_of(blow: Blow, life: int) -> float:
    """How bad a blow is: the chance that it kills, and what it costs on average where none does."""
    return fall_chance(strikes(blow, 1), Side(99), Side(life)) + 1e-3 * mean_loss(blow, life)
