"""Packages: a board in one file that can be sent to somebody, `NAME.bauta`.

A package is a zip file with `manifest.json`, the map, its pieces as `pieces/NAME.glb`, `credits.txt`, `check.json` and
`picture.png`. Nothing in it is run, and nothing of it is written under a name that it chooses freely: names of other
forms, links, and what grows beyond the limits below are refused before anything is used.
"""

from __future__ import annotations

import hashlib
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.board.architecture.detail import without_detail
from sim.board.files.file_names import DEVICES
from sim.board.files.folders import assets_dir
from sim.board.files.laid_out import laid_out
from sim.board.files.mapfile import LARGEST, parse_map
from sim.board.model.errors import PackageError
from sim.board.model.ranges import Name
from sim.schemas import read_json
from sim.whole_files import open_file
from sim.words import reason, say

__all__ = [
    "LIMITS",
    "PACKAGE",
    "Limits",
    "Manifest",
    "Package",
    "PackedFile",
    "PackedPiece",
    "opened",
    "package_of",
    "read_package",
]

PACKAGE = ".bauta"
MANIFEST = "manifest.json"
_NAMES = re.compile(r"manifest\.json|check\.json|picture\.png|credits\.txt|([a-z0-9][a-z0-9-]*)\.toml"
                    r"|pieces/([a-z0-9][a-z0-9-]*)\.glb")  # fmt: skip
_END = struct.Struct("<4s4H2IH")  # the end of a zip file's directory
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    struct.error,
)


class Limits(msgspec.Struct, frozen=True):
    """What a package may hold at the most."""

    packed: int = 256_000_000  # bytes of the file
    unpacked: int = 512_000_000  # bytes of all that is in it
    files: int = 1000
    directory: int = 1_000_000  # bytes of the zip file's own directory
    ratio: int = 100  # times that a large file may be packed
    large: int = 1_000_000  # bytes: smaller ones may be packed as well as they can be


LIMITS = Limits()

Text = Annotated[str, Meta(max_length=2000)]


class PackedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of the package is known by."""

    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="Of its content, in hexadecimal digits.")]
    bytes: Annotated[int, Meta(ge=0, description="Its length.")]


class PackedPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of the board: `pieces/NAME.glb`."""

    name: Annotated[Name, Meta(description="As the map calls it.")]
    own: Annotated[bool, Meta(description="Is it the map maker's own, not one that comes with the program?")] = False
    licence: Annotated[Text, Meta(description="Who made it, and what may be done with it.")] = ""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a package holds, in its `manifest.json`."""

    format: Annotated[Literal[1], Meta(description="Of the package.")]
    program: Annotated[str, Meta(max_length=40, description="The version of the program that made it.")]
    map: Annotated[Name, Meta(description="The map's file, without its ending.")]
    title: Annotated[str, Meta(max_length=100, description="The board's name, as it is shown.")]
    files: Annotated[dict[str, PackedFile], Meta(description="Every file but this one.")]
    pieces: Annotated[tuple[PackedPiece, ...], Meta(max_length=LIMITS.files, description="The pieces.")] = ()
    by: Annotated[Text, Meta(description="Who made the map.")] = ""
    licence: Annotated[Text, Meta(description="What may be done with the map.")] = ""


class Package(msgspec.Struct, frozen=True, eq=False):
    """A package that was read, all of it checked. `files`: by their names in it."""

    manifest: Manifest
    files: Mapping[str, bytes]

    @property
    def map_name(self) -> str:
        return f"{self.manifest.map}.toml"

    def board_files(self) -> dict[str, bytes]:
        """The map and the pieces that are not here already just so, by their file names; the map first.

        Packages hold the program's own pieces without the detail that is only seen: where the program at hand has the
        same piece, with the same rulings, it is taken from there, and seen whole.
        """
        found = {self.map_name: self.files[self.map_name]}
        for piece in self.manifest.pieces:
            content = self.files[f"pieces/{piece.name}.glb"]
            if piece.own or not _is_here(piece.name, content):
                found[f"{piece.name}.glb"] = content
        return found


def _is_here(piece: str, content: bytes) -> bool:
    lies = assets_dir() / "pieces" / f"{piece}.glb"
    return lies.is_file() and without_detail(lies.read_bytes()) == content


def opened(path: Path) -> Path:
    """The map of a package, laid out in the cache with its pieces.

    Raises:
        PackageError: it cannot be opened, and why.
        MapError: its map is none.
    """
    package = read_package(path)
    parse_map(package.files[package.map_name].decode(errors="replace"), f"{path}: {package.map_name}")
    return laid_out(package.board_files())


def read_package(path: Path, limits: Limits = LIMITS) -> Package:
    """All of a package, checked against its manifest and the limits.

    Raises:
        PackageError: it is no package, is damaged, or holds what none may.
    """
    try:
        if path.stat().st_size > limits.packed:
            raise PackageError(
                say(
                    "{path}: is larger than {most} MB, more than a package may be",
                    path=path,
                    most=limits.packed // 1_000_000,
                )
            )
        with open_file(path) as file:
            content = file.read()
    except OSError as error:
        raise _unopened(path, error) from None
    return package_of(content, path, limits)


def package_of(content: bytes, path: Path, limits: Limits = LIMITS) -> Package:
    """As `read_package`, from the content of a file; `path` names it in errors."""
    try:
        _check_directory(content, path, limits)
        with zipfile.ZipFile(BytesIO(content)) as held:
            files = _read_all(held, path, limits)
    except _BROKEN as error:
        raise _unopened(path, error) from None
    said = files.pop(MANIFEST, None)
    if said is None:
        raise PackageError(
            say("{path}: is a zip file without a {manifest}: is it a package?", path=path, manifest=MANIFEST)
        )
    if len(said) > limits.directory:
        raise PackageError(
            say(
                "{path}: its {manifest} is larger than {most} MB",
                path=path,
                manifest=MANIFEST,
                most=limits.directory // 1_000_000,
            )
        )
    manifest = read_json(said, Manifest, f"{path}: {MANIFEST}", PackageError)
    _check_manifest(manifest, files, path)
    return Package(manifest, files)


def _unopened(path: Path, error: Exception) -> PackageError:
    what = getattr(error, "strerror", None) or reason(error) or type(error).__name__
    return PackageError(say("{path}: cannot be opened as a package: {what}: have it sent again", path=path, what=what))


def _check_directory(content: bytes, path: Path, limits: Limits) -> None:
    """How many files a zip file says it has: before its directory is read, which takes memory for each of them."""
    if len(content) < _END.size or not content.startswith(b"PK"):
        raise PackageError(say("{path}: is no package: those are zip files", path=path))
    mark, _, _, here, count, length, _, comment = _END.unpack(content[-_END.size :])
    if mark != b"PK\5\6" or comment:
        raise PackageError(say("{path}: is cut off, or has something after its end: have it sent again", path=path))
    if content[-_END.size - 20 :][:4] == b"PK\6\7" or max(count, here) > limits.files or length > limits.directory:
        raise PackageError(
            say("{path}: holds more than {files:,} files, more than a package may", path=path, files=limits.files)
        )


def _read_all(held: zipfile.ZipFile, path: Path, limits: Limits) -> dict[str, bytes]:
    """Every file of the zip file, as long as each of them is one that a package may hold."""
    files: dict[str, bytes] = {}
    room = limits.unpacked
    for info in held.infolist():
        name = info.filename
        if fault := _fault(info, files):
            raise PackageError(say("{path}: {fault}: nothing of it was opened", path=path, fault=fault))
        most = min(room, max(limits.large, limits.ratio * info.compress_size))
        with held.open(info) as file:
            content = file.read(most + 1)
        if len(content) > most:
            if most == room:
                unpacked = say(
                    "{path}: '{name}' unpacks to over {most} MB: nothing of it was opened",
                    path=path,
                    name=name,
                    most=room // 1_000_000,
                )
            else:
                unpacked = say(
                    "{path}: '{name}' unpacks to over {times} times as large: nothing of it was opened",
                    path=path,
                    name=name,
                    times=limits.ratio,
                )
            raise PackageError(unpacked)
        room -= len(content)
        files[name] = content
    return files


def _fault(info: zipfile.ZipInfo, taken: Mapping[str, bytes]) -> str:
    """Why a file may not be in a package; nothing where it may."""
    name = info.filename
    kind = stat.S_IFMT(info.external_attr >> 16)
    fits = _NAMES.fullmatch(name)
    if name in taken:
        return say("holds '{name}' twice", name=name)
    if not fits or info.orig_filename != name:
        return say("holds '{name}', which is no name of a package's file", name=name)
    if any(part and DEVICES.fullmatch(part) for part in fits.groups()):
        return say("holds '{name}', which is the name of a device", name=name)
    if kind not in (0, stat.S_IFREG):
        return say("holds '{name}', which is a link or no plain file", name=name)
    if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return say("holds '{name}', which is encrypted or packed in another way than zip files are", name=name)
    return ""


def _check_manifest(manifest: Manifest, files: Mapping[str, bytes], path: Path) -> None:
    """Are these the files that the manifest names?"""
    wanted = {f"{manifest.map}.toml", *(f"pieces/{piece.name}.glb" for piece in manifest.pieces)}
    plain = {"check.json", "picture.png", "credits.txt"}
    for name in sorted({*manifest.files, *files, *wanted}):
        if name not in files or name not in manifest.files:
            told = {"path": path, "manifest": MANIFEST, "name": name}
            if name not in files:
                raise PackageError(
                    say("{path}: the file '{name}' of its {manifest} is not in it: have it sent again", **told)
                )
            raise PackageError(
                say("{path}: the file '{name}' is not named there, in its {manifest}: have it sent again", **told)
            )
        if name not in wanted and name not in plain:
            raise PackageError(
                say(
                    "{path}: {manifest}: '{name}' is neither its map nor one of its pieces",
                    path=path,
                    manifest=MANIFEST,
                    name=name,
                )
            )
        mark, content = manifest.files[name], files[name]
        if mark.bytes != len(content) or mark.sha256 != hashlib.sha256(content).hexdigest():
            raise PackageError(
                say(
                    "{path}: '{name}' is not as the {manifest} has it: have it sent again",
                    path=path,
                    name=name,
                    manifest=MANIFEST,
                )
            )
    if len(files[f"{manifest.map}.toml"]) > LARGEST:
        raise PackageError(
            say("{path}: its map is larger than {most} MB: is it a map?", path=path, most=LARGEST // 1_000_000)
        )
