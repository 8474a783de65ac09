"""Answers of several kinds: each is made what its tag names, and what fits none is told as one that fits none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
import pytest

from sim.engine.answers import checked, decoded
from sim.engine.journal import Answer
from sim.engine.requests import Choice, CorruptJournal, Gesture, Measure, Refusal, Refused


class Walk(msgspec.Struct, frozen=True, tag_field="do", tag="walk", forbid_unknown_fields=True):
    inches: float


class Wait(msgspec.Struct, frozen=True, tag_field="do", tag="wait", forbid_unknown_fields=True):
    pass


class Deeds(msgspec.Struct, frozen=True):
    answers: ClassVar[Any] = Walk | Wait

    def refusal(self, state: object, measure: Measure, answer: object) -> Refusal | None:
        return None


class Paces(msgspec.Struct, frozen=True):
    answers: ClassVar[Any] = dict[str, int]

    def refusal(self, state: object, measure: Measure, answer: object) -> Refusal | None:
        return None


class Do(Choice, frozen=True, kw_only=True):
    gesture = Gesture.ACTION

    region: Deeds | Paces = Deeds()

    def asks(self, state: object) -> str:
        return "What now?"

    def offers(self, state: object, measure: Measure) -> Sequence[object]:
        return ()


def unmeasured(state: object, query: object) -> Any:
    raise AssertionError("nothing is measured here")


def made(value: object, region: Deeds | Paces | None = None) -> object:
    return checked(Do(seat="north", region=region or Deeds()), value, None, unmeasured)


def test_an_answer_is_made_the_kind_that_its_tag_names() -> None:
    assert made({"do": "walk", "inches": 2}) == Walk(2.0)
    assert made(Wait()) == Wait()
    assert decoded(Do(seat="north"), Answer("choice", {"do": "wait"}), 1) == Wait()


def test_plain_dicts_have_no_tag() -> None:
    assert made({"do": 3}, Paces()) == {"do": 3}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"do": "walk", "inches": "far"}, "inches"),
        ({"do": "walk"}, "inches"),
        ({"do": "wait", "inches": 2}, "inches"),
        ({"do": "fly"}, "fly"),
        ({"do": ["walk"]}, "do"),
        ({"inches": 2}, "do"),
        ("walk", "table whose do is"),
    ],
)
def test_what_fits_no_kind_is_refused_and_says_what_is_wrong(value: object, words: str) -> None:
    with pytest.raises(Refused, match=f"not an answer to 'do'.*{words}"):
        made(value)
    with pytest.raises(CorruptJournal, match="answer 7"):
        decoded(Do(seat="north"), Answer("choice", value), 7)
