"""The panels as a picture: ImGui's draw lists are drawn anew only where they differ from those of the frame before, and
what was drawn is laid over the window.

In software drawing all panels takes a third of a frame, and most of them stay as they are while the board turns.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Any

import msgspec
import numpy as np
from imgui_bundle import imgui

from sim.app.hud.pixel_boxes import Box, apart, covering, inside, meet, tiled
from sim.app.render.passes import make_buffer
from sim.app.render.screen import Screen, Size
from sim.app.render.vertex_buffers import PLAIN, geom_node

__all__ = ["PanelPicture"]

VERTEX = """#version 150
uniform vec4 part;  // left, top, width and height, in pixels
in vec4 p3d_Vertex; in vec4 p3d_Color; out vec2 texcoord; out vec4 colour;
void main() {
    texcoord = p3d_Vertex.zw; colour = p3d_Color.bgra;
    vec2 at = (p3d_Vertex.xy - part.xy) / part.zw;
    gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
}
"""
FRAGMENT = """#version 150
uniform sampler2D p3d_Texture0; in vec2 texcoord; in vec4 colour; out vec4 seen;
void main() { seen = colour * texture(p3d_Texture0, texcoord); }
"""
LAID_VERTEX = """#version 150
in vec4 p3d_Vertex; void main() { gl_Position = vec4(p3d_Vertex.xy, 0.0, 1.0); }
"""
LAID_FRAGMENT = """#version 150
uniform sampler2D panels; out vec4 seen;
void main() { seen = texelFetch(panels, ivec2(gl_FragCoord.xy), 0); }
"""
BACKGROUND = "##Background"  # ImGui's list under all panels: it follows the board, and is drawn straight to the window
VERTICES = np.dtype([("at", "<f4", 2), ("uv", "<f4", 2), ("colour", "<u4")])
SORT = -2  # after what the scene is drawn to, before the window


class DrawCommand(msgspec.Struct, frozen=True):
    """Some triangles of a list: where they may be seen (left, top, right, bottom), their texture, and which corners."""

    clip: tuple[float, float, float, float]
    texture: int
    first: int
    count: int


class DrawList(msgspec.Struct, frozen=True, dict=True):
    """What a panel draws, as bytes that can be compared."""

    vertices: bytes
    indices: bytes
    commands: tuple[DrawCommand, ...]

    @classmethod
    def of(cls, made: Any) -> DrawList:
        """A copy of one of ImGui's, which are its own."""
        vertices, indices, commands, first = made.vtx_buffer, made.idx_buffer, [], 0
        for each in made.cmd_buffer:
            clip, count = each.clip_rect, each.elem_count
            if count:
                commands.append(DrawCommand((clip.x, clip.y, clip.z, clip.w), each.tex_ref.get_tex_id(), first, count))
            first += count
        return cls(
            ctypes.string_at(vertices.data_address(), vertices.size() * VERTICES.itemsize),
            ctypes.string_at(indices.data_address(), indices.size() * imgui.INDEX_SIZE),
            tuple(commands),
        )

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """Where its commands draw, in whole pixels."""
        at = np.frombuffer(self.vertices, VERTICES)["at"]
        index = np.frombuffer(self.indices, _index_type())
        return tuple(
            (
                int(max(np.floor(low[0]), clip[0])), int(max(np.floor(low[1]), clip[1])),
                int(np.ceil(min(high[0], clip[2]))), int(np.ceil(min(high[1], clip[3]))),
            )
            for clip, low, high in (
                (each.clip, own.min(0), own.max(0))
                for each in self.commands
                for own in (at[index[each.first : each.first + each.count]],)
            )
        )  # fmt: skip


def _index_type() -> str:
    return "<u2" if imgui.INDEX_SIZE == 2 else "<u4"


