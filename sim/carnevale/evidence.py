"""What was measured for an event, in words: the line under a sentence of the log (GEO-12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from math import ceil, dist

from sim.board.model.part_names import on
from sim.board.model.verdicts import (
    Cover,
    Distance,
    Drop,
    Ground,
    JumpSweep,
    Leg,
    PointInfo,
    Push,
    Share,
    Shelter,
    Sight,
    Spot,
    Under,
    VesselMove,
)
from sim.carnevale.event import Evidence
from sim.carnevale.events import Event, Fell, TemplateTouched
from sim.carnevale.names import Names
from sim.percent import hidden_share, percent
from sim.words import joined, listed, say

__all__ = ["LEGS", "behind", "hidden_behind", "hiders", "said", "share", "words"]

SLIGHT = 0.05  # inches: less is not spoken of
MOST_PARTS = 3  # of what hides a target are named
MINOR = 0.05  # of a target: what hides less is not named beside others

LEGS = {
    "difficult": say("crosses rough ground"),
    "climb": say("climbs"),
    "ladder": say("climbs a ladder"),
    "ruin": say("climbs through a ruin"),
    "swim": say("swims"),
    "enter_water": say("goes into the water"),
    "leave_water": say("comes out of the water"),
    "barricade": say("crosses a barricade"),
    "fly": say("flies"),
    "off_edge": say("steps off an edge"),
    "inside": say("stops inside what is solid"),
}

WATERY = ("swim", "enter_water", "leave_water")  # where it ends says which water


def words(event: Event, name: Names) -> str:
    """What was measured for an event: `seen along a beam of 12.3", 18% hidden ±1%`. Empty where nothing was."""
    said_already = Under if isinstance(event, TemplateTouched) else ()
    sentences = [said(verdict, name) for verdict in event.evidence if not isinstance(verdict, said_already)]
    if isinstance(event, Fell) and event.drop is not None and event.fallen >= event.drop.height + SLIGHT:
        sentences.append(say('{fallen:.1f}" from where the jump began', fallen=event.fallen))
    return joined(", ", dict.fromkeys(sentence for sentence in sentences if sentence))


@singledispatch
def said(verdict: Evidence, name: Names) -> str:
    """One verdict, or leg of a path, in a few words."""
    return ""


@said.register
def _(verdict: Sight, name: Names) -> str:
    if verdict.visible and verdict.witness is not None:
        return say('seen along a beam of {length:.1f}"', length=dist(*verdict.witness))
    blocked = (
        say("not seen, {blocker} in the way", blocker=name(verdict.blocker)) if verdict.blocker else say("not seen")
    )
    if verdict.grazing:
        return say("{blocked}: the opening is thinner than a beam", blocked=blocked)
    return (
        blocked
        if verdict.proven
        else say('{blocked}, but for openings under {gap:.2f}"', blocked=blocked, gap=verdict.gap_bound)
    )


@said.register
def _(verdict: Cover, name: Names) -> str:
    by = joined("; ", hiders(verdict, name))
    return say("{hidden} ({by})", hidden=share(verdict), by=by) if by else share(verdict)


def share(cover: Cover) -> str:
    """How much is hidden, and to what that is good."""
    if not cover.error:
        return say("{share} hidden", share=hidden_share(cover.hidden))
    bound = max(1, ceil(100 * cover.error - 1e-9))
    return say("{share} hidden ±{bound}%", share=hidden_share(cover.hidden), bound=bound)


def hiders(cover: Cover, name: Names) -> list[str]:
    """What hides most of the target, and how much of it; parts that players call by one name are one."""
    return [say("{part} {share}", part=part, share=percent(hidden)) for part, hidden in _by_name(cover.by, name)]


def hidden_behind(cover: Cover, name: Names) -> str:
    """How much is hidden, and behind what: `90% behind the rail of Ponte Nuovo`. Empty where nothing hides it."""
    parts, share = _by_name(cover.by, name), hidden_share(cover.hidden)
    if len(parts) == 1:
        return say("{share} behind {part}", share=share, part=parts[0][0])
    return say("{share} hidden ({by})", share=share, by=joined(", ", hiders(cover, name))) if parts else ""


def behind(by: Sequence[Share], name: Names) -> str:
    """What hides a target, where something does: each with its share, if that is not one thing alone."""
    parts = [(part, share) for part, share in _by_name(by, name) if share >= MINOR]
    if len(parts) == 1:
        return parts[0][0]
    return listed(say("{part} ({share})", part=part, share=percent(share)) for part, share in parts)


def _by_name(by: Sequence[Share], name: Names) -> list[tuple[str, float]]:
    """The names of what hides most of the target, most first, each with its share: no place is hidden by two parts."""
    shares: dict[str, float] = {}
    for part in by:
        if part.hidden > 0:
            named = name(part.part)
            shares[named] = shares.get(named, 0.0) + part.hidden
    return sorted(shares.items(), key=lambda each: -each[1])[:MOST_PARTS]


@said.register
def _(verdict: Distance, name: Names) -> str:
    if verdict.base_contact:
        return say("base to base")
    if verdict.obstacle:
        return say('{distance:.1f}" apart, over {what}', distance=verdict.distance, what=name(verdict.obstacle))
    return say('{distance:.1f}" apart', distance=verdict.distance)


@said.register
def _(verdict: Drop, name: Names) -> str:
    onto = name(verdict.onto[0]) if verdict.onto else verdict.part and name(verdict.part)
    down = say('{height:.1f}" straight down', height=verdict.height) if verdict.height >= SLIGHT else say("no drop")
    if onto:
        down = say("{down} onto {what}", down=down, what=onto)
    aside = say('{inches:.1f}" aside', inches=verdict.nudged) if verdict.nudged >= SLIGHT else ""
    return joined(", ", (down, aside))


@said.register
def _(verdict: JumpSweep, name: Names) -> str:
    parts = [say('carries {length:.1f}"', length=verdict.length)]
    if verdict.stopped_by:
        parts.append(say("stopped by {what}", what=name(verdict.stopped_by)))
    if verdict.run_on >= SLIGHT:
        parts.append(say('runs on {inches:.1f}"', inches=verdict.run_on))
    if verdict.falls and verdict.fall_height >= SLIGHT:
        parts.append(say('falls {height:.1f}"', height=verdict.fall_height))
    return joined(", ", parts)


@said.register
def _(verdict: Leg, name: Names) -> str:
    if verdict.kind == "run":  # the sentence says as much
        return ""
    way = LEGS[verdict.kind]
    if verdict.part and verdict.kind not in WATERY:
        way = say("{way} ({part})", way=way, part=name(verdict.part))
    goes = say('{way} for {cost:.1f}"', way=way, cost=verdict.cost) if verdict.cost >= SLIGHT else way
    return say("{goes}, for a roll", goes=goes) if verdict.roll else goes


@said.register
def _(verdict: Push, name: Names) -> str:
    stopped = say("stopped by {what}", what=name(verdict.stopped_by)) if verdict.stopped_by else ""
    return joined(", ", (say('moved {inches:.1f}"', inches=verdict.moved), stopped))


@said.register
def _(verdict: Spot, name: Names) -> str:
    return (
        say('put {moved:.1f}" aside', moved=verdict.moved) if verdict.at is not None and verdict.moved >= SLIGHT else ""
    )


@said.register
def _(verdict: Ground, name: Names) -> str:
    if verdict.kind == "air":
        return say("in the air")
    stands = verdict.vessel or verdict.part
    where = say("in water") if verdict.water else on(name(stands) if stands else say("the ground"))
    return say("{where}, unstable", where=where) if verdict.unstable else where


@said.register
def _(verdict: VesselMove, name: Names) -> str:
    return say('nobody aboard moves more than {moved:.1f}"', moved=verdict.rider_moved) if verdict.riders else ""


@said.register
def _(verdict: Under, name: Names) -> str:
    touched = say("touches {whom}", whom=joined(", ", map(name, verdict.hit))) if verdict.hit else say("touches nobody")
    behind = (say("{who} is behind {part}", who=name(who), part=name(part)) for who, part in verdict.shielded)
    return joined("; ", (touched, *behind))


@said.register
def _(verdict: Shelter, name: Names) -> str:
    if verdict.part is None:
        return ""
    if verdict.heavy:
        return say("behind {part}, a heavy barricade", part=name(verdict.part))
    return say("behind {part}, a light barricade", part=name(verdict.part))


@said.register
def _(verdict: PointInfo, name: Names) -> str:
    if verdict.part:
        return say('{distance:.1f}" away, {where}', distance=verdict.distance, where=on(name(verdict.part)))
    return say('{distance:.1f}" away', distance=verdict.distance)
