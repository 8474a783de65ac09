"""How a command ends: 0 when it is done, 2 with one line for a mistake of the caller, 1 for a fault of our own."""

from __future__ import annotations

import click

from sim.errors import BautaError
from sim.fault_log import log_fault, where_logged

__all__ = ["UserError", "fault_line", "mistake_line"]


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
    return f"{command} failed: {what} ({where_logged(log_fault(error))})"
