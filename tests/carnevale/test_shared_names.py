"""Minis that share a name are told apart wherever something is refused, or said of a roll."""

from __future__ import annotations

import pytest

from sim.carnevale.characters import Command
from sim.carnevale.events import Rolled
from sim.carnevale.magic.spells import SpellTargets
from tests.carnevale.fighters import TOUCH
from tests.carnevale.tables import do, fight, house, mini, of, plain_street, refused, street

GUARDS = ("House Guard 1", "House Guard 2")


@pytest.mark.rule("GEO-06")
def test_who_does_not_see_whom_says_which_of_those_that_share_a_name() -> None:
    pair = [mini(f"guard-{n}", seat, at, name="House Guard") for n, seat, at in
            ((1, "north", (2, 10, 0)), (2, "south", (16, 10, 0)))]  # fmt: skip
    pair[0]["profile"]["weapons"] = [{"name": "Bow", "range": 24}]
    table = fight(street(house((5, 5), (12, 15), 6.0)), *pair)
    why = refused(table, "guard-1", {"act": "combat", "target": "guard-2", "weapon": "Bow"}).words
    assert all(name in why for name in GUARDS)


@pytest.mark.rule("ACT-06")
def test_a_grapple_from_afar_says_which_of_those_that_share_a_name() -> None:
    pair = [mini(f"guard-{n}", seat, (4.0 + 6 * n, 6, 0), name="House Guard") for n, seat in
            ((1, "north"), (2, "south"))]  # fmt: skip
    why = refused(fight(plain_street(), *pair), "guard-1", {"act": "grapple", "target": "guard-2"}).words
    assert why.endswith(f"{GUARDS[0]} is not in base contact with {GUARDS[1]} (ACT-06)")


@pytest.mark.rule("ACT-03")
def test_who_is_out_of_range_is_named_with_its_number() -> None:
    pair = [mini(f"guard-{n}", seat, (4.0 + 6 * n, 6, 0), name="House Guard") for n, seat in
            ((1, "north"), (2, "south"))]  # fmt: skip
    pair[0]["profile"]["weapons"] = [{"name": "Knife", "range": 3}]
    why = refused(
        fight(plain_street(), *pair), "guard-1", {"act": "combat", "target": "guard-2", "weapon": "Knife"}
    ).why
    assert why == "House Guard 2 is 4.82 inches away, and Knife reaches 3"


@pytest.mark.rule("TURN-09")
def test_a_command_names_those_whom_it_is_for() -> None:
    orders = (Command("Heart", "pulse", on="friend", gains={"wp": 1}),)
    gang = [mini(f"guard-{n}", "north", (4.0 + 10 * n, 6, 0), name="House Guard", wp=1, cp=1, commands=orders)
            for n in (1, 2)]  # fmt: skip
    table = fight(plain_street(), *gang, mini("b", "south", (20, 20, 0)))
    far = refused(table, "guard-1", {"act": "ability", "name": "Heart", "target": "guard-2"}).why
    assert far == "House Guard 2 is more than 6 inches away, and Heart reaches no further"
    wrong = refused(table, "guard-1", {"act": "ability", "name": "Heart", "target": "b"}).why
    assert wrong == "Heart is for one of: House Guard 1, House Guard 2"


@pytest.mark.rule("MAGIC-02")
def test_those_whom_a_spell_could_reach_are_named() -> None:
    gang = [mini(f"guard-{n}", "south", (4.0 + 4 * n, 6, 0), name="House Guard") for n in (1, 2)]
    table = fight(plain_street(), mini("a", "north", (20, 20, 0)), *gang)
    choice = SpellTargets(seat="north", who="a", spell="Bloodlust", among=("guard-1", "guard-2"), most=1)
    refusal = choice.region.refusal(table.state, table.measure, ("guard-1", "guard-2"))
    assert refusal is not None
    assert refusal.why == "choose up to 1 of House Guard 1, House Guard 2, nobody twice"


@pytest.mark.rule("DICE-08")
def test_whose_aces_took_dice_is_said_with_its_number() -> None:
    pair = [mini(f"guard-{n}", seat, (6, 6 + TOUCH * (n - 1), 0), name="House Guard") for n, seat in
            ((1, "north"), (2, "south"))]  # fmt: skip
    table = fight(plain_street(), *pair, dice=[8, 2, 2, 2, 2, 3, 3, 3, 3])
    (roll,) = [
        each for each in of(do(table, "guard-1", {"act": "grapple", "target": "guard-2"}), Rolled)
        if each.who == "guard-1"
    ]  # fmt: skip
    assert [modifier.source for modifier in roll.modifiers] == ["Aces of House Guard 2"]
