"""The book of rules: whole, in our own words, and named by every test and refusal."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from sim.carnevale import rulebook
from sim.carnevale.actions import KINDS
from sim.carnevale.event import BaseEvent
from sim.carnevale.events import Event
from sim.carnevale.narration import SILENT, narrate
from sim.words import Message, term
from sim.words.tongues import load
from tests.carnevale import printed

SIM = Path(rulebook.__file__).resolve().parents[1]
NUMBERED = {  # how many rules each part of the rulebook's checklist has
    "GEO": 15, "DICE": 13, "TURN": 12, "MOVE": 13, "JUMP": 9, "FALL": 4, "WATER": 6, "ACT": 9, "MAGIC": 10,
    "TERR": 14, "GANG": 2, "EQUIP": 11, "SCEN": 12, "CAMP": 8,
}  # fmt: skip
NAMED = {
    "ability": printed.ABILITIES, "weapon ability": printed.WEAPON_ABILITIES, "spell": printed.SPELLS,
    "agenda": printed.AGENDAS, "scenario": printed.SCENARIOS,
}  # fmt: skip
WITH_RULES_OF_THEIR_OWN = {"ability": "ABIL-", "weapon ability": "WEAP-", "spell": "SPELL-", "agenda": "AGENDA-"}
APART = ("ED18", "VEN")  # the older edition, the board game


def ruled() -> set[str]:
    return {entry.rule for entry in rulebook.entries() if entry.rule}


def test_every_numbered_rule_answers() -> None:
    wanted = {f"{part}-{n:02d}" for part, most in NUMBERED.items() for n in range(1, most + 1)}
    assert wanted - ruled() == set()
    for rule in wanted:
        assert all(entry.text for entry in rulebook.find(rule))


@pytest.mark.parametrize("kind", NAMED)
def test_everything_that_the_rulebook_prints_is_in_the_book(kind: str) -> None:
    there = {entry.id or entry.name for entry in rulebook.entries() if entry.kind == kind}
    assert NAMED[kind] - there == set()


def test_every_ability_spell_and_agenda_answers_by_an_id_of_its_own() -> None:
    rules = [entry.rule for entry in rulebook.entries() if entry.kind in WITH_RULES_OF_THEIR_OWN]
    assert len(set(rules)) == len(rules)
    for entry in rulebook.entries():
        prefix = WITH_RULES_OF_THEIR_OWN.get(entry.kind)
        assert prefix is None or entry.rule.startswith(prefix), entry.name
    assert rulebook.find("ABIL-Stacking")  # how abilities stack, the one such rule that is no ability


def test_every_entry_has_a_text_of_some_length() -> None:
    assert [entry.name for entry in rulebook.entries() if len(entry.text) < 15] == []


def test_every_action_is_in_the_book() -> None:
    ids = {entry.id for entry in rulebook.entries() if entry.kind == "action"}
    assert {kind.name() for kind in KINDS} <= ids


def test_every_rule_that_a_test_names_is_in_the_book_and_every_rule_is_shown_by_one() -> None:
    index = rulebook.shown_by()
    assert index is not None
    named = {rule for rule in index if rule.partition("-")[0] not in APART}
    assert named - ruled() == set()
    table = {"CHOICE", "DICE", "OVER", "UNDO", "YIELD"}  # what no rule says, but the table does
    assert ruled() - named - table == set()


# --- refusals --------------------------------------------------------------------------------------------------


def refusals() -> Iterator[tuple[str, ast.expr]]:
    """Every Refusal that the rules construct: where, and the rule that it names."""
    for folder in ("carnevale", "engine"):
        for path in sorted((SIM / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                    yield f"{path.relative_to(SIM)}:{node.lineno}", node.args[0]


def literals() -> Iterator[tuple[str, str]]:
    """The rules that refusals name in so many words; others are handed a rule's id, or the board's (`*refusal`)."""
    for where, rule in refusals():
        if isinstance(rule, ast.Constant):
            yield where, rule.value


def board_refusals() -> Iterator[tuple[str, str]]:
    """The (rule, why) pairs of the board's verdicts."""
    for path in sorted((SIM / "board").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[0], ast.Constant):
                rule = node.elts[0].value
                if isinstance(rule, str) and rulebook.ID.fullmatch(rule):
                    yield f"{path.relative_to(SIM)}:{node.lineno}", rule


def test_every_refusal_names_a_rule_of_the_book() -> None:
    named = [*literals(), *board_refusals()]
    assert len(named) > 100
    assert [(where, rule) for where, rule in named if not rulebook.explained(rule)] == []


def test_refusals_without_a_rule_of_their_own_are_handed_one() -> None:
    """The rest are given a name that holds a rule's id, or a whole refusal of the board's."""
    for where, rule in refusals():
        handed = isinstance(rule, ast.Starred) or (isinstance(rule, ast.Name) and rule.id == "rule")
        assert handed or isinstance(rule, ast.Constant), where


# --- events ----------------------------------------------------------------------------------------------------


def kinds(kind: type[Any] = BaseEvent) -> Iterator[type[Event]]:
    """The events that happen: the leaves below their bases."""
    for each in kind.__subclasses__():
        if each.__subclasses__():
            yield from kinds(each)
        else:
            yield each


