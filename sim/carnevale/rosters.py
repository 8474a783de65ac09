"""Characters as data: the files of `assets/characters`, and the profiles made from them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from sim.carnevale.characters import Command, Profile, Trait, Weapon
from sim.engine.requests import GameError

__all__ = ["Roster", "Sheet", "WrongData", "read_roster", "read_toml"]

FORMAT = 1


class WrongData(GameError):
    """A data file is wrong: the message names the file, the place and the mend."""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A character as its file tells it. `choices`: of each list of weapons one is taken ("or" on a card)."""

    name: str
    rank: Literal["Leader", "Hero", "Henchman"]
    cost: int
    size: Literal[30, 40, 50, 60, 75, 120] = 30
    ap: int
    lp: int
    wp: int = 0
    cp: int = 0
    move: int
    dexterity: int
    attack: int
    protection: int
    mind: int
    unique: bool = False
    keywords: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    choices: tuple[tuple[Weapon, ...], ...] = ()
    commands: tuple[Command, ...] = ()
    body: str = "human"
    about: str = ""

    def profile(self, faction: str, chosen: tuple[Weapon, ...] = ()) -> Profile:
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

    format: int
    faction: str
    characters: tuple[Sheet, ...]

    def sheet(self, name: str) -> Sheet | None:
        return next((s for s in self.characters if s.name.casefold() == name.casefold()), None)


def read_toml(path: Path, kind: Any) -> Any:
    """A TOML file as a value of a type; raises WrongData with the file and the line or key."""
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise WrongData(f"{path}: there is no such file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WrongData(f"{path}: {error}") from None
    if plain.get("format") != FORMAT:
        raise WrongData(f"{path}: 'format' is {plain.get('format')!r}; this program reads format = {FORMAT}")
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise WrongData(f"{path}: {error}") from None


def read_roster(path: Path) -> Roster:
    """A faction's characters, every ability and weapon ability understood."""
    roster: Roster = read_toml(path, Roster)
    for sheet in roster.characters:
        for place, texts in _trait_texts(sheet):
            for text in texts:
                try:
                    Trait.parse(text)
                except ValueError as error:
                    raise WrongData(f"{path}: {sheet.name}, {place}: {error}") from None
        for weapon in _weapons(sheet):
            for text in weapon.without_damage:
                if text not in weapon.abilities:
                    has = f"'{text}' follows without Damage, but is none of its abilities"
                    raise WrongData(f"{path}: {sheet.name}, weapon '{weapon.name}': {has}")
    return roster


def _weapons(sheet: Sheet) -> tuple[Weapon, ...]:
    return (*sheet.weapons, *(weapon for choice in sheet.choices for weapon in choice))


def _trait_texts(sheet: Sheet) -> list[tuple[str, tuple[str, ...]]]:
    return [
        ("abilities", sheet.abilities),
        *((f"weapon '{weapon.name}'", weapon.abilities) for weapon in _weapons(sheet)),
        *((f"command '{command.name}'", command.grants) for command in sheet.commands),
    ]
