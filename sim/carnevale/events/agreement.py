"""What the Golden Rule sets by hand (TURN-12)."""

from __future__ import annotations

from typing import Any

import msgspec

from sim.board.model.verdicts import Ground
from sim.carnevale.characters import Point
from sim.carnevale.events.base import Event
from sim.carnevale.state import State

__all__ = ["Change", "Overruled"]

VERDICTS = ("sees", "in_cover")  # that the Golden Rule can turn


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is set of one character; what is left out stays."""

    at: Point | None = None
    lp: int | None = None
    wp: int | None = None
    ap: int | None = None
    cp: int | None = None
    stunned: bool | None = None
    hidden: bool | None = None
    guarding: bool | None = None
    underwater: int | None = None
    sees: dict[str, bool] = {}  # verdicts turned, to the end of the turn: does it see that one?
    in_cover: dict[str, bool] = {}  # is it in cover from that one?

    @property
    def fields(self) -> dict[str, Any]:
        """What is set of the character itself."""
        own = {field: getattr(self, field) for field in self.__struct_fields__ if field not in VERDICTS}
        return {field: value for field, value in own.items() if value is not None}

    @property
    def verdicts(self) -> dict[str, dict[str, bool]]:
        """The verdicts that are turned, a kind at a time."""
        return {kind: turned for kind in VERDICTS if (turned := getattr(self, kind))}


class Overruled(Event, frozen=True, tag="overruled"):
    """The Golden Rule: by agreement of all players, something was set by hand (TURN-12)."""

    who: str
    change: Change
    why: str
    on_wall: bool = False  # of the place where it is put
    aboard: str | None = None
    in_water: bool = False
    ground: Ground | None = None  # where it is put

    def apply(self, state: State) -> None:
        fields = self.change.fields
        if "at" in fields:
            fields |= {"on_wall": self.on_wall, "aloft": False, "inside": False, "aboard": self.aboard}
        state.set(self.who, **fields)
        for kind, turned in self.change.verdicts.items():
            for other, verdict in turned.items():
                state.agreed = {**state.agreed, f"{self.who} {kind} {other}": verdict}
