"""Whom a marker or template would hit is known before it is laid, and by default it spares friends (GEO-13, 14)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sim.carnevale.actions.combat import WhereTemplateBegins, met
from sim.carnevale.characters import Weapon
from sim.engine.requests import Ruling
from tests.carnevale.fighters import duel, fighter, strike
from tests.carnevale.tables import Table, fight, plain_street, question

SPRAY = {"weapons": (Weapon("Spray", range=3, abilities=("Template",)),)}


def asked(*others: dict[str, Any], apart: float = 3.2) -> tuple[Table, WhereTemplateBegins]:
    table = fight(plain_street(), *duel(a=SPRAY, apart=apart), *others, dice=[5] + [2] * 40)
    choice = question(table, "a", strike("Spray"), "template")
    assert isinstance(choice, WhereTemplateBegins)
    return table, choice


BESIDE = fighter("friend", "north", (6.8, 7.3, 0))  # its way out
BEYOND = fighter("friend", "north", (7.0, 10.5, 0))  # the target
FAR = fighter("foe", "south", (6, 16.2, 0))  # no template reaches it that begins at once, or an inch away


@pytest.mark.rule("WEAP-Template", "GEO-14")
def test_the_question_says_whom_each_distance_hits() -> None:
    table, choice = asked(BESIDE, FAR)
    assert [set(whom) for whom in choice.hits] == [{"b", "friend"}, {"b"}, {"b", "foe"}, {"b", "foe"}]
    labels = [choice.label(table.state, each).text for each in choice.options]
    assert labels[:2] == ['0" away: hits B and FRIEND (friend)', '1" away: hits B']


@pytest.mark.rule("WEAP-Template", "GEO-14")
@pytest.mark.parametrize(
    ("others", "apart", "default"),
    [
        ((), 3.2, 0),
        ((BESIDE,), 3.2, 1),
        ((FAR,), 3.2, 2),
        ((BESIDE, FAR), 3.2, 2),
        ((BEYOND,), 3.2, 0),  # it cannot be spared
        ((BEYOND, FAR), 3.2, 2),
        ((BEYOND,), 2.2, 0),  # it could, where the target would be
    ],
)
def test_by_default_it_hits_the_target_few_friends_and_many_enemies(others: Any, apart: float, default: int) -> None:
    _, choice = asked(*others, apart=apart)
    assert choice.default == default
    assert "b" in choice.hits[default]


def test_of_a_journal_that_was_written_before_it_was_asked_nothing_is_known() -> None:
    table, choice = asked(BESIDE)
    rule = met(table.state, "a", "b", SPRAY["weapons"][0])
    request = next(rule)
    assert isinstance(request, Ruling)
    assert request.evidence
    with pytest.raises(StopIteration) as ended:
        rule.send(None)
    assert ended.value.value == ()
    unknown = msgspec.structs.replace(choice, hits=(), default=0)
    assert unknown.label(table.state, 1).text == '1" away'


@pytest.mark.rule("GEO-14")
@pytest.mark.parametrize(("others", "apart", "same"), [((), 3.2, True), ((FAR,), 3.2, False), ((BESIDE,), 3.2, False)])
def test_where_it_begins_is_foregone_if_it_hits_the_same_from_everywhere(others: Any, apart: float, same: bool) -> None:
    _, choice = asked(*others, apart=apart)
    assert choice.foregone == same
    assert not msgspec.structs.replace(choice, hits=()).foregone
