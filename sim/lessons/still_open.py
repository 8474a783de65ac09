"""What a step leaves open: which answers may be tried at a question, and what the step cannot do without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.carnevale.action import Action
from sim.carnevale.actions.jump import Jump
from sim.carnevale.actions.row import Row
from sim.carnevale.actions.run import Run
from sim.carnevale.characters import MOST_AP
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.engine.requests import Measure
from sim.lessons.conditions import Condition, Situation, holds
from sim.lessons.facts import Facts, fits_all
from sim.lessons.lesson_file import Hint, LessonStep
from sim.lessons.walk import entry_of

__all__ = ["BETWEEN", "fits_hint", "is_open", "is_spent", "lets_pass", "needed", "only_passes", "stopping"]

Entry = dict[str, Any]
BETWEEN = (WhoseTurn, WhichAction)  # questions whose answers a step may stop
PLACES = ("to", "path")  # of an entry
FOUND: tuple[type[Action], ...] = (Run, Jump, Row)  # their places are found on the board, and not listed


def is_open(step: LessonStep, now: Situation) -> bool:
    """Is there anything to be done at the question that is asked that the coach would not stop?

    What is asked in the course of an action is always free.
    """
    choice = now.request
    if not isinstance(choice, BETWEEN):
        return True
    return any(_may(step, entry, now) for entry in _tries(choice, now.state, now.measure))


def is_spent(now: Situation) -> bool:
    """Is there nothing left to a turn but its end?"""
    choice = now.request
    return isinstance(choice, WhichAction) and all("end" in entry for entry in _tries(choice, now.state, now.measure))


def lets_pass(entry: Entry) -> bool:
    """Does the game only go on by it: a turn ends, or somebody's begins?"""
    return "end" in entry or "turn" in entry


def stopping(step: LessonStep, entry: Entry, now: Situation) -> Hint | None:
    """The hint that stops an answer."""
    return next((hint for hint in step.hints if hint.stop and fits_hint(hint, entry, now)), None)


def fits_hint(hint: Hint, entry: Entry, now: Situation) -> bool:
    """Is it a hint to this answer?"""
    return bool(hint.answer) and fits_entry(hint.answer, entry) and (hint.when is None or holds(hint.when, now))


def only_passes(step: LessonStep, entry: Entry) -> bool:
    """Is it among what may be done in this step?"""
    return not step.only or "prompt" in entry or any(fits_entry(each, entry) for each in step.only)


def fits_entry(facts: Facts, entry: Entry) -> bool:
    """Is what is tried so? A run along corners goes `to` the last of them.

    What is asked in the course of an action is meant only where its question is named.
    """
    if "prompt" in entry and "prompt" not in facts:
        return False
    path = entry.get("path")
    if isinstance(path, list | tuple) and path and not entry.get("to"):
        entry = {**entry, "to": path[-1]}
    return fits_all(facts, entry)


def needed(step: LessonStep) -> frozenset[str]:
    """The minis without which a step cannot be done: those that its end speaks of, and those that its answer begins the
    turn of or aims at."""
    shown = {entry[key] for entry in step.show for key in ("turn", "target") if isinstance(entry.get(key), str)}
    return frozenset(shown | (set(_named(step.done)) if step.done is not None else set()))


def _named(condition: Condition) -> Iterator[str]:
    """The minis that must be there for it to hold."""
    named: list[object] = [condition.who, condition.touches, condition.sees, condition.covered_from, condition.turn]
    named += [condition.facts.get("who"), condition.facts.get("target")]
    if condition.kills is not None:
        named += [condition.kills.who, condition.kills.target]
    yield from (name for name in named if isinstance(name, str) and name)
    for part in condition.all:
        yield from _named(part)


def _may(step: LessonStep, entry: Entry, now: Situation) -> bool:
    """May this be tried? Where it goes is left open."""
    if stopping(step, entry, now) is not None:
        return False
    if not step.only or only_passes(step, entry):
        return True
    anywhere = ({key: fact for key, fact in facts.items() if key not in PLACES} for facts in step.only)
    return "act" in entry and any(fits_entry(facts, entry) for facts in anywhere)


def _tries(choice: WhoseTurn | WhichAction, state: State, measure: Measure) -> Iterator[Entry]:
    """What can be tried, as entries tell it: of a run, a jump or a row only that, for the board has its places."""
    if isinstance(choice, WhoseTurn):
        yield from (entry_of(choice, who) for who in choice.waiting)
        return
    yield entry_of(choice, END)
    yield from ({"act": kind.name()} for kind in FOUND if _can_pay(state, choice.who, kind))
    yield from (entry_of(choice, action) for action in choice.region.offers(state, measure))


def _can_pay(state: State, who: str, kind: type[Action]) -> bool:
    c = state[who]
    return kind.ap <= c.ap and c.used_ap + kind.ap <= MOST_AP and (kind is not Row or c.aboard is not None)
