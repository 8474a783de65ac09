"""What whole actions come to before they are begun (DICE-13)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.carnevale import action_odds
from sim.carnevale.action_odds import KillOdds
from sim.carnevale.actions import Combat, Drown, Grapple, Jump, Run
from sim.carnevale.characters import Weapon
from sim.carnevale.dice import FALL_SAVED, Outcome, Result
from sim.carnevale.events import CounterGained, Rolled
from sim.carnevale.exchange_odds import Side, fall_chance, strikes
from sim.carnevale.magic.casting import Cast
from sim.carnevale.objective import Objective
from sim.carnevale.odds import opposed_odds, roll_odds
from sim.engine.requests import measured
from tests.carnevale.fighters import duel, fighter
from tests.carnevale.tables import Table, canal, do, fight, house, of, plain_street, roof_street, street, take_turn
from tests.carnevale.test_interrupts import play

R = 0.5906  # inches: the radius of a 30 mm base
STATS = {
    "combat": "attack",
    "grapple": "attack",
    "protection": "protection",
    "fear": "mind",
    "primitive": "mind",
    "disengage": "dexterity",
    "climb": "dexterity",
}
MAGE = {"abilities": ("Mage (1)",), "spells": ("Healing",), "mind": 4, "wp": 4}


def shown(table: Table, rule: Any) -> Any:
    return measured(rule, table.state, table.measure)


def kill_of(table: Table, weapon: str = "Sword", attacks: int | None = None) -> KillOdds:
    found: KillOdds = shown(table, action_odds.kill(table.state, "a", Combat("b", weapon), attacks))
    return found


# --- attacks to kill ---------------------------------------------------------------------------------------


@pytest.mark.rule("DICE-13", "ACT-03")
def test_one_attack_to_kill_is_the_attacks_own_odds() -> None:
    table = fight(plain_street(), *duel(b={"lp": 2}))
    found = kill_of(table, attacks=1)
    assert found.kill == pytest.approx(found.first.loss.kill(2), abs=1e-9)


@pytest.mark.rule("DICE-13", "ACT-03", "TURN-04")
def test_all_the_ap_that_are_left_are_attacked_with() -> None:
    table = fight(plain_street(), *duel(b={"lp": 6}))
    take_turn(table, "a")
    found = kill_of(table)
    assert found.attacks == table.state["a"].ap
    assert found.by_attack == pytest.approx(tuple(kill_of(table, attacks=n).kill for n in range(1, found.attacks + 1)))
    assert list(found.by_attack) == sorted(found.by_attack)


@pytest.mark.rule("DICE-13", "WEAP-Reload")
def test_a_weapon_that_reloads_attacks_no_more_often_than_it_may() -> None:
    musket = Weapon("Musket", range=12, abilities=("Reload (1)",))
    table = fight(plain_street(), *duel(a={"weapons": (musket,)}, apart=6))
    take_turn(table, "a")
    assert kill_of(table, "Musket").attacks == 1


@pytest.mark.rule("DICE-13", "DICE-05")
def test_the_will_points_of_both_sides_are_played() -> None:
    kills = {}
    for a, b in ((0, 0), (2, 0), (0, 2)):
        kills[a, b] = kill_of(fight(plain_street(), *duel(a={"wp": a}, b={"lp": 3, "wp": b})), attacks=1).kill
    assert kills[2, 0] > kills[0, 0] > kills[0, 2]


@pytest.mark.rule("DICE-13", "WEAP-Poisoned")
def test_poison_counts_for_the_kill() -> None:
    """3 LP more on a die under 7 for whoever loses one on a 30 mm base."""
    fang = Weapon("Fang", abilities=("Poisoned",))
    table = fight(plain_street(), *duel(a={"weapons": (fang,)}, b={"lp": 4}))
    found = kill_of(table, "Fang", attacks=1)
    assert found.kill == pytest.approx(found.first.loss.kill(4), abs=1e-9)  # one number, one meaning
    bare = msgspec.structs.replace(found.first, poison=0).loss.life_lost
    assert found.kill == pytest.approx(sum(bare[4:]) + 0.6 * sum(bare[1:4]), abs=1e-9)


@pytest.mark.rule("DICE-13", "ACT-03")
def test_a_fumbles_answer_may_end_the_attacker_first() -> None:
    """With one Life Point the Fumble itself ends it; the second attack is never made."""
    frail = kill_of(fight(plain_street(), *duel(a={"lp": 1, "attack": 1}, b={"lp": 1})), attacks=2)
    hardy = kill_of(fight(plain_street(), *duel(a={"lp": 20, "attack": 1}, b={"lp": 1})), attacks=2)
    assert frail.kill < hardy.kill


@pytest.mark.rule("DICE-13", "TURN-04", "TURN-08")
@pytest.mark.parametrize(("used", "attacks"), [(0, 2), (1, 2), (2, 1)])
def test_an_action_point_that_may_not_be_used_this_round_strikes_no_blow(used: int, attacks: int) -> None:
    """Whoever has countered twice has two AP of its own left, and one of the three of this round."""
    table = fight(plain_street(), *duel())
    table.state.set("a", ap=2, used_ap=used)
    assert kill_of(table, "Sword").attacks == attacks


@pytest.mark.rule("DICE-13", "MOVE-10", "ABIL-First-Strike")
def test_a_charge_to_kill_begins_with_its_attack_of_opportunity() -> None:
    table = fight(plain_street(), *duel(a={"abilities": ("First Strike (2)",)}, apart=4))
    take_turn(table, "a")
    found: KillOdds = shown(table, action_odds.charge_to_kill(table.state, "a", Combat("b", "Sword")))
    assert found.first.attack.total == table.state["a"].profile.attack + 2
    assert found.attacks == table.state["a"].ap  # the Run's AP brings one, the others one each
    assert found.strokes[1].blow.dice == found.strokes[0].blow.dice - 2
    assert found.before == ()


@pytest.mark.rule("DICE-13", "ACT-02", "ABIL-Bodyguard")
def test_guards_and_bodyguards_strike_before_the_charges_attack() -> None:
    ward = {"keywords": ("Leader",)}
    body = fighter("c", "south", (8, 10, 0), abilities=("Bodyguard (Leader)",))
    table = fight(plain_street(), *duel(b=ward, apart=4), body, before=[CounterGained(who="b", counter="guarding")])
    found: KillOdds = shown(table, action_odds.charge_to_kill(table.state, "a", Combat("b", "Sword")))
    assert found.before == ("b", "c")
    assert [stroke.by for stroke in found.strokes[:3]] == ["target", "other", "attacker"]
    own = tuple(stroke for stroke in found.strokes if stroke.by == "attacker")
    assert found.kill < fall_chance(own, found.attacker, found.target)


@pytest.mark.rule("DICE-13", "ACT-02", "SCEN-04")
def test_a_guard_that_carries_something_strikes_nobody_first() -> None:
    """It can only run and climb: it was told to strike, and was then not asked."""
    table = fight(plain_street(), *duel(apart=4), before=[CounterGained(who="b", counter="guarding")])
    chest = Objective("chest-1", at=None, carrier="b")
    table.state.objectives = table.state.objectives | {chest.id: chest}
    found: KillOdds = shown(table, action_odds.charge_to_kill(table.state, "a", Combat("b", "Sword")))
    assert found.before == ()


# --- grapples, drownings, spells -----------------------------------------------------------------------------


@pytest.mark.rule("DICE-13", "ACT-06", "ACT-08")
def test_a_grapple_to_throw_with_will_points_on_both_sides() -> None:
    friend = fighter("c", "north", (7.18, 6, 0))
    table = fight(plain_street(), *duel(a={"wp": 1}, b={"wp": 3}), friend)
    assert shown(table, action_odds.contest(table.state, "a", Grapple("b"))) == pytest.approx(
        opposed_odds(6, 7).succeeds
    )
    assert shown(table, action_odds.contest(table.state, "a", Grapple("c"))) == pytest.approx(roll_odds(6).succeeds)


@pytest.mark.rule("DICE-13", "WATER-05", "ABIL-Expert-Grappler")
def test_a_drowning_with_its_re_rolls() -> None:
    minis = [
        fighter("a", "north", (12, 6, -0.75), abilities=("Expert Grappler (2)",)),
        fighter("b", "south", (13.18, 6, -0.75)),
    ]
    table = fight(canal(), *minis)
    expected = opposed_odds(5, 5, rerolls=2).succeeds
    assert shown(table, action_odds.contest(table.state, "a", Drown("b"))) == pytest.approx(expected)


@pytest.mark.rule("DICE-13", "MAGIC-04")
def test_a_spell_with_a_dispeller_about() -> None:
    """Its own cost and the dispeller's will point are paid first; the Mage level caps what counts."""
    enemy = fighter("b", "south", (12, 6, 0), **{**MAGE, "wp": 2})
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), **MAGE), enemy)
    spell = shown(table, action_odds.cast(table.state, "a", Cast("Healing", "a")))
    from sim.carnevale.magic.spells import named

    healing = named("Healing")
    assert healing is not None
    dice = 4 + min(2, 4 - healing.cost)
    needed = healing.difficulty
    assert spell.alone == pytest.approx(roll_odds(dice, needed).succeeds)
    assert spell.dispeller == "b"
    assert spell.dispelled == pytest.approx(opposed_odds(dice, 5, needed, most_against=1).succeeds)
    assert spell.succeeds == spell.dispelled < spell.alone


