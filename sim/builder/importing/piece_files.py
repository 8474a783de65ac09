"""The files of imported pieces: what is measured, what is drawn in its place, colours and licence."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.architecture.glb_writer import GlbWriter
from sim.board.files.thinned import MeasuredInstead
from sim.builder.importing.foreign import ColourCloud, Foreign
from sim.builder.importing.kinds import GuessedKind, extras_of
from sim.builder.importing.parting import indexed
from sim.version import __version__
from sim.words import in_english

__all__ = ["ImportedPart", "piece_bytes", "rewritten"]

Floats = NDArray[np.float64]

PLAIN = (0.52, 0.47, 0.40, 1.0)  # linear colour of what has none


class ImportedPart(msgspec.Struct, frozen=True, eq=False):
    """A part of the piece in inches, about its foot, and what it was taken for."""

    name: str
    triangles: Floats
    kind: GuessedKind


def piece_bytes(
    parts: Sequence[ImportedPart],
    look: Floats | None,
    colours: ColourCloud | None,
    licence: str,
    instead: MeasuredInstead | None = None,
) -> bytes:
    """The content of the piece's .glb file."""
    said = None if instead is None else {"measured_instead": msgspec.to_builtins(instead, enc_hook=in_english)}
    out = GlbWriter(f"bauta {__version__}", licence, said)
    for part in parts:
        meaning = part.kind.meaning
        if look is not None and not meaning.decor:
            meaning = msgspec.structs.replace(meaning, material="none")
        out.node(part.name, extras_of(meaning), [_primitive(out, part.triangles, colours)])
    if look is not None:
        out.node("look", {"decor": True}, [_primitive(out, look, colours)])
    return out.bytes()


def _primitive(out: GlbWriter, triangles: Floats, colours: ColourCloud | None) -> dict[str, object]:
    spots, faces = indexed(triangles.astype(np.float32).astype(np.float64))
    if colours is None:
        return out.primitive(spots, faces, out.paint("plain", PLAIN))
    from scipy.spatial import cKDTree

    _, near = cKDTree(colours.points).query(spots)
    linear = np.where(colours.colours <= 0.04045, colours.colours / 12.92, ((colours.colours + 0.055) / 1.055) ** 2.4)
    paint = np.column_stack([linear[near], np.ones(len(spots))])
    return out.primitive(spots, faces, out.paint("plain", (1.0, 1.0, 1.0, 1.0)), colours=paint)


def rewritten(foreign: Foreign, parts: Sequence[ImportedPart], licence: str) -> bytes:
    """A piece that was made here and changed elsewhere: drawn as the file has it, with the rules of its parts."""
    out = GlbWriter(f"bauta {__version__}", licence)
    solid = iter(parts)
    for node, meaning in zip(foreign.nodes, foreign.said, strict=True):
        name = node.name
        if not len(node.triangles):
            continue
        if not meaning.decor:
            part = next(solid)
            meaning, name = part.kind.meaning, part.name
        primitives = [
            out.primitive(s.points, s.faces, out.paint(s.material, s.base), s.normals, s.uv, s.colours)
            for s in node.skins
            if len(s.faces)
        ]
        out.node(name, extras_of(meaning), primitives)
    return out.bytes()
