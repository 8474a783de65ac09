"""What each answer to a question comes to, in the words of its button (DICE-05, 06, 13)."""

from __future__ import annotations

from collections.abc import Sequence

from sim.app.table.previews.moves import chance_words
from sim.carnevale import action_odds, preview, window_odds
from sim.carnevale.abilities.bodyguard import StepIn
from sim.carnevale.acting import LeaveGuard, WhichAttack
from sim.carnevale.action import Attack
from sim.carnevale.actions import Drown
from sim.carnevale.actions.combat import Combat
from sim.carnevale.dice import DROWN, GRAPPLE, Outcome, Result
from sim.carnevale.gain import Chance
from sim.carnevale.hooks import RollContext
from sim.carnevale.magic.casting import TryToDispel
from sim.carnevale.names import names_of
from sim.carnevale.objectives import carrying
from sim.carnevale.odds import Loss, roll_odds
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.carnevale.stats import stat
from sim.carnevale.will import SpendWill, will_left
from sim.engine.requests import Measure, measured
from sim.percent import percent
from sim.words import capital, joined, say

__all__ = ["attack_hint", "attacks_hint", "counter_hint", "dive_hint", "hints", "in_any_case", "loss_words"]


def dive_hint(state: State, who: str) -> str:
    """What a Dive may bring (WATER-01, 02)."""
    dice = stat(state, RollContext(purpose="dive", who=who, stat="dexterity", action="dive", in_water=True)).total
    odds = roll_odds(dice)
    return say(
        "Under water, each counter adds 2 dice to PROTECTION until its next action: one {one}, two {two}; {fumble} "
        "it loses 1 LP instead",
        one=percent(odds.of(Outcome.SUCCESS)), two=percent(odds.of(Outcome.CRITICAL)),
        fumble=percent(odds.of(Outcome.FUMBLE)),
    )  # fmt: skip


def hints(state: State, measure: Measure, asked: Question) -> list[str]:
    """What the options of a window come to, one line each; none where that is not known."""
    match asked:
        case SpendWill():
            return _will(state, measure, asked)
        case TryToDispel():
            alone, dispelled = window_odds.dispel_chances(state, measure, asked)
            return [say("the spell succeeds {chance}", chance=percent(chance)) for chance in (dispelled, alone)]
        case LeaveGuard():
            loss = window_odds.guard_loss(state, measure, asked)
            return [loss_words(loss, state[asked.against].lp) if loss else say("it can only grapple"), say("no attack")]
        case StepIn():
            return [_charges(state, measure, asked)]
    return []


def in_any_case(gains: Sequence[str]) -> str:
    """What all options come to alike, as there is nothing to decide; empty where they differ."""
    alike = len(gains) > 1 and len(set(gains)) == 1
    return say("{what}, whatever is chosen.", what=capital(gains[0])) if alike else ""


def attack_hint(state: State, measure: Measure, asked: WhichAttack, attack: Attack) -> str:
    """What an attack of opportunity comes to (DICE-13)."""
    life = state[attack.target].lp
    if isinstance(attack, Combat):
        return loss_words(window_odds.offered_loss(state, measure, asked, attack), life)
    how = window_odds.how_offered(state, asked, attack)
    odds = measured(preview.opposed(state, asked.who, attack, how), state, measure).odds
    told = {"chance": percent(odds.succeeds)}
    if not isinstance(attack, Drown):
        inches = sum(GRAPPLE.read(Result(outcome, aces)) * p for outcome, aces, p in odds.joint)
        return say('{chance} success, {mean:.1f}"', mean=inches, **told)
    lost = [(min(life, DROWN.read(Result(outcome, aces))), p) for outcome, aces, p in odds.joint]
    kills = sum(p for taken, p in lost if taken == life)
    success = say("{chance} success, {mean:.1f} LP", mean=sum(taken * p for taken, p in lost), **told)
    return joined(", ", (success, say("kills {chance}", chance=percent(kills)) if kills else ""))


def counter_hint(state: State, measure: Measure, who: str) -> tuple[str, float]:
    """What the best attack of somebody who may counter takes, and how many Life Points that are on average."""
    found = window_odds.best_blow(state, measure, who)
    if found is None:
        return say("no attack"), -1.0
    return _blow_words(state, found), found[1].mean


def attacks_hint(state: State, measure: Measure, who: str, attacks: Sequence[Attack]) -> str:
    """Whom the best of its attacks hits, and what that takes."""
    what = say("Attack with a weapon")
    found = window_odds.best_of(state, measure, who, attacks)
    return say("{what}. {best}", what=what, best=_blow_words(state, found)) if found is not None else what


