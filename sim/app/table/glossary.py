"""Rolls, spells, agendas and the rules behind words of a card, as panels and hints have them.

Questions have their own words (`Choice.asks`).
"""

from __future__ import annotations

import re
from functools import cache

from sim.carnevale import agendas, rulebook
from sim.carnevale.actions import UseAbility
from sim.carnevale.actions.ability import command_of
from sim.carnevale.characters import Character
from sim.carnevale.dice import has_destiny
from sim.carnevale.magic import spells
from sim.carnevale.magic.casting import Cast
from sim.carnevale.names import names_of, roll_named
from sim.carnevale.state import State
from sim.engine.requests import Roll
from sim.words import counted, joined, listed, say, term

NUMBER = re.compile(r"\bX\b")  # the number of whoever casts

__all__ = ["ability_words", "agenda_words", "explained", "price_words", "roll_words", "spell_words", "terms_told"]


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
    how = counted("Throw {n} die.", "Throw {n} dice.", roll.dice)
    if has_destiny(roll.purpose):
        how = counted("Throw {n} die: the Destiny Die.", "Throw {n} dice, the Destiny Die first.", roll.dice)
    aces = say("Aces on {needed}+.", needed=roll.needed) if roll.needed else ""
    return title, joined(" ", (how, aces))


def spell_words(cast: Cast, caster: Character | None = None) -> str:
    """What a spell does, and how much the X in it is for whoever casts it (MAGIC-03)."""
    spell = spells.named(cast.spell)
    if spell is None:
        return ""
    words = term(" ".join(spell.text.split()))
    level = spells.mage_level(caster) if caster is not None else None
    if level is None or NUMBER.search(words) is None:
        return words
    return joined(" ", (words, say("X is {x}, and {more} on a Critical.", x=level, more=level + 1)))


def ability_words(c: Character, use: UseAbility) -> str:
    """What a command ability of a character costs, and what it does."""
    command = command_of(c, use.ability)
    if command is None:
        return ""
    return joined(". ", (say("{cost} CP", cost=command.cost), term(" ".join(command.text.split()))))


def price_words(cast: Cast) -> str:
    """What a spell costs, in words; nothing of it comes back."""
    spell = spells.named(cast.spell)
    points = [say("{n} AP", n=cast.ap)] if cast.ap else []
    points += [say("{n} WP", n=spell.cost)] if spell is not None and spell.cost else []
    return say("Costs {points}, whether it succeeds or not.", points=listed(points)) if points else ""


def agenda_words(id: str) -> tuple[str, str]:
    """An agenda's title and condition."""
    if id == "?":
        return say("secret"), ""
    card = agendas.find(id)
    return (term(card.title), term(card.text)) if card is not None else (id, "")


@cache
def terms_told(words: str) -> str:
    """What the abilities, spells, counters and other words in a text mean, a paragraph each; empty where none is. What
    the text tells itself, as the hint of a spell does, is left out."""
    found = [(word, text) for word, text in rulebook.terms_in(words) if (text.partition(". ")[2] or text) not in words]
    return joined("\n\n", (say("{what}: {words}", what=term(word), words=text) for word, text in found))


@cache
def explained(word: str) -> str:
    """What an ability, weapon ability, command, spell or rule says, as in `bauta rules`; empty for others."""
    return rulebook.explained(word)
