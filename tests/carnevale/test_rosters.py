"""The rosters that come with the game: seven factions that use, together, all that the rules have."""

from __future__ import annotations

import pytest

import sim.carnevale.game  # noqa: F401  (registers all that there is)
from sim.board.files.folders import assets_dir
from sim.carnevale import equipment, hooks
from sim.carnevale.characters import Character, Trait
from sim.carnevale.gangs import muster, read_gang, shipped_gangs
from sim.carnevale.magic import spells
from sim.carnevale.rosters import Sheet, read_roster
from sim.carnevale.setup import GangSetup
from tests.carnevale import printed

ROSTERS = {p.stem: read_roster(p) for p in sorted((assets_dir() / "characters").glob("*.toml"))}
FACTIONS = ("doctors", "gifted", "guild", "patricians", "rashaar", "strigoi", "vatican")
SHEETS = [sheet for roster in ROSTERS.values() for sheet in roster.characters]
DUCATS = (150, 100, 75)


def gang_of(faction: str, ducats: int) -> GangSetup:
    gang, roster = read_gang(faction if ducats == 150 else f"{faction}-{ducats}")
    return muster(gang, roster, "north", ducats)


def fielded() -> list[GangSetup]:
    """All gangs that come with the game."""
    found = [read_gang(str(path)) for path in shipped_gangs()]
    return [muster(gang, roster, "north", gang.ducats) for gang, roster in found]


def weapon_traits(sheet: Sheet) -> set[str]:
    weapons = [*sheet.weapons, *(weapon for choice in sheet.choices for weapon in choice)]
    return {trait.name for weapon in weapons for trait in weapon.traits}


def own_traits(sheet: Sheet) -> set[str]:
    granted = [text for command in sheet.commands for text in command.grants]
    return {Trait.parse(text).name for text in (*sheet.abilities, *granted)}


def test_there_are_seven_factions() -> None:
    assert tuple(ROSTERS) == FACTIONS
    assert len({sheet.name for sheet in SHEETS}) == len(SHEETS)


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_has_leaders_heroes_henchmen_and_commands(faction: str) -> None:
    sheets = ROSTERS[faction].characters
    ranks = [sheet.rank for sheet in sheets]
    assert ranks.count("Leader") >= 2
    assert ranks.count("Hero") >= 3
    assert ranks.count("Henchman") >= 5
    assert all(sheet.commands for sheet in sheets if sheet.rank == "Leader")
    assert all(sheet.cp for sheet in sheets if sheet.commands)
    assert all(sheet.about for sheet in sheets)


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_has_somebody_large_somebody_who_swims_and_somebody_who_shoots(faction: str) -> None:
    sheets = ROSTERS[faction].characters
    assert any(sheet.size >= 40 for sheet in sheets)
    assert any({"Water Creature", "Fast Swimmer"} & own_traits(sheet) for sheet in sheets)
    assert any(weapon.range > 2 for sheet in sheets for weapon in sheet.weapons)


def test_every_character_has_a_body() -> None:
    bodies = {p.stem for p in (assets_dir() / "bodies").glob("*.glb")}
    assert {sheet.body for sheet in SHEETS} <= bodies


def test_every_ability_and_weapon_ability_of_a_card_is_one_that_the_rules_know() -> None:
    named = set().union(*(own_traits(sheet) | weapon_traits(sheet) for sheet in SHEETS))
    assert named <= set(hooks.names())


def test_together_the_factions_use_every_character_ability_of_the_rulebook() -> None:
    used = set().union(*map(own_traits, SHEETS))
    assert printed.ABILITIES - used == set()


def test_together_the_factions_use_every_weapon_ability_of_the_rulebook() -> None:
    used = set().union(*map(weapon_traits, SHEETS))
    assert printed.WEAPON_ABILITIES - used == set()


def test_together_the_factions_use_every_discipline_of_magic() -> None:
    used = {keyword for sheet in SHEETS if "Mage" in own_traits(sheet) for keyword in sheet.keywords}
    assert {f"Discipline ({discipline})" for discipline in spells.disciplines()} <= used


def test_every_spell_of_the_rulebook_is_known_in_some_gang_that_comes_with_the_game() -> None:
    members = [member for gang in fielded() for member in gang.members]
    known = {spell.name for m in members for spell in spells.known(Character.enter(m.id, "north", m.profile))}
    assert printed.SPELLS - known == set()


def test_the_gangs_buy_equipment_of_many_kinds() -> None:
    bought = {item for gang in fielded() for item in gang.equipment}
    assert bought <= set(equipment.known())
    assert len(bought) >= 6


@pytest.mark.rule("GANG-01")
@pytest.mark.parametrize("ducats", DUCATS)
@pytest.mark.parametrize("faction", FACTIONS)
def test_every_faction_has_a_gang_for_every_scenario(faction: str, ducats: int) -> None:
    gang = gang_of(faction, ducats)
    assert gang.faction.casefold() == faction
    assert sum(m.profile.cost for m in gang.members) + equipment.price(gang.equipment) == ducats
