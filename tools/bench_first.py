"""Times the first minute: `python tools/bench_first.py [--map NAME] [--kept] [--json]`.

With an empty cache (`--kept`: with the one that there is), in a process of its own: seconds from its start to the start
screen, to the first question of a game between a person and a bot, to its answer taking effect, to a mini set up, to
the bot's first one, and until all that measures is compiled. The window is offscreen. Processor seconds, of the window
and of the processes that compile, change less on a busy machine. Python's own compiled files are there, as they are in
an installed program, whatever the environment says of writing them.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FRAME = 0.05  # seconds: as the clock of a window offscreen goes on with each frame
BEGUN = "BAUTA_BENCH_BEGUN"  # when the process was started


class Stopwatch:
    """Notes when things were reached."""

    def __init__(self) -> None:
        self.begun = float(os.environ[BEGUN])
        self.rows: list[dict[str, object]] = []

    def note(self, what: str) -> None:
        own = resource.getrusage(resource.RUSAGE_SELF)
        row = {"what": what, "seconds": round(time.time() - self.begun, 1)}
        self.rows.append(row | {"processor": round(own.ru_utime + own.ru_stime, 1)})
        print(self.rows[-1], file=sys.stderr, flush=True)


def play(name: str) -> list[dict[str, object]]:
    """Open the table, begin a game, and set up minis. Returns what was reached when."""
    gc.set_threshold(20_000, 20, 100)  # as the command does
    from sim.app.table.games import NewGame
    from sim.app.window.table_window import TableWindow
    from sim.carnevale.scenarios.deployment import SetUpMini

    watch = Stopwatch()
    window = TableWindow(offscreen=True)
    window.kernels.begin()
    window.show_start()

    def until(reached: Callable[[], bool], what: str) -> None:
        while not reached():
            began = time.perf_counter()
            window.step()
            time.sleep(max(0.0, FRAME - (time.perf_counter() - began)))
        watch.note(what)

    until(lambda: window.awake, "start screen")
    window.open_new(NewGame(map=name, seed=3, players={"north": "human", "south": "greedy"}))
    table = window.table
    assert table is not None
    session = table.model.session

    def asked() -> bool:
        return not table.worker.busy and table.choice is not None and table.asked is table.choice

    until(asked, "first question")
    count = session.count
    table.give(session.request.options[0])  # type: ignore[union-attr]
    until(lambda: session.count > count and asked(), "its answer")
    while not isinstance(session.request, SetUpMini):
        count = session.count
        table.give(session.request.options[0])  # type: ignore[union-attr]
        until(lambda count=count: session.count > count and asked(), "the next question")  # type: ignore[misc]
    count = session.count
    table.deploy_remaining()
    until(lambda: session.count > count, "a mini set up")
    until(asked, "the bot's first minis")
    until(lambda: window.kernels.progress.over, "all compiled")
    window.close()
    window.close_game()
    window.kernels.close()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = round(children.ru_utime + children.ru_stime, 1)
    return [*watch.rows, {"what": "compiling", "seconds": None, "processor": processor}]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--map", default="san-canciano")
    parser.add_argument("--kept", action="store_true", help="with what the cache holds")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if BEGUN in os.environ:
        sys.path.insert(0, str(ROOT))
        print(json.dumps(play(given.map)), flush=True)
        os._exit(0)
    with tempfile.TemporaryDirectory() as folder:
        own = {"BAUTA_DATA": folder + "/data"}
        if not given.kept:
            own |= {"XDG_CACHE_HOME": folder, "BAUTA_CACHE": folder + "/cache", "NUMBA_CACHE_DIR": folder + "/kernels"}
        variables = {**os.environ, **own, "PYTHONPYCACHEPREFIX": folder + "/bytecode"}
        variables.pop("PYTHONDONTWRITEBYTECODE", None)
        for words in (["-m", "compileall", "-q", str(ROOT / "sim")], ["-c", "import sim.app.window.table_window"]):
            subprocess.run([sys.executable, *words], env=variables, cwd=ROOT, check=True)
        variables[BEGUN] = str(time.time())
        done = subprocess.run([sys.executable, *sys.argv], env=variables, stdout=subprocess.PIPE, text=True, check=True)
    rows = json.loads(done.stdout.splitlines()[-1])
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        clock = "" if row["seconds"] is None else f"{row['seconds']:.1f} s"
        print(f"{row['what']:24} {clock:>8}  {row['processor']:6.1f} s of processor")


if __name__ == "__main__":
    main()
