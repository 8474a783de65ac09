"""Runs tests against mutants: everything is imported and collected once, and each mutant gets a fork of that.

In the fork the functions that a mutant changes get its code, wherever they have got to by then: into registries,
classes or wrappers. What is run at import cannot be changed so; then the fork imports the rules and the tests anew.
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.util
import inspect
import os
import resource
import signal
import sys
import types
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Literal, NamedTuple, NoReturn

import pytest
from hypothesis import Phase, settings

from tools.mutation.mentions import Mentions
from tools.mutation.operators import Mutant
from tools.mutation.reached import CHECKOUT, RULES, LinesRun, forget_answers, reached, run

Fate = Literal["killed", "survived", "uncovered", "invalid"]
BELOW = ("board", "engine", "errors", "geometry", "lazy", "percent", "schemas", "version", "whole_files")  # the rules
KEPT = tuple(f"sim.{name}" for name in BELOW)  # where the rules are imported anew
MORE_MEMORY = 3 << 30  # bytes that a mutant may take beyond what is there
LONG = 1.0  # seconds of a test that is not run beforehand for what it leaves in memory
BROKEN = 250  # exit codes of a fork: the mutant is no Python; any test failed
FAILED = 1


class Verdict(NamedTuple):
    """What became of a mutant."""

    mutant: Mutant
    fate: Fate
    by: str = ""  # the test that noticed it


class Forks:
    """Mutants on trial. All collected tests must be fit to be run more than once."""

    def __init__(self, items: Sequence[pytest.Item], tests: LinesRun, sources: Mapping[str, bytes]) -> None:
        self.items = {item.nodeid: item for item in items}
        self.tests, self.sources = tests, sources
        self.mentions = Mentions(sources)
        self.saying = _saying(items)
        self.distrusted: set[str] = set()  # tests that fail in a fork without any mutant
        self.distrusted_anew: set[str] = set()  # the same with the rules imported anew
        self._trusted: set[tuple[str, bool]] = set()  # and whether with the rules imported anew
        self._kills: dict[str, Counter[str]] = defaultdict(Counter)
        self._functions = _functions_of_rules()
        self._running: dict[int, tuple[Mutant, list[str], int]] = {}

    # --- which tests -------------------------------------------------------------------------------

    def covering(self, mutant: Mutant) -> list[str]:
        """The tests that run what a mutant changes: those first that are likely to notice it soon."""
        if not mutant.at_import:
            near, found = set[str](), self.tests.running(mutant.module, [mutant.lines])
        else:
            near = self._running_any(self.mentions.within(mutant.module, mutant.function) if mutant.function else [])
            near |= {test for name in mutant.names for test in self.saying[name] & self.tests.found.keys()}
            reading = self._running_any([f for name in mutant.names for f in self.mentions.reading(name)])
            found = near | self.tests.at_rest | reading
        here, beside = self._kills[f"{mutant.module}:{mutant.function}"], self._kills[mutant.module]

        def promise(test: str) -> tuple[bool, int, bool, float]:
            seconds = self.tests.found[test].seconds
            return test not in near, -here[test], seconds > LONG, seconds / (1 + beside[test])

        distrusted = self.distrusted_anew if mutant.at_import else self.distrusted
        return sorted(found - distrusted, key=promise)

    def _running_any(self, functions: Sequence[object]) -> set[str]:
        return {t for f in functions for t in self.tests.running(f.module, [f.lines])}  # type: ignore[attr-defined]

    def warm(self, mutants: Sequence[Mutant]) -> Iterator[str]:
        """Run the short tests that may be wanted, for the boards and kernels that they leave in memory."""
        wanted = {test for mutant in mutants for test in self.covering(mutant)}
        for test in sorted(wanted):
            if self.tests.found[test].seconds < LONG:
                run(self.items[test])
            yield test
        forget_answers()
        gc.collect()
        gc.freeze()

    # --- trials ------------------------------------------------------------------------------------

    def tried(self, mutants: Sequence[Mutant], workers: int) -> Iterator[Verdict]:
        """What becomes of each, as it is known."""
        for mutant in mutants:
            while len(self._running) >= workers:
                yield self._next()
            covering = self.covering(mutant)
            if covering:
                self._begin(mutant, covering)
            else:
                yield Verdict(mutant, "uncovered")
        while self._running:
            yield self._next()

    def _begin(self, mutant: Mutant, covering: list[str]) -> None:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            self._try(mutant, covering, write)
        os.close(write)
        self._running[child] = (mutant, covering, read)

    def _next(self) -> Verdict:
        child, status = os.wait()
        mutant, covering, read = self._running.pop(child)
        with os.fdopen(read, "rb") as told:
            begun = len(told.read())
        code = os.waitstatus_to_exitcode(status)
        if code == BROKEN:
            return Verdict(mutant, "invalid")
        if code == 0:
            return Verdict(mutant, "survived")
        by = covering[max(0, begun - 1)]
        if not self._trust(by, mutant):
            self._begin(mutant, self.covering(mutant))
            return self._next()
        self._kills[f"{mutant.module}:{mutant.function}"][by] += 1
        self._kills[mutant.module][by] += 1
        return Verdict(mutant, "killed", by)

    def _trust(self, test: str, mutant: Mutant) -> bool:
        """Does the test pass in a fork without the mutant?"""
        anew = mutant.at_import
        distrusted = self.distrusted_anew if anew else self.distrusted
        if test in distrusted or (test, anew) in self._trusted:
            return test not in distrusted
        child = os.fork()
        if child == 0:
            code = FAILED
            try:
                _be_quiet()
                if anew:
                    source, told = self.sources[mutant.module], os.open(os.devnull, os.O_WRONLY)
                    code = _all_pass_anew(mutant.module, source, [test], told, self.tests)
                else:
                    code = 0 if run(self.items[test]).passed else FAILED
            finally:
                os._exit(code)
        good = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        if good:
            self._trusted.add((test, anew))
        else:
            distrusted.add(test)
        return good

    # --- in the fork -------------------------------------------------------------------------------

    def _try(self, mutant: Mutant, covering: list[str], told: int) -> NoReturn:
        code = FAILED
        try:
            _be_quiet()
            source = mutant.of(self.sources[mutant.module])
            try:
                made = compile(source, str(CHECKOUT / mutant.module), "exec", dont_inherit=True)
            except SyntaxError:
                os._exit(BROKEN)
            if not mutant.at_import and self._swapped(made, mutant):
                code = self._all_pass(covering, told)
            else:
                code = _all_pass_anew(mutant.module, source, covering, told, self.tests)
        finally:
            os._exit(code)

    def _all_pass(self, covering: list[str], told: int) -> int:
        for test in covering:
            _limit(self.tests.found[test].seconds)
            os.write(told, b".")
            if not run(self.items[test]).passed:
                return FAILED
        return 0

    def _swapped(self, made: types.CodeType, mutant: Mutant) -> bool:
        """Give the mutant's code to all functions that it changes; False: that cannot be done."""
        codes = defaultdict(list)
        for code in _codes(made):
            if code.co_flags & inspect.CO_OPTIMIZED:
                codes[mutant.module, code.co_qualname, code.co_firstlineno].append(code)
        changed = []
        for key, found in codes.items():
            functions = self._functions.get(key, [])
            new = [code for code in found if all(code != function.__code__ for function in functions)]
            changed += [(f, new[0]) for f in functions if new and f.__code__ not in found]
        for function, code in changed:
            if len(function.__code__.co_freevars) != len(code.co_freevars):
                return False
            function.__code__ = code
        return bool(changed)


