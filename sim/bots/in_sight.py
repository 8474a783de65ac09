"""What a mini has to fear from afar where its turn ends: by who sees it there from where they stand, whether it is in
cover from them (GEO-08), and whether it hides (ACT-01).

The dangers of a whole field of places count that whoever shoots sees its target so and so often (`Weights.unseen`). Of
the places that a turn may well end at, straight lines to those who shoot tell which are seen; of the best of these, the
board is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.model.queries import LinesTo
from sim.board.model.verdicts import Lines
from sim.bots import candidate_places
from sim.bots.danger import value_at
from sim.bots.places_in_reach import Floats, Rows
from sim.bots.turn_ends import TurnEnds
from sim.carnevale import rulings, sighting
from sim.carnevale.sighting import HIDDEN_REACH
from sim.carnevale.state import State
from sim.engine.requests import Refusal, measured
from sim.geometry.paths.step_values import StepTables, Ways, spared, values_of

__all__ = ["InSight"]

BESIDE = 1.0  # inches: whoever comes so near is not shot at, but struck
HEAVY = 2  # dice of PROTECTION: no cover is worth more


class Exposed(NamedTuple):
    """How an enemy sees a mini at a place from where it stands: whether, and what cover is worth to it."""

    seen: bool
    cover: int = 0  # dice of PROTECTION


class InSight:
    """The ends of a turn of one mini as its enemies see them."""

    def __init__(self, ends: TurnEnds) -> None:
        self._ends = ends
        self._known: dict[tuple[int, int], Exposed] = {}

    @cached_property
    def shooters(self) -> list[int]:
        """The enemies who could harm it from afar."""
        ends, wet = self._ends, bool(self._ends.afloat.any())
        could = [n for n, enemy in enumerate(ends.foes) if ends.outlook.comes(enemy.id, ends.who)]
        return [n for n in could if len(ends.outlook.tables(ends.foes[n].id, ends.who, wet=wet).ranges)]

    def as_lines_tell(self, rows: Rows) -> Floats:
        """What it is worth to end the turn at some places, in the open wherever a line leads there from who shoots."""
        found, holds = np.empty(len(rows)), self._ends.holds[rows]
        seen = [self.clear(n, rows) for n in self.shooters]
        for some in (~holds, holds):
            if some.any():
                found[some] = self._by_lines(rows[some], [each[some] for each in seen])
        return found

    def clear(self, n: int, rows: Rows) -> NDArray[np.bool_]:
        """To which of some places a line leads from an enemy."""
        ends = self._ends
        at = tuple(candidate_places.as_point(ends.at[row]) for row in rows)
        lines: Lines = ends.measure(ends.view, LinesTo(ends.foes[n].id, ends.who, at))
        return np.array(lines.clear, np.bool_)

    def _by_lines(self, rows: Rows, seen: list[NDArray[np.bool_]]) -> Floats:
        """The same of places that hold as much as each other."""
        ends, outlook, who = self._ends, self._ends.outlook, self._ends.who
        scores, wet = ends.held_at(int(rows[0])), bool(ends.afloat.any())
        dangers, harm = ends.dangers_to(scores)[:, rows], np.empty(len(ends.at))
        outlook.worth.suppose(who, scores)
        for n, clear in zip(self.shooters, seen, strict=True):
            enemy = ends.foes[n].id
            tables = outlook.tables(enemy, who, wet=wet)
            instead, comes = outlook.instead(enemy, who), outlook.comes(enemy, who)
            for exposed, those in ((Exposed(True), clear), (Exposed(False), ~clear)):
                if those.any():
                    values_of(ends.coming[n], self._exposed_to(n, tables, exposed), ends.afloat, instead, comes, harm)
                    dangers[n, those] = harm[rows[those]]
        whole, kept = max(1e-6, outlook.worth.whole(who)), np.empty(len(rows))
        outlook.worth.suppose(who, None)
        spared(np.ascontiguousarray(dangers), np.ones(len(ends.foes)), whole, ends.weights.most_lost, kept)
        return np.asarray(ends.ends[rows] - ends.weights.caution * whole * (1.0 - kept))

    def ending(self, row: int, *, hides: bool = False) -> float:
        """What it is worth to end the turn at a place, in the open or in cover as it is, or Hidden there."""
        ends, outlook, who = self._ends, self._ends.outlook, self._ends.who
        found, scores = float(ends.ends[row]), ends.held_at(row)
        if hides:
            found -= self._blind(row)
        if ends.gone[row] or not ends.foes:
            return found
        dangers = ends.dangers_to(scores)[:, row].copy()
        outlook.worth.suppose(who, scores)
        for n, tables in self._shooters(row):
            way, straight = _inches(ends.coming[n], row), float(ends.straight[n, row])
            seen = self._as_seen(n, row, tables, hides=hides)
            harm = value_at(seen, way, straight, wet=bool(ends.afloat[row]))
            dangers[n] = outlook.likely(ends.foes[n].id, who, harm)
        whole = max(1e-6, outlook.worth.whole(who))
        outlook.worth.suppose(who, None)
        kept = float(np.prod(1.0 - np.minimum(ends.weights.most_lost, dangers / whole)))
        return found - ends.weights.caution * whole * (1.0 - kept)

    def _shooters(self, row: int) -> Iterator[tuple[int, StepTables]]:
        """Enemies who could harm it from afar there with one run at most, and all that they could do to it."""
        ends, wet = self._ends, bool(self._ends.afloat.any())
        for n in self.shooters:
            tables, straight = ends.outlook.tables(ends.foes[n].id, ends.who, wet=wet), float(ends.straight[n, row])
            if BESIDE < straight <= float(tables.ranges.max()) + tables.move:
                yield n, tables

    def _as_seen(self, n: int, row: int, tables: StepTables, *, hides: bool) -> StepTables:
        """What an enemy could do to it there, as the board tells that it is seen; where it hides, from close by."""
        exposed, straight = self._exposed(n, row), float(self._ends.straight[n, row])
        if hides and straight > HIDDEN_REACH and (exposed.cover or not exposed.seen):
            return tables._replace(ranges=np.minimum(tables.ranges, HIDDEN_REACH))
        return self._exposed_to(n, tables, exposed)

    def _exposed_to(self, n: int, tables: StepTables, exposed: Exposed) -> StepTables:
        """What an enemy could do to it, if that has to move first where it does not see it."""
        ends, afar = self._ends, tables.afar.copy()
        enemy = ends.foes[n].id
        banes = ends.outlook.banes(enemy)
        if not exposed.seen:
            afar[:, 0] = afar[:, 1]
        elif exposed.cover and banes is None:
            strikes, ap = ends.outlook.next_turn(enemy), ends.outlook.ap_of(ends.foes[n])
            for each, shot in enumerate(strikes.shots(enemy, ends.who)):
                covered = strikes.at_cover(enemy, ends.who, shot, exposed.cover)
                afar[each, 0] = ends.outlook.harm([covered] * min(shot.uses, ap), ends.who)
        else:
            afar[:, 0] /= ends.weights.unseen
        return tables._replace(afar=afar)

    def _exposed(self, n: int, row: int) -> Exposed:
        if (n, row) not in self._known:
            self._known[n, row] = self._looked(self._ends.foes[n].id, row)
        return self._known[n, row]

    def _looked(self, enemy: str, row: int) -> Exposed:
        ends, who = self._ends, self._ends.who
        trial: State = ends.view.copy()
        trial.set(who, at=candidate_places.as_point(ends.at[row]), hidden=False, guarding=False)
        trial.set(enemy, hidden=False)
        if isinstance(measured(sighting.look(trial, enemy, who), trial, ends.measure), Refusal):
            return Exposed(seen=False)
        apart = measured(rulings.distance(enemy, who), trial, ends.measure)
        cover = measured(sighting.cover_of(trial, enemy, who, apart), trial, ends.measure)
        return Exposed(seen=True, cover=min(HEAVY, sum(m.change for m in cover.modifiers)))

    def _blind(self, row: int) -> float:
        """What it threatens less while it is Hidden, as it sees nothing far off then."""
        ends = self._ends
        if ends.outlook.last or not any(len(tables.ranges) for tables in ends.own_tables):
            return 0.0
        threats = dict.fromkeys((HIDDEN_REACH, float("inf")), 0.0)
        for n, tables in enumerate(ends.own_tables):
            way, straight = _inches(ends.ways[n], row), float(ends.straight[n, row])
            for reach in threats:
                near = tables._replace(ranges=np.minimum(tables.ranges, reach))
                threats[reach] = max(threats[reach], value_at(near, way, straight, wet=False))
        return float(ends.weights.threat * (threats[float("inf")] - threats[HIDDEN_REACH]))


def _inches(ways: Ways, row: int) -> float:
    """The way from a place, or what it is taken to be."""
    if row == 0:
        return ways.first
    way = float(ways.way[row])
    return way if isfinite(way) else ways.about + ways.detour * float(ways.straight[row])
