"""Pieces that are measured on a simpler mesh than the one that they were made of: what is ruled there is off by it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from sim.board.files.folders import assets_dir
from sim.board.files.glb import asset_of
from sim.board.files.mapfile import MapFile
from sim.board.files.pieces import piece_path
from sim.board.model.errors import MeshError
from sim.words import say

__all__ = ["FEWER", "MeasuredInstead", "Thinned", "is_shipped", "measured_instead", "thinned_pieces"]

FEWER = 20_000  # triangles that are proposed to be measured


class MeasuredInstead(msgspec.Struct, frozen=True):
    """`triangles` of the mesh whose place is taken by what is measured, which is `off` by so many inches at the
    most."""

    triangles: int
    off: float


class Thinned(msgspec.Struct, frozen=True):
    """A `piece` of a map, the ids of where it stands, and what of it is not measured: see `MeasuredInstead`."""

    piece: str
    ids: tuple[str, ...]
    triangles: int
    off: float

    @property
    def words(self) -> str:
        return say(
            '{piece} is measured on a simpler mesh than it was made of, off by {off:.3g}" at the most: '
            "sight, cover and ways past it are as exact as that",
            piece=self.piece,
            off=self.off,
        )


def measured_instead(path: Path) -> MeasuredInstead | None:
    """What a piece's file says of the mesh that is not measured; None where it is measured itself."""
    extras = asset_of(path).get("extras")
    said = extras.get("measured_instead") if isinstance(extras, dict) else None
    try:
        return None if said is None else msgspec.convert(said, MeasuredInstead)
    except msgspec.ValidationError:
        return None


def thinned_pieces(made: MapFile | None, source: Path | None) -> tuple[Thinned, ...]:
    """Those of a map, which lies in the file `source`, in the order of their names; none of a bare mesh."""
    if made is None:
        return ()
    names = sorted({placed.piece for placed in made.pieces if isinstance(placed.piece, str)})
    found = ((name, _of(name, source)) for name in names)
    return tuple(
        Thinned(name, tuple(_standing(made, name)), instead.triangles, instead.off)
        for name, instead in found
        if instead is not None
    )


def is_shipped(name: str, source: Path | None) -> bool:
    """Does a piece of a map that lies in the file `source` come with the program, or from nowhere any more?"""
    try:
        return piece_path(name, None if source is None else source.parent).parent == assets_dir() / "pieces"
    except MeshError:
        return True


def _of(name: str, source: Path | None) -> MeasuredInstead | None:
    try:
        return measured_instead(piece_path(name, None if source is None else source.parent))
    except MeshError:  # it is not there any more: what was read of it is measured
        return None


def _standing(made: MapFile, name: str) -> Iterable[str]:
    return (placed.id for placed in made.pieces if placed.piece == name)
