"""Awnings are drawn in the colours that their pieces give them."""

from __future__ import annotations

import numpy as np
import pytest

from sim.app.render.materials import MATERIALS
from sim.app.render.patches import skin_patch
from sim.board.files.glb import Skin


@pytest.mark.parametrize(
    ("colour", "texture"),
    [
        ((0.39, 0.03, 0.02), "stripes"),
        ((0.03, 0.10, 0.07), "stripes_green"),
        ((0.46, 0.26, 0.03), "stripes_ochre"),
        ((1.0, 1.0, 1.0), "stripes"),
    ],
)
@pytest.mark.parametrize("by_vertex", [False, True])
def test_an_awning_has_the_stripes_that_are_the_most_like_its_colour(
    colour: tuple[float, float, float], texture: str, by_vertex: bool
) -> None:
    points, faces = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]])
    if by_vertex:
        skin = Skin("awning", points, faces, colours=np.tile([*colour, 1.0], (3, 1)))
    else:
        skin = Skin("awning", points, faces, base=(*colour, 1.0))
    assert MATERIALS[skin_patch(skin, "plain").material].texture == texture
