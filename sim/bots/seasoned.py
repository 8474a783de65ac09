"""The seasoned bot: it plans a mini's whole turn, and knows what the enemy could do to it next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import inf

import numpy as np

from sim.bots import command_evaluation, evaluation
from sim.bots.agenda_wishes import AgendaWishes, dropped
from sim.bots.base import bot
from sim.bots.danger import Outlook
from sim.bots.first_steps import first_steps
from sim.bots.gateways import steps_out_at
from sim.bots.greedy import GreedyBot, least_way_in, left_out, way_in
from sim.bots.long_climbs import climbs_on, off_the_wall
from sim.bots.markers import own_losses
from sim.bots.moving_spells import ridden
from sim.bots.nerve import flees
from sim.bots.planned_spells import spell_worth, what_madness_does, which_spell, whom_it_reaches
from sim.bots.proposals import proposals
from sim.bots.run_evaluation import FAR
from sim.bots.setting_out import starts
from sim.bots.spending import command_point, dispels, uses_item, will_points
from sim.bots.strikes import Known
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.bots.waves import wave_ends
from sim.bots.weights import weights_of
from sim.carnevale import hooks
from sim.carnevale.acting import WhichAttack
from sim.carnevale.action import Action, Attack, How
from sim.carnevale.actions import Combat, Drown, Order, UseAbility
from sim.carnevale.actions.counter import Counter, CounterAction, WhoCounters
from sim.carnevale.agendas.plan import DropAgenda
from sim.carnevale.characters import MOST_AP
from sim.carnevale.disciplines.runes import RideAtOnce, WhatMadnessDoes, WhereWaveEnds
from sim.carnevale.disciplines.wild import WhereOut, WhichSpell
from sim.carnevale.equipment import UseItem
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.magic.casting import Cast, TryToDispel
from sim.carnevale.magic.spells import SpellTargets
from sim.carnevale.morale import FLEE, ROLL, RollOrFlee
from sim.carnevale.moving import MoveOn
from sim.carnevale.names import Names, names_of
from sim.carnevale.objectives.carrying import SHOCK
from sim.carnevale.scenarios.deployment import Place, SetUpMini
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.carnevale.ways import Way
from sim.carnevale.will import SpendWill
from sim.engine.reasons import NO_REASON, Reason
from sim.engine.requests import Choice, Measure
from sim.words import say

__all__ = ["SeasonedBot", "begun", "valued_at"]

PLACES, MOST_PLACES = 6, 60  # to be set up that are looked at: at least, and where none has a way on
FURTHER = 2.0  # as many times a Command Point's worth, for an order to somebody who attacks no more often by it
THROWN = 0.01  # what a Grapple is worth
HAIR = 1e-9  # Victory Points: sums may be off by less


@bot("seasoned")
class SeasonedBot(GreedyBot):
    """Takes the turn that is worth most."""

    places = 1  # to go to, among the plans of a mini
    sighted = True  # does it ask the board who sees the best of them?

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.weights = weights_of("seasoned")
        self.reason = NO_REASON
        self.known = Known()  # attacks that were computed
        self.looks_anew = True

    def _turn(self, view: State, choice: WhoseTurn) -> object:
        return choice.waiting[0]

    def outlook(self, view: State, measure: Measure, seat: str) -> Outlook:
        """What minis can do to each other, as this bot sees it."""
        return Outlook(view, measure, self.weights, known=self.known)

    def choose(self, view: State, choice: Choice, measure: Measure) -> object:
        self.reason = NO_REASON
        if self.looks_anew:
            self.known = self.known.afresh()
        match choice:
            case WhoseTurn():
                return self._whose(view, choice, measure)
            case WhoCounters():
                return self._counter(view, choice, measure)
            case DropAgenda():
                return dropped(view, choice, self.weights.planned)
            case MoveOn() if view[choice.who].on_wall:
                return _on_up(view, choice, measure)
            case WhereOut():
                return steps_out_at(self.outlook(view, measure, choice.seat), choice)
            case WhatMadnessDoes():
                return what_madness_does(self.outlook(view, measure, choice.seat), choice)
            case WhereWaveEnds():
                return wave_ends(self.outlook(view, measure, choice.seat), choice)
            case WhichSpell():
                return which_spell(self.outlook(view, measure, choice.seat), choice)
            case RideAtOnce():
                found = ridden(self.outlook(view, measure, choice.seat), choice.who)
                return None if found is None else found[1]
            case SpellTargets():
                return whom_it_reaches(self.outlook(view, measure, choice.seat), choice)
            case SpendWill() if AgendaWishes(view, choice.seat).spends:
                return min(choice.most, view[choice.who].wp)
            case SpendWill():
                return will_points(view, choice, measure)
            case TryToDispel():
                return dispels(choice)
            case UseItem():
                return uses_item(view, choice)
            case RollOrFlee():
                return FLEE if flees(self.outlook(view, measure, choice.seat), choice.who) else ROLL
        return super().choose(view, choice, measure)

    def _deploy(self, view: State, choice: SetUpMini, measure: Measure) -> object:
        """Towards the middle of the board, as the greedy bot; it looks on for whom hardly any place has a way there."""
        best: tuple[float, Place] | None = None
        answers = list[object]()
        for n, place in enumerate(islice(proposals(view, choice, measure, self._rng), MOST_PLACES)):
            answers.append(place)
            if not isinstance(place, Place) or (best is not None and place.who != best[1].who):
                continue
            if view[place.who].at is not None and best is None:  # somebody makes room
                return place
            if best is None or least_way_in(view, place) < best[0]:
                way = way_in(view, measure, place)
                if best is None or way < best[0]:
                    best = way, place
            if n + 1 >= PLACES and best[0] < FAR:
                break
        if best is None:
            return left_out(choice, answers)
        return best[1]

    def _counter(self, view: State, choice: WhoCounters, measure: Measure) -> object:
        """Whoever can strike now, out of its turn, if it is worth the Command Point.

        Those whom nobody can command are looked at only once another would be taken: they could but be better.
        """
        outlook = self.outlook(view, measure, choice.seat)
        best = command_point(view, choice.seat, self.weights.order), ""
        ready = [who for who in choice.ready if _may_attack(outlook, who)]
        commanded = {who for who in ready if _is_commanded(view, choice, measure, who)}
        for who in sorted(ready, key=lambda who: who not in commanded):
            if who in commanded or best[1]:
                best = max(best, (_striking(view, choice, measure, outlook, who, best[0]), who))
        offers = choice.offers(view, measure) if best[1] in commanded else []
        for offer in offers:
            if offer.who == best[1]:
                name = names_of(view)
                now = say("{by} has {who} strike now.", by=name(offer.by), who=name(offer.who))
                self.reason = Reason((now,), (valued_at(best[0]),))
                return offer
        return choice.default

    def _whose(self, view: State, choice: WhoseTurn, measure: Measure) -> object:
        if len(choice.waiting) == 1:
            return choice.waiting[0]
        outlook = self.outlook(view, measure, choice.seat)
        best = (-1e9, choice.waiting[0])
        for who in choice.waiting:
            points = outlook.ap_of(view[who])
            plans = TurnPlans(outlook, who, most=points)
            stays = float(plans.ending()[0])
            plan = plans.best(points, least=best[0] + stays - HAIR)
            best = max(best, (plan.worth - stays, who))
        return best[1]

    def _act(self, view: State, choice: WhichAction, measure: Measure) -> object:
        region, who = choice.region, choice.who
        if not view[who].usable_ap and not region.out_of_sequence:
            return END
        outlook = self.outlook(view, measure, choice.seat)
        outlook.strikes.now = who
        points = _points(view, choice)
        plans = TurnPlans(outlook, who, self.places, most=points, sighted=self.sighted)
        for climb in climbs_on(plans, points) if view[who].on_wall and not hooks.flies(view, who) else ():
            if region.refusal(view, measure, climb) is None:
                self.reason = Reason((say("{who} climbs on.", who=names_of(view)(who)),))
                return climb
        ranked = plans.ranked(points)
        if not region.out_of_sequence:
            other = self._other(view, choice, measure, plans, ranked)
            if other is not None:
                self.reason = self._reason_for(names_of(view), who, other)
                return other
        return self._planned(view, choice, measure, plans, ranked)

    def _reason_for(self, name: Names, who: str, other: Action) -> Reason:
        """Why it does something that is in no plan."""
        label = other.label(name)
        why = say("{who} chose {action}: that is worth more than what else it could do.", who=name(who), action=label)
        return Reason((why,))

    def _planned(
        self, view: State, choice: WhichAction, measure: Measure, plans: TurnPlans, ranked: Sequence[TurnPlan]
    ) -> object:
        """The first action of the best of these plans that can be begun."""
        found = starts(choice, plans, ranked, _points(view, choice))
        if not found:
            return choice.options[0]
        start = found[0]
        ends = start.action == END
        why = start.plan.why.sentences(choice.who, names_of(view))
        self.reason = Reason(why, () if ends else (valued_at(start.worth),))
        return choice.options[0] if ends else start.action

    def _opportunity(self, view: State, choice: WhichAttack, measure: Measure) -> object:
        """The attack that is worth most; a Grapple where nothing else hurts."""
        return self._best_blow(view, choice, measure)[1]

    def _best_blow(self, view: State, choice: WhichAttack, measure: Measure) -> tuple[float, object]:
        outlook = self.outlook(view, measure, choice.seat)
        best: tuple[float, Attack] | None = None
        for attack in choice.attacks:
            worth = THROWN
            if isinstance(attack, Combat):
                how = How(opportunity=True, charging=choice.charging)
                loss = evaluation.combat_loss(view, measure, choice.who, attack, how)
                lost = np.array(loss.life_lost)
                worth = outlook.worth.taken(attack.target, lost, float(lost[SHOCK:].sum()))
                worth -= own_losses(outlook, view, choice.who, attack)
            elif isinstance(attack, Drown):
                drowning = outlook.strikes.drowning(choice.who, attack.target, How(opportunity=True))
                worth = outlook.worth.taken(attack.target, np.array(drowning.lost), drowning.shocks)
            elif view[attack.target].seat == view[choice.who].seat:
                continue
            if best is None or worth > best[0]:
                best = worth, attack
        return best if best is not None else (0.0, choice.options[0])

    def _other(
        self, view: State, choice: WhichAction, measure: Measure, plans: TurnPlans, ranked: Sequence[TurnPlan]
    ) -> Action | None:
        """A spell, an order, a command or a trick that is worth more than the AP that it takes."""
        who, region = choice.who, choice.region
        found: list[tuple[float, Action]] = []
        a_point, ordered = None, None
        for action in region.offers(view, measure):
            match action:
                case Cast():
                    worth, action = spell_worth(plans, action, max(0, view[who].usable_ap - action.ap))
                case UseAbility():
                    worth = command_evaluation.ability(view, who, action)
                case Order():
                    if ordered is None:
                        ordered = self._ordered(view, choice, plans, ranked)
                    worth = ordered
                case _:
                    continue
            if worth <= 0.0:
                continue
            if action.ap:
                if a_point is None:
                    a_point = ranked[0].worth - plans.best(max(0, view[who].usable_ap - 1)).worth
                worth -= a_point
            found.append((worth, action))
        found += self._tricks(choice, measure, plans, ranked)
        best = max(found, key=lambda each: each[0], default=None)
        return best[1] if best is not None and best[0] > 0.0 else None

    def _tricks(
        self, choice: WhichAction, measure: Measure, plans: TurnPlans, ranked: Sequence[TurnPlan]
    ) -> Sequence[tuple[float, Action]]:
        """What else it knows to do, and how much more that is worth than the best of its plans."""
        return ()

    def _ordered(self, view: State, choice: WhichAction, plans: TurnPlans, ranked: Sequence[TurnPlan]) -> float:
        """What another Action Point is worth to whoever acts, less the Command Point: of plans that can be begun."""
        points = min(MOST_AP, view[choice.who].ap + 1)
        further = TurnPlans(plans.outlook, choice.who, most=points)
        more = further.ranked(points)
        walks = more[0].times <= ranked[0].times  # it would only go further
        cost = command_point(view, choice.seat, self.weights.order) * (FURTHER if walks else 1.0)
        if more[0].worth - ranked[0].worth <= cost:
            return 0.0
        ordered, now = starts(choice, further, more, points), starts(choice, plans, ranked, view[choice.who].usable_ap)
        return ordered[0].worth - now[0].worth - cost if ordered and now else 0.0


def valued_at(worth: float) -> str:
    """What a bot makes of its plan, which may tell what it holds in secret."""
    return say("It values that at {worth:+.2f} VP.", worth=float(worth))


def _points(view: State, choice: WhichAction) -> int:
    """The AP that whoever acts may use."""
    return 1 if choice.region.out_of_sequence else view[choice.who].usable_ap


def begun(
    view: State, choice: WhichAction, measure: Measure, plans: TurnPlans, ranked: Iterable[TurnPlan], points: int
) -> Iterator[tuple[TurnPlan, Action | str]]:
    """Plans for so many AP that can be begun now, each with its first action; END: the turn ends."""
    for plan in ranked:
        for action in first_steps(plans, plan, points):
            if action == END or (isinstance(action, Action) and choice.region.refusal(view, measure, action) is None):
                yield plan, action
                break


def _may_attack(outlook: Outlook, who: str) -> bool:
    """Could it perhaps attack an enemy with one action, as far as a straight line tells?"""
    if not any(outlook.within(who, c.id) for c in outlook.view.enemies(who)):
        return False
    outlook.strikes.now = who
    return outlook.may_charge(who) or outlook.may_strike(who)


def _is_commanded(view: State, choice: WhoCounters, measure: Measure, who: str) -> bool:
    """Can anybody have it act now?"""
    offers = (Counter(by, who) for by in choice.by if by != who)
    return any(choice.region.refusal(view, measure, offer) is None for offer in offers)


def _striking(view: State, choice: WhoCounters, measure: Measure, outlook: Outlook, who: str, least: float) -> float:
    """What a strike of it is worth now, out of its turn, if it is so much at least, and it can be done; else less."""
    outlook.strikes.now, c = who, view[who]
    share = 0.5 if c.profile.ap >= MOST_AP and not c.had_turn else 1.0  # it only comes sooner
    plans = TurnPlans(outlook, who, most=1)
    if not plans.could_attack(1):
        return -inf
    stays = float(plans.ending()[0])
    ranked = [plan for plan in plans.ranked(1) if share * (plan.worth - stays) >= least]
    plan = _struck(view, CounterAction(seat=choice.seat, who=who), measure, plans, ranked)
    return -inf if plan is None else share * (plan.worth - stays)


def _struck(
    view: State, choice: CounterAction, measure: Measure, plans: TurnPlans, ranked: Sequence[TurnPlan]
) -> TurnPlan | None:
    """The first of these plans that can be done from where it stands, if it is to strike."""
    able = view.copy()
    able.set(choice.who, ap=min(MOST_AP, view[choice.who].ap + 1))  # the counter's own action point
    last = max((n for n, plan in enumerate(ranked) if plan.attacks), default=-1)
    for plan, _ in begun(able, choice, measure, plans, ranked[: last + 1], 1):
        return plan if plan.attacks else None
    return None


def _on_up(view: State, choice: MoveOn, measure: Measure) -> Way | None:
    """What a Critical adds to a climb leads off the wall, if it can."""
    ways = (Way(to=at) for at in off_the_wall(view, measure, choice.by))
    return next((way for way in ways if choice.region.refusal(view, measure, way) is None), None)
