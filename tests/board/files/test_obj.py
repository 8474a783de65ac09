"""OBJ files: corners counted from either end, faces of many corners, and the names that parts have of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.board.files.obj import named_by, read_obj, with_counted_corners
from sim.board.files.pieces import read_mesh
from sim.board.model.errors import MeshError

SQUARE = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]
TWO = """
mtllib none.mtl
o House
g walls
usemtl plaster
v 0 0 0 0.5 0.5 0.5
v 2 0 0
v 2 2 \\
 0
v\t0 2 0
vt 0 0
f -4/-1 -3/-1 -2/-1 -1/-1
g roof
usemtl tiles
v 0 0 3
v 2 0 3
v 2 2 3
f -3// -2// -1//
g off
usemtl plaster
f 1/1/1 2 3
l 1 2
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "house.obj"
    path.write_text(text, encoding="utf-8")
    return path


def test_corners_are_counted_from_the_first_point_or_back_from_the_last(tmp_path: Path) -> None:
    walls, roof, rest = read_obj(written(tmp_path, TWO))
    assert (walls.name, walls.material, roof.name, roof.material, rest.name) == (
        "walls", "plaster", "roof", "tiles", "House",
    )  # fmt: skip
    assert (
        walls.triangles.tolist() == np.array([[SQUARE[n] for n in three] for three in ((0, 1, 2), (0, 2, 3))]).tolist()
    )
    assert roof.triangles.tolist() == [[[0, 0, 3], [2, 0, 3], [2, 2, 3]]]
    assert rest.triangles.tolist() == [[list(map(float, SQUARE[n])) for n in (0, 1, 2)]]


def test_groups_or_objects_are_parts_of_an_import_and_materials_of_a_mesh(tmp_path: Path) -> None:
    path = written(tmp_path, TWO)
    assert [name for name, _ in named_by(read_obj(path), by_object=True)] == ["walls", "roof", "House"]
    assert [name for name, _ in named_by(read_obj(path), by_object=False)] == ["plaster", "tiles"]
    assert [part.name for part in read_mesh(path, apart=True)] == ["walls", "roof", "House"]
    alone = written(tmp_path, "g walls\n" + TWO.split("g roof")[0].replace("g walls", "").replace("o House", ""))
    assert [part.name for part in read_mesh(alone, apart=True)] == ["house"], "one part is called as its file"


def test_those_who_count_from_the_first_only_are_given_a_text_that_does(tmp_path: Path) -> None:
    text = with_counted_corners(written(tmp_path, TWO))
    assert text is not None
    assert "f 1/1 2/1 3/1 4/1\n" in text
    assert "f 5// 6// 7//\n" in text
    other = tmp_path / "other.obj"
    other.write_text(text, encoding="utf-8")
    assert with_counted_corners(other) is None
    both = zip(read_obj(other), read_obj(tmp_path / "house.obj"), strict=True)
    assert all(np.array_equal(one.triangles, two.triangles) for one, two in both)


@pytest.mark.parametrize(
    ("face", "why"),
    [("f 1 2 9", "not there"), ("f -5 1 2", "not there"), ("f 0 1 2", "not there"), ("f 1 2 x", "invalid literal")],
)
def test_a_face_that_names_no_point_is_refused(face: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(MeshError, match=why):
        read_mesh(written(tmp_path, f"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\n{face}\n"))
    with pytest.raises(MeshError, match="no three numbers"):
        read_mesh(written(tmp_path, "v 0 0\nf 1 1 1\n"))
