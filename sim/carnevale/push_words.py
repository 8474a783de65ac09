"""A push in words: how far, what stops it, and where it ends; and what a fall costs."""

from __future__ import annotations

from sim.board.model.part_names import part_called
from sim.board.model.tableau import Point
from sim.board.model.terrain import Landing
from sim.board.movement.pushed_off import PushedOff
from sim.board.movement.pushes import EDGE
from sim.carnevale.falling import counted as inches_counted
from sim.carnevale.falling import harm
from sim.words import counted, joined, say

__all__ = ["fall_cost", "push_sentence"]

LITTLE = 0.01  # inches: so little is no fall, but a place at the rim that is one's own again


def push_sentence(who: str, pushed: PushedOff, known: frozenset[str]) -> str:
    """What becomes of somebody who is pushed. `known`: the ids of minis, which are names as they stand."""
    push, fall = pushed.push, pushed.fall
    words = [say('{who} is pushed {inches:.2f}"', who=who, inches=push.moved)]
    if push.stopped_by == EDGE:
        words.append(say("stopped by the edge of the board"))
    elif push.stopped_by is not None:
        by = push.stopped_by if push.stopped_by in known else part_called(push.stopped_by)
        words.append(say("stopped by {part}", part=by))
    if fall is None:
        place = _place(push.end)
        words.append(say("into water, at {place}", place=place) if push.in_water else say("to {place}", place=place))
    elif fall.rest is None:
        words.append(say("and falls: nothing below carries it"))
    else:
        told = {"inches": fall.height, "place": _place(fall.rest)}
        words.append(
            say('falls {inches:.2f}" and comes to rest at {place}', **told)
            if fall.height >= LITTLE
            else say("finds no room there, and comes to rest at {place}", **told)
        )
        if fall.onto:
            words.append(say("on {who}", who=joined(", ", fall.onto)))
        if cost := fall_cost(fall.height, fall.landing):
            words.append(cost)
    return joined(", ", words)


def fall_cost(inches: float, spot: Landing) -> str:
    """What a fall of so many inches onto such a spot costs a character without abilities (FALL-02, 03); empty where it
    harms nobody."""
    lost = harm(inches_counted(inches, spot))
    return counted(
        "which costs {n} Life Point, fewer by the Aces of a DEXTERITY roll",
        "which costs {n} Life Points, fewer by the Aces of a DEXTERITY roll",
        lost,
    ) if lost else ""  # fmt: skip


def _place(at: Point) -> str:
    return f"{at[0]:.2f}, {at[1]:.2f}, {at[2]:.2f}"
