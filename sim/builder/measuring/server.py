"""Measures a map while it is built: `python -m sim.builder.measuring.server` answers line by line, see `protocol`.

A newer question ends what is being done for an older one, wherever that is.
"""

from __future__ import annotations

import _thread
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Thread
from types import FrameType

import msgspec

from sim.builder.measuring.measures import Measures
from sim.builder.measuring.protocol import Ask
from sim.builder.measuring.whole import Ready
from sim.words import in_english

__all__ = ["Superseded", "main", "until_superseded"]

RESTS = 0.045  # seconds without a move, after which a hand holds still: more than a frame


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
        signal.signal(signal.SIGINT, self._stop)
        Thread(target=self._read, daemon=True).start()
        Thread(target=self._look_out, daemon=True).start()

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

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        """In the thread that measures, wherever it is: leave what is no longer wanted."""
        if self.newest is self.current and not self.ended:
            return
        if self.measures.stoppable or self.measures.gives_way(self._rests is self.newest):
            self.measures.stoppable = False
            raise Superseded

    def next(self) -> Ask | None:
        with self._news:
            self._news.wait_for(lambda: self.ended or self.newest is not self.current)
            self.current = self.newest
            return None if self.ended else self.current


@contextmanager
def until_superseded() -> Iterator[None]:
    """Something newer may end what is done here: what calls a kernel just then makes an error of its own of that."""
    try:
        yield
    except Superseded:
        return
    except SystemError as error:
        why: BaseException | None = error
        while why is not None and not isinstance(why, Superseded):
            why = why.__cause__
        if why is None:
            raise


def main(ready: Ready = lambda _: (), told: Callable[[object], str] = in_english) -> None:
    """Answer until the input ends. `ready`: what a board lacks for what is played on it; `told`: messages in the
    language of whoever asks."""
    measures = Measures(ready)
    line = _Questions(measures)
    while (ask := line.next()) is not None:
        with until_superseded():
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
