"""Binary STL files are read as any library reads them; what is no such file is left to one."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
import trimesh

from sim.board.files.stl import read_binary_stl

CORNERS = np.array([[[0, 0, 0], [1, 0, 0.5], [0, 1, 0.1]], [[3, 2, 1], [1e-3, -7, 4], [0.3, 0.2, 0.1]]], np.float32)


def binary(corners: np.ndarray, header: bytes = b"solid is a word like others") -> bytes:
    records = b"".join(bytes(12) + each.tobytes() + bytes(2) for each in corners)
    return header.ljust(80, b"\0") + struct.pack("<I", len(corners)) + records


def test_a_binary_file_holds_its_triangles_to_the_last_bit(tmp_path: Path) -> None:
    file = tmp_path / "two.stl"
    file.write_bytes(binary(CORNERS))
    found = read_binary_stl(file)
    assert found is not None
    assert found.dtype == np.float64
    assert np.array_equal(found, CORNERS.astype(np.float64))
    assert np.array_equal(found, trimesh.load_mesh(file, process=False).triangles)


@pytest.mark.parametrize(
    "content", [b"", bytes(84), binary(CORNERS)[:-1], binary(CORNERS) + b"x", b"solid a\nendsolid"]
)
def test_a_file_of_another_length_is_none(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other.stl"
    file.write_bytes(content)
    assert read_binary_stl(file) is None
