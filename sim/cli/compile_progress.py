"""What is said while kernels are compiled: the first measurement of an installation takes minutes, not a second."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from sim.cli.errors import UserError
from sim.words import listed, say, term
from sim.words.tongues import spoken, told

__all__ = ["LOG", "WHAT", "prepare_kernels", "report_progress"]

LOG = logging.getLogger("sim.kernels")
PAUSE = 0.5  # seconds between two looks at how far compiling is
WHAT = say("compiling what measures, once for this installation: a minute or two")


class _ProgressLine(logging.Handler):
    """One line; on a terminal it goes on to count the kernels, and makes way for what is printed after them."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._told = spoken().told  # whichever thread compiles
        self._begun = self._ended = 0
        self._width = 0

    def emit(self, record: logging.LogRecord) -> None:
        if str(record.msg).startswith("compiled"):
            self._ended += 1
        else:
            self._begun += 1
        if self._stream.isatty():
            under_way = self._ended < self._begun
            so_far = say("{what} ({n} kernels so far)", what=WHAT, n=self._ended)
            self._show(self._told(so_far) if under_way else "")
        elif self._begun == 1 and not self._ended:
            self._stream.write(f"{self._told(WHAT)}\n")
            self._stream.flush()

    def _show(self, line: str) -> None:
        self._stream.write("\r" + line.ljust(self._width) + ("" if line else "\r"))
        self._stream.flush()
        self._width = len(line)


@contextmanager
def report_progress() -> Iterator[None]:
    """Tell on stderr of what is compiled meanwhile."""
    handler = _ProgressLine(sys.stderr)
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    try:
        yield
    finally:
        LOG.removeHandler(handler)
        LOG.propagate = True


def prepare_kernels() -> None:
    """Compile what is not there yet, in processes side by side, and tell once in a while how far it is.

    Raises UserError where a process of it fails.
    """
    from sim.board.preparation import prepare

    preparation = prepare()
    if preparation is None:
        return
    click.echo(told(WHAT), err=True)
    reported: tuple[str, ...] = ()
    try:
        while not preparation.wait(PAUSE):
            now = preparation.progress
            if now.measures and now.measures != reported:
                reported = now.measures
                what = listed(map(term, reported))
                click.echo(told(say("compiling {what}: {share:.0%}", what=what, share=now.share)), err=True)
    finally:
        preparation.close()
    if trouble := preparation.progress.trouble:
        raise UserError(say("compiling what measures failed: {trouble}", trouble=trouble))
    click.echo(told(say("compiled")), err=True)
