"""What bots make of morale, where the table plays with it (CAMP-04)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.bots import make
from sim.bots.weights import weights_of
from sim.bots.worth import Worth
from sim.carnevale.morale import FLEE, ROLL, RollOrFlee
from sim.carnevale.options import Options
from sim.carnevale.rolls import NEEDED
from sim.carnevale.will import SpendWill
from tests.carnevale.tables import Table, fight, mini, plain_street

AXE = {"name": "Axe", "damage": 2}
SURE = {"attack": 9, "weapons": (AXE,)}


def beset(*friends: dict[str, Any], enemies: int = 4, apart: float = 2.0, lp: int = 4) -> Table:
    """A hurt mini, and so many enemies who can strike it."""
    strong = [mini(f"e{n}", "south", (10 + apart * (n % 2 * 2 - 1), 5 + n, 0), lp=12, **SURE) for n in range(enemies)]
    return fight(plain_street(), mini("a", "north", (10, 6.5, 0), lp=lp), *friends, *strong, options={"morale": True})


def stands(table: Table, bot: str = "seasoned") -> object:
    choice = RollOrFlee(seat="north", who="a", dice=3, needed=NEEDED, explained="3", rerolls=0, forced=0)
    return make(bot, 1).choose(table.game.view(table.state, "north"), choice, table.measure)


@pytest.mark.rule("CAMP-04")
@pytest.mark.parametrize("bot", ["seasoned", "master"])
def test_the_last_of_a_beaten_gang_flees_from_those_who_would_kill_it(bot: str) -> None:
    assert stands(beset(), bot) == FLEE


@pytest.mark.rule("CAMP-04")
def test_a_beaten_gang_stands_while_it_is_ahead() -> None:
    table = beset()
    table.state.set_seat("north", vp=1)
    assert stands(table) == ROLL


@pytest.mark.rule("CAMP-04")
def test_a_gang_that_can_still_win_stands() -> None:
    assert stands(beset(mini("b", "north", (2, 2, 0), lp=20, cost=60))) == ROLL


@pytest.mark.rule("CAMP-04")
def test_nobody_flees_from_enemies_who_cannot_come() -> None:
    far = [mini(f"e{n}", "south", (19, 1 + 2 * n, 0), lp=12, move=1, **SURE) for n in range(4)]
    table = fight(plain_street(), mini("a", "north", (1, 6.5, 0), lp=4), *far, options={"morale": True})
    assert stands(table) == ROLL


@pytest.mark.rule("CAMP-04")
def test_a_leader_is_worth_more_where_its_gang_would_waver() -> None:
    leader = mini("a", "north", (6, 6, 0), keywords=("Faction (X)", "Leader"))
    table = fight(plain_street(), leader, mini("b", "north", (8, 6, 0), mind=1), mini("e", "south", (12, 6, 0)))
    calm = Worth(table.state, weights_of("seasoned")).whole("a")
    table.state.options = Options(morale=True)
    assert Worth(table.state, weights_of("seasoned")).whole("a") > calm


@pytest.mark.rule("CAMP-04")
def test_will_is_spent_to_stand() -> None:
    asked = SpendWill(
        seat="north",
        who="a",
        purpose="morale",
        against=None,
        dice=2,
        needed=NEEDED,
        most=2,
        explained="2",
        aim=None,
        controlled=False,
        opposing=None,
        opposing_rerolls=0,
        defends=False,
        most_against=0,
        stake=0,
        rerolls=0,
        forced=0,
        weapon=None,
    )
    table = beset()
    table.state.set("a", wp=2)
    assert make("seasoned", 1).choose(table.state, asked, table.measure) == 1
