"""What is said where a law does not hold."""

from __future__ import annotations


class Broken(AssertionError):
    """A law of the game does not hold: which game, after which event, and why."""

    def __init__(self, game: str, event: int, law: str, why: str) -> None:
        super().__init__(f"{game}, event {event}: {law}: {why}")
        self.law = law
