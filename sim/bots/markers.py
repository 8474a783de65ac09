"""What templates and blasts take from the attacker's own side (GEO-13, GEO-14)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.model.verdicts import Under
from sim.bots.danger import Outlook
from sim.carnevale import hooks, rulings
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Weapon
from sim.carnevale.state import State
from sim.engine.requests import measured

__all__ = ["own_losses"]


def own_losses(outlook: Outlook, view: State, who: str, attack: Combat, times: int = 1) -> float:
    """What an attack so many times takes from friends and from whoever makes it, in Victory Points, where its marker is
    laid best. `view`: with the attacker where it attacks from."""
    weapon = view[who].profile.weapon(attack.weapon)
    markers = {plug_in.marker for plug_in, _ in hooks.traits(view, who, weapon)} if weapon is not None else set()
    if weapon is None or not markers & {"teardrop", "blast"}:
        return 0.0
    least: float | None = None
    for under in _laid(outlook, view, who, attack.target, weapon if "teardrop" in markers else None):
        if attack.target in under.hit:
            own = [each for each in under.hit if view[each].seat == view[who].seat and each != attack.target]
            lost = sum(_loss(outlook, who, each, attack, times) for each in own)
            least = lost if least is None else min(least, lost)
            if not least:
                break
    return least or 0.0


def _laid(outlook: Outlook, view: State, who: str, target: str, template: Weapon | None) -> Iterator[Under]:
    """The ways to lay a marker: a template begins so many inches away."""
    if template is None:
        yield measured(rulings.under_blast(view, target), view, outlook.measure)
        return
    for start in range(int(template.range) + 1):
        yield measured(rulings.under_teardrop(view, who, target, float(start)), view, outlook.measure)


def _loss(outlook: Outlook, who: str, other: str, attack: Combat, times: int) -> float:
    """What it takes from a friend; from itself, as much as it would from the target."""
    shots = outlook.strikes.shots(who, attack.target if other == who else other)
    shot = next((shot for shot in shots if shot.weapon == attack.weapon), None)
    return outlook.harm([shot] * times, other) if shot is not None else 0.0
