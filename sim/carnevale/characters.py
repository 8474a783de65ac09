"""Characters: the profile that never changes, and the character in play."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

import msgspec

from sim.carnevale.fields import (
    Ability,
    Base,
    Cost,
    Dice,
    Gains,
    Inches,
    Life,
    LongText,
    Move,
    Name,
    Names,
    Point,
    Points,
    Source,
    Stat,
    StatChange,
)
from sim.words import say, term

__all__ = ["MOST_AP", "UNARMED", "Character", "Command", "Effect", "Point", "Profile", "Stat", "Trait", "Weapon"]


class Trait(msgspec.Struct, frozen=True):
    """An ability by name, with its number where it has one: `Acrobatic (2)`."""

    name: str
    x: int = 0
    of: str = ""  # a name or keyword in place of the number: `Bodyguard (Leader)`

    @staticmethod
    @cache
    def parse(text: str) -> Trait:
        """Read `Name`, `Name (2)` or `Name (Keyword)`; ValueError otherwise."""
        match = re.fullmatch(r"\s*([^()]+?)\s*(?:\(\s*([^()]*?)\s*\))?\s*", text)
        if match is None:
            raise ValueError(say("'{text}' is not an ability: write Name, Name (2) or Name (Keyword)", text=text))
        name, inside = match.group(1), match.group(2)
        if inside is None:
            return Trait(name)
        numbered = inside.isascii() and inside.isdigit()
        return Trait(name, x=int(inside)) if numbered else Trait(name, of=inside)

    def __str__(self) -> str:
        inside = self.of or (str(self.x) if self.x else "")
        return f"{self.name} ({inside})" if inside else self.name


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon; `evasion` changes the target's DEXTERITY, `penetration` its PROTECTION (ACT-04)."""

    name: Name
    range: Inches = 0
    evasion: StatChange = 0
    damage: StatChange = 0
    penetration: StatChange = 0
    abilities: tuple[Ability, ...] = ()
    without_damage: tuple[Ability, ...] = ()  # of these, what follows a hit that does no Damage too (WEAP-Harmless)

    @property
    def traits(self) -> tuple[Trait, ...]:
        return tuple(map(Trait.parse, self.abilities))

    @property
    def words(self) -> tuple[str, ...]:
        """The abilities as a card lists them."""
        return tuple(
            say("{each} without Damage", each=term(each)) if each in self.without_damage else each
            for each in self.abilities
        )


UNARMED = Weapon("Unarmed", penetration=1)
MOST_AP = 3  # used by a character in a round (TURN-04)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command ability (TURN-09), as data.

    AURA holds to the end of the round and only within `reach` of the character; PULSE is at once, for those in
    range when it is used, and what it grants lasts to the end of the round.
    """

    name: Name
    form: Literal["aura", "pulse"]
    reach: Inches = 6.0
    on: Literal["friends", "enemies", "friend", "enemy", "self"] = "friends"  # "friend", "enemy": one, chosen
    cost: Points = 1
    grants: tuple[Ability, ...] = ()  # traits: "Slippery", "Parry (1)"
    stat: Stat | None = None
    change: StatChange = 0  # of that stat
    gains: Gains = {}  # points back (pulse)
    text: LongText = ""


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a character is at the start of a game. `size` is the base's diameter in mm, `cost` in ducats."""

    name: Name
    size: Base = 30
    cost: Cost = 0
    ap: Points = 3
    lp: Life = 10
    wp: Points = 0
    cp: Points = 0
    move: Move = 5
    dexterity: Dice = 5
    attack: Dice = 5
    protection: Dice = 3
    mind: Dice = 4
    keywords: Names = ()
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    commands: tuple[Command, ...] = ()
    spells: Names = ()
    body: Source = "human"
    about: LongText = ""  # a line of colour, for its card

    @property
    def traits(self) -> tuple[Trait, ...]:
        return tuple(map(Trait.parse, self.abilities))

    @property
    def armoury(self) -> tuple[Weapon, ...]:
        """Its weapons, and Unarmed, which is everybody's."""
        return self.weapons if any(w.name == UNARMED.name for w in self.weapons) else (*self.weapons, UNARMED)

    def weapon(self, name: str) -> Weapon | None:
        return next((weapon for weapon in self.armoury if weapon.name == name), None)

    def called(self, name: str) -> Profile:
        """The same under a name of its own. What its card is called stays among its keywords: whoever is the Companion
        or the Bodyguard of that one still is."""
        keywords = self.keywords if name == self.name else (*self.keywords, self.name)
        return msgspec.structs.replace(self, name=name, keywords=keywords)


class Effect(msgspec.Struct, frozen=True):
    """Something that lasts: a trait or a change of a stat, with its source and its end."""

    source: str
    until: Literal["end_of_round", "end_of_turn", "end_of_next_turn", "end_of_action", "start_of_next_turn", "game"]
    trait: Trait | None = None
    stat: Stat | None = None
    change: int = 0
    aura: Literal["", "friends", "enemies"] = ""  # an aura: the bearer is its middle, these are under it (TURN-09)
    reach: float = 0.0  # of the aura
    begun: int = 0  # for "end of next turn": the turn of the bearer, counted from 0, that it ends with
    by: str = ""  # of what is under an aura: the bearer of that, as several stack


class Character(msgspec.Struct, frozen=True):
    """A character in play. `at` is the centre of the underside of its base; None before deployment."""

    id: str
    seat: str
    profile: Profile
    lp: int
    wp: int
    ap: int
    cp: int
    at: Point | None = None
    facing: float = 0.0
    alive: bool = True  # False: a casualty, off the board
    escaped: bool = False  # has left the board alive (SCEN-09), or found no room on it (SCEN-14)
    used_ap: int = 0  # of the 3 that it may use this round (TURN-04)
    had_turn: bool = False  # this round
    acted: bool = False  # has begun an action in its latest turn
    stunned: bool = False
    stunned_since: int = -1  # the turn, counted from 0, with which it is stunned no more (ACT-09)
    hidden: bool = False
    guarding: bool = False
    underwater: int = 0
    on_wall: bool = False  # climbing: off solid ground between actions (MOVE-04)
    aloft: bool = False  # off the ground by flight: in mid-air (ABIL-Flight)
    inside: bool = False  # of terrain, between actions (ABIL-Ethereal)
    aboard: str | None = None  # the vessel that it rides
    turns_ended: int = 0
    effects: tuple[Effect, ...] = ()
    used: tuple[str, ...] = ()  # once-a-round things done: "order", "weapon:Musket", "weapon:Musket", ...
    used_turn: tuple[str, ...] = ()  # once-a-turn things done: "chained_jump", "ability", ...
    kept: dict[str, int] = {}  # what abilities remember about it, by ability

    @property
    def name(self) -> str:
        return self.profile.name

    @property
    def here(self) -> Point:
        """Where it stands; only for characters on the board."""
        assert self.at is not None
        return self.at

    @property
    def on_board(self) -> bool:
        return self.alive and not self.escaped and self.at is not None

    @property
    def usable_ap(self) -> int:
        """The AP that it has and may still use in this round: counters may leave it with more (TURN-04)."""
        return max(0, min(self.ap, MOST_AP - self.used_ap))

    def has_keyword(self, keyword: str) -> bool:
        return keyword.casefold() in (k.casefold() for k in self.profile.keywords)

    @staticmethod
    def enter(id: str, seat: str, profile: Profile, at: Point | None = None) -> Character:
        """A character with all its points, as a game begins."""
        return Character(id, seat, profile, lp=profile.lp, wp=profile.wp, ap=profile.ap, cp=profile.cp, at=at)
