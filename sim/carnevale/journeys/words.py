"""A way over several actions, in words: each action, the whole, and what bars it."""

from __future__ import annotations

from itertools import groupby

from sim.board.model.journeys import Journey, Stage
from sim.carnevale.evidence import LEGS
from sim.percent import percent
from sim.words import counted, joined, say

__all__ = ["stage_words", "whole_words"]


def stage_words(stage: Stage) -> str:
    """One action: `runs, climbs a ladder, runs: 4.8", 1 roll (92%)`."""
    if stage.kind == "jump":
        jumps = say('jumps; {inches:g}" arrive', inches=stage.inches)
        return say("{what}, {chance} of tries", what=jumps, chance=percent(stage.chance))
    kinds = [kind for kind, _ in groupby(leg.kind for leg in stage.legs if leg.cost > 0.0 or leg.kind in LEGS)]
    does = [LEGS.get(kind, say("runs")) for kind in kinds] or [say("stays")]
    if stage.hangs:
        does.append(say("hangs on the wall"))
    went = say('{what}: {inches:.1f}" of {move:g}"', what=joined(", ", does), inches=stage.inches, move=stage.move)
    if not stage.rolls:
        return went
    rolls = counted("{n} roll", "{n} rolls", stage.rolls)
    return say("{what}, {rolls} ({chance})", what=went, rolls=rolls, chance=percent(stage.chance))


def whole_words(way: Journey) -> str:
    """The whole: `2 turns, 4 actions, 18.3", 1 roll (92%)`; or how near one comes."""
    parts = [
        counted("{n} turn", "{n} turns", way.turns),
        counted("{n} action", "{n} actions", way.actions),
        say('{inches:.1f}"', inches=way.inches),
    ]
    if way.rolls:
        rolls = counted("{n} roll", "{n} rolls", way.rolls)
        parts.append(say("{rolls} ({chance} that all succeed)", rolls=rolls, chance=percent(way.chance)))
    whole = joined(", ", parts)
    if way.arrives:
        return whole
    if not way.stages:
        return say('no way leads there, and none nearer than this: {left:.1f}" are left', left=way.left)
    return say('no way leads there; {left:.1f}" away ends the nearest: {way}', left=way.left, way=whole)
