"""What a gang's agendas make it wish for: on guard three at a time, into the water, will points spent, whom to kill.

Only agendas that a gang can bring about by itself are worked for; of those of killing, it knows who should kill whom,
and with what.
"""

from __future__ import annotations

import itertools
from collections import defaultdict

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.bots.agenda_chances import CHANCE, OTHERS, counts, hangs_on_it
from sim.bots.strikes import DROWNING
from sim.carnevale import hooks, scenario
from sim.carnevale.actions import Dive
from sim.carnevale.agendas.plan import DropAgenda, Plan
from sim.carnevale.characters import Character, Point
from sim.carnevale.events import ActionBegan, Killed, LostLife, PointsSpent, RoundBegan, TurnBegan
from sim.carnevale.state import State
from sim.carnevale.zones import inside_each

__all__ = ["SHARE", "SIX", "THREE", "AgendaWishes", "dropped"]

THREE = 3  # whom most of them ask for
SIX = 6  # will points in a round
HIGH = 6.0  # inches over ground level
EIGHT = 8  # Life Points lost in one turn
FROM_AFAR, IN_COVER = 0.7, 0.4  # how often a shot kills from six inches or more, and somebody in cover
KILLERS: dict[str, tuple[str, tuple[str, ...]]] = {  # who should kill whom; nobody: any three
    "A1": ("Leader", ("Leader",)),
    "A2": ("Hero", ("Leader",)),
    "A3": ("Henchman", ("Leader", "Hero")),
    "A7": ("Leader", ()),
    "A8": ("Hero", ()),
    "A9": ("Henchman", ()),
}
STILL_TO_COME = 1.0  # of its points, at least: what hangs on the first agenda and is not held yet
SHARE = (0.3, 0.5, 0.9)  # of an agenda's points: for the first step of three towards it, the second, the last

ANOTHER, A_ROUND = 0.4, 0.1  # of one that is not yet known: at most, and for each round that is left (of 55 that were
# drawn so in 20 games 9 of 26 came about in the first round, 8 of 18 in the second, 1 of 11 in the third)


