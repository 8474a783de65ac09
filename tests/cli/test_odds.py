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


@pytest.mark.rule("DICE-13", "DICE-05")
def test_several_attacks_with_will_points_in_hand(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["odds", "--dice", "4", "--ace", "6", "--protection", "2", "--life", "3", "--json"]
    assert run([*arguments, "--attacks", "3", "--held", "2"]) == 0
    odds = json.loads(capsys.readouterr().out)
    assert len(odds["kill_by"]) == 3
    assert odds["kill_by"] == sorted(odds["kill_by"])
    assert odds["kill_by"][0] > odds["kill"]  # two will points are spent at once, where there is one attack only
    assert run([*arguments, "--attacks", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["kill_by"] == pytest.approx([odds["kill"]])


@pytest.mark.rule("DICE-13", "DICE-08", "MAGIC-04")
def test_an_opposed_roll_whose_aces_count_to_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "--dice", "3", "--ace", "7", "--against", "4", "--against-most", "0", "--json"]) == 0
    odds = json.loads(capsys.readouterr().out)
    assert odds["succeeds"] == pytest.approx(1 - 0.6**3)
    assert odds["aces"][0] == pytest.approx(0.6**3)


@pytest.mark.parametrize(
    ("more", "names"),
    [(("--attacks", "2"), "--life"), (("--against", "2", "--parry", "1"), "--against")],
)
def test_what_does_not_belong_together_is_a_mistake(
    more: tuple[str, ...], names: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["odds", "--dice", "5", "--ace", "6", *more]) == 2
    assert names in capsys.readouterr().err
