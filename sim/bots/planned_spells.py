"""What a spell is worth to whoever plans: harm and healing by what Life Points are worth to its plans, and those spells
whose use is plain though a greedy bot does not see it.

Those are the ones that tear at several, or at all under a marker, friends too; that have an enemy strike its friends;
that rid friends of what stuns them; that give a Command Point back; that stun who stays under a mist; that lend a
spell; that help friends to move (`moving_spells`); and that throw enemies (`waves`). Others are worth what the greedy
bot makes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import dist
from typing import NamedTuple

import msgspec
import numpy as np

from sim.bots import spell_evaluation
from sim.bots.danger import Outlook
from sim.bots.first_steps import first_steps
from sim.bots.gateways import stepping_through
from sim.bots.moving_spells import ride, sped, walks_between
from sim.bots.spell_evaluation import FUMBLE, HEALS, STUNNED, WILL, magic_roll, mean_aces
from sim.bots.spending import command_point
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.bots.waves import wave_starts, wave_worth
from sim.carnevale import action_odds, rulings
from sim.carnevale.action import Action
from sim.carnevale.characters import Character
from sim.carnevale.dice import Outcome
from sim.carnevale.disciplines.blood import (
    AbyssalMist,
    BloodDrain,
    BoilingVeins,
    CantripOfTheDevil,
    KrakensBreath,
    MotherHydrasClaws,
)
from sim.carnevale.disciplines.divinity import AquaCurativa, Rejuvenation
from sim.carnevale.disciplines.runes import (
    CantripOfTheChariot,
    FieryRhetoric,
    IceLock,
    Madness,
    RenewedVigour,
    WalkBetweenWorlds,
    WavesOfForce,
    WhatMadnessDoes,
)
from sim.carnevale.disciplines.wild import (
    Borrowed,
    CantripOfJustice,
    Gateway,
    Groundsnap,
    SummonVermin,
    TheySleepUnderwater,
    WhichSpell,
)
from sim.carnevale.magic.casting import Cast
from sim.carnevale.magic.spells import Spell, SpellTargets, mage_level, named, out_of_reach
from sim.carnevale.odds import Odds
from sim.engine.requests import measured

__all__ = ["spell_worth", "what_madness_does", "which_spell", "whom_it_reaches"]

PLACES = 3  # enemies under whom a marker is thought of


class Trial(NamedTuple):
    """A spell that a mini might cast, and its magic roll. `x`: its Mage number."""

    plans: TurnPlans
    cast: Cast
    spell: Spell
    x: int
    odds: Odds
    points: int = 0  # AP that are left after it

    @property
    def target(self) -> Character | None:
        return None if self.cast.target is None else self.plans.view[self.cast.target]

    def is_enemy(self, who: str) -> bool:
        return self.plans.view[who].seat != self.plans.me.seat


def spell_worth(plans: TurnPlans, cast: Cast, points: int) -> tuple[float, Cast]:
    """What it is worth to a mini to try this spell, its Action Point apart, and where it is best aimed. `points`: AP
    that are left after it."""
    spell, value = named(cast.spell), VALUES.get(cast.spell)
    if spell is None or value is None:
        worth = spell_evaluation.casting(plans.view, plans.who, cast)
        return max(worth, stepping_through(plans, cast, points)) if cast.spell == Gateway.name else worth, cast
    x, odds = mage_level(plans.me) or 0, magic_roll(plans.view, plans.who, spell.difficulty)
    best = (0.0, cast)
    for aimed in _aimed(plans, cast):
        found = value(Trial(plans, aimed, spell, x, odds, points))
        if found > 0.0:
            costs = WILL * spell.cost + FUMBLE * odds.of(Outcome.FUMBLE)
            best = max(best, (found - costs, aimed), key=lambda each: each[0])
    return best


def _aimed(plans: TurnPlans, cast: Cast) -> Iterator[Cast]:
    """It, or where it is aimed at a place, that under each of the nearest enemies."""
    if cast.spell == WavesOfForce.name:
        yield from wave_starts(plans)
        return
    if cast.spell not in MARKERS:
        yield cast
        return
    near = sorted(plans.foes, key=lambda c: dist(c.here, plans.me.here))
    for c in near[:PLACES]:
        aimed = msgspec.structs.replace(cast, to=c.here)
        if measured(aimed.refusal(plans.view, plans.who), plans.view, plans.measure) is None:
            yield aimed


# --- harm ---------------------------------------------------------------------------------------------------


def _taken(trial: Trial, who: str, lost: Iterable[float]) -> float:
    """What it is worth that somebody loses 0, 1, 2, ... Life Points with these probabilities; less than nothing of a
    friend."""
    taken = trial.plans.outlook.worth.taken(who, np.array(tuple(lost)))
    return taken if trial.is_enemy(who) else -taken


def _harmed(trial: Trial, who: str) -> float:
    return _taken(trial, who, _lost(trial, who))


def _lost(trial: Trial, who: str) -> tuple[float, ...]:
    """The probabilities that somebody loses 0, 1, 2, ... Life Points to it."""
    return action_odds.spell_loss(trial.plans.view, trial.plans.who, trial.spell, who, trial.odds).life_lost


def _harm(trial: Trial) -> float:
    """To an enemy; with what comes of its death or of its blood."""
    target = trial.target
    if target is None or not trial.is_enemy(target.id):
        return 0.0
    found = _harmed(trial, target.id)
    if trial.spell.name == BoilingVeins.name:
        found += _bursting(trial, target)
    if trial.spell.name == BloodDrain.name:
        lost = _lost(trial, target.id)
        drink = (c for c in _own(trial) if dist(c.here, target.here) <= BloodDrain.drinkers)
        found += (1.0 - lost[0]) * sum(_back(trial, c, trial.x) for c in drink)
    return found


def _bursting(trial: Trial, target: Character) -> float:
    """What it takes from those beside the target, if that dies: a Life Point for each Ace."""
    lost = _lost(trial, target.id)
    dies = sum(lost[target.lp :])
    if not dies:
        return 0.0
    others = [who for who in _under_blast(trial, target) if who != target.id]
    aces = round(target.lp + trial.x)  # it takes so many at least
    return dies * sum(_taken(trial, who, [0.0] * aces + [1.0]) for who in others)


def _template(trial: Trial) -> float:
    """To all under a teardrop that points at an enemy."""
    plans, target = trial.plans, trial.target
    if target is None or not trial.is_enemy(target.id):
        return 0.0
    laid = rulings.under_teardrop(plans.view, plans.who, target.id, 0.0)
    return sum(_harmed(trial, who) for who in measured(laid, plans.view, plans.measure).hit)


def _snap(trial: Trial) -> float:
    """To all over a chasm: X Damage."""
    return sum(_harmed(trial, who) for who in _under_marker(trial))


def _frozen(trial: Trial) -> float:
    """Those who swim are stunned."""
    view = trial.plans.view
    fresh = (who for who in _under_marker(trial) if not view[who].stunned)
    return trial.odds.succeeds * STUNNED * sum(1.0 if trial.is_enemy(who) else -1.0 for who in fresh)


def _claws(trial: Trial) -> float:
    """Aces + X Life Points, shared by X of those who are near; by the caster for those who are missing."""
    torn, found = list(_torn(trial)), 0.0
    for outcome, aces, p in trial.odds.joint:
        if not outcome.succeeded:
            continue
        x = trial.x + (outcome is Outcome.CRITICAL)
        those = (torn + [trial.plans.who] * x)[:x]
        each, more = divmod(aces + x, max(1, len(those)))
        found += p * sum(_taken(trial, who, [0.0] * (each + (n < more)) + [1.0]) for n, who in enumerate(those))
    return found


def _torn(trial: Trial) -> list[str]:
    """Who is near enough, those whom it serves most to tear first."""
    others = [*trial.plans.foes, *trial.plans.view.friends(trial.plans.who)]
    near = [c.id for c in others if _reaches(trial, c.id, MotherHydrasClaws.claws)]
    return sorted(near, key=lambda who: -_taken(trial, who, (0.0, 1.0)))


def _reaches(trial: Trial, who: str, inches: float) -> bool:
    plans = trial.plans
    return measured(out_of_reach(plans.view, plans.who, who, inches), plans.view, plans.measure) is None


def _under_marker(trial: Trial) -> Sequence[str]:
    plans, at = trial.plans, trial.cast.to
    return measured(rulings.under_blast_at(plans.view, at), plans.view, plans.measure).hit if at is not None else ()


def _under_blast(trial: Trial, c: Character) -> Sequence[str]:
    plans = trial.plans
    return measured(rulings.under_blast_at(plans.view, c.here), plans.view, plans.measure).hit


# --- help ---------------------------------------------------------------------------------------------------


def _own(trial: Trial) -> list[Character]:
    return [trial.plans.me, *trial.plans.view.friends(trial.plans.who)]


def _back(trial: Trial, c: Character, points: float) -> float:
    """What Life Points that come back are worth."""
    _, health = trial.plans.outlook.worth.parts(c.id)
    return health * min(points, c.profile.lp - c.lp) / c.profile.lp


def _healed(trial: Trial) -> float:
    points = HEALS[trial.spell.name].of(mean_aces(trial.odds), trial.x)
    target = trial.target
    return 0.0 if target is None else trial.odds.succeeds * _back(trial, target, points)


def _shared_out(trial: Trial) -> float:
    """Life Points to whoever they are worth most to, of those who are near."""
    left, found = HEALS[trial.spell.name].of(mean_aces(trial.odds), trial.x), 0.0
    hurt = [c for c in _own(trial) if c.lp < c.profile.lp]
    for c in sorted(hurt, key=lambda c: -_back(trial, c, 1)):
        if left > 0.0 and _reaches(trial, c.id, SHARED):
            found += _back(trial, c, left)
            left -= c.profile.lp - c.lp
    return trial.odds.succeeds * found


def _font(trial: Trial) -> float:
    """Life Points to friends who will be there at the end of the round, and enemies stunned."""
    target, found = trial.target, 0.0
    for who in _under_blast(trial, target) if target is not None else ():
        c = trial.plans.view[who]
        stays = c.had_turn or who == trial.plans.who
        if not trial.is_enemy(who):
            found += _back(trial, c, trial.x + 2) * stays
        elif c.had_turn:
            found += STUNNED
    return trial.odds.succeeds * found


def _vigour(trial: Trial) -> float:
    """Friends who are stunned no more."""
    stunned = [c for c in _own(trial) if c.stunned and _reaches(trial, c.id, VIGOUR)]
    return trial.odds.succeeds * STUNNED * min(trial.x, len(stunned))


def _rhetoric(trial: Trial) -> float:
    """A Command Point, to whoever has spent one."""
    c, plans = trial.target, trial.plans
    if c is None or c.cp >= c.profile.cp:
        return 0.0
    return trial.odds.succeeds * command_point(plans.view, c.seat, plans.weights.order)


def _madness(trial: Trial) -> float:
    """The best that an enemy can do to its friends with one action."""
    target = trial.target
    if target is None or not trial.is_enemy(target.id):
        return 0.0
    swayed = trial.plans.view.copy()
    swayed.set(target.id, seat=trial.plans.me.seat)
    plans = _driven(trial.plans.outlook.where(swayed), target.id)
    return trial.odds.succeeds * max((plan.gain for plan in _attacks(plans)), default=0.0)


def _mist(trial: Trial) -> float:
    """Those who will still be under it at the end of the round are stunned."""
    view, under = trial.plans.view, _under_marker(trial)
    stay = (who for who in under if view[who].had_turn or (who == trial.plans.who and not trial.points))
    return trial.odds.succeeds * STUNNED * sum(1.0 if trial.is_enemy(who) else -1.0 for who in stay)


def _walk(trial: Trial) -> float:
    """A friend who goes through walls and through the air."""
    target = trial.target
    return 0.0 if target is None else trial.odds.succeeds * walks_between(trial.plans, target.id, trial.points)


def _swims(trial: Trial) -> float:
    """Friends who swim faster."""
    return trial.odds.succeeds * sped(trial.plans, trial.x, trial.points)


def _chariot(trial: Trial) -> float:
    """A friend who runs at once."""
    target = trial.target
    return 0.0 if target is None else trial.odds.succeeds * ride(trial.plans, target.id, trial.points)


def _wave(trial: Trial) -> float:
    """Enemies who are thrown."""
    to = trial.cast.to
    return 0.0 if to is None else wave_worth(trial.plans.outlook, trial.plans.who, to, trial.odds)


def _justice(trial: Trial) -> float:
    """The best of the spells that are known in sight, for nothing but its Will Points."""
    best = _lent(trial.plans, Borrowed(trial.plans.who), trial.points)
    return 0.0 if best is None else trial.odds.succeeds * best[0]


def _lent(plans: TurnPlans, region: Borrowed, points: int) -> tuple[float, Cast] | None:
    """What may be cast by the Cantrip of Justice that is worth most; None: nothing is worth anything."""
    others = (cast for cast in region.offers(plans.view, plans.measure) if cast.spell != CantripOfJustice.name)
    found = [spell_worth(plans, cast, points) for cast in others]
    best = max(found, key=lambda each: each[0], default=None)
    return best if best is not None and best[0] > 0.0 else None


# --- what is asked of them ----------------------------------------------------------------------------------


def what_madness_does(outlook: Outlook, choice: WhatMadnessDoes) -> Action | None:
    """The worst for its friends that it can do; None: it can do them no harm."""
    plans = _driven(outlook, choice.who)
    for plan in _attacks(plans):
        for action in first_steps(plans, plan, 1):
            legal = isinstance(action, Action) and choice.region.refusal(outlook.view, outlook.measure, action) is None
            if isinstance(action, Action) and legal:
                return action
    return None


def which_spell(outlook: Outlook, choice: WhichSpell) -> Cast | None:
    """What to cast by the Cantrip of Justice; None: nothing that is worth its Will."""
    points = outlook.view[choice.who].usable_ap
    best = _lent(TurnPlans(outlook, choice.who, most=points), choice.region, points)
    return None if best is None else best[1]


def _driven(outlook: Outlook, who: str) -> TurnPlans:
    """What a mini that fights for the seat that drives it could do with one action."""
    outlook.strikes.now = who
    return TurnPlans(outlook, who, leaping=False, most=1)


def _attacks(plans: TurnPlans) -> list[TurnPlan]:
    """Those that bring most first, wherever it stands after them."""
    return sorted((plan for plan in plans.ranked(1) if plan.attacks and plan.gain > 0.0), key=lambda plan: -plan.gain)


def whom_it_reaches(outlook: Outlook, choice: SpellTargets) -> tuple[str, ...]:
    """Enemies whose Life Points are worth most before friends, where it tears; friends who are stunned, where it
    helps."""
    view, seat = outlook.view, choice.seat

    def wanted(who: str) -> float:
        if choice.spell == MotherHydrasClaws.name:
            taken = outlook.worth.taken(who, np.array((0.0, 1.0)))
            return taken if view[who].seat != seat else -taken
        return float(bool(view[who].stunned))

    return tuple(sorted(choice.among, key=lambda who: -wanted(who))[: choice.most])


SHARED, VIGOUR = 12.0, 12.0  # inches
MARKERS = (AbyssalMist.name, Groundsnap.name, IceLock.name)
VALUES: dict[str, Callable[[Trial], float]] = {
    **dict.fromkeys((CantripOfTheDevil.name, BoilingVeins.name, BloodDrain.name, SummonVermin.name), _harm),
    **dict.fromkeys(HEALS, _healed),
    Rejuvenation.name: _shared_out,
    KrakensBreath.name: _template,
    Groundsnap.name: _snap,
    IceLock.name: _frozen,
    MotherHydrasClaws.name: _claws,
    AquaCurativa.name: _font,
    RenewedVigour.name: _vigour,
    FieryRhetoric.name: _rhetoric,
    Madness.name: _madness,
    AbyssalMist.name: _mist,
    WalkBetweenWorlds.name: _walk,
    TheySleepUnderwater.name: _swims,
    CantripOfTheChariot.name: _chariot,
    CantripOfJustice.name: _justice,
    WavesOfForce.name: _wave,
}
