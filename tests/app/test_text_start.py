"""How a game in words begins and ends: short lists to choose from, the score, who won."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table.model import TableModel
from sim.app.text.start import play_text
from sim.carnevale.events import GameEnded
from tests.app.table_games import free_fight, member
from tests.app.text_games import terminal, told
from tests.carnevale.stages import board_for, whole
from tests.carnevale.tables import street


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


def chosen(*words: str) -> str:
    typed, out = terminal([*words, "quit"])
    play_text(None, None, typed)
    return out.getvalue()


def test_scenarios_are_listed_by_their_size_and_told_where_one_asks() -> None:
    said = chosen("a new game", "rules acquisition")
    listed, _, asked = said.partition("> rules acquisition")
    assert "1. Acquisition: 75 ducats, 24 inches x 24 inches, 5 rounds, 3 agendas" in listed
    assert "chests of smuggled goods" not in listed
    assert "chests of smuggled goods" in asked


def test_bots_are_listed_from_the_weakest_to_the_strongest_with_what_they_do() -> None:
    said = chosen("a new game", "acquisition", "campiello", "2")
    kinds = ["random", "straightforward", "greedy", "novice", "seasoned", "master"]
    places = [said.index(f"the {kind} bot: ") for kind in kinds]
    assert places == sorted(places)
    assert "1. a person here" in said


def test_a_gang_is_told_from_those_who_are_in_it() -> None:
    said = chosen("a new game", "acquisition", "campiello", "2", "a person")
    assert "Guild 75: The Five of Rialto, with Capodecina, Facchino," in said


def test_the_score_does_not_read_the_scenario_again() -> None:
    model = TableModel(board_for("acquisition"), whole("acquisition", {"north": ("n", "m"), "south": ("s",)}), {})
    said = told(model, "score")
    assert "'rules Acquisition' tells what scores." in said
    assert "chests of smuggled goods" not in said


def test_a_zone_about_a_corner_is_told_as_what_it_is() -> None:
    model = TableModel(board_for("acquisition"), whole("acquisition", {"north": ("n", "m"), "south": ("s",)}), {})
    assert "(south-west corner): a quarter of a circle, 8 inches about the corner at 0, 0." in told(model, "zones")


def test_who_has_won_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = free_fight(street(), tmp_path, [member("a", (6, 6, 0))], [member("b", (6, 20, 0))])
    model.session.state.emit(GameEnded(winners=("north",), scores={"north": 2, "south": 1}))
    monkeypatch.setattr(TableModel, "over", property(lambda model: model.session.state.over))
    said = told(model)
    assert said.count("victory for The North") == 1
    assert "Victory for The North" not in said
    assert "The North: 0 Victory Points, 1 of 1 still stand." in said
    assert told(model).startswith("Victory for The North")
