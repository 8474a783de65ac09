"""Checks a map while it is built, in a process of its own: `python -m sim.builder.checking` answers line by line.

A line in is `{"source": FILE, "text": MAP}`, a line out the list of issues, as `bauta map check --json` has them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from threading import Condition, Thread

import msgspec

from sim.board.map_checks.checks import Issue

__all__ = ["Checker", "main"]

ROOT = Path(__file__).parents[2]  # from where `sim` is imported
PROGRAM = (sys.executable, "-m", "sim.builder.checking")


class Checker:
    """Checks the latest text that it was given, and hands what it found to `found`, on a thread of its own.

    `found` is given the text, and its issues; or None where the checker itself failed, which is tried again with the
    next text.
    """

    def __init__(self, found: Callable[[str, list[Issue] | None], None]) -> None:
        self._found = found
        self._wanted: tuple[Path, str] | None = None
        self._news = Condition()
        self._closed = False
        self._process: Popen[str] | None = None
        self._thread = Thread(target=self._run, name="checker", daemon=True)
        self._thread.start()

    def ask(self, source: Path, text: str) -> None:
        """Check this text next; one that still waits is not checked."""
        with self._news:
            self._wanted = (source, text)
            self._news.notify()

    def close(self) -> None:
        with self._news:
            self._closed = True
            self._news.notify()
        if self._process is not None:
            self._process.kill()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closed or self._wanted is not None)
                if self._closed:
                    return
                assert self._wanted is not None
                source, text = self._wanted
                self._wanted = None
            issues = self._answer(source, text)
            if not self._closed:
                self._found(text, issues)

    def _answer(self, source: Path, text: str) -> list[Issue] | None:
        try:
            if self._process is None or self._process.poll() is not None:
                self._process = Popen(
                    PROGRAM, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=ROOT, text=True, encoding="utf-8"
                )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps({"source": str(source), "text": text}) + "\n")
            self._process.stdin.flush()
            return msgspec.json.decode(self._process.stdout.readline(), type=list[Issue])
        except (OSError, ValueError):
            return None


def main() -> None:
    """Answer until the input ends."""
    from sim.board.board import Board
    from sim.board.map_checks.checks import check_board
    from sim.board.model.errors import BoardError

    with suppress(AttributeError, OSError):
        os.nice(5)  # whoever builds comes first
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            issues = check_board(Board.of_map(asked["text"], Path(asked["source"])))
        except BoardError as error:
            issues = [Issue("error", "map", str(error), "mend this first: nothing else can be checked")]
        print(json.dumps([msgspec.to_builtins(issue) for issue in issues]), flush=True)


if __name__ == "__main__":
    main()
