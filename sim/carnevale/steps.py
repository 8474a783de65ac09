"""How a game goes on: steps, each a procedure from one rest to the next, kept as plain data in `State.todo`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sim.engine.requests import Rule

if TYPE_CHECKING:
    from sim.carnevale.state import State


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """A part of the game that is still to come. Its tag is its name in saved games."""

    def run(self, game: State) -> Rule[None]:
        raise NotImplementedError