@pytest.mark.rule("DICE-13", "MAGIC-04")
def test_a_mage_that_sees_nothing_dispels_nothing() -> None:
    enemy = fighter("b", "south", (18, 6, 0), **MAGE)
    wall = house((10, 0), (12, 24), 8.0)
    table = fight(street(wall), fighter("a", "north", (6, 6, 0), **MAGE), enemy)
    spell = shown(table, action_odds.cast(table.state, "a", Cast("Healing", "a")))
    assert spell.dispelled is None
    assert spell.succeeds == spell.alone


# --- jumps and climbs ------------------------------------------------------------------------------------------


def leap(table: Table, **more: Any) -> action_odds.JumpOdds:
    found: action_odds.JumpOdds = shown(table, action_odds.jump(table.state, "a", Jump((14.7, 12, 8), **more)))
    return found


@pytest.mark.rule("DICE-13", "JUMP-01", "JUMP-05", "FALL-02")
def test_a_jump_over_a_lane_to_land() -> None:
    """From the edge of one roof to the next, 4" of lane between: the base must come 5" or more, or it falls 8"."""
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), lp=10))
    found = leap(table)
    odds = roll_odds(5)
    far = {(o, n): (2 if o is Outcome.SUCCESS else 4) + n for o, n, _ in odds.joint if o.succeeded}
    lands = sum(p for o, n, p in odds.joint if far.get((o, n), 0) >= 5)
    assert found.lands == pytest.approx(lands)
    assert found.will == 0
    fallen = 8 - sum(p * max(0, 8 - FALL_SAVED.read(Result(o, n))) for o, n, p in odds.joint)
    assert found.life_lost == pytest.approx((1 - lands) * (8 - fallen))
    assert found.dies == pytest.approx(0.0)


