"""The layers that all is painted with, as the driver takes them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.app.render import textures
from sim.app.render.textures import LAYERS, levels_of, make_textures, read_or_mix


def test_layers_are_read_once_and_have_all_smaller_ones_with_them() -> None:
    made = make_textures()
    assert make_textures() is made
    for levels, channels in zip(made.levels, (3, 4), strict=True):
        assert [each.shape for each in levels] == [(len(LAYERS), 512 >> n, 512 >> n, channels) for n in range(10)]
    red = made.levels[0][0][LAYERS.index("brick"), ..., 2]
    assert np.isclose(made.mean[LAYERS.index("brick"), 0], np.square(red[::4, ::4] / 255.0).mean()), "blue comes first"


def test_layers_are_kept_with_all_smaller_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making these took a fifth of a second each time a board was opened."""
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path))
    monkeypatch.setattr(textures, "LAYERS", ("brick", "noise"))
    told = list[float]()
    made = read_or_mix(told.append)
    assert told == [0.0, pytest.approx(1 / 3), pytest.approx(2 / 3), 1.0], "how far it is"
    monkeypatch.setattr(textures, "levels_of", lambda _: pytest.fail("made again"))
    kept = read_or_mix(told.append)
    assert len(told) == 4, "what is kept takes no time to tell of"
    for one, other in zip(made.levels, kept.levels, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
        assert one[-1].shape[:3] == (2, 1, 1)


def test_a_smaller_layer_is_the_mean_of_four_pixels() -> None:
    layers = np.array([[[[10, 20, 30], [20, 30, 40]], [[30, 40, 50], [41, 51, 61]]]], np.uint8)
    whole, pixel = levels_of(layers)
    assert whole[0, 0, 0].tolist() == [30, 20, 10]
    assert pixel.tolist() == [[[[45, 35, 25]]]]
