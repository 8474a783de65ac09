"""What a graphics pipe of Panda3D gives on this machine.

A broken driver may end the process, so a pipe is tried in a process of its own: `python -m sim.app.probe PIPE`.
"""

from __future__ import annotations

import subprocess
import sys

import msgspec

from sim.words import in_english

__all__ = ["PIPES", "Probe", "probe"]

PIPES = ("pandagl", "p3headlessgl", "p3tinydisplay")
"""The window system's OpenGL, OpenGL without a display (EGL), and Panda3D's own small software renderer."""


class Probe(msgspec.Struct, frozen=True):
    """One pipe. `vendor`, `renderer` and `version` are the driver's own words; empty where it gave none."""

    pipe: str
    works: bool
    vendor: str = ""
    renderer: str = ""
    version: str = ""
    glsl: str = ""
    software: bool = False

    def line(self) -> str:
        if not self.works:
            return "does not open here"
        words = [self.renderer or "TinyPanda", self.version, f"GLSL {self.glsl}" if self.glsl else "no shaders"]
        return ", ".join(word for word in words if word) + (" (software)" if self.software else "")


def probe(pipe: str, seconds: float = 60.0) -> Probe:
    """Try a pipe in a process of its own; a crash or a hang there counts as "does not work"."""
    command = [sys.executable, "-m", "sim.app.probe", pipe]
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds, check=True)
        return msgspec.json.decode(done.stdout.splitlines()[-1], type=Probe)
    except (OSError, subprocess.SubprocessError, IndexError, msgspec.DecodeError):
        return Probe(pipe, works=False)


def open_here(pipe: str) -> Probe:
    """Open a small offscreen buffer on the pipe, in this process."""
    from panda3d.core import (
        FrameBufferProperties,
        GraphicsEngine,
        GraphicsPipe,
        GraphicsPipeSelection,
        WindowProperties,
        load_prc_file_data,
    )

    load_prc_file_data("", "notify-level fatal\naudio-library-name null")
    made = GraphicsPipeSelection.get_global_ptr().make_module_pipe(pipe)
    if made is None:
        return Probe(pipe, works=False)
    buffer = FrameBufferProperties()
    buffer.set_rgb_color(True)
    buffer.set_depth_bits(1)
    engine = GraphicsEngine.get_global_ptr()
    output = engine.make_output(made, "probe", 0, buffer, WindowProperties.size(16, 16), GraphicsPipe.BF_refuse_window)
    engine.open_windows()
    if output is None or output.gsg is None or not output.is_valid():
        return Probe(pipe, works=False)
    gsg = output.gsg
    major, minor = gsg.driver_shader_version_major, gsg.driver_shader_version_minor
    name = gsg.driver_renderer
    found = Probe(
        pipe,
        works=True,
        vendor=gsg.driver_vendor,
        renderer=name,
        version=gsg.driver_version,
        glsl=f"{major}.{minor:02}" if major > 0 else "",
        software=pipe == "p3tinydisplay" or any(word in name.lower() for word in ("llvmpipe", "softpipe", "swrast")),
    )
    engine.remove_all_windows()  # a GLX pipe that is left open ends the process with an abort
    return found


if __name__ == "__main__":
    print(msgspec.json.encode(open_here(sys.argv[1]), enc_hook=in_english).decode())
