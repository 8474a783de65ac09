"""Leaving base contact (MOVE-12), and crossing a defended barricade (TERR-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.board.model.verdicts import Distance, Leg
from sim.carnevale import hooks
from sim.carnevale.acting import attack_of_opportunity
from sim.carnevale.characters import Character
from sim.carnevale.dice import Modifier, Outcome
from sim.carnevale.events import Disengaged
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import names_of
from sim.carnevale.questions import MustPick
from sim.carnevale.rolls import opposed_roll
from sim.carnevale.state import State
from sim.carnevale.stats import stat
from sim.engine.requests import Rule, subroutine
from sim.words import say

__all__ = ["contest", "disengage"]

CRITICAL = 2.0  # inches more


@subroutine
def disengage(
    game: State,
    who: str,
    enemies: Sequence[str],
    action: str,
    *,
    barricade: Leg | None = None,
    touching: Mapping[str, Distance] | None = None,
) -> Rule[tuple[bool, float]]:
    """An opposed DEXTERITY roll against one of the enemies. Returns whether the character goes, and inches gained.

    `barricade`: the stretch that crosses one; `touching`: the base contact with each of the enemies.
    """
    enemy = yield from _which(game, who, enemies)
    mine, theirs, extra, extra_against = contest(game, who, enemy, action)
    result, _ = yield from opposed_roll(game, mine, theirs, extra=extra, extra_against=extra_against)
    stays = result.outcome is Outcome.FUMBLE
    game.emit(
        Disengaged(
            who=who,
            against=enemy,
            outcome=result.outcome.value,
            stays=stays,
            barricade=barricade.part if barricade is not None else None,
            touching=(touching or {}).get(enemy),
            leg=barricade,
        )
    )
    if not result.outcome.succeeded:
        yield from attack_of_opportunity(game, enemy, [who], grapple=False, why="disengage")
    elif barricade is None:
        yield from hooks.disengaged(game, who, enemy)
    goes = game[who].on_board and not stays
    return goes, CRITICAL if result.outcome is Outcome.CRITICAL else 0.0


def contest(
    game: State, who: str, enemy: str, action: str
) -> tuple[RollContext, RollContext, list[Modifier], list[Modifier]]:
    """Both sides of a disengage, and what a smaller base is worth to each."""
    mine = RollContext(purpose="disengage", who=who, against=enemy, stat="dexterity", action=action)
    theirs = RollContext(purpose="disengage", who=enemy, against=who, stat="dexterity", action=action, attacker=False)
    return mine, theirs, _smaller(game, who, enemy), _smaller(game, enemy, who)


class WhichEnemy(MustPick, frozen=True, kw_only=True):
    """Which of several enemies rolls against somebody who disengages (MOVE-12)."""

    who: str  # disengages

    def asks(self, state: State) -> str:
        return say("{who} disengages: who holds it?", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say("One of yours rolls DEXTERITY against it.")

    def hint(self, state: State, c: Character) -> str:
        _, theirs, _, extra = contest(state, self.who, c.id, "")
        return say("DEXTERITY {dexterity}", dexterity=stat(state, theirs, extra).total)


def _which(game: State, who: str, enemies: Sequence[str]) -> Rule[str]:
    """The opposing player picks one of its characters; of several opponents, the next one clockwise."""
    for seat in game.clockwise_from(game[who].seat):
        own = [enemy for enemy in enemies if game[enemy].seat == seat]
        if own:
            break
    if len(own) == 1:
        return own[0]
    picked: str = yield WhichEnemy(seat=seat, who=who, able=tuple(own))
    return picked


def _smaller(game: State, a: str, b: str) -> list[Modifier]:
    """The smaller base has the better of it, on either side."""
    return [Modifier(1, say("smaller base"))] if game[a].profile.size < game[b].profile.size else []
