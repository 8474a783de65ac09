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
    "solid": {},
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


class GuessedKind(msgspec.Struct, frozen=True):
    """What a part is taken for, and why."""

    meaning: Meaning
    why: str

    @property
    def words(self) -> str:
        return kind_words(self.meaning)


def guessed_kind(name: str, triangles: Floats, alone: bool) -> GuessedKind:
    """A first guess at what a part is. `triangles` in inches, z-up; `alone`: it is the only part of its piece."""
    plain = re.sub(r"[_\-.\d]+", " ", name.lower())
    for pattern, words in NAMES:
        if found := re.search(pattern, plain):
            return GuessedKind(meaning_of(words), say("it is called '{name}'", name=found[0].strip()))
    x, y, tall = (float(side) for side in np.ptp(triangles.reshape(-1, 3), axis=0))
    wide, deep = max(x, y), min(x, y)
    if not alone and tall > 2.0 and wide <= 1.3 and deep < 0.35 and tall > 3 * wide:
        return GuessedKind(meaning_of("ladder"), say("tall, narrow and thin, as ladders are"))
    if not alone and max(wide, tall) <= SMALL:
        return GuessedKind(meaning_of("obstacle"), say('no larger than {inches:g}"', inches=SMALL))
    return GuessedKind(Meaning(), say("what is not told otherwise"))


def meaning_of(words: str) -> Meaning:
    """`difficult+soft` as the keys of a part. Raises BuilderError for a word that is none."""
    keys: dict[str, object] = {}
    for word in words.split("+"):
        if word not in WORDS:
            raise BuilderError(say("no kind is called '{word}': {mend}", word=word, mend=meant(word, sorted(WORDS))))
        keys |= WORDS[word]
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
