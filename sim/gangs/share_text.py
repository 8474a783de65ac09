"""A gang as the text that players paste into chats, written and read: its name, a line for each member, its equipment.

    Carnevale gang: The Night Watch
    Faction: Guild
    Ducats: 75

    Models
    - Capodecina
    - Gatto Rosso
      Name: Micio
      Upgrade: a weapon where the card has an "or"
      Discipline: Wild Magic > Healing, Gateway

    Equipment
    Flash grenade

What is written is what is read again (`tests/gangs/test_share_text.py` holds it for all gangs that there are). Texts of
other programs are read as far as they are understood, and what is not is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from sim.carnevale import equipment
from sim.carnevale.fields import LONGEST_NAME, MOST_MEMBERS, USUAL_DUCATS
from sim.carnevale.gangs import Chosen, Gang
from sim.carnevale.magic import spells
from sim.carnevale.recruiting import newcomer
from sim.carnevale.rosters import Roster, Sheet, WrongData
from sim.carnevale.talents import TALENTS
from sim.errors import meant
from sim.words import say

__all__ = ["SharedGang", "is_share_text", "read_share_text", "share_text"]

HEADER = "Carnevale gang:"
_WHOLE = re.compile(r"[1-9][0-9]{0,3}(?![0-9])")
_COST = re.compile(r"\s*[\[(]\s*[0-9]+\s*(?:ducats?|d)?\s*[\])]\s*$", re.IGNORECASE)  # that some programs put behind


class SharedGang(msgspec.Struct, frozen=True):
    """A gang as a text told it. `skipped`: what of it was not understood, by line."""

    gang: Gang
    roster: Roster
    skipped: tuple[str, ...] = ()


class ModelLines(msgspec.Struct):
    """A line of the section "Models", and the lines that are indented below it, with their numbers."""

    line: int
    name: str
    below: list[tuple[int, str]] = []


def share_text(gang: Gang) -> str:
    """A gang as text to paste. What `read_share_text` makes of it is the same gang."""
    lines = [f"{HEADER} {gang.name}", f"Faction: {gang.faction}", f"Ducats: {gang.ducats}", "", "Models"]
    for chosen in gang.members:
        lines.append(f"- {chosen.character}")
        if chosen.name:
            lines.append(f"  Name: {chosen.name}")
        lines += [f"  Upgrade: {weapon}" for weapon in chosen.weapons]
        lines += [f"  Talent: {talent}" for talent in chosen.talents]
        if chosen.spells:
            lines.append(f"  Discipline: {_discipline(chosen)} > {', '.join(chosen.spells)}")
    if gang.equipment:
        lines += ["", "Equipment", *map(equipment.title, gang.equipment)]
    return "\n".join(lines) + "\n"


def is_share_text(text: str) -> bool:
    """Does it begin as such a text does?"""
    first = next(filter(None, map(_plain, text.splitlines())), "")
    return first.casefold().startswith(HEADER.casefold())


def read_share_text(text: str, rosters: Sequence[Roster], source: str) -> SharedGang:
    """The gang that a text tells of, by the roster of its faction; `source` names the text in errors.

    Names are found whatever their capitals, apostrophes and blanks. Raises WrongData where it is no such text, or
    nobody in it is known.
    """
    if not is_share_text(text):
        raise WrongData(
            say("{source}: the first line of a gang's text is '{header} NAME'", source=source, header=HEADER)
        )
    head, models, items = _sections(text)
    faction = head.get("faction", "")
    roster = next((each for each in rosters if _same(each.faction, faction)), None)
    if roster is None:
        mend = meant(faction, [each.faction for each in rosters])
        raise WrongData(say("{source}: Faction is '{faction}': {mend}", source=source, faction=faction, mend=mend))
    skipped: list[str] = []
    members = [chosen for model in models if (chosen := _member(model, roster, skipped)) is not None]
    if not 1 <= len(members) <= MOST_MEMBERS:
        raise WrongData(
            say("{source}: {n} of its models are characters of the {faction}; give 1 to {most}",
                source=source, n=len(members), faction=roster.faction, most=MOST_MEMBERS)
        )  # fmt: skip
    ducats = _WHOLE.match(head.get("ducats", ""))
    gang = Gang(
        format=1,
        name=head.get(HEADER.casefold().rstrip(":"), "")[:LONGEST_NAME] or say("A gang"),
        faction=roster.faction,
        members=tuple(members),
        ducats=int(ducats[0]) if ducats else USUAL_DUCATS,
        equipment=tuple(_equipment(items, skipped)),
    )
    return SharedGang(gang, roster, tuple(skipped))


def _sections(text: str) -> tuple[dict[str, str], list[ModelLines], list[tuple[int, str]]]:
    """The head's lines by what stands before their colon, the models, and the lines of the equipment."""
    head: dict[str, str] = {}
    models: list[ModelLines] = []
    items: list[tuple[int, str]] = []
    section = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = _plain(raw)
        if not line:
            continue
        title = line.casefold().rstrip(":")
        if title in ("models", "equipment"):
            section = title
        elif section == "":
            key, _, value = line.partition(":")
            head.setdefault(key.strip().casefold(), value.strip())
        elif section == "equipment":
            items.append((number, line.lstrip("-* ")))
        elif raw[:1].isspace() and models:
            models[-1].below.append((number, line.lstrip("-* ")))
        else:
            models.append(ModelLines(number, line.lstrip("-* "), []))
    return head, models, items


