"""What the table calls characters, seats, and what stands on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sim.board.model.part_names import base_called, bearer_of, part_called, vessel_called
from sim.board.model.verdicts import Path, VesselMove
from sim.carnevale.state import State
from sim.engine.requests import Refusal
from sim.words import Message, joined, say, sense, term

__all__ = [
    "A_ROLL",
    "ROLLS",
    "TREASURE",
    "Names",
    "keywords_told",
    "names_of",
    "objective_called",
    "refusal_of",
    "roll_named",
    "seat_called",
]

FACTION = "Faction ("  # of a keyword
A_ROLL = "what a roll is for"  # tells these words from others that are written so
ROLLS = (
    "agenda", "cast", "climb", "combat", "deployment", "difficult ground", "disengage", "dispel", "dive", "drown",
    "evasion", "fall", "fear", "grapple", "initiative", "jump", "morale", "poison", "protection", "row", "run",
    "unstable ground",
)  # fmt: skip
OF_ABILITIES = {"primitive": "Primitive"}  # rolls that are known by their ability

TREASURE = "treasure-of-"  # before a seat: the id of its own objective
OBJECTIVES = {"chest": sense("this one", "chest"), "cache": sense("this one", "cache")}  # with their article elsewhere

Names = Callable[[str], str]  # id of a character, seat, piece or part -> what the table calls it


def seat_called(id: str, gang: str) -> str:
    """The gang of a seat; the seat itself where the gang has no name."""
    return term(gang or id.capitalize())


def names_of(game: State, *, gangs: bool = True) -> Names:
    """Characters by name, those that share one told apart by the number in their id, unless it is in the name already;
    objectives by what they are.

    `gangs`: seats go by the names of their gangs, where they have any.
    """

    def name(who: str) -> str:
        c = game.characters.get(who)
        if (bearer := bearer_of(who)) in game.characters:
            return base_called(name(bearer))
        if who in game.objectives:
            return objective_called(who, name)
        if c is None and who not in game.seats:
            vessel, mark, seat = who.partition("/")[0].partition("#")  # of one that a seat brings, or a part of it
            return vessel_called(vessel, name(seat)) if mark else part_called(who)
        if c is None:
            return seat_called(who, game.seats[who].gang if gangs else "")
        called, number = c.name, who.rpartition("-")[2]
        shared = (
            number.isdigit()
            and not called.endswith(f" {number}")
            and any(each.profile.name == called and each is not c for each in game.characters.values())
        )
        return f"{called} {number}" if shared else called

    return name


def objective_called(id: str, name: Names) -> str:
    """What an objective is called in a sentence: `chest 2`; after the gang that lays it, `the treasure of Rialto`."""
    if id.startswith(TREASURE):
        return sense("this one", "the treasure of {gang}", gang=name(id.removeprefix(TREASURE)))
    stem, _, number = id.rpartition("-")
    if number.isdigit() and stem in OBJECTIVES:
        return joined(" ", (OBJECTIVES[stem], number))
    return say("the {what}", what=OBJECTIVES.get(id) or term(id.replace("-", " ")))


def refusal_of(game: State, verdict: Path | VesselMove) -> Refusal | None:
    """Why the board refuses a way, or None. What it names by its id is called as the table calls it."""
    if verdict.refusal is None:
        return None
    rule, why = verdict.refusal
    return Refusal(rule, _called(game, why), verdict)


def _called(game: State, why: str, field: str = "") -> str:
    """A message of the board, with names for the ids of minis in it, and of the `what` that is in the way."""
    if isinstance(why, Message):
        fields = {key: _called(game, value, key) for key, value in why.fields.items() if isinstance(value, str)}
        return say(why.sentence, **{**why.fields, **fields}) if fields else why
    return names_of(game)(why) if field == "what" or why in game.characters else why


def keywords_told(keywords: Iterable[str]) -> str:
    """The keywords of a card in a row; a faction by its name alone."""
    return joined(", ", (word[len(FACTION) : -1] if word.startswith(FACTION) else term(word) for word in keywords))


def roll_named(purpose: str) -> str:
    """What a roll is for, or what came of it, as a noun; what is no known purpose may be an ability's name."""
    return Message(purpose, context=A_ROLL) if purpose in ROLLS else term(OF_ABILITIES.get(purpose, purpose))
