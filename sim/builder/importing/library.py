"""The player's own pieces: files of a folder that all maps see, with their pictures beside them."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sim.board.files.folders import assets_dir
from sim.board.files.pieces import library_dir, piece_path, read_piece
from sim.board.files.thinned import MeasuredInstead, measured_instead
from sim.board.model.errors import MeshError
from sim.board.model.ranges import Name
from sim.builder.errors import BuilderError
from sim.builder.importing.kinds import extras_of, kind_words, meaning_of
from sim.builder.licences import licence_of
from sim.builder.looks import look_of_piece, picture
from sim.errors import meant
from sim.whole_files import write_whole
from sim.words import say

__all__ = ["KnownPart", "KnownPiece", "changed_kinds", "check_free", "check_name", "kept", "known_piece", "own_pieces"]


class KnownPart(msgspec.Struct, frozen=True):
    """A part of a piece as it is kept."""

    name: str
    kind: str
    triangles: int
    size: tuple[float, float, float]


class KnownPiece(msgspec.Struct, frozen=True):
    """A piece as it is kept: inches. `instead`: of what its parts take the place; None: they are the mesh itself."""

    name: str
    file: str
    size: tuple[float, float, float]
    triangles: int
    parts: tuple[KnownPart, ...]
    licence: str
    instead: MeasuredInstead | None = None


def kept(name: str, content: bytes, *, over: bool = False) -> Path:
    """Put a piece into the library, with its picture; `over`: in the place of the one that is there.

    Raises BuilderError where the name is taken, or nothing can be written.
    """
    check_name(name)
    path = library_dir() / f"{name}.glb"
    if path.exists() and not over and path.read_bytes() != content:
        raise _taken(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
        read_piece(path)
        write_whole(path.with_suffix(".png"), picture(look_of_piece(path), (480, 360)))
    except OSError as error:
        raise BuilderError(say("{path}: cannot be written: {why}", path=path, why=error.strerror or error)) from error
    return path


def check_free(name: str) -> None:
    """Raises BuilderError where no new piece of one's own may be called so: before its mesh is read."""
    check_name(name)
    if (library_dir() / f"{name}.glb").exists():
        raise _taken(name)


def _taken(name: str) -> BuilderError:
    return BuilderError(
        say("'{name}' is in your library already: give another name by --name, or --replace it", name=name)
    )


def check_name(name: str) -> None:
    """Raises BuilderError where no piece of one's own may be called so."""
    try:
        msgspec.convert(name, Name)
    except msgspec.ValidationError:
        raise BuilderError(
            say("--name {name}: write it in lower-case letters, digits and hyphens", name=name)
        ) from None
    if (assets_dir() / "pieces" / f"{name}.glb").is_file():
        raise BuilderError(
            say("'{name}' is the name of a piece that comes with the program: give another by --name", name=name)
        )


def own_pieces() -> list[str]:
    """The names of the library's pieces."""
    return sorted(path.stem for path in library_dir().glob("*.glb"))


def known_piece(name: str) -> KnownPiece:
    """What a piece of the library, or of the program's, is. Raises MeshError."""
    path = piece_path(name)
    parts = read_piece(path, apart=True)
    every = np.concatenate([part.triangles for part in parts])
    return KnownPiece(
        name,
        str(path),
        _size(every),
        len(every),
        tuple(KnownPart(p.name, kind_words(p.meaning), len(p.triangles), _size(p.triangles)) for p in parts),
        licence_of(path),
        measured_instead(path),
    )


def _size(triangles: Any) -> tuple[float, float, float]:
    x, y, z = (round(float(side), 3) for side in np.ptp(triangles.reshape(-1, 3), axis=0))
    return (x, y, z)


def changed_kinds(name: str, kinds: Mapping[str, str]) -> Path:
    """Say anew what parts of a piece of the library are; all else of its file stays as it is.

    Raises:
        MeshError: there is no such piece.
        BuilderError: it is none of the library's, or there is no such part or kind.
    """
    path = piece_path(name)
    if path.parent != library_dir():
        raise BuilderError(
            say("'{name}' comes with the program and is not changed: import a copy of it under a new name", name=name)
        )
    content = path.read_bytes()
    length: int = struct.unpack_from("<I", content, 12)[0]
    document: dict[str, Any] = json.loads(content[20 : 20 + length])
    nodes = {node.get("name"): node for node in document["nodes"] if "mesh" in node}
    for part, words in kinds.items():
        if part not in nodes:
            raise BuilderError(
                say(
                    "{name} has no part '{part}'; {mend}",
                    name=name,
                    part=part,
                    mend=meant(part, sorted(map(str, nodes))),
                )
            )
        material = nodes[part].get("extras", {}).get("material", "")
        meaning = meaning_of(words)
        meaning = msgspec.structs.replace(meaning, material=material or meaning.material)
        nodes[part]["extras"] = extras_of(meaning)
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    rest = content[20 + length :]
    head = struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)) + struct.pack("<I4s", len(text), b"JSON")
    try:
        write_whole(path, head + text + rest)
        read_piece(path)
    except MeshError:
        write_whole(path, content)
        raise
    except OSError as error:
        raise BuilderError(say("{path}: cannot be written: {why}", path=path, why=error.strerror or error)) from error
    return path
