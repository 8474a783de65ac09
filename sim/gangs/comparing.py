"""What is different between two gangs: who is in one and not in the other, what they cost, what they bought."""

from __future__ import annotations

from collections import Counter

import msgspec

from sim.carnevale import equipment
from sim.carnevale.gangs import Chosen, Gang, checked
from sim.carnevale.rosters import Roster

__all__ = ["GangComparison", "GangDifference", "GangSums", "compare"]

SUMS = ("ap", "lp", "wp", "cp")
"""What is added up of all members."""


class GangDifference(msgspec.Struct, frozen=True):
    """A character, with weapons and spells, or an item, of which the gangs have not as many."""

    what: str
    first: int  # how many the first gang has
    second: int


class GangSums(msgspec.Struct, frozen=True):
    """A gang in numbers. `points`: of all members together, by "ap", "lp", "wp" and "cp"."""

    name: str
    faction: str
    ducats: int  # spent
    limit: int
    ranks: dict[str, int]
    points: dict[str, int]
    faults: tuple[str, ...]


class GangComparison(msgspec.Struct, frozen=True):
    """Two gangs side by side."""

    gangs: tuple[GangSums, GangSums]
    members: tuple[GangDifference, ...]
    equipment: tuple[GangDifference, ...]


def compare(first: tuple[Gang, Roster], second: tuple[Gang, Roster]) -> GangComparison:
    """What is different; names that players gave to members are not."""
    return GangComparison(
        (_sums(*first), _sums(*second)),
        _differences(Counter(map(_member, first[0].members)), Counter(map(_member, second[0].members))),
        _differences(
            Counter(map(equipment.title, first[0].equipment)), Counter(map(equipment.title, second[0].equipment))
        ),
    )


def _sums(gang: Gang, roster: Roster) -> GangSums:
    check = checked(gang, roster, gang.ducats)
    cards = [profile for profile in check.profiles if profile is not None]
    points = {sum_: sum(getattr(card, sum_) for card in cards) for sum_ in SUMS}
    faults = tuple(fault.words for fault in check.faults)
    return GangSums(gang.name, roster.faction, check.spent, check.limit, check.ranks(), points, faults)


def _differences(first: Counter[str], second: Counter[str]) -> tuple[GangDifference, ...]:
    return tuple(
        GangDifference(what, first[what], second[what])
        for what in dict.fromkeys((*first, *second))
        if first[what] != second[what]
    )


def _member(chosen: Chosen) -> str:
    """As it plays: the character, and what is chosen for it."""
    rest = ", ".join((*chosen.weapons, *sorted(chosen.spells), *sorted(chosen.talents)))
    return f"{chosen.character} ({rest})" if rest else chosen.character
