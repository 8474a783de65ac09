"""Equipment: bought once, used once (EQUIP)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.carnevale import hooks
from sim.carnevale.characters import Weapon
from sim.carnevale.equipment import EquipmentUsed, find, known
from sim.carnevale.events import (
    Attacked,
    CounterGained,
    Disengaged,
    Fell,
    Killed,
    LostLife,
    Pushed,
    Rerolled,
    Rolled,
    Stunned,
)
from sim.carnevale.gangs import IllegalGang, muster, read_gang
from sim.carnevale.referee import Referee
from sim.carnevale.scenarios.deployment import TakeZone, ZoneTaken
from sim.carnevale.scenarios.gondolas import SetUpGondola
from sim.carnevale.setup import WrongSetup
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Refused
from sim.engine.session import Session
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, rolled, strike
from tests.carnevale.stages import asked, played, setup, staged
from tests.carnevale.tables import (
    GAME,
    Meaning,
    block,
    canal,
    do,
    fight,
    house,
    mini,
    of,
    only,
    plain_street,
    roof_street,
    street,
    take_turn,
)
from tests.carnevale.test_gang_war import quarter
from tests.carnevale.test_magic import mage

PRICES = {
    "flash-grenade": 1,
    "climbing-gear": 2,
    "bottled-courage": 2,
    "breathing-mask": 2,
    "lantern": 3,
    "parachute": 3,
    "gondola": 5,
    "intercepted-papers": 5,
    "poison": 5,
    "leather-doublet": 10,
}
AWAY = {"act": "run", "path": [[6, 3, 0]]}


def north(*items: str) -> dict[str, Any]:
    return {"equipment": {"north": items}}


def left(table: Any) -> tuple[str, ...]:
    bought: tuple[str, ...] = table.state.seats["north"].equipment
    return bought


# --- buying -------------------------------------------------------------------------------------------------


@pytest.mark.rule("EQUIP-01")
def test_every_item_has_its_price() -> None:
    prices = {}
    for id in known():
        gear = find(id)
        assert gear is not None
        prices[id] = gear.price
    assert prices == PRICES


@pytest.mark.rule("EQUIP-01", "GANG-01")
def test_a_gang_buys_each_item_once_and_pays_for_it() -> None:
    gang, roster = read_gang("guild-100")
    fielded = muster(gang, roster, "north", 100)
    assert fielded.equipment == gang.equipment
    members = sum(member.profile.cost for member in fielded.members)
    assert members < 100
    greedy = msgspec.structs.replace(gang, equipment=("poison", "poison", "cannon"))
    with pytest.raises(IllegalGang) as refused:
        muster(greedy, roster, "north", 100)
    unknown, twice, dear = refused.value.reasons
    assert unknown.startswith("there is no equipment 'cannon'; there are: flash-grenade")
    assert twice == "Poison can be bought once, not 2 times"
    assert dear == f"{members + 10} ducats; 100 is the limit"


@pytest.mark.rule("EQUIP-01")
def test_a_game_does_not_begin_with_an_item_twice() -> None:
    with pytest.raises(WrongSetup, match="Lantern can be bought once, not 2 times"):
        GAME.begin(setup("secure-arms", {"north": ("n",), "south": ("s",)}, equipment={"north": ["lantern"] * 2}))


@pytest.mark.rule("EQUIP-01")
def test_an_item_is_used_once_and_never_unasked() -> None:
    table = fight(plain_street(), *duel(), **north("poison"), dice=[2] * 5 + [7, 2, 2, 2, 2, 2, 2, 2] + [2] * 5)
    assert not of(do(table, "a", strike()), EquipmentUsed)  # declined by default
    assert only(do(table, "a", strike(), equipment=True), EquipmentUsed).item == "poison"
    assert left(table) == ()
    do(table, "a", strike())  # not offered again: the helper would have answered


# --- instead of a roll --------------------------------------------------------------------------------------


@pytest.mark.rule("EQUIP-02", "MOVE-12")
def test_a_flash_grenade_breaks_contact_as_a_critical() -> None:
    table = fight(plain_street(), *duel(), **north("flash-grenade"))
    events = do(table, "a", AWAY, equipment=True)
    assert only(events, Disengaged).outcome == "critical"
    assert rolled(events, "disengage").faces == ()
    assert left(table) == ()


@pytest.mark.rule("EQUIP-02", "ABIL-Engage", "ABIL-Slippery")
@pytest.mark.parametrize(
    ("fighters", "kept"),
    [({"b": {"abilities": ("Engage",)}}, "fail"), ({"a": {"abilities": ("Slippery",)}}, "success")],
)
@pytest.mark.parametrize("thrown", [True, False])
def test_a_flash_grenade_stands_in_for_a_roll_that_an_ability_would_settle(
    fighters: dict[str, Any], kept: str, thrown: bool
) -> None:
    table = fight(plain_street(), *duel(**fighters), **north("flash-grenade"), dice=[2] * 15)
    events = do(table, "a", AWAY, equipment=thrown)
    assert only(events, Disengaged).outcome == ("critical" if thrown else kept)
    assert left(table) == (() if thrown else ("flash-grenade",))


@pytest.mark.rule("EQUIP-03", "MOVE-03")
def test_climbing_gear_makes_a_climb_critical() -> None:
    board = street(house((8, 4), (14, 20), 3.0))
    table = fight(board, mini("a", "north", (7.3, 12, 0)), mini("b", "south", (2, 2, 0)), **north("climbing-gear"))
    events = do(table, "a", {"act": "run", "to": (8.8, 12, 3)}, equipment=True)
    assert rolled(events, "climb").outcome == "critical"
    assert table.state["a"].here == (8.8, 12, 3)


@pytest.mark.rule("EQUIP-03")
def test_climbing_gear_is_no_help_in_a_jump() -> None:
    table = fight(plain_street(), *duel(apart=8), **north("climbing-gear"), dice=[7] * 5)
    do(table, "a", {"act": "jump", "to": (9, 6, 0)})
    assert left(table) == ("climbing-gear",)


@pytest.mark.rule("EQUIP-05", "WATER-01")
def test_a_breathing_mask_makes_a_dive_critical() -> None:
    minis = mini("a", "north", (13, 12, -0.75)), mini("b", "south", (4, 12, 0))
    table = fight(canal(), *minis, **north("breathing-mask"))
    events = do(table, "a", {"act": "dive"}, equipment=True)
    assert only(events, CounterGained).number == 2


# --- with a roll --------------------------------------------------------------------------------------------


@pytest.mark.rule("EQUIP-04", "DICE-06")
def test_bottled_courage_rerolls_one_die_but_never_the_destiny_die() -> None:
    table = fight(plain_street(), *duel(), **north("bottled-courage"), dice=[2, 2, 2, 2, 2, 8, 2, 2, 2])
    events = do(table, "a", strike(), reroll=[(1,)])
    assert only(events, Rerolled).sources == ("Bottled courage",)
    assert rolled(events, "combat").aces == 1
    assert left(table) == ()
    again = fight(plain_street(), *duel(), **north("bottled-courage"), dice=[2] * 5)
    take_turn(again, "a")
    again.answer(strike())
    for dice in ((0,), (1, 2)):
        with pytest.raises(Refused, match="DICE-06"):
            again.answer(dice)


@pytest.mark.rule("EQUIP-04", "ABIL-Expert-Offence")
def test_bottled_courage_stays_where_abilities_suffice() -> None:
    skilled = duel(a={"abilities": ("Expert Offence (1)",)})
    table = fight(plain_street(), *skilled, **north("bottled-courage"), dice=[2] * 5 + [2])
    do(table, "a", strike(), reroll=[(1,)])
    assert left(table) == ("bottled-courage",)
    both = fight(plain_street(), *skilled, **north("bottled-courage"), dice=[2] * 5 + [2, 2])
    events = do(both, "a", strike(), reroll=[(1, 2)])
    assert only(events, Rerolled).sources == ("Expert Offence (1)", "Bottled courage")
    assert left(both) == ()


@pytest.mark.rule("EQUIP-07", "FALL-02")
def test_a_parachute_sets_the_destiny_die_of_a_fall_to_ten() -> None:
    table = fight(roof_street(), mini("a", "north", (9.3, 12, 8)), **north("parachute"), dice=[1, 2, 2, 2, 7])
    events = do(table, "a", {"act": "run", "path": [(11.5, 12, 8)]}, equipment=True)
    assert only(events, Fell).height == 8
    fall = rolled(events, "fall")
    assert (fall.faces, fall.outcome) == ((10, 2, 2, 2, 7), "critical")
    assert [event.lost for event in of(events, LostLife)] == [8 - 4]  # 2 and 1 an Ace saved


@pytest.mark.rule("EQUIP-10", "WEAP-Stun")
def test_poison_gives_one_attack_stun() -> None:
    dice = [7, 2, 2, 2, 2, 2, 2, 2]
    table = fight(plain_street(), *duel(), **north("poison"), dice=dice * 2)
    events = do(table, "a", strike(), equipment=True)
    assert only(events, Stunned).who == "b"
    table.state.set("b", stunned=False)
    assert not of(do(table, "a", strike()), Stunned)


@pytest.mark.rule("EQUIP-11", "DICE-11")
def test_a_leather_doublet_takes_a_die_off_the_damage_before_the_protection_roll() -> None:
    hit = [7, 7, 7, 2, 2]
    table = fight(plain_street(), *duel(), equipment={"south": ("leather-doublet",)}, dice=[*hit, 2, 2, 2, 2])
    events = do(table, "a", strike(), equipment=True)
    assert only(events, Attacked).damage == 3
    assert len(rolled(events, "protection").faces) == 3
    assert lp(table, "b") == 9
    whole = fight(plain_street(), *duel(), equipment={"south": ("leather-doublet",)}, dice=[*hit, 9])
    events = do(whole, "a", strike(), equipment=True)
    assert not [r for r in of(events, Rolled) if r.purpose == "protection"]
    assert lp(whole, "b") == 10


@pytest.mark.rule("EQUIP-11", "WEAP-Stun", "WEAP-Knockback")
@pytest.mark.parametrize(("face", "follows"), [(10, False), (2, False), (1, True)])
def test_what_needs_damage_does_not_follow_from_damage_that_a_doublet_took_off(face: int, follows: bool) -> None:
    club = {"weapons": (Weapon("Club", abilities=("Stun", "Knockback")),)}
    dice = [7, 7, 2, 2, 2, face, 9, 9, 9]  # what is left of it is saved
    table = fight(plain_street(), *duel(a=club), equipment={"south": ("leather-doublet",)}, dice=dice)
    events = do(table, "a", strike("Club"), equipment=True)
    assert (only(events, Attacked).damage, lp(table, "b")) == (2, 10)
    assert (len(of(events, Stunned)), len(of(events, Pushed))) == (int(follows), int(follows))
    assert table.state["b"].here == (6, 6 + TOUCH + (2 if follows else 0), 0)


@pytest.mark.rule("EQUIP-11", "SPELL-Blood-Drain")
@pytest.mark.parametrize(("worn", "left"), [(True, 7), (False, 8)])
def test_a_doublet_that_takes_all_leaves_no_blood_to_drink(worn: bool, left: int) -> None:
    minis = duel(a=mage("Blood Drain"), b={"protection": 0}, apart=1.5)
    table = fight(plain_street(), *minis, equipment={"south": ("leather-doublet",)}, dice=[7, 2, 2, 10])
    table.state.emit(LostLife(who="a", lost=3, why="test"))
    do(table, "a", {"act": "cast", "spell": "Blood Drain", "target": "b"}, equipment=worn)
    assert (lp(table, "a"), lp(table, "b")) == (left, 10 if worn else 9)


# --- at the start of a round and of the game ----------------------------------------------------------------


def lit(at: tuple[float, float, float]) -> Any:
    """North's n1 shoots at s1 behind a wall, with a lantern lit on n2, who stands at `at`."""
    wall = ("wall/stones", Meaning(), block((6.1, 9, 0), (9, 9.5, 4)))
    game = staged(
        "gang-war",
        ("n1", "north", (6, 6, 0)),
        ("n2", "north", at),
        ("s1", "south", (6, 12, 0)),
        equipment={"north": ("lantern",)},
        profiles={who: fighter(who, "x", (0, 0, 0))["profile"] for who in ("n1", "n2", "s1")},
    )
    game.then(BeginRound(1))
    table = Session(GAME, game, ScriptedDice([9, 2] + [5, 2, 2, 2, 2] + [2] * 5), Referee(street(wall)))
    assert asked(table).prompt == "lantern"
    table.answer("n2")
    return table


