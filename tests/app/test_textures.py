"""The layers that all is painted with, as the driver takes them."""

from __future__ import annotations

import numpy as np

from sim.app.render.textures import levels_of, make_textures


def test_layers_are_read_once_and_have_all_smaller_ones_with_them() -> None:
    made = make_textures()
    assert make_textures() is made
    for layers, levels in zip((made.colour, made.normal), made.levels, strict=True):
        assert [each.shape[1] for each in levels] == [512 >> n for n in range(10)]
        assert (levels[0][..., 0] == layers[..., 2]).all(), "blue comes first"


def test_a_smaller_layer_is_the_mean_of_four_pixels() -> None:
    layers = np.array([[[[10, 20, 30], [20, 30, 40]], [[30, 40, 50], [41, 51, 61]]]], np.uint8)
    whole, pixel = levels_of(layers)
    assert whole[0, 0, 0].tolist() == [30, 20, 10]
    assert pixel.tolist() == [[[[45, 35, 25]]]]
