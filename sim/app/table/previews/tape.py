"""The measuring tape."""

from __future__ import annotations

from math import dist

from sim.app.table.previews.kinds import TapePreview
from sim.board.model.queries import CoverOf, DistanceOf, SightOf
from sim.board.model.verdicts import Cover, Distance, Sight
from sim.carnevale.characters import Point
from sim.carnevale.state import State
from sim.engine.requests import Measure
from sim.percent import percent

__all__ = ["End", "preview_tape"]

End = str | Point  # a mini, or a point of the board


def preview_tape(state: State, measure: Measure, a: End, b: End) -> TapePreview:
    """Between two minis base to base with sight and cover; else between points."""
    if isinstance(a, str) and isinstance(b, str) and a != b:
        apart: Distance = measure(state, DistanceOf(a, b))
        sight: Sight = measure(state, SightOf(a, b, minis_block=state.options.minis_block))
        cover: Cover | None = None
        words = [f'{apart.distance:.2f}" base to base', "base contact" if apart.base_contact else ""]
        words.append("in sight" if sight.visible else f"no sight: {sight.blocker or 'blocked'}")
        if sight.visible and not apart.base_contact:
            cover = measure(state, CoverOf(a, b, minis_block=state.options.minis_block))
            words.append(f"{percent(cover.hidden)} hidden" + (", in cover" if cover.in_cover else ""))
        return TapePreview(
            title=f"{state[a].name} to {state[b].name}", words=tuple(filter(None, words)), start=apart.closest[0],
            end=apart.closest[1], sight=sight, cover=cover,
        )  # fmt: skip
    start = state[a].here if isinstance(a, str) else a
    end = state[b].here if isinstance(b, str) else b
    level = dist(start[:2], end[:2])
    words = [f'{dist(start, end):.2f}"', f'{level:.2f}" level, {end[2] - start[2]:+.2f}" high']
    return TapePreview(title="Tape", words=tuple(words), start=start, end=end)
