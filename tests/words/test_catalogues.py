"""The catalogues are whole: every message has its French and Italian, with the same fields and all plural forms."""

from __future__ import annotations

import ast
import re
from copy import deepcopy
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

import sim
from sim.carnevale.actions import KINDS
from sim.words import say
from sim.words.tongues import LANGUAGES, catalogue_of, load
from tools.words import JSON, merge, read, said, written, wrong

OTHERS = [code for code in LANGUAGES if code != "en"]
messages = cache(said)  # of all modules: they take seconds to read


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated_and_has_its_fields(language: str) -> None:
    assert wrong(language, messages()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_lies_there_as_the_tool_writes_it(language: str) -> None:
    lies, wanted = (
        each.splitlines() for each in (catalogue_of(language).read_bytes(), written(merge(language, messages())))
    )
    other = [(n, *pair) for n, pair in enumerate(zip_longest(lies, wanted), 1) if pair[0] != pair[1]]
    assert other[:3] == [], "python tools/words.py --merge"  # the first lines alone: a megabyte is not to be compared


@pytest.mark.parametrize(("language", "words"), [("fr", "Ouvrir la table"), ("it", "Apri il tavolo")])
def test_it_is_read_and_kept_for_the_next_time(language: str, words: str, tmp_path: Path) -> None:
    load.cache_clear()
    assert load(language, tmp_path).told(say("Open the table")) == words
    assert [path.suffix for path in tmp_path.iterdir()] == [".mo"]
    load.cache_clear()
    assert load(language, tmp_path).told(say("Open the table")) == words


def test_one_that_cannot_be_kept_is_read_all_the_same(tmp_path: Path) -> None:
    load.cache_clear()
    (tmp_path / "file").write_text("in the way")
    assert load("it", tmp_path / "file" / "words").told(say("Quit")) == "Esci"


def test_what_is_forgotten_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    template = deepcopy(messages())
    template.add("a message of this test with {fields}", None, [("here.py", 1)])
    assert wrong("fr", template) == ["fr: “a message of this test with {fields}” (here.py): not translated"]


def test_what_an_action_is_called_in_sentences_is_a_message() -> None:
    called = {kind.name().replace("_", " ") for kind in KINDS}
    assert {name for name in called if messages().get(name) is None} == set()


def test_a_sentence_for_one_has_one_for_several() -> None:
    """A catalogue finds both by the first: with two of the second, one would be told in place of the other."""
    found: dict[str, set[str]] = {}
    for path in Path(sim.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("counted"), [ast.Constant(str(one)), ast.Constant(str(many)), *_]):
                    found.setdefault(one, set()).add(many)
    assert len(found) > 50
    assert {one: many for one, many in found.items() if len(many) > 1} == {}


# A sign with no space of its own before it, or a usual one; what goes on after it is a time, a ratio or a conversion.
HIGH = re.compile(r"[^\u00a0][:;?!](?!\S)|[^\u00a0]»|«[^\u00a0]|[\d}]%(?![\w}])")
TYPED = "words to type"


def test_french_signs_have_their_space() -> None:
    """Before : ; ? ! % and within « », one that does not break."""
    found = [each for each in read("fr") if each.id and TYPED not in (each.context or "")]
    forms = [form for each in found for form in ((each.string,) if isinstance(each.string, str) else each.string)]
    assert len(forms) > 3000
    assert [form for form in forms if HIGH.search(form) and JSON not in form] == []
