"""Times the editor's window: `python tools/bench_editor.py [--map NAME] [--pieces N] [--seconds S] [--json]`.

A map is opened in a window without a display (1280x800 unless told). The view is turned as by the right button, a house
is dragged about, held still now and then, and let go. Told are frames a second by the clock, milliseconds of the
processor for a frame (`all`: of all threads, as in software several draw; `own`: of the window's own thread), how many
frames took its own thread longer than 100 ms, and how many milliseconds after a move of the hand the picture is there
that shows what is near: while the hand goes on, and after its last move; and after it let go, that of the whole board.
`--pieces N`: the map's own pieces once more until there are so many.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec

from sim.app.editor.live import LiveMeasures
from sim.app.editor.room import EditorRoom
from sim.app.hud.build_panel import BuildRequest
from sim.app.window.table_window import TableWindow
from sim.board.files.mapfile import PiecePlacement
from sim.builder.edits import PlacePieces
from sim.builder.measuring.protocol import Joined

Row = dict[str, Any]

LONG = 100.0  # milliseconds of a frame that a hand notices
PATIENCE = 120.0  # seconds to wait for anything
HOLDS = 12  # times that a hand holds still
STROKE = 9  # frames that it moves before
SWAY = 1.5  # inches that a house is dragged to and fro


class Told:
    """When what a hand holds was asked for, and when the answers were seen. `moved`: when the hand moved last; `ages`:
    milliseconds from the move of each question to the picture that shows its answer; `newest`: the last question of
    which an answer was seen, and `when` that was."""

    def __init__(self, live: LiveMeasures) -> None:
        self.asked = self.newest = 0
        self.when = self.moved = 0.0
        self.ages: list[float] = []
        self._asked: dict[int, float] = {}
        self._heard: list[int] = []
        take, ask = live._take, live._ask

        def asks(what: Any) -> None:
            ask(what)
            if what.held:
                self.asked = live._number
                self._asked[live._number] = self.moved

        def takes(answer: Any) -> None:
            take(answer)
            if isinstance(answer, Joined) and answer.near is not None and answer.number in self._asked:
                self._heard.append(answer.number)

        live._ask, live._take = asks, takes  # type: ignore[method-assign]

    def shown(self, at: float) -> None:
        """What was heard is seen."""
        for number in self._heard:
            self.ages.append((at - self._asked[number]) * 1e3)
            self.newest, self.when = number, at
        self._heard.clear()


class Bench:
    """A window with an open editor, stepped and timed."""

    def __init__(self, map_: str, pieces: int, size: tuple[int, int]) -> None:
        self.window = TableWindow(size, offscreen=True)
        self.window.show_start()
        self.window.open_editor(BuildRequest(map=map_))
        assert self.window.room is not None
        assert self.window.hand is not None
        self.room: EditorRoom = self.window.room
        self.hand = self.window.hand
        self.rows: list[Row] = []
        more = list(self._more(pieces))
        if more:
            self.room.model.commit(PlacePieces(tuple(more)))
        self.steps(2)  # what is measured now is asked for
        self.wait(lambda: self.room.live.complete and not self.room.scene.worker.busy)

    def _more(self, pieces: int) -> Any:
        """The map's own pieces elsewhere, until there are so many."""
        made = self.room.model.map
        for number, placed in zip(range(pieces - len(made.pieces)), itertools.cycle(made.pieces), strict=False):
            at = tuple(round((p + 0.37 * side + number) % side, 1)
                       for p, side in zip(placed.at, made.size, strict=True))  # fmt: skip
            yield msgspec.structs.replace(placed, at=at, id=f"more-{number}")

    def wait(self, for_: Any) -> None:
        """Go on until something is true, or as long as patience lasts."""
        end = time.perf_counter() + PATIENCE
        while not for_() and time.perf_counter() < end:
            self.step()
        assert for_(), "it never came"

    def step(self) -> float:
        """A frame, as long as the window has it take; when its picture was there."""
        began = time.perf_counter()
        self.window.step()
        shown = time.perf_counter()
        self.window.pause_after(began)
        return shown

    def frames(self, what: str, seconds: float, move: Any, told: Told | None = None) -> None:
        """Step for so long; `move` does with the hand what is timed, given the number of the frame."""
        for number in range(12):  # it finds its pace
            if told is not None:
                told.moved = time.perf_counter()
            move(number)
            self.window.step()
        own, number, long = [], 12, 0
        began, worked = time.perf_counter(), time.process_time()
        while time.perf_counter() - began < seconds:
            start = time.thread_time()
            if told is not None:
                told.moved = time.perf_counter()
            move(number)
            self.window.step()
            if told is not None:
                told.shown(time.perf_counter())
            own.append((time.thread_time() - start) * 1e3)
            long += own[-1] > LONG
            number += 1
        took, work, count = time.perf_counter() - began, time.process_time() - worked, len(own)
        self.rows.append({
            "what": what, "fps": round(count / took, 1), "all_ms": round(work / count * 1e3, 1),
            "own_ms": round(statistics.mean(own), 1), "own_worst_ms": round(max(own), 1), "long": long,
            "share": round(self.room.scene.view.renderer.share, 2),
        })  # fmt: skip

    def turning(self, seconds: float) -> None:
        self.hand.move(640, 300)
        self.hand.press("mouse3")
        self.window.step()
        self.frames("turning", seconds, lambda n: self.hand.move(640 + 100 * math.sin(n / 9), 300))
        self.hand.release("mouse3")
        self.window.step()

    def dragging(self, seconds: float) -> None:
        """A house to and fro; how old what is told of its surroundings is when it is shown."""
        house = self._house()
        grip = self._seen(house)
        self.hand.move(*grip)
        self.steps(4)
        self.hand.press("mouse1")
        self.steps(2)
        told = Told(self.room.live)
        pixels = self._pixels(house)
        self.frames("dragging a house", seconds, lambda n: self.hand.move(*pixels[n % len(pixels)]), told)
        assert self.room.model.pending is not None, "nothing is dragged"
        self._told("what is near, while a hand moves", told.ages)
        held = [self._held_still(n, pixels, told) for n in range(HOLDS)]
        self._told("what is near, after its last move", [took for took in held if took is not None])
        self._let_go()

    def _held_still(self, number: int, pixels: list[tuple[float, float]], told: Told) -> float | None:
        """Milliseconds from the last move of a stroke to the picture that shows what is near there; then all else is
        waited for. None where that move changed nothing."""
        for n in range(STROKE):
            last, began = told.asked, time.perf_counter()
            told.moved = began
            self.hand.move(*pixels[(37 * number + n) % len(pixels)])
            told.shown(self.step())
        moved, last = told.asked > last, told.asked
        while told.newest < last and time.perf_counter() - began < PATIENCE:
            told.shown(self.step())
        took = (told.when - began) * 1e3
        self.wait(lambda: not self.room.live.at_work)
        return took if moved else None

    def _let_go(self) -> None:
        live = self.room.live
        self.hand.release("mouse1")
        began, checked = time.perf_counter(), 0.0
        shown = self.step()
        while not live.complete and shown - began < PATIENCE:
            shown = self.step()
            if live.fresh and not checked:
                checked = shown - began
        whole = shown - began
        self.rows.append(
            {"what": "the whole, after it was let go", "check_ms": round(checked * 1e3), "all_ms": round(whole * 1e3)}
        )

    def _told(self, what: str, times: list[float]) -> None:
        near = [round(statistics.median(times)), round(max(times))] if times else []
        self.rows.append({"what": what, "count": len(times), "median_worst_ms": near})

    def _house(self) -> PiecePlacement:
        """The house nearest to the middle whose own place is seen where it stands."""
        made = self.room.model.map
        middle = (made.size[0] / 2, made.size[1] / 2)
        own = [p for p in made.pieces if not isinstance(p.piece, str) and p.called in ("house", "palazzo")]
        own = own or [p for p in made.pieces if p.id.startswith("ca")]
        for placed in sorted(own, key=lambda p: math.dist(p.at, middle)):
            x, y = self._seen(placed)
            self.hand.move(x, y)
            self.steps(3)
            pointed = self.room.hand.hovered
            if pointed is not None and pointed.id == placed.id:
                return placed
        raise AssertionError("no house is seen")

    def _seen(self, placed: PiecePlacement) -> tuple[float, float]:
        low, high = self.room.model.shapes.heights(placed)
        pixel = self.room.scene.pixel((*placed.at, 0.9 * high + 0.1 * low))
        assert pixel is not None
        return pixel

    def _pixels(self, house: PiecePlacement) -> list[tuple[float, float]]:
        x, y = self._seen(house)
        return [(x + 14 * SWAY * math.sin(n / 7), y + 9 * SWAY * math.cos(n / 11)) for n in range(400)]

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.window.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--map", default="san-canciano")
    parser.add_argument("--pieces", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each view")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    wide, tall = (int(number) for number in given.size.split("x"))
    with tempfile.TemporaryDirectory() as data:
        os.environ["BAUTA_DATA"] = data
        bench = Bench(given.map, given.pieces, (wide, tall))
        bench.turning(given.seconds)
        bench.dragging(given.seconds)
        count, renderer = len(bench.room.model.map.pieces), bench.window.screen.renderer
        bench.window.close_game()
    if given.json:
        print(json.dumps({"renderer": renderer, "pieces": count, "rows": bench.rows}))
        return
    print(f"{renderer}, {wide}x{tall}, {count} pieces")
    for row in bench.rows:
        print("  " + ", ".join(str(value) if key == "what" else f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
