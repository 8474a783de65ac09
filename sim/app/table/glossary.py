"""Rolls, spells, agendas and the rules behind words of a card, as panels and hints have them.

Questions have their own words (`Choice.asks`).
"""

from __future__ import annotations

from functools import cache

from sim.carnevale import agendas, rulebook
from sim.carnevale.magic import spells
from sim.carnevale.magic.casting import Cast
from sim.carnevale.names import names_of, roll_named
from sim.carnevale.state import State
from sim.engine.requests import Roll
from sim.words import counted, joined, say, term

__all__ = ["agenda_words", "explained", "roll_words", "spell_words", "terms_told"]


def roll_words(state: State, roll: Roll) -> tuple[str, str]:
    """Whose real dice are asked for and what for, in a line; and how they are thrown."""
    if roll.asks:
        return roll.asks, roll.how
    name = names_of(state)
    title = say("{who}: {purpose}", who=name(roll.who), purpose=roll_named(roll.purpose))
    if roll.against:
        title = say(
            "{who}: {purpose} against {other}",
            who=name(roll.who),
            purpose=roll_named(roll.purpose),
            other=name(roll.against),
        )
    how = counted("Throw {n} die.", "Throw {n} dice, the Destiny Die first.", roll.dice)
    aces = say("Aces on {needed}+.", needed=roll.needed) if roll.needed else ""
    return title, joined(" ", (how, aces))


def spell_words(cast: Cast) -> str:
    """What a spell does."""
    spell = spells.named(cast.spell)
    return term(" ".join(spell.text.split())) if spell is not None else ""


def agenda_words(id: str) -> tuple[str, str]:
    """An agenda's title and condition."""
    if id == "?":
        return say("secret"), ""
    card = agendas.find(id)
    return (term(card.title), term(card.text)) if card is not None else (id, "")


@cache
def terms_told(words: str) -> str:
    """What the abilities, spells, counters and other words in a text mean, a paragraph each; empty where none is."""
    found = rulebook.terms_in(words)
    return joined("\n\n", (say("{what}: {words}", what=term(word), words=text) for word, text in found))


@cache
def explained(word: str) -> str:
    """What an ability, weapon ability, command, spell or rule says, as in `bauta rules`; empty for others."""
    return rulebook.explained(word)
