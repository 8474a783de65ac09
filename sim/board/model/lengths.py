"""What is said of a way that is longer than there are inches for it."""

from __future__ import annotations

from sim.words import say

__all__ = ["too_long"]


def too_long(cost: float, move: float) -> tuple[str, str]:
    """The refusal (MOVE-01) of a way of `cost` inches where there are `move`."""
    if f"{cost:.1f}" == f"{move:.1f}":  # rounding hides that it is too long
        over = max(0.01, cost - move)
        return ("MOVE-01", say('this takes {over:.2f}" more than the {move:.1f}" there are', over=over, move=move))
    return ("MOVE-01", say('this takes {cost:.1f}", and there are {move:.1f}"', cost=cost, move=move))
