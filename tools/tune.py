"""What the seasoned bots weigh things by: numbers tried against the bot as it is, and kept if it plays better.

python tools/tune.py --weight caution 0.6 --pairs 60    until it is told from no better (or --sprt LESS MORE says so)
python tools/tune.py --between caution 0.6 1.1 --between closer 0.01 0.03 --pairs 100      many at once, what each does
python tools/tune.py                                     the numbers, and what made them

Of many at once, one bot of each pair has some high and the others low, by chance, and its rival just the opposite:
every pair tells of every number, in Victory Points, by a regression (a fold-over design). A number that wins alone is
written to `assets/bots/seasoned.json`, with the command. Games are kept, as those of the ladder are.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
import numpy as np

from sim.bots.matches import DuelPlayed, pairs_of, play_all
from sim.bots.strength import NORMAL_95, Sprt, strength
from sim.bots.weights import FITTED, Fitted, Weights, fitted
from tools.ladder import BOARDS, gangs_in_turn

Between = dict[str, tuple[float, float]]

TRIAL = '''"""The seasoned bot with other numbers."""

import msgspec

from sim.bots.seasoned import SeasonedBot
from tools.tune import drawn

BETWEEN = {between}


class Trial(SeasonedBot):
    opposite = False

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.weights = msgspec.structs.replace(self.weights, **drawn(BETWEEN, seed // 1000, self.opposite))


class Opposite(Trial):
    opposite = True
'''


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--weight", nargs=2, metavar=("NAME", "NUMBER"), help="what to try")
    reader.add_argument("--between", nargs=3, action="append", metavar=("NAME", "LOW", "HIGH"), help="one of many")
    reader.add_argument("--sprt", nargs=2, type=float, default=(0.0, 30.0), metavar=("LESS", "MORE"), help="Elo")
    reader.add_argument("--pairs", type=int, default=60, help="at most [default: 60]")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--kept", type=Path, default=Path("tune"), help="the folder of trials and their games")
    asked = reader.parse_args()
    named = [asked.weight[0]] if asked.weight else [name for name, *_ in asked.between or ()]
    for name in named:
        if name not in Weights.__struct_fields__:
            reader.error(f"there is no weight '{name}', but {', '.join(Weights.__struct_fields__)}")
    if asked.between:
        screen(asked, {name: (float(low), float(high)) for name, low, high in asked.between})
    elif asked.weight is None:
        print(msgspec.json.format(msgspec.json.encode(fitted("seasoned"))).decode())
    elif plays_better(asked, named[0], float(asked.weight[1])):
        _keep(asked, named[0], float(asked.weight[1]))


def drawn(between: Between, pair: int, opposite: bool) -> dict[str, float]:
    """The numbers of one bot of a pair: each low or high by chance; of its rival, the opposite."""
    random = Random(f"tune/{pair}")
    return {name: ends[(random.random() < 0.5) != opposite] for name, ends in sorted(between.items())}


def screen(asked: argparse.Namespace, between: Between) -> None:
    """What it is worth in Victory Points a game that each number is high and not low, as pairs come in."""
    highs, margins = list[list[float]](), list[float]()
    name = "_".join(sorted(between))[:60]
    for first, second in _games(asked, name, between, "Opposite"):
        chosen = drawn(between, first.game.seed, False)
        highs.append([1.0 if chosen[name] == between[name][1] else -1.0 for name in sorted(between)])
        margins.append((first.margin - second.margin) / 2)
        print(f"{len(margins)} pairs: {_effects(sorted(between), np.array(highs), np.array(margins))}", flush=True)


def _effects(names: Sequence[str], highs: np.ndarray, margins: np.ndarray) -> str:
    """By least squares, the surest first, each with half of its interval of 95%."""
    if len(margins) <= len(names):
        return "too few"
    effects, *_ = np.linalg.lstsq(highs, margins, rcond=None)
    spread = np.sum((margins - highs @ effects) ** 2) / (len(margins) - len(names))
    errors = NORMAL_95 * np.sqrt(np.diag(np.linalg.pinv(highs.T @ highs)) * spread)
    told = sorted(zip(names, effects, errors, strict=True), key=lambda each: -abs(each[1] / each[2]))
    return ", ".join(f"{name} {effect:+.2f} ({error:.2f})" for name, effect, error in told)


def plays_better(asked: argparse.Namespace, name: str, value: float) -> bool:
    """Does the bot with this number win, by the sequential test? Not where it stays undecided."""
    test, scores = Sprt(*asked.sprt), []
    for first, second in _games(asked, f"{name}_{value:g}", {name: (value, value)}, ""):
        scores.append((first.share(0) + second.share(1)) / 2)
        found = strength(scores)
        print(f"{found.pairs} pairs: {found.elo:+.0f} Elo ({found.low:+.0f} to {found.high:+.0f})", flush=True)
        verdict = test.verdict(scores)
        if verdict is not None:
            return verdict
    return False


def _games(
    asked: argparse.Namespace, name: str, between: Between, rival: str
) -> Iterator[tuple[DuelPlayed, DuelPlayed]]:
    """Pairs of the trial against the seasoned bot, or against what has the opposite numbers."""
    asked.kept.mkdir(parents=True, exist_ok=True)
    trial = asked.kept / f"{name}.py".replace("-", "minus_")
    trial.write_text(TRIAL.format(between=between), encoding="utf-8")
    bots = f"{trial}:Trial", f"{trial}:{rival}" if rival else "seasoned"
    boards = [(board, scenario) for scenario, board in BOARDS.items()]
    pairs = itertools.islice(pairs_of(boards, gangs_in_turn(75), bots, asked.seed), asked.pairs)
    games = play_all((game for pair in pairs for game in pair.games), asked.workers, trial.with_suffix(".jsonl"))
    return zip(games, games, strict=True)


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
