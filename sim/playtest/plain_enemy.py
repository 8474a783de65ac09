"""What a plain enemy does to a plain mini in one turn, by exact odds: what maps of danger are made of.

Both are much like the hired hands of any gang: a base of 30 mm, MOVE 5, DEXTERITY 5, ATTACK 4, PROTECTION 3, two
Action Points, a sword, and a crossbow (18", Evasion 1, Damage 1) that takes an Action Point to load. The enemy charges
where a run or two lead to its target, and strikes with what is left; or it shoots from where it stands, once; whichever
costs its target more. Climbs succeed; nobody jumps, is on guard or has Will Points.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import MM
from sim.carnevale.odds import attack_odds
from sim.playtest.board_looks import BASE, COVERED, OPEN

__all__ = ["FROM_ANYWHERE", "FROM_A_ZONE", "REACH", "as_share", "legend", "life_lost"]

MOVE, ACTIONS = 5.0, 2
ATTACK, DEXTERITY, PROTECTION = 4, 5, 3
FROM_ANYWHERE, FROM_A_ZONE = 1.2, 3.0
"""Life Points where the colours of maps end: hardly any place is more dangerous."""
RANGE, EVASION, DAMAGE = 18.0, 1, 1  # of the crossbow
IN_COVER = 1  # dice of PROTECTION more
TOUCHES = BASE * MM  # inches between the middles of two bases that touch
REACH = MOVE * ACTIONS + TOUCHES  # inches: to no place further off does it matter how long the way is
Floats = NDArray[np.float64]


def life_lost(way: Floats, apart: Floats, seen: NDArray[np.int64], wet: NDArray[np.bool_]) -> Floats:
    """Life Points that a mini loses on average at each of some places.

    Args:
        way: from the enemy to the place, in inches; infinite where none leads there.
        apart: how far their bases are from each other.
        seen: how the mini is seen (see `board_looks`).
        wet: it swims, and so has cover from all who shoot.
    """
    blow = attack_odds(ATTACK, DEXTERITY, 0, PROTECTION).mean
    shots = [attack_odds(ATTACK, DEXTERITY + EVASION, DAMAGE, PROTECTION + cover).mean for cover in (0, IN_COVER)]
    runs = np.ceil(np.maximum(way - TOUCHES, 0.0) / MOVE)
    blows = np.where(runs > ACTIONS, 0.0, ACTIONS - runs + (runs > 0))  # a charge has an attack for nothing
    covered = (seen == COVERED) | ((seen == OPEN) & wet)
    shot = np.where(covered, shots[1], np.where(seen == OPEN, shots[0], 0.0)) * (apart <= RANGE)
    return np.asarray(np.maximum(blow * blows, shot))


def as_share(lost: Floats, most: float) -> Floats:
    """Life Points as what maps are shaded by, 0 to 1 for so many or more."""
    return np.asarray(np.minimum(lost / most, 1.0))


def legend(most: float) -> tuple[str, ...]:
    """What the five colours of such a map stand for."""
    return ("0", "", f"{most / 2:g}", "", f"{most:g}")
