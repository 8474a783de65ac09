"""Reading glTF (.glb, .gltf): the nodes of a piece or body with their meaning, their triangles and their look.

glTF is y-up; everything returned here is z-up, in the file's units: (x, y, z) of the file is (x, -z, y).
Only what pieces need is read: triangle meshes, node transforms, `extras`, base colours and the vertex
attributes POSITION, NORMAL, TEXCOORD_0 and COLOR_0.
"""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.errors import MeshError
from sim.board.model.ranges import MOST_TRIANGLES
from sim.words import reason, say

__all__ = ["Node", "Skin", "asset_of", "read_nodes"]

Floats = NDArray[np.float64]

_KINDS: dict[int, Any] = {
    5120: np.int8,
    5121: np.uint8,
    5122: np.int16,
    5123: np.uint16,
    5125: np.uint32,
    5126: np.float32,
}
LOOKS = ("KHR_animation_", "KHR_lights_", "KHR_materials_", "KHR_texture_", "KHR_xmp", "EXT_texture_")  # no shapes
COPIES = "EXT_mesh_gpu_instancing"  # a node that stands in many places, for whoever reads that; in one for others
LARGEST = 500_000_000  # bytes of a file
_BROKEN = (  # what reading raises where a file does not hold what it should
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    np.linalg.LinAlgError,
)
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
_Z_UP = np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])


MIRROR = np.array((-1.0, 1.0, 1.0))


class Skin(msgspec.Struct, frozen=True, eq=False):
    """One primitive of a node: triangles of one material, z-up, the node's transform applied.

    `normals`, `uv` and `colours` (0 to 1, with alpha) are a row a vertex, or None where the file has none:
    no normals means flat faces, as glTF says.
    """

    material: str
    points: Floats  # (n, 3)
    faces: NDArray[np.int64]  # (m, 3)
    normals: Floats | None = None
    uv: Floats | None = None
    colours: Floats | None = None
    base: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)

    @property
    def triangles(self) -> Floats:
        return np.asarray(self.points[self.faces], dtype=np.float64)

    @property
    def mirrored(self) -> Skin:
        """East and west swapped; faces look outward still."""
        normals = None if self.normals is None else self.normals * MIRROR
        return msgspec.structs.replace(
            self, points=self.points * MIRROR, faces=np.ascontiguousarray(self.faces[:, ::-1]), normals=normals
        )


class Node(msgspec.Struct, frozen=True, eq=False):
    """A named node with a mesh."""

    name: str
    extras: dict[str, Any]
    skins: tuple[Skin, ...]
    place: Floats  # (4, 4): from its own frame to the file's, both z-up

    @property
    def triangles(self) -> Floats:
        """Of all primitives, (n, 3, 3)."""
        return np.concatenate([s.triangles for s in self.skins])


