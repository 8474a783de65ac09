"""How a piece is written: glTF 2.0 binary, y-up, the same bytes every time."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.model import Model, check_closed
from sim.board.architecture.paint import linear

__all__ = ["glb_bytes"]

Floats = NDArray[np.float64]


def glb_bytes(model: Model, generator: str = "bauta build_pieces") -> bytes:
    """A model as the content of a .glb file; `generator` is who the file says made it.

    Raises:
        ValueError: a part is not a closed shell.
    """
    out = _Writer(generator)
    for name, solid, meaning in model.parts:
        faces = solid.faces()
        check_closed(model.name, name, faces)
        primitives = [out.flat(p.material, p.colour, triangles) for p, triangles in faces]
        out.node(name, dict(sorted(meaning.items())), primitives)
    detail = [out.layer(material, layer) for (material, *_), layer in model.sketch.layers.items()]
    if detail:
        out.node("detail", {"decor": True}, detail)
    return out.bytes()


class _Writer:
    """Collects nodes, materials and buffers."""

    def __init__(self, generator: str) -> None:
        self.generator = generator
        self.chunks: list[bytes] = []
        self.size = 0
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []
        self.materials: list[dict[str, Any]] = []
        self.material_index: dict[tuple[str, str], int] = {}
        self.meshes: list[dict[str, Any]] = []
        self.nodes: list[dict[str, Any]] = []

    def _array(self, values: NDArray[Any], kind: str, target: int, normalised: bool = False) -> int:
        component = {"float32": 5126, "uint16": 5123, "uint32": 5125, "uint8": 5121}[values.dtype.name]
        data = np.ascontiguousarray(values).tobytes()
        self.views.append({"buffer": 0, "byteLength": len(data), "byteOffset": self.size, "target": target})
        accessor: dict[str, Any] = {
            "bufferView": len(self.views) - 1,
            "componentType": component,
            "count": len(values),
            "type": kind,
        }
        if kind == "VEC3" and component == 5126:
            accessor["min"] = values.min(axis=0).tolist()
            accessor["max"] = values.max(axis=0).tolist()
        if normalised:
            accessor["normalized"] = True
        if kind == "SCALAR":
            accessor["count"] = values.size
        data += b"\0" * (-len(data) % 4)
        self.chunks.append(data)
        self.size += len(data)
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def _material(self, name: str, colour: str) -> int:
        key = (name, colour)
        if key not in self.material_index:
            red, green, blue = (round(c, 5) for c in linear(colour))
            self.material_index[key] = len(self.materials)
            shine = {"metallicFactor": 0.0, "roughnessFactor": 0.2 if name in ("glass", "water") else 0.85}
            self.materials.append(
                {"name": name, "pbrMetallicRoughness": {"baseColorFactor": [red, green, blue, 1.0], **shine}}
            )
        return self.material_index[key]

    def _faces(self, faces: NDArray[np.int64], count: int) -> int:
        return self._array(faces.astype(np.uint16 if count < 65536 else np.uint32).reshape(-1), "SCALAR", 34963)

    def flat(self, material: str, colour: str, triangles: Floats) -> dict[str, Any]:
        points, index = np.unique(_y_up(triangles.reshape(-1, 3)), axis=0, return_inverse=True)
        faces = index.reshape(-1, 3)
        return {
            "attributes": {"POSITION": self._array(points, "VEC3", 34962)},
            "indices": self._faces(faces, len(points)),
            "material": self._material(material, colour),
        }

    def layer(self, material: str, layer: Any) -> dict[str, Any]:
        points = _y_up(np.concatenate(layer.points))
        columns: list[NDArray[Any]] = [points]
        if layer.colours:
            columns.append(np.round(np.clip(np.concatenate(layer.colours), 0, 1) * 65535).astype(np.uint16))
        if layer.normals:
            columns.append(_y_up(np.round(np.concatenate(layer.normals), 3)))
        if layer.uv:
            columns.append(np.round(np.concatenate(layer.uv), 4).astype(np.float32))
        # float32 holds every uint16 exactly, so that equal rows can be found in one table
        table = np.column_stack([c.astype(np.float32) for c in columns])
        rows, index = np.unique(table, axis=0, return_inverse=True)
        faces = index[np.concatenate(layer.faces)]
        attributes = {"POSITION": self._array(np.ascontiguousarray(rows[:, :3]), "VEC3", 34962)}
        next_column = 3
        if layer.colours:
            rgba = np.column_stack([rows[:, 3:6], np.full(len(rows), 65535)]).astype(np.uint16)
            attributes["COLOR_0"] = self._array(rgba, "VEC4", 34962, normalised=True)
            next_column = 6
        if layer.normals:
            attributes["NORMAL"] = self._array(
                np.ascontiguousarray(rows[:, next_column : next_column + 3]), "VEC3", 34962
            )
        if layer.uv:
            attributes["TEXCOORD_0"] = self._array(np.ascontiguousarray(rows[:, -2:]), "VEC2", 34962)
        return {
            "attributes": attributes,
            "indices": self._faces(faces, len(rows)),
            "material": self._material(material, layer.base),
        }

    def node(self, name: str, extras: dict[str, Any], primitives: list[dict[str, Any]]) -> None:
        self.meshes.append({"name": name, "primitives": primitives})
        self.nodes.append({"name": name, "mesh": len(self.meshes) - 1, "extras": extras})

    def bytes(self) -> bytes:
        document = {
            "asset": {"generator": self.generator, "version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": list(range(len(self.nodes)))}],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": self.materials,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": self.size}],
        }
        text = json.dumps(document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        binary = b"".join(self.chunks)
        total = 12 + 8 + len(text) + 8 + len(binary)
        head = struct.pack("<4sII", b"glTF", 2, total) + struct.pack("<I4s", len(text), b"JSON")
        return head + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary


def _y_up(points: Floats) -> NDArray[np.float32]:
    turned = np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1)
    return (np.round(turned, 5) + 0.0).astype(np.float32)
