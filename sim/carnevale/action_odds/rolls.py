"""A roll as it stands on the table, for the other modules here."""

from __future__ import annotations

from collections.abc import Sequence

from sim.carnevale import preview
from sim.carnevale.dice import Modifier
from sim.carnevale.hooks import RollContext
from sim.carnevale.optimal_roll import PendingRoll
from sim.carnevale.rerolls import rerolls_destiny
from sim.carnevale.rolls import NEEDED
from sim.carnevale.state import State
from sim.carnevale.stats import stat

__all__ = ["pending_roll"]


def pending_roll(
    game: State, context: RollContext, needed: int = NEEDED, extra: Sequence[Modifier] = (), dice: int | None = None
) -> PendingRoll:
    """A roll as it stands: its dice, and what the abilities of either side let them re-roll."""
    own = preview.rerolls(game, context, context.who)
    forced = preview.rerolls(game, context, context.against) if context.against in game.characters else 0
    destiny = rerolls_destiny(game, game[context.who].seat)
    total = stat(game, context, extra).total if dice is None else dice
    return PendingRoll(total, needed, own, forced, destiny)
