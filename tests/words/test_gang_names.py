"""A gang may be called by a plural, "The Understudies": no sentence is about it, whatever verb would follow."""

from __future__ import annotations

import re
from pathlib import Path

SIM = Path(__file__).parents[2] / "sim"
GANG_DOES = re.compile(r"""["']\{(gang|gangs|seat)\}(?: first| never| no longer)? ([a-z]+s|has|is|does|was) .*?["']""")
NUMBERED = {"sim/carnevale/board_marks.py"}  # {gangs} is a number there
FILES = {"sim/cli/gang_files.py"}  # {gang} is the name of a file there


def test_no_sentence_says_what_a_gang_does() -> None:
    found = [
        f"{path.relative_to(SIM.parent)}: {said[0]}"
        for path in sorted(SIM.rglob("*.py"))
        if str(path.relative_to(SIM.parent)) not in NUMBERED | FILES
        for said in GANG_DOES.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
