"""Attacks at their bounds: who may be attacked from where, what is thrown where, and who may answer (ACT, WATER)."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from sim.board.model.verdicts import Sight
from sim.carnevale.characters import Weapon
from sim.carnevale.events import (
    Attacked,
    CounterGained,
    Damaged,
    Event,
    Killed,
    LostLife,
    Pushed,
    Stunned,
    TemplateTouched,
)
from sim.engine.requests import Choice
from tests.carnevale.fighters import BOW, SWORD, TOUCH, duel, fighter, lp, rolled, strike
from tests.carnevale.tables import (
    Meaning,
    Table,
    block,
    canal,
    do,
    fight,
    house,
    of,
    only,
    plain_street,
    prompts_of,
    question,
    refused,
    street,
    take_turn,
)

GRAPPLE = {"act": "grapple", "target": "b"}
DROWN = {"act": "drown", "target": "b"}
BASE = 30 / 25.4  # inches
THROWN = [2] * 5 + [7, 7, 7, 2, 2]  # three Aces: up to 5"
FENCE = ("fence/wood", Meaning(), block((3, 6.59, 0), (9, 7.2, 0.9)))


def has(*abilities: str, **profile: Any) -> dict[str, Any]:
    return {"abilities": abilities, **profile}


def fallen(who: str) -> list[Event]:
    """Who is a casualty when it begins."""
    return [LostLife(who=who, lost=10, why="test"), Killed(who=who, by=None, why="test", where=(0, 0, 0))]


def attacks(choice: Choice) -> set[tuple[str, str]]:
    return {(each.name(), each.target) for each in choice.attacks}  # type: ignore[attr-defined]


# --- who may be attacked ------------------------------------------------------------------------------------


@pytest.mark.rule("ACT-03", "ACT-06", "WATER-05")
@pytest.mark.parametrize(
    ("action", "rule"), [(strike(), "ACT-03"), (GRAPPLE, "ACT-06"), (DROWN, "WATER-05")], ids=lambda v: str(v)[:16]
)
def test_nobody_attacks_whoever_is_not_there(action: dict[str, Any], rule: str) -> None:
    third = fighter("c", "south", (20, 20, 0))
    table = fight(plain_street(), *duel(), third, before=fallen("b"))
    assert refused(table, "a", action).rule == rule
    assert refused(table, "a", {**action, "target": "nobody"}).rule == rule


@pytest.mark.rule("ACT-03")
def test_a_weapon_that_is_not_carried_is_refused() -> None:
    assert "has no 'Halberd'" in refused(fight(plain_street(), *duel()), "a", strike("Halberd")).why


@pytest.mark.rule("ACT-03", "ACT-05")
@pytest.mark.parametrize(
    ("reach", "apart", "may"),
    [(5, 4.99, True), (5, 5.0, True), (5, 5.02, False), (1, 0.9, True), (1, 1.02, False), (0, 0.05, False)],
)
def test_a_weapon_reaches_as_far_as_its_range(reach: int, apart: float, may: bool) -> None:
    armed = {"weapons": (Weapon("Thing", range=reach),)}
    table = fight(plain_street(), *duel(a=armed, apart=round(BASE + apart, 3)))
    take_turn(table, "a")
    assert (table.refusal(strike("Thing")) is None) is may


@pytest.mark.rule("ACT-01", "ACT-03")
def test_the_hidden_shoot_at_nobody_over_six_inches_away_though_they_are_seen() -> None:
    hidden = CounterGained(who="a", counter="hidden")
    table = fight(plain_street(), *duel(apart=9), before=[hidden])
    assert refused(table, "a", strike("Bow")).rule == "ACT-01"
    take_turn(table, "b")
    assert table.refusal(strike("Bow", "a")) is None


@pytest.mark.rule("ACT-06", "WATER-05")
def test_nobody_grapples_itself_or_drowns_a_friend() -> None:
    minis = [
        fighter("a", "north", (12, 6, -0.75)),
        fighter("b", "north", (13.18, 6, -0.75)),
        fighter("x", "south", (4, 4, 0)),
    ]
    table = fight(canal(), *minis)
    assert "itself" in refused(table, "a", {"act": "grapple", "target": "a"}).why
    assert "no enemy" in refused(table, "a", DROWN).why


@pytest.mark.rule("WATER-05")
def test_nobody_drowns_out_of_base_contact() -> None:
    minis = [fighter("a", "north", (12, 6, -0.75)), fighter("b", "south", (13.4, 6, -0.75))]
    assert "base contact" in refused(fight(canal(), *minis), "a", DROWN).why


@pytest.mark.rule("WATER-05")
def test_a_drowning_that_fails_costs_nobody_anything() -> None:
    minis = [fighter("a", "north", (12, 6, -0.75)), fighter("b", "south", (13.18, 6, -0.75))]
    table = fight(canal(), *minis, dice=[2] * 10)
    do(table, "a", DROWN)
    assert (lp(table, "a"), lp(table, "b")) == (10, 10)


@pytest.mark.rule("ACT-03", "ACT-06", "WATER-05", "GEO-01")
def test_offered_are_all_attacks_that_may_be_made_and_no_others() -> None:
    weapons = (SWORD, BOW, Weapon("Trident", abilities=("Aquatic",)))
    minis = [
        fighter("a", "north", (9.2, 6, 0), weapons=weapons),
        fighter("friend", "north", (8.02, 6, 0)),
        fighter("wet", "south", (10.38, 6, -0.75)),
        fighter("dry", "south", (9.2, 6 - TOUCH, 0)),
        fighter("far", "south", (9.2, 6 + BASE + 11.9, 0)),
        fighter("further", "south", (9.2, 6 + BASE + 12.1, 0)),
    ]
    table = fight(canal(), *minis)
    take_turn(table, "a")
    others = [m["id"] for m in minis]
    names = [w.name for w in weapons] + ["Unarmed"]
    possible = [strike(weapon, other) for other in others for weapon in names]
    possible += [{"act": act, "target": other} for other in others for act in ("grapple", "drown")]
    legal = [action for action in possible if table.refusal(action) is None]
    assert isinstance(table.request, Choice)
    offers = table.request.region.offers(table.state, table.measure)  # type: ignore[union-attr]
    found = [
        {"act": each.name(), "target": each.target, **({"weapon": each.weapon} if each.name() == "combat" else {})}
        for each in offers
        if each.name() in ("combat", "grapple", "drown")
    ]
    assert sorted(map(str, found)) == sorted(map(str, legal))
    assert {"act": "grapple", "target": "friend"} in found
    assert {"act": "drown", "target": "wet"} in found
    assert strike("Bow", "far") in found


# --- combat -------------------------------------------------------------------------------------------------


@pytest.mark.rule("WATER-04", "MOVE-10")
@pytest.mark.parametrize(("x", "z", "weapons"), [(9.3, 0.0, {"Sword", "Unarmed", "Bow"}), (11.2, -0.75, set())])
def test_a_charge_into_the_water_is_made_with_dry_arms(x: float, z: float, weapons: set[str]) -> None:
    minis = [fighter("a", "north", (x, 6, z), move=7), fighter("b", "south", (13.4, 6, -0.75))]
    table = fight(canal(), *minis, dice=[2] * 10)
    charge = {"act": "run", "to": [13.4 - TOUCH, 6, -0.75]}
    choice = question(table, "a", charge, "opportunity")
    combat = {each.weapon for each in choice.attacks if each.name() == "combat"}  # type: ignore[attr-defined]
    assert combat == weapons


@pytest.mark.rule("GEO-05", "ABIL-Expert-Offence", "ABIL-Expert-Marksman")
@pytest.mark.parametrize(("able", "asked"), [("Expert Offence (1)", True), ("Expert Marksman (1)", False)])
def test_obstacle_contact_is_base_contact_for_those_who_attack(able: str, asked: bool) -> None:
    table = fight(street(FENCE), *duel(a=has(able), apart=1.79), dice=[2] * 5)
    assert ("reroll" in [each.prompt for each in prompts_of(table, "a", strike())]) is asked


@pytest.mark.rule("ABIL-Vampiric-Attack", "GEO-05")
def test_a_vampire_regains_life_over_a_low_obstacle() -> None:
    table = fight(
        street(FENCE),
        *duel(a=has("Vampiric Attack (1)"), apart=1.79),
        dice=[5, 5] + [2] * 7,
        before=[LostLife(who="a", lost=3, why="test")],
    )
    do(table, "a", strike())
    assert lp(table, "a") == 8


@pytest.mark.rule("ABIL-Hunter")
def test_a_trait_of_a_weapon_is_its_users_alone() -> None:
    harpoon = {"weapons": (Weapon("Harpoon", abilities=("Hunter",)),)}
    big = {"size": 40, "protection": 6, "lp": 30}
    table = fight(plain_street(), *duel(a=harpoon, b=big, apart=1.37), dice=[5, 2, 2, 2, 2] + [2] * 3)
    assert [str(m) for m in rolled(do(table, "a", strike("Harpoon")), "protection").modifiers] == ["-3 Hunter"]


@pytest.mark.rule("ACT-04", "DICE-11")
def test_damage_never_falls_under_nothing() -> None:
    feather = {"weapons": (Weapon("Feather", damage=-1),)}
    table = fight(plain_street(), *duel(a=feather), dice=[5, 2, 2, 2, 2])
    events = do(table, "a", strike("Feather"))
    assert not of(events, Damaged)
    assert only(events, Attacked).damage == 0
    assert lp(table, "b") == 10


@pytest.mark.rule("ACT-03")
def test_a_failed_attack_hits_nobody_and_is_not_answered() -> None:
    table = fight(plain_street(), *duel(), dice=[2] * 5)
    assert prompts_of(table, "a", strike()) == []
    assert not of(list(table.events), Attacked)
    assert (lp(table, "a"), lp(table, "b")) == (10, 10)


@pytest.mark.rule("GEO-12", "GEO-13")
def test_the_beam_of_an_attack_is_told_of_its_target_alone() -> None:
    bomb = {"weapons": (Weapon("Bomb", range=8, abilities=("Blast",)),)}
    near = fighter("c", "south", (7.4, 12, 0))
    table = fight(plain_street(), *duel(a=bomb, apart=6), near, dice=[5, 2, 2, 2, 2] + [2] * 6)
    events = do(table, "a", strike("Bomb"))
    assert {e.target: isinstance(e.sight, Sight) for e in of(events, Attacked)} == {"b": True, "c": False}
    touched = only(events, TemplateTouched)
    assert (touched.who, touched.source, set(touched.under.hit)) == ("a", "Bomb", {"b", "c"})


@pytest.mark.rule("WEAP-Template", "GEO-14")
@pytest.mark.parametrize(("reach", "options"), [(0, []), (1, [(0, 1)]), (3, [(0, 1, 2, 3)])])
def test_the_player_says_where_the_template_begins_within_its_range(reach: int, options: list[Any]) -> None:
    spray = {"weapons": (Weapon("Spray", range=reach, abilities=("Template",)),)}
    table = fight(plain_street(), *duel(a=spray), dice=[5] + [2] * 7)
    asked = prompts_of(table, "a", strike("Spray"))
    assert [(each.options, each.default) for each in asked] == [(option, 0) for option in options]


@pytest.mark.rule("WEAP-Template", "GEO-14")
@pytest.mark.parametrize(("reach", "begins", "hit"), [(0, None, "b"), (3, 0, "b"), (3, 1, "bc"), (3, 2, "bc")])
def test_a_template_reaches_eight_inches_from_where_it_begins(reach: int, begins: int | None, hit: str) -> None:
    spray = {"weapons": (Weapon("Spray", range=reach, abilities=("Template",)),)}
    far = fighter("c", "south", (6, 6 + BASE + 8.5, 0))
    table = fight(plain_street(), *duel(a=spray, apart=3.2 if reach else TOUCH), far, dice=[5] + [2] * 15)
    where = {} if begins is None else {"template": begins}
    events = do(table, "a", strike("Spray"), **where)
    assert {e.target for e in of(events, Attacked)} == set(hit)


# --- throws -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ACT-06", "ACT-07")
@pytest.mark.parametrize(
    ("to", "end"),
    [
        ((6.6, 7.98, 0), (7.2, 8.78)),  # 1" aside: 2" is the least
        ((7.8, 9.58, 0), (7.8, 9.58)),  # 3"
        ((9, 11.18, 0), (9, 11.18)),  # 5", as far as it may
        ((12, 15.18, 0), (9, 11.18)),  # 10"
        ((3, 9.18, 0), (3, 9.18)),
        ((8, 7.18, 0), (8, 7.18)),
    ],
)
def test_a_throw_goes_where_it_is_aimed_between_two_inches_and_its_length(
    to: tuple[float, float, float], end: tuple[float, float]
) -> None:
    for said in (True, False):
        table = fight(plain_street(), *duel(), dice=THROWN)
        events = do(table, "a", {**GRAPPLE, "to": to} if said else GRAPPLE, **({} if said else {"push": to}))
        assert only(events, Pushed).who == "b"
        assert table.state["b"].here == (pytest.approx(end[0], abs=0.01), pytest.approx(end[1], abs=0.01), 0)


@pytest.mark.rule("ACT-06", "ACT-09")
def test_a_throw_that_succeeds_stuns_nobody_and_one_that_fails_moves_nobody() -> None:
    table = fight(plain_street(), *duel(), dice=THROWN)
    assert not of(do(table, "a", GRAPPLE), Stunned)
    table = fight(plain_street(), *duel(), dice=[2] * 10)
    assert prompts_of(table, "a", GRAPPLE) == []
    assert table.state["b"].here == (6, 6 + TOUCH, 0)


@pytest.mark.rule("ACT-06")
@pytest.mark.parametrize(("aside", "may"), [(0.0, False), (0.005, False), (0.02, True), (0.5, True)])
def test_a_throw_needs_a_point_aside(aside: float, may: bool) -> None:
    for to in ((6 + aside, 6 + TOUCH, 0), (6, 6 + TOUCH + aside, 0)):
        table = fight(plain_street(), *duel(), dice=THROWN)
        take_turn(table, "a")
        assert (table.refusal({**GRAPPLE, "to": to}) is None) is may
        question(table, "a", GRAPPLE, "push")
        assert (table.refusal(to) is None) is may


@pytest.mark.rule("ACT-07")
@pytest.mark.parametrize(("apart", "may"), [(0.9, False), (1.165, False), (1.175, True), (1.185, True)])
def test_nobody_is_put_down_on_the_grapplers_base(apart: float, may: bool) -> None:
    table = fight(plain_street(), *duel(), dice=[2] * 5 + [7] + [2] * 4)
    question(table, "a", GRAPPLE, "push")
    assert (table.refusal((6, round(6 - apart, 4), 0)) is None) is may


@pytest.mark.rule("ACT-07")
def test_whoever_is_thrown_off_a_roof_is_put_down_under_the_grappler() -> None:
    board = street(house((2, 2), (10, 10), 5.0))
    minis = [fighter("a", "north", (6, 9.4, 5)), fighter("b", "south", (5.166, 8.566, 5), lp=20)]
    table = fight(board, *minis, dice=[2] * 5 + [7] + [2] * 4 + [2] * 5)
    question(table, "a", GRAPPLE, "push")
    assert hypot(6.9 - 6, 10.1 - 9.4) < BASE
    assert table.refusal((6.9, 10.1, 5)) is None


@pytest.mark.rule("ACT-06")
@pytest.mark.parametrize(("a", "b", "dice"), [(30, 30, (5, 5)), (40, 30, (6, 5)), (30, 40, (5, 6)), (40, 40, (5, 5))])
def test_only_the_larger_base_has_one_die_more(a: int, b: int, dice: tuple[int, int]) -> None:
    apart = round((a + b) / 50.8 - 0.002, 3)
    table = fight(plain_street(), *duel(a={"size": a}, b={"size": b}, apart=apart), dice=[2] * 12)
    events = do(table, "a", GRAPPLE)
    assert (rolled(events, "grapple", "a").dice, rolled(events, "grapple", "b").dice) == dice


@pytest.mark.rule("MOVE-12", "MOVE-13")
def test_a_failed_disengage_is_answered_by_no_grapple_and_a_charge_by_any() -> None:
    table = fight(plain_street(), *duel(), dice=[2] * 20)
    held = question(table, "a", {"act": "run", "path": [[6, 2, 0]]}, "opportunity")
    assert {name for name, _ in attacks(held)} == {"combat"}
    table = fight(plain_street(), *duel(apart=4), dice=[2] * 5 + [7, 7, 2, 2, 2] + [2] * 10)
    met = question(table, "a", {"act": "run", "to": [6, 10 - TOUCH, 0]}, "opportunity")
    assert attacks(met) == {("combat", "b"), ("grapple", "b")}
    table.answer({**GRAPPLE, "to": [9, 12, 0]})
    assert only(list(table.events), Pushed).who == "b"


@pytest.mark.rule("ABIL-First-Strike", "MOVE-13", "ACT-06")
def test_first_strike_counts_for_the_grapple_of_a_charge() -> None:
    table = fight(plain_street(), *duel(a=has("First Strike (2)"), apart=4), dice=[2] * 20)
    run = {"act": "run", "to": [6, 10 - TOUCH, 0]}
    assert rolled(do(table, "a", run, opportunity=GRAPPLE), "grapple", "a").dice == 7


# --- commands -----------------------------------------------------------------------------------------------


def gangs(**profiles: Any) -> list[dict[str, Any]]:
    """A, C and E of the north; B and D of the south, 9" away."""
    places = {
        "a": ("north", (6, 6, 0)),
        "c": ("north", (9, 6, 0)),
        "e": ("north", (3, 6, 0)),
        "b": ("south", (6, 15, 0)),
        "d": ("south", (9, 15, 0)),
    }
    return [fighter(id, seat, at, **profiles.get(id, {})) for id, (seat, at) in places.items()]  # type: ignore[arg-type]


