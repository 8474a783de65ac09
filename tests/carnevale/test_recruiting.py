"""What may still join a gang, what it costs, and the reasons against it (GANG-01, 02, EQUIP-01)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.carnevale.gangs import Chosen, Gang, GangCheck, checked, read_gang
from sim.carnevale.recruiting import GangOffer, newcomer, offers, spell_choice
from sim.carnevale.rosters import Roster, Sheet

CARD: dict[str, Any] = {"ap": 2, "lp": 8, "move": 5, "dexterity": 4, "attack": 4, "protection": 3, "mind": 3}
OWN = Roster(
    1,
    "Own",
    (
        Sheet(name="Chief", rank="Leader", cost=20, **CARD),
        Sheet(name="Blade", rank="Hero", cost=15, **CARD),
        Sheet(name="Ada", rank="Henchman", cost=10, unique=True, **CARD),
        Sheet(name="Hand", rank="Henchman", cost=9, **CARD),
    ),
)


def looked_at(
    *names: str, ducats: int = 100, leader: bool = True, **more: Any
) -> tuple[GangCheck, dict[str, GangOffer]]:
    gang = Gang(1, "G", "Own", tuple(map(Chosen, names)), ducats, **more)
    check = checked(gang, OWN, ducats, leader=leader)
    found = offers(gang, OWN, check, leader=leader)
    return check, {offer.name: offer for offer in (*found.characters, *found.equipment)}


@pytest.mark.rule("GANG-01")
@pytest.mark.parametrize(
    ("members", "joins", "against"),
    [
        ((), "Chief", ()),
        ((), "Hand", ()),  # that there is no Leader yet is not its doing
        (("Chief",), "Chief", ("2 Leaders; exactly one is wanted",)),
        (("Chief",), "Blade", ("1 Hero but 0 Henchmen; there may not be more Heroes",)),
        (("Chief", "Hand"), "Blade", ()),
        (("Chief", "Blade"), "Hand", ()),  # it mends what is wrong
        (("Chief", "Blade"), "Blade", ("2 Heroes but 0 Henchmen; there may not be more Heroes",)),
        (("Chief", "Ada"), "Ada", ("Ada is Unique and appears 2 times",)),
        (("Chief", "Chief"), "Chief", ("3 Leaders; exactly one is wanted",)),
    ],
)
def test_what_speaks_against_one_more_is_what_it_would_make_worse(
    members: tuple[str, ...], joins: str, against: tuple[str, ...]
) -> None:
    assert looked_at(*members)[1][joins].against == against


@pytest.mark.rule("GANG-01")
def test_ducats_are_counted_with_the_equipment() -> None:
    check, found = looked_at("Chief", "Hand", ducats=40, equipment=("poison",))
    assert (check.spent, check.left, check.faults) == (34, 6, ())
    assert found["Hand"].against == ("43 ducats; 40 is the limit",)
    assert found["gondola"].against == ()
    assert found["leather-doublet"].against == ("44 ducats; 40 is the limit",)
    assert found["Hand"].taken == 1


@pytest.mark.rule("EQUIP-01")
def test_an_item_that_is_there_is_not_bought_again() -> None:
    _, found = looked_at("Chief", equipment=("poison",))
    assert found["poison"].taken == 1
    assert found["poison"].against == ("Poison can be bought once, not 2 times",)


@pytest.mark.rule("GANG-01")
def test_a_fault_says_whose_doing_it_is() -> None:
    check, _ = looked_at("Chief", "Ada", "Chief", "Ada")
    assert [(fault.about, fault.members) for fault in check.faults] == [("leader", (0, 2)), ("unique", (1, 3))]


@pytest.mark.rule("GANG-01")
def test_a_unique_character_under_another_name_is_still_the_same() -> None:
    members = (Chosen("Chief"), Chosen("Ada"), Chosen("Ada", name="Her sister"))
    check = checked(Gang(1, "G", "Own", members), OWN, 100)
    assert [fault.words for fault in check.faults] == ["Ada is Unique and appears 2 times"]


@pytest.mark.rule("GANG-02")
def test_the_choices_of_a_newcomer_are_made_later() -> None:
    gang, roster = read_gang("vatican-75")
    none = msgspec.structs.replace(gang, members=())
    mage = next(
        sheet
        for sheet in roster.characters
        if sheet.rank == "Leader" and spell_choice(sheet.profile("Vatican", ())).spells
    )
    offer = next(o for o in offers(none, roster, checked(none, roster, 75)).characters if o.name == mage.name)
    assert offer.against == ()
    joined = msgspec.structs.replace(none, members=(newcomer(mage),))
    assert {fault.about for fault in checked(joined, roster, 75).faults} == {"spells"}


@pytest.mark.rule("MAGIC-01")
def test_a_mage_chooses_from_the_disciplines_of_its_card() -> None:
    _, roster = read_gang("gifted")
    sheet = roster.sheet("Astrologer of the Clock Tower")
    assert sheet is not None
    choice = spell_choice(sheet.profile("Gifted", ()))
    assert choice.number == 2
    assert {spell.discipline for spell in choice.spells} == {"Fateweaving", "Runes of Sovereignty"}
    hand = OWN.sheet("Hand")
    assert hand is not None
    assert spell_choice(hand.profile("Own", ())).spells == ()
