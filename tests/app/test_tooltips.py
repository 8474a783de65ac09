"""Whatever a tooltip says is a message that players can read, and no text of the program's own."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from sim.app.table.glossary import explained, spell_words, terms_told
from sim.carnevale import rulebook
from sim.carnevale.magic import spells
from sim.carnevale.magic.casting import Cast
from sim.words import Message
from sim.words.tongues import PSEUDO, load
from tests.carnevale.fighters import fighter
from tests.carnevale.tables import fight, plain_street
from tests.carnevale.test_lasting_spells import mage

APP = Path(__file__).parents[2] / "sim" / "app"
INNERMOST = re.compile(r"\[[^\[\]]*\]")
ENTRIES = rulebook.entries()


def forgotten(words: str) -> str:
    """What of a text is in no brackets where every message is."""
    rest = load(PSEUDO).told(words)
    while (shorter := INNERMOST.sub("", rest)) != rest:
        rest = shorter
    return " ".join(re.findall(r"[a-zA-Z]{2,}", rest))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.kind} {entry.rule or entry.name}")
def test_what_is_explained_is_a_message_without_words_of_programs(entry: rulebook.Entry) -> None:
    words = explained(entry.rule if entry.kind == "rule" else entry.name)
    assert isinstance(words, Message)
    assert forgotten(words) == ""
    assert not re.search(r"`|\b[a-z]+_[a-z_]+\b|\bNone\b(?! )|\bTrue\b|\bFalse\b", words)


def test_the_terms_of_a_text_are_told_each_by_its_words() -> None:
    words = terms_told("It leaps and charges, with Fear (2), Healing and Lantern.")
    assert [line.partition(":")[0] for line in words.split("\n\n")] == ["leaps", "charges", "Fear", "Healing"]
    assert forgotten(words) == ""
    assert forgotten(spell_words(Cast(next(iter(spells.names()))))) == ""


@pytest.mark.rule("MAGIC-03")
def test_the_number_in_a_spell_is_told_of_whoever_casts_it() -> None:
    """ "Aces + X dice" left everybody to find out what X is."""
    caster = fight(plain_street(), fighter("a", "north", (6, 6, 0), **mage("Fate's Bounty", level=2))).state["a"]
    told = "X is 2, and 3 on a Critical."
    assert spell_words(Cast("Fate's Bounty"), caster).endswith(told)
    assert told not in spell_words(Cast("Waves of Force"), caster), "no X in it"


def test_what_a_spell_does_is_told_once() -> None:
    hint = spell_words(Cast("Mother Hydra's Claws"))
    told_of = terms_told(f"Mother Hydra's Claws  2 WP, 6+ 1 AP. {hint}")
    assert hint not in told_of
    assert "Ace: " in told_of
    assert hint in terms_told("Mother Hydra's Claws")


def tooltips() -> list[tuple[str, ast.expr]]:
    """What is handed to each tooltip, and where."""
    found: list[tuple[str, ast.expr]] = []
    for path in sorted(APP.rglob("*.py")):
        calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
        found += [
            (f"{path.relative_to(APP)}:{call.lineno}", call.args[1])
            for call in calls
            if ast.unparse(call.func) in ("widgets.tooltip", "tooltip")
        ]
    return found


def test_no_tooltip_is_put_together_of_pieces() -> None:
    """Neither an f-string, nor joined strings, nor plain words."""
    found = tooltips()
    assert len(found) > 25
    glued = (ast.JoinedStr, ast.BinOp, ast.Constant)
    assert [
        where
        for where, words in found
        if isinstance(words, glued) or (isinstance(words, ast.Call) and ast.unparse(words.func).endswith(".join"))
    ] == []
