"""A whole board as one glTF file with its meaning in `extras`: read again as a board, it rules as the map does.

Each piece is a node where it stands, and its parts below it are named PIECE/PART; pieces that are placed several times
share their meshes.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.glb_writer import GlbWriter
from sim.board.board import Board, Part
from sim.board.files.canals import ground_parts
from sim.board.files.glb import Node, Skin, read_nodes
from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.board.files.pieces import piece_path
from sim.board.model.terrain import Kind, Meaning
from sim.builder.looks import Painted, look_of_ground
from sim.version import __version__
from sim.words import in_english

__all__ = ["board_glb"]

Floats = NDArray[np.float64]


def board_glb(board: Board, copyright: str = "") -> bytes:
    """The content of a .glb file of a board as it begins; of a map's pieces all that is seen goes along."""
    out = GlbWriter(f"bauta {__version__}", copyright)
    if board.map is None:
        for part in board.parts:
            _plain(out, part.name, part.meaning, part.triangles)
        for vessel in board.vessels:
            parts = [_plain_shared(out, part) for part in vessel.parts]
            out.placed(vessel.id, parts, vessel.start.at, vessel.start.turn)
        return out.bytes()
    _ground(out, board.map)
    beside = board.source.parent if board.source else None
    nodes: dict[str, tuple[Node, ...]] = {}
    meshes: dict[tuple[str, bool, int, str | None], int] = {}
    drawn: dict[tuple[str, bool, int, int], dict[str, Any]] = {}
    for where in board.map.pieces:
        path = piece_path(where.piece, beside)
        if path.name not in nodes:
            nodes[path.name] = read_nodes(path)
        children = []
        for number, node in enumerate(nodes[path.name]):
            colour = where.colour if any(_is_stucco(skin, node) for skin in node.skins) else None
            key = (path.name, where.mirror, number, colour)
            if key not in meshes:
                primitives = []
                for n, skin in enumerate(node.skins):
                    own = (path.name, where.mirror, number, n)
                    shape = drawn.setdefault(own, _primitive(out, skin.mirrored if where.mirror else skin))
                    primitives.append({**shape, "material": _material(out, skin, node, colour)})
                meshes[key] = out.mesh(f"{where.called} {node.name}", primitives)
            children.append(out.shared(f"{where.id}/{node.name}", node.extras, meshes[key]))
        _stand(out, where, children)
    return out.bytes()


def _stand(out: GlbWriter, where: PiecePlacement, children: list[int]) -> None:
    out.placed(where.id, children, (*where.at, where.z), where.turn)


def _ground(out: GlbWriter, made: MapFile) -> None:
    """The streets, the water, and the bed below it, in their colours."""
    for part in ground_parts(made):
        look = look_of_ground(part.triangles, part.meaning)
        primitives = []
        for colour in np.unique(look.colours, axis=0):
            own = part.triangles[(look.colours == colour).all(axis=1)]
            red, green, blue = (round(float(c) ** 2.2, 5) for c in colour)
            points, faces = _indexed(own)
            primitives.append(out.primitive(points, faces, out.paint(part.meaning.material, (red, green, blue, 1.0))))
        out.node(part.name, msgspec.to_builtins(part.meaning, enc_hook=in_english), primitives)


def _plain(out: GlbWriter, name: str, meaning: Meaning, triangles: Floats) -> None:
    out.node(name, msgspec.to_builtins(meaning, enc_hook=in_english), [_bare(out, meaning, triangles)])


def _plain_shared(out: GlbWriter, part: Part) -> int:
    mesh = out.mesh(part.name, [_bare(out, part.meaning, part.triangles)])
    return out.shared(part.name, msgspec.to_builtins(part.meaning, enc_hook=in_english), mesh)


def _bare(out: GlbWriter, meaning: Meaning, triangles: Floats) -> dict[str, Any]:
    points, faces = _indexed(triangles)
    base = (0.05, 0.21, 0.21, 1.0) if meaning.kind is Kind.WATER else (0.6, 0.55, 0.46, 1.0)
    return out.primitive(points, faces, out.paint(meaning.material or "plain", base))


def _indexed(triangles: Floats) -> tuple[Floats, NDArray[np.int64]]:
    points, index = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    return points, index.reshape(-1, 3).astype(np.int64)


def _primitive(out: GlbWriter, skin: Skin) -> dict[str, Any]:
    return out.primitive(skin.points, skin.faces, 0, skin.normals, skin.uv, skin.colours)


def _is_stucco(skin: Skin, node: Node) -> bool:
    return (skin.material or str(node.extras.get("material", ""))).partition(":")[0] == "stucco"


def _material(out: GlbWriter, skin: Skin, node: Node, colour: str | None) -> int:
    if colour is not None and _is_stucco(skin, node):
        look = Painted.of(np.zeros((1, 3, 3)), colour).colours[0]
        red, green, blue = (round(float(c) ** 2.2, 5) for c in look)
        return out.paint(skin.material, (red, green, blue, 1.0))
    return out.paint(skin.material, skin.base)