class PanelPicture:
    """What ImGui drew for a window of a `screen`. `textures`: by ImGui's numbers; `root`: drawn over the window."""

    def __init__(self, screen: Screen, root: Any, textures: dict[int, Any], size: Size) -> None:
        from panda3d.core import ColorBlendAttrib, OmniBoundingVolume, Texture

        self._screen, self._textures, self._size = screen, textures, size
        self.picture = Texture("panels")
        self.buffer = make_buffer(screen, "panels", size, SORT, self.picture)
        self.buffer.set_clear_color_active(False)
        self.buffer.set_clear_depth_active(False)
        self._parts: list[_Part] = []
        self._lists: list[DrawList] = []
        self._stale = True  # is nothing of it to be kept?
        self._covered: tuple[Size, frozenset[Box]] = (size, frozenset())  # what it is laid over
        root.set_bin("unsorted", 0)
        self._under = root.attach_new_node("under the panels")
        self._laid = root.attach_new_node("panels")
        self._laid.set_shader(screen.shader(LAID_VERTEX, LAID_FRAGMENT))
        self._laid.set_shader_input("panels", self.picture)
        self._laid.set_attrib(
            ColorBlendAttrib.make(
                ColorBlendAttrib.M_add, ColorBlendAttrib.O_one, ColorBlendAttrib.O_one_minus_incoming_alpha
            )
        )
        self._laid.node().set_bounds(OmniBoundingVolume())
        self._laid.node().set_final(True)
        set_plain(screen, self._under)

    def take(self, data: Any) -> None:
        """What ImGui has drawn for the next frame."""
        size = (max(int(data.display_size.x), 1), max(int(data.display_size.y), 1))
        if size != self._size:
            self._size, self._stale = size, True
            self.buffer.set_size(*size)
        self._under.get_children().detach()
        lists = []
        for each in data.cmd_lists:
            made = DrawList.of(each)
            if each._owner_name == BACKGROUND:
                self._draw(self._under, [made], (0, 0, *size))
            else:
                lists.append(made)
        stale = self._changed(lists)
        self._lists, self._stale = lists, False
        self.buffer.set_active(bool(stale))
        for number, box in enumerate(stale):
            if number == len(self._parts):
                self._parts.append(_Part(self._screen, self.buffer))
            node = self._parts[number].show(box, size)
            self._draw(node, [each for each in lists if any(meet(own, box) for own in each.boxes)], box)
        for part in self._parts[len(stale) :]:
            part.rest()
        if stale:
            self._lay()

    def rest(self) -> None:
        """Nothing has changed since the last frame."""
        self.buffer.set_active(False)

    def _changed(self, lists: Sequence[DrawList]) -> list[Box]:
        """Where what is drawn is another than before."""
        whole = (0, 0, *self._size)
        if self._stale:
            return [whole]
        if lists == self._lists:
            return []
        old, new = set(self._lists), set(lists)
        if [each for each in lists if each in old] != [each for each in self._lists if each in new]:
            return [whole]  # another lies in front
        boxes = [box for each in old ^ new for box in each.boxes]
        seen = [inside(box, whole) for box in boxes]
        return apart(box for box in seen if box[0] < box[2] and box[1] < box[3])

    def _lay(self) -> None:
        """Lay over the window what panels cover of it, and nothing else."""
        tiles = frozenset(tiled(box) for each in self._lists for box in each.boxes)
        if (self._size, tiles) == self._covered:
            return
        self._covered = (self._size, tiles)
        covered = covering(tiles, self._size)
        self._laid.get_children().detach()
        wide, tall = self._size
        rows = np.zeros(4 * len(covered), PLAIN)
        for number, (left, top, right, bottom) in enumerate(covered):
            x0, x1, y0, y1 = left / wide, right / wide, 1 - bottom / tall, 1 - top / tall
            corners = [(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)]
            rows["vertex"][4 * number : 4 * number + 4] = np.array(corners) * 2 - 1
        index = np.array([0, 1, 2, 0, 2, 3], np.uint32) + 4 * np.arange(len(covered), dtype=np.uint32)[:, None]
        self._laid.attach_new_node(geom_node(rows, index, "panels"))

    def _draw(self, node: Any, lists: Sequence[DrawList], box: Box) -> None:
        """Draw lists, of which a box of pixels is seen, under a node."""
        from panda3d.core import LVector4

        left, top, right, bottom = box
        node.set_shader_input("part", LVector4(left, top, right - left, bottom - top))
        for each in lists:
            for child in _nodes(each, box, self._textures):
                node.attach_new_node(child)

    def close(self) -> None:
        self._screen.engine.remove_window(self.buffer)