def read_nodes(path: Path) -> tuple[Node, ...]:
    """All nodes with a mesh, in the file's order.

    Raises:
        MeshError: not glTF 2, compressed, or broken.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise MeshError(
                say("{path}: is larger than {most} MB: make it coarser", path=path, most=LARGEST // 1_000_000)
            )
        raw = path.read_bytes()
        with np.errstate(all="ignore"):  # whoever takes the points looks whether they are numbers
            document, binary = _open(raw, path)
            return tuple(_walk(document, _buffers(document, binary, path), path))
    except OSError as error:
        raise MeshError(say("{path}: cannot be read: {why}", path=path, why=error.strerror or error)) from None
    except _BROKEN as error:
        raise MeshError(say("{path}: broken glTF ({what}): export it again", path=path, what=_why(error))) from error


def asset_of(path: Path) -> dict[str, Any]:
    """What a .glb file says of itself (`asset`), for which none of its numbers are read; nothing where it says nothing
    or cannot be read."""
    try:
        with path.open("rb") as file:
            length: int = struct.unpack_from("<I", file.read(20), 12)[0]
            said = json.loads(file.read(length))["asset"]
    except (OSError, *_BROKEN):
        return {}
    return said if isinstance(said, dict) else {}


def _why(error: Exception) -> str:
    """What is broken, for somebody who knows the file and not this program."""
    match error:
        case ValueError() if type(error) is ValueError:
            return reason(error)
        case KeyError(args=(str(key),)):
            return say("'{key}' is missing", key=key)
        case LookupError():
            return say("it names something that it does not hold")
        case MemoryError() | RecursionError():
            return say("it is too large or too deep")
        case struct.error():
            return say("it is cut off")
        case AttributeError() | TypeError():
            return say("something in it is not what glTF has there")
        case _:
            return say("numbers or text in it cannot be read")


def _open(raw: bytes, path: Path) -> tuple[dict[str, Any], bytes]:
    if raw[:4] != b"glTF":
        try:
            document = json.loads(raw.decode("utf-8"))
        except ValueError:  # neither text nor JSON
            raise MeshError(say("{path}: is no glTF, whatever its name says: export it again", path=path)) from None
        binary = b""
    else:
        version, whole = struct.unpack_from("<II", raw, 4)
        if version != 2:
            raise MeshError(say("{path}: glTF version {version}: export it as glTF 2.0", path=path, version=version))
        if whole > len(raw):
            raise MeshError(
                say(
                    "{path}: is cut off after {held:,} of {whole:,} bytes: copy or export it again",
                    path=path,
                    held=len(raw),
                    whole=whole,
                )
            )
        length = struct.unpack_from("<I", raw, 12)[0]
        document = json.loads(raw[20 : 20 + length].decode("utf-8"))
        binary = raw[20 + length + 8 :]
    needed = [name for name in document.get("extensionsRequired", []) if not name.startswith(LOOKS)]
    needed += [name for name in document.get("extensionsUsed", []) if name == COPIES and name not in needed]
    if needed:
        raise MeshError(
            say(
                "{path}: uses {names}, which is not read here: export it without (compression, instances)",
                path=path,
                names=", ".join(needed),
            )
        )
    return document, binary


def _buffers(document: dict[str, Any], binary: bytes, path: Path) -> list[bytes]:
    found = []
    for buffer in document.get("buffers", []):
        uri = buffer.get("uri")
        if uri is None:
            found.append(binary)
        elif uri.startswith("data:"):
            found.append(base64.b64decode(uri.partition(",")[2]))
        else:
            if Path(uri).name != uri:  # it would go with the board wherever that is sent
                raise MeshError(
                    say(
                        "{path}: its buffer {uri} lies elsewhere: put it beside the file, or export as .glb",
                        path=path,
                        uri=uri,
                    )
                )
            beside = path.parent / uri
            if not beside.is_file():
                raise MeshError(
                    say(
                        "{path}: its buffer {uri} is missing: put it beside the file, or export as .glb",
                        path=path,
                        uri=uri,
                    )
                )
            found.append(beside.read_bytes())
    return found


def _accessor(document: dict[str, Any], buffers: list[bytes], index: int) -> NDArray[Any]:
    accessor = document["accessors"][index]
    if accessor["type"] not in _WIDTHS or accessor["componentType"] not in _KINDS:
        made = say("{type} of {component}", type=accessor["type"], component=accessor["componentType"])
        raise ValueError(say("accessor {n} is of no kind that glTF has: {made}", n=index, made=made))
    width = _WIDTHS[accessor["type"]]
    kind = np.dtype(_KINDS[accessor["componentType"]])
    count = accessor["count"]
    if not 0 <= count <= 3 * MOST_TRIANGLES:
        raise ValueError(
            say("an accessor of {count:,} values: {most:,} are the most", count=count, most=3 * MOST_TRIANGLES)
        )
    if "sparse" in accessor:
        raise ValueError(say("sparse accessors are not read"))
    if "bufferView" not in accessor:
        return np.zeros((count, width), kind)
    view = document["bufferViews"][accessor["bufferView"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    stride = view.get("byteStride") or width * kind.itemsize
    data = buffers[view["buffer"]]
    if count and start + stride * (count - 1) + width * kind.itemsize > len(data):
        raise ValueError(say("an accessor reaches beyond its buffer"))
    values = np.ndarray((count, width), kind, data, start, (stride, kind.itemsize))
    if accessor.get("normalized") and kind.kind != "f":
        return np.asarray(np.maximum(values / np.iinfo(kind).max, -1.0))
    return np.array(values)


def _matrix(node: dict[str, Any]) -> Floats:
    if "matrix" in node:
        return np.array(node["matrix"], dtype=np.float64).reshape(4, 4).T
    made = np.eye(4)
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    made[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    made[:3, :3] *= np.asarray(node.get("scale", (1.0, 1.0, 1.0)), dtype=np.float64)
    made[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return made


def _walk(document: dict[str, Any], buffers: list[bytes], path: Path) -> list[Node]:
    nodes = document.get("nodes", [])
    scenes = document.get("scenes")
    roots = scenes[document.get("scene", 0)].get("nodes", []) if scenes else range(len(nodes))
    found: list[Node] = []
    waiting = [(index, _Z_UP) for index in reversed(list(roots))]
    visits = triangles = 0
    while waiting:
        visits += 1
        if visits > 10 * len(nodes) + 10:  # a node may stand in several places
            raise ValueError(say("its nodes form a loop"))
        index, above = waiting.pop()
        node = nodes[index]
        place = above @ _matrix(node)
        if not np.isfinite(place).all():
            raise ValueError(say("a node stands nowhere: its transform is not of finite numbers"))
        if "mesh" in node:
            mesh = document["meshes"][node["mesh"]]
            if any(node.get("weights", mesh.get("weights", ()))):
                name = str(node.get("name", mesh.get("name", index)))
                raise MeshError(
                    say("{path}: '{name}' is bent by shape keys, which are not read: apply them", path=path, name=name)
                )
            skins = tuple(_skin(document, buffers, p, place) for p in mesh["primitives"] if p.get("mode", 4) == 4)
            if skins:
                extras = {**mesh.get("extras", {}), **node.get("extras", {})}
                called = str(node.get("name") or mesh.get("name") or f"part-{index}")
                found.append(Node(called, extras, skins, place @ _Z_UP.T))
                triangles += sum(len(skin.faces) for skin in skins)
                if triangles > MOST_TRIANGLES:
                    raise MeshError(
                        say("{path}: has over {most:,} triangles: make it coarser", path=path, most=MOST_TRIANGLES)
                    )
        waiting.extend((child, place) for child in reversed(node.get("children", [])))
    return found


def _skin(document: dict[str, Any], buffers: list[bytes], primitive: dict[str, Any], place: Floats) -> Skin:
    attributes = primitive["attributes"]

    def read(name: str) -> Floats | None:
        return _accessor(document, buffers, attributes[name]).astype(np.float64) if name in attributes else None

    points = read("POSITION")
    if points is None:
        raise ValueError(say("a mesh without positions"))
    points = points @ place[:3, :3].T + place[:3, 3]
    normals = read("NORMAL")
    if normals is not None:
        normals = normals @ np.linalg.inv(place[:3, :3])
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    if "indices" in primitive:
        faces = _accessor(document, buffers, primitive["indices"]).astype(np.int64).reshape(-1, 3)
    else:
        faces = np.arange(len(points), dtype=np.int64).reshape(-1, 3)
    if len(faces) and (faces.max() >= len(points) or faces.min() < 0):
        raise ValueError(say("an index beyond the vertices"))
    if np.linalg.det(place[:3, :3]) < 0:
        faces = faces[:, ::-1]
    colours = read("COLOR_0")
    if colours is not None and colours.shape[1] == 3:
        colours = np.column_stack([colours, np.ones(len(colours))])
    material: dict[str, Any] = document["materials"][primitive["material"]] if "material" in primitive else {}
    base = np.array(material.get("pbrMetallicRoughness", {}).get("baseColorFactor", (1.0, 1.0, 1.0, 1.0)), np.float64)
    if base.shape != (4,) or not np.isfinite(base).all():
        raise ValueError(say("a base colour that is not of four numbers"))
    red, green, blue, alpha = base.tolist()
    name = str(material.get("name", ""))
    return Skin(name, points, faces, normals, read("TEXCOORD_0"), colours, (red, green, blue, alpha))
