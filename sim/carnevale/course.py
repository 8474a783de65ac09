"""What scenarios and objectives add to the course of play: around every action, and at both ends of a turn."""

from __future__ import annotations

from sim.carnevale import scenario as base
from sim.carnevale.characters import Effect
from sim.carnevale.events import EffectBegan, EffectsEnded
from sim.carnevale.objectives import carrying, handling
from sim.carnevale.state import State
from sim.engine.requests import Rule, subroutine

__all__ = ["after_action", "before_action", "round_ends", "turn_begins", "turn_ends", "turn_has_begun"]

NOTHING = base.Gift()  # for whoever the scenario gives none


def before_action(game: State) -> Rule[None]:
    yield from refresh(game)


def after_action(game: State, since: int) -> Rule[None]:
    """`since`: the number of the action's first event."""
    yield from carrying.drops(game, since)
    page = base.of(game)
    if page is not None:
        yield from page.action_ended(game, since)
    yield from refresh(game)


def turn_begins(game: State, who: str) -> Rule[None]:
    """Where it stands then, before it moves under water."""
    if game[who].on_board:
        yield from handling.begin_turn(game, who)


def turn_has_begun(game: State) -> Rule[None]:
    yield from carrying.left_behind(game)
    yield from carrying.dropped_by_the_gone(game)
    yield from refresh(game)


def turn_ends(game: State, who: str, since: int) -> Rule[None]:
    """Once it stands where its turn ends; `since`: the number of the first event of that, a fall from a wall, say."""
    yield from carrying.drops(game, since)
    page = base.of(game)
    if page is not None:
        yield from page.action_ended(game, since)
    yield from handling.end_turn(game, who)
    yield from refresh(game)


def round_ends(game: State) -> Rule[None]:
    """Once what lay on the board to the end of the round is gone."""
    yield from carrying.left_behind(game)
    yield from carrying.dropped_by_the_gone(game)


@subroutine
def refresh(game: State) -> Rule[None]:
    """Everybody has the abilities that the scenario gives where they stand, and no others of its giving."""
    page = base.of(game)
    if page is None:
        return
    gifts = yield from page.gifts(game)
    for c in [c for c in game.on_board() if c.effects or c.id in gifts] if gifts else game.affected():
        gift = gifts.get(c.id, NOTHING)
        given = tuple(Effect(page.title, "game", trait=trait) for trait in gift.traits)
        had = tuple(e for e in c.effects if e.source == page.title)
        if given == had:
            continue
        if had:
            game.emit(EffectsEnded(who=c.id, effects=had))
        for effect in given:
            game.emit(EffectBegan(who=c.id, effect=effect, near=gift.near, sight=gift.sight))
