"""`bauta gang`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.cli import main
from tests.gangs.battlescribe_files import attributes, catalogue, categories, entry, profiles, statistics

TWO_LEADERS = """
format = 1
name = "Too Many Captains"
faction = "Guild"
members = [{ character = "Capodecina" }, { character = "Capodecina" }]
"""


@pytest.mark.parametrize("gang", ["guild", "patricians"])
def test_the_gangs_that_come_with_the_game_are_legal(gang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["gang", "check", gang]) == 0
    assert "legal" in capsys.readouterr().out


@pytest.mark.rule("GANG-01")
def test_an_illegal_gang_is_one_line_with_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "captains.toml"
    file.write_text(TWO_LEADERS)
    assert main.run(["gang", "check", str(file)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "Too Many Captains" in err
    assert "2 Leaders" in err


def test_of_several_gangs_each_is_checked_and_told_by_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    for file in (first, second):
        file.write_text(TWO_LEADERS)
    assert main.run(["gang", "check", str(first), str(second), "guild"]) == 2
    out, err = capsys.readouterr()
    assert out.count("legal") == 1
    assert [line.split(": ")[1] for line in err.splitlines()] == [str(first), str(second)]


def test_a_roster_that_is_not_there_is_told_with_the_gangs_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "captains.toml"
    file.write_text(TWO_LEADERS + 'roster = "none.toml"\n')
    assert main.run(["gang", "check", str(file)]) == 2
    assert f"captains.toml, line 6: roster names {tmp_path / 'none.toml'}: there is no such" in capsys.readouterr().err


def test_gangs_are_checked_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "captains.toml"
    file.write_text(TWO_LEADERS)
    assert main.run(["gang", "check", "guild", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out) == {
        "ok": False,
        "gangs": [
            {"gang": "guild", "legal": True, "reasons": [], "characters": 11, "ducats": 150},
            {"gang": str(file), "legal": False, "reasons": ["2 Leaders; exactly one is wanted"]},
        ],
    }


def test_an_unknown_gang_is_told_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["gang", "show", "gulid"]) == 2
    assert "guild" in capsys.readouterr().err


def test_a_gang_is_shown_card_by_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["gang", "show", "guild"]) == 0
    out = capsys.readouterr().out
    assert "Capodecina, 20 ducats, 30 mm" in out
    assert "Twin Blades: close, evasion +0, damage +1, penetration +0" in out


def test_a_mages_card_names_its_spells_and_its_cantrip(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["gang", "show", "vatican-100"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Protection of the Eye (1 WP, 5+), Aqua Curativa (2 WP, 8+), Cantrip of the Sun (0 WP, 7+)" in out
    assert "Ego Te Absolvo (pulse, 1 CP)" in out
    assert "Between midnight and lauds" in out


def test_a_gang_as_json_holds_every_member(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["gang", "show", "guild", "--json"]) == 0
    gang = json.loads(capsys.readouterr().out)
    assert gang["faction"] == "Guild"
    assert len(gang["members"]) == 11


def test_a_gang_is_printed_as_a_page_and_as_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending, begins in ((".html", b"<!DOCTYPE html>"), (".pdf", b"%PDF-")):
        out = tmp_path / f"guild{ending}"
        assert main.run(["gang", "print", "guild-75", "--out", str(out)]) == 0
        assert out.read_bytes().startswith(begins)
        assert capsys.readouterr().out == f"{out}\n"


def test_a_gang_of_ones_own_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    (tmp_path / "gangs").mkdir()
    text = 'format = 1\nname = "Us"\nfaction = "Guild"\nmembers = [{ character = "Capodecina" }]\n'
    (tmp_path / "gangs" / "us.toml").write_text(text, encoding="utf-8")
    assert main.run(["gang", "check", "us"]) == 0


# --- gangs as files ---------------------------------------------------------------------------------------------------


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    return tmp_path


def test_a_gang_is_begun_grows_and_shrinks(at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = at_home / "gangs" / "the-night-watch.toml"
    assert (
        main.run(["gang", "new", "The Night Watch", "capodecina", "Bravo", "--faction", "guild", "--ducats", "75"]) == 0
    )
    assert capsys.readouterr().out.startswith(f"{file}: The Night Watch, 2 characters, ")
    assert main.run(["gang", "add", "the-night-watch", "Gatto Rosso", "--as", "Micio", "--buy", "Poison"]) == 0
    capsys.readouterr()
    assert main.run(["gang", "remove", "the-night-watch", "Bravo", "poison"]) == 0
    assert "1 Hero but 0 Henchmen" in capsys.readouterr().out  # as `bauta gang check` says it
    assert main.run(["gang", "show", "the-night-watch"]) == 2
    assert "1 Hero but 0 Henchmen" in capsys.readouterr().err
    assert 'name = "Micio"' in file.read_text()
    assert "poison" not in file.read_text()


def test_a_gang_of_the_game_is_copied_and_stays(at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = at_home / "more.toml"
    assert main.run(["gang", "add", "guild-75", "Bravo", "--out", str(out)]) == 0
    capsys.readouterr()
    assert main.run(["gang", "compare", "guild-75", str(out)]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == ["  Bravo: 1 and 2"]
    assert main.run(["gang", "compare", "guild-75", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["members"] == [{"what": "Bravo", "first": 1, "second": 2}]
    assert found["equipment"] == []
    assert main.run(["gang", "compare", "guild", "guild"]) == 0
    assert "Both have the same members" in capsys.readouterr().out


def test_a_gang_goes_through_a_chat(at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["gang", "text", "vatican-100"]) == 0
    (at_home / "chat.txt").write_text(
        capsys.readouterr().out.replace("- Fisher of Men", "- Fisher of Man (15)\n- Nobody")
    )
    assert main.run(["gang", "import", str(at_home / "chat.txt")]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{at_home / 'gangs' / 'the-nine-years.toml'}: The Nine Years, 6 characters")
    assert [line.split(": ")[:2] for line in err.splitlines()] == [
        ["line 13", "'Fisher of Man (15)'"], ["line 14", "'Nobody'"],
    ]  # fmt: skip


def test_a_catalogue_becomes_a_roster_that_gangs_are_made_of(at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numbers = profiles(attributes(), statistics("Brave, Grandstanding")) + categories("Leader")
    captain = f"<selectionEntries>{entry('Captain', numbers, cost=21.0)}</selectionEntries>"
    (at_home / "g.cat").write_text(catalogue("The Guild", captain))
    assert main.run(["gang", "import", str(at_home / "g.cat"), "--json"]) == 0
    (made,) = json.loads(capsys.readouterr().out)
    assert made == {
        "file": str(at_home / "rosters" / "the-guild.toml"), "gang": False, "characters": 1,
        "left_out": ["Captain: 'Grandstanding' means nothing to the rules: left out"],
    }  # fmt: skip
    assert main.run(["gang", "new", "Us", "Captain", "--roster", "the-guild"]) == 0
    assert main.run(["gang", "check", "us"]) == 0
    assert "Us (Guild): legal, 1 character, 21 ducats" in capsys.readouterr().out
