"""Words that name what has another name in the book of rules."""

from __future__ import annotations

__all__ = ["CALLED", "SOUGHT"]

CALLED = {
    "Hidden": "Hide",
    "on guard": "Guard",
    "Critical": "Outcomes",
    "Fumble": "Outcomes",
    "Ace": "Aces",
    "Will Point": "Will Points on a roll",
    "WP": "Will Points on a roll",
    "Command Point": "ORDER",
    "Action Point": "Action Points",
    "Evasion": "Weapon numbers",
    "Penetration": "Weapon numbers",
    "in cover": "Cover",
    "attack of opportunity": "Attack of opportunity",
    "Victory Point": "Agendas",
    "re-roll": "Re-rolls",
    "charges": "Charging",
    "leaps": "Jump",
    "falls": "Falling",
    "swims": "Swimming",
    "climbs": "Climbing",
    "dispel": "Dispel",
    "breaks away": "Disengaging",
    "difficult ground": "Difficult ground",
    "Cast Off": "Boats and Cast Off",
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
