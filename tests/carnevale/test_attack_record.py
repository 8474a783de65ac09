"""An attack that was made, once more: the odds of its own dice, and what they came to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sim.carnevale.attack_record import RecordedAttack, attack_at
from sim.carnevale.events import Attacked, LostLife, Rolled
from sim.carnevale.names import names_of
from sim.carnevale.odds import attack_odds
from sim.carnevale.replay import replay
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from tests.carnevale.tables import Table, do, fight, mini, plain_street

GOLDEN = Path(__file__).parents[1] / "golden"
SWORD = {"name": "Sword", "damage": 1}


def recorded(state: State) -> Iterator[RecordedAttack]:
    now = begin(state.setup)
    for number, event in enumerate(state.log):
        found = attack_at(state.log, number, now)
        if found is not None:
            yield found
        now.apply(event)


def struck(*dice: int, life: int = 10) -> Table:
    a = mini("a", "north", (6, 6, 0), name="Anna", attack=3, weapons=(SWORD,))
    table = fight(plain_street(), a, mini("b", "south", (7.18, 6, 0), name="Bruno", protection=2, lp=life), dice=dice)
    do(table, "a", {"act": "combat", "target": "b", "weapon": "Sword"})
    return table


@pytest.mark.rule("ACT-03", "DICE-13")
def test_a_hit_has_the_odds_of_the_dice_that_were_thrown() -> None:
    table = struck(8, 9, 2, 7, 2)
    (found,) = recorded(table.state)
    assert found.loss == attack_odds(3, 5, damage=1, protection=2)
    assert (found.target, found.life, found.lost) == ("b", 10, 2)
    assert found.roll.faces == (8, 9, 2)
    assert found.saved is not None
    assert found.saved.faces == (7, 2)
    words = found.words(names_of(table.state))
    assert "3 dice, Aces on 5+" in words
    assert any(line.startswith("It took 2: ") for line in words)
    assert any(line.startswith(f"takes {found.loss.taken(10):.1f} of 10 LP on average") for line in words)


@pytest.mark.rule("DICE-13")
def test_no_more_is_taken_than_there_is() -> None:
    (found,) = recorded(struck(8, 9, 2, 7, 2).state)
    frail = msgspec.structs.replace(found, life=1)
    assert found.loss is not None
    assert found.loss.mean > 1.0
    assert any(line.startswith("takes 0.9 of 1 LP on average") for line in frail.words(str)), frail.words(str)


def test_nothing_is_said_of_life_that_there_was_not() -> None:
    table = struck(8, 9, 2, 7, 2, life=1)
    (found,) = recorded(table.state)
    assert (found.life, found.lost) == (1, 1)
    assert any(line.startswith("It took 1: ") for line in found.words(names_of(table.state)))


@pytest.mark.rule("ACT-03")
def test_the_life_that_a_critical_costs_is_in_it() -> None:
    (found,) = recorded(struck(10, 9, 2, 2, 3).state)
    assert found.lost == 4  # two Aces, the sword, the Critical


@pytest.mark.rule("ACT-03", "DICE-13")
def test_a_miss_says_how_often_one_comes() -> None:
    table = struck(2, 3, 4)
    (found,) = recorded(table.state)
    assert (found.loss, found.met, found.lost) == (None, None, 0)
    assert found.target == "b"
    assert found.words(names_of(table.state))[-1] == "It missed: that comes 6% of the time."


@pytest.mark.rule("ACT-03")
def test_other_events_are_no_attacks() -> None:
    table = struck(8, 9, 2, 7, 2)
    state = table.state
    now = begin(state.setup)
    others = [n for n, event in enumerate(state.log) if not isinstance(event, Attacked)]
    assert all(attack_at(state.log, number, now) is None for number in others)


@pytest.mark.parametrize("game", ["marksmen", "gang-war-2", "killers-1", "blood-2"])
def test_every_attack_of_a_game_is_told_with_its_own_dice(game: str) -> None:
    state = replay(GOLDEN / f"{game}.jsonl.gz").session.state
    every = list(recorded(state))
    assert len([each for each in every if each.met is not None]) == sum(isinstance(e, Attacked) for e in state.log)
    for each in every:
        assert isinstance(each.roll, Rolled)
        words = each.words(names_of(state))
        assert any("Aces on" in line for line in words)
        if each.loss is not None:
            assert sum(each.loss.life_lost) == pytest.approx(1.0, abs=1e-9)
    assert sum(each.lost for each in every) <= sum(e.lost for e in state.log if isinstance(e, LostLife))


@pytest.mark.rule("ACT-03", "ACT-04")
def test_a_roll_of_protection_without_dice_is_in_it_all_the_same() -> None:
    a = mini("a", "north", (6, 6, 0), attack=3, weapons=(SWORD,))
    table = fight(plain_street(), a, mini("b", "south", (7.18, 6, 0), protection=0), dice=(8, 9, 2))
    do(table, "a", {"act": "combat", "target": "b", "weapon": "Sword"})
    (found,) = recorded(table.state)
    assert found.saved is not None
    assert (found.saved.faces, found.lost) == ((), 3)