def _member(model: ModelLines, roster: Roster, skipped: list[str]) -> Chosen | None:
    """Who a model is, with what is chosen for it; None of nobody whom the roster knows."""
    sheet = _sheet(model.name, roster)
    if sheet is None:
        names = [each.name for each in roster.characters]
        skipped.append(_told(model.line, model.name, meant(_without_cost(model.name), names)))
        return None
    chosen = newcomer(sheet)
    for number, line in model.below:
        key, colon, value = (part.strip() for part in line.partition(":"))
        match key.casefold() if colon else "":
            case "name":
                chosen = msgspec.structs.replace(chosen, name=value[:LONGEST_NAME])
            case "upgrade" | "upgrades" | "weapon" | "weapons" if (armed := _armed(chosen, sheet, value)) is not None:
                chosen = armed
            case "discipline":
                chosen = _learned(chosen, number, value.partition(">")[2] or value, skipped)
            case "talent":
                chosen = _with_talent(chosen, number, value, skipped)
            case _:
                skipped.append(_told(number, line, say("not understood")))
    return chosen


def _with_talent(chosen: Chosen, line: int, named: str, skipped: list[str]) -> Chosen:
    known = next((talent for talent in TALENTS if _same(talent, named)), None)
    if known is None:
        skipped.append(_told(line, named, meant(named, TALENTS)))
        return chosen
    return msgspec.structs.replace(chosen, talents=(*chosen.talents, known))


def _armed(chosen: Chosen, sheet: Sheet, named: str) -> Chosen | None:
    """With a weapon that its card lets it choose; None where there is no such choice."""
    for choice in sheet.choices:
        for weapon in choice:
            if _same(weapon.name, named):
                others = {each.name for each in choice}
                kept = tuple(weapon.name if each in others else each for each in chosen.weapons)
                return msgspec.structs.replace(chosen, weapons=kept)
    return None


def _learned(chosen: Chosen, line: int, named: str, skipped: list[str]) -> Chosen:
    found: list[str] = []
    for each in filter(None, map(str.strip, named.split(","))):
        known = next((name for name in spells.names() if _same(name, each)), None)
        if known is None:
            skipped.append(_told(line, each, meant(each, spells.names())))
        else:
            found.append(known)
    return msgspec.structs.replace(chosen, spells=(*chosen.spells, *found))


def _equipment(items: Iterable[tuple[int, str]], skipped: list[str]) -> Iterator[str]:
    for number, line in items:
        name = _without_cost(line)
        id = equipment.named(_plain(name))
        if id is None:
            skipped.append(_told(number, line, meant(name, map(equipment.title, equipment.known()))))
        else:
            yield id


def _sheet(name: str, roster: Roster) -> Sheet | None:
    """By the name as it stands there, else without what it costs."""
    for wanted in (name, _without_cost(name)):
        for sheet in roster.characters:
            if _same(sheet.name, wanted):
                return sheet
    return None


def _discipline(chosen: Chosen) -> str:
    """Of the spells of a mage; they are all of one (MAGIC-01)."""
    known = [spell for spell in map(spells.named, chosen.spells) if spell is not None]
    return known[0].discipline if known else ""


def _without_cost(name: str) -> str:
    return _COST.sub("", name)


def _plain(text: str) -> str:
    """With one kind of apostrophe, quotation mark, dash and blank."""
    for odd, usual in (
        ("\u2019", "'"),
        ("\u2018", "'"),
        ("\u201c", '"'),
        ("\u201d", '"'),
        ("\u2013", "-"),
        ("\ufeff", ""),
    ):
        text = text.replace(odd, usual)
    return " ".join(text.split())


def _same(one: str, other: str) -> bool:
    return _plain(one).casefold() == _plain(other).casefold()


def _told(line: int, what: str, mend: str) -> str:
    return say("line {line}: '{what}': {mend}", line=line, what=what, mend=mend)