@pytest.mark.rule("DICE-13", "JUMP-08", "DICE-05")
def test_will_points_and_a_controlled_landing_in_a_jump() -> None:
    plain = leap(fight(roof_street(), fighter("a", "north", (9.4, 12, 8), lp=6)))
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), lp=6, wp=2))
    willing, controlled = leap(table), leap(table, controlled=True)
    assert willing.lands > controlled.lands > plain.lands  # the landing costs one of the two
    assert willing.dies < plain.dies
    assert controlled.dies < plain.dies
    assert plain.dies > 0


@pytest.mark.rule("DICE-13", "ABIL-Acrobatic")
def test_acrobatic_re_rolls_are_in_the_odds_of_a_jump() -> None:
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), abilities=("Acrobatic (2)",)))
    assert leap(table).lands > leap(fight(roof_street(), fighter("a", "north", (9.4, 12, 8)))).lands


@pytest.mark.rule("DICE-13", "MOVE-03")
def test_a_climb_to_arrive_is_one_roll_with_will_points() -> None:
    table = fight(street(house((8, 4), (14, 10), 3.0)), fighter("a", "north", (7.4, 7, 0), wp=1))
    found = shown(table, action_odds.climb(table.state, "a", Run(to=(8.7, 7, 3))))
    assert len(found.rolls) == 1
    assert found.arrives == pytest.approx(roll_odds(6).succeeds)


@pytest.mark.rule("DICE-13", "MOVE-12")
def test_a_run_out_of_contact_may_be_stopped_by_the_enemys_answer() -> None:
    """Success goes; a Fail goes too if the attack leaves it alive; a Fumble stays."""
    table = fight(plain_street(), *duel(a={"lp": 1}))
    found = shown(table, action_odds.climb(table.state, "a", Run(to=(6, 3, 0))))
    odds = opposed_odds(5, 5)
    blow = outlook_blow(table)
    lives = 1 - fall_chance(strikes(blow, 1), Side(99), Side(1))
    assert found.breaks_away == pytest.approx(odds.succeeds)
    assert found.arrives == pytest.approx(odds.succeeds + odds.of(Outcome.FAIL) * lives)


def outlook_blow(table: Table) -> Any:
    """B's best blow against A."""
    found = [
        shown(table, action_odds.kill(table.state, "b", Combat("a", weapon), 1)).strokes[0].blow
        for weapon in ("Sword", "Unarmed", "Bow")
    ]
    return max(found, key=lambda blow: fall_chance(strikes(blow, 1), Side(99), Side(table.state["a"].lp)))


