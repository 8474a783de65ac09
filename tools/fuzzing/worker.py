"""A process of its own that runs cases, with limits of time and memory: what hangs or dies takes only itself along."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from tools.fuzzing.case import Case
from tools.fuzzing.faces import Outcome, peak_memory, run_case
from tools.fuzzing.judge import MEMORY, SECONDS, Find, judge

__all__ = ["Worker"]

CASES = 3000  # of one process
TWICE, REPEATED = 6, ("los", "measure", "drop", "jump", "reach", "map", "script", "replay", "odds", "gang")
MOST_TOLD = 20_000_000  # letters of what a command prints
WAIT = 6.0  # times SECONDS, by the clock, in which it waits and uses no processor
GLANCE = 0.25  # seconds between two looks at a case that runs; a longer gap is a machine, or a fuzzer, that was stopped


class Worker:
    """Runs cases one after another, in a process that is made anew when it hangs, dies or has run many.

    `first` is run in each process before all others, and may take its time: it loads what cases need.
    """

    def __init__(self, folder: Path, first: Sequence[Case] = ()) -> None:
        self.folder, self.first = folder, first
        self.log = folder / "worker.log"
        self._process: multiprocessing.process.BaseProcess | None = None
        self._ends: Connection | None = None
        self._count = 0
        self.spent = 0.0  # seconds of processor that the last case took

    def run(self, case: Case) -> tuple[Outcome | None, Find | None]:
        """How a case ended (None where it did not), and what is wrong with that."""
        if self._process is None or self._count >= CASES:
            self.close()
            self._start()
            for each in self.first:
                outcome, find = self._run(each, limited=False)
                if find is not None or outcome is None or outcome.code:
                    said = "" if outcome is None else outcome.err[-300:]
                    print(f"{each.about}: {' '.join(each.words)}: {find or said}", file=sys.stderr)
        self._count += 1
        return self._run(case, limited=True)

    def _run(self, case: Case, limited: bool) -> tuple[Outcome | None, Find | None]:
        assert self._ends is not None
        began_cpu, looked, waited = self._cpu(), time.monotonic(), 0.0
        try:
            self._ends.send(case)
            while not self._ends.poll(GLANCE):
                now = time.monotonic()
                waited, looked = waited + (0 if self._runs() else min(now - looked, 4 * GLANCE)), now
                if limited and (self._cpu() - began_cpu > SECONDS or waited > WAIT * SECONDS):
                    where = self._where()
                    self.close()
                    return None, Find("hang", f"hang: {where}", f"over {SECONDS:g} s; {case.about}")
            outcome = self._ends.recv()
            self.spent = self._cpu() - began_cpu
        except (EOFError, ConnectionError):
            code = self._wait()
            self._forget()
            return None, Find("crash", f"crash {code}: {self._where()}", f"the process ended with {code}: {case.about}")
        return outcome, judge(case, outcome)

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._forget()

    def _start(self) -> None:
        ends, theirs = multiprocessing.Pipe()
        self.log.write_bytes(b"")
        self._process = multiprocessing.get_context("fork").Process(
            target=_serve, args=(theirs, self.folder, self.log), daemon=True
        )
        self._process.start()
        theirs.close()
        self._ends, self._count = ends, 0

    def _wait(self) -> int | None:
        assert self._process is not None
        self._process.join(10)
        return self._process.exitcode

    def _forget(self) -> None:
        if self._ends is not None:
            self._ends.close()
        self._process = self._ends = None

    def _cpu(self) -> float:
        """Seconds of processor time that the process has used."""
        assert self._process is not None
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError):
            return 0.0

    def _runs(self) -> bool:
        """Does the process, or one that it has started, use a processor or wait for one?"""
        assert self._process is not None
        try:
            own = Path(f"/proc/{self._process.pid}")
            others = (own / "task" / str(self._process.pid) / "children").read_text().split()
            states = [(own.parent / pid / "stat").read_text().rpartition(")")[2].split()[0] for pid in others]
            return "R" in (own / "stat").read_text().rpartition(")")[2].split()[0] + "".join(states)
        except (OSError, IndexError):
            return False

    def _where(self) -> str:
        """In what function of ours the process is, or was when it died."""
        if self._process is not None and self._process.pid is not None and self._process.is_alive():
            os.kill(self._process.pid, signal.SIGUSR1)
            time.sleep(0.3)
        for line in self.log.read_text(errors="replace").splitlines():
            if "/sim/" in line and ", line " in line:
                file, _, function = line.partition('", line ')
                return f"sim/{file.rpartition('/sim/')[2]}:{function.rpartition(' in ')[2]}"
        return "?"


def _serve(ends: Connection, folder: Path, log: Path) -> None:
    """Run cases until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with log.open("wb") as file, open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        faulthandler.enable(file)
        faulthandler.register(signal.SIGUSR1, file)
        number = 0
        while True:
            try:
                case = ends.recv()
            except EOFError:
                return
            number += 1
            ends.send(_limited(case, folder / f"case-{os.getpid()}-{number}"))


def _limited(case: Case, folder: Path) -> Outcome:
    """Run a case with no more memory than it may have."""
    peak_memory()
    before = _resident()
    usual = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_addresses() + MEMORY * 3 // 2, usual[1]))
    try:
        outcome = run_case(case, folder)
        same = True
        if outcome.code == 0 and int(case.name, 16) % TWICE == 0 and case.command in REPEATED:
            again = run_case(case, folder)
            same = (again.code, again.out) == (outcome.code, outcome.out)
    except BaseException:  # of the fuzzer itself
        outcome, same = Outcome(1, "", traceback.format_exc(), str(folder)), True
    finally:
        resource.setrlimit(resource.RLIMIT_AS, usual)
    return msgspec.structs.replace(
        outcome,
        out=outcome.out[:MOST_TOLD],
        err=outcome.err[-20_000:],
        memory=max(0, peak_memory() - before),
        same=same,
    )


def _addresses() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
