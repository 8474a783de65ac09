"""What a window is about in numbers: how likely it is that somebody falls by what it lets happen.

Measured through free queries. It counts what one roll leads to, and none of what others may answer to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sim.carnevale import preview
from sim.carnevale.abilities.bodyguard import StepIn
from sim.carnevale.acting import LeaveGuard, WhichAttack, possible
from sim.carnevale.action import Action, Attack, How
from sim.carnevale.action_odds.rolls import pending_roll
from sim.carnevale.action_odds.spell_losses import spell_loss as loss_of_spell
from sim.carnevale.actions.combat import Combat, in_reach
from sim.carnevale.actions.counter import WhoCounters
from sim.carnevale.dice import DROWN
from sim.carnevale.equipment import UseItem
from sim.carnevale.events import ActionBegan, Charged
from sim.carnevale.gain import LOST
from sim.carnevale.legality import Acts
from sim.carnevale.magic.casting import DISPEL, TryToDispel, casting_of, dispelling_of
from sim.carnevale.magic.spells import named
from sim.carnevale.odds import Loss, Odds, loss_of
from sim.carnevale.optimal_roll import contest_success, success
from sim.carnevale.questions import Question
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.state import State
from sim.carnevale.stats import number
from sim.carnevale.will import SpendWill, will_left
from sim.engine.requests import Measure, measured

__all__ = [
    "attack_in_hand",
    "attack_loss",
    "best_blow",
    "best_of",
    "charge_loss",
    "dispel_chances",
    "guard_loss",
    "how_offered",
    "kill_chance",
    "offered_loss",
    "spell_loss",
]


def kill_chance(state: State, measure: Measure, choice: Question) -> float | None:
    """The chance that somebody falls, by the answer for which that is likeliest; None: it cannot be told beforehand."""
    match choice:
        case SpendWill() if choice.purpose in LOST:
            answers = [choice.life_lost(state, points) for points in range(choice.most + 1)]
            return max(loss.kill(state[choice.who].lp) for loss in answers)
        case RerollDice() if choice.purpose in LOST and not choice.defends:
            return max(choice.life_lost(chance.dice).kill(state[choice.who].lp) for chance in choice.chances())
        case SpendWill():
            rolls = [choice.odds(choice.dice), choice.odds(choice.dice + choice.most)]
            return _rolled(state, measure, choice, rolls)
        case RerollDice():
            now, best = choice.chances()
            return _rolled(state, measure, choice, [choice.odds(now.dice), choice.odds(best.dice)])
        case WhoCounters():
            return _countered(state, measure, choice)
        case LeaveGuard():
            loss = guard_loss(state, measure, choice)
            return 0.0 if loss is None else loss.kill(state[choice.against].lp)
        case StepIn():
            found = {ward: charge_loss(state, measure, choice.against, ward) for ward in choice.wards}
            return max((loss.kill(state[ward].lp) for ward, loss in found.items() if loss), default=0.0)
        case UseItem() if choice.stake:
            return float(choice.stake + choice.besides >= state[choice.who].lp)
    return None


def _rolled(state: State, measure: Measure, choice: SpendWill | RerollDice, rolls: list[Odds]) -> float | None:
    """The likeliest of these rolls."""
    who, against = choice.who, choice.against
    if against is None:
        return None
    if choice.purpose == "drown":  # both sides are asked about the same roll
        victim = who if choice.defends else against
        return max(sum(p for off, p in roll.read(DROWN).items() if off >= state[victim].lp) for roll in rolls)
    found = attack_loss(state, measure, choice, rolls) if choice.purpose == "combat" else []
    return max((loss.kill(state[against].lp) for loss in found), default=None)


def attack_loss(state: State, measure: Measure, choice: SpendWill | RerollDice, rolls: Sequence[Odds]) -> list[Loss]:
    """What the attack in hand takes, rolled in each of these ways; none where there is no telling."""
    shown = attack_in_hand(state, measure, choice)
    if shown is None:
        return []
    return [loss_of(roll, choice.stake, shown.protection.total, shown.protection_rerolls) for roll in rolls]


def attack_in_hand(state: State, measure: Measure, choice: SpendWill | RerollDice) -> preview.CombatPreview | None:
    """The numbers of the attack that a roll belongs to; None where there is no telling."""
    weapon = state[choice.who].profile.weapon(choice.weapon or "")
    if choice.against is None or weapon is None:
        return None
    action, how = Combat(choice.against, weapon.name), _how(state, choice.who)
    return measured(preview.combat(state, choice.who, action, how), state, measure)


def _how(state: State, who: str) -> How:
    """How the attack in hand is made: as the attack of opportunity of a charge, perhaps from above."""
    began = next((e for e in reversed(state.log) if isinstance(e, ActionBegan) and e.who == who), None)
    if began is None or not began.opportunity:
        return How()
    return _opportunity(state, who, began.target, began)


def how_offered(state: State, asked: Question, attack: Attack) -> How | None:
    """How an attack is made that a question offers: as one of opportunity, if it is about these, or None."""
    return _opportunity(state, asked.who, attack.target) if isinstance(asked, WhichAttack) else None


def _opportunity(state: State, who: str, target: str | None, began: ActionBegan | None = None) -> How:
    """How an attack of opportunity is made that comes now, or that `began`: charging, and perhaps from above, if a
    charge of `who` leads to it (MOVE-10, 11, 13)."""
    charged = next((e for e in reversed(state.log) if isinstance(e, Charged | ActionBegan) and e is not began), None)
    if not isinstance(charged, Charged) or charged.who != who:
        return How(opportunity=True)
    return How(opportunity=True, charging=True, from_above=target in charged.from_above)


def offered_loss(state: State, measure: Measure, asked: WhichAttack, attack: Combat) -> Loss:
    """What an attack of opportunity that is offered takes."""
    how = how_offered(state, asked, attack)
    return measured(preview.combat(state, asked.who, attack, how), state, measure).loss


def spell_loss(state: State, asked: SpendWill, points: int) -> tuple[str, Loss] | None:
    """Whom the spell in hand is cast at, and what it takes with so many more Will Points; None: it does no harm."""
    spell = named(asked.spell)
    begun = next((e for e in reversed(state.log) if isinstance(e, ActionBegan) and e.who == asked.who), None)
    if spell is None or not spell.harms(1, 1) or begun is None or begun.target not in state.characters:
        return None
    return begun.target, loss_of_spell(state, asked.who, spell, begun.target, asked.odds(asked.dice + points))


def charge_loss(state: State, measure: Measure, charger: str, ward: str) -> Loss | None:
    """What the attack of opportunity of a charge may take of its target, with the weapon that takes most."""
    how = How(opportunity=True, charging=True)
    found = []
    for weapon in state[charger].profile.armoury:
        shown = measured(preview.combat(state, charger, Combat(ward, weapon.name), how), state, measure)
        if in_reach(weapon, shown.distance):
            found.append(shown.loss)
    return max(found, key=lambda loss: loss.mean, default=None)


def _countered(state: State, measure: Measure, choice: WhoCounters) -> float:
    """Over all attacks that a counter could be."""
    able = dict.fromkeys(pair.who for pair in choice.offers(state, measure))
    found = [best_blow(state, measure, who) for who in able]
    return max((loss.kill(state[target].lp) for target, loss in filter(None, found)), default=0.0)


def best_blow(state: State, measure: Measure, who: str) -> tuple[str, Loss] | None:
    """Of the Combat actions that a character could counter with: see `best_of`."""
    return best_of(state, measure, who, Acts(who, out_of_sequence=True).offers(state, measure))


def best_of(state: State, measure: Measure, who: str, actions: Iterable[Action]) -> tuple[str, Loss] | None:
    """The likeliest to kill of some Combat actions, or else the one that takes most: on whom, and what it takes. Throws
    and drowning are left out."""
    blows = [action for action in actions if isinstance(action, Combat)]
    found = [(blow.target, measured(preview.combat(state, who, blow), state, measure).loss) for blow in blows]
    return max(found, key=lambda each: (each[1].kill(state[each[0]].lp), each[1].mean), default=None)


def guard_loss(state: State, measure: Measure, choice: LeaveGuard) -> Loss | None:
    """What a guard's attack of opportunity takes, with the weapon that takes most; None: it can only grapple."""
    how = How(opportunity=True)
    attacks = measured(possible(state, choice.who, choice.against, how), state, measure)
    blows = [attack for attack in attacks if isinstance(attack, Combat)]
    found = [measured(preview.combat(state, choice.who, blow, how), state, measure).loss for blow in blows]
    return max(found, key=lambda loss: loss.mean, default=None)


def dispel_chances(state: State, measure: Measure, choice: TryToDispel) -> tuple[float, float]:
    """The chance that a spell succeeds, let alone and dispelled; its cost is paid, the dispeller's is not yet."""
    context, by = casting_of(choice.against), dispelling_of(choice.who, choice.against)
    held, theirs = will_left(state, choice.against), max(0, will_left(state, choice.who) - DISPEL)
    own = pending_roll(state, context, choice.needed, dice=measured(number(state, context), state, measure).total)
    other = pending_roll(state, by, choice.needed, dice=measured(number(state, by), state, measure).total)
    return success(own, held), contest_success(own, other, held, theirs, choice.level)
