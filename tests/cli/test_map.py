"""`bauta map`: check and info."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.cli.main import run


def test_a_sound_map_is_called_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", "check", "corte-nova"]) == 0
    assert capsys.readouterr().out == "corte-nova: sound\n"


def test_issues_come_as_json_and_errors_exit_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bare.toml"
    path.write_text('format = 1\nname = "Bare"\nsize = [24, 24]\n[[pieces]]\npiece = "cassa"\nat = [0, 4]\n')
    assert run(["map", "check", str(path), "--json"]) == 2
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    assert report["issues"][0]["severity"] == "error"
    assert set(report["issues"][0]) == {"severity", "where", "what", "mend", "at"}


def test_a_finding_tells_its_lines_in_the_file_and_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of pieces without an id, too, whose numbered names stand nowhere in the file."""
    path = tmp_path / "two.toml"
    head = '# mine\nformat = 1\nname = "Two"\nsize = [24, 24]\n\n'
    head += '[[canals]]\nid = "rio"\nline = [[0, 12], [24, 12]]\nwidth = 6\n'
    crate = '\n# a crate\n[[pieces]]\npiece = "cassa"\nat = [{x}, 4]\n'
    path.write_text(head + crate.format(x=6) + crate.format(x=6.4), encoding="utf-8")
    assert run(["map", "check", str(path)]) == 2
    (error,) = capsys.readouterr().err.splitlines()
    assert error.startswith("error: cassa and cassa-2: stand in one another")
    assert error.endswith(" (lines 12 and 17, at 6.2,4)")
    run(["map", "check", str(path), "--json"])
    assert json.loads(capsys.readouterr().out)["lines"] == {"rio": 6, "cassa": 12, "cassa-2": 17}


def test_info_tells_size_pieces_triangles_and_shares(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", "info", "san-canciano", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["size"] == [36.0, 36.0]
    assert report["pieces"]["ponte-di-pietra"] == 2
    assert sum(report["shares"].values()) == pytest.approx(1.0, abs=0.001)


def test_a_board_is_generated_into_a_file_that_is_not_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["map", "generate", "--size", "24x24", "--seed", "4", "--style", "dense", "--out", str(tmp_path / "a.toml")]
    assert run(words) == 0
    assert run(words) == 0
    capsys.readouterr()
    assert run([*words, "--symmetric"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert run(["map", "generate", "--size", "24x24x"]) == 2
    assert run(["map", "generate", "--size", "nanxinf"]) == 2
    assert capsys.readouterr().err.count("write WIDTHxDEPTH in inches") == 2


@pytest.mark.parametrize("name", ["nowhere", "no/such/map.toml"])
def test_a_map_that_is_not_there_is_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", "check", name]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert name in error


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "Campo", "--size", "24by24"), "write WIDTHxDEPTH"),
        (("new", "Campo", "--size", "24x500"), "size"),
        (("new", "!!"), "no letters"),
        (("edit", "no-such-map"), "no map 'no-such-map'"),
        (("edit", "campiello-dei-remi"), "no display"),
    ],
)
def test_what_cannot_be_built_on_is_refused_in_a_line(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    monkeypatch.setattr("sim.app.system.has_display", lambda: False)
    assert run(["map", *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_a_map_that_is_there_is_not_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "campo.toml").write_text("a map", encoding="utf-8")
    assert run(["map", "new", "Campo"]) == 2
    assert "campo.toml is there already" in capsys.readouterr().err
    assert (tmp_path / "maps" / "campo.toml").read_text(encoding="utf-8") == "a map"


def test_several_plans_are_written_in_one_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "small.toml"
    board.write_text('format = 1\nname = "Small"\nsize = [8, 8]\n', encoding="utf-8")
    plans = [tmp_path / "one.svg", tmp_path / "two.svg"]
    assert run(["map", "export", str(board), "--plan", str(plans[0]), "--plan", str(plans[1])]) == 0
    assert capsys.readouterr().out == f"{plans[0]}\n{plans[1]}\n"
    assert all(plan.is_file() for plan in plans)


def test_prints_of_loose_pieces_are_told_with_how_often_they_are_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = tmp_path / "small.toml"
    crates = "".join(f'[[pieces]]\npiece = "cassa"\nat = [{x}, 4]\n' for x in (2, 6))
    board.write_text(f'format = 1\nname = "Small"\nsize = [8, 8]\n{crates}', encoding="utf-8")
    monkeypatch.setenv("BAUTA_LANGUAGE", "xx")
    words = ["map", "export", str(board), "--stl", str(tmp_path / "prints"), "--apart", "--print-scale", "2"]
    words += ["--bed", "220x220x20"]
    assert run(words) == 0
    *tiles, crate = capsys.readouterr().out.splitlines()
    assert tiles
    assert (tmp_path / "prints" / "piece-cassa.stl").is_file()
    assert crate.endswith(" ml], [2 times], [higher than the printer]]")
