"""What a table forgoes by agreement, to see what it is worth: jumping, swimming, roofs (`Options.without`).

It holds for what players choose to do by Run/Climb and Jump, and where they set up. Who falls, is pushed or thrown
goes where that leads, and whoever is in water or on a roof gets on and away from there.
"""

from __future__ import annotations

from sim.board.model.queries import HIGH, Shunned
from sim.board.model.verdicts import Ground, Path
from sim.carnevale.characters import Point
from sim.carnevale.options import Options
from sim.engine.requests import Refusal
from sim.words import say

__all__ = ["bars_jump", "bars_path", "bars_place", "shunned"]

_INTO_WATER = ("swim", "enter_water")


def shunned(options: Options, in_water: bool, z: float) -> tuple[Shunned, ...]:
    """What a mover at this height keeps out of."""
    if not options.without:
        return ()
    water = "swimming" in options.without and not in_water
    heights = "roofs" in options.without and z <= HIGH
    return (*(("water",) if water else ()), *(("heights",) if heights else ()))


def bars_path(options: Options, path: Path) -> Refusal | None:
    """Why nobody goes this way."""
    if not options.without:
        return None
    kinds = [leg.kind for leg in path.legs]
    begun_wet = bool(kinds) and kinds[0] in ("swim", "leave_water")
    if "swimming" in options.without and not begun_wet and (path.ends.water or set(kinds) & set(_INTO_WATER)):
        return Refusal("TURN-12", say("this table goes without swimming"), evidence=path)
    heights = [point[2] for point in path.points]
    if "roofs" in options.without and max(heights) > max(HIGH, heights[0]):
        return Refusal(
            "TURN-12",
            say('this table goes without roofs, more than {height:g}" over the street', height=HIGH),
            evidence=path,
        )
    return None


def bars_jump(options: Options, start: Point, to: Point) -> Refusal | None:
    """Why nobody jumps there."""
    if "jumping" in options.without:
        return Refusal("TURN-12", say("this table goes without jumping"))
    if "roofs" in options.without and to[2] > max(HIGH, start[2]):
        return Refusal(
            "TURN-12", say('this table goes without roofs, more than {height:g}" over the street', height=HIGH)
        )
    return None


def bars_place(options: Options, ground: Ground) -> Refusal | None:
    """Why nobody is set up there."""
    if "swimming" in options.without and ground.water:
        return Refusal("TURN-12", say("this table goes without swimming"), ground)
    if "roofs" in options.without and ground.at[2] > HIGH:
        return Refusal(
            "TURN-12", say('this table goes without roofs, more than {height:g}" over the street', height=HIGH), ground
        )
    return None
