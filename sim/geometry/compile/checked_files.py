"""Numba's files of kernels, each with the sum of its content: a damaged one counts for none, and is made anew.

Machine code that was changed by a byte would crash the program, or measure wrongly without a word. Files of before
the sums are read as they are.
"""

from __future__ import annotations

import logging
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

import numba

from sim.geometry.compile.errors import UnknownNumba
from sim.geometry.compile.trust import distrust

try:
    from numba.core.caching import IndexDataCacheFile

    _ASSUMED = (
        IndexDataCacheFile._load_index,
        IndexDataCacheFile._save_index,
        IndexDataCacheFile._load_data,
        IndexDataCacheFile._save_data,
        IndexDataCacheFile._open_for_write,
        IndexDataCacheFile._data_name,
        IndexDataCacheFile._data_path,
    )
except (ImportError, AttributeError) as missing:
    raise UnknownNumba(f"numba {numba.__version__}: {missing}") from missing

__all__ = ["CheckedFiles"]

log = logging.getLogger("sim.cache")
MARK = b"\nbauta sum 1\n"
SUM = 4  # bytes


class _Unusable(Exception):
    """A file is damaged or not ours; the message says which."""


class CheckedFiles(IndexDataCacheFile):
    """The index of a kernel, and the machine code of each of its signatures."""

    def load(self, key: Any) -> Any:
        """What was kept under a key, or None where it must be compiled (again)."""
        name = self._load_index().get(key)
        if name is None:
            return None
        return self._read(self._data_path(name), lambda: IndexDataCacheFile._load_data(self, name))

    def save(self, key: Any, data: Any) -> None:
        """Keep machine code, and then the index: one that names what is not there is never left. Raises OSError."""
        name = self._data_name(crc32(repr(key).encode()))  # by its key: two processes may keep two signatures at once
        self._save_data(name, data)
        overloads = self._load_index()
        overloads[key] = name
        self._save_index(overloads)

    def _load_index(self) -> dict[Any, str]:
        found: dict[Any, str] | None = self._read(self._index_path, super()._load_index)
        return found or {}

    def _read(self, path: str, load: Any) -> Any:
        """What numba reads from a file that is whole; None for any other, which is told."""
        try:
            with open(path, "rb") as file:
                why = distrust(os.fstat(file.fileno()))
                content = file.read()
            if why:
                raise _Unusable(why)
            body, mark, kept = content.rpartition(MARK)
            if mark and len(kept) == SUM and kept != _sum(path, body):
                raise _Unusable("it is not as it was written")
            return load()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except Exception as error:  # whatever a damaged file makes its readers raise
            words = " ".join(f"{error}".split()) or type(error).__name__
            log.warning("the kernel in %s is damaged (%s) and is made anew", path, words)
            return None

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BinaryIO]:
        """A file that is there when all of it is, with its sum, for this user alone."""
        part = f"{filepath}.tmp.{uuid.uuid4().hex[:16]}"
        try:
            with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
                yield file
                file.flush()
                file.seek(0)
                file.write(MARK + _sum(filepath, file.read()))
            os.replace(part, filepath)
        except BaseException:
            with suppress(OSError):
                os.unlink(part)
            raise


def _sum(path: str, body: bytes) -> bytes:
    return crc32(body, crc32(Path(path).name.encode())).to_bytes(SUM, "big")
