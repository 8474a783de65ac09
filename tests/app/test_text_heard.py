"""A game that is heard: nothing twice, and nothing that cannot be asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table.model import TableModel
from sim.carnevale.events import SpellCast
from tests.app.table_games import free_fight, member
from tests.app.text_games import told
from tests.carnevale.stages import board_for, whole
from tests.carnevale.tables import canal, gondola, house, street


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


def afloat(folder: Path) -> TableModel:
    """A on the west quay of a canal, B far off on the other, and a gondola between them."""
    return free_fight(
        canal(gondola(12, 12)), folder, [member("a", (8, 12, 0), ap=3)], [member("b", (22, 2, 0))], dice=[8] * 80
    )


def on_the_quay(folder: Path) -> TableModel:
    return free_fight(canal(), folder, [member("a", (8, 12, 0), ap=3)], [member("b", (22, 12, 0))], dice=[8] * 80)


def test_a_place_is_told_once_where_the_next_question_tells_it(tmp_path: Path) -> None:
    said = told(
        free_fight(street(), tmp_path, [member("a", (6, 6, 0), ap=3)], [member("b", (20, 20, 0))]), "a", "go 2 n"
    )
    after = said.partition("A runs 2.0 inches.")[2]
    assert "A acts. 10 of 10 LP, 2 AP; on the street, at 6.0, 8.0, on street level." in after
    assert "is now" not in after


def test_where_a_bot_has_come_to_is_told_once_and_not_after_each_of_its_runs(tmp_path: Path) -> None:
    model = free_fight(
        street(house((8, 8), (12, 12), 6.0)), tmp_path, [member("a", (2, 2, 0))], [member("b", (22, 22, 0), ap=2)],
        {"south": "greedy"},
    )  # fmt: skip
    said = told(model, "a", "end").partition("B's turn.")[2].partition("B is done.")
    assert said[0].count("B runs") == 2
    assert said[0].count("B is now") == 1


def test_whoever_is_set_up_is_told_of_once_and_not_listed_as_waiting() -> None:
    model = TableModel(board_for("acquisition"), whole("acquisition", {"north": ("n", "m"), "south": ("s",)}), {})
    said = told(model, *[""] * 4, "place the rest")
    assert "takes position" not in said
    for line in said.splitlines():
        if line.startswith("Next is "):
            name = line.removeprefix("Next is ").partition(".")[0]
            assert name not in line.partition("Or name another")[2]


def test_vessels_are_told_where_they_lie_and_can_be_gone_to(tmp_path: Path) -> None:
    said = told(
        afloat(tmp_path), "a", "where", "where is the gondola", "go to the gondola", "yes", "where is the gondola"
    )
    lies = "The gondola: at 12.0, 12.0, 7 inches long, its ends point north and south (turned 0)"
    assert said.count(f"{lies}; nobody is aboard.") == 2
    assert "aboard the gondola" in said.partition("go to the gondola")[2]
    assert f"{lies}; aboard: A." in said


def test_a_square_of_the_map_can_be_asked_for_by_its_name(tmp_path: Path) -> None:
    model = free_fight(
        street(house((8, 8), (12, 12), 6.0)), tmp_path, [member("a", (2, 2, 0))], [member("b", (22, 22, 0))]
    )
    said = told(model, "map b2", "look a1", "map z9")
    assert said.count("B2: ") == 1
    assert "A1: the street and A (yours)." in said
    assert "Squares go from A1 to D4." in said


def test_zones_can_be_asked_for_at_any_time() -> None:
    model = TableModel(board_for("secure-arms"), whole("secure-arms", {"north": ("n",), "south": ("s",)}), {})
    assert told(model, "zones").count("Deployment zone (south edge): ") == 2


def test_what_cannot_be_done_now_is_answered_with_why(tmp_path: Path) -> None:
    said = told(on_the_quay(tmp_path), "a", "go 4 east", "yes", "hide", "try hide")
    why = "Not now, Hide: A is in water (ACT-01)"
    assert f"'hide' is no answer here. {why}" in said
    assert said.count(why) == 3


def test_it_is_asked_before_somebody_goes_into_the_water_unsaid(tmp_path: Path) -> None:
    model = on_the_quay(tmp_path)
    said = told(model, "a", "go towards b", "no")
    assert "That ends in the water. Go here? Yes or no?" in said
    assert model.session.state["a"].ap == 3
    assert "That ends in the water" not in told(model, "go into the water")


def test_beside_a_thing_is_not_on_it(tmp_path: Path) -> None:
    model = free_fight(
        street(house((6, 9), (9, 11), 0.9, "pozzo")), tmp_path, [member("a", (7, 7, 0))], [member("b", (22, 22, 0))]
    )
    told(model, "a", "go beside the well")
    assert model.session.state["a"].here[2] == 0.0


def test_what_odds_are_made_of_is_told_once_and_again_when_asked(tmp_path: Path) -> None:
    north, south = [member("a", (6, 6, 0), ap=3)], [member("b", (6, 6 + 30 / 25.4, 0))]
    model = free_fight(street(), tmp_path, north, south, dice=[2] * 80)
    said = told(model, "a", "unarmed", *[""] * 6, "again")
    assert "hits " in said
    first, _, later = said.partition("A takes an action")
    between, _, again = later.partition("> again")
    assert ["needs 5+ (DEXTERITY 5: base 5)" in part for part in (first, between, again)] == [True, False, True]


def test_how_not_to_be_asked_again_is_told_whole_once(tmp_path: Path) -> None:
    north, south = [member("a", (6, 6, 0), ap=3, wp=3)], [member("b", (6, 6 + 30 / 25.4, 0), wp=3)]
    model = free_fight(street(), tmp_path, north, south, dice=[5, 6] * 60)
    said = told(model, "a", "unarmed", "", "again")
    assert said.count("Not again: This turn") == 2
    assert "Not to be asked that again; 'again' tells how." in said


def test_what_is_lower_than_a_storey_is_no_floor_up(tmp_path: Path) -> None:
    model = free_fight(
        street(house((8, 5), (12, 8), 1.3)), tmp_path, [member("a", (6, 6, 0))], [member("b", (22, 22, 0))]
    )
    assert "East: the street for 2 inches, the roof of the house from 2 inches, 1.3 inches up" in told(
        model, "a", "look"
    )
    assert "(one floor)" not in told(model, "look")


def test_a_spell_at_whomever_it_may_be_aimed_at_is_one_line_with_their_numbers(tmp_path: Path) -> None:
    mage = member(
        "a", (6, 6, 0), ap=3, wp=3, abilities=("Mage (1)",), keywords=("Discipline (Blood Rites)",), spells=("Healing",)
    )
    north = [mage, member("c", (8, 6, 0), wp=1), member("d", (6, 8, 0), wp=1)]
    model = free_fight(street(), tmp_path, north, [member("b", (20, 20, 0))], dice=[8] * 80)
    said = told(model, "a")
    line = next(line for line in said.splitlines() if "Healing: " in line)
    assert "Healing: A, C or D: 1 AP" in line
    first = int(line.partition(" to ")[0])
    assert line.startswith(f"{first} to {first + 2}. ")
    told(model, str(first + 1), "")
    (cast,) = [event for event in model.session.state.log if isinstance(event, SpellCast)]
    assert cast.target == "c"
