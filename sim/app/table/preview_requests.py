"""What is pointed at with the tool in hand, as a value to compare; and the work that makes its preview."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sim.app.table import previews
from sim.app.table.aimed_buttons import target_of
from sim.app.table.glossary import price_words, spell_words
from sim.app.table.previews import End, Preview
from sim.app.table.tools import Button, Tool
from sim.board.model.tableau import Point
from sim.board.model.verdicts import Under
from sim.carnevale.action import Attack
from sim.carnevale.actions import CastOff, Row
from sim.carnevale.actions.grapple import ThrowPoints
from sim.carnevale.magic.casting import Cast
from sim.carnevale.names import names_of
from sim.carnevale.objectives.placing import ObjectiveSpots
from sim.carnevale.questions import OfOne, Question
from sim.carnevale.scenarios.deployment import Deployment
from sim.carnevale.scenarios.gondolas import Moorings
from sim.carnevale.state import State
from sim.carnevale.unstable_ground import Footing
from sim.carnevale.window_odds import how_offered
from sim.engine.requests import Measure, Region
from sim.words import capital, say, term

__all__ = [
    "AimRequest",
    "AttackRequest",
    "ChargeRequest",
    "PlaceRequest",
    "PreviewRequest",
    "TapeRequest",
    "needs_confirmation",
    "preview_job",
]

CONFIRMED = (previews.JumpPreview, previews.AttackPreview, previews.AimPreview, previews.PushPreview)
"""Previews that are confirmed by a second click; others are given at once where nothing is at stake."""

NOWHERE = 0.05  # inches: whoever runs so little would use up an action for nothing, as with a click too many

PreviewJob = Callable[[], Preview | None]


def needs_confirmation(preview: Preview) -> bool:
    """Is so much at stake that a second click confirms it?"""
    if isinstance(preview, previews.PathPreview) and preview.path is not None:
        path = preview.path
        falls = any(leg.kind == "off_edge" for leg in path.legs)
        goes = path.cost >= NOWHERE or len(path.points) > 2
        return bool(path.rolls or path.contacts or path.left or falls or not goes)
    return isinstance(preview, CONFIRMED) or isinstance(preview.answer, (Row, CastOff))


class TapeRequest(NamedTuple):
    """A tape between two ends; `stands`: who would stand at the end that is a place."""

    start: End
    end: End
    stands: str | None = None


class AttackRequest(NamedTuple):
    """An attack that is pointed at."""

    attack: Attack


class AimRequest(NamedTuple):
    """A spell, an ability or a risky end of a turn by its button: its target is pointed at, or it has none and waits to
    be confirmed."""

    button: Button


class ChargeRequest(NamedTuple):
    """An enemy that a run would charge, and the side of it that is pointed at, if one is."""

    target: str
    toward: Point | None


class PlaceRequest(NamedTuple):
    """A place that is pointed at with the tool in hand; `target`: the mini there that a run would touch."""

    tool: Tool
    at: Point
    corners: tuple[Point, ...]
    controlled: bool
    turn: float
    turned: bool
    deploying: str | None
    target: str | None


PreviewRequest = TapeRequest | AttackRequest | AimRequest | ChargeRequest | PlaceRequest


def preview_job(request: PreviewRequest, asked: Question | None, state: State, measure: Measure) -> PreviewJob:
    """The work that makes the preview of a request, for the question `asked`."""
    region = asked.region if asked is not None else None
    match request:
        case TapeRequest():
            return lambda: previews.preview_tape(state, measure, *request)
        case AttackRequest() if region is not None and asked is not None:
            who, attack = asked.about, request.attack
            assert who is not None
            how = how_offered(state, asked, attack)
            return lambda: previews.preview_attack(state, measure, who, attack, region, how)
        case AimRequest() if asked is not None:
            return lambda: _aimed(request, asked, state, measure)
        case ChargeRequest() if isinstance(region, OfOne):
            return lambda: previews.preview_charge(state, measure, region, request.target, request.toward)
        case PlaceRequest() if region is not None:
            return _place_job(request, region, state, measure)
    return lambda: None


def _aimed(request: AimRequest, asked: Question, state: State, measure: Measure) -> Preview:
    """What a spell or an ability costs, how likely it succeeds and what it does, to whom if it is aimed; or what the
    end of a turn does."""
    button, who = request.button, asked.about or ""
    aim, title = target_of(button.answer), button.label
    if aim is not None:
        title = say("{what}: {whom}", what=term(aim[0]), whom=names_of(state)(aim[1]))
    chance = say("{words}.", words=capital(button.chance)) if button.chance else ""
    words: tuple[str, ...] = (chance, capital(button.risk) or button.hint)
    under: Under | None = None
    if isinstance(cast := button.answer, Cast):
        under = previews.under_spell(state, measure, who, cast.spell, cast.target)
        met = previews.meets_words(state, who, cast.spell, under, cast.target) if under and cast.target else ()
        words = (chance, *map(capital, met), price_words(cast), spell_words(cast, state[who]))
    return previews.AimPreview(
        answer=button.answer,
        title=title,
        words=tuple(filter(None, words)),
        who=who,
        target=aim[1] if aim is not None else "",
        under=under,
    )


def _place_job(request: PlaceRequest, region: Region, state: State, measure: Measure) -> PreviewJob:
    """What the answer at a place comes to; some questions show it in a way of their own."""
    at, lies = request.at, request.turn if request.turned else None
    match region:
        case ThrowPoints():
            return lambda: previews.preview_push(state, measure, region, at)
        case Footing():
            return lambda: previews.preview_step(state, measure, region, at)
        case Deployment() if request.deploying is not None:
            who = request.deploying
            return lambda: previews.preview_deployment(state, measure, region, who, at)
        case ObjectiveSpots():
            return lambda: previews.preview_objective(state, measure, region, at)
        case Moorings():
            return lambda: previews.preview_mooring(state, measure, region, at, lies)
    if request.tool is Tool.POINT:
        return lambda: previews.preview_point(state, measure, region, at)
    if isinstance(region, OfOne):
        match request.tool:
            case Tool.RUN:
                to = at if request.target is None else previews.touching(state, region.who, request.target)
                return lambda: previews.preview_path(state, measure, region, to, request.corners)
            case Tool.JUMP:
                return lambda: previews.preview_jump(state, measure, region, at, controlled=request.controlled)
            case Tool.ROW:
                return lambda: previews.preview_rowing(state, measure, region, at, lies)
    return lambda: None
