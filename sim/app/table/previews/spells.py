"""Whom a spell with a marker or a template would touch, before it is cast or laid (GEO-13, 14; MAGIC-05 to 10)."""

from __future__ import annotations

from collections.abc import Sequence

from sim.board.model.verdicts import Under
from sim.carnevale.actions.combat import met_in_words
from sim.carnevale.characters import Point
from sim.carnevale.disciplines.runes import Wave, caught_by_wave
from sim.carnevale.magic import spells
from sim.carnevale.magic.area_effects import SpellPlaces
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.engine.requests import Measure, Region, measured
from sim.words import say

__all__ = ["meets_at", "meets_words", "under_spell"]


def under_spell(state: State, measure: Measure, who: str, spell: str, aim: str | Point | None) -> Under | None:
    """What the marker or template of a spell would touch, aimed so; None where it has none, or nothing is aimed at."""
    cast = spells.named(spell)
    return None if cast is None or aim is None else measured(cast.meets(state, who, aim), state, measure)


def meets_words(state: State, who: str, spell: str, under: Under, aim: str | Point) -> list[str]:
    """Whom it hits, and when."""
    cast = spells.named(spell)
    when = "cast" if cast is None else cast.meets_when
    return _words(state, who, when, under.hit, aim)


def _words(state: State, who: str, when: str, hit: Sequence[str], aim: str | Point) -> list[str]:
    whom = met_in_words(state, who, hit)
    match when:
        case "target dies":
            name = names_of(state)
            return [say("if {target} dies of it: hits {whom}", target=name(str(aim)), whom=whom)] if hit else []
        case "round ends":
            return [say("the marker touches {whom}", whom=whom)]
    return [say("hits {whom}", whom=whom)]


def meets_at(state: State, measure: Measure, region: Region, at: Point) -> tuple[list[str], Under | None]:
    """Whom a spell would touch at a place that is asked for: in words, and what lies there."""
    match region:
        case SpellPlaces():
            under = under_spell(state, measure, region.who, region.spell, at)
            return ([], None) if under is None else (meets_words(state, region.who, region.spell, under, at), under)
        case Wave():
            return _words(state, region.who, "cast", caught_by_wave(state, region.start, at), at), None
    return [], None
