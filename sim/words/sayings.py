"""The words of a file in other languages: how each text was said, kept beside the English that it is.

Films and journals hold plain English. Of each text that was a message, its sentence and fields stand in `sayings` under
the text itself, and so on for fields that were messages; whoever reads the file has the messages again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from string import Formatter

import msgspec

from sim.words.messages import Message

__all__ = ["Saying", "as_messages", "sayings_of"]

SHOWN = re.compile(r"[+,]?(\.\d)?[dfg%]?")  # how a number may be shown: no file asks for a thousand places


class Saying(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a text was said."""

    sentence: str
    fields: dict[str, str | int | float] = {}
    many: str = ""
    context: str = ""
    capital: bool = False
    phrase: bool = False


def sayings_of(texts: Iterable[str]) -> dict[str, Saying]:
    """How texts were said, and what stands in them, by the texts; those that are no messages are left out."""
    found: dict[str, Saying] = {}
    waiting = list(texts)
    while waiting:
        text = _bare(waiting.pop())
        if not isinstance(text, Message) or text in found:
            continue
        plain = {name: value if isinstance(value, (int, float)) else str(value) for name, value in text.fields.items()}
        found[str(text)] = Saying(
            str(text.sentence), plain, str(text.many), str(text.context), text.capital, text.phrase
        )
        waiting += [value for value in text.fields.values() if isinstance(value, str)]
    return found


def _bare(text: str) -> str:
    """What stands alone in a message, which is the same text: a row of one thing is that thing."""
    while isinstance(text, Message):
        alone = next((each for each in text.fields.values() if isinstance(each, Message) and each == text), None)
        if alone is None:
            break
        text = alone
    return text


def as_messages(texts: Iterable[str], sayings: Mapping[str, Saying]) -> dict[str, str]:
    """The messages that texts were, by the texts; what is not said so stays plain."""
    made: dict[str, str] = {}
    for text in texts:
        _message(text, sayings, made)
    return made


def _message(text: str, sayings: Mapping[str, Saying], made: dict[str, str]) -> str:
    if text in made:
        return made[text]
    made[text] = text  # also within itself, which only a broken file says
    saying = sayings.get(text)
    if saying is None or not (_sound(saying.sentence) and _sound(saying.many)):
        return text
    fields = {
        name: _message(value, sayings, made) if isinstance(value, str) else value
        for name, value in saying.fields.items()
    }
    with suppress(ValueError, KeyError, TypeError):  # a sentence that is none of ours
        message = Message(saying.sentence, fields, saying.many, saying.context, saying.capital, saying.phrase)
        if message == text:
            made[text] = message
    return made[text]


def _sound(sentence: str) -> bool:
    """Does it but name its fields, and ask for no more than a few decimals?"""
    try:
        parts = list(Formatter().parse(sentence))
    except ValueError:
        return False
    return all(
        name is None or (name.isidentifier() and not change and SHOWN.fullmatch(how or ""))
        for _, name, how, change in parts
    )
