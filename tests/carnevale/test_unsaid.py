"""What is not said is not so: events, rolls, cards and odds that leave something out."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import sim.carnevale
from sim.carnevale import hooks, scenarios
from sim.carnevale.action import How
from sim.carnevale.characters import Character, Command, Effect, Profile, Trait, Weapon
from sim.carnevale.event import BaseEvent
from sim.carnevale.exchange_odds import Blow, Side
from sim.carnevale.hook_values import Hit
from sim.carnevale.hooks import RollContext
from sim.carnevale.moving import Movement
from sim.carnevale.objective import Objective
from sim.carnevale.optimal_roll import PendingRoll
from sim.carnevale.options import Options
from sim.carnevale.preview import CombatPreview, ContestPreview
from sim.carnevale.questions import Question
from sim.carnevale.state import Seat, rounded


def below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from below(each)


def all_said(kind: type[Any]) -> dict[str, dict[str, Any]]:
    """What the types of this kind say of themselves, by name; those left out that say nothing."""
    for module in pkgutil.walk_packages(sim.carnevale.__path__, "sim.carnevale."):
        importlib.import_module(module.name)
    return {each.__name__: said(each) for each in below(kind) if each.__module__.startswith("sim.") and said(each)}


def said(kind: type[Any]) -> dict[str, Any]:
    """What a value of this type says of itself where it is told nothing: all that is not False, 0, None or empty."""
    fields = msgspec.structs.fields(kind)
    defaults = {f.name: f.default for f in fields if f.default is not msgspec.NODEFAULT}
    return {name: value for name, value in defaults.items() if value}


@pytest.mark.rule("SCEN-11", "GEO-12")
def test_what_an_event_leaves_out_has_not_happened() -> None:
    assert all_said(BaseEvent) == {"CounterGained": {"number": 1}, "Fell": {"why": "fall"}}


@pytest.mark.rule("DICE-05", "DICE-08", "DICE-13")
def test_what_a_question_leaves_out_plays_no_part() -> None:
    assert all_said(Question) == {}


@pytest.mark.rule("DICE-01", "DICE-13", "MOVE-13", "TURN-09", "SCEN-04")
@pytest.mark.parametrize(
    ("kind", "so"),
    [
        (RollContext, {"attacker": True}),
        (How, {"grapple": True}),
        (Hit, {}),
        (Movement, {}),
        (Effect, {}),
        (Trait, {}),
        (Seat, {}),
        (Objective, {}),
        (Blow, {"fumble": 1}),  # the Life Point of ACT-03
        (Side, {}),
        (PendingRoll, {"needed": 7}),
        (CombatPreview, {}),
        (ContestPreview, {}),
        (Character, {"alive": True, "stunned_since": -1}),
    ],
)
def test_what_is_not_said_is_not_so(kind: type[Any], so: dict[str, Any]) -> None:
    assert said(kind) == so


@pytest.mark.rule("TURN-09", "ACT-03", "ACT-04", "TURN-04")
def test_a_card_that_says_nothing_has_the_numbers_of_a_plain_human() -> None:
    points = {"size": 30, "ap": 3, "lp": 10, "move": 5, "dexterity": 5, "attack": 5, "protection": 3, "mind": 4}
    assert said(Profile) == {**points, "body": "human"}
    assert said(Weapon) == {}
    assert said(Command) == {"reach": 6.0, "on": "friends", "cost": 1}


@pytest.mark.rule("GEO-03", "GEO-07", "GEO-13", "GEO-14", "FALL-03")
def test_a_table_plays_by_the_rulings_unless_it_agrees_otherwise() -> None:
    sizes = {"blast_across": 3.0, "teardrop_length": 8.0, "teardrop_wide": 3.0, "teardrop_narrow": 0.75}
    assert said(Options) == {"minis_block": True, "low_terrain_gives_cover": True, **sizes}


@pytest.mark.rule("SCEN-05", "SCEN-06", "SCEN-07", "SCEN-08", "SCEN-09", "SCEN-10")
@pytest.mark.parametrize(
    ("id", "rules"),
    [
        ("gang-war", {"double"}),
        ("secure-arms", {"secondary"}),
        ("acquisition", {"secret", "cycle", "double"}),
        ("take-what-is-theirs", {"cycle"}),
        ("street-fight", set()),
    ],
)
def test_two_to_four_play_each_scenario_by_its_agenda_rules(id: str, rules: set[str]) -> None:
    page = scenarios.find(id)
    assert page is not None
    assert (page.players, page.agenda_rules, page.agenda_tables) == ((2, 4), rules, "ABCD")


FLAGS = {  # what an ability says of its bearer, or of its weapon, and no other does
    "no_cover": {"Bulky", "Lantern Light"},
    "always_cover": {"In Smoke"},
    "rerolls_destiny": {"Master of Destiny"},
    "steadfast": {"Steadfast"},
    "works_in_water": {"Aquatic"},
    "harmless": {"Harmless"},
    "sails": {"Boat Crew"},
    "carries_nothing": {"Limited Movement"},
    "scores_nothing": {"Mindless"},
    "of_somebody": {"Bodyguard", "Companion"},
}


@pytest.mark.rule(
    "ABIL-Bulky", "ABIL-Boat-Crew", "ABIL-Limited-Movement", "ABIL-Mindless", "WEAP-Aquatic", "WEAP-Smoke"
)
@pytest.mark.parametrize(("flag", "names"), FLAGS.items(), ids=FLAGS)
def test_what_an_ability_says_no_other_does(flag: str, names: set[str]) -> None:
    assert {each.name for each in hooks.every() if getattr(each, flag)} == names


@pytest.mark.rule("SCEN-02", "ABIL-Infiltration", "ABIL-Boat-Crew", "ABIL-Water-Creature")
def test_where_abilities_let_somebody_be_set_up() -> None:
    where = {each.name: each.deploys for each in hooks.every() if each.deploys}
    assert where == {"Infiltration": {"height"}, "Boat Crew": {"boat"}, "Water Creature": {"water"}}


@pytest.mark.rule("MOVE-01", "GEO-02")
def test_places_are_kept_to_a_thousandth_of_an_inch_and_nought_has_no_sign() -> None:
    assert repr(rounded((-0.0001, -0.0004, -0.0))) == "(0.0, 0.0, 0.0)"
    assert rounded((1.23449, -2.34551, 3)) == (1.234, -2.346, 3.0)
