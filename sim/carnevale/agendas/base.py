"""What an agenda is: a name, its condition in words, and the same condition over the history of a game.

The condition tells how far it has come, and who brought it about, as a campaign rewards them (CAMP-02).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from typing import Literal

import msgspec

from sim.carnevale.agendas.history import Characters, History
from sim.words import say, term

__all__ = [
    "Agenda",
    "AgendaProgress",
    "Possible",
    "agenda",
    "all_of",
    "find",
    "in_table",
    "known",
    "quoted",
    "tally",
    "together",
]


class AgendaProgress(msgspec.Struct, frozen=True):
    """How far an agenda has come: at best `many` of the `of` that it asks for; and `who` had a part in it once it is
    achieved, nobody where that is nobody in particular."""

    who: frozenset[str]
    many: int
    of: int = 1

    @property
    def enough(self) -> bool:
        return self.many >= self.of


Condition = Callable[[History, str, int], AgendaProgress]  # (history, seat, since): by what happened from there on
Possible = Callable[[Characters, str], bool]  # (gangs, seat): with the gangs in play
Spent = Literal["will", "reroll"]  # Will Points, or dice thrown again


class Agenda(msgspec.Struct, frozen=True):
    """One of the agendas. `id` is table and number: A1 to D5 in the rulebook."""

    id: str
    title: str
    text: str
    progress: Condition
    possible: Possible
    spending: Spent | None = None  # counts these for themselves, whatever they bring

    def achieved(self, history: History, seat: str, since: int) -> bool:
        return self.progress(history, seat, since).enough


_AGENDAS: dict[str, Agenda] = {}


def _always(_gangs: Characters, _seat: str) -> bool:
    return True


def agenda(
    id: str, title: str, text: str, possible: Possible = _always, *, spending: Spent | None = None
) -> Callable[[Condition], Condition]:
    """Register a condition as an agenda (a decorator). `possible`: with the gangs in play (SCEN-11)."""

    def register(condition: Condition) -> Condition:
        _AGENDAS[id] = Agenda(id, title, text, condition, possible, spending)
        return condition

    return register


def find(id: str) -> Agenda | None:
    return _AGENDAS.get(id)


def quoted(id: str) -> str:
    """What an agenda is called within a sentence."""
    card = find(id)
    return say("“{title}”", title=term(card.title)) if card is not None else id


def known() -> Iterator[str]:
    return iter(_AGENDAS)


def in_table(table: str) -> tuple[str, ...]:
    """The agendas of a table, in order."""
    return tuple(sorted((id for id in _AGENDAS if id[0] == table), key=lambda id: int(id[1:])))


def all_of(doers: Iterable[str], least: int = 1) -> AgendaProgress:
    """All of these, where they are so many: each has done what the agenda asks for, or its share of it."""
    found = frozenset(doers)
    return AgendaProgress(found, len(found), least)


def tally(parts: Iterable[tuple[Hashable, str | None, int]], least: int) -> AgendaProgress:
    """Whoever had a part in what came to `least` or more. Each part: of what (a round, a turn, a character), whose,
    and how many; nobody's counts, but names nobody."""
    sums: Counter[Hashable] = Counter()
    whose: defaultdict[Hashable, set[str]] = defaultdict(set)
    for what, who, many in parts:
        sums[what] += many
        whose[what] |= set() if who is None else {who}
    enough = [what for what, many in sums.items() if many >= least]
    return AgendaProgress(
        frozenset[str]().union(*(whose[what] for what in enough)), max(sums.values(), default=0), least
    )


def together(groups: Iterable[Collection[str]], least: int) -> AgendaProgress:
    """Those who were so many at once, of groups at different times."""
    found = [frozenset(group) for group in groups]
    enough = [group for group in found if len(group) >= least]
    return AgendaProgress(frozenset[str]().union(*enough), max(map(len, found), default=0), least)