ORDER = {"act": "order"}


@pytest.mark.rule("TURN-07", "TURN-04")
@pytest.mark.parametrize(("ap", "after"), [(1, 2), (2, 3), (3, None)])
def test_an_order_is_worth_one_ap_up_to_three(ap: int, after: int | None) -> None:
    table = fight(plain_street(), *gangs(a={"ap": ap}, c={"cp": 2}))
    if after is None:
        assert refused(table, "a", ORDER).rule == "TURN-04"
        return
    do(table, "a", ORDER)
    assert (table.state["a"].ap, table.state["c"].cp) == (after, 1)


@pytest.mark.rule("TURN-07")
@pytest.mark.parametrize("by", ["nobody", "b", "a", "dead"])
def test_an_order_is_another_friends_on_the_board(by: str) -> None:
    dead = fighter("dead", "north", (3, 9, 0), cp=2)
    table = fight(plain_street(), *gangs(a={"ap": 1, "cp": 2}, b={"cp": 2}), dead, before=fallen("dead"))
    assert refused(table, "a", {**ORDER, "by": by}).rule == "TURN-07"


@pytest.mark.rule("TURN-07")
def test_without_a_name_the_first_friend_that_can_gives_the_order() -> None:
    table = fight(plain_street(), *gangs(a={"ap": 1}, e={"cp": 1}))
    do(table, "a", ORDER)
    assert table.state["e"].cp == 0
    assert refused(fight(plain_street(), *gangs(a={"ap": 1})), "a", ORDER).rule == "TURN-07"
    table = fight(plain_street(), *gangs(a={"ap": 1}, c={"cp": 1}, e={"cp": 1}))
    do(table, "a", {**ORDER, "by": "e"})
    assert (table.state["c"].cp, table.state["e"].cp) == (1, 0)


