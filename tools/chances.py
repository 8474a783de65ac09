"""The chance of winning from a position: games between seasoned bots, and what their turns tell of their ends.

python tools/chances.py --games 240 --workers 2    plays what has not been played yet
python tools/chances.py --games 240 --fit          and fits the numbers to it: they go to `assets/bots/chances.json`

The games go through all scenarios, on two boards each, with all factions, every fourth of them with whole gangs. How
good the chances are is told over each tenth of the games by a fit to the others, beside the best of what is simpler,
such as the Victory Points alone. Games are kept, with their journals. Those of another version of Bauta or of a map
that was changed since are not counted and are played anew; begin a new folder where the rules or the bot have changed
within a version.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
import numpy as np

from sim.bots.duel import SEATS, WHOLE
from sim.bots.matches import DuelPlayed, DuelToPlay, play_all, read_played
from sim.carnevale import scenarios
from sim.carnevale.chances import CHANCES, ChanceAccuracy, ChanceWeights, FittedChances, GamePosition, position_of
from sim.carnevale.events import TurnEnded
from sim.carnevale.replay import replay
from sim.carnevale.setup import begin
from tools.ladder import FACTIONS

BOARDS = (
    ("san-canciano", "gang-war"),
    ("campiello-dei-remi", "acquisition"),
    ("calle-lunga", "street-fight"),
    ("san-canciano", "secure-arms"),
    ("san-canciano", "take-what-is-theirs"),
    ("calle-brusada", "gang-war"),
    ("corte-nova", "acquisition"),
    ("fondamenta-longa", "street-fight"),
    ("calle-brusada", "secure-arms"),
    ("calle-brusada", "take-what-is-theirs"),
)
IN_A_ROW = 4  # on one board, the last of them with whole gangs
KNOTS = (0.0, 0.25, 0.5, 0.75, 0.9, 1.0)  # shares of a game that are over, between which weights go straight
SMOOTH, SMALL = 1.0, 0.05  # of the fit: how much neighbours are held together, and all to nothing
FOLDS = 10


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=240)
    reader.add_argument("--seed", type=int, default=17000)
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--fit", action="store_true", help="play nothing, and fit")
    reader.add_argument("--kept", type=Path, default=Path("chances"), help="the folder of games")
    asked = reader.parse_args()
    if asked.fit:
        fit(asked)
        return
    (asked.kept / "journals").mkdir(parents=True, exist_ok=True)
    over = {played.game.journal for played in read_played(asked.kept / "games.jsonl")}
    for journal in (asked.kept / "journals").glob("*.jsonl"):
        if str(journal) not in over:
            journal.unlink()  # of a game that was cut off
    games = itertools.islice(games_of(asked.seed, asked.kept), asked.games)
    for number, played in enumerate(play_all(games, asked.workers, asked.kept / "games.jsonl"), start=1):
        game = played.game
        print(f"{number} {game.scenario} {game.map} {game.gangs} {game.seed}: {played.margin:+d}", flush=True)


def games_of(seed: int, kept: Path) -> Iterator[DuelToPlay]:
    """Games without end: after every forty all boards had their turn."""
    pairings = list(itertools.permutations(FACTIONS, 2))
    for n in itertools.count():
        map_, scenario = BOARDS[n // IN_A_ROW % len(BOARDS)]
        page = scenarios.find(scenario)
        assert page is not None
        whole = page.ducats if n % IN_A_ROW == IN_A_ROW - 1 else 75
        ducats = "" if whole == WHOLE else f"-{whole}"
        one, other = pairings[n * 11 % len(pairings)]
        journal = kept / "journals" / f"{seed + n}.jsonl"
        gangs = (f"{one}{ducats}", f"{other}{ducats}")
        yield DuelToPlay(map_, scenario, gangs, ("seasoned", "seasoned"), seed + n, journal=str(journal))


# --- the fit --------------------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """A position of a game: what tells of its end, the points that its players read off, and what came."""

    game: int
    share: float  # of the first seat: a win is 1, a draw a half
    weight: float  # each game weighs as much as another
    position: GamePosition
    life: dict[str, float]


def fit(asked: argparse.Namespace) -> None:
    """Fit the numbers to the games that are there, say how good they are, and keep them."""
    played = read_played(asked.kept / "games.jsonl")[: asked.games]
    seen = [each for n, game in enumerate(played) for each in positions(n, game)]
    scores = {"even": brier(seen, [0.5] * len(seen))}
    told: dict[str, list[float]] = {}
    for name, columns in COLUMNS.items():
        told[name] = told_by_others(seen, columns)
        scores[name] = brier(seen, told[name])
    for name, score in sorted(scores.items(), key=lambda each: each[1]):
        print(f"{name}: {score:.4f}")
    calibrated(seen, told[CHANCE])
    rival = min((name for name in scores if name not in (CHANCE, MORE)), key=lambda name: scores[name])
    weights = solved(seen, COLUMNS[CHANCE]).reshape(-1, len(KNOTS))
    rounded = ChanceWeights(*(tuple(max(0.0, round(float(weight), 4)) for weight in each) for each in weights))
    accuracy = ChanceAccuracy(len(seen), round(scores[CHANCE], 4), rival, round(scores[rival], 4))
    made_by = f"tools/chances.py --games {len(played)} --seed {asked.seed}, then with --fit"
    found = FittedChances(made_by, len(played), KNOTS, rounded, accuracy)
    CHANCES.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    print(f"kept in {CHANCES}")


def positions(number: int, played: DuelPlayed) -> Iterator[Seen]:
    """A game's positions after each of its turns, from its journal."""
    end = replay(Path(played.game.journal)).session.state
    now, found = begin(end.setup), []
    for event in end.log:
        now.apply(event)
        if isinstance(event, TurnEnded) and now.round:
            life = {seat: float(sum(c.lp for c in now.on_board() if c.seat == seat)) for seat in now.seats}
            found.append((position_of(now), life))
    for position, life in found:
        yield Seen(number, played.share(0), 1 / len(found), position, life)


