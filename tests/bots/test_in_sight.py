"""Bots know who sees them where their turn ends: they go behind walls from whoever shoots, and hide in cover."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.board import Board
from sim.bots import make
from sim.carnevale.actions import Guard, Hide, Run
from sim.carnevale.events import Attacked
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.sighting import sees
from sim.engine.bots import let_answer
from sim.engine.requests import measured
from tests.carnevale.tables import Table, fight, house, mini, plain_street, street, take_turn

GUN = {"weapons": ({"name": "Musket", "range": 24, "damage": 3, "abilities": ["Reload (1)"]},), "move": 3}
WEAK = {"attack": 1, "lp": 6, "ap": 2}


def fence() -> Board:
    """A low wall across the street that hides the legs of whoever stands behind it."""
    return street(house((9.0, 2.0), (9.3, 22.0), 0.9, "fence", climbable=False))


def at_its_turn(board: Board, *foes: dict[str, Any], at: tuple[float, float, float], **more: Any) -> Table:
    table = fight(board, mini("a", "north", at, **{**WEAK, **more}), *foes, dice=[5] * 60)
    take_turn(table, "a")
    return table


def played(table: Table, name: str = "seasoned") -> Table:
    """Its turn, by a bot."""
    bot = make(name, 1)
    while table.state.active == "a" and isinstance(table.request, WhichAction):
        let_answer(table, bot, name)
    return table


@pytest.mark.rule("GEO-06")
def test_whoever_could_be_shot_ends_its_turn_where_the_gun_does_not_see_it() -> None:
    wall = street(house((9.0, 14.0), (9.5, 20.0), 5.0, "wall", climbable=False))
    table = played(at_its_turn(wall, mini("b", "south", (20, 12, 0), **GUN), at=(6, 11.0, 0)))
    assert measured(sees(table.state, "b", "a"), table.state, table.measure) is not None


@pytest.mark.rule("ACT-01")
@pytest.mark.parametrize(("bot", "hides"), [("master", True), ("seasoned", True), ("novice", False)])
def test_whoever_is_in_cover_from_a_gun_hides(bot: str, hides: bool) -> None:
    """A novice does not think of it."""
    table = played(at_its_turn(fence(), mini("b", "south", (22, 12, 0), **GUN), at=(8.2, 12, 0), move=1), bot)
    assert table.state["a"].hidden == hides
    if hides:
        assert measured(sees(table.state, "b", "a"), table.state, table.measure) is not None


def answer_of(table: Table) -> object:
    request: Any = table.request
    assert isinstance(request, WhichAction)
    return make("seasoned", 1).choose(table.game.view(table.state, "north"), request, table.measure)


@pytest.mark.rule("ACT-01", "ACT-02")
def test_against_blades_it_goes_on_guard_rather() -> None:
    sword = {"weapons": ({"name": "Sword"},)}
    foe = mini("b", "south", (14, 12, 0), **sword)
    table = at_its_turn(fence(), foe, at=(8.2, 12, 0), ap=1, attack=5, move=1)
    assert not isinstance(answer_of(table), Hide)


@pytest.mark.rule("ACT-01")
def test_whoever_shoots_itself_hides_only_if_that_spares_it_more_than_it_costs() -> None:
    """Hidden it would see nobody far off, and lose what it threatens."""
    meek = mini("b", "south", (20, 12, 0), attack=1)
    table = at_its_turn(plain_street(), meek, at=(4, 12, 0), ap=1, move=1, weapons=GUN["weapons"])
    table.state.set("a", used=("weapon:Musket",))
    assert isinstance(answer_of(table), Guard | Run) or answer_of(table) == END


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize(
    ("gap", "at", "foe"),
    [(0.5, (8.0, 12.5), (18, 18, 0)), (0.5, (8.0, 19.0), (20, 12, 0)), (1.0, (9.0, 11.5), (20, 12, 0))],
)
def test_whoever_has_a_gun_finds_the_place_to_shoot_from_through_a_gap(
    gap: float, at: tuple[float, float], foe: tuple[float, float, float]
) -> None:
    """Of all places within a run few see the enemy."""
    walls = [
        house((12.0, low), (12.4, high), 5.0, f"wall {low}", climbable=False)
        for low, high in ((2.0, 15.7 - gap / 2), (15.7 + gap / 2, 22.0))
    ]
    target = mini("b", "south", foe, attack=1, move=2, lp=3)
    gun = {"attack": 6, "move": 5, "weapons": GUN["weapons"]}
    table = played(at_its_turn(street(*walls), target, at=(*at, 0.0), **gun))
    assert any(isinstance(event, Attacked) and event.target == "b" for event in table.state.log)