@pytest.mark.rule("TURN-07", "ACT-01")
def test_whoever_orders_must_see_and_need_not_be_seen() -> None:
    far = {"a": {"ap": 1}, "c": {"cp": 1}}
    for hidden, may in (("a", True), ("c", False)):
        minis = gangs(**far)
        minis[1]["at"] = (16, 6, 0)
        table = fight(plain_street(), *minis, before=[CounterGained(who=hidden, counter="hidden")])
        take_turn(table, "a")
        assert (table.refusal(ORDER) is None) is may


@pytest.mark.rule("TURN-07", "GEO-01")
def test_orders_are_offered_by_those_who_can_give_them() -> None:
    table = fight(plain_street(), *gangs(a={"ap": 1}, e={"cp": 1}))
    take_turn(table, "a")
    assert isinstance(table.request, Choice)
    offers = table.request.region.offers(table.state, table.measure)  # type: ignore[union-attr]
    assert [each.by for each in offers if each.name() == "order"] == ["e"]


def counters(table: Table, **answers: Any) -> list[tuple[str, ...]]:
    """Who is asked to counter A's shot: by whom and with whom, each time."""
    asked = [q for q in prompts_of(table, "a", strike("Bow"), **answers) if q.prompt == "counter"]
    return [(q.after, "".join(q.by), "".join(q.ready)) for q in asked]  # type: ignore[attr-defined]


