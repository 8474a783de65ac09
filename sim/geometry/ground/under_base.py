"""What a base stands on, put at a place: places come rounded, and by the ground at their centre. Inches, z up."""

from __future__ import annotations

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.discs import Base, first_overlap
from sim.geometry.ground.footing import BURIED, WALLED, WHOLE, footing
from sim.geometry.ground.placement import ANY, PEEK, settle
from sim.geometry.ground.surface import part_at
from sim.geometry.ground.terrain_mesh import Floats, Scene

__all__ = ["ON", "ROUNDED", "carried_by", "fallen_to", "under_base"]

ON = 0.1  # a base this near to its rest height stands on it: places come rounded, and by the ground at their centre
ROUNDED = 0.002  # places come rounded: what a search found to stand whole must do so when it is asked again


@njit_noref
def _carries(height: float, rest_z: float, terrain: int, z: float) -> bool:
    """Does a footing carry a base at height z? From the ground under its centre up to where it rests."""
    carried: bool = terrain >= 0 and height - ON <= z <= max(height, rest_z) + ON
    return carried


@njit_noref
def under_base(
    scene: Scene, discs: Floats, x: float, y: float, z: float, base: Base, buf: Floats
) -> tuple[float, float, int, int, int, bool, bool]:
    """What carries a base at a place: as `footing` says it, then whether it does, and whether nothing is in its way.

    A plain tuple: see `footing`.
    """
    height, rest_z, which, index, how = footing(scene, x, y, z + PEEK, base.radius, base.height, buf)
    high = z > max(height, rest_z) + ON  # over whatever it may rest on, with a smaller base too
    if not high and (how != WHOLE or not _carries(height, rest_z, which, z)):
        other, rest, terrain, triangle, stood = footing(scene, x, y, z + PEEK, base.radius - ROUNDED, base.height, buf)
        if stood == WHOLE and _carries(other, rest, terrain, z):
            height, rest_z, which, index, how = other, rest, terrain, triangle, stood
    if not _carries(height, rest_z, which, z):
        free = first_overlap(discs, x, y, z, base.radius, base.height) < 0
        return height, rest_z, which, index, how, False, free
    low = min(z, rest_z)  # on the brow of steps it rests higher than its place says: nobody is in between either
    body = base.height + rest_z - low
    free = how not in (WALLED, BURIED) and first_overlap(discs, x, y, low, base.radius - ROUNDED, body) < 0
    return height, rest_z, which, index, how, True, free


@njit_noref
def carried_by(
    scene: Scene, discs: Floats, x: float, y: float, z: float, base: Base, buf: Floats
) -> tuple[float, int, bool, bool, bool]:
    """What carries a base at a place: where it rests, the part, and whether it is carried, whole, and free."""
    _, rest_z, which, index, how, carried, free = under_base(scene, discs, x, y, z, base, buf)
    return rest_z, part_at(scene, which, index), carried, how == WHOLE, free


@njit_noref
def fallen_to(
    scene: Scene, discs: Floats, x: float, y: float, z: float, base: Base, buf: Floats
) -> tuple[float, bool, bool, float, int, bool, bool]:
    """Where a base that falls from a place comes to rest straight below, a hair narrower than it is, and whether there
    is such a place; then whether it stands there as wide as it is, and if so where it rests, the part, and whether it
    is whole and free.

    A plain tuple: see `footing`.
    """
    _, rest_z, which, _ = settle(scene, x, y, z + PEEK, Base(base.radius - ROUNDED, base.height), ANY, buf)
    if which < 0:
        return rest_z, False, False, rest_z, -1, False, False
    found = footing(scene, x, y, rest_z + PEEK, base.radius, base.height, buf)
    if found[4] != WHOLE or abs(found[1] - rest_z) >= ON:
        return rest_z, True, False, rest_z, -1, False, False
    stands_z, part, carried, whole, free = carried_by(scene, discs, x, y, found[1], base, buf)
    return rest_z, True, carried, stands_z, part, whole, free
