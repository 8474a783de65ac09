"""A board in one file opens elsewhere and rules as it did; a file that would do harm is refused whole."""

from __future__ import annotations

import hashlib
import json
import shutil
import struct
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from sim.board.board import Board
from sim.board.files.finding import find_map
from sim.board.files.folders import assets_dir
from sim.board.files.packages import LIMITS, Limits, read_package
from sim.board.model.errors import BoardError, PackageError
from sim.board.model.queries import CoverOf, DropOf, Mover, ReachOf, SightOf
from sim.board.model.tableau import Figure, Tableau
from sim.builder.packages.packing import packed
from sim.builder.packages.unpacking import unpacked

MAP = """format = 1
name = "Quay"
size = [16, 16]

[[canals]]
id = "rio"
outline = [[9, 0], [13, 0], [13, 16], [9, 16]]

[[pieces]]
piece = "my-well"
at = [4, 8]

[[pieces]]
piece = "cassa"
at = [6, 11]

[[pieces]]
piece = { kind = "wall", length = 4 }
at = [4, 5]
"""
TABLEAU = Tableau((Figure("a", (4.0, 3.0, 0.0)), Figure("b", (4.5, 11.0, 0.0))))
PICTURE = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "quay.toml").write_text(MAP, encoding="utf-8")
    shutil.copy(assets_dir() / "pieces" / "pozzo.glb", tmp_path / "here" / "my-well.glb")
    return tmp_path


def package(folder: Path, name: str = "quay.bauta") -> Path:
    path = folder / name
    path.write_bytes(packed(folder / "here" / "quay.toml", PICTURE, [], "Zanetta", "CC0"))
    return path


def rulings(board: Board) -> list[object]:
    asked = (SightOf("a", "b"), CoverOf("a", "b"), ReachOf(Mover("a", 5.0)), DropOf("b", (6.2, 11.0, 9.0)))
    return [board.answer(query, TABLEAU) for query in asked]


def test_a_package_rules_as_the_map_did_where_nothing_of_it_is_here(folders: Path) -> None:
    before = rulings(Board.load(folders / "here" / "quay.toml"))
    path = package(folders)
    shutil.rmtree(folders / "here")
    shutil.rmtree(folders / "cache")
    assert rulings(Board.load(path)) == before
    assert rulings(Board.load(unpacked(path))) == before


def test_the_same_board_makes_the_same_bytes(folders: Path) -> None:
    first = package(folders).read_bytes()
    (folders / "here" / "quay.toml").touch()
    assert package(folders, "again.bauta").read_bytes() == first


def test_its_own_pieces_go_whole_and_the_programs_without_detail(folders: Path) -> None:
    held = read_package(package(folders))
    assert held.files["pieces/my-well.glb"] == (folders / "here" / "my-well.glb").read_bytes()
    assert {p.name: p.own for p in held.manifest.pieces if not p.name.startswith("made")} == {
        "cassa": False,
        "my-well": True,
    }
    assert set(held.board_files()) == {"quay.toml", "my-well.glb", *(n for n in held.board_files() if "made" in n)}
    assert (held.manifest.by, held.manifest.licence) == ("Zanetta", "CC0")


def test_it_becomes_a_map_of_ones_own_once_and_another_where_that_was_changed(folders: Path) -> None:
    path = package(folders)
    first = unpacked(path)
    assert first == unpacked(path) == find_map("quay")
    first.write_text(MAP.replace("Quay", "Mine"), encoding="utf-8")
    assert unpacked(path).name == "quay-2.toml"
    with pytest.raises(BoardError, match="no map 'nowhere'"):
        find_map("nowhere")


# --- what would do harm ---------------------------------------------------------------------------------------------


