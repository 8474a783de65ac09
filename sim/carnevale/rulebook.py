"""The book of rules: everything that can be looked up, in our own words, with the tests that show it.

Rules have their texts in `assets/rules.toml`; abilities, spells, actions, equipment, agendas and scenarios where the
code plays them. The same text serves `bauta rules`, the table's tooltips and whoever asks after a refusal.
"""

from __future__ import annotations

import ast
import difflib
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from inspect import getdoc
from pathlib import Path

import msgspec

from sim.board.files.folders import assets_dir
from sim.carnevale import agendas, equipment, game, hooks, scenarios  # noqa: F401  (the game registers all)
from sim.carnevale.actions import KINDS, counter
from sim.carnevale.agendas import plan
from sim.carnevale.called_otherwise import CALLED, SOUGHT
from sim.carnevale.gangs import shipped_rosters
from sim.carnevale.magic import spells
from sim.carnevale.scenario import Scenario
from sim.carnevale.word_forms import folded, sought_in, stems, words_of
from sim.words import counted, joined, say, term

__all__ = [
    "CALLED",
    "ID",
    "Entry",
    "entries",
    "explained",
    "find",
    "find_all",
    "named_in",
    "near",
    "plain",
    "scenario_numbers",
    "shown_by",
    "terms_in",
]

TEXTS = "rules.toml"
RANKS = 8  # of what fits a word
MOST_NAMED = 6  # of what else a text names
LETTERS = 3  # at least, of a word that others may begin with or hold
LONGEST = 200  # characters of a word that others are likened to
ID = re.compile(r"\b[A-Z]+-(?:[A-D]?\d+)\b")


class Entry(msgspec.Struct, frozen=True):
    """One thing that can be looked up. `id` is how files and journals call it, where that is not its name."""

    kind: str
    name: str
    text: str
    id: str = ""
    numbers: str = ""
    rule: str = ""  # the id that refusals and tests name

    @property
    def keys(self) -> tuple[str, ...]:
        """What it answers to."""
        return tuple(plain(key) for key in dict.fromkeys((self.name, self.id, self.rule)) if key)


@cache
def entries() -> tuple[Entry, ...]:
    """Everything that can be looked up, kind by kind."""
    return (
        *_rules(), *_actions(), *_plug_ins(), *_spells(), *_commands(), *_equipment(), *_agendas(), *_scenarios()
    )  # fmt: skip


def find(word: str, tell: Callable[[str], str] = str) -> tuple[Entry, ...]:
    """What the word names, best: by name or id, then in a name, then in a text; of several words, then all of them
    anywhere. Empty where nothing is.

    Whole words come before those that begin so, and these before letters within a word; neither accents nor the
    endings of plurals and verbs count. `tell`: the same words in the language of whoever asks, where it is looked for
    too.
    """
    return next((fits for fits in _ranks(word, tell) if fits), ())


def find_all(word: str, tell: Callable[[str], str] = str) -> tuple[Entry, ...]:
    """What the word names, as `find` does, and behind it all that only speaks of it."""
    *whole, letters, some = _ranks(word, tell)
    every = tuple(dict.fromkeys(each for fits in whole for each in fits))
    return every or letters or some


def _ranks(word: str, tell: Callable[[str], str]) -> Iterator[tuple[Entry, ...]]:
    """What fits, each rank less well than the one before."""
    asked, own, sought = folded(plain(word)), folded(plain(tell(word))), sought_in(plain(word))
    words = set(words_of(plain(word)))
    if not words:
        yield from ((),) * RANKS
        return
    called = [entry for name, entry in (*CALLED.items(), *SOUGHT.items()) if sought_in(name) == sought]
    yield tuple(
        each for each in entries()
        if asked in map(folded, each.keys) or own == folded(plain(tell(term(each.name)))) or each.name in called
    )  # fmt: skip
    names = [(each, f"{each.name} {tell(term(each.name))}") for each in entries()]
    whole = [each for each, name in names if words <= set(words_of(name))]
    begun = [each for each, name in names if sought <= stems(name)]
    begun += [each for each, name in names if _begin(sought, name)]
    yield tuple(dict.fromkeys((*whole, *begun))) if whole else ()
    yield tuple(each for each in entries() if sought in (stems(each.name), stems(tell(term(each.name)))))
    yield tuple(dict.fromkeys(begun))
    texts = [(each, f"{each.text} {tell(term(each.text))}") for each in entries()]
    yield tuple(each for each, text in texts if sought <= stems(text))
    yield tuple(each for each, text in texts if _begin(sought, text))
    within = [(each, folded(f"{name} {text}")) for (each, name), (_, text) in zip(names, texts, strict=True)]
    yield tuple(each for each, all_words in within if len(asked) >= LETTERS and asked in all_words)
    yield _most_of(sought, within)


