"""What it costs to move where enemies are on guard: each that sees whoever has come into its reach may attack first
(ACT-02)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.bots.places_in_reach import PlacesInReach
from sim.carnevale.objectives.carrying import carried_by

__all__ = ["guards_at"]

NEAR = 1.0  # inches: a weapon that reaches no further needs no line of sight to be doubted


def guards_at(plans: PlacesInReach) -> NDArray[np.float64]:
    """For each place of a mini, what the guards who could attack it there take, in Victory Points: one attack each."""
    outlook, who = plans.outlook, plans.who
    found = np.zeros(len(plans.at))
    for n, enemy in enumerate(plans.foes):
        if not enemy.guarding or carried_by(plans.view, enemy.id) is not None:
            continue
        taken = np.zeros(len(plans.at))
        blow = outlook.strikes.blow(enemy.id, who)
        if blow is not None:
            taken[plans.left[n] <= 0.0] = outlook.harm([blow], who)
        for shot in outlook.strikes.shots(enemy.id, who):
            seen = plans.weights.unseen if shot.reach > NEAR else 1.0
            taken = np.maximum(taken, seen * outlook.harm([shot], who) * (plans.straight[n] <= shot.reach))
        found += taken
    return found