def rezipped(path: Path, change: Callable[[dict[str, bytes]], None], marked: bool = True) -> Path:
    """A package with other files in it; `marked`: the manifest names them."""
    with zipfile.ZipFile(path) as held:
        files = {name: held.read(name) for name in held.namelist()}
    change(files)
    if marked:
        manifest = json.loads(files["manifest.json"])
        manifest["files"] = {
            name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
            for name, content in files.items()
            if name != "manifest.json"
        }
        files["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return path


@pytest.mark.parametrize(
    "name",
    [
        "../quay.toml",
        "/etc/quay.toml",
        "C:\\quay.toml",
        "pieces/../../cassa.glb",
        "pieces/deeper/cassa.glb",
        "pieces/nul.glb",
        "com1.toml",
        "run.py",
        "quay.toml\n",
        "Quay.toml",
        "pieces/",
        "",
    ],
)
def test_a_name_that_no_file_of_a_package_has_is_refused(name: str, folders: Path) -> None:
    with pytest.raises(PackageError, match="nothing of it was opened"):
        read_package(rezipped(package(folders), lambda files: files.update({name: b"x"})))


@pytest.mark.parametrize(
    ("file", "name"),
    [("aux", "aux-map"), ("Com1", "com1-map"), ("Cà d'Oro", "ca-d-oro"), ("Rio—Ça", "rio-ca"), ("x" * 90, "x" * 80)],
)
def test_a_board_is_packed_under_a_name_that_every_system_takes(file: str, name: str, folders: Path) -> None:
    (folders / "here" / f"{file}.toml").write_text(MAP, encoding="utf-8")
    path = folders / "sent.bauta"
    path.write_bytes(packed(folders / "here" / f"{file}.toml", PICTURE, []))
    assert read_package(path).map_name == f"{name}.toml"


def test_what_nobody_could_open_is_not_packed(folders: Path) -> None:
    shutil.copy(folders / "here" / "my-well.glb", folders / "here" / "nul.glb")
    path = folders / "here" / "well.toml"
    path.write_text(MAP.replace("my-well", "nul"), encoding="utf-8")
    with pytest.raises(PackageError, match=r"well.toml: holds 'pieces/nul.glb', which is the name of a device"):
        packed(path, PICTURE, [])


def test_a_link_is_refused(folders: Path) -> None:
    path = package(folders)
    with zipfile.ZipFile(path, "a") as made:
        info = zipfile.ZipInfo("pieces/link.glb")
        info.external_attr = 0o120777 << 16
        made.writestr(info, "/etc/passwd")
    with pytest.raises(PackageError, match="a link"):
        read_package(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_refused(folders: Path) -> None:
    path = package(folders)
    with zipfile.ZipFile(path, "a") as made:
        made.writestr("quay.toml", MAP)
    with pytest.raises(PackageError, match="twice"):
        read_package(path)


def test_a_bomb_is_not_unpacked(folders: Path) -> None:
    path = rezipped(package(folders), lambda files: files.update({"pieces/my-well.glb": bytes(30_000_000)}))
    with pytest.raises(PackageError, match="100 times as large"):
        read_package(path)
    with pytest.raises(PackageError, match="over 0 MB"):
        read_package(package(folders), Limits(unpacked=1000))
    with pytest.raises(PackageError, match="larger than"):
        read_package(package(folders), Limits(packed=1000))


def test_a_directory_of_millions_is_not_read(folders: Path) -> None:
    path = package(folders)
    content = path.read_bytes()
    for count, length in ((60_000, 100), (9, 1 << 30), (0xFFFF, 0xFFFFFFFF)):
        path.write_bytes(content[:-14] + struct.pack("<2H2IH", count, count, length, 0, 0))
        with pytest.raises(PackageError, match=f"more than {LIMITS.files:,} files"):
            read_package(path)


CHANGES: dict[str, Callable[[dict[str, bytes]], None]] = {
    "is not as the manifest": lambda files: files.update({"quay.toml": b"format = 1"}),
    "without a manifest.json": lambda files: files.pop("manifest.json") and None,
    "not valid JSON": lambda files: files.update({"manifest.json": b"{"}),
    "is not in it": lambda files: files.pop("pieces/cassa.glb") and None,
    "is not named there": lambda files: files.update({"pieces/more.glb": b"x"}),
    "reads files with format": lambda files: files.update(
        {"manifest.json": files["manifest.json"].replace(b'"format": 1', b'"format": 2')}
    ),
}


@pytest.mark.parametrize("says", CHANGES)
def test_what_the_manifest_does_not_say_is_refused(says: str, folders: Path) -> None:
    with pytest.raises(PackageError, match=says.replace("reads files with format", "format")):
        read_package(rezipped(package(folders), CHANGES[says], marked=False))


@pytest.mark.parametrize("cut", [0, 10, 400, -1, -30])
def test_a_package_that_is_cut_off_is_told_as_that(cut: int, folders: Path) -> None:
    path = package(folders)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(PackageError, match=r"no package|cut off"):
        read_package(path)


def test_a_map_that_is_none_is_refused_with_its_package(folders: Path) -> None:
    path = rezipped(package(folders), lambda files: files.update({"quay.toml": b'format = 1\nname = "x"'}))
    with pytest.raises(BoardError, match=r"quay\.bauta: quay\.toml: the file has no 'size'"):
        Board.load(path)


def test_made_pieces_of_a_map_come_along(folders: Path) -> None:
    names = [name for name in read_package(package(folders)).files if "made-" in name]
    assert len(names) == 1


def test_nothing_is_zipped_that_tells_when_or_where(folders: Path) -> None:
    with zipfile.ZipFile(BytesIO(package(folders).read_bytes())) as held:
        assert {info.date_time for info in held.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert all(str(folders).encode() not in held.read(info) for info in held.infolist())
