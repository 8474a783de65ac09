"""What each answer to a question comes to, in the words of its button (DICE-05, 06, 13)."""

from __future__ import annotations

import msgspec

from sim.app.table.previews.moves import chance_words
from sim.carnevale import action_odds, preview, window_odds
from sim.carnevale.abilities.bodyguard import StepIn
from sim.carnevale.acting import LeaveGuard
from sim.carnevale.actions import Combat
from sim.carnevale.dice import FALL_SAVED, PROTECTION
from sim.carnevale.gain import Chance
from sim.carnevale.magic.casting import TryToDispel
from sim.carnevale.names import names_of
from sim.carnevale.odds import Loss, roll_odds
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.carnevale.stats import Number
from sim.carnevale.will import SpendWill
from sim.engine.requests import Measure, measured
from sim.percent import percent

__all__ = ["counter_hint", "hints", "loss_words"]

SAVED = {"protection": PROTECTION, "fall": FALL_SAVED}


def hints(state: State, measure: Measure, asked: Question) -> list[str]:
    """What the options of a window come to, one line each; none where that is not known."""
    match asked:
        case SpendWill():
            return _will(state, measure, asked)
        case TryToDispel():
            alone, dispelled = window_odds.dispel_chances(state, measure, asked)
            return [f"the spell succeeds {percent(dispelled)}", f"the spell succeeds {percent(alone)}"]
        case LeaveGuard():
            loss = window_odds.guard_loss(state, measure, asked)
            return [loss_words(loss, state[asked.against].lp) if loss else "it can only grapple", "no attack"]
        case StepIn():
            return [_charges(state, measure, asked)]
    return []


def counter_hint(state: State, measure: Measure, who: str) -> str:
    """What the best attack of somebody who may counter takes."""
    found = window_odds.best_blow(state, measure, who)
    if found is None:
        return "no attack"
    target, loss = found
    return f"{names_of(state)(target)}: {loss_words(loss, state[target].lp)}"


def _charges(state: State, measure: Measure, asked: StepIn) -> str:
    """What the charge takes of its target, if nobody steps in."""
    found = {ward: window_odds.charge_loss(state, measure, asked.against, ward) for ward in asked.wards}
    name = names_of(state)
    parts = [f"{name(ward)}: {loss_words(loss, state[ward].lp)}" for ward, loss in found.items() if loss is not None]
    return "; ".join(parts)


def loss_words(loss: Loss, life: int) -> str:
    """What an attack takes on average, and how likely it kills."""
    kills = loss.kill(life)
    hits = f"hits {percent(loss.attack.succeeds)}, takes {loss.mean:.1f} LP"
    return hits + (f", kills {percent(kills)}" if kills else "")


def _will(state: State, measure: Measure, asked: SpendWill) -> list[str]:
    """What 0, 1, 2 Will Points come to: the chance, and what a success is worth in inches or Life Points."""
    if asked.aim is not None:
        jump = action_odds.jump_chances(state, asked.who, asked.aim, asked.controlled)
        return [chance_words(chance) for chance in measured(jump, state, measure)]
    chances = asked.chances()
    return [_hint(state, measure, asked, asked.dice + spent, chance) for spent, chance in enumerate(chances)]


def _hint(state: State, measure: Measure, asked: SpendWill, dice: int, chance: Chance) -> str:
    succeeds, mean = percent(chance.succeeds), chance.mean or 0.0
    if asked.defends:
        return f"{succeeds} held off"
    match asked.purpose:
        case "combat":
            loss = _loss(state, measure, asked, dice)
            if loss is None:
                return f"hits {succeeds}"
            kills = loss.kill(state[asked.against].lp) if asked.against is not None else 0.0
            takes = f"takes {loss.mean:.1f} LP"
            return f"{takes}, kills {percent(kills)}" if kills else f"hits {succeeds}, {takes}"
        case "protection" | "fall" as purpose:
            saved = roll_odds(dice, asked.needed, asked.rerolls, asked.forced).read(SAVED[purpose])
            life = state[asked.who].lp
            dies = sum(p for off, p in saved.items() if asked.stake - off >= life)
            return f"loses {mean:.1f} LP" + (f", dies {percent(dies)}" if dies else "")
        case "climb" | "difficult ground":
            return f"goes on {succeeds}, fumble {percent(chance.fumble)}"
        case "row":
            return f'{mean:.1f}" on average, fumble {percent(chance.fumble)}'
        case "grapple":
            return f'{succeeds} success, {mean:.1f}"'
        case "drown":
            return f"{succeeds} success, {mean:.1f} LP"
    return f"{succeeds} success"


def _loss(state: State, measure: Measure, asked: SpendWill, dice: int) -> Loss | None:
    """What the attack in hand takes, rolled with so many dice; None where there is no telling."""
    weapon = state[asked.who].profile.weapon(asked.weapon or "")
    if asked.against is None or weapon is None or weapon.damage != asked.stake:  # one that equipment has changed
        return None
    action = Combat(asked.against, weapon.name)
    shown = measured(preview.combat(state, asked.who, action), state, measure)
    rolled = msgspec.structs.replace(shown, attack=Number(dice), needed=asked.needed)
    return rolled.loss
