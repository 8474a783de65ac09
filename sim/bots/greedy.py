"""The greedy bot: one action ahead, by exact odds and by the distance to what scores."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import cos, dist, isfinite, pi, sin
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.board.queries import DropOf, PushAlong
from sim.board.verdicts import Drop, Prospect, Push
from sim.bots import command, places, sorcery, worth
from sim.bots.base import bot
from sim.bots.proposals import proposals
from sim.bots.random_bot import NoAnswer
from sim.carnevale import scenarios
from sim.carnevale.actions import Acts, Cast, Combat, Guard, Hide, Order, Run, UseAbility
from sim.carnevale.actions.base import Action, How
from sim.carnevale.actions.grapple import Throw
from sim.carnevale.agendas.check import SCORE
from sim.carnevale.characters import Point
from sim.carnevale.magic.spells import named
from sim.carnevale.odds import roll_odds
from sim.carnevale.opportunity import Attacks
from sim.carnevale.rolls import Dice
from sim.carnevale.scenarios.deployment import Deployment, Place, standing
from sim.carnevale.state import State
from sim.carnevale.turn import END
from sim.engine.requests import Choice, Measure, measured

SAMPLES = 8  # places to shoot from that are looked at
LATER = 0.8  # an attack after a move is worth so much of one now
AN_INCH = 0.02  # nearer to the nearest enemy
AIM_INCH = 0.02  # nearer to what scores, for each point that it does
HOLDING = 0.15  # to be there
DISTRACTED = 0.3  # of what enemies are worth, where something else scores
FAR = 100.0  # inches: what a place without a way on costs
BESIDE = 0.3  # inches: so near to contact with an enemy a way to it ends
TIRED = 0.001  # of a walk to a place, where the way on is as long from several
MIDDLE = 8.0  # inches: so near to the middle of the board is there
ROOM = 100  # places that a run should lead to from where a mini is set up, on a lattice of 1/8"
GUARD, HIDE = 0.03, 0.01  # when there is nothing better, and enemies may come
NEAR = 10.0  # inches: so far off an enemy may come
WAYS, APART = 24, 0.7  # places on the way that are tried, where the best turns out to be refused; inches between them
GOOD = 0.5  # an attack worth so much is made without a look at moves
WORTHWHILE = 0.005  # what is worth less is left
MM = 1 / 25.4


@bot("greedy")
class GreedyBot:
    """Takes what is worth most right now."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, view: State, choice: Choice, measure: Measure) -> Any:
        rules = {
            "act": self._act,
            "counter": self._act,
            "opportunity": self._opportunity,
            "guard": self._yes,
            "equipment": self._yes,
            "dispel": self._dispel,
            "turn": self._turn,
            "will": self._will,
            "reroll": self._reroll,
            "push": self._push,
            "deploy": self._deploy,
            "double": lambda *_: SCORE,
        }
        rule = rules.get(choice.prompt, self._any)
        return rule(view, choice, measure)

    # --- what to do -----------------------------------------------------------------------------------

    def _act(self, view: State, choice: Choice, measure: Measure) -> Any:
        region = choice.region
        if not isinstance(region, Acts):
            return self._any(view, choice, measure)
        who = region.who
        best: tuple[float, Any] = (WORTHWHILE, END if END in choice.options else None)
        for action in region.offers(view, measure):
            best = max(best, (self._offer(view, measure, who, action), action), key=_first)
        if best[0] < GOOD and not view[who].guarding:
            for value, run in self._runs(view, measure, who):
                if value > best[0] and region.refusal(view, measure, run) is None:
                    best = (value, run)
        return best[1]

    def _offer(self, view: State, measure: Measure, who: str, action: Action) -> float:
        found = worth.nearest(view, who)
        near = found is not None and found[1] <= NEAR
        match action:
            case Guard():
                return GUARD if near else 0.0
            case Hide():
                return HIDE if near else 0.0
            case Cast():
                return sorcery.casting(view, who, action)
            case Order():
                return command.order(view, who, action)
            case UseAbility():
                return command.ability(view, who, action)
            case _:
                return worth.attack(view, measure, who, action)

    def _runs(self, view: State, measure: Measure, who: str) -> Iterable[tuple[float, Run]]:
        """Moves worth a look: into contact, to where somebody can be shot at, or on towards the enemies."""
        foes = view.enemies(who)
        if not view[who].ap:
            return
        friends = view.friends(who)
        aims = [a for a in scenarios.aims(view, who) if not any(dist(c.here, a.at) <= a.radius for c in friends)]
        if not foes and not aims:
            return
        goals = [tuple((*c.here, _touch(view, who, c.id) + BESIDE) for c in foes)]
        goals += [tuple((*a.at, a.radius) for a in aims)] if aims else []
        for rolls in (False, True):
            found = places.prospect(view, who, measure, *goals, rolls=rolls)
            if len(found.at):
                break
        else:
            return
        eager = max((scenarios.bounty(view, view[who].seat, c.id) for c in foes), default=0.0)
        pull = _pull(found, eager, max((a.vp for a in aims), default=0.0))
        for spot, row in (*self._charges(view, who, found), *self._stands(view, who, found)):
            trial = view.copy()
            trial.set(who, at=spot)
            touching = any(_touches(trial, who, c.id) for c in foes)
            attack = self._from_there(trial, measure, who, touching=touching)
            yield attack + float(pull[row]), Run(to=spot)
        for aim in aims:
            apart = np.linalg.norm(found.at - aim.at, axis=1)
            if apart.min() < APART:
                yield float(pull[int(np.argmin(apart))]) + HOLDING * aim.vp, Run(to=aim.at)
        pull = pull - TIRED * found.cost
        for _ in range(WAYS):
            best = int(np.argmax(pull))
            yield float(pull[best]), Run(to=places.as_point(found.at[best]))
            pull = np.where(np.linalg.norm(found.at - found.at[best], axis=1) < APART, -FAR, pull)

    def _charges(self, view: State, who: str, found: Prospect) -> Iterable[tuple[Point, int]]:
        """For each enemy that can be reached, the place of contact on the way there; and the place before it."""
        for enemy in view.enemies(who):
            if _touches(view, who, enemy.id):
                continue
            ex, ey, ez = enemy.here
            touch = _touch(view, who, enemy.id)
            apart = np.hypot(found.at[:, 0] - ex, found.at[:, 1] - ey)
            beside = (apart < touch + BESIDE) & (np.abs(found.at[:, 2] - ez) <= 1.0)
            if not beside.any():
                continue
            row = int(np.argmin(np.where(beside, found.cost, np.inf)))
            x, y, z = places.as_point(found.at[row])
            if apart[row] > 0:
                share = (touch - 0.01) / float(apart[row])
                yield (round(ex + (x - ex) * share, 3), round(ey + (y - ey) * share, 3), z), row

    def _stands(self, view: State, who: str, found: Prospect) -> Iterable[tuple[Point, int]]:
        """A few places, at random, with an enemy in range of a weapon that shoots."""
        longest = max(weapon.range for weapon in view[who].profile.armoury)
        if longest <= 1 or view[who].ap < 2 or not view.enemies(who):
            return
        foes = np.array([c.here for c in view.enemies(who)])
        apart = np.linalg.norm(found.at[:, None, :] - foes[None, :, :], axis=2).min(axis=1)
        rows = np.flatnonzero(apart <= longest)
        for row in self._rng.sample(list(rows), min(SAMPLES, len(rows))):
            yield places.as_point(found.at[row]), int(row)

    def _from_there(self, trial: State, measure: Measure, who: str, *, touching: bool) -> float:
        """The best attack from a place: a charge's at once, another's with the next action."""
        c = trial[who]
        if not touching and c.ap < 2:
            return 0.0
        how = How(opportunity=touching, charging=touching)
        values = [0.0]
        for enemy in trial.enemies(who):
            for weapon in c.profile.armoury:
                action = Combat(enemy.id, weapon.name)
                if weapon.range + 1.1 < _gap(trial, who, enemy.id) or (touching and weapon.range > 1):
                    continue
                if measured(action.barred(trial, who, how), trial, measure) is None:
                    values.append(worth.attack(trial, measure, who, action, how))
        best = max(values)
        if touching:
            return best + (LATER * best if c.ap > 1 else 0.0)
        return LATER * best

    def _opportunity(self, view: State, choice: Choice, measure: Measure) -> Any:
        region = choice.region
        assert isinstance(region, Attacks)
        who = choice.facts["who"]
        how = How(opportunity=True)
        best = max(region.offers, key=lambda action: worth.attack(view, measure, who, action, how))
        return best if worth.attack(view, measure, who, best, how) > 0 else choice.options[0]

    def _turn(self, view: State, choice: Choice, measure: Measure) -> Any:
        """Whoever is nearest to an enemy."""
        far = {who: worth.nearest(view, str(who)) for who in choice.options}
        return min(choice.options, key=lambda who: ((found := far[who]) and found[1]) or 0.0)

    # --- dice -----------------------------------------------------------------------------------------

    def _will(self, view: State, choice: Choice, measure: Measure) -> Any:
        """Will where it counts: falls, and fights; all of it when the game is nearly over."""
        facts, most = choice.facts, len(choice.options) - 1
        gain = (
            roll_odds(facts["dice"] + 1, facts["needed"]).succeeds - roll_odds(facts["dice"], facts["needed"]).succeeds
        )
        purpose, c = facts["purpose"], view[facts["who"]]
        if purpose in ("fall", "climb", "disengage", "jump"):
            return min(1, most) if gain > 0.02 else 0
        if purpose == "protection":
            return min(most, 2 if c.lp <= 4 else 1 if view.round >= 3 else 0)
        if purpose in ("combat", "drown", "grapple"):
            return most if view.round >= 4 else min(1, most)
        return 0

    def _dispel(self, view: State, choice: Choice, measure: Measure) -> bool:
        """What cost the caster a Will Point is worth one."""
        spell = named(choice.facts["spell"])
        return spell is not None and spell.cost > 0

    def _reroll(self, view: State, choice: Choice, measure: Measure) -> Any:
        """Own misses; an enemy's Aces."""
        region, facts = choice.region, choice.facts
        assert isinstance(region, Dice)
        own = facts["who"] in view.characters and view[facts["who"]].seat == choice.seat
        dice = [die for die in region.among if facts["aces"][die] != own]
        return tuple(dice[: region.most])

    # --- places ---------------------------------------------------------------------------------------

    def _push(self, view: State, choice: Choice, measure: Measure) -> Any:
        """To where the fall is longest, or into water; else anywhere that is allowed."""
        region = choice.region
        assert isinstance(region, Throw)
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

    def _deploy(self, view: State, choice: Choice, measure: Measure) -> Any:
        """Towards the middle of the board: of a few legal places, the one with the shortest way to it."""
        region = choice.region
        assert isinstance(region, Deployment)
        middle = (view.size[0] / 2, view.size[1] / 2, 0.0)
        found: list[Place] = list(islice(proposals(view, choice, measure, self._rng), 6))
        if not found:
            raise NoAnswer(f"the bot of {choice.seat} found no room to deploy")
        if view[found[0].who].at is not None:  # somebody makes room
            return found[0]
        found = [place for place in found if place.who == found[0].who]

        def way(place: Place) -> float:
            trial = standing(view, view[place.who], place.at)
            found = places.prospect(trial, place.who, measure, ((*middle, MIDDLE),))
            on = float(found.now[0])
            return on if isfinite(on) and len(found.at) >= ROOM else FAR + dist(place.at, middle)

        return min(found, key=way)

    # --- the rest -------------------------------------------------------------------------------------

    def _yes(self, view: State, choice: Choice, measure: Measure) -> Any:
        return True if True in choice.options else self._any(view, choice, measure)

    def _any(self, view: State, choice: Choice, measure: Measure) -> Any:
        """What a hurried player gives; else the first legal answer."""
        if choice.default is not None or None in choice.options:
            return choice.default
        for answer in proposals(view, choice, measure, self._rng):
            return answer
        raise NoAnswer(f"the bot of {choice.seat} found no answer to '{choice.prompt}'")


def _first(pair: tuple[float, Any]) -> float:
    return pair[0]


def _pull(found: Prospect, eager: float, vp: float) -> NDArray[np.float64]:
    """What each place is worth for being nearer to enemies that are worth so much, and to what scores so much."""
    left, now = np.minimum(found.left, FAR), np.minimum(found.now, FAR)
    towards = AN_INCH * eager * (now[0] - left[0])
    if not vp:
        return np.asarray(towards)
    held = np.where(left[1] == 0, HOLDING, 0.0) - (HOLDING if now[1] == 0 else 0.0)
    return np.asarray(DISTRACTED * towards + vp * (held + AIM_INCH * (now[1] - left[1])))


def _touch(view: State, a: str, b: str) -> float:
    """How far apart the centres of two bases in contact are."""
    return (view[a].profile.size + view[b].profile.size) * MM / 2


def _gap(view: State, a: str, b: str) -> float:
    return max(0.0, dist(view[a].here[:2], view[b].here[:2]) - _touch(view, a, b))


def _touches(view: State, a: str, b: str) -> bool:
    return _gap(view, a, b) < 0.01 and abs(view[a].here[2] - view[b].here[2]) <= 1
