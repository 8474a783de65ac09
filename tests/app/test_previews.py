"""What previews say of whole actions, without a window (DICE-13)."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from shapely.geometry import Point, Polygon

from sim.app.table.previews import attacks, moves
from sim.app.table.tools import Tool, menu
from sim.board.model.terrain import Meaning
from sim.board.model.verdicts import Leg, Path
from sim.carnevale import action_odds
from sim.carnevale.actions import Combat, Grapple, Jump
from sim.carnevale.characters import Weapon
from sim.carnevale.magic.casting import Cast
from sim.carnevale.objective import Objective
from sim.carnevale.odds import opposed_odds
from sim.carnevale.will import SpendWill
from sim.engine.requests import Choice, measured
from sim.percent import percent
from sim.words import Message
from tests.carnevale.fighters import duel, fighter
from tests.carnevale.tables import (
    Table,
    block,
    canal,
    fight,
    gondola,
    mini,
    plain_street,
    roof_street,
    street,
    take_turn,
)
from tests.carnevale.test_magic import cast, scene


def region(table: Table) -> Any:
    take_turn(table, "a")
    assert isinstance(table.request, Choice)
    return table.request.region


@pytest.mark.rule("DICE-13")
def test_an_attack_says_what_all_attacks_of_the_turn_come_to() -> None:
    table = fight(plain_street(), *duel(a={"wp": 2, "abilities": ("Brawler (1)",)}, b={"lp": 4}))
    at = region(table)
    shown = attacks.preview_attack(table.state, table.measure, "a", Combat("b", "Sword"), at)
    found = measured(action_odds.kill(table.state, "a", Combat("b", "Sword")), table.state, table.measure)
    chances = ", ".join(map(percent, found.by_attack))
    assert shown.words[-1] == f"kills by attack 1 to 3 with will points: {chances}"


@pytest.mark.rule("ABIL-Bulky", "GEO-10")
@pytest.mark.parametrize(
    ("abilities", "said", "worth"),
    [((), "in cover, +1 PROTECTION: ", 1), (("Bulky",), "in cover, and gains nothing from it (Bulky): ", 0)],
)
def test_an_attack_says_why_cover_is_worth_nothing(abilities: tuple[str, ...], said: str, worth: int) -> None:
    wall = ("wall/wall", Meaning(), block((4, 10.9, 0), (8, 11, 0.8)))
    bow = {"weapons": (Weapon("Bow", range=12),)}
    table = fight(street(wall), *duel(a=bow, b={"abilities": abilities, "protection": 2}, apart=6))
    shown = attacks.preview_attack(table.state, table.measure, "a", Combat("b", "Bow"), region(table))
    assert any(words.startswith(said) for words in shown.words), shown.words
    assert any(words.startswith(f"PROTECTION {2 + worth}:") for words in shown.words)


@pytest.mark.rule("GEO-11")
def test_an_attack_on_a_swimmer_is_drawn_as_on_one_in_cover() -> None:
    """Its words said so, and its beam was that of an open shot."""
    table = fight(canal(), fighter("a", "north", (6, 12, 0)), fighter("b", "south", (13, 12, -0.75)))
    shown = attacks.preview_attack(table.state, table.measure, "a", Combat("b", "Bow"), region(table))
    assert "in cover, +1 PROTECTION: in water" in shown.words
    assert shown.cover is not None
    assert (shown.cover.hidden, shown.cover.in_cover) == (0.0, True)


@pytest.mark.rule("GEO-13", "GEO-14")
def test_an_attack_with_a_marker_says_whom_it_would_hit() -> None:
    spray, bomb = (
        {"weapons": (Weapon(name, range=3, abilities=(ability,)),)}
        for name, ability in (("Spray", "Template"), ("Bomb", "Blast"))
    )
    friend = fighter("friend", "north", (6.8, 7.3, 0))

    def words(weapon: dict[str, Any], *others: Any, apart: float = 2.6) -> list[str]:
        table = fight(plain_street(), *duel(a=weapon, apart=apart), *others)
        attack = Combat("b", weapon["weapons"][0].name)
        shown = attacks.preview_attack(table.state, table.measure, "a", attack, region(table))
        return [each for each in shown.words if "hits" in each and "%" not in each]

    assert words(spray, friend) == [
        'a template begun 0" away hits B and FRIEND (friend)',
        'a template begun 1 to 2" away hits B',
        'a template begun 3" away hits nobody',
    ]
    assert words(bomb) == []  # it hits its target alone
    assert words(bomb, friend) == ["hits B and FRIEND (friend)"]
    assert words(bomb, apart=1.9) == ["hits B and itself"]


@pytest.mark.rule("DICE-13")
def test_the_pool_shown_counts_all_enemies_in_contact() -> None:
    """Brawler: one die more against two, in the preview as in the roll."""
    third = fighter("c", "south", (7.18, 6, 0))
    table = fight(plain_street(), *duel(a={"abilities": ("Brawler (1)",)}), third)
    shown = attacks.preview_attack(table.state, table.measure, "a", Combat("b", "Sword"), region(table))
    assert "ATTACK 6: base 5, +1 Brawler (1)" in shown.words


def test_of_two_minis_of_one_name_it_is_told_which_is_meant() -> None:
    twins = [fighter(f"valet-{n}", "south", (6 + n, 6.5, 0), name="Valet") for n in (1, 2)]
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0)), *twins)
    shown = attacks.preview_attack(table.state, table.measure, "a", Combat("valet-1", "Sword"), region(table))
    assert "Valet 1" in shown.title


@pytest.mark.rule("DICE-13", "ACT-06")
def test_a_grapple_says_what_will_points_make_of_it() -> None:
    table = fight(plain_street(), *duel(a={"wp": 2}))
    shown = attacks.preview_attack(table.state, table.measure, "a", Grapple("b"), region(table))
    best = measured(action_odds.contest(table.state, "a", Grapple("b")), table.state, table.measure)
    assert any(words.endswith(f"with will points on both sides {percent(best)}") for words in shown.words)


@pytest.mark.rule("DICE-13", "JUMP-01")
def test_a_jump_says_whether_it_lands_and_what_falling_costs() -> None:
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), wp=2))
    shown = moves.preview_jump(table.state, table.measure, region(table), (14.7, 12, 8))
    found = measured(action_odds.jump(table.state, "a", Jump((14.7, 12, 8))), table.state, table.measure)
    plain, *more = found.by_will
    assert sum(landing.chance for landing in shown.landings if not landing.sweep.falls) == pytest.approx(plain.lands)
    will = ", ".join(f"{each.will} WP {percent(each.lands)}" for each in more)
    assert shown.words[-1].startswith(f"lands {percent(plain.lands)}")
    assert f"; with {will}; costs {found.unaided:.1f} LP on average" in shown.words[-1]
    assert shown.words[-1].endswith(f", {found.life_lost:.1f} with will points played best")
    assert any(words.endswith('% success or critical (6")') for words in shown.words)


@pytest.mark.rule("DICE-13", "FALL-02", "ABIL-Acrobatic")
def test_what_each_landing_costs_adds_up_to_what_the_jump_costs() -> None:
    """Each counts the re-rolls of the fall, and none a Will Point."""
    able = fighter("a", "north", (9.4, 12, 8), wp=2, lp=20, abilities=("Acrobatic (2)",))
    table = fight(roof_street(), able)
    shown = moves.preview_jump(table.state, table.measure, region(table), (14.7, 12, 8))
    mean = measured(action_odds.jump(table.state, "a", Jump((14.7, 12, 8))), table.state, table.measure).unaided
    falls = [landing for landing in shown.landings if landing.sweep.falls]
    each = [float(re.findall(r"([\d.]+) on average", landing.life)[0]) for landing in falls]
    assert sum(landing.chance * cost for landing, cost in zip(falls, each, strict=True)) == pytest.approx(
        mean, abs=0.05
    )
    assert f"costs {mean:.1f} LP on average" in shown.words[-1]


@pytest.mark.rule("DICE-13", "MOVE-10", "MOVE-12")
def test_a_run_says_whether_it_gets_away_and_a_charge_what_it_may_kill() -> None:
    leaving = fight(plain_street(), *duel())
    assert any(
        "arrives" in words
        for words in moves.preview_path(leaving.state, leaving.measure, region(leaving), (6, 3, 0)).words
    )
    charging = fight(plain_street(), *duel(apart=4))
    at = region(charging)
    to = moves.touching(charging.state, "a", "b")
    shown = moves.preview_path(charging.state, charging.measure, at, to)
    assert shown.words[-1].startswith("the charge and 2 more kill ")


@pytest.mark.rule("DICE-13", "MAGIC-04")
def test_a_spells_hint_says_how_likely_it_is_with_a_dispeller_about() -> None:
    mage: dict[str, Any] = {"abilities": ("Mage (1)",), "spells": ("Healing",), "mind": 4, "wp": 4}
    table = fight(plain_street(), *duel(a={**mage, "lp": 5}, b=mage, apart=6))
    at = region(table)
    found = measured(action_odds.cast(table.state, "a", Cast("Healing", "a")), table.state, table.measure)
    assert found.dispelled is not None
    assert isinstance(table.request, Choice)
    assert at == table.request.region
    hints = [button.hint for button in menu(table.state, table.measure, table.request).buttons]
    plain, best, dispelled = map(percent, (found.plain, found.alone, found.dispelled))
    told = f"Succeeds {plain}, with will points {best}; {dispelled} against B."
    assert any(hint.endswith(told) for hint in hints)


@pytest.mark.rule("DICE-13", "DICE-05", "DICE-08")
def test_the_question_for_will_points_shows_both_sides_of_an_opposed_roll() -> None:
    table = fight(plain_street(), *duel(a={"wp": 1}, b={"wp": 1, "attack": 3}), dice=[2] * 20)
    take_turn(table, "a")
    table.answer({"act": "grapple", "target": "b"})
    for odds, says in (
        ([opposed_odds(dice, 3).succeeds for dice in (5, 6)], "success"),
        ([1 - opposed_odds(6, dice).succeeds for dice in (3, 4)], "held off"),
    ):
        assert isinstance(table.request, Choice)
        shown = [button.hint for button in menu(table.state, table.measure, table.request).buttons]
        assert [hint.split(",")[0] for hint in shown[:2]] == [f"{percent(chance)} {says}" for chance in odds]
        table.answer(1)


@pytest.mark.rule("DICE-13")
def test_what_is_nearly_certain_is_told_as_over_99_percent() -> None:
    table = fight(plain_street(), *duel(a={"attack": 10}, b={"dexterity": 1, "lp": 3, "protection": 0}))
    shown = attacks.preview_attack(table.state, table.measure, "a", Combat("b", "Sword"), region(table))
    assert any(words.startswith("hits over 99% ") for words in shown.words)


def will_hints(table: Table) -> list[str]:
    assert isinstance(table.request, Choice)
    assert table.request.prompt == "will"
    return [button.hint for button in menu(table.state, table.measure, table.request).buttons]


@pytest.mark.rule("DICE-05", "DICE-13")
def test_a_will_point_says_what_it_gains_in_kills_and_in_life() -> None:
    table = fight(plain_street(), *duel(a={"wp": 2}, b={"wp": 2, "lp": 2}), dice=[2, 2, 2, 2, 9, 9] * 9)
    take_turn(table, "a")
    table.answer({"act": "combat", "target": "b", "weapon": "Sword"})
    found = measured(action_odds.kill(table.state, "a", Combat("b", "Sword"), 1), table.state, table.measure)
    hints = will_hints(table)
    assert hints[0].endswith(f"kills {percent(found.first.loss.kill(2))}")
    assert len(set(hints)) == 3
    table.answer(2)
    lost = will_hints(table)
    assert all(hint.startswith("loses ") and "LP" in hint for hint in lost)
    assert len(set(lost)) == 3


@pytest.mark.rule("DICE-05", "SPELL-Boiling-Veins")
def test_a_will_point_at_a_spell_that_harms_by_its_aces_says_how_much_more_it_takes() -> None:
    """It succeeded with 99% whatever was spent, and what each Ace adds was not told."""
    table = scene("Boiling Veins", dice=[9] * 20)
    take_turn(table, "a")
    table.answer(cast("Boiling Veins", "b"))
    hints = will_hints(table)
    takes = [float(hint.partition("takes ")[2].split()[0]) for hint in hints]
    assert takes == sorted(set(takes))
    assert all("success, takes" in hint for hint in hints)


@pytest.mark.rule("SCEN-04", "DICE-13")
def test_a_will_point_of_a_carrier_says_how_likely_it_drops_what_it_carries() -> None:
    table = fight(plain_street(), *duel(b={"wp": 2}), dice=[9] * 9)
    take_turn(table, "a")
    chest = Objective("chest-1", at=None, carrier="b")
    table.state.objectives = table.state.objectives | {chest.id: chest}
    table.answer({"act": "combat", "target": "b", "weapon": "Sword"})
    asked = table.request
    assert isinstance(asked, SpendWill)
    dropped = [percent(asked.life_lost(table.state, points).kill(3)) for points in range(3)]
    assert [hint.partition(", drops ")[2] for hint in will_hints(table)] == [f"chest 1: {each}" for each in dropped]
    assert len(set(dropped)) == 3


@pytest.mark.rule("DICE-05", "MOVE-03")
def test_a_will_point_at_a_climb_says_whether_it_goes_on() -> None:
    table = fight(roof_street(), fighter("a", "north", (3, 12, 0), wp=1), dice=[8] * 20)
    take_turn(table, "a")
    table.answer({"act": "run", "path": [[3.4, 12, 0], [3.4, 12, 3]]})
    assert will_hints(table) == ["goes on 92%, fumble 1%", "goes on 95%, fumble 1%"]


@pytest.mark.rule("MOVE-03", "DICE-13")
def test_what_a_critical_adds_to_a_climb_is_told_without_a_roll() -> None:
    table = fight(roof_street(), fighter("a", "north", (3.4, 12, 0)), dice=[10, 8, 2, 2, 2])
    take_turn(table, "a")
    table.answer({"act": "run", "path": [[3.4, 12, 4.5]]})
    along = moves.preview_path(table.state, table.measure, region(table), (3.4, 12.0, 6.5), ((3.4, 12.0, 5.5),))
    held = moves.preview_path(table.state, table.measure, region(table), (4.0, 12.0, 6.5))  # the wall's face
    for shown in (along, held):
        assert shown.refusal is None
        assert shown.path.rolls == 0
        assert any(words.startswith("climb ") for words in shown.words)
        assert not any("dice" in words for words in shown.words)


@pytest.mark.rule("JUMP-01", "DICE-05")
def test_a_jump_says_the_same_number_on_the_board_in_the_panel_and_in_the_question() -> None:
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), wp=2), dice=[8] * 20)
    shown = moves.preview_jump(table.state, table.measure, region(table), (14.7, 12, 8))
    lands = percent(sum(landing.chance for landing in shown.landings if not landing.sweep.falls))
    assert f"lands {lands}" in shown.words[-1]
    table.answer(shown.answer)
    hints = will_hints(table)
    assert hints[0].startswith(f"lands {lands}")
    assert all(hint.startswith("lands ") and "success" not in hint for hint in hints)
    assert all(hint.removeprefix("lands ").split(",")[0] in shown.words[-1] for hint in hints)


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize(
    ("far", "goes", "said"),
    [
        (5.004, '5.01" of 5"', 'this takes 0.01" more than the 5.0" there are'),
        (5.03, '5.03" of 5"', 'this takes 0.03" more than the 5.0" there are'),
        (5.4, '5.4" of 5"', 'this takes 5.4", and there are 5.0"'),
    ],
)
def test_a_run_that_is_a_hair_too_long_says_by_how_much(far: float, goes: str, said: str) -> None:
    table = fight(plain_street(), fighter("a", "north", (4, 4, 0)))
    shown = moves.preview_path(table.state, table.measure, region(table), (4 + far, 4, 0))
    assert shown.refusal is not None
    assert said in shown.refusal.words
    assert shown.words[0] == goes


@pytest.mark.rule("JUMP-01", "FALL-02")
def test_who_swims_is_told_that_it_can_jump_nowhere() -> None:
    table = fight(canal(), mini("a", "north", (13, 12, -0.75)), mini("b", "south", (22, 12, 0)))
    jumps = []
    for who in ("a", "b"):
        take_turn(table, who)
        buttons = menu(table.state, table.measure, table.request).buttons
        jumps += [button.why for button in buttons if button.tool is Tool.JUMP]
    assert jumps == ["A is in water, and nobody jumps out of water (JUMP-01)", ""]


def test_a_jump_into_the_water_says_so_and_will_points_gain_nothing_there() -> None:
    table = fight(canal(), fighter("a", "north", (9.4, 6, 0), wp=2), dice=[8] * 20)
    shown = moves.preview_jump(table.state, table.measure, region(table), (13, 6, -0.75))
    falls = [words for words in shown.words if "falls" in words]
    assert falls
    assert all('" into the water: no harm' in words for words in falls)
    table.answer(shown.answer)
    assert set(will_hints(table)) == {""}
    assert "Falls unharmed, whatever is chosen." in menu(table.state, table.measure, table.request).detail


@pytest.mark.rule("JUMP-01")
@pytest.mark.parametrize(
    ("height", "said"), [(0, '3.0" away, level'), (2, '3.6" away, 2.0" up'), (-2, '3.6" away, 2.0" down')]
)
def test_a_jump_says_how_much_higher_or_lower_it_goes(height: float, said: str) -> None:
    low = max(0.0, -height)
    ledges = [
        ("from/top", Meaning(), block((2, 2, 0), (8, 10, low))),
        ("to/top", Meaning(), block((8, 2, 0), (14, 10, low + height))),
    ]
    table = fight(
        street(*(each for each in ledges if each[2][:, :, 2].max() > 0)), fighter("a", "north", (6.5, 6, low))
    )
    shown = moves.preview_jump(table.state, table.measure, region(table), (9.5, 6, low + height))
    assert said in shown.words


@pytest.mark.rule("GEO-10")
def test_an_attack_in_base_contact_says_so_once_and_speaks_of_no_distance_or_cover() -> None:
    table = fight(plain_street(), *duel())
    shown = attacks.preview_attack(table.state, table.measure, "a", Combat("b", "Sword"), region(table))
    assert shown.words[0] == "base contact"
    assert not any("away" in words or "cover" in words for words in shown.words[1:])


@pytest.mark.rule("JUMP-01", "FALL-02")
def test_will_points_of_a_jump_say_what_its_falls_cost() -> None:
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), wp=2), dice=[8] * 20)
    table.answer("a")
    table.answer({"act": "jump", "to": [14.7, 12, 8]})
    costs = [float(hint.split(", costs ")[1].split()[0]) for hint in will_hints(table) if ", costs " in hint]
    assert costs
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[-1] or len(costs) < len(will_hints(table))


@pytest.mark.rule("ABIL-Limited-Movement")
def test_a_swim_of_limited_movement_says_how_far_it_goes() -> None:
    table = fight(canal(), fighter("a", "north", (13, 6, -0.75), abilities=("Limited Movement",)))
    shown = moves.preview_path(table.state, table.measure, region(table), (13, 7.5, -0.75))
    assert shown.words[0] == '1.5" of 2"'


def test_where_it_stands_a_mini_stays_and_no_inches_are_told() -> None:
    table = fight(plain_street(), fighter("a", "north", (4, 6, 0)))
    shown = moves.preview_path(table.state, table.measure, region(table), (4, 6, 0))
    assert shown.title == "Stay here"
    assert not [words for words in shown.words if '"' in words]


def test_a_swim_in_several_pieces_is_told_as_one() -> None:
    """Under a bridge, say, whose foot it brushes."""
    table = fight(canal(), fighter("a", "north", (13, 6, -0.75)))

    def measure(state: Any, query: Any) -> Any:
        found = table.measure(state, query)
        if not isinstance(found, Path):
            return found
        a, b = found.points[0], found.points[-1]
        legs = (Leg("swim", (a, b), 1.7), Leg("run", (b, b), 0.01), Leg("swim", (b, b), 0.7), Leg("run", (b, b), 1.0))
        return msgspec.structs.replace(found, legs=(*legs, Leg("swim", (b, b), 0.5)))

    shown = moves.preview_path(table.state, measure, region(table), (13, 7.5, -0.75))
    assert [words for words in shown.words if words.startswith("swim")] == ['swim 2.9"']


@pytest.mark.rule("MOVE-09", "MOVE-07")
def test_a_swimmer_is_shown_how_far_it_comes_by_steps_and_what_they_spare_it() -> None:
    steps = ("steps/stone", Meaning(access=True), block((10, 6, -4), (10.6, 8, -0.4)))
    table = fight(canal(steps), fighter("a", "north", (11.5, 5, -0.75)))
    at = region(table)
    by_steps, by_wall = (8, 7.5, 0), (8.6, 3, 0)
    shown = moves.preview_path(table.state, table.measure, at, by_steps)
    assert shown.refusal is None
    assert 'leaves the water by an access: no 2" less' in shown.words
    refused = moves.preview_path(table.state, table.measure, at, by_wall)
    assert refused.refusal is not None
    assert refused.refusal.rule == "MOVE-07"
    levels = moves.reach_area(table.state, table.measure, at).levels
    shapes = [Polygon(rings[0], rings[1:]) for level in levels for rings in level.polygons]
    assert [any(shape.contains(Point(place[:2])) for shape in shapes) for place in (by_steps, by_wall)] == [True, False]


@pytest.mark.rule("TERR-12", "DICE-13")
def test_an_attack_on_a_rider_says_how_likely_it_throws_it_overboard() -> None:
    bow = Weapon("Bow", range=12)
    minis = fighter("a", "north", (8, 12, 0), weapons=(bow,)), fighter("b", "south", (13, 12, -0.45))
    afloat = fight(canal(gondola(13, 12)), *minis)
    ashore = fight(canal(), minis[0], fighter("b", "south", (17, 12, 0)))
    attack = Combat("b", "Bow")
    shown = attacks.preview_attack(afloat.state, afloat.measure, "a", attack, region(afloat))
    assert shown.loss is not None
    lost = shown.loss.life_lost
    assert f"throws it overboard {percent(sum(lost[3:10]))}" in shown.words, "of ten Life Points, three to nine"
    dry = attacks.preview_attack(ashore.state, ashore.measure, "a", attack, region(ashore))
    assert not any("overboard" in words for words in dry.words)


def test_unspent_points_are_counted_in_languages_that_have_a_plural_for_them() -> None:
    table = fight(plain_street(), fighter("a", "north", (4, 4, 0)))
    take_turn(table, "a")
    hint = next(button.hint for button in menu(table.state, table.measure, table.request).buttons if button.key == "E")
    assert isinstance(hint, Message)
    assert (hint, hint.many) == ("3 AP unspent", "{n} AP unspent")
