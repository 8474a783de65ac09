"""The master takes the zone that is nearer to what scores."""

from __future__ import annotations

import pytest

from sim.bots.master import MasterBot
from sim.bots.zone_choice import nearest_zone
from sim.carnevale.characters import Point
from sim.carnevale.objective import Objective
from sim.carnevale.referee import Referee
from sim.carnevale.scenarios.deployment import WhichZone
from tests.carnevale.stages import board_for, staged

FREE = ("north edge", "south edge")


@pytest.mark.rule("SCEN-02")
@pytest.mark.parametrize(
    ("caches", "zone"),
    [
        ((), FREE[0]),
        (((18.0, 30.0, 0.0), (18.0, 6.0, 0.0)), FREE[0]),
        (((18.0, 13.0, 0.0), (20.0, 14.0, 0.0), (18.0, 22.0, 0.0)), FREE[1]),
        (((18.0, 22.0, 0.0), (20.0, 22.0, 0.0), (18.0, 14.0, 0.0)), FREE[0]),
        (((18.0, 14.0, 9.0), (18.0, 22.0, 0.0)), FREE[0]),  # up on a roof is further
    ],
)
def test_the_zone_is_taken_that_is_nearer_to_what_scores(caches: tuple[Point, ...], zone: str) -> None:
    state = staged("secure-arms", ("n1", "north", (18.0, 34.0, 0.0)), ("s1", "south", (18.0, 2.0, 0.0)))
    for n, at in enumerate(caches):
        state.objectives[f"cache-{n}"] = Objective(f"cache-{n}", 2, at=at)
    choice = WhichZone(seat="north", free=FREE)
    assert nearest_zone(state, choice) == zone
    assert MasterBot(1).choose(state, choice, Referee(board_for("secure-arms"))) == zone
