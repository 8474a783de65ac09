"""What stands on the sheet of a gang: every card with its values and words, and what is ticked in play. A sheet is
printed in one language, that which is spoken as it is made.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sim.carnevale import equipment
from sim.carnevale.characters import Character, Profile, Trait, Weapon
from sim.carnevale.gangs import Gang, GangCheck
from sim.carnevale.magic import spells
from sim.carnevale.names import keywords_told
from sim.carnevale.rulebook import ID, explained
from sim.words import counted, joined, say, sense, term
from sim.words.tongues import spoken, told

__all__ = ["BOXES", "GangSheet", "SheetCard", "SheetWord", "TickRow", "gang_sheet", "picture_key"]

BOXES = (
    (sense("on a sheet", "Life"), "lp"),
    (sense("on a sheet", "Will"), "wp"),
    (sense("on a sheet", "Command"), "cp"),
)  # points that are ticked
STATS = (
    (sense("on a sheet", "Move"), "move"),
    (sense("on a sheet", "Dex"), "dexterity"),
    (sense("on a sheet", "Attack"), "attack"),
    (sense("on a sheet", "Prot"), "protection"),
    (sense("on a sheet", "Mind"), "mind"),
)
HEADS = (
    sense("on a sheet", "Weapon"), sense("on a sheet", "Range"), sense("on a sheet", "Ev"), sense("on a sheet", "Dmg"),
    sense("on a sheet", "Pen"),
)  # fmt: skip
AGENDAS, ROUNDS = 5, 8  # lines and boxes: as many as any scenario has


class SheetWord(NamedTuple):
    """A word of a card, and what it does."""

    name: str
    text: str


class TickRow(NamedTuple):
    """Points of one character: so many boxes."""

    label: str
    boxes: int


class SheetCard(NamedTuple):
    """A character, or several that are alike in all: then each has its own boxes."""

    name: str
    line: str  # keywords, base, cost
    picture: str  # its key among the pictures
    action_points: int
    stats: tuple[tuple[str, int], ...]
    weapons: tuple[tuple[str, ...], ...]  # name, range, evasion, damage, penetration, abilities
    words: tuple[SheetWord, ...]  # abilities, then those of its weapons
    spells: tuple[SheetWord, ...]
    commands: tuple[SheetWord, ...]
    who: tuple[tuple[str, tuple[TickRow, ...]], ...]  # of each its name, where they are several, and its boxes


class GangSheet(NamedTuple):
    """The whole sheet. `pictures`: PNG files by their keys. `faults`: why the gang is not legal."""

    name: str
    line: str
    faults: tuple[str, ...]
    cards: tuple[SheetCard, ...]
    items: tuple[SheetWord, ...]
    agendas: int
    rounds: int
    pictures: Mapping[str, bytes]
    language: str = "en"

    @property
    def wrong(self) -> str:
        """Why the gang is not legal, as a sentence; empty where it is."""
        return told(say("Not a legal gang: {faults}.", faults="; ".join(self.faults))) if self.faults else ""

    @property
    def heads(self) -> tuple[str, ...]:
        """Over the columns of weapons; their abilities stand under none."""
        return (*map(told, HEADS), "")


def gang_sheet(gang: Gang, check: GangCheck, pictures: Mapping[str, bytes] | None = None) -> GangSheet:
    """The sheet of a gang that was `checked`, legal or not."""
    alike: list[tuple[Profile, str, int]] = []  # a card, its kind, and how many have it
    for chosen, profile in zip(gang.members, check.profiles, strict=True):
        if profile is not None:
            same = next((i for i, (card, _, _) in enumerate(alike) if card == profile), None)
            if same is None:
                alike.append((profile, chosen.character, 1))
            else:
                alike[same] = (profile, chosen.character, alike[same][2] + 1)
    cards = tuple(_card(profile, kind, times) for profile, kind, times in alike)
    items = [item for item in map(equipment.find, gang.equipment) if item is not None]
    line = counted(
        "{faction}: {n} character, {spent} of {limit} ducats",
        "{faction}: {n} characters, {spent} of {limit} ducats",
        len(gang.members),
        faction=term(gang.faction),
        spent=check.spent,
        limit=check.limit,
    )
    return GangSheet(
        gang.name,
        told(line),
        tuple(told(fault.words) for fault in check.faults),
        cards,
        tuple(SheetWord(f"{told(term(item.title))} ({item.price})", told(term(item.text))) for item in items),
        AGENDAS,
        ROUNDS,
        dict(pictures or {}),
        spoken().language,
    )


def picture_key(profile: Profile) -> str:
    """Under what a character's picture is found."""
    return f"{profile.body} {profile.size}"


