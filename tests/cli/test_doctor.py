"""`bauta doctor`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.app import system
from sim.app.probe import Probe, probe
from sim.cli import main


@pytest.fixture
def _pipes_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening real pipes is shown once, below."""
    monkeypatch.setattr("sim.app.probe.probe", lambda pipe: Probe(pipe, works=pipe == "p3tinydisplay", software=True))


@pytest.mark.usefixtures("_pipes_at_hand")
def test_doctor_prints_one_json_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["doctor", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is True
    assert report["rays"]["works"] is True
    assert [each["pipe"] for each in report["renderers"]] == ["pandagl", "p3headlessgl", "p3tinydisplay"]
    assert {each["name"]: each["usable"] for each in report["folders"]} == dict.fromkeys(
        ("assets", "maps", "cache", "data"), True
    )


@pytest.mark.usefixtures("_pipes_at_hand")
def test_doctor_tells_a_person_which_renderer_steps_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "Renderer p3tinydisplay TinyPanda, no shaders (software)" in out
    assert "the small software renderer draws the board plainly" in out
    assert out.rstrip().endswith("All is well.")


@pytest.mark.usefixtures("_pipes_at_hand")
def test_doctor_ends_with_1_where_nothing_can_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "file" / "cache"))
    assert main.run(["doctor"]) == 1
    assert "cannot be used" in capsys.readouterr().out


def test_missing_libraries_are_named_in_one_line_with_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system.sys, "platform", "linux")
    monkeypatch.setattr(system, "_loads", lambda library: library != "libEGL.so.1")
    monkeypatch.setattr(system, "_has_driver", lambda: True)
    line = system.missing_line(system.missing_libraries())
    assert line == "missing system libraries: libEGL.so.1; install them with: sudo apt-get install libegl1"


def test_nothing_is_missing_outside_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system.sys, "platform", "darwin")
    assert system.missing_libraries() == ()
    assert system.missing_line(()) == ""


def test_the_small_renderer_opens_everywhere() -> None:
    assert probe("p3tinydisplay").works


def test_a_pipe_that_is_not_there_does_not_work() -> None:
    assert not probe("p3nosuchpipe").works
