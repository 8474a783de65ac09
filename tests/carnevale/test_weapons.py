"""The abilities of weapons (WEAP)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.characters import Weapon
from sim.carnevale.events import Attacked, Damaged, Fell, Pushed, Rolled, Stunned
from sim.carnevale.narration import sentences
from sim.engine.requests import Choice
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, rolled, strike
from tests.carnevale.tables import (
    Table,
    canal,
    do,
    end_turn,
    fight,
    house,
    of,
    only,
    plain_street,
    refused,
    street,
    take_turn,
)

HIT = [5, 2, 2, 2, 2, 2, 2, 2]  # one Ace of five dice, no protection of three


def armed(*abilities: str, name: str = "Thing", **weapon: Any) -> dict[str, Any]:
    return {"weapons": (Weapon(name, abilities=abilities, **weapon),)}


def next_round(table: Table) -> None:
    now = table.state.round
    while table.state.round == now:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)


@pytest.mark.rule("WEAP-Black-Powder")
def test_black_powder_stays_wet_after_a_turn_that_began_in_water() -> None:
    pistol = armed("Black Powder", "Aquatic", range=8)
    minis = [fighter("a", "north", (12, 6, -0.75), **pistol), fighter("b", "south", (14.5, 6, -0.75))]
    table = fight(canal(), *minis)
    assert refused(table, "a", strike("Thing")).rule == "WEAP-Black-Powder"


@pytest.mark.rule("WEAP-Black-Powder")
def test_a_fumble_with_black_powder_costs_one_life_point_more() -> None:
    table = fight(plain_street(), *duel(a=armed("Black Powder", range=8), apart=6), dice=[1, 2, 2, 2, 2])
    do(table, "a", strike("Thing"), opportunity="decline")
    assert lp(table, "a") == 8


@pytest.mark.rule("WEAP-Blast", "GEO-13")
def test_a_blast_hits_all_under_the_marker_with_one_roll() -> None:
    bomb = armed("Blast", range=8)
    near, far = fighter("c", "north", (7.4, 12, 0)), fighter("d", "south", (12, 12, 0))
    table = fight(plain_street(), *duel(a=bomb, apart=6), near, far, dice=[5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike("Thing"))
    assert {e.target for e in of(events, Attacked)} == {"b", "c"}
    assert [lp(table, who) for who in "bcd"] == [9, 9, 10]
    assert len([r for r in of(events, Rolled) if r.purpose == "combat"]) == 1


@pytest.mark.rule("WEAP-Blast")
def test_whoever_dies_of_its_own_blast_still_hits_the_others() -> None:
    bomb = {**armed("Blast"), "lp": 1}
    minis = [*duel(a=bomb), fighter("d", "south", (7.18, 6, 0))]
    table = fight(plain_street(), *minis, dice=[5, 2, 2, 2, 2] + [2] * 9)
    do(table, "a", strike("Thing"))
    assert not table.state["a"].alive
    assert [lp(table, who) for who in "bd"] == [9, 9]


@pytest.mark.rule("WEAP-Template", "GEO-14")
def test_a_template_hits_all_that_it_touches() -> None:
    spray = armed("Template")
    behind = fighter("c", "north", (6, 10, 0))
    table = fight(plain_street(), *duel(a=spray), behind, dice=[5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike("Thing"))
    assert {e.target for e in of(events, Attacked)} == {"b", "c"}


@pytest.mark.rule("WEAP-Harmless")
def test_a_harmless_weapon_does_no_damage() -> None:
    table = fight(plain_street(), *duel(a=armed("Harmless", damage=3)), dice=[5, 9, 9, 2, 2])
    events = do(table, "a", strike("Thing"))
    assert rolled(events, "combat").outcome == "success"
    assert not of(events, Damaged)
    assert lp(table, "b") == 10


@pytest.mark.rule("WEAP-Knockback")
def test_knockback_moves_two_inches_directly_away_saved_or_not() -> None:
    table = fight(plain_street(), *duel(a=armed("Knockback")), dice=[5, 2, 2, 2, 2, 9, 9, 9])
    events = do(table, "a", strike("Thing"))
    assert lp(table, "b") == 10
    assert only(events, Pushed).why == "Knockback"
    assert table.state["b"].here == (6, 6 + TOUCH + 2, 0)


@pytest.mark.rule("WEAP-Knockback")
def test_knockback_off_a_roof_is_a_fall() -> None:
    board = street(house((2, 2), (10, 8), 5.0))
    minis = [fighter("a", "north", (6, 6, 5), **armed("Knockback")), fighter("b", "south", (6, 6 + TOUCH, 5))]
    table = fight(board, *minis, dice=[*HIT, 2, 2, 2, 2, 2])
    events = do(table, "a", strike("Thing"))
    assert only(events, Fell).fallen == 5
    assert lp(table, "b") == 4


@pytest.mark.rule("WEAP-Reload")
def test_reload_limits_the_uses_of_a_round() -> None:
    table = fight(plain_street(), *duel(a={**armed("Reload (2)", range=8), "cp": 1}, apart=6), dice=[2] * 40)
    for _ in range(2):
        do(table, "a", strike("Thing"))
    assert refused(table, "a", strike("Thing")).rule == "WEAP-Reload"
    end_turn(table)
    next_round(table)
    take_turn(table, "a")
    assert table.refusal(strike("Thing")) is None


@pytest.mark.rule("WEAP-Reload")
def test_in_contact_an_empty_weapon_stays_empty_until_a_turn_begins_out_of_it() -> None:
    table = fight(plain_street(), *duel(a={**armed("Reload (1)", range=8), "cp": 1}), dice=[2] * 40)
    do(table, "a", strike("Thing"))
    end_turn(table)
    next_round(table)
    refusal = refused(table, "a", strike("Thing"))
    assert refusal.rule == "WEAP-Reload"
    assert "base contact" in refusal.why


@pytest.mark.rule("WEAP-Poisoned")
@pytest.mark.parametrize(
    ("size", "more"), [(25, 3), (30, 3), (32, 4), (40, 4), (45, 5), (50, 5), (55, 6), (60, 6), (75, 6)]
)
def test_poison_costs_more_the_larger_the_base(size: int, more: int) -> None:
    apart = (30 + size) / 2 / 25.4 - 0.001
    big = {"size": size, "lp": 30}
    table = fight(plain_street(), *duel(a=armed("Poisoned"), b=big, apart=apart), dice=[*HIT, 6])
    do(table, "a", strike("Thing"))
    assert lp(table, "b") == 30 - 1 - more


@pytest.mark.rule("WEAP-Poisoned")
def test_poison_is_shrugged_off_on_a_seven_and_needs_a_wound() -> None:
    table = fight(plain_street(), *duel(a=armed("Poisoned")), dice=[*HIT, 7])
    do(table, "a", strike("Thing"))
    assert lp(table, "b") == 9
    table = fight(plain_street(), *duel(a=armed("Poisoned")), dice=[5, 2, 2, 2, 2, 7, 2, 2])
    assert not [r for r in of(do(table, "a", strike("Thing")), Rolled) if r.purpose == "poison"]


@pytest.mark.rule("WEAP-Smoke", "WEAP-Blast")
def test_smoke_with_blast_hides_all_under_the_marker_until_the_round_ends() -> None:
    bomb = armed("Smoke", "Blast", "Harmless", range=8)
    near = fighter("c", "south", (7.4, 12, 0))
    table = fight(plain_street(), *duel(a={**bomb, "cp": 1}, apart=6), near, dice=[5, 2, 2, 2, 2])
    do(table, "a", strike("Thing"))
    assert [table.state[who].hidden for who in "bc"] == [True, True]
    end_turn(table)
    next_round(table)
    assert table.state["b"].effects == ()


@pytest.mark.rule("WEAP-Smoke", "WEAP-Blast", "GEO-11")
@pytest.mark.parametrize(("to", "covered"), [((7.5, 12.5, 0), True), ((8.9, 12.5, 0), False)])
def test_the_marker_of_smoke_covers_whoever_comes_under_it(to: tuple[float, float, float], covered: bool) -> None:
    """It lies where it was laid, 3" across over (6, 12), and is taken up as the round ends."""
    bomb, bow = armed("Smoke", "Blast", "Harmless", range=8), {"weapons": (Weapon("Bow", range=14),)}
    minis = [fighter("c", "south", (10.5, 12.5, 0)), fighter("d", "north", (10, 4, 0), **bow)]
    table = fight(plain_street(), *duel(a={**bomb, "cp": 1}, apart=6), *minis, dice=[5] + [2] * 4 + [5] + [2] * 12)
    events = do(table, "a", strike("Thing"))
    (marker,) = table.state.tableau().markers
    assert (marker.at, marker.radius) == ((6, 12, 0), 1.5)
    assert "Thing lies on the board." in " ".join(sentences(table.state, events))
    end_turn(table)
    do(table, "c", {"act": "run", "path": [to]})
    assert not table.state["c"].hidden
    end_turn(table)
    events = do(table, "d", strike("Bow", "c"))
    assert only(events, Attacked).in_cover is covered
    end_turn(table)
    next_round(table)
    assert table.state.tableau().markers == ()


