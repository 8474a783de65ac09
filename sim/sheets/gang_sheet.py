"""What stands on the sheet of a gang: every card with its values and words, and what is ticked in play."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sim.carnevale import equipment
from sim.carnevale.characters import Character, Profile, Trait, Weapon
from sim.carnevale.gangs import Gang, GangCheck
from sim.carnevale.magic import spells
from sim.carnevale.rulebook import ID, explained

__all__ = ["BOXES", "GangSheet", "SheetCard", "SheetWord", "TickRow", "gang_sheet", "picture_key"]

BOXES = (("Life", "lp"), ("Will", "wp"), ("Command", "cp"))  # points that are ticked
STATS = (("Move", "move"), ("Dex", "dexterity"), ("Attack", "attack"), ("Prot", "protection"), ("Mind", "mind"))
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
    many = len(gang.members)
    line = f"{gang.faction}: {many} character{'s' * (many != 1)}, {check.spent} of {check.limit} ducats"
    return GangSheet(
        gang.name,
        line,
        tuple(fault.words for fault in check.faults),
        cards,
        tuple(SheetWord(f"{item.title} ({item.price})", item.text) for item in items),
        AGENDAS,
        ROUNDS,
        dict(pictures or {}),
    )


def picture_key(profile: Profile) -> str:
    """Under what a character's picture is found."""
    return f"{profile.body} {profile.size}"


def _card(p: Profile, kind: str, times: int) -> SheetCard:
    keywords = ", ".join(word for word in p.keywords if not word.startswith("Faction"))
    rows = tuple(TickRow(label, getattr(p, field)) for label, field in BOXES if getattr(p, field))
    weapons = [*p.weapons] or [*p.armoury]
    worn = dict.fromkeys(word for weapon in weapons for word in weapon.abilities)
    own = [str(trait) for trait in p.traits]
    called = f"{p.name}, {kind}" if p.name != kind else kind
    return SheetCard(
        name=f"{times} x {called}" if times > 1 else called,
        line=f"{keywords}; {p.size} mm; {p.cost} ducat{'s' * (p.cost != 1)}",
        picture=picture_key(p),
        action_points=p.ap,
        stats=tuple((label, getattr(p, field)) for label, field in STATS),
        weapons=tuple(map(_weapon, weapons)),
        words=tuple(_words([*own, *worn])),
        spells=tuple(map(_spell, spells.known(Character.enter(p.name, "", p)))),
        commands=tuple(
            SheetWord(f"{c.name} ({c.form}, {c.cost} CP)", c.text or ", ".join(c.grants)) for c in p.commands
        ),
        who=tuple((str(number + 1) if times > 1 else "", rows) for number in range(times)),
    )


def _words(names: Sequence[str]) -> list[SheetWord]:
    """What each ability does, its own number in place of the X of the rule."""
    told = []
    for name in names:
        number = Trait.parse(name).x
        text = _without_ids(explained(name))
        told.append(SheetWord(name, re.sub(r"\bX\b", str(number), text) if number else text))
    return told


def _spell(spell: spells.Spell) -> SheetWord:
    cantrip = "cantrip, " if spell.cantrip else ""
    name = f"{spell.name} ({cantrip}{spell.cost} WP, {spell.difficulty}+)"
    return SheetWord(name, _without_ids(" ".join(spell.text.split())))


def _without_ids(text: str) -> str:
    """Rules by their numbers say nothing at a table."""
    return re.sub(r"\s*\((?:see )?" + ID.pattern + r"(?:, " + ID.pattern + r")*\)", "", text)


def _weapon(w: Weapon) -> tuple[str, ...]:
    numbers = (f"{value:+d}" if value else "0" for value in (w.evasion, w.damage, w.penetration))
    return (w.name, f'{w.range:g}"' if w.range else "contact", *numbers, ", ".join(w.words))
