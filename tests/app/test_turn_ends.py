"""Where no turn ends, previews, End turn and the chronicle say what comes of it (MOVE-04, TERR-09, TERR-10)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.app.table import tools
from sim.app.table.controller import TableController
from sim.app.table.previews import Lookout, moves
from sim.app.table.previews.turn_ends import ending_words
from sim.board.model.terrain import Meaning, Obstacle
from sim.carnevale.actions import Run
from sim.carnevale.events.objectives import ObjectivePlaced
from sim.carnevale.names import names_of
from sim.carnevale.narration import narrate
from sim.carnevale.objective import Objective
from tests.app.table_games import free_fight, member, ready
from tests.app.text_games import told
from tests.carnevale.fighters import TOUCH, fighter
from tests.carnevale.tables import Table, block, canal, do, end_turn, fight, house, mini, street, take_turn

BARREL = ("vasi/top", Meaning(obstacle=Obstacle.SMALL), block((8.5, 5.5, 0), (9.5, 6.5, 0.9)))
CRATE = ("debris/crate", Meaning(obstacle=Obstacle.DEBRIS), block((12, 11, -1.5), (14, 13, -0.4)))


def barrel(**more: Any) -> Table:
    return fight(street(BARREL), mini("a", "north", (6, 6, 0), **more), fighter("b", "south", (20, 6, 0)))


def aimed(table: Table, at: Any) -> Any:
    take_turn(table, "a")
    return pointed(table, at)


def pointed(table: Table, at: Any) -> Any:
    return moves.preview_path(table.state, table.measure, table.request.region, at)  # type: ignore[union-attr]


@pytest.mark.rule("TERR-09")
def test_a_run_onto_a_small_obstacle_says_how_far_the_end_of_the_turn_puts_it_off() -> None:
    table = barrel()
    shown = aimed(table, (9, 6, 0.9))
    assert shown.refusal is None
    said = [words for words in shown.words if words.startswith("no turn ends here: put off ")]
    do(table, "a", {"act": "run", "path": shown.path.points[1:]})
    assert table.state["a"].here == pytest.approx((9, 6, 0.9), abs=0.05)
    (moved,) = [event for event in end_turn(table) if getattr(event, "how", "") == "off obstacle"]
    assert said == [f'no turn ends here: put off {moved.placing.moved:.1f}"']
    assert "no turn ends on a small obstacle" in narrate(moved, names_of(table.state))


@pytest.mark.rule("ABIL-Ethereal")
def test_inside_a_house_the_preview_the_end_of_the_turn_and_the_chronicle_say_what_comes_of_it() -> None:
    table = fight(street(house((4, 8), (10, 16), 6.0)), fighter("a", "north", (6, 6, 0), abilities=("Ethereal",)))
    inside, out = aimed(table, (6, 9, 0)), aimed(table, (6, 4, 0))
    said = "inside what is solid: it can only run on, and must come out before its turn ends"
    assert (said in inside.words, said in out.words) == (True, False)
    do(table, "a", {"act": "run", "path": [(6, 9, 0)]})
    hint = ending_words(table.state, table.measure, "a")
    assert not any(words.startswith("no turn ends here") for words in pointed(table, (6, 5, 0)).words)
    (moved,) = [event for event in end_turn(table) if getattr(event, "how", "") == "out of the solid"]
    assert hint == f'no turn ends here: put off {moved.placing.moved:.1f}"'
    assert "no turn ends inside what is solid" in narrate(moved, names_of(table.state))


@pytest.mark.rule("ABIL-Ethereal", "JUMP-01")
def test_inside_a_house_its_jump_is_not_to_be_had() -> None:
    """It stood among what it could do, and was refused wherever it was aimed."""
    table = fight(street(house((4, 8), (10, 16), 6.0)), fighter("a", "north", (6, 6, 0), abilities=("Ethereal",)))
    take_turn(table, "a")
    for inside in (False, True):
        shown = tools.menu(table.state, table.measure, table.request)  # type: ignore[arg-type]
        (jump,) = [button for button in shown.buttons if button.tool is tools.Tool.JUMP]
        assert ("can only run on" in jump.why) is inside
        if not inside:
            do(table, "a", {"act": "run", "path": [(6, 9, 0)]})


@pytest.mark.rule("TERR-10")
def test_off_debris_it_goes_into_the_water() -> None:
    table = fight(canal(CRATE), mini("a", "north", (11.2, 11, -0.75)))
    said = aimed(table, (13, 12, -0.4)).words
    assert any(words.startswith("no turn ends here") and words.endswith("into the water") for words in said)


@pytest.mark.rule("TERR-09", "DICE-13")
def test_what_comes_of_standing_there_is_measured_where_the_turn_ends() -> None:
    table = barrel(move=6)
    take_turn(table, "a")
    found = Lookout(table.state, table.measure).from_there("a", (9, 6, 0.9), 1)
    assert found is not None
    assert found.at[2] == 0.0
    beside = Lookout(table.state, table.measure).from_there("a", found.at, 1)
    assert beside is not None
    assert [each.apart for each in found.facing] == [each.apart for each in beside.facing]


@pytest.mark.rule("TERR-09")
def test_end_turn_tells_it_too() -> None:
    table = barrel()
    take_turn(table, "a")
    assert ending_words(table.state, table.measure, "a") == ""
    do(table, "a", {"act": "run", "to": (9, 6, 0.9)})
    menu = tools.menu(table.state, table.measure, table.request)  # type: ignore[arg-type]
    (hint,) = [button.hint for button in menu.buttons if button.key == "E"]
    assert hint.startswith("no turn ends here: put off ")
    assert menu.detail == f"End turn: {hint}", "it is read without pointing at the button"


@pytest.mark.rule("TERR-09")
def test_in_words_too(tmp_path: Path) -> None:
    model = free_fight(street(BARREL), tmp_path, [member("a", (6, 6, 0))], [member("b", (22, 22, 0))])
    said = told(model, "a", "go 3 east!", "", "go")
    assert "End turn: no turn ends here: put off " in said


@pytest.mark.rule("MOVE-06", "MOVE-04")
def test_a_way_over_an_edge_beside_a_wall_does_not_say_that_it_stays_on_the_wall() -> None:
    """It was told to stay there until the next action, and fell at once."""
    deck = ("ponte/deck", Meaning(), block((2, 8, 0), (8.6, 16, 2.0)))
    table = fight(street(deck, house((10, 8), (16, 16), 4.0)), mini("a", "north", (7, 12, 2.0), move=5))
    take_turn(table, "a")
    for high in (1.95, 2.0, 2.2):
        shown = pointed(table, (10, 12, high))
        assert shown.refusal is not None or shown.path.legs[-1].kind != "off_edge"
        assert not any("stays on it" in words for words in shown.words)


@pytest.mark.rule("TERR-09")
@pytest.mark.parametrize("key", ["E", "U"])
def test_the_end_of_a_turn_that_puts_it_off_is_confirmed(tmp_path: Path, key: str) -> None:
    """It was told, and came at once all the same, where it could not be taken back. Guard ends the turn as well."""
    model = free_fight(street(BARREL), tmp_path, [member("a", (7.5, 6, 0))], [member("b", (22, 22, 0))])
    table = ready(TableController(model))
    for answer in ("a", Run(to=(9, 6, 0.9))):
        table.give(answer)
        ready(table)
    assert table.menu is not None
    (button,) = [each for each in table.menu.buttons if each.key == key]
    table.press(button)
    ready(table)
    assert (table.pinned, model.session.state.active) == (True, "a")
    assert table.preview is not None
    assert table.preview.words[0].startswith("No turn ends here: put off ")
    table.confirm()
    ready(table)
    assert model.session.state.active != "a"


@pytest.mark.rule("SCEN-04")
@pytest.mark.parametrize(("x", "told_of"), [(9 - TOUCH, True), (9 - TOUCH - 0.2, False)])
def test_a_run_to_an_objective_says_what_may_be_done_there(x: float, told_of: bool) -> None:
    chest = ObjectivePlaced(objective=Objective("chest-1", 2, ("mobile",), at=(9, 6, 0)))
    table = fight(street(), fighter("a", "north", (6, 6, 0)), fighter("b", "south", (20, 6, 0)), before=[chest])
    shown = aimed(table, (x, 6, 0))
    assert ("if its turn ends here it may pick up chest 1" in shown.words) == told_of
    do(table, "a", {"act": "run", "path": [(x, 6, 0)]})
    table.answer("end")
    assert (table.request.prompt == "objective") == told_of  # type: ignore[union-attr]
