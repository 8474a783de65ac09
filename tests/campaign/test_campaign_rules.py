"""The rules of campaigns, through the face of a campaign (CAMP-01 to 08)."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.campaign.campaign import Campaign
from sim.campaign.campaign_file import Fielded
from sim.campaign.cards import member_of_game, worth
from sim.campaign.ending import export_gang
from sim.campaign.errors import CampaignError
from sim.campaign.learning import talent_offers
from sim.campaign.questions import AskHire, AskTalent, AskXp, owed_dice
from sim.campaign.recruits import recruit_offers
from sim.campaign.state import CampaignMember
from sim.carnevale.characters import Trait
from sim.carnevale.gangs import IllegalGang, checked, fielded, read_gang
from sim.carnevale.setup import Setup
from tests.campaign.campaigns import begin, campaign, gang_file, settle, throw, told


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    return campaign(tmp_path)


def who(made: Campaign, name: str, seat: str = "north") -> CampaignMember:
    return next(member for member in made.gang(seat).members if member.name == name)


def abilities(setup: Setup, id: str) -> tuple[str, ...]:
    return next(member.profile.abilities for gang in setup.gangs for member in gang.members if member.id == id)


# --- CAMP-01: games ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-01")
def test_a_gang_begins_with_the_ducats_that_were_agreed_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    with pytest.raises(IllegalGang, match="55 ducats; 54 is the limit"):
        campaign(tmp_path, ducats=54)
    assert campaign(tmp_path, ducats=60).gang("north").ducats == 5


@pytest.mark.rule("CAMP-01")
def test_a_smaller_game_takes_a_legal_part_of_the_gang(made: Campaign) -> None:
    part = made.plan("flat", "gang-war", 40).fielded["north"]
    assert part.members == ("north-captain-1", "north-bravo-1", "north-bravo-2")
    one_hero_too_many = {"north": Fielded(("north-captain-1", "north-old-marco-1"))}
    with pytest.raises(CampaignError, match="1 Hero but 0 Henchmen"):
        made.plan("flat", "gang-war", 40, chosen=one_hero_too_many)
    with pytest.raises(CampaignError, match="40 ducats; 39 is the limit"):
        made.plan("flat", "gang-war", 39, chosen={"north": part})
    with pytest.raises(CampaignError, match="0 Leaders"):
        made.plan("flat", "gang-war", 40, chosen={"north": Fielded(("north-bravo-1",))})
    assert len(made.plan("flat", "gang-war", 55).fielded["south"].members) == 4


@pytest.mark.rule("CAMP-01")
def test_whoever_misses_a_game_is_left_out_and_comes_back_after_it(made: Campaign) -> None:
    told(made, lost=["north-captain-1"])
    throw(made, 1, 7)
    settle(made)
    plan = made.plan("flat", "gang-war")
    assert plan.fielded["north"].members == ("north-old-marco-1", "north-bravo-1", "north-bravo-2")
    with pytest.raises(CampaignError, match="Captain misses this game"):
        made.plan("flat", "gang-war", chosen={"north": Fielded(("north-captain-1",))})
    told(made)
    assert not who(made, "Captain").misses


@pytest.mark.rule("CAMP-01")
def test_a_gang_whose_leader_is_dead_plays_on_and_may_hire_another(made: Campaign) -> None:
    told(made, lost=["north-captain-1", "north-bravo-1", "north-bravo-2"])
    throw(made, 1, 6, 1, 6, 1, 6)
    settle(made)
    assert [member.name for member in made.gang("north").present] == ["Old Marco"]
    assert made.plan("flat", "gang-war").fielded["north"].members == ("north-old-marco-1",)
    offers = {offer.name: offer for offer in recruit_offers(made.gang("north"))}
    assert offers["Captain"].against == ("Captain costs 20 ducats; there are 0 in hand",)


# --- CAMP-02: experience ----------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-02")
def test_points_of_the_primary_objective_are_given_to_any_and_what_is_left_is_lost(made: Campaign) -> None:
    told(made, points={"north": 5})
    (asked,) = made.questions("north")
    assert isinstance(asked, AskXp)
    assert (asked.xp, [option.name for option in asked.options if option.unique]) == (5, ["Old Marco"])
    made.give("north", "Bravo 1", 2)
    made.give("north", "Captain", 1)
    with pytest.raises(CampaignError, match="2 XP are left to give, not 3"):
        made.give("north", "Captain", 3)
    settle(made)
    assert made.gang("north").points == 2
    begin(made)
    assert made.gang("north").points == 0
    assert [member.xp for member in made.gang("north").members] == [1, 0, 2, 0]


@pytest.mark.rule("CAMP-02")
def test_a_kill_is_a_point_and_a_deed_is_for_its_doers(made: Campaign) -> None:
    deeds = [("Alone", 2, ["north-bravo-1"]), ("Together", 3, ["north-captain-1", "north-bravo-2"])]
    told(made, kills={"north-bravo-1": 2, "south-captain-1": 1}, deeds=deeds)
    assert who(made, "Bravo 1").xp == 4
    assert who(made, "Captain", "south").xp == 1
    (asked,) = made.questions("north")
    assert isinstance(asked, AskXp)
    assert (asked.xp, asked.title, [each.name for each in asked.options]) == (3, "Together", ["Captain", "Bravo 2"])
    made.give("north", "Captain", 2, 0)
    with pytest.raises(CampaignError, match="Bravo 1 had no part in Together"):
        made.give("north", "Bravo 1", 1, 0)
    made.give("north", "Bravo 2", 1, 0)
    assert (who(made, "Captain").xp, who(made, "Bravo 2").xp) == (2, 1)


@pytest.mark.rule("CAMP-02")
def test_unique_characters_learn_nothing(made: Campaign) -> None:
    shared = [("Together", 2, ["north-old-marco-1", "north-bravo-1"])]
    told(made, kills={"north-old-marco-1": 3}, points={"north": 4}, deeds=shared, lost=["north-old-marco-1"])
    throw(made, 10)
    assert who(made, "Old Marco").xp == 0
    assert who(made, "Bravo 1").xp == 2  # the whole deed: nobody else of those who did it can learn
    with pytest.raises(CampaignError, match="Old Marco is Unique"):
        made.give("north", "Old Marco", 1)


# --- CAMP-03: talents -------------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-03")
def test_one_talent_after_a_game_at_its_price_and_the_rest_is_kept(made: Campaign) -> None:
    told(made, points={"north": 12})
    made.give("north", "Bravo 1", 12)
    (asked,) = made.questions("north")
    assert isinstance(asked, AskTalent)
    assert (asked.name, asked.xp) == ("Bravo 1", 12)
    made.learn("north", "Bravo 1", "Parry (1)")
    assert (who(made, "Bravo 1").xp, who(made, "Bravo 1").talents) == (6, ("Parry (1)",))
    with pytest.raises(CampaignError, match="Bravo 1 has learned a talent after this game"):
        made.learn("north", "Bravo 1", "Brave")
    settle(made)
    setup = begin(made)
    assert "Parry (1)" in abilities(setup, "north-bravo-1")
    assert "Parry (1)" not in abilities(setup, "north-bravo-2")


@pytest.mark.rule("CAMP-03")
def test_talents_add_up_with_the_card_as_far_as_abilities_do(made: Campaign) -> None:
    told(made, points={"north": 6})
    made.give("north", "Captain", 6)
    made.learn("north", "Captain", "Parry (1)")
    settle(made)
    assert abilities(begin(made), "north-captain-1") == ("Parry (3)",)
    offers = {offer.talent: offer for offer in talent_offers(made.gang("north"), who(made, "Captain"))}
    assert "Captain has Parry (3), and no more counts" in offers["Parry (1)"].against


@pytest.mark.rule("CAMP-03")
def test_a_sorcerers_talent_comes_with_a_spell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    witches = gang_file(tmp_path, "Us", ("Captain",), "ducats = 50\n")
    made = Campaign.new("Test", [(witches, "human"), (gang_file(tmp_path, "Them"), "human")], 60, 7, typed_dice=True)
    made.hire("north", "Witch", spells=["Healing"])
    told(made, points={"north": 8})
    made.give("north", "Witch", 8)
    with pytest.raises(CampaignError, match="comes with a spell: one of"):
        made.learn("north", "Witch", "Expert Sorcerer (1)")
    made.learn("north", "Witch", "Expert Sorcerer (1)", "Gateway")
    member = member_of_game(made.gang("north"), who(made, "Witch"))
    assert member.profile.spells == ("Healing", "Gateway")
    with pytest.raises(CampaignError, match="Captain is no mage"):
        made.learn("north", "Captain", "Expert Sorcerer (1)")


# --- CAMP-05: injuries ------------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-05")
@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((1, 6), {"fate": "dead"}),
        ((1, 7), {"fate": "", "misses": True, "xp": 2}),
        ((2,), {"injuries": ("Broken Leg",), "xp": 2}),
        ((3,), {"injuries": ("Broken Arm",), "xp": 2}),
        ((4,), {"injuries": (), "xp": 1}),  # what this game brought came after it
        ((5,), {"injuries": (), "misses": False, "xp": 2}),
        ((9,), {"injuries": (), "misses": False, "xp": 2}),
        ((10,), {"injuries": (), "xp": 3}),
    ],
)
def test_casualties_throw_on_the_table_of_injuries(
    made: Campaign, faces: tuple[int, ...], said: dict[str, object]
) -> None:
    told(made, points={"north": 1})
    made.give("north", "Bravo 1", 1)
    settle(made)
    told(made, lost=["north-bravo-1"], kills={"north-bravo-1": 1})
    throw(made, *faces)
    bravo = who(made, "Bravo 1")
    assert {key: getattr(bravo, key) for key in said} == said


@pytest.mark.rule("CAMP-05")
def test_only_casualties_throw_and_an_injury_holds_in_one_game(made: Campaign) -> None:
    told(made, lost=["north-bravo-1"])
    assert [(die.purpose, die.who) for die in owed_dice(made.state)] == [("injury", "north-bravo-1")]
    throw(made, 2)
    settle(made)
    setup = begin(made)
    assert "Limited Movement" in abilities(setup, "north-bravo-1")
    assert "Limited Movement" not in abilities(setup, "north-bravo-2")
    made.abandon()
    told(made)
    assert who(made, "Bravo 1").injuries == ()


# --- CAMP-06: ducats --------------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-06")
def test_leaders_and_heroes_who_live_earn_five_ducats_on_seven_and_more(made: Campaign) -> None:
    told(made, lost=["north-old-marco-1"])
    throw(made, 1, 6)
    assert [(die.seat, die.who) for die in owed_dice(made.state)] == [
        ("north", "north-captain-1"),
        ("south", "south-captain-1"),
        ("south", "south-old-marco-1"),
    ]
    throw(made, 7, 6, 10)
    assert (made.gang("north").ducats, made.gang("south").ducats) == (5, 5)


@pytest.mark.rule("CAMP-06")
def test_between_games_a_gang_hires_as_far_as_it_stays_legal_and_keeps_the_rest(made: Campaign) -> None:
    for _ in range(3):
        told(made)
        throw(made, 7, 7, 1, 1)
        settle(made)
    assert made.gang("north").ducats == 30
    offers = {offer.name: offer.against for offer in recruit_offers(made.gang("north")) if not offer.gifted}
    assert offers["Captain"] == ("2 Leaders; exactly one is wanted",)
    assert offers["Old Marco"] == ("Old Marco is Unique and appears 2 times",)
    made.hire("north", "Bravo", name="Tita")
    made.buy("north", "poison")
    gang = made.gang("north")
    assert (gang.ducats, gang.equipment, gang.present[-1].name, worth(gang)) == (15, ("poison",), "Tita", 70)
    with pytest.raises(CampaignError, match="Poison can be bought once, not 2 times"):
        made.buy("north", "poison")
    made.dismiss("north", "Tita")
    assert (made.gang("north").ducats, len(made.gang("north").present)) == (15, 4)
    told(made)
    assert made.gang("north").ducats == 15


@pytest.mark.rule("CAMP-06")
def test_nobody_is_hired_before_the_heroes_have_earned(made: Campaign) -> None:
    told(made, points={"north": 2})
    with pytest.raises(CampaignError, match="first experience and talents of Us"):
        made.hire("north", "Bravo")
    made.done("north")
    with pytest.raises(CampaignError, match="dice for the income of Us are still to fall"):
        made.hire("north", "Bravo")
    throw(made, *[9] * len(owed_dice(made.state)))
    (asked,) = made.questions("north")
    assert isinstance(asked, AskHire)
    assert asked.ducats == 10
    made.hire("north", "Bravo")
    assert who(made, "Bravo 3").joined == 1


# --- CAMP-07: the Gifted ----------------------------------------------------------------------------------------


@pytest.fixture
def with_gifted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A Masquer fights for Us."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    made = campaign(tmp_path, ducats=75)
    made.hire("north", "Masquer")
    return made


@pytest.mark.rule("CAMP-07")
@pytest.mark.parametrize(("face", "fate"), [(6, "left"), (7, "")])
def test_the_gifted_leave_another_factions_gang_on_six_and_less(with_gifted: Campaign, face: int, fate: str) -> None:
    made = with_gifted
    told(made)
    assert owed_dice(made.state)[2].purpose == "gifted"
    throw(made, 1, 1, face)
    assert who(made, "Masquer").fate == fate


@pytest.mark.rule("CAMP-07")
def test_whoever_left_is_hired_again_for_the_price_with_all_that_was_learned(with_gifted: Campaign) -> None:
    made = with_gifted
    told(made, points={"north": 5})
    made.give("north", "Masquer", 5)
    made.learn("north", "Masquer", "Engage" if not _has(made, "Engage") else "Slippery")
    learned = who(made, "Masquer").talents
    throw(made, 1, 1, 6)
    assert "Masquer" not in [member.name for member in made.gang("north").present]
    made.hire("north", "Masquer")
    masquer = who(made, "Masquer")
    assert (masquer.fate, masquer.talents, masquer.xp) == ("", learned, 1)
    assert made.gang("north").ducats == 75 - 55 - 10 - 10


def _has(made: Campaign, talent: str) -> bool:
    return any(trait.name == Trait.parse(talent).name for trait in
               member_of_game(made.gang("north"), who(made, "Masquer")).profile.traits)  # fmt: skip


@pytest.mark.rule("CAMP-07")
def test_in_a_gang_of_their_own_the_gifted_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    made = Campaign.new("Test", [("gifted-75", "human"), ("guild-75", "human")], 75, 7, typed_dice=True)
    told(made)
    assert {die.purpose for die in owed_dice(made.state)} == {"income"}


# --- CAMP-08: afterwards ----------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-08")
def test_a_gang_is_kept_and_each_talent_adds_five_ducats_to_its_value(made: Campaign, tmp_path: Path) -> None:
    told(made, points={"north": 16})
    for name in ("Captain", "Bravo 1"):
        made.give("north", name, 8)
        made.learn("north", name, "Concealment (1)")
    settle(made)
    assert worth(made.gang("north")) == 55  # as long as the campaign lasts
    made.end()
    kept = export_gang(made.gang("north"), "Test", tmp_path)
    assert kept.ducats == 65
    gang, roster = read_gang(str(kept.path))
    assert checked(gang, roster, 65).faults == ()
    assert checked(gang, roster, 64).faults[0].words == "65 ducats; 64 is the limit"
    profiles = [member.profile for member in fielded(str(kept.path), "north").members]
    assert [(each.cost, "Concealment (1)" in each.abilities) for each in profiles] == [
        (25, True), (15, False), (15, True), (10, False)
    ]  # fmt: skip
    again = Campaign.new("Next", [(str(kept.path), "human"), (str(tmp_path / "Them.toml"), "human")], 65, 7)
    assert (again.gang("north").ducats, again.gang("south").ducats) == (0, 10)
    assert "Concealment (1)" in member_of_game(again.gang("north"), again.gang("north").members[0]).profile.abilities
