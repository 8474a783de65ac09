"""The program's pieces and bodies: closed, with meaning, the same bytes each time they are built."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sim.board.files.folders import assets_dir
from sim.board.files.glb import read_nodes
from sim.board.files.pieces import piece_path, read_piece
from sim.board.model.errors import MeshError
from sim.board.model.terrain import Kind, Landing, VesselKind

PIECES = sorted((assets_dir() / "pieces").glob("*.glb"))
BODIES = sorted((assets_dir() / "bodies").glob("*.glb"))
TOOLS = Path(__file__).parents[3] / "tools"


def is_closed(triangles: np.ndarray) -> bool:
    """Is every edge met equally often from both sides?"""
    _, index = np.unique(triangles.reshape(-1, 3).astype(np.float32), axis=0, return_inverse=True)
    corners = index.reshape(-1, 3)
    edges = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
    count = int(edges.max()) + 1
    there = np.sort(edges[:, 0] * count + edges[:, 1])
    return bool(np.array_equal(there, np.sort(edges[:, 1] * count + edges[:, 0])))


@pytest.mark.parametrize("path", PIECES, ids=lambda p: p.stem)
def test_every_part_of_a_piece_is_a_closed_solid(path: Path) -> None:
    for part in read_piece(path):
        assert is_closed(part.triangles), part.name
        volume = np.einsum("ij,ij->i", part.triangles[:, 0], np.cross(part.triangles[:, 1], part.triangles[:, 2])).sum()
        assert volume > 0, f"{part.name} is inside out"


@pytest.mark.parametrize("path", BODIES, ids=lambda p: p.stem)
def test_every_body_has_a_head_and_a_torso_and_stands_on_its_base(path: Path) -> None:
    nodes = {node.name: node for node in read_nodes(path)}
    assert {"head", "torso"} <= nodes.keys()
    points = np.concatenate([node.triangles for node in nodes.values()]).reshape(-1, 3)
    assert 0.0 <= points[:, 2].min() < 0.2
    for node in nodes.values():
        assert is_closed(node.triangles), node.name


def test_meaning_travels_in_the_extras() -> None:
    def meanings(piece: str) -> dict[str, object]:
        return {p.name: p.meaning for p in read_piece(piece_path(piece))}

    gondola = read_piece(piece_path("gondola"))[0].meaning
    assert gondola.vessel is VesselKind.GONDOLA
    assert gondola.unstable
    assert read_piece(piece_path("ladder-4"))[0].meaning.kind is Kind.LADDER
    assert next(p for p in read_piece(piece_path("carretto")) if p.name == "hay").meaning.landing is Landing.SOFT
    assert next(p for p in read_piece(piece_path("water-steps")) if p.name == "steps").meaning.access
    assert all(p.meaning.ruin for p in read_piece(piece_path("rovina")))


def test_extras_with_an_unknown_key_are_refused(tmp_path: Path) -> None:
    raw = piece_path("cassa").read_bytes()
    spoilt = raw.replace(b'"obstacle":"small"', b'"obstacel":"small"')
    assert spoilt != raw
    path = tmp_path / "cassa.glb"
    path.write_bytes(spoilt)
    with pytest.raises(MeshError, match=r"cassa\.glb: extras of part 'crate'.*obstacel"):
        read_piece(path)


def test_building_a_piece_again_gives_the_same_bytes(tmp_path: Path) -> None:
    names = ["casa-rosa", "carretto", "duellist"]
    command = [sys.executable, str(TOOLS / "build_pieces.py"), *names, "--into", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    for path in [*tmp_path.rglob("*.glb")]:
        assert path.read_bytes() == (assets_dir() / path.parent.name / path.name).read_bytes(), path.stem
    assert len(list(tmp_path.rglob("*.glb"))) == len(names)


def test_the_assets_are_small() -> None:
    assert sum(p.stat().st_size for p in [*PIECES, *BODIES]) < 25e6
    assert sum(p.stem.startswith(("casa", "palazzo", "locanda", "magazzino", "bottega", "scuola")) for p in PIECES) >= 8
