"""The master: of plans that are alike at first sight, the one that stands best once the enemy has had its best reply.

It plans as the seasoned bot does, by numbers of its own, and makes more of its agendas: it jumps and throws for them,
and keeps those for double that will come about again.

Each plan is played out in a game as its seat may know it: what is hidden is drawn by chance, the dice are others. The
turn goes on as the seasoned bot would play it; what its attacks bring is counted by exact odds, not by those dice.
How much is looked at is counted in turns that are played out, so that a game follows from its seed on any machine.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import dist
from statistics import fmean

import msgspec

from sim.bots.agenda_choices import given_up, scored_or_kept
from sim.bots.agenda_dives import DivesTogether
from sim.bots.agenda_jumps import agenda_jump, will_for_jump
from sim.bots.agenda_spells import agenda_spell
from sim.bots.agenda_spending import dice_again
from sim.bots.agenda_wishes import AgendaWishes
from sim.bots.aims import StrictAims
from sim.bots.base import bot
from sim.bots.climbs_to_aims import climb_to_aim
from sim.bots.danger import Outlook
from sim.bots.plan_reasons import ThrowsIt
from sim.bots.replies import Reply, brought, valued
from sim.bots.seasoned import SeasonedBot, valued_at
from sim.bots.setting_out import starts
from sim.bots.throws import Throws, best_throw
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.bots.ways_up import Feet, WaysUp
from sim.bots.weights import weights_of
from sim.bots.zone_choice import nearest_zone
from sim.carnevale.acting import WhichAttack
from sim.carnevale.action import Action, How
from sim.carnevale.actions import Run
from sim.carnevale.actions.grapple import Grapple, WhereThrown
from sim.carnevale.agendas.check import ScoreOrKeep
from sim.carnevale.agendas.plan import DropAgenda
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.names import Names, names_of
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.scenarios.deployment import WhichZone
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.carnevale.will import SpendWill
from sim.engine.bots import let_answer
from sim.engine.foresight import Foresight
from sim.engine.playout import Playout
from sim.engine.reasons import Reason
from sim.engine.requests import Choice, Measure
from sim.words import counted, say

__all__ = ["MasterBot"]

MINIS = 3  # that are played out, at most
CLOSE = 0.02  # Victory Points: what is worth so much less at first sight is not played out
OF_MINIS, OF_PLANS = 1, 2  # games in which each is played out
WORK = 1000  # for one choice: turns that are played out, times the square of how many minis are on the board
LOOKED_AT = 11  # minis that are valued, the nearest to whoever acts
LONGEST = 60  # answers: no turn is played out for longer
REPLY = 0.2  # of what a plan is worth after the reply, beside what it was at first sight: it tells plans apart that are
# nearly as good as each other at first sight by 0.8 points on average, eight times as much as they differ there


class LineOfPlay(msgspec.Struct):
    """Something to try: an answer, the plan behind it, whose turn it is, and what came of it."""

    answer: Action | str
    plan: TurnPlan
    who: str
    first_sight: float
    found: list[float]
    reply: Reply | None = None

    @property
    def worth(self) -> float:
        """After the reply, where that has been looked at."""
        return self.first_sight + REPLY * fmean(self.found) if self.found else -1e9


@bot("master")
class MasterBot(SeasonedBot):
    """Looks at the opponent's best reply."""

    places = 2

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.weights = weights_of("master")
        self._ahead: Foresight[State] | None = None
        self._feet: Feet = {}  # of climbs, kept for the whole game
        self._ways_up: WaysUp | None = None  # at the choice that it thinks of
        self._wished: Sequence[Action] = ()  # what it might do for an agenda

    def outlook(self, view: State, measure: Measure, seat: str) -> Outlook:
        return Outlook(
            view,
            measure,
            self.weights,
            known=self.known,
            aims=StrictAims,
            ways_up=self._ways_up or WaysUp(seat, view, self._feet),
            wishes=DivesTogether,
        )

    def foresee(self, foresight: Foresight[State]) -> None:
        """What it looks ahead with at its next choice."""
        self._ahead = foresight

    def choose(self, view: State, choice: Choice, measure: Measure) -> object:
        """As the seasoned bot, but for what comes when, what to do, and what to make of agendas."""
        self._ways_up = WaysUp(choice.seat, view, self._feet)
        try:
            match choice:
                case ScoreOrKeep():
                    return scored_or_kept(view, choice)
                case WhichZone():
                    return nearest_zone(view, choice)
                case DropAgenda():
                    return given_up(view, choice, self.weights.planned)
                case RerollDice():
                    again = dice_again(AgendaWishes(view, choice.seat), choice)
                    if again is not None:
                        return again
                case SpendWill(purpose="jump", most=most) if most:
                    points = will_for_jump(view, choice.seat, choice.who)
                    if points is not None:
                        return min(most, points)
            return super().choose(view, choice, measure)
        finally:
            self._ahead = self._ways_up = None

    def _tricks(
        self, choice: WhichAction, measure: Measure, plans: TurnPlans, ranked: Sequence[TurnPlan]
    ) -> Sequence[tuple[float, Action]]:
        """A jump or a spell for its agendas, a climb to what scores, and a throw."""
        points = plans.view[choice.who].usable_ap
        jump = agenda_jump(choice, measure, plans, points)
        spell, throw = agenda_spell(choice, measure, plans, points), best_throw(plans, points)
        found: list[tuple[float, Action]] = [
            (each[0] - ranked[0].worth, each[1]) for each in (jump, spell) if each is not None
        ]
        self._wished = [action for _, action in found]
        climb = climb_to_aim(choice, measure, plans, points)
        if climb is not None:
            found.append((climb.worth - ranked[0].worth, climb.run))
        if throw is not None and choice.region.refusal(plans.view, measure, throw[1]) is None:
            found.append((throw[0] - ranked[0].worth, throw[1]))
        return found

    def _opportunity(self, view: State, choice: WhichAttack, measure: Measure) -> object:
        """Also a Grapple, where that is worth more than what hurts."""
        worth, attack = self._best_blow(view, choice, measure)
        throws = Throws(self.outlook(view, measure, choice.seat), choice.who)
        how = How(opportunity=True, charging=choice.charging)
        for grapple in choice.attacks:
            if isinstance(grapple, Grapple) and view[grapple.target].seat != choice.seat:
                gain = throws.gain(grapple.target, how).worth
                worth, attack = (gain, grapple) if gain > worth else (worth, attack)
        return attack

    def _push(self, view: State, choice: WhereThrown, measure: Measure) -> object:
        """Where it is worth most."""
        to = Throws(self.outlook(view, measure, choice.seat), choice.by).best(choice.who, choice.inches)[1]
        return super()._push(view, choice, measure) if to is None else to

    def _reason_for(self, name: Names, who: str, other: Action) -> Reason:
        if isinstance(other, Run):
            return Reason((say("{who} climbs to what scores.", who=name(who)),))
        if other not in self._wished:
            return super()._reason_for(name, who, other)
        return Reason((), (say("{who} chose {action} for an agenda.", who=name(who), action=other.label(name)),))

    def _whose(self, view: State, choice: WhoseTurn, measure: Measure) -> object:
        outlook = self.outlook(view, measure, choice.seat)
        lines = []
        for who in choice.waiting:
            points = outlook.ap_of(view[who])
            plans = TurnPlans(outlook, who, most=points)
            plan, throw = plans.best(points), best_throw(plans, points)
            if throw is not None and throw[0] > plan.worth:
                plan = TurnPlan(throw[0], throw[1], ThrowsIt(throw[1].target), gain=throw[0])
            lines.append(LineOfPlay(who, plan, who, plan.worth - float(plans.ending()[0]), []))
        lines.sort(key=lambda line: -line.first_sight)
        near = [line for line in lines[:MINIS] if line.first_sight >= lines[0].first_sight - CLOSE]
        best = self._best(near, view, choice, measure, OF_MINIS)
        name = names_of(view)
        goes = say("{who} goes next.", who=name(best.who))
        weighed = _weighed(name, best, len(near)) if best.found else (valued_at(best.first_sight),)
        self.reason = Reason((goes, *best.plan.why.sentences(best.who, name)), weighed)
        return best.who

    def _planned(
        self, view: State, choice: WhichAction, measure: Measure, plans: TurnPlans, ranked: Sequence[TurnPlan]
    ) -> object:
        if choice.region.out_of_sequence:
            return super()._planned(view, choice, measure, plans, ranked)
        who = choice.who
        lines: list[LineOfPlay] = []
        for start in starts(choice, plans, ranked, view[who].usable_ap, CLOSE):
            if all(start.action != line.answer for line in lines):
                lines.append(LineOfPlay(start.action, start.plan, who, start.worth, []))
        if not lines:
            return choice.options[0]
        best = self._best(lines, view, choice, measure, OF_PLANS)
        name, ends = names_of(view), best.answer == END
        alone = () if ends else (valued_at(best.plan.worth),)
        weighed = _weighed(name, best, len(lines)) if best.found else alone
        self.reason = Reason(best.plan.why.sentences(who, name), weighed)
        return choice.options[0] if ends else best.answer

    def _best(
        self, lines: Sequence[LineOfPlay], view: State, choice: Choice, measure: Measure, games: int
    ) -> LineOfPlay:
        """The line that is worth most after the reply; the first, where there is nothing to look ahead with."""
        if len(lines) < 2 or self._ahead is None or not self._ahead.possible:
            return lines[0]
        drawn, near = self._rng.getrandbits(30), _nearest(view, {line.who for line in lines})
        most = max(2, WORK // sum(1 for _ in view.on_board()) ** 2)
        lines = lines[:most]
        for n in range(min(games, most // len(lines))):
            for line in lines:
                self._play_out(line, near, choice.seat, measure, self._ahead, drawn + n)
        return max(lines, key=lambda line: line.worth)

    def _play_out(
        self,
        line: LineOfPlay,
        near: Collection[str],
        seat: str,
        measure: Measure,
        ahead: Foresight[State],
        seed: int,
    ) -> None:
        """The rest of the turn in an imagined game, and what that is worth."""
        game = Playout(ahead.imagine(seed))
        before = len(game.events)
        game.answer(line.answer)
        players = {each: SeasonedBot(seed) for each in game.state.seats}
        for player in players.values():
            player.known, player.looks_anew, player.sighted = self.known, False, False
        answers = 1
        while isinstance(game.request, Choice) and game.state.active == line.who and answers < LONGEST:
            let_answer(game, players[game.request.seat], "seasoned")
            answers += 1
        found = valued(game, self.outlook(game.state, measure, seat), seat, near)
        line.found.append(found.worth + brought(line.plan, line.who, game.events[before:]))
        line.reply = found.reply


def _nearest(view: State, to: set[str]) -> list[str]:
    """Those who are nearest to any of these, themselves first: whom a turn of theirs may matter to."""
    starts = [view[who].here for who in to]
    there = sorted(view.on_board(), key=lambda c: min(dist(c.here, start) for start in starts))
    return [c.id for c in there[:LOOKED_AT]]


def _weighed(name: Names, line: LineOfPlay, many: int) -> tuple[str, ...]:
    """What comes of it, out of so many plans that were looked at."""
    best = counted(
        "Of {n} plan it is the best: {worth:+.2f} VP.", "Of {n} plans it is the best: {worth:+.2f} VP.",
        many, worth=float(line.worth),
    )  # fmt: skip
    if line.reply is None:
        return best, say("There is no reply to fear.")
    return best, say("The reply that is feared most:"), *line.reply.why.sentences(line.reply.who, name)
