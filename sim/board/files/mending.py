"""Meshes as people have them: what is safe to mend is mended, and said; what is not is said too.

Safe is what changes no point of the surface: triangles without area and doubles are left out, and closed shells that
were wound inside out are turned. Holes are left as they are: whoever looks through one sees through it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh.shells import shells

__all__ = ["NO_AREA", "mended", "repairs_told"]

Floats = NDArray[np.float64]

NO_AREA = 1e-12  # square units of the file, twice over
_COUNT = re.compile(r"([0-9,]+) (triangle|part)s?\b")
_NAMED = 2  # parts that are named of those that a repair was made to


def mended(triangles: Floats, sheet: bool = False) -> tuple[Floats, tuple[str, ...]]:
    """Triangles (n, 3, 3) without what is of no use, closed shells outwards, and what was done or found. A `sheet`, as
    water is, bounds nothing, and that is as it should be.
    """
    from sim.geometry.mesh.faces import with_area
    from sim.geometry.mesh.vertices import without_doubles

    repairs = []
    triangles = np.ascontiguousarray(triangles)
    kept = _those(triangles, with_area(triangles, NO_AREA))
    if len(kept) < len(triangles):
        repairs.append(f"left out {_counted(len(triangles) - len(kept), 'triangle')} without area")
    once = _those(kept, without_doubles(kept))
    if len(once) < len(kept):
        repairs.append(f"left out {_counted(len(kept) - len(once), 'triangle')} that lay on another")
    found = shells(once, np.zeros(len(once), np.int32))
    made = found.triangles
    if len(made) < len(once):
        made = once.copy()
        made[found.kept] = found.triangles
    turned = int((made[:, 0] != once[:, 0]).any(axis=1).sum())
    if turned:
        repairs.append(f"turned {_counted(turned, 'triangle')} that looked the wrong way")
    loose = int((~found.closed).sum())
    if loose and not sheet:
        repairs.append(f"{_counted(loose, 'triangle')} of surfaces with holes: nothing is inside them")
    muddled = int(found.two_sided.sum())
    if muddled:
        repairs.append(f"{_counted(muddled, 'triangle')} wound both ways: both their sides count as ground")
    return np.ascontiguousarray(made), tuple(repairs)


def _those(triangles: Floats, kept: NDArray[np.int64]) -> Floats:
    """Some of the triangles, in order; nothing is copied where they are all of them."""
    return triangles if len(kept) == len(triangles) else triangles[kept]


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def repairs_told(parts: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """The repairs of parts, by their names, in a line for each kind: a model of a hundred parts has a hundred alike."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for name, repairs in parts:
        for repair in repairs:
            alike.setdefault(_COUNT.sub(r"\2", repair), []).append((name, repair))
    lines = []
    for made in alike.values():
        names = [name for name, _ in made[: len(made) if len(made) <= _NAMED + 1 else _NAMED]]
        more = f" and {len(made) - len(names)} more parts" if len(names) < len(made) else ""
        lines.append(f"{', '.join(names)}{more}: {_together([repair for _, repair in made])}")
    return lines


def _together(repairs: Sequence[str]) -> str:
    """Repairs of one kind as one, of as many things as all of them."""
    counted = [found for found in map(_COUNT.search, repairs) if found is not None]
    if len(counted) < len(repairs):
        return repairs[0]
    total = sum(int(found[1].replace(",", "")) for found in counted)
    return repairs[0].replace(counted[0][0], _counted(total, counted[0][2]), 1)
