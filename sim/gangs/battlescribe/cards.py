"""A character's card from the tables of such files: *Attributes*, *Statistics* and *Weapon*, read as rows of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import msgspec

from sim.carnevale.characters import Weapon
from sim.carnevale.rosters import Sheet, WrongData
from sim.carnevale.vocabulary import KEYWORDS, lexicon, wrong_words
from sim.gangs.battlescribe.entries import ProfileRow
from sim.schemas import fitting
from sim.words import in_english, say

__all__ = ["ATTRIBUTES", "STATISTICS", "WEAPON", "CardParts", "card", "own_keywords", "weapon"]

ATTRIBUTES, STATISTICS, WEAPON = "Attributes", "Statistics", "Weapon"
POINTS = {"ap": "Actions", "lp": "Life", "wp": "Will", "cp": "Command", "size": "Base Size"}
STATS = {"move": "MOVE", "dexterity": "DEX.", "attack": "ATTACK", "protection": "PROT.", "mind": "MIND"}
NUMBERS = {"range": "Range", "evasion": "Evasion", "damage": "Damage", "penetration": "Penetration"}
RANKS = ("Leader", "Hero", "Henchman")
ABILITIES = "Abilities"
NEAR = 0.85  # how alike an unknown word and a known one are, of which the one is the other misspelt
_APART = re.compile(r",\s*(?![^()]*\))")
_WHOLE = re.compile(r"([+-]?)\s*([0-9]{1,6})(?:\.0*)?\s*(?:\"|mm|'')?")
_ABILITY = re.compile(r"([^()]+?)\s*(?:\(\s*([^()]*?)\s*\)?)?")


class CardParts(msgspec.Struct, frozen=True):
    """What a card is made from. `weapons`: that it always has; of each of `choices` it takes one."""

    name: str
    cost: float
    profiles: Sequence[ProfileRow]
    categories: Sequence[str]
    weapons: Sequence[ProfileRow] = ()
    choices: Sequence[Sequence[ProfileRow]] = ()


def card(parts: CardParts, notes: list[str]) -> Sheet | None:
    """The card; None where it lacks what no character can be without. `notes`: what was left out, and why."""
    ranks = [rank for rank in RANKS if rank in parts.categories]
    if not ranks:
        notes.append(say("{name}: is of no rank (Leader, Hero or Henchman): left out", name=parts.name))
        return None
    raw: dict[str, object] = {"name": parts.name, "rank": ranks[0], "cost": round(parts.cost)}
    stats: ProfileRow | None = None
    for table, columns in ((ATTRIBUTES, POINTS), (STATISTICS, STATS)):
        row = next((each for each in parts.profiles if each.kind == table), None)
        if row is None:
            notes.append(say("{name}: has no {table}: left out", name=parts.name, table=table))
            return None
        for key, column in columns.items():
            number = _whole(row.values.get(column, ""))
            if number is None:
                told = row.values.get(column, "")
                notes.append(
                    say(
                        "{name}: {column} is '{value}', no number: left out", name=parts.name, column=column, value=told
                    )
                )
                return None
            raw[key] = number
        stats = row
    own = [each for each in parts.categories if each not in RANKS and not each.startswith("Faction")]
    raw["unique"] = "Unique" in own
    raw["keywords"] = [_keyword(each) for each in own if each != "Unique"]
    raw["abilities"] = _abilities(stats.values.get(ABILITIES, "") if stats else "", lexicon().own)
    arms = [made for each in parts.weapons if (made := weapon(each, parts.name, notes)) is not None]
    choices = [[w for each in choice if (w := weapon(each, parts.name, notes)) is not None] for choice in parts.choices]
    raw["weapons"] = [msgspec.to_builtins(each, enc_hook=in_english) for each in arms]
    raw["choices"] = [
        [msgspec.to_builtins(each, enc_hook=in_english) for each in choice] for choice in choices if choice
    ]
    try:
        sheet = fitting(raw, Sheet, parts.name, WrongData)
    except WrongData as wrong:
        notes.append(say("{words}: left out", words=str(wrong)))
        return None
    return _understood(sheet, notes)


def weapon(profile: ProfileRow, who: str, notes: list[str]) -> Weapon | None:
    """A weapon; None where a number is none."""
    numbers: dict[str, int] = {}
    for key, column in NUMBERS.items():
        text = profile.values.get(column, "")
        number = _whole(text) if text.strip("- ") else 0
        if number is None:
            notes.append(
                say("{name}, {weapon}: {column} is '{value}', no number: left out",
                    name=who, weapon=profile.name, column=column, value=text)
            )  # fmt: skip
            return None
        numbers[key] = number
    raw = {
        "name": profile.name,
        **numbers,
        "abilities": _abilities(profile.values.get(ABILITIES, ""), lexicon().weapons),
    }
    try:
        return fitting(raw, Weapon, profile.name, WrongData)
    except WrongData as wrong:
        notes.append(say("{name}: {words}: left out", name=who, words=str(wrong)))
        return None


def _understood(sheet: Sheet, notes: list[str]) -> Sheet:
    """The card without the words that mean nothing to the rules, each of them told."""
    own = [each for each in sheet.keywords if each not in KEYWORDS and "(" not in each]
    raw = msgspec.json.decode(msgspec.json.encode(sheet, enc_hook=in_english))
    places = [each.place for each in wrong_words(sheet, [sheet.name], own, sheet.choices)]
    for place in sorted(places, key=lambda place: [str(part).zfill(4) for part in place], reverse=True):
        holder = raw
        for part in place[:-1]:
            holder = holder[part]
        word = holder.pop(place[-1])
        notes.append(say("{name}: '{word}' means nothing to the rules: left out", name=sheet.name, word=word))
    return fitting(raw, Sheet, sheet.name, WrongData)


def _abilities(text: str, known: Sequence[str]) -> list[str]:
    """Those of a row: "Brave, Expert Marksman(1), Flight (8\")" and "-" of none; misspelt ones as they are meant."""
    found = []
    for each in _APART.split(text):
        match = _ABILITY.fullmatch(each.strip(" ."))
        if match is None or not each.strip("- ."):
            continue
        name, inside = match[1], (match[2] or "").strip('" ')
        meant = get_close_matches(name.casefold(), [word.casefold() for word in known], n=1, cutoff=NEAR)
        name = next((word for word in known if meant and word.casefold() == meant[0]), name)
        found.append(f"{name} ({inside})" if inside else name)
    return found


def _keyword(category: str) -> str:
    """As the rules write it, whatever its capitals."""
    return next((word for word in KEYWORDS if word.casefold() == category.casefold()), category)


def _whole(text: str) -> int | None:
    """A whole number with its sign, inch marks and "mm" left out."""
    match = _WHOLE.fullmatch(text.strip())
    return int(match[1] + match[2]) if match is not None else None


def own_keywords(sheets: Iterable[Sheet]) -> tuple[str, ...]:
    """Those of these cards that the game's own cards do not have, to stand in the roster's file."""
    words = (word for sheet in sheets for word in sheet.keywords)
    return tuple(dict.fromkeys(word for word in words if word not in KEYWORDS and "(" not in word))
