"""Kept arrays: damaged ones are made anew with a word, half-written ones do not stay, and the oldest make room."""

from __future__ import annotations

import errno
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import platformdirs
import pytest

from sim.board.files.array_cache import clean, make_room, read_arrays, shipped_dir, write_arrays
from sim.board.files.folders import cache_dir, data_dir
from sim.board.model.errors import BoardError

ARRAYS = {
    "points": np.arange(60, dtype=np.float64).reshape(20, 3),
    "names": np.array(["roof", "wall", "quay"]),
    "count": np.array(7),
    "none": np.zeros((0, 3), np.int32),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def same(held: object) -> bool:
    assert isinstance(held, dict)
    return held.keys() == ARRAYS.keys() and all(
        np.array_equal(held[name], array) and held[name].dtype == array.dtype for name, array in ARRAYS.items()
    )


@pytest.mark.parametrize("packed", [False, True])
def test_what_was_kept_is_read(packed: bool) -> None:
    assert read_arrays("kept", ARRAYS) is None
    write_arrays("kept", ARRAYS, packed=packed)
    assert same(read_arrays("kept", ARRAYS))


@pytest.mark.parametrize("packed", [False, True])
def test_no_cut_and_no_flip_is_handed_out_or_raises(
    folder: Path, packed: bool, caplog: pytest.LogCaptureFixture
) -> None:
    write_arrays("kept", ARRAYS, packed=packed)
    path = folder / "kept.npz"
    whole = path.read_bytes()
    by_chance = random.Random(1)
    damages = [whole[:cut] for cut in range(len(whole))]
    for at in range(len(whole)):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << by_chance.randrange(8)
        damages.append(bytes(flipped))
    anew = 0
    for damage in damages:
        path.write_bytes(damage)
        caplog.clear()
        held = read_arrays("kept", ARRAYS)
        if held is not None:
            assert same(held)  # a byte that means nothing: a date, a flag
            continue
        anew += 1
        (record,) = caplog.records
        assert "kept.npz" in record.getMessage()
        assert "\n" not in record.getMessage()
        assert not path.exists()
    assert anew > len(whole)


def test_a_disk_that_is_full_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(np, "savez", full)
    write_arrays("kept", ARRAYS)
    assert list(folder.iterdir()) == []


def test_the_oldest_makes_room_and_what_is_in_use_stays(folder: Path) -> None:
    for age, name in ((9, "old"), (5, "older-used-later"), (0, "new")):
        write_arrays(name, ARRAYS)
        lies, when = folder / f"{name}.npz", (folder / f"{name}.npz").stat().st_mtime - age * 3600
        os.utime(lies, (when, when))
    size = (folder / "new.npz").stat().st_size
    assert make_room(folder, limit=2 * size) == size
    assert sorted(path.stem for path in folder.iterdir()) == ["new", "older-used-later"]
    make_room(folder, limit=0)
    assert [path.stem for path in folder.iterdir()] == ["new"]


def test_what_is_read_counts_as_used(folder: Path) -> None:
    write_arrays("kept", ARRAYS)
    os.utime(folder / "kept.npz", (0, 0))
    read_arrays("kept", ARRAYS)
    make_room(folder, limit=0)
    assert (folder / "kept.npz").exists()


def test_what_was_left_half_written_long_ago_is_taken_away(folder: Path) -> None:
    write_arrays("kept", ARRAYS)
    for name, when in (("old.tmp", 0.0), ("new.tmp", None)):
        (folder / name).write_bytes(b"half")
        if when is not None:
            os.utime(folder / name, (when, when))
    make_room(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["kept.npz", "new.tmp"]


def test_cleaning_leaves_the_kernels_that_are_needed_and_what_is_not_the_caches(folder: Path) -> None:
    write_arrays("kept", ARRAYS)
    for name in ("old", "present"):
        (folder / "kernels" / name).mkdir(parents=True)
        (folder / "kernels" / name / "rays.nbc").write_bytes(b"code")
    (folder / "notes.txt").write_bytes(b"mine")
    assert clean(folder, [folder / "kernels" / "present"]) > 4
    assert sorted(path.name for path in folder.rglob("*")) == ["kernels", "notes.txt", "present", "rays.nbc"]


def test_the_limit_can_be_set(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_arrays("old", ARRAYS)
    os.utime(folder / "old.npz", (0, 0))
    monkeypatch.setenv("BAUTA_CACHE_MB", "0")
    write_arrays("new", ARRAYS)
    assert [path.stem for path in folder.iterdir()] == ["new"]


@pytest.mark.parametrize("said", ["much", "-1", "1.5", "9" * 40])
def test_a_limit_that_is_none_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, said: str
) -> None:
    monkeypatch.setenv("BAUTA_CACHE_MB", said)
    write_arrays("old", ARRAYS)
    make_room(folder)
    assert len(caplog.records) == 1
    assert f"BAUTA_CACHE_MB is '{said[:40]}': give a whole number" in caplog.text
    assert [path.stem for path in folder.iterdir()] == ["old"]


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "file" / "cache"))
    write_arrays("kept", ARRAYS)
    assert read_arrays("kept", ARRAYS) is None


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="as root")
def test_a_folder_that_cannot_be_written_is_still_read(folder: Path) -> None:
    write_arrays("kept", ARRAYS)
    folder.chmod(0o555)
    try:
        assert same(read_arrays("kept", ARRAYS))
        write_arrays("more", ARRAYS)
        assert read_arrays("more", ARRAYS) is None
    finally:
        folder.chmod(0o755)


def homeless(*_: object, **__: object) -> Path:
    """As platformdirs does where nobody's home is known."""
    raise RuntimeError("could not determine the home directory")


@pytest.mark.parametrize("found", [homeless, lambda *_, **__: Path("~/x")], ids=["raises", "tilde"])
def test_without_a_home_nothing_is_written_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: Callable[..., Path]
) -> None:
    monkeypatch.delenv("BAUTA_CACHE")
    monkeypatch.setattr(platformdirs, "user_cache_path", found)
    monkeypatch.chdir(tmp_path)
    assert cache_dir().is_absolute()
    assert list(tmp_path.iterdir()) == []


def test_what_nobody_may_read_is_told_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def closed(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("sim.board.files.array_cache.zipfile.ZipFile", closed)
    assert [read_arrays(name, ARRAYS) for name in ("one", "two")] == [None, None]
    assert [record.getMessage() for record in caplog.records] == [
        f"what is kept in {folder} cannot be read (Permission denied) and is made anew",
        f"what is shipped in {shipped_dir()} cannot be read (Permission denied) and is made anew",
    ]


def test_a_data_folder_that_cannot_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(BoardError, match="set BAUTA_DATA to a folder"):
        data_dir()
