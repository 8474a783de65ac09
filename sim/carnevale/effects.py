"""Effects and counters: how they come to characters and when they end (TURN-03, TURN-09, ACT-09)."""

from __future__ import annotations

from sim.board.model.verdicts import Distance
from sim.carnevale import hooks, rulings
from sim.carnevale.characters import Character, Effect
from sim.carnevale.events import CounterLost, EffectBegan, EffectsEnded, Stunned
from sim.carnevale.state import State
from sim.engine.requests import Rule, subroutine
from sim.words import say

__all__ = ["auras", "auras_anew", "auras_turned", "end", "end_round", "end_turn", "in_order", "next_turn", "stun"]


def stun(game: State, who: str, why: str) -> None:
    """A Stunned counter, of which a character has one at most (ACT-09)."""
    if game[who].on_board and not game[who].stunned and not hooks.is_so(game, who, "steadfast"):
        game.emit(Stunned(who=who, why=why))


def end(game: State, until: str, who: str | None = None) -> None:
    """All effects that last until now end: of one character, or of all, in initiative order (TURN-03)."""
    for c in [game[who]] if who is not None else [c for c in in_order(game) if c.effects]:
        ended = tuple(effect for effect in c.effects if effect.until == until)
        if ended:
            game.emit(EffectsEnded(who=c.id, effects=ended))


def end_round(game: State, seat: str) -> None:
    """All effects on a seat's characters that last to the end of the round end."""
    for c in in_order(game):
        if c.seat == seat:
            end(game, "end_of_round", c.id)


def end_turn(game: State, who: str) -> None:
    """What lasts to the end of this turn of a character ends; called before the turn is counted."""
    c = game[who]
    if c.stunned and c.turns_ended >= c.stunned_since:
        game.emit(CounterLost(who=who, counter="stunned", why=say("end of turn")))
    over = tuple(
        effect
        for effect in c.effects
        if effect.until == "end_of_turn" or (effect.until == "end_of_next_turn" and c.turns_ended >= effect.begun)
    )
    if over:
        game.emit(EffectsEnded(who=who, effects=over))


def next_turn(game: State, who: str) -> int:
    """The next turn of a character, counted from 0: `Effect.begun` of what lasts until its end."""
    return game[who].turns_ended + (game.active == who)


def in_order(game: State) -> list[Character]:
    """All on the board, their seats in initiative order."""
    seats = game.initiative or tuple(game.seats)
    return sorted(game.on_board(), key=lambda c: seats.index(c.seat))


@subroutine
def auras(game: State) -> Rule[None]:
    """As an action begins, whoever is in range of an aura has it to the end of that action (TURN-09)."""
    for who, found in (yield from _in_range(game)).items():
        for effect, near in found.items():
            if effect not in game[who].effects:
                game.emit(EffectBegan(who=who, effect=effect, near=near))


def auras_anew(game: State) -> Rule[None]:
    """Before somebody is asked for an action: what it may do hangs on the auras that it is in (TURN-09)."""
    if not game.affected():
        return
    if not game.doing:
        found = yield from _in_range(game)
        for c in game.affected():
            gone = tuple(e for e in c.effects if e.until == "end_of_action" and e not in found.get(c.id, {}))
            if gone:
                game.emit(EffectsEnded(who=c.id, effects=gone))
    yield from auras(game)


def auras_turned(game: State, who: str) -> Rule[None]:
    """A character fights for another side (Madness): the auras that it has and that it bears are for whom they are for
    now, in the middle of an action too."""
    found = yield from _in_range(game)
    for c in game.affected():
        own = [e for e in c.effects if e.until == "end_of_action" and e.by and who in (c.id, e.by)]
        gone = tuple(e for e in own if e not in found.get(c.id, {}))
        if gone:
            game.emit(EffectsEnded(who=c.id, effects=gone))
    yield from auras(game)


def _in_range(game: State) -> Rule[dict[str, dict[Effect, Distance | None]]]:
    """Who is in range of which auras, and how near; None: it bears the aura itself."""
    found: dict[str, dict[Effect, Distance | None]] = {}
    for source in game.affected():
        for aura in [effect for effect in source.effects if effect.aura]:
            under = Effect(
                aura.source, "end_of_action", trait=aura.trait, stat=aura.stat, change=aura.change, by=source.id
            )
            reached = [source, *game.friends(source.id)] if aura.aura == "friends" else game.enemies(source.id)
            for c in reached:
                own = c.id == source.id
                near = None if own else (yield from rulings.reached(game, source.id, c.id, aura.reach))
                if own or near is not None:
                    found.setdefault(c.id, {}).setdefault(under, near)
    return found
