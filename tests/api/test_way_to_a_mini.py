"""The way to a mini is the way to its side: as far as a charge goes, and no step further."""

from __future__ import annotations

import math
from math import cos, dist, pi, sin
from random import Random

import pytest

import sim
from sim.board.model.journeys import Journey

STREET = sim.box((0, 0, -1), (24, 24, 0))


def to_the_side(top: sim.Tabletop, move: int = 5) -> Journey:
    return top.way("a", "b", move, jumps=False)


@pytest.mark.rule("MOVE-10", "GEO-04")
@pytest.mark.parametrize("seed", range(8))
def test_a_charge_in_the_open_is_as_long_as_the_gap_between_the_bases(seed: int) -> None:
    chance = Random(seed)
    places = [(chance.uniform(1, 23), chance.uniform(1, 23), 0.0) for _ in range(2)]
    sizes = [chance.choice((25, 30, 40, 50)) for _ in range(2)]
    top = sim.from_parts({"street": STREET})
    top = top.with_mini("a", places[0], sizes[0]).with_mini("b", places[1], sizes[1])
    gap = dist(*places) - sum(sizes) / 50.8
    way = to_the_side(top)
    assert way.arrives
    assert way.inches == pytest.approx(gap, abs=0.02)
    assert way.actions == math.ceil((gap - 0.02) / 5)


@pytest.mark.rule("MOVE-10")
def test_a_charge_that_just_reaches_is_one_action_and_one_beyond_is_two() -> None:
    top = sim.from_parts({"street": STREET}).with_mini("a", (3, 5, 0))
    assert to_the_side(top.with_mini("b", (9.13, 5, 0))).actions == 1  # 4.95" apart
    assert to_the_side(top.with_mini("b", (9.23, 5, 0))).actions == 2  # 5.05"


@pytest.mark.rule("MOVE-10")
@pytest.mark.parametrize("target", [(9, 12, 0), (7.2, 15, 0), (12, 4.5, 0)])
def test_round_a_corner_no_place_beside_it_is_nearer(target: tuple[float, float, float]) -> None:
    wall = sim.box((6, 6, 0), (6.5, 18, 4))
    top = sim.from_parts({"street": STREET, "wall": wall}).with_mini("a", (3, 12, 0)).with_mini("b", target, 40)
    way = top.way("a", "b", 5, jumps=False, climbs=False)
    apart, least = 70 / 50.8, math.inf
    for step in range(180):  # every place in contact, two degrees from the next
        angle = pi * step / 90
        place = (target[0] + apart * cos(angle), target[1] + apart * sin(angle), 0.0)
        path = top.path("a", place, move=100, climb=False)
        if path.refusal is None and dist(path.points[-1], place) < 0.01:
            least = min(least, path.cost)
    assert way.arrives
    assert least - 0.05 < way.inches < least + 0.02


@pytest.mark.rule("GEO-04")
def test_a_base_up_to_an_inch_higher_is_charged_from_the_street() -> None:
    crate = sim.box((10, 4, 0), (13, 6, 0.9))
    top = sim.from_parts({"street": STREET, "crate": crate}).with_mini("a", (6, 5, 0)).with_mini("b", (10.7, 5, 0.9))
    way = to_the_side(top)
    assert way.inches == pytest.approx(4.7 - 60 / 50.8, abs=0.05)
    assert top.moved("a", way.stages[-1].points[-1]).distance("a", "b").base_contact


@pytest.mark.rule("GEO-04")
def test_where_no_base_finds_room_beside_it_no_way_arrives() -> None:
    post = sim.box((10, 4.4, 0), (11.2, 5.6, 3))
    top = sim.from_parts({"street": STREET, "post": post}).with_mini("a", (6, 5, 0)).with_mini("b", (10.6, 5, 3))
    way = to_the_side(top)
    assert not way.arrives
    assert way.left > 1
    assert way.bars[0].words == "no base of 30 mm finds room in base contact with b"


def test_whoever_touches_it_has_no_way_to_go() -> None:
    top = sim.from_parts({"street": STREET}).with_mini("a", (6, 5, 0)).with_mini("b", (7.18, 5, 0))
    assert to_the_side(top).actions == 0
