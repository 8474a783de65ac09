"""Who sees whom: a mini and each of its enemies, both ways, as the rules measure sight and cover (GEO-06, 08)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from sim.board.model.queries import CoverOf, SightOf
from sim.board.model.verdicts import Cover, Share, Sight
from sim.carnevale.evidence import behind, hidden_behind
from sim.carnevale.names import Names
from sim.carnevale.state import State
from sim.engine.requests import Measure
from sim.percent import hidden_share
from sim.words import say

__all__ = ["Glance", "Glances", "hidden_words", "unseen", "who_sees"]


class Glance(msgspec.Struct, frozen=True):
    """One looks at another; `cover`: None where it sees nothing."""

    sight: Sight
    cover: Cover | None

    @property
    def words(self) -> str:
        """`40% hidden, in cover`; `openly`; `no`."""
        if not self.sight.visible:
            return say("no")
        if self.cover is None or self.cover.hidden <= self.cover.error:
            return say("openly")
        return hidden_words(self.cover)


class Glances(msgspec.Struct, frozen=True):
    """A mini and its enemies: what it sees of each, and each of it."""

    who: str
    each: tuple[tuple[str, Glance, Glance], ...]  # an enemy, the look at it, and its look back


def hidden_words(cover: Cover, name: Names | None = None) -> str:
    """How much is hidden, behind what if things are to be named, and whether that is cover."""
    behind = hidden_behind(cover, name) if name is not None else ""
    hidden = behind or (
        say("nothing hidden") if not cover.hidden else say("{share} hidden", share=hidden_share(cover.hidden))
    )
    return say("{hidden}, in cover", hidden=hidden) if cover.in_cover else hidden


def unseen(sight: Sight, name: Names, by: Sequence[Share] = ()) -> str:
    """That there is no sight, and what is in the way: `by` what all is hidden, where that was measured."""
    what = behind(by, name) or (name(sight.blocker) if sight.blocker else "")
    return say("no sight: {what}", what=what) if what else say("no sight")


def who_sees(state: State, measure: Measure, who: str, wanted: Callable[[], bool] = lambda: True) -> Glances | None:
    """All lines of sight between a mini and its enemies. None once they are not wanted any more."""
    found = []
    for enemy in state.enemies(who):
        if not wanted():
            return None
        found.append((enemy.id, _look(state, measure, who, enemy.id), _look(state, measure, enemy.id, who)))
    return Glances(who, tuple(found))


def _look(state: State, measure: Measure, by: str, at: str) -> Glance:
    sight: Sight = measure(state, SightOf(by, at, minis_block=state.options.minis_block))
    if not sight.visible:
        return Glance(sight, None)
    low = state.options.low_terrain_gives_cover
    cover: Cover = measure(state, CoverOf(by, at, minis_block=state.options.minis_block, low_terrain=low))
    return Glance(sight, cover)
