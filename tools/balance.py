"""Are the factions balanced? Bots play every pairing, each game twice with the seats exchanged.

python tools/balance.py --games 40 --workers 2    40 games a pairing; goes on where it was stopped
python tools/balance.py --only strigoi --games 6  only the pairings of one faction
python tools/balance.py --scenario all --games 10 all that take such gangs by turns, each on its board of the ladder
python tools/balance.py --report                  the tables of what has been played

Games are kept in a file, a line each. Those of another version of Bauta, and of a gang or a map that was changed since,
are not counted and are played anew. Begin a new file where the rules or the bot have changed within a version.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.bots.duel import WHOLE
from sim.bots.matches import DuelPlayed, DuelToPlay, play_all, read_played
from sim.carnevale import scenarios
from sim.playtest.shares import wilson
from tools.ladder import BOARDS, FACTIONS

LOW, HIGH = 0.4, 0.6  # of the games, for every faction


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=2, help="for every pairing; an even number [default: 2]")
    reader.add_argument("--ducats", type=int, default=100, choices=(75, 100, 150))
    reader.add_argument("--map", default="san-canciano", help="where one scenario is played")
    reader.add_argument("--scenario", default="gang-war", choices=("all", *BOARDS))
    reader.add_argument("--bot", default="seasoned")
    reader.add_argument("--only", action="append", choices=FACTIONS, help="only pairings with this faction")
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--kept", type=Path, default=Path("balance.jsonl"), help="the file of games")
    reader.add_argument("--report", action="store_true", help="play nothing")
    asked = reader.parse_args()
    if not asked.report:
        for played in play_all(games(asked), asked.workers, asked.kept):
            one, two = played.game.gangs
            print(f"{one} {played.record.score[played.game.seats[0]]} : ", end="")
            print(f"{played.record.score[played.game.seats[1]]} {two}", flush=True)
    print(table(read_played(asked.kept)))


def games(asked: argparse.Namespace) -> Iterator[DuelToPlay]:
    """All pairings once, seats exchanged, before any is played again."""
    pairs = [p for p in itertools.combinations(FACTIONS, 2) if not asked.only or set(asked.only) & set(p)]
    boards = [(asked.scenario, asked.map)]
    if asked.scenario == "all":
        boards = [(name, board) for name, board in BOARDS.items() if _ducats(name) >= asked.ducats]
    for game in range(asked.games):
        for n, pair in enumerate(pairs):
            scenario, board = boards[(n + game // 2) % len(boards)]
            gangs = tuple(gang(faction, asked.ducats) for faction in (pair[::-1] if game % 2 else pair))
            yield DuelToPlay(board, scenario, gangs, (asked.bot, asked.bot), 1 + game // 2)


def _ducats(scenario: str) -> int:
    """That a gang may cost in a scenario."""
    page = scenarios.find(scenario)
    assert page is not None
    return page.ducats


def gang(faction: str, ducats: int) -> str:
    return faction if ducats == WHOLE else f"{faction}-{ducats}"


def table(played: Iterable[DuelPlayed]) -> str:
    """Of the games of each faction against each other, how many it won, a draw as half; and of all of its games."""
    shares: dict[tuple[str, str], list[float]] = {}
    for each in played:
        first, second = (name.split("-")[0] for name in each.game.gangs)
        shares.setdefault((first, second), []).append(each.share(0))
        shares.setdefault((second, first), []).append(each.share(1))
    lines = [f"{'':12}" + "".join(f"{name[:9]:>10}" for name in FACTIONS) + f"{'overall':>10}{'games':>7}"]
    lines += [_row(name, [shares.get((name, other), []) for other in FACTIONS]) for name in FACTIONS]
    return "\n".join(lines)


def _row(name: str, cells: Sequence[Sequence[float]]) -> str:
    told = "".join(f"{fmean(cell):>10.0%}" if cell else f"{'-':>10}" for cell in cells)
    mine = [share for cell in cells for share in cell]
    if not mine:
        return f"{name:12}{told}{'-':>10}{0:>7}"
    overall = wilson(sum(mine), len(mine))
    mark = "" if LOW <= overall.share <= HIGH else "  <"
    return f"{name:12}{told}{overall.share:>10.0%}{len(mine):>7}  ({overall.low:.0%} to {overall.high:.0%}){mark}"


if __name__ == "__main__":
    main()
