"""What a preview holds: the answer itself, the verdicts that the table draws, and its words."""

from __future__ import annotations

import msgspec

from sim.board.model.verdicts import Cover, Distance, Drop, JumpSweep, Path, Push, Sight, Under
from sim.carnevale.characters import Point
from sim.carnevale.odds import Loss, Odds
from sim.engine.requests import Refusal

__all__ = [
    "AimPreview",
    "AttackPreview",
    "DeploymentPreview",
    "JumpLanding",
    "JumpPreview",
    "ObjectivePreview",
    "PathPreview",
    "Preview",
    "PushPreview",
    "TapePreview",
    "VesselPreview",
]


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all previews. `refusal` says why the answer would be refused; `words` explain it."""

    answer: object = None
    refusal: Refusal | None = None
    title: str = ""
    words: tuple[str, ...] = ()


class PathPreview(Preview, frozen=True):
    """A run, climb or swim. `others`: where else one could charge from; pointing there takes that side."""

    who: str = ""
    path: Path | None = None
    others: tuple[Point, ...] = ()
    to: Point | None = None  # what was pointed at
    away: bool = False  # does it leave the board by it, and score?

    @property
    def aimed(self) -> Point:
        """Where what is refused would end: at the end of its way, or where none was found, where it was to lead."""
        assert self.path is not None
        return self.to if self.to is not None and not self.path.legs else self.path.points[-1]


class JumpLanding(msgspec.Struct, frozen=True):
    """Where a jump may end: what leads there, how likely, and what it costs."""

    outcome: str
    chance: float
    length: float
    sweep: JumpSweep
    life: str = ""  # what the fall would cost, in words


class JumpPreview(Preview, frozen=True):
    """A jump with all its landings, the likeliest first. `may_control`: it can pay for a controlled landing."""

    who: str = ""
    start: Point = (0.0, 0.0, 0.0)
    to: Point = (0.0, 0.0, 0.0)
    landings: tuple[JumpLanding, ...] = ()
    may_control: bool = False


class AttackPreview(Preview, frozen=True):
    """An attack: the line to its target, and its exact odds. `numbers`: those of the words that odds are made of;
    `under`: its marker, a template where it begins by default, and whom it touches."""

    who: str = ""
    target: str = ""
    distance: Distance | None = None
    sight: Sight | None = None
    cover: Cover | None = None
    loss: Loss | None = None
    odds: Odds | None = None
    numbers: tuple[str, ...] = ()
    under: Under | None = None


class AimPreview(Preview, frozen=True):
    """A spell or an ability; `target`: whom it is aimed at, empty if nobody; `under`: whom its marker would touch."""

    who: str = ""
    target: str = ""
    under: Under | None = None


class PushPreview(Preview, frozen=True):
    """Where a throw would end."""

    who: str = ""
    push: Push | None = None
    drop: Drop | None = None


class DeploymentPreview(Preview, frozen=True):
    """A mini to be set down."""

    who: str = ""
    at: Point | None = None


class ObjectivePreview(Preview, frozen=True):
    """An objective to be laid down."""

    at: Point | None = None


class VesselPreview(Preview, frozen=True):
    """A vessel to be laid down or rowed. `start`: where it lies now; `hull`: its outline where it would lie; `way`:
    places of it on the way there, to where it ends, where that is not straight."""

    piece: str = ""
    at: Point | None = None
    turn: float = 0.0
    start: Point | None = None
    hull: tuple[Point, ...] = ()
    way: tuple[Point, ...] = ()


class TapePreview(Preview, frozen=True):
    """A measurement between two points or minis; `stands`: who would stand where for it; `under`: whom the marker or
    template of a spell that is aimed there would touch."""

    start: Point = (0.0, 0.0, 0.0)
    end: Point = (0.0, 0.0, 0.0)
    sight: Sight | None = None
    cover: Cover | None = None
    stands: tuple[str, Point] | None = None
    under: Under | None = None
