"""Reading glTF: y-up files come z-up, with their nodes' transforms, materials and extras."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.board.files.glb import read_nodes
from sim.board.files.pieces import read_mesh
from sim.board.model.errors import MeshError
from sim.board.model.terrain import UNTOLD, Kind

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0]], np.float32)  # the file's y is up


def document(node: dict[str, Any], uri: str | None = None, **more: Any) -> dict[str, Any]:
    data = CORNERS.tobytes() + np.array([0, 1, 2], np.uint16).tobytes()
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "wall", **node}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "materials": [{"name": "brick", "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.2, 0.1, 1]}}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 6},
        ],
        "buffers": [
            {"byteLength": 42, "uri": uri or f"data:application/octet-stream;base64,{base64.b64encode(data).decode()}"}
        ],
        **more,
    }


def written(folder: Path, made: dict[str, Any]) -> Path:
    path = folder / "test.gltf"
    path.write_text(json.dumps(made))
    return path


def test_up_is_z_and_north_is_away_from_the_files_viewer(tmp_path: Path) -> None:
    (node,) = read_nodes(written(tmp_path, document({"translation": [0, 0, -5]})))
    assert np.allclose(node.triangles[0], [[0, 5, 0], [1, 5, 0], [0, 5, 2]])
    assert node.skins[0].material == "brick"
    assert node.skins[0].base == (0.5, 0.2, 0.1, 1)


def test_turns_scales_and_parents_are_applied(tmp_path: Path) -> None:
    half = float(np.sqrt(0.5))
    made = document({"rotation": [0, half, 0, half], "scale": [2, 2, 2]})  # a quarter turn about the file's y
    made["nodes"].append({"children": [0], "translation": [10, 0, 0]})
    made["scenes"][0]["nodes"] = [1]
    (node,) = read_nodes(written(tmp_path, made))
    assert np.allclose(node.triangles[0], [[10, 0, 0], [10, 2, 0], [10, 0, 4]], atol=1e-6)


def test_a_mirrored_node_keeps_its_outside_outside(tmp_path: Path) -> None:
    plain = read_nodes(written(tmp_path, document({})))[0].triangles[0]
    mirrored = read_nodes(written(tmp_path, document({"scale": [-1, 1, 1]})))[0].triangles[0]

    def facing(triangle: np.ndarray) -> np.ndarray:
        return np.asarray(np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0]))

    assert np.allclose(facing(plain), facing(mirrored))


def test_a_bare_mesh_carries_its_meaning_and_passes_over_foreign_extras(tmp_path: Path) -> None:
    (part,) = read_mesh(written(tmp_path, document({"extras": {"kind": "ladder", "artist": "somebody"}})))
    assert part.meaning.kind is Kind.LADDER


@pytest.mark.parametrize(
    ("extras", "said"),
    [
        ({"obstacle": "lage"}, r"part 'wall': obstacle is 'lage': .*is it 'large'\?"),
        ({"obstakle": "large"}, r"part 'wall': obstakle is unknown here: is it 'obstacle'\?"),
    ],
)
def test_a_slip_in_the_extras_of_a_mesh_of_ours_is_not_passed_over(
    tmp_path: Path, extras: dict[str, Any], said: str
) -> None:
    with pytest.raises(MeshError, match=said):
        read_mesh(written(tmp_path, document({"extras": {"material": "stone", **extras}})))


def test_extras_of_other_programs_say_nothing_even_by_our_names(tmp_path: Path) -> None:
    (part,) = read_mesh(written(tmp_path, document({"extras": {"kind": "oak", "ruin": "old", "obstakle": 3}})))
    assert part.meaning == UNTOLD


def test_lights_and_materials_of_other_programs_do_not_matter(tmp_path: Path) -> None:
    looks = ["KHR_lights_punctual", "KHR_materials_unlit", "KHR_texture_transform"]
    (node,) = read_nodes(written(tmp_path, document({}, extensionsRequired=looks, extensionsUsed=looks)))
    assert len(node.triangles) == 1


def test_a_shape_that_keys_bend_is_not_taken_as_it_was_before(tmp_path: Path) -> None:
    assert read_nodes(written(tmp_path, document({"weights": [0.0]})))
    with pytest.raises(MeshError, match="'wall' is bent by shape keys, which are not read: apply them"):
        read_nodes(written(tmp_path, document({"weights": [0.0, 0.5]})))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"extensionsRequired": ["KHR_draco_mesh_compression"]}, "KHR_draco_mesh_compression, which is not read here"),
        ({"extensionsUsed": ["EXT_mesh_gpu_instancing"]}, "uses EXT_mesh_gpu_instancing, which is not read here"),
        ({"accessors": [{"componentType": 5126, "count": 99, "type": "VEC3", "bufferView": 0}] * 2}, "broken glTF"),
        ({"meshes": []}, r"broken glTF \(it names something that it does not hold\)"),
        ({"meshes": None}, r"broken glTF \(something in it is not what glTF has there\)"),
        ({"accessors": [{"componentType": 5126, "type": "VEC3"}] * 2}, r"broken glTF \('count' is missing\)"),
        (
            {"accessors": [{"componentType": 77, "count": 3, "type": "VEC3"}] * 2},
            "accessor 0 is of no kind that glTF has: VEC3 of 77",
        ),
        ({"buffers": [{"byteLength": 42, "uri": "gone.bin"}]}, "its buffer gone.bin is missing"),
        ({"buffers": [{"byteLength": 42, "uri": "../secret.bin"}]}, "its buffer ../secret.bin lies elsewhere"),
        ({"buffers": [{"byteLength": 42, "uri": "/dev/zero"}]}, "its buffer /dev/zero lies elsewhere"),
    ],
)
def test_a_broken_file_is_one_clear_line(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with pytest.raises(MeshError, match=said):
        read_nodes(written(tmp_path, {**document({}), **change}))


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\x00\x00", b"solid cube", b""], ids=["png", "text", "empty"])
def test_another_kind_of_file_by_that_name_is_told_without_a_word_of_python(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "piece.glb"
    path.write_bytes(content)
    with pytest.raises(MeshError) as caught:
        read_nodes(path)
    assert str(caught.value) == f"{path}: is no glTF, whatever its name says: export it again"


def test_parts_that_lie_on_another_and_mean_the_same_are_left_out(tmp_path: Path) -> None:
    nodes = [{"mesh": 0, "name": f"wall-{n}", "extras": {"kind": "solid"}} for n in range(3)] + [
        {"mesh": 0, "extras": {"kind": "ladder"}}
    ]
    parts = read_mesh(written(tmp_path, document({}, nodes=nodes, scenes=[{"nodes": [0, 1, 2, 3]}])))
    assert [part.meaning.kind for part in parts] == [Kind.SOLID, Kind.LADDER]
    assert parts[0].mended[-1] == "left out 2 parts that lay on it"


def test_nodes_in_a_loop_are_refused(tmp_path: Path) -> None:
    made = document({"children": [0]})
    with pytest.raises(MeshError, match="loop"):
        read_nodes(written(tmp_path, made))


def test_version_1_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "old.glb"
    path.write_bytes(struct.pack("<4sII", b"glTF", 1, 20) + struct.pack("<I4s", 0, b"JSON"))
    with pytest.raises(MeshError, match=r"glTF version 1: export it as glTF 2\.0"):
        read_nodes(path)
