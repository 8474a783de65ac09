"""Where faces come from: a seed, a script, or the players' own dice."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol

from sim.engine.requests import GameError, Roll

__all__ = ["Dice", "OutOfDice", "ScriptedDice", "SeededDice", "TypedDice"]


class Dice(Protocol):
    """Answers rolls. `thrown` is how many dice the game has thrown before this roll."""

    def throw(self, roll: Roll, thrown: int) -> tuple[int, ...] | None:
        """The faces, or None where a player must type them in."""
        ...


class SeededDice:
    """Counter-based: die number n of a game is a pure function of the seed and n.

    A game that is resumed, cloned or undone therefore throws the same dice. The function is a keyed hash
    (BLAKE2b, 64 bits, so that the bias of the remainder is below 1e-17).
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = str(seed).encode()[:64]

    def face(self, n: int, sides: int) -> int:
        """The face of die n of the game, from 0: 1 to `sides`."""
        digest = blake2b(n.to_bytes(8, "big"), digest_size=8, key=self._key).digest()
        return int.from_bytes(digest, "big") % sides + 1

    def throw(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        """The faces of a roll."""
        return tuple(self.face(thrown + i, roll.sides) for i in range(roll.dice))


class OutOfDice(GameError):
    """A script has too few dice, or dice of a kind that cannot fall."""


class ScriptedDice:
    """Faces from a list, in order; die n of the game is entry n of the list."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = tuple(faces)

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
