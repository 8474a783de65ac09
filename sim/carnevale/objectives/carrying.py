"""Mobile objectives in hand: what a carrier may do, and when it drops what it carries (SCEN-04)."""

from __future__ import annotations

from sim.carnevale import hooks, rulings
from sim.carnevale.action import Action
from sim.carnevale.action_log import lost_in_action
from sim.carnevale.characters import Point
from sim.carnevale.events import Event, Fell, Jumped, Moved, Pushed
from sim.carnevale.events.objectives import ObjectiveDropped, ObjectiveSettled, ObjectiveTaken
from sim.carnevale.names import names_of
from sim.carnevale.objective import Objective
from sim.carnevale.state import State, rounded
from sim.engine.requests import Refusal, Rule
from sim.words import counted, say

__all__ = ["SHOCK", "carried_by", "drop", "dropped_by_the_gone", "drops", "forbids", "left_behind", "steal", "takes"]

SHOCK = 3  # LP lost in one action that make a carrier drop what it carries
OWN = (
    "run",
    "climb",
    "swim",
    "fly",
    "out of the solid",
    "nudged",
    "off obstacle",
    "off debris",
)  # its Run/Climb, and coming to stand after it


def carried_by(game: State, who: str) -> Objective | None:
    return next((o for o in game.objectives.values() if o.carrier == who), None)


def forbids(game: State, who: str, action: Action) -> Refusal | None:
    """A carrier can only make Run/Climb actions; commands are no actions of its own."""
    if action.laden or action.command:
        return None
    o = carried_by(game, who)
    if o is None:
        return None
    name = names_of(game)
    why = say("{who} carries {objective}, and can only run or climb", who=name(who), objective=name(o.id))
    return Refusal("SCEN-04", why)


def takes(game: State, who: str, o: Objective) -> Refusal | None:
    """Why this character cannot carry this objective, or None."""
    c = game[who]
    if "mobile" not in o.kinds:
        return Refusal("SCEN-04", say("{objective} is not Mobile", objective=names_of(game)(o.id)))
    held = carried_by(game, who)
    if held is not None:
        return Refusal(
            "SCEN-04",
            say("{who} carries {held}, and one is the most", who=names_of(game)(c.id), held=names_of(game)(held.id)),
        )
    if hooks.is_so(game, who, "carries_nothing"):
        return Refusal("SCEN-04", say("{who} cannot carry objectives", who=names_of(game)(c.id)))
    return None


def steal(game: State, who: str, other: str, why: str) -> None:
    """Take what an enemy carries, if it can be carried (ABIL-Pickpocket)."""
    o = carried_by(game, other)
    if o is not None and takes(game, who, o) is None:
        game.emit(ObjectiveTaken(objective=o.id, who=who, source=other, why=why))


def drop(game: State, o: Objective, why: str, at: Point | None = None) -> Rule[None]:
    """Put it down in base contact with its carrier; beneath it, if that has left the board; or `at` a place."""
    assert o.carrier is not None
    who, c = o.carrier, game[o.carrier]
    here = c.here if at is None else at
    game.emit(ObjectiveDropped(objective=o.id, who=who, at=here, why=why))
    touching = who if c.on_board and at is None else None
    spot = yield from rulings.spot(o.id, here, rulings.across(game), touching=touching)
    if spot.at is None:
        spot = yield from rulings.spot(o.id, here, rulings.across(game))
    if spot.at is not None:
        ground = spot.ground
        assert ground is not None
        game.emit(
            ObjectiveSettled(objective=o.id, at=rounded(spot.at), aboard=ground.vessel, ground=ground, placing=spot)
        )


def left_behind(game: State) -> Rule[None]:
    """Whoever was taken from its place otherwise than by its own Run/Climb has dropped what it carried there.

    The one place that decides it: it reads the log, so that no way of being moved can be forgotten.
    """
    for o in list(game.objectives.values()):
        stood = None if o.carrier is None else _taken_from(game, o.id, o.carrier)
        if stood is not None:
            yield from drop(game, o, say("taken from its place"), stood)


def _taken_from(game: State, objective: str, who: str) -> Point | None:
    """Where a carrier stood when something first took it away with the objective in hand; None: nothing has."""
    stood = None
    for event in reversed(game.log):
        if isinstance(event, ObjectiveTaken) and event.objective == objective:
            break
        stood = _away_from(event, who) or stood
    return stood


def _away_from(event: Event, who: str) -> Point | None:
    """Where the character stood before an event that took it away.

    A vessel takes its riders along where they stand; what the Golden Rule leaves out stays as it is (TURN-12).
    """
    match event:
        case Moved(who=mover, how=how) if mover == who and how not in (*OWN, "placed"):  # "placed": a fall tells of it
            return event.path[0]
        case Pushed(who=mover) | Jumped(who=mover) if mover == who:
            return event.path[0]
        case Fell(who=mover, by=by) if mover == who and by is not None:  # falls of its own moving are a part of these
            return event.start
        case _:
            return None


def drops(game: State, since: int) -> Rule[None]:
    """After the action whose first event is number `since`: who was taken away, lost 3 LP in it or is gone drops."""
    yield from left_behind(game)
    hurt = lost_in_action(game.log, since)
    for o in list(game.objectives.values()):
        if o.carrier is not None and game[o.carrier].on_board and hurt[o.carrier] >= SHOCK:
            lost = hurt[o.carrier]
            yield from drop(game, o, counted("{n} Life Point lost", "{n} Life Points lost", lost))
    yield from dropped_by_the_gone(game)


def dropped_by_the_gone(game: State) -> Rule[None]:
    """Whoever has left the board, for any reason, has dropped what it carried."""
    for o in list(game.objectives.values()):
        if o.carrier is not None and not game[o.carrier].on_board:
            yield from drop(game, o, say("its carrier is gone"))
