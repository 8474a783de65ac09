"""Where a character comes to stand: wobbly models, and gondolas with their room."""

from __future__ import annotations

from math import hypot
from typing import Any

from sim.board.model.tableau import MM
from sim.board.model.verdicts import Distance, Ground
from sim.carnevale import rulings
from sim.carnevale.action_log import lost_in_action
from sim.carnevale.characters import Point
from sim.carnevale.events import Moved
from sim.carnevale.falling import Fallen, fall
from sim.carnevale.odds import Loss
from sim.carnevale.state import State, rounded
from sim.engine.requests import Rule

__all__ = ["full_for", "into_water", "overboard", "overboard_chance", "settle", "touched_at", "touching", "where"]

THROWN = 3  # LP lost in one action that throw a rider off a gondola (TERR-12)
TOUCHING, LEVEL = 0.005, 1.0  # inches between bases in contact, seen from above and in height (GEO-04)
ROOM = 2  # bases of 30 mm on a gondola; one of 40 mm takes the room of two (TERR-12)


def settle(
    game: State,
    who: str,
    *,
    wobble: bool = False,
    began: Point | None = None,
    top: float | None = None,
    controlled: bool = False,
    by: str | None = None,
    why: str = "fall",
    action: str = "",
    place: Ground | None = None,
) -> Rule[Fallen | None]:
    """A character that is off solid ground, or on another's base, falls (FALL-01); a climber stays on its wall, and
    an ethereal inside terrain where it is.

    `wobble`: it moved itself, and is helped where it just cannot be placed (MOVE-05); nobody helps whoever is
    pushed. `place`: what it stands on, where that is known. The rest as in `fall`. Returns the fall, if there was one.
    """
    c = game[who]
    if not c.on_board or c.on_wall or c.inside:
        return None
    if place is None:
        place = yield from rulings.ground(who)
    if place.whole and place.free:
        return None
    if wobble and place.kind != "air":
        spot = yield from rulings.spot(who, c.here, rulings.WOBBLE)
        if spot.at is not None:
            game.emit(Moved(who=who, how="nudged", path=(c.here, rounded(spot.at)), placing=spot, **where(spot.ground)))
            return None
    return (yield from fall(game, who, began=began, top=top, controlled=controlled, by=by, why=why, action=action))


def touched_at(game: State, who: str, at: Point) -> list[str]:
    """All others, friend or foe, that a character would be in base contact with at a place (GEO-04)."""
    size = game[who].profile.size
    return [
        other.id
        for other in game.on_board()
        if other.id != who
        and hypot(at[0] - other.here[0], at[1] - other.here[1]) <= (other.profile.size + size) * MM / 2 + TOUCHING
        and abs(at[2] - other.here[2]) <= LEVEL
    ]


def touching(game: State, who: str, fallen: Fallen | None = None) -> Rule[dict[str, Distance]]:
    """The enemies in base contact, and those whom a fall has come down on: it has charged them, be there room beside
    them or not (FALL-04, MOVE-11)."""
    found = yield from rulings.contacts(game, who)
    for other in fallen.onto if fallen is not None and fallen.height > 0.0 else ():
        if other not in found and game[other].on_board and game[other].seat != game[who].seat:
            found[other] = yield from rulings.distance(who, other)
    return found


# --- gondolas (TERR-12) ---------------------------------------------------------------------------------


def room_taken(size_mm: int) -> int:
    """How much of a gondola's room a base takes."""
    return 1 if size_mm <= 30 else 2 if size_mm <= 40 else ROOM + 1


def full_for(game: State, who: str, place: Ground) -> Rule[bool]:
    """Is this place on a gondola that has no room left for the character? To it, the gondola is debris then."""
    gondola = rulings.gondola_of(place)
    if gondola is None:
        return False
    taken = room_taken(game[who].profile.size)
    for other in (yield from rulings.standing_on(game, gondola)):
        if other != who:
            taken += room_taken(game[other].profile.size)
    return taken > ROOM


def overboard(game: State, since: int) -> Rule[None]:
    """Riders of a gondola who lost 3 or more LP since event `since`, in one action, fall into the water."""
    for who, lost in lost_in_action(game.log, since).items():
        if lost < THROWN or not game[who].on_board:
            continue
        gondola = rulings.gondola_of((yield from rulings.ground(who)))
        if gondola is not None:
            yield from into_water(game, who, gondola, "overboard")


def overboard_chance(game: State, who: str, loss: Loss) -> Rule[float | None]:
    """The chance that a rider of a gondola falls into the water by what it loses, and lives; None: it rides none."""
    gondola = rulings.gondola_of((yield from rulings.ground(who)))
    return None if gondola is None else loss.kill(THROWN) - loss.kill(max(THROWN, game[who].lp))


def into_water(game: State, who: str, piece: str, why: str) -> Rule[None]:
    """The shortest way off this piece into the water around it, and down into it."""
    here = game[who].here
    spot = yield from rulings.spot(who, here, rulings.across(game), on="water", off=piece)
    if spot.at is None:
        return
    x, y, z = rounded(spot.at)
    game.emit(Moved(who=who, how=why, path=(here, (x, y, max(z, here[2]))), placing=spot))
    yield from fall(game, who, why=why)


def where(place: Ground | None) -> dict[str, Any]:
    """What an event says of the place where a move ends."""
    return {"aboard": place.vessel, "in_water": place.water, "ends": place} if place is not None else {}
