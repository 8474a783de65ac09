"""`bauta map pack|unpack|copy|paste` and `bauta open`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from sim.app.table.games import NewGame
from sim.board.files.packages import read_package
from sim.cli import open as opening
from sim.cli.main import run

MAP = """format = 1  # of maps
name = "Small"
size = [12, 12]

[[pieces]]
piece = "cassa"
at = [4, 4]  # in the middle
"""
LOS = ("--from", "2,2,0", "--to", "6,6,0", "--json")


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(MAP, encoding="utf-8")
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(words) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_a_package_is_given_wherever_a_board_is(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = printed(capsys, "los", "small.toml", *LOS)
    assert printed(capsys, "map", "pack", "small.toml", "--by", "Z").startswith("small.bauta: ")
    held = read_package(folders / "small.bauta")
    assert held.files["picture.png"].startswith(b"\x89PNG")
    assert json.loads(held.files["check.json"])[0]["severity"] == "warning"
    (folders / "small.toml").unlink()
    assert printed(capsys, "los", "small.bauta", *LOS) == before
    assert json.loads(printed(capsys, "map", "info", "small.bauta", "--json"))["pieces"] == {"cassa": 1}
    assert run(["map", "check", "small.bauta"]) == 0
    capsys.readouterr()
    there = printed(capsys, "map", "unpack", "small.bauta").strip()
    assert printed(capsys, "los", there, *LOS) == printed(capsys, "los", "small", *LOS) == before
    assert run(["map", "unpack", "small.bauta", "--to", str(folders)]) == 2
    assert "give a folder of its own" in capsys.readouterr().err


def test_a_part_is_copied_and_pasted_and_comments_stay(
    folders: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = printed(capsys, "map", "copy", "small.toml", "--within", "3,3,5,5")
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert "paste 1 piece" in printed(capsys, "map", "paste", "small.toml", "--at", "8,2", "--turn", "45")
    made = (folders / "small.toml").read_text(encoding="utf-8")
    assert made.startswith(MAP.rstrip())
    assert "at = [8, 2]" in made
    assert "turn = 45" in made


def test_the_desktop_is_told_what_opens_a_package(
    folders: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(folders / "share"))
    monkeypatch.setattr(opening.sys, "platform", "linux")
    monkeypatch.setattr(opening.shutil, "which", lambda _: None)
    printed(capsys, "open", "--associate")
    entry = (folders / "share" / "applications" / "bauta.desktop").read_text(encoding="utf-8")
    assert "open %f" in entry
    assert "*.bauta" in (folders / "share" / "mime" / "packages" / "bauta.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [(), ("open",)])
def test_a_file_alone_is_opened_as_a_double_click_hands_it_over(
    words: tuple[str, ...], folders: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.app.system.has_display", lambda: False)
    (folders / "quarter.toml").write_text(MAP, encoding="utf-8")
    assert run([*words, str(folders / "quarter.toml")]) == 2
    assert f"no display to open a window on; measure it: bauta map info {folders / 'quarter.toml'}" in told(capsys)
    assert run([*words, str(folders / "other.BAUTA")]) == 2
    assert "no map" in told(capsys)


def test_a_board_that_is_opened_proposes_a_game_that_fits_it(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[NewGame] = []

    class Window:
        plan: NewGame

        def __init__(self, size: tuple[int, int]) -> None:
            pass

        def run(self, **given: object) -> None:
            plans.append(self.plan)

    monkeypatch.setattr("sim.app.system.has_display", lambda: True)
    monkeypatch.setattr("sim.app.window.table_window.TableWindow", Window)
    board = folders / "two-feet.toml"
    board.write_text('format = 1\nname = "Two Feet"\nsize = [24, 24]\n', encoding="utf-8")
    assert run(["open", str(board)]) == 0
    assert [(plan.map, plan.scenario, plan.players["south"]) for plan in plans] == [
        (str(board), "acquisition", "seasoned")
    ]


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


def test_what_is_packed_with_one_error_is_said_to_have_one(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """\"1 errors\" was said, and in English in every language."""
    text = (
        folders / "small.toml"
    ).read_text() + '[[zones]]\nid = "z"\noutline = [[0, 0], [4, 0], [4, 4]]\nside = "x"\n'
    (folders / "odd.toml").write_text(text)
    assert printed(capsys, "map", "pack", "odd.toml").rstrip().endswith("kB, 1 error")
