"""Rolls and re-rolls as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from sim.carnevale import events
from sim.carnevale.names import Names, roll_named
from sim.words import counted, joined, listed, say, term

__all__ = ["dice_sentence", "is_roll_off", "roll_off_sentence"]


def dice_sentence(event: events.Event, name: Names) -> str:
    """A roll or a re-roll as a sentence; empty for other events."""
    match event:
        case events.Rolled():
            faces, purpose = " ".join(map(str, event.faces)) or say("no dice"), roll_named(event.purpose)
            if not event.needed:
                return say("{faces} rolled by {who} for {purpose}.", who=name(event.who), faces=faces, purpose=purpose)
            if event.purpose == "initiative":
                return _initiative(event, faces, name)
            if event.against:
                purpose = say("{purpose} against {other}", purpose=purpose, other=name(event.against))
            if (settled := next((m for m in event.modifiers if not m.change), None)) is not None and not event.faces:
                return say(
                    "{who} throws no dice for {purpose}: {outcome} by {source}.",
                    who=name(event.who),
                    purpose=purpose,
                    outcome=term(event.outcome),
                    source=term(settled.source),
                )
            return counted(
                "{who} rolls {purpose} [{faces}], {needed}+: {outcome}, {n} Ace.",
                "{who} rolls {purpose} [{faces}], {needed}+: {outcome}, {n} Aces.",
                event.aces,
                who=name(event.who),
                purpose=purpose,
                faces=faces,
                needed=event.needed,
                outcome=term(event.outcome),
            )
        case events.Rerolled():
            faces, by = " ".join(map(str, event.faces)), joined(", ", map(term, event.sources))
            return counted(
                "{n} die re-rolled by {seat} [{faces}]: {by}.",
                "{n} dice re-rolled by {seat} [{faces}]: {by}.",
                len(event.dice),
                seat=name(event.seat),
                faces=faces,
                by=by,
            )
        case _:
            return ""


def is_roll_off(event: events.Event) -> TypeGuard[events.Rolled]:
    """Is it a gang's die for deployment?"""
    return isinstance(event, events.Rolled) and event.purpose == "deployment"


def roll_off_sentence(rolls: Sequence[events.Rolled], name: Names) -> str:
    """Rolls of gangs, one after the other, as a sentence: what each of them showed."""
    each = [say("{who} {faces}", who=name(roll.who), faces=" ".join(map(str, roll.faces))) for roll in rolls]
    return say("Rolled for {purpose}: {rolls}.", purpose=roll_named(rolls[0].purpose), rolls=listed(each))


def _initiative(event: events.Rolled, faces: str, name: Names) -> str:
    """A roll of a mini, or of a gang of which nobody has Command Points: a gang's name may be a plural, and is never
    what a sentence is about."""
    return counted(
        "Initiative of {who} [{faces}], {needed}+: {outcome}, {n} Ace.",
        "Initiative of {who} [{faces}], {needed}+: {outcome}, {n} Aces.",
        event.aces,
        who=name(event.who),
        faces=faces,
        needed=event.needed,
        outcome=term(event.outcome),
    )
