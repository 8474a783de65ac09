"""What is measured of the bodies, that sight, cover and contact hang on: no corner of it moves with how they look."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from sim.board.files.bodies import load_body
from sim.board.files.folders import assets_dir

MEASURED = Path(__file__).with_name("measured_bodies.json")
BODIES = sorted(path.stem for path in (assets_dir() / "bodies").glob("*.glb"))


def measured(name: str) -> str:
    """A word for every triangle of a body, in its order, and for the part that it is of."""
    body, sum_ = load_body(name), hashlib.blake2b(digest_size=12)
    for array in (body.target.triangles, body.whole.rays.triangles, body.eye):
        sum_.update(np.ascontiguousarray(array, "<f8").tobytes())
    sum_.update(np.ascontiguousarray(body.whole.part_of, "<i4").tobytes())
    sum_.update(" ".join(body.whole.names).encode())
    return sum_.hexdigest()


def test_all_bodies_are_known() -> None:
    assert sorted(json.loads(MEASURED.read_text("utf-8"))) == BODIES


@pytest.mark.parametrize("name", BODIES)
def test_a_body_is_measured_as_it_always_was(name: str) -> None:
    assert measured(name) == json.loads(MEASURED.read_text("utf-8"))[name]
