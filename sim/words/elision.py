"""Words that run into each other where a field meets the word before it: "de" and "le puits" are "du puits".

A sentence of a catalogue says `de {name}`, and what is filled in brings its own article: no sentence has to know which.
"""

from __future__ import annotations

import re

__all__ = ["met"]

FRENCH = {("de", "le"): "du ", ("de", "les"): "des ", ("à", "le"): "au ", ("à", "les"): "aux "}
ARTICLES = {"il": "l ", "lo": "llo ", "la": "lla ", "l'": "ll'", "i": "i ", "gli": "gli ", "le": "lle "}
STEMS = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}
ITALIAN = {(first, article): stem + end for first, stem in STEMS.items() for article, end in ARTICLES.items()}
CONTRACTED = {"fr": FRENCH, "it": ITALIAN}
ELIDED = {"fr": {"de": "d'", "que": "qu'"}}  # before a vowel
LAST = re.compile(r"(?<!\w)(\w+) $")
FIRST = re.compile(r"(l'|[a-z]+ )")  # a name's own article has a capital letter, and stays
VOWEL = re.compile(r"[aeiouyàâéèêëîïôûœæ]", re.IGNORECASE)


def met(language: str, before: str, field: str) -> str:
    """What was said before, with a field after it.

    >>> met("fr", "à côté de ", "le puits")
    'à côté du puits'
    >>> met("it", "Da ", "l'est")
    "Dall'est"
    """
    last = LAST.search(before) if language in CONTRACTED else None
    if last is None:
        return before + field
    word, article = last[1], FIRST.match(field)
    if article is not None:
        run = CONTRACTED[language].get((word.casefold(), article[1].strip()))
        if run is not None:
            run = run.capitalize() if word[0].isupper() else run
            return before[: last.start()] + run + field[article.end() :]
    short = ELIDED.get(language, {}).get(word.casefold())
    if short is not None and VOWEL.match(field):
        return before[: last.start()] + (short.capitalize() if word[0].isupper() else short) + field
    return before + field