def some(hint: Any) -> Any:
    """A value of this type."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return None if type(None) in inner else some(inner[0])
    if origin is Literal:
        return inner[0]
    if origin in (tuple, list, dict):
        of_a_few = [some(each) for each in inner if each is not ...]
        return {} if origin is dict else origin(of_a_few)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return made(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    return {str: "x", int: 1, float: 1.0, bool: False}.get(hint)


ONE_OF_A_FEW = {"what": "wp", "counter": "hidden", "landing": "solid", "stat": "attack"}


def made(kind: type[Any]) -> Any:
    """A struct of this kind, with something in each field."""
    hints = get_type_hints(kind)
    fields = {name: "x" if name == "who" else some(hints[name]) for name in kind.__struct_fields__}
    return kind(**{name: ONE_OF_A_FEW.get(name, value) if value == "x" else value for name, value in fields.items()})


EVENTS = sorted({kind for kind in kinds() if kind.__module__.startswith("sim.")}, key=lambda kind: kind.__name__)


def test_there_are_events_of_all_modules() -> None:
    assert len(EVENTS) > 40
    assert set(SILENT) < set(EVENTS)


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_has_a_sentence_or_only_keeps_books(kind: type[Event]) -> None:
    sentence = narrate(made(kind), str)
    if kind in SILENT:
        assert sentence == ""
    else:
        assert sentence.endswith((".", "!", "”"))
        assert sentence[0].isupper() or sentence[0].isdigit() or sentence.startswith("x")


# --- words where they are named --------------------------------------------------------------------------------------


def test_the_words_of_a_text_are_explained_as_they_stand_in_it() -> None:
    told = rulebook.terms_in("Anna charges Bruno: Bruno is Stunned, and Fear (2) makes it re-roll.")
    assert [word for word, _ in told] == ["charges", "Stunned", "Fear", "re-roll"]
    assert dict(told)["Stunned"] == rulebook.explained("Stunned")
    assert dict(told)["Fear"] == rulebook.explained("Fear")


def test_spells_are_explained_with_their_numbers_and_nothing_twice() -> None:
    ((word, text),) = rulebook.terms_in("Blessing of the Sky, and Blessing of the Sky again")
    assert word == "Blessing of the Sky"
    assert text == rulebook.explained("Blessing of the Sky")


def test_a_rule_that_a_refusal_names_is_explained_with_its_name() -> None:
    ((word, text),) = rulebook.terms_in("no further than that (JUMP-03)")
    assert word == "Running on (JUMP-03)"
    assert text == rulebook.explained("JUMP-03")


def test_words_in_other_words_are_no_terms() -> None:
    assert rulebook.terms_in("Fearless Guardians waterfalls") == ()
    assert len(rulebook.terms_in("Stunned Hidden Underwater Fear Parry Guard", most=2)) == 2


@pytest.mark.parametrize("kind", ["agenda", "command ability", "scenario"])
def test_a_word_in_a_name_is_no_term(kind: str) -> None:
    """The agenda Nowhere to Hide told what the action Hide is."""
    for entry in rulebook.entries():
        if entry.kind == kind:
            assert rulebook.terms_in(f"Give up {entry.name} for another") == ()
    assert [word for word, _ in rulebook.terms_in("Nowhere to Hide, but Hide all the same")] == ["Hide"]


@pytest.mark.rule("TERR-14")
def test_cast_off_is_explained_as_what_a_boat_does() -> None:
    """Not as the action that casts a spell."""
    assert rulebook.terms_in("Cast Off  2 CP") == (("Cast Off", rulebook.explained("Boats and Cast Off")),)


def test_every_word_that_is_called_otherwise_leads_to_an_entry() -> None:
    for word in rulebook.CALLED:
        assert rulebook.terms_in(f"a {word} b"), word


def test_an_entry_leads_to_those_that_its_text_names() -> None:
    for entry in rulebook.entries():
        for each in rulebook.named_in(entry.text):
            assert each.name in entry.text or each.rule in entry.text or each.id in entry.text


# --- looked up ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("AP", "Action Points"),
        ("covers", "Cover"),
        ("falls", "Falling"),
        ("swims", "Swimming"),
        ("flying", "Flight"),
        ("dice", "Dice pool"),
        ("win", "Agendas"),
        ("victory points", "Agendas"),
        ("hit points", "Lost Life Points"),
        ("how far can I move", "Run/Climb"),
        ("who goes first?", "Initiative"),
        ("opportunity attack", "Attack of opportunity"),
    ],
)
def test_what_newcomers_ask_is_found(word: str, first: str) -> None:
    """Letters within any word were as good: AP was in `applies`, and win in `throwing`."""
    assert rulebook.find(word)[0].name == first


def test_letters_within_a_word_are_no_mention_where_the_word_is_there() -> None:
    every = [entry.name for entry in rulebook.find_all("AP")]
    assert every[0] == "Action Points"
    assert "Weapon numbers" not in every
    assert rulebook.find_all("!?") == ()


@pytest.mark.parametrize(
    ("language", "word", "first"),
    [
        ("fr", "couvert", "Couvert"),
        ("fr", "as", "As"),
        ("fr", "etourdi", "Étourdi"),
        ("fr", "plongee", "Plonger"),
        ("fr", "nage", "Nager"),
        ("it", "coperture", "Copertura"),
        ("it", "nuoto", "Nuotare"),
    ],
)
def test_it_is_looked_for_as_it_is_told_without_accents_and_endings(language: str, word: str, first: str) -> None:
    tell = load(language).told
    assert tell(term(rulebook.find(word, tell)[0].name)) == first


def test_words_that_are_explained_by_another_name_stand_in_the_catalogues() -> None:
    """Some were told in English over a French explanation."""
    assert [word for word in rulebook.CALLED if not isinstance(word, Message)] == []
