"""What whole actions not yet begun come to, exactly (DICE-13): an attack to kill, a jump to land, a climb to arrive,
a grapple to throw, a gondola to arrive, a spell to succeed and what it takes.

The model: the active player makes the chance of success as great as may be, the others as small, each with the
will points and re-rolls that it has (`optimal_roll`, `exchange_odds`); attackers that may come in between do. Numbers
are those of the table as it stands: what a hit changes for the next one (a Stun, a Knockback) is left out, and so are
equipment and the re-rolls that a seat has in store. Run these rules with `measured`; nothing is asked, and the board
is measured freely (GEO-01).
"""

from __future__ import annotations

from sim.carnevale.action_odds.attacks import KillOdds, charge_to_kill, kill
from sim.carnevale.action_odds.contests import SpellOdds, cast, contest
from sim.carnevale.action_odds.moves import (
    ClimbOdds,
    JumpChance,
    JumpEnd,
    JumpOdds,
    climb,
    jump,
    jump_chances,
    life_lost_in_fall,
)
from sim.carnevale.action_odds.rowing import RowOdds, row_reach, rowing
from sim.carnevale.action_odds.spell_losses import harm_loss, magic_roll, spell_loss

__all__ = [
    "ClimbOdds",
    "JumpChance",
    "JumpEnd",
    "JumpOdds",
    "KillOdds",
    "RowOdds",
    "SpellOdds",
    "cast",
    "charge_to_kill",
    "climb",
    "contest",
    "harm_loss",
    "jump",
    "jump_chances",
    "kill",
    "life_lost_in_fall",
    "magic_roll",
    "row_reach",
    "rowing",
    "spell_loss",
]
