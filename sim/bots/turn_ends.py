"""What it is worth to a mini to end its turn at each place that it could reach: what could befall it there before its
next turn, what it threatens from there, what scores there."""

from __future__ import annotations

from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.bots.danger import Outlook
from sim.bots.places_in_reach import OUT_OF_REACH, Floats, PlacesInReach
from sim.bots.worth import rounds_left
from sim.carnevale import hooks, scenarios
from sim.carnevale.objectives.carrying import carried_by
from sim.geometry.paths.step_values import StepTables, add_nearest, raise_to, spared, values_of

__all__ = ["TurnEnds"]

HURRY, MARGIN = 3.0, 0.3  # turns: who has not so many to spare may come too late
CLIMB = 0.7  # turns that a climb takes
TAKEN_AWAY, EDGE = 0.5, 0.1  # of what scores for an enemy, with the whole game to come; inches that are to be sure
HIGH = 6.0  # inches over ground level: what an agenda calls high


class TurnEnds(PlacesInReach):
    """The ends of a turn of one mini."""

    def __init__(self, outlook: Outlook, who: str, most: int) -> None:
        """`most`: as of the places."""
        super().__init__(outlook, who, most)
        self.wishes = outlook.wishes(self.me.seat)
        self.laden = carried_by(self.view, who) is not None  # it can only run or climb
        self._dangers: dict[float, Floats] = {}  # by what it is to hold

    @property
    def dangers(self) -> Floats:
        """From each enemy at every place, as far as it is to be counted, while it holds nothing: (enemies, places)."""
        return self.dangers_to(0.0)

    def dangers_to(self, scores: float) -> Floats:
        """The same if it holds alone what scores so much."""
        if scores not in self._dangers:
            self._dangers[scores] = self._look_out()
        return self._dangers[scores]

    def _look_out(self) -> Floats:
        found = np.zeros((len(self.foes), len(self.at)))
        wet = bool(self.afloat.any())
        for n, enemy in enumerate(self.foes):
            comes = self.outlook.comes(enemy.id, self.who)
            if comes:
                tables = self.outlook.tables(enemy.id, self.who, wet=wet)
                instead = self.outlook.instead(enemy.id, self.who)
                values_of(self.coming[n], tables, self.afloat, instead, comes, found[n])
        found[:, self.gone] = 0.0  # whoever has left the board is safe
        return found

    @cached_property
    def gone(self) -> NDArray[np.bool_]:
        """At which places has it left the board?"""
        if self.aims and self.aims[0].away:
            return np.asarray(self.left[len(self.foes)] <= 0.0)
        return np.zeros(len(self.at), np.bool_)

    @cached_property
    def ends(self) -> Floats:
        """What it is worth to end the turn at every place, danger apart."""
        weights, found = self.weights, np.zeros(len(self.at))
        if not self.outlook.last and self.foes:
            swims = self.afloat & (not hooks.at_home_in_water(self.view, self.who))
            if not self.laden:
                found += weights.threat * self._threats() * np.where(swims, weights.afloat, 1.0)
            found -= weights.closer * self._to_the_nearest()
        scores = self._aims()
        found += scores - self._spoils()
        if not hooks.at_home_in_water(self.view, self.who):
            found -= weights.wet * self.afloat
            found += self._water()
        found += self._heights()
        return np.where(self.gone, scores, found)  # with nobody near, and none to threaten

    def _to_the_nearest(self) -> Floats:
        """The way to the nearest enemy, from every place; no matter to whoever wants to leave the board."""
        if self.aims and self.aims[0].away:
            return np.zeros(len(self.at))
        nearest = np.full(len(self.at), np.inf)
        for ways in self.ways:
            add_nearest(ways, nearest)
        return nearest

    def _threats(self) -> Floats:
        """The most that it could do to an enemy in its next turn, from every place."""
        found = np.zeros(len(self.at))
        for tables, ways in zip(self.own_tables, self.ways, strict=True):
            raise_to(ways, tables, found)
        return found

    @cached_property
    def own_tables(self) -> list[StepTables]:
        """What it could do to each enemy in its next turn, by the way there."""
        now, self.outlook.strikes.now = self.outlook.strikes.now, ""
        self.view.characters[self.who] = msgspec.structs.replace(self.me, had_turn=True)
        found = [self.outlook.tables(self.who, enemy.id, wet=False) for enemy in self.foes]
        self.view.characters[self.who], self.outlook.strikes.now = self.me, now
        return found

    @cached_property
    def friends_wet(self) -> dict[str, bool]:
        """Which of its friends swim."""
        return {c.id: self.outlook.wet(c.id) for c in self.view.friends(self.who)}

    def _water(self) -> Floats:
        """What the gang's agendas make of a swim."""
        wish = self.wishes.water(self.who, self.friends_wet)
        if not wish:
            return np.zeros(len(self.at))
        home = np.zeros(len(self.at), np.bool_)
        home[self.afloat] = self.wishes.are_at_home(self.at[self.afloat])
        return np.asarray(wish * (self.afloat & ~home))

    def _heights(self) -> Floats:
        """What they make of a high place."""
        wish = self.wishes.height(self.who)
        if not wish:
            return np.zeros(len(self.at))
        high = self.at[:, 2] >= HIGH
        high[high] = ~self.wishes.are_at_home(self.at[high])
        return np.asarray(wish * high)

    def _aims(self) -> Floats:
        """What scores at each place: there, or so many turns off, some of them up a wall."""
        found = np.zeros(len(self.at))
        if self.aims:
            left, vp = self.left[len(self.foes)], max(a.vp for a in self.aims)
            held = 1.0 if self._rounds <= 0 or self.aims[0].away else self.weights.holding
            found = np.where(left <= 0.0, vp * held, self._on_the_way(left, vp))
            found = found + self.outlook.aims.taken_up(self.who, self.at, self._rounds <= 0)
        if self.feet:
            found = np.maximum(found, self._on_the_way(self.left[-1], max(f.vp for f in self.feet), CLIMB))
        return found

    @property
    def _rounds(self) -> int:
        """That are left after this one."""
        page = scenarios.of(self.view)
        return (page.rounds if page is not None else 9) - self.view.round

    def _on_the_way(self, left: Floats, vp: float, more: float = 0.0) -> Floats:
        """What it is worth to be so far from what scores, and so many turns more."""
        a_turn = max(1.0, self.me.profile.ap * self.dry)
        turns = np.minimum(left, OUT_OF_REACH) / a_turn + more
        in_time = 1.0 / (1.0 + np.exp(HURRY * (turns + MARGIN - self._rounds)))
        return np.asarray(vp * self.weights.aim ** (turns + 1.0) * in_time * (turns <= self._rounds))

    def _spoils(self) -> Floats:
        """What it would score for an enemy at each place by what it carries."""
        found = np.zeros(len(self.at))
        for aim in scenarios.spoils(self.view, self.who) if self.laden else ():
            apart = np.hypot(self.at[:, 0] - aim.at[0], self.at[:, 1] - aim.at[1])
            found += aim.vp * (1.0 - TAKEN_AWAY * rounds_left(self.view)) * (apart <= aim.radius + EDGE)
        return found

    def ending(self, without: int | None = None, killed: float = 0.0) -> Floats:
        """What it is worth to end the turn at every place, where an enemy will perhaps be gone."""
        if not self.foes:
            return self.ends
        share = np.ones(len(self.foes))
        if without is not None:
            share[without] = 1.0 - killed
        elsewhere, there = self._less_danger(share, 0.0), self.holds
        scores = self.outlook.aims.held_by(self.aims)
        return np.where(there, self._less_danger(share, scores), elsewhere) if there.any() else elsewhere

    @cached_property
    def holds(self) -> NDArray[np.bool_]:
        """At which places would it hold something alone?"""
        if not self.outlook.aims.held_by(self.aims):
            return np.zeros(len(self.at), np.bool_)
        return np.asarray(self.left[len(self.foes)] <= 0.0)

    def held_at(self, row: int) -> float:
        """What it would hold alone at a place."""
        return self.outlook.aims.held_by(self.aims) if self.holds[row] else 0.0

    def _less_danger(self, share: Floats, scores: float) -> Floats:
        """What it is worth to end the turn at every place if it holds alone what scores so much. `share`: how far each
        enemy will be there."""
        self.outlook.worth.suppose(self.who, scores)
        dangers, whole = self.dangers_to(scores), max(1e-6, self.outlook.worth.whole(self.who))
        self.outlook.worth.suppose(self.who, None)
        kept = np.empty(len(self.at))
        spared(dangers, share, whole, self.weights.most_lost, kept)
        return np.asarray(self.ends - self.weights.caution * whole * (1.0 - kept))
