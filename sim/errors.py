"""What went wrong, when it is the input that is wrong, and how it is said."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from sim.words import say

__all__ = ["BautaError", "listed", "meant", "readable"]

WORD = 200  # characters of a word that are shown: paths are longer than words
LINE = 1000  # characters of a line: a hundred names
KNOWN = 100  # names that are listed
_LONG = re.compile(rf"\S{{{WORD + 1},}}")
_QUOTED = re.compile(rf"(?<!\w)(['\"`])(?:(?!\1(?!\w)).){{{WORD + 1},}}?\1(?!\w)")  # an apostrophe ends no quotation


class BautaError(Exception):
    """Something that a person or a program gave to Bauta is wrong: a file, a key, an option, an action.

    The message is one line, whatever was quoted in it (`readable`). It says what is wrong, where (file, key, character,
    rule), and what would mend it. The command line shows it as it is and exits with 2; every other exception is a
    fault of Bauta's own.
    """

    def __str__(self) -> str:
        return readable(super().__str__())


def readable(text: str) -> str:
    """A message as one line that can be read: long words, quotations and lines are cut in the middle, and what no
    screen shows is written as an escape.

    >>> readable("no map 'one\\ntwo\\x1b': " + 5000 * "x")[:25]
    "no map 'one two\\\\x1b': xxx"
    """
    line = " ".join(_cut(text, 8 * LINE).split())
    for long in (_LONG, _QUOTED):
        line = long.sub(lambda found: _cut(found[0], WORD), line)
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in _cut(line, LINE))


def meant(word: object, known: Iterable[str]) -> str:
    """What would mend an unknown word: the known one that is written almost so, or all that there are.

    >>> meant("pozo", ["palazzo", "pozzo"])
    "is it 'pozzo'?"
    >>> meant("atlantis", ["palazzo", "pozzo"])
    'there are: palazzo, pozzo'
    """
    names = list(known)
    if isinstance(word, str) and len(word) <= WORD:
        folded = {name.casefold(): name for name in reversed(names)}
        import difflib  # only where there is something to guess at

        near = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.65)
        if near:
            return say("is it '{name}'?", name=folded[near[0]])
    return say("there are: {names}", names=listed(names))


def listed(names: Collection[str]) -> str:
    """Names in a row; of many, the first and how many more.

    >>> listed([])
    'none'
    """
    shown = ", ".join(list(names)[:KNOWN]) or "none"
    return f"{shown} and {len(names) - KNOWN} more" if len(names) > KNOWN else shown


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    half = (most - 1) // 2
    return f"{text[:half]}…{text[-half:]}"
