"""What holds for every command: help with an example, exit codes, one line for a mistake, a quick start."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sim.cli import main
from sim.cli.errors import UserError

WRITTEN = [name for name, (module, _) in main.COMMANDS.items() if importlib.util.find_spec(f"sim.cli.{module}")]
HEAVY = ("panda3d", "direct", "trimesh", "numba", "shapely", "scipy", "manifold3d", "imgui_bundle")


def python(code: str) -> str:
    """What a fresh Python prints after this code."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


def heavy_after(*arguments: str) -> str:
    """The heavy libraries that a command line imports."""
    return python(
        "import sys\nfrom sim.cli.main import run\n"
        f"assert run({list(arguments)!r}) == 0\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )


def leaves(command: click.Command, path: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The command lines of a command and all that is below it."""
    if not isinstance(command, click.Group):
        return [path]
    below = click.Context(command)
    names = command.list_commands(below)
    return [leaf for name in names for leaf in leaves(command.get_command(below, name), (*path, name))]  # type: ignore[arg-type]


def all_leaves() -> list[tuple[str, ...]]:
    group = click.Context(main.bauta)
    return [leaf for name in WRITTEN for leaf in leaves(main.bauta.get_command(group, name), (name,))]  # type: ignore[arg-type]


@pytest.mark.parametrize("path", all_leaves(), ids=" ".join)
def test_every_command_explains_itself_with_an_example(path: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main.bauta, [*path, "--help"], prog_name="bauta")
    assert result.exit_code == 0
    assert "Example:" in result.output
    assert f"bauta {' '.join(path)}" in result.output.split("Example:")[1]


@pytest.mark.parametrize("path", all_leaves(), ids=" ".join)
def test_an_unknown_option_is_one_line_and_exit_code_2(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run([*path, "--no-such-option"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "--no-such-option" in err


def test_the_help_lists_every_command_that_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run([]) == 0
    out, _ = capsys.readouterr()
    for name in WRITTEN:
        assert f"  {name} " in out


def test_an_unknown_command_is_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["los-angeles"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "los-angeles" in err


def the_command_raises(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command
    def command() -> None:
        raise error

    monkeypatch.setattr(main.LazyGroup, "get_command", lambda *_: command)


def test_a_mistake_of_the_caller_ends_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    the_command_raises(UserError("map x.toml:\n  key size is missing"), monkeypatch)
    assert main.run(["doctor"]) == 2
    assert capsys.readouterr().err == "bauta doctor: map x.toml: key size is missing\n"


def test_a_fault_of_our_own_ends_with_1_and_keeps_its_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    monkeypatch.delenv("BAUTA_DEBUG", raising=False)
    the_command_raises(ZeroDivisionError("by zero"), monkeypatch)
    assert main.run(["doctor"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("bauta doctor failed: ZeroDivisionError: by zero (")
    assert err.count("\n") == 1
    assert "Traceback" in (tmp_path / "last-error.txt").read_text()


def test_a_fault_shows_its_traceback_when_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BAUTA_DEBUG", "1")
    the_command_raises(ZeroDivisionError("by zero"), monkeypatch)
    assert main.run(["doctor"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_a_stopped_command_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    the_command_raises(KeyboardInterrupt(), monkeypatch)
    assert main.run(["doctor"]) == 130
    assert "stopped" in capsys.readouterr().err


def test_the_help_imports_nothing_heavy() -> None:
    assert heavy_after("--help") == "[]"


@pytest.mark.parametrize(
    "line",
    [
        "odds --dice 5 --ace 7",
        "gang check guild",
    ],
)
def test_asking_the_board_opens_no_window_and_reads_no_meshes(line: str) -> None:
    heavy_after(*line.split())  # the first time, the board is prepared for the cache
    assert heavy_after(*line.split()) == "[]"


def test_measuring_looks_at_the_ground_and_opens_no_window() -> None:
    """It tells of a base in a wall, for which the ground is asked, by compiled kernels; no piece is read anew."""
    line = ["measure", "san-canciano", "--from", "10,10,0", "--to", "20,14,0"]
    heavy_after(*line)
    assert heavy_after(*line) == "['numba', 'scipy']"


def test_python_m_sim_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "sim", "--version"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0
    assert done.stdout.startswith("bauta, version ")
