"""Messages: whole sentences with named fields, which remember what they were made of.

A message is a `str`, the English one, and equal to it: what compares, keeps or writes it sees no language. It keeps
its sentence and its fields besides, so that whoever shows it can say the same in another language. A piece cut out
of one, or glued to one, is plain English for good: give a sentence its fields instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

__all__ = [
    "ENDS",
    "Message",
    "capital",
    "counted",
    "in_english",
    "joined",
    "listed",
    "phrase",
    "reason",
    "say",
    "sense",
    "term",
]

Parts = tuple[str, dict[str, Any], str, str, bool, bool]
PLURAL = re.compile(r"[^s]s$")
OWNS = re.compile(r"\{(\w+)\}'s\b")  # what a sentence says of an owner
ENDS = " .!\u00a0"  # of a sentence: none of them is left of a phrase


class Message(str):
    """A message. `many`: the sentence for other numbers than one of the field `n`; `context`: what tells apart what is
    one word in English; `capital`: its first letter is a capital one; `phrase`: without what ends a sentence.
    """

    __slots__ = ("capital", "context", "fields", "many", "phrase", "sentence")

    sentence: str
    fields: dict[str, Any]
    many: str
    context: str
    capital: bool
    phrase: bool

    def __new__(
        cls, sentence: str, fields: dict[str, Any] | None = None, many: str = "", context: str = "",
        capital: bool = False, phrase: bool = False,
    ) -> Message:  # fmt: skip
        fields = fields or {}
        text = many if many and fields["n"] != 1 else str(sentence)
        if fields:
            text = _owned(text, fields).format(**fields)
        if phrase:
            text = text.strip(ENDS)
        made = super().__new__(cls, text[:1].upper() + text[1:] if capital else text)
        made.sentence, made.fields, made.many, made.context, made.capital = sentence, fields, many, context, capital
        made.phrase = phrase
        return made

    def __getnewargs__(self) -> Parts:  # type: ignore[override]
        return (self.sentence, self.fields, self.many, self.context, self.capital, self.phrase)


def _owned(sentence: str, fields: dict[str, Any]) -> str:
    """A sentence of which what ends in one "s" owns something: `{who}'s turn` is "the Ferries' turn"."""
    if "}'s" not in sentence:
        return sentence
    return OWNS.sub(lambda owner: owner[0][:-1] if PLURAL.search(str(fields[owner[1]])) else owner[0], sentence)


def in_english(value: object) -> str:
    """A message as the English that it is: for encoders, which know plain text alone (`enc_hook` of msgspec).

    Raises TypeError of anything else that they do not know.
    """
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"nothing of the kind {type(value).__name__} can be written")


def reason(error: Exception) -> str:
    """What an exception says, as the message that it was raised with, if it was one."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, Message) else str(error)


def say(sentence: str, /, **fields: Any) -> str:
    """A sentence with its fields, each `{named}` in it. Fields that are messages are told with it; other text stays."""
    return Message(sentence, fields)


def counted(one: str, many: str, n: int, /, **fields: Any) -> str:
    """A sentence about a number of things, which is its field `{n}`."""
    return Message(one, {"n": n, **fields}, many)


def sense(context: str, sentence: str, /, **fields: Any) -> str:
    """A sentence that is one in English, and may be several elsewhere: `context` says which, for translators."""
    return Message(sentence, fields, context=context)


def term(name: str, /) -> str:
    """A name of the rulebook or of our data, such as a weapon's: translated where it has another name elsewhere.

    "Fear (2)" is known by "Fear", "Bodyguard (Doctor)" by both its names, and "chest 2" by "chest". The sentences
    that are found so are gathered by `tools/words.py`.
    """
    if isinstance(name, Message):
        return name
    stem, _, number = name.rpartition(" ")
    if stem and number.isdigit():
        return Message("{name} {number}", {"name": term(stem), "number": number})
    head, bracket, rest = name.partition(" (")
    if not bracket or not rest.endswith(")"):
        return Message(name)
    inside = rest[:-1]
    return Message("{name} ({x})", {"name": Message(head), "x": inside if inside.isdigit() else term(inside)})


def capital(text: str, /) -> str:
    """The same, beginning with a capital letter."""
    if isinstance(text, Message):
        return Message(text.sentence, text.fields, text.many, text.context, capital=True, phrase=text.phrase)
    return text[:1].upper() + text[1:]


def phrase(text: str, /) -> str:
    """A sentence without what ends it, as one of a list; and without the room before it that was for a name."""
    if isinstance(text, Message):
        return Message(text.sentence, text.fields, text.many, text.context, text.capital, phrase=True)
    return text.strip(ENDS)


def joined(between: str, parts: Iterable[object], /) -> str:
    """Whole messages one after the other, as in a column of figures or lines of a page; never parts of a sentence."""
    shown = [part for part in parts if part != ""]
    names = [f"part{number}" for number in range(len(shown))]
    return Message(between.join(f"{{{name}}}" for name in names), dict(zip(names, shown, strict=True)))


def listed(parts: Iterable[object], /, *, last: str = "and") -> str:
    """Things in a row: "a, b and c"; `last`: "and", "or" or "then"."""
    *first, end = list(parts) or [""]
    if not first:
        return end if isinstance(end, str) else str(end)
    row: object = first[0]
    for part in first[1:]:
        row = say("{several}, {next}", several=row, next=part)
    if last == "then":
        return say("{several} then {last}", several=row, last=end)
    if last == "or":
        return say("{several} or {last}", several=row, last=end)
    return say("{several} and {last}", several=row, last=end)