def _begin(sought: frozenset[str], text: str) -> bool:
    """Does a word of the text begin with each that is looked for?"""
    there = stems(text)
    return all(len(each) >= LETTERS and any(one.startswith(each) for one in there) for each in sought)


def _most_of(sought: frozenset[str], texts: Sequence[tuple[Entry, str]]) -> tuple[Entry, ...]:
    """The texts that have most of several words, rare ones first."""
    rare = {each: sum(each in stems(text) for _, text in texts) for each in sought}
    worth = {entry: sum(1 / rare[each] for each in sought & stems(text)) for entry, text in texts}
    most = max(worth.values(), default=0)
    return tuple(entry for entry in worth if worth[entry] == most > 0)


def near(word: str, most: int = 3) -> list[str]:
    """Names that are written almost so; else ids."""
    asked = plain(word[:LONGEST])
    named = {plain(name): name for each in entries() for name in (each.name, each.id) if name}
    ruled = {plain(each.rule): each.rule for each in entries() if each.rule}
    for known in (named, ruled):
        found = difflib.get_close_matches(asked, known, n=most, cutoff=0.65)
        if found:
            return [known[name] for name in found]
    return []


def explained(word: str) -> str:
    """The text of what a card or a refusal calls so, its numbers first; empty where there is none."""
    asked = plain(word)
    entry = next((each for each in entries() if asked and asked in each.keys), None)
    return _whole(entry) if entry is not None else ""


def _whole(entry: Entry) -> str:
    """The text of an entry, its numbers first."""
    return joined(". ", (entry.numbers, term(entry.text)))


@cache
def _terms() -> tuple[re.Pattern[str], Mapping[str, Entry]]:
    """All words that are explained where they are named, the longest first, and their entries. Names of agendas and
    commands, which stand beside their own texts, are among them without one: the words in them are no terms.
    """
    known = {
        each.name: each
        for each in entries()
        if each.kind in ("ability", "weapon ability", "spell", "equipment", "effect", "action")
    }
    known |= {each.name: each for each in entries() if each.name in ("Stunned", "Underwater", "Destiny Die")}
    named = {each.name: each for each in entries() if each.kind == "rule"}
    known |= {word: named.get(name) or known[name] for word, name in CALLED.items()}
    known |= {each.rule: each for each in entries() if each.kind == "rule"}
    names = {each.name for each in entries() if each.kind in ("agenda", "command ability")}
    words = sorted(known.keys() | names, key=len, reverse=True)
    return re.compile(r"\b(" + "|".join(map(re.escape, words)) + r")(?=s?\b)"), known


def terms_in(text: str, most: int = 4) -> tuple[tuple[str, str], ...]:
    """The words of a text that are explained somewhere, as they stand in it, each with its explanation.

    Abilities, weapon abilities, spells, equipment, actions and counters by name; common words of the rules; and rules
    by the ids that refusals end with, which are told with their names.
    """
    pattern, known = _terms()
    found: dict[Entry, str] = {}
    for match in pattern.finditer(text):
        if match.group(1) in known:
            found.setdefault(known[match.group(1)], match.group(1))
    told = ((word, entry) for entry, word in list(found.items())[:most])
    return tuple((_titled(word, entry), _whole(entry)) for word, entry in told)


def _titled(word: str, entry: Entry) -> str:
    return say("{name} ({x})", name=term(entry.name), x=word) if word == entry.rule else word


def named_in(text: str) -> tuple[Entry, ...]:
    """What else a text names: by id, or as a name with a capital that stands in it as it is written."""
    found = [each for each in entries() if (each.rule or each.id) in set(ID.findall(text)) and each.kind == "rule"]
    for each in entries():
        if len(found) < MOST_NAMED and each.name[:1].isupper() and re.search(rf"\b{re.escape(each.name)}\b", text):
            found.append(each)
    return tuple(dict.fromkeys(found))[:MOST_NAMED]


def plain(word: str) -> str:
    """As names are compared: without its number, as cards write `Fear (2)`."""
    return word.partition("(")[0].strip().casefold()


# --- the tests that show a rule ---------------------------------------------------------------------------


def tests_dir() -> Path | None:
    """The tests of this checkout; None where the program is installed without them."""
    folder = Path(__file__).resolve().parents[2] / "tests"
    return folder if (folder / "carnevale").is_dir() else None


@cache
def shown_by() -> Mapping[str, tuple[str, ...]] | None:
    """The tests that carry each rule's mark, as `path::name`, those of the rules first; None where there are none."""
    folder = tests_dir()
    if folder is None:
        return None
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py"), key=lambda path: (folder / "carnevale" not in path.parents, path)):
        where = path.relative_to(folder.parent).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        whole = [rule for node in tree.body if isinstance(node, ast.Assign) for rule in _marks(node.value)]
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in (*whole, *(rule for each in node.decorator_list for rule in _marks(each))):
                    found[rule].append(f"{where}::{node.name}")
    return {rule: tuple(dict.fromkeys(tests)) for rule, tests in found.items()}


