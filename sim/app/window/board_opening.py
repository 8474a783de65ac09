"""How a board comes into the window: it waits for the kernels that its looks and its first answers need."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

import msgspec

from sim.app.hud.loading_screen import Loading, compiling
from sim.app.render.baked_light import Progress
from sim.app.render.board_looks import BoardLooks, board_looks
from sim.app.render.board_view import BoardView
from sim.app.render.first_frames import draw_by_groups
from sim.app.render.label_pictures import letters
from sim.app.render.quality import level_for
from sim.app.render.screen import Screen
from sim.app.table.model import TableModel
from sim.app.table.picking import Picker
from sim.app.table.view_choices import ViewSettings
from sim.app.window.kernel_wait import LOOKS, Abandoned, KernelWait
from sim.app.window.open_boards import OpenBoards
from sim.app.window.waking import PROGRESS_EVERY
from sim.board.board import Board
from sim.board.kernel_warmup import needed
from sim.board.model.hours import HourName
from sim.board.model.queries import Query
from sim.board.model.tableau import Tableau
from sim.board.spare_memory import give_back
from sim.geometry.ray.ray_scene import engine
from sim.words import capital, say

__all__ = ["BoardOpening"]

T = TypeVar("T")

FIRST_LABELS = 13  # the size of most labels on the board
LOOKED_EVERY = 0.02  # seconds between two looks whether a board is built
NOT_KEPT = say("Once for this board and hour: later games open in seconds.")
SHOWN_EVERY = 0.1  # seconds: so often it is told how far it is


class BoardHost(Protocol):
    """What boards have to do with of a window."""

    screen: Screen
    running: bool
    threaded: bool
    kernels: KernelWait
    settings: ViewSettings

    def load(self, loading: Loading) -> None: ...

    def pause(self, seconds: float) -> None: ...

    def size(self) -> tuple[int, int]: ...


class BoardOpening:
    """Opens boards for one window. `kept`: those that were opened before."""

    def __init__(self, window: BoardHost, kept: OpenBoards) -> None:
        self.window, self.kept = window, kept

    def read(self, source: str, load: Callable[[], Board] | None = None, key: str = "") -> Board:
        """A board, and what its looks need. What it measures waits when it is asked. `load`: how it is read, where its
        name does not say it all, and the `key` that it is kept under then. Raises Abandoned, BoardError."""
        if engine() != "embree":
            self._await_kernels(LOOKS)
        if not Board.is_laid_out(source):
            self._await_kernels({"meshes"})
        board = self.kept.board(key or source, lambda _: self._read(load or (lambda: Board.load(source))))
        board.awaited = self._until
        return board

    def _read(self, load: Callable[[], Board]) -> Board:
        """From its files, away from the thread that draws: a large map takes longer than a frame may."""
        title = Loading(say("The board is read"))
        self.window.load(title)
        return self.aside(load, title)

    def progress(self, board: Board) -> Progress:
        """Tells how far the board's looks are."""
        last = [0.0]

        def progress(share: float, words: str) -> None:
            now = time.perf_counter()
            if now - last[0] > SHOWN_EVERY:
                last[0] = now
                self.window.load(Loading(board.name, share, capital(words)))

        return progress

    def view(self, source: str, first: Tableau, hour: HourName | None = None) -> BoardView:
        """The view of a board that was read: that of an earlier game or film on it, or a new one. `hour`: in place of
        the board's own."""
        self.measure()
        gc.collect()  # what is left of the board before
        preset = self.window.settings.effort
        board, view = self.kept.opened(source, hour, preset)
        if view is None:
            bare = msgspec.structs.replace(first, figures=())  # minis come with their looks, which are made elsewhere
            looks = self.looks(board, hour, in_light=bool(first.figures or first.markers or board.vessels_at(first)))
            threaded = self.window.threaded
            title = Loading(board.name, words=say("The board is set up"))
            view = BoardView(
                self.window.screen,
                board,
                bare,
                preset,
                hour=hour,
                prepared=looks,
                threaded=threaded,
                pause=lambda: self.window.load(title),
            )
            if self.window.screen.shaders:
                view.renderer.lod.choose(view.view, None)  # here, not in the first frame: it measures all that stands
            self.window.load(title)
            view.attach()
            self.kept.shown(source, view)
            if self.window.screen.shaders:
                draw_by_groups(view.renderer, lambda: self.window.load(title))
            give_back()  # what was wanted for its making alone: a quarter of a gigabyte
        view.resize(self.window.size())
        return view

    def measure(self) -> None:
        """Keep what this machine has time for, from the fine frames of the board that is drawn at the middle level."""
        view = self.kept.drawn
        if view is not None and view.preset == "middle" and (took := view.renderer.took) is not None:
            self.window.settings.keep_measured(level_for(took))

    def until_minis(self, view: BoardView, model: TableModel) -> None:
        """Where minis stand already, as in a game that goes on, or a bot is about to set them up: show that they are
        made, until they are."""
        while (model.shown.tableau().figures or model.bot_turn) and self.window.running and view.minis_made < 1.0:
            self.window.load(Loading(model.board.name, view.minis_made, say("The minis take their places")))
            self.window.pause(LOOKED_EVERY)

    def looks(self, board: Board, hour: HourName | None, *, in_light: bool = False) -> BoardLooks:
        """The board's looks, made on a thread of their own while the window says how far they are. `in_light`: things
        stand on it already, whose light is wanted at once."""
        screen, title = self.window.screen, Loading(board.name, words=say("The board is built"))
        if not self.window.threaded:
            return board_looks(screen, board, hour, self.progress(board), light_later=True)

        def progress(share: float, words: str) -> None:
            title.share, title.words, title.note = share, capital(words), NOT_KEPT if share else ""

        def make() -> BoardLooks:
            looks = board_looks(screen, board, hour, progress, light_later=True)
            if in_light:
                looks.light()
            Picker(board).prepare()
            letters(FIRST_LABELS)
            return looks

        return self.aside(make, title)

    def made(self, source: str, make: Callable[[Board], T]) -> T:
        """What is made of a board, away from the thread that draws. Raises Abandoned, BautaError."""
        board = self.read(source)
        return self.aside(lambda: make(board), Loading(board.name, words=say("The board is set up")))

    def aside(self, work: Callable[[], T], title: Loading) -> T:
        """Done on a thread of its own, while the window says what is being waited for, which `work` may change."""
        if not self.window.threaded:
            return work()
        with ThreadPoolExecutor(1, "aside") as pool:
            job = pool.submit(work)
            shown = 0.0
            while not job.done():
                if time.perf_counter() - shown > PROGRESS_EVERY:
                    self.window.load(title)
                    shown = time.perf_counter()
                self.window.pause(LOOKED_EVERY)
        return job.result()

    def _await_kernels(self, measures: Collection[str]) -> None:
        """Show how far kernels are, until they are there. Raises Abandoned where the window is closed meanwhile."""
        while not all(map(self.window.kernels.has, measures)):
            self.window.load(compiling(self.window.kernels.progress))
            if not self.window.running:
                raise Abandoned
            self.window.pause(PROGRESS_EVERY / 4)

    def _until(self, query: Query) -> None:
        """Before a query is answered: wait for what it needs, on the thread that draws without standing still."""
        if threading.current_thread() is threading.main_thread():
            self._await_kernels({needed(query)})
        else:
            self.window.kernels.until(query)
