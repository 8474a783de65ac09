"""Pieces are found in the editor by what they are, in English and in the language of whoever looks."""

from __future__ import annotations

import pytest

from sim.app.editor.palette import sought
from sim.words.tongues import load, speak, spoken

NAMES = ["made house", "pozzo", "botte", "cassa", "cipresso", "locanda", "gondola"]


@pytest.mark.parametrize(
    ("words", "found"),
    [("well", "pozzo"), ("barrel", "botte"), ("cypress", "cipresso"), ("inn", "locanda"), ("pozzo", "pozzo")],
)
def test_a_piece_is_found_by_what_it_is(words: str, found: str) -> None:
    assert sought(NAMES, words) == [found]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("terrace", ["made house"]),
        ("balcony", ["made house"]),
        ("ruin", ["made house", "rovina"]),
        ("tree", ["cipresso"]),
        ("crate", ["botte", "cassa"]),
        ("lamp", ["lampione"]),
    ],
)
def test_a_piece_is_found_by_what_it_can_have_and_by_whole_words_begun(words: str, found: list[str]) -> None:
    """Who looked for a roof terrace found nothing, who looked for a tree a street lamp, and for a crate a shop."""
    assert sought([*NAMES, "lampione", "rovina", "bottega"], words) == found


BUILT = [
    "made house",
    "made wall",
    "made quay",
    "made stairs",
    "jetty",
    "stall",
    "palo",
    "magazzino",
    "lampione",
    "ladder-4",
]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("squero", ["jetty", "magazzino"]),
        ("boatyard", ["jetty", "magazzino"]),
        ("sottoportego", ["made house"]),
        ("altana", ["made house"]),
        ("campo", ["stall", "lampione"]),
        ("riva", ["made quay"]),
        ("chimney", ["made house"]),
        ("awning", ["made house", "stall"]),
        ("bollard", ["made quay", "palo"]),
        ("lantern", ["lampione"]),
        ("steps", ["made quay", "made stairs"]),
        ("landing", ["made quay", "jetty"]),
        ("fence", ["made wall"]),
        ("crane", []),
    ],
)
def test_a_piece_is_found_by_the_words_of_venice_and_of_its_builders(words: str, found: list[str]) -> None:
    """A Venetian's words find it in every language; what is no piece, as a crane, finds none."""
    before = spoken()
    for language in ("en", "it") if words in ("squero", "altana", "riva", "crane") else ("en",):
        speak(load(language))
        try:
            assert sought(BUILT, words) == found
        finally:
            speak(before)


def test_words_of_the_readers_language_find_it_and_english_ones() -> None:
    before = spoken()
    speak(load("fr"))
    try:
        assert sought(NAMES, "puits") == sought(NAMES, "well") == ["pozzo"]
    finally:
        speak(before)
