"""The rule behind a word on a card: the texts that the rules carry with their plug-ins."""

from __future__ import annotations

from functools import cache

from sim.carnevale import hooks
from sim.carnevale.magic import spells


@cache
def explained(word: str) -> str:
    """What an ability, weapon ability, command or spell does; empty where nothing is told of it."""
    name = word.partition("(")[0].strip()
    spell = spells.named(name)
    if spell is not None:
        return f"{spell.discipline}, {spell.cost} WP, {spell.difficulty}+. {' '.join(spell.text.split())}"
    for plug_in in hooks.every():
        if plug_in.name.partition("(")[0].strip().casefold() == name.casefold():
            return " ".join((type(plug_in).__doc__ or "").split())
    return ""
