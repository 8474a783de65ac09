"""Where in the sources things are: every module in a line, and the modules that a rule, ability or spell is told in."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sim.carnevale import equipment, hooks, scenarios
from sim.carnevale.actions import KINDS
from sim.carnevale.magic import spells
from sim.carnevale.rulebook import Entry

CHECKOUT = Path(__file__).resolve().parents[2]
RULES = re.compile(r"\b([A-Z]+)-(\d\d)((?:(?:, and | and | to |, )\d\d\b)*)")  # "GEO-02, 04", "JUMP-02 to 06"
MORE = re.compile(r"(, and | and | to |, )(\d\d)")


class Module(NamedTuple):
    """A module, and the first paragraph of its docstring."""

    name: str
    told: str


@cache
def modules() -> tuple[Module, ...]:
    """All modules of `sim`, by name, packages before what is in them."""
    return tuple(Module(name, _first_paragraph(source)) for name, source in sorted(_sources().items()))


@cache
def naming() -> Mapping[str, tuple[str, ...]]:
    """For the id of each rule the modules that name it, those first that do so most often."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, source in _sources().items():
        for group in RULES.finditer(source):
            for rule in _ids(*group.groups()):
                found[rule][name] += 1
    return {rule: tuple(name for name, _ in counted.most_common()) for rule, counted in found.items()}


def module_of(entry: Entry) -> str | None:
    """The module that plays an action, ability, spell, piece of equipment or scenario; None for what has none."""
    return _players().get((entry.kind, entry.name))


@cache
def _players() -> Mapping[tuple[str, str], str]:
    found: dict[tuple[str, str], type] = {}
    for action in KINDS:
        found["action", action.name().replace("_", " ").capitalize()] = action
    for plug_in in hooks.every():
        for kind in ("ability", "weapon ability", "effect"):
            found[kind, plug_in.name] = type(plug_in)
    for name in spells.names():
        found["spell", name] = type(spells.named(name))
    for kind, registry in (("equipment", equipment), ("scenario", scenarios)):
        for id in registry.known():
            item = registry.find(id)
            assert item is not None
            found[kind, item.title] = type(item)
    return {key: kind.__module__ for key, kind in found.items()}


@cache
def _sources() -> Mapping[str, str]:
    files = sorted((CHECKOUT / "sim").rglob("*.py"))
    return {_dotted(file): text for file in files if (text := file.read_text(encoding="utf-8")).strip()}


def _dotted(file: Path) -> str:
    return ".".join(file.relative_to(CHECKOUT).with_suffix("").parts).removesuffix(".__init__")


def _first_paragraph(source: str) -> str:
    told = ast.get_docstring(ast.parse(source)) or ""
    return " ".join(told.split("\n\n")[0].split())


def _ids(chapter: str, first: str, more: str) -> Iterator[str]:
    numbers = [int(first)]
    for joined, number in MORE.findall(more):
        numbers += range(numbers[-1] + 1, int(number) + 1) if joined == " to " else [int(number)]
    yield from (f"{chapter}-{number:02d}" for number in numbers)
