"""A board in one file, the same bytes each time: its map, pieces, credits and picture, and what the check
says.

The reader, and what a package may hold, is `sim.board.files.packages`.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from sim.board.architecture.detail import without_detail
from sim.board.architecture.identity import is_made
from sim.board.files.bundle import files_of
from sim.board.files.file_names import file_stem
from sim.board.files.finding import find_map
from sim.board.files.folders import assets_dir
from sim.board.files.packages import LIMITS, Manifest, PackedFile, PackedPiece, package_of
from sim.board.files.pieces import piece_path
from sim.board.model.errors import PackageError
from sim.builder.licences import licence_of
from sim.version import __version__
from sim.words import in_english, say

__all__ = ["packed"]

_EARLIEST = (1980, 1, 1, 0, 0, 0)  # of a zip file: no package tells when it was made


def packed(source: str | Path, picture: bytes, issues: Sequence[Any], by: str = "", licence: str = "") -> bytes:
    """A map as a package. `picture`: a PNG; `issues`: what the check says, as plain values; `by` and `licence` are of
    the map.

    Raises:
        BoardError: there is no such map, or a piece of it is missing.
        PackageError: it is larger than a package may be, or holds what nobody could open.
    """
    path = find_map(source)
    text, *pieces = files_of(source).items()
    name = file_stem(path.stem, "map") or "map"
    files = {f"{name}.toml": text[1]}
    listed = []
    for file, content in pieces:
        piece = _piece(file.removesuffix(".glb"), path.parent)
        listed.append(piece)
        files[f"pieces/{file}"] = content if piece.own or is_made(piece.name) else without_detail(content)
    title = _title(text[1])
    files["credits.txt"] = _credits(title, by, licence, listed).encode()
    files["check.json"] = json.dumps(list(issues), indent=1, sort_keys=True).encode() + b"\n"
    files["picture.png"] = picture
    marks = {file: PackedFile(hashlib.sha256(files[file]).hexdigest(), len(files[file])) for file in sorted(files)}
    manifest = Manifest(1, __version__, name, title, marks, tuple(listed), by, licence)
    content = _zipped({"manifest.json": _readable_json(manifest), **files})
    if len(content) > LIMITS.packed or len(files) >= LIMITS.files or sum(map(len, files.values())) > LIMITS.unpacked:
        raise PackageError(
            say(
                "{source}: too large for a package ({most} MB and {files} files are the most): "
                "make its own pieces coarser",
                source=source,
                most=LIMITS.packed // 1_000_000,
                files=LIMITS.files,
            )
        )
    package_of(content, path)
    return content


def _piece(name: str, beside: Path) -> PackedPiece:
    if is_made(name):
        return PackedPiece(name)
    path = piece_path(name, beside)
    if path.parent == assets_dir() / "pieces":
        return PackedPiece(name)
    return PackedPiece(name, own=True, licence=licence_of(path))


def _title(text: bytes) -> str:
    from sim.board.files.mapfile import parse_map

    return parse_map(text.decode()).name


def _credits(title: str, by: str, licence: str, pieces: Sequence[PackedPiece]) -> str:
    lines = [f"{title}, a board for Bauta", f"By: {by or 'not said'}", f"Licence: {licence or 'not said'}", ""]
    lines += [f"{p.name}: {' '.join(p.licence.split()) or 'no licence is said'}" for p in pieces if p.own]
    if any(not p.own for p in pieces):
        lines.append("All other pieces come with Bauta, or are made by it, under the MIT licence.")
    return "\n".join([*lines, ""])


def _readable_json(value: msgspec.Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value, enc_hook=in_english), indent=1) + b"\n"


def _zipped(files: dict[str, bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, _EARLIEST)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o100644 << 16
            made.writestr(info, content)
    return out.getvalue()
