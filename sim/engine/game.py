"""What the engine needs of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from sim.engine.requests import Rule
from sim.engine.yields import Yielding

__all__ = ["Game"]

S = TypeVar("S")


class Game(Yielding[S], Protocol[S]):
    """The rules of one game over states of type S.

    A state between two steps is plain data that says itself how the game goes on: `procedure` makes the generator that
    runs from there to the end of the next step. `state` is changed by its procedure only.
    """

    name: str

    def begin(self, setup: dict[str, Any]) -> S:
        """The first state of a game; raises GameError where the setup is wrong."""
        ...

    def procedure(self, state: S) -> Rule[None] | None:
        """How the game goes on from a state between two steps; None when it is over."""
        ...

    def copy(self, state: S) -> S:
        """An independent state; quick, as it is taken at every checkpoint."""
        ...

    def unchanged(self, state: S, kept: S) -> bool:
        """Has nothing happened since a copy of this state was kept? Quick, as it spares most copies."""
        ...

    def restore(self, state: S, kept: S) -> None:
        """Make a state the same as one that was kept, and still independent of it."""
        ...

    def encode(self, state: S) -> bytes:
        """The state as JSON."""
        ...

    def decode(self, data: bytes) -> S:
        """The state of its JSON."""
        ...

    def events(self, state: S) -> Sequence[Any]:
        """All events so far, oldest first."""
        ...

    def dice_thrown(self, state: S) -> int:
        """How many dice the game has thrown so far, by its own count."""
        ...

    def reveals(self, event: Any) -> bool:
        """Does this event show a seat something hidden? Undo stops there."""
        ...

    def view(self, state: S, seat: str) -> Any:
        """The state as this seat may see it, built from what it may see."""
        ...
