"""Where the rest of a gang is set up when its player leaves that to the table: apart from each other, towards the
front, hidden from enemies that stand already, and where a run leads away from, as it does from where friends stand."""

from __future__ import annotations

from itertools import islice
from math import dist
from random import Random

from sim.board.model.queries import CoverOf, SightOf
from sim.board.model.tableau import Point
from sim.board.model.verdicts import Cover, Sight
from sim.bots.candidate_places import leads_away
from sim.bots.proposals import proposals
from sim.carnevale.scenarios.deployment import Place, SetUpMini, standing
from sim.carnevale.state import State
from sim.engine.requests import Measure

__all__ = ["APART", "next_place"]

TRIED = 16  # places for a mini
APART = 5.0  # inches between friends: farther apart is no better
BESIDE = 4.0  # inches: friends so near may have their way out there
WATCHERS = 3  # enemies from whom it hides: the nearest
HIDING = 8.0  # what being wholly hidden from all of them is worth, in inches nearer to the middle of the board
FRONT = 0.25  # inches apart that an inch nearer to the middle is worth


def next_place(view: State, choice: SetUpMini, measure: Measure, rng: Random) -> Place | str | None:
    """Who is set up next, and where: of some legal places the best; or who stays out, for want of room (SCEN-14). None
    where a look at some places finds neither."""
    found: list[Place] = []
    for answer in islice(proposals(view, choice, measure, rng), TRIED):
        assert isinstance(answer, Place | str)
        if isinstance(answer, str):
            return found[0] if found else answer
        if view[answer.who].at is not None and not found:  # somebody makes room
            return answer
        if found and answer.who != found[0].who:
            break
        found.append(answer)
    found.sort(key=lambda place: -_worth(view, measure, place))
    out = [place for place in found if leads_away(view, measure, place)]
    open_to_all = (place for place in out if _lets_friends_out(view, measure, place))
    return next(open_to_all, next(iter(out or found), None))


def _lets_friends_out(view: State, measure: Measure, place: Place) -> bool:
    """Do runs still lead away from where friends stand beside that place?"""
    there = standing(view, view[place.who], place.at)
    beside = (c for c in there.friends(place.who) if dist(c.here, place.at) <= BESIDE)
    return all(leads_away(there, measure, Place(c.id, c.here, aboard=c.aboard)) for c in beside)


def _worth(view: State, measure: Measure, place: Place) -> float:
    """How good a place is, in inches that a mini stands apart from its friends."""
    seat, (x, y, _) = view[place.who].seat, place.at
    friends = (c.here for c in view.on_board() if c.seat == seat and c.id != place.who)
    apart = min((dist(at, place.at) for at in friends), default=APART)
    away = dist((x, y), (view.size[0] / 2, view.size[1] / 2))
    return min(apart, APART) + FRONT * (HIDING * _hidden(view, measure, place.who, place.at) - away)


def _hidden(view: State, measure: Measure, who: str, at: Point) -> float:
    """The share of a mini there that its nearest enemies do not see."""
    trial = standing(view, view[who], at)
    near = sorted(trial.enemies(who), key=lambda enemy: dist(enemy.here, at))[:WATCHERS]
    hidden = 0.0
    for enemy in near:
        sight: Sight = measure(trial, SightOf(enemy.id, who))
        if not sight.visible:
            hidden += 1.0
        else:
            cover: Cover = measure(trial, CoverOf(enemy.id, who))
            hidden += cover.hidden
    return hidden / len(near) if near else 0.0
