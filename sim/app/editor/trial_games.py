"""Bots play on a board beside the window, and a report is written into a folder; where that fails, why.

`python -m sim.app.editor.trial_games MAP SCENARIO GAMES FOLDER LANGUAGE`
"""

from __future__ import annotations

import os
import sys
from contextlib import closing, suppress
from pathlib import Path

from sim.engine.jobs import KeptResults, processes
from sim.errors import BautaError
from sim.playtest.playing import ask, board_of, game_in
from sim.playtest.reporting import write_report
from sim.playtest.running import run
from sim.whole_files import write_whole
from sim.words import reason
from sim.words.tongues import load, speak, told

__all__ = ["FAILED", "GAMES", "main"]

GAMES, FAILED = "games.jsonl", "failed.txt"  # in the folder
BOT = "seasoned"
SEED = 1


def main() -> None:
    """Play, and report."""
    with suppress(AttributeError, OSError):
        os.nice(10)  # whoever builds comes first
    map_, scenario, games, folder, language = sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]), sys.argv[5]
    speak(load(language))
    try:
        asked, board = ask(map_, scenario, (), BOT, SEED), board_of(map_)
        with processes(1) as crew, closing(KeptResults(folder / GAMES, game_in)) as kept:
            played = run(asked, board.size, games // 2, None, (), crew, kept, lambda _done, _most: None)
            write_report(played, None, board, folder, crew)
    except BautaError as error:
        write_whole(folder / FAILED, told(reason(error)).encode())


if __name__ == "__main__":
    main()
