"""The `bauta` command. Each command's module is imported when it is called, so that starting stays quick."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import itertools
import os
import sys
from collections.abc import Sequence
from typing import TextIO

import click

import sim
from sim.cli import compile_progress
from sim.cli.errors import fault_line, mistake_line
from sim.cli.spoken_help import speak_of_click
from sim.errors import BautaError, meant
from sim.words import say
from sim.words.system_language import VARIABLE, language_for
from sim.words.tongues import LANGUAGES, load, speak, told

__all__ = ["COMMANDS", "LazyGroup", "bauta", "main", "run"]

COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("play", say("Open the table and play.")),
    "learn": ("learn", say("Learn the game in short games, and puzzles.")),
    "duel": ("duel", say("Let bots play against each other, without a screen.")),
    "los": ("los", say("Line of sight, cover and distance between two minis.")),
    "measure": ("measure", say("Distance and contact between two bases.")),
    "drop": ("drop", say("Where a base comes to rest below a point.")),
    "jump": ("jump", say("Where a jump ends.")),
    "reach": ("reach", say("The area that a move can reach.")),
    "table": ("table", say("Keep a real table: who stands where, who sees whom.")),
    "map": ("map", say("Build, check, show, picture and share maps.")),
    "open": ("open", say("Open a board that was sent, a map or a game.")),
    "piece": ("piece", say("Pieces of your own, from meshes.")),
    "gang": ("gang", say("Build, check, show, print and share gangs.")),
    "campaign": ("campaign", say("Play linked games: gangs learn, bleed, earn and hire.")),
    "odds": ("odds", say("Exact odds of a roll or an attack.")),
    "script": ("script", say("Play a scripted game without a screen.")),
    "replay": ("replay", say("Show or verify a game that was played.")),
    "film": ("film", say("A game as a film, and pictures of its moments.")),
    "rules": ("rules", say("Explain a rule, ability, spell or agenda.")),
    "schema": ("schema", say("What may stand in the files, for editors.")),
    "doctor": ("doctor", say("What this machine can do.")),
}
"""Command -> its module in `sim.cli` (which holds a click command `command`), and its line in the help."""
OPENED = (".bauta", ".toml", ".jsonl", ".glb", ".gltf", ".obj", ".stl", ".ply")
"""A file that is given alone is opened."""


class LazyGroup(click.Group):
    """Knows its commands by name, and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, (module, _) in COMMANDS.items() if importlib.util.find_spec(f"sim.cli.{module}")]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"sim.cli.{COMMANDS[name][0]}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = str(args[0])
        if name.lower().endswith(OPENED):  # as a double click hands it over
            return super().resolve_command(ctx, ["open", *args])
        if not name.startswith("-") and name not in self.list_commands(ctx):
            mend = meant(name, self.list_commands(ctx))
            ctx.fail(say("there is no command '{name}'; {mend}", name=name, mend=mend))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, COMMANDS[name][1]) for name in self.list_commands(ctx)]
        with formatter.section(told(say("Commands"))):
            formatter.write_dl(rows)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  bauta play\n  bauta los san-canciano --from 28,14,0 --to 28,24,0",
)
@click.version_option(sim.__version__, prog_name="bauta")
@click.option(
    "--language",
    type=click.Choice([*LANGUAGES]),
    help="Speak it; else what BAUTA_LANGUAGE says, else the system.",
)
def bauta(language: str | None) -> None:
    """Bauta: the skirmish game Carnevale on a real 3D board.

    `bauta COMMAND --help` explains each command; `bauta FILE` opens a board or a game. Lengths are inches, points
    X,Y,Z.
    """
    if language is not None:
        os.environ[VARIABLE] = language  # the window asks for it, too


def _speak(arguments: Sequence[str]) -> None:
    """In the language that a command line asks for, or the system speaks; before anything of it is read, so that its
    help and its mistakes are told in it.
    """
    first = itertools.takewhile(lambda pair: pair[0].startswith("-") or pair[1] == "--language",
                                zip(arguments, ("", *arguments), strict=False))  # fmt: skip
    words = [word for word, _ in first]
    asked = next((word.partition("=")[2] for word in words if word.startswith("--language=")), "")
    if "--language" in words[:-1]:
        asked = words[words.index("--language") + 1]
    if (spoken := asked if asked in LANGUAGES else language_for()) != "en":
        from sim.board.files.folders import cache_dir

        speak(load(spoken, cache_dir() / "words"))


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns its exit code."""
    name = " ".join(["bauta", *arguments[:1]]) if arguments[:1] and arguments[0] in COMMANDS else "bauta"
    _speak(arguments)
    speak_of_click()
    try:
        with compile_progress.report_progress():
            code = bauta.main(list(arguments) or ["--help"], prog_name="bauta", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (BautaError, click.ClickException) as error:
        click.echo(mistake_line(error, name), err=True)
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo(told(say("{command}: stopped", command=name)), err=True)
        return 130
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        _discard(sys.stdout)
        return 1
    except Exception as error:
        click.echo(fault_line(error, name), err=True)
        return 1


def _discard(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def main() -> None:
    """The entry point of the installed command."""
    gc.set_threshold(20_000, 20, 100)  # loading makes many objects that stay: looking through them took a twentieth
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")  # a console that lacks a letter still shows the line
    sys.exit(run(sys.argv[1:]))