def _saying(items: Sequence[pytest.Item]) -> dict[str, set[str]]:
    """Tests by the names that they say: what stands in a class they may look up themselves, without any rule."""
    found = defaultdict[str, set[str]](set)
    for item in items:
        for code in _codes(item.function.__code__):  # type: ignore[attr-defined]
            keywords = [name for each in code.co_consts if isinstance(each, tuple) for name in each]
            for name in (*code.co_names, *keywords):
                found[name].add(item.nodeid)
    return found


def _functions_of_rules() -> dict[tuple[str, str, int], list[types.FunctionType]]:
    found = defaultdict(list)
    root = f"{CHECKOUT}/{RULES}/"
    for each in gc.get_objects():
        if isinstance(each, types.FunctionType) and each.__code__.co_filename.startswith(root):
            code = each.__code__
            module = Path(code.co_filename).relative_to(CHECKOUT).as_posix()
            found[module, code.co_qualname, code.co_firstlineno].append(each)
    return found


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _codes(each)


def _be_quiet() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MORE_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _limit(seconds: float) -> None:
    """Whatever takes much longer than it did is a hang: the fork is ended by the signal."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, 2 + 10 * seconds)
    signal.setitimer(signal.ITIMER_REAL, 60 + 60 * seconds)


# --- importing anew ---------------------------------------------------------------------------------------------


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module, with a mutant's source."""

    def __init__(self, module: str, source: bytes) -> None:
        self.file, self.source = str(CHECKOUT / module), source
        self.name = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.package = module.endswith("/__init__.py")

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        where = [str(Path(self.file).parent)] if self.package else None
        return importlib.util.spec_from_file_location(
            fullname, self.file, loader=self, submodule_search_locations=where
        )

    def exec_module(self, module: types.ModuleType) -> None:
        exec(compile(self.source, self.file, "exec", dont_inherit=True), module.__dict__)


class _Watch:
    """Tells how far the tests have come."""

    def __init__(self, told: int, tests: LinesRun) -> None:
        self.told, self.tests = told, tests

    def pytest_sessionstart(self) -> None:
        settings.load_profile("mutants")

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        _limit(self.tests.found[item.nodeid].seconds)
        os.write(self.told, b".")


def _all_pass_anew(module: str, source: bytes, covering: list[str], told: int, tests: LinesRun) -> int:
    """Import rules and tests with the mutant, and run them."""
    for name in list(sys.modules):
        if name.split(".")[0] in ("sim", "tests") and name not in ("sim", "tests") and not name.startswith(KEPT):
            del sys.modules[name]
    sys.meta_path.insert(0, _Changed(module, source))
    _limit(60)
    arguments = ["-x", "-s", "-p", "no:cacheprovider", *(str(CHECKOUT / test) for test in covering)]
    code = pytest.main(["--rootdir", str(CHECKOUT), *arguments], plugins=[_Watch(told, tests)])
    return 0 if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else FAILED


# --- as a plug-in of pytest -------------------------------------------------------------------------------------


class Plugin:
    """Collects the tests, and hands them to a run of mutants instead of running them."""

    def __init__(self, *, all_tests: bool) -> None:
        self.all_tests = all_tests
        self.errors: list[str] = []
        self.body: object = None  # called with the items

    def pytest_sessionstart(self) -> None:
        phases = (Phase.explicit, Phase.reuse, Phase.generate)  # that it fails is enough
        settings.register_profile("mutants", settings.get_profile("bauta"), phases=phases)
        settings.load_profile("mutants")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.errors.append(str(report.longrepr))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wanted = [item for item in items if self.all_tests or item.get_closest_marker("rule")]
        items[:] = [item for item in wanted if not item.get_closest_marker("window")]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.errors:
            self.body(session.items)  # type: ignore[operator]
        return True


__all__ = ["Fate", "Forks", "Plugin", "Verdict", "reached"]
