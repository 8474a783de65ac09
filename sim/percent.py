"""Chances and shares in words: 100% is said only of what is certain, 0% only of what cannot be."""

from __future__ import annotations

from sim.words import Message, say

__all__ = ["EXACT", "hidden_share", "percent"]

EXACT = 1e-12  # odds are exact to this (DICE-13): what lies so near to 0 or 1 is there


def percent(chance: float, digits: int = 0, *, brief: bool = False) -> str:
    """A chance or share from 0 to 1 as a percentage: "82%", "over 99%", "under 1%".

    `digits`: those after the point; `brief`: as ">99%" and "<1%", for a narrow column.
    What is neither certain nor impossible never rounds to 100% or 0%.
    """
    if chance >= 1 - EXACT:
        return _share(100, 0)
    if chance <= EXACT:
        return _share(0, 0)
    step = 10.0**-digits
    text = f"{chance:.{digits}%}"
    if float(text[:-1]) >= 100:
        most = {"share": _share(100 - step, digits)}
        return Message(">{share}", most) if brief else say("over {share}", **most)
    if float(text[:-1]) <= 0:
        least = {"share": _share(step, digits)}
        return Message("<{share}", least) if brief else say("under {share}", **least)
    return _share(float(text[:-1]), digits)


def hidden_share(hidden: float, *, brief: bool = False) -> str:
    """What share of somebody is hidden who is seen: never all of it, however little of it is found to be seen."""
    return percent(min(hidden, 1 - 2 * EXACT), brief=brief)


def _share(hundredths: float, digits: int) -> str:
    return Message(f"{{n:.{digits}f}}%", {"n": hundredths})
