"""Three spells in one turn (C4): a mage who has the Action Points and the Will for it casts whatever succeeds best."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import NamedTuple

from sim.bots import spell_evaluation
from sim.bots.agenda_wishes import THREE
from sim.bots.turn_plans import TurnPlans
from sim.carnevale.events import SpellCast, TurnBegan
from sim.carnevale.legality import WhichAction
from sim.carnevale.magic.casting import Cast
from sim.carnevale.magic.spells import Spell, known, mage_level, named
from sim.carnevale.state import State
from sim.engine.requests import Measure

__all__ = ["agenda_spell", "three_spells"]

DEAR = 0.1  # of its chance less, or nearly, for each Will Point that a spell costs


class SpellToTry(NamedTuple):
    """A spell that can be cast now, and how likely it succeeds."""

    chance: float
    cast: Cast
    cost: int


def agenda_spell(choice: WhichAction, measure: Measure, plans: TurnPlans, points: int) -> tuple[float, Cast] | None:
    """The next of three spells, with what a turn of so many AP is worth by them; None: they are not to be had."""
    if "C4" not in plans.wishes.held or plans.laden:
        return None
    need = THREE - _cast(plans)
    if not 0 < need <= points:
        return None
    casts = (a for a in choice.region.offers(plans.view, measure) if isinstance(a, Cast))
    found = _best_of_each(plans.view, choice.who, casts)
    picked = _affordable(found, need, plans.view[choice.who].wp)
    if not picked:
        return None
    return plans.wishes.vp * prod(each.chance for each in picked) + plans.best(points - need).worth, picked[0].cast


def three_spells(view: State, who: str) -> float:
    """How likely a mini of three Action Points casts three spells in a turn, whoever is near."""
    c = view[who]
    if mage_level(c) is None or c.profile.ap < THREE:
        return 0.0
    found = [_tried(view, who, spell, Cast(spell.name)) for spell in known(c)]
    picked = _affordable(found, THREE, c.wp)
    return prod(each.chance for each in picked) if picked else 0.0


def _best_of_each(view: State, who: str, casts: Iterable[Cast]) -> list[SpellToTry]:
    """Of each spell what it does most good to, or least harm."""
    best: dict[str, tuple[float, SpellToTry]] = {}
    for cast in casts:
        spell = named(cast.spell)
        if spell is not None:
            worth = spell_evaluation.casting(view, who, cast)
            if cast.spell not in best or worth > best[cast.spell][0]:
                best[cast.spell] = worth, _tried(view, who, spell, cast)
    return [tried for _, tried in best.values()]


def _tried(view: State, who: str, spell: Spell, cast: Cast) -> SpellToTry:
    return SpellToTry(spell_evaluation.magic_roll(view, who, spell.difficulty).succeeds, cast, spell.cost)


def _affordable(found: list[SpellToTry], need: int, will: int) -> list[SpellToTry]:
    """So many that its Will suffices for: those that are likeliest for what they cost, these first."""
    picked = list[SpellToTry]()
    for each in sorted(found, key=lambda each: (-each.chance / (1 + DEAR * each.cost), each.cast.spell)):
        if len(picked) < need and sum(one.cost for one in picked) + each.cost <= will:
            picked.append(each)
    return picked if len(picked) == need else []


def _cast(plans: TurnPlans) -> int:
    """Spells that have succeeded in this turn."""
    found = 0
    for event in plans.wishes.rounds[-1]:
        if isinstance(event, TurnBegan):
            found = 0
        elif isinstance(event, SpellCast) and event.who == plans.who:
            found += event.outcome in ("success", "critical")
    return found
