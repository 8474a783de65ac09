"""What was measured for an event, in words: the line under a sentence of the log (GEO-12)."""

from __future__ import annotations

from functools import singledispatch
from math import ceil, dist

from sim.board.model.verdicts import (
    Cover,
    Distance,
    Drop,
    Ground,
    JumpSweep,
    Leg,
    PointInfo,
    Push,
    Shelter,
    Sight,
    Spot,
    Under,
    VesselMove,
)
from sim.carnevale.event import Evidence
from sim.carnevale.events import Event, Fell, TemplateTouched
from sim.carnevale.names import Names
from sim.percent import percent

__all__ = ["hiders", "said", "share", "words"]

SLIGHT = 0.05  # inches: less is not spoken of
MOST_PARTS = 3  # of what hides a target are named

LEGS = {
    "difficult": "crosses rough ground",
    "climb": "climbs",
    "ladder": "climbs a ladder",
    "ruin": "climbs through a ruin",
    "swim": "swims",
    "enter_water": "goes into the water",
    "leave_water": "comes out of the water",
    "barricade": "crosses a barricade",
    "fly": "flies",
    "off_edge": "steps off an edge",
}


def words(event: Event, name: Names) -> str:
    """What was measured for an event: `seen along a beam of 12.3", 18% hidden ±1%`. Empty where nothing was."""
    said_already = Under if isinstance(event, TemplateTouched) else ()
    sentences = [said(verdict, name) for verdict in event.evidence if not isinstance(verdict, said_already)]
    if isinstance(event, Fell) and event.drop is not None and event.fallen >= event.drop.height + SLIGHT:
        sentences.append(f'{event.fallen:.1f}" from where the jump began')
    return ", ".join(dict.fromkeys(sentence for sentence in sentences if sentence))


@singledispatch
def said(verdict: Evidence, name: Names) -> str:
    """One verdict, or leg of a path, in a few words."""
    return ""


@said.register
def _(verdict: Sight, name: Names) -> str:
    if verdict.visible and verdict.witness is not None:
        return f'seen along a beam of {dist(*verdict.witness):.1f}"'
    blocked = f"not seen, {name(verdict.blocker)} in the way" if verdict.blocker else "not seen"
    if verdict.grazing:
        return f"{blocked}: the opening is thinner than a beam"
    return blocked if verdict.proven else f'{blocked}, but for openings under {verdict.gap_bound:.2f}"'


@said.register
def _(verdict: Cover, name: Names) -> str:
    by = "; ".join(hiders(verdict, name))
    return f"{share(verdict)}{f' ({by})' if by else ''}"


def share(cover: Cover) -> str:
    """How much is hidden, and to what that is good."""
    bound = f" ±{max(1, ceil(100 * cover.error - 1e-9))}%" if cover.error else ""
    return f"{percent(cover.hidden)} hidden{bound}"


def hiders(cover: Cover, name: Names) -> list[str]:
    """What hides most of the target, and how much of it."""
    parts = sorted(cover.by, key=lambda part: -part.hidden)[:MOST_PARTS]
    return [f"{name(part.part)} {percent(part.hidden)}" for part in parts if part.hidden > 0]


@said.register
def _(verdict: Distance, name: Names) -> str:
    if verdict.base_contact:
        return "base to base"
    return f'{verdict.distance:.1f}" apart' + (f", over {verdict.obstacle}" if verdict.obstacle else "")


@said.register
def _(verdict: Drop, name: Names) -> str:
    onto = name(verdict.onto[0]) if verdict.onto else verdict.part
    down = f'{verdict.height:.1f}" straight down' if verdict.height >= SLIGHT else "no drop"
    aside = f', {verdict.nudged:.1f}" aside' if verdict.nudged >= SLIGHT else ""
    return f"{down}{f' onto {onto}' if onto else ''}{aside}"


@said.register
def _(verdict: JumpSweep, name: Names) -> str:
    far = f'carries {verdict.length:.1f}"'
    stopped = f", stopped by {name(verdict.stopped_by)}" if verdict.stopped_by else ""
    run_on = f', runs on {verdict.run_on:.1f}"' if verdict.run_on >= SLIGHT else ""
    falls = f', falls {verdict.fall_height:.1f}"' if verdict.falls and verdict.fall_height >= SLIGHT else ""
    return f"{far}{stopped}{run_on}{falls}"


@said.register
def _(verdict: Leg, name: Names) -> str:
    if verdict.kind == "run":  # the sentence says as much
        return ""
    over = f" over {verdict.part}" if verdict.part else ""
    rolls = ", for a roll" if verdict.roll else ""
    return f'{LEGS[verdict.kind]}{over} for {verdict.cost:.1f}"{rolls}'


@said.register
def _(verdict: Push, name: Names) -> str:
    stopped = f", stopped by {name(verdict.stopped_by)}" if verdict.stopped_by else ""
    return f'moved {verdict.moved:.1f}"{stopped}'


@said.register
def _(verdict: Spot, name: Names) -> str:
    return f'put {verdict.moved:.1f}" aside' if verdict.at is not None and verdict.moved >= SLIGHT else ""


@said.register
def _(verdict: Ground, name: Names) -> str:
    if verdict.kind == "air":
        return "in the air"
    where = "in water" if verdict.water else f"on {verdict.vessel or verdict.part or 'the ground'}"
    return f"{where}, unstable" if verdict.unstable else where


@said.register
def _(verdict: VesselMove, name: Names) -> str:
    return f'nobody aboard moves more than {verdict.rider_moved:.1f}"' if verdict.riders else ""


@said.register
def _(verdict: Under, name: Names) -> str:
    touched = f"touches {', '.join(name(who) for who in verdict.hit)}" if verdict.hit else "touches nobody"
    return "; ".join([touched, *(f"{name(who)} is behind {part}" for who, part in verdict.shielded)])


@said.register
def _(verdict: Shelter, name: Names) -> str:
    weight = "heavy" if verdict.heavy else "light"
    return f"behind {verdict.part}, a {weight} barricade" if verdict.part is not None else ""


@said.register
def _(verdict: PointInfo, name: Names) -> str:
    return f'{verdict.distance:.1f}" away' + (f", on {verdict.part}" if verdict.part else "")
