"""Where two rules meet, and players argue: each case is one that the rulebook's text names or leaves to be asked."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.characters import Weapon
from sim.carnevale.events import (
    ActionBegan,
    Attacked,
    CounterGained,
    Disengaged,
    Fell,
    Jumped,
    Killed,
    PointsSpent,
    Pushed,
    Rerolled,
    Rolled,
    Shaken,
)
from sim.carnevale.events.objectives import ObjectivePlaced, ObjectiveTaken
from sim.carnevale.objective import Objective
from sim.engine.requests import Choice
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, rolled, strike
from tests.carnevale.tables import (
    Meaning,
    Obstacle,
    Point,
    Table,
    block,
    canal,
    do,
    end_turn,
    fight,
    gondola,
    house,
    of,
    only,
    plain_street,
    prompts_of,
    refused,
    street,
    take_turn,
)

DECK = -0.45
GRAPPLE = {"act": "grapple", "target": "b"}


def has(*abilities: str, **profile: Any) -> dict[str, Any]:
    return {"abilities": abilities, **profile}


def run(*points: tuple[float, float, float]) -> dict[str, Any]:
    return {"act": "run", "path": points}


def waiting(table: Table) -> tuple[str, str]:
    assert isinstance(table.request, Choice)
    return table.request.seat, table.request.prompt


def next_round(table: Table) -> None:
    now = table.state.round
    while table.state.round == now:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)


# --- re-rolls ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DICE-06", "ABIL-Parry", "MOVE-13")
def test_in_its_own_turn_the_one_that_parries_goes_first_and_what_it_parried_stays() -> None:
    """A leaves B, and B strikes at it: A is the active player, so its Parry comes before B's Expert Offence."""
    able = duel(a=has("Parry (1)"), b=has("Engage", "Expert Offence (2)"))
    table = fight(plain_street(), *able, dice=[2, 9, 2, 2, 2, 3, 2, 2] + [2] * 3)
    table.answer("a")
    table.answer(run((6, 2, 0)))
    table.answer({"act": "combat", "target": "a", "weapon": "Sword"})
    assert waiting(table) == ("north", "reroll")
    table.answer((1,))
    assert waiting(table) == ("south", "reroll")
    refusal = table.refusal((1,))
    assert refusal is not None  # the parried die shows a 3, and stays so
    assert refusal.rule == "DICE-06"
    table.answer((2, 3))
    assert [event.seat for event in of(list(table.events), Rerolled)] == ["north", "south"]
    assert rolled(list(table.events), "combat").aces == 0


@pytest.mark.rule("DICE-06", "ABIL-Parry", "ABIL-Fear")
def test_parry_leaves_alone_what_fear_had_re_rolled() -> None:
    """All failed dice of the afraid are re-rolled; of the Aces, Parry may have those of the first throw only."""
    able = duel(a=has("Fear (1)"), b=has("Parry (3)", mind=2))
    table = fight(plain_street(), *able, dice=[2, 2, 9, 2, 2, 2, 9, 9, 9, 2, 2, 2, 2])
    table.answer("a")
    table.answer(strike())
    table.answer((2, 3, 4))
    assert waiting(table) == ("south", "reroll")
    assert table.refusal((2,)) is not None
    table.answer((1,))
    assert rolled(list(table.events), "combat").faces == (2, 2, 9, 9, 9)


@pytest.mark.rule("ABIL-Fear", "DICE-05")
def test_a_will_point_may_be_spent_against_fear() -> None:
    table = fight(plain_street(), *duel(a=has("Fear (3)"), b={"mind": 3, "wp": 1}), dice=[2, 7] + [2] * 5)
    asked = [choice.prompt for choice in prompts_of(table, "a", strike(), will=1)]
    fear = rolled(list(table.events), "fear")
    assert (fear.dice, fear.outcome) == (2, "success")  # MIND 3, -2 to no less than 1, and the will point
    assert "reroll" not in asked


@pytest.mark.rule("DICE-01", "DICE-08")
def test_aces_come_off_a_roll_of_ten_dice_and_not_off_a_larger_sum() -> None:
    """ATTACK 10 and a larger base are 10 dice; two Aces against them leave 8."""
    able = duel(a={"attack": 10, "size": 40}, apart=1.37)
    table = fight(plain_street(), *able, dice=[7, 7, 2, 2, 2] + [2] * 8)
    assert rolled(do(table, "a", GRAPPLE), "grapple", "a").dice == 8


