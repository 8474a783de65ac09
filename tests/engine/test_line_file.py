"""Lines that stand whole or not at all, written by one program at a time."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.engine.line_file import FileTaken, InUse, LineFile, Unwritten

SECOND = """
import sys
from pathlib import Path
from sim.engine.line_file import InUse, LineFile
try:
    file = LineFile(Path(sys.argv[1]))
    file.append(b"mine")
    file.close()
except InUse as error:
    print(error)
"""
LIMITED = """
import resource, sys
from pathlib import Path
from sim.engine.line_file import LineFile, Unwritten
file = LineFile.create(Path(sys.argv[1]), [b"first"])
resource.setrlimit(resource.RLIMIT_FSIZE, (20, resource.RLIM_INFINITY))
try:
    file.append(b"x" * 40)
except Unwritten as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
file.append(b"second")
"""


def run(script: str, path: Path) -> str:
    made = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    return made.stdout


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def test_a_second_program_is_refused_in_a_line(path: Path) -> None:
    LineFile.create(path, [b"first"])
    file = LineFile(path)
    assert "is being played by another program" in run(SECOND, path)
    file.append(b"second")
    assert path.read_bytes() == b"first\nsecond\n"


def test_a_link_to_a_file_is_the_same_file(path: Path) -> None:
    file = LineFile.create(path, [b"first"])
    (path.parent / "link").symlink_to(path)
    with pytest.raises(InUse):
        LineFile(path.parent / "link")
    file.close()


def test_what_is_closed_can_be_opened_by_others_and_leaves_no_lock(path: Path) -> None:
    LineFile.create(path, [b"first"]).close()
    assert run(SECOND, path) == ""
    assert path.read_bytes() == b"first\nmine\n"
    assert [each.name for each in path.parent.iterdir()] == ["game.jsonl"]


def test_a_new_file_is_not_written_over_another(path: Path) -> None:
    path.write_bytes(b"precious\n")
    with pytest.raises(FileTaken, match="is there already"):
        LineFile.create(path, [b"first"])
    assert path.read_bytes() == b"precious\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no limits there")
def test_a_line_for_which_there_is_no_room_leaves_nothing_behind(path: Path) -> None:
    assert run(LIMITED, path) == f"{path} cannot be written: File too large\n"
    assert path.read_bytes() == b"first\nsecond\n"


@pytest.mark.parametrize("call", ["fsync", "write"])
def test_a_line_that_fails_has_not_been_written(path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    file = LineFile.create(path, [b"first"])

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        if call == "fsync":
            patch.setattr(os, "fsync", full)
        else:
            patch.setattr(file, "_file", Failing(file._file, full))
        with pytest.raises(Unwritten, match="No space left on device"):
            file.append(b"second", durable=True)
    assert path.read_bytes() == b"first\n"
    file.append(b"third", durable=True)
    assert path.read_bytes() == b"first\nthird\n"
    file.close()


class Failing:
    """A file that takes half a line before the disk is full."""

    def __init__(self, file: object, full: object) -> None:
        self._file, self._full = file, full

    def write(self, data: bytes) -> int:
        self._file.write(bytes(data)[: len(data) // 2])  # type: ignore[attr-defined]
        self._full()  # type: ignore[operator]
        raise AssertionError

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


def test_a_file_that_cannot_be_begun_is_not_there(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Unwritten, match="No space left"):
        LineFile.create(path, [b"first"])
    assert list(path.parent.iterdir()) == []
