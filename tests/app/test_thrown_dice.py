"""Dice on the board: they roll out of a hand towards whoever looks, and lie for a while beside each other."""

from __future__ import annotations

from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import pytest

from sim.app.hud import thrown_dice, widgets
from sim.app.hud.thrown_dice import LIES, RADIUS, ThrownDice
from sim.app.table.playback import DiceTray
from sim.app.table.view_choices import ViewChoices
from sim.carnevale.film_making import TUMBLE
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import steps, until
from tests.carnevale.tables import street


def tray(count: int = 7, tumbling: float = TUMBLE) -> DiceTray:
    return DiceTray("a", "combat", [5] * count, tumbling=tumbling, loose=tuple(range(count)))


def test_they_are_seen_while_they_roll_and_a_while_longer() -> None:
    dice, thrown = ThrownDice(), tray()
    dice.pass_time(None, 0.1)
    assert dice.left == 0
    dice.pass_time(thrown, 0.1)
    assert dice.left == LIES
    thrown.tumbling = 0.0
    dice.pass_time(thrown, 0.1)
    dice.pass_time(thrown, LIES - 0.1)
    assert dice.left == pytest.approx(0.1)
    dice.pass_time(thrown, 0.2)
    assert dice.left == 0
    thrown.rerolled, thrown.tumbling = (1,), TUMBLE
    dice.pass_time(thrown, 0.1)
    assert dice.left == LIES


def test_nobodys_dice_are_none() -> None:
    dice = ThrownDice()
    dice.pass_time(tray(0), 0.1)
    assert dice.left == 0


@pytest.mark.parametrize("count", [1, 3, 5, 8, 11])
def test_at_rest_they_lie_on_the_ground_before_their_mini_and_apart(window: Any, tmp_path: Path, count: int) -> None:
    model = free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))])
    who = model.shown["a"]
    places = [thrown_dice._place(who, number, count, (0.0, -1.0), 1.0)[1] for number in range(count)]
    assert all(y < 12 - 0.6 for _, y, _ in places)
    assert all(z == pytest.approx(0.8 * RADIUS) for _, _, z in places)
    assert all(dist(one, other) > 2 * RADIUS for one, other in combinations(places, 2))


def test_they_are_drawn_where_that_is_wanted(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[float, float]] = []
    real = widgets.die

    def die(fonts: Any, x: float, y: float, *rest: Any, over: Any = None, **more: Any) -> None:
        drawn.extend([(x, y)] if over is not None else [])
        real(fonts, x, y, *rest, over=over, **more)

    monkeypatch.setattr(widgets, "die", die)
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    table = window.table
    until(window, lambda: table.menu is not None)
    for wanted in (False, True):
        window.settings.choices = ViewChoices(dice=wanted)
        table.tray = tray(4)
        steps(window, 2)
        assert bool(drawn) == wanted
    mini = window.scene.view.to_screen((12, 12, 0))
    last = drawn[-4:]
    assert all(dist(place, mini) < 250 for place in last)
    until(window, lambda: window.scene.dice.left == 0)
    window.settings.choices = ViewChoices()