class AgendaWishes:
    """What one seat would gain by small things, for the agendas that it holds."""

    def __init__(self, view: State, seat: str, likely: float | None = None) -> None:
        """`likely`: how likely what the seat scores will count, if that is known."""
        self.view, self.seat = view, seat
        self.held = view.seats[seat].agendas
        page = scenario.of(view)
        self.vp = float(page.agenda_vp) if page is not None else 0.0
        if page is not None and "secondary" in page.agenda_rules and not view.seats[seat].scored:
            hangs = (1.0 - (counts(view, seat) if likely is None else likely)) * hangs_on_it(view, seat)
            self.vp += hangs if self.last else max(hangs, STILL_TO_COME * self.vp)
        zones = scenario.zones(view)
        self._zone = next((z for z in zones if z.name == view.seats[seat].zone), None)
        self._rounds: list[list[msgspec.Struct]] | None = None

    @property
    def rounds(self) -> list[list[msgspec.Struct]]:
        """The events of each round."""
        if self._rounds is None:
            self._rounds = [[]]
            for event in self.view.log:
                if isinstance(event, RoundBegan):
                    self._rounds.append([])
                self._rounds[-1].append(event)
        return self._rounds

    def guard(self, who: str) -> float:
        """For going on guard now."""
        if "C5" not in self.held:
            return 0.0
        done = {e.who for e in self._began("guard", -1)}
        able = [c for c in self.view.friends(who) if not c.had_turn and c.id not in done]
        return self.step(len(done), len(able) + 1)

    def water(self, who: str, wet: dict[str, bool]) -> float:
        """For being in water outside the own zone. `wet`: who of its friends is."""
        view = self.view
        if hooks.at_home_in_water(view, who):
            return 0.0
        found = 0.0
        if "B5" in self.held:
            friends = [c for c in view.friends(who) if not hooks.at_home_in_water(view, c.id)]
            done = [c for c in friends if wet.get(c.id) and not self.at_home(c.here)]
            able = [c for c in friends if not c.had_turn and c not in done]
            found = self.step(len(done), len(able) + 1)
        if "D5" in self.held and not self.last:
            found = max(found, 0.15 * self.vp)
        if "D4" in self.held and not self.last:
            found = max(found, self._to_dive(who, wet))
        return found

    def _to_dive(self, who: str, wet: dict[str, bool]) -> float:
        """For being in water when the next round begins, where three are to dive in one."""
        return 0.15 * self.vp

    def height(self, who: str) -> float:
        """For being high over the ground outside the own zone."""
        if "B4" not in self.held:
            return 0.0
        friends = self.view.friends(who)
        done = [c for c in friends if c.here[2] >= HIGH and not self.at_home(c.here)]
        able = [c for c in friends if not c.had_turn and c not in done]
        return self.step(len(done), len(able) + 1)

    def drown(self, target: str) -> float:
        """For holding an enemy under, whatever comes of it."""
        if "B8" not in self.held:
            return 0.0
        done = {e.target for round_ in range(len(self.rounds)) for e in self._began("drown", round_)}
        return 0.0 if target in done else self.step(len(done), THREE)

    def kill(self, who: str, target: str, weapon: str, reach: float) -> float:
        """For killing an enemy with a weapon, from so many inches at most."""
        c, t = self.view[who], self.view[target]
        found = 0.0
        for id, (killers, victims) in KILLERS.items():
            if id in self.held and c.has_keyword(killers) and (not victims or any(map(t.has_keyword, victims))):
                done = 0 if victims else self._kills(killers)
                found += self.vp if victims else SHARE[min(done, THREE - 1)] * self.vp
        found += self.vp * ("B7" in self.held and weapon == DROWNING)
        found += self.vp * ("C9" in self.held and t.profile.size > c.profile.size)
        if reach >= SIX:
            found += self.vp * (FROM_AFAR * ("C2" in self.held) + IN_COVER * ("C10" in self.held))
        return found

    def hurt(self, target: str, lost: NDArray[np.float64]) -> float:
        """For taking 0, 1, 2, ... Life Points from an enemy with these probabilities in the rest of this turn."""
        if "C1" not in self.held:
            return 0.0
        turn = itertools.takewhile(lambda event: not isinstance(event, TurnBegan), reversed(self.view.log))
        done = sum(e.lost for e in turn if isinstance(e, LostLife) and e.who == target)
        more = EIGHT - done
        return 0.0 if more <= 0 else self.vp * float(lost[more:].sum()) * (self.view[target].lp >= more)

    def _kills(self, killers: str) -> int:
        """By minis of the seat of a rank."""
        by = [e.by for e in self.view.log if isinstance(e, Killed) and e.by in self.view.characters]
        return sum(self.view[each].seat == self.seat and self.view[each].has_keyword(killers) for each in by if each)

    def dive(self, who: str, wet: dict[str, bool]) -> float:
        """For a Dive now. `wet`: who of its friends is in water."""
        found = 0.0
        if "D5" in self.held:
            before = len(self.rounds) > 2 and any(e.who == who for e in self._began("dive", -2))
            found = 0.9 * self.vp if before else 0.0 if self.last else 0.35 * self.vp
        if "D4" in self.held:
            done = len(self._began("dive", -1))
            found = max(found, self.step(done, len(self._divers(who, wet)) + 1))
        return found

    def _divers(self, who: str, wet: dict[str, bool]) -> list[Character]:
        """Friends who could still dive this round."""
        return [c for c in self.view.friends(who) if not c.had_turn and c.ap >= Dive.ap]

    @property
    def spends(self) -> bool:
        """Is will better spent than kept?"""
        if "A10" in self.held:
            return True
        if "B1" not in self.held:
            return False
        own = [c for c in self.view.characters.values() if c.seat == self.seat]
        spent = sum(
            e.points
            for e in self.rounds[-1]
            if isinstance(e, PointsSpent) and e.is_will and self.view[e.who].seat == self.seat
        )
        return spent + sum(c.wp for c in own if c.on_board) >= SIX

    def at_home(self, at: Point) -> bool:
        """In the own zone?"""
        return self._zone is not None and self._zone.has(at)

    def are_at_home(self, at: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which of these places lie in the own zone?"""
        found = np.zeros(len(at), np.bool_)
        if self._zone is not None:
            zone, ((x0, x1), (y0, y1)) = self._zone, (self._zone.x, self._zone.y)
            found = (x0 <= at[:, 0]) & (at[:, 0] <= x1) & (y0 <= at[:, 1]) & (at[:, 1] <= y1)
            if zone.polygon:
                found[found] = inside_each(zone.polygon, at[found])
            elif zone.corner is not None:
                found &= np.hypot(at[:, 0] - zone.corner[0], at[:, 1] - zone.corner[1]) <= zone.reach
        return found

    @property
    def last(self) -> bool:
        """Is it the last round?"""
        page = scenario.of(self.view)
        return page is not None and self.view.round >= page.rounds

    def _began(self, action: str, round_: int) -> list[ActionBegan]:
        return [
            e
            for e in self.rounds[round_]
            if isinstance(e, ActionBegan) and e.action == action and self.view[e.who].seat == self.seat
        ]

    def step(self, done: int, able: int) -> float:
        """What one of three steps is worth where so many are done and so many could be."""
        if done >= THREE or done + able < THREE:
            return 0.0
        return SHARE[done] * self.vp


def dropped(view: State, choice: DropAgenda, point: float) -> Plan | None:
    """Which agenda a seat gives up for another; None: it keeps them. `point`: what else a Command Point is worth, in
    Victory Points."""
    page = scenario.of(view)
    if page is None or not choice.planners:
        return None
    chances: defaultdict[str, float] = defaultdict(lambda: OTHERS, CHANCE)
    held = [a for a in choice.agendas if a not in view.seats[choice.seat].doubled]
    if not held:
        return None
    worst = min(held, key=lambda agenda: chances[agenda])
    another = min(ANOTHER, A_ROUND * (page.rounds - view.round))
    gain = (another - chances[worst]) * AgendaWishes(view, choice.seat).vp
    return Plan(choice.planners[0], worst) if gain > point else None
