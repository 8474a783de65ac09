"""Entries of catalogues with their links followed: what each has itself, what it may take, and what it costs.

In these files everything is joined by ids: an `entryLink` stands for an entry elsewhere, an `infoLink` for a profile or
a rule, and a catalogue may link to others. Modifiers with conditions change entries while a list is built; the values
here are those before any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import isfinite
from xml.etree import ElementTree as ET

__all__ = ["COST", "CatalogueEntry", "Library", "ProfileRow", "number_in", "tidied"]

DEEPEST = 12  # links followed one from the other: they may lead in a circle
COST = "ducats"


class ProfileRow:
    """Numbers of a character, a weapon or a spell: `kind` names the table, `values` its columns."""

    def __init__(self, element: ET.Element) -> None:
        self.name = tidied(element.get("name", ""))
        self.kind = tidied(element.get("typeName", ""))
        self.values = {
            tidied(each.get("name", "")): tidied(each.text or "") for each in element.iterfind("characteristics/*")
        }


class Library:
    """The files that were given, and every element in them by its id."""

    def __init__(self, roots: Iterable[ET.Element]) -> None:
        self.roots = tuple(roots)
        self._by_id = {id: each for root in self.roots for each in root.iter() if (id := each.get("id"))}

    def find(self, id: str | None) -> ET.Element | None:
        return self._by_id.get(id) if id is not None else None

    def entries(self, root: ET.Element) -> Iterator[CatalogueEntry]:
        """What a list may take at once of a catalogue itself, in its order; not what it has from other catalogues."""
        for each in (*root.iterfind("selectionEntries/selectionEntry"), *root.iterfind("entryLinks/entryLink")):
            yield CatalogueEntry(each, self)


class CatalogueEntry:
    """Something that a list may take: a character, or what a character may take; also a group of such things.

    `lost`: ids of what its links lead to, and none of the files has.
    """

    def __init__(self, element: ET.Element, library: Library, depth: int = 0) -> None:
        self._library, self._depth = library, depth
        self._parts = [element]
        self.lost: list[str] = []
        link = element
        while link.tag == "entryLink" and len(self._parts) <= DEEPEST:
            target = library.find(link.get("targetId"))
            if target is None:
                self.lost.append(link.get("name") or link.get("targetId") or "")
                break
            self._parts.append(target)
            link = target
        self._own = self._parts[-1]

    @property
    def name(self) -> str:
        return tidied(self._parts[0].get("name") or self._own.get("name") or "")

    @property
    def is_group(self) -> bool:
        return self._own.tag == "selectionEntryGroup"

    @property
    def is_model(self) -> bool:
        return self._own.get("type") in ("model", "unit")

    @property
    def is_hidden(self) -> bool:
        """For good: no modifier can show it."""
        hidden = any(part.get("hidden") == "true" for part in self._parts)
        shown = any(
            each.get("field") == "hidden" and each.get("value") == "false"
            for part in self._parts
            for each in part.iter("modifier")
        )
        return hidden and not shown

    @cached_property
    def profiles(self) -> list[ProfileRow]:
        """Its own, those that it links to, and those of groups of such."""
        return [ProfileRow(each) for each in self._infos("profile")]

    @cached_property
    def rules(self) -> list[str]:
        """The names of rules that stand with it, linked ones left out: those explain its abilities."""
        return [tidied(each.get("name", "")) for part in self._parts for each in part.iterfind("rules/rule")]

    @property
    def categories(self) -> list[str]:
        names = (each.get("name", "") for part in self._parts for each in part.iterfind("categoryLinks/categoryLink"))
        return list(dict.fromkeys(map(tidied, names)))

    @property
    def cost(self) -> float:
        """Ducats, of itself alone: a link's own cost stands in place of its target's."""
        for part in self._parts:
            for each in part.iterfind("costs/cost"):
                if tidied(each.get("name", "")).casefold() == COST and (value := number_in(each.get("value"))):
                    return value
        return 0.0

    @cached_property
    def children(self) -> list[CatalogueEntry]:
        """What may be taken with it: entries, links and groups."""
        if self._depth >= DEEPEST:
            return []
        paths = ("selectionEntries/selectionEntry", "entryLinks/entryLink", "selectionEntryGroups/selectionEntryGroup")
        found = [each for part in self._parts for path in paths for each in part.iterfind(path)]
        return [CatalogueEntry(each, self._library, self._depth + 1) for each in found]

    def least(self) -> int:
        """How many of it must be taken."""
        return int(max(self._limits("min"), default=0))

    def most(self) -> int | None:
        """How many of it may be taken; None where nothing says."""
        limits = list(self._limits("max"))
        return int(min(limits)) if limits else None

    def _limits(self, kind: str) -> Iterator[float]:
        for part in self._parts:
            for each in part.iterfind("constraints/constraint"):
                value = number_in(each.get("value"))
                if each.get("type") == kind and each.get("field") == "selections" and value is not None and value >= 0:
                    yield value

    def _infos(self, tag: str) -> Iterator[ET.Element]:
        for part in self._parts:
            yield from self._infos_of(part, tag, 0)

    def _infos_of(self, part: ET.Element, tag: str, depth: int) -> Iterator[ET.Element]:
        yield from part.iterfind(f"{tag}s/{tag}")
        groups = list(part.iterfind("infoGroups/infoGroup"))
        for link in part.iterfind("infoLinks/infoLink"):
            target = self._library.find(link.get("targetId"))
            if target is None:
                self.lost.append(link.get("name") or link.get("targetId") or "")
            elif target.tag == tag:
                yield target
            elif target.tag == "infoGroup":
                groups.append(target)
        if depth < DEEPEST:
            for group in groups:
                yield from self._infos_of(group, tag, depth + 1)


def tidied(text: str) -> str:
    """With one kind of blank, apostrophe, quotation mark and minus, and none at the ends."""
    usual = str.maketrans("\u2019\u2018\u201c\u201d\u2032\u2033\u2013\u2212", "''\"\"'\"--")
    return " ".join(text.translate(usual).split())


def number_in(text: str | None) -> float | None:
    """A finite number; None where there is none."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if isfinite(value) else None
