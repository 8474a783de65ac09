"""Sentences of events that come about as others do, and would read oddly as those."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from sim.board.model.verdicts import Leg
from sim.carnevale.dice import Modifier
from sim.carnevale.events import CounterLost, Event, Jumped, Killed, LostLife, Moved, Pushed, Rolled, Stunned
from sim.carnevale.narration import narrate
from sim.words.tongues import load, speak, spoken, told


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


def test_what_settles_a_roll_without_dice_is_told() -> None:
    """It was "rolls fear [no dice], 7+: success, 0 Aces"; whose dice an enemy's Aces took away still rolls none."""
    brave = Rolled(
        who="A",
        purpose="fear",
        faces=(),
        needed=7,
        aces=0,
        outcome="success",
        dice=0,
        modifiers=(Modifier(0, "Brave"),),
    )
    assert narrate(brave, str) == "A throws no dice for fear: success by Brave."
    pressed = msgspec.structs.replace(brave, outcome="fail", modifiers=(Modifier(-3, "Aces of B"),))
    assert narrate(pressed, str) == "A rolls fear [no dice], 7+: fail, 0 Aces."


@pytest.fixture
def french() -> Iterator[None]:
    before = spoken()
    speak(load("fr"))
    yield
    speak(before)


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    "event",
    [
        LostLife(who="a", lost=1, why="{why}", had=2),
        LostLife(who="a", lost=2, why="{why}", had=2),
        Killed(who="a", by=None, where=(0, 0, 0), why="{why}"),
        Stunned(who="a", why="{why}"),
        Pushed(who="a", by="b", path=((0, 0, 0), (1, 0, 0)), why="{why}"),
        Pushed(who="a", by=None, path=((0, 0, 0), (1, 0, 0)), why="{why}"),
    ],
)
@pytest.mark.parametrize(("why", "noun"), [("grapple", "empoignade"), ("fall", "chute"), ("jump", "saut")])
def test_what_befell_somebody_is_told_by_a_noun_in_every_language(event: Event, why: str, noun: str) -> None:
    """It was the word of a key, "(empoigner)", or English."""
    assert f"({noun})" in told(narrate(msgspec.structs.replace(event, why=why), str.upper))
