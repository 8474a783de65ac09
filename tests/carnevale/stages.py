"""Scenarios set up on small boards: whole from the first question, or begun in the middle.

stage = staged("secure-arms", ("a", "north", (6, 6, 0)), ("b", "south", (9, 9, 0)))
stage.then(EndGame())
table = played(stage, dice=[7, 3])
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from sim.board.board import Board
from sim.board.model.terrain import Kind, Meaning
from sim.carnevale import scenarios
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.characters import Profile
from sim.carnevale.events import Deployed
from sim.carnevale.referee import Referee
from sim.carnevale.scenarios.deployment import ZoneTaken
from sim.carnevale.state import State
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Choice
from sim.engine.session import Session
from tests.carnevale.tables import GAME, Point, Table, block, sheet

Who = tuple[str, str, Point]  # id, seat, place


@cache
def paved(width: float, depth: float) -> Board:
    """Paving with a pool 4" square in its south-west, (5, 13) to (9, 17), and a house 8" high north of that."""
    size = (width, depth)
    slabs = [((0, 0), (width, 13)), ((0, 17), size), ((0, 13), (5, 17)), ((9, 13), (width, 17))]
    paving = [(f"ground/{i}", Meaning(), block((*a, -2), (*b, 0))) for i, (a, b) in enumerate(slabs)]
    pool = ("pool/water", Meaning(kind=Kind.WATER), sheet((5, 13), (9, 17), -0.75))
    house = ("house/walls", Meaning(), block((12, 10, 0), (16, 14, 8)))
    return Board.from_parts([*paving, pool, house], size=size)


def board_for(scenario: str) -> Board:
    page = scenarios.find(scenario)
    assert page is not None
    return paved(*page.size)


def setup(scenario: str, gangs: dict[str, Sequence[str]], **more: Any) -> dict[str, Any]:
    """Gangs by seat, each a list of ids. `more`: equipment by seat, or profiles by id (both dictionaries)."""
    equipment, profiles = more.get("equipment", {}), more.get("profiles", {})
    made = [
        {
            "seat": seat,
            "equipment": equipment.get(seat, ()),
            "members": [
                {"id": id, "profile": msgspec.to_builtins(Profile(**{"name": id.upper(), **profiles.get(id, {})}))}
                for id in ids
            ],
        }
        for seat, ids in gangs.items()
    ]
    return {"board": "stage", "scenario": scenario, "gangs": made, "size": board_for(scenario).size}


def whole(scenario: str, gangs: dict[str, Sequence[str]], dice: Sequence[int] = (), **more: Any) -> Table:
    """A scenario from its first question on."""
    state = GAME.begin(setup(scenario, gangs, **more))
    return Session(GAME, state, ScriptedDice(dice), Referee(board_for(scenario)))


def staged(scenario: str, *minis: Who, agendas: dict[str, Sequence[str]] | None = None, **more: Any) -> State:
    """A scenario in which everybody stands; zones are taken in the order of the seats. Nothing is to come."""
    gangs: dict[str, list[str]] = {}
    for id, seat, _ in minis:
        gangs.setdefault(seat, []).append(id)
    game = GAME.begin(setup(scenario, {seat: tuple(ids) for seat, ids in gangs.items()}, **more))
    game.todo = []
    page = scenarios.of(game)
    assert page is not None
    for seat in game.seats:
        taken = {s.zone for s in game.seats.values()}
        zone = next(z for z in page.zones_for(game, seat) if z.name not in taken)
        game.emit(ZoneTaken(seat=seat, zone=zone.name))
    for id, _, at in minis:
        game.emit(Deployed(who=id, at=at))
    for seat, held in (agendas or {}).items():
        for agenda in held:
            game.emit(AgendaDrawn(seat=seat, agenda=agenda, faces=(1, 1), secret="secret" in page.agenda_rules))
    return game


def played(game: State, dice: Sequence[int] = ()) -> Table:
    """What is to come is played."""
    return Session(GAME, game, ScriptedDice(dice), Referee(board_for(game.scenario)))


def asked(table: Table) -> Choice:
    assert isinstance(table.request, Choice), table.request
    return table.request


def scores(game: State) -> dict[str, int]:
    return {seat.id: seat.vp for seat in game.seats.values()}
