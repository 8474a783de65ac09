"""What somebody might try: answers of every kind, right and wrong, with other targets, weapons, spells and places."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from itertools import combinations
from random import Random
from typing import Any

from sim.carnevale.acting import Attacks
from sim.carnevale.actions import (
    CastOff,
    Combat,
    Destroy,
    Dive,
    DropObjective,
    Drown,
    Grapple,
    Guard,
    Hide,
    Jump,
    Order,
    Row,
    UseAbility,
)
from sim.carnevale.actions.counter import Counter, Counters
from sim.carnevale.agendas.plan import Plan, Plans
from sim.carnevale.characters import Point
from sim.carnevale.disciplines.wild import Borrowed
from sim.carnevale.legality import Acts
from sim.carnevale.magic.casting import Cast
from sim.carnevale.magic.spells import Pick, named, names
from sim.carnevale.rerolls import DiceToReroll
from sim.carnevale.scenarios.deployment import Deployment, Place
from sim.carnevale.state import State

NOBODY = "nobody"
PLACES = 6  # of those that are tried on the whole board
HIGHEST = 8.0  # inches


@singledispatch
def attempts(region: Any, state: State, rng: Random) -> Iterator[Any]:
    """Answers to the open part of a choice of which it can be said whether they are offered."""
    return iter(())


@attempts.register
def _(region: Acts, state: State, rng: Random) -> Iterator[Any]:
    yield from (Hide(), Guard(), Dive(), DropObjective())
    yield from _attacks(state, region.who)
    yield from _castings(state, rng)
    for other in (*state.characters, NOBODY):
        yield Order(other)
    yield from _abilities(state)
    yield from map(Destroy, (*state.objectives, NOBODY))


@attempts.register
def _(region: Attacks, state: State, rng: Random) -> Iterator[Any]:
    for who in state.characters:
        yield from _attacks(state, who)


@attempts.register
def _(region: Borrowed, state: State, rng: Random) -> Iterator[Any]:
    yield from _castings(state, rng)


@attempts.register
def _(region: Counters, state: State, rng: Random) -> Iterator[Any]:
    who = (*state.characters, NOBODY)
    yield from (Counter(by, other) for by in who for other in who)


@attempts.register
def _(region: DiceToReroll, state: State, rng: Random) -> Iterator[Any]:
    dice = range(max(region.among, default=0) + 2)
    for number in range(min(region.most, 3) + 2):
        yield from combinations(dice, number)


@attempts.register
def _(region: Pick, state: State, rng: Random) -> Iterator[Any]:
    for number in range(min(region.most, 3) + 2):
        yield from combinations((*region.among, NOBODY), number)


@attempts.register
def _(region: Plans, state: State, rng: Random) -> Iterator[Any]:
    held = {agenda for seat in state.seats.values() for agenda in seat.agendas} | {"Z9"}
    yield from (Plan(who, agenda) for who in (*state.characters, NOBODY) for agenda in sorted(held))


def _attacks(state: State, who: str) -> Iterator[Any]:
    weapons = [weapon.name for weapon in state[who].profile.armoury] + ["Trident of Neptune"]
    for target in (*state.characters, NOBODY):
        yield from (Combat(target, weapon) for weapon in weapons)
        yield from (Grapple(target), Drown(target))


def _castings(state: State, rng: Random) -> Iterator[Any]:
    """Spells that take no target are cast on nobody; whom they are said to be cast on makes no difference."""
    for name in (*names(), "Abracadabra"):
        spell = named(name)
        alone = spell is not None and spell.on == "nobody"
        targets: list[str | None] = [None] if alone else [None, NOBODY, *state.characters]
        yield from (Cast(name, target) for target in targets)


def _abilities(state: State) -> Iterator[Any]:
    """As with spells: a target is said only where the ability is for one."""
    yield UseAbility("Sing")
    for command in {c.name: c for each in state.characters.values() for c in each.profile.commands}.values():
        single = command.on in ("friend", "enemy")
        targets: list[str | None] = [None, NOBODY, *state.characters] if single else [None]
        yield from (UseAbility(command.name, target) for target in targets)


@singledispatch
def aimed(region: Any, state: State, rng: Random) -> Iterator[Any]:
    """Answers that take a place: of these only the refusal itself says which are legal."""
    return iter(())


@aimed.register
def _(region: Acts, state: State, rng: Random) -> Iterator[Any]:
    for at in places(state, rng):
        yield from (Jump(at), Jump(at, controlled=True), Row(to=at), Row(path=(at,)), CastOff(at))
    yield Row()


@aimed.register
def _(region: Deployment, state: State, rng: Random) -> Iterator[Any]:
    for at in places(state, rng):
        yield from (Place(who, at) for who in (*state.characters, NOBODY))


def places(state: State, rng: Random) -> list[Point]:
    """All over the board, and beyond it; on the street and in the air."""
    width, depth = state.size
    found = [(rng.uniform(-1, width + 1), rng.uniform(-1, depth + 1), rng.uniform(-1, HIGHEST)) for _ in range(PLACES)]
    found += [(x, y, 0.0) for x, y, _ in found[: PLACES // 2]]
    near = [c.here for c in state.on_board()]
    found += [(x + rng.uniform(-4, 4), y + rng.uniform(-4, 4), z) for x, y, z in near[:PLACES]]
    return [(round(x, 3), round(y, 3), round(z, 3)) for x, y, z in found]
