"""What the seasoned bot weighs things by: one number tried against the bot as it is, and kept if it plays better.

python tools/tune.py --weight caution 0.6 --pairs 60    until it is told from no better (or --sprt LESS MORE says so)
python tools/tune.py                                     the numbers, and what made them

A number that wins is written to `assets/bots/seasoned.json`, with the command. Games are kept.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec

from sim.bots.matches import pairs_of, play_all
from sim.bots.strength import Sprt, strength
from sim.bots.weights import FITTED, Fitted, Weights, fitted
from tools.ladder import BOARDS, FACTIONS

TRIAL = '''"""The seasoned bot with another number."""

import msgspec

from sim.bots.seasoned import SeasonedBot


class Trial(SeasonedBot):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.weights = msgspec.structs.replace(self.weights, {weight}={value})
'''


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--weight", nargs=2, metavar=("NAME", "NUMBER"), help="what to try")
    reader.add_argument("--sprt", nargs=2, type=float, default=(0.0, 30.0), metavar=("LESS", "MORE"), help="Elo")
    reader.add_argument("--pairs", type=int, default=60, help="at most [default: 60]")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--kept", type=Path, default=Path("tune"), help="the folder of trials and their games")
    asked = reader.parse_args()
    if asked.weight is None:
        print(msgspec.json.format(msgspec.json.encode(fitted("seasoned"))).decode())
        return
    name, value = asked.weight[0], float(asked.weight[1])
    if name not in Weights.__struct_fields__:
        reader.error(f"there is no weight '{name}', but {', '.join(Weights.__struct_fields__)}")
    if plays_better(asked, name, value):
        _keep(asked, name, value)


def plays_better(asked: argparse.Namespace, name: str, value: float) -> bool:
    """Does the bot with this number win, by the sequential test? Not where it stays undecided."""
    asked.kept.mkdir(parents=True, exist_ok=True)
    trial = asked.kept / f"{name}_{value:g}.py".replace("-", "minus_")
    trial.write_text(TRIAL.format(weight=name, value=value), encoding="utf-8")
    gangs = [(f"{a}-75", f"{b}-75") for a, b in itertools.permutations(FACTIONS, 2)]
    boards = [(board, scenario) for scenario, board in BOARDS.items()]
    pairs = itertools.islice(pairs_of(boards, gangs, (f"{trial}:Trial", "seasoned"), asked.seed), asked.pairs)
    games = play_all((game for pair in pairs for game in pair.games), asked.workers, trial.with_suffix(".jsonl"))
    test, scores = Sprt(*asked.sprt), []
    for first, second in zip(games, games, strict=True):
        scores.append((first.share(0) + second.share(1)) / 2)
        found = strength(scores)
        print(f"{found.pairs} pairs: {found.elo:+.0f} Elo ({found.low:+.0f} to {found.high:+.0f})", flush=True)
        verdict = test.verdict(scores)
        if verdict is not None:
            return verdict
    return False


def _keep(asked: argparse.Namespace, name: str, value: float) -> None:
    """The bot weighs by this number from now on."""
    old = fitted("seasoned")
    less, more = asked.sprt
    command = (
        f"tools/tune.py --weight {name} {value:g} --sprt {less:g} {more:g} --pairs {asked.pairs} --seed {asked.seed}"
    )
    new = Fitted((*old.made_by, command), msgspec.structs.replace(old.weights, **{name: value}))
    path = FITTED / "seasoned.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(new)) + b"\n")
    print(f"kept in {path}")


if __name__ == "__main__":
    main()
