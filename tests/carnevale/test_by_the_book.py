"""What the rulebook allows, asks or ends where the engine once did otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.model.tableau import Marker
from sim.board.model.verdicts import Ground
from sim.carnevale.agendas import base
from sim.carnevale.agendas.draw import DrawAgendas
from sim.carnevale.agendas.history import History
from sim.carnevale.characters import Effect, Trait, Weapon
from sim.carnevale.events import (
    ActionBegan,
    ActionEnded,
    Charged,
    Deployed,
    Disengaged,
    EffectBegan,
    Jumped,
    Killed,
    Moved,
    MoveLost,
    Pushed,
    Rolled,
    SpellLaid,
)
from sim.carnevale.persistent_effects import PersistentEffect
from sim.engine.requests import Choice
from tests.carnevale.fighters import TOUCH, duel, fighter, lp, rolled, strike
from tests.carnevale.stages import played, staged
from tests.carnevale.tables import (
    Barricade,
    Kind,
    Landing,
    Meaning,
    Table,
    do,
    end_turn,
    fight,
    house,
    mini,
    of,
    only,
    plain_street,
    prompts_of,
    question,
    refused,
    sheet,
    street,
    take_turn,
)

R = 0.5906  # inches: half a base of 30 mm
FIVE = [9, 9, 9, 2, 2]  # a jump of 5"


def jump(x: float, y: float, z: float = 0.0) -> dict[str, Any]:
    return {"act": "jump", "to": (x, y, z)}


def why(table: Table, answer: object) -> str | None:
    refusal = table.refusal(answer)
    return None if refusal is None else refusal.rule


def prompt(table: Table) -> str:
    assert isinstance(table.request, Choice)
    return table.request.prompt


# --- what is run on after a jump (JUMP-03) --------------------------------------------------------------------


def rubble() -> Any:
    """Difficult ground that begins at x = 9 on a street."""
    return ("rubble/stones", Meaning(kind=Kind.DIFFICULT), sheet((9, 3), (14, 9), 0.02))


@pytest.mark.rule("JUMP-03", "TERR-02")
@pytest.mark.parametrize(("roll", "ends"), [([9, 2, 2, 2, 2], 9.5), ([2] * 5, 8.4)])
def test_difficult_ground_is_rolled_for_by_what_is_run_on_after_a_jump(roll: list[int], ends: float) -> None:
    table = fight(street(rubble()), mini("a", "north", (4.5, 6, 0)), dice=FIVE + roll)
    events = do(table, "a", jump(7.5, 6), run_on=2)
    assert [each.purpose for each in of(events, Rolled)] == ["jump", "difficult ground"]
    assert bool(of(events, MoveLost)) is (ends < 9)
    assert table.state["a"].here[0] == pytest.approx(ends, abs=0.65 if ends < 9 else 0.01)


@pytest.mark.rule("JUMP-03", "TERR-02")
def test_what_a_critical_on_difficult_ground_adds_is_run_on_along_the_same_line() -> None:
    table = fight(street(rubble()), mini("a", "north", (4.5, 6, 0)), dice=[*FIVE, 10, 9, 2, 2, 2, 9, 2, 2, 2, 2])
    question(table, "a", jump(7.5, 6), "run_on")
    table.answer(2)
    assert prompt(table) == "run_on"
    assert why(table, 2.1) == "JUMP-03"
    table.answer(2)
    assert table.state["a"].here[:2] == (pytest.approx(11.5), 6)


@pytest.mark.rule("JUMP-03", "TERR-11")
@pytest.mark.parametrize("stays", [False, True])
def test_a_defended_barricade_is_tried_by_what_is_run_on_after_a_jump(stays: bool) -> None:
    fence = house((8, 4), (8.3, 10), 0.9, "fence", barricade=Barricade.LIGHT)
    minis = [mini("a", "north", (3.5, 6, 0)), mini("b", "south", (8.3 + R, 8, 0))]
    table = fight(street(fence), *minis, dice=[10, 9, 9, 9, 2, *[2] * 5, 1 if stays else 9, *[2] * 40])
    events = do(table, "a", jump(5.5, 6), run_on=4)
    tried = only(events, Disengaged)
    assert (tried.against, tried.barricade, tried.stays) == ("b", "fence/walls", stays)
    assert (table.state["a"].here[0] > 8.3) is not stays


@pytest.mark.rule("JUMP-03", "MOVE-10")
def test_an_enemy_brushed_by_what_is_run_on_after_a_jump_is_charged() -> None:
    minis = [mini("a", "north", (4, 6, 0)), mini("b", "south", (9, 6 + TOUCH - 0.005, 0))]
    table = fight(plain_street(), *minis, dice=FIVE + [2] * 40)
    table.state.set("a", at=(4.5, 6, 0))
    events = do(table, "a", jump(7, 6), run_on=2.5)
    assert only(events, Charged).targets == ("b",)
    assert table.state["a"].here[0] == pytest.approx(9.0, abs=0.15)


@pytest.mark.rule("JUMP-03")
def test_what_is_run_on_after_a_jump_is_told_as_a_run() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), dice=FIVE)
    events = do(table, "a", jump(7, 6), run_on=1.5)
    assert only(events, Jumped).to == (7, 6, 0)
    ran = only(events, Moved)
    assert (ran.how, ran.cost, ran.path[-1]) == ("run", 1.5, (8.5, 6, 0))


@pytest.mark.rule("JUMP-03")
def test_no_run_is_offered_where_a_wall_ends_the_jump_at_its_point() -> None:
    table = fight(street(house((9, 4), (12, 8), 3.0)), mini("a", "north", (5.4, 6, 0)), dice=FIVE)
    assert not prompts_of(table, "a", jump(9 - R - 0.001, 6))


# --- agendas --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-11", "AGENDA-A1")
def test_nobody_draws_an_agenda_that_hangs_on_the_dead() -> None:
    places = (("nl", "north", (4.0, 4.0, 0.0)), ("sl", "south", (20.0, 20.0, 0.0)), ("sk", "south", (16.0, 20.0, 0.0)))
    ranks = {"nl": {"keywords": ("Leader",)}, "sl": {"keywords": ("Leader",)}, "sk": {"keywords": ("Henchman",)}}
    game = staged("take-what-is-theirs", *places, profiles=ranks)
    game.emit(Killed(who="sl", by="sk", why="combat", where=(20, 20, 0)))
    game.then(DrawAgendas("north", 1))
    table = played(game, [1, 1, 5, 4])  # A1, whose Leader is dead, then B4
    assert table.state.seats["north"].agendas == ("B4",)


@pytest.mark.rule("AGENDA-C3", "SCEN-02")
def test_whoever_was_set_up_in_water_is_not_thrown_into_it() -> None:
    places = (("nl", "north", (4.0, 4.0, 0.0)), ("sl", "south", (20.0, 20.0, 0.0)), ("sk", "south", (16.0, 20.0, 0.0)))
    game = staged("gang-war", *places)
    for who in ("sl", "sk"):
        water = Ground((19, 18, -1), True, Landing.WATER, water=True)
        game.emit(Deployed(who=who, at=(19, 18, -1), ground=water))
        game.emit(ActionBegan(who="nl", action="grapple", ap=1, target=who))
        game.emit(Pushed(who=who, by="nl", path=((19, 17, -1),), why="grapple", in_water=True))
        game.emit(ActionEnded(who="nl", action="grapple"))
    card = base.find("C3")
    assert card is not None
    assert not card.achieved(History(game), "north", 0)


# --- weapons --------------------------------------------------------------------------------------------------

MUSKET = Weapon("Musket", range=12, abilities=("Reload (1)",))


def next_round(table: Table) -> None:
    now = table.state.round
    while table.state.round == now:
        assert isinstance(table.request, Choice)
        table.answer(table.request.default)


@pytest.mark.rule("WEAP-Reload", "MOVE-10")
def test_shots_of_an_earlier_round_do_not_count_for_whoever_is_charged_in_this_one() -> None:
    both = duel(a={"weapons": (MUSKET,), "lp": 30}, b={"cp": 1}, apart=6)
    table = fight(plain_street(), *both, dice=[2] * 5 + [9] + [2] * 60)
    do(table, "a", strike("Musket"))
    end_turn(table)
    next_round(table)
    do(table, "b", {"act": "run", "to": (6, 6 + TOUCH, 0)})
    take_turn(table, "a")
    assert why(table, strike("Musket")) is None


@pytest.mark.rule("WEAP-Reload", "MOVE-10")
def test_whoever_is_charged_after_it_has_fired_stays_out_of_shot_in_the_next_round() -> None:
    both = duel(a={"weapons": (MUSKET,), "lp": 30, "cp": 1}, apart=6)
    table = fight(plain_street(), *both, dice=[2] * 80)
    do(table, "a", strike("Musket"))
    do(table, "b", {"act": "run", "to": (6, 6 + TOUCH, 0)})
    end_turn(table)
    next_round(table)
    assert refused(table, "a", strike("Musket")).rule == "WEAP-Reload"


# --- the end of a round ----------------------------------------------------------------------------------------


@pytest.mark.rule("TURN-03", "SPELL-Renewed-Vigour", "SPELL-Abyssal-Mist")
@pytest.mark.parametrize("first", ["north", "south"])
def test_what_lasts_to_the_end_of_the_round_is_resolved_in_initiative_order(first: str) -> None:
    """North is steadfast to the end of the round, at which South's mist stuns: whose turn is it to resolve?"""
    minis = [fighter("a", "north", (6, 6, 0), cp=1), fighter("m", "south", (18, 18, 0))]
    mist = Marker("abyssal-mist-m", "smoke", (6, 6, 0), 1.5)
    before = [
        EffectBegan(who="a", effect=Effect("Renewed Vigour", "end_of_round", trait=Trait("Steadfast"))),
        SpellLaid(who="m", effect=PersistentEffect(mist.id, "Abyssal Mist", "m", "south", 1, marker=mist)),
    ]
    table = fight(plain_street(), *(minis if first == "north" else minis[::-1]), before=before, dice=[2] * 40)
    table.answer(table.request.default)  # type: ignore[union-attr]
    next_round(table)
    assert table.state["a"].stunned is (first == "north")


