"""How strong bots are: pairs of games over boards, scenarios and factions, the bots exchanged in each pair.

python tools/ladder.py --bots greedy straightforward --pairs 50     so many pairs
python tools/ladder.py --bots greedy random --sprt 0 100          until one strength (Elo) is told from the other
python tools/ladder.py --report                                all that has been played, as a ladder

Games are kept in a file, a line each; who is stopped goes on. Those of another version of Bauta, and of a map, a gang
or a bot of one's own that was changed since, are not counted and are played anew. Begin a new file where the rules or a
bot of Bauta have changed within a version.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.bots.matches import DuelPlayed, pairs_of, play_all, read_played
from sim.bots.strength import NORMAL_95, Sprt, Strength, strength

BOARDS = {
    "gang-war": "san-canciano",
    "acquisition": "campiello-dei-remi",
    "secure-arms": "san-canciano",
    "street-fight": "calle-lunga",
    "take-what-is-theirs": "san-canciano",
}
FACTIONS = ("doctors", "gifted", "guild", "patricians", "rashaar", "strigoi", "vatican")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--bots", nargs=2, metavar=("BOT", "RIVAL"), default=("greedy", "straightforward"))
    reader.add_argument("--scenario", action="append", choices=sorted(BOARDS), help="only these [default: all]")
    reader.add_argument("--ducats", type=int, default=75, choices=(75, 100, 150))
    reader.add_argument("--pairs", type=int, default=20, help="at most [default: 20]")
    reader.add_argument("--sprt", nargs=2, type=float, metavar=("LESS", "MORE"), help="stop when these are told apart")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--kept", type=Path, default=Path("ladder.jsonl"), help="the file of games")
    reader.add_argument("--report", action="store_true", help="play nothing")
    asked = reader.parse_args()
    if asked.report:
        report(read_played(asked.kept))
        return
    play(asked)


def play(asked: argparse.Namespace) -> None:
    """Pairs in the order of their seeds, and how the strength comes out."""
    gangs = gangs_in_turn(asked.ducats)
    boards = [(BOARDS[scenario], scenario) for scenario in asked.scenario or BOARDS]
    pairs = itertools.islice(pairs_of(boards, gangs, (asked.bots[0], asked.bots[1]), asked.seed), asked.pairs)
    test = Sprt(*asked.sprt) if asked.sprt else None
    scores, margins = list[float](), list[float]()
    games = play_all((game for pair in pairs for game in pair.games), asked.workers, asked.kept)
    for first, second in zip(games, games, strict=True):
        scores.append((first.share(0) + second.share(1)) / 2)
        margins.append((first.margin - second.margin) / 2)
        told = f"{_told(strength(scores))}, {_ahead(margins)}"
        print(f"{_of(first)}: {first.margin:+d} {-second.margin:+d}; {told}", flush=True)
        if test is not None and test.verdict(scores) is not None:
            better = test.more if test.verdict(scores) else test.less
            print(f"told apart after {len(scores)} pairs: {better:+g} Elo, not the other")
            return


def report(played: Sequence[DuelPlayed]) -> None:
    """For each two bots: their strength, over all and by scenario."""
    by: defaultdict[tuple[str, str], defaultdict[object, list[tuple[str, float]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for game in played:
        bots = game.game.bots
        one, other = sorted(bots)
        if one != other:
            key = (game.game.map, game.game.scenario, game.game.gangs, game.game.seed)
            by[other, one][key].append((game.game.scenario, game.share(bots.index(other))))
    for (bot, rival), games in sorted(by.items()):
        whole = [(pair[0][0], (pair[0][1] + pair[1][1]) / 2) for pair in games.values() if len(pair) == 2]
        print(f"{bot} against {rival}: {_told(strength([score for _, score in whole]))}")
        for scenario in sorted({scenario for scenario, _ in whole}):
            print(f"  {scenario}: {_told(strength([score for s, score in whole if s == scenario]))}")


def gangs_in_turn(ducats: int) -> list[tuple[str, str]]:
    """Every two gangs of so many ducats, in an order that has all factions early."""
    suffix = "" if ducats == 150 else f"-{ducats}"
    return [(f"{a}{suffix}", f"{b}{suffix}") for a, b in _spread(list(itertools.permutations(FACTIONS, 2)))]


def _ahead(margins: Sequence[float]) -> str:
    """Victory Points that a bot is ahead by in a game: a few pairs tell these apart sooner than games won."""
    error = stdev(margins) / sqrt(len(margins)) if len(margins) > 1 else float("inf")
    return f"{fmean(margins):+.2f} VP a game (give or take {NORMAL_95 * error:.2f})"


def _spread(pairings: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """So that a few of them are already of all factions."""
    return [pairings[n * 11 % len(pairings)] for n in range(len(pairings))]


def _of(played: DuelPlayed) -> str:
    game = played.game
    return f"{game.scenario} {game.gangs[0]} {game.gangs[1]} {game.seed}"


def _told(found: Strength) -> str:
    return f"{found.share:.0%} of {found.pairs} pairs, {found.elo:+.0f} Elo ({found.low:+.0f} to {found.high:+.0f})"


if __name__ == "__main__":
    main()
