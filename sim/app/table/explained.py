"""The rule behind a word on a card: the same texts that `bauta rules` gives."""

from __future__ import annotations

from functools import cache

from sim.carnevale import rulebook


@cache
def explained(word: str) -> str:
    """What an ability, weapon ability, command, spell or rule says; empty where nothing is told of it."""
    return rulebook.explained(word)