@pytest.mark.rule("DICE-01", "DICE-05")
def test_a_will_point_is_a_die_whatever_the_penetration() -> None:
    """PROTECTION 3 against Penetration -5 is no dice, and not two fewer than none."""
    ram = {"weapons": (Weapon("Ram", penetration=-5),)}
    table = fight(plain_street(), *duel(a=ram, b={"wp": 2}), dice=[5, 2, 2, 2, 2, 7, 2])
    events = do(table, "a", strike("Ram"), will=2)
    assert rolled(events, "protection").dice == 2


# --- protection --------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Universal-Shielding", "GEO-10", "ACT-04")
def test_universal_shielding_lifts_to_the_starting_number_and_cover_counts_towards_it() -> None:
    """PROTECTION 3, in cover, Penetration -3: 1, lifted to 3 and no further. Without Penetration, cover makes 4."""
    wall = ("wall/stones", Meaning(), block((6.1, 9, 0), (9, 9.5, 4)))
    dice = {3: [5] + [2] * 4 + [2] * 3, 4: [5] + [2] * 4 + [2] * 4}
    for penetration, wanted in ((-3, 3), (0, 4)):
        bow = {"weapons": (Weapon("Bow", range=12, penetration=penetration),)}
        able = duel(a=bow, b=has("Universal Shielding (5)", protection=3), apart=6)
        table = fight(street(wall), *able, dice=dice[wanted])
        events = do(table, "a", strike("Bow"))
        assert only(events, Attacked).in_cover
        assert rolled(events, "protection").dice == wanted


@pytest.mark.rule("WEAP-Smoke", "GEO-11")
def test_smoke_is_no_cover_in_base_contact() -> None:
    pot = {"weapons": (Weapon("Pot", abilities=("Smoke", "Harmless")), Weapon("Sword"))}
    table = fight(plain_street(), *duel(a=pot), dice=[5, 2, 2, 2, 2] + [5, 2, 2, 2, 2] + [2] * 3)
    do(table, "a", strike("Pot"))
    assert table.state["b"].hidden
    events = do(table, "a", strike("Sword"))
    assert not only(events, Attacked).in_cover
    assert rolled(events, "protection").dice == 3


@pytest.mark.rule("WEAP-Smoke", "WEAP-Blast", "ACT-01")
def test_whoever_throws_smoke_at_its_own_feet_vanishes_too() -> None:
    """All under the marker are hit, the attacker and its friends included; none is seen from over 6"."""
    pot = {"weapons": (Weapon("Pot", range=8, abilities=("Smoke", "Blast", "Harmless")), Weapon("Bow", range=14))}
    archer = fighter("d", "south", (12, 13, 0), weapons=(Weapon("Bow", range=14),))
    table = fight(plain_street(), *duel(a=pot), archer, dice=[5, 2, 2, 2, 2])
    do(table, "a", strike("Pot"))
    assert [table.state[who].hidden for who in "ab"] == [True, True]
    end_turn(table)
    assert refused(table, "d", strike("Bow", "a")).rule == "ACT-01"


# --- leaving, charging, guarding -----------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Engage", "ABIL-Slippery", "MOVE-12")
def test_both_engage_and_slippery_on_either_side_is_a_plain_roll() -> None:
    both = has("Engage", "Slippery")
    table = fight(plain_street(), *duel(a=both, b=both), dice=[2] * 5 + [1, 2, 2, 2, 2])
    events = do(table, "a", run((6, 2, 0)), opportunity="decline")
    left = only(events, Disengaged)
    assert (left.outcome, left.stays) == ("fumble", True)
    assert table.state["a"].here == (6, 6, 0)


@pytest.mark.rule("ABIL-Bodyguard", "MOVE-10")
def test_a_charger_that_the_bodyguard_kills_strikes_no_blow() -> None:
    minis = [
        fighter("a", "north", (6, 7, 0), lp=1, protection=0),
        fighter("ward", "south", (6, 12, 0), keywords=("Leader",)),
        fighter("guard", "south", (9, 12, 0), abilities=("Bodyguard (Leader)",)),
        fighter("x", "north", (20, 20, 0)),
    ]
    table = fight(plain_street(), *minis, dice=[5, 5, 2, 2, 2])
    events = do(table, "a", run((6, 12 - TOUCH, 0)), bodyguard=run((7.18, 10.82, 0)))
    assert only(events, Killed).by == "guard"
    assert [(e.who, e.action) for e in of(events, ActionBegan)] == [("a", "run"), ("guard", "run"), ("guard", "combat")]


