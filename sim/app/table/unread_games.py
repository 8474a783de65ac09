"""Games beside whose journals nothing is kept, as they were sent by somebody: they are played through, one after the
other, beside the frames, so that the list says how they stand."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Thread

from sim.app.table.games import SavedGame, played_through
from sim.errors import BautaError

__all__ = ["UnreadGames"]


class UnreadGames:
    """Plays them through on a thread of its own, which ends with the program."""

    def __init__(self, games: Iterable[SavedGame]) -> None:
        self._unread = [game for game in games if not game.is_noted]
        self._read: list[SavedGame] = []
        self._closed = False
        self._thread = Thread(target=self._work, daemon=True)
        if self._unread:
            self._thread.start()

    def _work(self) -> None:
        for game in self._unread:
            if self._closed:
                return
            try:
                self._read.append(played_through(game))
            except BautaError:  # it is told once the game is opened
                continue

    def take(self) -> list[SavedGame]:
        """Those that have been played through since."""
        return [self._read.pop(0) for _ in range(len(self._read))]

    def close(self) -> None:
        """No other is begun."""
        self._closed = True

    def wait(self) -> None:
        """Until all are played through."""
        if self._unread:
            self._thread.join()
