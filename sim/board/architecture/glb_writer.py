"""How pieces and boards are written: glTF 2.0 binary, y-up, the same bytes every time."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.model import Model, check_closed
from sim.board.architecture.paint import linear

__all__ = ["GlbWriter", "as_written", "glb_bytes"]

Floats = NDArray[np.float64]


def glb_bytes(model: Model, generator: str = "bauta build_pieces") -> bytes:
    """A model as the content of a .glb file; `generator` is who the file says made it.

    Raises:
        ValueError: a part is not a closed shell.
    """
    out = GlbWriter(generator)
    for name, solid, meaning in model.parts:
        faces = solid.faces()
        check_closed(model.name, name, faces)
        primitives = [out.flat(p.material, p.colour, triangles) for p, triangles in faces]
        out.node(name, dict(sorted(meaning.items())), primitives)
    detail = [out.layer(material, layer) for (material, *_), layer in model.sketch.layers.items()]
    if detail:
        out.node("detail", {"decor": True}, detail)
    return out.bytes()


def as_written(triangles: Floats) -> Floats:
    """Triangles (n, 3, 3) as whoever reads them from a file has them."""
    return _rounded(triangles).astype(np.float64)


class GlbWriter:
    """Collects nodes, materials and buffers. `copyright`: who made what is in it, and what may be done with it;
    `extras`: what else is told of all of it."""

    def __init__(self, generator: str, copyright: str = "", extras: Mapping[str, Any] | None = None) -> None:
        self.generator = generator
        self.copyright = copyright
        self.extras = extras
        self.chunks: list[bytes] = []
        self.size = 0
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []
        self.materials: list[dict[str, Any]] = []
        self.material_index: dict[tuple[Any, ...], int] = {}
        self.meshes: list[dict[str, Any]] = []
        self.nodes: list[dict[str, Any]] = []
        self.roots: list[int] = []

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

    def paint(self, name: str, base: tuple[float, float, float, float]) -> int:
        """A material of a linear colour; its number."""
        key = (name, base)
        if key not in self.material_index:
            self.material_index[key] = len(self.materials)
            shine = {"metallicFactor": 0.0, "roughnessFactor": 0.2 if name in ("glass", "water") else 0.85}
            self.materials.append({"name": name, "pbrMetallicRoughness": {"baseColorFactor": list(base), **shine}})
        return self.material_index[key]

    def primitive(
        self,
        points: Floats,
        faces: NDArray[np.int64],
        material: int,
        normals: Floats | None = None,
        uv: Floats | None = None,
        colours: Floats | None = None,
    ) -> dict[str, Any]:
        """Triangles as they are, z-up and in single precision: corners (n, 3), faces (m, 3), and what corners have."""
        attributes = {"POSITION": self._array(_turned(points), "VEC3", 34962)}
        if colours is not None:
            rgba = np.round(np.clip(colours, 0, 1) * 65535).astype(np.uint16)
            attributes["COLOR_0"] = self._array(rgba, "VEC4", 34962, normalised=True)
        if normals is not None:
            attributes["NORMAL"] = self._array(_turned(normals), "VEC3", 34962)
        if uv is not None:
            attributes["TEXCOORD_0"] = self._array(uv.astype(np.float32), "VEC2", 34962)
        return {"attributes": attributes, "indices": self._faces(faces, len(points)), "material": material}

    def mesh(self, name: str, primitives: list[dict[str, Any]]) -> int:
        """A mesh that nodes may share; its number."""
        self.meshes.append({"name": name, "primitives": primitives})
        return len(self.meshes) - 1

    def node(self, name: str, extras: dict[str, Any], primitives: list[dict[str, Any]]) -> None:
        """A part about the origin."""
        self.roots.append(self.shared(name, extras, self.mesh(name, primitives)))

    def shared(self, name: str, extras: dict[str, Any], mesh: int) -> int:
        """A part with a mesh that others may have too, to be put somewhere by `placed`; its number."""
        self.nodes.append({"name": name, "mesh": mesh, "extras": extras})
        return len(self.nodes) - 1

    def placed(self, name: str, children: list[int], at: tuple[float, float, float], turn: float) -> None:
        """Parts that stand together at a place, turned by degrees about their upright axis."""
        half = np.radians(turn) / 2
        x, y, z = at
        node = {"name": name, "children": children, "translation": [x, z, -y]}
        self.nodes.append({**node, "rotation": [0.0, float(np.sin(half)), 0.0, float(np.cos(half))]})
        self.roots.append(len(self.nodes) - 1)

    def bytes(self) -> bytes:
        owner: dict[str, Any] = {"copyright": self.copyright} if self.copyright else {}
        if self.extras:
            owner["extras"] = dict(self.extras)
        document = {
            "asset": {"generator": self.generator, "version": "2.0", **owner},
            "scene": 0,
            "scenes": [{"nodes": self.roots}],
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


def _turned(points: Floats) -> NDArray[np.float32]:
    return (np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1) + 0.0).astype(np.float32)


def _y_up(points: Floats) -> NDArray[np.float32]:
    return _rounded(np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1))


def _rounded(points: Floats) -> NDArray[np.float32]:
    return (np.round(points, 5) + 0.0).astype(np.float32)
