"""Play-tests of the boards that ship: what equal bots find of them stands in `assets/playtests.json`.

python tools/playtests.py FOLDER                         200 games on each board; goes on where it was stopped
python tools/playtests.py FOLDER --only calle-lunga --games 60 --workers 2
python tools/playtests.py FOLDER --collect               takes the reports that are there, and plays nothing
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.playtest.report_numbers import PlaytestReport
from sim.playtest.shipped import FIGURES, figures_from

PLAYED = {
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


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folder", type=Path, help="of games and reports")
    words.add_argument("--only", nargs="+", choices=sorted(PLAYED), default=sorted(PLAYED))
    words.add_argument("--games", type=int, default=200)
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--collect", action="store_true")
    given = words.parse_args()
    for board in () if given.collect else given.only:
        command = [sys.executable, "-m", "sim", "map", "playtest", board, "--scenario", PLAYED[board]]
        command += ["--bot", "seasoned", "--games", str(given.games), "--seed", str(SEED)]
        command += ["--workers", str(given.workers), "--out", str(given.folder / f"{board}-{PLAYED[board]}")]
        subprocess.run(command, check=True)
    reports = (given.folder / f"{board}-{scenario}" / "report.json" for board, scenario in sorted(PLAYED.items()))
    found = [
        figures_from(msgspec.json.decode(path.read_bytes(), type=PlaytestReport)) for path in reports if path.exists()
    ]
    FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(f"{FIGURES}: {len(found)} boards, {sum(each.games for each in found):,} games")


if __name__ == "__main__":
    main()
