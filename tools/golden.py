"""Record the golden games again: `python tools/golden.py [--retell] [NAME ...]`.

A golden game is a journal in `tests/golden` and the transcript that it must tell, sentence by sentence. Record one
again only where the rules, the board or the pieces changed on purpose, and read the difference before committing.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from sim.board.board import Board
from sim.bots.duel import one_game, setup_of
from sim.carnevale.replay import replay
from sim.carnevale.telling import sentences

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden"

# name: (bots, seed, which of each gang's members play)
GAMES: dict[str, tuple[dict[str, str], int, slice]] = {
    "leaders-and-heroes": ({"north": "greedy", "south": "greedy"}, 11, slice(0, 4)),
    "henchmen": ({"north": "random", "south": "greedy"}, 12, slice(4, 8)),
    "mixed": ({"north": "random", "south": "random"}, 13, slice(0, None, 3)),
}


def record(name: str) -> None:
    """Play one golden game and write its journal and transcript."""
    bots, seed, members = GAMES[name]
    board = Board.load("san-canciano")
    setup = setup_of(board, "san-canciano", "gang-war", tuple(bots), (), seed)
    gangs = tuple(msgspec.structs.replace(gang, members=gang.members[members]) for gang in setup.gangs)
    journal = FOLDER / f"{name}.jsonl"
    journal.unlink(missing_ok=True)
    _, session = one_game(board, msgspec.structs.replace(setup, gangs=gangs), bots, "san-canciano", journal)
    told = sentences(session.state, session.events)
    (FOLDER / f"{name}.txt").write_text("\n".join(told) + "\n", encoding="utf-8")
    print(f"{name}: {session.count} answers, {len(session.events)} events, {len(told)} sentences")


def retell(name: str) -> None:
    """Write the transcript of a golden game again from its journal: where only the telling has changed."""
    session = replay(FOLDER / f"{name}.jsonl").session
    told = sentences(session.state, session.events)
    (FOLDER / f"{name}.txt").write_text("\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    names = sys.argv[1:]
    if names[:1] == ["--retell"]:
        for name in names[1:] or GAMES:
            retell(name)
    else:
        for name in names or GAMES:
            record(name)
