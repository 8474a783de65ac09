"""A piece in the making: its solids with their meaning, and the detail that is only seen."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.paint import Paint
from sim.board.architecture.reckoned_sketch import ReckonedSketch
from sim.board.architecture.sketch import Sketch
from sim.board.architecture.solid import PaintedSolid

__all__ = ["Model", "check_closed"]

Floats = NDArray[np.float64]


@dataclass
class Model:
    """Named parts: solids for the rules (drawn, unless their material is "none"), and one sketch of detail, which is
    empty unless it is `drawn`."""

    name: str
    drawn: bool = True
    parts: list[tuple[str, PaintedSolid, dict[str, Any]]] = field(default_factory=list)
    sketch: Sketch = field(init=False)

    def __post_init__(self) -> None:
        self.sketch = (Sketch if self.drawn else ReckonedSketch)(zlib.crc32(self.name.encode()))

    @property
    def random(self) -> np.random.Generator:
        return self.sketch.random

    def part(self, name: str, solid: PaintedSolid, **meaning: Any) -> None:
        """Add a part; `meaning` holds the keys of the board's Meaning."""
        if "material" not in meaning:
            faces = solid.faces()
            meaning["material"] = max(faces, key=lambda f: len(f[1]))[0].material
        self.parts.append((name, solid, meaning))

    def shells(self) -> Iterator[tuple[str, dict[str, Any], Floats]]:
        """The name, the meaning and the triangles of each part. Raises ValueError where one is no closed shell."""
        for name, solid, meaning in self.parts:
            faces = solid.faces()
            check_closed(self.name, name, faces)
            yield name, meaning, np.concatenate([triangles for _, triangles in faces])

    @property
    def rule_triangles(self) -> int:
        return sum(int(solid.body.num_tri()) for _, solid, _ in self.parts)

    @property
    def seen_triangles(self) -> int:
        drawn = sum(s.body.num_tri() for _, s, m in self.parts if m["material"] != "none")
        return int(drawn) + self.sketch.count


def check_closed(model: str, part: str, faces: list[tuple[Paint, Floats]]) -> None:
    """A part is a closed shell: every edge is met once each way, after rounding too.

    Raises:
        ValueError: it is not.
    """
    triangles = np.concatenate([t for _, t in faces]).astype(np.float32)
    _, index = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    corners = index.reshape(-1, 3)
    triangles = triangles.astype(np.float64)
    sides = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    if np.linalg.norm(sides, axis=1).min() < 1e-9:
        raise ValueError(f"{model}/{part}: has faces without area")
    edges = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]]).astype(np.int64)
    size = int(edges.max()) + 1
    there, counts = np.unique(edges[:, 0] * size + edges[:, 1], return_counts=True)
    back, back_counts = np.unique(edges[:, 1] * size + edges[:, 0], return_counts=True)
    if not (np.array_equal(there, back) and np.array_equal(counts, back_counts)):
        raise ValueError(f"{model}/{part}: not a closed shell")
