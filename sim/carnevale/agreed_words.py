"""What the Golden Rule sets of somebody, in words: as it is asked, and as the chronicle tells it (TURN-12)."""

from __future__ import annotations

from sim.carnevale.events import Change
from sim.carnevale.names import Names
from sim.carnevale.sentence_parts import points_words
from sim.words import joined, say

__all__ = ["agreed"]

COUNTERS = {
    "hidden": say("Hidden"),
    "guarding": say("Guard"),
    "underwater": say("Underwater"),
    "stunned": say("Stunned"),
}
POINTS = ("ap", "lp", "wp", "cp")


def agreed(change: Change, name: Names) -> str:
    """What the Golden Rule set of a character."""
    parts: list[str] = []
    for field, value in change.fields.items():
        if field == "at":
            parts.append(say("is put at {place}", place=joined(", ", (say("{n:g}", n=n) for n in value))))
        elif field in POINTS:
            parts.append(say("has {value}", value=points_words(value, field)))
        else:
            word = COUNTERS[field]
            is_so = (
                say("has {number} {word}", number=value, word=word)
                if field == "underwater"
                else say("is {word}", word=word)
            )
            parts.append(is_so if value or field == "underwater" else say("is not {word}", word=word))
    for other, so in change.verdicts.get("sees", {}).items():
        parts.append(say("sees {other}", other=name(other)) if so else say("does not see {other}", other=name(other)))
    for other, so in change.verdicts.get("in_cover", {}).items():
        covered, bare = (
            say("is in cover from {other}", other=name(other)),
            say("has no cover from {other}", other=name(other)),
        )
        parts.append(covered if so else bare)
    return joined(", ", parts) or say("stays as it is")
