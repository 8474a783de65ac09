"""The greedy bot: one action ahead, by exact odds and by the distance to what scores."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import cos, dist, inf, isfinite, pi, sin
from random import Random

from sim.board.model.queries import DropOf, PushAlong
from sim.board.model.verdicts import Drop, Push
from sim.bots import candidate_places, command_evaluation, evaluation, spell_evaluation
from sim.bots.base import bot
from sim.bots.no_answer import no_answer
from sim.bots.proposals import proposals
from sim.bots.run_evaluation import FAR, RunCandidates, gets_anywhere
from sim.carnevale.acting import LeaveGuard, WhichAttack
from sim.carnevale.action import Action, How
from sim.carnevale.actions import Guard, Hide, Order, UseAbility
from sim.carnevale.actions.grapple import WhereThrown
from sim.carnevale.agendas.check import SCORE, ScoreOrKeep
from sim.carnevale.characters import Point
from sim.carnevale.disciplines.blood import LifeOrDamage
from sim.carnevale.equipment import UseItem
from sim.carnevale.legality import WhichAction
from sim.carnevale.magic.casting import Cast, TryToDispel
from sim.carnevale.magic.spells import named
from sim.carnevale.odds import roll_odds
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.scenarios.deployment import Place, SetUpMini, standing
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.carnevale.will import SpendWill
from sim.engine.requests import Choice, Measure

__all__ = ["GreedyBot", "least_way_in", "left_out", "way_in"]

MIDDLE = 8.0  # inches: so near to the middle of the board is there
MEASURED = 0.97  # of a distance, that a lattice tells at least
ROOM = 100  # places that a run should lead to from where a mini is set up, on a lattice of 1/8"
GUARD, HIDE = 0.03, 0.01  # when there is nothing better, and enemies may come
WAITING = 0.008  # to guard with action points to spare
NEAR = 10.0  # inches: so far off an enemy may come
GOOD = 0.5  # an attack worth so much is made without a look at moves
WORTHWHILE = 0.005  # what is worth less is left


@bot("greedy")
class GreedyBot:
    """Takes what is worth most right now."""

    def __init__(self, seed: int) -> None:
        self._seed, self._rng = seed, Random(seed)

    def reseed(self, answers: int) -> None:
        """Draw on from so many answers."""
        self._rng = Random(f"{self._seed}/{answers}")

    def choose(self, view: State, choice: Choice, measure: Measure) -> object:
        match choice:
            case WhichAction():
                return self._act(view, choice, measure)
            case WhichAttack():
                return self._opportunity(view, choice, measure)
            case LeaveGuard() | UseItem():
                return True
            case TryToDispel():
                return _dispel(choice)
            case WhoseTurn():
                return self._turn(view, choice)
            case SpendWill():
                return _will(view, choice)
            case RerollDice():
                return _reroll(choice)
            case WhereThrown():
                return self._push(view, choice, measure)
            case SetUpMini():
                return self._deploy(view, choice, measure)
            case ScoreOrKeep():
                return SCORE
            case LifeOrDamage():
                return spell_evaluation.life_or_damage(view, choice)
        return self._any(view, choice, measure)

    # --- what to do -----------------------------------------------------------------------------------

    def _act(self, view: State, choice: WhichAction, measure: Measure) -> object:
        region, who = choice.region, choice.who
        stays = max(WORTHWHILE, _guard(view, who) if view[who].guarding else 0.0)  # whoever moves is no longer on guard
        best: tuple[float, object] = (stays, choice.default)
        for action in region.offers(view, measure):
            best = max(best, (self._offer(view, measure, who, action), action), key=_first)
        if best[0] < GOOD:
            candidates = RunCandidates(view, measure, who, self._rng)
            candidates.best = best[0]
            for value, run in candidates:
                if value <= best[0] or region.refusal(view, measure, run) is not None:
                    continue
                if gets_anywhere(view, measure, who, run):
                    best = (value, run)
                    candidates.best = value
        return best[1]

    def _offer(self, view: State, measure: Measure, who: str, action: Action) -> float:
        found = evaluation.nearest(view, who)
        near = found is not None and found[1] <= NEAR
        match action:
            case Guard():
                return _guard(view, who) if near else 0.0
            case Hide():
                return HIDE if near else 0.0
            case Cast():
                return spell_evaluation.casting(view, who, action)
            case Order():
                return command_evaluation.order(view, who)
            case UseAbility():
                return command_evaluation.ability(view, who, action)
            case _:
                return evaluation.attack(view, measure, who, action)

    def _opportunity(self, view: State, choice: WhichAttack, measure: Measure) -> object:
        who, how = choice.who, How(opportunity=True)
        worth = [evaluation.attack(view, measure, who, attack, how) for attack in choice.attacks]
        best = max(range(len(worth)), key=worth.__getitem__)
        return choice.attacks[best] if worth[best] > 0 else choice.options[0]

    def _turn(self, view: State, choice: WhoseTurn) -> object:
        """Whoever is nearest to an enemy."""
        far = {who: evaluation.nearest(view, who) for who in choice.waiting}
        return min(choice.waiting, key=lambda who: ((found := far[who]) and found[1]) or 0.0)

    # --- places ---------------------------------------------------------------------------------------

    def _push(self, view: State, choice: WhereThrown, measure: Measure) -> object:
        """To where the fall is longest, or into water; else anywhere that is allowed."""
        region = choice.region
        x, y, z = view[region.who].here
        best: tuple[float, Point | None] = (-1.0, None)
        for i in range(12):
            turn = i * pi / 6
            to = (round(x + region.inches * cos(turn), 3), round(y + region.inches * sin(turn), 3), z)
            if region.refusal(view, measure, to) is not None:
                continue
            push: Push = measure(view, PushAlong(region.who, to, region.inches, ignore=(region.by,)))
            drop: Drop = measure(view, DropOf(region.who, push.end))
            best = max(best, (drop.height + (1.0 if drop.landing == "water" else 0.0), to), key=_first)
        return best[1] if best[1] is not None else self._any(view, choice, measure)

    def _deploy(self, view: State, choice: SetUpMini, measure: Measure) -> object:
        """Towards the middle of the board: of a few legal places, the one with the shortest way to it."""
        answers = list(islice(proposals(view, choice, measure, self._rng), 6))
        found = [place for place in answers if isinstance(place, Place)]
        if not found:
            return left_out(choice, answers)
        if view[found[0].who].at is not None:  # somebody makes room
            return found[0]
        found = [place for place in found if place.who == found[0].who]
        best: tuple[float, int] = (inf, 0)
        for number in sorted(range(len(found)), key=lambda number: least_way_in(view, found[number])):
            if least_way_in(view, found[number]) <= best[0]:
                best = min(best, (way_in(view, measure, found[number]), number))
        return found[best[1]]

    # --- other choices -------------------------------------------------------------------------------------

    def _any(self, view: State, choice: Choice, measure: Measure) -> object:
        """What a hurried player gives; else the first legal answer."""
        if choice.default is not None or None in choice.options:
            return choice.default
        for answer in proposals(view, choice, measure, self._rng):
            return answer
        raise no_answer(choice)


def left_out(choice: SetUpMini, answers: Sequence[object]) -> object:
    """Who stays out of the game, where nobody who waits can be set up and none makes room."""
    if not answers:
        raise no_answer(choice)
    return answers[0]


def way_in(view: State, measure: Measure, place: Place) -> float:
    """How far it is from where somebody could be set up to the middle of the board; FAR and more: no way is known."""
    middle = (view.size[0] / 2, view.size[1] / 2, 0.0)
    trial = standing(view, view[place.who], place.at)
    mover = candidate_places.runner(trial, place.who, measure)
    found = candidate_places.prospect(trial, mover, measure, ((*middle, MIDDLE),))
    on = float(found.now[0])
    return on if isfinite(on) and len(found.at) >= ROOM else FAR + dist(place.at, middle)


def least_way_in(view: State, place: Place) -> float:
    """No way in is shorter than this: as the crow flies, less what measuring over a lattice may lose."""
    straight = dist(place.at[:2], (view.size[0] / 2, view.size[1] / 2))
    return MEASURED * max(0.0, straight - MIDDLE)


def _will(view: State, choice: SpendWill) -> int:
    """Will where it counts: falls, and fights; all of it when the game is nearly over."""
    most, c = choice.most, view[choice.who]
    gain = roll_odds(choice.dice + 1, choice.needed).succeeds - roll_odds(choice.dice, choice.needed).succeeds
    if choice.purpose in ("fall", "climb", "disengage", "jump"):
        return min(1, most) if gain > 0.02 else 0
    if choice.purpose == "protection":
        return min(most, 2 if c.lp <= 4 else 1 if view.round >= 3 else 0)
    if choice.purpose in ("combat", "drown", "grapple"):
        return most if view.round >= 4 else min(1, most)
    return 0


def _dispel(choice: TryToDispel) -> bool:
    """What cost the caster a Will Point is worth one."""
    spell = named(choice.spell)
    return spell is not None and spell.cost > 0


def _reroll(choice: RerollDice) -> tuple[int, ...]:
    """Own misses; an enemy's Aces."""
    dice = [die for die in choice.among if (die in choice.aces) != choice.own]
    return tuple(dice[: choice.most])


def _guard(view: State, who: str) -> float:
    """What it is worth to be on guard: less while there are points to lose by it, as it ends the turn (ACT-02)."""
    return GUARD if view[who].ap <= 1 else WAITING


def _first(pair: tuple[float, object]) -> float:
    return pair[0]
