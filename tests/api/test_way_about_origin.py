"""A way over a board that lies about the origin, as many meshes do, is the same as over one that lies north-east."""

from __future__ import annotations

import pytest

import sim


@pytest.mark.rule("MOVE-03")
@pytest.mark.parametrize("goal", [(1, 3, 0), (6, -3, 0)])
def test_a_way_is_the_same_wherever_the_board_lies(goal: tuple[float, float, float]) -> None:
    ways = []
    for off in (0.0, 12.0):
        street = sim.box((off - 12, off - 6, -0.5), (off + 12, off + 6, 0))
        wall = sim.box((off - 0.1, off - 6, 0), (off + 0.1, off, 5))
        top = sim.from_parts({"street": street, "wall": wall}).with_mini("a", (off - 6, off + 3))
        ways.append(top.way("a", (goal[0] + off, goal[1] + off, goal[2])))
    assert ways[0].arrives
    assert (ways[0].turns, ways[0].actions) == (ways[1].turns, ways[1].actions)
    assert ways[0].inches == pytest.approx(ways[1].inches, abs=0.01)
