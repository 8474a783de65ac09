"""What bots keep of two minis: for as long as nothing has changed that it hangs on."""

from __future__ import annotations

from typing import Any

import pytest

from sim.bots.danger import Outlook
from sim.bots.heard import ON_OTHERS, ON_TURNS, Memory
from sim.bots.strikes import Footholds, Known, Strike, Strikes
from sim.bots.weights import weights_of
from sim.carnevale.actions import Combat
from sim.carnevale.state import State
from sim.engine.requests import Measure
from tests.carnevale.tables import Table, canal, fight, mini, plain_street

GUN = {"name": "Gun", "range": 12, "abilities": ("Reload (1)",)}


def two(**first: Any) -> Table:
    return fight(plain_street(), mini("a", "north", (4, 6, 0), **first), mini("b", "south", (12, 6, 0)))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The weapons of attacks that are computed from now on."""
    found: list[str] = []
    strike = Strikes._strike

    def noted(own: Strikes, game: State, measure: Measure, action: Combat, *of: Any, **how: Any) -> Strike | None:
        found.append(action.weapon)
        return strike(own, game, measure, action, *of, **how)

    monkeypatch.setattr(Strikes, "_strike", noted)
    return found


def test_what_no_rule_asks_for_makes_no_attack_anew(made: list[str]) -> None:
    table, known = two(), Known()
    first = Strikes(table.state, table.measure, known).blow("a", "b")
    assert made
    made.clear()
    table.state.set("a", at=(4.0, 12.0, 0.0), had_turn=True, wp=0, ap=1)
    table.state.set("b", lp=1, had_turn=True)
    table.state.round = 4
    assert Strikes(table.state, table.measure, known.afresh()).blow("a", "b") == first
    assert not made


def test_what_a_rule_asks_for_does(made: list[str]) -> None:
    table, known = two(), Known()
    first = Strikes(table.state, table.measure, known).blow("a", "b")
    table.state.set("b", underwater=2)
    below = Strikes(table.state, table.measure, known.afresh()).blow("a", "b")
    assert first is not None
    assert below is not None
    assert below.mean < first.mean
    table.state.set("b", underwater=0)
    made.clear()
    assert Strikes(table.state, table.measure, known.afresh()).blow("a", "b") == first
    assert not made


def test_an_empty_gun_is_loaded_again_once_its_turn_is_over(made: list[str]) -> None:
    table, known = two(weapons=(GUN,)), Known()
    table.state.set("a", used=("weapon:Gun",), kept={"weapon:Gun": 1})
    assert not Strikes(table.state, table.measure, known).shots("a", "b")
    table.state.set("a", had_turn=True)
    assert Strikes(table.state, table.measure, known.afresh()).shots("a", "b")
    table.state.set("a", had_turn=False)
    made.clear()
    assert not Strikes(table.state, table.measure, known.afresh()).shots("a", "b")
    assert not made


def test_what_others_ask_for_makes_no_attack_of_two_anew(made: list[str]) -> None:
    minis = mini("a", "north", (4, 6, 0)), mini("b", "south", (12, 6, 0)), mini("c", "south", (12, 9, 0))
    table, known = fight(plain_street(), *minis), Known()
    known.lasting.hear(table.state, table.measure, ("a", "c"), ("more",), lambda game, _: (game["a"].wp, game.round))
    first = Strikes(table.state, table.measure, known).blow("a", "b")
    made.clear()
    table.state.set("a", wp=table.state["a"].wp + 1)
    table.state.round += 1
    assert Strikes(table.state, table.measure, known.afresh()).blow("a", "b") == first
    assert not made


def mark(memory: Memory, state: State) -> int:
    """A number for what results about a and b hang on, of a."""
    return memory.mark(state, "a", memory.asked(("a", "b"), "a"))


@pytest.mark.parametrize(
    ("asks", "hangs"),
    [
        (lambda game: game["a"].lp, 0),
        (lambda game: game["a"].had_turn, ON_TURNS),
        (lambda game: game["a"].here, ON_OTHERS),
        (lambda game: game["c"].lp, ON_OTHERS),
        (lambda game: [c.id for c in game.enemies("a")], ON_OTHERS),
        (lambda game: len(game.log), ON_OTHERS),
        (lambda game: "a" in game.characters, 0),
        (lambda game: "c" in game.characters, ON_OTHERS),
        (lambda game: len(game.characters), ON_OTHERS),
        (lambda game: game.characters == {}, ON_OTHERS),
        (lambda game: game.characters != {}, ON_OTHERS),
        (lambda game: list(reversed(game.characters)), ON_OTHERS),
        (lambda game: game.copy()["c"].lp, ON_OTHERS),
    ],
)
def test_a_memory_knows_what_results_hang_on(asks: Any, hangs: int) -> None:
    minis = mini("a", "north", (4, 6, 0)), mini("b", "south", (12, 6, 0)), mini("c", "south", (12, 9, 0))
    table = fight(plain_street(), *minis)
    memory = Memory()
    before = mark(memory, table.state)
    memory.hear(table.state, table.measure, ("a", "b"), ("what",), lambda game, _: asks(game))
    assert memory.hangs.get(("what", "a", "b"), 0) == hangs
    memory.hear(table.state, table.measure, ("a", "b"), ("more",), lambda game, _: game["a"].wp)
    assert mark(memory, table.state) != before
    table.state.set("a", ap=0)
    same = mark(memory, table.state)
    table.state.set("a", wp=table.state["a"].wp + 1)
    assert mark(memory, table.state) != same


def harm(table: Table, known: Known) -> float:
    """What a could do to b from where both stand, as whoever keeps `known` says."""
    return Outlook(table.state, table.measure, weights_of("seasoned"), known=known).from_here("a", "b")


@pytest.mark.parametrize(
    ("who", "change"),
    [
        ("b", {"lp": 1}),
        ("b", {"at": (5.5, 6.0, 0.0)}),
        ("a", {"used": ("weapon:Gun",), "kept": {"weapon:Gun": 1}}),
        ("a", {"had_turn": True, "stunned": 2}),
        ("", {"round": 8}),  # lives are worth less
    ],
)
def test_what_one_could_do_to_another_is_asked_anew_once_that_is_another(who: str, change: dict[str, Any]) -> None:
    table, known = two(weapons=(GUN,), move=1), Known()
    before = harm(table, known)
    if who:
        table.state.set(who, **change)
    else:
        table.state.round = change["round"]
    assert harm(table, known.afresh()) == harm(table, Known()) != before


def test_how_many_are_in_contact_makes_a_brawlers_drowning_another() -> None:
    foes = mini("b", "south", (12.98, 6, -0.75)), mini("c", "south", (11.8, 12, -0.75))
    table, known = fight(canal(), mini("a", "north", (11.8, 6, -0.75), abilities=("Brawler (3)",)), *foes), Known()

    def blow(known: Known) -> Strike | None:
        return Strikes(table.state, table.measure, known).blow("a", "b", Footholds(wet=True, swims=True))

    alone = blow(known)
    table.state.set("c", at=(11.8, 7.18, -0.75))
    assert blow(known.afresh()) == blow(Known()) != alone
