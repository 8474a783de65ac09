"""The second reckoning knows numbers that do not follow from one another."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.carnevale import events as e
from tests.laws.broken import Broken
from tests.laws.games import GAME, setup_of
from tests.laws.reckoning import Reckoning

HERE, BELOW = (5.0, 5.0, 6.0), (5.0, 5.0, 0.0)


def rolled(
    purpose: str, *faces: int, needed: int = 7, aces: int = 0, outcome: str = "fail", who: str = "A"
) -> e.Rolled:
    return e.Rolled(who=who, purpose=purpose, faces=faces, needed=needed, aces=aces, outcome=outcome, dice=len(faces))


def fell(height: float) -> e.Fell:
    return e.Fell(who="A", start=HERE, rest=BELOW, height=height, fallen=6.0, landing="solid", part=None)


def damaged(left: int) -> e.Damaged:
    return e.Damaged(who="A", damage=left, before_protection=3, by="B", why="Sword")


def lost(points: int) -> e.LostLife:
    return e.LostLife(who="A", lost=points, why="fall")


JUMPED: dict[str, Any] = {"who": "A", "path": (HERE, BELOW), "to": BELOW, "outcome": "success"}
SAVED = rolled("protection", 10, 7, 2, aces=2, outcome="critical")


@pytest.mark.parametrize(
    ("law", "right", "wrong"),
    [
        (
            "DICE-04",
            rolled("dive", 10, 7, aces=2, outcome="critical"),
            rolled("dive", 10, 7, aces=2, outcome="success"),
        ),
        ("DICE-04", rolled("dive", 1, 6, outcome="fumble"), rolled("dive", 1, 6)),
        ("DICE-01", rolled("dive", *[2] * 10), rolled("dive", *[2] * 11)),
        ("FALL-03", fell(6.0), fell(4.0)),
        ("FALL-02", [fell(6.0), rolled("fall", 7, 2, aces=1, outcome="success"), lost(5)], [lost(6)]),
        ("DICE-11", [SAVED, damaged(0)], [damaged(1)]),
        (
            "JUMP-01",
            [rolled("jump", 7, 2, aces=1, outcome="success"), e.Jumped(length=3.0, rolled=3.0, **JUMPED)],
            [e.Jumped(length=3.0, rolled=4.0, **JUMPED)],
        ),
        ("TURN-10", [e.PointsSpent(who="A", what="cp", points=1, on="order")], None),
    ],
)
def test_the_reckoning_knows_a_broken_law(law: str, right: Any, wrong: Any) -> None:
    """`wrong` stands for the last of what is `right`; None: the same a second time."""
    right = right if isinstance(right, list) else [right]
    wrong = right if wrong is None else wrong if isinstance(wrong, list) else [wrong]
    state = GAME.begin(msgspec.to_builtins(setup_of(1, members=1)))
    first = next(iter(state.characters))
    told = [*right, *wrong] if wrong is right else [*right[:-1], *wrong]
    for events, holds in ((right, True), (told, False)):
        reckoning = Reckoning("a game", state)
        played = state.copy()
        played.log.extend(msgspec.structs.replace(event, who=first) for event in events)
        if holds:
            reckoning.catch_up(played)
            continue
        with pytest.raises(Broken) as broken:
            reckoning.catch_up(played)
        assert broken.value.law == law


def test_scores_are_counted_again() -> None:
    state = GAME.begin(msgspec.to_builtins(setup_of(1, "gang-war", members=1)))
    for number, who in enumerate(state.characters):
        state.emit(e.Deployed(who=who, at=(5.0 + 9 * number, 5.0, 0.0)))
    reckoning = Reckoning("a game", state)
    state.emit(e.GameEnded(winners=tuple(state.seats), scores=dict.fromkeys(state.seats, 1)))
    reckoning.catch_up(state)
    state.emit(e.GameEnded(winners=tuple(state.seats), scores=dict.fromkeys(state.seats, 2)))
    with pytest.raises(Broken, match="counted again"):
        reckoning.catch_up(state)