@pytest.mark.rule("WEAP-Smoke", "WEAP-Blast")
def test_the_marker_of_smoke_lies_over_a_target_that_falls() -> None:
    bomb = armed("Smoke", "Blast", range=8)
    table = fight(plain_street(), *duel(a=bomb, b={"lp": 1, "protection": 0}, apart=6), dice=[5] + [2] * 9)
    do(table, "a", strike("Thing"))
    assert not table.state["b"].on_board
    assert [marker.at for marker in table.state.tableau().markers] == [(6, 12, 0)]


@pytest.mark.rule("WEAP-Smoke")
def test_in_smoke_there_is_cover() -> None:
    bomb = {"weapons": (Weapon("Smoke Pot", range=8, abilities=("Smoke", "Harmless")), Weapon("Bow", range=12))}
    table = fight(plain_street(), *duel(a=bomb, apart=6), dice=[5, 2, 2, 2, 2] + [5, 2, 2, 2, 2] + [2] * 4)
    do(table, "a", strike("Smoke Pot"))
    events = do(table, "a", strike("Bow"))
    assert only(events, Attacked).in_cover
    assert rolled(events, "protection").dice == 4


@pytest.mark.rule("WEAP-Stun")
def test_damage_from_a_stunning_weapon_stuns_saved_or_not_but_once_only() -> None:
    table = fight(plain_street(), *duel(a=armed("Stun")), dice=[5, 2, 2, 2, 2, 9, 9, 9, 5, 2, 2, 2, 2, 9, 9, 9])
    assert only(do(table, "a", strike("Thing")), Stunned).who == "b"
    assert not of(do(table, "a", strike("Thing")), Stunned)


@pytest.mark.rule("WEAP-Two-handed")
def test_a_two_handed_weapon_is_slow_in_attacks_of_opportunity() -> None:
    table = fight(plain_street(), *duel(b=armed("Two-handed")), dice=[1, 2, 2, 2, 2, 5, 2, 2, 2, 2])
    events = do(table, "a", strike())
    back = rolled(events, "combat", "b")
    assert (back.needed, [str(m) for m in back.needed_modifiers]) == (6, ["+1 Two-handed"])
    table = fight(plain_street(), *duel(a=armed("Two-handed")), dice=[4] * 5)
    assert rolled(do(table, "a", strike("Thing")), "combat").needed == 5
