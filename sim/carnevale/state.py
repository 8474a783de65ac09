"""The state of a game: plain data, changed only by events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sim.board.model.tableau import Barred, Figure, Tableau, VesselAt
from sim.carnevale.characters import Character, Point
from sim.carnevale.event import BaseEvent
from sim.carnevale.layout import BoardLayout
from sim.carnevale.objective import Objective
from sim.carnevale.options import Options
from sim.carnevale.persistent_effects import PersistentEffect
from sim.engine.state import GameState, GameStep  # noqa: F401  (named in the base of `State`)

__all__ = ["Seat", "State", "figure_of", "rounded"]


class Seat(msgspec.Struct, frozen=True):
    """A player's side of the table."""

    id: str
    gang: str = ""
    faction: str = ""
    vp: int = 0
    side: str = ""  # where a scenario has sides: "attacker" or "defender"
    agendas: tuple[str, ...] = ()  # open: drawn and not yet scored; "?" is one that this view may not see
    doubled: tuple[str, ...] = ()  # of these, kept in play for double (SCEN-10)
    scored: tuple[str, ...] = ()
    zone: str | None = None  # deployment zone
    equipment: tuple[str, ...] = ()  # bought and not yet used (EQUIP-01)


def figure_of(c: Character) -> Figure:
    """A character on the board, as the board sees it."""
    return Figure(c.id, c.here, c.profile.size, c.profile.body, c.facing)


class State(GameState["BaseEvent[State]", "GameStep[State]"]):
    """Everything that a game is between two steps."""

    seats: dict[str, Seat]  # in clockwise order
    characters: dict[str, Character] = msgspec.field(default_factory=dict)
    options: Options = Options()
    scenario: str = ""
    size: tuple[float, float] = (36.0, 36.0)  # how far the board reaches to the north-east of (0, 0)
    corner: tuple[float, float] = (0.0, 0.0)  # its south-west; a bare mesh may lie anywhere
    layout: BoardLayout = BoardLayout()  # what the board itself lays down
    vessels: tuple[VesselAt, ...] = ()
    persistent_effects: tuple[PersistentEffect, ...] = ()  # by spells
    objectives: dict[str, Objective] = msgspec.field(default_factory=dict)
    began_at: tuple[str, ...] = ()  # objectives that the turn in hand began in base contact with
    favour: str | None = None  # the seat that holds Fortune's Favour (TURN-11)
    round: int = 0
    initiative: tuple[str, ...] = ()  # seats in this round's order
    active: str | None = None  # the character whose turn it is
    turn_over: bool = False  # the turn ends after the action in hand
    agreed: dict[str, bool] = msgspec.field(default_factory=dict)  # verdicts turned, to the turn's end (TURN-12)
    doing: tuple[str, ...] = ()  # whose actions are in hand, the innermost last
    winners: tuple[str, ...] = ()

    def emit(self, event: BaseEvent[State]) -> None:
        """Something happened: the one place where a state changes. What does not come about makes no event."""
        happening = event.happening(self)
        if happening is not None:
            self.apply(happening)

    def set(self, who: str, **changes: Any) -> None:
        """For events: a character with some fields changed."""
        self.characters[who] = msgspec.structs.replace(self.characters[who], **changes)

    def set_objective(self, objective: str, **changes: Any) -> None:
        """For events: an objective with some fields changed."""
        self.objectives[objective] = msgspec.structs.replace(self.objectives[objective], **changes)

    def set_seat(self, seat: str, **changes: Any) -> None:
        """For events: a seat with some fields changed."""
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], **changes)

    def turned(self, who: str, kind: str, other: str) -> bool | None:
        """What the table has agreed on instead of a verdict, `sees` or `in_cover` (TURN-12); None: nothing."""
        return self.agreed.get(f"{who} {kind} {other}") if self.agreed else None

    # --- who is who ---------------------------------------------------------------------------------

    def __getitem__(self, who: str) -> Character:
        return self.characters[who]

    def on_board(self) -> list[Character]:
        """Those of whom `Character.on_board` holds, without asking it: that is thousands of calls in a turn."""
        return [c for c in self.characters.values() if c.at is not None and c.alive and not c.escaped]

    def affected(self) -> list[Character]:
        """Those on the board whom some effect is upon: mostly nobody."""
        return [c for c in self.characters.values() if c.effects and c.on_board]

    def friends(self, who: str) -> list[Character]:
        """On the board, of the same gang, the character itself left out (GEO-15)."""
        seat = self.characters[who].seat
        return [  # as `on_board`, gone through once
            c
            for c in self.characters.values()
            if c.seat == seat and c.at is not None and c.alive and not c.escaped and c.id != who
        ]

    def enemies(self, who: str) -> list[Character]:
        """On the board, of any other gang (GEO-15)."""
        seat = self.characters[who].seat
        return [
            c for c in self.characters.values() if c.seat != seat and c.at is not None and c.alive and not c.escaped
        ]

    def clockwise_from(self, seat: str) -> list[str]:
        order = list(self.seats)
        at = order.index(seat)
        return order[at:] + order[:at]

    def tableau(self, figure: Callable[[Character], Figure] = figure_of) -> Tableau:
        """What stands on the board now, as the board sees it."""
        return Tableau(
            tuple(map(figure, self.on_board())),
            self.vessels,
            (
                *(persistent.marker for persistent in self.persistent_effects if persistent.marker is not None),
                *(o.marker for o in self.objectives.values() if o.marker is not None),
            ),
            tuple(
                Barred(
                    persistent.piece,
                    tuple(c.id for c in self.on_board() if c.seat != persistent.seat),
                    persistent.spell,
                )
                for persistent in self.persistent_effects
                if persistent.piece is not None
            ),
        )


def rounded(point: Point) -> Point:
    """A position as the state keeps it: to 0.001"."""
    x, y, z = point
    return (round(float(x), 3) + 0.0, round(float(y), 3) + 0.0, round(float(z), 3) + 0.0)
