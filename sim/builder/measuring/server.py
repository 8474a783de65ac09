"""Measures a map while it is built: `python -m sim.builder.measuring.server` answers line by line, see `protocol`.

A newer question ends what is being done for an older one: by a signal, which is asked again until it comes where our
own code is at work, as others hold locks and what they have begun (numba's compiler, pools of threads, caches).
"""

from __future__ import annotations

import _thread
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Condition, Thread
from types import FrameType

import msgspec

from sim.builder.measuring.measures import Measures
from sim.builder.measuring.protocol import Ask
from sim.builder.measuring.whole import Ready, Way
from sim.words import in_english

__all__ = ["Superseded", "is_our_own", "main"]

RESTS = 0.045  # seconds without a move, after which a hand holds still: more than a frame
INSISTS = 0.003  # seconds until something is ended that could not be ended just then
OURS = str(Path(__file__).parents[2])  # the package
COMPILING = str(Path(OURS, "geometry", "compile"))


class Superseded(Exception):
    """Something newer was asked."""


class _Questions:
    """Reads what is asked on a thread of its own; only the newest counts."""

    def __init__(self, measures: Measures) -> None:
        self.measures = measures
        self.newest: Ask | None = None
        self.current: Ask | None = None
        self.ended = False
        self._rests: Ask | None = None  # the last question of a hand that has not moved since
        self._news = Condition()
        self._owed = SimpleQueue[None]()  # signals that came where nothing may be ended; a handler may put into it
        measures.look_up = self._look_up
        signal.signal(signal.SIGINT, self._stop)
        for work in (self._read, self._look_out, self._insist):
            Thread(target=work, daemon=True).start()

    def _look_out(self) -> None:
        """For a hand that holds still."""
        seen = None
        while not self.ended:
            with self._news:
                while not self.ended and self.newest is seen:
                    self._news.wait()
                seen = self.newest
            time.sleep(RESTS)
            if seen is not None and seen.held and self.newest is seen and self.current is not seen:
                self._rests = seen
                _thread.interrupt_main()

    def _read(self) -> None:
        try:
            for line in sys.stdin.buffer:
                ask = msgspec.json.decode(line, type=Ask)
                with self._news:
                    self.newest = ask
                    self._news.notify_all()
                _thread.interrupt_main()
        finally:
            with self._news:
                self.ended = True
                self._news.notify_all()
            _thread.interrupt_main()

    def _insist(self) -> None:
        """Signal once more, a little later."""
        while not self.ended:
            self._owed.get()
            time.sleep(INSISTS)
            _thread.interrupt_main()

    def _stop(self, _number: int, frame: FrameType | None) -> None:
        """In the thread that measures, wherever it is: leave what is no longer wanted, now or a little later."""
        if is_our_own(frame):
            self._look_up()
        elif self._is_outdated:
            self._owed.put(None)

    @property
    def _is_outdated(self) -> bool:
        """Does nobody want any more what is being done?"""
        return self.ended or self.newest is not self.current

    def _look_up(self) -> None:
        """Leave what is no longer wanted, here."""
        if not self._is_outdated:
            return
        if self.measures.stoppable or self.measures.gives_way(self._rests is self.newest):
            self.measures.stoppable = False
            raise Superseded

    def next(self) -> Ask | None:
        with self._news:
            self._news.wait_for(lambda: self._is_outdated)
            self.current = self.newest
            return None if self.ended else self.current


def is_our_own(frame: FrameType | None) -> bool:
    """Is our own code at work here, called by our own all the way from `main`, and no kernel being got ready?"""
    while frame is not None and frame.f_code is not main.__code__:
        file = frame.f_code.co_filename
        if not file.startswith(OURS) or file.startswith(COMPILING):
            return False
        frame = frame.f_back
    return True


def main(ready: Ready = lambda _: (), told: Callable[[object], str] = in_english, way: Way = lambda *_: None) -> None:
    """Answer until the input ends. `ready`: what a board lacks for what is played on it; `told`: messages in the
    language of whoever asks; `way`: how one goes over a board."""
    measures = Measures(ready, way)
    line = _Questions(measures)
    while (ask := line.next()) is not None:
        with suppress(Superseded):
            for answer in measures.answers(ask):
                may, measures.stoppable = measures.stoppable, False
                sys.stdout.buffer.write(msgspec.json.encode(answer, enc_hook=told) + b"\n")
                sys.stdout.buffer.flush()
                if line.newest is not ask and not ask.held:  # what a hand moves on is told where it was, all of it
                    break
                measures.stoppable = may
        measures.stoppable = False


if __name__ == "__main__":
    main()
