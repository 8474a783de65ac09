"""What the parts of a foreign mesh are to the rules: a first guess by name and shape, and words to change it."""

from __future__ import annotations

import re

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.terrain import Meaning
from sim.builder.errors import BuilderError
from sim.errors import meant
from sim.words import in_english, say

__all__ = ["WORDS", "GuessedKind", "extras_of", "guessed_kind", "kind_words", "meaning_of"]

Floats = NDArray[np.float64]

WORDS: dict[str, dict[str, object]] = {
    "solid": {"joined": True},
    "difficult": {"kind": "difficult"},
    "water": {"kind": "water", "climbable": False, "material": "water"},
    "impassable": {"kind": "impassable"},
    "ladder": {"kind": "ladder"},
    "soft": {"landing": "soft"},
    "dangerous": {"landing": "dangerous"},
    "slick": {"climbable": False},
    "unstable": {"unstable": True},
    "ruin": {"ruin": True},
    "obstacle": {"obstacle": "small"},
    "large-obstacle": {"obstacle": "large"},
    "debris": {"obstacle": "debris"},
    "barricade": {"barricade": "light"},
    "heavy-barricade": {"barricade": "heavy"},
    "access": {"access": True},
    "boat": {"vessel": "boat", "obstacle": "large", "unstable": True},
    "gondola": {"vessel": "gondola", "obstacle": "large", "unstable": True},
    "decor": {"decor": True},
}
"""What a part can be called, and the keys of its `extras` that follow. Several are joined by +."""

NAMES = (
    (r"ladder|scala\b|rungs", "ladder"),
    (r"gondola", "gondola"),
    (r"boat|barca|sandolo|rowing", "boat"),
    (r"water|canal|acqua|\brio\b|lagoon", "water"),
    (r"hay|straw|awning|cloth|mattress|canvas", "soft"),
    (r"spike|thorn|brazier|fire", "dangerous"),
    (r"ruin|collapsed|destroyed", "ruin"),
    (r"rubble|debris", "debris"),
    (r"barricade|sandbag", "barricade"),
    (r"crate|barrel|box|cask|botte|cassa|pot\b|amphora", "obstacle"),
    (r"bush|hedge|mud|swamp|shrub|ivy", "difficult"),
    (r"steps?.*water|water.*steps?|mooring", "access"),
    (r"scaffold|rope.?bridge|plank", "unstable"),
    (r"smoke|flag|banner|bird|foliage|leaves", "decor"),
)
SMALL = 1.3  # inches: what is no larger, and stands alone, is an obstacle
BESIDE = 0.05  # inches between parts: with less, neither stands alone


class GuessedKind(msgspec.Struct, frozen=True):
    """What a part is taken for, and why."""

    meaning: Meaning
    why: str

    @property
    def words(self) -> str:
        return kind_words(self.meaning)


def guessed_kind(name: str, box: Floats, others: Floats) -> GuessedKind:
    """A first guess at what a part is, by its box (2, 3) in inches, z-up, and those (n, 2, 3) of the other parts."""
    plain = re.sub(r"[_\-.\d]+", " ", name.lower())
    for pattern, words in NAMES:
        if found := re.search(pattern, plain):
            return GuessedKind(meaning_of(words), say("it is called '{name}'", name=found[0].strip()))
    x, y, tall = (float(side) for side in box[1] - box[0])
    wide, deep = max(x, y), min(x, y)
    if len(others) and tall > 2.0 and wide <= 1.3 and deep < 0.35 and tall > 3 * wide:
        return GuessedKind(meaning_of("ladder"), say("tall, narrow and thin, as ladders are"))
    if len(others) and max(wide, tall) <= SMALL and _stands_alone(box, others):
        return GuessedKind(meaning_of("obstacle"), say('no larger than {inches:g}", and alone', inches=SMALL))
    return GuessedKind(meaning_of("solid"), say("what is not told otherwise"))


def _stands_alone(box: Floats, others: Floats) -> bool:
    """Is nothing beside a box or over it? A knob on a door and a pot on a chimney are no obstacles."""
    (low, high), beneath = box, others[:, 1, 2] < box[0, 2] + BESIDE
    near = (others[:, 0] < high + BESIDE).all(axis=1) & (others[:, 1] > low - BESIDE).all(axis=1)
    return not bool((near & ~beneath).any())


def meaning_of(words: str) -> Meaning:
    """`difficult+soft` as the keys of a part. Raises BuilderError for a word that is none."""
    keys: dict[str, object] = {}
    for word in words.split("+"):
        if word not in WORDS:
            raise BuilderError(say("no kind is called '{word}': {mend}", word=word, mend=meant(word, sorted(WORDS))))
        keys |= WORDS[word]
    if len(keys) > 1:
        keys.pop("joined", None)  # solid and soft, say: something is told
    return msgspec.convert(keys, Meaning)


def extras_of(meaning: Meaning) -> dict[str, object]:
    """The `extras` of a part. Its kind is always said: by that a piece is known to say what it means."""
    return {"kind": meaning.kind.value, **msgspec.to_builtins(meaning, enc_hook=in_english)}


def kind_words(meaning: Meaning) -> str:
    """The words that a meaning is told by."""
    plain = msgspec.to_builtins(msgspec.structs.replace(meaning, material=""), enc_hook=in_english)
    told = []
    for word, keys in sorted(WORDS.items(), key=lambda item: -len(item[1])):
        bare = {key: value for key, value in keys.items() if key != "material"}
        if bare and all(plain.get(key) == value for key, value in bare.items()):
            told.append(word)
            plain = {key: value for key, value in plain.items() if key not in bare}
    told += [f"{key}={value}".lower() for key, value in sorted(plain.items()) if key != "material"]
    return "+".join(told) or "solid"
