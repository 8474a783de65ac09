"""Binary STL files: a header of 80 bytes, the number of triangles, and 50 bytes for each.

They are read here because they are what large meshes come in, and loading a library that reads all kinds of meshes
takes longer than reading this one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.board.model.errors import MeshError
from sim.board.model.ranges import MOST_TRIANGLES
from sim.words import say

__all__ = ["read_binary_stl"]

_HEADER = 84  # bytes, with the number of triangles at their end
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])


def read_binary_stl(path: Path) -> NDArray[np.float64] | None:
    """The triangles (n, 3, 3) of a binary STL file; None of one of text, which begins with `solid`.

    Raises:
        MeshError: the file cannot be read, is cut off, or too large.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(_HEADER)
            count = int.from_bytes(head[_HEADER - 4 :], "little")
            whole = _HEADER + count * _TRIANGLE.itemsize
            if size <= _HEADER or (size != whole and head.lstrip()[:5] == b"solid" and 0 not in head):
                return None
            if size != whole:
                raise MeshError(
                    say(
                        "{path}: is cut off or no STL file: it has {size:,} bytes, "
                        "and the {count:,} triangles that it tells of take {whole:,}: export it again",
                        path=path,
                        size=size,
                        count=count,
                        whole=whole,
                    )
                )
            if count > MOST_TRIANGLES:
                raise MeshError(
                    say(
                        "{path}: has {count:,} triangles: make it coarser; {most:,} are the most",
                        path=path,
                        count=count,
                        most=MOST_TRIANGLES,
                    )
                )
            content = file.read()
    except OSError as error:
        raise MeshError(say("{path}: cannot be read: {why}", path=path, why=error.strerror or error)) from None
    return np.frombuffer(content, _TRIANGLE, count)["corners"].astype(np.float64)
