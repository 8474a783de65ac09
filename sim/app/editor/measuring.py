"""The process that measures for the editor: `python -m sim.app.editor.measuring LANGUAGE`.

It knows what is played on boards, and tells what it finds in the language of whoever builds.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sim.board.board import Board
from sim.board.model.errors import TableauError
from sim.board.model.journeys import Hop, Journey
from sim.builder.measuring.protocol import AskedWay
from sim.builder.measuring.server import main
from sim.carnevale.journeys.search import journey
from sim.carnevale.journeys.traveller import MOST_MOVE, Traveller
from sim.carnevale.rehearsal import unready
from sim.words import in_english
from sim.words.tongues import load, speak, told

__all__ = ["way_over"]


def _told(value: object) -> str:
    """A message in the language of the window."""
    return in_english(value) if not isinstance(value, str) else told(value)


def way_over(board: Board, asked: AskedWay, jumps: Sequence[Hop]) -> Journey | None:
    """The way that was asked for; None where no base stands at one of its ends."""
    who = Traveller(move=min(round(asked.move), MOST_MOVE), base_mm=round(asked.base_mm), dexterity=asked.dexterity)
    try:
        return journey(board, who, asked.start, asked.goal, jumps)
    except TableauError:
        return None


if __name__ == "__main__":
    speak(load(sys.argv[1] if len(sys.argv) > 1 else "en"))
    main(unready, _told, way_over)
