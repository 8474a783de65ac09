"""What a preview says of the place where a mini would stand, on boards whose answers are plain (DICE-13)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.app.table.previews import Lookout, charges, from_there, moves, preview_tape, standing, who_sees
from sim.app.table.previews.from_there import Facing, FromThere
from sim.board.model.queries import PathTo, ProspectOf, Query
from sim.carnevale import action_odds
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Point
from sim.carnevale.events import CounterGained
from sim.carnevale.state import State
from sim.engine.requests import measured
from sim.percent import percent
from tests.carnevale.fighters import BOW, SWORD, TOUCH, duel, fighter
from tests.carnevale.tables import Table, canal, fight, house, plain_street, roof_street, street, take_turn


def seen(table: Table, at: Point, ap: int = 2) -> FromThere:
    found = Lookout(table.state, table.measure).from_there("a", at, ap)
    assert found is not None
    return found


def only(found: FromThere) -> Facing:
    assert len(found.facing) == 1
    return found.facing[0]


@pytest.mark.rule("DICE-13")
def test_what_it_could_attack_is_what_the_attack_says_when_it_stands_there() -> None:
    table = fight(plain_street(), *duel(apart=4))
    beside = moves.touching(table.state, "a", "b")
    told = only(seen(table, beside)).attack
    table.state.set("a", at=beside, ap=2)
    found = measured(action_odds.kill(table.state, "a", Combat("b", "Sword")), table.state, table.measure)
    assert told is not None
    assert (told.weapon, told.attacks, told.kills) == ("Sword", 2, found.kill)


@pytest.mark.rule("DICE-13", "MOVE-10")
def test_an_enemy_that_is_near_charges_and_one_that_is_far_does_nothing() -> None:
    table = fight(plain_street(), *duel(apart=4, b={"weapons": (SWORD,)}))
    near = only(seen(table, table.state["a"].here)).threat
    assert near is not None
    assert near.how == "charges"
    assert 0.0 < near.lost <= table.state["a"].lp
    far = fight(plain_street(), fighter("a", "north", (1, 1, 0)), fighter("b", "south", (22, 22, 0), move=2, ap=1))
    assert only(seen(far, (1, 1, 0))).threat is None
    assert seen(far, (1, 1, 0)).lost == 0.0


def test_where_there_is_no_enemy_nothing_is_told() -> None:
    table = fight(plain_street(), fighter("a", "north", (3, 12, 0)))
    assert Lookout(table.state, table.measure).from_there("a", (3, 12, 0), 2) is None


@pytest.mark.rule("DICE-13", "GEO-06")
def test_behind_a_wall_nobody_sees_it() -> None:
    table = fight(roof_street(), fighter("a", "north", (3, 12, 0)), fighter("b", "south", (21, 12, 0)))
    assert seen(table, (3, 12, 0)).seen_by == 0
    assert only(seen(table, (21, 10, 0))).sees


def test_the_loss_is_never_more_than_there_is() -> None:
    table = fight(plain_street(), *duel(apart=4, a={"lp": 1}), fighter("c", "south", (6, 3, 0)))
    assert seen(table, table.state["a"].here).lost <= 1.0


def test_what_several_take_is_the_average_of_all_that_may_happen() -> None:
    """It was the sum of their averages: what two took half of each was called certain death."""
    strong = {"weapons": (SWORD,), "attack": 4}
    third = fighter("c", "south", (6, 3, 0), **strong)
    table = fight(plain_street(), *duel(apart=2, a={"lp": 8, "protection": 3}, b=strong), third)
    found = seen(table, table.state["a"].here)
    threats = [each.threat for each in found.facing]
    assert len(threats) == 2
    ends = [
        [(number, each.likely * chance) for number, chance in enumerate(each.chances)] + [(0, 1 - each.likely)]
        for each in threats
        if each is not None
    ]
    exact = sum(min(8, one + other) * p * q for one, p in ends[0] for other, q in ends[1])
    assert found.lost == pytest.approx(exact)
    assert found.lost < min(8.0, sum(each.expected for each in found.facing)) - 0.1


def test_it_is_given_up_when_something_else_is_pointed_at() -> None:
    table = fight(plain_street(), *duel(apart=4))
    lookout = Lookout(table.state, table.measure)
    assert lookout.from_there("a", table.state["a"].here, 1, lambda: False) is None


def test_a_run_leaves_one_action_point_less_there() -> None:
    table = fight(plain_street(), *duel(apart=8))
    take_turn(table, "a")
    shown = moves.preview_path(table.state, table.measure, table.request.region, (6, 4, 0))
    place = standing(shown, table.state)
    assert place is not None
    assert place[0] == "a"
    assert place[2] == table.state["a"].ap - 1


@pytest.mark.rule("DICE-13")
def test_the_tape_between_enemies_tells_both_sides_odds() -> None:
    table = fight(plain_street(), *duel())
    words = preview_tape(table.state, table.measure, "a", "b").words
    for by, target in (("a", "b"), ("b", "a")):
        odds = measured(action_odds.kill(table.state, by, Combat(target, "Sword"), 3), table.state, table.measure)
        assert any(line.endswith(f"3 attacks kill {percent(odds.kill)}") for line in words)
        assert any(line.strip().startswith(f"ATTACK {odds.first.attack}") for line in words)


@pytest.mark.rule("DICE-13")
def test_the_tape_from_an_enemy_to_a_place_tells_the_odds_as_if_one_stood_there() -> None:
    far, near = fight(plain_street(), *duel(apart=8)), fight(plain_street(), *duel(apart=2))
    at = near.state["a"].here
    gap = tuple(b - a for a, b in zip(near.state["b"].here, far.state["b"].here, strict=True))
    place = (at[0] + gap[0], at[1] + gap[1], at[2] + gap[2])
    there = preview_tape(far.state, far.measure, "b", place, "a").words
    stood = preview_tape(near.state, near.measure, "b", "a").words
    assert there == stood
    assert preview_tape(far.state, far.measure, "b", place).words[0].startswith("2")
    assert len(preview_tape(far.state, far.measure, "b", place, "b").words) == 2, "it does not stand against itself"


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize(("walls", "said"), [((), "openly"), ((house((2, 10), (10, 12), 5.0),), "no")])
def test_who_sees_whom_is_told_both_ways(walls: tuple[Any, ...], said: str) -> None:
    table = fight(street(*walls), *duel(apart=12))
    found = who_sees(table.state, table.measure, "a")
    assert found is not None
    ((enemy, look, back),) = found.each
    assert (enemy, look.words, back.words) == ("b", said, said)
    assert who_sees(table.state, table.measure, "a", lambda: False) is None


@pytest.mark.rule("GEO-08")
def test_cover_is_told_for_each_way_of_a_look() -> None:
    wall = house((2, 16), (10, 16.3), 0.9)
    table = fight(street(wall), *duel(apart=11))
    found = who_sees(table.state, table.measure, "a")
    assert found is not None
    ((_, look, back),) = found.each
    assert "hidden" in look.words
    assert back.cover is not None
    assert look.cover is not None
    assert look.cover.hidden > back.cover.hidden


def _swimmer() -> Table:
    return fight(canal(), fighter("a", "north", (6, 12, 0)), fighter("b", "south", (13, 12, -0.75)))


def _hider() -> Table:
    wall = house((2, 16), (10, 16.3), 0.9)
    return fight(street(wall), *duel(apart=11), before=[CounterGained(who="b", counter="hidden")])


@pytest.mark.rule("GEO-11")
def test_whoever_swims_is_in_cover_wherever_cover_is_told() -> None:
    """Nothing of it was hidden, and so it was told that it stood openly."""
    table = _swimmer()
    found = who_sees(table.state, table.measure, "a")
    assert found is not None
    ((_, look, back),) = found.each
    assert (look.words, back.words) == ("in cover: in water", "openly")
    assert "in cover: in water" in preview_tape(table.state, table.measure, "a", "b").words
    there = only(seen(table, table.state["a"].here))
    assert there.own is not None
    assert there.cover is not None
    assert (there.own.in_cover, there.cover.in_cover, there.cover.why) == (False, True, "in water")


@pytest.mark.rule("ACT-01")
def test_whoever_is_hidden_is_not_seen_and_sees_nobody_far_away() -> None:
    table = _hider()
    found = who_sees(table.state, table.measure, "a")
    assert found is not None
    ((_, look, back),) = found.each
    assert (look.words, back.words) == ("no, hidden", "no, hidden")
    words = preview_tape(table.state, table.measure, "a", "b").words
    assert "in sight" not in words
    assert "b is hidden, in cover and 9.8 inches away" in [each.lower() for each in words]
    assert seen(table, table.state["a"].here).seen_by == 0


@pytest.mark.rule("TURN-12")
def test_what_was_agreed_on_is_told_of_who_sees_whom() -> None:
    table = fight(street(house((2, 10), (10, 12), 5.0)), *duel(apart=12))
    table.state.agreed["a sees b"] = True
    found = who_sees(table.state, table.measure, "a")
    assert found is not None
    ((_, look, back),) = found.each
    assert (look.sees, look.beam, look.words, back.words) == (True, None, "over 99% hidden, in cover", "no")


@pytest.mark.rule("ACT-01")
def test_whoever_is_hidden_stays_so_in_its_place_alone() -> None:
    wall = house((2, 8), (10, 8.3), 0.9)
    table = fight(street(wall), *duel(apart=11), before=[CounterGained(who="a", counter="hidden")])
    assert seen(table, table.state["a"].here).seen_by == 0
    assert seen(table, (6, 6.5, 0)).seen_by == 1


@pytest.mark.rule("ACT-01", "DICE-13")
@pytest.mark.parametrize("ap", [1, 3])
def test_a_hidden_enemy_shoots_once_it_has_come_out(ap: int) -> None:
    """It sees nobody over 6" away where it hides; whoever comes nearer is hidden no more, and so it was said to do
    nothing at all."""
    wall = house((2, 16), (10, 16.3), 0.9)
    archer = {"weapons": (BOW,), "ap": ap, "move": 3}
    table = fight(street(wall), *duel(apart=11, b=archer), before=[CounterGained(who="b", counter="hidden")])
    threat = only(seen(table, table.state["a"].here)).threat
    assert (threat.how if threat is not None else "") == ("comes and shoots" if ap > 1 else "")


@pytest.mark.rule("GEO-03")
def test_the_tape_heeds_whether_low_terrain_gives_cover() -> None:
    wall = house((2, 16), (10, 16.3), 0.9)
    told = [
        preview_tape(table.state, table.measure, "a", "b").words
        for low in (True, False)
        for table in [fight(street(wall), *duel(apart=11), options={"low_terrain_gives_cover": low})]
    ]
    assert [any("hidden" in each or "behind" in each for each in words[:3]) for words in told] == [True, True]
    assert [any("in cover" in each for each in words) for words in told] == [True, False]


@pytest.mark.rule("DICE-13")
def test_places_beside_an_enemy_cost_more_than_those_out_of_its_reach() -> None:
    table = fight(plain_street(), *duel(apart=5, b={"weapons": (SWORD,), "move": 3, "ap": 1}))
    found = Lookout(table.state, table.measure).perils("a")
    far = np.linalg.norm(found.at - np.array(table.state["b"].here), axis=1)
    assert found.lost[far < 3].min() > found.lost[far > 7].max() == 0.0
    assert found.lost.max() <= found.life


def test_a_lookout_that_knows_the_one_before_tells_what_a_new_one_does() -> None:
    table = fight(plain_street(), *duel(apart=5, b={"weapons": (SWORD,)}), dice=[9] * 40)
    before = Lookout(table.state, table.measure)
    before.perils("a")
    before.from_there("a", (4.0, 12.0, 0.0), 1)
    table.state.set("b", stunned=True, ap=1)
    table.state.set("a", lp=3)
    after, new = (Lookout(table.state, table.measure, known) for known in (before, None))
    assert after.from_there("a", (4.0, 12.0, 0.0), 1) == new.from_there("a", (4.0, 12.0, 0.0), 1)
    assert after.perils("a").lost == pytest.approx(new.perils("a").lost)


@pytest.mark.rule("DICE-13", "MOVE-01")
def test_no_way_is_looked_for_to_where_an_enemy_cannot_run() -> None:
    """It takes ten times as long to find that there is none as to see all places that it can run to."""
    table = fight(street(house((0, 12), (24, 12.4), 20.0)), *duel(apart=4, b={"weapons": (SWORD,)}))
    asked: list[type] = []

    def measure(state: State, query: Query) -> Any:
        asked.append(type(query))
        return table.measure(state, query)

    x, y, _ = table.state["b"].here
    lookout = Lookout(table.state, measure)
    for step in (0.5, 1.0):
        found = lookout.from_there("a", (x + step, 24.0 - y, 0.0), 2)
        assert found is not None
        assert only(found).threat is None
    assert asked.count(PathTo) == 0
    assert asked.count(ProspectOf) == 1, "where it can run is the same wherever the mini stands"


@pytest.mark.rule("DICE-13", "MOVE-10")
@pytest.mark.parametrize("way", [(0.0, 0.0), (2.5, 1.0), (-4.0, 3.0), (6.0, -2.0)])
def test_who_charges_is_the_same_as_if_every_way_were_looked_for(
    way: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    minis = duel(apart=5, b={"weapons": (SWORD,)})
    table = fight(street(house((9, 13), (15, 13.4), 6.0), house((4, 9), (8, 9.4), 3.0, "low")), *minis)
    x, y, z = table.state["a"].here
    at = (x + way[0], y + way[1], z)
    found = seen(table, at)
    monkeypatch.setattr(from_there._Looks, "_may_come", lambda *_: True)
    assert seen(table, at) == found


def test_who_sees_it_there_is_told_before_all_that_comes_of_it() -> None:
    table = fight(plain_street(), *duel(apart=4, b={"weapons": (SWORD,)}))
    sooner: list[FromThere] = []
    found = Lookout(table.state, table.measure).from_there("a", table.state["a"].here, 2, partly=sooner.append)
    assert found is not None
    assert [each.whole for each in (*sooner, found)] == [False, True]
    first, last = only(sooner[0]), only(found)
    assert (first.enemy, first.sees, first.own) == (last.enemy, last.sees, last.own)
    assert (first.threat, first.attack) == (None, None)
    assert last.threat is not None


@pytest.mark.rule("WATER-04", "WATER-05")
def test_a_swimmer_is_held_under_water_by_another_whose_sword_is_of_no_use_there() -> None:
    near = only(seen(in_the_canal(TOUCH), (12, 6, -0.75))).threat
    assert near is not None
    assert (near.how, near.attacks) == ("drowns", 3)
    far = only(seen(in_the_canal(4.0), (12, 6, -0.75))).threat
    assert far is not None
    assert (far.how, far.attacks) == ("comes and drowns", 3)
    assert far.lost <= near.lost


@pytest.mark.rule("WATER-04")
def test_a_charge_that_begins_in_the_water_kills_with_no_sword() -> None:
    table = in_the_canal(3.0)
    take_turn(table, "a")
    shown = charges.preview_charge(table.state, table.measure, table.request.region, "b")  # type: ignore[union-attr]
    assert shown.refusal is None
    assert "charges B: attack of opportunity" in shown.words
    assert not [words for words in shown.words if "kill" in words]


def in_the_canal(apart: float) -> Table:
    swimmers = (("a", "north", 6.0), ("b", "south", 6.0 + apart))
    return fight(canal(), *(fighter(id, seat, (12, y, -0.75), weapons=(SWORD,)) for id, seat, y in swimmers))


def test_whoever_is_not_set_up_yet_is_told_what_comes_of_standing_there() -> None:
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), weapons=(SWORD,)), fighter("b", "south", (6, 12, 0)))
    table.state.set("a", at=None)
    found = Lookout(table.state, table.measure).from_there("a", (6.0, 8.0, 0.0), 3)
    assert found is not None
    assert only(found).sees