@pytest.mark.rule("TURN-08", "TURN-10")
@pytest.mark.parametrize(
    ("points", "asked"), [({}, []), ({"d": 1}, [("a", "d", "bd")]), ({"b": 1, "d": 2}, [("a", "bd", "bd")])]
)
def test_those_with_a_command_point_may_counter(points: dict[str, int], asked: list[Any]) -> None:
    table = fight(plain_street(), *gangs(**{who: {"cp": cp} for who, cp in points.items()}), dice=[2] * 30)
    assert counters(table) == asked


@pytest.mark.rule("TURN-08", "TURN-10")
def test_nobody_counters_alone_and_nobody_twice_a_round() -> None:
    table = fight(plain_street(), *duel(b={"cp": 2}, apart=6), dice=[2] * 30)
    assert counters(table) == []
    table = fight(plain_street(), *gangs(d={"cp": 2}), dice=[2] * 30)
    question(table, "a", strike("Bow"), "counter")
    table.answer({"act": "counter", "by": "d", "who": "b"})
    assert isinstance(table.request, Choice)
    assert (table.request.options, table.request.default) == (("pass",), "pass")
    table.answer("pass")
    assert table.state["b"].used_ap == 0
    assert counters(table) == []


@pytest.mark.rule("TURN-08")
def test_after_one_counter_another_may_follow() -> None:
    table = fight(plain_street(), *gangs(b={"cp": 1}, d={"cp": 1}), dice=[2] * 40)
    question(table, "a", strike("Bow"), "counter")
    table.answer({"act": "counter", "by": "d", "who": "b"})
    table.answer("pass")
    assert isinstance(table.request, Choice)
    assert (table.request.prompt, table.request.by) == ("counter", ("b",))  # type: ignore[attr-defined]


