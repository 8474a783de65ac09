"""Languages: the catalogues of messages, and the words of whoever looks at the screen.

The language belongs to whoever looks, and is no part of a game: it is chosen once, where a window or a command begins
(`speak`), held by a context variable, and asked only where words are drawn or printed (`told`). The rules cannot ask
for it, which import-linter holds; so a game, its journal and its film are the same in every language.
"""

from __future__ import annotations

import gettext
import re
from contextlib import suppress
from contextvars import ContextVar
from datetime import date
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from sim.whole_files import write_whole
from sim.words.elision import met
from sim.words.messages import ENDS, Message

__all__ = ["LANGUAGES", "PSEUDO", "Tongue", "catalogue_of", "load", "speak", "spoken", "told"]

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}
# What goes on without a space is no sentence's sign, such as a ratio or a time.
HIGH_SIGNS = re.compile(r"(?<=\S)([:;?!%])(?!\S)")
PSEUDO = "xx"  # English with each message in brackets: what has none was forgotten


class Tongue(Formatter):
    """A language: English where it has no words of its own for a message."""

    def __init__(self, language: str = "en", words: gettext.NullTranslations | None = None) -> None:
        self.language = language
        self.words = words or gettext.NullTranslations()
        self.comma = language in ("fr", "it")

    def told(self, text: str) -> str:
        """A message in this language; text that is none, as it is."""
        if not isinstance(text, Message) or self.language == "en":
            return str(text)
        words = self._sentence(text)
        if text.fields:
            words = self._filled(words, text.fields)
        if text.phrase:
            words = words.strip(ENDS)
        return words[:1].upper() + words[1:] if text.capital else words

    def _filled(self, sentence: str, fields: dict[str, Any]) -> str:
        """A sentence with its fields, as each meets the word before it."""
        words = ""
        for plain, name, how, _ in self.parse(sentence):
            words += plain
            if name is not None:
                words = met(self.language, words, self.format_field(self._field(fields[name]), how or ""))
        return words

    def _field(self, value: object) -> object:
        """Numbers and dates stay so; what else is told in words, such as a number with its reasons, is told."""
        return (
            value
            if isinstance(value, (int, float, date))
            else self.told(value if isinstance(value, str) else str(value))
        )

    def format_field(self, value: Any, format_spec: str) -> str:
        """Decimals with a comma, and thousands without one, where that is the custom."""
        shown = str(format(value, format_spec))
        if not self.comma or not isinstance(value, (int, float)):
            return shown
        return shown.translate(str.maketrans(",.", "\u00a0,"))

    def _sentence(self, text: Message) -> str:
        if text.many:
            return self.words.ngettext(text.sentence, text.many, text.fields["n"])
        if text.context:
            return self.words.pgettext(text.context, text.sentence)
        words = self.words.gettext(text.sentence) if text.sentence else ""
        if self.language == "fr" and text.fields and words == text.sentence:
            return spaced(words) or words  # of what holds no words, catalogues have quotes alone
        return words


class _Bracketed(Tongue):
    """The language that shows what was forgotten."""

    def _sentence(self, text: Message) -> str:
        words = super()._sentence(text)
        return f"[{words}]" if any(map(str.isalpha, words)) else words


@lru_cache(maxsize=512)
def spaced(sentence: str) -> str:
    """Signs between fields with the space that French has before them; empty for a sentence that holds words."""
    if any(map(str.isalpha, "".join(text for text, *_ in Formatter().parse(sentence)))):
        return ""
    return HIGH_SIGNS.sub("\u00a0\\1", sentence)


ENGLISH = Tongue()
_spoken: ContextVar[Tongue] = ContextVar("spoken", default=ENGLISH)


def told(text: str) -> str:
    """A message as whoever looks reads it; other text, such as a name, as it is."""
    return _spoken.get().told(text)


def spoken() -> Tongue:
    """The language that is spoken here."""
    return _spoken.get()


def speak(tongue: Tongue) -> None:
    """Tell all that is told from now on, in this thread or task, in a language."""
    _spoken.set(tongue)


@lru_cache
def load(language: str, kept: Path | None = None) -> Tongue:
    """A language, by its code. `kept`: a folder to keep its catalogue in as the machine reads it."""
    if language == "en":
        return ENGLISH
    if language == PSEUDO:
        return _Bracketed(language)
    source = catalogue_of(language).read_bytes()
    path = kept / f"{language}-{sha256(source).hexdigest()[:16]}.mo" if kept is not None else None
    compiled = b""
    if path is not None:
        with suppress(OSError):
            compiled = path.read_bytes()
    if not compiled:
        compiled = _compiled(source)
        if path is not None:
            with suppress(OSError):  # it is read anew the next time
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, compiled)
    return Tongue(language, gettext.GNUTranslations(BytesIO(compiled)))


def catalogue_of(language: str) -> Path:
    """The file of a language's messages."""
    return Path(str(resources.files("sim.words") / "catalogues" / f"{language}.po"))


def _compiled(source: bytes) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source)))
    return compiled.getvalue()