# --- rolls ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ABIL-Fear")
@pytest.mark.parametrize(("mind", "cursed"), [(0, 0), (2, -4)])
def test_whoever_has_no_mind_left_still_rolls_a_die_against_fear(mind: int, cursed: int) -> None:
    both = duel(a={"abilities": ("Fear (2)",)}, b={"mind": mind})
    curse = EffectBegan(who="b", effect=Effect("Curse", "game", stat="mind", change=cursed))
    table = fight(plain_street(), *both, before=[curse], dice=[9] + [2] * 20)
    nerve = rolled(do(table, "a", strike()), "fear")
    assert (nerve.dice, nerve.outcome) == (1, "success")


@pytest.mark.rule("SPELL-Cantrip-of-the-Stars", "DICE-06")
@pytest.mark.parametrize("seat", ["north", "south"])
def test_under_the_stars_destiny_is_re_rolled_in_the_rolls_of_friends(seat: str) -> None:
    stars = Effect("Cantrip of the Stars", "start_of_next_turn", trait=Trait("Master of Destiny"))
    minis = duel(a={"abilities": ("Expert Marksman (1)",)}, apart=5)
    mage = fighter("m", seat, (18, 18, 0))
    table = fight(plain_street(), *minis, mage, before=[EffectBegan(who="m", effect=stars)], dice=[2] * 40)
    (asked,) = [each for each in prompts_of(table, "a", strike("Bow")) if each.prompt == "reroll"]
    assert (0 in asked.among) is (seat == "north")  # type: ignore[attr-defined]


@pytest.mark.rule("SPELL-Krakens-Breath", "GEO-14")
@pytest.mark.parametrize("said", [True, False])
def test_the_krakens_breath_needs_nobody_to_point_at(said: bool) -> None:
    mage = {"abilities": ("Mage (1)",), "keywords": ("Discipline (Blood Rites)",), "spells": ("Kraken's Breath",)}
    minis = [
        fighter("m", "north", (6, 6, 0), wp=5, mind=3, **mage),
        *(fighter(id, "south", (x, 12, 0), lp=20) for id, x in (("e", 5.0), ("f", 7.0), ("g", 11.0))),
    ]
    table = fight(plain_street(), *minis, dice=[9, 2, 2] + [2] * 40)
    spell: dict[str, Any] = {"act": "cast", "spell": "Kraken's Breath"}
    if said:
        do(table, "m", {**spell, "to": (6, 12, 0)})
    else:
        do(table, "m", spell, spell_place=(6, 12, 0))
    assert [lp(table, who) for who in "efg"] == [17, 17, 20]
    assert refused(table, "m", {**spell, "to": (6, 16, 0)})
