"""The environment that `tools/play.py` and `tools/test.py` make, with every program that they would start noted."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


class Machine:
    """A machine on which every program succeeds; `started` holds their command lines."""

    def __init__(self) -> None:
        self.started: list[list[str]] = []
        self.made = False

    def run(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        self.started.append(command)
        if "venv" in command:
            self.made = True
            Path(command[-1]).mkdir(parents=True, exist_ok=True)
        there = self.made or command[0] == sys.executable
        return subprocess.CompletedProcess(command, 0 if there else 1, "", "")

    def call(self, command: list[str], **_: Any) -> int:
        self.started.append(command)
        return 0

    def installed(self) -> list[str]:
        return [command[-1].rpartition("/")[2] for command in self.started if "install" in command]


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def environment(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("environment", TOOLS / "environment.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    (checkout / "pyproject.toml").write_text("one")
    monkeypatch.setattr(module, "CHECKOUT", checkout)
    monkeypatch.setattr(module, "subprocess", machine_as_subprocess(machine))
    return module


def machine_as_subprocess(machine: Machine) -> ModuleType:
    module = ModuleType("subprocess")
    module.run = machine.run  # type: ignore[attr-defined]
    module.call = machine.call  # type: ignore[attr-defined]
    return module


def test_the_environment_is_made_once(environment: ModuleType, machine: Machine) -> None:
    environment.python_of_the_project()
    environment.python_of_the_project()
    assert machine.installed() == ["checkout"]


def test_a_changed_pyproject_installs_again(environment: ModuleType, machine: Machine) -> None:
    environment.python_of_the_project()
    (environment.CHECKOUT / "pyproject.toml").write_text("two")
    environment.python_of_the_project()
    assert machine.installed() == ["checkout", "checkout"]


def test_the_tests_add_their_libraries_and_playing_keeps_them(environment: ModuleType, machine: Machine) -> None:
    environment.python_of_the_project("table")
    environment.python_of_the_project("table", "test")
    environment.python_of_the_project("table")
    environment.python_of_the_project("test")
    assert machine.installed() == ["checkout[table]", "checkout[table,test]"]


def test_a_broken_stamp_installs_again(environment: ModuleType, machine: Machine) -> None:
    environment.python_of_the_project()
    (environment.CHECKOUT / ".venv" / "bauta-stamp.json").write_text("{")
    environment.python_of_the_project()
    assert machine.installed() == ["checkout", "checkout"]


def test_an_environment_whose_python_is_gone_is_made_again(environment: ModuleType, machine: Machine) -> None:
    environment.python_of_the_project()
    machine.made = False
    environment.python_of_the_project()
    assert machine.installed() == ["checkout", "checkout"]


def test_a_failed_installation_says_so_and_is_tried_again(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "run", lambda _: 1)
    with pytest.raises(SystemExit, match="could not be installed"):
        environment.python_of_the_project()
    assert not (environment.CHECKOUT / ".venv" / "bauta-stamp.json").exists()


@pytest.mark.parametrize(("lacks", "says"), [({"venv"}, "no module venv"), ({"ensurepip", "pip"}, "neither ensurepip")])
def test_a_python_that_can_make_no_environment_is_told_what_to_install(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, lacks: set[str], says: str
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name in lacks else object())
    with pytest.raises(SystemExit, match=rf"{says}.*apt-get install python3\.\d+-venv"):
        environment.python_of_the_project()


def test_without_ensurepip_the_pip_at_hand_installs(
    environment: ModuleType, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else object())
    environment.python_of_the_project()
    assert any("--without-pip" in command for command in machine.started)


def test_an_old_python_is_refused(environment: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "LEAST", (99, 0))
    with pytest.raises(SystemExit, match=r"needs Python 99\.0 or newer"):
        environment.python_of_the_project()


def test_a_checkout_that_cannot_be_written_uses_the_users_cache(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(environment.os, "access", lambda *_: False)
    monkeypatch.setattr(environment.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    environment.python_of_the_project()
    (folder,) = (tmp_path / "cache").iterdir()
    assert folder.name.startswith("bauta-")
    assert json.loads((folder / "bauta-stamp.json").read_text())["extras"] == []
