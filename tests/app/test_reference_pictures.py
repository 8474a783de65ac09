"""Screens as they look, beside small pictures of how they looked: by day and night, in both sizes of window and text.

Each is drawn whole, made smaller by means of its pixels, and compared with the picture of its name in `reference`.
`BAUTA_REDRAW=1 pytest tests/app/test_reference_pictures.py` draws these anew; look at them before they are kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from sim.app.hud.gang_panel import GangRequest
from sim.app.table.view_choices import ViewChoices
from sim.board.model.hours import HourName
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Weapon
from tests.app.own_gangs import between_two_gangs
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import key, steps, until
from tests.app.window_sizes import FIRST, Way, show
from tests.carnevale.tables import canal, house

REFERENCE = Path(__file__).with_name("reference")
SMALL = (320, 200)  # pixels; of a window of 16 to 9 fewer down
RESTS = 20  # frames without any news: nothing more comes
BLOCK, MOST = (16, 10), 12.0  # pixels of the small picture; of 255: how far they may be off there, on the mean

Pixels = NDArray[np.float64]


@pytest.fixture
def own(window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))  # what this machine has drawn before shows nowhere
    monkeypatch.setattr("sim.app.gang_builder.gallery.make_portraits", lambda _: None)
    monkeypatch.setattr(window._waking, "is_lively", lambda *_: True)  # every frame is drawn
    window.settings.choices = ViewChoices(effort="middle")  # not what this machine was found to have time for
    window.hand.move(2, 400)  # where it points at nothing
    yield window
    window.settings.choices = ViewChoices()
    show(window, FIRST)
    window.show_start()


def small(window: Any) -> Pixels:
    """What the window shows, each pixel the mean of those it stands for."""
    from panda3d.core import PNMImage, Texture

    image, texture = PNMImage(), Texture()
    assert window.base.win.get_screenshot(image)
    texture.load(image)
    wide, tall = window.size()
    shown = np.frombuffer(bytes(texture.get_ram_image_as("RGB")), np.uint8).reshape(tall, wide, 3)[::-1]
    whole = Image.fromarray(np.ascontiguousarray(shown))
    return np.asarray(whole.resize((SMALL[0], round(SMALL[0] * tall / wide)), Image.Resampling.BOX), dtype=np.float64)


def apart(one: Pixels, other: Pixels) -> Pixels:
    """How far the pixels of each block are apart, on the mean."""
    (wide, tall), differ = BLOCK, np.abs(one - other).mean(axis=2)
    rows, columns = differ.shape[0] // tall, differ.shape[1] // wide
    return np.asarray(differ.reshape(rows, tall, columns, wide).mean(axis=(1, 3)))


def worst(one: Pixels, other: Pixels) -> float:
    """That of the block that differs most."""
    return float(apart(one, other).max())


def settled(window: Any) -> None:
    """Until nothing moves, and all is drawn as fine as it will be, seen from where the whole board is: whom the view
    followed meanwhile depends on how fast answers came."""
    scene, rested = window.scene, 0
    scene.camera.home()
    while rested < RESTS:  # an answer that comes may be one of several: more is asked in the frame after it
        until(window, lambda: not scene.in_motion and not scene.waits, 4000)
        steps(window, 1)
        rested = 0 if scene.in_motion or scene.waits else rested + 1


def learn(window: Any) -> None:
    window.show_start()
    key(window, "l")
    until(window, lambda: window.rooms.learn.room is not None)


def gangs(window: Any) -> None:
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest(gang="guild"))


def turn(hour: HourName | None) -> Callable[[Any], None]:
    def make(window: Any) -> None:
        board = canal(house((2, 2), (7, 8), 4.0), house((17, 3), (22, 9), 6.0, "tower"))
        table = between_two_gangs(window, Path(os.environ["BAUTA_DATA"]), board, hour)
        who = next(iter(table.model.shown.characters))
        table.give(who)
        until(window, lambda: table.model.shown.active == who and table.menu is not None and table.reach is not None)

    return make


def question(window: Any) -> None:
    bow = member("a", (6, 12, 0), name="Bravo", wp=3, weapons=(Weapon("Bow", range=12),))
    board = canal(house((2, 2), (7, 8), 4.0))
    window.play(free_fight(board, Path(os.environ["BAUTA_DATA"]), [bow], [member("b", (18, 12, 0), name="Facchino")]))
    table = window.table
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    table.give(Combat("b", "Bow"))
    until(window, lambda: window.hud.question.is_asked)


LARGE = Way((1920, 1080), 2.0, "fr")
STAGES: dict[str, tuple[Callable[[Any], None], tuple[Way, ...]]] = {
    "learn": (learn, (FIRST, Way((1280, 800), 2.0, "it"))),
    "gangs": (gangs, (FIRST, Way((1920, 1080), 1.0, "it"))),
    "turn by day": (turn("noon"), (FIRST, LARGE)),
    "turn by night": (turn("night"), (FIRST, Way((1280, 800), 2.0, "it"))),
    "question": (question, (FIRST, Way((1280, 800), 2.0, "fr"))),
}


@pytest.mark.parametrize("name", STAGES)
def test_it_looks_as_it_did(own: Any, name: str) -> None:
    make, ways = STAGES[name]
    Path(os.environ["BAUTA_DATA"]).mkdir(parents=True, exist_ok=True)
    make(own)
    for number, way in enumerate(ways):
        show(own, way)
        steps(own, 6)
        if own.scene is not None:
            settled(own)
        seen_from = own.scene and own.scene.view.renderer.view
        shown, path = small(own), REFERENCE / f"{name.replace(' ', '-')}-{number}.webp"
        if os.environ.get("BAUTA_REDRAW"):
            path.parent.mkdir(exist_ok=True)
            Image.fromarray(shown.round().astype(np.uint8)).save(path, lossless=True)
        before = np.asarray(Image.open(path).convert("RGB"), dtype=np.float64)
        assert shown.shape == before.shape
        assert worst(shown, before) <= MOST, f"{way}, from {seen_from}:\n{apart(shown, before).round().astype(int)}"


def test_other_words_sizes_and_hours_are_told_apart() -> None:
    """So small a picture still shows what changed: no two of the same size are alike."""
    kept = {path.stem: np.asarray(Image.open(path).convert("RGB"), float) for path in REFERENCE.glob("*.webp")}
    assert len(kept) == sum(len(ways) for _, ways in STAGES.values())
    assert not any(
        one != other and a.shape == b.shape and worst(a, b) <= MOST
        for one, a in kept.items()
        for other, b in kept.items()
    )


def test_a_panel_that_is_missing_is_seen(own: Any) -> None:
    """Of a turn by day the smallest of its panels, painted over with what lies behind another place of the board."""
    turn("noon")(own)
    settled(own)
    shown, where = small(own), own.hud.layout(*own.size())
    least = min((rect for rect in where.panels), key=lambda rect: rect.w * rect.h)
    share = SMALL[0] / own.size()[0]
    left, top, right, bottom = (round(v * share) for v in (least.x, least.y, least.right, least.bottom))
    without = shown.copy()
    without[top:bottom, left:right] = shown[60 : 60 + bottom - top, 130 : 130 + right - left]
    assert worst(shown, without) > MOST