@pytest.mark.rule("EQUIP-06", "GEO-10")
@pytest.mark.parametrize(("at", "dice"), [((9, 15, 0), 3), ((20, 20, 0), 4)])
def test_nobody_within_six_inches_of_a_lantern_gains_from_cover(at: tuple[float, float, float], dice: int) -> None:
    table = lit(at)
    events = do(table, "n1", strike("Bow", "s1"))
    assert only(events, Attacked).in_cover
    assert rolled(events, "protection").dice == dice
    assert left(table) == ()


@pytest.mark.rule("EQUIP-06")
def test_a_lantern_goes_out_with_the_round() -> None:
    table = lit((9, 15, 0))
    assert [effect.until for effect in table.state["n2"].effects] == ["end_of_round"] * 2


@pytest.mark.rule("EQUIP-06")
def test_nobody_lights_a_lantern_for_a_gang_that_is_gone() -> None:
    minis = (("n", "north", (6.0, 6.0, 0.0)), ("s", "south", (12.0, 12.0, 0.0)))
    game = staged("gang-war", *minis, equipment={"north": ("lantern",)})
    game.emit(Killed(who="n", by=None, why="fall", where=(6, 6, 0)))
    game.then(BeginRound(1))
    assert asked(played(game)).prompt != "lantern"


