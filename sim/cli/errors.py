"""How a command ends: 0 when it is done, 2 with one line for a mistake of the caller, 1 for a fault of our own."""

from __future__ import annotations

import click

from sim.errors import BautaError, readable
from sim.fault_log import log_fault, where_logged

__all__ = ["UserError", "fault_line", "mistake_line"]


class UserError(BautaError):
    """A mistake in how a command was called: one line, exit code 2."""


def mistake_line(error: BaseException, command: str) -> str:
    """The line that tells the caller what is wrong, with the way to the help where an option is at fault."""
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else command
        return f"{path}: {readable(error.format_message())} (see: {path} --help)"
    if isinstance(error, click.ClickException):
        return f"{command}: {readable(error.format_message())}"
    return f"{command}: {readable(str(error))}"


def fault_line(error: BaseException, command: str) -> str:
    """The line for a fault of our own, and where its traceback went."""
    what = readable(f"{type(error).__name__}: {error}".rstrip(": "))
    return f"{command} failed: {what} ({where_logged(log_fault(error))})"
