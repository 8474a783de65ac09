"""What whole actions not yet begun come to, exactly (DICE-13): an attack to kill, a jump to land, a climb to arrive,
a grapple to throw, a spell to succeed.

The model: the active player makes the chance of success as great as may be, the others as small, each with the
will points and re-rolls that it has (`played`, `exchange`); attackers that may come in between do. Numbers are those
of the table as it stands: what a hit changes for the next one (a Stun, a Knockback) is left out, and so are
equipment and the re-rolls that a seat has in store. Run these rules with `measured`; nothing is asked, and the board
is measured freely (GEO-01).
"""

from __future__ import annotations

from sim.carnevale.outlook.attacks import KillOutlook, charge_to_kill, kill
from sim.carnevale.outlook.contests import SpellOutlook, cast, contest
from sim.carnevale.outlook.moves import ClimbOutlook, JumpChance, JumpEnd, JumpOutlook, climb, jump, jump_chances

__all__ = [
    "ClimbOutlook",
    "JumpChance",
    "JumpEnd",
    "JumpOutlook",
    "KillOutlook",
    "SpellOutlook",
    "cast",
    "charge_to_kill",
    "climb",
    "contest",
    "jump",
    "jump_chances",
    "kill",
]
