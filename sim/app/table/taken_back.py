"""What an undo would take back, in words: for whoever is asked whether they agree."""

from __future__ import annotations

from sim.app.table.model import TableModel
from sim.carnevale.chronicle import Chronicle
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.engine.answers import decoded
from sim.engine.journal import Answer
from sim.engine.session import Session
from sim.words import counted, say

__all__ = ["taken_back"]

MOST = 3  # lines that are told; of more, how many there are


def taken_back(model: TableModel) -> tuple[str, ...]:
    """What the others saw happen that an undo takes back, in lines of the chronicle; where there was nothing to be
    seen, what was answered to which question, unless that is a secret. Empty where nothing can be taken back."""
    session, seat = model.session, model.undo_seat
    if seat is None or session.undoable(seat) is None:
        return ()
    before, given = session.before_undo(seat)
    lines = _lines(model, len(before.events))
    return _cut(lines) if lines else _answered(model, before, given)


def _lines(model: TableModel, kept: int) -> tuple[str, ...]:
    """What is told of the events after so many; of a line that goes on from one of those, what came to it since."""
    chronicle, name = Chronicle(model.open_to_all).read(model.session.events), model.names
    found: list[str] = []
    for entry in chronicle.entries:
        if entry.numbers[0] >= kept:
            found.append(chronicle.line(entry, name))
        elif entry.numbers[-1] >= kept:
            found += [words for number, words in chronicle.details(entry, name) if number >= kept]
    return tuple(line for line in found if line)


def _cut(lines: tuple[str, ...]) -> tuple[str, ...]:
    more = len(lines) - MOST
    if more <= 0:
        return lines
    return (*lines[:MOST], counted("And what is told in {n} more line.", "And what is told in {n} more lines.", more))


def _answered(model: TableModel, before: Session[State], given: Answer) -> tuple[str, ...]:
    """The question that is asked again, and what was answered to it."""
    choice, state = before.request, before.state
    if not isinstance(choice, Question) or model.tells_secret(choice, state):
        return ()
    answer = choice.label(state, decoded(choice, given, before.count + 1)).text
    return (say("“{question}” was answered with “{answer}”.", question=choice.asks(state), answer=answer),)
