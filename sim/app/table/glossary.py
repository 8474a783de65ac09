"""Rolls, spells, agendas and the rules behind words of a card, as panels and hints have them.

Questions have their own words (`Choice.asks`).
"""

from __future__ import annotations

from functools import cache

from sim.carnevale import agendas, rulebook
from sim.carnevale.magic import spells
from sim.carnevale.magic.casting import Cast
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.engine.requests import Roll

__all__ = ["agenda_words", "explained", "roll_words", "spell_words", "terms_told"]


def roll_words(state: State, roll: Roll) -> tuple[str, str]:
    """Whose real dice are asked for and what for, in a line; and how they are thrown."""
    if roll.asks:
        return roll.asks, roll.how
    name = names_of(state)
    dice = f"{roll.dice} dice" if roll.dice > 1 else "1 die"
    against = f" against {name(roll.against)}" if roll.against else ""
    first = ", the Destiny Die first" if roll.dice > 1 else ""
    needed = f" Aces on {roll.needed}+." if roll.needed else ""
    return f"{name(roll.who)}: {roll.purpose}{against}", f"Throw {dice}{first}.{needed}"


def spell_words(cast: Cast) -> str:
    """What a spell does."""
    spell = spells.named(cast.spell)
    return " ".join(spell.text.split()) if spell is not None else ""


def agenda_words(id: str) -> tuple[str, str]:
    """An agenda's title and condition."""
    if id == "?":
        return "secret", ""
    card = agendas.find(id)
    return (card.title, card.text) if card is not None else (id, "")


@cache
def terms_told(words: str) -> str:
    """What the abilities, spells, counters and other words in a text mean, a paragraph each; empty where none is."""
    return "\n\n".join(f"{word}: {text}" for word, text in rulebook.terms_in(words))


@cache
def explained(word: str) -> str:
    """What an ability, weapon ability, command, spell or rule says, as in `bauta rules`; empty for others."""
    return rulebook.explained(word)
