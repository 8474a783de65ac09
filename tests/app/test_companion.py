"""What works beside the window ends with it, however that ended."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

from sim.app.companion import begun

ROOT = Path(__file__).parents[2]
CALLING = "import socket, time; line = socket.create_connection(('127.0.0.1', {port}))"
WINDOW = """
import sys
from sim.app.companion import begun
working = begun("timeit", sys.argv[1:])
sys.stdin.read()
"""


def test_it_runs_a_module_with_its_words_to_its_end() -> None:
    assert begun("timeit", ["-n", "1", "pass"]).wait(60) == 0
    assert begun("timeit", ["-n", "1", "raise ValueError"]).wait(60) == 1


def test_it_ends_when_its_window_is_killed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as phone:
        phone.settimeout(60)
        words = ["-n", "1", "-s", CALLING.format(port=phone.getsockname()[1]), "time.sleep(900)"]
        window = subprocess.Popen([sys.executable, "-c", WINDOW, *words], cwd=ROOT, stdin=subprocess.PIPE)
        line, _ = phone.accept()  # from the one that works
        window.kill()
        window.wait(60)
        with line:
            line.settimeout(60)
            assert line.recv(1) == b""  # it hung up
