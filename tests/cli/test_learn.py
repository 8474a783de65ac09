"""`bauta learn` without a window: what there is, and whether it can be played."""

from __future__ import annotations

import json

import pytest

from sim.cli.main import run


def test_what_there_is_to_learn_is_listed_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn", "--list", "--json"]) == 0
    lessons = {each["name"]: each for each in json.loads(capsys.readouterr().out)["lessons"]}
    assert lessons["a-better-shot"]["kind"] == "puzzle"
    assert lessons["first-steps"]["kind"] == "lesson"


def test_a_lesson_is_checked_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn", "a-better-shot", "--check", "--json"]) == 0
    out = capsys.readouterr().out
    assert json.loads(out) == {"ok": True, "lessons": [{"name": "a-better-shot", "faults": []}]}
