"""Are the words of a card those that the game knows: abilities, spells, keywords, bodies?

What shape a word has, the types of a card say; here it is looked up. Each fault has its place in the card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from os.path import isfile
from pathlib import Path
from typing import NamedTuple, Protocol

from sim.board.files.folders import assets_dir
from sim.board.files.pieces import MESHES
from sim.carnevale import abilities, disciplines, hooks, items, weapons  # noqa: F401  (they register themselves)
from sim.carnevale.characters import Command, Trait, Weapon
from sim.carnevale.magic import spells
from sim.errors import meant
from sim.words import say

__all__ = ["KEYWORDS", "Card", "Place", "WrongWord", "lexicon", "unknown_spell", "unknown_words", "wrong_words"]

KEYWORDS = (
    "Animal", "Brute", "Clergy", "Construct", "Cultist", "Deepborn", "Doctor", "Henchman", "Hero", "Human",
    "Inquisition", "Knight", "Leader", "Masked", "Monster", "Noble", "Nurse", "Orderly", "Patient", "Penitent",
    "Servant", "Spirit", "Undead", "Unique",
)  # fmt: skip
_NUMBER = re.compile(r"\(\s*[0-9]{1,2}\s*\)")
_NAMED = re.compile(r"(Discipline|Faction) \((.+)\)")


Place = tuple[str | int, ...]  # keys and indices that lead to a word


class WrongWord(NamedTuple):
    """A word of a card that means nothing, and what would mend it."""

    place: Place
    words: str


class Card(Protocol):
    """Whatever has abilities, weapons and commands: a profile, a sheet of a roster, a character of a script."""

    @property
    def abilities(self) -> tuple[str, ...]: ...
    @property
    def weapons(self) -> tuple[Weapon, ...]: ...
    @property
    def commands(self) -> tuple[Command, ...]: ...
    @property
    def keywords(self) -> tuple[str, ...]: ...
    @property
    def body(self) -> str: ...


def wrong_words(
    card: Card, names: Iterable[str], own_keywords: Sequence[str], choices: Sequence[Sequence[Weapon]] = ()
) -> Iterator[WrongWord]:
    """All that is wrong with the words of a card.

    `names`: who else there is, by name; `own_keywords`: those of its file; `choices`: more weapons.
    """
    whom = {*names, *KEYWORDS, *own_keywords}
    for i, text in enumerate(card.abilities):
        yield from _told(("abilities", i), text, _wrong_ability(text, whom))
    armouries: list[tuple[Place, Sequence[Weapon]]] = [(("weapons",), card.weapons)]
    armouries += [(("choices", i), choice) for i, choice in enumerate(choices)]
    for where, armoury in armouries:
        for i, weapon in enumerate(armoury):
            yield from _wrong_weapon((*where, i), weapon)
    for i, command in enumerate(card.commands):
        if command.form == "aura" and command.on in ("friend", "enemy"):
            mend = say("an aura lies over all of them that are near: give friends or enemies, or make it a pulse")
            yield from _told(("commands", i, "on"), command.on, mend)
        if command.form == "aura" and command.gains:
            given = ", ".join(sorted(command.gains))
            yield from _told(("commands", i, "gains"), given, say("only a pulse gives points back: make it one"))
        for j, text in enumerate(command.grants):
            yield from _told(("commands", i, "grants", j), text, _wrong_ability(text, whom, granted=True))
    for i, keyword in enumerate(card.keywords):
        yield from _told(("keywords", i), keyword, _wrong_keyword(keyword, own_keywords))
    yield from _told(("body",), card.body, _wrong_body(card.body))


def unknown_words(card: Card, chosen: Sequence[str]) -> Iterator[WrongWord]:
    """Abilities and spells that there are not, whatever they are called with; `chosen`: its spells."""
    granted = [((*_command(i), j), text) for i, c in enumerate(card.commands) for j, text in enumerate(c.grants)]
    carried = [
        (("weapons", i, "abilities", j), t) for i, w in enumerate(card.weapons) for j, t in enumerate(w.abilities)
    ]
    own = [(("abilities", i), text) for i, text in enumerate(card.abilities)]
    for place, text in (*own, *carried, *granted):
        name = Trait.parse(text).name
        if name not in hooks.names():
            yield from _told(place, text, say("there is no such ability; {mend}", mend=meant(name, hooks.names())))
    for i, name in enumerate(chosen):
        yield from _told(("spells", i), name, unknown_spell(name))


def unknown_spell(name: str) -> str:
    """Why this is no spell; empty where it is one."""
    return (
        ""
        if spells.named(name) is not None
        else say("there is no such spell; {mend}", mend=meant(name, spells.names()))
    )


def _command(i: int) -> Place:
    return ("commands", i, "grants")


def _told(place: Place, text: str, words: str) -> Iterator[WrongWord]:
    if words:
        yield WrongWord(place, say("is '{value}': {mend}", value=text, mend=words))


class Lexicon(NamedTuple):
    """The abilities that there are, by name."""

    all: dict[str, hooks.Ability]
    weapons: tuple[str, ...]  # that stand on cards
    own: tuple[str, ...]  # characters', that stand on cards
    granted: tuple[str, ...]  # characters', those that only effects give among them


@lru_cache(maxsize=8)
def _lexicon(names: tuple[str, ...]) -> Lexicon:
    all = {each.name: each for each in hooks.every()}
    arms = {name for name, each in all.items() if type(each).__module__.startswith(weapons.__name__)}
    own = sorted(all.keys() - arms)
    printed = {name for name, each in all.items() if each.printed}
    return Lexicon(all, tuple(sorted(arms & printed)), tuple(name for name in own if name in printed), tuple(own))


def lexicon() -> Lexicon:
    return _lexicon(tuple(hooks.names()))


def _wrong_weapon(place: Place, weapon: Weapon) -> Iterator[WrongWord]:
    there = lexicon()
    for i, text in enumerate(weapon.abilities):
        trait, words = Trait.parse(text), ""
        if trait.name in there.own:
            words = say("this is an ability of characters, not of weapons")
        elif trait.name not in there.weapons:
            words = say("there is no such ability of weapons; {mend}", mend=meant(trait.name, there.weapons))
        yield from _told((*place, "abilities", i), text, words or _wrong_number(trait, text))
    for i, text in enumerate(weapon.without_damage):
        words = say(
            "it follows without Damage, but is none of its abilities; {mend}", mend=meant(text, weapon.abilities)
        )
        yield from _told((*place, "without_damage", i), text, "" if text in weapon.abilities else words)


def _wrong_ability(text: str, whom: set[str], *, granted: bool = False) -> str:
    trait, there = Trait.parse(text), lexicon()
    known = there.granted if granted else there.own
    if trait.name in there.weapons:
        return say("this is an ability of weapons: give it to one of `weapons`")
    if trait.name not in known:
        return say("there is no such ability; {mend}", mend=meant(trait.name, known))
    if not there.all[trait.name].of_somebody:
        return _wrong_number(trait, text)
    if not trait.of:
        return say("its name or keyword is missing: write {name} (Leader), or whoever it is", name=trait.name)
    if trait.of.casefold() not in {word.casefold() for word in whom}:
        return say("nobody is called so, or has this keyword; {mend}", mend=meant(trait.of, sorted(whom)))
    return ""


def _wrong_number(trait: Trait, text: str) -> str:
    numbered = re.search(r"\bX\b", type(lexicon().all[trait.name]).__doc__ or "")  # as rules write its number
    if numbered and not _NUMBER.search(text):
        return say("its number is missing, 0 to 99: write {name} (1)", name=trait.name)
    if not numbered and "(" in text:
        return say("it takes no number and no name: write {name}", name=trait.name)
    return ""


def _wrong_keyword(keyword: str, own: Sequence[str]) -> str:
    special = _NAMED.fullmatch(keyword)
    if special is not None:
        known = spells.disciplines()
        if special[1] == "Faction" or special[2] in known:
            return ""
        return say("there is no such discipline; {mend}", mend=meant(special[2], known))
    if keyword in KEYWORDS or keyword in own:
        return ""
    mend = say("{mend}; one of your own stands in the file's `keywords`", mend=meant(keyword, (*KEYWORDS, *own)))
    return say("there is no such keyword; {mend}", mend=mend)


def _wrong_body(body: str) -> str:
    if not body:  # a script's: as its base
        return ""
    if Path(body).suffix.lower() in MESHES:
        return "" if isfile(body) else say("there is no such mesh file")
    known = _bodies()
    return (
        ""
        if body in known
        else say("there is no such body; give a mesh file, or a name; {mend}", mend=meant(body, known))
    )


@cache
def _bodies() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (assets_dir() / "bodies").glob("*.glb")))
