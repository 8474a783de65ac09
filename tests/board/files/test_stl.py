"""Binary STL files are read as any library reads them; what is no such file is left to one."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
import trimesh

from sim.board.files.stl import read_binary_stl
from sim.board.model.errors import MeshError

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


@pytest.mark.parametrize("content", [b"", bytes(84), b"solid a\nendsolid", b" solid a\n" + b"facet " * 20])
def test_an_empty_file_and_one_of_text_is_none(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other.stl"
    file.write_bytes(content)
    assert read_binary_stl(file) is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            binary(CORNERS)[:-1],
            "it has 183 bytes, and the 2 triangles that it tells of take 184",
        ),
        (binary(CORNERS)[:-50], "it has 134 bytes"),
        (binary(CORNERS) + b"x", "it has 185 bytes"),
        (bytes(80) + b"\xff\xff\xff\xff" + bytes(50), "the 4,294,967,295 triangles that it tells of"),
    ],
)
def test_a_file_of_another_length_is_told_as_such(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "cut.stl"
    file.write_bytes(content)
    with pytest.raises(MeshError, match=rf"cut\.stl: .*{said}.*: export it again"):
        read_binary_stl(file)


def test_a_file_of_more_triangles_than_a_board_has_is_not_even_read(tmp_path: Path) -> None:
    file = tmp_path / "large.stl"
    with file.open("wb") as out:  # of nothing: it takes no room on the disk
        out.write(bytes(80) + (3_000_001).to_bytes(4, "little"))
        out.truncate(84 + 50 * 3_000_001)
    with pytest.raises(MeshError, match="has 3,000,001 triangles: make it coarser; 3,000,000 are the most"):
        read_binary_stl(file)
