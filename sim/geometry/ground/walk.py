"""A base that walks in a straight line and follows the ground. Inches, z up.

What it costs: the horizontal length, measured along the slope where the ground slopes; steps cost nothing (MOVE-01).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.base_collisions import discs_hold, steps_into
from sim.geometry.ground.discs import Base
from sim.geometry.ground.ledge_distance import ledge_distance
from sim.geometry.ground.plan_distances import Heading, Segment, leaves, longer, triangle_holds
from sim.geometry.ground.surface import GroundPoint, bits_at, part_at, surface
from sim.geometry.ground.terrain_mesh import BARRICADE, DIFFICULT, RUIN, WATER, Floats, Scene
from sim.geometry.ground.walk_marks import (
    MARK_COST,
    MARK_GONE,
    MARK_GROUND,
    MARK_TERRAIN,
    MARK_TRIANGLE,
    MARK_X,
    MARK_Y,
)
from sim.geometry.ground.walls import wall_distance
from sim.geometry.tolerance import CRACK, FLAT, HOLD, SLACK, STEP, STEP_SLACK

__all__ = [
    "ARRIVED",
    "BASE",
    "DRY",
    "LEDGE",
    "WALL",
    "Walker",
    "walk",
    "walked",
]

ARRIVED, WALL, LEDGE, BASE, DRY, _GAP = range(6)  # why a walk ended (DRY: it may not leave the water), or halts

PACE = 0.0625  # ground is looked up this often; what happens between is found by halving
_NEAR = 2.4e-4  # inches: so near is found where the ground changes
_FINE = 1e-4  # inches: so near is found where the base is held
_EDGE = 0.02  # inches: a step of more is marked on both its edges
_HAIR = 1e-3  # inches: ground is found on either side of a change, though its height there is off by this
KINDS = WATER | DIFFICULT | BARRICADE | RUIN


class Walker(NamedTuple):
    """A base that walks, and all that it meets."""

    scene: Scene
    discs: Floats
    base: Base
    swims: bool  # it may not leave the water
    buf: Floats


class Walked(NamedTuple):
    """How a walk went: the length reached in plan, the cost, why it ended, how many marks there are, and 1 if there is
    ground where it begins."""

    gone: float
    cost: float
    why: int
    marks: int
    begun: int


class _Here(NamedTuple):
    """How far a walk has come: as far as the way is known to be free, and the ground there."""

    gone: float
    cost: float
    ground: GroundPoint


@njit(cache=True, nogil=True)
def walk(
    scene: Scene, discs: Floats, line: Segment, ground: float, base: Base, swims: bool, buf: Floats
) -> tuple[float, float, int, Floats, int]:
    """From a to b over the ground that begins at this height, as far as it goes.

    The length reached in plan, the cost, why it ended, marks, and 1 if there is ground where it begins. Marks are rows,
    columns `MARK_GONE` to `MARK_TRIANGLE`, where the walk begins, where the kind of ground changes or its height turns,
    and where it ends.
    """
    walker = Walker(scene, discs, base, swims, buf)
    marks = np.empty((64, 7))
    while True:
        went = walked(walker, line, ground, marks, False)
        if went.marks <= len(marks):
            return went.gone, went.cost, went.why, marks[: went.marks].copy(), went.begun
        marks = np.empty((went.marks, 7))


@njit_noref
def walked(walker: Walker, line: Segment, ground: float, marks: Floats, whether: bool) -> Walked:
    """As `walk`, with room for the marks; how many there are is told even if there was no room for them.

    `whether`: only whether it arrives is asked, not where else it ends.
    """
    heading, length = _heading(line)
    here = _Here(0.0, 0.0, surface(walker.scene, line.ax, line.ay, ground + 0.01))
    used = _mark(marks, 0, heading, here)
    if here.ground.terrain < 0:
        return Walked(0.0, 0.0, LEDGE, used, 0)
    if length < 1e-9:
        return Walked(0.0, 0.0, ARRIVED, used, 1)
    level_from = 0.0  # the stretch of level ground that is not yet tested
    why = ARRIVED
    foot, low_marks = here, 0  # where it stepped up last, on the lower ground, and the marks until then
    while here.gone < length:
        ahead = min(length, here.gone + PACE)
        then = _ground_at(walker, heading, ahead, here.ground.height, ahead - here.gone)
        fresh = _is_fresh(walker, here.ground, then, ahead - here.gone)
        if not fresh and ahead < length:
            here = _Here(ahead, here.cost + (ahead - here.gone), here.ground)
            continue
        # test the level stretch that ends here (or at b)
        upto = here.gone if fresh else ahead
        if upto > level_from:
            low, why = _free_to(walker, heading, level_from, upto, here.ground.height, whether)
            if why != ARRIVED:
                here = _Here(low, here.cost + (low - here.gone), here.ground)
                break
            level_from = upto
        if not fresh:
            here = _Here(ahead, here.cost + (ahead - here.gone), here.ground)
            break
        before, here, why = _up_to_change(walker, heading, here, then, ahead, whether)
        if why not in (ARRIVED, _GAP):
            break
        after = _ground_at(walker, heading, here.gone, before, _HAIR)
        if why == _GAP or _drops(after, before, _HAIR):
            here, after, why = _over_crack(walker, heading, here, before, length)
            if why != ARRIVED:
                break
        if walker.swims and not bits_at(walker.scene, after.terrain, after.triangle) & WATER:
            why = DRY
            break
        foot, low_marks = _at_height(here, before), used
        if abs(after.height - before) > _EDGE:
            x, y = heading.x + here.gone * heading.dx, heading.y + here.gone * heading.dy
            if steps_into(walker.scene, walker.discs, x, y, walker.base, before, after.height):
                here, why = _Here(max(0.0, foot.gone - _HAIR), max(0.0, foot.cost - _HAIR), foot.ground), BASE
                break
            used = _mark(marks, used, heading, foot)
        here = _Here(here.gone, here.cost, after)
        used = _mark(marks, used, heading, here)
        level_from = here.gone
    if why in (WALL, LEDGE) and here.gone - foot.gone < _FINE and here.ground.height > foot.ground.height + _EDGE:
        back = min(_HAIR, foot.gone)  # places are rounded, and this one must not come to lie on the step
        here, used = _Here(foot.gone - back, foot.cost - back, foot.ground), low_marks
    used = _mark(marks, used, heading, _on_top(walker, heading, here))
    return Walked(here.gone, here.cost, why, used, 1)


@njit_noref
def _heading(line: Segment) -> tuple[Heading, float]:
    """Where a line begins and where it goes to, and its length."""
    dx = line.bx - line.ax
    dy = line.by - line.ay
    length = (dx * dx + dy * dy) ** 0.5
    return Heading(line.ax, line.ay, dx / max(length, 1e-12), dy / max(length, 1e-12)), length


@njit_noref
def _mark(marks: Floats, used: int, heading: Heading, here: _Here) -> int:
    """One more mark, where there is room for it; how many there would be."""
    if used < len(marks):
        row = marks[used]
        row[MARK_GONE] = here.gone
        row[MARK_X] = heading.x + here.gone * heading.dx
        row[MARK_Y] = heading.y + here.gone * heading.dy
        row[MARK_GROUND] = here.ground.height
        row[MARK_COST] = here.cost
        row[MARK_TERRAIN] = here.ground.terrain
        row[MARK_TRIANGLE] = here.ground.triangle
    return used + 1


@njit_noref
def _at_height(here: _Here, height: float) -> _Here:
    """The same place with ground of this height."""
    return _Here(here.gone, here.cost, GroundPoint(height, here.ground.terrain, here.ground.triangle))


@njit_noref
def _on_top(walker: Walker, heading: Heading, here: _Here) -> _Here:
    """Where a walk ended, on the ground that lies uppermost there."""
    found = surface(
        walker.scene, heading.x + here.gone * heading.dx, heading.y + here.gone * heading.dy, here.ground.height + 0.01
    )
    if found.terrain >= 0 and found.height > here.ground.height - 0.01:
        return _Here(here.gone, here.cost, found)
    return here


@njit_noref
def _ground_at(walker: Walker, heading: Heading, at: float, height: float, more: float) -> GroundPoint:
    """The highest ground on the line that is stepped on to from ground of this height, and a little more."""
    x = heading.x + at * heading.dx
    y = heading.y + at * heading.dy
    return surface(walker.scene, x, y, height + STEP + STEP_SLACK + more)


@njit_noref
def _drops(then: GroundPoint, height: float, more: float) -> bool:
    """Is there no ground, or none within a step below ground of this height, and a little more?"""
    return then.terrain < 0 or then.height < height - STEP - STEP_SLACK - more


@njit_noref
def _is_alike(walker: Walker, one: GroundPoint, other: GroundPoint) -> bool:
    """Is it ground of one kind?"""
    bits = bits_at(walker.scene, one.terrain, one.triangle) ^ bits_at(walker.scene, other.terrain, other.triangle)
    return not bits & KINDS


@njit_noref
def _is_other_barricade(walker: Walker, one: GroundPoint, other: GroundPoint) -> bool:
    """Is the one ground a barricade, and the other of another part?"""
    if not bits_at(walker.scene, one.terrain, one.triangle) & BARRICADE:
        return False
    own = part_at(walker.scene, one.terrain, one.triangle)
    return part_at(walker.scene, other.terrain, other.triangle) != own


@njit_noref
def _is_fresh(walker: Walker, ground: GroundPoint, then: GroundPoint, more: float) -> bool:
    """Is the ground that comes then another than this: gone, dry, higher, lower, or of another kind?"""
    if _drops(then, ground.height, more) or abs(then.height - ground.height) >= FLAT:
        return True
    if walker.swims and not bits_at(walker.scene, then.terrain, then.triangle) & WATER:
        return True
    return not _is_alike(walker, ground, then) or _is_other_barricade(walker, ground, then)


@njit_noref
def _up_to_change(
    walker: Walker, heading: Heading, here: _Here, then: GroundPoint, ahead: float, whether: bool
) -> tuple[float, _Here, int]:
    """On to where the ground changes before `ahead`, along the face that the base is on: the height of that face there,
    how far it came, and why no further."""
    missing = _drops(then, here.ground.height, ahead - here.gone)
    low, high, before = _change(walker, heading, here, then, ahead, missing)
    turn = low if missing else high
    if turn - here.gone > 1e-9:
        here, why = _along_face(walker, heading, here, turn, before, whether)
        if why != ARRIVED:
            return before, here, why
    if missing:
        return before, here, _GAP
    return before, here, ARRIVED


@njit_noref
def _over_crack(
    walker: Walker, heading: Heading, here: _Here, before: float, length: float
) -> tuple[_Here, GroundPoint, int]:
    """On over what is open in the ground, where it has no ledges; the ground beyond, and LEDGE where it is wider, or
    where the line ends."""
    beyond = here.gone + CRACK
    after = _ground_at(walker, heading, beyond, before, CRACK)
    if beyond >= length or _drops(after, before, CRACK):
        return _at_height(here, before), here.ground, LEDGE
    return _Here(beyond, here.cost + CRACK, here.ground), after, ARRIVED


@njit_noref
def _change(
    walker: Walker, heading: Heading, here: _Here, then: GroundPoint, ahead: float, missing: bool
) -> tuple[float, float, float]:
    """Where the ground changes before `ahead`: last seen as it was, first seen changed, and its height just before."""
    low, high, before = _foreseen(walker, heading, here, then, ahead, missing)
    own = here.ground
    while high - low > 2.1 * _NEAR:
        mid = (low + high) / 2
        there = _ground_at(walker, heading, mid, own.height, mid - here.gone)
        same = (
            there.terrain == own.terrain
            and there.triangle == own.triangle
            and triangle_holds(
                walker.scene.terrains[own.terrain].corners[own.triangle],
                heading.x + mid * heading.dx,
                heading.y + mid * heading.dy,
                HOLD,
            )
        )
        if same or _is_level(walker, own, there):
            low = mid
            before = there.height
        else:
            high = mid
    return low, high, before


@njit_noref
def _is_level(walker: Walker, one: GroundPoint, other: GroundPoint) -> bool:
    """Does the other ground go on at the same height, and is it of the same kind?"""
    return other.terrain >= 0 and abs(other.height - one.height) < FLAT and _is_alike(walker, one, other)


@njit_noref
def _foreseen(
    walker: Walker, heading: Heading, here: _Here, then: GroundPoint, ahead: float, missing: bool
) -> tuple[float, float, float]:
    """As `_change`, as far as the face that the base is on tells it."""
    own = here.ground
    unknown = (here.gone, ahead, own.height)
    if missing:
        return unknown
    if then.terrain == own.terrain and then.triangle == own.triangle:
        # on the same face, and half way there too: it does not change
        mid = _ground_at(walker, heading, (here.gone + ahead) / 2, own.height, (ahead - here.gone) / 2)
        if mid.terrain == own.terrain and mid.triangle == own.triangle:
            return ahead, ahead, then.height
        return unknown
    # it leaves the face where the line does, unless something lies on it before, or the next is as high
    corners = walker.scene.terrains[own.terrain].corners[own.triangle]
    edge = leaves(corners, heading.x, heading.y, heading.dx, heading.dy)
    if not here.gone + _NEAR < edge < ahead - _NEAR:
        return unknown
    sure = edge - _NEAR
    before = _ground_at(walker, heading, sure, own.height, sure - here.gone)
    if before.terrain != own.terrain or before.triangle != own.triangle:
        return unknown
    beyond = edge + _NEAR
    if _is_level(walker, own, _ground_at(walker, heading, beyond, own.height, beyond - here.gone)):
        return unknown
    return sure, beyond, before.height


@njit_noref
def _along_face(
    walker: Walker, heading: Heading, here: _Here, turn: float, before: float, whether: bool
) -> tuple[_Here, int]:
    """Along the face that the base is on, which has this height at `turn`: how far it comes, and what holds it."""
    own = here.ground
    slope = walker.scene.terrains[own.terrain].slope[own.triangle]
    rise = slope[0] * heading.dx + slope[1] * heading.dy
    factor = longer(slope[0], slope[1], heading.dx, heading.dy)
    if abs(before - own.height) < FLAT:
        rise, factor = 0.0, 1.0
    low, why = _free_to(walker, heading, here.gone, turn, max(own.height, before), whether)
    cost = here.cost + (low - here.gone) * factor
    if why != ARRIVED:
        return _Here(low, cost, GroundPoint(own.height + rise * (low - here.gone), own.terrain, own.triangle)), why
    return _Here(low, cost, own), ARRIVED


@njit_noref
def _free_to(
    walker: Walker, heading: Heading, low: float, high: float, ground: float, whether: bool
) -> tuple[float, int]:
    """How far along a line a level stretch from `low` to `high` is free, and what holds it there; only whether it is
    free all along, if no more is asked."""
    x, y, dx, dy = heading
    ax, ay = x + low * dx, y + low * dy
    held = _held(walker, Segment(ax, ay, x + high * dx, y + high * dy), ground)
    if not held:
        return high, ARRIVED
    if whether:
        return low, held
    while high - low > _FINE:
        mid = (low + high) / 2
        now = _held(walker, Segment(ax, ay, x + mid * dx, y + mid * dy), ground)
        if now:
            high, held = mid, now
        else:
            low = mid
    return low, held


@njit_noref
def _held(walker: Walker, line: Segment, ground: float) -> int:
    """What keeps a base from the straight way over level ground: ARRIVED nothing, else WALL, LEDGE or BASE."""
    r = walker.base.radius
    head = ground + walker.base.height
    if discs_hold(walker.scene, walker.discs, line, ground, 0.0, walker.base):
        return BASE
    if wall_distance(walker.scene, line, ground, head, r - SLACK, walker.buf).terrain >= 0:
        return WALL
    if ledge_distance(walker.scene, line, ground, r, False) < r - SLACK:
        return LEDGE
    return ARRIVED
