"""Words that a player types, held against what could be meant: by number, by beginnings of words, else a hint."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Sequence

__all__ = ["fitting", "hint", "is_number", "numbers_in", "words_of"]

LEFT_OUT = frozenset(
    (
        "the",
        "a",
        "an",
        "to",
        "of",
        "at",
        "on",
        "onto",
        "in",
        "into",
        "by",
        "my",
        "with",
        "and",
        "over",
        "is",
        "for",
        "against",
        "please",
        "then",
    )
)

LEAST = 3  # letters of a beginning: "no" does not begin a name


def words_of(text: str) -> list[str]:
    """The words of a line, without accents and capitals; a number is a word."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[a-z0-9.']+", "".join(c for c in plain if not unicodedata.combining(c)))


def telling(text: str) -> list[str]:
    """The words that tell one thing from another."""
    found = words_of(text)
    return [word for word in found if word not in LEFT_OUT] or found


def fitting(asked: str, texts: Sequence[str]) -> list[int]:
    """Which of these are meant: the one that is written so, else all that hold the beginnings of all words asked."""
    wanted = telling(asked)
    if not wanted:
        return []
    exact = [i for i, text in enumerate(texts) if telling(text) == wanted]
    if exact:
        return exact[:1]
    found = [i for i, text in enumerate(texts) if _holds(telling(text), wanted)]
    first = [i for i in found if telling(texts[i])[0].startswith(wanted[0])]
    whole = [i for i in first if telling(texts[i])[: len(wanted)] == wanted]
    return whole or first or found


def _holds(words: list[str], wanted: list[str]) -> bool:
    left = list(words)
    for word in wanted:
        match = next((each for each in left if each == word), None) or next(
            (each for each in left if each.startswith(word) and len(word) >= LEAST and not word.isdigit()), None
        )
        if match is None:
            return False
        left.remove(match)
    return True


def hint(asked: str, known: Sequence[str]) -> str:
    """What is written almost so, for who was not understood; empty where nothing is."""
    wanted = telling(asked)
    every = {word: text for text in reversed(known) for word in telling(text)}
    near = [difflib.get_close_matches(word, every, n=1, cutoff=0.78) for word in wanted]
    found = [every[match[0]] for match in near if match]
    return f"Do you mean: {found[0]}?" if found else ""


def is_number(text: str) -> bool:
    return re.fullmatch(r"\s*\d{1,4}(\.\d)?\s*", text) is not None


def numbers_in(text: str) -> list[int]:
    """The whole numbers of a line that holds nothing else but commas and the like; none where it holds words."""
    found = words_of(text)
    plain = [word for word in found if word not in LEFT_OUT]
    return [int(word) for word in plain] if plain and all(word.isdigit() for word in plain) else []
