"""Help and mistakes of commands in the language that is spoken: what click says itself, and what commands say of
themselves where they are declared.

Commands keep their help in English, as docstrings and `help=`; `tools/words.py` gathers it by `said_by`, and it is told
as it is laid out on the screen.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from typing import Any

import click
from click import core, decorators, exceptions, formatting, parser, types

from sim.words import Message, say, sense
from sim.words.tongues import spoken, told

__all__ = ["COUNTED", "CommandGroup", "HelpInWords", "metavars_told", "said_by", "speak_of_click"]

CLICK = (  # what click says, as it has it
    say("Usage:"),
    say("Options"),
    say("Commands"),
    say("default: {default}"),
    say("required"),
    say("Missing argument"),
    say("Missing option"),
    say("Missing command."),
    say("Choose from:\n\t{choices}"),
    say("Invalid value for {param_hint}: {message}"),
    say("No such option {name!r}."),
    say("No such command {name!r}."),
    say("Option {name!r} does not take a value."),
)
COUNTED = (  # the same, of one and of several
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
METAVARS = {  # what stands for something that is given
    "ADDRESS": sense("of a command line", "ADDRESS"),
    "ARGS": sense("of a command line", "ARGS"),
    "BOARD": sense("of a command line", "BOARD"),
    "BOT": sense("of a command line", "BOT"),
    "CHARACTER": sense("of a command line", "CHARACTER"),
    "COMMAND": sense("of a command line", "COMMAND"),
    "FILE": sense("of a command line", "FILE"),
    "FOLDER": sense("of a command line", "FOLDER"),
    "FORMAT": sense("of a command line", "FORMAT"),
    "GANG": sense("of a command line", "GANG"),
    "INCHES": sense("of a command line", "INCHES"),
    "ITEM": sense("of a command line", "ITEM"),
    "KIND": sense("of a command line", "KIND"),
    "MAP": sense("of a command line", "MAP"),
    "MINI": sense("of a command line", "MINI"),
    "BOAT": sense("of a command line", "BOAT"),
    "MARKER": sense("of a command line", "MARKER"),
    "NAME": sense("of a command line", "NAME"),
    "NEW": sense("of a command line", "NEW"),
    "NUMBER": sense("of a command line", "NUMBER"),
    "OLD": sense("of a command line", "OLD"),
    "OPTIONS": sense("of a command line", "OPTIONS"),
    "PACKAGE": sense("of a command line", "PACKAGE"),
    "PART": sense("of a command line", "PART"),
    "PATH": sense("of a command line", "PATH"),
    "SEAT": sense("of a command line", "SEAT"),
    "TABLE": sense("of a command line", "TABLE"),
    "TEXT": sense("of a command line", "TEXT"),
    "TITLE": sense("of a command line", "TITLE"),
    "UNIT": sense("of a command line", "UNIT"),
    "WHAT": sense("of a command line", "WHAT"),
    "WHO": sense("of a command line", "WHO"),
    "WORD": sense("of a command line", "WORD"),
}
CAPITALS = re.compile(r"\b[A-Z]{3,}\b")
RAW = "\b"  # click's sign of a paragraph whose lines stay as they are
EXAMPLE = say("Example:")
FIRST = re.compile(r".*?[.?!](?= |$)")


class HelpInWords(click.HelpFormatter):
    """Lays help out, and tells it: paragraphs, what options do, and what stands for something that is given."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, metavars_told(args), prefix)

    def write_text(self, text: str) -> None:
        super().write_text("\n\n".join(map(_paragraph, text.split("\n\n"))))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(metavars_told(first), _row(second)) for first, second in rows], col_max, col_spacing)


class CommandGroup(click.Group):
    """A group that tells of each of its commands the first sentence of its help, whole. To name none is a mistake."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **{"no_args_is_help": False, **named})

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, _first_of(self.commands[name])) for name in self.list_commands(ctx)]
        with formatter.section(told(say("Commands"))):
            formatter.write_dl(rows)


def speak_of_click() -> None:
    """Have click say its own words in the language that is spoken.

    It asks gettext for them by the names `_` and `ngettext` of its modules, at the time that it says them; gettext goes
    by the environment and by catalogues that lie as files, and so by neither of what is known here. What its decorators
    say is kept by the commands: that stays English, and is told as their own help is.
    """
    for module in (core, exceptions, formatting, parser, types):
        vars(module).update({"_": _said, "ngettext": _counted})
    vars(decorators)["_"] = Message
    click.Context.formatter_class = HelpInWords


def said_by(command: click.Command, path: str) -> Iterator[tuple[str, str]]:
    """All that a command and its own commands say of themselves, each with the words that call it."""
    for paragraph in _paragraphs(command.help or ""):
        yield path, paragraph
    context = click.Context(command, info_name=path)
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option) and parameter.help:
            yield path, parameter.help
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is not None:
                if isinstance(command, CommandGroup):
                    yield f"{path} {name}", _first_of(found)
                yield from said_by(found, f"{path} {name}")


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of a docstring, each as one line; those that are raw as they are."""
    whole = inspect.cleandoc(text).split("\n\n")
    return [each if each.startswith(RAW) else " ".join(each.split()) for each in whole if each]


def _paragraph(text: str) -> str:
    if text.startswith(f"{RAW}\n{EXAMPLE}"):
        return text.replace(EXAMPLE, told(EXAMPLE), 1)
    return told(Message(text if text.startswith(RAW) else " ".join(text.split())))


def _row(text: str) -> str:
    """What an option does; what click adds to it in brackets is told already."""
    if (whole := told(Message(text))) != text:
        return whole
    words, gap, extra = text.partition("  [")
    return told(Message(words)) + gap + extra


def _first_of(command: click.Command) -> str:
    paragraph = _paragraphs(command.help or "")[0]
    found = FIRST.match(paragraph)
    return found.group() if found is not None else paragraph


def metavars_told(text: str) -> str:
    """What stands for something, by its word."""
    return CAPITALS.sub(lambda found: told(METAVARS.get(found[0], found[0])), text)


def _said(text: str) -> str:
    return told(Message(text))


def _counted(one: str, many: str, n: int) -> str:
    return spoken().words.ngettext(one, many, n)
