"""The process that measures for the editor: `python -m sim.app.editor.measuring LANGUAGE`.

It knows what is played on boards, and tells what it finds in the language of whoever builds.
"""

from __future__ import annotations

import sys

from sim.builder.measuring.server import main
from sim.carnevale.rehearsal import unready
from sim.words import in_english
from sim.words.tongues import load, speak, told

__all__: list[str] = []


def _told(value: object) -> str:
    """A message in the language of the window."""
    return in_english(value) if not isinstance(value, str) else told(value)


if __name__ == "__main__":
    speak(load(sys.argv[1] if len(sys.argv) > 1 else "en"))
    main(unready, _told)