def _card(p: Profile, kind: str, times: int) -> SheetCard:
    keywords = keywords_told(word for word in p.keywords if not word.startswith("Faction"))
    rows = tuple(TickRow(told(label), getattr(p, field)) for label, field in BOXES if getattr(p, field))
    weapons = p.armoury
    worn = dict.fromkeys(word for weapon in weapons for word in weapon.abilities)
    own = [str(trait) for trait in p.traits]
    called = told(term(kind))
    called = f"{p.name}, {called}" if p.name != kind else called
    return SheetCard(
        name=f"{times} x {called}" if times > 1 else called,
        line=told(
            counted(
                "{keywords}; {size} mm; {n} ducat",
                "{keywords}; {size} mm; {n} ducats",
                p.cost,
                keywords=keywords,
                size=p.size,
            )
        ),
        picture=picture_key(p),
        action_points=p.ap,
        stats=tuple((told(label), getattr(p, field)) for label, field in STATS),
        weapons=tuple(map(_weapon, weapons)),
        words=tuple(_words([*own, *worn])),
        spells=tuple(map(_spell, spells.known(Character.enter(p.name, "", p)))),
        commands=tuple(
            SheetWord(
                told(say("{name} ({form}, {cost} CP)", name=term(c.name), form=term(c.form), cost=c.cost)),
                told(term(c.text)) if c.text else told(joined(", ", map(term, c.grants))),
            )
            for c in p.commands
        ),
        who=tuple((str(number + 1) if times > 1 else "", rows) for number in range(times)),
    )


def _words(names: Sequence[str]) -> list[SheetWord]:
    """What each ability does, its own number in place of the X of the rule."""
    found = []
    for name in names:
        number = Trait.parse(name).x
        text = _without_ids(told(explained(name)))
        found.append(SheetWord(told(term(name)), _numbered(text, number) if number else text))
    return found


def _numbered(text: str, number: int) -> str:
    """A rule's words with a number in place of X, and what is counted by it as many as it says."""
    for many, these in zip(_things(2), _things(number), strict=True):
        text = text.replace(told(many).replace("2", "X"), told(these))
    return re.sub(r"\bX\b", str(number), text)


def _things(n: int) -> tuple[str, ...]:
    """All that rules count by an X."""
    return (
        counted("{n} die", "{n} dice", n),
        counted("{n} attack", "{n} attacks", n),
        counted("{n} spell", "{n} spells", n),
        counted("{n} more spell", "{n} more spells", n),
    )


def _spell(spell: spells.Spell) -> SheetWord:
    of_it = {"name": term(spell.name), "cost": spell.cost, "difficulty": spell.difficulty}
    name = say("{name} (cantrip, {cost} WP, {difficulty}+)", **of_it)
    if not spell.cantrip:
        name = say("{name} ({cost} WP, {difficulty}+)", **of_it)
    return SheetWord(told(name), _without_ids(told(term(" ".join(spell.text.split())))))


def _without_ids(text: str) -> str:
    """Rules by their numbers say nothing at a table."""
    return re.sub(r"\s*\((?:see )?" + ID.pattern + r"(?:, " + ID.pattern + r")*\)", "", text)


def _weapon(w: Weapon) -> tuple[str, ...]:
    numbers = (f"{value:+d}" if value else "0" for value in (w.evasion, w.damage, w.penetration))
    far = say('{inches:g}"', inches=float(w.range)) if w.range else sense("on a sheet", "contact")
    return (told(term(w.name)), told(far), *numbers, told(joined(", ", map(term, w.words))))