def _blow_words(state: State, found: tuple[str, Loss]) -> str:
    target, loss = found
    return say("{what}: {words}", what=names_of(state)(target), words=loss_words(loss, state[target].lp))


def _charges(state: State, measure: Measure, asked: StepIn) -> str:
    """What the charge takes of its target, if nobody steps in."""
    found = {ward: window_odds.charge_loss(state, measure, asked.against, ward) for ward in asked.wards}
    name = names_of(state)
    losses = [(ward, loss_words(loss, state[ward].lp)) for ward, loss in found.items() if loss is not None]
    return joined("; ", (say("{what}: {words}", what=name(ward), words=words) for ward, words in losses))


def loss_words(loss: Loss, life: int) -> str:
    """What an attack takes on average, and how likely it kills."""
    kills = loss.kill(life)
    hits = say("hits {chance}, takes {mean:.1f} LP", chance=percent(loss.roll.succeeds), mean=loss.taken(life))
    return joined(", ", (hits, say("kills {chance}", chance=percent(kills)))) if kills else hits


def _will(state: State, measure: Measure, asked: SpendWill) -> list[str]:
    """What 0, 1, 2 Will Points come to: the chance, and what a success is worth in inches or Life Points."""
    if asked.aim is not None:
        jump = action_odds.jump_chances(state, asked.who, asked.aim, asked.controlled)
        held = will_left(state, asked.who)
        return [chance_words(chance, held) for chance in measured(jump, state, measure)]
    chances = asked.chances()
    return [_hint(state, measure, asked, spent, chance) for spent, chance in enumerate(chances)]


def _hint(state: State, measure: Measure, asked: SpendWill, points: int, chance: Chance) -> str:
    succeeds, mean = percent(chance.succeeds), chance.mean or 0.0
    if asked.defends:
        return say("{chance} held off", chance=succeeds)
    match asked.purpose:
        case "combat":
            loss = _loss(state, measure, asked, points)
            if loss is None:
                return say("hits {chance}", chance=succeeds)
            life = state[asked.against].lp if asked.against is not None else len(loss.life_lost)
            kills = loss.kill(life)
            takes = say("takes {mean:.1f} LP", mean=loss.taken(life))
            if kills:
                return joined(", ", (takes, say("kills {chance}", chance=percent(kills))))
            return joined(", ", (say("hits {chance}", chance=succeeds), takes))
        case "cast" if (found := window_odds.spell_loss(state, asked, points)) is not None:
            target, loss = found
            kills, takes = loss.kill(state[target].lp), say("takes {mean:.1f} LP", mean=loss.taken(state[target].lp))
            dead = say("kills {chance}", chance=percent(kills)) if kills else ""
            return joined(", ", (say("{chance} success", chance=succeeds), takes, dead))
        case "protection" | "fall":
            lost, life = asked.life_lost(state, points), state[asked.who].lp
            dies, loses = lost.kill(life), say("loses {mean:.1f} LP", mean=lost.taken(life))
            dead = say("dies {chance}", chance=percent(dies)) if dies else ""
            return joined(", ", (loses, dead, _drops(state, asked.who, lost)))
        case "climb" | "difficult ground":
            return say("goes on {chance}, fumble {fumble}", chance=succeeds, fumble=percent(chance.fumble))
        case "row":
            return say('{mean:.1f}" on average, fumble {fumble}', mean=mean, fumble=percent(chance.fumble))
        case "grapple":
            return say('{chance} success, {mean:.1f}"', chance=succeeds, mean=mean)
        case "drown":
            return say("{chance} success, {mean:.1f} LP", chance=succeeds, mean=mean)
    return say("{chance} success", chance=succeeds)


def _drops(state: State, who: str, lost: Loss) -> str:
    """How likely a carrier is hit so hard by this that it drops what it carries (SCEN-04); nothing of all others."""
    held = carrying.carried_by(state, who)
    if held is None:
        return ""
    chance = lost.kill(min(carrying.SHOCK, state[who].lp))
    return say("drops {what}: {chance}", what=names_of(state)(held.id), chance=percent(chance))


def _loss(state: State, measure: Measure, asked: SpendWill, points: int) -> Loss | None:
    """What the attack in hand takes, rolled with so many Will Points; None where there is no telling."""
    weapon = state[asked.who].profile.weapon(asked.weapon or "")
    if asked.against is None or weapon is None or weapon.damage != asked.stake:  # one that equipment has changed
        return None
    return next(iter(window_odds.attack_loss(state, measure, asked, [asked.odds(asked.dice + points)])), None)
