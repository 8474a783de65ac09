"""A gang as text to paste: what is written is what is read again, and what is not understood is told."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.carnevale import equipment
from sim.carnevale.gangs import Chosen, Gang, read_gang, shipped_gangs, shipped_rosters
from sim.carnevale.magic import spells
from sim.carnevale.rosters import Roster, Sheet, WrongData
from sim.gangs.share_text import read_share_text, share_text

ROSTERS = shipped_rosters()
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=40).map(
    lambda text: " ".join(text.translate(str.maketrans("\u2019\u2018\u201c\u201d\u2013\ufeff", "''\"\"--")).split())
)


def members_of(roster: Roster) -> st.SearchStrategy[Chosen]:
    def of(sheet: Sheet) -> st.SearchStrategy[Chosen]:
        arms = st.sampled_from(list(product(*([weapon.name for weapon in choice] for choice in sheet.choices))))
        known = st.lists(st.sampled_from(sorted(spells.names())), max_size=3, unique=True).map(tuple)
        return st.builds(Chosen, st.just(sheet.name), arms, known, st.just("") | NAMES)

    return st.sampled_from(roster.characters).flatmap(of)


def gangs() -> st.SearchStrategy[Gang]:
    def of(roster: Roster) -> st.SearchStrategy[Gang]:
        members = st.lists(members_of(roster), min_size=1, max_size=5).map(tuple)
        bought = st.lists(st.sampled_from(equipment.known()), max_size=3, unique=True).map(tuple)
        ducats = st.integers(1, 9999)
        return st.builds(Gang, st.just(1), NAMES.filter(bool), st.just(roster.faction), members, ducats, bought)

    return st.sampled_from(ROSTERS).flatmap(of)


@given(gangs())
def test_what_is_written_is_what_is_read_again(gang: Gang) -> None:
    read = read_share_text(share_text(gang), ROSTERS, "a chat")
    assert read.gang == gang
    assert read.skipped == ()


@pytest.mark.parametrize("path", list(shipped_gangs()), ids=lambda path: path.stem)
def test_every_gang_of_the_game_can_be_shared(path: object) -> None:
    gang, roster = read_gang(str(path))
    read = read_share_text(share_text(gang), ROSTERS, "a chat")
    assert (read.gang, read.roster) == (gang, roster)


def test_texts_of_others_are_read_as_far_as_they_are_understood() -> None:
    text = """\ufeff
      Carnevale Gang:  The Night\u00a0Watch
    Faction: guild
    Ducats: 100 (of 100)

    MODELS:
- capodecina (20)
   Mentor: Somebody
- Gatto Rosso [17 ducats]
   Name: Micio
- Nobody At All
- Cutpurse

    Equipment
flash GRENADE (1)
- Anchor
"""
    read = read_share_text(text, ROSTERS, "a chat")
    assert (read.gang.name, read.gang.faction, read.gang.ducats) == ("The Night Watch", "Guild", 100)
    assert [(each.character, each.name) for each in read.gang.members] == [
        ("Capodecina", ""), ("Gatto Rosso", "Micio"), ("Cutpurse", ""),
    ]  # fmt: skip
    assert read.gang.equipment == ("flash-grenade",)
    assert [words.split(": ")[:2] for words in read.skipped] == [
        ["line 8", "'Mentor"], ["line 11", "'Nobody At All'"], ["line 16", "'Anchor'"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Capodecina\nBravo\n", "the first line of a gang's text is 'Carnevale gang: NAME'"),
        ("", "the first line of a gang's text"),
        ("Carnevale gang: A\nFaction: Gild\nModels\n- Bravo\n", "Faction is 'Gild': is it 'Guild'?"),
        ("Carnevale gang: A\nFaction: Guild\nModels\n- Nobody\n", "0 of its models are characters of the Guild"),
        ("Carnevale gang: A\nFaction: Guild\nModels\n" + "- Bravo\n" * 101, "101 of its models"),
    ],
)
def test_a_text_that_is_no_gang_is_told(text: str, said: str) -> None:
    with pytest.raises(WrongData) as wrong:
        read_share_text(text, ROSTERS, "a chat")
    assert str(wrong.value).startswith("a chat: ")
    assert said in str(wrong.value)
