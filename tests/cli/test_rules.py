"""`bauta rules`: what it finds, and what it says where it finds nothing."""

from __future__ import annotations

import json
import re

import pytest

from sim.carnevale import rulebook, scenarios
from sim.carnevale.magic import spells
from sim.carnevale.rulebook import entries
from sim.carnevale.weapons.hits import POISON
from sim.cli.main import run


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["rules", *arguments]) == 0
    return capsys.readouterr().out


def test_everything_that_the_rules_know_has_a_text() -> None:
    assert [entry.name for entry in entries() if not entry.text] == []


def test_without_a_word_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = " ".join(printed(capsys).split())
    assert all(entry.name in listed for entry in entries())


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("Fear (2)", "Fear (ability)"),
        ("JUMP-03", "Running on (rule, JUMP-03)"),
        ("abil-fear", "Fear (ability)"),
        ("blast", "Blast (weapon ability)"),
        ("A3", "Climbing the Ladder (agenda, A3)"),
        ("gang-war", "Gang War (scenario, gang-war, 150 ducats,"),
        ("climbing-gear", "Climbing gear (equipment, climbing-gear,"),
        ("Blood Drain", "Blood Drain (spell, Blood Rites,"),
    ],
)
def test_a_name_or_id_is_explained_alone(word: str, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, word)
    assert page.startswith(first)
    assert "\n\n" not in page


def test_a_part_of_a_name_finds_all_that_have_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"Expert Grappler", "Expert Marksman"} <= {
        each["name"] for each in json.loads(printed(capsys, "expert", "--json"))
    }


def test_a_word_that_is_in_no_name_is_looked_for_in_the_texts(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Black Powder" in printed(capsys, "attack roll costs")


def test_words_need_no_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "guild", "training") == printed(capsys, "Guild Training")
    assert "Black Powder" in printed(capsys, "attack", "roll", "costs")


def test_words_that_nowhere_follow_each_other_find_what_holds_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "stunned", "water", "--json"))
    assert found
    for each in found:
        words = f"{each['name']} {each['text']}".casefold()
        assert "stun" in words  # stunned, stuns
        assert "water" in words
    assert run(["rules", "plugh", "xyzzy"]) == 2
    assert "nothing is called 'plugh xyzzy'" in capsys.readouterr().err


def test_an_unknown_word_names_the_nearest_and_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "Slipery"]) == 2
    assert capsys.readouterr().err == "bauta rules: nothing is called 'Slipery'; near: Slippery\n"
    assert run(["rules", "xyzzy"]) == 2
    assert "`bauta rules` lists" in capsys.readouterr().err


def test_a_page_names_the_tests_that_show_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "DICE-13")
    assert page.count("    tests/carnevale/test_") == 6
    assert "tests/app/" not in page  # the rules' own come first
    assert "more" in page
    (entry,) = json.loads(printed(capsys, "DICE-13", "--json"))
    assert "tests/carnevale/test_odds.py::test_two_dice_by_hand" in entry["tests"]
    assert "tests/cli/test_odds.py::test_odds_as_json" in entry["tests"]


def test_without_the_tests_it_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "shown_by", lambda: None)
    assert "are not installed here" in printed(capsys, "Fear")
    (entry,) = json.loads(printed(capsys, "Fear", "--json"))
    assert entry["tests"] is None


def test_a_rule_that_is_an_action_has_both_pages(capsys: pytest.CaptureFixture[str]) -> None:
    assert {each["kind"] for each in json.loads(printed(capsys, "MOVE-01", "--json"))} == {"rule", "action"}


def test_an_id_written_almost_so_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "JUMP3"]) == 2
    assert "JUMP-03" in capsys.readouterr().err


# --- the numbers in the words ---------------------------------------------------------------------------------


def text_of(name: str, kind: str) -> str:
    found = [entry for entry in rulebook.entries() if entry.kind == kind and name in (entry.name, entry.id)]
    assert len(found) == 1
    return found[0].text


@pytest.mark.rule("WEAP-Poisoned")
def test_poisoned_names_what_it_costs_on_every_base() -> None:
    said = text_of("Poisoned", "weapon ability")
    sizes = {**POISON, 60: 6}
    assert [
        size for size, lost in sizes.items() if not re.search(rf"\b{lost}( LP on a base of| on) {size} mm", said)
    ] == []


@pytest.mark.rule("WEAP-Reload")
def test_reload_says_how_often_and_what_contact_does() -> None:
    said = text_of("Reload", "weapon ability")
    assert "At most X attacks" in said
    assert "round" in said
    assert "base contact" in said


@pytest.mark.rule("SCEN-04")
def test_the_kinds_of_objectives_are_told_as_they_are_played() -> None:
    said = text_of("SCEN-04", "rule")
    assert "touched them last" not in said
    for word in ("claims it at the end of a turn", "1 AP", "turned over", "Pickpocket", "3 or more", "Gateway"):
        assert word in said


@pytest.mark.parametrize("name", spells.names())
def test_every_spell_names_its_reach_and_whether_it_needs_sight(name: str) -> None:
    spell = spells.named(name)
    assert spell is not None
    if spell.reach and spell.on:
        assert f'within {spell.reach:g}"' in spell.text or "template" in spell.text
        assert ("in sight" in spell.text) is spell.sight or "template" in spell.text


def test_every_scenario_tells_its_numbers_and_agenda_rules() -> None:
    for id in scenarios.known():
        page = scenarios.find(id)
        assert page is not None
        words = {"double": "double", "secret": "secret", "cycle": "follows each", "secondary": "Without an agenda"}
        assert [rule for rule in page.agenda_rules if words[rule] not in page.words()] == []
        assert "inches" in page.words()


def test_one_ducat_is_no_ducats() -> None:
    assert [entry.numbers for entry in rulebook.entries() if entry.name == "Flash grenade"] == ["1 ducat"]
