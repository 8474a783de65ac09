"""What is kept of a map while it is built: a draft after every edit, earlier versions, and whose the file is.

For each map there is a folder in the data folder. A draft that is still there when the map is opened again was left by
a program that ended before its time.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

import filelock
import msgspec

from sim.board.files.file_names import file_stem
from sim.board.files.finding import own_maps_dir
from sim.board.files.folders import data_dir
from sim.builder.errors import BuilderError
from sim.whole_files import write_whole
from sim.words import say

__all__ = [
    "ChangedOutside",
    "Drafts",
    "InHand",
    "LeftDraft",
    "Version",
    "kept_versions",
    "own_copy_of",
    "path_of_new",
    "read_text",
]

log = logging.getLogger("sim.builder")

VERSIONS = 40  # of one map that are kept
NEVER = (-1, -1)  # the stamp of no file
NAME = re.compile(r"[^a-z0-9]+")


class ChangedOutside(BuilderError):
    """Another program wrote the file since it was read or saved here."""


class InHand(BuilderError):
    """Another window has the map in hand."""


class LeftDraft(msgspec.Struct, frozen=True):
    """A draft that was never saved, and when its last edit was."""

    text: str
    when: datetime


class Version(msgspec.Struct, frozen=True):
    """An earlier text of a map."""

    path: Path
    when: datetime

    @property
    def text(self) -> str:
        return read_text(self.path)


class Drafts:
    """The draft and the versions of one map, and its file. Drafts are written by a thread of their own.

    Raises InHand where another window edits the same file, BuilderError where nothing can be kept.
    """

    def __init__(self, source: Path, folder: Path | None = None) -> None:
        self.source = source.resolve()
        self.folder = _folder_of(source, folder)
        self.draft, self._begun = self.folder / "draft.toml", self.folder / "begun-on"
        self.trouble = ""  # why the last draft could not be written
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = filelock.FileLock(self.folder / ".lock", timeout=0, thread_local=False)
            self._lock.acquire()
        except filelock.Timeout:
            raise InHand(f"{source} is open in another window: build there, or close it first") from None
        except OSError as error:
            raise BuilderError(
                say("{folder}: nothing can be kept here: {why}", folder=self.folder, why=error.strerror or error)
            ) from None
        self._pool = ThreadPoolExecutor(1, "drafts")
        self._guard = Lock()
        self._wanted: str | None = None  # the text that is to be written next
        self._job: Future[None] | None = None
        self._put_aside()
        self._known = _digest(self.source)
        self._seen = _stamp(self.source)

    # -- the draft ------------------------------------------------------------------------------------------

    def keep(self, text: str) -> None:
        """Write the draft, soon, and put it on the disk; of several in a row the last."""
        with self._guard:
            idle = self._wanted is None
            self._wanted = text
        if idle:
            self._job = self._pool.submit(self._write_wanted)

    def flush(self) -> None:
        """Wait until the last draft is on the disk."""
        if self._job is not None:
            self._job.result()

    def _write_wanted(self) -> None:
        while True:
            with self._guard:
                text = self._wanted
            if text is None:
                return
            try:
                write_whole(self._begun, self._known.hex().encode())
                write_whole(self.draft, text.encode())
                self.trouble = ""
            except OSError as error:
                self.trouble = say("{file} cannot be written: {error}", file=self.draft, error=error.strerror or error)
            with self._guard:
                if self._wanted is text:
                    self._wanted = None
                    return

    def left(self) -> LeftDraft | None:
        """A draft of before that is not what the file holds."""
        try:
            text = read_text(self.draft)
            when = _when(self.draft)
        except (OSError, UnicodeDecodeError):
            return None
        same = self.source.is_file() and self.source.read_bytes() == text.encode()
        return None if same else LeftDraft(text, when)

    def _put_aside(self) -> None:
        """A draft that is no text is kept under another name, where no edit writes over it, and told."""
        with suppress(OSError):
            try:
                read_text(self.draft)
            except UnicodeDecodeError:
                aside = self.folder / f"damaged-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.toml"
                self.draft.rename(aside)
                log.warning("%s: no text; it was put aside as %s, and %s is opened", self.draft, aside, self.source)

    def take_up(self) -> None:
        """The draft that was left is gone on with: the file is known as it was then, not as others left it since."""
        with suppress(OSError, ValueError):
            self._known, self._seen = bytes.fromhex(read_text(self._begun)), NEVER

    def drop(self) -> None:
        """The draft is not wanted: it becomes a version, so that it is not lost."""
        self.flush()
        left = self.left()
        if left is not None:
            self.keep_version(left.text)
        with suppress(OSError):
            self.draft.unlink()

    # -- versions -------------------------------------------------------------------------------------------

    def versions(self) -> list[Version]:
        """Earlier texts, the latest first."""
        return _versions_in(self.folder)

    def keep_version(self, text: str) -> None:
        """Keep a text as a version; the oldest goes where there are too many. Raises BuilderError."""
        earlier = self.versions()
        with suppress(OSError, UnicodeDecodeError):
            if earlier and earlier[0].text == text:
                return
        path = self.folder / f"version-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.toml"
        try:
            write_whole(path, text.encode())
        except OSError as error:
            raise BuilderError(
                say("{path} cannot be written: {why}", path=path, why=error.strerror or error)
            ) from error
        for old in earlier[VERSIONS - 1 :]:
            with suppress(OSError):
                old.path.unlink()

    # -- the file -------------------------------------------------------------------------------------------

    def save(self, text: str, *, over: bool = False) -> None:
        """Put the text into the map's file; what was there becomes a version. `over`: whoever wrote that.

        Raises ChangedOutside, or BuilderError where it cannot be written.
        """
        if not over and _digest(self.source) != self._known:
            raise ChangedOutside(f"{self.source} was changed by another program since it was opened here")
        try:
            if self.source.is_file():
                with suppress(UnicodeDecodeError):
                    self.keep_version(read_text(self.source))
            self.source.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.source, text.encode())
        except OSError as error:
            raise BuilderError(
                say("{source} cannot be written: {why}", source=self.source, why=error.strerror or error)
            ) from error
        self.acknowledge()
        self.flush()
        with suppress(OSError):
            self.draft.unlink()

    def outside(self) -> str | None:
        """What the file holds, where another program changed it since; cheap to ask often."""
        stamp = _stamp(self.source)
        if stamp == self._seen:
            return None
        if _digest(self.source) == self._known:
            self._seen = stamp
            return None
        try:
            return read_text(self.source)
        except (OSError, UnicodeDecodeError):
            return None

    def acknowledge(self) -> None:
        """What the file holds now is known."""
        self._seen, self._known = _stamp(self.source), _digest(self.source)

    def close(self) -> None:
        """Wait for the draft, and leave the map to others."""
        self._pool.shutdown()
        self._lock.release()


def kept_versions(source: Path, folder: Path | None = None) -> list[Version]:
    """The earlier texts of a map that the editor has kept, the latest first; whether or not it is being edited."""
    return _versions_in(_folder_of(source, folder))


def _versions_in(folder: Path) -> list[Version]:
    found = sorted(folder.glob("version-*.toml"), reverse=True)
    return [Version(path, _when(path)) for path in found]


def _folder_of(source: Path, folder: Path | None) -> Path:
    """Where what is kept of a map lies."""
    stem = NAME.sub("-", source.stem.lower()).strip("-") or "map"
    mark = hashlib.blake2b(os.fsencode(source.resolve()), digest_size=5).hexdigest()
    return (folder or data_dir() / "drafts") / f"{stem}-{mark}"


def path_of_new(name: str) -> Path:
    """Where a new map of this name goes: a path is one; a plain name lies among the player's own maps.

    Raises BuilderError where there is a file already, or the name has no letter that a file may be named by.
    """
    stem = file_stem(name, "map")
    path = Path(name) if name.endswith(".toml") or "/" in name or os.sep in name else own_maps_dir() / f"{stem}.toml"
    if not stem:
        raise BuilderError(say("'{name}' has no letters that a file can be named by: give another name", name=name))
    path = path if path.suffix == ".toml" else path.with_name(path.name + ".toml")
    if path.exists():
        raise BuilderError(say("{path} is there already: edit it (bauta map edit), or give another name", path=path))
    return path


def own_copy_of(shipped: Path) -> Path:
    """Where the player's own copy of a map that comes with the program goes: a file that is not there yet."""
    count = 1
    while True:
        path = own_maps_dir() / f"my-{shipped.stem}{f'-{count}' if count > 1 else ''}.toml"
        if not path.exists():
            return path
        count += 1


def read_text(path: Path) -> str:
    """A file's text with the ends of lines that it has. Raises OSError or UnicodeDecodeError."""
    return path.read_bytes().decode("utf-8")


def _digest(path: Path) -> bytes:
    try:
        return hashlib.blake2b(path.read_bytes()).digest()
    except OSError:
        return b""


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)


def _when(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime)
