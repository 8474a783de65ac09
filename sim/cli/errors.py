"""How a command ends: 0 when it is done, 2 with one line for a mistake of the caller, 1 for a fault of our own."""

from __future__ import annotations

import click

from sim.cli.spoken_help import metavars_told
from sim.errors import BautaError, readable
from sim.fault_log import log_fault, where_logged
from sim.words import Message, joined, reason, say
from sim.words.tongues import told

__all__ = ["UserError", "fault_line", "mistake_line"]


class UserError(BautaError):
    """A mistake in how a command was called: one line, exit code 2."""


def mistake_line(error: BaseException, command: str) -> str:
    """The line that tells the caller what is wrong, with the way to the help where an option is at fault."""
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else command
        return told(say("{command}: {words} (see: {command} --help)", command=path, words=_words(error)))
    return told(joined(": ", (command, _words(error))))


def _words(error: BaseException) -> str:
    """What is wrong, in a line of the language that is spoken."""
    if isinstance(error, click.BadParameter) and isinstance(error.message, Message) and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
        wrong = say("Invalid value for {param_hint}: {message}", param_hint=hint, message=error.message)
        return readable(told(wrong))
    if isinstance(error, click.NoSuchOption) and _is_of_all(error):
        return told(
            say(
                "{option} stands before the command: {example}",
                option=error.option_name,
                example=f"bauta {error.option_name} …",
            )
        )
    if isinstance(error, click.MissingParameter):
        return readable(metavars_told(error.format_message()))
    if isinstance(error, click.ClickException):
        return readable(told(error.message) if isinstance(error.message, Message) else error.format_message())
    return readable(told(reason(error))) if isinstance(error, Exception) else readable(str(error))


def _is_of_all(error: click.NoSuchOption) -> bool:
    """Was an option that all commands have given behind the command?"""
    root = error.ctx.find_root() if error.ctx is not None else None
    return root is not None and any(error.option_name in param.opts for param in root.command.params)


def fault_line(error: BaseException, command: str) -> str:
    """The line for a fault of our own, and where its traceback went."""
    what = readable(f"{type(error).__name__}: {error}".rstrip(": "))
    where = where_logged(log_fault(error))
    return told(say("{command} failed: {what} ({where})", command=command, what=what, where=where))
