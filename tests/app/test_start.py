"""What the start screen proposes, without a window."""

from __future__ import annotations

from typing import Any

import pytest

from sim.app.hud.start_screen import StartScreen
from sim.app.table.games import NewGame

NO_FONTS: Any = None


@pytest.fixture(autouse=True)
def at_home(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))


def proposed(screen: StartScreen) -> NewGame:
    screen.begin()
    assert screen.plan is not None
    return screen.plan


def test_it_proposes_gang_war_with_two_whole_gangs() -> None:
    plan = proposed(StartScreen(NO_FONTS))
    assert (plan.map, plan.scenario, plan.gangs) == ("san-canciano", "gang-war", ("guild", "patricians"))


@pytest.mark.parametrize(
    ("scenario", "board", "gangs"),
    [
        ("acquisition", "campiello-dei-remi", ("guild-75", "patricians-75")),
        ("street-fight", "calle-lunga", ("guild-100", "patricians-100")),
        ("secure-arms", "san-canciano", ("guild-100", "patricians-100")),
    ],
)
def test_another_scenario_brings_a_board_and_gangs_that_suit_it(
    scenario: str, board: str, gangs: tuple[str, ...]
) -> None:
    screen = StartScreen(NO_FONTS)
    screen.scenario = screen.scenarios.index(scenario)
    screen.suit()
    plan = proposed(screen)
    assert (plan.map, plan.scenario, plan.gangs) == (board, scenario, gangs)


def test_gangs_that_were_named_stay() -> None:
    plan = proposed(StartScreen(NO_FONTS, NewGame(gangs=("patricians", "guild"))))
    assert plan.gangs == ("patricians", "guild")


@pytest.mark.parametrize("seed", ["-3", "--3", "3.5", "²", "nan", "x"])
def test_a_seed_that_is_none_is_said_and_nothing_begins(seed: str) -> None:
    screen = StartScreen(NO_FONTS)
    before, screen.seed = screen.plan, seed
    screen.begin()
    assert screen.trouble == f"Seed: {seed} is no whole number of 0 or more."
    assert screen.plan is before
    screen.seed = " 7 "
    assert proposed(screen).seed == 7
    assert screen.trouble == ""
