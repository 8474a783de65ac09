"""OBJ files: lines of points, and of faces of three corners or more that name them, under names of objects, groups and
materials.

They are read here because the library that reads other kinds takes corners that are counted back from the last point
(`f -3 -2 -1`, as many programs write them) for others, and knows no groups.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.ranges import MOST_TRIANGLES
from sim.words import say

__all__ = ["ObjGroup", "named_by", "read_obj", "with_counted_corners"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_NONE = ("off", "default", "(null)")  # groups that are none
_COUNTED = ("v", "vt", "vn")  # what corners name, in the order in which they do


class ObjGroup(msgspec.Struct, frozen=True, eq=False):
    """Triangles (n, 3, 3) that stand under the same names; empty names where the file has none."""

    name: str  # of their group, or of their object
    material: str
    triangles: Floats


class _Faces:
    """The corners of faces under the same names, one after another, and how many each face has."""

    def __init__(self) -> None:
        self.corners, self.counts = array("q"), array("q")


def read_obj(path: Path) -> list[ObjGroup]:
    """The triangles of a file, by their names, in the order in which these come. Raises ValueError, OSError."""
    points, found = array("d"), dict[tuple[str, str, str], _Faces]()
    above, group, material, triangles = "", "", "", 0
    for words in _lines(path):
        match words[0]:
            case "v":
                if len(words) < 4:
                    raise ValueError(say("a point has no three numbers"))
                points.extend(map(float, words[1:4]))
            case "f" if len(words) > 3:
                faces = found.setdefault((above, group, material), _Faces())
                so_far = len(points) // 3
                numbers = [int(word.partition("/")[0]) for word in words[1:]]
                faces.corners.extend([n - 1 if n > 0 else n + so_far if n < 0 else -1 for n in numbers])
                faces.counts.append(len(numbers))
                triangles += len(numbers) - 2
                if triangles > MOST_TRIANGLES:
                    raise ValueError(say("it has over {most:,} triangles: make it coarser", most=MOST_TRIANGLES))
            case "o":
                above, group = " ".join(words[1:]), ""
            case "g":
                group = " ".join(word for word in words[1:] if word.lower() not in _NONE)
            case "usemtl":
                material = " ".join(words[1:])
    at = np.frombuffer(points, np.float64).reshape(-1, 3) if points else np.zeros((0, 3))
    return [
        ObjGroup(group or above, material, _triangles(at, faces)) for (above, group, material), faces in found.items()
    ]


def named_by(groups: list[ObjGroup], by_object: bool) -> list[tuple[str, Floats]]:
    """The triangles of each part of a file: what has the same material, or with `by_object`, where that tells them
    apart, what has the same group or object."""
    by_name = by_object and len({group.name for group in groups}) > 1
    parts: dict[str, list[Floats]] = {}
    for group in groups:
        parts.setdefault(group.name if by_name else group.material, []).append(group.triangles)
    return [(name, np.concatenate(own)) for name, own in parts.items()]


def with_counted_corners(path: Path) -> str | None:
    """The text of a file whose corners are counted back from the last point, with their numbers from the first; None
    where it has none such."""
    so_far, lines, some = dict.fromkeys(_COUNTED, 0), list[str](), False
    for words in _lines(path):
        if words[0] in so_far:
            so_far[words[0]] += 1
        elif words[0] == "f":
            corners = [_counted(word, so_far) for word in words[1:]]
            some = some or corners != words[1:]
            words = ["f", *corners]
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n" if some else None


def _counted(corner: str, so_far: dict[str, int]) -> str:
    numbers = zip(corner.split("/"), so_far.values(), strict=False)
    return "/".join(str(int(word) + count + 1) if word.startswith("-") else word for word, count in numbers)


def _lines(path: Path) -> Iterator[list[str]]:
    """The words of each line that has some; one that ends with a backslash goes on in the next."""
    held: list[str] = []
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            words = line.split()
            if words and words[-1].endswith("\\"):
                held += [*words[:-1], *filter(None, [words[-1][:-1]])]
                continue
            if held:
                words, held = held + words, []
            if words:
                yield words


def _triangles(points: Floats, faces: _Faces) -> Floats:
    """Faces as triangles that share their first corner. Raises ValueError."""
    corners, counts = (np.frombuffer(own, np.int64) for own in (faces.corners, faces.counts))
    if corners.min() < 0 or corners.max() >= len(points):
        raise ValueError(say("a face names a point that is not there"))
    first = np.repeat(np.cumsum(counts) - counts, counts - 2)
    second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(counts - 2) - (counts - 2), counts - 2)
    return np.asarray(points[corners[np.stack([first, second, second + 1], axis=1)]])
