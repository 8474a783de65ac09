"""Property tests come out the same on every run and on every machine, however slow; long files are dealt first."""

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from sim.board.spare_memory import give_back
from sim.words.tongues import load, speak
from tests.dealing import Seconds, dealt, read

os.environ["BAUTA_LANGUAGE"] = "en"  # whatever the system speaks: also in programs that tests start

gc.set_threshold(20_000, 20, 100)  # as the program does

settings.register_profile("bauta", deadline=None, derandomize=True, database=None)
settings.load_profile("bauta")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep-seconds", action="store_true", help="keep how long each file took, for the dealing")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--keep-seconds") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Seconds())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):  # of pytest-xdist: else they are run in their own order
        place = {file: n for n, file in enumerate(dealt([item.nodeid.partition("::")[0] for item in items], read()))}
        items.sort(key=lambda item: place[item.nodeid.partition("::")[0]])


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Commands speak a language from then on: whichever a test has asked for, the next one is told in English."""
    yield
    speak(load("en"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """After each file what its boards and pictures took is given back: its own caches would keep them to the end, and
    the C library hundreds of megabytes besides."""
    yield
    if nextitem is None or nextitem.path != item.path:
        _forget(item)
        give_back()


def _forget(item: pytest.Item) -> None:
    """What a file of tests keeps for its own tests is not asked for again."""
    module = item.getparent(pytest.Module)
    for each in vars(module.obj).values() if module is not None else ():
        if hasattr(each, "cache_clear") and each.__module__ == module.obj.__name__:
            each.cache_clear()
