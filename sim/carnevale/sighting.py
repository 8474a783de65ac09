"""Sight and cover as the rules have them: what the board measures, and what the rules add to it."""

from __future__ import annotations

import msgspec

from sim.board.model.verdicts import Cover, Distance, Ground, Shelter, Sight
from sim.carnevale import hooks, rulings
from sim.carnevale.dice import Modifier
from sim.carnevale.evidence import hidden_behind
from sim.carnevale.names import names_of
from sim.carnevale.persistent_effects import HAZE
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.percent import hidden_share
from sim.words import say

__all__ = ["ANY_COVER", "HIDDEN_REACH", "CoverFrom", "cover_of", "look", "sees", "shown"]

HIDDEN_REACH = 6.0  # inches (ACT-01)
AGREED = say("by agreement")


def sees(game: State, a: str, b: str) -> Rule[Refusal | None]:
    """Why `a` has no line of sight to `b`, or None: true line of sight (GEO-06), and Hidden counters (ACT-01)."""
    found = yield from look(game, a, b)
    return found if isinstance(found, Refusal) else None


def look(game: State, a: str, b: str) -> Rule[Sight | Refusal | None]:
    """The beam on which `a` sees `b`, or why it does not; None where it does and nothing is measured."""
    if a == b:
        return None
    agreed = game.turned(a, "sees", b)
    if agreed is not None:
        return (
            None
            if agreed
            else Refusal("TURN-12", say("by agreement, {a} does not see {b}", a=names_of(game)(a), b=names_of(game)(b)))
        )
    verdict = yield from rulings.sight(game, a, b)
    if not verdict.visible:
        name = names_of(game)
        unseen = say("{a} does not see {b}", a=name(a), b=name(b))
        if verdict.blocker:
            unseen = say("{a} does not see {b} behind {what}", a=name(a), b=name(b), what=name(verdict.blocker))
        return Refusal("GEO-06", unseen, verdict)
    return (yield from _unhidden(game, a, b)) or verdict


def _unhidden(game: State, a: str, b: str) -> Rule[Refusal | None]:
    """Why a Hidden counter keeps `a` from seeing `b` along a clear line, or None (ACT-01)."""
    hider_cares = game[b].hidden and game[a].seat != game[b].seat
    if not hider_cares and not game[a].hidden:
        return None
    apart = yield from rulings.distance(a, b)
    if apart.distance <= HIDDEN_REACH:
        return None
    if game[a].hidden:
        return Refusal("ACT-01", say("{a} is hidden and sees nothing over 6 inches away", a=names_of(game)(a)), apart)
    if (yield from cover_of(game, a, b, apart)).modifiers:  # whoever gains nothing from cover is not hidden by it
        return Refusal(
            "ACT-01",
            say("{b} is hidden, in cover and {distance:.1f} inches away", b=names_of(game)(b), distance=apart.distance),
            apart,
        )
    return None


def shown(game: State, a: str, b: str) -> Rule[Sight | None]:
    """The beam on which `a` sees `b`, for an event that follows from a choice that was found legal by it."""
    if a == b or game.turned(a, "sees", b) is not None:
        return None
    return (yield from rulings.as_evidence(rulings.sight(game, a, b)))


class CoverFrom(msgspec.Struct, frozen=True):
    """Whether a target is in cover from an attacker, why, what it is worth to it, and what was measured for it.
    `lost_to`: the ability by which it gains nothing from it."""

    in_cover: bool
    why: str
    modifiers: tuple[Modifier, ...] = ()
    evidence: Cover | Shelter | Ground | Distance | None = None
    lost_to: str = ""

    @property
    def hidden(self) -> float:
        """The share of the target that is hidden, where cover hangs on that; else nothing."""
        return self.evidence.hidden if isinstance(self.evidence, Cover) else 0.0


_MEASURED = say("whatever is measured")
ANY_COVER = tuple(
    CoverFrom(bool(worth), _MEASURED, (Modifier(worth, _MEASURED),) if worth else ()) for worth in (0, 1, 2)
)
"""All that `cover_of` can say, as far as rolls know of it."""


def cover_of(game: State, attacker: str, target: str, apart: Distance) -> Rule[CoverFrom]:
    """Cover (GEO-08 to 11); +1 PROTECTION, or a heavy barricade's +2 (GEO-10, TERR-11)."""
    agreed = game.turned(target, "in_cover", attacker)
    if agreed is not None:
        return CoverFrom(agreed, AGREED, (Modifier(1, say("cover: {why}", why=AGREED)),) if agreed else ())
    if apart.base_contact:
        return CoverFrom(False, say("base contact"))
    found = yield from _cover(game, attacker, target, apart)
    lost_to = next(
        (trait.name for plug_in, trait in hooks.traits(game, target, hook="no_cover") if plug_in.no_cover), ""
    )
    if found.in_cover and lost_to:
        return CoverFrom(True, found.why, evidence=found.evidence, lost_to=lost_to)
    return found


def _cover(game: State, attacker: str, target: str, apart: Distance) -> Rule[CoverFrom]:
    shelter = yield from rulings.shelter(attacker, target)
    if shelter.part is not None:
        behind = say("behind {part}", part=names_of(game)(shelter.part))
        worth = Modifier(2 if shelter.heavy else 1, say("cover: {why}", why=behind))
        return CoverFrom(True, behind, (worth,), shelter)
    if apart.obstacle is not None:
        over = say("over {obstacle}", obstacle=names_of(game)(apart.obstacle))
        return CoverFrom(True, over, (Modifier(1, say("cover: {why}", why=over)),), apart)
    place = yield from rulings.ground(target)
    if place.water:
        return CoverFrom(True, say("in water"), (Modifier(1, say("cover: in water")),), place)
    if hooks.is_so(game, target, "always_cover") or (yield from _is_in_haze(game, target)):
        return CoverFrom(True, say("smoke"), (Modifier(1, say("cover: smoke")),))
    verdict = yield from rulings.cover(game, attacker, target)
    hidden = say("{share} hidden", share=hidden_share(verdict.hidden))
    behind = hidden_behind(verdict, names_of(game)) if verdict.in_cover else ""
    worth_it = (Modifier(1, say("cover: {why}", why=behind or hidden)),) if verdict.in_cover else ()
    return CoverFrom(verdict.in_cover, hidden, worth_it, verdict)


def _is_in_haze(game: State, target: str) -> Rule[bool]:
    """Is a character under a marker that smoke has left (WEAP-Smoke)?"""
    for persistent in game.persistent_effects:
        if persistent.marker is not None and persistent.marker.kind == HAZE:
            found = yield from rulings.under_blast_at(game, persistent.marker.at)
            if target in found.hit:
                return True
    return False
