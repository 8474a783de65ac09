"""Games and films are made away from the thread that draws, which tells meanwhile what is waited for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from sim.app.hud.loading_screen import Loading
from sim.app.window.board_opening import BoardOpening
from sim.errors import BautaError


class Waiting:
    """A window that does something each time it has told what it waits for."""

    def __init__(self, threaded: bool, then: Callable[[], None] = lambda: None) -> None:
        self.threaded, self.then = threaded, then
        self.told: list[str] = []

    def load(self, loading: Loading) -> None:
        self.told.append(loading.title)

    def pause(self, _: float) -> None:
        self.then()


def opening(window: Waiting) -> BoardOpening:
    host: Any = window
    return BoardOpening(host, host)


def test_what_takes_long_is_told_of_while_it_is_done_elsewhere() -> None:
    seen = threading.Event()
    window = Waiting(True, seen.set)
    thread = opening(window).aside(lambda: seen.wait(60) and threading.get_ident(), Loading("Campo"))
    assert thread not in (False, threading.get_ident())
    assert window.told == ["Campo"]


def test_without_threads_it_is_done_at_once() -> None:
    window = Waiting(False)
    assert opening(window).aside(threading.get_ident, Loading("Campo")) == threading.get_ident()
    assert not window.told


def test_what_goes_wrong_there_is_told_here() -> None:
    def wrong() -> None:
        raise BautaError("no such game")

    with pytest.raises(BautaError, match="no such game"):
        opening(Waiting(True)).aside(wrong, Loading("Campo"))
