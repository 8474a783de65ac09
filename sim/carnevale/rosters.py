"""Characters as data: the files of `assets/characters`, and the profiles made from them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.carnevale.characters import Command, Profile, Weapon
from sim.carnevale.fields import MOST_MEMBERS, Ability, Cost, Dice, Life, LongText, Move, Name, Names, Points, Source
from sim.carnevale.vocabulary import wrong_words
from sim.engine.requests import GameError
from sim.schemas import read_bytes, read_toml, wrong_at, wrong_line
from sim.words import joined, listed, say, term

__all__ = ["Roster", "Sheet", "WrongData", "arms_of", "is_roster", "read_roster", "read_text", "read_toml"]


class WrongData(GameError):
    """A data file is wrong: the message names the file, the place and the mend."""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A character as its file tells it. `choices`: of each list of weapons one is taken ("or" on a card)."""

    name: Name
    rank: Literal["Leader", "Hero", "Henchman"]
    cost: Cost
    size: Literal[30, 40, 50, 60, 75, 120] = 30
    ap: Points
    lp: Life
    wp: Points = 0
    cp: Points = 0
    move: Move
    dexterity: Dice
    attack: Dice
    protection: Dice
    mind: Dice
    unique: bool = False
    keywords: Names = ()
    abilities: tuple[Ability, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    choices: tuple[Annotated[tuple[Weapon, ...], Meta(min_length=1)], ...] = ()
    commands: tuple[Command, ...] = ()
    body: Source = "human"
    about: LongText = ""

    def profile(self, faction: str, chosen: tuple[Weapon, ...]) -> Profile:
        """The profile for play, with the weapons that were chosen (GANG-02)."""
        ranks = [self.rank, *(["Unique"] if self.unique else [])]
        return Profile(
            name=self.name,
            size=self.size,
            cost=self.cost,
            ap=self.ap,
            lp=self.lp,
            wp=self.wp,
            cp=self.cp,
            move=self.move,
            dexterity=self.dexterity,
            attack=self.attack,
            protection=self.protection,
            mind=self.mind,
            keywords=(f"Faction ({faction})", *ranks, *self.keywords),
            weapons=(*self.weapons, *chosen),
            abilities=self.abilities,
            commands=self.commands,
            body=self.body,
            about=self.about,
        )


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of `assets/characters`: all characters of one faction."""

    format: Literal[1]
    faction: Name
    characters: Annotated[tuple[Sheet, ...], Meta(min_length=1, max_length=MOST_MEMBERS)]
    keywords: Names = ()  # of its own, besides the game's

    def sheet(self, name: str) -> Sheet | None:
        return next((s for s in self.characters if s.name.casefold() == name.casefold()), None)


def arms_of(sheet: Sheet, named: Sequence[str]) -> tuple[tuple[Weapon, ...], list[str]]:
    """The weapons taken where a card says "or", and what is wrong with the choice (GANG-02)."""
    left = list(named)
    taken: list[Weapon] = []
    reasons = []
    for choice in sheet.choices:
        names = [w.name for w in choice]
        ones = [name for name in left if name in names]
        if len(ones) != 1:
            weapons = listed([term(each) for each in names], last="or")
            reasons.append(say("{who} takes exactly one of {weapons}", who=sheet.name, weapons=weapons))
            continue
        left.remove(ones[0])
        taken.append(choice[names.index(ones[0])])
    if left:
        reasons.append(say("{who} has no choice of {weapons}", who=sheet.name, weapons=joined(", ", map(term, left))))
    return tuple(taken), reasons


def read_text(path: Path) -> str:
    """What stands in a data file. Raises WrongData."""
    try:
        return read_bytes(path, WrongData).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = {"path": path, "line": wrong_line(error)}
        raise WrongData(
            say("{path}, line {line}: is not a text file in UTF-8: is it the right file?", **where)
        ) from None


def is_roster(path: Path) -> bool:
    """Does a file hold characters, and not the members of a gang?"""
    try:
        keys = tomllib.loads(read_text(path)).keys()
    except (WrongData, ValueError, RecursionError):
        return False
    return "characters" in keys and "members" not in keys


def read_roster(path: Path) -> Roster:
    """A faction's characters, every word of theirs understood. Raises WrongData."""
    text = read_text(path)
    roster = read_toml(text, Roster, str(path), WrongData)
    names = [sheet.name for sheet in roster.characters]
    for i, sheet in enumerate(roster.characters):
        if sheet.name.casefold() in (name.casefold() for name in names[:i]):
            words = "has the name of another: give it one of its own"
            raise WrongData(wrong_at(str(path), ("characters", i), words, text))
        for place, words in wrong_words(sheet, names, roster.keywords, sheet.choices):
            raise WrongData(wrong_at(str(path), ("characters", i, *place), words, text))
    return roster
