"""Do the tests of the rules bite? `python tools/mutants.py [--sample N --seed S] [--only PATH]... [--resume FILE]`.

Changes the rules of `sim/carnevale` in one small place at a time (a mutant), and runs the tests that are marked with a
rule and run that place: one of them should fail. Told are the share of mutants that are killed so, folder by folder,
and each that survives, as a line before and after. All mutants take some hours, a sample of 500 some minutes; the first
run measures first which test runs what.

A tool of our own, since mutmut and cosmic-ray start Python, numba's kernels and pytest for each mutant, which is some
seconds where the tests of one take a tenth of one. Tests of the table (`tests/app`) are left out, as windows cannot be
forked, those of folders that never run a rule, and modules that hold no rules (`NO_RULES`: words, files, films, what is
told of a game that was played, whether a set-up works, what a table agrees to leave out, what a person wants to be
asked); with `--all-tests --only MODULE` the tests of such a module are tried.
"""

from __future__ import annotations

import os
import random
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

os.environ |= dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")  # forks need that
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import click
import msgspec
import pytest

from tools.mutation.equal import listed, stale
from tools.mutation.operators import Mutant, mutants_of, sources
from tools.mutation.reached import CHECKOUT, RULES, LinesRun, reached
from tools.mutation.server import Forks, Plugin, Verdict

NO_RULES = {
    "chronicle.py",
    "fields.py",
    "film.py",
    "film_making.py",
    "forgone.py",
    "luck.py",
    "names.py",
    "narration.py",
    "objective_sentences.py",
    "rehearsal.py",
    "replay.py",
    "report.py",
    "rulebook.py",
    "saved_boards.py",
    "script.py",
    "sentence_parts.py",
    "summary.py",
    "vocabulary.py",
    "window_odds.py",
    "yielding.py",
}
TESTS = ("tests/carnevale", "tests/cli", "tests/bots", "tests/engine", "tests/golden", "tests/laws")
FATES = ("killed", "survived", "uncovered", "equal")


class Line(msgspec.Struct, frozen=True):
    """What became of a mutant, as it is kept."""

    id: str
    module: str
    function: str
    line: int
    was: str
    now: str
    fate: str
    by: str = ""

    @property
    def folder(self) -> str:
        parent = Path(self.module).parent.as_posix()
        return parent.removeprefix(RULES).lstrip("/") or "(carnevale)"

    def diff(self) -> str:
        return f"{self.module}:{self.line} {self.function} ({self.fate})\n  - {self.was}\n  + {self.now}"


def chosen(only: Sequence[str], sample: int | None, seed: int) -> tuple[list[Mutant], dict[str, bytes]]:
    """The mutants to try, and the sources of all rules."""
    folder = CHECKOUT / RULES
    texts = {path.relative_to(CHECKOUT).as_posix(): path.read_bytes() for path in sources(folder)}
    mutants = []
    for path in only or [RULES]:
        for module in sources(CHECKOUT / path):
            name = module.relative_to(CHECKOUT).as_posix()
            if module.name not in NO_RULES or path == name:
                mutants += mutants_of(name, texts[name])
    if sample is not None and sample < len(mutants):  # in the order drawn: what is kept of a run cut short is fair too
        return random.Random(seed).sample(mutants, sample), texts
    return sorted(mutants, key=lambda m: (m.module, m.line)), texts


