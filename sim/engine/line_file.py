"""An append-only file of lines that one program writes: a line stands whole on the disk, or has not been written."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import filelock

from sim.engine.requests import GameError
from sim.whole_files import write_whole

__all__ = ["FileTaken", "InUse", "LineFile", "Unwritten"]


class InUse(GameError):
    """Another program has the file in hand."""


class Unwritten(GameError):
    """A line could not be written; the file is as it was before."""


class FileTaken(GameError, FileExistsError):
    """There is a file of this name already."""


class LineFile:
    """A file of lines, locked against other programs until it is closed.

    Every line is handed to the operating system before `append` returns, so that a process that is killed loses none;
    a `durable` one is on the disk, so that a machine that loses its power loses none. Raises InUse, or Unwritten where
    the file may not be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _locked(path)
        try:
            self._file = path.open("r+b", buffering=0)
            self.size = os.fstat(self._file.fileno()).st_size  # bytes of it that stand
        except OSError as error:
            _free(path, self._lock)
            raise _unwritten(path, error) from error

    def cut(self, size: int) -> None:
        """Only the first `size` bytes stand. Raises Unwritten."""
        self.size = size
        try:
            self._cut()
        except OSError as error:
            raise _unwritten(self.path, error) from error

    @staticmethod
    def create(path: Path, lines: Iterable[bytes]) -> LineFile:
        """A new file that begins with these lines: there with all of them, or not at all.

        Raises FileTaken, InUse or Unwritten.
        """
        content = b"".join(line + b"\n" for line in lines)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritten(path, error) from error
        lock = _locked(path)
        try:
            if path.exists():
                raise FileTaken(f"{path} is there already, and is not written over")
            write_whole(path, content)
        except OSError as error:
            if isinstance(error, FileTaken):
                raise
            raise _unwritten(path, error) from error
        finally:
            _free(path, lock)
        return LineFile(path)

    def append(self, line: bytes, *, durable: bool = False) -> None:
        """Add a line. Raises Unwritten, and the file is as it was."""
        remaining = memoryview(line + b"\n")
        try:
            self._cut()  # what is left of a line that failed, where that could not be cut off then
            while remaining:
                remaining = remaining[self._file.write(remaining) :]
            if durable:
                os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._cut()
            raise _unwritten(self.path, error) from error
        self.size += len(line) + 1

    def close(self) -> None:
        """Put what was written on the disk, and leave the file to others."""
        if self._file.closed:
            return
        with suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()
        _free(self.path, self._lock)

    def _cut(self) -> None:
        if os.fstat(self._file.fileno()).st_size != self.size:
            self._file.truncate(self.size)
        self._file.seek(self.size)


def _lock_path(path: Path) -> Path:
    real = path.resolve()  # a link to a game and the game itself are one
    return real.with_name(f".{real.name}.lock")


def _locked(path: Path) -> filelock.BaseFileLock:
    lock = filelock.FileLock(_lock_path(path), timeout=0, thread_local=False)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise InUse(
            f"{path} is being played by another program: leave it there first, or only look (`bauta replay`)"
        ) from None
    except OSError as error:
        raise _unwritten(path, error) from error
    return lock


def _free(path: Path, lock: filelock.BaseFileLock) -> None:
    with suppress(OSError):  # elsewhere than on Unix, a file that is open stays
        _lock_path(path).unlink()
    lock.release()


def _unwritten(path: Path, error: OSError) -> Unwritten:
    return Unwritten(f"{path} cannot be written: {error.strerror or error}")
