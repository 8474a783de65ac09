"""Characters and gangs from files of BattleScribe: each oddity of the files that players have."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from sim.carnevale.gangs import checked, own_rosters, read_gang
from sim.carnevale.rosters import Sheet, WrongData, read_roster
from sim.gangs.battlescribe.files import read_xml
from sim.gangs.bringing import Brought, bring
from tests.gangs.battlescribe_files import (
    attributes,
    catalogue,
    categories,
    entry,
    game_system,
    group,
    profile,
    profiles,
    statistics,
    weapon,
)

CAPTAIN = profiles(attributes(cp=4), statistics("Brave, Expert Marksman(1)")) + categories("Leader", "Human")


def brought(tmp_path: Path, inside: str, shared: str = "", system: str = "") -> Brought:
    """What is made of a catalogue of the Guild with its game system."""
    (tmp_path / "g.cat").write_text(catalogue("The Guild", inside, shared))
    (tmp_path / "g.gst").write_text(game_system(system))
    (made,) = bring([tmp_path / "g.gst", tmp_path / "g.cat"], folder=tmp_path / "out")
    assert made.roster == read_roster(made.path)
    return made


def entries(*each: str) -> str:
    return f"<selectionEntries>{''.join(each)}</selectionEntries>"


def one(made: Brought) -> Sheet:
    (sheet,) = made.roster.characters
    return sheet


def test_a_character_comes_with_its_numbers(tmp_path: Path) -> None:
    made = brought(tmp_path, entries(entry("Captain", CAPTAIN, cost=21.0)))
    sheet = one(made)
    assert made.roster.faction == "Guild"
    assert (sheet.name, sheet.rank, sheet.cost, sheet.size) == ("Captain", "Leader", 21, 30)
    assert (sheet.ap, sheet.lp, sheet.wp, sheet.cp) == (3, 12, 3, 4)
    assert (sheet.move, sheet.dexterity, sheet.attack, sheet.protection, sheet.mind) == (5, 5, 4, 3, 4)
    assert sheet.keywords == ("Human",)
    assert sheet.abilities == ("Brave", "Expert Marksman (1)")
    assert made.notes == ()


def test_words_are_read_whatever_their_blanks_and_marks(tmp_path: Path) -> None:
    odd = "Fate\u2019s\u00a0Bounty , Univeral Shielding (2), Flight, Bodyguard (Leader)."
    made = brought(
        tmp_path, entries(entry("  Captain\u00a0 ", profiles(attributes(), statistics(odd)) + categories("Leader")))
    )
    sheet = one(made)
    assert sheet.name == "Captain"
    assert sheet.abilities == ("Fate's Bounty", "Universal Shielding (2)", "Flight", "Bodyguard (Leader)")


def test_an_ability_that_the_rules_do_not_know_is_told_and_left_out(tmp_path: Path) -> None:
    body = profiles(attributes(), statistics("Brave, Grandstanding, Slippery")) + categories("Hero")
    made = brought(tmp_path, entries(entry("Actor", body)))
    assert one(made).abilities == ("Brave", "Slippery")
    assert made.notes == ("Actor: 'Grandstanding' means nothing to the rules: left out",)


def test_keywords_of_their_own_stand_in_the_roster(tmp_path: Path) -> None:
    body = profiles(attributes(), statistics("Mage (1)")) + categories("Hero", "Gondolier", "Discipline (Wild Magic)")
    made = brought(tmp_path, entries(entry("Boatman", body)))
    assert one(made).keywords == ("Gondolier", "Discipline (Wild Magic)")
    assert made.roster.keywords == ("Gondolier",)


def test_weapons_are_its_own_or_chosen_from_a_group_or_left_out(tmp_path: Path) -> None:
    sword = f'<infoLinks><infoLink targetId="sword" type="profile"/></infoLinks>{CAPTAIN}'
    pistols = group("Pistol", "".join(
        entry(name, profiles(weapon(name, "Black Powder, Reload (1)", Range='8"')), kind="upgrade")
        for name in ("Pistol", "Long Pistol")
    ), most=1)  # fmt: skip
    boots = entry("Boot", profiles(weapon("Boot", Evasion="-")), kind="upgrade", least=1)
    hidden = entry("Whip", profiles(weapon("Whip")), kind="upgrade", hidden=True)
    spare = entry("Net", profiles(weapon("Net")), kind="upgrade")
    inside = f"{sword}{entries(boots, hidden, spare)}<selectionEntryGroups>{pistols}</selectionEntryGroups>"
    blade = profile("Weapon", "Sword", "sword", Range="1", Evasion="-1", Damage="-", Penetration="+1")
    shared = f"<sharedProfiles>{blade}</sharedProfiles>"
    made = brought(tmp_path, entries(entry("Captain", inside)), system=shared)
    sheet = one(made)
    assert [(each.name, each.range, each.evasion, each.damage, each.penetration) for each in sheet.weapons] == [
        ("Sword", 1, -1, 0, 1), ("Boot", 0, 0, 1, -1),
    ]  # fmt: skip
    assert [[each.name for each in choice] for choice in sheet.choices] == [["Pistol", "Long Pistol"]]
    assert sheet.choices[0][0].abilities == ("Black Powder", "Reload (1)")
    assert made.notes == ("Captain: 1 optional weapon is left out",)


def test_a_unit_may_have_its_cost_and_numbers_in_a_child(tmp_path: Path) -> None:
    body = entry("Rower", profiles(attributes(), statistics("Boat Crew")), kind="model", cost=9.0, least=1)
    made = brought(tmp_path, entries(entry("Rowers", categories("Henchman") + entries(body), kind="unit")))
    assert (one(made).cost, one(made).abilities) == (9, ("Boat Crew",))


def test_companions_are_not_part_of_a_card(tmp_path: Path) -> None:
    dog = entry("Dog", profiles(attributes(lp=4), statistics("Frenzied"), weapon("Teeth")), least=1)
    made = brought(tmp_path, entries(entry("Captain", CAPTAIN + entries(dog))))
    assert one(made).lp == 12
    assert one(made).weapons == ()
    assert made.notes == ("Captain: 1 companion is left out",)


def test_whoever_stands_there_twice_has_two_cards_and_whoever_is_hidden_for_good_has_none(tmp_path: Path) -> None:
    shown = '<modifiers><modifier type="set" field="hidden" value="false"><conditions/></modifier></modifiers>'
    hero = profiles(attributes(), statistics()) + categories("Hero") + shown
    made = brought(
        tmp_path,
        entries(
            entry("Captain", CAPTAIN), entry("Captain", hero, hidden=True), entry("Ghost", CAPTAIN, hidden=True),
            entry("Poison", "", kind="upgrade"),
        ),
    )  # fmt: skip
    assert [(each.name, each.rank) for each in made.roster.characters] == [
        ("Captain", "Leader"),
        ("Captain, Hero", "Hero"),
    ]


def test_links_are_followed_across_files_and_not_in_circles(tmp_path: Path) -> None:
    cost = '<costs><cost name=" ducats" value="25.0"/></costs>'
    link = f'<entryLinks><entryLink id="l" name="Captain" targetId="shared">{cost}</entryLink>{{}}</entryLinks>'
    shared = f"<sharedSelectionEntries>{entry('Anybody', CAPTAIN, 'shared', cost=20.0)}</sharedSelectionEntries>"
    made = brought(tmp_path, link.format(""), system=shared)
    assert (one(made).name, one(made).cost, one(made).rank) == ("Captain", 25, "Leader")
    loop = '<entryLink id="x" name="Loop" targetId="y"/><entryLink id="y" name="Loop" targetId="x"/>'
    made = brought(tmp_path, link.format(loop), system=shared)
    assert one(made).name == "Captain"


def test_an_entry_that_is_in_no_file_is_told(tmp_path: Path) -> None:
    lost = f'<infoLinks><infoLink name="Rapier" targetId="nowhere" type="profile"/></infoLinks>{CAPTAIN}'
    made = brought(tmp_path, entries(entry("Captain", lost)))
    assert made.notes == ("Captain: 'Rapier' is in none of the files given",)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (attributes(size="Aquatic"), "Crab: Base Size is 'Aquatic', no number: left out"),
        (attributes(size="35mm"), "Crab: size"),
        (attributes(lp="0"), "Crab: lp"),
        ("", "Crab: has no Attributes: left out"),
    ],
)
def test_a_row_that_is_none_is_told_and_the_others_are_read(tmp_path: Path, row: str, said: str) -> None:
    crab = entry("Crab", profiles(row, statistics()) + categories("Hero"))
    made = brought(
        tmp_path, entries(crab, entry("Captain", CAPTAIN), entry("Crate", profiles(attributes(), statistics())))
    )
    assert one(made).name == "Captain"
    assert made.notes[0].startswith(said)
    assert made.notes[1] == "Crate: is of no rank (Leader, Hero or Henchman): left out"


def test_own_rules_are_told(tmp_path: Path) -> None:
    rule = f'<rules><rule name="Rally"><description>All friends.</description></rule></rules>{CAPTAIN}'
    assert brought(tmp_path, entries(entry("Captain", rule))).notes == ("Captain: the rule 'Rally' is left out",)


# --- lists ------------------------------------------------------------------------------------------------------------


def selection(name: str, inside: str = "", kind: str = "model", cost: float = 0.0, **more: object) -> str:
    more_ = "".join(f' {key}="{value}"' for key, value in more.items())
    return (
        f'<selection name="{name}" type="{kind}"{more_}><costs><cost name=" ducats" value="{cost}"/></costs>'
        f"{inside}</selection>"
    )


def chosen(*each: str) -> str:
    return f"<selections>{''.join(each)}</selections>"


def rank(*names: str) -> str:
    return "<categories>" + "".join(f'<category name="{name}"/>' for name in names) + "</categories>"


def test_a_list_is_a_gang_with_its_own_cards(tmp_path: Path) -> None:
    numbers = profiles(attributes(), statistics("Mage (1)"))
    mage = selection(
        "Seer", numbers + rank("Hero", "Discipline (Wild Magic)") + chosen(
            selection("Healing", profiles(profile("Spells", "healing")), "upgrade"),
            selection("Sleep", profiles(profile("Spells", "Sleep")), "upgrade"),
        ), cost=15, customName="Old Seer",
    )  # fmt: skip
    knives = selection("Knives", profiles(weapon("Knives", Range=8)), "upgrade", cost=2)
    thugs = selection(
        "Thug", profiles(attributes(), statistics()) + rank("Henchman") + chosen(knives), cost=20, number=2
    )
    plain = selection("Thug", profiles(attributes(), statistics()) + rank("Henchman"), cost=9)
    captain = selection("Captain", profiles(attributes(), statistics("Brave")) + rank("Leader"), cost=20)
    stuff = selection("Bag", profiles(profile("Equipment", "Lantern"), profile("Equipment", "Anchor")), "upgrade", 3)
    force = f'<force catalogueName="The Guild">{chosen(captain, mage, thugs, plain, stuff)}</force>'
    limit = '<costLimits><costLimit name=" ducats" value="100.0"/></costLimits>'
    (tmp_path / "l.ros").write_text(f'<roster xmlns="x" name="Mine">{limit}<forces>{force}</forces></roster>')
    with zipfile.ZipFile(tmp_path / "l.rosz", "w") as packed:
        packed.write(tmp_path / "l.ros", "l.ros")
    (made,) = bring([tmp_path / "l.rosz"], folder=tmp_path / "out")
    gang, roster = read_gang(str(made.path))
    assert gang == made.gang
    assert (gang.name, gang.faction, gang.ducats, gang.equipment) == ("Mine", "Guild", 100, ("lantern",))
    assert [(each.character, each.name, each.spells) for each in gang.members] == [
        ("Captain", "", ()), ("Seer", "Old Seer", ("Healing",)), ("Thug", "", ()), ("Thug", "", ()), ("Thug 2", "", ()),
    ]  # fmt: skip
    assert checked(gang, roster, 100).spent == 20 + 15 + 2 * 11 + 9 + 3
    assert [fault.words for fault in checked(gang, roster, 100).faults] == []
    assert made.notes == ("there is no spell 'Sleep': left out", "there is no equipment 'Anchor': left out")


# --- what cannot be read ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.cat", b"<catalogue>", "a.cat, line 1, column 11: is not valid XML"),
        ("a.cat", b"<html/>", "a.cat: its outermost element is 'html'"),
        ("a.catz", b"PK no zip", "a.catz: cannot be unzipped"),
        ("a.cat", catalogue("Nobody", "").encode(), "a.cat: none of its characters could be read; it has none"),
        ("a.ros", b"<roster name='x'/>", "a.ros: nobody in it could be read"),
        ("a.gst", game_system().encode(), "a.gst: a game system alone has no characters"),
    ],
)
def test_a_file_that_is_none_is_told(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(WrongData) as wrong:
        bring([tmp_path / name], folder=tmp_path)
    assert said in str(wrong.value)


def test_entities_do_not_grow(tmp_path: Path) -> None:
    """A file of a kilobyte that stands for gigabytes is refused, not read."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    (tmp_path / "a.cat").write_text(f'<!DOCTYPE c [<!ENTITY l0 "ha">{laughs}]><catalogue name="&l11;"/>')
    with pytest.raises(WrongData, match="is not valid XML"):
        read_xml(tmp_path / "a.cat")


def test_two_files_of_a_zip_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.catz", "w") as packed:
        for name in ("a.cat", "b.cat"):
            packed.writestr(name, catalogue("Guild", ""))
    with pytest.raises(WrongData, match="no single catalogue"):
        read_xml(tmp_path / "a.catz")


def test_a_roster_lies_among_the_players_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    (tmp_path / "g.cat").write_text(catalogue("The Guild", entries(entry("Captain", CAPTAIN, cost=21.0))))
    (made,) = bring([tmp_path / "g.cat"])
    assert made.path == tmp_path / "data" / "rosters" / "the-guild.toml"
    assert list(own_rosters()) == [made.path]
    assert read_roster(made.path) == made.roster
