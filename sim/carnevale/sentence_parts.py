"""Words that sentences of a game share: ways of going, what one falls onto, points."""

from __future__ import annotations

from sim.words import counted, say

__all__ = ["LANDINGS", "points_words", "way_words"]

WAYS = {
    "run": say("runs"),
    "climb": say("climbs"),
    "swim": say("swims"),
    "fly": say("flies"),
    "underwater": say("glides underwater"),
    "rowed": say("is rowed"),
    "balance": say("keeps its feet"),
    "gateway": say("steps out of a gateway"),
    "swept aside": say("is swept aside"),
}
LANDINGS = {
    "soft": say("something soft"),
    "water": say("water"),
    "solid": say("solid ground"),
    "difficult": say("rough ground"),
    "dangerous": say("something dangerous"),
}


def way_words(how: str) -> str:
    """A way of going as a verb: `runs`."""
    return WAYS.get(how, say("moves"))


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
