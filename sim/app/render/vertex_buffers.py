"""Arrays to Panda3D geometry, in a few milliseconds: whole buffers are copied, no vertex is visited."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import GI_SCALE, Baked
from sim.app.render.hours import AFTERNOON, Hour
from sim.app.render.surface import Surface

__all__ = ["LIT", "PLAIN", "WIDE", "geom_node", "lit_rows", "plain_rows", "sheet_node", "tone_mapped", "weld"]

LIT = np.dtype([("vertex", "<f4", 3), ("normal", "<f4", 3), ("place", "<f4", 3), ("tint", "u1", 4), ("light", "u1", 4)])
PLAIN = np.dtype([("vertex", "<f4", 3), ("color", "u1", 4)])
WIDE = np.dtype([("vertex", "<f4", 3), ("toward", "<f4", 3), ("side", "<f4", 3), ("color", "u1", 4)])


@cache
def _format(dtype: np.dtype[Any]) -> Any:
    from panda3d.core import Geom, GeomVertexArrayFormat, GeomVertexFormat, InternalName

    contents = {"vertex": Geom.C_point, "normal": Geom.C_normal}
    array = GeomVertexArrayFormat()
    assert dtype.fields is not None
    for name in dtype.names or ():
        kind = dtype.fields[name][0]
        count = kind.shape[0]
        if kind.base == np.dtype("u1"):
            array.add_column(InternalName.make(name), count, Geom.NT_uint8, Geom.C_color)
        else:
            array.add_column(InternalName.make(name), count, Geom.NT_float32, contents.get(name, Geom.C_other))
    made = GeomVertexFormat()
    made.add_array(array)
    return GeomVertexFormat.register_format(made)


def geom_node(rows: NDArray[Any], index: NDArray[Any], name: str = "mesh") -> Any:
    """A GeomNode of triangles: `rows` is a structured array of one of the layouts above, `index` any shape."""
    from panda3d.core import Geom, GeomNode, GeomTriangles, GeomVertexData

    data = GeomVertexData(name, _format(rows.dtype), Geom.UH_static)
    data.unclean_set_num_rows(len(rows))
    _copy(data.modify_array(0), np.ascontiguousarray(rows))
    triangles = GeomTriangles(Geom.UH_static)
    triangles.set_index_type(Geom.NT_uint32)
    vertices = triangles.modify_vertices()
    vertices.unclean_set_num_rows(index.size)
    _copy(vertices, np.ascontiguousarray(index, "<u4"))
    geom = Geom(data)
    geom.add_primitive(triangles)
    node = GeomNode(name)
    if len(rows):
        node.add_geom(geom)
    return node


def sheet_node(triangles: NDArray[np.float64], colour: tuple[int, int, int, int], name: str) -> Any:
    """A GeomNode of triangles (n, 3, 3) in one colour, red, green, blue and how opaque, from 0 to 255."""
    rows = np.zeros(3 * len(triangles), PLAIN)
    rows["vertex"], rows["color"] = triangles.reshape(-1, 3), colour
    return geom_node(*weld(rows), name)


def _copy(buffer: Any, array: NDArray[Any]) -> None:
    np.frombuffer(memoryview(buffer).cast("B"), np.uint8)[:] = array.view(np.uint8).reshape(-1)


def lit_rows(surface: Surface, baked: Baked) -> NDArray[Any]:
    """A row a corner for the shaders."""
    rows = np.zeros(len(surface.points), LIT)
    rows["vertex"], rows["normal"], rows["place"] = surface.points, surface.normals, surface.uv
    rows["tint"] = np.clip(surface.tint, 0, 1) * 255 + 0.5
    rows["light"][:, :3] = np.sqrt(np.clip(baked.gi / GI_SCALE, 0, 1)) * 255 + 0.5
    rows["light"][:, 3] = np.clip(baked.open, 0, 1) * 255
    return rows


def plain_rows(surface: Surface, baked: Baked, mean: NDArray[np.float64], hour: Hour = AFTERNOON) -> NDArray[Any]:
    """A row a corner for the tiny renderer: all light is in the colour."""
    from sim.app.render.baked_light import painted

    albedo = mean[surface.uv[:, 2].astype(int)] * painted(np.clip(surface.tint[:, :3], 0, 1))
    sun = baked.sun * np.clip(surface.normals @ np.array(hour.sun), 0, 1)
    colour = albedo * (baked.gi + sun[:, None] * np.array(hour.sun_colour) + surface.tint[:, 3:] * 1.6 * hour.shine)
    rows = np.zeros(len(surface.points), PLAIN)
    rows["vertex"] = surface.points
    rows["color"][:, :3] = tone_mapped(colour, 0.75 * hour.exposure) * 255 + 0.5
    rows["color"][:, 3] = 255
    return rows


def tone_mapped(light: NDArray[np.float64], exposure: float = 0.75) -> NDArray[np.float64]:
    """Linear light to screen values, tone-mapped by the same curve: the shaders' own, for arrays."""
    x = light * exposure
    c = np.clip((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0, 1)
    grey = (c @ np.array([0.3, 0.6, 0.1]))[..., None]
    return np.asarray(np.clip(grey + (c - grey) * 1.10, 0, 1) ** (1 / 2.2))


def weld(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """Equal rows once, and the index of each corner among them."""
    if not len(rows):
        return rows, np.zeros(0, np.uint32)
    raw = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), -1)
    words = raw.view(np.dtype((np.void, raw.shape[1]))).ravel()
    _, first, index = np.unique(words, return_index=True, return_inverse=True)
    return rows[first], index.ravel().astype(np.uint32)
