"""How far somebody goes, and by which way: the MOVE of a Run/Climb and the board's path for it (MOVE-01, 07, 09)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.board.model.lengths import too_long
from sim.board.model.queries import Mover
from sim.board.model.verdicts import Contact, Leg, Path
from sim.carnevale import forgone, hooks, landing, rulings
from sim.carnevale.characters import Point
from sim.carnevale.dice import Modifier
from sim.carnevale.falling import HAIR
from sim.carnevale.hooks import RollContext
from sim.carnevale.state import State, rounded
from sim.carnevale.stats import Number, stat
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["Way", "allowance", "barred", "foreseen", "mover", "path_for", "path_of_run", "way_refusal"]

SWIMMING = -2  # MOVE of an action that starts in water (MOVE-07)


class Way(msgspec.Struct, frozen=True):
    """Where to go: the corners of a path, or a place to be reached by the shortest legal path."""

    path: tuple[Point, ...] = ()
    to: Point | None = None


def allowance(game: State, who: str, *, in_water: bool, spared: bool = False) -> Number:
    """MOVE for a Run/Climb: 2" less where it starts in water, unless that is spared by a water access."""
    swims = in_water and not spared and not hooks.at_home_in_water(game, who)
    extra = [Modifier(SWIMMING, say("starts in water"))] if swims else []
    context = RollContext(purpose="run", who=who, stat="move", in_water=in_water)
    return stat(game, context, extra)


def mover(game: State, who: str, inches: float, *, in_water: bool = False, fly: bool = False) -> Mover:
    """The character as the board moves it."""
    shuns = forgone.shunned(game.options, in_water, game[who].here[2])
    plain = Mover(who, inches, enemies=tuple([c.id for c in game.enemies(who)]), fly=fly, shuns=shuns)
    return hooks.changed_mover(game, plain, in_water=in_water)


def path_of_run(game: State, who: str, way: Way, *, fly: bool = False) -> Rule[tuple[Path, float]]:
    """The path of a Run/Climb and the inches that it has; the path says why it is refused."""
    in_water = yield from rulings.in_water(who)
    move = allowance(game, who, in_water=in_water).total
    by = mover(game, who, move, in_water=in_water, fly=fly)
    path = yield from path_for(by, way)
    spared = allowance(game, who, in_water=in_water, spared=True).total if in_water else move
    if path.refusal is None or spared == move:
        return path, by.move
    freer = mover(game, who, spared, in_water=in_water, fly=fly)
    longer = yield from path_for(freer, way)
    if _leaves_by_access(longer):  # MOVE-09
        return longer, freer.move
    if longer.refusal is None:
        why = say(
            'this takes {cost:.1f}", and MOVE is {move}" for an action that starts in water',
            cost=longer.cost,
            move=move,
        )
        longer = msgspec.structs.replace(longer, refusal=("MOVE-07", why))
    return longer, by.move


def path_for(by: Mover, way: Way) -> Rule[Path]:
    """The path that the board makes of a way; it is refused where it is longer than the mover may go."""
    if way.path:
        path = yield from rulings.path_along(by, tuple(map(rounded, way.path)))
    else:
        assert way.to is not None
        path = yield from rulings.path_to(by, rounded(way.to))
    if path.refusal is None and path.cost > by.move + HAIR:
        path = msgspec.structs.replace(path, refusal=too_long(path.cost, by.move))
    return path


def foreseen(game: State, who: str, path: Path) -> Rule[Path]:
    """A way before it is gone: if it leads over an edge, with the enemies that its fall ends on or beside. It charges
    them, too (FALL-04)."""
    if path.refusal is not None or not path.legs or path.legs[-1].kind != "off_edge" or path.contacts:
        return path
    drop = yield from rulings.drop(who, path.points[-1])
    if drop.rest is None:
        return path
    beside = {*drop.onto, *landing.touched_at(game, who, drop.rest)}
    met = tuple(Contact(enemy.id, path.cost, drop.rest) for enemy in game.enemies(who) if enemy.id in beside)
    return msgspec.structs.replace(path, contacts=met)


def barred(game: State, who: str, path: Path, walked: Sequence[Leg] = (), *, glides: bool = False) -> Refusal | None:
    """Why a character may not go this way, though the board lets it. `walked`: what it has gone in this action;
    `glides`: under water, which is no Run/Climb (WATER-03)."""
    whole = msgspec.structs.replace(path, legs=(*walked, *path.legs))
    refusal = None if glides else hooks.bars_path(game, who, whole)
    refusal = refusal or forgone.bars_path(game.options, whole)
    if refusal is not None:
        return refusal
    if rulings.off_board(game, who, path.ends.at):
        return Refusal("MOVE-01", say("this way leaves the board"), evidence=path)
    return None


def way_refusal(way: Way) -> Refusal | None:
    """A way must be one."""
    if bool(way.path) == (way.to is not None):
        return Refusal("MOVE-01", say("give either the corners of a path or a place to go to"))
    return None


def _leaves_by_access(path: Path) -> bool:
    out = next((leg for leg in path.legs if leg.kind == "leave_water" or leg.access), None)
    return out is not None and out.access