class _Part:
    """A part of the picture that is drawn anew."""

    def __init__(self, screen: Screen, buffer: Any) -> None:
        from panda3d.core import Camera, ColorBlendAttrib, NodePath, OrthographicLens

        self._region = buffer.make_display_region()
        self._region.set_clear_color_active(True)
        self._region.set_clear_color((0, 0, 0, 0))
        self._place = NodePath("panels anew")
        self._region.set_camera(self._place.attach_new_node(Camera("panels", OrthographicLens())))
        self._node = self._place.attach_new_node("lists")
        set_plain(screen, self._node)
        kind, rest = ColorBlendAttrib, ColorBlendAttrib.O_one_minus_incoming_alpha
        colour, alpha = (kind.M_add, kind.O_incoming_alpha, rest), (kind.M_add, kind.O_one, rest)
        # The last colour is used for nothing: Panda3D holds attributes for equal that differ in alpha alone.
        self._node.set_attrib(kind.make(*colour, *alpha, (0, 0, 0, 1)))

    def show(self, box: Box, size: Size) -> Any:
        """Draw this box with the next frame: what hangs under the node that is returned."""
        (left, top, right, bottom), (wide, tall) = box, size
        self._region.set_active(True)
        self._region.set_dimensions(left / wide, right / wide, 1 - bottom / tall, 1 - top / tall)
        self._node.get_children().detach()
        return self._node

    def rest(self) -> None:
        self._region.set_active(False)
        self._node.get_children().detach()


def set_plain(screen: Screen, node: Any) -> None:
    """Draw what hangs under a node by ImGui's shader, in order, wherever it lies."""
    from panda3d.core import ColorAttrib, CullFaceAttrib, DepthTestAttrib, DepthWriteAttrib, OmniBoundingVolume

    node.set_shader(screen.shader(VERTEX, FRAGMENT))
    node.set_bin("unsorted", 0)
    node.set_attrib(ColorAttrib.make_vertex())
    node.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_none))
    node.set_attrib(DepthWriteAttrib.make(DepthWriteAttrib.M_off))
    node.set_attrib(CullFaceAttrib.make(CullFaceAttrib.M_cull_none))
    node.node().set_bounds(OmniBoundingVolume())
    node.node().set_final(True)


def _nodes(made: DrawList, box: Box, textures: dict[int, Any]) -> Iterator[Any]:
    """The commands of a list that draw within a box, of which the scissors are shares."""
    from panda3d.core import Geom, GeomNode, GeomTriangles, GeomVertexData, RenderState, ScissorAttrib, TextureAttrib

    left, top, right, bottom = box
    wide, tall = right - left, bottom - top
    data = GeomVertexData("panel", _format(), Geom.UH_static)
    data.unclean_set_num_rows(len(made.vertices) // VERTICES.itemsize)
    data.modify_array_handle(0).copy_data_from(made.vertices)
    for each, own in zip(made.commands, made.boxes, strict=True):
        if not meet(own, box):
            continue
        x0, y0, x1, y1 = inside((int(each.clip[0]), int(each.clip[1]), int(each.clip[2]), int(each.clip[3])), box)
        triangles = GeomTriangles(Geom.UH_static)
        triangles.set_index_type(Geom.NT_uint16 if imgui.INDEX_SIZE == 2 else Geom.NT_uint32)
        corners = triangles.modify_vertices(each.count)
        first = each.first * imgui.INDEX_SIZE
        corners.modify_handle().copy_data_from(made.indices[first : first + each.count * imgui.INDEX_SIZE])
        geom = Geom(data)
        geom.add_primitive(triangles)
        seen = ScissorAttrib.make((x0 - left) / wide, (x1 - left) / wide, (bottom - y1) / tall, (bottom - y0) / tall)
        state = RenderState.make(seen)
        if each.texture:
            state = state.add_attrib(TextureAttrib.make(textures[each.texture]))
        node = GeomNode("panel")
        node.add_geom(geom, state)
        yield node


@cache
def _format() -> Any:
    """ImGui's own layout of a vertex."""
    from panda3d.core import Geom, GeomVertexArrayFormat, GeomVertexFormat, InternalName

    columns = GeomVertexArrayFormat(
        InternalName.get_vertex(), 4, Geom.NT_stdfloat, Geom.C_point,
        InternalName.get_color(), 1, Geom.NT_packed_dabc, Geom.C_color,
    )  # fmt: skip
    return GeomVertexFormat.register_format(GeomVertexFormat(columns))
