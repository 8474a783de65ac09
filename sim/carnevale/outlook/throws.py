"""A roll as it stands on the table, for the other modules here."""

from __future__ import annotations

from collections.abc import Sequence

from sim.carnevale import hooks, preview
from sim.carnevale.dice import Modifier
from sim.carnevale.hooks import Situation
from sim.carnevale.played import Throw
from sim.carnevale.rolls import NEEDED
from sim.carnevale.state import State
from sim.carnevale.stats import stat


def throw_of(
    game: State, about: Situation, needed: int = NEEDED, extra: Sequence[Modifier] = (), dice: int | None = None
) -> Throw:
    """A roll as it stands: its dice, and what the abilities of either side let them re-roll."""
    own = preview.rerolls(game, about, about.who)
    forced = preview.rerolls(game, about, about.against) if about.against in game.characters else 0
    destiny = hooks.is_so(game, about.who, "rerolls_destiny")
    total = stat(game, about, extra).total if dice is None else dice
    return Throw(total, needed, own, forced, destiny)
