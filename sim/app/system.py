"""What the machine has for drawing: a display, and the system libraries of OpenGL (Linux)."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import platform
import re
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

__all__ = ["has_display", "has_sound", "missing_libraries", "missing_line", "missing_table"]

LIBRARIES = {"libGL.so.1": "libgl1", "libEGL.so.1": "libegl1", "libX11.so.6": "libx11-6"}
"""Library -> the Debian package that holds it. Panda3D's pipes are linked against these."""

TABLE = ("panda3d", "imgui_bundle", "p3dimgui", "mapbox_earcut")
"""What the extra `table` installs, by the names that are imported."""


class Missing(msgspec.Struct, frozen=True):
    """A system library that is not there, and the Debian package that brings it."""

    library: str
    package: str


def has_display() -> bool:
    """Can a window be opened here at all?"""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY"))


def has_sound() -> bool:
    """Can anything be heard here? Looked at before OpenAL is asked, which tells the terminal of all that it misses."""
    if not sys.platform.startswith("linux"):
        return True
    if os.environ.get("ALSOFT_DRIVERS"):  # OpenAL was told where to play to
        return True
    run = Path(os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}"))
    servers = (
        bool(os.environ.get("PULSE_SERVER")) or (run / "pulse" / "native").exists() or (run / "pipewire-0").exists()
    )
    with suppress(OSError):
        return servers or bool(re.search(r"^ *\d+ ", Path("/proc/asound/cards").read_text(), re.MULTILINE))
    return servers


def missing_table() -> str:
    """One line that names the table's libraries that are missing and how to install them; empty where none is."""
    missing = [each for each in TABLE if importlib.util.find_spec(each) is None]
    if not missing:
        return ""
    return f"what draws the table is not installed ({', '.join(missing)}): pip install 'bauta-tabletop[table]'"


def missing_libraries() -> tuple[Missing, ...]:
    """The system libraries that drawing needs and that are not installed; always empty outside Linux."""
    if not sys.platform.startswith("linux"):
        return ()
    missing = [Missing(library, package) for library, package in LIBRARIES.items() if not _loads(library)]
    if not _loads("libEGL_mesa.so.0") and not _has_vendor("egl_vendor.d"):
        missing.append(Missing("libEGL_mesa.so.0", "libegl-mesa0"))
    if not _has_driver():
        missing.append(Missing("swrast_dri.so", "libgl1-mesa-dri"))
    return tuple(missing)


def missing_line(missing: tuple[Missing, ...]) -> str:
    """One line that names what is missing and what to install; empty where nothing is."""
    if not missing:
        return ""
    names = " ".join(each.library for each in missing)
    packages = " ".join(each.package for each in missing)
    return f"missing system libraries: {names}; install them with: sudo apt-get install {packages}"


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_vendor(folder: str) -> bool:
    """A driver of a graphics card brings its own EGL; Mesa's is then not needed."""
    return any(any((Path(root) / "glvnd" / folder).glob("*.json")) for root in ("/usr/share", "/etc"))


def _has_driver() -> bool:
    """Mesa's drivers, or a graphics card's own."""
    library = f"lib/{platform.machine()}-linux-gnu"
    for root in (Path("/usr") / library, Path("/usr/lib64"), Path("/usr/lib"), Path("/usr/lib/dri")):
        for pattern in ("dri/*_dri.so", "libgallium*.so*", "libGLX_nvidia.so*", "*_dri.so"):
            if any(root.glob(pattern)):
                return True
    return False
