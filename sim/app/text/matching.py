"""Words that a player types, held against what could be meant: by number, by beginnings of words, else a hint.

They are understood in the language that is spoken, and in English besides, so that a script is one in every language.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

from sim.words import say, sense
from sim.words.tongues import spoken, told

__all__ = [
    "ELIDED",
    "beginning",
    "fitting",
    "hint",
    "is_number",
    "numbers_in",
    "plain",
    "split_at",
    "telling",
    "typed",
    "whole_number",
    "without",
    "words_of",
]

LEFT_OUT = sense(
    "words to type, left out where an answer is named",
    "the, a, an, to, of, at, on, onto, in, into, by, my, with, and, over, is, for, against, please, then",
)
ELIDED = re.compile(r"\b(?:l|d|j|m|n|s|t|c|qu|jusqu|un|all|dall|dell|nell|sull|coll|quell)'(?=\w)")
MOST_DIGITS = 9  # of a number: Python reads none of thousands
LEAST = 3  # letters of a beginning: "no" does not begin a name


def plain(text: str) -> str:
    """A text without accents and capitals."""
    bare = unicodedata.normalize("NFKD", text.replace("’", "'").replace("−", "-").casefold())
    return "".join(c for c in bare if not unicodedata.combining(c))


def typed(words: str) -> tuple[str, ...]:
    """The words of a list with commas, as they may be typed: first those of the language, then the English ones."""
    return _typed(told(words), str(words))


@lru_cache
def _typed(own: str, english: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(plain(word.strip(" []")) for word in (*own.split(","), *english.split(","))))


def beginning(words: str, line: str) -> str | None:
    """What follows one of these words (`typed`) at the beginning of a line; None where it does not begin so."""
    bare = line.strip()
    for word in sorted(typed(words), key=len, reverse=True):
        if plain(bare) == word:
            return ""
        if plain(bare).startswith((f"{word} ", f"{word}'")) or (word.endswith("'") and plain(bare).startswith(word)):
            return bare[_length(bare, word) :].strip()
    return None


def split_at(words: str, line: str) -> tuple[str, str] | None:
    """What stands before and after the first of these words in a line; None where there is none of them."""
    pattern = "|".join(sorted((re.escape(word) for word in typed(words)), key=len, reverse=True))
    found = re.search(rf"\s(?:{pattern})(?:\s|(?<='))", plain(line))
    if found is None:
        return None
    start, end = found.span()
    return line[:start].strip(), line[end:].strip()


def _length(line: str, word: str) -> int:
    """How many letters of a line are a word that it begins with, accents or none."""
    return next(n for n in range(1, len(line) + 1) if plain(line[:n]) == word)


def words_of(text: str) -> list[str]:
    """The words of a line, without accents and capitals; a number is a word, with its minus."""
    bare = plain(text)
    if spoken().language != "en":
        bare = ELIDED.sub(" ", bare)
    return re.findall(r"(?<![\w.,])-\d[\d.]*|[a-z0-9.']+", bare)


def telling(text: str) -> list[str]:
    """The words that tell one thing from another."""
    found, small = words_of(text), typed(LEFT_OUT)
    return [word for word in found if word not in small] or found


def fitting(asked: str, texts: Sequence[str]) -> list[int]:
    """Which of these are meant: the one that is written so, else all that hold the beginnings of all words asked."""
    wanted = telling(asked)
    if not wanted:
        return []
    tongues: tuple[Callable[[str], str], ...] = (told, str) if spoken().language != "en" else (str,)
    heard = [[telling(tongue(text)) for text in texts] for tongue in tongues]
    for words in heard:
        exact = [i for i, each in enumerate(words) if each == wanted]
        if exact:
            return exact[:1]
    for words in heard:
        found = [i for i, each in enumerate(words) if _holds(each, wanted)]
        first = [i for i in found if words[i][0].startswith(wanted[0])]
        whole = [i for i in first if words[i][: len(wanted)] == wanted]
        if found:
            return whole or first or found
    return []


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
    every = {word: text for text in reversed(known) for word in (*telling(text), *telling(told(text)))}
    near = [difflib.get_close_matches(word, every, n=1, cutoff=0.78) for word in wanted]
    found = [every[match[0]] for match in near if match]
    return say("Do you mean: {answer}?", answer=found[0]) if found else ""


def is_number(text: str) -> bool:
    return re.fullmatch(r"\s*[-−]?\d{1,4}([.,]\d)?\s*", text) is not None


def numbers_in(text: str) -> list[int]:
    """The whole numbers of a line that holds nothing else but commas and the like; none where it holds words."""
    small = typed(LEFT_OUT)
    bare = [word for word in words_of(text) if word not in small]
    found = [whole_number(word) for word in bare]
    return [number for number in found if number is not None] if None not in found else []


def whole_number(word: str) -> int | None:
    """What a word of digits alone is; None for any other, and for a number that is larger than any of a game."""
    return int(word) if word.isdecimal() and len(word) <= MOST_DIGITS else None


def without(line: str, words: str) -> tuple[str, bool]:
    """A line without one of some words that may be typed, and whether it was there."""
    pattern = rf"\b(?:{'|'.join(map(re.escape, typed(words)))})\b"
    return re.sub(pattern, " ", plain(line)), re.search(pattern, plain(line)) is not None
