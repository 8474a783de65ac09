"""Every tolerance of the geometry, in one place. Inches."""

from __future__ import annotations

__all__ = [
    "BEAM",
    "BEAM_PULL",
    "CRACK",
    "FINEST",
    "FINEST_PART",
    "FINEST_TILE",
    "FLAT",
    "HOLD",
    "JOINT",
    "LEVEL_LINE",
    "LOW",
    "NEAR_EYE",
    "NO_LENGTH",
    "PULL",
    "ROUND",
    "ROUNDING",
    "SAME_PLACE",
    "SHAFT_SLACK",
    "SLACK",
    "SPECK",
    "STEP",
    "STEP_SLACK",
    "STITCH",
    "THINNEST",
    "TOUCH",
    "WELD",
    "WELDED",
]

PULL = 1e-4  # both ends of a segment are pulled in by this much: a ray engine's hits are good to 1e-5
BEAM = 0.004  # a sight is a beam: the ray and eight parallels within this distance (models have cracks at joints)
BEAM_PULL = 0.02  # the parallels are pulled in by this: near its ends, a beam may touch what they lie on
JOINT = 0.005  # what is open between solids by less than this is a joint, and closed
WELD = 1e-5  # corners closer than this are one corner, when surfaces are followed across triangles
STITCH = 2e-4  # a corner this close to an open edge lies on it: cracks that no beam can pass are no openings
TOUCH = 0.005  # bases nearer than this touch: places are rounded to 0.001, so two roundings must not part them
LOW = 1.0  # what is no higher is ignored for measuring, moving and sight, and stepped over (GEO-03, GEO-04)
STEP = LOW  # the same inch, where somebody walks (MOVE-01)
STEP_SLACK = 0.005  # a step of 1.00" is stepped over, one of 1.01" is climbed
CRACK = 0.02  # what is open between faces of the ground by no more is filled: it is walked over, and stood on
SLACK = 0.002  # places are rounded to 0.001": a base may overlap a wall or another base by this
FLAT = 1e-7  # ground that differs by less is of one height
HOLD = 1e-6  # a point this far outside a face still lies on it; faces lie in every bin that they come so near to
ROUND = 0.024  # what stays undecided in a sight lets no round beam of this radius through: a bound of 0.05 is told
FINEST_PART = 8e-4  # parts of a cross-section that are smaller are as their middle is: far below what a joint may be
FINEST_TILE = 5e-4  # parts of a projection are split no finer: rays turn by more between them
THINNEST = 0.002  # solid that a plane is laid through: faces that lie on each other bound nothing to count from
WELDED = 2e-5  # ends of outlines that are one may lie so far from each other: twice `WELD`
LEVEL_LINE = 1e-5  # a line runs along an axis if its ends differ by less, as `WELD` may move them
SHAFT_SLACK = 1e-7  # what is so far beyond a side of a shaft is in it still: above all rounding of planes
ROUNDING = 1e-6  # above what float64 loses of places that are computed, below all else: bounds are widened by it
NO_LENGTH = 1e-9  # what is shorter has no direction
SPECK = 1e-7  # the size of a body that stands for a point
SAME_PLACE = 1e-6  # bodies whose middles are nearer stand in one place: no way leads from one to the other
NEAR_EYE = 1e-4  # what is nearer to the plane of an eye is cut off: as `PULL`, and nothing is divided by 0
FINEST = 0.008  # sight cells are split no finer: an opening between two such cells is as thin as the beam
"""Tolerances are lengths; counts and shares are set where they are used."""
