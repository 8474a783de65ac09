"""Whom an ability serves, and in which rolls: nobody else, and in no others (ABIL)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.carnevale import hooks
from sim.carnevale.characters import Effect, Trait, Weapon
from sim.carnevale.events import (
    CounterGained,
    Disengaged,
    EffectBegan,
    Event,
    LostLife,
    PointsGained,
    PointsSpent,
    Rolled,
    Stunned,
)
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, rolled, strike
from tests.carnevale.tables import (
    Kind,
    Meaning,
    block,
    canal,
    do,
    fight,
    gondola,
    house,
    mini,
    of,
    only,
    plain_street,
    prompts_of,
    refused,
    street,
    take_turn,
)
from tests.carnevale.test_boats import DECK, lagoon

GRAPPLE = {"act": "grapple", "target": "b"}
AWAY = {"act": "run", "path": [[6, 2, 0]]}
WALL = ("wall/stones", Meaning(), block((6.1, 9, 0), (9, 9.5, 4)))
MAGE = {"spells": ("Blood Drain",), "wp": 5, "mind": 3}
DRAIN = {"act": "cast", "spell": "Blood Drain", "target": "b"}


def has(*abilities: str, **profile: Any) -> dict[str, Any]:
    return {"abilities": abilities, **profile}


def run(*points: tuple[float, float, float]) -> dict[str, Any]:
    return {"act": "run", "path": points}


def sources(roll: Rolled) -> list[str]:
    return [str(m) for m in roll.modifiers]


def wounded(who: str, lost: int) -> Event:
    return LostLife(who=who, lost=lost, why="before the fight")


def spent(who: str, points: int) -> Event:
    return PointsSpent(who=who, what="wp", points=points, on="combat")


# --- re-rolls -----------------------------------------------------------------------------------------------


@pytest.mark.rule("DICE-06")
@pytest.mark.parametrize(
    ("a", "b", "action", "apart"),
    [
        pytest.param((), ("Expert Offence (1)",), strike(), TOUCH, id="offence-of-the-target"),
        pytest.param(("Expert Offence (1)",), (), strike("Bow"), 6, id="offence-out-of-contact"),
        pytest.param(("Expert Offence (1)",), (), GRAPPLE, TOUCH, id="offence-in-a-grapple"),
        pytest.param((), ("Expert Marksman (1)",), strike("Bow"), 6, id="marksman-as-the-target"),
        pytest.param(("Expert Marksman (1)",), (), strike(), TOUCH, id="marksman-in-contact"),
        pytest.param(("Expert Marksman (1)",), (), {"act": "jump", "to": [9, 6, 0]}, 6, id="marksman-in-a-jump"),
        pytest.param(("Expert Protection (1)",), (), strike(), TOUCH, id="protection-of-the-attacker"),
        pytest.param(("Expert Sorcerer (1)",), (), strike(), TOUCH, id="sorcerer-in-combat"),
        pytest.param(("Expert Grappler (1)",), (), strike(), TOUCH, id="grappler-in-combat"),
        pytest.param(("Parry (1)",), (), strike(), TOUCH, id="parry-of-the-attacker"),
        pytest.param((), ("Parry (1)",), GRAPPLE, TOUCH, id="parry-of-a-grapple"),
        pytest.param((), ("Acrobatic (1)",), AWAY, TOUCH, id="acrobat-who-is-left"),
        pytest.param(("Acrobatic (1)",), (), strike(), TOUCH, id="acrobat-in-combat"),
        pytest.param(("Acrobatic (1)",), (), GRAPPLE, TOUCH, id="acrobat-in-a-grapple"),
        pytest.param(("Fear (1)",), (), GRAPPLE, TOUCH, id="fear-in-a-grapple"),
    ],
)
def test_nobody_is_asked_to_re_roll_what_its_ability_is_not_for(
    a: tuple[str, ...], b: tuple[str, ...], action: dict[str, Any], apart: float
) -> None:
    table = fight(plain_street(), *duel(a=has(*a), b=has(*b, lp=20), apart=apart), dice=[5, 2, 2, 2, 2] * 4)
    asked = prompts_of(table, "a", action)
    assert "reroll" not in [question.prompt for question in asked]
    assert of(list(table.events), Rolled)


@pytest.mark.rule("DICE-06")
@pytest.mark.parametrize(
    ("able", "action", "purpose"),
    [
        ("Acrobatic (2)", {"act": "jump", "to": [3, 6, 0]}, "jump"),
        ("Acrobatic (2)", run((7.4, 6, 0), (7.4, 6, 3)), "climb"),
        ("Acrobatic (2)", run((6, 3, 0)), "difficult ground"),
        ("Expert Sorcerer (2)", DRAIN, "cast"),
        ("Expert Marksman (2)", strike("Bow"), "combat"),
    ],
)
def test_as_many_dice_are_re_rolled_as_the_ability_has(able: str, action: dict[str, Any], purpose: str) -> None:
    board = street(
        house((8, 4), (12, 8), 3.0), ("mud/mud", Meaning(kind=Kind.DIFFICULT), block((4, 2, -0.1), (8, 4.5, 0.01)))
    )
    mage = {**MAGE, "wp": 1, "move": 9}
    table = fight(board, *duel(a=has("Mage (1)", able, **mage), b={"lp": 30}, apart=5), dice=[2] * 30)
    asked = [question for question in prompts_of(table, "a", action) if question.prompt == "reroll"]
    assert [(q.seat, q.purpose, q.most) for q in asked] == [("north", purpose, 2)]  # type: ignore[attr-defined]


@pytest.mark.rule("ABIL-Expert-Sorcerer", "MAGIC-04")
def test_an_expert_sorcerer_re_rolls_its_own_spell_and_its_own_dispelling_only() -> None:
    for able in ("a", "b"):
        minis = {who: has("Mage (1)", *(["Expert Sorcerer (1)"] if who == able else []), **MAGE) for who in "ab"}
        table = fight(plain_street(), *duel(**minis, apart=5), dice=[2] * 30)
        asked = prompts_of(table, "a", DRAIN, dispel=True)
        own = [question.purpose for question in asked if question.prompt == "reroll"]  # type: ignore[attr-defined]
        assert own == (["cast"] if able == "a" else ["dispel"])
    table = fight(plain_street(), *duel(a=has("Mage (1)", "Expert Sorcerer (1)", **MAGE)), dice=[5] + [2] * 29)
    assert "reroll" not in [question.prompt for question in prompts_of(table, "a", strike())]


@pytest.mark.rule("ABIL-Fear", "DICE-06")
def test_only_the_feared_attackers_dice_are_re_rolled_be_the_target_as_frightening() -> None:
    both = duel(a=has("Fear (1)"), b=has("Fear (1)"))
    table = fight(plain_street(), *both, dice=[2, 2, 5, 6, 2, 2, 2, 2, 2, 2, 2])
    asked = prompts_of(table, "a", strike())
    assert [(q.seat, q.purpose) for q in asked if q.prompt == "reroll"] == [  # type: ignore[attr-defined]
        ("north", "combat")
    ]


# --- what is changed of a number ------------------------------------------------------------------------------


def crowd(**profiles: dict[str, Any]) -> list[dict[str, Any]]:
    """A in base contact with B and C."""
    return [*duel(profiles.get("a"), profiles.get("b")), fighter("c", "south", (6 + TOUCH, 6, 0))]


@pytest.mark.rule("ABIL-Brawler")
def test_a_brawler_adds_nothing_to_the_attack_of_a_beset_enemy() -> None:
    table = fight(plain_street(), *crowd(b=has("Brawler (2)")), dice=[2] * 5)
    assert sources(rolled(do(table, "a", strike()), "combat")) == []


@pytest.mark.rule("ABIL-Brawler")
def test_a_brawler_grapples_with_as_many_dice_more() -> None:
    table = fight(plain_street(), *crowd(a=has("Brawler (2)")), dice=[2] * 5 + [2] * 7)
    assert sources(rolled(do(table, "a", GRAPPLE), "grapple", "a")) == ["+2 Brawler (2)"]


@pytest.mark.rule("ABIL-First-Strike", "MOVE-10")
def test_first_strike_is_the_chargers_own_and_its_attack_alone() -> None:
    table = fight(plain_street(), *duel(b=has("First Strike (2)"), apart=5), dice=[5, 2, 2, 2, 2] + [2] * 3)
    events = do(table, "a", run((6, 11 - TOUCH, 0)))
    attack, armour = rolled(events, "combat"), rolled(events, "protection")
    assert (sources(attack), attack.needed_modifiers, sources(armour)) == ([], (), [])


@pytest.mark.rule("ABIL-First-Strike", "MOVE-13")
def test_first_strike_is_not_for_other_attacks_of_opportunity() -> None:
    table = fight(plain_street(), *duel(b=has("First Strike (2)")), dice=[1, 2, 2, 2, 2] + [2] * 5)
    assert sources(rolled(do(table, "a", strike()), "combat", "b")) == []


BIG = {"size": 40, "protection": 6, "lp": 30}


@pytest.mark.rule("ABIL-Hunter")
def test_a_hunter_pierces_and_aims_no_better() -> None:
    table = fight(plain_street(), *duel(a=has("Hunter"), b=BIG, apart=1.37), dice=[5, 2, 2, 2, 2] + [2] * 3)
    attack = rolled(do(table, "a", strike()), "combat")
    assert (attack.needed, attack.needed_modifiers, attack.modifiers) == (5, (), ())


@pytest.mark.rule("ABIL-Hunter")
def test_a_hunted_hunter_is_pierced_no_deeper() -> None:
    table = fight(plain_street(), *duel(b={**BIG, **has("Hunter")}, apart=1.37), dice=[5, 2, 2, 2, 2] + [2] * 6)
    assert sources(rolled(do(table, "a", strike()), "protection")) == []
    small = duel(a={"size": 40}, b=has("Hunter"), apart=1.37)
    assert sources(rolled(do(fight(plain_street(), *small, dice=[5] + [2] * 7), "a", strike()), "protection")) == []


@pytest.mark.rule("ABIL-Hunter")
def test_a_hunters_spells_pierce_no_deeper() -> None:
    minis = duel(a=has("Mage (1)", "Hunter", **MAGE), b=BIG, apart=3)
    table = fight(plain_street(), *minis, dice=[9, 9, 9] + [2] * 12)
    armour = rolled(do(table, "a", DRAIN), "protection")
    assert not [source for source in sources(armour) if "Hunter" in source]


@pytest.mark.rule("ABIL-Concealment")
def test_the_concealment_of_an_archer_hides_nobody_else() -> None:
    table = fight(street(WALL), *duel(a=has("Concealment (2)"), apart=6), dice=[5, 2, 2, 2, 2] + [2] * 4)
    assert rolled(do(table, "a", strike("Bow")), "protection").dice == 4


@pytest.mark.rule("ABIL-Universal-Shielding")
def test_universal_shielding_lifts_no_other_stat() -> None:
    table = fight(plain_street(), *duel(a=has("Universal Shielding (3)", attack=3)), dice=[2] * 2)
    table.state.emit(Stunned(who="a", why="test"))
    assert rolled(do(table, "a", strike()), "combat").dice == 2
    table = fight(plain_street(), *duel(a=has("Universal Shielding (3)", attack=1)))
    table.state.emit(EffectBegan(who="a", effect=Effect("curse", "game", stat="attack", change=-1)))
    assert rolled(do(table, "a", strike()), "combat").dice == 0


@pytest.mark.rule("ABIL-Bulky")
def test_the_bulky_may_stand_guard() -> None:
    table = fight(plain_street(), *duel(a=has("Bulky"), apart=6))
    do(table, "a", {"act": "guard"})
    assert table.state["a"].guarding


# --- nerves ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Brave")
def test_the_brave_are_brave_for_themselves_and_against_fear_alone() -> None:
    table = fight(plain_street(), *duel(a=has("Fear (1)", "Brave"), b={"mind": 4}), dice=[7, 2, 2] + [2] * 5)
    events = do(table, "a", strike())
    assert (rolled(events, "fear").dice, rolled(events, "combat").dice) == (3, 5)


@pytest.mark.rule("ABIL-Fear")
@pytest.mark.parametrize(("mind", "fear", "dice"), [(1, 3, 1), (2, 1, 1), (2, 3, 1), (3, 1, 2), (4, 3, 1), (5, 3, 2)])
def test_fear_leaves_at_least_one_die(mind: int, fear: int, dice: int) -> None:
    table = fight(plain_street(), *duel(a=has(f"Fear ({fear})"), b={"mind": mind}), dice=[7] + [2] * (dice - 1 + 5))
    assert rolled(do(table, "a", strike()), "fear").dice == dice


@pytest.mark.rule("ABIL-Berserk")
@pytest.mark.parametrize(("life", "bonus"), [(4, ["+1 Berserk"]), (5, ["+1 Berserk"]), (6, [])])
def test_a_berserk_rages_at_five_life_points_or_fewer(life: int, bonus: list[str]) -> None:
    rage = duel(a=has("Berserk", ap=2), apart=6)
    table = fight(plain_street(), *rage, dice=[2] * 6, before=[wounded("a", 10 - life)])
    assert sources(rolled(do(table, "a", strike("Bow")), "combat")) == bonus
    assert table.state["a"].ap == 1 + len(bonus)


@pytest.mark.rule("ABIL-Vampiric-Attack")
def test_a_vampire_regains_nothing_from_afar() -> None:
    far = duel(a=has("Vampiric Attack (2)"), apart=6)
    table = fight(plain_street(), *far, dice=[5] + [2] * 7, before=[wounded("a", 3)])
    assert not of(do(table, "a", strike("Bow")), PointsGained)
    assert lp(table, "b") == 9


@pytest.mark.rule("ABIL-Vampiric-Attack")
@pytest.mark.parametrize(("armour", "life"), [([7, 2, 2], 7), ([2, 2, 2], 9)])
def test_a_vampire_regains_life_for_one_life_point_lost(armour: list[int], life: int) -> None:
    near = duel(a=has("Vampiric Attack (2)"))
    table = fight(plain_street(), *near, dice=[5, 2, 2, 2, 2, *armour], before=[wounded("a", 3)])
    do(table, "a", strike())
    assert lp(table, "a") == life


@pytest.mark.rule("ABIL-Vampiric-Attack", "TURN-05")
def test_a_vampire_that_fell_to_its_own_blast_regains_nothing() -> None:
    bomb = {"weapons": (Weapon("Bomb", abilities=("Blast",)),), "lp": 3}
    minis = [*duel(a=has("Vampiric Attack (2)", **bomb)), fighter("d", "south", (7.18, 6, 0))]
    table = fight(plain_street(), *minis, dice=[5, 2, 2, 2, 2] + [2] * 9, before=[wounded("a", 2)])
    events = do(table, "a", strike("Bomb", "d"))
    assert not table.state["a"].alive
    fell = next(i for i, e in enumerate(events) if isinstance(e, LostLife) and e.who == "a")
    assert not of(events[fell:], PointsGained)
    assert lp(table, "a") == 0


# --- leaving ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Slippery", "ABIL-Engage")
@pytest.mark.parametrize(("a", "b"), [((), ("Slippery",)), (("Engage",), ()), (("Engage",), ("Slippery",))])
def test_slippery_and_engage_are_for_those_who_leave_and_who_hold(a: tuple[str, ...], b: tuple[str, ...]) -> None:
    table = fight(plain_street(), *duel(a=has(*a), b=has(*b)), dice=[2] * 5 + [7, 2, 2, 2, 2])
    events = do(table, "a", AWAY)
    assert [len(roll.faces) for roll in of(events, Rolled)] == [5, 5]
    assert only(events, Disengaged).outcome == "success"


@pytest.mark.rule("ABIL-Slippery", "ABIL-Engage")
@pytest.mark.parametrize(("a", "b"), [(("Slippery",), ()), ((), ("Slippery",)), ((), ("Engage",)), (("Engage",), ())])
@pytest.mark.parametrize("action", [strike(), GRAPPLE])
def test_slippery_and_engage_settle_no_other_roll(
    action: dict[str, Any], a: tuple[str, ...], b: tuple[str, ...]
) -> None:
    table = fight(plain_street(), *duel(a=has(*a), b=has(*b)), dice=[2] * 10)
    faces = [len(roll.faces) for roll in of(do(table, "a", action), Rolled)]
    assert faces == ([5] if action == strike() else [5, 5])


@pytest.mark.rule("ABIL-Pickpocket")
@pytest.mark.parametrize(("apart", "asked"), [(2.99, True), (3.0, True), (3.01, False)])
def test_a_friend_within_three_inches_may_have_the_will_point(apart: float, asked: bool) -> None:
    thief = duel(a=has("Pickpocket", "Slippery", wp=2), b={"wp": 2})
    friend = fighter("c", "north", (6 + 30 / 25.4 + apart, 2, 0), wp=2)
    far = fighter("d", "north", (20, 2, 0), wp=2)
    table = fight(plain_street(), *thief, friend, far, before=[spent("a", 2), spent("c", 2), spent("d", 2)])
    questions = prompts_of(table, "a", AWAY, **({"pickpocket": "c"} if asked else {}))
    assert [q.options for q in questions] == ([("a", "c")] if asked else [])
    assert [q.default for q in questions] == (["a"] if asked else [])
    gained = only(list(table.events), PointsGained)
    assert (gained.who, gained.what, gained.points) == ("c" if asked else "a", "wp", 1)
    assert table.state["b"].wp == 1


@pytest.mark.rule("ABIL-Pickpocket")
@pytest.mark.parametrize(("own", "friends", "gainer"), [(0, 2, ["c"]), (2, 0, ["a"]), (0, 0, [])])
def test_only_those_who_lack_will_points_regain_one(own: int, friends: int, gainer: list[str]) -> None:
    thief = duel(a=has("Pickpocket", "Slippery", wp=2), b={"wp": 0})
    friend = fighter("c", "north", (8, 2, 0), wp=2)
    short = [spent(who, points) for who, points in (("a", own), ("c", friends)) if points]
    table = fight(plain_street(), *thief, friend, before=short)
    assert prompts_of(table, "a", AWAY) == []
    assert [event.who for event in of(list(table.events), PointsGained)] == gainer
    first = len(table.events)
    do(table, "a", run((6, 1.5, 0)))  # the next action brings none
    assert not of(list(table.events[first:]), PointsGained)


# --- falling, water, walls ----------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Aerial-Attack", "ABIL-Flight", "FALL-02")
@pytest.mark.parametrize(("able", "lost"), [((), 6), (("Aerial Attack",), 6), (("Flight",), 4)])
def test_who_falls_how_hard(able: tuple[str, ...], lost: int) -> None:
    board = street(house((4, 4), (10, 20), 6.0))
    table = fight(board, mini("a", "north", (9.3, 12, 6), abilities=able, lp=20), dice=[2] * 5)
    do(table, "a", run((11.5, 12, 6)))
    assert table.state["a"].lp == 20 - lost


@pytest.mark.rule("ABIL-Fast-Swimmer", "MOVE-01")
def test_a_fast_swimmer_runs_as_others_do() -> None:
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), abilities=("Fast Swimmer (2)",)))
    assert refused(table, "a", run((11.1, 6, 0))).rule == "MOVE-01"
    assert table.refusal(run((11, 6, 0))) is None


@pytest.mark.rule("ABIL-Fast-Swimmer", "TERR-02")
def test_a_fast_swimmer_crosses_difficult_ground_no_better() -> None:
    mud = ("mud/mud", Meaning(kind=Kind.DIFFICULT), block((16, 0, -0.1), (20, 24, 0.01)))
    swimmer = fighter("a", "north", (15, 6, -0.75), abilities=("Fast Swimmer (2)",), move=9)
    events = do(fight(canal(mud), swimmer, dice=[7] * 5), "a", run((18, 6, 0.01)))
    assert rolled(events, "difficult ground").dice == 5


@pytest.mark.rule("ABIL-Limited-Movement", "MOVE-01")
def test_limited_movement_runs_its_move_on_land() -> None:
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), abilities=("Limited Movement",)))
    do(table, "a", run((11, 6, 0)))
    assert table.state["a"].here == (11, 6, 0)


SLUG = has("Limited Movement", move=10)


@pytest.mark.rule("ABIL-Limited-Movement", "TERR-07", "TERR-08")
@pytest.mark.parametrize("how", ["wall", "ladder"])
@pytest.mark.parametrize(("height", "may"), [(2.0, True), (2.1, False)])
def test_limited_movement_climbs_two_inches(how: str, height: float, may: bool) -> None:
    rungs = ("rungs/ladder", Meaning(kind=Kind.LADDER), block((5.5, 7.9, 0), (6.5, 8, height)))
    board = street(house((4, 8), (10, 14), height), *([rungs] if how == "ladder" else []))
    table = fight(board, fighter("a", "north", (6, 7, 0), **SLUG), dice=[7] * 5)
    up = {"act": "run", "to": [6, 9, height]}
    if may:
        do(table, "a", up)
        assert table.state["a"].here[2] == height
    else:
        assert refused(table, "a", up).rule == "ABIL-Limited-Movement"


@pytest.mark.rule("ABIL-Limited-Movement", "TERR-08")
@pytest.mark.parametrize(("height", "may"), [(2.0, True), (2.1, False)])
def test_limited_movement_climbs_two_inches_inside_a_ruin(height: float, may: bool) -> None:
    ruin = Meaning(ruin=True)
    floors = [(f"ruin/{z}", ruin, block((4, 4, z - 0.05), (14, 14, z))) for z in (0.05, 0.05 + height)]
    table = fight(street(*floors), fighter("a", "north", (8, 8, 0.05), **SLUG))
    take_turn(table, "a")
    assert (table.refusal({"act": "run", "to": [11, 8, 0.05 + height]}) is None) is may


@pytest.mark.rule("ABIL-Limited-Movement", "TERR-01")
def test_limited_movement_walks_up_a_ramp_of_any_height() -> None:
    rise = np.array([[[8, 4, 0], [12, 4, 2.3], [12, 8, 2.3]], [[8, 4, 0], [12, 8, 2.3], [8, 8, 0]]], float)
    board = street(("ramp/slope", Meaning(), rise), house((12, 4), (16, 8), 2.3, "deck"))
    table = fight(board, fighter("a", "north", (6, 6, 0), **SLUG))
    do(table, "a", run((14, 6, 2.3)))
    assert table.state["a"].here == (14, 6, 2.3)


@pytest.mark.rule("ABIL-Limited-Movement")
def test_limited_movement_counts_up_and_down() -> None:
    table = fight(street(house((2, 8), (10, 10), 1.5)), fighter("a", "north", (6, 7, 0), **SLUG))
    assert refused(table, "a", {"act": "run", "to": [6, 11, 0]}).rule == "ABIL-Limited-Movement"
    table = fight(street(house((2, 8), (10, 12), 1.5)), fighter("a", "north", (6, 7, 0), **SLUG), dice=[7] * 5)
    do(table, "a", {"act": "run", "to": [6, 10, 1.5]})
    assert table.state["a"].here == (6, 10, 1.5)


# --- minds --------------------------------------------------------------------------------------------------------


def sage(at: tuple[float, float, float] = (9, 6, 0), id: str = "c", **profile: Any) -> dict[str, Any]:
    return fighter(id, "north", at, **{"mind": 6, "keywords": ("Doctor",), **profile})


@pytest.mark.rule("ABIL-Companion")
def test_a_companion_lends_its_mind_and_nothing_else() -> None:
    table = fight(plain_street(), *duel(a=has("Companion (Doctor)", attack=3)), sage(attack=7), dice=[2] * 3)
    assert rolled(do(table, "a", strike()), "combat").dice == 3


@pytest.mark.rule("ABIL-Companion")
@pytest.mark.parametrize(
    ("called", "profile", "dice"),
    [
        ("doctor", {}, 6),
        ("Gaspare", {"name": "GASPARE", "keywords": ()}, 6),
        ("Gaspare", {}, 1),
        ("Doctor", {"keywords": ("Henchman",)}, 1),
    ],
)
def test_a_companion_is_called_by_name_or_keyword(called: str, profile: dict[str, Any], dice: int) -> None:
    a = has(f"Companion ({called})", "Primitive", mind=1)
    table = fight(plain_street(), *duel(a=a, apart=6), sage(**profile), dice=[7] + [2] * 5)
    assert rolled(take_turn(table, "a"), "primitive").dice == dice


@pytest.mark.rule("ABIL-Companion")
@pytest.mark.parametrize("minds", [(3, 6), (6, 3)])
def test_of_several_companions_the_highest_mind_counts_though_it_be_lower(minds: tuple[int, int]) -> None:
    a = has("Companion (Doctor)", "Primitive", mind=8)
    two = [sage(mind=minds[0]), sage((6, 3, 0), "d", mind=minds[1])]
    table = fight(plain_street(), *duel(a=a, apart=6), *two, dice=[7] + [2] * 5)
    assert rolled(take_turn(table, "a"), "primitive").dice == 6


@pytest.mark.rule("ABIL-Companion", "ACT-01")
def test_a_companion_out_of_sight_lends_nothing() -> None:
    a = has("Companion (Doctor)", "Primitive", mind=1, wp=1)
    wall = street(("wall/stones", Meaning(), block((7.3, 0, 0), (7.6, 12, 4))))
    table = fight(wall, *duel(a=a, apart=12), sage(), dice=[7], before=[spent("a", 1)])
    assert rolled(take_turn(table, "a"), "primitive").dice == 1
    assert table.state["a"].wp == 0


@pytest.mark.rule("ABIL-Companion", "ACT-01")
def test_the_hidden_see_no_companion_over_six_inches_away() -> None:
    a = has("Companion (Doctor)", "Primitive", mind=1)
    hidden = CounterGained(who="a", counter="hidden")
    table = fight(plain_street(), *duel(a=a, apart=12), sage((16, 6, 0)), dice=[7], before=[hidden])
    assert rolled(take_turn(table, "a"), "primitive").dice == 1


@pytest.mark.rule("ABIL-Companion", "TURN-05")
@pytest.mark.parametrize(("short", "gained"), [(0, []), (1, [1]), (2, [1])])
def test_a_companion_in_sight_gives_back_one_will_point(short: int, gained: list[int]) -> None:
    before = [spent("a", short)] if short else []
    table = fight(plain_street(), *duel(a=has("Companion (Doctor)", wp=2), apart=6), sage(), before=before)
    assert [event.points for event in of(take_turn(table, "a"), PointsGained)] == gained
    assert table.state["a"].wp == 2 - short + sum(gained)


@pytest.mark.rule("ABIL-Frenzied")
@pytest.mark.parametrize(("life", "options"), [(1, []), (2, [(0, 1)]), (3, [(0, 1, 2)]), (9, [(0, 1, 2)])])
def test_the_frenzied_keep_their_last_life_point(life: int, options: list[tuple[int, ...]]) -> None:
    table = fight(plain_street(), *duel(a=has("Frenzied", lp=life)), dice=[2] * 5)
    assert [question.options for question in prompts_of(table, "a", strike())] == options


@pytest.mark.rule("ABIL-Boat-Crew")
@pytest.mark.parametrize(
    ("where", "short", "gained"), [("boat", 2, 1), ("boat", 0, 0), ("gondola", 2, 0), ("quay", 2, 0)]
)
def test_a_boatman_regains_one_will_point_on_a_boat_alone(where: str, short: int, gained: int) -> None:
    board = lagoon() if where == "boat" else canal(gondola(13, 12))
    at = {"boat": (17, 6, DECK), "gondola": (13, 12, -0.45), "quay": (4, 4, 0)}[where]
    before = [spent("a", short)] if short else []
    table = fight(board, mini("a", "north", at, abilities=("Boat Crew",), wp=2), before=before)
    take_turn(table, "a")
    assert table.state["a"].wp == 2 - short + gained


# --- bodyguards ------------------------------------------------------------------------------------------------------


def ward_and(guard: dict[str, Any], *more: dict[str, Any], **a: Any) -> list[dict[str, Any]]:
    """A is about to charge a Leader; a bodyguard of Leaders stands by."""
    return [
        fighter("a", "north", (6, 7, 0), **a),
        fighter("ward", "south", (6, 12, 0), keywords=("Leader",)),
        guard,
        *more,
    ]


def bodyguard(x: float, y: float = 10.82, **profile: Any) -> dict[str, Any]:
    return fighter("guard", "south", (x, y, 0), **has("Bodyguard (Leader)", **profile))


CHARGE = run((6, 12 - TOUCH, 0))


def prompts(table: Any, action: dict[str, Any], **answers: Any) -> list[tuple[str, str]]:
    return [(question.prompt, question.about) for question in prompts_of(table, "a", action, **answers)]


@pytest.mark.rule("ABIL-Bodyguard")
@pytest.mark.parametrize(("apart", "asked"), [(4.9, True), (5.9, True), (6.1, False)])
def test_a_bodyguard_too_far_away_is_not_asked(apart: float, asked: bool) -> None:
    table = fight(plain_street(), *ward_and(bodyguard(6 + 30 / 25.4 + apart)), dice=[2] * 5)
    assert (("bodyguard", "guard") in prompts(table, CHARGE)) is asked


@pytest.mark.rule("ABIL-Bodyguard")
def test_a_bodyguard_guards_its_ward_alone_and_of_its_own_side() -> None:
    for ward in ({"keywords": ("Hero",)}, {"seat": "third", "keywords": ("Leader",)}):
        minis = ward_and(bodyguard(9))
        seat = ward.pop("seat", "south")
        minis[1] = fighter("ward", str(seat), (6, 12, 0), **ward)
        table = fight(plain_street(), *minis, dice=[2] * 5)
        assert [prompt for prompt, _ in prompts(table, CHARGE)] == ["opportunity"]


@pytest.mark.rule("ABIL-Bodyguard")
def test_one_ward_among_those_charged_is_enough() -> None:
    other = fighter("other", "south", (6 + TOUCH, 12, 0))
    minis = [*ward_and(bodyguard(10)), other]
    minis[0]["at"] = (6 + TOUCH / 2, 7, 0)
    table = fight(plain_street(), *minis, dice=[2] * 5)
    charge = run((6 + TOUCH / 2, 12 - TOUCH * 0.8661, 0))
    assert ("bodyguard", "guard") in prompts(table, charge)


@pytest.mark.rule("ABIL-Bodyguard", "ACT-02")
def test_a_bodyguard_need_not_stop_a_charger_that_a_guard_has_felled() -> None:
    watch = fighter("watch", "south", (12, 12, 0))
    before = [CounterGained(who="watch", counter="guarding")]
    table = fight(plain_street(), *ward_and(bodyguard(9), watch, lp=1), dice=[5] + [2] * 9, before=before)
    assert prompts(table, CHARGE, guard=True) == [("guard", "watch"), ("opportunity", "watch")]
    assert not table.state["a"].alive


@pytest.mark.rule("ABIL-Bodyguard", "ACT-02", "WEAP-Knockback")
def test_a_bodyguard_is_not_its_own_ward() -> None:
    """Charged itself, and its charger knocked away by a guard."""
    sling = Weapon("Sling", range=12, abilities=("Knockback",))
    watch = fighter("watch", "south", (6, 18, 0), weapons=(sling,))
    guard = fighter("guard", "south", (6, 12, 0), **has("Bodyguard (Leader)", keywords=("Leader",)))
    before = [CounterGained(who="watch", counter="guarding")]
    minis = [fighter("a", "north", (6.3, 7, 0)), guard, watch]
    table = fight(plain_street(), *minis, dice=[5] + [2] * 15, before=before)
    assert "bodyguard" not in [p for p, _ in prompts(table, run((6.3, 12 - (TOUCH**2 - 0.09) ** 0.5, 0)), guard=True)]
    assert table.state["a"].here[1] < 10


@pytest.mark.rule("ABIL-Bodyguard", "MOVE-01")
def test_a_bodyguard_runs_no_further_than_its_move() -> None:
    table = fight(plain_street(), *ward_and(bodyguard(12.5)), dice=[2] * 5)
    take_turn(table, "a")
    table.answer(CHARGE)
    refusal = table.refusal(run((6 + TOUCH, 10.82, 0)))
    assert refusal is not None
    assert refusal.rule == "MOVE-01"


@pytest.mark.rule("ABIL-Bodyguard")
def test_a_bodyguard_may_charge_others_with_the_charger() -> None:
    ally = fighter("ally", "north", (6 + TOUCH, 10.82 - TOUCH, 0))
    table = fight(plain_street(), *ward_and(bodyguard(9.5, 13.14), ally), dice=[2] * 10)
    both = run((6 + TOUCH, 10.82, 0))
    do(table, "a", CHARGE, bodyguard=both)
    assert table.state["guard"].here[0] == 6 + TOUCH


@pytest.mark.rule("TURN-09")
@pytest.mark.parametrize(("aura", "own"), [("enemies", False), ("friends", True), ("", True)])
def test_the_middle_of_an_aura_has_it_only_where_it_is_under_it(aura: Any, own: bool) -> None:
    effect = Effect("Fog", "end_of_round", trait=Trait("Slippery"), aura=aura, reach=4.0)
    boost = Effect("Fog", "end_of_round", stat="attack", change=2, aura=aura, reach=4.0)
    before = [EffectBegan(who="a", effect=each) for each in (effect, boost)]
    table = fight(plain_street(), *duel(), before=before, dice=[2] * 30)
    assert hooks.has(table.state, "a", "Slippery") is (own and not aura)
    attack = rolled(do(table, "a", strike()), "combat")
    assert attack.dice == (7 if own else 5)
    slipped = not rolled(do(table, "a", AWAY), "disengage", "a").dice
    assert slipped is own


@pytest.mark.rule("ABIL-Stacking")
def test_every_ability_stacks_to_three_but_universal_shielding() -> None:
    beyond = {each.name: each.most for each in hooks.every() if each.most != 3}
    assert (hooks.MOST_STACKED, beyond) == (3, {"Universal Shielding": 10})
    table = fight(plain_street(), *duel(a=has("Acrobatic (2)", "Acrobatic (2)", "Brave", "Companion (B)")))
    found = {str(trait) for _, trait in hooks.traits(table.state, "a")}
    assert found == {"Acrobatic (3)", "Brave", "Companion (B)"}


@pytest.mark.rule("ABIL-Universal-Shielding", "ACT-04")
@pytest.mark.parametrize(
    ("able", "dice"),
    [
        ((), 0),
        (("Universal Shielding (1)",), 1),
        (("Universal Shielding (2)", "Brave", "Parry (1)"), 2),
        (("Parry (1)", "Universal Shielding (2)"), 2),
        (("Universal Shielding (3)",), 3),
        (("Universal Shielding (5)",), 3),
    ],
)
def test_what_is_left_of_protection_against_a_ram(able: tuple[str, ...], dice: int) -> None:
    ram = {"weapons": (Weapon("Ram", penetration=-9),)}
    table = fight(plain_street(), *duel(a=ram, b=has(*able, lp=30)), dice=[5] + [2] * 12)
    assert rolled(do(table, "a", strike("Ram")), "protection").dice == dice


@pytest.mark.rule("TURN-09", "MOVE-12", "MOVE-10")
def test_an_aura_holds_to_the_end_of_an_action_whatever_others_do_meanwhile() -> None:
    """A leaves the aura of C and a fight with B, which strikes at it, and charges D out of range."""
    aura = Effect("Fog", "end_of_round", stat="attack", change=2, aura="friends", reach=4.0)
    minis = [*duel(), fighter("c", "north", (2, 6, 0)), fighter("d", "south", (11, 6, 0))]
    before = [EffectBegan(who="c", effect=aura)]
    table = fight(plain_street(), *minis, before=before, dice=[2] * 40)
    events = do(table, "a", run((11 - TOUCH, 6, 0)), opportunity=[strike("Sword", "a"), strike("Sword", "d")])
    attacks = [(e.who, e.dice) for e in of(events, Rolled) if e.purpose == "combat"]
    assert attacks == [("b", 5), ("a", 7)]
    within = [c.id for c in table.state.on_board() if any(e.until == "end_of_action" for e in c.effects)]
    assert within == ["c"]  # of whoever is asked next
