"""Who sees whom: a mini and each of its enemies, both ways, as the rules have it (GEO-06, 08, 10, 11; ACT-01)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from sim.board.model.verdicts import Cover, Share, Sight
from sim.carnevale import rulings
from sim.carnevale.characters import Point
from sim.carnevale.evidence import behind, hidden_behind
from sim.carnevale.names import Names
from sim.carnevale.sighting import CoverFrom, cover_of, look
from sim.carnevale.state import State
from sim.engine.requests import Measure, Refusal, measured
from sim.percent import hidden_share
from sim.words import say, term

__all__ = ["Glance", "Glances", "cover_words", "glance", "unseen", "who_sees"]


class Glance(msgspec.Struct, frozen=True):
    """One looks at another. `why_not`: why it does not see it; `sight`: what was measured, None where the table has
    agreed on it; `ruled`: the cover that the other has from it, where it is seen."""

    why_not: Refusal | None
    sight: Sight | None
    ruled: CoverFrom | None

    @property
    def sees(self) -> bool:
        return self.why_not is None

    @property
    def beam(self) -> tuple[Point, Point] | None:
        """The clear line on which it sees it, where that was measured."""
        return self.sight.witness if self.sees and self.sight is not None else None

    @property
    def cover(self) -> Cover | None:
        """How much is hidden, where that is what cover hangs on."""
        return self.ruled.evidence if self.ruled is not None and isinstance(self.ruled.evidence, Cover) else None

    @property
    def words(self) -> str:
        """`40% hidden, in cover`; `in cover: in water`; `openly`; `no`."""
        if self.why_not is not None:
            return say("no, hidden") if self.why_not.rule == "ACT-01" else say("no")
        assert self.ruled is not None
        openly = not self.ruled.in_cover and (self.cover is None or self.cover.hidden <= self.cover.error)
        return say("openly") if openly else cover_words(self.ruled)


class Glances(msgspec.Struct, frozen=True):
    """A mini and its enemies: what it sees of each, and each of it."""

    who: str
    each: tuple[tuple[str, Glance, Glance], ...]  # an enemy, the look at it, and its look back


def cover_words(ruled: CoverFrom, name: Names | None = None) -> str:
    """How much is hidden, behind what if things are to be named, and whether that is cover; else why there is any."""
    cover, told = ruled.evidence, ruled.why
    if not isinstance(cover, Cover):
        if ruled.lost_to:
            ability = term(ruled.lost_to)
            return say("in cover, and gains nothing from it ({ability}): {why}", ability=ability, why=told)
        return say("in cover: {why}", why=told) if ruled.in_cover else told
    behind = hidden_behind(cover, name) if name is not None else ""
    hidden = behind or (
        say("nothing hidden") if not cover.hidden else say("{share} hidden", share=hidden_share(cover.hidden))
    )
    return say("{hidden}, in cover", hidden=hidden) if ruled.in_cover else hidden


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
        found.append((enemy.id, glance(state, measure, who, enemy.id), glance(state, measure, enemy.id, who)))
    return Glances(who, tuple(found))


def glance(state: State, measure: Measure, by: str, at: str) -> Glance:
    """How one sees another, as every action of a game has it."""
    seen = measured(look(state, by, at), state, measure)
    if isinstance(seen, Refusal):
        return Glance(seen, seen.evidence if isinstance(seen.evidence, Sight) else None, None)
    apart = measured(rulings.distance(by, at), state, measure)
    return Glance(None, seen, measured(cover_of(state, by, at, apart), state, measure))
