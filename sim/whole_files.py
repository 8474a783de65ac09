"""Files that are written whole: there with all of their content, or as they were. And read, where they have an end."""

from __future__ import annotations

import errno
import glob
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["ABANDONED", "one_writer", "open_file", "write_whole"]


ABANDONED = 3600.0  # seconds: nobody finishes a file that was begun so long ago


def open_file(path: Path) -> BinaryIO:
    """Open a file to read. Raises OSError, also of a pipe or a device: whoever opens one may wait for ever."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device: write what it holds to a file")
    return path.open("rb")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there with all of this, or as it was; what an earlier program left of it half written
    goes. Raises OSError."""
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
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > ABANDONED:
                left.unlink()
    with suppress(OSError):  # that the folder knows of it; elsewhere than on Unix, a folder cannot be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def one_writer(path: Path) -> Iterator[None]:
    """Nobody else who asks for this writes in the folder of this file meanwhile: they wait. Whoever is killed lets go
    of it. Raises OSError where the folder cannot be written in."""
    with path.with_name(".writing").open("ab") as held:
        with suppress(OSError):  # a disk that knows of no locks
            _locked(held.fileno())
        yield


if sys.platform == "win32":
    import msvcrt

    def _locked(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_LOCK, 1)

else:
    import fcntl

    def _locked(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)