def taking_zones(*items: str) -> State:
    game = GAME.begin(setup("acquisition", {"north": ("n1", "n2"), "south": ("s",)}, **north(*items)))
    game.todo = []
    game.then(TakeZone("north"))
    return game


@pytest.mark.rule("EQUIP-08")
def test_a_bought_gondola_is_set_up_in_water_in_the_own_zone() -> None:
    minis = [(seat[0], seat, (6.0 * i, 3.0, 0.0)) for i, seat in enumerate(("north", "south", "east", "west"), 1)]
    game = staged("gang-war", *minis)
    assert game.seats["south"].zone == "east edge"
    game.then(SetUpGondola("south", "gondola#south-bought", in_zone=True))
    table = Session(GAME, game, ScriptedDice([]), Referee(quarter()))
    with pytest.raises(Refused, match="EQUIP-08: this gondola is set up in the east edge"):
        table.answer({"x": 10.0, "y": 18.0})
    table.answer({"x": 32.0, "y": 18.0})
    assert [vessel.piece for vessel in table.state.vessels] == ["gondola#south-bought"]


@pytest.mark.rule("EQUIP-08", "EQUIP-09")
def test_gondola_and_papers_come_between_the_zone_and_deployment() -> None:
    table = played(taking_zones("gondola", "intercepted-papers"))
    table.answer("north-east corner")
    assert (asked(table).prompt, left(table)) == ("gondola", ("intercepted-papers",))
    table.answer(None)
    assert asked(table).prompt == "intercepted-papers"
    table.answer("n2")
    assert asked(table).prompt == "deploy"
    assert hooks.has(table.state, "n2", "Infiltration")
    assert not hooks.has(table.state, "n1", "Infiltration")
    assert left(table) == ()
    assert only(table.events, ZoneTaken).zone == "north-east corner"


def test_the_end_of_a_turn_asks_nothing_of_those_who_bought_nothing() -> None:
    table = fight(plain_street(), *duel(apart=TOUCH * 5))
    do(table, "a", {"act": "run", "to": (7, 6, 0)})
    table.answer("end")
    assert asked(table).prompt == "turn"
