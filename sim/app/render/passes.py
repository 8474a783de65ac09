"""What the passes of a frame are made of: buffers, masks, shaders, quads, textures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render import glsl, glsl_fast, glsl_overlay
from sim.app.render.cutaway import opened
from sim.app.render.screen import Screen, Size
from sim.app.render.textures import Levels, make_textures
from sim.app.render.vertex_buffers import PLAIN, geom_node

__all__ = [
    "FULL",
    "MIRROR",
    "SEEN",
    "SHADE",
    "SHADE_FAST",
    "SHADE_MOVING",
    "add_sky",
    "clamped",
    "clear_by_region",
    "depth_texture",
    "give_back",
    "halton",
    "lay_over",
    "make_buffer",
    "mask",
    "programs",
    "quad",
    "read_texture",
    "set_shown",
    "texture_array",
    "texture_arrays",
]

SEEN, SHADE, SHADE_MOVING, MIRROR, SHADE_FAST = 1, 2, 3, 4, 5  # camera mask bits


def mask(*bits: int) -> Any:
    """A camera mask of these bits."""
    from panda3d.core import BitMask32

    made = BitMask32()
    for bit in bits:
        made.set_bit(bit)
    return made


def quad(name: str, corners: list[tuple[float, float, float]]) -> Any:
    """Two triangles as a GeomNode."""
    rows = np.zeros(4, PLAIN)
    rows["vertex"] = corners
    rows["color"] = 255
    return geom_node(rows, np.array([0, 1, 2, 0, 2, 3], np.uint32), name)


def add_sky(screen: Screen, root: Any) -> None:
    """A sky behind all that stands under `root`."""
    from panda3d.core import OmniBoundingVolume

    sky = root.attach_new_node(quad("sky", FULL))
    sky.set_shader(screen.shader(glsl.SKY_VERTEX, glsl.SKY_FRAGMENT))
    sky.set_bin("fixed", 10)
    sky.set_depth_write(False)
    sky.set_two_sided(True)
    sky.node().set_bounds(OmniBoundingVolume())
    sky.node().set_final(True)
    sky.hide(mask(SHADE, SHADE_FAST, SHADE_MOVING))


def lay_over(screen: Screen, drawn: Any, depth: Any, size: Size) -> None:
    """Draw what hangs under a node over the finished picture, whose depth and size in pixels these are."""
    from panda3d.core import ColorBlendAttrib, LVector2, LVector4

    kind = ColorBlendAttrib
    drawn.set_attrib(kind.make(kind.M_add, kind.O_one, kind.O_one_minus_incoming_alpha))
    drawn.set_depth_test(False)
    drawn.set_depth_write(False)
    drawn.set_two_sided(True)
    drawn.set_bin("unsorted", 0)
    drawn.set_shader_input("depth", depth)
    drawn.set_shader_input("depth_part", LVector4(1, 1, 1 / size[0], 1 / size[1]))
    drawn.set_shader_input("through", 0.0)
    drawn.set_shader_input("nudge", LVector2(0.0, 0.0))
    drawn.set_shader_input("view_size", LVector4(*size, 1.0, 0.0))
    drawn.set_shader(screen.shader(glsl_overlay.DRAWN_VERTEX, glsl_overlay.DRAWN_FRAGMENT))


def set_shown(node: Any, shown: bool, *bits: int) -> None:
    """Show a node or hide it: from the cameras with these mask bits, or from all."""
    given = (mask(*bits),) if bits else ()
    if shown:
        node.show(*given)
    else:
        node.hide(*given)


def programs(screen: Screen, *, with_openings: bool = False) -> dict[tuple[bool, str], Any]:
    """(fast, group) -> shader. `with_openings`: those of the board that leave out what is open."""

    def board(vertex: str, fragment: str) -> Any:
        return screen.shader(*(opened(vertex, fragment) if with_openings else (vertex, fragment)))

    lit = board(glsl.LIT_VERTEX, glsl.BOARD_FRAGMENT)
    fast = board(glsl_fast.FAST_VERTEX, glsl_fast.FAST_FRAGMENT)
    return {
        (False, "stucco"): board(glsl.LIT_VERTEX, glsl.STUCCO_FRAGMENT),
        (False, "other"): lit,
        (False, "detail"): lit,
        (False, "moving"): screen.shader(glsl.LIT_VERTEX, glsl.FIGURE_FRAGMENT),
        (False, "water"): screen.shader(glsl.WATER_VERTEX, glsl.WATER_FRAGMENT),
        (True, "stucco"): board(glsl_fast.FAST_STUCCO_VERTEX, glsl_fast.FAST_STUCCO_FRAGMENT),
        (True, "other"): fast,
        (True, "detail"): fast,
        (True, "moving"): screen.shader(glsl_fast.FAST_FIGURE_VERTEX, glsl_fast.FAST_FIGURE_FRAGMENT),
        (False, "apart"): screen.shader(glsl.WATER_VERTEX, glsl.UNMIRRORED_FRAGMENT),
        (True, "apart"): screen.shader(glsl.WATER_VERTEX, glsl_fast.FAST_UNMIRRORED_FRAGMENT),
        (True, "water"): screen.shader(glsl.WATER_VERTEX, glsl_fast.FAST_WATER_FRAGMENT),
    }


FULL = [(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0)]


def make_buffer(
    screen: Screen, name: str, size: Size, sort: int, texture: Any, *, depth: int = 0, wide: bool = False
) -> Any:
    """An offscreen buffer that draws into a texture: colours, `wide` ones (half floats, no depth), or only `depth` of
    so many bits.

    Where the screen has no window, colours are copied to memory after each frame.
    """
    from panda3d.core import FrameBufferProperties, GraphicsOutput, GraphicsPipe, WindowProperties

    asked = FrameBufferProperties()
    if depth:
        asked.set_depth_bits(depth)
    else:
        asked.set_rgba_bits(*((16,) * 4 if wide else (8,) * 4))
        asked.set_float_color(wide)
        asked.set_depth_bits(0 if wide else 24)
    host = screen.host
    made = screen.engine.make_output(
        screen.pipe,
        name,
        sort,
        asked,
        WindowProperties.size(*size),
        GraphicsPipe.BF_refuse_window,
        host.gsg,
        host,
    )
    assert made is not None, f"no buffer for {name}"
    plane = GraphicsOutput.RTP_depth if depth else GraphicsOutput.RTP_color
    copied = name in ("scene", "drawn") and screen.base is None
    made.add_render_texture(texture, GraphicsOutput.RTM_copy_ram if copied else GraphicsOutput.RTM_bind_or_copy, plane)
    made.set_clear_color_active(not wide and not depth)
    made.set_clear_depth_active(not wide)
    return made


def give_back(screen: Screen, outputs: Sequence[Any]) -> None:
    """Remove buffers, and release what they drew into: states that the engine keeps hold it."""
    drawn = [output.get_texture(n) for output in outputs for n in range(output.count_textures())]
    for output in outputs:
        screen.engine.remove_window(output)
    for texture in drawn:
        texture.release_all()
        texture.clear_ram_image()


def clamped(name: str) -> Any:
    """A texture to draw into, that ends at its edges."""
    from panda3d.core import SamplerState, Texture

    made = Texture(name)
    made.set_wrap_u(SamplerState.WM_clamp)
    made.set_wrap_v(SamplerState.WM_clamp)
    return made


def clear_by_region(buffer: Any, region: Any) -> None:
    """Each region clears its own part: clearing all of a large buffer takes software some milliseconds."""
    for output, clears in ((buffer, False), (region, True)):
        output.set_clear_color_active(clears)
        output.set_clear_depth_active(clears)


def depth_texture(name: str) -> Any:
    """A texture to draw depths into."""
    from panda3d.core import SamplerState, Texture

    made = Texture(name)
    made.set_format(Texture.F_depth_component)
    made.set_minfilter(SamplerState.FT_nearest)
    made.set_magfilter(SamplerState.FT_nearest)
    return made


def texture_arrays(screen: Screen, told: Callable[[float], None] = lambda _: None) -> tuple[Any, Any]:
    """Colours and normals of all surfaces, as textures that all boards of a screen share. On any thread: whoever asks
    first waits a tenth of a second, or for some seconds where they were never made, `told` which share is there."""
    if not screen.arrays:
        made = zip(("colours", "normals"), make_textures(told).levels, strict=True)
        screen.arrays[:] = [texture_array(name, levels, screen.software) for name, levels in made]
    colours, normals = screen.arrays
    return colours, normals


def texture_array(name: str, levels: Levels, software: bool) -> Any:
    """Layers, from the finest to a single pixel, as one tiling texture: else the driver makes the smaller ones, in the
    frame that shows them."""
    from panda3d.core import CPTA_uchar, SamplerState, Texture

    layers, side, _, channels = levels[0].shape
    made = Texture(name)
    colours = Texture.F_rgb if channels == 3 else Texture.F_rgba
    made.setup_2d_texture_array(side, side, layers, Texture.T_unsigned_byte, colours)
    made.set_ram_image(levels[0].reshape(-1))
    for number, smaller in enumerate(levels[1:], 1):
        made.set_ram_mipmap_image(number, CPTA_uchar(smaller.reshape(-1)))
    made.set_minfilter(SamplerState.FT_linear_mipmap_nearest if software else SamplerState.FT_linear_mipmap_linear)
    made.set_magfilter(SamplerState.FT_linear)
    made.set_anisotropic_degree(1 if software else 8)  # llvmpipe hangs on it
    made.set_wrap_u(SamplerState.WM_repeat)
    made.set_wrap_v(SamplerState.WM_repeat)
    return made


def read_texture(texture: Any) -> NDArray[np.float64]:
    """A colour texture with a RAM image, as (height, width, 4) from the top, 0 to 1."""
    wide, tall = texture.get_x_size(), texture.get_y_size()
    raw = np.frombuffer(texture.get_ram_image_as("RGBA"), np.uint8)
    return np.asarray(raw.reshape(tall, wide, 4)[::-1] / 255.0)


def halton(number: int, base: int) -> float:
    """Number `number` of the even sequence to this base, from 0 to 1."""
    made, share = 0.0, 1.0
    while number > 0:
        share /= base
        made += share * (number % base)
        number //= base
    return made
