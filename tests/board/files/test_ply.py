"""PLY files of every kind that programs write: read whole, or refused in a line."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from sim.board.files.ply import read_ply
from sim.board.model.errors import MeshError

FORMATS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
CODES = {"char": "b", "uchar": "B", "ushort": "H", "int": "i", "uint": "I", "float": "f", "double": "d"}
CORNERS = [(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (2.0, 3.0, 0.0), (0.0, 3.0, 0.0), (1.0, 1.0, 4.0)]
PYRAMID = [(3, 2, 1, 0), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]
TRIANGLES = [(3, 2, 1), (3, 1, 0), *PYRAMID[1:]]


def ply(
    form: str,
    faces: Sequence[Sequence[int]] = PYRAMID,
    count: str = "uchar",
    index: str = "int",
    more: Sequence[tuple[str, str, float]] = (),
    xyz: str = "float",
    newline: str = "\n",
) -> bytes:
    """A file with the corners of a pyramid, `more` columns of them, and edges before its faces."""
    head = ["ply", f"format {form} 1.0", "comment by hand", "obj_info none", f"element vertex {len(CORNERS)}"]
    columns = [(xyz, axis) for axis in "xyz"] + [(kind, name) for kind, name, _ in more]
    head += [f"property {kind} {name}" for kind, name in columns]
    head += ["element edge 1", "property int vertex1", "property list uchar float lengths"]
    head += [f"element face {len(faces)}", f"property list {count} {index} vertex_indices", "property uchar flags"]
    body = b""
    rows: list[tuple[str, tuple[float, ...]]] = [
        ("".join(CODES[kind] for kind, _ in columns), (*corner, *(value for _, _, value in more))) for corner in CORNERS
    ]
    rows.append(("iBff", (7, 2, 0.5, 0.25)))
    rows += [(CODES[count] + CODES[index] * len(face) + "B", (len(face), *face, 9)) for face in faces]
    for codes, values in rows:
        plain = [value if code in "fd" else int(value) for code, value in zip(codes, values, strict=True)]
        if form == "ascii":
            body += (" ".join(map(str, plain)) + newline).encode()
        else:
            body += struct.pack(FORMATS[form] + codes, *plain)
    return (newline.join([*head, "end_header"]) + newline).encode() + body


def written(folder: Path, content: bytes) -> Path:
    path = folder / "mesh.ply"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("count", "index", "xyz"), [("uchar", "int", "float"), ("int", "uint", "double"), ("uint", "ushort", "float")]
)
def test_triangles_and_quads_together_are_read_in_every_format(
    form: str, count: str, index: str, xyz: str, tmp_path: Path
) -> None:
    read = read_ply(written(tmp_path, ply(form, count=count, index=index, xyz=xyz)))
    assert read.points.tolist() == [list(corner) for corner in CORNERS]
    assert read.faces.tolist() == [list(face) for face in TRIANGLES]
    alike = read_ply(written(tmp_path, ply(form, TRIANGLES, count=count, index=index, xyz=xyz)))
    assert np.array_equal(alike.triangles, read.triangles)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_on_any_machine(form: str, newline: str, tmp_path: Path) -> None:
    assert len(read_ply(written(tmp_path, ply(form, newline=newline))).faces) == len(TRIANGLES)


@pytest.mark.parametrize("form", FORMATS)
def test_normals_are_passed_over_and_colours_kept(form: str, tmp_path: Path) -> None:
    normals = [("float", axis, 0.5) for axis in ("nx", "ny", "nz")]
    paint = [("uchar", "red", 255), ("uchar", "green", 51), ("uchar", "blue", 0), ("uchar", "alpha", 255)]
    read = read_ply(written(tmp_path, ply(form, more=[*normals, *paint])))
    assert read.colours is not None
    assert np.allclose(read.colours, [1.0, 0.2, 0.0])
    assert read_ply(written(tmp_path, ply(form, more=normals))).colours is None


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_cut_off_is_never_taken_for_the_whole(form: str, tmp_path: Path) -> None:
    whole = ply(form)
    start = whole.index(b"end_header") + len(b"end_header\n")
    for end in range(4, len(whole) - 2):
        with pytest.raises(MeshError, match=r"mesh\.ply: (cannot be read as a mesh)") as told:
            read_ply(written(tmp_path, whole[:end]))
        assert "\n" not in str(told.value)
        assert end < start or "cut off" in str(told.value) or form == "ascii"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "does not begin with 'ply'"),
        (b"ply\nformat ascii 1.0\n", "header does not end"),
        (b"ply\nend_header\n", "names no format"),
        (b"ply\nformat ascii 1.0\nelement vertex many\nend_header\n", "line 3 of its header is 'element vertex many'"),
        (ply("ascii", [(0, 1, 99)]), "a face names a point that is not there"),
        (ply("ascii").replace(b"2.0", b"two"), "no number"),
        (ply("ascii").replace(b"float x", b"float u"), "no x, y and z"),
        (ply("ascii").replace(b"float y", b"float x"), "names 'x' twice"),
        (ply("ascii").replace(b"vertex_indices", b"corners"), "no list of corners"),
        (ply("ascii", []), "is a cloud of points"),
        (ply("ascii", []).replace(b"element face 0", b"element tristrips 2"), "in strips"),
        (ply("binary_little_endian", count="int").replace(b"element face 5", b"element face 999999999"), "cut off"),
        (b"ply\nformat ascii 1.0\nelement face 1\nproperty list int int vertex_indices\nend_header\n-1\n", "cut off"),
    ],
)
def test_what_is_no_mesh_is_told_in_a_line(content: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(MeshError, match=says) as told:
        read_ply(written(tmp_path, content))
    assert "\n" not in str(told.value)
