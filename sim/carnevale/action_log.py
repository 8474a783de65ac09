"""What the log tells of one action: what belongs to it, and what to the attacks of opportunity inside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sim.carnevale.events import ActionBegan, ActionEnded, Event, LostLife

__all__ = ["lost_in_action"]


def lost_in_action(log: Sequence[Event], since: int) -> Counter[str]:
    """The Life Points that each character has lost in the action whose first event is number `since`.

    Attacks of opportunity are actions of their own (MOVE-13): what they cost is not among it.
    """
    lost: Counter[str] = Counter()
    depth = 0
    for event in log[since:]:
        if isinstance(event, ActionBegan):
            depth += 1
        elif isinstance(event, ActionEnded):
            depth -= 1
        elif isinstance(event, LostLife) and depth <= 1:
            lost[event.who] += event.lost
    return lost
