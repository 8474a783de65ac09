"""`bauta play` where there is no display: it says so, and bots play without a window."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app import system
from sim.app.render.screen import NoScreen
from sim.app.window import table_window
from sim.bots import duel
from sim.carnevale.setup import Setup
from sim.cli import demo
from sim.cli.main import run

Asked = dict[str, object]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Asked]:
    """What bots were asked to play, on a machine without a display; each game is over at once."""
    games: list[Asked] = []

    def one_game(
        board: object, setup: object, seats: dict[str, str], source: str, journal: Path
    ) -> tuple[duel.Record, object]:
        games.append({"seats": seats, "map": source, "setup": setup, "journal": journal})
        gangs = {"north": "The Five", "south": "The Lion"}
        record = duel.Record(source, "gang-war", 7, seats, gangs, "south", {"north": 3, "south": 4}, 5, 0, 0, 99, 1.0)
        return record, type("Session", (), {"state": None})()

    monkeypatch.setattr(system, "has_display", lambda: False)
    monkeypatch.setattr(duel, "one_game", one_game)
    monkeypatch.setattr(demo, "draw", lambda *_: "")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    return games


def test_without_a_display_bots_play_and_result_journal_and_picture_are_told(
    asked: list[Asked], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["play", "--gang", "guild-75", "--gang", "patricians-75", "--seed", "7"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("There is no display to open a window on. Bots play instead")
    assert "san-canciano" in first
    assert "gang-war" in first
    assert "seed 7" in first
    assert "The game is won: The Lion." in lines
    assert str(tmp_path / "games" / "gang-war-7.jsonl") in lines[-2]
    assert lines[-1] == f"Picture of the final board: {tmp_path / 'games' / 'gang-war-7.png'}"
    assert asked[0]["seats"] == {"north": "greedy", "south": "greedy"}


@pytest.mark.parametrize(
    ("map_", "scenario"), [("calle-lunga", "street-fight"), ("san-canciano", "gang-war"), ("no-such-map", None)]
)
def test_a_map_alone_is_played_in_the_first_scenario_that_it_has_the_size_for(
    asked: list[Asked], capsys: pytest.CaptureFixture[str], map_: str, scenario: str | None
) -> None:
    rc = run(["play", "--map", map_])
    if scenario is None:
        assert (rc, asked) == (2, [])
        assert "no-such-map" in capsys.readouterr().err
        return
    assert rc == 0
    (game,) = asked
    assert isinstance(game["setup"], Setup)
    assert game["setup"].scenario == scenario


def test_without_a_display_the_bots_that_were_named_play(asked: list[Asked]) -> None:
    assert run(["play", "--seat", "north=random", "--seat", "south=greedy", "--seed", "1"]) == 0
    assert asked[0]["seats"] == {"north": "random", "south": "greedy"}


@pytest.mark.rule("CAMP-04")
@pytest.mark.parametrize("morale", [True, False])
def test_without_a_display_bots_play_with_morale_where_that_was_asked_for(asked: list[Asked], morale: bool) -> None:
    assert run(["play", "--seed", "1", *(["--morale"] if morale else [])]) == 0
    setup = asked[0]["setup"]
    assert isinstance(setup, Setup)
    assert setup.options.morale is morale


def test_without_a_display_a_bot_plays_for_a_person_and_that_is_said(
    asked: list[Asked], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "--seat", "north=human", "--seat", "south=random", "--seed", "1"]) == 0
    assert "Nobody can play north by hand here; the greedy bot does." in capsys.readouterr().out.splitlines()[0]
    assert asked[0]["seats"] == {"north": "greedy", "south": "random"}


def test_a_person_is_a_human(asked: list[Asked]) -> None:
    assert run(["play", "--seat", "north=person", "--seat", "south=random", "--seed", "1"]) == 0
    assert asked[0]["seats"] == {"north": "greedy", "south": "random"}


def test_without_a_display_a_begun_game_is_not_gone_on_with(
    asked: list[Asked], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = tmp_path / "begun.jsonl"
    journal.write_text("{}\n")
    assert run(["play", "--resume", str(journal)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "no display" in err
    assert f"bauta replay {journal}" in err
    assert not asked


def test_where_nothing_can_draw_that_is_told_in_place_of_the_picture(
    asked: list[Asked], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo, "draw", lambda *_: "missing system libraries: libEGL.so.1")
    assert run(["play", "--seed", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "No picture: missing system libraries: libEGL.so.1"


def test_a_display_that_takes_no_window_is_as_none(
    asked: list[Asked], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise NoScreen("nothing here can open a window")

    monkeypatch.setattr(system, "has_display", lambda: True)
    monkeypatch.setattr(table_window, "TableWindow", refuse)
    assert run(["play", "--seed", "1"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("No window opens: nothing here can open a window. Bots play instead")
    assert len(asked) == 1
