"""Lines out, lines in: a person at a terminal or a screen reader, or a script of words."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable
from contextlib import suppress
from getpass import getpass
from typing import TextIO

import click

from sim.app.text.matching import plain, typed
from sim.app.text.wording import read_aloud
from sim.words import say, sense
from sim.words.tongues import told

__all__ = ["EndOfWords", "Terminal"]

NARROWEST = 30
YES = sense("words to type", "y, yes, ok, agreed")
NO = sense("words to type", "n, no")


class EndOfWords(Exception):
    """There are no more words: the script is over, or the terminal was closed."""


class Terminal:
    """Tells in plain lines, as wide as the terminal, and reads answers. Of a script the answers are told again.

    Lines of a script that begin with # are left out. `read` gives the next line without its end, and raises EOFError.
    """

    def __init__(self, read: Callable[[str], str] | None = None, out: TextIO | None = None) -> None:
        self.out = out
        self._kept: list[str] = []  # lines that were read, and are still to be taken
        self.person = read is None and sys.stdin.isatty()
        self._read = read or (_typed if self.person else _scripted)
        self._read_unseen = getpass if self.person else self._read

    def tell(self, *lines: str) -> None:
        """Each line by itself, wrapped; what is wrapped goes on two columns in."""
        wide = max(NARROWEST, shutil.get_terminal_size().columns - 1)
        for line in lines:
            text = read_aloud(line)
            indent = text[: len(text) - len(text.lstrip())]
            lines_told = textwrap.fill(
                text.strip(), wide, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
            )
            click.echo(lines_told, file=self.out)

    def list(self, lines: Iterable[str], first: int = 1) -> None:
        """Lines with their numbers."""
        for number, line in enumerate(lines, first):
            self.tell(say("{number}. {line}", number=number, line=line))

    def ask(self, prompt: str = "", *, unseen: bool = False) -> str:
        """The next line of the player; `unseen`: it does not stand on the screen, and is not told again. Raises
        EndOfWords."""
        if self._kept:
            return self._kept.pop()
        sign, read = f"{told(prompt)}> ", self._read_unseen if unseen else self._read
        try:
            line = read(sign).strip()
            while line.startswith("#"):
                line = read(sign).strip()
        except EOFError:
            raise EndOfWords from None
        if not self.person:
            click.echo(sign if unseen else f"{sign}{line}", file=self.out)
        return line

    def confirms(self, question: str, who: str = "", meanwhile: Callable[[str], bool] | None = None) -> bool:
        """Yes or no, of `who` where that is somebody else; Enter is yes.

        Words that `meanwhile` answers leave the question as it is, which is put once more; all others are no, and are
        taken for what they say. Raises EndOfWords.
        """
        while True:
            self.tell(say("{question} Yes or no?", question=question))
            said = self.ask(who)
            if plain(said) in ("", "1", *typed(YES)):
                return True
            if plain(said) in ("2", *typed(NO)):
                self.tell(say("Nothing is done."))
                return False
            if meanwhile is None or not meanwhile(said):
                self._kept.append(said)
                return False

    def clear(self) -> None:
        """Take what was told off the screen of a terminal."""
        if self.person:
            click.clear()


def _typed(sign: str) -> str:
    with suppress(ImportError):
        import readline  # noqa: F401  (lines can be edited and called back)
    return input(sign)


def _scripted(sign: str) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
