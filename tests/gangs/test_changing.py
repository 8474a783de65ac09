"""Gangs changed by words, and two of them compared."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sim.carnevale.characters import Weapon
from sim.carnevale.gangs import Chosen, roster_of
from sim.carnevale.rosters import Roster, WrongData
from sim.gangs.changing import GangText, added, recruit, removed
from sim.gangs.comparing import GangDifference, compare

TEXT = """# Ours.
format = 1
name = "Few"
faction = "Guild"
equipment = ["poison"]

# He leads.
[[members]]
character = "Capodecina"
[[members]]
character = "Bravo"
name = "Beppo"
[[members]]
character = "Bravo"  # the younger
"""


def few() -> GangText:
    return GangText(*roster_of(TEXT, Path("few.toml")), TEXT)


def test_whoever_joins_stands_last_and_all_else_stays() -> None:
    was = few()
    made = added(was, [recruit(was.roster, "cutpurse", name="Tita")], ["Flash grenade"])
    assert made.text == TEXT.replace('["poison"]', '["poison", "flash-grenade"]') + (
        '\n[[members]]\ncharacter = "Cutpurse"\nname = "Tita"\n'
    )
    assert roster_of(made.text, Path("few.toml"))[0] == made.gang


def test_whoever_leaves_is_called_by_name_or_is_the_last_of_the_kind() -> None:
    assert [each.name for each in removed(few(), ["beppo"]).gang.members] == ["", ""]
    assert removed(few(), ["Bravo"]).gang.members[-1] == Chosen("Bravo", name="Beppo")
    assert "the younger" not in removed(few(), ["Bravo"]).text
    assert removed(few(), ["Poison"]).gang.equipment == ()


@pytest.mark.parametrize(
    ("leaving", "said"),
    [
        (["Bravi"], "nobody of Few is called 'Bravi'; is it 'Bravo'?"),
        (["Bravo"] * 3, "nobody of Few is called 'Bravo'"),
        (["Bravo", "Bravo", "Capodecina"], "nobody would be left of Few"),
    ],
)
def test_whoever_is_not_there_cannot_leave(leaving: list[str], said: str) -> None:
    with pytest.raises(WrongData) as wrong:
        removed(few(), leaving)
    assert said in str(wrong.value)


def test_whoever_there_is_not_cannot_join() -> None:
    was = few()
    with pytest.raises(WrongData, match="has no 'Cutpurs'; is it 'Cutpurse'"):
        recruit(was.roster, "Cutpurs")
    with pytest.raises(WrongData, match="Bravo has no weapons to choose from"):
        recruit(was.roster, "Bravo", weapons=["Musket"])
    with pytest.raises(WrongData, match="no equipment 'Poisn'; is it 'poison'"):
        added(was, [], ["Poisn"])


def test_a_choice_of_weapons_is_made_by_name() -> None:
    sheet = msgspec.structs.replace(few().roster.characters[0], choices=((Weapon("Pike", 2), Weapon("Net")),))
    roster = Roster(1, "Guild", (sheet,))
    assert recruit(roster, sheet.name).weapons == ("Pike",)
    assert recruit(roster, sheet.name, weapons=["Net"]).weapons == ("Net",)
    with pytest.raises(WrongData, match="no choice of 'Ned'; is it 'Net'"):
        recruit(roster, sheet.name, weapons=["Ned"])


def test_two_gangs_differ_in_whom_only_one_of_them_has() -> None:
    was = few()
    now = removed(added(was, [recruit(was.roster, "Cutpurse")]), ["Beppo", "poison"])
    found = compare(was[:2], now[:2])
    assert found.members == (GangDifference("Bravo", 2, 1), GangDifference("Cutpurse", 0, 1))
    assert found.equipment == (GangDifference("Poison", 1, 0),)
    first, second = found.gangs
    bravo, thief = was.roster.sheet("Bravo"), was.roster.sheet("Cutpurse")
    assert bravo is not None
    assert thief is not None
    assert second.ducats - first.ducats == thief.cost - bravo.cost - 5
    assert second.points["lp"] - first.points["lp"] == thief.lp - bravo.lp
    assert first.ranks == {"Leader": 1, "Hero": 0, "Henchman": 2}


def test_names_that_players_gave_are_no_difference() -> None:
    was = few()
    other = GangText(*roster_of(TEXT.replace("Beppo", "Toni"), Path("few.toml")), TEXT)
    assert compare(was[:2], other[:2]).members == ()
