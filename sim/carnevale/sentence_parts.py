"""Words that sentences of a game share: ways of going, what one falls onto, counters, points."""

from __future__ import annotations

from sim.words import counted, say, term

__all__ = ["LANDINGS", "cast_begun", "counter_gained", "counter_lost", "points_words", "went"]

LANDINGS = {
    "soft": say("something soft"),
    "water": say("water"),
    "solid": say("solid ground"),
    "difficult": say("rough ground"),
    "dangerous": say("something dangerous"),
}


def counter_gained(counter: str, who: str, number: int) -> str:
    """Somebody gains a counter, or so many: `A is Hidden.`"""
    match counter:
        case "hidden":
            return say("{who} is Hidden.", who=who)
        case "guarding":
            return say("{who} is on guard.", who=who)
        case "underwater":
            return counted(
                "{who} is under water, with {n} counter.", "{who} is under water, with {n} counters.",
                number, who=who,
            )  # fmt: skip
    return say("{who} is Stunned.", who=who)


def counter_lost(counter: str, who: str, why: str) -> str:
    """Somebody loses a counter, or all of its kind: `A is Stunned no more (end of turn).`"""
    told = {"who": who, "why": why}
    match counter:
        case "hidden":
            return say("{who} is Hidden no more ({why}).", **told)
        case "guarding":
            return say("{who} gives up its guard ({why}).", **told)
        case "underwater":
            return say("{who} is under water no more ({why}).", **told)
    return say("{who} is Stunned no more ({why}).", **told)


def points_words(points: int, what: str) -> str:
    """So many points of a kind, by the field that holds them."""
    match what:
        case "ap":
            return counted("{n} Action Point", "{n} Action Points", points)
        case "lp":
            return counted("{n} Life Point", "{n} Life Points", points)
        case "wp":
            return counted("{n} Will Point", "{n} Will Points", points)
        case "cp":
            return counted("{n} Command Point", "{n} Command Points", points)
    return counted("{n} Victory Point", "{n} Victory Points", points)


def went(how: str, inches: float) -> str:
    """How somebody went so far, or was moved, as what a sentence says of it: `runs 3.2"`, `goes overboard`."""
    match how:
        case "run":
            return say('runs {inches:.1f}"', inches=inches)
        case "climb":
            return say('climbs {inches:.1f}"', inches=inches)
        case "swim":
            return say('swims {inches:.1f}"', inches=inches)
        case "fly":
            return say('flies {inches:.1f}"', inches=inches)
        case "underwater":
            return say('glides {inches:.1f}" underwater', inches=inches)
        case "balance":
            return say('keeps its feet and moves {inches:.1f}"', inches=inches)
        case "nudged":
            return say('shifts {inches:.1f}" to where there is room', inches=inches)
        case "placed":
            return say('drifts {inches:.1f}" aside to where it can land', inches=inches)
        case "overboard":
            return say("goes overboard")
        case "off obstacle":
            return say('is put {inches:.1f}" aside: no turn ends on a small obstacle', inches=inches)
        case "out of the solid":
            return say('is put {inches:.1f}" aside: no turn ends inside what is solid', inches=inches)
        case "off debris":
            return say("slips off into the water")
        case "gateway":
            return say('steps out of a gateway, {inches:.1f}" away', inches=inches)
        case "swept aside":
            return say('is swept {inches:.1f}" aside', inches=inches)
    return say('moves {inches:.1f}"', inches=inches)


def cast_begun(spell: str, whom: str) -> str:
    """A spell that is being cast, as the end of a sentence; `spell`: empty where it is not told yet."""
    if not spell:
        return say("casts a spell on {target}", target=whom) if whom else say("casts a spell")
    what = term(spell)
    return say("casts {spell} on {target}", spell=what, target=whom) if whom else say("casts {spell}", spell=what)
