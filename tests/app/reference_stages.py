"""Draws the screens of the reference pictures in a window of its own: `python -m tests.app.reference_stages FOLDER`.

In a process of its own, so that nothing shows of what other tests did with their window before.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
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

SMALL = (320, 200)  # pixels; of a window of 16 to 9 fewer down
RESTS = 20  # frames without any news: nothing more comes

Pixels = NDArray[np.float64]


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


def draw(window: Any, folder: Path) -> None:
    """All stages, each in its ways: a picture and, beside it, from where it was seen."""
    for name, (make, ways) in STAGES.items():
        data = folder / "data" / name
        data.mkdir(parents=True)
        os.environ["BAUTA_DATA"] = str(data)
        make(window)
        for number, way in enumerate(ways):
            show(window, way)
            steps(window, 6)
            if window.scene is not None:
                settled(window)
            path = folder / f"{name.replace(' ', '-')}-{number}.png"
            Image.fromarray(small(window).round().astype(np.uint8)).save(path)
            path.with_suffix(".txt").write_text(str(window.scene and window.scene.view.renderer.view))
        show(window, FIRST)
        window.show_start()


def prepare(window: Any) -> None:
    """Every frame is drawn, at one effort, and the pointer points at nothing."""
    window._waking.is_lively = lambda *_: True
    window.settings.choices = ViewChoices(effort="middle")  # not what this machine was found to have time for
    window.hand.move(2, 400)


if __name__ == "__main__":
    import sim.app.gang_builder.gallery as gallery
    from sim.app.window.table_window import TableWindow

    gallery.make_portraits = lambda _: None  # type: ignore[assignment]
    made = TableWindow((1280, 800), offscreen=True, threaded=False)
    prepare(made)
    draw(made, Path(sys.argv[1]))
    made.close_game()
