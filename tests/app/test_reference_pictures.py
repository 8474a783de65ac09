"""Screens as they look, beside small pictures of how they looked: by day and night, in both sizes of window and text.

Each is drawn whole, made smaller by means of its pixels, and compared with the picture of its name in `reference`.
`BAUTA_REDRAW=1 pytest tests/app/test_reference_pictures.py` draws these anew; look at them before they are kept.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from sim.app.table.view_choices import ViewChoices
from tests.app.reference_stages import SMALL, STAGES, Pixels, prepare, settled, small, turn
from tests.app.window_sizes import FIRST, show

pytestmark = pytest.mark.drawn

REFERENCE = Path(__file__).with_name("reference")
BLOCK, MOST = (16, 10), 12.0  # pixels of the small picture; of 255: how far they may be off there, on the mean
KEPT = [f"{name.replace(' ', '-')}-{number}" for name, (_, ways) in STAGES.items() for number in range(len(ways))]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The screens as they look now, drawn by a process of its own, with a cache of its own."""
    folder = tmp_path_factory.mktemp("drawn")
    env = {**os.environ, "BAUTA_DATA": str(folder / "data"), "BAUTA_CACHE": str(folder / "cache")}
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "tests.app.reference_stages", str(folder)],
        env=env,
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return folder


def apart(one: Pixels, other: Pixels) -> Pixels:
    """How far the pixels of each block are apart, on the mean."""
    (wide, tall), differ = BLOCK, np.abs(one - other).mean(axis=2)
    rows, columns = differ.shape[0] // tall, differ.shape[1] // wide
    return np.asarray(differ.reshape(rows, tall, columns, wide).mean(axis=(1, 3)))


def worst(one: Pixels, other: Pixels) -> float:
    """That of the block that differs most."""
    return float(apart(one, other).max())


@pytest.mark.parametrize("name", KEPT)
def test_it_looks_as_it_did(drawn: Path, name: str) -> None:
    shown, path = picture(drawn / f"{name}.png"), REFERENCE / f"{name}.webp"
    if os.environ.get("BAUTA_REDRAW"):
        path.parent.mkdir(exist_ok=True)
        Image.fromarray(shown.astype(np.uint8)).save(path, lossless=True)
    before = picture(path)
    assert shown.shape == before.shape
    seen_from = (drawn / f"{name}.txt").read_text()
    assert worst(shown, before) <= MOST, f"from {seen_from}:\n{apart(shown, before).round().astype(int)}"


def picture(path: Path) -> Pixels:
    return np.asarray(Image.open(path).convert("RGB"), dtype=np.float64)


def test_other_words_sizes_and_hours_are_told_apart() -> None:
    """So small a picture still shows what changed: no two of the same size are alike."""
    kept = {path.stem: picture(path) for path in REFERENCE.glob("*.webp")}
    assert sorted(kept) == sorted(KEPT)
    assert not any(
        one != other and a.shape == b.shape and worst(a, b) <= MOST
        for one, a in kept.items()
        for other, b in kept.items()
    )


def test_a_panel_that_is_missing_is_seen(window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of a turn by day the smallest of its panels, painted over with what lies behind another place of the board."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    monkeypatch.setattr(window._waking, "is_lively", lambda *_: True)
    prepare(window)
    turn("noon")(window)
    settled(window)
    shown, where = small(window), window.hud.layout(*window.size())
    least = min((rect for rect in where.panels), key=lambda rect: rect.w * rect.h)
    share = SMALL[0] / window.size()[0]
    left, top, right, bottom = (round(v * share) for v in (least.x, least.y, least.right, least.bottom))
    without = shown.copy()
    without[top:bottom, left:right] = shown[60 : 60 + bottom - top, 130 : 130 + right - left]
    assert worst(shown, without) > MOST
    window.settings.choices = ViewChoices()
    show(window, FIRST)
    window.show_start()
