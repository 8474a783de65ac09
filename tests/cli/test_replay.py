"""`bauta replay`: the sentences of a game, and below each what was measured for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.cli.main import run

GAME = Path(__file__).parents[1] / "golden" / "marksmen.jsonl.gz"
SHOT = "Private Musketeer hits Stilt-walker with Musket, in cover: 6 Damage."


def printed(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert run(["replay", str(GAME), *options]) == 0
    return capsys.readouterr().out


@pytest.mark.rule("GEO-12")
def test_what_was_measured_is_told_below_each_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--evidence").splitlines()
    below = lines[lines.index(SHOT) + 1]
    assert below.startswith('    seen along a beam of 17.7", 16.4" apart, 100% hidden')
    assert "ponte-dei-remi/bridge 73%" in below


def test_without_it_the_sentences_stand_alone(capsys: pytest.CaptureFixture[str]) -> None:
    plain, more = printed(capsys), printed(capsys, "--evidence")
    assert plain.splitlines() == [line for line in more.splitlines() if not line.startswith("    ")]


@pytest.mark.rule("GEO-12")
def test_events_in_json_carry_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    events = json.loads(printed(capsys, "--evidence", "--json"))["events"]
    shots = [event for event in events if event["event"] == "attacked"]
    assert all(shot["sight"]["visible"] and len(shot["sight"]["witness"]) == 2 for shot in shots)
    assert all(shot["cover"]["type"] == "cover" for shot in shots)
