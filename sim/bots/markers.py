"""What templates and blasts take from the attacker's own side (GEO-13, GEO-14)."""

from __future__ import annotations

from collections.abc import Sequence

from sim.bots.danger import Outlook
from sim.carnevale.actions import Combat
from sim.carnevale.actions.combat import marker_of, met
from sim.carnevale.state import State
from sim.engine.requests import measured

__all__ = ["own_losses"]


def own_losses(outlook: Outlook, view: State, who: str, attack: Combat, times: int = 1) -> float:
    """What an attack so many times takes from friends and from whoever makes it, in Victory Points, where its marker is
    laid best. `view`: with the attacker where it attacks from."""
    weapon = view[who].profile.weapon(attack.weapon)
    if weapon is None or not marker_of(view, who, weapon):
        return 0.0

    def lost(hit: Sequence[str]) -> float:
        own = (each for each in hit if view[each].seat == view[who].seat and each != attack.target)
        return sum(_loss(outlook, who, each, attack, times) for each in own)

    laid = measured(met(view, who, attack.target, weapon), view, outlook.measure)
    return min((lost(hit) for hit in laid if attack.target in hit), default=0.0)


def _loss(outlook: Outlook, who: str, other: str, attack: Combat, times: int) -> float:
    """What it takes from a friend; from itself, as much as it would from the target."""
    hit = attack.target if other == who else other
    blow = outlook.strikes.blow(who, hit)
    strikes = [*outlook.strikes.shots(who, hit), *([blow] if blow is not None else [])]
    strike = next((strike for strike in strikes if strike.weapon == attack.weapon), None)
    return outlook.harm([strike] * times, other) if strike is not None else 0.0