@pytest.mark.rule("ABIL-Pickpocket", "SCEN-04")
def test_a_pickpocket_with_its_hands_full_takes_no_second_objective_but_the_will_point() -> None:
    def chest(id: str) -> Objective:
        return Objective(id, 2, ("mobile",), at=(20.0, 20.0, 0.0))

    before = [
        ObjectivePlaced(objective=chest("chest-1")),
        ObjectivePlaced(objective=chest("chest-2")),
        ObjectiveTaken(objective="chest-1", who="a"),
        ObjectiveTaken(objective="chest-2", who="b"),
    ]
    table = fight(plain_street(), *duel(a=has("Pickpocket", "Slippery"), b={"wp": 2}), before=before)
    do(table, "a", run((6, 3, 0)))
    carriers = {id: o.carrier for id, o in table.state.objectives.items()}
    assert carriers == {"chest-1": "a", "chest-2": "b"}
    assert table.state["b"].wp == 1


# --- weapons over rounds ---------------------------------------------------------------------------------------


@pytest.mark.rule("WEAP-Reload")
def test_an_empty_weapon_is_not_full_again_for_stepping_out_of_contact() -> None:
    """The turn began in base contact: only one that begins out of it fills the weapon."""
    musket = {"weapons": (Weapon("Musket", range=12, abilities=("Reload (1)",)),), "cp": 1, "abilities": ("Slippery",)}
    table = fight(plain_street(), *duel(a=musket), dice=[2] * 40)
    do(table, "a", strike("Musket"))
    end_turn(table)
    next_round(table)
    do(table, "a", run((6, 2, 0)))
    why = refused(table, "a", strike("Musket"))
    assert (why.rule, why.why) == ("WEAP-Reload", "Musket stays empty until a turn begins out of base contact")
    end_turn(table)
    next_round(table)
    take_turn(table, "a")
    assert table.refusal(strike("Musket")) is None


@pytest.mark.rule("WEAP-Reload", "ACT-02")
def test_a_guard_out_of_contact_fires_the_first_shot_of_the_next_round() -> None:
    """So many attacks a round: only in base contact does it matter how its turn began."""
    musket = {"weapons": (Weapon("Musket", range=12, abilities=("Reload (1)",)),)}
    table = fight(plain_street(), *duel(a=musket, apart=9), dice=[2] * 5 + [2, 9] + [2] * 40)
    do(table, "a", strike("Musket"))
    do(table, "a", {"act": "guard"})
    assert "guard" not in [choice.prompt for choice in prompts_of(table, "b", run((8, 14, 0)))]
    end_turn(table)
    state = table.state
    assert (state.round, state["a"].had_turn, state["a"].guarding) == (2, False, True)
    assert "guard" in [choice.prompt for choice in prompts_of(table, "b", run((7, 13, 0)))]


# --- over the edge -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ACT-06", "ACT-07", "FALL-02")
def test_a_fumbled_grapple_on_a_roof_edge_throws_the_grappler_down() -> None:
    """The target throws it 2" at most, wherever it likes: over the edge, and the fall is the target's doing."""
    roof = street(house((2, 2), (10, 10), 5.0))
    minis = [
        fighter("a", "north", (6, 9.3, 5), lp=4),
        fighter("b", "south", (6, 9.3 - TOUCH, 5)),
        fighter("x", "north", (20, 20, 0)),
    ]
    table = fight(roof, *minis, dice=[2] * 5 + [1, 2, 2, 2, 2] + [2] * 5)
    events = do(table, "a", GRAPPLE, push=(6, 14, 5))
    thrown = only(events, Pushed)
    assert (thrown.who, thrown.by) == ("a", "b")
    assert only(events, Fell).fallen == 5
    killed = only(events, Killed)
    assert (killed.who, killed.by) == ("a", "b")
    assert len(of(events, ActionBegan)) == 1  # no attack of opportunity, and no grapple back


@pytest.mark.rule("ACT-06", "ACT-07")
def test_a_fumbled_grapple_away_from_the_edge_stops_where_the_roof_goes_on() -> None:
    roof = street(house((2, 2), (10, 10), 5.0))
    minis = [fighter("a", "north", (6, 6, 5)), fighter("b", "south", (6, 6 + TOUCH, 5))]
    table = fight(roof, *minis, dice=[2] * 5 + [1, 2, 2, 2, 2])
    events = do(table, "a", GRAPPLE)
    assert table.state["a"].here == (6, 4, 5)
    assert not of(events, Fell)


