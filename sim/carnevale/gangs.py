"""Gangs: their files, what they cost, and whether they are legal (GANG-01, 02; CAMP-08 of talents)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from os.path import isfile
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.board.files.folders import assets_dir, data_dir
from sim.carnevale import disciplines, equipment, items  # noqa: F401  (they register themselves)
from sim.carnevale.characters import Profile
from sim.carnevale.fields import MOST_MEMBERS, USUAL_DUCATS, Ducats, Name, Names, OwnName, Source
from sim.carnevale.magic import spells
from sim.carnevale.rosters import Roster, WrongData, arms_of, is_roster, read_roster, read_text
from sim.carnevale.setup import GangSetup, Member
from sim.carnevale.talents import TALENTS, with_talents
from sim.carnevale.vocabulary import Place, unknown_spell
from sim.engine.requests import GameError
from sim.errors import meant
from sim.schemas import read_toml, wrong_at
from sim.words import counted, joined, reason, say

__all__ = [
    "FAULTY",
    "TALENT_VALUE",
    "Chosen",
    "Gang",
    "GangCheck",
    "GangFault",
    "IllegalGang",
    "checked",
    "faults",
    "fielded",
    "find_gang",
    "muster",
    "own_gangs",
    "own_gangs_dir",
    "own_rosters",
    "own_rosters_dir",
    "read_gang",
    "roster_of",
    "shipped_gangs",
    "shipped_rosters",
]

TALENT_VALUE = 5  # ducats, from the next campaign on (CAMP-08)
FAULTY = Literal[
    "character", "weapons", "spells", "talents", "equipment", "faction", "leader", "heroes", "unique", "ducats"
]


class IllegalGang(GameError):
    """A gang that may not be fielded; `reasons` names every one."""

    def __init__(self, name: str, reasons: Iterable[str]) -> None:
        self.name, self.reasons = name, tuple(reasons)
        super().__init__(joined(": ", (name, joined("; ", self.reasons))))

    def __reduce__(self) -> tuple[type[IllegalGang], tuple[str, tuple[str, ...]]]:
        """As it goes from a worker to whoever waits for its game."""
        return IllegalGang, (self.name, self.reasons)


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member of a gang: a character of the roster, with its weapons and spells fixed (GANG-02)."""

    character: Name
    weapons: Names = ()  # one of each of the sheet's choices, by name
    spells: Names = ()
    name: OwnName = ""  # a name of its own
    talents: Names = ()  # that it learned in campaigns (CAMP-03)


