"""Verdicts are the same however often a board was asked before, and after they were saved and read."""

from __future__ import annotations

import random

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.board.model.queries import CoverOf, DistanceOf, DropOf, GroundOf, Mover, PathTo, Query, SightOf, SightTo
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Cover, Distance, Drop, Ground, Path, Sight, Verdict
from sim.words import in_english
from tests.board.movement.scenes import town

USED = town()  # what one example asks, the next one finds asked
SAVED = Sight | Cover | Distance | Drop | Ground | Path

places = st.tuples(st.integers(10, 190), st.integers(10, 190)).map(lambda p: (p[0] / 10, p[1] / 10))
crowds = st.lists(st.tuples(places, st.sampled_from(["human", "halberd", "rat"])), min_size=2, max_size=6)


def landed(at: tuple[float, float]) -> Point:
    alone = Tableau((Figure("a", (*at, 9.0)),))
    found = USED.answer(DropOf("a", (*at, 9.0)), alone)
    assert isinstance(found, Drop)
    return found.rest or (*at, 0.0)


def queries(to: Point) -> list[Query]:
    x, y, z = to
    return [
        SightOf("m0", "m1"),
        SightOf("m1", "m0"),
        SightOf("m0", "m1", minis_block=False),
        SightTo("m0", (x, y, z + 1)),
        CoverOf("m0", "m1"),
        DistanceOf("m0", "m1"),
        GroundOf("m0"),
        DropOf("m0", (x, y, z + 2)),
        PathTo(Mover("m0", 6.0), (round(x + 1.5, 3), y, z)),
    ]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(crowds, st.randoms(use_true_random=False))
def test_saved_verdicts_equal_fresh_ones(
    crowd: list[tuple[tuple[float, float], str]], any_order: random.Random
) -> None:
    figures = (Figure(f"m{i}", landed(at), 30.0, body) for i, (at, body) in enumerate(crowd))
    tableau = Tableau(tuple(figures))
    asked = queries(tableau.figures[0].at)
    saved: list[bytes] = [msgspec.json.encode(USED.answer(query, tableau), enc_hook=in_english) for query in asked]
    order = list(range(len(asked)))
    any_order.shuffle(order)
    fresh, again = town(), Tableau(tableau.figures)
    for i in order:
        verdict: Verdict = fresh.answer(asked[i], again)
        assert msgspec.json.decode(saved[i], type=SAVED) == verdict
