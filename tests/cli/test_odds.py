"""`bauta odds`."""

from __future__ import annotations

import json

import pytest

from sim.cli.main import run


@pytest.mark.rule("DICE-13")
def test_odds_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "--dice", "2", "--ace", "7", "--json"]) == 0
    odds = json.loads(capsys.readouterr().out)
    assert odds["outcomes"] == pytest.approx({"fail": 0.3, "fumble": 0.06, "success": 0.6, "critical": 0.04}, abs=1e-12)
    assert odds["aces"] == pytest.approx([0.36, 0.48, 0.16], abs=1e-12)
    assert odds["life_lost"] is odds["kill"] is None


@pytest.mark.rule("DICE-13", "ACT-03")
def test_an_attack_on_an_unarmoured_target(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["odds", "--dice", "2", "--ace", "7", "--damage", "1", "--protection", "0", "--life", "3", "--json"]) == 0
    )
    odds = json.loads(capsys.readouterr().out)
    assert odds["life_lost"] == pytest.approx([0.36, 0.0, 0.48, 0.12, 0.04], abs=1e-12)
    assert odds["kill"] == pytest.approx(0.16, abs=1e-12)


def test_odds_as_text_name_every_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "--dice", "5", "--ace", "6", "--protection", "3", "--life", "4"]) == 0
    shown = capsys.readouterr().out
    assert all(word in shown for word in ("fail", "fumble", "success", "critical", "Life lost", "Kills"))


def test_damage_without_protection_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "--dice", "5", "--ace", "6", "--damage", "1"]) == 2
    assert "--protection" in capsys.readouterr().err
