"""What every enemy could do in its next turn to one mini, as players and programs are told it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.bots import candidate_places
from sim.bots.banes import Bane, best_of
from sim.bots.contact import touch
from sim.bots.danger import FURTHER, Outlook
from sim.bots.run_evaluation import BESIDE
from sim.bots.strikes import Footholds, Strike
from sim.bots.weights import weights_of
from sim.carnevale.characters import Character, Point
from sim.carnevale.state import State
from sim.carnevale.will import will_left
from sim.engine.requests import Measure

__all__ = ["Threat", "danger"]

NO_WAY = 1e3  # inches: as good as none


class Threat(msgspec.Struct, frozen=True):
    """What one enemy could do to a mini in its next turn."""

    enemy: str
    weapon: str  # or a spell: what it would begin with
    attacks: int  # spells included
    lost: float  # Life Points, on average
    kills: float  # the chance
    comes: float  # how likely it gets to it: whose turn comes when, and whom else it could attack


class _Ways(NamedTuple):
    """Attacks and spells one after the other."""

    worth: float
    first: str
    times: int
    lost: NDArray[np.float64]  # the probabilities of losing 0, 1, 2, ... Life Points


def danger(view: State, measure: Measure, who: str, place: Point | None = None) -> tuple[Threat, ...]:
    """What every enemy could do in its next turn to a mini where it stands, or at a place; the worst first.

    `view`: as the mini's seat may see the game. Nothing is rolled or changed; the board is measured freely.
    """
    if place is not None:
        view = view.copy()
        view.set(who, at=place)
    outlook = Outlook(view, measure, weights_of("seasoned"))
    foes = view.enemies(who)
    goals = [((*c.here, touch(view, who, c.id) + BESIDE),) for c in foes]
    found = candidate_places.prospect(view, candidate_places.runner(view, who, measure), measure, *goals)
    threats = []
    for n, enemy in enumerate(foes):
        straight = outlook.gap(enemy.here, view[who].here, enemy.id, who)
        walk = straight if outlook.flies(enemy.id) else float(found.now[n])
        way = 0.0 if outlook.touch(enemy.id, who) else min(max(0.1, walk), NO_WAY)
        harm = outlook.over(enemy.id, who, way, straight, outlook.wet(who))
        if harm > 0.0:
            threats.append(_told(outlook, enemy, who, way, straight, harm))
    return tuple(sorted(threats, key=lambda t: -t.lost * t.comes))


def _told(outlook: Outlook, enemy: Character, who: str, way: float, straight: float, harm: float) -> Threat:
    """The best of what an enemy can do, in words and numbers."""
    best = max(_ways(outlook, enemy, who, way, straight), key=lambda each: each.worth)
    lost, life = best.lost, outlook.view[who].lp
    comes = outlook.likely(enemy.id, who, harm) / harm
    mean = float(lost @ np.minimum(np.arange(len(lost)), life))
    return Threat(enemy.id, best.first, best.times, mean, float(lost[life:].sum()), comes)


def _ways(outlook: Outlook, enemy: Character, who: str, way: float, straight: float) -> Iterator[_Ways]:
    """All that it can do, hand to hand and from afar, with its magic and without."""
    ap, move = outlook.ap_of(enemy), max(1.0, float(enemy.profile.move - enemy.stunned))
    runs = ceil(max(way - FURTHER, 0.01) / move) if way else 0
    stand, strikes = Footholds(outlook.wet(who), outlook.wet(who)), outlook.next_turn(enemy.id)
    banes = outlook.banes(enemy.id)
    casts: tuple[Bane, ...] = () if banes is None else banes.of(enemy.id, who)
    will, worth = will_left(outlook.view, enemy.id), partial(outlook.worth.taken, who)

    def told(able: list[Bane], left: int, blow: Strike | None, first: Strike | None = None) -> _Ways:
        found = best_of(able, will, left, worth, blow, first)
        names = [s.weapon for s in (first,) if s is not None] + [bane.spell for bane in found.casts]
        names += [blow.weapon] * max(0, min(left - len(found.casts), blow.uses)) if blow is not None else []
        return _Ways(found.worth, names[0] if names else "", len(names), found.lost)

    if runs <= ap:
        first = strikes.charge(enemy.id, who, stand) if runs else None
        yield told(list(casts), ap - runs, strikes.blow(enemy.id, who, stand), first)
    shots = strikes.shots(enemy.id, who)
    for reach in {bane.reach for bane in casts} | {shot.reach for shot in shots}:
        left = ap - ceil(max(0.0, straight - reach) / move)
        for shot in (None, *(s for s in shots if s.reach >= reach)):
            yield told([bane for bane in casts if bane.reach >= reach], max(0, left), shot)
