"""The files that a board is made of, so that it can be kept in a saved game and laid out elsewhere.

A map goes with its pieces and with those that players may bring; a mesh goes alone. The board's own file comes first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from sim.board.architecture.detail import without_detail
from sim.board.architecture.plans import PiecePlan
from sim.board.files.cache import map_key, mesh_key
from sim.board.files.finding import find_map
from sim.board.files.made_pieces import made_content
from sim.board.files.mapfile import parse_map, read_map
from sim.board.files.pieces import MESHES, piece_name, piece_path
from sim.board.model.errors import BoardError
from sim.words import say

__all__ = ["as_loaded", "bundle_key", "files_of", "known_files"]

Files = Mapping[str, bytes]


def files_of(source: str | Path, brought: Sequence[str] = ()) -> dict[str, bytes]:
    """The files of a map by name or file, or of a mesh file; by their names, the board's own first.

    `brought`: pieces that are no part of the map, and go with it. Raises BoardError where one is not there.
    """
    path = Path(source)
    try:
        if path.suffix.lower() in MESHES:
            return {name: (path.parent / name).read_bytes() for name in (path.name, *_buffers(path))}
        path = find_map(source)
        text = path.read_bytes()
        pieces: dict[str, str | PiecePlan] = {piece_name(p.piece): p.piece for p in read_map(path).pieces}
        pieces = {name: pieces[name] for name in sorted(pieces)} | {name: name for name in brought}
        return {path.name: text} | {f"{name}.glb": _content(piece, path.parent) for name, piece in pieces.items()}
    except OSError as error:
        raise BoardError(say("{source}: cannot be read: {why}", source=source, why=error.strerror or error)) from None


def bundle_key(files: Files) -> str:
    """The `key` of the board that is loaded from these files."""
    name, text = next(iter(files.items()))
    if Path(name).suffix.lower() in MESHES:
        return mesh_key(text, Path(name).suffix)
    pieces = {piece_name(placed.piece) for placed in parse_map(text.decode(errors="replace"), name).pieces}
    known = known_files(files)
    return map_key(text, {piece: known[f"{piece}.glb"] for piece in pieces if f"{piece}.glb" in known})


def known_files(files: Files) -> dict[str, bytes]:
    """What each file is known by: its content; of a piece that this version makes by its parameters, that it does."""
    return {name: made_content(name.removesuffix(".glb"), content) for name, content in files.items()}


def _content(piece: str | PiecePlan, beside: Path) -> bytes:
    """The file of a piece; of a made one only what is ruled by, for the rest can be made again."""
    content = piece_path(piece, beside).read_bytes()
    return content if isinstance(piece, str) else without_detail(content)


def as_loaded(source: Path, key: str) -> bool:
    """Are a board's files still those that it was loaded from, as the board of this `key`?"""
    try:
        return bundle_key(files_of(source)) == key
    except BoardError:
        return False


def _buffers(path: Path) -> list[str]:
    """The files beside a .gltf that hold its numbers."""
    if path.suffix.lower() != ".gltf":
        return []
    try:
        buffers = json.loads(path.read_bytes())["buffers"]
        return [str(each["uri"]) for each in buffers if not str(each.get("uri", "data:")).startswith("data:")]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return []  # loading it says what is wrong
