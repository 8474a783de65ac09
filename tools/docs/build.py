"""Builds the pages of the documentation: `python tools/docs/build.py`. They are left in `build/docs`.

Needs Python 3.11 or newer and, the first time, the internet. All arguments go to sphinx-build. A warning is an error.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
PAGES = CHECKOUT / "build" / "docs"

sys.path.insert(0, str(HERE.parent))

from environment import python_of_the_project, run  # noqa: E402


def command(python: str) -> list[str]:
    """The command that builds the pages: every name that does not lead anywhere is told, and all of them at once."""
    kept = CHECKOUT / "build" / "docs-read"
    strict = ["--fail-on-warning", "--nitpicky"]
    return [python, "-m", "sphinx", "-q", *strict, "-d", str(kept), "-b", "html", str(HERE), str(PAGES)]


def main(arguments: list[str]) -> int:
    """Build the pages. 0 where nothing was amiss."""
    code = run([*command(python_of_the_project("docs")), *arguments])
    if code == 0:
        print(f"The pages: {os.path.relpath(PAGES / 'index.html')}", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
