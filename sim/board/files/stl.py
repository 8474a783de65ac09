"""Binary STL files: a header of 80 bytes, the number of triangles, and 50 bytes for each.

They are read here because they are what large meshes come in, and loading a library that reads all kinds of meshes
takes longer than reading this one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_HEADER = 84  # bytes, with the number of triangles at their end
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])


def read_binary_stl(path: Path) -> NDArray[np.float64] | None:
    """The triangles (n, 3, 3) of a binary STL file; None where its length is not that of one (an STL file of text).

    Raises:
        OSError: the file cannot be read.
    """
    content = path.read_bytes()
    if len(content) <= _HEADER:
        return None
    count = int.from_bytes(content[_HEADER - 4 : _HEADER], "little")
    if len(content) != _HEADER + count * _TRIANGLE.itemsize:
        return None
    return np.frombuffer(content, _TRIANGLE, count, _HEADER)["corners"].astype(np.float64)