# --- a gondola as springboard --------------------------------------------------------------------------------------


@pytest.mark.rule("JUMP-07", "TERR-12", "TERR-03")
def test_a_springboard_rocks_who_is_aboard_before_the_next_jump() -> None:
    minis = [fighter("a", "north", (9.4, 12, 0)), fighter("b", "south", (12.5, 14.5, DECK))]
    dice = [7, 8, 9, 2, 2, 7, 2, 2, 2, 2, 7, 8, 9, 2, 2]
    table = fight(canal(gondola(12.5, 12)), *minis, dice=dice)
    events = do(table, "a", {"act": "jump", "to": (12.5, 12, DECK)}, chained_jump={"to": (16.7, 12, 0)})
    kinds = [type(event) for event in events if isinstance(event, Jumped | Shaken)]
    assert kinds == [Jumped, Shaken, Jumped]
    assert [event.points for event in of(events, PointsSpent)] == [1]
    assert table.state["a"].here[0] > 16


@pytest.mark.rule("JUMP-07", "JUMP-05", "FALL-03")
def test_a_chained_jump_that_falls_short_ends_in_the_canal_and_chains_no_more() -> None:
    table = fight(canal(gondola(12.5, 12)), fighter("a", "north", (9.4, 12, 0)), dice=[7, 8, 9, 2, 2, 1, 2, 2, 2, 2])
    events = do(table, "a", {"act": "jump", "to": (12.5, 12, DECK)}, chained_jump={"to": (16.7, 12, 0)})
    assert of(events, Jumped)[1].outcome == "fumble"
    assert lp(table, "a") == 10
    assert table.state["a"].here[2] in (DECK, -0.75)


@pytest.mark.rule("TERR-03", "ACT-02", "MOVE-13")
def test_a_guard_on_unstable_ground_strikes_before_it_is_shaken() -> None:
    """All keep their feet after any attacks of opportunity; and whoever is shaken first would be on guard no more."""
    minis = [fighter("a", "north", (9.4, 12, 0)), fighter("b", "south", (12.5, 14.5, DECK))]
    dice = [7, 8, 9, 2, 2, *[2] * 5, 1, 2, 2, 2, 2, *[2] * 10]
    before = [CounterGained(who="b", counter="guarding")]
    table = fight(canal(gondola(12.5, 12)), *minis, dice=dice, before=before)
    bow = {"act": "combat", "target": "a", "weapon": "Bow"}
    events = do(table, "a", {"act": "jump", "to": (12.5, 12, DECK)}, guard=True, opportunity=bow)
    kinds = [type(event) for event in events if isinstance(event, Jumped | Shaken | Rolled)]
    assert kinds == [Rolled, Jumped, Rolled, Rolled, Shaken]
    assert [roll.purpose for roll in of(events, Rolled)] == ["jump", "combat", "unstable ground"]


@pytest.mark.rule("JUMP-07", "ACT-06", "MOVE-10")
@pytest.mark.parametrize(("way", "chains"), [((12, 5, 1.5), False), ((14.5, 7, 1.5), True)])
def test_whoever_is_thrown_off_an_obstacle_before_the_next_jump_has_none(way: Point, chains: bool) -> None:
    """Its charge fumbles, and the enemy answers with a Grapple: off the obstacle, or along it."""
    stage = ("stage/top", Meaning(obstacle=Obstacle.LARGE), block((8, 6, 0), (16, 10, 1.5)))
    minis = [fighter("a", "north", (12, 3.9, 0)), fighter("b", "south", (12, 8.2, 1.5))]
    dice = [7, 8, 9, 2, 2, 1, 2, 2, 2, 2, *[2] * 5, 7, 7, 2, 2, 2, *[2] * 5]
    table = fight(street(stage), *minis, dice=dice)
    answers = {"opportunity": [strike(), {"act": "grapple", "target": "a"}], "push": way}
    asked = prompts_of(table, "a", {"act": "jump", "to": (12, 7.2, 1.5)}, **answers)
    assert ("chained_jump" in [choice.prompt for choice in asked]) is chains
    assert (table.state["a"].here[2] == 0.0) is not chains
