"""How the table asks what scenarios and equipment bring: tools, buttons and questions."""

from __future__ import annotations

from typing import Any

import pytest

from sim.app.table import previews, tools
from sim.app.table.tools import Tool
from sim.carnevale.chronicle import Chronicle
from sim.carnevale.events.objectives import ObjectivePlaced
from sim.carnevale.names import names_of
from sim.carnevale.objective import Objective
from sim.carnevale.turn import BeginRound
from tests.carnevale.fighters import TOUCH, duel, fighter, strike
from tests.carnevale.stages import asked, played, staged, whole
from tests.carnevale.tables import Table, fight, mini, plain_street, question, take_turn

TWO = {"north": ("n",), "south": ("s",)}


def menu(table: Table) -> tools.Menu:
    return tools.menu(table.state, table.measure, asked(table))


def labels(table: Table) -> list[str]:
    return [button.label for button in menu(table).buttons]


@pytest.mark.rule("SCEN-09")
def test_who_commands_the_defence_is_told_what_that_is_for_and_points_at_no_mini() -> None:
    """It said "Choose a mini", while none stood on the board, and not what the points are spent on."""
    profiles = {"s1": {"cp": 2, "keywords": ("Leader",)}, "s2": {"cp": 1}}
    gangs = {"north": ("n1",), "south": ("s1", "s2")}
    asks = menu(whole("street-fight", gangs, [4, 1, 4, 4, 4, 6] * 2 + [9, 2], profiles=profiles))
    assert [button.hint for button in asks.buttons] == ["Leader, 2 CP, then 5", "1 CP, then 4"]
    assert "Choose a mini" not in asks.detail
    assert "one plan, one order, one counter" in asks.detail
    assert "before the gang is set up" in asks.detail


@pytest.mark.rule("JUMP-03")
def test_what_buttons_alone_answer_of_a_mini_is_asked_beside_it() -> None:
    """How far it runs on, or jumps, was asked at the foot of the window, whoever was meant."""
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), dice=[7, 7, 2, 2, 2])
    question(table, "a", {"act": "jump", "to": (7, 6, 0)}, "run_on")
    asks = menu(table)
    assert (asks.place, asks.default, asks.offers) == ("a", "Stop there", ())


@pytest.mark.rule("SCEN-03")
def test_an_objective_is_laid_where_one_points() -> None:
    table = whole("secure-arms", TWO)
    assert menu(table).tool is Tool.OBJECTIVE
    assert menu(table).question == "Lay cache 1"
    assert menu(table).detail.endswith("Choose where; by keys [B] points.")
    region: Any = asked(table).region
    found = previews.preview_objective(table.state, table.measure, region, (24.0, 20.0, 0.0))
    assert (found.refusal, found.at) == (None, (24.0, 20.0, 0.0))
    table.answer(found.answer)
    near = previews.preview_objective(table.state, table.measure, asked(table).region, (22.0, 20.0, 0.0))
    assert near.refusal is not None
    assert near.refusal.rule == "SCEN-03"


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize(
    ("y", "why"),
    [
        (9.0, '0.4" from the deployment zone (south edge); 4" is the least'),
        (6.2, 'it would lie in the deployment zone (south edge); 4" from it is the least'),
        (1.0, 'it would lie in the deployment zone (south edge); 4" from it is the least'),
    ],
)
def test_an_objective_too_near_a_zone_is_told_that_it_is_the_zone(y: float, why: str) -> None:
    table = whole("secure-arms", TWO)
    region: Any = asked(table).region
    refusal = previews.preview_objective(table.state, table.measure, region, (24.0, y, 0.0)).refusal
    assert refusal is not None
    assert refusal.why == why


@pytest.mark.rule("SCEN-04")
def test_what_can_be_done_with_an_objective_is_offered_in_words() -> None:
    chest = Objective("chest-1", 2, ("mobile",), at=(6 + TOUCH, 6, 0))
    minis = [fighter("a", "north", (6, 6, 0)), fighter("b", "south", (20, 20, 0))]
    table = fight(plain_street(), *minis, before=[ObjectivePlaced(objective=chest)])
    take_turn(table, "a")
    table.answer("end")
    assert labels(table) == ["Pick up chest 1", "Leave it"]
    table.answer("pick up chest-1")
    assert table.state.objectives["chest-1"].carrier == "a"


@pytest.mark.rule("EQUIP-10")
def test_the_use_of_equipment_is_asked_with_what_it_does() -> None:
    table = fight(plain_street(), *duel(), equipment={"north": ("poison",)}, dice=[2] * 5)
    take_turn(table, "a")
    table.answer(strike())
    assert menu(table).question == "Poison for A's combat against B?"
    assert menu(table).detail == "Once, before a Combat roll: this attack gains Stun. Of no use with a Harmless weapon."
    assert labels(table) == ["Use it", "Keep it"]


def running(at: tuple[float, float, float], seat: str = "north") -> tuple[Table, Any]:
    """Somebody of Street Fight about to run from a place: attackers are the north."""
    others = ("c", "north", (3.0, 3.0, 0.0)), ("b", "south", (20.0, 3.0, 0.0))
    game = staged("street-fight", *others, ("a", seat, at))
    game.then(BeginRound(1, seat))
    table = played(game)
    take_turn(table, "a")
    return table, asked(table).region


@pytest.mark.rule("SCEN-09")
@pytest.mark.parametrize("y", [47.1, 47.41, 47.9, 48.3])
def test_whoever_points_at_the_far_edge_is_shown_how_it_leaves_by_it(y: float) -> None:
    """Only a strip of a tenth of an inch did, nothing said so, and on the edge itself the base could not stand."""
    table, region = running((12.0, 45.0, 0.0))
    shown = previews.preview_path(table.state, table.measure, region, (12.0, y, 0.0))
    assert shown.refusal is None
    assert "away over the far edge: it scores, and is out of the game" in shown.words
    assert previews.standing(shown, table.state) is None, "nobody strikes it there"
    table.answer(shown.answer)
    assert not table.state["a"].on_board
    chronicle = Chronicle().read(table.state.log)
    told = [chronicle.line(entry, names_of(table.state)) for entry in chronicle.entries]
    assert 'A runs 2.4": A is away over the far edge.' in told


@pytest.mark.rule("SCEN-09")
def test_defenders_and_those_who_stop_before_it_do_not_leave() -> None:
    for seat, y in (("north", 46.6), ("south", 47.35)):
        table, region = running((12.0, 45.0, 0.0), seat)
        shown = previews.preview_path(table.state, table.measure, region, (12.0, y, 0.0))
        assert (shown.away, shown.answer.to) == (False, (12.0, y, 0.0))


@pytest.mark.rule("SCEN-09")
def test_an_edge_that_is_too_far_is_told_as_that() -> None:
    table, region = running((12.0, 40.0, 0.0))
    refusal = previews.preview_path(table.state, table.measure, region, (12.0, 48.2, 0.0)).refusal
    assert refusal is not None
    assert refusal.rule == "MOVE-01"
