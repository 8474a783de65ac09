"""A screen of their own for tests in a real window, and waiting for what another program does there."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

__all__ = ["WAIT", "come_true", "display", "needs_display"]

needs_display = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb or xdotool is missing"
)
WAIT = 90.0  # seconds, at most, for a program to come so far


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


def come_true(true: Callable[[], Any]) -> Any:
    """Wait for something that another program does."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        found = true()
        if found:
            return found
        time.sleep(0.2)
    raise AssertionError("it never came")
