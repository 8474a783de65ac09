"""How a command ends: 0 when it is done, 2 with one line for a mistake of the caller, 1 for a fault of our own."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

import click

from sim.errors import BautaError

DEBUG = "BAUTA_DEBUG"  # set to 1, the traceback of a fault is shown


class UserError(BautaError):
    """A mistake in how a command was called: one line, exit code 2."""


def one_line(text: str) -> str:
    return " ".join(text.split())


def mistake_line(error: BaseException, command: str) -> str:
    """The line that tells the caller what is wrong, with the way to the help where an option is at fault."""
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else command
        return f"{path}: {one_line(error.format_message())} (see: {path} --help)"
    if isinstance(error, click.ClickException):
        return f"{command}: {one_line(error.format_message())}"
    return f"{command}: {one_line(str(error))}"


def fault_line(error: BaseException, command: str) -> str:
    """The line for a fault of our own, and where its traceback went."""
    what = one_line(f"{type(error).__name__}: {error}".rstrip(": "))
    log = _log(error)
    where = f"the traceback is in {log}" if log else f"{DEBUG}=1 shows the traceback"
    return f"{command} failed: {what} ({where})"


def _log(error: BaseException) -> Path | None:
    """Write the traceback beside the saves; None where no folder can be written."""
    if os.environ.get(DEBUG):
        traceback.print_exception(error, file=sys.stderr)
        return None
    from sim.board.files.folders import data_dir

    try:
        log = data_dir() / "last-error.txt"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return None
    return log
