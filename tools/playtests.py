"""Play-tests of the boards that ship: what equal bots find of them stands in `assets/playtests.json`.

python tools/playtests.py FOLDER                         200 games on each board; goes on where it was stopped
python tools/playtests.py FOLDER --only calle-lunga --games 60 --workers 2
python tools/playtests.py FOLDER --collect               takes the reports that are there, and plays nothing
python tools/playtests.py FOLDER --more --games 80       as many more of each, after those whose figures ship
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.playtest.report_numbers import PlaytestReport
from sim.playtest.shipped import FIGURES, ShippedFigures, added, figures_from, shipped_figures

PLAYED = {
    "bacino-orseolo": "secure-arms",
    "calle-brusada": "secure-arms",
    "calle-lunga": "street-fight",
    "campiello-dei-remi": "acquisition",
    "corte-nova": "acquisition",
    "fondamenta-longa": "street-fight",
    "isole-di-san-marcuola": "take-what-is-theirs",
    "le-do-rive": "gang-war",
    "riva-del-mercato": "gang-war",
    "san-canciano": "gang-war",
}
"""What is played on each board."""

SEED = 26110
MORE = "-more"  # what the folder of more games is called after


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folder", type=Path, help="of games and reports")
    words.add_argument("--only", nargs="+", choices=sorted(PLAYED), default=sorted(PLAYED))
    words.add_argument("--games", type=int, default=200)
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--collect", action="store_true")
    words.add_argument("--more", action="store_true", help="games after those whose figures ship")
    given = words.parse_args()
    kept = {each.map: each for each in shipped_figures()}
    for board in () if given.collect else given.only:
        subprocess.run(_command(board, kept[board] if given.more else None, given), check=True)
    try:
        figures = [_collected(board, kept.get(board), given.folder) for board in sorted(PLAYED)]
    except ValueError as error:
        sys.exit(f"{given.folder}: {error}")
    found = [each for each in figures if each is not None]
    FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(f"{FIGURES}: {len(found)} boards, {sum(each.games for each in found):,} games")


def _command(board: str, after: ShippedFigures | None, given: argparse.Namespace) -> list[str]:
    """What plays a board, from its first pair on or after those of some figures."""
    seed, gangs, folder = SEED, tuple[str, ...](), _folder(board)
    if after is not None:
        seed, gangs, folder = after.next_seed, after.next_gangs, folder + MORE
    command = [sys.executable, "-m", "sim", "map", "playtest", board, "--scenario", PLAYED[board]]
    for gang in gangs:
        command += ["--gang", gang]
    command += ["--bot", "seasoned", "--games", str(given.games), "--seed", str(seed)]
    return [*command, "--workers", str(given.workers), "--out", str(given.folder / folder)]


def _collected(board: str, kept: ShippedFigures | None, folder: Path) -> ShippedFigures | None:
    """The figures of a board: of the report that is there, or else those that ship, with those of more games."""
    whole, more = (folder / name / "report.json" for name in (_folder(board), _folder(board) + MORE))
    if whole.exists():
        kept = _read(whole)
    if kept is not None and more.exists():
        kept = added(kept, _read(more))
    return kept


def _folder(board: str) -> str:
    return f"{board}-{PLAYED[board]}"


def _read(report: Path) -> ShippedFigures:
    return figures_from(msgspec.json.decode(report.read_bytes(), type=PlaytestReport))


if __name__ == "__main__":
    main()
