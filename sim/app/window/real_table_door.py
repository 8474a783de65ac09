"""The way to a real table and back: its file, its board, and a new file where there is none yet."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Protocol

from sim.app.hud.loading_screen import Loading
from sim.app.hud.measure_page import RealTableRequest
from sim.app.real_table.desk import TableDesk
from sim.app.real_table.room import RealTableHost, RealTableRoom
from sim.app.table.worker import Worker
from sim.app.window.board_opening import BoardOpening
from sim.app.window.kernel_wait import Abandoned, KernelWait
from sim.board.board import Board
from sim.board.files.table_file import begun_table, beside, kept_as, read_table
from sim.board.files.table_folder import path_of_new_table
from sim.board.model.errors import TableauError
from sim.whole_files import write_whole
from sim.words import say

__all__ = ["RealTableDoor", "RealTableWindow"]


class RealTableWindow(RealTableHost, Protocol):
    """What is needed of the window besides."""

    loading: Loading | None
    boards: BoardOpening
    kernels: KernelWait

    def close_game(self) -> None: ...

    def show_start(self) -> None: ...

    def load(self, loading: Loading) -> None: ...


class RealTableDoor:
    """`room`: the table, while it is measured."""

    def __init__(self) -> None:
        self.room: RealTableRoom | None = None

    def enter(self, window: RealTableWindow, asked: RealTableRequest) -> None:
        """Open a table, in place of what was open; on a board that is named, a new one. Raises BautaError, and what was
        open stays open."""
        with suppress(Abandoned):
            path = asked.table or _begun(asked)
            file = read_table(path)
            source = beside(file.board, path)
            key = f"{source} {file.scale:g} {file.up or ''}".rstrip()
            board = window.boards.read(source, lambda: Board.load(source, scale=file.scale, up=file.up), key)
            title = Loading(board.name, words=say("The minis take their places"))
            desk = window.boards.aside(lambda: TableDesk(board, path), title)
            window.close_game()
            window.load(Loading(board.name, words=say("The board is set up")))
            view = window.boards.view(key, desk.tableau)
            self.room = RealTableRoom(window, desk, view, Worker(window.threaded, window.kernels))
            window.loading = None

    def obey(self, window: RealTableWindow) -> None:
        """Back to the start."""
        self.close()
        window.show_start()

    def close(self) -> None:
        if self.room is not None:
            self.room.close()
            self.room = None


def _begun(asked: RealTableRequest) -> Path:
    """A new table on a board, with nobody on it, among the player's own. Raises BautaError."""
    path = path_of_new_table(Path(asked.board).stem)
    Board.load(asked.board, scale=asked.scale, up=asked.up)  # what is wrong with it is said before there is a file
    try:
        write_whole(path, begun_table(kept_as(asked.board, path), asked.scale, asked.up).encode())
    except OSError as error:
        raise TableauError(
            say("{file}: cannot be written: {error}", file=path, error=error.strerror or error)
        ) from None
    return path