@pytest.mark.rule("TURN-08", "GEO-01")
@pytest.mark.parametrize(
    ("by", "who", "may"), [("d", "b", True), ("d", "d", False), ("b", "d", False), ("d", "a", False), ("c", "b", False)]
)
def test_a_counter_is_commanded_by_a_friend_with_a_point(by: str, who: str, may: bool) -> None:
    table = fight(plain_street(), *gangs(d={"cp": 1}), dice=[2] * 30)
    choice = question(table, "a", strike("Bow"), "counter")
    pair = {"act": "counter", "by": by, "who": who}
    assert (table.refusal(pair) is None) is may
    offers = choice.offers(table.state, table.measure)  # type: ignore[attr-defined]
    assert ((by, who) in [(each.by, each.who) for each in offers]) is may


@pytest.mark.rule("TURN-08", "TURN-04")
@pytest.mark.parametrize(("used", "may"), [(2, True), (3, False)])
def test_a_counter_needs_one_with_ap_left_for_the_round(used: int, may: bool) -> None:
    more = fighter("x", "south", (12, 15, 0))
    table = fight(plain_street(), *gangs(d={"cp": 1}), more, dice=[2] * 40)
    take_turn(table, "b")
    for _ in range(used):
        do(table, "b", strike("Bow", "a"))
    choice = question(table, "c", strike("Bow", "d"), "counter")
    assert ("b" in choice.ready) is may  # type: ignore[attr-defined]
    assert (table.refusal({"act": "counter", "by": "d", "who": "b"}) is None) is may