def table(lines: Iterable[Line]) -> str:
    """A row for each folder: how many mutants came to what, and the share that was killed of those not equal."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        counts[line.folder][line.fate] += 1
        counts["all"][line.fate] += 1
    rows = [f"{'':16}" + "".join(f"{fate:>11}" for fate in FATES) + f"{'share':>9}"]
    for folder in [*sorted(counts.keys() - {"all"}), "all"]:
        count = counts[folder]
        tried = count["killed"] + count["survived"] + count["uncovered"]
        share = f"{count['killed'] / tried:9.1%}" if tried else f"{'':9}"
        rows.append(f"{folder:16}" + "".join(f"{count[fate]:11}" for fate in FATES) + share)
    return "\n".join(rows)


def _known(file: Path | None, again: bool) -> dict[str, Line]:
    """What became of mutants before, where their lines still read the same."""
    if file is None or not file.is_file():
        return {}
    lines = msgspec.json.Decoder(Line).decode_lines(file.read_bytes())
    return {line.id: line for line in lines if line.fate == "killed" or not again}


class Trial:
    """The run over all mutants that are not known yet."""

    def __init__(
        self, mutants: list[Mutant], sources: dict[str, bytes], workers: int, longest: float, file: Path | None
    ) -> None:
        self.mutants, self.sources, self.file = mutants, sources, file
        self.workers, self.longest = workers, longest
        self.lines: list[Line] = []
        self.distrusted: set[str] = set()

    def run(self, items: list[pytest.Item]) -> None:
        with click.progressbar(length=len(items), label="what tests run", file=sys.stderr) as bar:
            found = reached(items, bar.update)
            bar.update(len(items))
        forks = Forks(items, LinesRun(found, self.longest), self.sources)
        for test in sorted(test for test, each in found.items() if not each.passes):
            click.echo(f"left out, as it fails without any mutant: {test}", err=True)
        with click.progressbar(forks.warm(self.mutants), label="boards and kernels", file=sys.stderr) as bar:
            for _ in bar:
                pass
        with click.progressbar(length=len(self.mutants), label="mutants", file=sys.stderr) as bar:
            for verdict in forks.tried(self.mutants, self.workers):
                self._keep(verdict)
                bar.update(1)
        self.distrusted = forks.distrusted | forks.distrusted_anew

    def _keep(self, verdict: Verdict) -> None:
        mutant, fate, by = verdict
        if fate == "invalid":
            return
        line = Line(mutant.id, mutant.module, mutant.function, mutant.line, mutant.was, mutant.now, fate, by)
        self.lines.append(line)
        if self.file is not None:
            with self.file.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")


@click.command(help=__doc__)
@click.option("--sample", type=click.IntRange(1), help="So many mutants, drawn by chance.")
@click.option("--seed", default=0, show_default=True, help="Of that chance.")
@click.option("--only", multiple=True, metavar="PATH", help=f"A folder or module of {RULES}; may be given again.")
@click.option("--all-tests", is_flag=True, help="All tests, not only those that are marked with a rule.")
@click.option("--workers", type=click.IntRange(1, 16), default=1, show_default=True)
@click.option("--longest", default=2.0, show_default=True, help="Seconds; a test that takes longer is not asked.")
@click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Keeps what is known.")
@click.option("--again", is_flag=True, help="Those too that FILE says to have survived.")
@click.option("--list", "listing", is_flag=True, help="Only print the mutants.")
def main(
    sample: int | None,
    seed: int,
    only: tuple[str, ...],
    all_tests: bool,
    workers: int,
    longest: float,
    resume: Path | None,
    again: bool,
    listing: bool,
) -> None:
    began = time.monotonic()
    for path in only:
        if not (CHECKOUT / path).exists() or not Path(path).as_posix().startswith(RULES):
            raise click.UsageError(f"--only: {path} is no folder or module of {RULES}")
    mutants, texts = chosen([Path(path).as_posix() for path in only], sample, seed)
    if listing:
        for m in mutants:
            click.echo(f"{m.module}:{m.line} {m.function}\n  - {m.was}\n  + {m.now}")
        return
    equal = {(e.module, e.function, e.was, e.now) for e in listed()}
    known = _known(resume, again)
    alike = [m for m in mutants if (m.module, m.function, m.was, m.now) in equal]
    done = [known[m.id] for m in mutants if m.id in known and m not in alike]
    lines = done + [Line(m.id, m.module, m.function, m.line, m.was, m.now, "equal") for m in alike]
    trial = Trial([m for m in mutants if m.id not in known and m not in alike], texts, workers, longest, resume)
    if trial.mutants:
        lines += _try(trial, all_tests=all_tests)
    for line in sorted(lines, key=lambda each: (each.module, each.line)):
        if line.fate in ("survived", "uncovered"):
            click.echo(line.diff())
    spent = sum(resource.getrusage(who)[0] for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    took = f"{time.monotonic() - began:.0f} s, {spent:.0f} s of the processor's"
    click.echo(f"\n{table(lines)}\n{len(trial.lines)} tried in {took}")
    if not only and sample is None:
        for each in stale(listed(), mutants):
            click.echo(f"no longer there, though tests/mutants_equal.toml lists it: {each.module} {each.was}")


def _try(trial: Trial, *, all_tests: bool) -> list[Line]:
    plugin = Plugin(all_tests=all_tests)
    plugin.body = trial.run
    where = ["--rootdir", str(CHECKOUT), "-p", "no:cacheprovider", *(str(CHECKOUT / path) for path in TESTS)]
    options = ["-o", "addopts=--strict-markers --import-mode=importlib", "-s", "-p", "no:terminal"]
    pytest.main([*options, *where], plugins=[plugin])
    if plugin.errors:
        raise click.ClickException("tests cannot be collected:\n" + "\n".join(plugin.errors))
    for test in sorted(trial.distrusted):
        click.echo(f"not asked, as it fails when it is run twice: {test}", err=True)
    return trial.lines


if __name__ == "__main__":
    main()