@pytest.mark.rule("DICE-13", "ABIL-Slippery", "ABIL-Engage")
def test_slippery_goes_for_sure_and_engage_never_unharmed() -> None:
    sure = fight(plain_street(), *duel(a={"abilities": ("Slippery",)}))
    held = fight(plain_street(), *duel(b={"abilities": ("Engage",)}))
    assert shown(sure, action_odds.climb(sure.state, "a", Run(to=(6, 3, 0)))).arrives == 1.0
    assert shown(held, action_odds.climb(held.state, "a", Run(to=(6, 3, 0)))).breaks_away == 0.0


# --- what was foreseen is what is rolled ---------------------------------------------------------------------------


@pytest.mark.rule("DICE-13", "MOVE-10", "MOVE-11", "ABIL-First-Strike", "ABIL-Bodyguard")
def test_the_strokes_of_a_charge_are_those_that_are_rolled() -> None:
    """From above, with First Strike, past a guard and a bodyguard: who rolls how much against what, in this order."""
    minis = [
        fighter("a", "north", (9.4, 12, 3.2), abilities=("First Strike (2)", "Brawler (1)"), protection=4),
        fighter("b", "south", (15.2, 12, 0), keywords=("Leader",), protection=6),
        fighter("c", "south", (15.2, 15, 0), abilities=("Bodyguard (Leader)",), attack=3),
    ]
    guarding = CounterGained(who="b", counter="guarding")
    dice = [10, 8, 9, 2, 2] + [2] * 30  # the jump; then whatever is rolled, without a Fumble
    table = fight(street(house((4, 4), (10, 20), 3.2)), *minis, dice=dice, before=[guarding])
    take_turn(table, "a")
    found: KillOdds = shown(table, action_odds.charge_to_kill(table.state, "a", Combat("b", "Sword")))
    assert found.before == ("b", "c")
    events = do(
        table,
        "a",
        {"act": "jump", "to": (15.2 - 2 * R, 12, 0)},
        guard=True,
        bodyguard={"act": "run", "to": (15.2 - R, 12 + 2 * R * 0.866, 0)},
    )
    fought = [roll for roll in of(events, Rolled) if roll.purpose == "combat"]
    assert [roll.who for roll in fought] == ["b", "c", "a"]
    assert [roll.needed for roll in fought] == [stroke.blow.needed for stroke in found.strokes[:3]]
    assert [roll.dice for roll in fought] == [stroke.blow.dice for stroke in found.strokes[:3]]


@pytest.mark.rule("DICE-13", "ABIL-Aerial-Attack", "MOVE-11")
@pytest.mark.parametrize(
    ("abilities", "beyond", "harm"), [((), 0.0, 6), (("Aerial Attack",), 0.0, 0), (("Aerial Attack",), 4.0, 6)]
)
def test_a_fall_that_charges_from_above_is_foreseen_to_cost_what_it_costs(
    abilities: tuple[str, ...], beyond: float, harm: int
) -> None:
    """A jumps off a roof into the air over B, or past it."""
    board = street(house((2, 2), (10, 8), 6.0))
    minis = [
        fighter("a", "north", (6, 7.3, 6.0), lp=20, dexterity=5, abilities=abilities),
        fighter("b", "south", (6 + beyond, 10.2, 0)),
    ]
    table = fight(board, *minis, dice=[8, 2, 2, 2, 2] + [2] * 40)
    take_turn(table, "a")
    aim = (6.0, 10.2, 6.0)
    found = shown(table, action_odds.jump(table.state, "a", Jump(to=aim)))
    assert {end.harm for end in found.ends if end.sweep.end[:2] == aim[:2]} == {harm}
    do(table, "a", {"act": "jump", "to": aim})
    assert table.state["a"].lp == 20 - harm


@pytest.mark.rule("DICE-13", "DICE-01")
@pytest.mark.parametrize("seed", range(3))
def test_every_number_rolled_is_its_sources_added_up(seed: int) -> None:
    """In a busy fight: the stat of the profile and every change, each named, make the dice and the needed number."""
    session = play(seed, plain_street(), 400, reload=False)
    rolls = [event for event in session.events if isinstance(event, Rolled) and event.purpose in STATS and event.dice]
    assert len(rolls) > 20
    for roll in rolls:
        profile = session.state[roll.who].profile
        assert all(each.source for each in (*roll.modifiers, *roll.needed_modifiers))
        late = [each for each in roll.modifiers if each.source.startswith(("Will Point", "Aces"))]
        early = [each for each in roll.modifiers if each not in late]
        total = max(0, min(10, getattr(profile, STATS[roll.purpose]) + sum(each.change for each in early)))
        total += sum(each.change for each in late)
        assert max(0, min(10, total)) == roll.dice == len(roll.faces), roll
        if roll.purpose == "combat":
            assert roll.against is not None
            dexterity = session.state[roll.against].profile.dexterity
            wanted = dexterity + sum(each.change for each in roll.needed_modifiers)
            assert roll.needed == max(2, min(10, wanted))
