"""Words as they are looked for: without accents, and without the endings that plurals and verbs put on."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["folded", "sought_in", "stem", "stems", "words_of"]

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})
ENDINGS = ("ing", "ed", "es", "s", "x")
SHORTEST = 3  # letters that are left of a word
SMALL = frozenset({
    "a", "an", "and", "are", "be", "can", "do", "does", "far", "for", "get", "go", "goes", "how", "i", "in", "is", "it",
    "many", "may", "me", "much", "my", "of", "on", "or", "the", "to", "what", "when", "where", "which", "who", "why",
    "with", "you",
})  # fmt: skip
"""Words of questions, which are in every text."""


def folded(text: str) -> str:
    """A text in small letters without accents."""
    if text.isascii():
        return text.lower()  # hundreds of names are looked through for each word
    apart = unicodedata.normalize("NFKD", text.casefold().translate(LIGATURES))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """The words of a text, folded."""
    return re.findall(r"[^\W_]+", folded(text))


def stem(word: str) -> str:
    """A folded word without its ending: "falls", "falling" and "fall" are one, and so are "coperta" and "coperte"."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            word = word[: -len(ending)]
            break
    if len(word) > SHORTEST and word[-1] in "aeio":
        word = word[:-1]
    return word[:-1] if len(word) > SHORTEST and word[-1] == word[-2] else word


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """The words of a text, without their endings."""
    return frozenset(map(stem, words_of(text)))


def sought_in(text: str) -> frozenset[str]:
    """What is looked for by a question: its words without their endings, but for small ones if there are others."""
    words = words_of(text)
    return frozenset(map(stem, [word for word in words if word not in SMALL] or words))
