"""Small tables to test rules on: boards of boxes, minis, scripted dice, and answers given by prompt.

table = fight(STREET(), mini("a", "north", (6, 6, 0)), mini("b", "south", (12, 6, 0)), dice=[7, 3])
events = do(table, "a", {"act": "run", "to": [9, 6, 0]}, opportunity="decline")
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np

from sim.board.board import Board, Part, Vessel
from sim.board.model.tableau import VesselAt
from sim.board.model.terrain import Barricade, Kind, Landing, Meaning, Obstacle
from sim.board.model.terrain import VesselKind as Afloat
from sim.carnevale.characters import Profile
from sim.carnevale.events import Event
from sim.carnevale.game import Carnevale
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Choice, Refusal
from sim.engine.session import Session

Table = Session[State]
Point = tuple[float, float, float]
MADE = (Meaning, Kind, Landing, Obstacle, Barricade)  # what boards are made of, for the tests beside this

GAME = Carnevale()

# --- boards -----------------------------------------------------------------------------------------------


def block(low: Point, high: Point) -> Any:
    """The triangles of a closed box."""
    (a, b, c), (d, e, f) = low, high
    v = np.array([[a, b, c], [d, b, c], [d, e, c], [a, e, c], [a, b, f], [d, b, f], [d, e, f], [a, e, f]], float)
    quads = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return np.array([v[[q[i], q[j], q[k]]] for q in quads for i, j, k in ((0, 1, 2), (0, 2, 3))])


def sheet(low: tuple[float, float], high: tuple[float, float], z: float) -> Any:
    """A flat rectangle facing up."""
    (a, b), (c, d) = low, high
    return np.array([[[a, b, z], [c, b, z], [c, d, z]], [[a, b, z], [c, d, z], [a, d, z]]], float)


def street(*more: Any) -> Board:
    """24 x 24" of paving, and whatever else: (name, meaning, triangles)."""
    return Board.from_parts([("ground/paving", Meaning(), block((0, 0, -2), (24, 24, 0))), *more], size=(24.0, 24.0))


def house(low: tuple[float, float], high: tuple[float, float], top: float, name: str = "house", **meaning: Any) -> Any:
    """A block that stands on the street: its roof is walked on, its walls are climbed."""
    return (f"{name}/walls", Meaning(**meaning), block((*low, 0.0), (*high, top)))


def canal(*more: Any, surface: float = -0.75, walls: bool = False) -> Board:
    """A canal from x = 10 to x = 16 between two quays, 24 x 24". `walls`: climbed as any others."""
    stone = Meaning(climbable=walls)
    parts = [
        ("ground/west", stone, block((0, 0, -4), (10, 24, 0))),
        ("ground/east", stone, block((16, 0, -4), (24, 24, 0))),
        ("canal/water", Meaning(kind=Kind.WATER), sheet((10, 0), (16, 24), surface)),
    ]
    fixed = Board.from_parts([*parts, *(m for m in more if not isinstance(m, Vessel))], size=(24.0, 24.0))
    return Board("canal", fixed.size, fixed.parts, tuple(m for m in more if isinstance(m, Vessel)))


def gondola(x: float, y: float, surface: float = -0.75, id: str = "gondola", wide: float = 1.5) -> Vessel:
    """A flat-bottomed gondola, 7" long from north to south, its deck 0.3" over the water."""
    meaning = Meaning(vessel=Afloat.GONDOLA, unstable=True, obstacle=Obstacle.LARGE)
    hull = Part(f"{id}/deck", meaning, block((-wide / 2, -3.5, -0.3), (wide / 2, 3.5, 0.3)))
    return Vessel(id, (hull,), VesselAt(id, (x, y, surface)))


@cache
def plain_street() -> Board:
    return street()


@cache
def roof_street() -> Board:
    """A house 8" high from (4, 4) to (10, 20), another of 8" from (14, 4) to (20, 20): a lane of 4" between."""
    return street(house((4, 4), (10, 20), 8.0, "west"), house((14, 4), (20, 20), 8.0, "east"))


# --- minis and tables -------------------------------------------------------------------------------------


def mini(id: str, seat: str, at: Point, **profile: Any) -> dict[str, Any]:
    """A member of a gang; by default MOVE, DEXTERITY and ATTACK 5, 10 LP, no WP, 30 mm."""
    made = Profile(**{"name": id.upper(), **profile})
    return {"id": id, "seat": seat, "at": at, "profile": msgspec.to_builtins(made)}


