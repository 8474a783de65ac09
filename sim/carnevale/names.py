"""What the table calls characters and seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from sim.carnevale.state import State
from sim.words import Message, joined, term

__all__ = ["A_ROLL", "ROLLS", "Names", "keywords_told", "names_of", "roll_named"]

FACTION = "Faction ("  # of a keyword
A_ROLL = "what a roll is for"  # tells these words from others that are written so
ROLLS = (
    "agenda", "cast", "climb", "combat", "deployment", "difficult ground", "disengage", "dispel", "dive", "drown",
    "evasion", "fall", "fear", "grapple", "initiative", "jump", "poison", "primitive", "protection", "row", "run",
    "unstable ground",
)  # fmt: skip

Names = Callable[[str], str]  # id -> what the table calls it


def names_of(game: State, *, gangs: bool = False) -> Names:
    """Characters by name; those that share one are told apart by the number in their id.

    `gangs`: seats go by the names of their gangs, where these are told apart.
    """
    called = Counter(seat.gang for seat in game.seats.values())
    shared = Counter(c.name for c in game.characters.values())

    def name(who: str) -> str:
        c = game.characters.get(who)
        if c is None:
            gang = game.seats[who].gang if gangs and who in game.seats else ""
            return gang if gang and called[gang] == 1 else term(who.capitalize()) if who in game.seats else who
        number = who.rpartition("-")[2]
        return f"{c.name} {number}" if shared[c.name] > 1 and number.isdigit() else c.name

    return name


def keywords_told(keywords: Iterable[str]) -> str:
    """The keywords of a card in a row; a faction by its name alone."""
    return joined(", ", (word[len(FACTION) : -1] if word.startswith(FACTION) else term(word) for word in keywords))


def roll_named(purpose: str) -> str:
    """What a roll is for, as a noun; what is no known purpose may be an ability's name."""
    return Message(purpose, context=A_ROLL) if purpose in ROLLS else term(purpose)
