"""The boards that were played on last, and the view of the one that is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.app.render.board_view import BoardView
from sim.board.board import Board
from sim.board.files.bundle import as_loaded

__all__ = ["OpenBoards"]


KEPT = 3  # boards: each takes 100 MB once much was measured on it


class OpenBoards:
    """Boards by their sources, the last one last. `task_mgr` is that of Panda3D, in which views draw themselves."""

    def __init__(self, task_mgr: Any) -> None:
        self._task_mgr = task_mgr
        self._boards: dict[str, tuple[Board, BoardView | None]] = {}

    def board(self, source: str, read: Callable[[str], Board]) -> Board:
        """A board in memory, or as it is `read` from its files; also where these have changed since."""
        board, view = self._boards.get(source, (None, None))
        if board is not None and board.source is not None and not as_loaded(board.source, board.key):
            if view is not None:
                self._close(view)
            del self._boards[source]
        if source not in self._boards:
            self._boards[source] = (read(source), None)
        self._used(source)
        return self._boards[source][0]

    def keep(self, source: str, board: Board) -> None:
        """A board that is in memory, if there is none of this source yet."""
        self._boards.setdefault(source, (board, None))
        self._used(source)

    def _used(self, source: str) -> None:
        """This board is the last one now; what was used longest ago is forgotten, unless it is drawn."""
        self._boards[source] = self._boards.pop(source)
        for old in list(self._boards)[:-KEPT]:
            if self._boards[old][1] is None:
                del self._boards[old]

    @property
    def drawn(self) -> BoardView | None:
        """The view that is drawn, if any."""
        return next((view for _, view in self._boards.values() if view is not None), None)

    def opened(self, source: str, hour: str | None, preset: str) -> tuple[Board, BoardView | None]:
        """A board that is kept, and its view, if it has one of that hour and effort; else the views of all others are
        closed.

        One board is drawn at a time. `hour`: in place of the board's own.
        """
        board, view = self._boards[source]
        if view is not None and (view.hour.name, view.preset) != (hour or board.hour, preset):
            self._close(view)
            self._boards[source], view = (board, None), None
        if view is None:
            self.put_away()
        return board, view

    def put_away(self) -> None:
        """No board is drawn from now on: another one is about to be, or the editor's own, beside whose panels the old
        one would show."""
        for name, (board, shown) in self._boards.items():
            if shown is not None:
                self._close(shown)
                self._boards[name] = (board, None)

    def shown(self, source: str, view: BoardView) -> None:
        """This view is drawn from now on."""
        self._boards[source] = (self._boards[source][0], view)

    def _close(self, view: BoardView) -> None:
        self._task_mgr.remove("board view")
        view.close()
