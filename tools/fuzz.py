"""Give Bauta files and command lines with something wrong in them, for as long as one likes: `python tools/fuzz.py`.

Maps, gangs, characters, scripts, journals, meshes and command lines are mutated by what is known of their formats, and
given to the commands that users give them to. A find is a fault of Bauta's own (a traceback, exit code 1), a mistake
that is not told in one short line, over 10 seconds, over 2 GB, or nonsense without a word: NaN that is accepted or
answered, an edited journal that `--verify` calls the same. Each is made as small as it goes and kept in `--out`; what
is mended goes from there to tests/corpus, which a test replays.

`python tools/fuzz.py --minutes 60` goes on where it was left; `--seed` begins another row of cases. Ends with 1 where
something was found.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.fuzzing.case import Case, read_case, write_case  # noqa: E402
from tools.fuzzing.formats import FORMATS, make_case, sound_cases  # noqa: E402
from tools.fuzzing.judge import Find  # noqa: E402
from tools.fuzzing.shrink import shrunk  # noqa: E402
from tools.fuzzing.worker import Worker  # noqa: E402

CORPUS = ROOT / "tests" / "corpus"
SMALL = 20_000  # bytes of a case that is kept there
TURN = 25  # cases of a format before the next has its turn
TURNS = {"doctor": 1, "words": 8}  # of those that take a second and more


class Campaign:
    """A row of cases by a seed: how far it is, and what it found. Kept in a folder, so that it can be gone on with."""

    def __init__(self, folder: Path, seed: int, worker: Worker) -> None:
        self.folder, self.seed, self.worker = folder, seed, worker
        self.seeds = folder / "seeds"
        self._state = folder / f"state-{seed}.json"
        held: dict[str, Any] = json.loads(self._state.read_text()) if self._state.exists() else {}
        self.next: dict[str, int] = {name: held.get("next", {}).get(name, 0) for name in FORMATS}
        self.counts = {name: Counter(held.get("counts", {}).get(name, {})) for name in FORMATS}
        self.finds: dict[str, Any] = held.get("finds", {})

    def one(self, format: str) -> None:
        """Run the next case of a format."""
        case = make_case(format, self.seed, self.next[format], self.seeds)
        self.next[format] += 1
        outcome, find = self.worker.run(case)
        count = self.counts[format]
        count["inputs"] += 1
        count["ms"] += round(1000 * self.worker.spent)
        if outcome is not None:
            count["accepted" if outcome.code == 0 else "told" if outcome.code == 1 else "refused"] += 1
        if find is not None:
            count["finds"] += 1
            self._found(format, case, find)

    def _found(self, format: str, case: Case, find: Find) -> None:
        known = self.finds.setdefault(find.signature, {"format": format, "times": 0, "kind": find.kind})
        known["times"] += 1
        if known["times"] > 1:
            return
        known["detail"] = find.detail
        case = shrunk(self.worker, case, find) if find.kind not in ("hang", "crash", "memory") else case
        path = self.folder / "finds" / f"{format}-{case.name}.json"
        write_case(path, case, 2, f"{find.kind}: {find.signature}")
        known["case"] = path.name
        print(f"{format} {self.next[format] - 1}: {find.kind}: {find.signature}", flush=True)
        print(f"    {find.detail[:200]}\n    {path}", flush=True)

    def keep(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        document = {"next": self.next, "counts": self.counts, "finds": self.finds}
        part = self._state.with_suffix(".part")
        part.write_text(json.dumps(document, indent=1))
        part.replace(self._state)

    def table(self) -> str:
        columns = ("inputs", "refused", "told", "accepted", "finds")
        rows = [f"{'':<12}" + "".join(f"{name:>10}" for name in columns) + "  kinds of finds  a minute of processor"]
        for name, count in self.counts.items():
            kinds = sum(found["format"] == name for found in self.finds.values())
            rate = f"{60_000 * count['inputs'] / count['ms']:>23.0f}" if count["ms"] else ""
            rows.append(f"{name:<12}" + "".join(f"{count[each]:>10}" for each in columns) + f"{kinds:>16}{rate}")
        return "\n".join(rows)


def run(campaign: Campaign, formats: list[str], minutes: float, count: int | None) -> None:
    """Give each format its turn, until the time or the cases are over."""
    ends = time.monotonic() + 60 * minutes
    left = dict.fromkeys(formats, count)
    try:
        while any(each is None or each > 0 for each in left.values()) and time.monotonic() < ends:
            for format in formats:
                for _ in range(TURNS.get(format, TURN)):
                    remaining = left[format]
                    if time.monotonic() >= ends or remaining == 0:
                        break
                    campaign.one(format)
                    if remaining is not None:
                        left[format] = remaining - 1
            campaign.keep()
    except KeyboardInterrupt:
        pass
    campaign.keep()


def again(worker: Worker, folder: Path, corpus: Path | None) -> int:
    """Run what was found once more; returns how much of it is still so. What is mended is kept in a `corpus`."""
    still = 0
    for path in sorted(folder.glob("**/*.json")):
        case, _, was = read_case(path)
        outcome, find = worker.run(case)
        still += find is not None
        code = "-" if outcome is None else outcome.code
        print(f"{path.name}: {code} {f'still: {find.signature}: {find.detail[:200]}' if find else 'mended'}")
        if corpus is not None and find is None and outcome is not None and path.stat().st_size <= SMALL:
            write_case(corpus / path.name, case, outcome.code, was)
    return still


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--only", action="append", choices=list(FORMATS), help="may be given more than once")
    parser.add_argument("--count", type=int, help="so many cases of each format")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "fuzz", help="where finds are kept [build/fuzz]")
    parser.add_argument("--again", type=Path, metavar="FOLDER", help="only the cases in this folder, once more")
    parser.add_argument("--keep", action="store_true", help="with --again: what is mended goes to tests/corpus")
    given = parser.parse_args()
    with TemporaryDirectory(prefix="bauta-fuzz-") as place:
        os.environ |= {"BAUTA_CACHE": f"{place}/cache", "BAUTA_DATA": f"{place}/data", "BAUTA_CACHE_MB": "256"}
        os.environ |= {"BAUTA_DEBUG": "1"}
        os.environ.pop("DISPLAY", None)
        seeds = given.out.absolute() / "seeds"
        worker = Worker(Path(place), sound_cases(seeds, few=True))
        campaign = Campaign(given.out.absolute(), given.seed, worker)
        if given.again is not None:
            still = again(worker, given.again, CORPUS if given.keep else None)
            worker.close()
            sys.exit(1 if still else 0)
        run(campaign, given.only or list(FORMATS), given.minutes if given.count is None else 1e9, given.count)
        worker.close()
    print(campaign.table())
    sys.exit(1 if campaign.finds else 0)


if __name__ == "__main__":
    main()
