"""Sentences of events that come about as others do, and would read oddly as those."""

from __future__ import annotations

from sim.board.model.verdicts import Leg
from sim.carnevale.events import CounterLost, Jumped, Moved
from sim.carnevale.narration import narrate


def test_a_leap_that_gets_nowhere_has_no_length() -> None:
    leap = Jumped(who="A", path=((1, 1, 0), (1, 1, 0)), to=(1, 1, 0), length=0.0)
    assert narrate(leap, str) == "A leaps and gets nowhere."
    assert narrate(Jumped(who="A", path=(), to=(1, 1, 0), length=0.0, stopped_by="the wall"), str) == (
        "A leaps, and the wall stops it at once."
    )


def test_whoever_hides_again_is_not_told_to_be_hidden_no_more() -> None:
    assert narrate(CounterLost(who="A", counter="hidden", why="hide"), str) == ""
    assert narrate(CounterLost(who="A", counter="hidden", why="run"), str) == "A is Hidden no more (run)."


def test_a_shift_that_nobody_sees_is_no_sentence() -> None:
    """Somebody was swept aside by no inches."""
    hair = Moved(who="A", path=((1, 1, 0), (1.01, 1, 0)), how="swept aside")
    assert narrate(hair, str) == ""
    far = Moved(who="A", path=((1, 1, 0), (2, 1, 0)), how="swept aside")
    assert narrate(far, str) == 'A is swept 1.0" aside.'


def test_a_stretch_of_a_way_that_nobody_sees_is_no_sentence() -> None:
    """Over the edge of a quay, say: the way on from there is told."""
    over, on = (Leg("walk", ((1, 1, 0), to), cost) for to, cost in (((1.02, 1, 0), 0.02), ((3, 1, 0), 2.0)))
    assert narrate(Moved(who="A", path=over.points, how="run", cost=over.cost, leg=over), str) == ""
    assert narrate(Moved(who="A", path=on.points, how="run", cost=on.cost, leg=on), str) == 'A runs 2.0".'
