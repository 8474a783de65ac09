"""Are the factions balanced? Bots play every pairing, each game twice with the seats exchanged.

python tools/balance.py --games 30               30 games a pairing; goes on where it was stopped
python tools/balance.py --only strigoi --games 6  only the pairings of one faction
python tools/balance.py --report                  the tables of what has been played

Results are kept in a file, a line a game, with what the gangs were: a gang that has been changed since counts anew.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from sim.board.board import Board
from sim.board.files.folders import assets_dir
from sim.bots.duel import SEATS, one_game, setup_of

LOW, HIGH = 0.4, 0.6  # of the games, for every faction


class Result(msgspec.Struct, frozen=True):
    """A game: `share` of it is the first gang's, 1 for a win and a half for a draw."""

    first: str
    second: str
    made: str  # of what both gangs are, and what they played
    seed: int
    swapped: bool  # the first gang sat south
    share: float
    score: tuple[int, int]
    rounds: int
    seconds: float

    @property
    def key(self) -> tuple[str, str, str, int, bool]:
        return self.first, self.second, self.made, self.seed, self.swapped


def factions() -> list[str]:
    return sorted(path.stem for path in (assets_dir() / "characters").glob("*.toml"))


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=2, help="for every pairing; an even number [default: 2]")
    reader.add_argument("--ducats", type=int, default=100, choices=(75, 100, 150))
    reader.add_argument("--map", default="san-canciano")
    reader.add_argument("--scenario", default="gang-war")
    reader.add_argument("--bot", default="greedy")
    reader.add_argument("--only", action="append", choices=factions(), help="only pairings with this faction")
    reader.add_argument("--kept", type=Path, default=Path("balance.jsonl"), help="the file of results")
    reader.add_argument("--report", action="store_true", help="play nothing")
    asked = reader.parse_args()
    pairs = [p for p in itertools.combinations(factions(), 2) if not asked.only or set(asked.only) & set(p)]
    made = {pair: _made(pair, asked) for pair in pairs}
    kept = {r.key: r for r in _read(asked.kept)}
    if not asked.report:
        board = Board.load(asked.map)
        for seed, pair, swapped in _plan(pairs, asked.games):
            if (*pair, made[pair], seed, swapped) not in kept:
                result = _play(board, asked, pair, made[pair], seed, swapped)
                kept[result.key] = result
                with asked.kept.open("a", encoding="utf-8") as file:
                    file.write(msgspec.json.encode(result).decode() + "\n")
                print(f"{result.first} {result.score[0]} : {result.score[1]} {result.second}", flush=True)
    _report([r for r in kept.values() if made.get((r.first, r.second)) == r.made])


def _plan(pairs: Sequence[tuple[str, str]], games: int) -> Iterator[tuple[int, tuple[str, str], bool]]:
    """All pairings once, seats exchanged, before any is played again."""
    for game in range(games):
        for pair in pairs:
            yield 1 + game // 2, pair, bool(game % 2)


def _gang(faction: str, ducats: int) -> str:
    return faction if ducats == 150 else f"{faction}-{ducats}"


def _made(pair: tuple[str, str], asked: argparse.Namespace) -> str:
    """A short name of the two gangs as their files stand, and of the game that they play."""
    files = [assets_dir() / "gangs" / f"{_gang(faction, asked.ducats)}.toml" for faction in pair]
    files += [assets_dir() / "characters" / f"{faction}.toml" for faction in pair]
    words = [asked.map, asked.scenario, asked.bot, *(file.read_text(encoding="utf-8") for file in files)]
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:12]


def _play(
    board: Board, asked: argparse.Namespace, pair: tuple[str, str], made: str, seed: int, swapped: bool
) -> Result:
    north, south = SEATS[::-1] if swapped else SEATS  # the seats of the first and second gang
    seats = dict.fromkeys(SEATS, asked.bot)
    gangs = [_gang(faction, asked.ducats) for faction in (reversed(pair) if swapped else pair)]
    setup = setup_of(board, asked.map, asked.scenario, SEATS, gangs, seed)
    record, _ = one_game(board, setup, seats, asked.map)
    share = 0.5 if record.winner is None else float(record.winner == north)
    score = (record.score[north], record.score[south])
    return Result(*pair, made, seed, swapped, share, score, record.rounds, record.seconds)


def _read(path: Path) -> list[Result]:
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=Result) for line in path.read_text(encoding="utf-8").splitlines()]


def _report(results: Sequence[Result]) -> None:
    names = factions()
    shares = {
        (a, b): [r.share if r.first == a else 1 - r.share for r in results if {r.first, r.second} == {a, b}]
        for a in names
        for b in names
        if a != b
    }
    print(f"{'':12}" + "".join(f"{name[:9]:>10}" for name in names) + f"{'overall':>10}{'games':>7}")
    for a in names:
        row = [shares.get((a, b), []) for b in names]
        mine = [share for cell in row for share in cell]
        cells = "".join(f"{sum(cell) / len(cell):>10.0%}" if cell else f"{'-':>10}" for cell in row)
        overall = sum(mine) / len(mine) if mine else 0.5
        mark = "" if LOW <= overall <= HIGH else "  <"
        print(f"{a:12}{cells}{overall:>10.0%}{len(mine):>7}{mark}")
    seconds = sum(r.seconds for r in results)
    print(f"{len(results)} games, {seconds / max(1, len(results)):.1f} s each")


if __name__ == "__main__":
    main()
