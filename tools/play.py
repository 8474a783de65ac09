"""Opens the table: `python tools/play.py`. All arguments go to `bauta play`.

Needs Python 3.11 or newer and, the first time, the internet.
"""

from __future__ import annotations

import sys

from environment import python_of_the_project, run

if __name__ == "__main__":
    sys.exit(run([python_of_the_project("table"), "-m", "sim", "play", *sys.argv[1:]]))