def _marks(node: ast.expr) -> Iterator[str]:
    """The ids in `pytest.mark.rule(...)`, wherever it stands in an expression."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule":
            yield from (a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


# --- where the texts come from ------------------------------------------------------------------------------


def _rules() -> Iterator[Entry]:
    """The numbered rules, and what the table itself may refuse."""
    with (assets_dir() / TEXTS).open("rb") as file:
        sections = tomllib.load(file)
    for section in sections.values():
        for id, (title, text) in section.items():
            yield Entry("rule", title, text, id, rule=id)


def _actions() -> Iterator[Entry]:
    for kind in KINDS:
        yield Entry(
            "action", kind.name().replace("_", " ").capitalize(), _act(kind), kind.name(), rule=_first(_module(kind))
        )
    yield Entry("action", "Counter", _act(counter.Counter), "counter", rule=_first(_module(counter.Counter)))
    yield Entry("action", "Plan", _act(plan.PlanAgendas), "plan", rule=_first(_module(plan.PlanAgendas)))


def _plug_ins() -> Iterator[Entry]:
    kinds = {"abilities": ("ability", "ABIL-"), "weapons": ("weapon ability", "WEAP-")}
    found = []
    for each in hooks.every():
        kind, prefix = kinds.get(type(each).__module__.split(".")[2], ("effect", ""))
        if each.printed and prefix:
            found.append(Entry(kind, each.name, _doc(type(each)), rule=prefix + _dashed(each.name)))
        else:
            found.append(Entry("effect", each.name, _doc(type(each))))
    for kind in ("ability", "weapon ability", "effect"):
        yield from sorted((each for each in found if each.kind == kind), key=lambda each: each.name)


def _spells() -> Iterator[Entry]:
    for name in spells.names():
        spell = spells.named(name)
        assert spell is not None
        told = {"discipline": term(spell.discipline), "cost": spell.cost, "difficulty": spell.difficulty}
        numbers = (
            say("{discipline}, cantrip, {cost} WP, {difficulty}+", **told)
            if spell.cantrip
            else say("{discipline}, {cost} WP, {difficulty}+", **told)
        )
        yield Entry("spell", name, _one(spell.text), numbers=numbers, rule=f"SPELL-{_dashed(name)}")


def _commands() -> Iterator[Entry]:
    """The command abilities of the characters that come with the game (TURN-09)."""
    found = {
        command.name: command
        for roster in shipped_rosters()
        for sheet in roster.characters
        for command in sheet.commands
    }
    for name in sorted(found):
        yield Entry("command ability", name, found[name].text, numbers=say("{cost} CP", cost=found[name].cost))


def _equipment() -> Iterator[Entry]:
    for id in equipment.known():
        item = equipment.find(id)
        assert item is not None
        yield Entry(
            "equipment",
            item.title,
            item.text,
            id,
            counted("{n} ducat", "{n} ducats", item.price),
            _first(type(item).__doc__ or ""),
        )


def _agendas() -> Iterator[Entry]:
    for id in agendas.known():
        agenda = agendas.find(id)
        assert agenda is not None
        yield Entry("agenda", agenda.title, agenda.text, id, rule=f"AGENDA-{id}")


def _scenarios() -> Iterator[Entry]:
    for id in scenarios.known():
        page = scenarios.find(id)
        assert page is not None
        yield Entry("scenario", page.title, page.words(), id, scenario_numbers(page), _first(_module(type(page))))


def scenario_numbers(page: Scenario) -> str:
    """How large a scenario is, and how long it takes."""
    wide, deep = page.size
    return say(
        '{ducats} ducats, {wide:g}" x {deep:g}", {rounds} rounds, {agendas} agendas',
        ducats=page.ducats, wide=wide, deep=deep, rounds=page.rounds, agendas=page.agendas,
    )  # fmt: skip


def _module(kind: type) -> str:
    return sys.modules[kind.__module__].__doc__ or ""


def _first(text: str) -> str:
    """The first rule id that a docstring names."""
    found = ID.search(text)
    return found.group() if found is not None else ""


def _dashed(name: str) -> str:
    """A name as rule ids have it."""
    return name.replace("'", "").replace("’", "").replace(" ", "-")


def _doc(kind: type) -> str:
    return _one(getdoc(kind) or "")


def _act(kind: type) -> str:
    """What an action's docstring says to players: its first paragraph. What stands after it is for scripts."""
    return _one((getdoc(kind) or "").partition("\n\n")[0])


def _one(text: str) -> str:
    return " ".join(text.split())
