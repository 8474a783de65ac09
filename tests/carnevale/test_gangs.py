"""Gangs, legal and not (GANG-01, 02)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.board.files.folders import assets_dir
from sim.carnevale.characters import Character, Profile
from sim.carnevale.equipment import price
from sim.carnevale.events import Entered
from sim.carnevale.gangs import Chosen, Gang, IllegalGang, faults, muster, read_gang
from sim.carnevale.hooks import RollContext
from sim.carnevale.rosters import WrongData, read_roster
from sim.carnevale.stats import number
from sim.engine.requests import measured
from tests.carnevale.tables import fight, mini, plain_street

GANGS = sorted(p.stem for p in (assets_dir() / "gangs").glob("*.toml"))


@pytest.mark.rule("GANG-01")
@pytest.mark.parametrize("name", GANGS)
def test_the_gangs_that_come_with_the_game_are_legal_and_spend_their_ducats(name: str) -> None:
    gang, roster = read_gang(name)
    fielded = muster(gang, roster, "north", gang.ducats)
    assert sum(m.profile.cost for m in fielded.members) + price(fielded.equipment) == gang.ducats
    ranks = [rank for m in fielded.members for rank in ("Leader", "Hero", "Henchman") if rank in m.profile.keywords]
    assert set(ranks) == {"Leader", "Hero", "Henchman"}
    assert any(w.range > 2 for m in fielded.members for w in m.profile.weapons)
    assert max(m.profile.size for m in fielded.members) > 30
    assert len({m.id for m in fielded.members}) == len(fielded.members)
    for kind in {chosen.character for chosen in gang.members}:  # several of a kind are numbered, one is not
        slug = f"north-{kind.casefold().replace(chr(39), '').replace(' ', '-')}"
        number = [chosen.character for chosen in gang.members].count(kind)
        wanted = {slug} if number == 1 else {f"{slug}-{n + 1}" for n in range(number)}
        assert wanted <= {m.id for m in fielded.members}


@pytest.mark.rule("GANG-01")
def test_a_wrong_gang_is_refused_with_every_reason_named() -> None:
    gang, roster = read_gang("guild")
    heroes = tuple(
        Chosen(name) for name in ("Capodecina", "Capodecina", "Facchino", "Facchino", "Gatto Rosso", "Nobody")
    )
    with pytest.raises(IllegalGang) as refused:
        muster(msgspec.structs.replace(gang, members=heroes, equipment=()), roster, "north", 60)
    nobody, *reasons = refused.value.reasons
    assert nobody.startswith("the roster of the Guild has no 'Nobody'; there are: Capodecina, ")
    assert reasons == [
        "2 Leaders; exactly one is wanted",
        "3 Heroes but 0 Henchmen; there may not be more Heroes",
        "99 ducats; 60 is the limit",
    ]


@pytest.mark.rule("GANG-02", "ABIL-Companion")
@pytest.mark.parametrize("own", ["", "Old Zorzi"])
def test_a_hound_knows_its_master_by_whatever_name(own: str) -> None:
    """Its card names the Master of the Hunt, and so it is called, whatever its player calls it."""
    gang, roster = read_gang("patricians")
    named = (Chosen("Dowager of the Ridotto"), Chosen("Master of the Hunt", name=own), Chosen("Deerhound"))
    fielded = muster(msgspec.structs.replace(gang, members=named, equipment=()), roster, "north", gang.ducats)
    _, master, hound = (msgspec.structs.replace(m.profile, body="human") for m in fielded.members)
    assert master.name == (own or "Master of the Hunt")
    table = fight(plain_street(), mini("b", "south", (20, 20, 0)), dice=[7])
    for id, at, profile in (("m", (6.0, 6.0, 0.0), master), ("h", (9.0, 6.0, 0.0), hound)):
        table.state.emit(Entered(character=Character.enter(id, "north", profile, at)))
    table.state.set("h", wp=0)
    mind = measured(
        number(table.state, RollContext(purpose="morale", who="h", stat="mind")), table.state, table.measure
    )
    assert (mind.base, hound.mind) == (master.mind, 2)


@pytest.mark.rule("GANG-01")
def test_a_unique_character_appears_once(tmp_path: Path) -> None:
    gang, roster = own_roster(tmp_path, unique=True)
    with pytest.raises(IllegalGang, match="Old Marco is Unique and appears 2 times"):
        muster(gang, roster, "north", 150)


@pytest.mark.rule("GANG-02")
def test_of_weapons_with_an_or_exactly_one_is_fixed_before_the_game(tmp_path: Path) -> None:
    gang, roster = own_roster(tmp_path, unique=False)
    with pytest.raises(IllegalGang, match="Old Marco takes exactly one of Pike or Sling"):
        muster(gang, roster, "north", 150)
    one = msgspec.structs.replace(gang, members=(Chosen("Old Marco", weapons=("Sling",)),))
    (member,) = muster(one, roster, "north", 150).members
    assert [w.name for w in member.profile.weapons] == ["Sling"]


@pytest.mark.rule("GANG-02")
@pytest.mark.parametrize(
    ("weapons", "why"),
    [
        ((), ["takes exactly one of Pike or Sling"]),
        (("Pike",), None),
        (("Pike", "Sling"), ["takes exactly one of Pike or Sling", "has no choice of Pike, Sling"]),
        (("Pike", "Net"), ["has no choice of Net"]),
        (("Net",), ["takes exactly one of Pike or Sling", "has no choice of Net"]),
    ],
)
def test_nothing_but_the_choices_of_its_card_is_taken(tmp_path: Path, weapons: tuple[str, ...], why: Any) -> None:
    gang, roster = own_roster(tmp_path, unique=False)
    one = msgspec.structs.replace(gang, members=(Chosen("Old Marco", weapons=weapons, name="Marchetto"),))
    if why is None:
        (member,) = muster(one, roster, "north", 150).members
        assert (member.id, member.profile.name, len(member.profile.weapons)) == ("north-old-marco", "Marchetto", 1)
        return
    with pytest.raises(IllegalGang) as refused:
        muster(one, roster, "north", 150)
    assert list(refused.value.reasons) == [f"Old Marco {reason}" for reason in why]


@pytest.mark.rule("GANG-02")
@pytest.mark.parametrize(("weapon", "may"), [("Pike", True), ("Sling", True), ("Net", False)])
def test_a_gang_file_names_weapons_of_the_card(tmp_path: Path, weapon: str, may: bool) -> None:
    own_roster(tmp_path, unique=False)
    file = tmp_path / "gang.toml"
    file.write_text(f"{file.read_text(encoding='utf-8')}\nweapons = ['{weapon}']\n", encoding="utf-8")
    if may:
        assert read_gang(str(file))[0].members[-1].weapons == (weapon,)
    else:
        with pytest.raises(WrongData, match="Old Marco has no such choice"):
            read_gang(str(file))


def card(rank: str, *keywords: str, faction: str = "Own", cost: int = 10, name: str = "") -> Profile:
    return Profile(name or rank, cost=cost, keywords=(rank, f"Faction ({faction})", *keywords))


@pytest.mark.rule("GANG-01")
@pytest.mark.parametrize(
    ("cards", "more", "why"),
    [
        ([card("Leader"), card("Hero"), card("Henchman")], {}, []),
        (
            [card("Leader"), card("Henchman", faction="Other")],
            {},
            ["more than one faction: Faction (Other), Faction (O"],
        ),
        ([card("Henchman")], {}, ["0 Leaders"]),
        ([card("Henchman")], {"leader": False}, []),
        ([card("Leader"), card("Leader")], {"leader": False}, ["2 Leaders"]),
        ([card("Leader"), card("Hero"), card("Hero"), card("Henchman")], {}, ["2 Heroes but 1 Henchman;"]),
        ([card("Leader"), *[card("Henchman", "Unique", name="Ada")] * 2], {}, ["Ada is Unique and appears 2 times"]),
        ([card("Leader"), card("Henchman", "Unique", name="Ada"), card("Henchman", name="Bo")], {}, []),
        ([card("Leader", cost=90), card("Henchman")], {}, []),
        ([card("Leader", cost=91), card("Henchman")], {}, ["101 ducats; 100 is the limit"]),
        ([card("Leader", cost=90), card("Henchman")], {"equipment": 1}, ["101 ducats"]),
    ],
)
def test_every_reason_against_a_gang_is_named(cards: list[Profile], more: dict[str, Any], why: list[str]) -> None:
    reasons = [fault.words for fault in faults(cards, 100, **more)]
    assert len(reasons) == len(why)
    assert all(begins in reason for begins, reason in zip(why, reasons, strict=True))


@pytest.mark.rule("MAGIC-01", "GANG-02")
@pytest.mark.parametrize(
    ("known", "reason"),
    [
        (("Boiling Veins", "Blood Drain"), "Voice of the Fondo knows 3 spells beside its cantrip, and names 2"),
        ((), "Voice of the Fondo knows 3 spells beside its cantrip, and names none"),
        (("Boiling Veins", "Blood Drain", "Blood Drain"), "Voice of the Fondo has Blood Drain 2 times"),
        (
            ("Boiling Veins", "Blood Drain", "Cold Feet"),
            "there is no spell 'Cold Feet'; there are: Cantrip of the Devil, ",
        ),
        (("Healing", "Gateway", "Groundsnap"), "Voice of the Fondo knows no Wild Magic, but Blood Rites"),
    ],
)
def test_a_mage_knows_as_many_spells_as_its_card_says_of_a_discipline_that_it_says(
    known: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(IllegalGang) as refused:
        with_spells("Voice of the Fondo", known)
    (why,) = refused.value.reasons
    assert why.startswith(reason)


@pytest.mark.rule("MAGIC-01", "GANG-02")
def test_a_mage_of_two_disciplines_takes_all_its_spells_from_one() -> None:
    with pytest.raises(IllegalGang, match="all its spells from one discipline, not from Fateweaving and Runes"):
        with_spells("Astrologer of the Clock Tower", ("Glimpse of Glory", "Madness"), "gifted")
    with_spells("Astrologer of the Clock Tower", ("Glimpse of Glory", "Fate's Bounty"), "gifted")
    with_spells("Astrologer of the Clock Tower", ("Waves of Force", "Madness", "Cantrip of the Chariot"), "gifted")


@pytest.mark.rule("MAGIC-01")
def test_whoever_is_no_mage_knows_no_spells() -> None:
    with pytest.raises(IllegalGang, match="Mother of the Brood is no mage, and knows no spells"):
        with_spells("Mother of the Brood", ("Boiling Veins",))


def with_spells(leader: str, known: tuple[str, ...], faction: str = "rashaar") -> None:
    """Muster a gang of one leader that knows these spells."""
    gang, roster = read_gang(faction)
    muster(msgspec.structs.replace(gang, members=(Chosen(leader, spells=known),), equipment=()), roster, "north", 150)


def test_a_wrong_roster_names_the_file_and_the_place(tmp_path: Path) -> None:
    path = tmp_path / "roster.toml"
    path.write_text('format = 1\nfaction = "X"\n[[characters]]\nname = "A"\nrank = "Squire"\n', encoding="utf-8")
    with pytest.raises(WrongData, match=r"roster.toml, line 5: characters\[0\] \"A\": rank is 'Squire'"):
        read_roster(path)
    path.write_text("format = 1\nfaction = \n", encoding="utf-8")
    with pytest.raises(WrongData, match=r"roster.toml, line 2: faction has no value"):
        read_roster(path)


def own_roster(folder: Path, *, unique: bool) -> tuple[Gang, object]:
    """A roster of one old soldier with a choice of weapons, and a gang of two of him."""
    (folder / "own.toml").write_text(
        f"""
format = 1
faction = "Own"
[[characters]]
name = "Old Marco"
rank = "Leader"
unique = {str(unique).lower()}
cost = 10
ap = 2
lp = 8
move = 5
dexterity = 4
attack = 4
protection = 3
mind = 3
choices = [[{{name = "Pike"}}, {{name = "Sling", range = 12}}]]
""",
        encoding="utf-8",
    )
    (folder / "gang.toml").write_text(
        'format = 1\nname = "G"\nfaction = "Own"\nroster = "own.toml"\n'
        '[[members]]\ncharacter = "Old Marco"\n[[members]]\ncharacter = "Old Marco"\n',
        encoding="utf-8",
    )
    return read_gang(str(folder / "gang.toml"))