def _made(each: Seen) -> dict[str, float]:
    return each.position.made


def _open(each: Seen) -> dict[str, float]:
    return each.position.open


def _would(each: Seen) -> dict[str, float]:
    return {seat: vp + each.position.open[seat] for seat, vp in each.position.made.items()}


def _minis(each: Seen) -> dict[str, float]:
    return each.position.minis


def _life(each: Seen) -> dict[str, float]:
    return {seat: lp / sum(each.life.values()) if lp else 0.0 for seat, lp in each.life.items()}


Column = Callable[[Seen], dict[str, float]]
CHANCE, MORE = "chances", "chances, and Life besides"
COLUMNS: dict[str, tuple[Column, ...]] = {
    CHANCE: (_made, _open, _minis),  # in the order of `ChanceWeights`
    "the points, if the game ended": (_would,),
    "the points on the table": (_made,),
    "the minis that stand": (_minis,),
    "the share of the Life left": (_life,),
    MORE: (_made, _open, _minis, _life),
}


def row(each: Seen, columns: Sequence[Column]) -> np.ndarray:
    """What the first seat has more than the second, of each column, spread over the two knots beside its progress."""
    hats = np.array([np.interp(each.position.progress, KNOTS, unit) for unit in np.eye(len(KNOTS))])
    north, south = SEATS
    return np.concatenate([hats * (column(each)[north] - column(each)[south]) for column in columns])


def solved(seen: Sequence[Seen], columns: Sequence[Column]) -> np.ndarray:
    """The weights of a logistic regression without intercept, neighbours held together a little; Newton's method."""
    x = np.array([row(each, columns) for each in seen])
    y, weight = np.array([each.share for each in seen]), np.array([each.weight for each in seen])
    steps = np.diff(np.eye(len(KNOTS)), axis=0)
    held = np.kron(np.eye(len(columns)), SMOOTH * steps.T @ steps + SMALL * np.eye(len(KNOTS)))
    w = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-x @ w))
        slope = x.T @ (weight * (p - y)) + held @ w
        bend = (x * (weight * p * (1 - p))[:, None]).T @ x + held
        w -= np.linalg.solve(bend, slope)
    return w


def told_by_others(seen: Sequence[Seen], columns: Sequence[Column]) -> list[float]:
    """The chances of the first seat in each position, by a fit to the games of the other folds."""
    told = np.zeros(len(seen))
    x = np.array([row(each, columns) for each in seen])
    for fold in range(FOLDS):
        apart = np.array([each.game % FOLDS == fold for each in seen])
        weights = solved([each for each in seen if each.game % FOLDS != fold], columns)
        told[apart] = 1 / (1 + np.exp(-x[apart] @ weights))
    return [float(each) for each in told]


def brier(seen: Sequence[Seen], told: Sequence[float]) -> float:
    """The mean square of how far what was told is from what came."""
    whole = sum(each.weight for each in seen)
    return sum(each.weight * (chance - each.share) ** 2 for each, chance in zip(seen, told, strict=True)) / whole


def calibrated(seen: Sequence[Seen], told: Sequence[float]) -> None:
    """Of all that was told about so likely, how much came?"""
    for low in np.arange(0, 1, 0.2):
        within = [(chance, each) for chance, each in zip(told, seen, strict=True) if low <= chance < low + 0.2]
        whole = sum(each.weight for _, each in within)
        if within:
            said = sum(chance * each.weight for chance, each in within) / whole
            came = sum(each.share * each.weight for _, each in within) / whole
            print(f"told {low:.0%} to {low + 0.2:.0%}: {len(within)} positions, on average {said:.0%}, came {came:.0%}")


if __name__ == "__main__":
    main()
