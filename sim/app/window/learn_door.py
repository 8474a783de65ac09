"""The way to the lessons: their page, a lesson that is opened, and what the coach's buttons ask of the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from sim.app.hud.learn_page import LearnPage
from sim.app.hud.theme import Fonts
from sim.app.table.controller import TableController
from sim.app.table.lesson_table import LessonTable
from sim.app.table.lessons import begin_lesson
from sim.app.table.model import TableModel
from sim.board.board import Board
from sim.errors import BautaError
from sim.lessons.catalogue import board_source, find_lesson
from sim.lessons.lesson_file import read_lesson

__all__ = ["LearnDoor", "LearnHost"]


class LearnHost(Protocol):
    """What is needed of the window. `ui`: its ImGui, whose library has no types."""

    ui: Any
    fonts: Fonts
    table: TableController | None

    def close_game(self) -> None: ...

    def show_start(self) -> None: ...

    def open_board(self, source: str, make: Callable[[Board], TableModel]) -> None: ...


class LearnDoor:
    """`room`: the page of lessons, while it is open."""

    def __init__(self) -> None:
        self.room: LearnPage | None = None

    def enter(self, window: LearnHost, trouble: str = "") -> None:
        """Show the page, in place of what was open."""
        window.close_game()
        self.room = LearnPage(window.fonts, window.ui, trouble)

    def obey(self, window: LearnHost) -> None:
        """Back to the start, or on to what was chosen; what is wrong with that is said on the page."""
        assert self.room is not None
        wants = self.room.wants
        self.close()
        if wants == "leave":
            window.show_start()
        else:
            self.open(window, find_lesson(wants))

    def open(self, window: LearnHost, path: Path) -> None:
        """Begin a lesson; where that cannot be, the page says why."""
        try:
            lesson = read_lesson(path)
            window.close_game()  # its journal may be that of the same lesson
            window.open_board(board_source(path, lesson), lambda board: begin_lesson(path, lesson, board))
        except BautaError as error:
            self.enter(window, str(error))

    def run(self, window: LearnHost, command: str) -> None:
        """What the coach's buttons and keys ask for."""
        table = window.table
        if not isinstance(table, LessonTable):
            return
        match command:
            case "coach again":
                self.open(window, table.lesson_model.path)
            case "coach leave" | "leave":
                self.enter(window)
            case "coach next":
                played = table.lesson_model.path.stem
                self.enter(window)
                assert self.room is not None
                if following := self.room.after(played):
                    self.room.wants = following
            case _:
                table.obey(command)

    def close(self) -> None:
        if self.room is not None:
            self.room.close()
            self.room = None