@pytest.mark.rule("TURN-08", "TURN-04")
@pytest.mark.parametrize(("ap", "after"), [(1, 1), (2, 2), (3, 2)])
def test_a_counter_brings_its_own_ap_to_those_that_have_not_all(ap: int, after: int) -> None:
    table = fight(plain_street(), *gangs(b={"ap": ap}, d={"cp": 1}), dice=[2] * 30)
    question(table, "a", strike("Bow"), "counter")
    table.answer({"act": "counter", "by": "d", "who": "b"})
    table.answer(strike("Bow", "a"))
    assert (table.state["b"].ap, table.state["b"].used_ap) == (after, 1)


@pytest.mark.rule("WATER-02")
@pytest.mark.parametrize(("dice", "counters"), [([10, 7, 2, 2, 2], 2), ([7, 2, 2, 2, 2], 1)])
def test_each_underwater_counter_is_two_dice_of_protection(dice: list[int], counters: int) -> None:
    """And the cover of the water besides."""
    minis = [fighter("a", "north", (12, 6, -0.75), cp=1), fighter("b", "south", (9, 6, 0))]
    table = fight(canal(), *minis, dice=[*dice, 5, 2, 2, 2, 2] + [2] * 8)
    do(table, "a", {"act": "dive"})
    armour = rolled(do(table, "b", strike("Bow", "a")), "protection")
    assert [m.change for m in armour.modifiers if m.source == "Underwater"] == [2 * counters]
    assert armour.dice == 3 + 1 + 2 * counters


@pytest.mark.rule("ACT-03", "GEO-06")
def test_the_sight_of_an_attack_is_the_attackers() -> None:
    table = fight(plain_street(), *duel(apart=9), dice=[5] + [2] * 9)
    sight = only(do(table, "a", strike("Bow")), Attacked).sight
    assert sight is not None
    assert sight.witness is not None
    assert [point[1] for point in sight.witness] == [pytest.approx(6, abs=0.8), pytest.approx(15, abs=0.8)]
