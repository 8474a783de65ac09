"""Events of fights: charges, attacks, templates."""

from __future__ import annotations

from sim.board.model.verdicts import Cover, Distance, Ground, Shelter, Sight, Under
from sim.carnevale.events.base import Event

__all__ = ["Attacked", "Charged", "TemplateTouched"]


class Charged(Event, frozen=True, tag="charged"):
    """Came into base contact with enemies (MOVE-10); `from_above`: with these, 3" or more down (MOVE-11)."""

    who: str
    targets: tuple[str, ...]
    from_above: tuple[str, ...] = ()
    touching: tuple[Distance, ...] = ()  # base to base, one for each of `targets`


class Attacked(Event, frozen=True, tag="attacked"):
    """A Combat action met one target (ACT-03): what was measured, and how it went, before protection.

    `sight` is of the target that was named; others are met under its template, see `TemplateTouched`. `cover` is what
    decided on cover, where the board did: the share that is hidden, the barricade, the shared obstacle, the water;
    `lost_to` the ability by which the target gains nothing from it.
    """

    who: str
    target: str
    weapon: str
    distance: float
    contact: bool
    in_cover: bool
    outcome: str
    aces: int
    damage: int
    sight: Sight | None = None
    apart: Distance | None = None
    cover: Cover | Shelter | Ground | Distance | None = None
    lost_to: str = ""


class TemplateTouched(Event, frozen=True, tag="template_touched"):
    """A blast marker or a teardrop template was laid, and touched these (GEO-13, 14)."""

    who: str
    source: str  # the weapon or spell
    under: Under
