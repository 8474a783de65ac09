"""Where faces come from: a seed, a sealed secret, a script, or the players' own dice."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b, sha256
from pathlib import Path
from secrets import token_hex
from typing import Protocol

from sim.engine.requests import CorruptJournal, GameError, Roll

__all__ = ["Dice", "OutOfDice", "ScriptedDice", "SealedDice", "SeededDice", "TypedDice"]


class Dice(Protocol):
    """Answers rolls. `thrown` is how many dice the game has thrown before this roll."""

    def throw(self, roll: Roll, thrown: int) -> tuple[int, ...] | None:
        """The faces, or None where a player must type them in."""
        ...


class SeededDice:
    """Counter-based: die number n of a game is a pure function of the seed and n.

    A game that is resumed, cloned or undone therefore throws the same dice. The function is a keyed hash
    (BLAKE2b, 64 bits, so that the bias of the remainder is below 1e-17). Raises GameError where it is no seed.
    """

    def __init__(self, seed: int) -> None:
        if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
            raise GameError(f"a seed of dice is {seed!r}: give a whole number of 0 or more")
        self.seed = seed
        self._key = str(seed).encode()[:64]

    def face(self, n: int, sides: int) -> int:
        """The face of die n of the game, from 0: 1 to `sides`."""
        digest = blake2b(n.to_bytes(8, "big"), digest_size=8, key=self._key).digest()
        return int.from_bytes(digest, "big") % sides + 1

    def throw(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        """The faces of a roll."""
        return tuple(self.face(thrown + i, roll.sides) for i in range(roll.dice))


class SealedDice(SeededDice):
    """Dice that nobody can foretell: they follow from a secret, of which a game's journal holds only a hash.

    When the game is over the secret is written behind its answers (it is opened), and whoever likes throws the dice
    again and sees that they were agreed from the first. Until then it lies in a file of its own beside the journal,
    that only its owner may read: who reads that file foretells the dice, who reads the journal does not.
    """

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self._key = sha256(bytes.fromhex(secret)).digest()

    @staticmethod
    def new() -> SealedDice:
        """Of a new secret: 32 bytes by chance."""
        return SealedDice(token_hex(32))

    @property
    def seal(self) -> str:
        """What the journal holds. The secret cannot be guessed from it: it is its own salt."""
        return sha256(b"bauta dice " + bytes.fromhex(self.secret)).hexdigest()

    def keep(self, journal: Path) -> None:
        """Keep the secret beside a journal. Raises OSError."""
        place = _secret_file(journal)
        place.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(self.secret)

    @staticmethod
    def kept(journal: Path, seal: str) -> SealedDice:
        """The dice of a game that is not over. Raises CorruptJournal where their secret is not there."""
        place = _secret_file(journal)
        try:
            dice = SealedDice(place.read_text(encoding="ascii").strip())
        except (OSError, ValueError):
            raise CorruptJournal(
                f"{journal}: its dice are sealed, and their secret is not here: bring {place.name} from where it lies"
            ) from None
        if dice.seal != seal:
            raise CorruptJournal(f"{place}: not the secret of this game's dice")
        return dice

    @staticmethod
    def opened(journal: Path) -> None:
        """The secret stands in the journal: its file is no longer needed."""
        with suppress(OSError):
            _secret_file(journal).unlink()


def _secret_file(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.dice")


class OutOfDice(GameError):
    """A script has too few dice, or dice of a kind that cannot fall."""


class ScriptedDice:
    """Faces from a list, in order; die n of the game is entry n of the list. Raises OutOfDice where one is no face."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = tuple(faces)
        for i, face in enumerate(self.faces):
            if not isinstance(face, int) or isinstance(face, bool) or face < 1:
                raise OutOfDice(f"die {i + 1} of the script shows {face!r}: give whole numbers of 1 or more")

    def throw(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        """The faces of a roll. Raises OutOfDice."""
        faces = self.faces[thrown : thrown + roll.dice]
        if len(faces) < roll.dice:
            raise OutOfDice(
                f"the script has {len(self.faces)} dice, but {roll.who}'s {roll.purpose} roll "
                f"needs dice {thrown + 1} to {thrown + roll.dice}"
            )
        for i, face in enumerate(faces):
            if not 1 <= face <= roll.sides:
                raise OutOfDice(
                    f"die {thrown + i + 1} of the script shows {face}; a D{roll.sides} shows 1 to {roll.sides}"
                )
        return faces


class TypedDice:
    """Players roll real dice: every roll waits for its faces to be typed in."""

    def throw(self, roll: Roll, thrown: int) -> None:
        """Nothing: a player must say."""
        return
