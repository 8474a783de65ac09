"""Damage, protection and casualties (DICE-11, 12; TURN-05)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.carnevale import equipment
from sim.carnevale.dice import PROTECTION, Modifier
from sim.carnevale.events import Damaged, Killed, LostLife
from sim.carnevale.hooks import RollContext
from sim.carnevale.rolls import basic_roll
from sim.carnevale.state import State
from sim.engine.requests import Rule, subroutine
from sim.words import say, term

__all__ = ["Harm", "lose_life", "saving", "spell_damage", "take_damage"]


class Harm(msgspec.Struct, frozen=True):
    """What came of Damage: so much came to the protection roll, and so many Life Points were lost."""

    taken: int = 0
    lost: int = 0


def lose_life(game: State, who: str, lost: int, why: str, by: str | None = None) -> None:
    """Life Points lost, with no protection roll (DICE-12); at 0 the character is a casualty (TURN-05)."""
    c = game[who]
    if lost <= 0 or not c.alive:
        return
    game.emit(LostLife(who=who, lost=lost, why=why, by=by, had=c.lp))
    if game[who].lp == 0:
        game.emit(Killed(who=who, by=by, why=why, where=c.here))


def saving(by: str, who: str) -> RollContext:
    """What a protection roll against the Damage of a spell is about."""
    return RollContext(purpose="protection", who=who, stat="protection", against=by, attacker=False)


def spell_damage(game: State, by: str, who: str, damage: int, why: str, penetration: int = 0) -> Rule[int]:
    """Damage of a spell, with its Penetration; returns the Life Points lost."""
    context = saving(by, who)
    pierced = [Modifier(penetration, say("{why}: Penetration", why=term(why)))]
    return (yield from take_damage(game, context, damage, why, by, pierced)).lost


@subroutine
def take_damage(
    game: State, context: RollContext, damage: int, why: str, by: str | None, penetration: Sequence[Modifier]
) -> Rule[Harm]:
    """A protection roll against Damage: what is left of it is lost as life (DICE-11). What goes `besides`, as the
    context tells whoever rolls, is left to the caller."""
    if damage > 0:
        damage = yield from equipment.softened(game, context, damage)
    if damage <= 0:
        return Harm()
    context = msgspec.structs.replace(context, stake=damage)
    result = yield from basic_roll(game, context, extra=penetration)
    left = max(0, damage - PROTECTION.read(result))
    game.emit(Damaged(who=context.who, damage=left, before_protection=damage, by=by, why=why))
    lose_life(game, context.who, left, why, by)
    return Harm(damage, left)
