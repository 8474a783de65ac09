"""Chances in words: nothing is called certain that is not."""

from __future__ import annotations

import pytest

from sim.cli.main import run
from sim.percent import percent
from sim.words.tongues import load


@pytest.mark.rule("DICE-13")
@pytest.mark.parametrize(
    ("chance", "digits", "text"),
    [
        (1.0, 0, "100%"),
        (1 - 1e-15, 0, "100%"),
        (1 - 1e-10, 0, "over 99%"),
        (0.996, 0, "over 99%"),
        (0.994, 0, "99%"),
        (0.5, 0, "50%"),
        (0.004, 0, "under 1%"),
        (0.006, 0, "1%"),
        (0.0, 0, "0%"),
        (0.99996, 2, "over 99.99%"),
        (0.00004, 2, "under 0.01%"),
        (0.12345, 2, "12.35%"),
    ],
)
def test_100_percent_is_said_only_of_what_is_certain(chance: float, digits: int, text: str) -> None:
    assert percent(chance, digits) == text


@pytest.mark.rule("DICE-13")
def test_the_command_calls_no_kill_certain_that_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "--dice", "10", "--ace", "2", "--damage", "3", "--protection", "1", "--life", "3"]) == 0
    said = capsys.readouterr().out
    assert "Kills over 99.999%" in said
    assert "100.000%" not in said


def test_a_percentage_in_a_narrow_column_has_the_space_of_its_language() -> None:
    said = [percent(chance, brief=True) for chance in (0.999, 0.49, 0.001)]
    assert said == [">99%", "49%", "<1%"]
    assert [load("fr").told(text) for text in said] == [">99\u00a0%", "49\u00a0%", "<1\u00a0%"]