def fight(
    board: Board,
    *minis: dict[str, Any],
    dice: Sequence[int] = (),
    options: dict[str, Any] | None = None,
    equipment: dict[str, Sequence[str]] | None = None,
    before: Sequence[Event] = (),
) -> Table:
    """A free fight; the first mini's side begins. `equipment`: a seat's; `before`: what has happened before it."""
    seats = list(dict.fromkeys(m["seat"] for m in minis))
    for absent in ("north", "south"):
        if len(seats) < 2 and absent not in seats:
            seats.append(absent)
    gangs = [
        {
            "seat": seat,
            "members": [{k: v for k, v in m.items() if k != "seat"} for m in minis if m["seat"] == seat],
            "equipment": (equipment or {}).get(seat, ()),
        }
        for seat in seats
    ]
    setup = {"board": "table", "gangs": gangs, "size": board.size, "options": options or {}}
    state = GAME.begin(setup)
    for event in before:
        state.emit(event)
    return Session(GAME, state, ScriptedDice(dice), Referee(board))


def take_turn(table: Table, who: str, **answers: Any) -> list[Event]:
    """The turn passes to this character: all others end theirs."""
    first = len(table.events)
    while table.state.active != who:
        request = table.request
        assert isinstance(request, Choice), request
        if request.prompt == "turn" and who in request.options:
            table.answer(who)
            _settle(table, answers)
        else:
            table.answer(request.default)
    return list(table.events[first:])


def do(table: Table, who: str, action: dict[str, Any], **answers: Any) -> list[Event]:
    """The character acts; what is asked is answered by prompt, or takes its default. Returns its events."""
    if table.state.active != who:
        take_turn(table, who)
    assert _asks_to_act(table), table.request
    first = len(table.events)
    table.answer(action)
    _settle(table, answers)
    return list(table.events[first:])


def prompts_of(table: Table, who: str, action: dict[str, Any] | None, **answers: Any) -> list[Choice]:
    """The questions that an action comes to, of all seats, in order; None: those of the start of its turn."""
    if action is None:
        table.answer(who)
    else:
        if table.state.active != who:
            take_turn(table, who)
        table.answer(action)
    return _settle(table, answers)


def question(table: Table, who: str, action: dict[str, Any], prompt: str, **answers: Any) -> Choice:
    """The first question of this prompt that an action comes to; the table waits at it."""
    if table.state.active != who:
        take_turn(table, who)
    table.answer(action)
    _settle(table, answers, before=prompt)
    assert isinstance(table.request, Choice)
    assert table.request.prompt == prompt, table.request
    return table.request


def end_turn(table: Table, **answers: Any) -> list[Event]:
    """The turn in hand ends."""
    assert _asks_to_act(table), table.request
    first = len(table.events)
    table.answer("end")
    _settle(table, answers)
    return list(table.events[first:])


def refused(table: Table, who: str, action: dict[str, Any]) -> Refusal:
    """Why the action is refused; it must be."""
    if table.state.active != who:
        take_turn(table, who)
    refusal = table.refusal(action)
    assert refusal is not None, f"{action} is not refused"
    return refusal


def _asks_to_act(table: Table) -> bool:
    return isinstance(table.request, Choice) and table.request.prompt == "act"


def _settle(table: Table, answers: dict[str, Any], before: str = "") -> list[Choice]:
    """Answer what an action asks: by prompt (a list: one after the other), else the default. Returns what was asked."""
    left = {prompt: list(value) if isinstance(value, list) else [value] for prompt, value in answers.items()}
    asked = []
    while isinstance(table.request, Choice) and table.request.prompt not in ("act", "turn", before):
        asked.append(table.request)
        wanted = left.get(table.request.prompt)
        table.answer(wanted.pop(0) if wanted else table.request.default)
    unasked = [prompt for prompt, values in left.items() if values]
    assert not unasked, f"never asked: {unasked}"
    return asked


def of(events: Sequence[Event], kind: type[Any]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Sequence[Event], kind: type[Any]) -> Any:
    """The one event of this kind."""
    found = of(events, kind)
    assert len(found) == 1, f"{len(found)} events of {kind.__name__} in {events}"
    return found[0]
