"""Bot games with the laws of the game checked after every event: `python tools/laws.py --games 2000 --seed 1`.

One line a game. With `--keep FILE` the lines are kept there too, and games that stand in it are not played again.
A broken law, or an error, is told with its seed and the game goes down as lost; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.laws.broken import Broken
from tests.laws.games import MAPS, play, setup_of


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one game went."""

    seed: int
    scenario: str
    gangs: tuple[str, ...]
    seconds: float
    rounds: int = 0
    events: int = 0
    dice: int = 0
    score: tuple[int, ...] = ()
    ways: int = 0
    lost: tuple[str, ...] = ()
    wrong: str = ""

    def __str__(self) -> str:
        game = f"{self.seed} {self.scenario}, {' '.join(self.gangs)}"
        went = self.wrong or f"{self.rounds} rounds, {self.events} events, {self.dice} dice, {self.score}"
        return f"{game}: {went}; {self.seconds:.1f} s"


def line(seed: int, scenario: str, members: int | None, bots: list[str], *, loud: bool) -> Line:
    """Play one game."""
    setup = setup_of(seed, scenario, members)
    began = time.process_time()
    gangs = tuple(gang.faction for gang in setup.gangs)
    try:
        played = play(setup, bots)
    except Exception as error:
        if loud and not isinstance(error, Broken):
            traceback.print_exc()
        wrong = f"{type(error).__name__}: {error}"
        return Line(seed, setup.scenario, gangs, round(time.process_time() - began, 2), wrong=wrong)
    seconds = round(time.process_time() - began, 2)
    return Line(
        seed,
        setup.scenario,
        gangs,
        seconds,
        played.rounds,
        played.events,
        played.dice,
        played.score,
        played.ways,
        played.lost,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="how many games, one a seed")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--scenario", default="", choices=["", *MAPS], help="this scenario only; else one by one")
    parser.add_argument("--members", type=int, help="only so many of each gang play")
    parser.add_argument("--bot", action="append", help="who plays, seat by seat; random where it is left out")
    parser.add_argument("--keep", type=Path, help="a file for the lines; games that stand in it are not played again")
    parser.add_argument("--loud", action="store_true", help="tell where an error came from")
    given = parser.parse_args()
    lines: dict[int, Line] = {}
    if given.keep is not None and given.keep.exists():
        kept = [msgspec.json.decode(text, type=Line) for text in given.keep.read_bytes().splitlines()]
        lines = {each.seed: each for each in kept}
    for seed in range(given.seed, given.seed + given.games):
        if seed in lines:
            continue
        lines[seed] = line(seed, given.scenario, given.members, given.bot or ["random"], loud=given.loud)
        print(lines[seed], flush=True)
        if given.keep is not None:
            with given.keep.open("ab") as file:
                file.write(msgspec.json.encode(lines[seed]) + b"\n")
    wrong = [each for each in lines.values() if each.wrong]
    events = sum(each.events for each in lines.values())
    ways, lost = sum(each.ways for each in lines.values()), [way for each in lines.values() for way in each.lost]
    print(f"{len(lines)} games, {events} events, {len(wrong)} broken; {ways} ways, {len(lost)} not to be gone again")
    for each in wrong:
        print(each)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
