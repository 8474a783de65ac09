"""Files that are written whole: there with all of their content, or as they were. And read, where they have an end."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["open_file", "write_whole"]


def open_file(path: Path) -> BinaryIO:
    """Open a file to read. Raises OSError, also of a pipe or a device: whoever opens one may wait for ever."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device: write what it holds to a file")
    return path.open("rb")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there with all of this, or as it was. Raises OSError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # that the folder knows of it; elsewhere than on Unix, a folder cannot be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
