"""What an agenda is: a name, its condition in words, and the same condition over the history of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from sim.carnevale.agendas.history import Characters, History

__all__ = ["Agenda", "Possible", "agenda", "find", "in_table", "known"]

Condition = Callable[[History, str, int], bool]  # (history, seat, since): achieved by what happened from there on?
Possible = Callable[[Characters, str], bool]  # (gangs, seat): with the gangs in play


class Agenda(msgspec.Struct, frozen=True):
    """One of the agendas. `id` is table and number: A1 to D5 in the rulebook."""

    id: str
    title: str
    text: str
    achieved: Condition
    possible: Possible
    spending: bool = False  # counts Will Points or re-rolls for themselves, whatever they bring


_AGENDAS: dict[str, Agenda] = {}


def _always(_gangs: Characters, _seat: str) -> bool:
    return True


def agenda(
    id: str, title: str, text: str, possible: Possible = _always, *, spending: bool = False
) -> Callable[[Condition], Condition]:
    """Register a condition as an agenda (a decorator). `possible`: with the gangs in play (SCEN-11)."""

    def register(condition: Condition) -> Condition:
        _AGENDAS[id] = Agenda(id, title, text, condition, possible, spending)
        return condition

    return register


def find(id: str) -> Agenda | None:
    return _AGENDAS.get(id)


def known() -> Iterator[str]:
    return iter(_AGENDAS)


def in_table(table: str) -> tuple[str, ...]:
    """The agendas of a table, in order."""
    return tuple(sorted((id for id in _AGENDAS if id[0] == table), key=lambda id: int(id[1:])))
