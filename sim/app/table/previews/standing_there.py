"""Who would stand where after what is previewed: of which all that comes of it is told."""

from __future__ import annotations

from sim.app.table.previews.kinds import DeploymentPreview, JumpPreview, PathPreview, Preview
from sim.board.model.verdicts import Path
from sim.carnevale.action import Action
from sim.carnevale.characters import Point
from sim.carnevale.state import State

__all__ = ["standing"]


def standing(preview: Preview, state: State) -> tuple[str, Point, int] | None:
    """Who would stand where after what is previewed, and with how many AP; None where that is not to be told.

    Of a jump it is the likeliest place; who charges has contact, and what comes of that is told by the charge.
    """
    if preview.refusal is not None:
        return None
    match preview:
        case PathPreview(who=who, path=Path() as path, away=False) if who and all(
            leg.kind != "off_edge" for leg in path.legs
        ):
            at = path.points[-1]
        case JumpPreview(who=who, landings=(likeliest, *_)) if who:
            at = likeliest.sweep.rest
        case DeploymentPreview(who=who, at=(_, _, _) as at):
            return who, at, state[who].profile.ap
        case _:
            return None
    cost = preview.answer.ap if isinstance(preview.answer, Action) else 0
    return who, at, max(0, state[who].ap - cost)
