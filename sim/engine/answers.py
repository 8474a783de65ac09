"""Answers as they are given and as they are kept: whether they fit their request, and what the rules get of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_args

import msgspec

from sim.engine.journal import Answer, Kind
from sim.engine.requests import Choice, CorruptJournal, Measure, Refusal, Refused, Request, Roll, Ruling
from sim.engine.yields import Yield
from sim.schemas import misfit
from sim.words import counted, in_english, say

__all__ = ["checked", "decoded", "kind_of"]

PLAIN = (str, bool, type(None))  # what an option may be, and hardly ever the answer of a region


def checked(request: Request | None, value: Any, state: Any, measure: Measure) -> Any:
    """The answer to a request as the rules expect it; raises Refused."""
    if isinstance(request, Choice):
        plain = _plain(value)
        if _is_option(request, plain):
            return plain
        if request.region is None or (request.options and isinstance(plain, PLAIN)):
            raise Refused(
                Refusal(
                    "CHOICE",
                    say(
                        "{value} is not one of {options} ({prompt})",
                        value=repr(plain),
                        options=list(request.options),
                        prompt=request.prompt,
                    ),
                )
            )
        try:
            typed = _typed(plain, request.region.answers)
        except msgspec.ValidationError as error:
            words = misfit(error, plain, request.region.answers)
            raise Refused(
                Refusal("CHOICE", say("not an answer to '{prompt}': {words}", prompt=request.prompt, words=words))
            ) from None
        refusal = request.region.refusal(state, measure, typed)
        if refusal is not None:
            raise Refused(refusal)
        return typed
    if isinstance(request, Roll):
        try:
            faces = msgspec.convert(_plain(value), tuple[int, ...])
        except msgspec.ValidationError:
            faces = ()
        if not _falls(request, faces):
            raise Refused(Refusal("DICE", _wanted(request)))
        return faces
    if request is None:
        raise Refused(Refusal("OVER", say("the game is over")))
    if not isinstance(value, request.query.verdict):
        raise Refused(Refusal("CHOICE", say("the board is measured now, and nobody is asked anything")))
    return value


def decoded(request: Request, answer: Answer, number: int) -> Any:
    """A recorded answer, by its number in the game, as the rules expect it. Raises CorruptJournal."""
    kind = "choice" if answer.kind == "passed" else answer.kind
    if kind not in (kind_of(request), "yield"):
        raise CorruptJournal(f"answer {number} is a {answer.kind}, but the game asks for a {kind_of(request)}")
    try:
        if kind == "yield":
            return msgspec.convert(answer.value, Yield)
        if isinstance(request, Roll):
            faces = msgspec.convert(answer.value, tuple[int, ...])
            if not _falls(request, faces):
                shown = faces if len(faces) <= 2 * request.dice + 10 else f"{len(faces)} dice"
                raise CorruptJournal(f"answer {number}: {shown} is no roll: {_wanted(request)}")
            return faces
        if isinstance(request, Ruling):
            return msgspec.convert(answer.value, type(request.query).verdict)
        if _is_option(request, answer.value):
            return answer.value
        if request.region is None:
            raise CorruptJournal(f"answer {number}: {answer.value!r} was never an option")
        return _typed(answer.value, request.region.answers)
    except msgspec.ValidationError as error:
        raise CorruptJournal(f"answer {number}: {error}") from None


def kind_of(request: Request) -> Kind:
    """What the answer to a request is called in a journal."""
    match request:
        case Choice():
            return "choice"
        case Roll():
            return "roll"
        case Ruling(evidence=True):
            return "evidence"
        case Ruling():
            return "ruling"


def _plain(value: Any) -> Any:
    """An answer in plain values. Raises Refused."""
    try:
        return msgspec.to_builtins(value, enc_hook=in_english)
    except (TypeError, ValueError, RecursionError) as error:
        raise Refused(Refusal("CHOICE", say("not an answer: {error}", error=error))) from None


def _typed(plain: Any, kinds: Any) -> Any:
    """A plain value as one of these kinds. Raises msgspec.ValidationError.

    Where its tag names the kind, it is made that at once: to make it any of a union of seventeen takes forty times as
    long.
    """
    if isinstance(plain, dict):
        field, by_tag = _tags(kinds)
        tag = plain.get(field)
        if isinstance(tag, str) and tag in by_tag:
            return msgspec.convert(plain, by_tag[tag])
    return msgspec.convert(plain, kinds)


@lru_cache(maxsize=64)  # the regions of a game have no more kinds of answers
def _tags(kinds: Any) -> tuple[str, dict[Any, Any]]:
    """The field that tells the kinds of a union apart, and the kind of each tag; of what is no such union, none."""
    configs = {kind: getattr(kind, "__struct_config__", None) for kind in get_args(kinds)}
    tagged = {config.tag: (kind, config.tag_field) for kind, config in configs.items() if config and config.tag}
    fields = {field for _, field in tagged.values()}
    return (fields.pop(), {tag: kind for tag, (kind, _) in tagged.items()}) if len(fields) == 1 else ("", {})


def _is_option(choice: Choice, value: Any) -> bool:
    return any(value == option and type(value) is type(option) for option in choice.options)


def _falls(roll: Roll, faces: tuple[int, ...]) -> bool:
    """Can these faces come of this roll?"""
    return len(faces) == roll.dice and all(1 <= face <= roll.sides for face in faces)


def _wanted(roll: Roll) -> str:
    return counted(
        "{n} face from 1 to {sides} is wanted", "{n} faces from 1 to {sides} are wanted", roll.dice, sides=roll.sides
    )
