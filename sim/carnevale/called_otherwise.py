"""Words that name what has another name in the book of rules."""

from __future__ import annotations

from sim.words import say

__all__ = ["CALLED", "SOUGHT"]

CALLED = {
    say("Hidden"): "Hide",
    say("on guard"): "Guard",
    say("Critical"): "Outcomes",
    say("Fumble"): "Outcomes",
    say("Ace"): "Aces",
    say("Will Point"): "Will Points on a roll",
    say("WP"): "Will Points on a roll",
    say("Command Point"): "ORDER",
    say("Action Point"): "Action Points",
    say("Evasion"): "Weapon numbers",
    say("Penetration"): "Weapon numbers",
    say("in cover"): "Cover",
    say("attack of opportunity"): "Attack of opportunity",
    say("Victory Point"): "Agendas",
    say("re-roll"): "Re-rolls",
    say("charges"): "Charging",
    say("leaps"): "Jump",
    say("falls"): "Falling",
    say("swims"): "Swimming",
    say("climbs"): "Climbing",
    say("dispel"): "Dispel",
    say("breaks away"): "Disengaging",
    say("difficult ground"): "Difficult ground",
    say("Cast Off"): "Boats and Cast Off",
}
"""Words of sentences and cards, and the entry that explains them, where that is called otherwise."""

SOUGHT = {
    "AP": "Action Points",
    "CP": "ORDER",
    "LP": "Lost Life Points",
    "Life Points": "Lost Life Points",
    "hit points": "Lost Life Points",
    "health": "Lost Life Points",
    "wounds": "Lost Life Points",
    "VP": "Agendas",
    "victory": "Agendas",
    "win": "Agendas",
    "dice": "Dice pool",
    "score": "Agendas",
    "move": "Run/Climb",
    "walk": "Run/Climb",
    "shoot": "Combat",
    "to hit": "Attack roll",
    "goes first": "Initiative",
    "first": "Initiative",
    "turn order": "Initiative",
    "visible": "Line of sight",
}
"""Words that newcomers look for, and the entry that is meant."""
