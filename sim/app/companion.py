"""Processes of the program's own that work beside the window, and end with it, even where it is killed.

`python -m sim.app.companion MODULE WORD...` runs a module for as long as its standard input stays open, which is a
pipe from the window that the system closes whatever becomes of that.
"""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from threading import Thread

__all__ = ["begun", "main"]

ROOT = Path(__file__).parents[2]  # from where `sim` is imported
LEFT = 1  # exit code of one whose window is gone


def begun(module: str, words: Sequence[str] = ()) -> Popen[bytes]:
    """Begin to run a module with words. It ends when the value is let go of, or this process ends."""
    command = [sys.executable, "-m", "sim.app.companion", module, *words]
    return Popen(command, cwd=ROOT, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL)


def main() -> None:
    """Run the module that is named, until it is done or nobody is there any more."""
    Thread(target=_leave_with_window, name="companion", daemon=True).start()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def _leave_with_window() -> None:
    while os.read(0, 1024):  # not `sys.stdin`, whose lock an ending program waits for
        pass
    os._exit(LEFT)


if __name__ == "__main__":
    main()
