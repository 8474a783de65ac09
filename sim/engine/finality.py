"""What an answer would make final, told before it is given: dice that fall, or a secret that is shown.

The answer is tried in a copy of the game in which no other seat has yielded anything, up to the next question; windows
of other seats take their default. So it tells nothing that the seat may not know.
"""

from __future__ import annotations

from typing import Any, TypeVar

from sim.engine.past import Final
from sim.engine.requests import Choice, Roll
from sim.engine.session import Session

__all__ = ["finality"]

S = TypeVar("S")
MOST = 400  # answers of a copy, at most


def finality(session: Session[S], value: Any) -> Final:
    """What keeps an answer to the pending choice from being taken back, if it is given; "": nothing."""
    asked = session.request
    if not isinstance(asked, Choice) or session.refusal(value) is not None:
        return ""
    ghost = session.clone()
    ghost.step = True
    ghost.forget_yields(besides=asked.seat)
    happened = len(ghost.events)
    ghost.answer(value)
    for _ in range(MOST):
        request = ghost.request
        if any(ghost.game.reveals(event) and event.is_foreseen(asked.seat) for event in ghost.events[happened:]):
            return "secret"
        if isinstance(request, Roll):
            return "dice"
        if request is None or (isinstance(request, Choice) and not (ghost.passes or _is_passed(request, asked.seat))):
            return ""
        if isinstance(request, Choice):
            ghost.answer(request.default)
        else:
            ghost.answer(ghost.measure(ghost.state, request.query))
    return ""


def _is_passed(choice: Choice, seat: str) -> bool:
    """Does the copy go on past a question? Past windows of others, who may decline."""
    return bool(choice.window) and choice.seat != seat
