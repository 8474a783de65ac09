"""For which rolls each piece of equipment serves, and for which it does not (EQUIP)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale import hooks
from sim.carnevale.characters import Weapon
from sim.carnevale.equipment import EquipmentUsed, faults, find, price
from sim.carnevale.events import EffectBegan, Stunned
from sim.carnevale.hooks import RollContext
from sim.carnevale.items import LightLantern, ReadPapers
from tests.carnevale.fighters import duel, lp, strike
from tests.carnevale.stages import asked, played, staged
from tests.carnevale.tables import do, fight, of, only, plain_street, prompts_of

PURPOSES = ("combat", "disengage", "climb", "difficult ground", "dive", "fall", "jump", "protection", "grapple", "cast")
SWORD = Weapon("Sword")


def about(purpose: str, action: str = "run", *, attacker: bool = True, weapon: Weapon | None = None) -> RollContext:
    stat: Any = "dexterity"
    return RollContext(
        purpose=purpose, who="a", stat=stat, against="b", attacker=attacker, action=action, weapon=weapon
    )


def item(id: str) -> Any:
    gear = find(id)
    assert gear is not None
    return gear


@pytest.mark.parametrize(
    ("id", "served"),
    [
        pytest.param("flash-grenade", {"disengage"}, marks=pytest.mark.rule("EQUIP-02")),
        pytest.param("climbing-gear", {"climb", "difficult ground"}, marks=pytest.mark.rule("EQUIP-03")),
        pytest.param("breathing-mask", {"dive"}, marks=pytest.mark.rule("EQUIP-05")),
        pytest.param("poison", set(), marks=pytest.mark.rule("EQUIP-10")),
    ],
)
def test_which_rolls_an_item_makes_a_critical(id: str, served: set[str]) -> None:
    found = {purpose: item(id).settles(about(purpose)) for purpose in PURPOSES}
    assert {purpose for purpose, outcome in found.items() if outcome is not None} == served
    assert all(outcome.value == "critical" for outcome in found.values() if outcome is not None)


@pytest.mark.rule("EQUIP-02")
def test_a_flash_grenade_is_no_use_to_whoever_is_left() -> None:
    assert item("flash-grenade").settles(about("disengage", attacker=False)) is None


@pytest.mark.rule("EQUIP-03")
@pytest.mark.parametrize("action", ["jump", "counter"])
def test_climbing_gear_serves_a_run_or_climb_alone(action: str) -> None:
    for purpose in ("climb", "difficult ground"):
        assert item("climbing-gear").settles(about(purpose, action)) is None


@pytest.mark.rule("EQUIP-07")
def test_a_parachute_turns_the_destiny_die_of_a_fall_alone() -> None:
    assert {p: item("parachute").destiny(about(p)) for p in PURPOSES} == {
        p: 10 if p == "fall" else None for p in PURPOSES
    }
    assert item("poison").destiny(about("fall")) is None


@pytest.mark.rule("EQUIP-11")
def test_a_doublet_softens_before_a_protection_roll_alone() -> None:
    assert [p for p in PURPOSES if item("leather-doublet").softens(about(p))] == ["protection"]
    assert not item("poison").softens(about("protection"))


@pytest.mark.rule("EQUIP-04")
def test_courage_is_one_die_and_nothing_else_re_rolls_any() -> None:
    assert item("bottled-courage").rerolls(about("combat")) == 1
    assert item("poison").rerolls(about("combat")) == 0


@pytest.mark.rule("EQUIP-10")
def test_poison_adds_stun_to_a_weapon_that_can_hurt() -> None:
    armed = item("poison").arms(about("combat", weapon=SWORD))
    assert [trait.name for trait in armed.traits] == ["Stun"]
    assert item("poison").arms(about("combat")) is None
    assert item("poison").arms(about("grapple", weapon=SWORD)) is None
    assert item("poison").arms(about("combat", weapon=Weapon("Net", abilities=("Harmless",)))) is None
    assert item("poison").arms(about("combat", weapon=Weapon("Axe", abilities=("Two-handed", "Stun")))) is not None
    assert item("parachute").arms(about("combat", weapon=SWORD)) is None


@pytest.mark.rule("EQUIP-01")
def test_what_is_unknown_is_told_once_and_costs_nothing() -> None:
    assert len(faults(["cannon", "cannon"])) == 2
    assert faults(["poison", "lantern"]) == []
    assert faults(["poison", "lantern", "poison"]) == ["Poison can be bought once, not 2 times"]
    assert price(["poison", "lantern", "cannon"]) == 8


@pytest.mark.rule("EQUIP-01")
def test_a_used_item_is_gone_and_the_others_stay() -> None:
    bought = {"north": ("poison", "flash-grenade"), "south": ("poison",)}
    table = fight(plain_street(), *duel(), equipment=bought, dice=[7, 2, 2, 2, 2, 2, 2, 2])
    events = do(table, "a", strike(), equipment=True)
    used = only(events, EquipmentUsed)
    assert (used.seat, used.item, used.who) == ("north", "poison", "a")
    assert table.state.seats["north"].equipment == ("flash-grenade",)
    assert table.state.seats["south"].equipment == ("poison",)


@pytest.mark.rule("EQUIP-10", "EQUIP-01")
def test_the_one_who_attacks_is_asked_for_its_own_poison() -> None:
    table = fight(plain_street(), *duel(), equipment={"south": ("poison",)}, dice=[7, 2, 2, 2, 2, 2, 2, 2])
    assert not of(do(table, "a", strike()), Stunned)
    table = fight(plain_street(), *duel(), equipment={"north": ("poison",)}, dice=[7, 2, 2, 2, 2, 2, 2, 2])
    asked_ = next(q for q in prompts_of(table, "a", strike()) if q.prompt == "equipment")
    told = (asked_.seat, getattr(asked_, "who", ""), getattr(asked_, "item", ""), getattr(asked_, "stake", 0))
    assert told == ("north", "a", "poison", 0)
    assert (asked_.options, asked_.default) == ((True, False), False)
    assert (getattr(asked_, "purpose", ""), getattr(asked_, "against", "")) == ("combat", "b")


@pytest.mark.rule("EQUIP-11")
@pytest.mark.parametrize(("face", "life", "saves"), [(1, 8, True), (3, 10, False), (10, 10, False)])
def test_a_doublet_takes_what_its_die_shows_and_never_more_than_the_damage(face: int, life: int, saves: bool) -> None:
    dice = [7, 7, 7, 2, 2, face, *([2] * 3 if saves else [])]
    table = fight(plain_street(), *duel(), equipment={"south": ("leather-doublet",)}, dice=dice)
    events = do(table, "a", strike(), equipment=True)
    assert lp(table, "b") == life
    assert only(events, EquipmentUsed).who == "b"


@pytest.mark.rule("EQUIP-11")
def test_how_much_damage_is_coming_is_told_before_a_doublet_is_used() -> None:
    dice = [7, 7, 7, 2, 2, 2, 2, 2]
    table = fight(plain_street(), *duel(), equipment={"south": ("leather-doublet",)}, dice=dice)
    asked_ = next(q for q in prompts_of(table, "a", strike()) if q.prompt == "equipment")
    assert (asked_.seat, getattr(asked_, "stake", 0)) == ("south", 3)


@pytest.mark.rule("EQUIP-04", "DICE-06")
def test_courage_serves_no_roll_of_an_enemy() -> None:
    table = fight(plain_street(), *duel(), equipment={"south": ("bottled-courage",)}, dice=[7, 2, 2, 2, 2, 2, 2, 2])
    found = [q.seat for q in prompts_of(table, "a", strike()) if q.prompt == "reroll"]
    assert found == ["south"]  # its own protection roll


# --- lantern and papers -------------------------------------------------------------------------------------


def stage(*items: str) -> Any:
    minis = [("n1", "north", (6, 6, 0)), ("n2", "north", (9, 6, 0)), ("s1", "south", (20, 20, 0))]
    return staged("gang-war", *minis, equipment={"north": items})


@pytest.mark.rule("EQUIP-06")
def test_a_lantern_is_lit_on_a_friend_and_shines_six_inches_on_all() -> None:
    game = stage("lantern")
    game.then(LightLantern("north"))
    table = played(game)
    assert asked(table).options == ("n1", "n2", None)
    table.answer("n2")
    lit = of(table.events, EffectBegan)
    assert [(e.who, e.effect.aura, e.effect.reach, e.effect.until) for e in lit] == [
        ("n2", "friends", 6.0, "end_of_round"),
        ("n2", "enemies", 6.0, "end_of_round"),
    ]
    assert table.state.seats["north"].equipment == ()


@pytest.mark.rule("EQUIP-06")
def test_a_lantern_may_be_kept_for_another_round() -> None:
    game = stage("lantern")
    game.then(LightLantern("north"))
    table = played(game)
    table.answer(None)
    assert table.state.seats["north"].equipment == ("lantern",)
    assert not of(table.events, EffectBegan)


@pytest.mark.rule("EQUIP-06")
def test_lanterns_alone_are_asked_for_when_a_round_begins() -> None:
    for id in ("flash-grenade", "parachute", "gondola", "intercepted-papers"):
        assert list(item(id).round_begins("north")) == []
    assert [type(step).__name__ for step in item("lantern").round_begins("north")] == ["LightLantern"]


@pytest.mark.rule("EQUIP-09")
def test_the_papers_are_read_by_one_of_the_own() -> None:
    game = stage("intercepted-papers")
    game.then(ReadPapers("north"))
    table = played(game)
    assert (asked(table).options, asked(table).default) == (("n1", "n2"), "n1")
    table.answer("n1")
    assert [who for who in ("n1", "n2", "s1") if hooks.has(table.state, who, "Infiltration")] == ["n1"]
    assert only(table.events, EffectBegan).effect.until == "game"
