"""`bauta campaign`: whole campaigns by the command, between bots and told by people."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.cli.main import run
from tests.campaign.campaigns import gang_file

Ask = Callable[..., Any]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """`bauta campaign`, and the JSON that it prints."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))

    def ask(*words: str) -> Any:
        assert run(["campaign", *words, "--json"]) == 0, capsys.readouterr().err
        return json.loads(capsys.readouterr().out)

    return ask


@pytest.mark.scenes
@pytest.mark.rule("CAMP-01")
def test_three_games_between_bots_are_played_recorded_and_told(ask: Ask, tmp_path: Path) -> None:
    """One of them is broken off after some answers, and gone on with."""
    gangs = [f"--gang={gang_file(tmp_path, name)}=greedy" for name in ("Us", "Them")]
    begun = ask("new", "Short", *gangs, "--seed", "5", "--ducats", "60")
    assert (begun["games"], [gang["ducats"] for gang in begun["gangs"]]) == (0, [5, 5])
    for number in (1, 2, 3):
        if number == 2:
            began = ask("play", "short", "--map", "corte-nova", "--scenario", "acquisition", "--begin")
            assert (began["games"], began["under_way"]["game"]["number"]) == (1, 2)
        stands = ask("play", "short", "--map", "corte-nova", "--scenario", "acquisition")
        assert (stands["games"], stands["under_way"], stands["questions"]) == (number, None, [])
        assert (tmp_path / "data" / "campaigns" / "short" / f"game-{number}.jsonl").is_file()
    for gang in stands["gangs"]:
        assert gang["played"] == 3
        assert gang["won"] + gang["drawn"] + gang["lost"] == 3
    story = ask("report", "short", "--out", str(tmp_path / "story.html"))
    assert [game["number"] for game in story["games"]] == [1, 2, 3]
    assert all(game["outcome"] for game in story["games"])
    page = (tmp_path / "story.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert all(game["outcome"] in page for game in story["games"])
    kept = ask("end", "short", "--out", str(tmp_path / "kept"))
    assert all(Path(gang["path"]).is_file() for gang in kept["gangs"])
    assert ask("show", "short")["over"]


def test_a_game_at_a_real_table_is_told_and_decided(ask: Ask, tmp_path: Path) -> None:
    us, them = (gang_file(tmp_path, name) for name in ("Us", "Them"))
    ask("new", "Real", "--gang", us, "--gang", f"{them}=seasoned", "--ducats", "55", "--typed-dice")
    ask("play", "real", "--map", "corte-nova", "--scenario", "acquisition", "--begin")
    told = ask(
        "record", "real", "--won", "north", "--points", "north=5", "--lost", "north-bravo-2",
        "--kills", "north-bravo-1=2", "--deed", "Ambitious=2:north-bravo-1,north-captain-1",
    )  # fmt: skip
    assert [question["asks"] for question in told["questions"]] == ["die"]
    told = ask("decide", "real", "die", "10")
    assert [(question["asks"], question["xp"]) for question in told["questions"] if question["seat"] == "north"] == [
        ("experience", 2), ("experience", 5)
    ]  # fmt: skip
    ask("decide", "real", "give", "Bravo", "1", "2", "of", "1")
    ask("decide", "real", "give", "bravo", "1", "2")
    told = ask("decide", "real", "give", "Captain", "3")
    assert told["stages"]["north"] == "talents"
    told = ask("decide", "real", "learn", "Bravo", "1", "Brave")
    bravo = told["gangs"][0]["members"][2]
    assert (bravo["name"], bravo["xp"], bravo["talents"], bravo["kills"]) == ("Bravo 1", 0, ["Brave"], 2)
    ask("undo", "real")
    ask("decide", "real", "learn", "Bravo", "1", "brave")
    told = ask("decide", "real", "die", "8", "7", "--seat", "north")
    assert told["gangs"][0]["ducats"] == 10
    told = ask("hire", "real", "Bravo", "--as", "Tita")
    assert told["gangs"][0]["members"][-1]["name"] == "Tita"
    assert ask("show")["campaigns"][0]["games"] == 1


def test_what_is_asked_is_told_with_the_command_that_answers_it(
    ask: Ask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    us, them = (gang_file(tmp_path, name) for name in ("Us", "Them"))
    ask("new", "Words", "--gang", us, "--gang", f"{them}=greedy", "--ducats", "55", "--seed", "1")
    ask("play", "words", "--map", "corte-nova", "--scenario", "acquisition", "--begin")
    assert run(["campaign", "record", "words", "--won", "draw", "--points", "north=4"]) == 0
    told = capsys.readouterr().out
    assert "Game 1 is a draw: Us 4 VP, Them 0 VP.\n" in told
    assert (
        "4 XP of the primary objective, for anybody who is not Unique: bauta campaign decide words give WHO XP" in told
    )
    assert run(["campaign", "decide", "words", "accept"]) == 0
    assert "Captain is given 4 XP.\n" in capsys.readouterr().out
    assert run(["campaign", "show", "words"]) == 0
    assert "All gangs are ready: bauta campaign play words\n" in capsys.readouterr().out


def test_the_journal_of_a_game_that_was_played_elsewhere_is_recorded_and_no_other(
    ask: Ask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gangs = [f"--gang={gang_file(tmp_path, name)}=random" for name in ("Us", "Them")]
    for name in ("One", "Two"):
        ask("new", name, *gangs, "--seed", "5" if name == "One" else "6", "--ducats", "55")
        ask("play", name, "--map", "corte-nova", "--scenario", "acquisition", "--begin")
    ask("play", "one")
    journal = tmp_path / "data" / "campaigns" / "one" / "game-1.jsonl"
    assert run(["campaign", "record", "two", str(journal)]) == 2
    assert capsys.readouterr().err.endswith("is not game 1 of this campaign: its dice are others\n")
    journal.rename(tmp_path / "elsewhere.jsonl")
    ask("new", "Three", *gangs, "--seed", "5", "--ducats", "55")
    ask("play", "three", "--map", "corte-nova", "--scenario", "acquisition", "--begin")
    stands = ask("record", "three", str(tmp_path / "elsewhere.jsonl"))
    assert stands["games"] == 1
    copy = tmp_path / "data" / "campaigns" / "three" / "game-1.jsonl"
    assert copy.read_bytes() == (tmp_path / "elsewhere.jsonl").read_bytes()
    assert stands["gangs"] == ask("show", "one")["gangs"]


def test_a_campaign_is_laid_aside_and_brought_back(
    ask: Ask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    us, them = (gang_file(tmp_path, name) for name in ("Us", "Them"))
    ask("new", "Long Lent", "--gang", us, "--gang", f"{them}=seasoned", "--ducats", "55")
    assert run(["campaign", "aside", "long lent"]) == 0
    assert run(["campaign", "show", "long lent"]) == 2
    assert "bauta campaign aside long-lent --back" in capsys.readouterr().err
    assert ask("show")["campaigns"] == []
    assert run(["campaign", "aside", "long-lent", "--back"]) == 0
    capsys.readouterr()
    assert ask("show", "long lent")["name"] == "Long Lent"


def test_what_is_to_be_decided_is_asked_in_words_before_the_next_game(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    us, them = (gang_file(tmp_path, name) for name in ("Us", "Them"))
    ask("new", "Words", "--gang", us, "--gang", f"{them}=seasoned", "--ducats", "55", "--seed", "5")
    ask("play", "words", "--map", "corte-nova", "--scenario", "acquisition", "--begin")
    ask("record", "words", "--won", "north", "--points", "north=5")
    monkeypatch.setattr(sys, "stdin", io.StringIO("captain\n5\nnothing\n"))
    assert (
        run(["campaign", "play", "words", "--map", "corte-nova", "--scenario", "acquisition", "--text", "--begin"]) == 0
    )
    assert "Us: Who is given of the 5 XP of the primary objective?" in capsys.readouterr().out
    stands = ask("show", "words")
    assert stands["under_way"]["game"]["number"] == 2
    assert {member["name"]: member["xp"] for member in stands["gangs"][0]["members"]}["Captain"] == 5
