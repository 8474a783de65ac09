"""Times the renderer: `python tools/bench_render.py [--map NAME] [--seconds S] [--size WxH] [--minis N]
[--share S] [--json]`.

The table turns about the board in an offscreen window, as it does when a player drags the mouse, with thirty
minis on it; then it comes to rest twice, at full size first, and smooth after that. Told are frames a second by the
clock, processor milliseconds a frame (which a busy machine changes less), the share of the full size that was drawn,
and how long the light took to bake. `--share 0.75` draws so much of each side throughout, however long it takes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.app.render.board_view import BoardView
from sim.app.render.camera import OrbitCamera
from sim.app.render.first_frames import draw_by_groups
from sim.app.render.pacing import SHARES, Pace
from sim.app.render.screen import open_window
from sim.board.board import Board
from sim.board.model.queries import DropOf
from sim.board.model.tableau import Figure, Tableau

VIEWS = {"bird": (47.0, 42.0), "quarter": (24.0, 32.0), "street": (11.0, 14.0)}


def minis(board: Board, count: int) -> Tableau:
    """Minis here and there on the ground of the board."""
    figures: list[Figure] = []
    width, depth = board.size
    for number in range(count):
        x = width * (0.15 + 0.7 * (number % 6) / 5)
        y = depth * (0.15 + 0.7 * (number // 6) / max(1, (count - 1) // 6))
        figure = Figure(f"mini-{number}", (round(x, 3), round(y, 3), 20.0))
        drop = board.answer(DropOf(figure.id, figure.at), Tableau((figure,)))
        rest = getattr(drop, "rest", None)
        if rest is not None:
            figures.append(Figure(figure.id, rest, facing=40.0 * number))
    return Tableau(tuple(figures))


def hold(share: float) -> None:
    """Let every frame have the effort of this share."""

    def frame(pace: Pace, now: float) -> None:
        pace.effort = (share - SHARES[0]) / (SHARES[1] - SHARES[0])

    Pace.frame = frame  # type: ignore[method-assign]


def coming_to_rest(what: str, view: BoardView, frame: Callable[[], None]) -> dict[str, object]:
    """How long it takes until all is at full size, and until it is smooth, and the longest frame of it."""
    began, worked, longest, sharp = time.perf_counter(), time.process_time(), 0.0, 0.0
    while not view.settled:
        before = time.perf_counter()
        frame()
        longest = max(longest, time.perf_counter() - before)
        if view.renderer.is_sharp and not sharp:
            sharp = time.perf_counter() - began
    took, work = time.perf_counter() - began, time.process_time() - worked
    return {
        "what": what,
        "full_size_seconds": round(sharp, 2),
        "seconds": round(took, 2),
        "processor_s": round(work, 2),
        "longest_ms": round(longest * 1e3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--map", default="san-canciano")
    parser.add_argument("--seconds", type=float, default=8.0, help="for each view")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--minis", type=int, default=30)
    parser.add_argument("--share", type=float, help="of each side, 0.5 to 1, in place of what keeps the pace")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.share is not None:
        hold(given.share)
    wide, tall = (int(number) for number in given.size.split("x"))
    board = Board.load(given.map)
    screen = open_window((wide, tall), offscreen=True)
    start = time.perf_counter()
    view = BoardView(screen, board, minis(board, given.minis))
    rows: list[dict[str, object]] = [
        {"what": "open", "seconds": round(time.perf_counter() - start, 2), "triangles": view.triangles}
    ]
    orbit = OrbitCamera(board.size)
    orbit.aspect = wide / tall

    def frame() -> None:
        view.frame(0.03)
        screen.engine.render_frame()

    draw_by_groups(view.renderer, frame)  # as the program does while it opens a board
    for name, (distance, steep) in VIEWS.items():
        orbit.distance, orbit.steep = distance, steep
        for turning in (False, True):  # the first second warms up and finds its pace
            frames, began, worked = 0, time.perf_counter(), time.process_time()
            while time.perf_counter() - began < (given.seconds if turning else 1.5) or frames < 3:
                orbit.orbit(2.0, 0.0)
                view.look(orbit.view)
                frame()
                frames += 1
        took, work = time.perf_counter() - began, time.process_time() - worked
        rows.append(
            {
                "what": f"turning, {name}",
                "fps": round(frames / took, 1),
                "processor_ms": round(work / frames * 1e3, 1),
                "share": round(view.renderer.share, 2),
            }
        )
    rows.append(coming_to_rest("first coming to rest", view, frame))
    for _ in range(8):
        orbit.orbit(2.0, 0.0)
        view.look(orbit.view)
        frame()
    rows.append(coming_to_rest("coming to rest again", view, frame))
    began = time.perf_counter()
    for _ in range(50):
        frame()
    rows.append({"what": "at rest", "ms": round((time.perf_counter() - began) / 50 * 1e3, 2)})
    if given.json:
        print(json.dumps({"renderer": screen.renderer, "size": [wide, tall], "rows": rows}))
        return
    print(f"{screen.renderer}, {wide}x{tall}")
    for row in rows:
        print("  " + ", ".join(f"{key} {value}" if key != "what" else str(value) for key, value in row.items()))


if __name__ == "__main__":
    main()