class Gang(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gang file."""

    format: Literal[1]
    name: Name
    faction: Name
    members: Annotated[tuple[Chosen, ...], Meta(min_length=1, max_length=MOST_MEMBERS)]
    ducats: Ducats = USUAL_DUCATS
    equipment: Names = ()  # each item once (EQUIP-01)
    roster: Source | None = None  # a roster file of the player's own, relative to the gang's


class GangFault(msgspec.Struct, frozen=True):
    """Why a gang may not be fielded, and what of it is the cause.

    `members`: whose doing it is, by their places in the gang; `name`: of whom or what, where there may be several
    faults of a kind; `excess`: by how much, so that two gangs can be compared.
    """

    about: FAULTY
    words: str
    members: tuple[int, ...] = ()
    name: str = ""
    excess: int = 1


class GangCheck(msgspec.Struct, frozen=True):
    """A gang as the rules see it. `profiles`: the card of each member, None of whoever the roster does not know."""

    profiles: tuple[Profile | None, ...]
    spent: int  # ducats
    limit: int
    faults: tuple[GangFault, ...]

    @property
    def left(self) -> int:
        """Ducats that are not spent; fewer than none where too many are."""
        return self.limit - self.spent

    def ranks(self) -> dict[str, int]:
        """How many there are of each rank."""
        return _ranks([profile for profile in self.profiles if profile is not None])


def shipped_gangs() -> Iterator[Path]:
    """The gangs that come with the game."""
    yield from sorted((assets_dir() / "gangs").glob("*.toml"))


def own_gangs() -> Iterator[Path]:
    """The player's own gangs. A roster that lies among them, as one may, is none."""
    yield from (path for path in sorted(own_gangs_dir().glob("*.toml")) if not is_roster(path))


def own_gangs_dir() -> Path:
    """Where the player's own gangs lie. Raises BoardError where the data folder cannot be made."""
    return data_dir() / "gangs"


def own_rosters_dir() -> Path:
    """Where rosters of the player's own lie that were brought from elsewhere. Raises BoardError as `own_gangs_dir`."""
    return data_dir() / "rosters"


def own_rosters() -> Iterator[Path]:
    """The player's own rosters. A gang names its own (`Gang.roster`)."""
    yield from sorted(own_rosters_dir().glob("*.toml"))


def find_gang(name_or_path: str) -> Path:
    """A gang's file by path, or by its name among those that come with the game and the player's own."""
    path = Path(name_or_path)
    if path.suffix == ".toml":
        return path
    for folder in (assets_dir() / "gangs", own_gangs_dir()):
        if isfile(path := folder / f"{name_or_path}.toml"):  # false also where such a path cannot be
            return path
    known = sorted({p.stem for p in (*shipped_gangs(), *own_gangs())})
    raise WrongData(
        say(
            "there is no gang '{name}': give a .toml file, or a name; {mend}",
            name=name_or_path,
            mend=meant(name_or_path, known),
        )
    )


def read_gang(name_or_path: str) -> tuple[Gang, Roster]:
    """A gang and the roster of its faction, every name in it understood. Raises WrongData."""
    path = find_gang(name_or_path)
    return roster_of(read_text(path), path)


def shipped_rosters() -> list[Roster]:
    """The characters of every faction that comes with the game."""
    return [_shipped(path, _changed(path)) for path in sorted((assets_dir() / "characters").glob("*.toml"))]


def _shipped_of(faction: str) -> list[Roster]:
    """The roster in the file that is called as its faction is: reading all seven takes a fifth of a second."""
    path = assets_dir() / "characters" / f"{faction.casefold()}.toml"
    rosters = [_shipped(path, _changed(path))] if faction.isalpha() and path.is_file() else []
    return [roster for roster in rosters if roster.faction.casefold() == faction.casefold()]


@lru_cache(maxsize=32)  # whoever plays many games reads each once
def _shipped(path: Path, _changed: tuple[int, int]) -> Roster:
    return read_roster(path)


def _changed(path: Path) -> tuple[int, int]:
    """What tells a file from what it was before: when it was written, and how long it is."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def roster_of(text: str, path: Path) -> tuple[Gang, Roster]:
    """What the text of a gang's file says, and the roster of its faction. Raises WrongData."""
    gang = read_toml(text, Gang, str(path), WrongData)
    if gang.roster is not None:
        rosters = [_own_roster(gang.roster, path, text)]
    else:
        rosters = _shipped_of(gang.faction) or shipped_rosters()
    named = [r for r in rosters if r.faction.casefold() == gang.faction.casefold()]
    if not named:
        known = [r.faction for r in rosters]
        words = say("is '{value}': {mend}", value=gang.faction, mend=meant(gang.faction, known))
        raise WrongData(wrong_at(str(path), ("faction",), words, text))
    for place, words in _unknown(gang, named[0]):
        raise WrongData(wrong_at(str(path), place, words, text))
    return gang, named[0]


def _own_roster(roster: str, path: Path, text: str) -> Roster:
    """The roster that the text of a gang's file names. Raises WrongData, with that file where there is no other."""
    own = path.parent / roster
    try:
        return read_roster(own)
    except WrongData as wrong:
        if isfile(own):
            raise
        raise WrongData(wrong_at(str(path), ("roster",), say("names {wrong}", wrong=reason(wrong)), text)) from None


def _unknown(gang: Gang, roster: Roster) -> Iterator[tuple[Place, str]]:
    """Characters, weapons, spells and equipment that there are not."""
    for i, chosen in enumerate(gang.members):
        sheet = roster.sheet(chosen.character)
        if sheet is None:
            names = [each.name for each in roster.characters]
            words = say(
                "the roster of the {faction} has nobody of this name; {mend}",
                faction=roster.faction,
                mend=meant(chosen.character, names),
            )
            yield ("members", i, "character"), say("is '{value}': {mend}", value=chosen.character, mend=words)
            continue
        arms = [weapon.name for choice in sheet.choices for weapon in choice]
        for j, weapon in enumerate(chosen.weapons):
            if weapon not in arms:
                yield (
                    ("members", i, "weapons", j),
                    say(
                        "is '{weapon}': {name} has no such choice; {mend}",
                        weapon=weapon,
                        name=sheet.name,
                        mend=meant(weapon, arms),
                    ),
                )
        for j, spell in enumerate(chosen.spells):
            if words := unknown_spell(spell):
                yield ("members", i, "spells", j), say("is '{value}': {mend}", value=spell, mend=words)
        for j, talent in enumerate(chosen.talents):
            if talent not in TALENTS:
                words = say("there is no such talent; {mend}", mend=meant(talent, TALENTS))
                yield ("members", i, "talents", j), say("is '{value}': {mend}", value=talent, mend=words)
    for i, item in enumerate(gang.equipment):
        if item not in equipment.known():
            yield (
                ("equipment", i),
                say("is '{item}': there is no such equipment; {mend}", item=item, mend=meant(item, equipment.known())),
            )


def checked(gang: Gang, roster: Roster, ducats: int, *, leader: bool = True) -> GangCheck:
    """What a gang comes to, and every reason why it may not be fielded (GANG-01, 02).

    `ducats` is the scenario's limit; `leader`: whether the scenario demands one.
    """
    found: list[GangFault] = []
    profiles: list[Profile | None] = []
    cards: list[Profile | None] = []  # without the names of their own: a Unique character stays the same one
    for i, chosen in enumerate(gang.members):
        sheet = roster.sheet(chosen.character)
        if sheet is None:
            mend = meant(chosen.character, [each.name for each in roster.characters])
            words = say(
                "the roster of the {faction} has no '{character}'; {mend}",
                faction=roster.faction,
                character=chosen.character,
                mend=mend,
            )
            found.append(GangFault("character", words, (i,), chosen.character))
            profiles.append(None)
            cards.append(None)
            continue
        weapons, wrong = arms_of(sheet, chosen.weapons)
        found.extend(GangFault("weapons", words, (i,)) for words in wrong)
        profile = sheet.profile(roster.faction, weapons)
        known = [talent for talent in chosen.talents if talent in TALENTS]
        found.extend(
            GangFault("talents", say("there is no talent '{talent}'", talent=talent), (i,))
            for talent in chosen.talents
            if talent not in known
        )
        if known:
            price = profile.cost + TALENT_VALUE * len(known)
            profile = msgspec.structs.replace(with_talents(profile, known), cost=price)
        cards.append(profile)
        if chosen.spells:
            profile = msgspec.structs.replace(profile, spells=chosen.spells)
        if chosen.name:
            profile = profile.called(chosen.name)
        found.extend(GangFault("spells", words, (i,)) for words in spells.faults(profile))
        profiles.append(profile)
    found.extend(GangFault("equipment", words, name=words) for words in equipment.faults(gang.equipment))
    bought = equipment.price(gang.equipment)
    found.extend(faults(cards, ducats, leader=leader, equipment=bought))
    spent = sum(profile.cost for profile in profiles if profile is not None) + bought
    return GangCheck(tuple(profiles), spent, ducats, tuple(found))


def muster(gang: Gang, roster: Roster, seat: str, ducats: int, *, leader: bool = True) -> GangSetup:
    """The gang as a game needs it. Raises IllegalGang with every reason, as `checked` finds them."""
    check = checked(gang, roster, ducats, leader=leader)
    if check.faults:
        raise IllegalGang(gang.name, [fault.words for fault in check.faults])
    members: list[Member] = []
    counts: Counter[str] = Counter()
    kinds = [chosen.character for chosen in gang.members]
    for kind, profile in zip(kinds, check.profiles, strict=True):
        sheet = roster.sheet(kind)
        assert sheet is not None
        assert profile is not None
        counts[sheet.name] += 1
        number = f"-{counts[sheet.name]}" if kinds.count(kind) > 1 else ""
        slug = "-".join(sheet.name.casefold().replace("'", "").split())
        members.append(Member(f"{seat}-{slug}{number}", profile))
    return GangSetup(seat, tuple(members), gang.name, roster.faction, gang.equipment)


def fielded(name_or_path: str, seat: str, ducats: int | None = None, *, leader: bool = True) -> GangSetup:
    """The gang of a file as a game needs it; `ducats`: the limit, else its own. Raises WrongData, and IllegalGang with
    the file."""
    gang, roster = read_gang(name_or_path)
    try:
        return muster(gang, roster, seat, ducats or gang.ducats, leader=leader)
    except IllegalGang as wrong:
        raise IllegalGang(joined(": ", (name_or_path, wrong.name)), wrong.reasons) from None


def faults(
    profiles: Sequence[Profile | None], ducats: int, *, leader: bool = True, equipment: int = 0
) -> list[GangFault]:
    """Every reason why these characters, with so many ducats of equipment, are no legal gang (GANG-01)."""
    gang = [(i, profile) for i, profile in enumerate(profiles) if profile is not None]

    def of(keyword: str) -> tuple[int, ...]:
        return tuple(i for i, profile in gang if keyword in profile.keywords)

    found: list[GangFault] = []
    factions = sorted({k for _, p in gang for k in p.keywords if k.startswith("Faction")})
    if len(factions) > 1:
        words = say("characters of more than one faction: {factions}", factions=", ".join(factions))
        found.append(GangFault("faction", words, excess=len(factions) - 1))
    ranks = _ranks([profile for _, profile in gang])
    if ranks["Leader"] > 1 or (leader and ranks["Leader"] == 0):
        words = counted("{n} Leader; exactly one is wanted", "{n} Leaders; exactly one is wanted", ranks["Leader"])
        found.append(GangFault("leader", words, of("Leader"), excess=abs(ranks["Leader"] - 1)))
    if ranks["Hero"] > ranks["Henchman"]:
        words = say(
            "{heroes} but {henchmen}; there may not be more Heroes",
            heroes=counted("{n} Hero", "{n} Heroes", ranks["Hero"]),
            henchmen=counted("{n} Henchman", "{n} Henchmen", ranks["Henchman"]),
        )
        found.append(GangFault("heroes", words, of("Hero"), excess=ranks["Hero"] - ranks["Henchman"]))
    unique = [(i, p.name) for i, p in gang if "Unique" in p.keywords]
    for name, times in Counter(name for _, name in unique).items():
        if times > 1:
            who = tuple(i for i, each in unique if each == name)
            found.append(
                GangFault(
                    "unique",
                    say("{name} is Unique and appears {times} times", name=name, times=times),
                    who,
                    name,
                    times - 1,
                )
            )
    cost = sum(p.cost for _, p in gang) + equipment
    if cost > ducats:
        found.append(
            GangFault(
                "ducats", say("{cost} ducats; {limit} is the limit", cost=cost, limit=ducats), excess=cost - ducats
            )
        )
    return found


def _ranks(profiles: Iterable[Profile]) -> dict[str, int]:
    gang = list(profiles)
    return {rank: sum(rank in p.keywords for p in gang) for rank in ("Leader", "Hero", "Henchman")}
